//! What holds in every game of poker-dice Liar, under every rule.

use dudo_engine::knobs::{self, Domain, Knobs};
use dudo_engine::poker_liar::{
    Action, Claim, Event, Face, Hand, Phase, Picks, Pips, PokerLiar, Rules,
};
use dudo_engine::{BotRng, Chance, Game, Key, Say, Seat, Sitting, State, Turn};
use proptest::prelude::*;

/// Rules with every knob drawn from its domain, if they agree.
pub(crate) fn drawn(draws: [u32; 10]) -> Option<Rules> {
    let mut rules = Rules::default();
    assert_eq!(Rules::KNOBS.len(), draws.len(), "a draw for each knob");
    for (knob, draw) in Rules::KNOBS.iter().zip(draws) {
        let value = match knob.domain {
            Domain::Switch => knobs::switched(draw % 2 == 0),
            Domain::Word(words) => words[draw as usize % words.len()].into(),
            // Small numbers as often as any.
            Domain::Whole(low, high) => {
                let high = if draw % 2 == 0 {
                    high.min(low + 5)
                } else {
                    high
                };
                (low + draw / 2 % (high - low + 1)).to_string()
            }
            Domain::PerSeat(..) | Domain::Text { .. } | Domain::WordList => {
                unreachable!("no such knob here")
            }
        };
        knobs::set(&mut rules, knob.name, &value).expect("a value of the domain");
    }
    rules.agree().is_ok().then_some(rules)
}

fn rules() -> impl Strategy<Value = Rules> {
    any::<[u32; 10]>().prop_filter_map("rules that agree", drawn)
}

fn pips() -> impl Strategy<Value = Pips> {
    prop_oneof![Just(Pips::Poker), Just(Pips::Ordinary)]
}

fn hand(low: usize) -> impl Strategy<Value = Hand> {
    (pips(), proptest::collection::vec(0u8..6, low..=5)).prop_map(|(pips, worths)| {
        let mut hand = Hand::empty(pips);
        worths.into_iter().for_each(|worth| hand.add(worth));
        hand
    })
}

fn action() -> impl Strategy<Value = Action> {
    prop_oneof![
        Just(Action::Accept),
        Just(Action::Doubt),
        (0u8..32).prop_map(|mask| Action::Roll(Picks::of_mask(mask))),
        hand(1).prop_map(|hand| Action::Claim(Claim(hand))),
    ]
}

fn event() -> impl Strategy<Value = Event> {
    prop_oneof![
        (pips(), 0u8..6).prop_map(|(pips, worth)| Event::Throw(Face { worth, pips })),
        hand(2).prop_map(Event::Roll),
        action().prop_map(Event::Did),
        (0u8..6).prop_map(Event::Throws),
        hand(2).prop_map(Event::Reveal),
        any::<u8>().prop_map(Event::Lose),
        Just(Event::Out),
    ]
}

/// A game under way, and how it is asked on.
struct Table {
    game: PokerLiar,
    state: State<PokerLiar>,
    say: Say<PokerLiar>,
    seats: usize,
}

impl Table {
    fn new(rules: Rules, sitting: Sitting, dice: &mut dudo_engine::Dice) -> Self {
        let game = PokerLiar::new(rules).expect("rules that agree");
        let mut say = Say::new();
        say.keep_record(true);
        let state = game.deal(&sitting, dice, &mut say);
        Self {
            game,
            state,
            say,
            seats: sitting.seats,
        }
    }

    fn in_turn(&self) -> Option<Seat> {
        match self.game.turn(self.state.public()) {
            Turn::Act(seat) => Some(seat),
            Turn::Over(_) => None,
        }
    }

    fn legal(&self, seat: Seat) -> Vec<Action> {
        let mut legal = Vec::new();
        self.game
            .legal(self.state.view(&self.game, seat), &mut legal);
        legal
    }

    fn chips_are_conserved(&self) {
        let public = self.state.public();
        let chips: u32 = public
            .chips
            .values()
            .iter()
            .map(|&chips| u32::from(chips))
            .sum();
        let began = u32::from(self.game.rules().chips) * self.seats as u32;
        assert_eq!(chips + u32::from(public.pot), began);
        for (seat, &chips) in public.chips.iter() {
            assert_eq!(chips > 0, seat.is_in(public.survivors.alive()));
        }
    }
}

