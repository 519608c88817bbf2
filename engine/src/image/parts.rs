//! What the views of all games are made of.

use crate::seat::{MAX_SEATS, Seat};

/// A seat's number, from 1; 0 for nobody.
#[inline]
pub(crate) fn number(seat: Option<Seat>) -> u8 {
    seat.map_or(0, |seat| seat.index() as u8 + 1)
}

/// The seat with a number, at a table of so many. `None` where there is none such.
#[inline]
pub(crate) fn seat(number: u8, seats: usize) -> Option<Seat> {
    let index = usize::from(number).checked_sub(1)?;
    (index < seats).then(|| Seat::new(index))
}

/// Seats of a table, where there can be so many.
#[inline]
pub(crate) fn seats(number: u8) -> Option<usize> {
    let seats = usize::from(number);
    (1..=MAX_SEATS).contains(&seats).then_some(seats)
}
