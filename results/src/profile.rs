//! Who bluffs, who believes, and how well each is judged.

use crate::story::{Claim, ClaimKind, Replay, Step};
use std::collections::BTreeMap;

/// How a bot bids and doubts, over the games that were looked at.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Profile {
    /// Games that it sat in.
    pub games: u64,
    /// Bids that it made.
    pub bids: u64,
    /// Of these, how many were false.
    pub false_bids: u64,
    /// Bids of its that were doubted, or called exact.
    pub called: u64,
    /// Of the false ones, how many were doubted.
    pub caught: u64,
    /// Bids of others that it doubted.
    pub doubts: u64,
    /// Of these, how many it was right about.
    pub right_doubts: u64,
    /// Bids that it called exactly right.
    pub exacts: u64,
    /// Of these, how many were.
    pub right_exacts: u64,
    /// Its bids by the chance that they had as it saw them, in tenths.
    pub calibration: [Tenth; 10],
}

/// Bids whose chance was in one tenth of 0 to 1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tenth {
    /// How many.
    pub bids: u64,
    /// How many were true.
    pub held: u64,
    /// The sum of their chances.
    pub chances: f64,
}

/// Profiles by bot.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Profiles {
    /// Games that were looked at.
    pub games: u64,
    /// By name.
    pub bots: BTreeMap<String, Profile>,
}

impl Profiles {
    /// Looks at a game.
    pub fn add(&mut self, replay: &Replay) {
        self.games += 1;
        for bot in &replay.bots {
            self.of(bot).games += 1;
        }
        // Whether a bid is taken back (words) is told after it.
        for step in &replay.steps {
            let (Some(claim), Some(bot)) = (&step.claim, replay.bots.get(step.seat - 1)) else {
                continue;
            };
            self.of(bot).claim(step, claim);
            let against = claim.against.and_then(|seat| replay.bots.get(seat - 1));
            if let Some(bidder) = against {
                let bidder = self.of(bidder);
                bidder.called += 1;
                bidder.caught += u64::from(claim.kind == ClaimKind::Doubt && claim.holds);
            }
        }
    }

    fn of(&mut self, bot: &str) -> &mut Profile {
        // Looked up before it is made, to copy a name only once.
        if !self.bots.contains_key(bot) {
            self.bots.insert(bot.to_owned(), Profile::default());
        }
        self.bots.entry(bot.to_owned()).or_default()
    }
}

impl Profile {
    fn claim(&mut self, step: &Step, claim: &Claim) {
        let held = u64::from(claim.holds);
        match claim.kind {
            ClaimKind::Bid => {
                self.bids += 1;
                self.false_bids += 1 - held;
                if let Some(&Some(chance)) = claim.chances.get(step.seat - 1) {
                    let tenth = ((chance * 10.0) as usize).min(9);
                    let tenth = &mut self.calibration[tenth];
                    tenth.bids += 1;
                    tenth.held += held;
                    tenth.chances += chance;
                }
            }
            ClaimKind::Doubt => {
                self.doubts += 1;
                self.right_doubts += held;
            }
            ClaimKind::Exact => {
                self.exacts += 1;
                self.right_exacts += held;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::story::{Kind, Source};

    fn step(seat: usize, kind: ClaimKind, against: Option<usize>, holds: bool, own: f64) -> Step {
        let mut chances = vec![Some(0.5), Some(0.5)];
        chances[seat - 1] = Some(own);
        Step {
            step: 1,
            round: 1,
            seat,
            kind: Kind::Act,
            event: String::new(),
            dice: vec![],
            claim: Some(Claim {
                kind,
                against,
                holds,
                chances,
            }),
            ruling: None,
        }
    }

    #[test]
    fn bids_and_doubts_are_put_to_whom_they_belong() {
        let replay = Replay {
            deal: 0,
            table: 0,
            rotation: 0,
            game: "liars-dice".into(),
            rules: "liars-dice".into(),
            bots: vec!["a".into(), "b".into()],
            places: vec![1, 2],
            source: Source::Log,
            differs: None,
            steps: vec![
                step(1, ClaimKind::Bid, None, true, 1.0),
                step(2, ClaimKind::Bid, None, false, 0.25),
                step(1, ClaimKind::Doubt, Some(2), true, 0.7),
                step(1, ClaimKind::Bid, None, true, 0.29),
                step(2, ClaimKind::Exact, Some(1), false, 0.1),
            ],
        };
        let mut profiles = Profiles::default();
        profiles.add(&replay);
        let (a, b) = (&profiles.bots["a"], &profiles.bots["b"]);
        assert_eq!((a.bids, a.false_bids, a.called, a.caught), (2, 0, 1, 0));
        assert_eq!((b.bids, b.false_bids, b.called, b.caught), (1, 1, 1, 1));
        assert_eq!(
            (a.doubts, a.right_doubts, b.exacts, b.right_exacts),
            (1, 1, 1, 0)
        );
        assert_eq!((a.calibration[9].bids, a.calibration[2].bids), (1, 1));
        assert_eq!((b.calibration[2].bids, b.calibration[2].held), (1, 0));
        assert_eq!(profiles.games, 1);
    }
}
