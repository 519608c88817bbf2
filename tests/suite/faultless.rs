//! No built-in bot ever fails, whatever the house rules.
//!
//! Rules are drawn from the table of knobs, so a new knob is covered unasked.
//! A failure prints the rules, the line-up and the deal, which is all that is
//! needed to play the game again.

use crate::deals::{bot, instance, play_deal};
use dudo_bots::{Built, liars_dice};
use dudo_engine::knobs::{Domain, Knobs};
use dudo_engine::liars_dice::{Action, Bid, LiarsDice, Rules};
use dudo_engine::{Bot, BotRng, Chance, Key, View};

/// Games for each bot with rules drawn at random.
const DRAWN: u64 = 10_000;
/// Deals for each line-up with the rules of a preset.
const DEALS: u64 = 6;

/// Makes an illegal bid at one of its decisions, so that its seat is retired
/// in the middle of a round and the others have to go on.
struct Leaves(u32);

impl Bot<LiarsDice> for Leaves {
    fn act(&mut self, view: View<'_, LiarsDice>, _: &mut BotRng) -> Action {
        let public = view.public();
        let calls = public.standing.is_some() && public.asked.is_none();
        match self.0.checked_sub(1) {
            Some(left) if calls => {
                self.0 = left;
                Action::Challenge
            }
            _ => Action::Bid(Bid::new(0, 0)),
        }
    }
}

/// One of the values of a knob: its ends and low numbers more often than not.
fn value(domain: Domain, seats: usize, rng: &mut BotRng) -> String {
    let dice = |rng: &mut BotRng| match rng.below(64) {
        0 => 1 + rng.below(20),
        1..16 => 4 + rng.below(3),
        _ => 1 + rng.below(3),
    };
    match domain {
        Domain::Switch => ["off", "on"][rng.below(2) as usize].into(),
        Domain::Word(words) => words[rng.below(words.len() as u32) as usize].into(),
        Domain::Whole(low, high) => match rng.below(4) {
            0 => low + rng.below(high - low + 1),
            1 => [low, high][rng.below(2) as usize],
            _ => low + rng.below(5.min(high - low + 1)),
        }
        .to_string(),
        Domain::PerSeat(..) if rng.below(2) == 0 => {
            let list: Vec<String> = (0..seats).map(|_| dice(rng).to_string()).collect();
            format!("[{}]", list.join(","))
        }
        Domain::PerSeat(..) => dice(rng).to_string(),
        Domain::Text { samples, .. } => samples[rng.below(samples.len() as u32) as usize].into(),
        Domain::WordList => "default".into(),
    }
}

/// Rules in which each knob is drawn with chance 1/2, such as agree.
fn drawn(seats: usize, rng: &mut BotRng) -> LiarsDice {
    loop {
        let mut rules = Rules {
            // Where nobody is ever out of dice, games have to end all the same.
            max_rounds: 1 + rng.below(60),
            ..Rules::default()
        };
        for knob in Rules::KNOBS {
            if knob.name == "dice" || (knob.name != "max-rounds" && rng.below(2) == 0) {
                let value = value(knob.domain, seats, rng);
                let set = (knob.set)(&mut rules, &value);
                assert!(set.is_some(), "{} refuses {value}", knob.name);
            }
        }
        if let Ok(rules) = LiarsDice::new(rules) {
            return rules;
        }
    }
}

/// Plays one deal and complains of any fault but those of a seat that leaves.
/// Some deals are played twice: all chance is the deal's.
fn check(
    rules: &LiarsDice,
    chance: &Chance,
    deal: u64,
    bots: &[&Built<LiarsDice>],
    leaves: Option<(usize, u32)>,
) {
    let seats = bots.len();
    let play = || {
        play_deal(rules, chance, deal, seats, |seat| match leaves {
            Some((gone, after)) if gone == seat.index() => Box::new(Leaves(after)),
            _ => instance(bots[seat.index()], rules, seat, seats),
        })
    };
    let outcome = play();
    if deal.is_multiple_of(8) {
        assert_eq!(
            outcome,
            play(),
            "{rules}, deal {deal}: two games of one deal"
        );
    }
    let ours = |seat: usize| leaves.is_none_or(|(gone, _)| gone != seat);
    for failure in &outcome.faults {
        if ours(failure.seat.index()) {
            let names: Vec<&str> = bots.iter().map(|bot| bot.canonical.as_str()).collect();
            panic!(
                "{rules}, deal {deal}, {names:?}, leaves {leaves:?}: seat {} at step {}: {:?}",
                failure.seat, failure.step, failure.fault
            );
        }
    }
}

fn roster() -> Vec<Built<LiarsDice>> {
    liars_dice::ROSTER
        .iter()
        .map(|entry| bot(entry.name))
        .collect()
}

#[test]
fn presets_at_every_size() {
    let bots = roster();
    for preset in Rules::PRESETS {
        let rules = LiarsDice::new((preset.rules)()).expect("a preset agrees");
        for seats in 2..=8 {
            let chance = Chance::new(&Key::new([3; 32]), &rules.to_string(), seats);
            for (first, _) in bots.iter().enumerate() {
                let line: Vec<_> = (0..seats)
                    .map(|seat| &bots[(first + seat) % bots.len()])
                    .collect();
                for deal in 0..DEALS {
                    check(&rules, &chance, deal, &line, None);
                }
                // And among its own kind.
                let line: Vec<_> = (0..seats).map(|_| &bots[first]).collect();
                check(&rules, &chance, DEALS, &line, None);
            }
        }
    }
}

#[test]
fn rules_drawn_from_the_knobs() {
    let mut bots = roster();
    bots.push(bot("odds(bluff=0.3)"));
    let key = Key::new([4; 32]);
    let mut played = vec![0; bots.len()];
    let mut deal = 0;
    while played.iter().any(|&games| games < DRAWN) {
        deal += 1;
        let mut rng = BotRng::of(key.child(deal));
        let seats = 2 + rng.below(7) as usize;
        let rules = drawn(seats, &mut rng);
        let chance = Chance::new(&key, &rules.to_string(), seats);
        let line: Vec<usize> = (0..seats)
            .map(|_| rng.below(bots.len() as u32) as usize)
            .collect();
        let leaves = (rng.below(8) == 0).then(|| (rng.below(seats as u32) as usize, rng.below(4)));
        for (index, games) in played.iter_mut().enumerate() {
            let seat = line.iter().position(|&bot| bot == index);
            let plays = seat.is_some_and(|seat| leaves.is_none_or(|(gone, _)| gone != seat));
            *games += u64::from(plays);
        }
        let line: Vec<_> = line.iter().map(|&bot| &bots[bot]).collect();
        check(&rules, &chance, deal, &line, leaves);
    }
    println!("{deal} games with rules drawn at random: {played:?} by bot");
}
