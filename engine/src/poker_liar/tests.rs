//! What needs to look inside a state, and the order of the hands.

use super::*;
use crate::chance::{BotRng, Key};
use crate::dice::{Chance, Dice};
use crate::game::{Game, Sitting, State, Turn};
use crate::play::Say;
use crate::seat::Seat;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// Every ranking there can be.
fn rankings() -> Vec<(Rules, Ranking)> {
    let mut all = Vec::new();
    for cup in 2..=5 {
        for faces in 2..=6 {
            for straights in [Straights::BelowFull, Straights::AboveFull, Straights::None] {
                let rules = Rules {
                    cup,
                    faces,
                    straights,
                    ..Rules::default()
                };
                if crate::knobs::Knobs::agree(&rules).is_ok() {
                    all.push((rules.clone(), Ranking::new(&rules)));
                }
            }
        }
    }
    all
}

/// Every roll of the dice as a rank, one per outcome.
fn rolls(rules: &Rules, ranking: &Ranking) -> Vec<u8> {
    let outcomes = u32::from(rules.faces).pow(u32::from(rules.cup));
    (0..outcomes)
        .map(|mut outcome| {
            let mut hand = Hand::empty(rules.dice);
            for _ in 0..rules.cup {
                hand.add(MAX_FACES - rules.faces + (outcome % u32::from(rules.faces)) as u8);
                outcome /= u32::from(rules.faces);
            }
            ranking.rank(&hand).expect("a hand of these dice")
        })
        .collect()
}

fn ranking(text: &str) -> (Rules, Ranking) {
    let rules: Rules = text.parse().expect("rules");
    let ranking = Ranking::new(&rules);
    (rules, ranking)
}

fn rank(ranking: &Ranking, claim: &str) -> u8 {
    let claim: Claim = claim.parse().expect("a claim");
    ranking.rank(&claim.0).expect("a hand of these dice")
}

#[test]
fn ranks_and_hands_are_one_to_one() {
    for (rules, ranking) in rankings() {
        for index in 0..ranking.len() {
            let hand = ranking.hand(index as u8);
            assert_eq!(ranking.rank(&hand), Some(index as u8), "{rules}: {hand}");
        }
        // n + k - 1 over k hands.
        let (n, k) = (u32::from(rules.faces), u32::from(rules.cup));
        let count = (0..k).fold(1, |count, i| count * (n + i) / (i + 1));
        assert_eq!(u32::from(ranking.len()), count, "{rules}");
    }
}

/// The table of the rules page: category, rolls, hands, ranks.
#[test]
fn the_252_hands() {
    use Category::{Five, Four, FullHouse, NoPair, OnePair, Straight, Three, TwoPairs};
    let below = [
        (NoPair, 480, 0..=3),
        (OnePair, 3600, 4..=63),
        (TwoPairs, 1800, 64..=123),
        (Three, 1200, 124..=183),
        (Straight, 240, 184..=185),
        (FullHouse, 300, 186..=215),
        (Four, 150, 216..=245),
        (Five, 6, 246..=251),
    ];
    let mut above = below.clone();
    above[4] = (FullHouse, 300, 184..=213);
    above[5] = (Straight, 240, 214..=215);
    let none = [
        (NoPair, 720, 0..=5),
        (OnePair, 3600, 6..=65),
        (TwoPairs, 1800, 66..=125),
        (Three, 1200, 126..=185),
        (FullHouse, 300, 186..=215),
        (Four, 150, 216..=245),
        (Five, 6, 246..=251),
    ];
    for (text, table) in [
        ("poker-liar", &below[..]),
        ("poker-liar(straights=above-full)", &above[..]),
        ("poker-liar(straights=none)", &none[..]),
    ] {
        let (rules, ranking) = ranking(text);
        let rolls = rolls(&rules, &ranking);
        assert_eq!((rolls.len(), ranking.len()), (7776, 252));
        for (category, outcomes, ranks) in table {
            let inside = rolls.iter().filter(|&rank| ranks.contains(rank)).count();
            assert_eq!(inside, *outcomes, "{text}: {category:?}");
            for rank in ranks.clone() {
                let found = ranking.category(&ranking.hand(rank));
                assert_eq!(found, *category, "{text}: {rank}");
            }
        }
    }
}

