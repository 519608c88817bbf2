//! Counts of the tables of one size.

use super::counts::{BUCKETS, Game, Ties};
use crate::log::BotId;

/// A shared first place divides evenly by any number of bots up to 8.
pub(crate) const WHOLE_WIN: u64 = 840;

/// Comparisons of two bots, and the half-points of the one in the lower seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Cell {
    pub(crate) games: u64,
    pub(crate) points: u64,
}

/// Games of a bot, the part of first places it had in 840ths, and the sum of
/// its places in halves, where tied bots share the mean of theirs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Share {
    pub(crate) games: u64,
    pub(crate) won: u64,
    pub(crate) places: u64,
}

/// What a bot did in one seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    pub(crate) share: Share,
    /// Games won alone.
    pub(crate) wins: u64,
    /// Games whose first place was shared with others.
    pub(crate) shared: u64,
    /// Games in which it faulted.
    pub(crate) faults: u64,
}

#[derive(Clone, Debug, Default)]
struct Bucket {
    /// By pair, order of the two bots, pair of seats.
    cells: Vec<Cell>,
    /// By bot.
    shares: Vec<Share>,
}

/// Counts of the tables of one size. No sum here can overflow, because
/// [`Counts`](super::Counts) takes no more than 2^64 / 840 games. Pairs get their room when they first
/// meet, so that a gauntlet of hundreds of bots stays small.
#[derive(Clone, Debug)]
pub(crate) struct BySize {
    seats: usize,
    /// `slots[high][low]`: the number of the pair plus one, 0 if it never met.
    slots: Vec<Vec<u32>>,
    pairs: u32,
    buckets: Vec<Bucket>,
    /// By bot and seat.
    tallies: Vec<Tally>,
}

impl BySize {
    pub(crate) fn new(seats: usize) -> Self {
        Self {
            seats,
            slots: Vec::new(),
            pairs: 0,
            buckets: vec![Bucket::default(); BUCKETS as usize],
            tallies: Vec::new(),
        }
    }

    pub(crate) fn seats(&self) -> usize {
        self.seats
    }

    /// Pairs of seats.
    fn seat_pairs(&self) -> usize {
        self.seats * (self.seats - 1) / 2
    }

    /// Adds a well-formed game; tells whether any two bots were tied.
    pub(super) fn add(&mut self, game: &Game<'_>, ties: Ties, times: u64) -> bool {
        let bucket = (game.cluster % BUCKETS) as usize;
        let mut tied = false;
        let mut seat_pair = 0;
        for far in 1..self.seats {
            for near in 0..far {
                let points = match game.places[near].cmp(&game.places[far]) {
                    std::cmp::Ordering::Less => Some(2),
                    std::cmp::Ordering::Greater => Some(0),
                    std::cmp::Ordering::Equal => {
                        tied = true;
                        (self.seats == 2 && ties == Ties::Half).then_some(1)
                    }
                };
                if let Some(points) = points {
                    let cell = self.slot(game.bots[near], game.bots[far]) + seat_pair;
                    let cell = reach(&mut self.buckets[bucket].cells, cell);
                    cell.games += times;
                    cell.points += points * times;
                }
                seat_pair += 1;
            }
        }
        let first = game.places.iter().filter(|&&place| place == 1).count() as u64;
        for (seat, &bot) in game.bots.iter().enumerate() {
            let best = game.places[seat] == 1;
            let won = if best { WHOLE_WIN / first * times } else { 0 };
            let share = reach(&mut self.buckets[bucket].shares, bot.index());
            let equal = game.places.iter().filter(|&&p| p == game.places[seat]);
            let place = 2 * u64::from(game.places[seat]) + equal.count() as u64 - 1;
            share.games += times;
            share.won += won;
            share.places += place * times;
            let tally = reach(&mut self.tallies, bot.index() * self.seats + seat);
            tally.share.games += times;
            tally.share.won += won;
            tally.share.places += place * times;
            if best {
                let sum = if first == 1 {
                    &mut tally.wins
                } else {
                    &mut tally.shared
                };
                *sum += times;
            }
            if game.faulted >> seat & 1 == 1 {
                tally.faults += times;
            }
        }
        tied
    }

    /// Where the cells of these two bots begin, `near` in the lower seat.
    fn slot(&mut self, near: BotId, far: BotId) -> usize {
        let high = near.max(far).index();
        let low = near.min(far).index();
        while self.slots.len() <= high {
            self.slots.push(vec![0; self.slots.len()]);
        }
        let slot = &mut self.slots[high][low];
        if *slot == 0 {
            self.pairs += 1;
            *slot = self.pairs;
        }
        let slot = *slot;
        self.offset(slot, near < far)
    }

    fn offset(&self, slot: u32, low_is_near: bool) -> usize {
        (2 * (slot as usize - 1) + usize::from(!low_is_near)) * self.seat_pairs()
    }

