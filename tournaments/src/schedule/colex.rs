//! Numbers for sets of bots.
//!
//! Sets of one size are ordered by their largest element, then by the second
//! largest, and so on: colexicographic order. A set's number in that order
//! depends only on its own elements, so a longer roster adds numbers at the end
//! and changes none. That is why tables in a log are counted this way.

use super::bot_id::{BotId, Lineup};

/// How many sets of `k` there are among `n`, or `None` beyond 64 bits.
pub(super) fn binomial(n: u64, k: u64) -> Option<u64> {
    if k > n {
        return Some(0);
    }
    let k = k.min(n - k);
    let mut sets: u64 = 1;
    for i in 0..k {
        // After this step `sets` is binomial(n, i + 1), so the division is exact.
        sets = match sets.checked_mul(n - i) {
            Some(product) => product / (i + 1),
            None => {
                let wide = u128::from(sets) * u128::from(n - i) / u128::from(i + 1);
                u64::try_from(wide).ok()?
            }
        };
    }
    Some(sets)
}

/// The number of a set, given in ascending order; `None` beyond 64 bits.
pub(super) fn rank(set: &[BotId]) -> Option<u64> {
    let mut rank: u64 = 0;
    for (below, bot) in (1..).zip(set) {
        rank = rank.checked_add(binomial(u64::from(bot.get()), below)?)?;
    }
    Some(rank)
}

/// The set of `size` bots with this number, ascending, if a roster of `roster`
/// bots has one.
pub(super) fn unrank(rank: u64, size: usize, roster: u32) -> Option<Lineup> {
    if binomial(u64::from(roster), size as u64).is_some_and(|sets| rank >= sets) {
        return None;
    }
    let mut rest = rank;
    let mut bound = roster;
    let mut set = Lineup::new();
    for left in (1..=size).rev() {
        let below = |bot| binomial(u64::from(bot), left as u64);
        let (top, before) = top(rest, bound, below);
        set.push(top);
        rest -= before;
        bound = top.get();
    }
    set.reverse();
    Some(set)
}

/// The largest element of the set with number `rank`, and the number of the first
/// set with that largest element.
///
/// All elements are below `bound`. `below(m)` counts the sets that have every
/// element below `m`; it grows with `m` from 0, and `None` stands for a count
/// beyond 64 bits. The answer is the last `m` whose count does not exceed `rank`.
pub(super) fn top(rank: u64, bound: u32, below: impl Fn(u32) -> Option<u64>) -> (BotId, u64) {
    let (mut low, mut high, mut before) = (0, bound, 0);
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        match below(middle) {
            Some(count) if count <= rank => (low, before) = (middle, count),
            _ => high = middle,
        }
    }
    (BotId::new(low), before)
}

/// Replaces a set by the one with the next number, which may reach past the roster.
pub(super) fn advance(set: &mut [BotId]) {
    for i in 0..set.len() {
        let next = BotId::new(set[i].get() + 1);
        if set.get(i + 1) == Some(&next) {
            continue;
        }
        set[i] = next;
        for (position, bot) in (0..).zip(&mut set[..i]) {
            *bot = BotId::new(position);
        }
        return;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn ids(set: &[BotId]) -> Vec<u32> {
        set.iter().map(|bot| bot.get()).collect()
    }

    #[test]
    fn binomials_agree_with_pascal_and_stop_at_64_bits() {
        let mut row = vec![1_u64];
        for n in 0..40 {
            for (k, expected) in (0..).zip(&row) {
                assert_eq!(binomial(n, k), Some(*expected), "{n} over {k}");
            }
            let mut next = vec![1];
            next.extend(row.windows(2).map(|pair| pair[0] + pair[1]));
            next.push(1);
            row = next;
        }
        assert_eq!(binomial(500, 6), Some(21_057_686_727_000));
        assert_eq!(binomial(u64::MAX, 1), Some(u64::MAX));
        assert_eq!(binomial(u64::MAX, 2), None);
        assert_eq!(binomial(3, 5), Some(0));
    }

    #[test]
    fn small_sets_are_numbered_as_a_list_of_them_would() {
        for roster in 1..=9_u32 {
            for size in 1..=roster.min(8) {
                // Bit masks in numeric order are sets in colexicographic order.
                let sets = (0_u32..1 << roster).filter(|mask| mask.count_ones() == size);
                let mut walked: Option<Lineup> = None;
                let mut count = 0;
                for (number, mask) in (0..).zip(sets) {
                    let naive: Vec<u32> = (0..roster).filter(|bot| mask >> bot & 1 == 1).collect();
                    let set = unrank(number, size as usize, roster).unwrap();
                    assert_eq!(ids(&set), naive);
                    assert_eq!(rank(&set), Some(number));
                    let walked = walked.get_or_insert_with(|| set.clone());
                    assert_eq!(*walked, set);
                    advance(walked);
                    count = number + 1;
                }
                assert_eq!(unrank(count, size as usize, roster), None);
            }
        }
    }

    proptest! {
        #[test]
        fn rank_undoes_unrank(size in 1_usize..=8, roster in 8_u32..600, seed: u64) {
            let Some(sets) = binomial(u64::from(roster), size as u64) else { return Ok(()) };
            let number = seed % sets;
            let set = unrank(number, size, roster).unwrap();
            prop_assert!(set.windows(2).all(|pair| pair[0] < pair[1]));
            prop_assert!(set.iter().all(|bot| bot.get() < roster));
            prop_assert_eq!(rank(&set), Some(number));
            let mut next = set.clone();
            advance(&mut next);
            prop_assert_eq!(rank(&next), Some(number + 1));
            // A longer roster numbers the same set the same.
            prop_assert_eq!(unrank(number, size, roster + 50), Some(set));
        }
    }
}
