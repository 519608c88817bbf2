//! The built-in bots of poker-dice Liar: the ladder, and no fault under any
//! rule.

use crate::poker_liar_conformance::drawn;
use dudo_bots::poker_liar::ROSTER;
use dudo_bots::{Built, Local, find};
use dudo_engine::poker_liar::{Action, PokerLiar, Rules};
use dudo_engine::{
    BotRng, BySeat, Chance, Dice, Game, Key, Place, Player, Say, Seat, Session, Sitting, Turn, play,
};

fn bots(names: &[&str]) -> Vec<Built<PokerLiar>> {
    let find = |name: &&str| find(ROSTER, name).unwrap_or_else(|error| panic!("{error}"));
    names.iter().map(find).collect()
}

fn classic() -> PokerLiar {
    PokerLiar::new(Rules::default()).expect("the default rules")
}

/// A table of bots for one session.
struct Table<'a> {
    game: &'a PokerLiar,
    chance: &'a Chance,
    players: Vec<Local<PokerLiar>>,
    say: Say<PokerLiar>,
}

impl<'a> Table<'a> {
    fn new(
        game: &'a PokerLiar,
        chance: &'a Chance,
        line_up: &[&Built<PokerLiar>],
        games: u64,
    ) -> Self {
        let seats = line_up.len();
        let players = line_up.iter().enumerate().map(|(seat, bot)| {
            let seat = Seat::new(seat);
            Local::new((bot.factory)(game, &Session { seat, seats, games }))
        });
        Self {
            game,
            chance,
            players: players.collect(),
            say: Say::new(),
        }
    }

    /// Plays a game; a fault is a failed test.
    fn play(&mut self, deal: u64, number: u64) -> BySeat<Place> {
        let sitting = Sitting {
            seats: self.players.len(),
            game: number,
        };
        for (seat, player) in self.players.iter_mut().enumerate() {
            player.begin(&sitting, self.chance.bot(Seat::new(seat), deal));
        }
        let mut players: Vec<&mut dyn Player<PokerLiar>> = self
            .players
            .iter_mut()
            .map(|player| player as &mut dyn Player<PokerLiar>)
            .collect();
        let mut dice = self.chance.dice(deal);
        let outcome = play(self.game, &sitting, &mut players, &mut dice, &mut self.say);
        assert!(
            outcome.faults.is_empty(),
            "{}: {:?}",
            self.game,
            outcome.faults
        );
        assert!(u64::from(outcome.actions) <= self.game.longest(sitting.seats));
        outcome.places
    }
}

/// Mean and standard error.
fn mean(values: &[f64]) -> (f64, f64) {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    let variance = values
        .iter()
        .map(|value| (value - mean) * (value - mean))
        .sum::<f64>()
        / n;
    (mean, (variance / n).sqrt())
}

/// Each bot's share of the first place per deal, over all rotations of the
/// line-up.
fn shares(names: &[&str], deals: u64) -> Vec<Vec<f64>> {
    let (game, bots, seats) = (classic(), bots(names), names.len());
    let chance = Chance::new(&Key::new([1; 32]), &game.to_string(), seats);
    let mut shares = vec![vec![0.0; deals as usize]; seats];
    for deal in 0..deals {
        for rotation in 0..seats {
            let order: Vec<usize> = (0..seats).map(|seat| (seat + rotation) % seats).collect();
            let line_up: Vec<&Built<PokerLiar>> = order.iter().map(|&bot| &bots[bot]).collect();
            let places = Table::new(&game, &chance, &line_up, 1).play(deal, 0);
            let winners = places.values().iter().filter(|place| place.0 == 1).count() as f64;
            for (seat, place) in places.iter() {
                if place.0 == 1 {
                    shares[order[seat.index()]][deal as usize] += 1.0 / winners / seats as f64;
                }
            }
        }
    }
    shares
}

/// The first is ahead of the second by four standard errors of the difference
/// per deal.
fn assert_ahead(names: &[&str], shares: &[Vec<f64>], better: usize, worse: usize) {
    let differences: Vec<f64> = shares[better]
        .iter()
        .zip(&shares[worse])
        .map(|(better, worse)| better - worse)
        .collect();
    let (difference, error) = mean(&differences);
    assert!(
        difference > 4.0 * error,
        "{} leads {} by {difference:.3}, standard error {error:.3}",
        names[better],
        names[worse]
    );
}

#[test]
fn the_roster_is_a_ladder() {
    let levels: Vec<u8> = ROSTER.iter().map(|entry| entry.level).collect();
    assert_eq!(levels, [0, 1, 2, 3, 4]);
}

#[test]
fn each_level_beats_the_one_below_heads_up() {
    for (names, deals) in [
        (["random", "honest"], 200),
        (["honest", "odds"], 500),
        (["odds", "reader"], 200),
        (["caller", "odds"], 500),
        (["caller", "reader"], 200),
        (["honest", "reader"], 200),
    ] {
        assert_ahead(&names, &shares(&names, deals), 1, 0);
    }
}

#[test]
fn the_ladder_stands_at_four_seats() {
    let names = ["random", "caller", "honest", "odds"];
    let shares_of = shares(&names, 1000);
    for (better, worse) in [(2, 0), (2, 1), (3, 2)] {
        assert_ahead(&names, &shares_of, better, worse);
    }
    let names = ["caller", "honest", "odds", "reader"];
    assert_ahead(&names, &shares(&names, 200), 3, 2);
}

/// A bot against its own copy splits each deal exactly.
#[test]
fn copies_split_every_deal() {
    for entry in ROSTER {
        let names = [entry.name, entry.name];
        let shares = shares(&names, 30);
        // Private chance belongs to a seat, so this holds for random bots too.
        assert!(
            shares[0].iter().all(|&share| share == 0.5),
            "{}",
            entry.name
        );
    }
}

