//! The chance of an announcement, for those who watch: how many of the 36 rolls
//! are as high. Whoever rolled the dice knows.

use crate::Weigh;
use dudo_engine::View;
use dudo_engine::mia::{Action, Mia, Value};

impl Weigh for Mia {
    type Scales = ();

    fn scales(_: &Self) {}

    fn chance((): &mut (), view: View<'_, Self>, action: &Action) -> Option<f64> {
        let order = view.rules().rules().order;
        let reaches = |rank: u8| match view.own() {
            Some(rolled) => f64::from(u8::from(order.rank(*rolled) >= rank)),
            None => {
                let high = Value::all().filter(|&value| order.rank(value) >= rank);
                f64::from(high.map(Value::ways).sum::<u32>()) / 36.0
            }
        };
        match *action {
            Action::Announce(value) | Action::Pass(value) => Some(reaches(order.rank(value))),
            Action::Look => Some(1.0 - reaches(view.public().standing?.rank)),
            Action::Believe | Action::GiveUp => None,
        }
    }
}
