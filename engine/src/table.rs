//! Pieces that games share: who is still in, and who finished where.

use crate::seat::{BySeat, MAX_SEATS, Place, Seat, SeatSet};

/// Who is still in, and the places of those who are not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Survivors {
    seats: u8,
    alive: SeatSet,
    places: [u8; MAX_SEATS],
}

impl Survivors {
    /// Everybody is in.
    pub const fn new(seats: usize) -> Self {
        Self {
            seats: seats as u8,
            alive: SeatSet::first(seats),
            places: [0; MAX_SEATS],
        }
    }

    /// Those who are in.
    pub const fn alive(&self) -> SeatSet {
        self.alive
    }

    /// Seats at the table, in or out.
    pub const fn seats(&self) -> usize {
        self.seats as usize
    }

    /// A table as it was written down: who is in, and the places of who is out.
    #[inline]
    pub(crate) const fn of(seats: usize, alive: SeatSet, places: [u8; MAX_SEATS]) -> Self {
        Self {
            seats: seats as u8,
            alive,
            places,
        }
    }

    /// The places of who is out, by seat; 0 for who is in.
    #[inline]
    pub(crate) const fn finished(&self) -> [u8; MAX_SEATS] {
        self.places
    }

    /// These go out together: they share the best of the worst places free.
    pub fn out(&mut self, seats: SeatSet) {
        let place = self.alive.len() - seats.len() + 1;
        for seat in seats.iter() {
            self.places[seat.index()] = place as u8;
            self.alive.remove(seat);
        }
    }

    /// The final places: those still in are placed by `worth`, most first,
    /// equal worth shares the better place.
    pub fn places(&self, worth: impl Fn(Seat) -> u32) -> BySeat<Place> {
        BySeat::from_fn(self.seats(), |seat| {
            if !seat.is_in(self.alive) {
                return Place(self.places[seat.index()]);
            }
            let better = self
                .alive
                .iter()
                .filter(|&other| worth(other) > worth(seat))
                .count();
            Place(better as u8 + 1)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;

    fn set(seats: &[usize]) -> SeatSet {
        let mut set = SeatSet::EMPTY;
        for &seat in seats {
            set.insert(Seat::new(seat));
        }
        set
    }

    #[test]
    fn ties_share_the_better_place_and_skip_the_next() {
        for (gone, worth, expected) in [
            (vec![vec![2], vec![0], vec![1]], [1, 1, 1, 1], [3, 2, 4, 1]),
            (vec![vec![1, 3]], [1, 1, 1, 1], [1, 3, 1, 3]),
            (vec![vec![0]], [0, 5, 3, 5], [4, 1, 3, 1]),
            (vec![], [2, 2, 2, 2], [1, 1, 1, 1]),
        ] {
            let mut survivors = Survivors::new(4);
            for seats in &gone {
                survivors.out(set(seats));
            }
            let places = survivors.places(|seat| worth[seat.index()]);
            assert_eq!(
                places
                    .values()
                    .iter()
                    .map(|p| p.0)
                    .collect::<alloc::vec::Vec<_>>(),
                expected,
                "{gone:?}"
            );
        }
    }
}
