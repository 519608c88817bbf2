//! The rules in force, in prose, chosen by the same values the game obeys.
//!
//! Every knob is matched exhaustively: a new value does not compile until it
//! is described.

use super::dice_set::DiceSet;
use super::rules::{Dictionary, First, Identity, Rules, Vote};
use crate::knobs::grouped;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// The paragraphs, in the order of play. `words` is the size of the list.
pub(super) fn of(rules: &Rules, words: usize) -> Vec<String> {
    let mut paragraphs = Vec::from([start(rules), bids(rules), qu(rules), call(rules)]);
    paragraphs.push(dictionary(rules, words));
    paragraphs.extend(friendly(rules));
    paragraphs.extend(timer(rules));
    paragraphs.extend(talk(rules));
    paragraphs.push(end(rules));
    paragraphs
}

fn start(rules: &Rules) -> String {
    let dice = match &rules.dice {
        DiceSet::New => "Sixteen letter dice, as sold since 1987,".into(),
        DiceSet::Classic => "Sixteen letter dice, as sold from 1976 to 1986,".into(),
        DiceSet::Own(own) => format!("{} letter dice, {},", own.len(), rules.dice),
    };
    let share = match &rules.handicap {
        None => "the same number to each player".into(),
        Some(handicap) => format!("{handicap} by seat"),
    };
    let identity = match rules.dice_identity {
        Identity::Public => "Everybody sees which dice are whose.",
        Identity::Private => {
            "Each player knows his own dice only, until one is dropped; what is shown is listed from A to Z."
        }
    };
    let first = match rules.first {
        First::Random => "A player drawn by lot opens the first round.".into(),
        First::Seat1
        | First::Seat2
        | First::Seat3
        | First::Seat4
        | First::Seat5
        | First::Seat6
        | First::Seat7
        | First::Seat8 => format!("{} opens the first round.", rules.first.word()),
    };
    format!(
        "{dice} are dealt at random, {share}; the rest are set aside for the whole game. {identity} In each round all roll in secret and look at their own dice only. {first} Later rounds are opened by the player who has just lost a die or, if he is out, by the player with the fewest dice, of several the first clockwise from the loser."
    )
}

fn bids(rules: &Rules) -> String {
    format!(
        "The opener must bid a word: any string of letters, {} to {} long, whether it is a word or not. It claims that the letters can be found among all dice in play, each used once at most. Then, clockwise, each must bid higher or call. Higher is a longer word, or one as long that comes later in the alphabet. After {} bids in a round the next player must call.",
        rules.min_faces,
        rules.max_faces,
        grouped(rules.max_bids.into())
    )
}

fn qu(rules: &Rules) -> String {
    let counts = if rules.qu_two {
        "counts as two letters"
    } else {
        "counts as one letter"
    };
    let read = if rules.qu_as_q {
        "It may be played as a plain Q, which counts as one: the bidder says so by writing (q) in front of a U; without a U behind it Q is always read so."
    } else {
        "It must be used as QU: a Q without a U behind it can never be found."
    };
    format!("Qu is one face of a die and {counts}. {read}")
}

fn call(rules: &Rules) -> String {
    let vote = match rules.vote {
        Vote::Off => "",
        Vote::Players | Vote::All => " (after a vote, if the dictionary lacks it)",
    };
    format!(
        "When a bid is called all dice are shown. If the word is there, the caller drops a die, else the bidder does. With his call the caller may challenge the word: if it is not valid{vote} the bidder drops the die even when the letters are there. The loser chooses which of his dice he drops, after all were shown; it stays out of the game."
    )
}

fn dictionary(rules: &Rules, words: usize) -> String {
    let words = grouped(words as u128);
    let list = match rules.dictionary.hash() {
        Dictionary::DEFAULT => "the built-in list".into(),
        hash => format!("the list {hash:016x}"),
    };
    let vote = match rules.vote {
        Vote::Off => return format!("A word is valid when it is in {list} of {words} words."),
        Vote::Players => "the players who have dice and are neither bidder nor challenger",
        Vote::All => {
            "all players who are neither bidder nor challenger, those who are out included,"
        }
    };
    format!(
        "A word is valid when it is in {list} of {words} words. If it is not, {vote} vote in secret, before any dice are shown: it is valid if more are for it than against."
    )
}

fn friendly(rules: &Rules) -> Option<String> {
    rules.friendly_challenge.then(|| {
        "After each bid the other players are asked, clockwise after the bidder, whether they question the word; the first who does ends the asking. A valid word stands and cannot be challenged again. An invalid one is taken back, and the bidder bids another word or calls the bid before his. After two invalid words in one turn he may only bid a word of the dictionary, or call.".into()
    })
}

fn timer(rules: &Rules) -> Option<String> {
    rules.timer.then(|| {
        "Before the opener acts and after each bid the players who are not in turn are asked, clockwise, whether they start the timer on the player in turn. It binds him until he bids or calls.".into()
    })
}

fn talk(rules: &Rules) -> Option<String> {
    rules.talk.then(|| {
        "With each action a player may say something that all hear: up to 280 characters, and claims about his letters, his number of dice, whether a word is valid, and who should raise or call. Nothing needs to be true. About the standing bid itself nothing can be claimed.".into()
    })
}

fn end(rules: &Rules) -> String {
    format!(
        "A player without dice is out; the last one in wins. After {} rounds the game ends and most dice wins; equals share the place. A bot that fails is out at once with the worst place still free: the round is void, nobody else loses anything, and the next round is opened as if it had lost this one.",
        grouped(rules.max_rounds.into())
    )
}
