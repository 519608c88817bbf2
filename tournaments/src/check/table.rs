//! A table at which a bot from elsewhere is tried out.

use super::scripted::Script;
use crate::arena::{Offered, build};
use dudo_bots::{Entry, Local};
use dudo_engine::knobs::Knobs;
use dudo_engine::{Chance, Dice, FaultKind, Key, Player, Say, Seat, Session, Sitting, play_deal};
use dudo_plugin::{Foreign, Remote, Venue, Wanted, plays};
use std::ops::Range;
use std::path::Path;

/// Games to be played by a bot from elsewhere and others.
pub struct Bout<'a> {
    /// The bot.
    pub bot: &'a dyn Foreign,
    /// Knobs in notation; `preset` first.
    pub settings: &'a [(String, String)],
    /// Seats at the table.
    pub seats: usize,
    /// The bot's seat, from 0.
    pub seat: usize,
    /// Who sits in the others, in turn: built-in bots, or `first`, `last`, `any` for who
    /// plays the first, the last, or any legal action.
    pub others: &'a [&'a str],
    /// Which sessions; one backwards begins with the last.
    pub sessions: Range<u64>,
    /// Whether the sessions are played in reverse order.
    pub backwards: bool,
    /// Games of a session. No two sessions share a deal.
    pub games: u64,
}

/// What came of it.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Played {
    /// The rules in canonical text.
    pub rules: String,
    /// Games.
    pub games: u64,
    /// Games that the bot won.
    pub won: u64,
    /// The bot's failures: the deal, the kind, and what happened.
    pub faults: Vec<(u64, FaultKind, String)>,
}

/// Where all dice of the check come from. A bot that knew it would gain nothing: the check
/// asks whether it plays, not how well.
const KEY: [u8; 32] = *b"dudo check: dice to try a bot on";

/// Plays them; `None` where the game cannot be played so, or the bot says that it does
/// not.
///
/// # Errors
/// There is no opponent of such a name.
pub fn play<G: Offered>(
    roster: &'static [Entry<G>],
    bout: &Bout<'_>,
) -> Result<Option<Played>, String> {
    let pairs = bout.settings.iter();
    let settings: Vec<(&str, &str)> = pairs.map(|(a, b)| (a.as_str(), b.as_str())).collect();
    let Ok(built) = build::<G>(&settings, Path::new(""), &[]) else {
        return Ok(None);
    };
    let wanted = Wanted {
        game: G::Rules::GAME,
        knobs: &built.knobs,
        seats: bout.seats,
    };
    if built.game.fits(bout.seats).is_err() || plays(bout.bot.hello(), &wanted).is_err() {
        return Ok(None);
    }
    let game = &built.game;
    let mut played = Played {
        rules: game.to_string(),
        ..Played::default()
    };
    let chance = Chance::new(&Key::new(KEY), &played.rules, bout.seats);
    let (mut dice, mut say) = (Dice::default(), Say::new());
    let count = bout.sessions.end - bout.sessions.start;
    for number in 0..count {
        let session = match bout.backwards {
            false => bout.sessions.start + number,
            true => bout.sessions.end - 1 - number,
        };
        let players: Result<Vec<_>, String> = (0..bout.seats)
            .map(|index| seat(roster, game, &played.rules, bout, index))
            .collect();
        let mut players = players?;
        for number in 0..bout.games {
            let sitting = Sitting {
                seats: bout.seats,
                game: number,
            };
            let deal = session * bout.games + number;
            let seated = players
                .iter_mut()
                .map(|player| &mut **player as &mut dyn Player<G>);
            let outcome = play_deal(game, &chance, &sitting, deal, seated, &mut dice, &mut say);
            played.games += 1;
            played.won += u64::from(outcome.places.values()[bout.seat].0 == 1);
            for failure in outcome.faults {
                let index = failure.seat.index();
                if index == bout.seat {
                    let fault = failure.fault;
                    played.faults.push((deal, fault.kind, fault.detail));
                }
                players[index] = seat(roster, game, &played.rules, bout, index)?;
            }
        }
    }
    Ok(Some(played))
}

/// A fresh instance for a seat.
fn seat<G: Offered>(
    roster: &'static [Entry<G>],
    game: &G,
    rules: &str,
    bout: &Bout<'_>,
    index: usize,
) -> Result<Box<dyn Player<G>>, String> {
    let session = Session {
        seat: Seat::new(index),
        seats: bout.seats,
        games: bout.games,
    };
    if index == bout.seat {
        let line = bout.bot.seat(&Venue::of(game, rules, &session));
        return Ok(Box::new(Remote::<G>::new(line)));
    }
    let name = bout.others[index % bout.others.len()];
    if let Some(script) = Script::named(name) {
        return Ok(Box::new(Local::new(Box::new(script))));
    }
    let built = dudo_bots::find(roster, name).map_err(|error| crate::meant::bot(&error))?;
    Ok(Box::new(Local::new((built.factory)(game, &session))))
}
