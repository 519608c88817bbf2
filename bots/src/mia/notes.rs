//! What has been seen of each opponent: how often he lies and looks.

use super::common::lowest_allowed;
use super::outlook::Outlook;
use super::stage::MIA;
use dudo_engine::mia::{Action, Event, Rules, VALUES, Value};
use dudo_engine::{MAX_SEATS, Seat};

/// So many show-downs as supposed are thought of before the first is seen.
const SUPPOSED: f64 = 2.0;

/// What is known of one opponent.
#[derive(Clone, Copy, Default)]
struct Opponent {
    /// Announcements of his own rolls that were looked at: lies, truths.
    shown: [f64; 2],
    /// What was supposed of them.
    supposed: [f64; 2],
    /// By rank: announcements put before him, and how many he looked at.
    heard: [f64; VALUES],
    looked: [f64; VALUES],
}

/// An announcement of dice that were seen.
#[derive(Clone, Copy)]
struct Said {
    seat: Seat,
    lowest: usize,
    claim: usize,
}

/// What has been seen in the session so far.
#[derive(Default)]
pub(super) struct Notes {
    opponents: [Opponent; MAX_SEATS],
    standing: Option<Value>,
    said: Option<Said>,
}

impl Notes {
    /// A round is over, or a game begins.
    pub(super) const fn turn_page(&mut self) {
        self.standing = None;
        self.said = None;
    }

    /// Takes down a fact.
    pub(super) fn take(&mut self, rules: &Rules, outlook: &Outlook, seat: Seat, event: &Event) {
        let rank = |value: Value| usize::from(rules.order.rank(value));
        match *event {
            Event::Did(Action::Announce(value)) => {
                self.said = Some(Said {
                    seat,
                    lowest: lowest_allowed(rules, self.standing),
                    claim: rank(value),
                });
                self.standing = Some(value);
            }
            Event::Did(Action::Pass(value)) => {
                self.heard(rules, seat, false);
                self.said = None;
                self.standing = Some(value);
            }
            Event::Did(Action::Believe) => self.heard(rules, seat, false),
            Event::Did(Action::Look) => self.heard(rules, seat, true),
            Event::Did(Action::GiveUp) => self.heard(rules, seat, false),
            Event::Reveal(value) => {
                if let Some(said) = self.said {
                    let lie = outlook.lie(said.lowest, said.claim, 1.0);
                    let opponent = &mut self.opponents[said.seat.index()];
                    opponent.shown[usize::from(rank(value) >= said.claim)] += 1.0;
                    opponent.supposed[0] += lie;
                    opponent.supposed[1] += 1.0 - lie;
                }
                self.turn_page();
            }
            Event::Lose(_) | Event::Out => self.turn_page(),
            Event::Roll(_) => {}
        }
    }

    fn heard(&mut self, rules: &Rules, seat: Seat, looked: bool) {
        if let Some(value) = self.standing {
            let rank = usize::from(rules.order.rank(value));
            let opponent = &mut self.opponents[seat.index()];
            opponent.heard[rank] += 1.0;
            opponent.looked[rank] += f64::from(u8::from(looked));
        }
    }

    /// How many times as often as supposed he lies, for one truth.
    pub(super) fn lies(&self, seat: Seat) -> f64 {
        let Opponent {
            shown, supposed, ..
        } = self.opponents[seat.index()];
        let [lies, truths] =
            core::array::from_fn(|which| (shown[which] + SUPPOSED) / (supposed[which] + SUPPOSED));
        lies / truths
    }

    /// How often he looks at an announcement, by what he did to those near it.
    pub(super) fn looks(&self, seat: Seat, claim: usize, supposed: f64) -> f64 {
        let opponent = &self.opponents[seat.index()];
        let near = if claim == MIA {
            MIA..=MIA
        } else {
            claim.saturating_sub(2)..=(claim + 2).min(MIA - 1)
        };
        let (mut heard, mut looked) = (SUPPOSED, SUPPOSED * supposed);
        for rank in near {
            let weight = 1.0 / (1 + rank.abs_diff(claim)) as f64;
            heard += weight * opponent.heard[rank];
            looked += weight * opponent.looked[rank];
        }
        looked / heard
    }
}