#[test]
fn the_median_is_a_pair_of_aces() {
    let (rules, ranking) = ranking("poker-liar");
    let rolls = rolls(&rules, &ranking);
    let at_least = |rank: u8| rolls.iter().filter(|&&other| other >= rank).count();
    let median = (0..=251).find(|&rank| at_least(rank) * 2 <= 7776);
    let median = median.expect("the highest hand is rare");
    assert_eq!(Claim(ranking.hand(median)).to_string(), "AAKQ9");
    assert_eq!(at_least(median), 3876);
}

#[test]
fn hands_in_order() {
    for (text, order) in [
        (
            "poker-liar",
            "AQJT9 AKJT9 AKQT9 AKQJ9 99JTK 99AKQ TTJQ9 AAKQJ TT99J TT99A JJ99T AAKKQ 999TJ 999AK \
             AAAKQ KQJT9 AKQJT 999TT 999AA TTT99 QQQ99 QQQAA AAAKK 9999T AAAAK 99999 AAAAA",
        ),
        (
            "poker-liar(straights=above-full)",
            "AKQJ9 AAAKQ 999TT AAAKK KQJT9 AKQJT 9999T",
        ),
        (
            "poker-liar(straights=none)",
            "KQJT9 AQJT9 AKJT9 AKQT9 AKQJ9 AKQJT 99TJQ",
        ),
        // One, two, three, four, five is no straight: the one is high.
        (
            "poker-liar(dice=ordinary)",
            "15432 16342 22345 11634 66554 65432 13456 22233",
        ),
        (
            "poker-liar(cup=4)",
            "AKQ9 99TJ AAKQ 99TT AAKK 999T AAAK QJT9 AKQJ 9999",
        ),
        ("poker-liar(cup=3)", "AK9 99T AAK 999 AAA JT9 AKQ"),
        ("poker-liar(cup=2)", "T9 J9 JT AK 99 AA"),
    ] {
        let (_, ranking) = ranking(text);
        let ranks: Vec<u8> = order
            .split_whitespace()
            .map(|claim| rank(&ranking, claim))
            .collect();
        assert!(
            ranks.is_sorted_by(|a, b| a < b),
            "{text}: {order} is {ranks:?}"
        );
    }
}

#[test]
fn short_claims_mean_the_lowest_hand_that_fits() {
    for (text, short, full) in [
        ("poker-liar", "KK", "KKJT9"),
        ("poker-liar", "KKQQ", "KKQQ9"),
        ("poker-liar", "QQQ99", "QQQ99"),
        ("poker-liar", "99", "99JTQ"),
        ("poker-liar", "QQQ", "QQQT9"),
        ("poker-liar", "KQ", "KQAT9"),
        ("poker-liar(straights=none)", "KQ", "KQJT9"),
        ("poker-liar(dice=ordinary)", "66", "66432"),
    ] {
        let (_, ranking) = ranking(text);
        let short: Claim = short.parse().expect("a part of a hand");
        let full: Claim = full.parse().expect("a claim");
        let found = ranking.lowest_with(&short.0).map(|rank| ranking.hand(rank));
        assert_eq!(found, Some(full.0), "{text}: {short}");
    }
    let (_, poker) = ranking("poker-liar");
    let six: Claim = "66".parse().expect("a part of a hand");
    assert_eq!(poker.lowest_with(&six.0), None);
}

#[test]
fn groups_come_by_size_and_then_by_face() {
    for (_, ranking) in rankings() {
        for rank in 0..=ranking.top() {
            let hand = ranking.hand(rank);
            let mut sorted = hand.worths().to_vec();
            sorted.sort_by_key(|&worth| core::cmp::Reverse((hand.showing(worth), worth)));
            assert_eq!(hand.grouped()[..sorted.len()], sorted, "{hand}");
        }
    }
}

#[test]
fn picks_have_one_name() {
    for mask in 0..32 {
        let picks = Picks::of_mask(mask);
        assert_eq!(picks.to_string().parse(), Ok(picks));
    }
    for text in [
        "",
        ",",
        "0",
        "6",
        "1,",
        ",1",
        "1,1",
        "2,1",
        "12",
        "1,2,",
        "1 2",
        "1,2,3,4,5,6",
        "1,é",
    ] {
        assert!(text.parse::<Picks>().is_err(), "{text:?}");
    }
}

fn random_action(game: &PokerLiar, state: &State<PokerLiar>, rng: &mut BotRng) -> Action {
    let mut legal = Vec::new();
    let Turn::Act(seat) = game.turn(state.public()) else {
        unreachable!("the game goes on")
    };
    game.legal(state.view(game, seat), &mut legal);
    // Low claims, so that sequences are long.
    let choices = legal.len().min(8) as u32;
    legal[rng.below(choices) as usize]
}

