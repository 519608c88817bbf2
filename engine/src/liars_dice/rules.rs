//! The knobs of the family.

use super::choices::{
    DicePerSeat, ExactBid, First, LadderRule, Loss, MAX_DICE, MAX_FACES, OnesBids, Opens,
    OverTotal, SpotOnWho, Until,
};
use crate::knobs::{self, Domain, Knob, Knobs, Preset, switch_knob, whole_knob, word_knob};
use alloc::format;
use alloc::string::{String, ToString};
use core::fmt;
use core::str::FromStr;

/// The rules of Liar's Dice and its relatives. `Display` and `FromStr` are the
/// canonical text.
///
/// ```
/// use dudo_engine::liars_dice::Rules;
/// let rules: Rules = "liars-dice(preset=wild,dice=3)".parse().unwrap();
/// assert_eq!(rules.to_string(), "liars-dice(dice=3,ones-wild=on)");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(
    missing_docs,
    reason = "each field is documented by its knob in the table below"
)]
pub struct Rules {
    pub dice: DicePerSeat,
    pub faces: u8,
    pub ones_wild: bool,
    pub highest_wild: bool,
    pub ones_bids: OnesBids,
    pub ones_killed_by_bid: bool,
    pub natural: bool,
    pub ladder: LadderRule,
    pub q_over_total: OverTotal,
    pub any_player: bool,
    pub opens: Opens,
    pub first: First,
    pub open_on_ones: bool,
    pub loss: Loss,
    pub exact_bid: ExactBid,
    pub spot_on: bool,
    pub spot_on_who: SpotOnWho,
    pub spot_on_cost: u8,
    pub spot_on_gain: u8,
    pub spot_on_hits_bidder: bool,
    pub spot_on_hits_others: bool,
    pub spot_on_limit: u8,
    pub palifico: bool,
    pub palifico_two: bool,
    pub palifico_may_change: bool,
    pub palifico_spot_on: bool,
    pub until: Until,
    pub max_rounds: u32,
}

/// The base game; frozen, because canonical texts are relative to it.
impl Default for Rules {
    fn default() -> Self {
        Self {
            dice: DicePerSeat::Same(5),
            faces: 6,
            ones_wild: false,
            highest_wild: false,
            ones_bids: OnesBids::Low,
            ones_killed_by_bid: false,
            natural: false,
            ladder: LadderRule::ResetFace,
            q_over_total: OverTotal::Reject,
            any_player: false,
            opens: Opens::Loser,
            first: First::SeatOne,
            open_on_ones: true,
            loss: Loss::One,
            exact_bid: ExactBid::Challenger,
            spot_on: false,
            spot_on_who: SpotOnWho::Turn,
            spot_on_cost: 1,
            spot_on_gain: 1,
            spot_on_hits_bidder: false,
            spot_on_hits_others: false,
            spot_on_limit: 0,
            palifico: false,
            palifico_two: false,
            palifico_may_change: false,
            palifico_spot_on: false,
            until: Until::Elimination,
            max_rounds: 10_000,
        }
    }
}

impl Knobs for Rules {
    const GAME: &'static str = "liars-dice";

