//! Facts reach who listens, and nobody else.

use dudo_bots::Local;
use dudo_engine::liars_dice::{Action, Event, LiarsDice, Options};
use dudo_engine::{Bot, BotRng, Chance, Happening, Key, Line, Say, Seat, Sitting, View, play};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// Bids as low as it can and counts what it hears.
struct Ear {
    listens: bool,
    heard: Arc<AtomicU32>,
}

impl Bot<LiarsDice> for Ear {
    fn listens(&self) -> bool {
        self.listens
    }

    fn act(&mut self, view: View<'_, LiarsDice>, _: &mut BotRng) -> Action {
        let options = Options::of(view);
        options.raises.get(0).map_or(Action::Challenge, Action::Bid)
    }

    fn observe(&mut self, _: Seat, _: &Event) {
        self.heard.fetch_add(1, Relaxed);
    }
}

/// Who does not listen hears nothing, whoever else does; who listens hears all
/// that is on record but the rolls; and the game is the same.
#[test]
fn a_bot_that_does_not_listen_hears_nothing() {
    let game = LiarsDice::new("liars-dice".parse().expect("rules")).expect("rules that agree");
    let chance = Chance::new(&Key::new([3; 32]), &game.to_string(), 3);
    let sitting = Sitting { seats: 3, game: 0 };
    let mut all = Vec::new();
    for (table, records) in (0..8).flat_map(|table| [(table, false), (table, true)]) {
        let listens = [0, 1, 2].map(|seat| table >> seat & 1 == 1);
        let heard = [0; 3].map(|_| Arc::new(AtomicU32::new(0)));
        let mut players = [0, 1, 2].map(|seat| {
            let (listens, heard) = (listens[seat], heard[seat].clone());
            Local::new(Box::new(Ear { listens, heard }))
        });
        let (mut dice, mut say) = (chance.dice(5), Say::new());
        say.keep_record(records);
        let mut seated = players.each_mut();
        let outcome = play(&game, &sitting, &mut seated, &mut dice, &mut say);
        let mut facts = None;
        if records {
            let told = |line: &&Line<_>| matches!(&line.what, Happening::Event(event) if !matches!(event, Event::Roll(_)));
            facts = Some(say.record().iter().filter(told).count() as u32);
        }
        assert!(say.told().is_empty());
        all.push((
            listens,
            heard.map(|heard| heard.load(Relaxed)),
            facts,
            outcome,
        ));
    }
    let facts = all[1].2.expect("a record");
    assert!(facts > 50, "a game of {facts} facts");
    for (listens, heard, on_record, outcome) in &all {
        assert_eq!(
            *heard,
            listens.map(|listens| if listens { facts } else { 0 })
        );
        assert!(on_record.is_none_or(|on_record| on_record == facts));
        assert_eq!(outcome, &all[0].3);
    }
}

/// Panics when it is asked whether it listens.
struct Undecided;

impl Bot<LiarsDice> for Undecided {
    fn listens(&self) -> bool {
        panic!("undecided");
    }

    fn act(&mut self, _: View<'_, LiarsDice>, _: &mut BotRng) -> Action {
        unreachable!("a bot that panicked is not asked")
    }
}

#[test]
fn a_panic_over_listening_is_a_fault_at_the_first_decision() {
    let game = LiarsDice::new("liars-dice".parse().expect("rules")).expect("rules that agree");
    let chance = Chance::new(&Key::new([3; 32]), &game.to_string(), 2);
    let ear = Ear {
        listens: false,
        heard: Arc::default(),
    };
    let mut players = [Local::new(Box::new(Undecided)), Local::new(Box::new(ear))];
    let (mut dice, mut say) = (chance.dice(5), Say::new());
    let sitting = Sitting { seats: 2, game: 0 };
    let outcome = play(
        &game,
        &sitting,
        &mut players.each_mut(),
        &mut dice,
        &mut say,
    );
    assert_eq!(outcome.faults.len(), 1);
    let failure = &outcome.faults[0];
    assert_eq!((failure.seat, failure.step), (Seat::new(0), 1));
    assert_eq!(failure.fault.detail, "undecided");
}
