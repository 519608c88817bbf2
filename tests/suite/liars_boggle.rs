//! Liar's Boggle: speed of the word list, talk, votes nobody sees, the ladder
//! of its bots and their faultlessness.

use dudo_bots::{Built, Local, find, liars_boggle};
use dudo_engine::knobs::{self, Domain, Knobs};
use dudo_engine::liars_boggle::{Action, Event, LiarsBoggle, Options, Rules};
use dudo_engine::{
    Bot, BotRng, Chance, Claim, Dice, Game, Happening, Key, MAX_SEATS, Outcome, Place, Player, Say,
    Seat, Session, Sitting, State, Talk, Turn, View, play,
};
use dudo_words::{Library, equip};

fn bot(text: &str) -> Built<LiarsBoggle> {
    find(liars_boggle::ROSTER, text).unwrap_or_else(|error| panic!("{error}"))
}

fn game(rules: &str) -> LiarsBoggle {
    let rules: Rules = rules.parse().unwrap_or_else(|error| panic!("{error}"));
    equip(&Library::new(), rules).unwrap_or_else(|error| panic!("{error}"))
}

fn table(
    game: &LiarsBoggle,
    deal: u64,
    seats: usize,
    mut seated: impl FnMut(Seat) -> Box<dyn Bot<LiarsBoggle>>,
    say: &mut Say<LiarsBoggle>,
) -> Outcome {
    let chance = Chance::new(&Key::new([5; 32]), &game.to_string(), seats);
    let sitting = Sitting { seats, game: 0 };
    let mut players: Vec<Local<LiarsBoggle>> = (0..seats)
        .map(|index| {
            let seat = Seat::new(index);
            let mut player = Local::new(seated(seat));
            player.begin(&sitting, chance.bot(seat, deal));
            player
        })
        .collect();
    let mut seated: Vec<&mut dyn Player<LiarsBoggle>> = players
        .iter_mut()
        .map(|player| player as &mut dyn Player<LiarsBoggle>)
        .collect();
    play(game, &sitting, &mut seated, &mut chance.dice(deal), say)
}

fn instance(
    bot: &Built<LiarsBoggle>,
    game: &LiarsBoggle,
    seat: Seat,
    seats: usize,
) -> Box<dyn Bot<LiarsBoggle>> {
    let games = 1;
    (bot.factory)(game, &Session { seat, seats, games })
}

/// The first bot's share of first places over both seatings of each deal, and
/// the standard error of that mean.
fn duel(game: &LiarsBoggle, deals: u64, pair: [&Built<LiarsBoggle>; 2]) -> (f64, f64) {
    let (mut sum, mut squares) = (0.0, 0.0);
    for deal in 0..deals {
        let mut share = 0.0;
        for swap in [0, 1] {
            let outcome = table(
                game,
                deal,
                2,
                |seat| instance(pair[seat.index() ^ swap], game, seat, 2),
                &mut Say::new(),
            );
            assert!(outcome.faults.is_empty(), "{:?}", outcome.faults);
            share += f64::from(u8::from(outcome.places[Seat::new(swap)] == Place(1))) / 2.0;
        }
        sum += share;
        squares += share * share;
    }
    let n = deals as f64;
    let mean = sum / n;
    (mean, ((squares / n - mean * mean).max(0.0) / n).sqrt())
}

/// Levels 0 < 2 < 3 < 4 heads-up, by four standard errors.
#[test]
fn the_ladder_heads_up() {
    let game = game("liars-boggle");
    for (lower, upper) in [("random", "honest"), ("honest", "odds"), ("odds", "reader")] {
        let (share, error) = duel(&game, 100, [&bot(upper), &bot(lower)]);
        println!("{upper} takes {share:.3} +- {error:.3} from {lower}");
        // A share of 1 has no error of its own.
        let error = error.max(0.01);
        assert!(
            share - 4.0 * error > 0.5,
            "{upper} takes {share} +- {error} from {lower}"
        );
    }
}

