//! The rules in force, in prose, chosen by the same values the game obeys.
//!
//! Every knob is matched exhaustively: a new value does not compile until it
//! is described.

use super::rules::{AfterDoubt, Pips, Rules, Straights, TopClaim};
use crate::knobs::grouped;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// The paragraphs, in the order of play.
pub(super) fn of(rules: &Rules) -> Vec<String> {
    Vec::from([
        start(rules),
        hands(rules),
        play(rules),
        doubt(rules),
        end(rules),
    ])
}

/// The faces in play from high to low, as people write them.
fn faces(rules: &Rules) -> String {
    let names: &[&str] = match rules.dice {
        Pips::Poker => &["A", "K", "Q", "J", "T (the ten)", "9"],
        Pips::Ordinary => &["1 (the ace)", "6", "5", "4", "3", "2"],
    };
    names[..usize::from(rules.faces)].join(", ")
}

fn start(rules: &Rules) -> String {
    let order = if rules.seating_throw {
        "The turn order is thrown for once per session: each throws one die, the highest plays first, the next highest sits to his left, and so on; who is tied throws again, to settle that tie alone. Seats keep their numbers; \"left\" is meant in this order."
    } else {
        "Seats play in the order of their numbers; the next seat is \"to the left\"."
    };
    let chips = match rules.chips {
        1 => "one chip".into(),
        chips => format!("{chips} chips"),
    };
    format!(
        "{} dice under one cup are shared by all. Their faces are, from high to low, {}. Each player begins with {chips}. {order} The first in this order opens the first game of a session; from game to game the start moves one player to the left.",
        rules.cup,
        faces(rules)
    )
}

fn hands(rules: &Rules) -> String {
    let (below, above) = match (rules.has_straights(), rules.straights) {
        (false, _) | (_, Straights::None) => ("", ""),
        (true, Straights::BelowFull) => (" straight,", ""),
        (true, Straights::AboveFull) => ("", " straight,"),
    };
    let straight = if rules.has_straights() {
        " A straight is all dice in a row of neighbouring faces; the row does not go round past the highest face."
    } else {
        ""
    };
    let order = match rules.cup {
        2 => "one pair, no pair".into(),
        3 if below.is_empty() => "three of a kind, one pair, no pair".into(),
        3 => "straight, three of a kind, one pair, no pair".into(),
        4 => format!("four of a kind,{below} three of a kind, two pairs, one pair, no pair"),
        _ => format!(
            "five of a kind, four of a kind,{above} full house,{below} three of a kind, two pairs, one pair, no pair"
        ),
    };
    format!(
        "Hands rank, from high to low: {order}.{straight} Within a kind the larger groups are compared first, then the single dice from high to low, so that no two different hands are equal."
    )
}

fn play(rules: &Rules) -> String {
    let top = match rules.top_claim {
        TopClaim::MustDoubt => "The highest hand of all can only be doubted.",
        TopClaim::RerollAll => {
            "Who accepts a claim of the highest hand of all must throw all dice and make the same claim again."
        }
    };
    format!(
        "The opener of a sequence throws all dice in secret and claims a hand, any hand, true or not, naming every die. The player to his left accepts or doubts. Who accepts takes the cup, looks, throws all, some or none of the dice, and says truthfully how many; he looks again and must claim a higher hand than the last; then the player to his left accepts or doubts, and so on. {top} A sequence has {} claims at most; the last can only be doubted.",
        grouped(rules.max_claims.into())
    )
}

fn doubt(rules: &Rules) -> String {
    let opener = match rules.after_doubt {
        AfterDoubt::Doubter => "the doubter or, if he is out, by the next player to his left",
        AfterDoubt::LeftOfDoubter => "the next player to the left of the doubter",
    };
    format!(
        "When a claim is doubted the dice are shown. If they are lower than the claim, the claimant pays a chip into the pot; if they are as high or higher, the doubter does. The next sequence is opened by {opener}."
    )
}

fn end(rules: &Rules) -> String {
    format!(
        "A player without chips is out; the last one in wins and takes the pot. After {} sequences the game ends and most chips wins; equals share the place. A bot that fails is out at once with the worst place still free: its chips go to the pot, the sequence is void, nobody else loses anything, and the player to its left opens the next.",
        grouped(rules.max_rounds.into())
    )
}
