//! What every game must do, whatever its rules: one function per property,
//! played on rules drawn from the game's own table of knobs.
//!
//! To add a game: implement [`Subject`] beside the others, and add its line to
//! [`games!`] below.

mod draw;
mod image;
mod liars_boggle;
mod liars_dice;
mod mia;
mod poker_liar;
mod subject;
mod telling;
mod walk;

use draw::Drawn;
use dudo_engine::{Dice, Game, Happening, Place, Say, Seat, State, Turn};
use image::{
    a_strange_image_is_refused_or_read, a_view_is_read_as_it_was_written,
    an_image_says_what_is_legal,
};
use proptest::test_runner::{Config, TestRunner};
use std::cell::Cell;
use std::collections::BTreeMap;
use std::str::FromStr;
use subject::Subject;
use telling::{a_record_tells_the_game, assertions_are_weighed};
use walk::{Walk, seeded};

/// A property of a game: panics where it does not hold, else says how many
/// times something was compared, so that no test passes by comparing nothing.
type Property<G> = fn(&G, Drawn) -> u64;

macro_rules! games {
    ($($name:ident: $game:ty,)*) => { $(
        mod $name {
            use super::*;
            properties! { $game:
                legal_and_check_agree: 200,
                a_refused_action_changes_nothing: 200,
                random_play_ends_in_time: 600,
                the_worst_adversary_is_stopped: 200,
                stock_moves_only_by_events: 300,
                hidden_hands_change_nothing_for_others: 500,
                one_seed_one_game: 150,
                a_clone_goes_on_alike: 200,
                notation_reads_what_it_writes: 100,
                any_seat_can_retire_at_any_moment: 1000,
                dice_are_duplicate: 300,
                a_view_is_read_as_it_was_written: 300,
                an_image_says_what_is_legal: 150,
                a_strange_image_is_refused_or_read: 60,
                a_record_tells_the_game: 500,
                assertions_are_weighed: 300,
            }
        }
    )* };
}

macro_rules! properties {
    ($game:ty: $($property:ident: $cases:literal,)*) => { $(
        #[test]
        fn $property() {
            conforms::<$game>(super::$property, $cases);
        }
    )* };
}

games! {
    liars_dice_conforms: dudo_engine::liars_dice::LiarsDice,
    mia_conforms: dudo_engine::mia::Mia,
    poker_liar_conforms: dudo_engine::poker_liar::PokerLiar,
    liars_boggle_conforms: dudo_engine::liars_boggle::LiarsBoggle,
}

/// Holds a property against `cases` games with rules drawn at random. Rules
/// that contradict themselves or do not fit the seats are skipped; at least
/// half must be playable.
fn conforms<G: Subject>(property: Property<G>, cases: u32) {
    let (played, compared) = (Cell::new(0), Cell::new(0));
    let mut runner = TestRunner::new(Config {
        cases,
        failure_persistence: None,
        ..Config::default()
    });
    let outcome = runner.run(&draw::strategy::<G>(), |drawn| {
        if let Some(game) = drawn.game::<G>() {
            compared.set(compared.get() + property(&game, drawn));
            played.set(played.get() + 1);
        }
        Ok(())
    });
    if let Err(failure) = outcome {
        panic!("{failure}");
    }
    assert!(
        played.get() >= cases / 2,
        "only {} of {cases} drawn rules could be played",
        played.get()
    );
    assert!(
        compared.get() >= u64::from(played.get()),
        "only {} comparisons in {} games",
        compared.get(),
        played.get()
    );
}