/// Ten thousand games and more for each bot, over drawn rules, all numbers of
/// seats and sessions of several games.
#[test]
fn no_bot_ever_fails() {
    const SESSION: u64 = 5;
    let names: Vec<&str> = ROSTER.iter().map(|entry| entry.name).collect();
    let bots = bots(&names);
    let mut rng = BotRng::of(Key::new([2; 32]).child(0));
    let mut games = vec![0u32; bots.len()];
    let mut least = 0;
    while least < 10_000 {
        let Some(rules) = drawn(std::array::from_fn(|_| rng.below(u32::MAX))) else {
            continue;
        };
        let game = PokerLiar::new(rules).expect("rules that agree");
        let seats = 2 + rng.below(7) as usize;
        let chance = Chance::new(&Key::new([3; 32]), &game.to_string(), seats);
        for session in 0..12 {
            let line_up: Vec<usize> = (0..seats)
                .map(|_| rng.below(bots.len() as u32) as usize)
                .collect();
            let seated: Vec<&Built<PokerLiar>> = line_up.iter().map(|&bot| &bots[bot]).collect();
            let mut table = Table::new(&game, &chance, &seated, SESSION);
            for number in 0..SESSION {
                table.play(session * SESSION + number, number);
            }
            for (bot, games) in games.iter_mut().enumerate() {
                *games += SESSION as u32 * u32::from(line_up.contains(&bot));
            }
        }
        least = games.iter().copied().min().unwrap_or(0);
    }
}

/// What a bot does after a script at two seats, dice loaded by worth.
#[test]
fn decisions() {
    const OPENED: &[u32] = &[3, 3, 3, 0, 0];
    const KINGS: &[u32] = &[4, 4, 4, 3, 1];
    for (bot, dice, script, expected) in [
        ("caller", OPENED, &[][..], "claim QQQ99"),
        ("caller", OPENED, &["claim AAKQ9"], "accept"),
        ("caller", OPENED, &["claim AAKQT"], "doubt"),
        ("caller", KINGS, &["claim QQJT9", "accept"], "roll 4,5"),
        (
            "caller",
            &[5, 4, 3, 1, 0],
            &["claim 99JTQ", "accept"],
            "roll 2,3,4,5",
        ),
        // No truth is high enough: the least lie.
        (
            "caller",
            &[5, 4, 3, 1, 0],
            &["claim 99JTQ", "accept", "roll none"],
            "claim 99KJT",
        ),
        ("honest", OPENED, &[], "claim QQQ99"),
        ("honest", OPENED, &["claim AAKQT"], "accept"),
        ("honest", OPENED, &["claim AAAKQ"], "doubt"),
        ("honest", KINGS, &["claim QQJT9", "accept"], "roll none"),
        (
            "honest",
            KINGS,
            &["claim QQJT9", "accept", "roll none"],
            "claim KKKQT",
        ),
        ("honest", KINGS, &["claim KKKQT", "accept"], "roll 4,5"),
        (
            "honest",
            KINGS,
            &["claim KKKQT", "accept", "roll none"],
            "claim KKKQJ",
        ),
        // Who threw none cannot have more than the claim before.
        (
            "honest",
            KINGS,
            &["claim KKKQT", "accept", "roll none", "claim KKKQJ"],
            "doubt",
        ),
        (
            "odds",
            KINGS,
            &["claim KKKQT", "accept", "roll none", "claim KKKQJ"],
            "doubt",
        ),
        // It handed on five aces, so the claim is true, and can be beaten.
        (
            "odds",
            &[5; 5],
            &["claim AQJT9", "accept", "roll none", "claim AAAAK"],
            "accept",
        ),
        (
            "reader",
            &[5; 5],
            &["claim AQJT9", "accept", "roll none", "claim AAAAK"],
            "accept",
        ),
        ("odds", &[5; 5], &["claim AQJT9", "accept"], "roll none"),
        ("reader", &[5; 5], &["claim AQJT9", "accept"], "roll none"),
    ] {
        let game = PokerLiar::new("poker-liar(seating-throw=off)".parse().expect("rules"))
            .expect("a game");
        let chance = Chance::new(&Key::new([0; 32]), "decisions", 2);
        let mut dice = Dice::loaded(dice.to_vec());
        let mut say = Say::new();
        let mut state = game.deal(&Sitting { seats: 2, game: 0 }, &mut dice, &mut say);
        for action in script {
            let action: Action = action.parse().expect("an action");
            state
                .act(&game, &action, &mut dice, &mut say)
                .unwrap_or_else(|error| panic!("{action}: {}", error.0));
        }
        let Turn::Act(seat) = game.turn(state.public()) else {
            panic!("the game is over")
        };
        let built = &bots(&[bot])[0];
        let mut player = Local::new((built.factory)(
            &game,
            &Session {
                seat,
                seats: 2,
                games: 1,
            },
        ));
        player.begin(&Sitting { seats: 2, game: 0 }, chance.bot(seat, 0));
        let decided = player
            .decide(state.view(&game, seat), say.told())
            .expect("no fault");
        assert_eq!(decided.to_string(), expected, "{bot} after {script:?}");
    }
}

#[test]
fn arguments_are_read() {
    for (text, canonical) in [
        ("odds(faith=0.4)", "odds"),
        ("odds( faith = 0.3 )", "odds(faith=0.3)"),
        ("honest(threshold=0.5)", "honest(threshold=0.5)"),
    ] {
        assert_eq!(bots(&[text])[0].canonical, canonical);
    }
    assert!(find::<PokerLiar>(ROSTER, "reader(faith=0.3)").is_err());
}
