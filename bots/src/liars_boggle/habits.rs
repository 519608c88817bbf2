//! What the strategies have in common, away from the choice of a word.

use dudo_engine::View;
use dudo_engine::liars_boggle::{Action, DieId, LiarsBoggle, Options};

/// The action that needs no judgement of letters, if the seat is asked for
/// one: votes by the dictionary, objects to nothing, drops `drop`.
pub(super) fn routine(options: &Options, drop: impl FnOnce() -> DieId) -> Option<Action> {
    if options.vote {
        // Votes are asked for words that the dictionary lacks.
        Some(Action::Invalid)
    } else if options.pass {
        Some(Action::Pass)
    } else if options.drop.is_empty() {
        None
    } else {
        Some(Action::Drop(drop()))
    }
}

/// A call, with a challenge of the word where that can help.
pub(super) fn call(view: View<'_, LiarsBoggle>) -> Action {
    if is_no_word(view) {
        Action::CallWord
    } else {
        Action::Call
    }
}

/// Whether the standing bid is no word of the dictionary and may be
/// challenged for that.
pub(super) fn is_no_word(view: View<'_, LiarsBoggle>) -> bool {
    let standing = view.public().standing;
    standing.is_some_and(|standing| !standing.approved && !view.rules().is_word(&standing.bid))
}

/// Bids a word of the list by its number or, where the list has none, the
/// lowest string of letters. Without a choice it is the lowest word.
pub(super) fn word_or_lowest(view: View<'_, LiarsBoggle>, word: Option<usize>) -> Action {
    let game = view.rules();
    let word = word.or_else(|| Options::of(view).words(view).next());
    let lowest = || match &view.public().standing {
        Some(standing) => game
            .spelling()
            .next(&standing.bid, usize::from(game.rules().max_faces)),
        None => game.spelling().lowest(usize::from(game.rules().min_faces)),
    };
    match word.map(|word| game.index().bid(word)).or_else(lowest) {
        Some(bid) => Action::Bid(bid),
        None => call(view),
    }
}

/// The die whose faces help least: each letter is worth as much as there are
/// words that need it.
pub(super) fn poorest(view: View<'_, LiarsBoggle>) -> DieId {
    let (dice, demand) = (view.rules().dice(), view.rules().index().demand());
    let value = |die: DieId| -> f64 {
        let faces = dice[die.index()].faces();
        faces
            .iter()
            .map(|face| f64::from(demand[face.face()]))
            .sum::<f64>()
            / faces.len() as f64
    };
    let mut held = view.own().dice.iter();
    let first = held
        .next()
        .unwrap_or_else(|| unreachable!("who drops a die has one"));
    held.fold(first, |least, die| {
        if value(die) < value(least) {
            die
        } else {
            least
        }
    })
}
