//! Level 1: trusts nobody who announces more than the middle.

use super::common::{answer, standing, truth_or_least};
use crate::Entry;
use dudo_engine::mia::{Action, Mia, Options, Value};
use dudo_engine::{Bot, BotRng, View};

pub(super) const ENTRY: Entry<Mia> = Entry {
    name: "timid",
    level: 1,
    about: "announces the truth or as little as it must, looks above 54",
    args: &[],
    make: |_| Box::new(|_, _| Box::new(Timid)),
};

struct Timid;

impl Bot<Mia> for Timid {
    fn listens(&self) -> bool {
        false
    }

    fn act(&mut self, view: View<'_, Mia>, _: &mut BotRng) -> Action {
        let options = Options::of(view);
        truth_or_least(view, &options).unwrap_or_else(|| {
            let middle = view.rules().rules().order.rank(Value::of_dice(5, 4));
            answer(&options, standing(view.public()) > usize::from(middle))
        })
    }
}
