//! Scripted games of Mia: one story per corner of the rules.
//!
//! The dice of a story are rolls in the order in which they are thrown. An
//! action is the notation, `fault` retires the seat in turn, and `! action`
//! must be refused. What is expected is the whole record, rolls included.

use dudo_engine::mia::{Action, Mia};
use dudo_engine::{Dice, Game, Say, Sitting, Turn};

struct Story {
    tells: &'static str,
    rules: &'static str,
    seats: usize,
    rolls: &'static str,
    actions: &'static str,
    record: &'static str,
    /// Places by seat, or empty while the game goes on.
    places: &'static str,
}

const STORIES: &[Story] = &[
    Story {
        tells: "a liar is caught and opens again",
        rules: "mia",
        seats: 2,
        rolls: "54 31",
        actions: "! look, ! believe, ! give-up, ! pass 61, announce 61, ! announce 62, look",
        record: "1 roll 5 4, 1 announce 61, 2 look, 1 reveal 5 4, 1 lose 1, 1 roll 3 1",
        places: "",
    },
    Story {
        tells: "more than announced is true: the looker loses and opens",
        rules: "mia",
        seats: 3,
        rolls: "66 31",
        actions: "announce 61, look",
        record: "1 roll 6 6, 1 announce 61, 2 look, 1 reveal 6 6, 2 lose 1, 2 roll 3 1",
        places: "",
    },
    Story {
        tells: "exactly what was announced is true",
        rules: "mia",
        seats: 2,
        rolls: "61 31",
        actions: "announce 61, look",
        record: "1 roll 6 1, 1 announce 61, 2 look, 1 reveal 6 1, 2 lose 1, 2 roll 3 1",
        places: "",
    },
    Story {
        tells: "who believes rolls afresh and must go higher",
        rules: "mia",
        seats: 3,
        rolls: "54 61 31",
        actions: "announce 54, believe, ! announce 54, ! announce 31, ! look, announce 61, look",
        record: "1 roll 5 4, 1 announce 54, 2 believe, 2 roll 6 1, 2 announce 61, 3 look, 2 reveal 6 1, 3 lose 1, 3 roll 3 1",
        places: "",
    },
    Story {
        tells: "as high an announcement is enough",
        rules: "mia(raise=equal)",
        seats: 2,
        rolls: "54 61 31",
        actions: "announce 54, believe, ! announce 53, announce 54, look",
        record: "1 roll 5 4, 1 announce 54, 2 believe, 2 roll 6 1, 2 announce 54, 1 look, 2 reveal 6 1, 1 lose 1, 1 roll 3 1",
        places: "",
    },
    Story {
        tells: "after the last announcement only a look is left",
        rules: "mia(raise=equal,max-claims=2,pass-unseen=on)",
        seats: 2,
        rolls: "54 61 31",
        actions: "announce 54, believe, announce 54, ! believe, ! pass 54, look",
        record: "1 roll 5 4, 1 announce 54, 2 believe, 2 roll 6 1, 2 announce 54, 1 look, 2 reveal 6 1, 1 lose 1, 1 roll 3 1",
        places: "",
    },
    Story {
        tells: "doubles run down: 22 stands above 33",
        rules: "mia(order=doubles-down)",
        seats: 2,
        rolls: "33 31",
        actions: "announce 22, look",
        record: "1 roll 3 3, 1 announce 22, 2 look, 1 reveal 3 3, 1 lose 1, 1 roll 3 1",
        places: "",
    },
    Story {
        tells: "in the standard order 33 stands above 22",
        rules: "mia",
        seats: 2,
        rolls: "33 31",
        actions: "announce 22, look",
        record: "1 roll 3 3, 1 announce 22, 2 look, 1 reveal 3 3, 2 lose 1, 2 roll 3 1",
        places: "",
    },
    Story {
        tells: "little Mia beats 66",
        rules: "mia(order=little-mia)",
        seats: 2,
        rolls: "31 32",
        actions: "announce 66, believe, ! announce 65, announce 31, look",
        record: "1 roll 3 1, 1 announce 66, 2 believe, 2 roll 3 2, 2 announce 31, 1 look, 2 reveal 3 2, 2 lose 1, 2 roll 1 1",
        places: "",
    },
    Story {
        tells: "the cup is passed on unseen: who passed answers for it",
        rules: "mia(pass-unseen=on)",
        seats: 3,
        rolls: "54 31",
        actions: "announce 43, ! pass 43, pass 61, look",
        record: "1 roll 5 4, 1 announce 43, 2 pass 61, 3 look, 2 reveal 5 4, 2 lose 1, 2 roll 3 1",
        places: "",
    },
    Story {
        tells: "a cup passed on unseen holds what it held",
        rules: "mia(pass-unseen=on)",
        seats: 3,
        rolls: "66 42 31",
        actions: "announce 43, pass 61, pass 62, believe, announce 66, look",
        record: "1 roll 6 6, 1 announce 43, 2 pass 61, 3 pass 62, 1 believe, 1 roll 4 2, 1 announce 66, 2 look, 1 reveal 4 2, 1 lose 1, 1 roll 3 1",
        places: "",
    },
    Story {
        tells: "Mia may be passed on unseen, and is paid for as Mia",
        rules: "mia(pass-unseen=on)",
        seats: 2,
        rolls: "21 31",
        actions: "announce 43, pass 21, ! believe, ! pass 21, look",
        record: "1 roll 2 1, 1 announce 43, 2 pass 21, 1 look, 2 reveal 2 1, 1 lose 2, 1 roll 3 1",
        places: "",
    },
    Story {
        tells: "a real Mia costs the looker two",
        rules: "mia",
        seats: 2,
        rolls: "21 31",
        actions: "announce 21, ! believe, look",
        record: "1 roll 2 1, 1 announce 21, 2 look, 1 reveal 2 1, 2 lose 2, 2 roll 3 1",
        places: "",
    },
    Story {
        tells: "a Mia that was announced as less costs one",
        rules: "mia",
        seats: 2,
        rolls: "21 31",
        actions: "announce 66, look",
        record: "1 roll 2 1, 1 announce 66, 2 look, 1 reveal 2 1, 2 lose 1, 2 roll 3 1",
        places: "",
    },
    Story {
        tells: "a false Mia costs the announcer what the rules say",
        rules: "mia(mia-false=2)",
        seats: 2,
        rolls: "66 31",
        actions: "announce 21, look",
        record: "1 roll 6 6, 1 announce 21, 2 look, 1 reveal 6 6, 1 lose 2, 1 roll 3 1",
        places: "",
    },
    Story {
        tells: "who gives up loses one and nobody sees the dice",
        rules: "mia",
        seats: 2,
        rolls: "66 31",
        actions: "announce 21, give-up",
        record: "1 roll 6 6, 1 announce 21, 2 give-up, 2 lose 1, 2 roll 3 1",
        places: "",
    },
    Story {
        tells: "only Mia can be given up, and only where the rules let him",
        rules: "mia(preset=must-look)",
        seats: 2,
        rolls: "66 31",
        actions: "announce 66, ! give-up, believe, announce 21, ! give-up, look",
        record: "1 roll 6 6, 1 announce 66, 2 believe, 2 roll 3 1, 2 announce 21, 1 look, 2 reveal 3 1, 2 lose 1, 2 roll 1 1",
        places: "",
    },
    Story {
        tells: "nobody loses more lives than he has",
        rules: "mia(lives=1)",
        seats: 3,
        rolls: "21 31",
        actions: "announce 21, look",
        record: "1 roll 2 1, 1 announce 21, 2 look, 1 reveal 2 1, 2 lose 1, 2 out, 3 roll 3 1",
        places: "",
    },
    Story {
        tells: "Mia ends the round: all others lose, go out together and share",
        rules: "mia(lives=1,mia-real=1,mia-ends-round=on)",
        seats: 4,
        rolls: "54 21",
        actions: "announce 54, believe, announce 21",
        record: "1 roll 5 4, 1 announce 54, 2 believe, 2 roll 2 1, 2 announce 21, 2 reveal 2 1, 1 lose 1, 3 lose 1, 4 lose 1, 1 out, 3 out, 4 out",
        places: "2 1 2 2",
    },
    Story {
        tells: "Mia ends the round: the next player counts as the looker, so he opens",
        rules: "mia(mia-ends-round=on)",
        seats: 3,
        rolls: "21 54",
        actions: "announce 21",
        record: "1 roll 2 1, 1 announce 21, 1 reveal 2 1, 2 lose 2, 3 lose 2, 2 roll 5 4",
        places: "",
    },
    Story {
        tells: "a false Mia that ends the round hits the announcer; the winner is the next player",
        rules: "mia(preset=contest,next=winner)",
        seats: 3,
        rolls: "54 31",
        actions: "announce 21",
        record: "1 roll 5 4, 1 announce 21, 1 reveal 5 4, 1 lose 1, 2 roll 3 1",
        places: "",
    },
    Story {
        tells: "winners open: the looker",
        rules: "mia(next=winner)",
        seats: 3,
        rolls: "54 31",
        actions: "announce 61, look",
        record: "1 roll 5 4, 1 announce 61, 2 look, 1 reveal 5 4, 1 lose 1, 2 roll 3 1",
        places: "",
    },
    Story {
        tells: "winners open: the announcer who was given up to",
        rules: "mia(next=winner)",
        seats: 3,
        rolls: "54 31",
        actions: "announce 21, give-up",
        record: "1 roll 5 4, 1 announce 21, 2 give-up, 2 lose 1, 1 roll 3 1",
        places: "",
    },
    Story {
        tells: "the source: a caught liar, the looker opens",
        rules: "mia(next=source)",
        seats: 3,
        rolls: "54 31",
        actions: "announce 61, look",
        record: "1 roll 5 4, 1 announce 61, 2 look, 1 reveal 5 4, 1 lose 1, 2 roll 3 1",
        places: "",
    },
    Story {
        tells: "the source: a wrong looker, the player after him opens",
        rules: "mia(next=source)",
        seats: 3,
        rolls: "61 31",
        actions: "announce 61, look",
        record: "1 roll 6 1, 1 announce 61, 2 look, 1 reveal 6 1, 2 lose 1, 3 roll 3 1",
        places: "",
    },
    Story {
        tells: "the source: given up, the player after him opens",
        rules: "mia(next=source)",
        seats: 3,
        rolls: "61 31",
        actions: "announce 21, give-up",
        record: "1 roll 6 1, 1 announce 21, 2 give-up, 2 lose 1, 3 roll 3 1",
        places: "",
    },
    Story {
        tells: "who is out is passed over, and the last one in wins",
        rules: "mia(lives=1)",
        seats: 3,
        rolls: "54 31 61",
        actions: "announce 61, look, announce 31, believe, announce 62, look",
        record: "1 roll 5 4, 1 announce 61, 2 look, 1 reveal 5 4, 1 lose 1, 1 out, 2 roll 3 1, 2 announce 31, 3 believe, 3 roll 6 1, 3 announce 62, 2 look, 3 reveal 6 1, 3 lose 1, 3 out",
        places: "3 1 2",
    },
    Story {
        tells: "the first one out loses, all others share",
        rules: "mia(lives=1,last=first-out-loses)",
        seats: 3,
        rolls: "54",
        actions: "announce 61, look",
        record: "1 roll 5 4, 1 announce 61, 2 look, 1 reveal 5 4, 1 lose 1, 1 out",
        places: "3 1 1",
    },
    Story {
        tells: "the rounds are used up: most lives win, equals share",
        rules: "mia(max-rounds=1)",
        seats: 3,
        rolls: "54",
        actions: "announce 61, look",
        record: "1 roll 5 4, 1 announce 61, 2 look, 1 reveal 5 4, 1 lose 1",
        places: "3 1 1",
    },
    Story {
        tells: "the rounds are used up and the first out should lose: the fewest lives do",
        rules: "mia(last=first-out-loses,max-rounds=2)",
        seats: 4,
        rolls: "21 54",
        actions: "announce 21, look, announce 61, look",
        record: "1 roll 2 1, 1 announce 21, 2 look, 1 reveal 2 1, 2 lose 2, 2 roll 5 4, 2 announce 61, 3 look, 2 reveal 5 4, 2 lose 1, 2 out",
        places: "1 4 1 1",
    },
    Story {
        tells: "the fewest lives lose and the others share, however many they have",
        rules: "mia(last=first-out-loses,max-rounds=2)",
        seats: 4,
        rolls: "21 54",
        actions: "announce 21, look, announce 54, look",
        record: "1 roll 2 1, 1 announce 21, 2 look, 1 reveal 2 1, 2 lose 2, 2 roll 5 4, 2 announce 54, 3 look, 2 reveal 5 4, 3 lose 1",
        places: "1 4 1 1",
    },
    Story {
        tells: "a bot that fails to announce: the round is void, the next player opens, even where winners open",
        rules: "mia(next=winner)",
        seats: 3,
        rolls: "54 61 31",
        actions: "announce 54, believe, fault",
        record: "1 roll 5 4, 1 announce 54, 2 believe, 2 roll 6 1, 2 out, 3 roll 3 1",
        places: "",
    },
    Story {
        tells: "a bot that fails to decide, with two at the table, loses",
        rules: "mia",
        seats: 2,
        rolls: "54",
        actions: "announce 54, fault",
        record: "1 roll 5 4, 1 announce 54, 2 out",
        places: "1 2",
    },
    Story {
        tells: "a failure does not end the game that is played until the first is out",
        rules: "mia(lives=1,last=first-out-loses)",
        seats: 3,
        rolls: "54 61",
        actions: "fault, announce 62, look",
        record: "1 roll 5 4, 1 out, 2 roll 6 1, 2 announce 62, 3 look, 2 reveal 6 1, 2 lose 1, 2 out",
        places: "3 2 1",
    },
    Story {
        tells: "a void round counts",
        rules: "mia(max-rounds=1)",
        seats: 3,
        rolls: "54",
        actions: "fault",
        record: "1 roll 5 4, 1 out",
        places: "3 1 1",
    },
];