/// How a random player plays: eagerness to doubt in percent, and how far up
/// he claims.
#[derive(Clone, Copy, Debug)]
struct Manner {
    doubt: u32,
    reach: u32,
}

fn choose(legal: &[Action], manner: Manner, rng: &mut BotRng) -> Action {
    if legal[0] == Action::Doubt {
        let accept = legal.len() > 1 && rng.below(100) >= manner.doubt;
        return legal[usize::from(accept)];
    }
    let choices = match legal[0] {
        Action::Claim(_) => manner.reach.min(legal.len() as u32),
        _ => legal.len() as u32,
    };
    legal[rng.below(choices) as usize]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn rules_text_is_one_to_one(rules in rules()) {
        let text = rules.to_string();
        prop_assert_eq!(text.parse::<Rules>(), Ok(rules));
    }

    #[test]
    fn notation_is_one_to_one(action in action(), event in event()) {
        prop_assert_eq!(action.to_string().parse::<Action>(), Ok(action));
        prop_assert_eq!(event.to_string().parse::<Event>(), Ok(event));
    }

    #[test]
    fn any_text_is_read_or_refused(text in "(accept|doubt|roll|claim|reveal|throw|throws|lose)?[ ,0-9AKQJTa-z]{0,12}") {
        if let Ok(action) = text.parse::<Action>() {
            prop_assert_eq!(action.to_string().parse::<Action>(), Ok(action));
        }
        if let Ok(event) = text.parse::<Event>() {
            prop_assert_eq!(event.to_string().parse::<Event>(), Ok(event));
        }
    }

    /// Ranks are a strict total order that agrees with itself both ways, for
    /// hands of any dice.
    #[test]
    fn hands_are_known_by_their_rank(rules in rules(), a in hand(2), b in hand(2)) {
        let game = PokerLiar::new(rules).expect("rules that agree");
        let ranking = game.ranking();
        let (first, second) = (ranking.rank(&a), ranking.rank(&b));
        prop_assert_eq!(first.is_some() && first == second, first.is_some() && a == b);
        if let Some(rank) = first {
            prop_assert_eq!(ranking.hand(rank), a);
            prop_assert!(u16::from(rank) < ranking.len());
        }
    }

    /// Whole games: legal and check agree, a refused action changes nothing,
    /// chips are conserved, places are well formed, play ends in time, seats
    /// may be retired at any moment, and the same seed gives the same events.
    #[test]
    fn games(
        rules in rules(),
        seats in 2usize..=8,
        number in 0u64..20,
        seed in any::<u64>(),
        doubt in 0u32..60,
        reach in 1u32..40,
        failures in prop_oneof![Just(0u32), Just(3), Just(30)],
        strange in proptest::collection::vec(action(), 8),
    ) {
        let chance = Chance::new(&Key::new([9; 32]), &rules.to_string(), seats);
        let sitting = Sitting { seats, game: number };
        let mut records = Vec::new();
        for again in [false, true] {
            let mut rng = BotRng::of(Key::new([8; 32]).child(seed));
            let mut dice = chance.dice(seed.max(number));
            let mut table = Table::new(rules.clone(), sitting, &mut dice);
            let longest = table.game.longest(seats);
            let (mut asked, mut retired) = (0u64, 0);
            // Long games are watched for so many decisions.
            while let Some(seat) = table.in_turn().filter(|_| asked < 3000) {
                asked += 1;
                prop_assert!(asked <= longest, "more than {longest} decisions");
                let legal = table.legal(seat);
                prop_assert!(!legal.is_empty());
                if !again && asked < 50 {
                    for action in &legal {
                        let view = table.state.view(&table.game, seat);
                        prop_assert_eq!(table.game.check(view, action), Ok(()));
                    }
                    for action in &strange {
                        let view = table.state.view(&table.game, seat);
                        let allowed = table.game.check(view, action).is_ok();
                        prop_assert_eq!(allowed, legal.contains(action), "{}", action);
                        if !allowed {
                            let before = (table.state.public().clone(), table.say.record().len());
                            prop_assert!(table.state.act(&table.game, action, &mut dice, &mut table.say).is_err());
                            prop_assert_eq!((table.state.public().clone(), table.say.record().len()), before);
                        }
                    }
                }
                if rng.below(100) < failures {
                    // Any living seat, in turn or not.
                    let alive: Vec<Seat> = table.state.public().survivors.alive().iter().collect();
                    let gone = alive[rng.below(alive.len() as u32) as usize];
                    let round = table.state.public().round;
                    table.game.retire(&mut table.state, gone, &mut dice, &mut table.say);
                    let public = table.state.public();
                    prop_assert_eq!(public.chips[gone], 0);
                    retired += 1;
                    if !public.over {
                        prop_assert_eq!(public.round, round + 1);
                        prop_assert_eq!(public.opener, public.left_of(gone));
                        prop_assert_eq!(public.phase, Phase::Claim);
                    }
                } else {
                    let action = choose(&legal, Manner { doubt, reach }, &mut rng);
                    let done = table.state.act(&table.game, &action, &mut dice, &mut table.say);
                    prop_assert_eq!(done, Ok(()));
                }
                table.chips_are_conserved();
            }
            if let Turn::Over(places) = table.game.turn(table.state.public()) {
                let mut sorted: Vec<u8> = places.values().iter().map(|place| place.0).collect();
                sorted.sort_unstable();
                prop_assert_eq!(sorted[0], 1);
                for (index, &place) in sorted.iter().enumerate() {
                    // Equal seats share the better place, the next is skipped.
                    let shared = sorted.iter().position(|&other| other == place);
                    prop_assert_eq!(usize::from(place), shared.unwrap_or(index) + 1);
                }
            }
            prop_assert!(retired < seats);
            let record: Vec<String> =
                table.say.record().iter().map(|line| format!("{} {} {}", line.round, line.seat, line.what)).collect();
            // Everything recorded can be read back.
            for line in table.say.record() {
                let text = line.what.to_string();
                prop_assert_eq!(text.parse::<Event>().map(|event| event.to_string()), Ok(text));
            }
            records.push(record);
        }
        prop_assert_eq!(&records[0], &records[1]);
    }
}

