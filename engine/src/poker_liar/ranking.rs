//! The order of all hands, and their numbers both ways.

use super::hand::{Hand, MAX_CUP, MAX_FACES};
use super::rules::{Rules, Straights};
use alloc::vec::Vec;

/// What kind of hand it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Category {
    /// All faces differ, and they are no straight.
    NoPair,
    /// Two of a face.
    OnePair,
    /// Two of a face, twice.
    TwoPairs,
    /// Three of a face.
    Three,
    /// All dice, at least three, in a row of neighbouring faces.
    Straight,
    /// Three of a face and two of another.
    FullHouse,
    /// Four of a face.
    Four,
    /// Five of a face.
    Five,
}

/// Distinct hands of five dice with six faces.
const MOST: usize = 252;

/// `WAYS[n][k]`: multisets of `k` dice whose faces are below `n`, that is
/// n + k - 1 over k.
const WAYS: [[u8; MAX_CUP + 1]; MAX_FACES as usize + 1] = {
    let mut ways = [[0; MAX_CUP + 1]; MAX_FACES as usize + 1];
    let mut n = 0;
    while n <= MAX_FACES as usize {
        ways[n][0] = 1;
        let mut k = 1;
        while n > 0 && k <= MAX_CUP {
            // Without the highest face, or with one die more of it.
            ways[n][k] = ways[n - 1][k] + ways[n][k - 1];
            k += 1;
        }
        n += 1;
    }
    ways
};

/// All hands of a cup in their order. Ranks count from 0, the lowest hand; with
/// five dice and six faces they are the 252 of a strict total order.
///
/// ```
/// use dudo_engine::poker_liar::{Claim, Ranking, Rules};
/// let ranking = Ranking::new(&Rules::default());
/// let claim = |text: &str| ranking.rank(&text.parse::<Claim>().unwrap().0).unwrap();
/// assert_eq!(ranking.len(), 252);
/// assert!(claim("QQQ99") > claim("JJJAA"));
/// assert_eq!(claim("AAAAA"), 251);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ranking {
    /// Hands by rank.
    hands: Vec<Hand>,
    /// Ranks by [`number`].
    ranks: [u8; MOST],
    straights: bool,
    /// Worth of the lowest face.
    lowest: u8,
}

impl Ranking {
    /// The order under these rules.
    pub fn new(rules: &Rules) -> Self {
        let lowest = MAX_FACES - rules.faces;
        let straights = rules.straights != Straights::None;
        let mut hands = Vec::new();
        gather(&mut hands, Hand::empty(rules.dice), rules.cup, lowest);
        hands.sort_by_key(|hand| {
            let category = category(hand, straights);
            let class = match (category, rules.straights) {
                // One step up, past the full house below and short of the four.
                (Category::Straight, Straights::AboveFull) => 2 * Category::FullHouse as u8 + 1,
                _ => 2 * category as u8,
            };
            (class, hand.grouped())
        });
        let mut ranks = [0; MOST];
        for (rank, hand) in hands.iter().enumerate() {
            ranks[number(hand, lowest)] = rank as u8;
        }
        Self {
            hands,
            ranks,
            straights,
            lowest,
        }
    }

    /// How many hands there are; at most 252.
    pub const fn len(&self) -> u16 {
        self.hands.len() as u16
    }

    /// Whether there are none, which is never so.
    pub const fn is_empty(&self) -> bool {
        self.hands.is_empty()
    }

    /// The rank of a hand, if these dice can show it.
    pub fn rank(&self, hand: &Hand) -> Option<u8> {
        let first = self.hands.first()?;
        let ours = hand.dice() == first.dice()
            && hand.pips() == first.pips()
            && hand.worths().iter().all(|&worth| worth >= self.lowest);
        ours.then(|| self.ranks[number(hand, self.lowest)])
    }

    /// The rank of a hand that is known to be of these dice.
    pub(super) fn rank_of(&self, hand: &Hand) -> u8 {
        self.ranks[number(hand, self.lowest)]
    }

    /// The hand with a rank below [`Ranking::len`].
    ///
    /// # Panics
    /// With a rank that is too high.
    pub fn hand(&self, rank: u8) -> Hand {
        self.hands[usize::from(rank)]
    }

    /// The hand with a rank, if there is one.
    pub(super) fn get(&self, rank: u8) -> Option<&Hand> {
        self.hands.get(usize::from(rank))
    }

    /// The rank of the highest hand.
    pub const fn top(&self) -> u8 {
        (self.hands.len() - 1) as u8
    }

    /// What kind of hand it is here.
    pub fn category(&self, hand: &Hand) -> Category {
        category(hand, self.straights)
    }

    /// B4.3: a claim cut short means the lowest hand that contains it, so
    /// that a pair of kings is `KKJT9`. `None` when no hand does. The engine
    /// takes full claims only; this is for those who talk to people.
    pub fn lowest_with(&self, part: &Hand) -> Option<u8> {
        let contains =
            |hand: &Hand| (0..MAX_FACES).all(|worth| hand.showing(worth) >= part.showing(worth));
        let rank = self.hands.iter().position(contains)?;
        (part.pips() == self.hands[rank].pips()).then_some(rank as u8)
    }
}

/// All hands that begin with this one and go on downwards.
fn gather(hands: &mut Vec<Hand>, begun: Hand, cup: u8, lowest: u8) {
    if begun.dice() == cup {
        hands.push(begun);
        return;
    }
    let highest = begun.worths().last().map_or(MAX_FACES - 1, |&worth| worth);
    for worth in lowest..=highest {
        let mut longer = begun;
        longer.add(worth);
        gather(hands, longer, cup, lowest);
    }
}

/// A perfect index of multisets of one size: the multisets that come before
/// one, compared by their highest die, then the next.
fn number(hand: &Hand, lowest: u8) -> usize {
    let mut number = 0;
    let mut left = hand.worths().len();
    for &worth in hand.worths() {
        number += usize::from(WAYS[usize::from(worth - lowest)][left]);
        left -= 1;
    }
    number
}

fn category(hand: &Hand, straights: bool) -> Category {
    let worths = hand.worths();
    let mut groups = (0..MAX_FACES).map(|worth| hand.showing(worth));
    let most = groups.clone().max().unwrap_or(0);
    let pairs = groups.by_ref().filter(|&dice| dice == 2).count();
    match (most, pairs) {
        (5, _) => Category::Five,
        (4, _) => Category::Four,
        (3, 0) => Category::Three,
        (3, _) => Category::FullHouse,
        (2, 1) => Category::OnePair,
        (2, _) => Category::TwoPairs,
        _ if straights && worths.len() >= 3 && in_a_row(worths) => Category::Straight,
        _ => Category::NoPair,
    }
}

fn in_a_row(worths: &[u8]) -> bool {
    worths.windows(2).all(|pair| pair[0] == pair[1] + 1)
}
