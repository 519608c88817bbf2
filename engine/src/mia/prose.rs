//! The rules in force, in prose, chosen by the same values the game obeys.
//!
//! Every knob is matched exhaustively: a new value does not compile until it
//! is described.

use super::rules::{LastRule, Next, Order, Raise, Rules};
use crate::knobs::grouped;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// The paragraphs, in the order of play.
pub(super) fn of(rules: &Rules) -> Vec<String> {
    Vec::from([
        start(rules),
        values(rules),
        round(rules),
        look(rules),
        mia(rules),
        end(rules),
    ])
}

/// `1 life`, `2 lives`.
fn lives(count: u8) -> String {
    match count {
        1 => "one life".into(),
        _ => format!("{count} lives"),
    }
}

fn start(rules: &Rules) -> String {
    let next = match rules.next {
        Next::Loser => "whoever lost the last challenge",
        Next::Winner => "whoever won the last challenge",
        Next::Source => {
            "the looker where a liar was caught, else by the player after the one who looked or gave up"
        }
    };
    format!(
        "Each player begins with {}. The first seat opens the first round. Later rounds are opened by {next}; if he is out, by the next player clockwise.",
        lives(rules.lives)
    )
}

fn values(rules: &Rules) -> String {
    let order = match rules.order {
        Order::Standard => {
            "31 32 41 42 43 51 52 53 54 61 62 63 64 65, the doubles 11 22 33 44 55 66, and on top 21"
        }
        Order::DoublesDown => {
            "31 32 41 42 43 51 52 53 54 61 62 63 64 65, the doubles 66 55 44 33 22 11, and on top 21"
        }
        Order::LittleMia => {
            "32 41 42 43 51 52 53 54 61 62 63 64 65, the doubles 11 22 33 44 55 66, then 31, and on top 21"
        }
    };
    format!("A roll of two dice reads its high die first. From low to high: {order}, which is Mia.")
}

fn round(rules: &Rules) -> String {
    let raise = match rules.raise {
        Raise::Higher => "a higher value",
        Raise::Equal => "at least as high a value",
    };
    let pass = if rules.pass_unseen {
        format!(
            "; or passes the cup on without looking or rolling and announces {raise}, while the dice stay as they are"
        )
    } else {
        String::new()
    };
    let claims = if rules.claims_in_round() == u32::from(rules.max_claims) {
        format!(
            " A round has at most {} announcements; after the last the next player can only look{}.",
            grouped(rules.max_claims.into()),
            if rules.mia_give_up {
                " (or, at Mia, give up)"
            } else {
                ""
            }
        )
    } else {
        String::new()
    };
    format!(
        "The opener rolls in secret and announces any value, true or not. The next player clockwise looks; or believes, rolls both dice afresh in secret and announces {raise}, true or not{pass}. Then the next player is asked, and so on until somebody looks.{claims}"
    )
}

fn look(rules: &Rules) -> String {
    let passed = if rules.pass_unseen {
        ", whether he saw the dice or passed them on"
    } else {
        ""
    };
    format!(
        "Who looks lifts the cup for all to see. If the dice are worth less than announced, the announcer loses one life{passed}, else the looker does. Nobody loses more lives than he has."
    )
}

fn mia(rules: &Rules) -> String {
    let (real, false_) = (lives(rules.mia_real), lives(rules.mia_false));
    if rules.mia_ends_round {
        return format!(
            "When Mia is announced the cup is lifted at once: if it is Mia all other players lose {real} each, else the announcer loses {false_}. The next player counts as the looker."
        );
    }
    let give_up = if rules.mia_give_up {
        " He may also give up: he loses one life and nobody sees the dice."
    } else {
        ""
    };
    format!(
        "An announced Mia cannot be believed. The next player looks: if it is Mia he loses {real}, else the announcer loses {false_}.{give_up}"
    )
}

fn end(rules: &Rules) -> String {
    let (end, rounds) = match rules.last {
        LastRule::Wins => (
            "A player without lives is out, those who go out together share the place, and the last one in wins.",
            "most lives win; equals share the place",
        ),
        LastRule::FirstOutLoses => (
            "The game ends when a player has lost his last life: he takes the last place, all others share the first.",
            "who has the fewest lives loses, and all others share the first place",
        ),
    };
    format!(
        "{end} After {} rounds the game ends and {rounds}. A bot that fails is out at once with the worst place still free: the round is void, nobody else loses anything, and the next living player clockwise opens the next round.",
        grouped(rules.max_rounds.into())
    )
}