fn random_hand(game: &PokerLiar, rng: &mut BotRng) -> Hand {
    game.ranking()
        .hand(rng.below(u32::from(game.ranking().len())) as u8)
}

/// Two states that differ only in what a seat may not see give it equal views,
/// and what it does leads to equal public states and equal facts, until the
/// dice are shown.
#[test]
fn the_cup_does_not_leak() {
    let game = PokerLiar::new("poker-liar(chips=2)".parse().expect("rules")).expect("a game");
    let chance = Chance::new(&Key::new([3; 32]), "leak", 3);
    let (mut answers, mut throws, mut claims) = (0, 0, 0);
    for deal in 0..200 {
        let mut rng = BotRng::of(Key::new([4; 32]).child(deal));
        let (mut dice, mut say) = (chance.dice(deal), Say::new());
        let mut state = game.deal(&Sitting { seats: 3, game: 0 }, &mut dice, &mut say);
        while let Turn::Act(seat) = game.turn(state.public()) {
            let mut twin = state.clone();
            for other in state
                .public
                .survivors
                .alive()
                .iter()
                .filter(|&other| other != seat)
            {
                twin.private[other].seen = Some(random_hand(&game, &mut rng));
            }
            if state.public.phase == Phase::Answer {
                twin.hidden = random_hand(&game, &mut rng);
            }
            let (view, other) = (state.view(&game, seat), twin.view(&game, seat));
            assert_eq!((view.public(), view.own()), (other.public(), other.own()));
            let (mut legal, mut same) = (Vec::new(), Vec::new());
            game.legal(view, &mut legal);
            game.legal(other, &mut same);
            assert_eq!(legal, same);

            let action = random_action(&game, &state, &mut rng);
            let (mut twins_dice, mut twins_say) = (Dice::loaded(Vec::new()), Say::new());
            let before = say.told().len();
            state
                .act(&game, &action, &mut dice, &mut say)
                .expect("a legal action");
            if action == Action::Doubt {
                continue;
            }
            // Another choice of as many dice looks the same from outside.
            let action = match action {
                Action::Roll(picks) => legal
                    .into_iter()
                    .rfind(|other| matches!(other, Action::Roll(p) if p.len() == picks.len()))
                    .expect("the action itself"),
                _ => action,
            };
            twin.act(&game, &action, &mut twins_dice, &mut twins_say)
                .expect("a legal action");
            assert_eq!(state.public, twin.public);
            assert_eq!(say.told()[before..], twins_say.told()[..]);
            match action {
                Action::Accept => answers += 1,
                Action::Roll(_) => throws += 1,
                _ => claims += 1,
            }
        }
    }
    assert!(answers > 100 && throws > 100 && claims > 100);
}

/// A seat that has not the cup is shown nothing of it, and its memory is what
/// it passed on.
#[test]
fn memory_is_of_what_was_seen() {
    let game =
        PokerLiar::new("poker-liar(seating-throw=off)".parse().expect("rules")).expect("a game");
    // AAKQ9, then the three lowest of them become KKK.
    let mut dice = Dice::loaded([5, 5, 4, 3, 0, 4, 4, 4].into());
    let mut say = Say::new();
    let mut state = game.deal(&Sitting { seats: 2, game: 0 }, &mut dice, &mut say);
    let seen = |state: &State<PokerLiar>, seat| {
        state.private[Seat::new(seat)]
            .seen
            .map(|hand| hand.to_string())
    };
    let some = |text: &str| Some(String::from(text));
    assert_eq!(
        (seen(&state, 0), seen(&state, 1)),
        (some("A A K Q 9"), None)
    );
    for (action, first, second) in [
        ("claim AAKQ9", some("A A K Q 9"), None),
        ("accept", some("A A K Q 9"), some("A A K Q 9")),
        ("roll 3,4,5", some("A A K Q 9"), some("A A K K K")),
        ("claim KKKAA", some("A A K Q 9"), some("A A K K K")),
        // A new sequence: all is forgotten.
        ("doubt", some("9 9 9 9 9"), None),
    ] {
        let action: Action = action.parse().expect("an action");
        state
            .act(&game, &action, &mut dice, &mut say)
            .expect("a legal action");
        assert_eq!(
            (seen(&state, 0), seen(&state, 1)),
            (first, second),
            "{action}"
        );
    }
}
