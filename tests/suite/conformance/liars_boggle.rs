//! Liar's Boggle as a subject, and what is true of its dice alone.

use super::draw::{Drawn, strategy};
use super::subject::Subject;
use super::walk::{Walk, chance};
use dudo_engine::liars_boggle::{Action, DieId, DieSet, Event, LiarsBoggle, Phase, Public, Shown};
use dudo_engine::{BySeat, Happening, Purpose, Seat, SeatSet, State};
use proptest::prelude::*;
use serde_json::Value;
use std::collections::BTreeMap;

impl Subject for LiarsBoggle {
    /// A die dropped is another die for each choice, so that a seat's rolls in
    /// two games need not overlap: see [`found_at_their_addresses`].
    const ROLLS: bool = false;

    fn alive(public: &Public) -> SeatSet {
        public.survivors.alive()
    }

    fn stock(public: &Public) -> BySeat<u32> {
        public.held.map(|_, &dice| u32::from(dice))
    }

    fn change(event: &Event, stock: u32) -> u32 {
        match event {
            Event::Did(Action::Drop(_)) => stock - 1,
            Event::Out => 0,
            _ => stock,
        }
    }

    fn rolled(_: &Event) -> Option<Vec<u8>> {
        None
    }

    fn asks_who_is_out(public: &Public) -> bool {
        matches!(public.phase, Phase::Vote { .. })
    }

    fn dealt(&self) -> usize {
        self.dice().len() - 1
    }

    fn slowest(legal: &[Action]) -> usize {
        let slow = [
            Action::StartTimer,
            Action::Object,
            Action::Pass,
            Action::Invalid,
        ];
        let found = slow
            .iter()
            .find_map(|slow| legal.iter().position(|action| action == slow));
        found.unwrap_or(0)
    }

    fn allows(image: &Value, action: &str) -> Option<bool> {
        let flag = |name: &str| image[name].as_bool();
        match action.split_once(' ') {
            Some(("bid", _)) => flag("may_bid").filter(|&may| !may),
            Some(("drop", die)) => {
                let dice = image["may_drop"].as_array()?;
                Some(dice.iter().any(|other| other.as_u64() == die.parse().ok()))
            }
            _ => match action {
                "call" | "call-word" => flag("may_call"),
                "object" => flag("may_object"),
                "start-timer" => flag("may_start_timer"),
                "pass" => flag("may_pass"),
                "valid" | "invalid" => flag("may_vote"),
                _ => None,
            },
        }
    }

    fn sound(&self, state: &State<Self>) {
        let public = state.public();
        let mut all = DieSet::EMPTY;
        for (seat, &held) in public.held.iter() {
            let own = state.view(self, seat).own();
            assert_eq!(usize::from(held), own.dice.len());
            assert_eq!(own.shown().letters().len(), own.dice.len());
            assert_eq!(held > 0, seat.is_in(public.survivors.alive()));
            if let Some(dice) = &public.dice {
                assert_eq!(dice[seat], own.dice);
            }
            assert!(all.iter().all(|die| !own.dice.has(die)), "two hold a die");
            all = all.with(own.dice);
        }
        assert!(all.iter().all(|die| !public.gone.has(die)));
        if public.dice.is_some() {
            assert_eq!(all.with(public.gone), DieSet::first(self.dice().len()));
        }
        assert!(public.bids <= self.rules().max_bids && public.refused <= 2);
        assert!(public.round <= self.rules().max_rounds);
        assert_eq!(
            public.shown.is_some(),
            matches!(public.phase, Phase::Drop { .. })
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 100,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    /// Die d of the set shows word 16 r + d of the deal's stream in round r,
    /// whoever holds it and whatever was dropped.
    #[test]
    fn letter_dice_are_found_at_their_addresses(drawn in strategy::<LiarsBoggle>()) {
        found_at_their_addresses(&drawn);
    }
}

fn found_at_their_addresses(drawn: &Drawn) {
    let Some(game) = drawn.game::<LiarsBoggle>() else {
        return;
    };
    let mut walk = Walk::start(&game, drawn);
    walk.finish();
    let mut dice = chance(&game, drawn).dice(0);
    let mut held: BTreeMap<Seat, DieSet> = BTreeMap::new();
    for line in walk.say.record() {
        match &line.what {
            Happening::Event(Event::Deal(dealt)) => {
                held.insert(line.seat, *dealt);
            }
            Happening::Event(Event::Did(Action::Drop(die))) => {
                held.get_mut(&line.seat).expect("a hand").remove(*die);
            }
            Happening::Event(Event::Roll(shown)) => {
                let mut face = |die: DieId| {
                    let (die, id) = (&game.dice()[die.index()], die.index() as u64);
                    let mut face = die.faces()[0];
                    let word = 16 * u64::from(line.round - 1) + id;
                    dice.throw(Purpose::Table, word, 1, u32::from(die.sides()), |side| {
                        face = die.faces()[side as usize];
                    });
                    face
                };
                let expected: Shown = held[&line.seat].iter().map(&mut face).collect();
                assert_eq!(*shown, expected, "round {}, seat {}", line.round, line.seat);
            }
            _ => {}
        }
    }
}
