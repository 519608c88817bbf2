//! Poker-dice Liar: one story per corner case of the rules page.
//!
//! Dice are loaded in the order in which they are thrown, written as faces;
//! after the last all dice show the lowest face. A line of the script is an
//! action of the seat in turn, `fail` (its bot fails), or `refuse ACTION`.
//! What must be recorded follows the arrow: seat, fact.

use dudo_engine::poker_liar::{Action, Face, PokerLiar, Rules};
use dudo_engine::{Dice, Game, Say, Sitting, State, Turn};

struct Story {
    name: &'static str,
    rules: &'static str,
    seats: usize,
    game: u64,
    dice: &'static str,
    script: &'static [&'static str],
}

/// A story at seats in their order, in the first game.
const fn plain(
    name: &'static str,
    rules: &'static str,
    seats: usize,
    dice: &'static str,
    script: &'static [&'static str],
) -> Story {
    Story {
        name,
        rules,
        seats,
        game: 0,
        dice,
        script,
    }
}

const STORIES: &[Story] = &[
    plain(
        "a true claim costs the doubter, who opens (B3.5, B4.1, B4.18)",
        "seating-throw=off",
        3,
        "QQQ99",
        &[
            "deal -> 1 roll Q Q Q 9 9",
            "claim QQQ99 -> 1 claim QQQ99",
            "doubt -> 2 doubt; 1 reveal Q Q Q 9 9; 2 lose 1; 2 roll 9 9 9 9 9",
        ],
    ),
    plain(
        "a false claim costs the claimant, and the doubter still opens (B4.1)",
        "seating-throw=off",
        3,
        "AKQ99",
        &[
            "deal -> 1 roll A K Q 9 9",
            "claim QQQ99 -> 1 claim QQQ99",
            "doubt -> 2 doubt; 1 reveal A K Q 9 9; 1 lose 1; 2 roll 9 9 9 9 9",
        ],
    ),
    plain(
        "a claim may be lower than the dice (B3.3, B4.18) and any hand (B4.2)",
        "seating-throw=off",
        2,
        "AAAAA",
        &[
            "deal -> 1 roll A A A A A",
            "claim AQJT9 -> 1 claim AQJT9",
            "doubt -> 2 doubt; 1 reveal A A A A A; 2 lose 1; 2 roll 9 9 9 9 9",
        ],
    ),
    plain(
        "the single die breaks the tie",
        "seating-throw=off",
        2,
        "AAKQ9",
        &[
            "deal -> 1 roll A A K Q 9",
            "claim AAKQT -> 1 claim AAKQT",
            "doubt -> 2 doubt; 1 reveal A A K Q 9; 1 lose 1; 2 roll 9 9 9 9 9",
        ],
    ),
    plain(
        "accept, see, throw, see, claim higher (B3.6, B4.5-8)",
        "seating-throw=off",
        3,
        "KKJT9 QK",
        &[
            "deal -> 1 roll K K J T 9",
            "refuse doubt: the dice are thrown: a claim is due",
            "refuse roll none: the dice are thrown: a claim is due",
            "claim QQJT9 -> 1 claim QQJT9",
            "refuse claim KKJT9: the claim is to be accepted or doubted first",
            "refuse roll none: the claim is to be accepted or doubted first",
            "accept -> 2 accept",
            "refuse claim KKJT9: first comes the throw",
            "refuse doubt: first comes the throw",
            "refuse roll 2: of equal faces the leftmost",
            "roll 3,5 -> 2 roll 3,5; 2 throws 2; 2 roll K K K Q T",
            "refuse claim QQJT9: the claim is not higher than the last",
            "refuse claim QQ9JT: the claim is not higher than the last",
            "refuse claim 99AKQ: the claim is not higher than the last",
            "refuse claim KK: a claim names every die",
            "refuse claim 66543: a claim names every die",
            "claim KKJT9 -> 2 claim KKJT9",
            "accept -> 3 accept",
            "roll none -> 3 roll none; 3 throws 0; 3 roll K K K Q T",
            "claim KKKQT -> 3 claim KKKQT",
            "doubt -> 1 doubt; 3 reveal K K K Q T; 1 lose 1; 1 roll 9 9 9 9 9",
        ],
    ),
    plain(
        "nothing beats five aces: they must be doubted (B4.4)",
        "seating-throw=off",
        2,
        "AAAA9",
        &[
            "deal -> 1 roll A A A A 9",
            "claim AAAAA -> 1 claim AAAAA",
            "refuse accept: this one can only be doubted",
            "doubt -> 2 doubt; 1 reveal A A A A 9; 1 lose 1; 2 roll 9 9 9 9 9",
        ],
    ),
    plain(
        "five aces accepted are thrown for again, all dice (B4.4)",
        "top-claim=reroll-all,seating-throw=off",
        2,
        "AAAA9 AAAAA",
        &[
            "deal -> 1 roll A A A A 9",
            "claim AAAAA -> 1 claim AAAAA",
            "accept -> 2 accept",
            "refuse roll 5: after the highest claim all dice are thrown",
            "refuse roll none: after the highest claim all dice are thrown",
            "roll 1,2,3,4,5 -> 2 roll 1,2,3,4,5; 2 throws 5; 2 roll A A A A A",
            "refuse claim AAAAK: the claim is not higher than the last",
            "claim AAAAA -> 2 claim AAAAA",
            "doubt -> 1 doubt; 2 reveal A A A A A; 1 lose 1; 1 roll 9 9 9 9 9",
        ],
    ),
    plain(
        "the last claim there can be must be doubted",
        "seating-throw=off,max-claims=2",
        2,
        "AAKQ9",
        &[
            "deal -> 1 roll A A K Q 9",
            "claim 99JTQ -> 1 claim 99QJT",
            "accept -> 2 accept",
            "roll none -> 2 roll none; 2 throws 0; 2 roll A A K Q 9",
            "claim AAKQ9 -> 2 claim AAKQ9",
            "refuse accept: this one can only be doubted",
            "doubt -> 1 doubt; 2 reveal A A K Q 9; 1 lose 1; 1 roll 9 9 9 9 9",
        ],
    ),
    plain(
        "a doubter who is out leaves the start to his left; the last one in wins (B3.7)",
        "chips=1,seating-throw=off",
        3,
        "AAAAA KKKKK",
        &[
            "deal -> 1 roll A A A A A",
            "claim KKKKK -> 1 claim KKKKK",
            "doubt -> 2 doubt; 1 reveal A A A A A; 2 lose 1; 2 out; 3 roll K K K K K",
            "claim KKKKK -> 3 claim KKKKK",
            "doubt -> 1 doubt; 3 reveal K K K K K; 1 lose 1; 1 out",
            "places -> 2 3 1, pot 2",
        ],
    ),
    plain(
        "a claimant who is out is skipped",
        "chips=1,seating-throw=off",
        3,
        "99999",
        &[
            "deal -> 1 roll 9 9 9 9 9",
            "claim AAAAA -> 1 claim AAAAA",
            "doubt -> 2 doubt; 1 reveal 9 9 9 9 9; 1 lose 1; 1 out; 2 roll 9 9 9 9 9",
            "claim 99999 -> 2 claim 99999",
            "doubt -> 3 doubt; 2 reveal 9 9 9 9 9; 3 lose 1; 3 out",
            "places -> 3 1 2, pot 2",
        ],
    ),
    plain(
        "left-of-doubter opens (B4.1)",
        "after-doubt=left-of-doubter,seating-throw=off",
        3,
        "99999",
        &[
            "deal -> 1 roll 9 9 9 9 9",
            "claim AAAAA -> 1 claim AAAAA",
            "doubt -> 2 doubt; 1 reveal 9 9 9 9 9; 1 lose 1; 3 roll 9 9 9 9 9",
        ],
    ),
    plain(
        "left-of-doubter with two seats is the claimant (B4.16)",
        "after-doubt=left-of-doubter,seating-throw=off",
        2,
        "99999",
        &[
            "deal -> 1 roll 9 9 9 9 9",
            "claim AAAAA -> 1 claim AAAAA",
            "doubt -> 2 doubt; 1 reveal 9 9 9 9 9; 1 lose 1; 1 roll 9 9 9 9 9",
        ],
    ),
    plain(
        "a failing claimant voids the sequence and opens the way to his left",
        "seating-throw=off",
        3,
        "QQQ99",
        &[
            "deal -> 1 roll Q Q Q 9 9",
            "fail -> 1 out; 2 roll 9 9 9 9 9",
            "claim AAAAA -> 2 claim AAAAA",
            "doubt -> 3 doubt; 2 reveal 9 9 9 9 9; 2 lose 1; 3 roll 9 9 9 9 9",
            "pot -> 4",
        ],
    ),
    plain(
        "a failing doubter costs nobody else anything; two are left, then one",
        "chips=2,seating-throw=off",
        3,
        "QQQ99 AAAAA",
        &[
            "deal -> 1 roll Q Q Q 9 9",
            "claim AAAAA -> 1 claim AAAAA",
            "fail -> 2 out; 3 roll A A A A A",
            "claim AAAAA -> 3 claim AAAAA",
            "fail -> 1 out",
            "places -> 2 3 1, pot 4",
        ],
    ),
    plain(
        "one who fails with the cup in his hands",
        "seating-throw=off",
        3,
        "QQQ99",
        &[
            "deal -> 1 roll Q Q Q 9 9",
            "claim QQQ99 -> 1 claim QQQ99",
            "accept -> 2 accept",
            "fail -> 2 out; 3 roll 9 9 9 9 9",
        ],
    ),
    plain(
        "when the sequences are used up most chips wins, equals share",
        "seating-throw=off,max-rounds=2",
        3,
        "99999",
        &[
            "deal -> 1 roll 9 9 9 9 9",
            "claim AAAAA -> 1 claim AAAAA",
            "doubt -> 2 doubt; 1 reveal 9 9 9 9 9; 1 lose 1; 2 roll 9 9 9 9 9",
            "claim 99999 -> 2 claim 99999",
            "doubt -> 3 doubt; 2 reveal 9 9 9 9 9; 3 lose 1",
            "places -> 2 1 2, pot 2",
        ],
    ),
    plain(
        "ordinary dice: the one is the ace, and 1 2 3 4 5 is no straight",
        "dice=ordinary,seating-throw=off",
        2,
        "15432",
        &[
            "deal -> 1 roll 1 5 4 3 2",
            "refuse claim QQQ99: a claim names every die",
            "claim 23456 -> 1 claim 65432",
            "doubt -> 2 doubt; 1 reveal 1 5 4 3 2; 1 lose 1; 2 roll 2 2 2 2 2",
        ],
    ),
    plain(
        "ordinary dice: 1 6 5 4 3 is the high straight",
        "dice=ordinary,seating-throw=off",
        2,
        "34561",
        &[
            "deal -> 1 roll 1 6 5 4 3",
            "claim 65432 -> 1 claim 65432",
            "doubt -> 2 doubt; 1 reveal 1 6 5 4 3; 2 lose 1; 2 roll 2 2 2 2 2",
        ],
    ),
    plain(
        "straights = none: a run is no pair",
        "straights=none,seating-throw=off",
        2,
        "AKQJT",
        &[
            "deal -> 1 roll A K Q J T",
            "claim 99JTQ -> 1 claim 99QJT",
            "doubt -> 2 doubt; 1 reveal A K Q J T; 1 lose 1; 2 roll 9 9 9 9 9",
        ],
    ),
    plain(
        "straights = above-full: a straight is true for a full house",
        "straights=above-full,seating-throw=off",
        2,
        "KQJT9",
        &[
            "deal -> 1 roll K Q J T 9",
            "claim AAAKK -> 1 claim AAAKK",
            "doubt -> 2 doubt; 1 reveal K Q J T 9; 2 lose 1; 2 roll 9 9 9 9 9",
        ],
    ),
    plain(
        "small cups have the highest faces",
        "cup=2,faces=2,chips=1,seating-throw=off",
        2,
        "KA",
        &[
            "deal -> 1 roll A K",
            "refuse claim QQ: by faces that these dice have",
            "claim AK -> 1 claim AK",
            "accept -> 2 accept",
            "roll 2 -> 2 roll 2; 2 throws 1; 2 roll A K",
            "claim KK -> 2 claim KK",
            "doubt -> 1 doubt; 2 reveal A K; 2 lose 1; 2 out",
            "places -> 1 2, pot 1",
        ],
    ),
    Story {
        name: "the highest throw plays first, the next sits to his left (B1.4)",
        rules: "",
        seats: 4,
        game: 0,
        dice: "9AJK QQQ99",
        script: &[
            "deal -> 1 throw 9; 2 throw A; 3 throw J; 4 throw K; 2 roll Q Q Q 9 9",
            "claim QQQ99 -> 2 claim QQQ99",
            "accept -> 4 accept",
            "roll none -> 4 roll none; 4 throws 0; 4 roll Q Q Q 9 9",
            "claim AAAAA -> 4 claim AAAAA",
            "doubt -> 3 doubt; 4 reveal Q Q Q 9 9; 4 lose 1; 3 roll 9 9 9 9 9",
            "fail -> 3 out; 1 roll 9 9 9 9 9",
            "claim 99999 -> 1 claim 99999",
            "doubt -> 2 doubt; 1 reveal 9 9 9 9 9; 2 lose 1; 2 roll 9 9 9 9 9",
        ],
    },
    Story {
        name: "ties throw again, to settle only themselves (B4.10)",
        rules: "dice=ordinary",
        seats: 5,
        game: 0,
        // Seats 1 and 4 tie for the first place, 2 and 5 below them; then 1
        // and 4 tie once more. Seat 2's second throw is no match for seat 4's.
        dice: "63161 5452 31 22222",
        script: &[
            "deal -> 1 throw 6; 2 throw 3; 3 throw 1; 4 throw 6; 5 throw 1; \
             1 throw 5; 3 throw 4; 4 throw 5; 5 throw 2; 1 throw 3; 4 throw 1; 3 roll 2 2 2 2 2",
            "claim 22222 -> 3 claim 22222",
            "accept -> 5 accept",
            "roll none -> 5 roll none; 5 throws 0; 5 roll 2 2 2 2 2",
            "claim 33333 -> 5 claim 33333",
            "accept -> 4 accept",
            "roll none -> 4 roll none; 4 throws 0; 4 roll 2 2 2 2 2",
            "claim 44444 -> 4 claim 44444",
            "accept -> 1 accept",
            "roll none -> 1 roll none; 1 throws 0; 1 roll 2 2 2 2 2",
            "claim 55555 -> 1 claim 55555",
            "accept -> 2 accept",
        ],
    },
    Story {
        name: "the start moves one to the left after each game (B1.5, B4.12)",
        rules: "",
        seats: 3,
        game: 4,
        dice: "9JA QQQ99",
        script: &[
            "deal -> 1 throw 9; 2 throw J; 3 throw A; 2 roll Q Q Q 9 9",
            "claim QQQ99 -> 2 claim QQQ99",
            "accept -> 1 accept",
        ],
    },
    Story {
        name: "so it does without a throw",
        rules: "seating-throw=off",
        seats: 3,
        game: 5,
        dice: "QQQ99",
        script: &[
            "deal -> 3 roll Q Q Q 9 9",
            "claim QQQ99 -> 3 claim QQQ99",
            "accept -> 1 accept",
        ],
    },
];