/// {0, 1} < 2 < 3 at one table of four, by four standard errors.
#[test]
fn the_ladder_at_four_seats() {
    let game = game("liars-boggle");
    let names = ["random", "caller", "honest", "odds"];
    let bots = names.map(bot);
    let mut wins = Vec::new();
    for deal in 0..200 {
        let mut won = [0.0; 4];
        for rotation in 0..4 {
            let seated = |seat: Seat| (seat.index() + rotation) % 4;
            let outcome = table(
                &game,
                deal,
                4,
                |seat| instance(&bots[seated(seat)], &game, seat, 4),
                &mut Say::new(),
            );
            assert!(outcome.faults.is_empty(), "{:?}", outcome.faults);
            for (seat, &place) in outcome.places.iter() {
                won[seated(seat)] += f64::from(u8::from(place == Place(1))) / 4.0;
            }
        }
        wins.push(won);
    }
    for (lower, upper) in [(0, 2), (1, 2), (2, 3)] {
        let n = wins.len() as f64;
        let ahead: Vec<f64> = wins.iter().map(|won| won[upper] - won[lower]).collect();
        let mean = ahead.iter().sum::<f64>() / n;
        let spread = ahead.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>();
        let error = (spread / (n * (n - 1.0))).sqrt();
        let (lower, upper) = (names[lower], names[upper]);
        println!("{upper} is {mean:.3} +- {error:.3} ahead of {lower}");
        assert!(
            mean > 4.0 * error,
            "{upper} is only {mean} +- {error} ahead of {lower}"
        );
    }
}

/// A value of a knob; low numbers more often than not.
fn value(domain: Domain, rng: &mut BotRng) -> String {
    match domain {
        Domain::Switch => ["off", "on"][rng.below(2) as usize].into(),
        Domain::Word(words) => words[rng.below(words.len() as u32) as usize].into(),
        Domain::Whole(low, high) => match rng.below(4) {
            0 => low + rng.below(high - low + 1),
            1 => [low, high][rng.below(2) as usize],
            _ => low + rng.below(6.min(high - low + 1)),
        }
        .to_string(),
        Domain::PerSeat(low, _) => low.to_string(),
        Domain::Text { samples, .. } => samples[rng.below(samples.len() as u32) as usize].into(),
        Domain::WordList => "default".into(),
    }
}

/// Rules drawn knob by knob, with a short list, such as agree.
fn drawn(library: &Library, list: &str, rng: &mut BotRng) -> LiarsBoggle {
    loop {
        let mut rules = Rules::default();
        for knob in Rules::KNOBS {
            if rng.below(3) == 0 {
                let value = value(knob.domain, rng);
                knobs::set(&mut rules, knob.name, &value).expect("a value of the domain");
            }
        }
        knobs::set(&mut rules, "dictionary", list).expect("the name of a list");
        if rules.agree().is_ok() {
            return equip(library, rules).expect("rules that agree");
        }
    }
}

/// Plays something that nobody can: its seat is retired.
struct Leaves(u32);

impl Bot<LiarsBoggle> for Leaves {
    fn act(&mut self, view: View<'_, LiarsBoggle>, rng: &mut BotRng) -> Action {
        let mut legal = Vec::new();
        view.rules().legal(view, &mut legal);
        match self.0.checked_sub(1) {
            Some(left) => {
                self.0 = left;
                legal[rng.below(legal.len() as u32) as usize]
            }
            None if Options::of(view).pass => Action::Call,
            None => Action::Pass,
        }
    }
}

