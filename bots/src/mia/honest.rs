//! Level 2: tells the truth while it can and knows what two dice do.

use super::common::{answer, standing, truth_or_least};
use crate::Entry;
use dudo_engine::mia::{Action, Mia, Options, VALUES};
use dudo_engine::{Bot, BotRng, View};

pub(super) const ENTRY: Entry<Mia> = Entry {
    name: "honest",
    level: 2,
    about: "announces the truth or as little as it must, looks where a roll is that high less than one time in three",
    args: &[],
    make: |_| Box::new(|_, _| Box::new(Honest)),
};

struct Honest;

impl Bot<Mia> for Honest {
    fn listens(&self) -> bool {
        false
    }

    fn act(&mut self, view: View<'_, Mia>, _: &mut BotRng) -> Action {
        let options = Options::of(view);
        truth_or_least(view, &options).unwrap_or_else(|| {
            let order = view.rules().rules().order;
            let ranks = standing(view.public())..VALUES;
            let ways: u32 = ranks.map(|rank| order.value(rank as u8).ways()).sum();
            answer(&options, ways * 3 < 36)
        })
    }
}