    /// Calls `see(near is first, near seat, far seat, cell)` for every cell of
    /// two bots.
    pub(crate) fn cells(
        &self,
        first: BotId,
        second: BotId,
        mut see: impl FnMut(bool, usize, usize, usize),
    ) {
        let high = first.max(second).index();
        let low = first.min(second).index();
        let slot = self.slots.get(high).map_or(0, |row| row[low]);
        if slot == 0 {
            return;
        }
        for near_is_first in [true, false] {
            let start = self.offset(slot, (first < second) == near_is_first);
            let mut seat_pair = 0;
            for far in 1..self.seats {
                for near in 0..far {
                    see(near_is_first, near, far, start + seat_pair);
                    seat_pair += 1;
                }
            }
        }
    }

    /// A cell of one bucket.
    pub(crate) fn cell(&self, bucket: usize, cell: usize) -> Cell {
        let cells = &self.buckets[bucket].cells;
        cells.get(cell).copied().unwrap_or_default()
    }

    /// A cell summed over the buckets.
    pub(crate) fn total(&self, cell: usize) -> Cell {
        let mut total = Cell::default();
        for bucket in 0..self.buckets.len() {
            let part = self.cell(bucket, cell);
            total.games += part.games;
            total.points += part.points;
        }
        total
    }

    /// Games and wins of a bot in one bucket.
    pub(crate) fn share(&self, bucket: usize, bot: BotId) -> Share {
        let shares = &self.buckets[bucket].shares;
        shares.get(bot.index()).copied().unwrap_or_default()
    }

    /// What a bot did in one seat.
    pub(crate) fn tally(&self, bot: BotId, seat: usize) -> Tally {
        let at = bot.index() * self.seats + seat;
        self.tallies.get(at).copied().unwrap_or_default()
    }

    /// Puts back what [`cells`](Self::cells) has told: by the bots in the lower
    /// and the higher seat, and the pair of seats.
    pub(super) fn restore_cell(&mut self, bucket: usize, bots: [BotId; 2], at: usize, cell: Cell) {
        let slot = self.slot(bots[0], bots[1]) + at;
        *reach(&mut self.buckets[bucket].cells, slot) = cell;
    }

    /// Puts back a share.
    pub(super) fn restore_share(&mut self, bucket: usize, bot: BotId, share: Share) {
        *reach(&mut self.buckets[bucket].shares, bot.index()) = share;
    }

    /// Puts back a tally.
    pub(super) fn restore_tally(&mut self, bot: BotId, seat: usize, tally: Tally) {
        *reach(&mut self.tallies, bot.index() * self.seats + seat) = tally;
    }

    /// Moves every bucket on by so many, as if all clusters had numbers so much
    /// higher.
    pub(super) fn shift(&mut self, by: usize) {
        self.buckets.rotate_right(by % BUCKETS as usize);
    }

    /// Adds the counts of another log whose bot `i` is `map[i]` here.
    pub(super) fn merge(&mut self, other: &Self, map: &[BotId]) {
        for (high, row) in other.slots.iter().enumerate() {
            for (low, &slot) in row.iter().enumerate() {
                if slot == 0 {
                    continue;
                }
                for low_is_near in [true, false] {
                    let theirs = other.offset(slot, low_is_near);
                    let mine = if low_is_near {
                        self.slot(map[low], map[high])
                    } else {
                        self.slot(map[high], map[low])
                    };
                    for bucket in 0..self.buckets.len() {
                        for at in 0..self.seat_pairs() {
                            let part = other.cell(bucket, theirs + at);
                            if part.games > 0 {
                                let cell = reach(&mut self.buckets[bucket].cells, mine + at);
                                cell.games += part.games;
                                cell.points += part.points;
                            }
                        }
                    }
                }
            }
        }
        for (bot, &mine) in map.iter().enumerate() {
            for bucket in 0..self.buckets.len() {
                let part = other.share(bucket, BotId::new(bot));
                if part.games > 0 {
                    let share = reach(&mut self.buckets[bucket].shares, mine.index());
                    share.games += part.games;
                    share.won += part.won;
                    share.places += part.places;
                }
            }
            for seat in 0..self.seats {
                let part = other.tally(BotId::new(bot), seat);
                let tally = reach(&mut self.tallies, mine.index() * self.seats + seat);
                tally.share.games += part.share.games;
                tally.share.won += part.share.won;
                tally.share.places += part.share.places;
                tally.wins += part.wins;
                tally.shared += part.shared;
                tally.faults += part.faults;
            }
        }
    }
}

/// The element at an index, with room made for it.
pub(super) fn reach<T: Clone + Default>(list: &mut Vec<T>, at: usize) -> &mut T {
    if list.len() <= at {
        list.resize(at + 1, T::default());
    }
    &mut list[at]
}