/// The worst adversary: the least claim, never a doubt before it must be, and
/// no chip lost twice by the same hand. The bound is reached.
#[test]
fn the_longest_game_is_as_long_as_its_bound() {
    for (rules, seats) in [
        ("poker-liar(seating-throw=off)", 2),
        ("poker-liar(cup=2,faces=3)", 4),
        (
            "poker-liar(cup=2,faces=2,top-claim=reroll-all,max-claims=40)",
            3,
        ),
        ("poker-liar(cup=3,max-rounds=2)", 3),
    ] {
        let rules: Rules = rules.parse().expect("rules");
        let game = PokerLiar::new(rules.clone()).expect("a game");
        let mut most = 0;
        // Who loses a sequence is up to the dice; in some deal every chip but
        // the winner's is lost one by one, which is what the bound counts.
        for deal in 0..2000 {
            let chance = Chance::new(&Key::new([5; 32]), "bound", seats);
            let mut dice = chance.dice(deal);
            let mut table = Table::new(rules.clone(), Sitting { seats, game: 0 }, &mut dice);
            let mut asked = 0;
            while let Some(seat) = table.in_turn() {
                asked += 1;
                let legal = table.legal(seat);
                let action = match legal[..] {
                    [Action::Doubt, accept] => accept,
                    _ => legal[0],
                };
                table
                    .state
                    .act(&table.game, &action, &mut dice, &mut table.say)
                    .expect("legal");
            }
            assert!(asked <= game.longest(seats), "{rules}: {asked}");
            most = most.max(asked);
            if most == game.longest(seats) || seats == 2 && deal > 20 {
                break;
            }
        }
        assert!(
            most * 2 >= game.longest(seats),
            "{rules}: {most} of {}",
            game.longest(seats)
        );
    }
}