#[test]
fn stories() {
    for story in STORIES {
        tell(story);
    }
}

fn list(text: &str) -> impl Iterator<Item = &str> {
    text.split(", ").filter(|item| !item.is_empty())
}

fn tell(story: &Story) {
    let game = Mia::new(story.rules.parse().expect(story.tells)).expect(story.tells);
    // Thrown low die first, to see that they are turned round.
    let faces = story.rolls.split(' ').flat_map(|roll| roll.bytes().rev());
    let mut dice = Dice::loaded(faces.map(|face| u32::from(face - b'1')).collect());
    let mut say = Say::new();
    say.keep_record(true);
    let sitting = Sitting {
        seats: story.seats,
        game: 0,
    };
    let mut state = game.deal(&sitting, &mut dice, &mut say);
    for action in list(story.actions) {
        let Turn::Act(seat) = game.turn(state.public()) else {
            panic!("{}: the game is over before {action}", story.tells);
        };
        let parse = |text: &str| text.parse::<Action>().expect(story.tells);
        if action == "fault" {
            game.retire(&mut state, seat, &mut dice, &mut say);
        } else if let Some(refused) = action.strip_prefix("! ") {
            let answer = state.act(&game, &parse(refused), &mut dice, &mut say);
            assert!(answer.is_err(), "{}: {refused} is allowed", story.tells);
        } else {
            state
                .act(&game, &parse(action), &mut dice, &mut say)
                .unwrap_or_else(|illegal| panic!("{}: {action}: {}", story.tells, illegal.0));
        }
    }
    let lines = say.record().iter();
    let record: Vec<String> = lines
        .map(|line| format!("{} {}", line.seat, line.what))
        .collect();
    assert_eq!(record.join(", "), story.record, "{}", story.tells);
    let places = match game.turn(state.public()) {
        Turn::Act(_) => Vec::new(),
        Turn::Over(places) => places.values().iter().map(ToString::to_string).collect(),
    };
    assert_eq!(places.join(" "), story.places, "{}", story.tells);
}
