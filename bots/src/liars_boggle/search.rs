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

/// Faces that a word of interest may lack, each counted once.
const MOST_LACKING: u32 = 4;
/// So many letters more than the shortest raise are looked at: what is longer
/// still is likelier only by a freak.
const LONGER: usize = 2;

/// What one's own dice lack of a bid.
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
    words: Range<usize>,
) -> Option<Found> {
    if let Some(word) = own_word(view, own, words.clone()) {
        return Some(Found { word, chance: 1.0 });
    }
    let mut best: Option<Found> = None;
    each_near(view, own, unseen, words, &mut |found| {
        if best.is_none_or(|best| found.chance >= best.chance) {
            best = Some(found);
        }
        best.map_or(0.0, |best| best.chance)
    });
    best
}

/// Hands over the words that are near: those that lack few faces and are not
/// much longer than they must be. `each` answers with the chance below which
/// it does not want to hear of a word.
pub(super) fn each_near(
    view: View<'_, LiarsBoggle>,
    own: &Counts,
    unseen: &mut Unseen,
    words: Range<usize>,
    each: &mut dyn FnMut(Found) -> f64,
) {
    if words.is_empty() {
        return;
    }
    let index = view.rules().index();
    let shortest = view.rules().spelling().length(index.letters(words.start));
    let range = words.start
        ..index
            .of_length(shortest + LONGER)
            .end
            .clamp(words.start, words.end);
    let ceilings = ceilings(own, unseen);
    let mask = own.mask();
    let mut floor = 0.0;
    for lacking in 0..=MOST_LACKING {
        // What lacks so many faces cannot be likelier than their product.
        if ceilings[lacking as usize] < floor {
            return;
        }
        for word in index.lacking(mask, lacking, range.clone()) {
            let missing = missing(view, own, word);
            if unseen.bound(&missing) >= floor {
                floor = each(Found {
                    word,
                    chance: unseen.chance(&missing),
                });
            }
        }
    }
}

/// The highest chance there is of 0, 1, 2, ... faces that one does not have.
fn ceilings(own: &Counts, unseen: &Unseen) -> [f64; MOST_LACKING as usize + 1] {
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