fn game(rules: &str) -> PokerLiar {
    let rules: Rules = format!("poker-liar({rules})")
        .parse()
        .unwrap_or_else(|error| panic!("{rules}: {error}"));
    PokerLiar::new(rules).expect("rules that agree")
}

fn loaded(game: &PokerLiar, dice: &str) -> Dice {
    let lowest = 6 - game.rules().faces;
    let signs = dice.chars().filter(|sign| !sign.is_whitespace());
    Dice::loaded(
        signs
            .map(|sign| u32::from(Face::of(sign).expect("a face").worth - lowest))
            .collect(),
    )
}

/// The record since it had so many lines.
fn since(say: &Say<PokerLiar>, before: usize) -> String {
    let lines = say.record()[before..].iter();
    let lines: Vec<String> = lines
        .map(|line| format!("{} {}", line.seat, line.what))
        .collect();
    lines.join("; ")
}

fn step(
    game: &PokerLiar,
    state: &mut State<PokerLiar>,
    dice: &mut Dice,
    say: &mut Say<PokerLiar>,
    command: &str,
) {
    match (command, game.turn(state.public())) {
        ("fail", Turn::Act(seat)) => game.retire(state, seat, dice, say),
        _ => {
            let action: Action = command.parse().unwrap_or_else(|error| panic!("{error}"));
            if let Err(illegal) = state.act(game, &action, dice, say) {
                panic!("{command}: {}", illegal.0);
            }
        }
    }
}

