//! Who sits where: the seatings of one table.

use super::bot_id::{BotId, Lineup, MAX_SEATS};

/// n! for every n up to the largest table.
const FACTORIALS: [u64; MAX_SEATS + 1] = [1, 1, 2, 6, 24, 120, 720, 5040, 40320];

/// How the bots of a table take turns in its seats.
///
/// A seating is numbered by its rotation. It depends on the bots' order in the
/// roster and on nothing else about them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seating {
    /// As many rotations as seats, in which each bot sits in each seat once.
    ///
    /// The bots sit in a circle and the circle turns. Of the (k-1)! circles of k
    /// bots each block uses the next, the first bot fixed and the others in
    /// lexicographic order. Over that many blocks every bot precedes every other
    /// equally often.
    Cyclic,
    /// Every order of the bots, in lexicographic order: k! rotations for k seats.
    All,
    /// One rotation: roster order.
    None,
}

impl Seating {
    /// All of them.
    pub const EVERY: [Self; 3] = [Self::Cyclic, Self::All, Self::None];

    /// Its name in run files.
    pub fn word(self) -> &'static str {
        match self {
            Self::Cyclic => "cyclic",
            Self::All => "all",
            Self::None => "none",
        }
    }

    /// How many seatings each table of `seats` bots gets per block.
    ///
    /// # Panics
    /// With more than eight seats.
    pub fn rotations(self, seats: usize) -> u64 {
        match self {
            Self::Cyclic => seats as u64,
            Self::All => FACTORIALS[seats],
            Self::None => 1,
        }
    }

    /// After how many blocks every seating has had its turn.
    ///
    /// # Panics
    /// Without a seat, and with more than eight.
    pub fn period(self, seats: usize) -> u64 {
        match self {
            Self::Cyclic => FACTORIALS[seats - 1],
            Self::All | Self::None => 1,
        }
    }

    /// The bots by seat, given a table in roster order. `rotation` is less than
    /// [`rotations`](Self::rotations).
    pub(super) fn seat(self, table: &Lineup, block: u64, rotation: u64) -> Lineup {
        let mut lineup = table.clone();
        match self {
            Self::Cyclic => {
                permute(&mut lineup[1..], block % self.period(table.len()));
                // Below the number of seats, so it fits.
                lineup.rotate_left(rotation as usize);
            }
            Self::All => permute(&mut lineup, rotation),
            Self::None => {}
        }
        lineup
    }
}

/// Turns an ascending list into its permutation of this lexicographic rank.
fn permute(list: &mut [BotId], mut rank: u64) {
    for first in 0..list.len() {
        let orders = FACTORIALS[list.len() - 1 - first];
        // At most the number of elements after `first`.
        let chosen = first + (rank / orders) as usize;
        rank %= orders;
        list[first..=chosen].rotate_right(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(seats: u32) -> Lineup {
        (0..seats).map(|i| BotId::new(10 * i + 3)).collect()
    }

    fn lineups(seating: Seating, seats: u32, block: u64) -> Vec<Lineup> {
        (0..seating.rotations(seats as usize))
            .map(|rotation| seating.seat(&table(seats), block, rotation))
            .collect()
    }

    #[test]
    fn all_is_every_order_in_lexicographic_order() {
        for seats in 2..=8 {
            let lineups = lineups(Seating::All, seats, 5);
            assert_eq!(lineups[0], table(seats));
            assert!(lineups.windows(2).all(|pair| pair[0] < pair[1]));
            for mut lineup in lineups {
                lineup.sort_unstable();
                assert_eq!(lineup, table(seats));
            }
        }
    }

    #[test]
    fn none_is_roster_order() {
        assert_eq!(lineups(Seating::None, 5, 9), [table(5)]);
    }

    #[test]
    fn a_cyclic_rotation_moves_every_bot_one_seat_down() {
        let bots = table(4);
        let by_seat =
            |order: [usize; 4]| -> Lineup { order.map(|i| bots[i]).into_iter().collect() };
        // Block 0 uses circle 0 1 2 3, block 1 uses 0 1 3 2, block 5 uses 0 3 2 1.
        let expected = [
            (0, [0, 1, 2, 3], [1, 2, 3, 0]),
            (1, [0, 1, 3, 2], [1, 3, 2, 0]),
            (5, [0, 3, 2, 1], [3, 2, 1, 0]),
            (6, [0, 1, 2, 3], [1, 2, 3, 0]),
        ];
        for (block, first, second) in expected {
            let lineups = lineups(Seating::Cyclic, 4, block);
            assert_eq!(lineups[0], by_seat(first), "block {block}");
            assert_eq!(lineups[1], by_seat(second), "block {block}");
        }
    }

    #[test]
    fn cyclic_is_fair_to_seats_in_a_block_and_to_neighbours_in_a_period() {
        for seats in 2..=7_u32 {
            let k = seats as usize;
            let period = Seating::Cyclic.period(k);
            let mut before = vec![vec![0_u64; k]; k];
            let mut follows = vec![vec![0_u64; k]; k];
            let bots = table(seats);
            let position = |bot| bots.iter().position(|other| *other == bot).unwrap();
            for block in 0..period {
                let mut sat = vec![vec![0; k]; k];
                for lineup in lineups(Seating::Cyclic, seats, block) {
                    for seat in 0..k {
                        let bot = position(lineup[seat]);
                        sat[bot][seat] += 1;
                        follows[bot][position(lineup[(seat + 1) % k])] += 1;
                        for later in seat + 1..k {
                            before[bot][position(lineup[later])] += 1;
                        }
                    }
                }
                assert!(sat.iter().flatten().all(|times| *times == 1));
            }
            for a in 0..k {
                for b in (0..k).filter(|b| *b != a) {
                    // k rotations a block, half of them with a before b.
                    assert_eq!(before[a][b] * 2, period * k as u64);
                    assert_eq!(follows[a][b] * (k as u64 - 1), period * k as u64);
                }
            }
        }
    }
}
