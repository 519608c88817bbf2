//! The rules in force, in prose, chosen by the same values the game obeys.
//!
//! Every knob is matched exhaustively: a new value does not compile until it
//! is described.

use super::choices::{
    DicePerSeat, ExactBid, First, LadderRule, Loss, OnesBids, Opens, OverTotal, SpotOnWho, Until,
};
use super::rules::Rules;
use crate::knobs::grouped;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// The paragraphs, in the order of play.
pub(super) fn of(rules: &Rules) -> Vec<String> {
    let mut paragraphs = Vec::from([start(rules), wild(rules), bids(rules), challenge(rules)]);
    paragraphs.extend(spot_on(rules));
    paragraphs.extend(palifico(rules));
    paragraphs.push(end(rules));
    paragraphs
}

fn start(rules: &Rules) -> String {
    let dice = match rules.dice {
        DicePerSeat::Same(1) => "Each player begins with one die".into(),
        DicePerSeat::Same(dice) => format!("Each player begins with {dice} dice"),
        DicePerSeat::Each(_) => format!("The players begin with {} dice, by seat", rules.dice),
    };
    let first = match rules.first {
        First::SeatOne => "The first seat opens the first round.",
        First::Throw => {
            "Before the first round each throws one die: the highest opens, ties throw again among themselves."
        }
    };
    let opens = match (rules.until, rules.opens) {
        (Until::OneRound, _) => "",
        (Until::Elimination, Opens::Loser) => {
            " Later rounds are opened by the loser of the last challenge"
        }
        (Until::Elimination, Opens::Winner) => {
            " Later rounds are opened by the winner of the last challenge"
        }
    };
    let out = if opens.is_empty() {
        ""
    } else {
        " or, if he is out, by the next player clockwise."
    };
    format!(
        "{dice}, with faces 1 to {}. In each round all roll in secret and look at their own dice only. {first}{opens}{out}",
        rules.faces
    )
}

fn wild(rules: &Rules) -> String {
    if !rules.ones_wild && !rules.highest_wild {
        return "No face is wild.".into();
    }
    let face = if rules.ones_wild { 1 } else { rules.faces };
    let mut text = format!(
        "Dice that show {face} are wild: they count for a bid on any face. For a bid on {face} itself only they count, once each."
    );
    if rules.ones_killed_by_bid {
        text += " Once ones have been bid they are not wild for the rest of the round.";
    }
    if rules.natural {
        text += " A bid holds only if at least one die really shows its face; else nothing counts for it.";
    }
    text
}

fn bids(rules: &Rules) -> String {
    let ladder = match rules.ladder {
        LadderRule::ResetFace => {
            "A bid is higher with more dice of any face, or as many of a higher face."
        }
        LadderRule::ResetQuantity => {
            "A bid is higher with any number of a higher face, or more dice of the same face."
        }
    };
    let most = match rules.q_over_total {
        OverTotal::Reject => "as there are in play",
        OverTotal::Allow => "as the game began with",
    };
    let ones = match (rules.ones_wild, rules.ones_bids) {
        (false, _) => "",
        (true, OnesBids::Low) => " Ones are the lowest face.",
        (true, OnesBids::Forbid) => " There are no bids on ones.",
        (true, OnesBids::High) => " Ones stand above the highest face.",
        (true, OnesBids::Dudo) => " A bid on n ones stands just below 2n twos.",
        (true, OnesBids::Perudo) => {
            " A bid on n ones stands just above 2n of the highest face and just below 2n+1 twos: from q of a face to ones at least half as many, rounded up; from n ones to a face at least 2n+1."
        }
    };
    let open = if rules.open_on_ones {
        ""
    } else {
        " A round may not be opened on ones."
    };
    let who = if rules.any_player {
        " After each bid the other players are asked, clockwise from the seat after the player in turn, whether they challenge."
    } else {
        ""
    };
    format!(
        "The opener must bid: a bid claims that at least so many of all dice show a face, on one die at least and on as many {most} at most. Then, clockwise, each must bid higher or challenge the last bid. {ladder}{ones}{open}{who}"
    )
}

fn challenge(rules: &Rules) -> String {
    let price = match rules.loss {
        Loss::One => "one die",
        Loss::Difference => "as many dice as the bid was off",
    };
    let exact = match rules.exact_bid {
        ExactBid::Challenger => match rules.loss {
            Loss::One => "",
            Loss::Difference => " If they are exactly as many, the challenger loses one die.",
        },
        ExactBid::Others => " If they are exactly as many, everyone but the bidder loses one die.",
    };
    format!(
        "When a bid is challenged all cups are lifted. If fewer dice count for it than it claims, the bidder loses {price}, else the challenger does.{exact} Nobody loses more dice than he has."
    )
}

fn spot_on(rules: &Rules) -> Option<String> {
    if !rules.spot_on {
        return None;
    }
    let who = match rules.spot_on_who {
        SpotOnWho::Turn => "the player in turn",
        SpotOnWho::AnyButBidder => {
            "any player but the bidder (those out of turn are asked first, clockwise from the seat after the player in turn)"
        }
        SpotOnWho::OutOfTurn => {
            "any player but the bidder and the player in turn (they are asked first, clockwise from the seat after the player in turn)"
        }
    };
    let hits = match (rules.spot_on_hits_bidder, rules.spot_on_hits_others) {
        (true, _) => ", and the bidder loses one",
        (_, true) => ", and everyone else loses one",
        _ => "",
    };
    let limit = match rules.spot_on_limit {
        0 => String::new(),
        limit => format!(" Each player may do so {limit} times in a game."),
    };
    Some(format!(
        "Instead, {who} may call the bid exact. If exactly as many dice count as it claims, the caller gets back {} of the dice he has lost{hits}; if not, he loses {}. The caller opens the next round.{limit}",
        rules.spot_on_gain, rules.spot_on_cost
    ))
}

fn palifico(rules: &Rules) -> Option<String> {
    if !rules.palifico {
        return None;
    }
    let two = if rules.palifico_two {
        ""
    } else {
        " (not with two players left)"
    };
    let change = if rules.palifico_may_change {
        ", except that a player who has one die may change the face, ones being the lowest"
    } else {
        ""
    };
    let exact = match (rules.spot_on, rules.palifico_spot_on) {
        (false, _) => "",
        (true, true) => " Bids may be called exact as in other rounds.",
        (true, false) => " No bid may be called exact.",
    };
    Some(format!(
        "A player who falls to one die for the first time in the game opens a palifico round{two}: nothing is wild, he may open on any face, and after that only the number may be raised{change}.{exact}"
    ))
}

fn end(rules: &Rules) -> String {
    let end = match rules.until {
        Until::OneRound => {
            "The game is one round: who loses dice in it takes the last place, all others share the first.".into()
        }
        Until::Elimination => format!(
            "A player without dice is out; the last one in wins. After {} rounds the game ends and most dice wins; equals share the place.",
            grouped(rules.max_rounds.into())
        ),
    };
    format!(
        "{end} A bot that fails is out at once with the worst place still free: the round is void, nobody else loses anything, and the next round is opened as if it had lost this one."
    )
}
