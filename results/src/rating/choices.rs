//! What is kept of whole orders: which sets of bots remained, and how often.
//!
//! The likelihood of an order is the sum of the strengths of those who were
//! chosen, less the logarithm of the sum over each set that was chosen from
//! (Plackett 1975; Luce 1959). Orders with the same sets are the same data, so
//! sets are counted and orders are not.

use super::by_size::reach;
use super::counts::{BUCKETS, Game};
use crate::log::{BotId, MOST_SEATS};

/// More sets than this are not kept: by then the pairs say nearly as much.
pub(crate) const MOST_SETS: usize = 1_000_000;
/// Why orders were not kept.
pub(crate) fn too_many() -> String {
    format!(
        "more than {} different sets of bots remained at these tables, and no more are kept",
        crate::report::grouped(MOST_SETS as u128)
    )
}

/// With more sets than on the left there are as many buckets as on the right,
/// so that no log takes more than about 100 MB here.
const FEWER_BUCKETS: [(usize, usize); 2] = [(1 << 14, 32), (1 << 17, 8)];
/// Bits of a bot's number in a key: eight bots, a mask and a kind fill 122.
const BOT_BITS: u32 = 14;

/// What a set was chosen from, and what for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    /// A whole table; the mask says who shared first place.
    Table,
    /// Those still in when the next was out; the mask, if not 0, says who was
    /// out together.
    Alive,
    /// Those without a place yet, best first; the mask as before.
    Left,
    /// A whole table whose last place was shared; the mask says by whom.
    TableShared,
}

const KINDS: [Kind; 4] = [Kind::Table, Kind::Alive, Kind::Left, Kind::TableShared];

impl Kind {
    /// From its number.
    pub(crate) fn from_number(number: u64) -> Option<Self> {
        KINDS.get(usize::try_from(number).ok()?).copied()
    }
}

/// A set with its mask over the members in ascending order of numbers.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Set {
    pub(crate) kind: Kind,
    pub(crate) members: Vec<BotId>,
    pub(crate) mask: u8,
}

/// How often a bot was the next one out, the next one placed, and first.
pub(crate) type Chosen = [u64; 3];

#[derive(Clone, Debug, Default)]
struct Bucket {
    /// By set.
    sets: Vec<u64>,
    /// By bot.
    chosen: Vec<Chosen>,
}

/// Counts of sets. Sums cannot overflow: `Counts` takes no more than
/// 2^64 / 840 games.
#[derive(Clone, Debug)]
pub(crate) struct Choices {
    keys: Vec<u128>,
    /// Open addressing: a number plus one, 0 for a free place; at least half
    /// of it is free.
    slots: Vec<u32>,
    buckets: Vec<Bucket>,
    full: bool,
}

impl Choices {
    pub(crate) fn new() -> Self {
        Self {
            keys: Vec::new(),
            slots: Vec::new(),
            buckets: vec![Bucket::default(); BUCKETS as usize],
            full: false,
        }
    }

    /// Whether there were too many sets to keep.
    pub(crate) fn is_full(&self) -> bool {
        self.full
    }

    /// How many groups the clusters are in: 256, 32 or 8.
    pub(crate) fn buckets(&self) -> usize {
        self.buckets.len()
    }

    /// Every set with its number.
    pub(crate) fn sets(&self) -> impl Iterator<Item = (usize, Set)> {
        self.keys.iter().map(|&key| unpack(key)).enumerate()
    }

    /// How often a set occurred in a bucket.
    pub(crate) fn set(&self, bucket: usize, set: usize) -> u64 {
        let sets = &self.buckets[bucket].sets;
        sets.get(set).copied().unwrap_or_default()
    }

    /// How often a bot was chosen in a bucket.
    pub(crate) fn chosen(&self, bucket: usize, bot: BotId) -> Chosen {
        let chosen = &self.buckets[bucket].chosen;
        chosen.get(bot.index()).copied().unwrap_or_default()
    }

