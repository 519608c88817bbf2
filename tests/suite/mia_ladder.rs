//! Whether each level of the Mia bots beats the one below it.

use dudo_bots::{Built, Local, find, mia};
use dudo_engine::mia::{Action, Mia, Options};
use dudo_engine::{
    Bot, BotRng, BySeat, Chance, Key, Place, Player, Say, Seat, Session, Sitting, View, play,
};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;

/// A table of bots that plays deal after deal.
struct Arena<'a> {
    game: Mia,
    bots: Vec<&'a Built<Mia>>,
    /// Which bot sits where, in each seating that every deal is played in.
    seatings: Vec<Vec<usize>>,
    session: u64,
}

/// The seatings of one circular order: who sits next to whom stays the same.
fn rotations(order: &[usize]) -> Vec<Vec<usize>> {
    let turns = 0..order.len();
    turns
        .map(|turn| [&order[turn..], &order[..turn]].concat())
        .collect()
}

/// All seatings of so many bots.
fn permutations(bots: usize) -> Vec<Vec<usize>> {
    if bots == 0 {
        return vec![Vec::new()];
    }
    let fewer = permutations(bots - 1);
    let into =
        |seating: &Vec<usize>, at: usize| [&seating[..at], &[bots - 1], &seating[at..]].concat();
    fewer
        .iter()
        .flat_map(|seating| (0..bots).map(move |at| into(seating, at)))
        .collect()
}

/// A seat's share of a game: 1 for the winner, split when the first place is.
fn shares(places: &BySeat<Place>) -> BySeat<f64> {
    let firsts = places.values().iter().filter(|place| place.0 == 1).count();
    places.map(|_, place| f64::from(u8::from(place.0 == 1)) / firsts as f64)
}

impl Arena<'_> {
    /// Plays a session of deals in one seating. Adds each bot's shares to
    /// `sums`.
    fn session(&self, chance: &Chance, first: u64, seating: &[usize], sums: &mut [f64]) {
        let seats = self.bots.len();
        let mut players: Vec<Local<Mia>> = (0..seats)
            .map(|seat| {
                let session = Session {
                    seat: Seat::new(seat),
                    seats,
                    games: self.session,
                };
                let bot = self.bots[seating[seat]];
                Local::new((bot.factory)(&self.game, &session))
            })
            .collect();
        for number in 0..self.session {
            let sitting = Sitting {
                seats,
                game: number,
            };
            let deal = first + number;
            for (seat, player) in players.iter_mut().enumerate() {
                player.begin(&sitting, chance.bot(Seat::new(seat), deal));
            }
            let mut seated: Vec<&mut dyn Player<Mia>> =
                players.iter_mut().map(|player| player as _).collect();
            let outcome = play(
                &self.game,
                &sitting,
                &mut seated,
                &mut chance.dice(deal),
                &mut Say::new(),
            );
            let failed = outcome
                .faults
                .iter()
                .find(|failure| self.bots[seating[failure.seat.index()]].canonical != LEAVES);
            assert!(failed.is_none(), "{}: {failed:?}", self.game);
            for (seat, share) in shares(&outcome.places).iter() {
                sums[seating[seat.index()]] += share;
            }
        }
    }

    /// Plays `sessions` sessions in all seatings. How much more than the
    /// first bot each other takes of a game, in standard errors, with the
    /// session as the independent unit; and the shares.
    fn play(&self, sessions: u64) -> (Vec<f64>, Vec<f64>) {
        let seats = self.bots.len();
        let chance = Chance::new(&Key::new([23; 32]), &self.game.to_string(), seats);
        let games = (self.seatings.len() as u64 * self.session) as f64;
        let (mut sums, mut squares, mut shares) =
            (vec![0.0; seats], vec![0.0; seats], vec![0.0; seats]);
        for session in 0..sessions {
            let mut won = vec![0.0; seats];
            for seating in &self.seatings {
                self.session(&chance, session * self.session, seating, &mut won);
            }
            for (bot, &share) in won.iter().enumerate() {
                let more = (share - won[0]) / games;
                sums[bot] += more;
                squares[bot] += more * more;
                shares[bot] += share / games / sessions as f64;
            }
        }
        let n = sessions as f64;
        let ahead = sums.iter().zip(&squares).map(|(sum, square)| {
            let mean = sum / n;
            mean / ((square / n - mean * mean).max(1e-12) / n).sqrt()
        });
        (ahead.collect(), shares)
    }
}

fn bot(name: &str) -> Built<Mia> {
    find(mia::ROSTER, name).expect(name)
}

fn leaves(after: u32) -> Built<Mia> {
    Built {
        content: "",
        canonical: LEAVES.into(),
        factory: Box::new(move |_, _| Box::new(Leaves(after))),
    }
}

fn table<'a>(rules: &str, bots: &[&'a Built<Mia>], session: u64) -> Arena<'a> {
    Arena {
        game: Mia::new(rules.parse().expect(rules)).expect(rules),
        bots: bots.to_vec(),
        seatings: rotations(&(0..bots.len()).collect::<Vec<_>>()),
        session,
    }
}

