//! What an accepted cup is worth: backward induction over the claims.
//!
//! Who takes the cup with a hand `h` after a claim `c` throws some dice, sees a
//! hand `r` and claims `d > c`. His neighbour believes him with a probability
//! that depends on what everybody knows (`c`, how many dice, `d`). Believed, he
//! is where the neighbour's troubles begin: the neighbour has `r` and must beat
//! `d`. So the worth of `(h, c)`, the chance not to pay for this sequence,
//! follows from the worths of higher claims, the highest first.

use super::chances::{Chances, Throw};
use dudo_engine::poker_liar::{PokerLiar, TopClaim};
use std::sync::OnceLock;

/// How readily the table believes: never at a chance of `doubted`, always at
/// `believed`, in between in proportion. The chance is that of a claim to be
/// true if the claim before it was.
#[derive(Clone, Copy, Debug)]
pub(super) struct Faith {
    pub(super) doubted: f32,
    pub(super) believed: f32,
}

impl Faith {
    fn in_claim(self, chance: f32) -> f32 {
        ((chance - self.doubted) / (self.believed - self.doubted)).clamp(0.0, 1.0)
    }
}

/// The chances of a game, and what follows from them for each number of
/// players, worked out when it is first asked for.
pub(super) struct Plan {
    pub(super) chances: Chances,
    faith: Faith,
    /// The highest claim can be accepted.
    beyond: bool,
    tables: [OnceLock<Table>; SHARES.len()],
}

/// The part of a failure of the next player to pay that falls on who handed him
/// the cup. With two players, who does not pay makes the other pay: all of it.
/// With three and with more the others share it; these two are judged, not
/// derived.
const SHARES: [f32; 3] = [1.0, 0.45, 0.25];

/// Worths and choices for a number of players.
pub(super) struct Table {
    share: f32,
    hands: usize,
    counts: usize,
    /// By claim, then hand.
    worth: Vec<f32>,
    /// The same by hand, then claim: choosing a claim reads along a row.
    onward: Vec<f32>,
    /// The number of the best throw, by claim, then hand.
    throw: Vec<u8>,
    /// The best claim, by the claim to beat, dice thrown and hand.
    claim: Vec<u8>,
    /// The best opening claim, by hand.
    opening: Vec<u8>,
}

impl Plan {
    pub(super) fn new(game: &PokerLiar, faith: Faith) -> Self {
        Self {
            chances: Chances::new(game),
            faith,
            beyond: game.rules().top_claim == TopClaim::RerollAll,
            tables: [const { OnceLock::new() }; SHARES.len()],
        }
    }

    /// Whether the highest claim can be accepted.
    pub(super) const fn beyond(&self) -> bool {
        self.beyond
    }

    /// The table for a number of players.
    pub(super) fn table(&self, players: usize) -> &Table {
        let index = players.clamp(2, SHARES.len() + 1) - 2;
        self.tables[index].get_or_init(|| self.work_out(SHARES[index]))
    }

    /// How likely each claim is to be believed.
    fn believed(&self, beat: Option<u8>, count: u8, out: &mut [f32]) {
        for (out, &chance) in out.iter_mut().zip(self.chances.reach(beat, count)) {
            *out = self.faith.in_claim(chance);
        }
        if let (false, Some(top)) = (self.beyond, out.last_mut()) {
            *top = 0.0;
        }
    }

    /// From the highest claim down.
    fn work_out(&self, share: f32) -> Table {
        let chances = &self.chances;
        let hands = chances.hands();
        let counts = usize::from(chances.cup()) + 1;
        let mut table = Table {
            share,
            hands,
            counts,
            worth: vec![0.0; hands * hands],
            onward: vec![0.0; hands * hands],
            throw: vec![0; hands * hands],
            claim: vec![0; hands * counts * hands],
            opening: vec![0; hands],
        };
        // The highest claim, if it can be accepted, is matched by a throw of
        // all dice.
        let matched = chances.reach(None, 0)[hands - 1];
        for hand in 0..hands {
            table.set_worth(hands - 1, hand, matched);
        }
        let mut faith = vec![0.0; hands];
        let mut claimed = vec![0.0; counts * hands];
        let mut thrown = Vec::new();
        for beat in (0..hands - 1).rev() {
            for count in 0..counts {
                self.believed(Some(beat as u8), count as u8, &mut faith);
                for hand in 0..hands {
                    let (worth, claim) = table.best_claim(hand as u8, beat as u8 + 1, &faith);
                    claimed[count * hands + hand] = worth;
                    table.claim[(beat * counts + count) * hands + hand] = claim;
                }
            }
            // Many hands share a throw: what counts is the dice that stay.
            thrown.clear();
            thrown.extend(chances.every_throw().map(|(number, count)| {
                chances.expected(number, &claimed[usize::from(count) * hands..][..hands])
            }));
            for hand in 0..hands {
                let mut best = (-1.0, 0);
                for (index, throw) in chances.throws(hand as u8).iter().enumerate() {
                    let worth = thrown[usize::from(throw.number)];
                    if worth > best.0 {
                        best = (worth, index as u8);
                    }
                }
                table.set_worth(beat, hand, best.0);
                table.throw[beat * hands + hand] = best.1;
            }
        }
        self.believed(None, chances.cup(), &mut faith);
        for hand in 0..hands {
            table.opening[hand] = table.best_claim(hand as u8, 0, &faith).1;
        }
        table
    }
}

impl Table {
    fn set_worth(&mut self, claim: usize, hand: usize, worth: f32) {
        self.worth[claim * self.hands + hand] = worth;
        self.onward[hand * self.hands + claim] = worth;
    }

    /// The best claim from `lowest` up with these dice when each claim is
    /// believed so often: its worth and rank.
    pub(super) fn best_claim(&self, hand: u8, lowest: u8, faith: &[f32]) -> (f32, u8) {
        let (hand, lowest) = (usize::from(hand), usize::from(lowest));
        let onward = &self.onward[hand * self.hands..][..self.hands];
        let mut best = (-1.0, lowest);
        for (claim, (&onward, &faith)) in onward.iter().zip(faith).enumerate().skip(lowest) {
            let holds = if hand >= claim { 1.0 } else { 0.0 };
            let later = 1.0 - self.share * onward;
            let worth = holds + faith * (later - holds);
            // Of equals the highest truth: it leaves the next player least.
            if worth > best.0 || (worth == best.0 && claim <= hand) {
                best = (worth, claim);
            }
        }
        (best.0, best.1 as u8)
    }

    /// The worth of every hand after a claim.
    pub(super) fn worths(&self, claim: u8) -> &[f32] {
        &self.worth[usize::from(claim) * self.hands..][..self.hands]
    }

    /// The best throw with a hand after a claim.
    pub(super) fn throw(&self, chances: &Chances, claim: u8, hand: u8) -> Throw {
        let best = self.throw[usize::from(claim) * self.hands + usize::from(hand)];
        chances.throws(hand)[usize::from(best)]
    }

    /// By hand: the best claim of who beats one with so many thrown dice, or
    /// opens.
    pub(super) fn claims(&self, beat: Option<u8>, count: u8) -> &[u8] {
        match beat {
            None => &self.opening,
            Some(beat) => {
                let row = usize::from(beat) * self.counts + usize::from(count);
                &self.claim[row * self.hands..][..self.hands]
            }
        }
    }
}