    /// Adds a well-formed game of three or more. (Two are a pair, and pairs are
    /// counted elsewhere.)
    pub(crate) fn add(&mut self, game: &Game<'_>, times: u64) {
        if self.full {
            return;
        }
        let seats = game.bots.len();
        let mut table = [(BotId::default(), 0); MOST_SEATS];
        for (at, (&bot, &place)) in game.bots.iter().zip(game.places).enumerate() {
            let mut to = at;
            while to > 0 && table[to - 1].0 > bot {
                table[to] = table[to - 1];
                to -= 1;
            }
            table[to] = (bot, place);
        }
        let table = &table[..seats];
        let bucket = (game.cluster % BUCKETS) as usize;
        let winners = mask(table, 1);
        if winners.count_ones() as usize == seats {
            // Nobody was chosen before anybody.
            return;
        }
        self.event(bucket, Kind::Table, table, winners, times);
        for &(bot, place) in table {
            if place == 1 {
                self.choose(bucket, bot, [0, times, times]);
            }
        }
        // From the last place up: who is out next?
        let mut left = [(BotId::default(), 0); MOST_SEATS];
        left[..seats].copy_from_slice(table);
        let mut count = seats;
        while count > 0 {
            let worst = left[..count].iter().map(|&(_, p)| p).max().unwrap_or(0);
            let out = mask(&left[..count], worst);
            if out.count_ones() as usize == count {
                break;
            }
            let shared = if out.count_ones() > 1 { out } else { 0 };
            if count < seats {
                self.event(bucket, Kind::Alive, &left[..count], shared, times);
            } else if shared != 0 {
                self.event(bucket, Kind::TableShared, &left[..count], shared, times);
            }
            for &(bot, place) in table {
                if place == worst {
                    self.choose(bucket, bot, [times, 0, 0]);
                }
            }
            count = keep(&mut left, count, |place| place != worst);
        }
        // From the first place down: who comes next?
        left[..seats].copy_from_slice(table);
        count = keep(&mut left, seats, |place| place != 1);
        while count > 0 {
            let best = left[..count].iter().map(|&(_, p)| p).min().unwrap_or(0);
            let next = mask(&left[..count], best);
            if next.count_ones() as usize == count {
                break;
            }
            let shared = if next.count_ones() > 1 { next } else { 0 };
            self.event(bucket, Kind::Left, &left[..count], shared, times);
            for &(bot, place) in table {
                if place == best {
                    self.choose(bucket, bot, [0, times, 0]);
                }
            }
            count = keep(&mut left, count, |place| place != best);
        }
    }

    fn event(&mut self, bucket: usize, kind: Kind, members: &[(BotId, u8)], mask: u8, times: u64) {
        let bots = members.iter().map(|&(bot, _)| bot);
        match pack(kind, bots, mask) {
            Some(key) => self.count(bucket, key, times),
            None => self.give_up(),
        }
    }

    fn count(&mut self, bucket: usize, key: u128, times: u64) {
        if self.full {
            return;
        }
        let set = self.number(key);
        if !self.full {
            let bucket = bucket % self.buckets.len();
            *reach(&mut self.buckets[bucket].sets, set) += times;
        }
    }

    fn choose(&mut self, bucket: usize, bot: BotId, times: Chosen) {
        let bucket = bucket % self.buckets.len();
        let chosen = reach(&mut self.buckets[bucket].chosen, bot.index());
        for (sum, times) in chosen.iter_mut().zip(times) {
            *sum += times;
        }
    }

    /// The number of a set, which is added when it is new.
    fn number(&mut self, key: u128) -> usize {
        if 2 * (self.keys.len() + 1) > self.slots.len() {
            self.slots = vec![0; (8 * (self.keys.len() + 1)).next_power_of_two()];
            for at in 0..self.keys.len() {
                let slot = self.slot(self.keys[at]);
                self.slots[slot] = at as u32 + 1;
            }
        }
        let slot = self.slot(key);
        if self.slots[slot] == 0 {
            if self.keys.len() == MOST_SETS {
                self.give_up();
                return 0;
            }
            self.keys.push(key);
            self.slots[slot] = self.keys.len() as u32;
            for (sets, buckets) in FEWER_BUCKETS {
                if self.keys.len() > sets {
                    self.fold(buckets);
                }
            }
        }
        self.slots[slot] as usize - 1
    }

