//! One row of a log.

use super::{BotId, MOST_SEATS};

/// One playing, as `games.csv` tells it, checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Row {
    /// Which dice, from 0.
    pub deal: u64,
    /// Which set of bots, from 0.
    pub table: u64,
    /// Which seating of the table, from 0.
    pub rotation: u64,
    /// Table size, 2 to 8.
    pub seats: usize,
    /// Rounds played, where the log says it.
    pub rounds: Option<u64>,
    /// Actions taken, where the log says it.
    pub actions: Option<u64>,
    pub(super) bots: [BotId; MOST_SEATS],
    pub(super) places: [u8; MOST_SEATS],
    pub(super) faulted: u8,
    pub(super) withdrawn: bool,
}

impl Row {
    /// The bots by seat.
    #[must_use]
    pub fn bots(&self) -> &[BotId] {
        &self.bots[..self.seats]
    }

    /// The places by seat, 1 best; empty when a withdrawn bot sat there, so
    /// that the game was never played.
    #[must_use]
    pub fn places(&self) -> &[u8] {
        if self.withdrawn {
            &[]
        } else {
            &self.places[..self.seats]
        }
    }

    /// The seats whose bot faulted: bit s for seat s, from 0.
    #[must_use]
    pub fn faulted(&self) -> u8 {
        self.faulted
    }

    /// The same row where bot `i` has the number `map[i]`.
    pub(crate) fn renumbered(mut self, map: &[BotId]) -> Self {
        for bot in &mut self.bots[..self.seats] {
            *bot = map[bot.index()];
        }
        self
    }

    /// Whether a withdrawn bot sat at the table: no rating counts the row.
    #[must_use]
    pub fn withdrawn(&self) -> bool {
        self.withdrawn
    }
}

/// Whether these are places: 1 is best, ties share the better place and the
/// next is skipped, so a place is one more than the number of better ones.
pub(crate) fn well_formed(places: &[u8]) -> bool {
    places.iter().all(|&place| {
        let better = places.iter().filter(|&&other| other < place).count();
        usize::from(place) == better + 1
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places() {
        for (places, fine) in [
            (&[1, 2][..], true),
            (&[1, 1], true),
            (&[2, 1, 3], true),
            (&[1, 3, 1], true),
            (&[2, 2, 1], true),
            (&[1, 2, 2], true),
            (&[2, 2], false),
            (&[1, 2, 1], false),
            (&[0, 1], false),
            (&[1, 2, 4], false),
            (&[1, 3], false),
        ] {
            assert_eq!(well_formed(places), fine, "{places:?}");
        }
    }
}
