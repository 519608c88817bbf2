//! Who plays sessions: bots in chairs, deal after deal.

use super::{Company, Hall, Played, Strayed, Worker};
use crate::entrant::Chair;
use crate::schedule::{BotId, DiceMode, Session};
use dudo_engine::{self as engine, Chance, Imaged, Say, Seat, Sitting};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Tables whose chance is kept, at most; 160 bytes each.
const KEPT: usize = 4096;

pub(super) struct Sitter<G: Imaged> {
    hall: Arc<Hall<G>>,
    chairs: Vec<Chair<G>>,
    say: Say<G>,
    /// The chance of tables and rotations that do not share the run's.
    own: BTreeMap<(u64, u64), Chance>,
}

impl<G: Imaged> Sitter<G> {
    pub(super) fn new(hall: Arc<Hall<G>>) -> Self {
        Self {
            hall,
            chairs: Vec::new(),
            say: Say::new(),
            own: BTreeMap::new(),
        }
    }

    /// A fresh instance for a seat.
    fn sit(&mut self, bot: BotId, seat: Seat, company: Company<'_>) {
        let hall = &*self.hall;
        let session = engine::Session {
            seat,
            seats: hall.seats,
            games: hall.session,
        };
        let chair = &mut self.chairs[seat.index()];
        let bot = &hall.bots[bot.index()];
        chair.seat_in(bot, &hall.game, &hall.rules, &session, company);
    }
}

impl<G: Imaged> Worker for Sitter<G> {
    fn play_in(
        &mut self,
        company: Company<'_>,
        session: &Session,
        record: &dyn Fn(u64) -> bool,
        each: &mut dyn FnMut(&Played<'_>),
    ) -> Result<(), Strayed> {
        self.chairs
            .resize_with(session.lineup.len(), Chair::default);
        for (index, &bot) in session.lineup.iter().enumerate() {
            self.sit(bot, Seat::new(index), company);
        }
        let all_local = self.chairs.iter_mut().all(|chair| chair.local().is_some());
        let hall = Arc::clone(&self.hall);
        let own;
        let chance = match hall.dice {
            DiceMode::Duplicate => &hall.chance,
            // Derived once, since that takes as long as a short game.
            dice => {
                if self.own.len() >= KEPT {
                    self.own.clear();
                }
                let (_, table, rotation) = dice.dice_of(session);
                let derived = || hall.chance(session).into_owned();
                let kept = self.own.entry((table, rotation));
                own = kept.or_insert_with(derived).clone();
                &own
            }
        };
        for (game, deal) in session.deals.clone().enumerate() {
            crate::bug::at(deal, session.table, session.rotation);
            self.say.keep_record(record(deal));
            let sitting = Sitting {
                seats: hall.seats,
                game: game as u64,
            };
            let (chairs, say) = (&mut self.chairs, &mut self.say);
            let outcome = if all_local {
                // The same, faster.
                let players = chairs.iter_mut().filter_map(Chair::local);
                engine::play_deal(&hall.game, chance, &sitting, deal, players, say)
            } else {
                let players = chairs.iter_mut().map(Chair::seated);
                engine::play_deal(&hall.game, chance, &sitting, deal, players, say)
            };
            if let Company::Among(_) = company
                && outcome.faults.iter().any(|failure| {
                    let bot = session.lineup[failure.seat.index()];
                    hall.bots[bot.index()].at_once().is_some()
                })
            {
                self.chairs.clear();
                return Err(Strayed);
            }
            each(&Played {
                deal,
                outcome: &outcome,
                record: &self.say,
            });
            // A bot that failed gets a fresh instance for the next deal.
            for failure in &outcome.faults {
                self.sit(session.lineup[failure.seat.index()], failure.seat, company);
            }
        }
        if !matches!(company, Company::Own) {
            // Processes are not held until this worker plays again.
            self.chairs.clear();
        }
        Ok(())
    }
}
