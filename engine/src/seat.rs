//! Positions at a table and values kept per position.

use core::fmt;
use core::ops::{Index, IndexMut};

/// The most seats a table can have, in any game.
pub const MAX_SEATS: usize = 8;

/// A position at one table, counted from 0 in turn order (clockwise).
///
/// Prints as the 1-based number that people read: seat 0 is `1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seat(Position);

/// An enum and not a number, so that the compiler knows the range: an array
/// of [`MAX_SEATS`] is indexed unchecked, and `Option<Seat>` is one byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
enum Position {
    S0,
    S1,
    S2,
    S3,
    S4,
    S5,
    S6,
    S7,
}

impl Seat {
    /// The seat at a 0-based position.
    ///
    /// # Panics
    /// When the position is [`MAX_SEATS`] or more.
    #[inline]
    pub const fn new(index: usize) -> Self {
        assert!(index < MAX_SEATS, "a table has at most 8 seats");
        Self::wrapped(index as u32)
    }

    /// The seat at a position, counted round and round. Compiles to a mask.
    #[inline]
    const fn wrapped(index: u32) -> Self {
        Self(match index % MAX_SEATS as u32 {
            0 => Position::S0,
            1 => Position::S1,
            2 => Position::S2,
            3 => Position::S3,
            4 => Position::S4,
            5 => Position::S5,
            6 => Position::S6,
            _ => Position::S7,
        })
    }

    /// The 0-based position.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Whether `self` is one of the seats in a [`SeatSet`].
    #[inline]
    pub const fn is_in(self, set: SeatSet) -> bool {
        set.0 as u32 >> self.index() & 1 == 1
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.index() + 1)
    }
}

/// A set of seats.
// A byte, but worked on in words: a processor that writes the low byte of a
// register waits for whatever the rest of it was computed from before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SeatSet(u8);

impl SeatSet {
    /// The set without members.
    pub const EMPTY: Self = Self(0);

    /// Bit i for seat i.
    #[inline]
    pub(crate) const fn bits(self) -> u8 {
        self.0
    }

    /// The set with these bits.
    #[inline]
    pub(crate) const fn of_bits(bits: u8) -> Self {
        Self(bits)
    }

    /// The set of one seat.
    #[inline]
    pub const fn of(seat: Seat) -> Self {
        Self((1_u32 << seat.index()) as u8)
    }

    /// All of the first `seats` positions.
    #[inline]
    pub const fn first(seats: usize) -> Self {
        Self(((1u16 << seats) - 1) as u8)
    }

    /// Adds a seat.
    #[inline]
    pub const fn insert(&mut self, seat: Seat) {
        self.0 |= Self::of(seat).0;
    }

    /// Takes a seat out.
    #[inline]
    pub const fn remove(&mut self, seat: Seat) {
        self.0 &= !Self::of(seat).0;
    }

    /// How many seats are in it.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether exactly one seat is in it.
    #[inline]
    pub const fn is_single(self) -> bool {
        self.0.is_power_of_two()
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
    #[inline]
    pub const fn after(self, seat: Seat) -> Seat {
        assert!(self.0 != 0, "no seat to go to");
        // Members above the seat come first, then the round trip from 0.
        let all = self.0 as u32;
        let above = all & (0xfe << seat.index());
        let from = if above != 0 { above } else { all };
        Seat::wrapped(from.trailing_zeros())
    }

    /// `seat` itself when it is a member, else the next member clockwise.
    #[inline]
    pub const fn at_or_after(self, seat: Seat) -> Seat {
        if seat.is_in(self) {
            seat
        } else {
            self.after(seat)
        }
    }

    /// The members in turn order from seat 0.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        let mut left = u32::from(self.0);
        core::iter::from_fn(move || {
            if left == 0 {
                return None;
            }
            let seat = Seat::wrapped(left.trailing_zeros());
            left &= left - 1;
            Some(seat)
        })
    }
}

/// One value per seat, indexed by [`Seat`] only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BySeat<T> {
    // As long as the longest table, so that an index needs no check; the
    // values beyond the last seat are defaults that nobody sees.
    values: [T; MAX_SEATS],
    seats: u8,
}

impl<T: Default> BySeat<T> {
    /// A value for each of `seats` positions.
    ///
    /// # Panics
    /// With more than [`MAX_SEATS`] seats.
    pub fn from_fn(seats: usize, mut value: impl FnMut(Seat) -> T) -> Self {
        assert!(seats <= MAX_SEATS, "a table has at most 8 seats");
        let values = core::array::from_fn(|index| {
            if index < seats {
                value(Seat::new(index))
            } else {
                T::default()
            }
        });
        Self {
            values,
            seats: seats as u8,
        }
    }
}

impl<T: Copy + Default> BySeat<T> {
    /// The default for each of `seats` positions.
    ///
    /// # Panics
    /// With more than [`MAX_SEATS`] seats.
    #[inline]
    pub fn defaults(seats: usize) -> Self {
        assert!(seats <= MAX_SEATS, "a table has at most 8 seats");
        Self {
            values: [T::default(); MAX_SEATS],
            seats: seats as u8,
        }
    }

    /// The values in turn order, and defaults behind.
    #[inline]
    pub(crate) const fn padded(&self) -> [T; MAX_SEATS] {
        self.values
    }

    /// The first values for `seats` positions, at most [`MAX_SEATS`].
    #[inline]
    pub(crate) fn of_padded(seats: usize, mut values: [T; MAX_SEATS]) -> Self {
        for (index, value) in values.iter_mut().enumerate() {
            if index >= seats {
                *value = T::default();
            }
        }
        Self {
            values,
            seats: seats as u8,
        }
    }
}

impl<T> BySeat<T> {
    /// How many seats there are.
    #[inline]
    pub const fn seats(&self) -> usize {
        self.seats as usize
    }

    /// The values in turn order.
    #[inline]
    pub fn values(&self) -> &[T] {
        &self.values[..self.seats()]
    }

    /// The values in turn order, to be changed.
    #[inline]
    pub fn values_mut(&mut self) -> &mut [T] {
        &mut self.values[..self.seats as usize]
    }

    /// The values with their seats.
    pub fn iter(&self) -> impl Iterator<Item = (Seat, &T)> {
        self.values()
            .iter()
            .enumerate()
            .map(|(index, value)| (Seat::new(index), value))
    }

    /// Another value per seat, made of this one.
    pub fn map<U: Default>(&self, mut value: impl FnMut(Seat, &T) -> U) -> BySeat<U> {
        BySeat::from_fn(self.seats(), |seat| value(seat, &self[seat]))
    }
}

impl<T> Index<Seat> for BySeat<T> {
    type Output = T;
    #[inline]
    fn index(&self, seat: Seat) -> &T {
        debug_assert!(
            seat.index() < self.seats(),
            "seat {seat} of a table of {}",
            self.seats
        );
        &self.values[seat.index()]
    }
}

impl<T> IndexMut<Seat> for BySeat<T> {
    #[inline]
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        debug_assert!(
            seat.index() < self.seats(),
            "seat {seat} of a table of {}",
            self.seats
        );
        &mut self.values[seat.index()]
    }
}

/// How a seat finished: 1 is best, equal seats share the better place and the
/// next place is skipped (1, 2, 2, 4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place(pub u8);

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

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
