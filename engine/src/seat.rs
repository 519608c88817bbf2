//! Positions at a table and values kept per position.

use alloc::vec::Vec;
use arrayvec::ArrayVec;
use core::fmt;
use core::ops::{Index, IndexMut};

/// The most seats a table can have, in any game.
pub const MAX_SEATS: usize = 8;

/// A position at one table, counted from 0 in turn order (clockwise).
///
/// Prints as the 1-based number that people read: seat 0 is `1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seat(u8);

impl Seat {
    /// The seat at a 0-based position.
    ///
    /// # Panics
    /// When the position is [`MAX_SEATS`] or more.
    pub const fn new(index: usize) -> Self {
        assert!(index < MAX_SEATS, "a table has at most 8 seats");
        Self(index as u8)
    }

    /// The 0-based position.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Whether `self` is one of the seats in a [`SeatSet`].
    pub const fn is_in(self, set: SeatSet) -> bool {
        set.0 >> self.0 & 1 == 1
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0 + 1)
    }
}

/// A set of seats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SeatSet(u8);

impl SeatSet {
    /// The set without members.
    pub const EMPTY: Self = Self(0);

    /// All of the first `seats` positions.
    pub const fn first(seats: usize) -> Self {
        Self(((1u16 << seats) - 1) as u8)
    }

    /// Adds a seat.
    pub const fn insert(&mut self, seat: Seat) {
        self.0 |= 1 << seat.0;
    }

    /// Takes a seat out.
    pub const fn remove(&mut self, seat: Seat) {
        self.0 &= !(1 << seat.0);
    }

    /// How many seats are in it.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether no seat is in it.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The next member clockwise after `seat`, which need not be a member
    /// itself; `seat` again when it is the only one.
    ///
    /// # Panics
    /// When the set is empty.
    pub const fn after(self, seat: Seat) -> Seat {
        assert!(self.0 != 0, "no seat to go to");
        // Members above the seat come first, then the round trip from 0.
        let above = self.0 & (0xfe_u8 << seat.0);
        let from = if above != 0 { above } else { self.0 };
        Seat(from.trailing_zeros() as u8)
    }

    /// `seat` itself when it is a member, else the next member clockwise.
    pub const fn at_or_after(self, seat: Seat) -> Seat {
        if seat.is_in(self) {
            seat
        } else {
            self.after(seat)
        }
    }

    /// The members in turn order from seat 0.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        let mut left = self.0;
        core::iter::from_fn(move || {
            if left == 0 {
                return None;
            }
            let seat = Seat(left.trailing_zeros() as u8);
            left &= left - 1;
            Some(seat)
        })
    }
}

/// One value per seat, indexed by [`Seat`] only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BySeat<T>(ArrayVec<T, MAX_SEATS>);

impl<T> BySeat<T> {
    /// A value for each of `seats` positions.
    ///
    /// # Panics
    /// With more than [`MAX_SEATS`] seats.
    pub fn from_fn(seats: usize, mut value: impl FnMut(Seat) -> T) -> Self {
        Self((0..seats).map(|index| value(Seat::new(index))).collect())
    }

    /// How many seats there are.
    pub fn seats(&self) -> usize {
        self.0.len()
    }

    /// The values in turn order.
    pub fn values(&self) -> &[T] {
        &self.0
    }

    /// The values in turn order, to be changed.
    pub fn values_mut(&mut self) -> &mut [T] {
        &mut self.0
    }

    /// The values with their seats.
    pub fn iter(&self) -> impl Iterator<Item = (Seat, &T)> {
        self.0
            .iter()
            .enumerate()
            .map(|(index, value)| (Seat::new(index), value))
    }

    /// Another value per seat, made of this one.
    pub fn map<U>(&self, mut value: impl FnMut(Seat, &T) -> U) -> BySeat<U> {
        BySeat(self.iter().map(|(seat, old)| value(seat, old)).collect())
    }
}

impl<T> Index<Seat> for BySeat<T> {
    type Output = T;
    fn index(&self, seat: Seat) -> &T {
        &self.0[seat.index()]
    }
}

impl<T> IndexMut<Seat> for BySeat<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[seat.index()]
    }
}

impl<T> From<Vec<T>> for BySeat<T> {
    /// # Panics
    /// With more than [`MAX_SEATS`] values.
    fn from(values: Vec<T>) -> Self {
        Self(values.into_iter().collect())
    }
}

/// How a seat finished: 1 is best, equal seats share the better place and the
/// next place is skipped (1, 2, 2, 4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place(pub u8);

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clockwise_steps() {
        let mut set = SeatSet::first(4);
        set.remove(Seat::new(2));
        for (from, to) in [(0, 1), (1, 3), (2, 3), (3, 0)] {
            assert_eq!(set.after(Seat::new(from)), Seat::new(to), "after {from}");
        }
        assert_eq!(set.at_or_after(Seat::new(1)), Seat::new(1));
        assert_eq!(set.at_or_after(Seat::new(2)), Seat::new(3));
        assert_eq!(SeatSet::first(8).len(), 8);
        assert_eq!(SeatSet::first(8).after(Seat::new(7)), Seat::new(0));
        assert_eq!(set.iter().map(Seat::index).collect::<Vec<_>>(), [0, 1, 3]);
    }

    #[test]
    fn people_count_from_one() {
        assert_eq!(alloc::format!("{} {}", Seat::new(0), Place(1)), "1 1");
    }
}
