//! Level 4: what this opponent does, by what he has shown.

use super::common::{Once, lowest_allowed, standing};
use super::notes::Notes;
use super::odds::{Tables, tables};
use crate::Entry;
use dudo_engine::mia::{Action, Event, Mia, Phase, Rules};
use dudo_engine::{Bot, BotRng, Seat, Sitting, View};
use std::sync::Arc;

pub(super) const ENTRY: Entry<Mia> = Entry {
    name: "reader",
    level: 4,
    about: "as odds, with how often each opponent lies and looks learned from what he did",
    args: &[],
    make: |_| {
        let known = Arc::new(Once::new());
        Box::new(move |game, _| Box::new(Reader::new(game.rules(), &known)))
    },
};

/// A player who remembers, for a session.
pub(super) struct Reader {
    rules: Rules,
    tables: Arc<Tables>,
    notes: Notes,
}

impl Reader {
    pub(super) fn new(rules: &Rules, known: &Once<Tables>) -> Self {
        Self {
            rules: rules.clone(),
            tables: known.of(rules, tables),
            notes: Notes::default(),
        }
    }
}

impl Bot<Mia> for Reader {
    fn act(&mut self, view: View<'_, Mia>, _: &mut BotRng) -> Action {
        let (rules, public) = (&self.rules, view.public());
        let alive = public.survivors.alive();
        let outlook = &self.tables[alive.len()];
        let lowest = lowest_allowed(rules, public.cup.to_beat);
        if public.phase == Phase::Decide {
            let lies = self.notes.lies(public.cup.roller);
            let under = outlook.under(lowest, standing(public), lies);
            return outlook.answer(view, &under);
        }
        let next = alive.after(view.seat());
        outlook.announce(view, |claim| {
            self.notes.looks(next, claim, outlook.looks[claim])
        })
    }

    fn observe(&mut self, seat: Seat, event: &Event) {
        self.notes.take(&self.rules, &self.tables[2], seat, event);
    }

    fn begin(&mut self, _: &Sitting) {
        self.notes.turn_page();
    }
}