fn tell(story: &Story) {
    let game = game(story.rules);
    let mut dice = loaded(&game, story.dice);
    let mut say = Say::new();
    say.keep_record(true);
    let sitting = Sitting {
        seats: story.seats,
        game: story.game,
    };
    let mut state = game.deal(&sitting, &mut dice, &mut say);
    let mut before = 0;
    for line in story.script {
        if let Some((action, rule)) = line
            .strip_prefix("refuse ")
            .and_then(|rest| rest.split_once(": "))
        {
            let action: Action = action.parse().expect("an action");
            let public = state.public().clone();
            let illegal = state
                .act(&game, &action, &mut dice, &mut say)
                .expect_err(line);
            assert!(
                illegal.0.contains(rule),
                "{}: {line}: {}",
                story.name,
                illegal.0
            );
            assert_eq!(
                (state.public(), say.record().len()),
                (&public, before),
                "{}",
                story.name
            );
            continue;
        }
        let (command, expected) = line.split_once(" -> ").expect("an arrow");
        let found = match (command, game.turn(state.public())) {
            ("places", Turn::Over(places)) => {
                let places: Vec<String> = places.values().iter().map(ToString::to_string).collect();
                format!("{}, pot {}", places.join(" "), state.public().pot)
            }
            ("pot", _) => state.public().pot.to_string(),
            _ => {
                if command != "deal" {
                    step(&game, &mut state, &mut dice, &mut say, command);
                }
                since(&say, before)
            }
        };
        assert_eq!(found, expected, "{}: {command}", story.name);
        before = say.record().len();
    }
}

#[test]
fn stories() {
    for story in STORIES {
        tell(story);
    }
}
