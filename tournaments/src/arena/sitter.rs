//! Who plays sessions: bots in chairs, deal after deal.

use super::luck::Luck;
use super::{Company, Hall, Played, Strayed, Worker};
use crate::entrant::Chair;
use crate::schedule::{BotId, Session};
use dudo_engine::{self as engine, Dice, Imaged, Say, Seat, Sitting};
use std::sync::Arc;

pub(super) struct Sitter<G: Imaged> {
    hall: Arc<Hall<G>>,
    chairs: Vec<Chair<G>>,
    dice: Dice,
    say: Say<G>,
    luck: Luck,
}

impl<G: Imaged> Sitter<G> {
    pub(super) fn new(hall: Arc<Hall<G>>) -> Self {
        Self {
            luck: hall.luck(),
            hall,
            chairs: Vec::new(),
            dice: Dice::default(),
            say: Say::new(),
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
        let chance = self.luck.of(session).clone();
        for (game, deal) in session.deals.clone().enumerate() {
            crate::bug::at(deal, session.table, session.rotation);
            self.say.keep_record(record(deal));
            let sitting = Sitting {
                seats: hall.seats,
                game: game as u64,
            };
            let (chairs, dice, say) = (&mut self.chairs, &mut self.dice, &mut self.say);
            let outcome = if all_local {
                // The same, faster.
                let players = chairs.iter_mut().filter_map(Chair::local);
                engine::play_deal(&hall.game, &chance, &sitting, deal, players, dice, say)
            } else {
                let players = chairs.iter_mut().map(Chair::seated);
                engine::play_deal(&hall.game, &chance, &sitting, deal, players, dice, say)
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