/// Every listed action is accepted, none is listed twice, and where the game
/// can say everything that may be said, nothing else is accepted.
fn legal_and_check_agree<G: Subject>(game: &G, drawn: Drawn) -> u64 {
    let sayable = G::sayable();
    let mut compared = 0;
    let mut walk = Walk::start(game, &drawn);
    while let Some(seat) = walk.turn() {
        let legal = walk.legal();
        assert!(!legal.is_empty(), "{seat} can do nothing");
        let mut texts: Vec<String> = legal.iter().map(ToString::to_string).collect();
        texts.sort_unstable();
        texts.dedup();
        assert_eq!(texts.len(), legal.len(), "an action is listed twice");
        let view = walk.state.view(game, seat);
        for action in &legal {
            if let Err(refusal) = game.check(view, action) {
                panic!("{action} is listed, and refused: {}", refusal.0);
            }
        }
        // Where it cannot say everything, what it lists was compared.
        compared += u64::from(sayable.is_empty());
        // Everything sayable is much; a few positions of each game will do.
        if !sayable.is_empty() && walk.steps.is_multiple_of(1 + drawn.seed % 7) && compared < 8 {
            let accepted = sayable.iter().filter(|a| game.check(view, a).is_ok());
            assert_eq!(accepted.count(), legal.len(), "accepted, but not listed");
            compared += 1;
        }
        walk.step();
    }
    compared
}

fn a_refused_action_changes_nothing<G: Subject>(game: &G, drawn: Drawn) -> u64 {
    let mut seen = G::sayable();
    // A sample: enough to hit every rule that refuses.
    let stride = seen.len() / 97 + 1;
    seen = seen.into_iter().step_by(stride).collect();
    let mut refused = 0;
    let mut walk = Walk::start(game, &drawn);
    loop {
        for action in &seen {
            let (mut state, mut say) = (walk.state.clone(), Say::new());
            if state.act(game, action, &mut walk.dice, &mut say).is_err() {
                assert_same(game, drawn.seats, &walk.state, &state);
                assert!(say.told().is_empty(), "a refusal was told");
                refused += 1;
            }
        }
        if walk.turn().is_none() {
            return refused;
        }
        for action in walk.legal() {
            if seen.len() < 200 && !seen.contains(&action) {
                seen.push(action);
            }
        }
        walk.step();
    }
}

fn random_play_ends_in_time<G: Subject>(game: &G, drawn: Drawn) -> u64 {
    let mut walk = Walk::start(game, &drawn);
    walk.finish();
    assert!(walk.steps <= game.longest(drawn.seats));
    well_formed(&walk.places(), drawn.seats);
    walk.steps
}

/// The adversary raises as little as it can, passes where it can, and where
/// little is left to do looks into the cups for what costs nobody anything.
fn the_worst_adversary_is_stopped<G: Subject>(game: &G, drawn: Drawn) -> u64 {
    let mut walk = Walk::start(game, &drawn);
    let mut work = 0;
    while walk.turn().is_some() {
        let legal = walk.legal();
        work += legal.len();
        if work > 3_000_000 {
            // Too long a game for a test; not one that broke its bound.
            return 0;
        }
        let slowest = G::slowest(&legal);
        let choice = if legal.len() > 4 {
            slowest
        } else {
            let worth = |index: &usize| {
                let after = walk.after(&legal[*index]);
                let stock: u32 = G::stock(after.public()).values().iter().sum();
                (stock, *index == slowest)
            };
            (0..legal.len()).max_by_key(worth).unwrap_or(slowest)
        };
        walk.act(&legal[choice]);
        assert!(
            walk.steps <= game.longest(drawn.seats),
            "longer than longest"
        );
    }
    well_formed(&walk.places(), drawn.seats);
    2
}

fn stock_moves_only_by_events<G: Subject>(game: &G, drawn: Drawn) -> u64 {
    let mut moved = 0;
    let mut walk = Walk::start(game, &drawn);
    while let Some(seat) = walk.turn() {
        let public = walk.state.public();
        assert!(
            seat.is_in(G::alive(public)) || G::asks_who_is_out(public),
            "{seat} is out"
        );
        game.sound(&walk.state);
        let mut expected = G::stock(walk.state.public());
        let told = walk.say.told().len();
        walk.step();
        for told in &walk.say.told()[told..] {
            let stock = &mut expected[told.seat];
            *stock = G::change(&told.event, *stock);
            moved += 1;
        }
        assert_eq!(
            expected,
            G::stock(walk.state.public()),
            "stock moved untold"
        );
    }
    moved
}

