//! The search for the word to bid.

use super::unseen::Unseen;
use dudo_engine::View;
use dudo_engine::liars_boggle::{Counts, FACES, LiarsBoggle};
use std::ops::Range;

/// A word of the list and the chance that it can be spelled.
#[derive(Clone, Copy)]
pub(super) struct Found {
    /// Its number in the game's index.
    pub(super) word: usize,
    /// The chance, given one's own dice.
    pub(super) chance: f64,
}

/// A word that lacks few faces.
#[derive(Clone, Copy)]
pub(super) struct Near {
    /// Its number in the game's index.
    pub(super) word: usize,
    /// A bit for each face that one's own dice do not show at all.
    pub(super) lacks: u32,
    /// How long it is.
    pub(super) length: usize,
}

/// Faces that a word of interest may lack, each counted once.
pub(super) const MOST_LACKING: usize = 3;
/// So many letters more than the shortest raise are looked at: what is longer
/// still is likelier only by a freak.
const LONGER: usize = 2;

/// What one's own dice lack of a word.
pub(super) fn missing(view: View<'_, LiarsBoggle>, own: &Counts, word: usize) -> Counts {
    let needed: Counts = view.rules().index().letters(word).iter().copied().collect();
    needed.without(own)
}

/// The longest word, of several the last in the alphabet, that one's own dice
/// spell.
pub(super) fn own_word(
    view: View<'_, LiarsBoggle>,
    own: &Counts,
    words: Range<usize>,
) -> Option<usize> {
    let index = view.rules().index();
    let double = if view.rules().spelling().qu_two { 2 } else { 1 };
    let end = index.of_length(own.total() * double).end.min(words.end);
    let start = words.start.min(end);
    index.made_of(own, start..end).next()
}

/// The word that is likeliest to be there, of several the highest.
pub(super) fn likeliest(
    view: View<'_, LiarsBoggle>,
    own: &Counts,
    unseen: &mut Unseen,
    words: &Range<usize>,
) -> Option<Found> {
    if let Some(word) = own_word(view, own, words.clone()) {
        return Some(Found { word, chance: 1.0 });
    }
    let mut best: Option<Found> = None;
    let mut floor = 0.0;
    for (lacking, ceiling) in ceilings(own, unseen).into_iter().enumerate() {
        // What lacks so many faces cannot be likelier than their product.
        if ceiling < floor {
            break;
        }
        for near in near(view, own, words, lacking) {
            if unseen.bound(near.lacks) >= floor {
                let chance = unseen.chance(&missing(view, own, near.word));
                if chance >= floor {
                    floor = chance;
                    best = Some(Found {
                        word: near.word,
                        chance,
                    });
                }
            }
        }
    }
    best
}

/// The words that lack exactly so many faces and are not much longer than they
/// must be, from the lowest up.
pub(super) fn near<'a>(
    view: View<'a, LiarsBoggle>,
    own: &Counts,
    words: &Range<usize>,
    lacking: usize,
) -> impl Iterator<Item = Near> + 'a {
    let index = view.rules().index();
    let longest = longest(view, own, words);
    let mask = own.mask();
    let words = words.clone();
    (shortest(view, &words)..=longest).flat_map(move |length| {
        let all = index.of_length(length);
        let start = all.start.clamp(words.start, words.end);
        let range = start..all.end.clamp(start, words.end.max(start));
        let near = index.lacking(mask, lacking as u32, range);
        near.map(move |(word, lacks)| Near {
            word,
            lacks,
            length,
        })
    })
}

/// The length of the shortest word that may be bid.
fn shortest(view: View<'_, LiarsBoggle>, words: &Range<usize>) -> usize {
    if words.is_empty() {
        return 0;
    }
    let game = view.rules();
    game.spelling().length(game.index().letters(words.start))
}

/// The length of the longest word that [`near`] looks at.
pub(super) fn longest(view: View<'_, LiarsBoggle>, own: &Counts, words: &Range<usize>) -> usize {
    // An opener has nothing to gain by words of two letters.
    shortest(view, words).max(own.total().saturating_sub(LONGER)) + LONGER
}

/// The highest chance there is of 0, 1, 2, ... faces that one does not have.
fn ceilings(own: &Counts, unseen: &Unseen) -> [f64; MOST_LACKING + 1] {
    let mut ones: Vec<f64> = (0..FACES)
        .filter(|&face| own.of(face) == 0)
        .map(|face| unseen.one(face))
        .collect();
    ones.sort_unstable_by(|a, b| b.total_cmp(a));
    let mut product = 1.0;
    std::array::from_fn(|lacking| {
        if lacking > 0 {
            product *= ones.get(lacking - 1).copied().unwrap_or(0.0);
        }
        product
    })
}