/// By four standard errors, both seatings of each deal.
#[test]
fn each_level_beats_the_one_below() {
    for (rules, lower, upper, sessions) in [
        ("mia", "random", "honest", 1_000),
        ("mia", "timid", "honest", 4_000),
        ("mia", "honest", "odds", 2_000),
        ("mia", "odds", "reader", 20_000),
        ("mia(preset=must-look)", "honest", "odds", 2_000),
        ("mia(preset=must-look)", "odds", "reader", 20_000),
        ("mia(preset=wikipedia)", "honest", "odds", 2_000),
        ("mia(preset=wikipedia)", "odds", "reader", 10_000),
    ] {
        let (ahead, shares) = table(rules, &[&bot(lower), &bot(upper)], 1).play(sessions);
        eprintln!(
            "{rules}: {upper} beats {lower} with {:.3}, {:.1} errors",
            shares[1], ahead[1]
        );
        assert!(
            ahead[1] > 4.0,
            "{rules}: {upper} takes {:.3} from {lower}",
            shares[1]
        );
    }
}

/// The same at tables of four, in all 24 seatings: whose neighbour one is
/// matters more than how well one plays.
#[test]
fn each_level_beats_the_one_below_among_four() {
    for (names, pairs, sessions) in [
        (
            ["random", "timid", "honest", "odds"],
            [(0, 2), (1, 2), (2, 3)].as_slice(),
            1_000,
        ),
        (
            ["random", "honest", "honest", "odds"],
            &[(0, 1), (1, 3)],
            300,
        ),
        (["timid", "honest", "odds", "odds"], &[(0, 1), (1, 2)], 300),
        (["random", "random", "honest", "honest"], &[(0, 2)], 100),
        (["timid", "timid", "honest", "honest"], &[(0, 2)], 500),
        (["honest", "honest", "odds", "odds"], &[(0, 2)], 300),
    ] {
        let bots = names.map(bot);
        for &(lower, upper) in pairs {
            // The lower one first, because the others are held against it.
            let mut line_up: Vec<&Built<Mia>> = bots.iter().collect();
            line_up.swap(0, lower);
            let mut table = table("mia", &line_up, 1);
            table.seatings = permutations(4);
            let (ahead, shares) = table.play(sessions);
            let (upper_name, lower_name) = (names[upper], names[lower]);
            eprintln!(
                "{names:?}: {upper_name} before {lower_name} by {:.1} errors, {shares:.3?}",
                ahead[upper]
            );
            assert!(
                ahead[upper] > 4.0,
                "{names:?}: {upper_name} is not before {lower_name}: {shares:.3?}"
            );
        }
    }
}

/// An equilibrium cannot be beaten, whatever is learned of it.
#[test]
fn nobody_beats_the_solver() {
    let solver = bot("solver");
    for entry in mia::ROSTER {
        for (rules, session, sessions) in [
            ("mia", 1, 4_000),
            ("mia(preset=must-look)", 1, 4_000),
            ("mia", 20, 200),
        ] {
            let (ahead, shares) =
                table(rules, &[&bot(entry.name), &solver], session).play(sessions);
            eprintln!(
                "{rules}, {session}: solver against {} {:.3}, {:.1} errors",
                entry.name, shares[1], ahead[1]
            );
            assert!(
                ahead[1] > -2.0,
                "{rules}: {} takes {:.3}",
                entry.name,
                shares[0]
            );
        }
    }
}

/// The one bot that is expected to fail.
const LEAVES: &str = "leaves";

/// Gives up, which is seldom allowed, at one of its decisions, so that its
/// seat is retired in the middle of a round and the others have to go on.
struct Leaves(u32);

impl Bot<Mia> for Leaves {
    fn act(&mut self, view: View<'_, Mia>, rng: &mut BotRng) -> Action {
        let options: Vec<Action> = Options::of(view).iter().collect();
        match self.0.checked_sub(1) {
            Some(left) => {
                self.0 = left;
                options[rng.below(options.len() as u32) as usize]
            }
            None => Action::GiveUp,
        }
    }
}

/// Ten thousand games of each bot under rules drawn from the table of knobs,
/// at tables of all sizes, at half of them with one more who leaves, without a fault.
#[test]
fn no_bot_ever_fails() {
    let bots: Vec<Built<Mia>> = mia::ROSTER.iter().map(|entry| bot(entry.name)).collect();
    let mut runner = TestRunner::deterministic();
    let mut played = vec![0; bots.len()];
    let mut tables = 0;
    while played.iter().any(|&games| games < 10_000) {
        let rules = super::mia_conformance::rules()
            .new_tree(&mut runner)
            .expect("rules")
            .current();
        for seats in 2..=8 {
            // Neighbours in the roster, so that all meet all as tables turn.
            let line_up: Vec<usize> = (0..seats)
                .map(|seat| (tables + seat * (1 + tables / bots.len())) % bots.len())
                .collect();
            tables += 1;
            let mut seated: Vec<&Built<Mia>> = line_up.iter().map(|&bot| &bots[bot]).collect();
            let leaves = leaves(tables as u32 % 5);
            if tables.is_multiple_of(2) && seats < 8 {
                seated.push(&leaves);
                seated.rotate_left(tables / 2 % seats);
            }
            table(&rules.to_string(), &seated, 2).play(1);
            for &bot in &line_up {
                played[bot] += 2 * seats;
            }
        }
    }
}