    const KNOBS: &'static [Knob<Self>] = &[
        Knob {
            name: "dice",
            domain: Domain::PerSeat(1, MAX_DICE),
            about: "dice that each seat begins with; a list gives a handicap",
            get: |rules| rules.dice.to_string(),
            set: |rules, text| {
                rules.dice = DicePerSeat::parse(text)?;
                Some(())
            },
        },
        whole_knob!(
            "faces",
            faces,
            2,
            MAX_FACES as u32,
            "faces of a die, numbered from 1"
        ),
        switch_knob!("ones-wild", ones_wild, "ones count for a bid on any face"),
        switch_knob!(
            "highest-wild",
            highest_wild,
            "the highest face counts for a bid on any face"
        ),
        word_knob!("ones-bids", ones_bids: OnesBids, "where bids on wild ones stand: low (the lowest face), forbid (no such bids), \
            high (above the highest face), dudo (n ones just below 2n twos), perudo (n ones just below 2n+1 twos)"),
        switch_knob!(
            "ones-killed-by-bid",
            ones_killed_by_bid,
            "once ones have been bid, they are not wild for the rest of the round"
        ),
        switch_knob!(
            "natural",
            natural,
            "a bid holds only if at least one die really shows its face"
        ),
        word_knob!("ladder", ladder: LadderRule, "the order of bids: reset-face (quantity, then face), reset-quantity (face, then quantity)"),
        word_knob!("q-over-total", q_over_total: OverTotal, "the highest quantity that can be bid: reject (the dice in play), allow (the dice that the game began with)"),
        switch_knob!(
            "any-player",
            any_player,
            "any player may challenge out of turn"
        ),
        word_knob!("opens", opens: Opens, "who opens the round after a challenge"),
        word_knob!("first", first: First, "who opens the first round: seat-1, throw (the highest throw of one die each)"),
        switch_knob!(
            "open-on-ones",
            open_on_ones,
            "a round may be opened with a bid on wild ones"
        ),
        word_knob!("loss", loss: Loss, "what the loser of a challenge loses: one (die), difference (between bid and count)"),
        word_knob!("exact-bid", exact_bid: ExactBid, "who loses a die when a challenged bid is exactly right: challenger, others (everyone but the bidder)"),
        switch_knob!("spot-on", spot_on, "a bid may be called exact"),
        word_knob!("spot-on-who", spot_on_who: SpotOnWho, "who may call it: turn (the player in turn), any-but-bidder, out-of-turn (neither bidder nor player in turn)"),
        whole_knob!(
            "spot-on-cost",
            spot_on_cost,
            1,
            MAX_DICE,
            "dice that a wrong caller loses"
        ),
        whole_knob!(
            "spot-on-gain",
            spot_on_gain,
            0,
            MAX_DICE,
            "dice that a right caller gets back, never beyond what he began with"
        ),
        switch_knob!(
            "spot-on-hits-bidder",
            spot_on_hits_bidder,
            "a right call costs the bidder a die"
        ),
        switch_knob!(
            "spot-on-hits-others",
            spot_on_hits_others,
            "a right call costs everyone but the caller a die"
        ),
        whole_knob!(
            "spot-on-limit",
            spot_on_limit,
            0,
            255,
            "exact calls per player and game; 0 means no limit"
        ),
        switch_knob!(
            "palifico",
            palifico,
            "a player who falls to one die for the first time opens a special round"
        ),
        switch_knob!(
            "palifico-two",
            palifico_two,
            "the special round is played with two players left as well"
        ),
        switch_knob!(
            "palifico-may-change",
            palifico_may_change,
            "in a special round a player with one die may change the face"
        ),
        switch_knob!(
            "palifico-spot-on",
            palifico_spot_on,
            "bids of a special round may be called exact"
        ),
        word_knob!("until", until: Until, "when the game is over: elimination (one player has dice), one-round"),
        whole_knob!(
            "max-rounds",
            max_rounds,
            1,
            1_000_000,
            "the last round there can be until elimination; after it most dice wins and equals share"
        ),
    ];

    const PRESETS: &'static [Preset<Self>] = &[
        Preset {
            name: "classic",
            about: "five dice, nothing wild, challenges only",
            rules: Self::default,
        },
        Preset {
            name: "wild",
            about: "classic with ones wild",
            rules: || Self {
                ones_wild: true,
                ..Self::default()
            },
        },
        Preset {
            name: "perudo",
            about: "aces wild with their own ladder, palifico, calza by a player out of turn",
            rules: || Self {
                ones_wild: true,
                ones_bids: OnesBids::Perudo,
                open_on_ones: false,
                first: First::Throw,
                spot_on: true,
                spot_on_who: SpotOnWho::OutOfTurn,
                palifico: true,
                ..Self::default()
            },
        },
        Preset {
            name: "dudo",
            about: "Neller & Hnath (2011): the loser loses the difference, the winner opens",
            rules: || Self {
                ones_wild: true,
                ones_bids: OnesBids::Dudo,
                loss: Loss::Difference,
                exact_bid: ExactBid::Others,
                opens: Opens::Winner,
                ..Self::default()
            },
        },
        Preset {
            name: "openspiel",
            about: "OpenSpiel's liars_dice: one round, one die each, highest face wild",
            rules: || Self {
                dice: DicePerSeat::Same(1),
                highest_wild: true,
                until: Until::OneRound,
                ..Self::default()
            },
        },
        Preset {
            name: "joker",
            about: "one round, ones wild, no bids on ones",
            rules: || Self {
                ones_wild: true,
                ones_bids: OnesBids::Forbid,
                until: Until::OneRound,
                ..Self::default()
            },
        },
    ];

    fn agree(&self) -> Result<(), String> {
        let defaults = Self::default();
        let differs = |name: &str| {
            Self::KNOBS
                .iter()
                .any(|knob| knob.name == name && (knob.get)(self) != (knob.get)(&defaults))
        };
        let contradictions: &[(bool, &str)] = &[
            (
                self.ones_wild && self.highest_wild,
                "ones-wild and highest-wild contradict each other: only one face can be wild",
            ),
            (
                differs("ones-bids") && !self.ones_wild,
                "ones-bids needs ones-wild = on: ones that are not wild are a face like any other",
            ),
            (
                self.ones_killed_by_bid && !self.ones_wild,
                "ones-killed-by-bid needs ones-wild = on",
            ),
            (
                self.ones_killed_by_bid && self.ones_bids == OnesBids::Forbid,
                "ones-killed-by-bid contradicts ones-bids = forbid: ones are never bid",
            ),
            (
                self.natural && !self.ones_wild && !self.highest_wild,
                "natural needs a wild face",
            ),
            (
                self.ladder == LadderRule::ResetQuantity
                    && matches!(self.ones_bids, OnesBids::Dudo | OnesBids::Perudo),
                "ladder = reset-quantity contradicts ones-bids = dudo or perudo, which place ones by quantity",
            ),
            (
                !self.open_on_ones && !self.ones_wild,
                "open-on-ones = off needs ones-wild = on",
            ),
            (
                !self.open_on_ones && self.ones_bids == OnesBids::Forbid,
                "open-on-ones = off says nothing where ones-bids = forbid",
            ),
            (
                self.spot_on_hits_bidder && self.spot_on_hits_others,
                "spot-on-hits-bidder and spot-on-hits-others contradict each other",
            ),
            (
                self.palifico && self.loss == Loss::Difference,
                "palifico contradicts loss = difference: several dice can go at once",
            ),
            (
                self.palifico && self.exact_bid == ExactBid::Others,
                "palifico contradicts exact-bid = others: several players could fall to one die at once",
            ),
            (
                self.palifico && self.spot_on_hits_others,
                "palifico contradicts spot-on-hits-others: several players could fall to one die at once",
            ),
            (
                self.palifico && self.spot_on_hits_bidder,
                "palifico contradicts spot-on-hits-bidder: who falls to one die opens, and so does the caller",
            ),
            (
                self.palifico && self.opens == Opens::Winner,
                "palifico contradicts opens = winner: who falls to one die opens",
            ),
            (
                self.palifico && self.until == Until::OneRound,
                "palifico contradicts until = one-round: there is no next round",
            ),
            (
                self.opens == Opens::Winner && self.until == Until::OneRound,
                "opens = winner says nothing with until = one-round: there is no next round",
            ),
            (
                self.palifico_spot_on && !self.spot_on,
                "palifico-spot-on needs spot-on = on",
            ),
        ];
        if let Some((_, sentence)) = contradictions.iter().find(|(clash, _)| *clash) {
            return Err((*sentence).into());
        }
        for knob in Self::KNOBS {
            for (group, on) in [("spot-on", self.spot_on), ("palifico", self.palifico)] {
                let inside = knob
                    .name
                    .strip_prefix(group)
                    .is_some_and(|rest| rest.starts_with('-'));
                if inside && !on && differs(knob.name) {
                    return Err(format!("{} needs {group} = on", knob.name));
                }
            }
        }
        Ok(())
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        knobs::print(self, f)
    }
}

impl FromStr for Rules {
    type Err = knobs::RulesError;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        knobs::parse(text)
    }
}
