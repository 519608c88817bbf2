//! What must hold for Mia beyond what must hold for every game.

use dudo_engine::knobs::{Domain, Knobs};
use dudo_engine::mia::{Action, Event, Mia, Options, Phase, Rules, Value};
use dudo_engine::{Chance, Dice, Game, Happening, Key, Say, Seat, Sitting, Turn};
use proptest::prelude::*;

/// Rules drawn from the table of knobs: each knob by a number of which half
/// leave the default.
pub(crate) fn rules() -> impl Strategy<Value = Rules> {
    proptest::collection::vec(any::<u32>(), Rules::KNOBS.len()).prop_map(|numbers| {
        let mut rules = Rules::default();
        for (knob, number) in Rules::KNOBS.iter().zip(numbers) {
            let before = rules.clone();
            if number.is_multiple_of(2) {
                let value = value_in(knob.domain, number / 2);
                (knob.set)(&mut rules, &value).expect("a value of the domain");
            }
            if rules.agree().is_err() {
                rules = before;
            }
        }
        rules
    })
}

/// A value of a domain; of numbers mostly the small ones.
fn value_in(domain: Domain, number: u32) -> String {
    match domain {
        Domain::Switch => ["off", "on"][number as usize % 2].into(),
        Domain::Word(words) => words[number as usize % words.len()].into(),
        Domain::Whole(low, high) | Domain::PerSeat(low, high) => {
            let spread = if number.is_multiple_of(8) {
                high
            } else {
                low + 3
            };
            (low + number / 8 % (spread.min(high) - low + 1)).to_string()
        }
        Domain::Text { samples, .. } => samples[number as usize % samples.len()].into(),
        Domain::WordList => "default".into(),
    }
}

/// A sequence of numbers in place of a player's will.
struct Whim(u64);

impl Whim {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        ((self.0 >> 33) % n as u64) as usize
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    /// Two games that differ only in the dice look the same to everyone but
    /// the player who rolled them, until the cup is lifted.
    #[test]
    fn nobody_sees_through_the_cup(rules in rules(), seats in 2..=5usize, whim: u64, one: u64, other: u64) {
        let game = Mia::new(rules).expect("rules that agree");
        let (mut one, mut other) = (Whim(one), Whim(other));
        let loaded = |whim: &mut Whim| {
            Dice::loaded((0..400).map(|_| whim.below(6) as u32).collect())
        };
        let mut dice = [loaded(&mut one), loaded(&mut other)];
        let mut say = [Say::new(), Say::new()];
        let sitting = Sitting { seats, game: 0 };
        let mut states = [0, 1].map(|n: usize| game.deal(&sitting, &mut dice[n], &mut say[n]));
        let mut whim = Whim(whim);
        loop {
            prop_assert_eq!(states[0].public(), states[1].public());
            prop_assert_eq!(say[0].told(), say[1].told());
            let Turn::Act(turn) = game.turn(states[0].public()) else { break };
            let roller = states[0].public().cup.roller;
            for seat in (0..seats).map(Seat::new) {
                let views = [0, 1].map(|n: usize| states[n].view(&game, seat));
                prop_assert!(seat == roller || views[0].own() == views[1].own());
                prop_assert_eq!(views[0].own().is_some(), seat == roller);
            }
            if states[0].public().phase == Phase::Announce {
                prop_assert_eq!(turn, roller);
            } else {
                prop_assert!(turn != roller || game.rules().pass_unseen);
            }
            let legal: Vec<Action> = Options::of(states[0].view(&game, turn)).iter().collect();
            let action = legal[whim.below(legal.len())];
            let ends = matches!(action, Action::Announce(Value::MIA) | Action::Pass(Value::MIA));
            if action == Action::Look || ends && game.rules().mia_ends_round {
                break;
            }
            for n in 0..2 {
                states[n].act(&game, &action, &mut dice[n], &mut say[n]).expect("legal");
            }
        }
    }
}

