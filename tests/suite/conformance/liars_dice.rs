//! Liar's Dice as a subject, and what is true of its dice alone.

use super::draw::{Drawn, strategy};
use super::subject::Subject;
use super::walk::{Walk, chance};
use dudo_engine::liars_dice::{Action, Bid, Event, LiarsDice, Public, Until};
use dudo_engine::{BySeat, Purpose, SeatSet, State};
use proptest::prelude::*;
use serde_json::Value;

impl Subject for LiarsDice {
    fn alive(public: &Public) -> SeatSet {
        public.survivors.alive()
    }

    fn stock(public: &Public) -> BySeat<u32> {
        public.dice.map(|_, &dice| u32::from(dice))
    }

    fn change(event: &Event, stock: u32) -> u32 {
        match *event {
            Event::Lose(dice) => stock - u32::from(dice),
            Event::Gain(dice) => stock + u32::from(dice),
            Event::Out => 0,
            _ => stock,
        }
    }

    fn rolled(event: &Event) -> Option<Vec<u8>> {
        match event {
            Event::Roll(hand) => Some(hand.faces().collect()),
            _ => None,
        }
    }

    fn sayable() -> Vec<Action> {
        let bids = (0..=255)
            .flat_map(|quantity| (0..=255).map(move |face| Action::Bid(Bid::new(quantity, face))));
        bids.chain([Action::Challenge, Action::Exact, Action::Pass])
            .collect()
    }

    fn slowest(legal: &[Action]) -> usize {
        let pass = legal.iter().position(|action| *action == Action::Pass);
        pass.unwrap_or(0)
    }

    fn allows(image: &Value, action: &str) -> Option<bool> {
        let flag = |name: &str| image[name].as_bool();
        match action {
            "challenge" => flag("may_challenge"),
            "exact" => flag("may_exact"),
            "pass" => flag("may_pass"),
            bid => {
                let bid: Bid = bid.strip_prefix("bid ")?.parse().ok()?;
                let face = usize::from(bid.face).wrapping_sub(1);
                let lowest = image["lowest"].get(face).and_then(Value::as_u64);
                let highest = image["highest"].as_u64()?;
                let quantity = u64::from(bid.quantity);
                Some(
                    lowest
                        .is_some_and(|lowest| lowest > 0 && (lowest..=highest).contains(&quantity)),
                )
            }
        }
    }

    fn sound(&self, state: &State<Self>) {
        let public = state.public();
        let sum: u8 = public.dice.values().iter().sum();
        assert_eq!(public.in_play, sum);
        for (seat, &dice) in public.dice.iter() {
            assert_eq!(dice > 0, seat.is_in(public.survivors.alive()));
            if dice > 0 {
                assert_eq!(state.view(self, seat).own().dice(), dice);
            }
            assert!(
                dice <= self.rules().dice.of(seat),
                "more than he began with"
            );
        }
        // One round is played again when a bot fails in it.
        let rounds = match self.rules().until {
            Until::OneRound => public.survivors.seats() as u32,
            Until::Elimination => self.rules().max_rounds,
        };
        assert!(public.round <= rounds);
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 60,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    /// Die i of a seat in a round is word (round * S + seat) * Dmax + i of the
    /// deal's stream, the round and the seat counted from 0.
    #[test]
    fn a_die_is_found_at_its_address(drawn in strategy::<LiarsDice>()) {
        found_at_its_address(&drawn);
    }
}

fn found_at_its_address(drawn: &Drawn) {
    let Some(game) = drawn.game::<LiarsDice>() else {
        return;
    };
    let mut walk = Walk::start(&game, drawn);
    walk.finish();
    let mut dice = chance(&game, drawn).dice(0);
    let widest = u64::from(game.rules().dice.most());
    for ((round, seat), rolled) in walk.rolls() {
        let word = (u64::from(round - 1) * drawn.seats as u64 + seat.index() as u64) * widest;
        let mut faces = Vec::new();
        let sides = u32::from(game.rules().faces);
        dice.throw(Purpose::Table, word, rolled.len(), sides, |face| {
            faces.push(face as u8 + 1);
        });
        faces.sort_unstable();
        assert_eq!(faces, rolled, "round {round}, seat {seat}");
    }
}