    /// Where a key is, or the free place where it belongs.
    fn slot(&self, key: u128) -> usize {
        let mask = self.slots.len() - 1;
        let folded = (key as u64) ^ ((key >> 64) as u64).rotate_left(29);
        let mut at = (folded.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 20) as usize & mask;
        while let Some(before) = self.slots[at].checked_sub(1) {
            if self.keys[before as usize] == key {
                break;
            }
            at = (at + 1) & mask;
        }
        at
    }

    /// Puts the clusters into fewer groups. What comes out depends on how many
    /// sets there are in the end, not on when they came.
    fn fold(&mut self, buckets: usize) {
        while self.buckets.len() > buckets {
            let Some(last) = self.buckets.pop() else {
                return;
            };
            let into = &mut self.buckets[..];
            let to = into.len() % buckets;
            for (set, times) in last.sets.into_iter().enumerate() {
                if times > 0 {
                    *reach(&mut into[to].sets, set) += times;
                }
            }
            for (bot, times) in last.chosen.into_iter().enumerate() {
                let chosen = reach(&mut into[to].chosen, bot);
                for (sum, times) in chosen.iter_mut().zip(times) {
                    *sum += times;
                }
            }
        }
    }

    fn give_up(&mut self) {
        *self = Self::new();
        self.full = true;
    }

    /// Adds the counts of another log whose bot `i` is `map[i]` here.
    pub(crate) fn merge(&mut self, other: &Self, map: &[BotId]) {
        if self.full || other.full {
            self.give_up();
            return;
        }
        for (number, set) in other.sets() {
            let mut members: Vec<(BotId, bool)> = Vec::with_capacity(set.members.len());
            for (at, bot) in set.members.iter().enumerate() {
                members.push((map[bot.index()], set.mask >> at & 1 == 1));
            }
            members.sort_unstable();
            let bits = members.iter().enumerate();
            let mask = bits.fold(0, |mask, (at, &(_, on))| mask | u8::from(on) << at);
            let Some(key) = pack(set.kind, members.iter().map(|&(bot, _)| bot), mask) else {
                self.give_up();
                return;
            };
            for bucket in 0..other.buckets() {
                let times = other.set(bucket, number);
                if times > 0 {
                    self.count(bucket, key, times);
                }
            }
        }
        if self.full {
            return;
        }
        self.fold(other.buckets());
        for bucket in 0..other.buckets() {
            for (bot, &mine) in map.iter().enumerate() {
                let chosen = other.chosen(bucket, BotId::new(bot));
                if chosen != [0; 3] {
                    self.choose(bucket, mine, chosen);
                }
            }
        }
    }

    /// Puts back what [`sets`](Self::sets) and the like have told.
    pub(crate) fn restore_set(&mut self, bucket: usize, set: &Set, times: u64) -> Option<()> {
        let key = pack(set.kind, set.members.iter().copied(), set.mask)?;
        self.count(bucket, key, times);
        Some(())
    }

    /// As [`restore_set`](Self::restore_set), for a bot.
    pub(crate) fn restore_chosen(&mut self, bucket: usize, bot: BotId, times: Chosen) {
        self.choose(bucket, bot, times);
    }

    /// Moves every bucket on by so many.
    pub(crate) fn shift(&mut self, by: usize) {
        let buckets = self.buckets.len();
        self.buckets.rotate_right(by % buckets);
    }

    /// As after too many sets.
    pub(crate) fn restore_full(&mut self) {
        self.give_up();
    }
}

/// The bots with this place, as bits.
fn mask(table: &[(BotId, u8)], place: u8) -> u8 {
    let bits = table.iter().enumerate();
    bits.fold(0, |mask, (at, &(_, own))| {
        mask | u8::from(own == place) << at
    })
}

