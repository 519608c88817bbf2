//! Rules at random, from the table that `dudo rules` prints.

use dudo_engine::knobs::{Domain, Knobs};
use dudo_engine::{Game, MAX_SEATS};
use dudo_words::{Library, equip};
use proptest::prelude::*;

/// Rules to be built, seats, and a seed for everything else.
#[derive(Clone, Debug)]
pub(super) struct Drawn {
    /// Canonical text of the rules, or why there are none.
    pub(super) rules: Result<String, String>,
    pub(super) seats: usize,
    pub(super) seed: u64,
}

impl Drawn {
    /// The game, if these rules can be played by so many.
    pub(super) fn game<G: Game>(&self) -> Option<G> {
        let rules = dudo_engine::knobs::parse(self.rules.as_ref().ok()?);
        let rules = rules.unwrap_or_else(|error| panic!("{:?}: {error}", self.rules));
        let game = equip(&library().0, rules);
        let game: G = game.unwrap_or_else(|error| panic!("{:?}: {error}", self.rules));
        game.fits(self.seats).ok().map(|()| game)
    }
}

/// A short word list, so that a game is made and a whole list is gone through
/// in no time: the library that holds it, and its name.
pub(super) fn library() -> (Library, String) {
    const WORDS: &str = include_str!("words.txt");
    let mut library = Library::new();
    let added = library.add(WORDS);
    assert_eq!(added.dropped, 0);
    (library, added.knob)
}

/// A preset or the defaults with up to eight knobs turned, in the order of the
/// table. In half the draws a turn that contradicts the earlier ones is taken
/// back, so that most can be played; in the other half all stand, and rules
/// that contradict themselves are refused.
pub(super) fn strategy<G: Game>() -> impl Strategy<Value = Drawn> {
    let knobs = G::Rules::KNOBS.len();
    let turns = prop::collection::vec((0..knobs, any::<u16>()), 0..=8);
    let presets = G::Rules::PRESETS.len();
    let seats = prop_oneof![2 => 2..=4usize, 1 => 2..=MAX_SEATS];
    (turns, 0..=presets, 0..3u8, seats, any::<u64>()).prop_map(
        |(mut turns, preset, strict, seats, seed)| {
            turns.sort_unstable();
            turns.dedup_by_key(|turn| turn.0);
            Drawn {
                rules: rules::<G::Rules>(&turns, preset, strict == 2, seats)
                    .map(|rules| rules.to_string()),
                seats,
                seed,
            }
        },
    )
}

fn rules<R: Knobs>(
    turns: &[(usize, u16)],
    preset: usize,
    strict: bool,
    seats: usize,
) -> Result<R, String> {
    let mut rules = match preset.checked_sub(1) {
        None => R::default(),
        Some(preset) => (R::PRESETS[preset].rules)(),
    };
    for knob in R::KNOBS
        .iter()
        .filter(|knob| knob.domain == Domain::WordList)
    {
        (knob.set)(&mut rules, &library().1).expect("the name of a list");
    }
    for &(knob, pick) in turns {
        let knob = &R::KNOBS[knob];
        let value = value(knob.domain, pick, seats);
        let mut next = rules.clone();
        let set = (knob.set)(&mut next, &value);
        set.unwrap_or_else(|| panic!("{} is in the domain, and refused: {value}", knob.name));
        assert_eq!(
            (knob.get)(&next),
            value,
            "{} is not what was set",
            knob.name
        );
        if strict || next.agree().is_ok() {
            rules = next;
        }
    }
    rules.agree().map(|()| rules)
}

/// A value of the domain. Of ranges mostly the low end, for small games, and
/// sometimes anything, the ends included.
fn value(domain: Domain, pick: u16, seats: usize) -> String {
    let pick = u32::from(pick);
    let whole = |low: u32, high: u32, pick: u32| match pick % 16 {
        0 => high,
        1 => low + pick / 16 % (high - low + 1),
        _ => low + pick / 16 % (high - low + 1).min(6),
    };
    match domain {
        Domain::Switch => ["on", "off"][(pick % 2) as usize].into(),
        Domain::Word(words) => words[pick as usize % words.len()].into(),
        Domain::Whole(low, high) => whole(low, high, pick).to_string(),
        Domain::PerSeat(low, high) if pick % 3 > 0 => whole(low, high, pick / 3).to_string(),
        Domain::PerSeat(low, high) => {
            let list: Vec<String> = (0..seats as u32)
                .map(|seat| whole(low, high, pick / 3 * (2 * seat + 1)).to_string())
                .collect();
            format!("[{}]", list.join(","))
        }
        Domain::Text { samples, .. } => samples[pick as usize % samples.len()].into(),
        Domain::WordList => library().1,
    }
}
