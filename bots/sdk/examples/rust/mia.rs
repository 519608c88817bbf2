//! A bot for Mia: looks when the last announcement is hard to beat, tells the truth
//! when it can, and else lies as little as possible.
//!
//! A crate of its own needs `crate-type = ["cdylib"]`, the dependency `dudo-sdk`, and this file.

use dudo_sdk::mia::{Action, Mia, Options, Phase, Value};
use dudo_sdk::{Bot, BotRng, View};

struct Mine;

impl Bot<Mia> for Mine {
    fn act(&mut self, view: View<'_, Mia>, rng: &mut BotRng) -> Action {
        let options = Options::of(view);
        if view.public().phase == Phase::Decide {
            // Whoever believes must beat the value, with a roll or with a lie.
            let order = view.rules().rules().order;
            let to_beat = view.public().standing.map(|standing| standing.rank);
            let ways: u32 = Value::all()
                .filter(|&value| Some(order.rank(value)) > to_beat)
                .map(Value::ways)
                .sum();
            let beat = f64::from(ways) / 36.0;
            return if options.believe && beat > 0.35 {
                Action::Believe
            } else {
                Action::Look
            };
        }
        let rolled = view.own().unwrap_or(Value::MIA);
        if options.announce.has(rolled) {
            return Action::Announce(rolled);
        }
        // A lie: one of the lowest three that will do, but not Mia while there is another.
        let choices = u32::from(options.announce.len())
            .saturating_sub(1)
            .clamp(1, 3);
        let lie = options.announce.get(rng.below(choices) as u8);
        Action::Announce(lie.unwrap_or(Value::MIA))
    }
}

dudo_sdk::export! {
    name: "rust-mia",
    play: [Mia => |_, _| Mine],
    concurrent: 8,
}
