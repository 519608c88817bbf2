//! Poker-dice Liar as a subject. Its dice go round, so their addresses have a
//! test of their own, in `poker_liar_conformance`.

use super::subject::Subject;
use dudo_engine::poker_liar::{Action, Claim, Event, Hand, Picks, Pips, PokerLiar, Public};
use dudo_engine::{BySeat, SeatSet, State};
use serde_json::Value;

impl Subject for PokerLiar {
    const ROLLS: bool = false;
    const SHARED: bool = true;

    fn alive(public: &Public) -> SeatSet {
        public.survivors.alive()
    }

    fn stock(public: &Public) -> BySeat<u32> {
        public.chips.map(|_, &chips| u32::from(chips))
    }

    fn change(event: &Event, stock: u32) -> u32 {
        match *event {
            Event::Lose(chips) => stock - u32::from(chips),
            Event::Out => 0,
            _ => stock,
        }
    }

    fn rolled(_: &Event) -> Option<Vec<u8>> {
        None
    }

    fn sayable() -> Vec<Action> {
        let mut actions = vec![Action::Accept, Action::Doubt];
        actions.extend((0..32).map(|mask| Action::Roll(Picks::of_mask(mask))));
        for pips in [Pips::Poker, Pips::Ordinary] {
            claims(Hand::empty(pips), 5, &mut actions);
        }
        actions
    }

    fn slowest(legal: &[Action]) -> usize {
        let accept = legal.iter().position(|action| *action == Action::Accept);
        accept.unwrap_or(0)
    }

    fn allows(image: &Value, action: &str) -> Option<bool> {
        let phase = image["phase"].as_str()?;
        let (word, rest) = action.split_once(' ').unwrap_or((action, ""));
        match word {
            "doubt" => Some(phase == "answer"),
            "accept" => image["may_accept"].as_bool(),
            "roll" => {
                let thrown = rest.split(',').filter(|&at| at != "none").count() as u64;
                let all = image["all"].as_bool()?;
                let cup = image["cup"].as_u64()?;
                if phase == "throw" && (!all || thrown == cup) {
                    // Of equal dice the leftmost must be picked: not told here.
                    return None;
                }
                Some(false)
            }
            _ => (phase != "claim").then_some(false),
        }
    }

    fn sound(&self, state: &State<Self>) {
        let public = state.public();
        let sum: u32 = public
            .chips
            .values()
            .iter()
            .map(|&chips| u32::from(chips))
            .sum();
        let began = u32::from(self.rules().chips) * public.survivors.seats() as u32;
        assert_eq!(sum + u32::from(public.pot), began, "chips are conserved");
        for (seat, &chips) in public.chips.iter() {
            assert_eq!(chips > 0, seat.is_in(public.survivors.alive()));
        }
        assert!(public.turn.is_in(public.survivors.alive()));
        assert!(public.claims <= self.rules().max_claims);
        assert!(public.round <= self.rules().max_rounds);
    }
}

/// All claims that begin with these dice and go on with the faces up to one.
fn claims(begun: Hand, highest: u8, out: &mut Vec<Action>) {
    if begun.dice() > 0 {
        out.push(Action::Claim(Claim(begun)));
    }
    if begun.dice() < 5 {
        for worth in 0..=highest {
            let mut longer = begun;
            longer.add(worth);
            claims(longer, worth, out);
        }
    }
}