/// Keeps those with such a place; how many are left.
fn keep(table: &mut [(BotId, u8)], count: usize, wanted: impl Fn(u8) -> bool) -> usize {
    let mut kept = 0;
    for at in 0..count {
        if wanted(table[at].1) {
            table[kept] = table[at];
            kept += 1;
        }
    }
    kept
}

/// A set in one number; `None` beyond 16,382 bots.
fn pack(kind: Kind, members: impl Iterator<Item = BotId>, mask: u8) -> Option<u128> {
    let mut key = (kind as u128) << 8 | u128::from(mask);
    for bot in members {
        let number = bot.index() as u128 + 1;
        if number >= 1 << BOT_BITS {
            return None;
        }
        key = key << BOT_BITS | number;
    }
    Some(key)
}

fn unpack(mut key: u128) -> Set {
    let mut members = Vec::new();
    // A kind and a mask take ten bits; what is longer still holds a bot. Kind
    // and mask are never both 0, for somebody is first at each table.
    while key >= 1 << 10 {
        members.push(BotId::new((key & ((1 << BOT_BITS) - 1)) as usize - 1));
        key >>= BOT_BITS;
    }
    members.reverse();
    Set {
        kind: KINDS[(key >> 8) as usize & 3],
        members,
        mask: key as u8,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rating::random::Random;

    /// So many games of six among many bots, from a seed.
    fn play(choices: &mut Choices, seed: u64, games: u64, bots: usize) {
        let mut random = Random::new(seed);
        for cluster in 0..games {
            let mut seated: Vec<BotId> = Vec::new();
            while seated.len() < 6 {
                let bot = BotId::new(random.below(bots));
                if !seated.contains(&bot) {
                    seated.push(bot);
                }
            }
            let game = Game {
                cluster,
                bots: &seated,
                places: &[1, 2, 3, 4, 5, 6],
                faulted: 0,
            };
            choices.add(&game, 1);
        }
    }

    /// Every number, by sets.
    fn all(choices: &Choices) -> Vec<(Set, usize, u64)> {
        let mut found = Vec::new();
        for (number, set) in choices.sets() {
            for bucket in 0..choices.buckets() {
                found.push((set.clone(), bucket, choices.set(bucket, number)));
            }
        }
        found.sort();
        found
    }

    #[test]
    fn many_sets_have_fewer_buckets_whatever_came_first() {
        for (games, bots, buckets) in [(40, 9, 256), (6_000, 40, 32), (30_000, 300, 8)] {
            let (mut one, mut two) = (Choices::new(), Choices::new());
            play(&mut one, 1, games, bots);
            play(&mut one, 2, games, bots);
            play(&mut two, 2, games, bots);
            play(&mut two, 1, games, bots);
            assert_eq!((one.buckets(), two.buckets()), (buckets, buckets));
            assert_eq!(all(&one), all(&two));
            // Parts that are merged are the whole.
            let (mut left, mut right) = (Choices::new(), Choices::new());
            play(&mut left, 1, games, bots);
            play(&mut right, 2, games, bots);
            let same: Vec<BotId> = (0..bots).map(BotId::new).collect();
            left.merge(&right, &same);
            assert_eq!(all(&left), all(&one));
            for bucket in 0..buckets {
                for &bot in &same {
                    assert_eq!(left.chosen(bucket, bot), one.chosen(bucket, bot));
                }
            }
        }
    }

    #[test]
    fn more_than_a_million_sets_are_not_kept() {
        let mut choices = Choices::new();
        play(&mut choices, 3, 130_000, 500);
        assert!(choices.is_full());
        assert_eq!(choices.sets().count(), 0);
        // And stay away, also through a merge.
        play(&mut choices, 4, 10, 20);
        let mut other = Choices::new();
        play(&mut other, 5, 10, 20);
        let same: Vec<BotId> = (0..500).map(BotId::new).collect();
        other.merge(&choices, &same);
        assert!(other.is_full() && choices.is_full());
        assert!(too_many().contains("1,000,000"));
    }
}