/// The same game with one die turned over, played alike, is the same to
/// everybody who does not see that die until it is shown.
fn hidden_hands_change_nothing_for_others<G: Subject>(game: &G, drawn: Drawn) -> u64 {
    let mut rng = seeded(drawn.seed, 7);
    let sides = [2, 3, 6, 20][rng.below(4) as usize];
    let faces: Vec<u32> = (0..600).map(|_| rng.below(sides)).collect();
    let mut turned = faces.clone();
    let die = game.dealt() + rng.below(G::FIRST_DICE) as usize;
    turned[die] = (turned[die] + 1 + rng.below(sides - 1)) % sides;
    let mut walk = Walk::with(game, &drawn, Dice::loaded(faces));
    let mut twin = Walk::with(game, &drawn, Dice::loaded(turned));
    let (mut compared, mut heard) = (0, 0);
    while walk.told(heard) == twin.told(heard) {
        heard = walk.say.told().len();
        assert_eq!(walk.state.public(), twin.state.public(), "the table saw it");
        let turn = game.turn(walk.state.public());
        assert_eq!(turn, game.turn(twin.state.public()));
        let Turn::Act(turn) = turn else { break };
        let mut differ = 0;
        for seat in (0..drawn.seats).map(Seat::new) {
            let views = [walk.state.view(game, seat), twin.state.view(game, seat)];
            if views[0].own() != views[1].own() {
                differ += 1;
            } else if seat == turn {
                let mut legal = [Vec::new(), Vec::new()];
                for (view, out) in views.into_iter().zip(&mut legal) {
                    game.legal(view, out);
                }
                assert_eq!(legal[0], legal[1], "{seat} may do something else");
            }
        }
        assert!(differ <= 1 || G::SHARED, "{differ} seats see one die");
        compared += differ;
        let legal = walk.legal();
        let action = &legal[walk.choose(legal.len())];
        walk.act(action);
        let view = twin.state.view(game, turn);
        if game.check(view, action).is_err() {
            // Only who sees the die may be bound by it.
            assert!(differ > 0, "{turn} may not {action} in the twin");
            break;
        }
        twin.act(action);
    }
    compared
}

fn one_seed_one_game<G: Subject>(game: &G, drawn: Drawn) -> u64 {
    let mut records = [(); 2].map(|()| {
        let mut walk = Walk::start(game, &drawn);
        walk.finish();
        walk.record()
    });
    assert_eq!(records[0], records[1]);
    records[0].drain(..).count() as u64
}

fn a_clone_goes_on_alike<G: Subject>(game: &G, drawn: Drawn) -> u64 {
    let mut walk = Walk::start(game, &drawn);
    for _ in 0..drawn.seed % 20 {
        if walk.turn().is_some() {
            walk.step();
        }
    }
    // New dice, from the same chance: a die is found by its address alone.
    let mut clone = Walk::start(game, &drawn);
    clone.state = walk.state.clone();
    clone.rng = seeded(drawn.seed, 9);
    walk.rng = seeded(drawn.seed, 9);
    let (told, already) = (walk.say.told().len(), clone.say.told().len());
    walk.finish();
    clone.finish();
    assert_eq!(walk.told(told), clone.told(already));
    assert_same(game, drawn.seats, &walk.state, &clone.state);
    assert_eq!(walk.places(), clone.places());
    (walk.say.told().len() - told) as u64 + 1
}