/// 10,000 games per bot, at tables of every size, now and then with a seat that
/// fails in the middle.
#[test]
fn no_bot_fails_under_any_rules() {
    let mut library = Library::new();
    let list = library.add(include_str!("conformance/words.txt")).knob;
    let bots: Vec<_> = liars_boggle::ROSTER
        .iter()
        .map(|entry| bot(entry.name))
        .collect();
    let mut played = vec![0u32; bots.len()];
    let mut deal = 0;
    while played.iter().any(|&games| games < 10_000) {
        deal += 1;
        let mut rng = BotRng::of(Key::new([8; 32]).child(deal));
        let game = drawn(&library, &list, &mut rng);
        for seats in (2..=MAX_SEATS).filter(|&seats| game.fits(seats).is_ok()) {
            let line: Vec<usize> = (0..seats)
                .map(|_| rng.below(bots.len() as u32) as usize)
                .collect();
            let gone = (rng.below(6) == 0).then(|| rng.below(seats as u32) as usize);
            let after = rng.below(6);
            let outcome = table(
                &game,
                deal,
                seats,
                |seat| match gone {
                    Some(gone) if gone == seat.index() => Box::new(Leaves(after)),
                    _ => instance(&bots[line[seat.index()]], &game, seat, seats),
                },
                &mut Say::new(),
            );
            for failure in &outcome.faults {
                let whose = bots[line[failure.seat.index()]].canonical.as_str();
                assert_eq!(
                    Some(failure.seat.index()),
                    gone,
                    "{game}, {seats} seats, deal {deal}: {whose}: {:?}",
                    failure.fault
                );
            }
            for (index, games) in played.iter_mut().enumerate() {
                let seat = line.iter().position(|&bot| bot == index);
                *games += u32::from(seat.is_some_and(|seat| Some(seat) != gone));
            }
        }
    }
}

/// Presets with the whole list, every bot at every size.
#[test]
fn no_bot_fails_under_a_preset() {
    let library = Library::new();
    for preset in Rules::PRESETS {
        let game: LiarsBoggle = equip(&library, (preset.rules)()).expect("a preset agrees");
        for seats in [2, 3, 5, 8] {
            for deal in 0..2 {
                let outcome = table(
                    &game,
                    deal,
                    seats,
                    |seat| {
                        let roster = liars_boggle::ROSTER;
                        let entry = &roster[(seat.index() + deal as usize) % roster.len()];
                        instance(&bot(entry.name), &game, seat, seats)
                    },
                    &mut Say::new(),
                );
                assert!(outcome.faults.is_empty(), "{game}: {:?}", outcome.faults);
            }
        }
    }
}

/// Says what it is told to, and what it heard.
struct Talker {
    text: String,
    heard: Vec<Talk>,
}

impl Bot<LiarsBoggle> for Talker {
    fn act(&mut self, view: View<'_, LiarsBoggle>, _: &mut BotRng) -> Action {
        let mut legal = Vec::new();
        view.rules().legal(view, &mut legal);
        // The call that stands near the end, or the first bid.
        let call = legal.iter().position(|action| *action == Action::Call);
        legal[call.unwrap_or(0)]
    }

    fn say(&mut self, view: View<'_, LiarsBoggle>) -> Option<Talk> {
        assert!(view.rules().talks(), "asked where there is no talk");
        let claims = vec![Claim::Dice(9), Claim::Call(Seat::new(0))];
        Talk::new(&format!("{} {}", self.text, self.heard.len()), claims).ok()
    }

    fn observe(&mut self, _: Seat, event: &Event) {
        if let Event::Said(talk) = event {
            self.heard.push(Talk::clone(talk));
        }
    }
}