/// Die i of throw t of a seat in a sequence does not depend on how many dice
/// were thrown before, by anybody.
#[test]
fn dice_have_addresses() {
    let rules: Rules = "poker-liar(seating-throw=off)".parse().expect("rules");
    let chance = Chance::new(&Key::new([6; 32]), "addresses", 2);
    let play = |script: &[&str]| {
        let mut dice = chance.dice(11);
        let mut table = Table::new(rules.clone(), Sitting { seats: 2, game: 0 }, &mut dice);
        for action in script {
            let action: Action = action.parse().expect("an action");
            table
                .state
                .act(&table.game, &action, &mut dice, &mut table.say)
                .expect("legal");
        }
        let lines = table.say.record().iter();
        let mut rolls: Vec<String> = lines
            .map(|line| line.what.to_string())
            .filter(|what| matches!(what.parse(), Ok(Event::Roll(_))))
            .collect();
        rolls.pop().expect("a roll")
    };
    let all = "roll 1,2,3,4,5";
    // Seat 2's first throw of all dice, whether or not seat 1 claimed high;
    // and seat 1's second throw, whatever was thrown between.
    let first = play(&["claim AQJT9", "accept", all]);
    assert_eq!(first, play(&["claim AAAAK", "accept", all]));
    let second = play(&[
        "claim AQJT9",
        "accept",
        "roll none",
        "claim 99QJT",
        "accept",
        all,
    ]);
    for between in ["roll 1", "roll 1,2,3,4,5", "roll 1,2"] {
        assert_eq!(
            second,
            play(&[
                "claim AQJT9",
                "accept",
                between,
                "claim AAKQJ",
                "accept",
                all
            ])
        );
    }
    // To throw none is no throw.
    let script = [
        "claim AQJT9",
        "accept",
        "roll none",
        "claim 99QJT",
        "accept",
        "roll none",
        "claim TT99A",
        "accept",
        all,
    ];
    assert_eq!(first, play(&script));
    // The next sequence's dice do not depend on how this one went.
    let next = play(&["claim AQJT9", "doubt"]);
    let longer = [
        "claim AQJT9",
        "accept",
        all,
        "claim 99QJT",
        "accept",
        "roll 1",
        "claim AAAAA",
        "doubt",
    ];
    assert_eq!(next, play(&longer));
}

/// The turn order is thrown once per session and does not depend on what was
/// played in it.
#[test]
fn a_session_keeps_its_turn_order() {
    let rules = Rules::default();
    let chance = Chance::new(&Key::new([7; 32]), "session", 5);
    let order = |deal, game| {
        let mut dice = chance.dice(deal);
        let table = Table::new(rules.clone(), Sitting { seats: 5, game }, &mut dice);
        let public = table.state.public();
        (public.circle.seats().to_vec(), public.opener)
    };
    let mut orders = std::collections::BTreeSet::new();
    for session in 0..30 {
        let first = session * 8;
        let (circle, _) = order(first, 0);
        for game in 0..8 {
            let (same, opener) = order(first + game, game);
            assert_eq!((&same, opener), (&circle, circle[game as usize % 5]));
        }
        orders.insert(circle);
    }
    assert!(orders.len() > 20, "{} orders in 30 sessions", orders.len());
}

/// If this fails, every log of this game has changed its dice: seating throw,
/// opening throw, a second throw of the opener and the next sequence.
#[test]
fn first_dice_are_pinned() {
    let rules = Rules::default();
    let chance = Chance::new(&Key::new([0; 32]), &rules.to_string(), 3);
    let mut dice = chance.dice(5);
    let mut table = Table::new(rules, Sitting { seats: 3, game: 2 }, &mut dice);
    for action in ["claim 99JTQ", "accept", "roll 1,2", "claim AAKKQ", "doubt"] {
        let action: Action = action.parse().expect("an action");
        table
            .state
            .act(&table.game, &action, &mut dice, &mut table.say)
            .expect("a legal action");
    }
    let lines = table.say.record().iter();
    let lines: Vec<String> = lines
        .map(|line| format!("{} {} {}", line.round, line.seat, line.what))
        .collect();
    assert_eq!(lines.join("\n"), PINNED);
}

const PINNED: &str = "\
0 1 throw K
0 2 throw J
0 3 throw J
0 2 throw K
0 3 throw J
1 3 roll A J T T 9
1 3 claim 99QJT
1 1 accept
1 1 roll 1,2
1 1 throws 2
1 1 roll K T T T 9
1 1 claim AAKKQ
1 2 doubt
1 1 reveal K T T T 9
1 2 lose 1
2 2 roll A Q J J T";
