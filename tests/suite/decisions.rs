//! Single decisions of the built-in bots, one story per line of `decisions.txt`.

use crate::deals::{bot, instance};
use dudo_engine::liars_dice::{Action, LiarsDice};
use dudo_engine::{BotRng, Dice, Game, Key, Say, Sitting, Turn};

const STORIES: &str = include_str!("decisions.txt");

/// What a bot does in the seat that is asked after a scripted beginning.
fn decision(name: &str, rules: &str, seats: usize, dice: &str, done: &str) -> String {
    let rules = rules
        .parse()
        .unwrap_or_else(|error| panic!("{rules}: {error}"));
    let game = LiarsDice::new(rules).expect("rules that agree");
    let faces = dice
        .split_whitespace()
        .filter_map(|word| word.parse::<u32>().ok());
    let mut dice = Dice::loaded(faces.map(|face| face - 1).collect());
    let (sitting, mut say) = (Sitting { seats, game: 0 }, Say::new());
    let mut state = game.deal(&sitting, &mut dice, &mut say);
    for action in done.split("; ").filter(|action| !action.is_empty()) {
        let action: Action = action.parse().expect("an action");
        let legal = state.act(&game, &action, &mut dice, &mut say);
        legal.unwrap_or_else(|illegal| panic!("{done}: {action}: {}", illegal.0));
    }
    let Turn::Act(seat) = game.turn(state.public()) else {
        panic!("{done}: the game is over");
    };
    let mut bot = instance(&bot(name), &game, seat, seats);
    bot.begin(&sitting);
    bot.listen(say.told());
    let mut rng = BotRng::of(Key::new([0; 32]));
    bot.act(state.view(&game, seat), &mut rng).to_string()
}

#[test]
fn stories() {
    let mut wrong = Vec::new();
    let mut told = 0;
    let lines = STORIES.lines().filter(|line| !line.starts_with('#'));
    for line in lines.filter(|line| !line.trim().is_empty()) {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let [name, rules, seats, dice, done, expected] = cells[..] else {
            panic!("{line}: six cells");
        };
        let seats = seats.parse().expect("a number of seats");
        let found = decision(name, rules, seats, dice, done);
        if found != expected {
            wrong.push(format!("{line}\n    does {found}"));
        }
        told += 1;
    }
    assert!(
        wrong.is_empty(),
        "{} of {told} stories end otherwise:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    assert!(told >= 65, "only {told} stories were told");
}