/// The adversary who repeats himself as long as he may meets the bound.
#[test]
fn the_bound_is_met() {
    for (text, expected) in [
        ("mia(lives=1)", 42),
        ("mia(lives=1,raise=equal)", 200),
        ("mia(lives=1,raise=equal,max-claims=7)", 14),
        ("mia(lives=2,max-claims=3)", 18),
    ] {
        let game = Mia::new(text.parse().expect(text)).expect(text);
        assert_eq!(game.longest(2), expected, "{text}");
        // Whoever looks, looks at 11: true for who announced no more.
        let mut dice = Dice::loaded(Vec::new());
        let mut say = Say::new();
        let mut state = game.deal(&Sitting { seats: 2, game: 0 }, &mut dice, &mut say);
        let mut decisions = 0;
        while let Turn::Act(seat) = game.turn(state.public()) {
            let options = Options::of(state.view(&game, seat));
            let action = match options.announce.lowest() {
                Some(lowest) => Action::Announce(lowest),
                None if options.believe => Action::Believe,
                None => Action::Look,
            };
            decisions += 1;
            state
                .act(&game, &action, &mut dice, &mut say)
                .expect("legal");
        }
        let lost: u64 = state
            .public()
            .lives
            .values()
            .iter()
            .map(|&left| u64::from(game.rules().lives - left))
            .sum();
        assert_eq!(
            decisions,
            lost * 2 * u64::from(game.rules().claims_in_round()),
            "{text}"
        );
        if game.rules().lives == 1 {
            assert_eq!(decisions, expected, "{text}");
        }
    }
}

/// The dice of an announcement depend on its round and number alone.
#[test]
fn a_roll_has_an_address() {
    let game = Mia::new("mia(pass-unseen=on)".parse().expect("rules")).expect("rules");
    let chance = Chance::new(&Key::new([9; 32]), &game.to_string(), 3);
    let rolls = |actions: &str| {
        let mut dice = chance.dice(3);
        let mut say = Say::new();
        say.keep_record(true);
        let mut state = game.deal(&Sitting { seats: 3, game: 0 }, &mut dice, &mut say);
        for action in actions.split(", ") {
            let action = action.parse().expect(action);
            state
                .act(&game, &action, &mut dice, &mut say)
                .expect("legal");
        }
        let mut found = Vec::new();
        let mut claims = 0;
        for line in say.record() {
            match line.what {
                Happening::Event(Event::Roll(value)) => {
                    found.push(((line.round, claims), value));
                }
                Happening::Event(Event::Did(Action::Announce(_) | Action::Pass(_))) => claims += 1,
                Happening::Event(Event::Reveal(_)) => claims = 0,
                _ => {}
            }
        }
        found
    };
    let long = rolls(
        "announce 31, believe, announce 32, believe, announce 41, believe, announce 51, look, announce 31, believe, announce 51",
    );
    let short = rolls(
        "announce 54, pass 61, believe, announce 62, look, announce 32, believe, announce 55, look",
    );
    let mut shared = 0;
    for (address, value) in &short {
        for (_, same) in long.iter().filter(|(other, _)| other == address) {
            assert_eq!(same, value, "{address:?}");
            shared += 1;
        }
    }
    assert_eq!(shared, 4);
}

/// Contradictions have a sentence, presets have pinned texts.
#[test]
fn rules_texts() {
    let refused = "mia(mia-ends-round=on,mia-give-up=off)".parse::<Rules>();
    assert!(refused.is_err_and(|error| error.to_string().contains("says nothing")));
    let found: Vec<String> = Rules::PRESETS
        .iter()
        .map(|preset| {
            let rules = (preset.rules)();
            rules.agree().expect(preset.name);
            let text = rules.to_string();
            format!(
                "{} {} {text}",
                preset.name,
                dudo_engine::knobs::fingerprint(&text)
            )
        })
        .collect();
    assert_eq!(found, PRESETS);
}

/// Pinned for ever: logs are known by them.
const PRESETS: [&str; 7] = [
    "classic 10a215df mia",
    "wikipedia 3e1a4374 mia(lives=6,next=source)",
    "bga 319449f7 mia(next=winner)",
    "dice-play 705732ab mia(order=doubles-down,mia-false=2)",
    "contest e6406053 mia(mia-real=1,mia-ends-round=on)",
    "must-look d1746a1e mia(mia-real=1,mia-give-up=off)",
    "first-out 865220e2 mia(last=first-out-loses)",
];

/// Every knob shows in the prose.
#[test]
fn prose_follows_the_knobs() {
    let prose = |rules: &Rules| Mia::new(rules.clone()).expect("rules").prose().join("\n");
    let plain = prose(&Rules::default());
    for knob in Rules::KNOBS {
        let mut flipped = Rules::default();
        let values: Vec<String> = match knob.domain {
            Domain::Switch => vec!["on".into(), "off".into()],
            Domain::Word(words) => words.iter().map(ToString::to_string).collect(),
            Domain::Whole(..) | Domain::PerSeat(..) => vec!["7".into()],
            Domain::Text { samples, .. } => samples.iter().map(ToString::to_string).collect(),
            Domain::WordList => Vec::new(),
        };
        for value in values {
            (knob.set)(&mut flipped, &value).expect(knob.name);
            if flipped != Rules::default() && flipped.agree().is_ok() {
                assert_ne!(prose(&flipped), plain, "{} = {value}", knob.name);
            }
        }
    }
}