fn notation_reads_what_it_writes<G: Subject>(game: &G, drawn: Drawn) -> u64 {
    let mut walk = Walk::start(game, &drawn);
    let mut read = 0;
    while walk.turn().is_some() {
        for action in walk.legal() {
            assert_eq!(reread(&action), action);
            read += 1;
        }
        walk.step();
    }
    for line in walk.say.record() {
        if let Happening::Event(event) = &line.what {
            assert_eq!(reread(event), *event);
            read += 1;
        }
    }
    let text = game.to_string();
    let rules = dudo_engine::knobs::parse::<G::Rules>(&text);
    let rules = rules.unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(rules.to_string(), text);
    read
}

fn reread<T: ToString + FromStr>(value: &T) -> T {
    let text = value.to_string();
    let Ok(read) = text.parse() else {
        panic!("\"{text}\" is written, and not read");
    };
    read
}

/// One seat after another fails, in turn or out of it, until one is left or
/// the game is over.
fn any_seat_can_retire_at_any_moment<G: Subject>(game: &G, drawn: Drawn) -> u64 {
    let mut rng = seeded(drawn.seed, 5);
    let mut walk = Walk::start(game, &drawn);
    let often = [1, 3, 10, 40][rng.below(4) as usize];
    let mut retired = BTreeMap::new();
    while walk.turn().is_some() {
        if rng.below(often) > 0 {
            walk.step();
            continue;
        }
        let alive: Vec<Seat> = G::alive(walk.state.public()).iter().collect();
        let seat = alive[rng.below(alive.len() as u32) as usize];
        let mut expected = G::stock(walk.state.public());
        expected[seat] = 0;
        let told = walk.say.told().len();
        game.retire(&mut walk.state, seat, &mut walk.dice, &mut walk.say);
        assert_eq!(
            expected,
            G::stock(walk.state.public()),
            "others paid for {seat}"
        );
        assert!(
            walk.say.told().len() > told,
            "nobody was told that {seat} left"
        );
        assert!(
            !seat.is_in(G::alive(walk.state.public())),
            "{seat} is still in"
        );
        if walk.turn().is_some() {
            game.sound(&walk.state);
            assert!(!walk.legal().is_empty());
        }
        retired.insert(seat.index(), Place(alive.len() as u8));
    }
    let places = walk.places();
    well_formed(&places, drawn.seats);
    for (&seat, &place) in &retired {
        assert_eq!(places[seat], place, "the worst place that was free");
    }
    retired.len() as u64
}

/// Two plays of one deal: in a round, a seat sees the same first dice whatever
/// was bid before and however many the others hold.
fn dice_are_duplicate<G: Subject>(game: &G, drawn: Drawn) -> u64 {
    let [first, second] = [1, 2].map(|player| {
        let mut walk = Walk::start(game, &drawn);
        walk.rng = seeded(drawn.seed, player);
        walk.finish();
        walk.rolls()
    });
    let mut compared = 0;
    for (address, dice) in &first {
        let Some(other) = second.get(address) else {
            continue;
        };
        let (few, many) = if dice.len() < other.len() {
            (dice, other)
        } else {
            (other, dice)
        };
        let mut rest = many.clone();
        for die in few {
            let at = rest.iter().position(|other| other == die);
            rest.remove(at.unwrap_or_else(|| panic!("{address:?}: {few:?} and {many:?}")));
        }
        compared += 1;
    }
    // Not every draw is played, and each has to count for two.
    compared.max(2 * u64::from(!G::ROLLS))
}

fn well_formed(places: &[Place], seats: usize) {
    assert_eq!(places.len(), seats);
    for place in places {
        let better = places.iter().filter(|other| *other < place).count();
        assert_eq!(usize::from(place.0), better + 1, "{places:?}");
    }
}

fn assert_same<G: Game>(game: &G, seats: usize, a: &State<G>, b: &State<G>) {
    assert_eq!(a.public(), b.public());
    for seat in (0..seats).map(Seat::new) {
        assert_eq!(a.view(game, seat).own(), b.view(game, seat).own());
    }
}
