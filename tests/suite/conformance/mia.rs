//! Mia as a subject. A seat may roll more than once in a round, so its dice
//! are held against their addresses elsewhere.

use super::subject::Subject;
use dudo_engine::mia::{Action, Event, Mia, Phase, Public, Value};
use dudo_engine::{BySeat, Seat, SeatSet, State};
use serde_json::Value as Json;

impl Subject for Mia {
    const ROLLS: bool = false;
    const FIRST_DICE: u32 = 8;

    fn alive(public: &Public) -> SeatSet {
        public.survivors.alive()
    }

    fn stock(public: &Public) -> BySeat<u32> {
        public.lives.map(|_, &lives| u32::from(lives))
    }

    fn change(event: &Event, stock: u32) -> u32 {
        match *event {
            Event::Lose(lives) => stock - u32::from(lives),
            Event::Out => 0,
            _ => stock,
        }
    }

    fn rolled(_: &Event) -> Option<Vec<u8>> {
        None
    }

    fn sayable() -> Vec<Action> {
        let mut all = vec![Action::Believe, Action::Look, Action::GiveUp];
        all.extend(Value::all().map(Action::Pass));
        all.extend(Value::all().map(Action::Announce));
        all
    }

    fn slowest(legal: &[Action]) -> usize {
        let believe = legal.iter().position(|action| *action == Action::Believe);
        believe.unwrap_or(0)
    }

    fn allows(image: &Json, action: &str) -> Option<bool> {
        let flag = |name: &str| image[name].as_bool();
        let from = |name: &str, value: &str| {
            let value: u64 = value.parse().ok()?;
            let order = image["order"].as_array()?;
            let rank = order
                .iter()
                .position(|other| other.as_u64() == Some(value))?;
            Some(rank as u64 >= image[name].as_u64()?)
        };
        match action.split_once(' ') {
            None if action == "believe" => flag("may_believe"),
            None if action == "look" => flag("may_look"),
            None => flag("may_give_up"),
            Some(("announce", value)) => from("announce_from", value),
            Some((_, value)) => from("pass_from", value),
        }
    }

    fn sound(&self, state: &State<Self>) {
        let public = state.public();
        for (seat, &lives) in public.lives.iter() {
            assert_eq!(lives > 0, seat.is_in(public.survivors.alive()));
            assert!(lives <= self.rules().lives);
        }
        // One seat knows the dice under the cup: who rolled them.
        for seat in (0..public.lives.seats()).map(Seat::new) {
            let knows = state.view(self, seat).own().is_some();
            assert_eq!(knows, seat == public.cup.roller);
        }
        if public.phase == Phase::Announce {
            assert_eq!(public.turn, public.cup.roller);
        }
        assert_eq!(public.standing.is_some(), public.claims > 0);
        assert!(public.claims <= self.rules().claims_in_round());
        assert!(public.round <= self.rules().max_rounds);
    }
}