#[test]
fn talk_is_heard_and_logged_before_the_action_and_only_where_allowed() {
    for (rules, talks) in [("liars-boggle(talk=on)", true), ("liars-boggle", false)] {
        let mut say = Say::new();
        say.keep_record(true);
        let talker = |_| -> Box<dyn Bot<LiarsBoggle>> {
            Box::new(Talker {
                text: "so far I heard".into(),
                heard: Vec::new(),
            })
        };
        let outcome = table(&game(rules), 0, 3, talker, &mut say);
        assert!(outcome.faults.is_empty(), "{:?}", outcome.faults);
        let mut said = 0u32;
        for (line, next) in say.record().iter().zip(&say.record()[1..]) {
            if let Happening::Event(Event::Said(talk)) = &line.what {
                // Everybody heard everything that was said before, his own words too.
                let expected = format!("say \"so far I heard {said}\" dice 9, call 1");
                assert_eq!(talk.to_string(), expected);
                assert_eq!(
                    Event::Said(talk.clone()).to_string().parse(),
                    Ok(Event::Said(talk.clone()))
                );
                assert!(matches!(&next.what, Happening::Event(Event::Did(_))));
                assert_eq!((line.seat, line.step), (next.seat, next.step));
                said += 1;
            }
        }
        assert_eq!(said, if talks { outcome.actions } else { 0 });
    }
}

/// Two states that differ in a vote that is cast and not opened look alike to
/// everybody, and are told alike.
#[test]
fn a_vote_is_secret_until_all_are_cast() {
    let game = game("liars-boggle(vote=players,max-rounds=3)");
    let states = ["valid", "invalid"].map(|vote| {
        let mut dice = Dice::loaded(Vec::new());
        let mut say = Say::new();
        let mut state = game.deal(&Sitting { seats: 4, game: 0 }, &mut dice, &mut say);
        for action in ["bid xzx", "call!", vote] {
            let action: Action = action.parse().expect("an action");
            state
                .act(&game, &action, &mut dice, &mut say)
                .expect("a legal action");
        }
        let told: Vec<(Seat, Event)> = say
            .told()
            .iter()
            .map(|told| (told.seat, told.event.clone()))
            .collect();
        (state, told)
    });
    let [(first, told_first), (second, told_second)] = &states;
    assert_eq!(told_first, told_second);
    assert_eq!(first.public(), second.public());
    assert_eq!(game.turn(first.public()), Turn::Act(Seat::new(3)));
    let own = |state: &State<LiarsBoggle>, seat| state.view(&game, Seat::new(seat)).own().clone();
    for seat in 0..4 {
        assert_eq!(own(first, seat), own(second, seat));
    }
}

/// The rules text of each preset, fixed for ever, because dice depend on it.
#[test]
fn fingerprints_of_the_presets() {
    let found: Vec<String> = Rules::PRESETS
        .iter()
        .map(|preset| {
            let text = (preset.rules)().to_string();
            format!("{} {} {text}", preset.name, knobs::fingerprint(&text))
        })
        .collect();
    assert_eq!(
        found,
        [
            "standard e324b10c liars-boggle",
            "classic 5d695ea5 liars-boggle(dice=classic)",
            "friendly 6e8ab9b7 liars-boggle(friendly-challenge=on,vote=players)",
            "loose-qu 6ad1bddc liars-boggle(qu-two=on,qu-as-q=on)",
            "table-talk 52d66c30 liars-boggle(dice-identity=private,talk=on)",
        ]
    );
}

/// Every knob is described, in prose that changes when it is turned.
#[test]
fn prose_follows_every_knob() {
    let library = Library::new();
    let prose = |rules: &Rules| {
        let game: LiarsBoggle = equip(&library, rules.clone()).expect("rules that agree");
        game.prose().join("\n")
    };
    let plain = prose(&Rules::default());
    for (name, value) in [
        ("dice", "classic"),
        ("handicap", "[2,3]"),
        ("dice-identity", "private"),
        ("first", "random"),
        ("qu-two", "on"),
        ("qu-as-q", "on"),
        ("friendly-challenge", "on"),
        ("vote", "all"),
        ("min-faces", "2"),
        ("max-faces", "9"),
        ("max-bids", "7"),
        ("max-rounds", "8"),
        ("timer", "on"),
        ("talk", "on"),
    ] {
        let mut rules = Rules::default();
        knobs::set(&mut rules, name, value).expect("a value of the domain");
        assert_ne!(prose(&rules), plain, "{name} = {value} is not told");
    }
}
