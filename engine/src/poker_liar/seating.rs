//! The throw for the turn order.

use super::hand::{Face, MAX_FACES};
use super::notation::Event;
use super::rules::Rules;
use crate::dice::Dice;
use crate::game::Sitting;
use crate::seat::{MAX_SEATS, Seat, SeatSet};
use arrayvec::ArrayVec;

/// Who sits to the left of whom: seats in turn order, the first to play in the
/// first game of a session first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Circle(ArrayVec<Seat, MAX_SEATS>);

/// A tie that lasts so many throws (with two faces and eight seats fewer than
/// one session in 10^28) is settled by the order of the seats.
const ATTEMPTS: u64 = 100;

impl Circle {
    /// The order of the seats.
    pub fn of_seats(seats: usize) -> Self {
        Self((0..seats).map(Seat::new).collect())
    }

    /// B1.4, B4.9b-11: each throws one die, the highest plays first, the next
    /// highest sits to his left. Who is tied throws again, to settle that tie
    /// alone. Throw `t` of seat `s` is at position `t * seats + s` of the
    /// seating dice of the session's first deal. Every throw is told.
    pub(super) fn thrown(
        rules: &Rules,
        sitting: &Sitting,
        dice: &mut Dice,
        mut tell: impl FnMut(Seat, Event),
    ) -> Self {
        let seats = sitting.seats;
        let lowest = MAX_FACES - rules.faces;
        // For each seat: how many seats are known to come before it. Seats
        // with the same number are tied.
        let mut before = [0usize; MAX_SEATS];
        for attempt in 0..ATTEMPTS {
            let mut tied = SeatSet::EMPTY;
            for seat in SeatSet::first(seats).iter() {
                let same = |&other: &usize| other == before[seat.index()];
                if before[..seats].iter().filter(|other| same(other)).count() > 1 {
                    tied.insert(seat);
                }
            }
            if tied.is_empty() {
                break;
            }
            let mut worths = [0u32; MAX_SEATS];
            let sides = u32::from(rules.faces);
            let row = attempt * seats as u64;
            if tied.len() == seats {
                let mut seat = 0;
                dice.throw_for_session(sitting, row, seats, sides, |shown| {
                    worths[seat] = shown;
                    seat += 1;
                });
            } else {
                for seat in tied.iter() {
                    let index = seat.index();
                    dice.throw_for_session(sitting, row + index as u64, 1, sides, |shown| {
                        worths[index] = shown;
                    });
                }
            }
            for seat in tied.iter() {
                let worth = lowest + worths[seat.index()] as u8;
                let pips = rules.dice;
                tell(seat, Event::Throw(Face { worth, pips }));
            }
            let rank = before;
            for seat in tied.iter() {
                before[seat.index()] += tied
                    .iter()
                    .filter(|other| rank[other.index()] == rank[seat.index()])
                    .filter(|other| worths[other.index()] > worths[seat.index()])
                    .count();
            }
        }
        let mut circle = Self::of_seats(seats);
        circle.0.sort_by_key(|seat| before[seat.index()]);
        circle
    }

    /// Adds the seat that is next in turn.
    pub(super) fn push(&mut self, seat: Seat) {
        self.0.push(seat);
    }

    /// The seat that plays first in a game with this number in its session:
    /// the start moves one to the left after each (B1.5).
    pub fn first(&self, game: u64) -> Seat {
        self.0[(game % self.0.len() as u64) as usize]
    }

    /// The next of `seats` to the left of `seat`, which need not be one of
    /// them; `seat` again when it is the only one.
    pub fn left_of(&self, seat: Seat, seats: SeatSet) -> Seat {
        let at = self.0.iter().position(|&other| other == seat).unwrap_or(0);
        let (before, after) = self.0.split_at(at + 1);
        let mut others = after.iter().chain(before).copied();
        others.find(|other| other.is_in(seats)).unwrap_or(seat)
    }

    /// The seats in turn order.
    pub fn seats(&self) -> &[Seat] {
        &self.0
    }
}
