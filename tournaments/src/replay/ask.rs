//! One bot of a run, asked again what it was asked in a logged game.

use super::{Replayer, dotted, log, plan};
use crate::arena::{Arena, Inquiry, Interview};
use crate::error::RunError;
use crate::meant;
use crate::schedule::Session;
use crate::spec::Limits;
use dudo_plugin::{Isolation, Terms, WasmEngine};
use dudo_results::log::{Coordinates, LoggedGame};
use std::env;
use std::path::PathBuf;
use std::sync::Arc;

/// How the bot is made, and on what terms it is asked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recipe {
    /// Another bot in its place; `None`: as the run file named it.
    pub with: Option<String>,
    /// Where relative paths in the name of a bot start.
    pub base: PathBuf,
    /// Whether it runs in a process of its own without a jail.
    pub trust: bool,
    /// Whether a jail will do that cannot keep all it promises here.
    pub allow_weaker: bool,
    /// Whether nothing is done about the time it takes.
    pub unhurried: bool,
}

/// Time for who has a debugger in hand, in milliseconds: a year, which no clock that
/// counts it by fives runs over.
const UNHURRIED_MS: u64 = 365 * 86_400_000;

/// A bot of a run that can be asked about its games.
pub struct Inquirer {
    bot: usize,
    name: String,
    arena: Arc<dyn Arena>,
    /// What is to be known before its answers are read.
    note: Option<String>,
}

impl Replayer {
    /// Loads a bot of the run, by its name or by the number of its seat in a game, from 1.
    ///
    /// # Errors
    /// There is no such bot, or it cannot be loaded.
    pub fn inquirer(
        &self,
        bot: &str,
        at: Coordinates,
        recipe: &Recipe,
    ) -> Result<Inquirer, RunError> {
        let bot = self.named(bot, at)?;
        let entry = &self.manifest.bot[bot];
        let text = recipe.with.as_deref().unwrap_or(&entry.source);
        let terms = self.terms(recipe);
        let arena = plan::arena_of(&self.manifest, &self.words, &self.folder, bot, text, &terms)?;
        let here = arena.bots()[bot].content.to_owned();
        let note = (recipe.with.is_none()
            && crate::run::content_of(arena.bots()[bot]) != entry.content)
            .then(|| {
                format!(
                    "\"{}\" was edited since the run; it is asked as it is now ({here})",
                    entry.name
                )
            });
        let name = entry.name.clone();
        Ok(Inquirer {
            bot,
            name,
            arena,
            note,
        })
    }

    /// Asks it again what it was asked in a game, and what it was asked before in the same
    /// session. Returns how many of these games the log does not have, so that the bot
    /// does not hear of them.
    ///
    /// # Errors
    /// The bot has no seat in the game; and as for [`Replayer::game`].
    pub fn ask(
        &mut self,
        inquirer: &Inquirer,
        at: Coordinates,
        interview: &mut dyn Interview,
    ) -> Result<u64, RunError> {
        let session = self.session(at)?;
        self.played(at)?;
        let seat = session
            .lineup
            .iter()
            .position(|bot| bot.index() == inquirer.bot);
        let seat = seat.ok_or_else(|| {
            let sits = session
                .lineup
                .iter()
                .map(|bot| self.names[bot.index()].as_str());
            self.refused(format!(
                "\"{}\" has no seat in game {}; there are {}",
                self.names[inquirer.bot],
                dotted(at),
                sits.collect::<Vec<_>>().join(", ")
            ))
        })?;
        let games = self.games(&session, at)?;
        let lacking = at.deal + 1 - session.deals.start - games.len() as u64;
        let inquiry = Inquiry {
            session: &session,
            seat,
            games: &games,
        };
        let asked = inquirer.arena.ask(&inquiry, interview);
        asked.map_err(|(deal, astray)| self.astray(Coordinates { deal, ..at }, &astray))?;
        Ok(lacking)
    }

    /// The bot with this name, or in this seat, as its number in the roster.
    fn named(&self, bot: &str, at: Coordinates) -> Result<usize, RunError> {
        if let Some(found) = self.names.iter().position(|name| name == bot) {
            return Ok(found);
        }
        if let Ok(seat @ 1..) = bot.parse::<usize>() {
            let session = self.session(at)?;
            let found = session.lineup.get(seat - 1);
            return found.map(|bot| bot.index()).ok_or_else(|| {
                let seats = session.lineup.len();
                self.refused(format!(
                    "game {} has seats 1 to {seats}, not {seat}",
                    dotted(at)
                ))
            });
        }
        let names: Vec<&str> = self.names.iter().map(String::as_str).collect();
        Err(self.refused(meant::unknown("bot", bot, &names)))
    }

    /// The games of a session up to one, as far as anything tells them; that one for certain.
    fn games(&mut self, session: &Session, at: Coordinates) -> Result<Vec<LoggedGame>, RunError> {
        let why = match self.play(session, at.deal, &|_| true) {
            Ok(games) => return Ok(games),
            Err(why) => why,
        };
        let mut games = Vec::new();
        for deal in session.deals.start..=at.deal {
            let at = Coordinates { deal, ..at };
            games.extend(log::actions(&self.folder, &self.schedule, at)?);
        }
        match games.last() {
            Some(last) if last.at == at => Ok(games),
            _ => Err(self.unknown(at, &why)),
        }
    }

    /// The terms of the run, as its manifest has them.
    fn terms(&self, recipe: &Recipe) -> Terms {
        let (held, usual) = (&self.manifest.limits, Limits::default());
        let time = |held: Option<u64>, usual: u64| match recipe.unhurried {
            true => UNHURRIED_MS,
            false => held.unwrap_or(usual),
        };
        let wasm = match &held.wasm {
            Some(word) if *word == WasmEngine::Wasmtime.to_string() => WasmEngine::Wasmtime,
            _ => WasmEngine::Wasmi,
        };
        Terms {
            base: recipe.base.clone(),
            host: env::current_exe().unwrap_or_default(),
            isolation: match recipe.trust {
                true => Isolation::Process,
                false => Isolation::Jail,
            },
            allow_weaker: recipe.allow_weaker,
            // There is nobody whose clock it could burn by thinking on, and one that is
            // stopped between two questions cannot be looked at. The jail is as it is.
            trusted: recipe.trust || wasm == WasmEngine::Wasmi,
            outlives: false,
            concurrent: 1,
            pin: false,
            move_ms: time(held.move_ms, usual.move_ms),
            start_ms: time(held.start_ms, usual.start_ms),
            game_ms: held.game_ms.filter(|_| !recipe.unhurried),
            timer_ms: held.timer_ms.filter(|_| !recipe.unhurried),
            memory_mb: held.memory_mb.unwrap_or(usual.memory_mb),
            fuel: held.fuel.unwrap_or(usual.fuel),
            wasm,
            log: None,
            audit: None,
        }
    }
}

impl Inquirer {
    /// The bot's name in the run.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What is to be known before its answers are read.
    pub fn note(&self) -> Option<&str> {
        self.note.as_deref()
    }

    /// What the bot is, as the manifest would have it: its text and its content.
    pub fn recipe(&self) -> (String, String) {
        let bot = self.arena.bots()[self.bot];
        (bot.text.to_owned(), bot.content.to_owned())
    }
}
