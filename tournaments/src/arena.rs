//! Where a game's name becomes a type, and where the type is forgotten again.
//!
//! Everything outside this file handles coordinates, names and rendered text.

mod ask;
mod facts;
mod luck;
mod sitter;
mod tell;

use crate::check::{Bout, Played as Tried};
pub use crate::entrant::Company;
use crate::entrant::{Chair, Enrolled, Entrant};
use crate::person::{Console, Ended, Hosting, Names, Scene, host};
use crate::schedule::{BotId, DiceMode, Session};
pub use ask::{Answer, Inquiry, Interview, Question, Reply};
use dudo_bots::{Entry, Rostered, Weigh};
use dudo_engine::knobs::{self, Domain, Knob, Knobs, RulesError};
use dudo_engine::liars_boggle::LiarsBoggle;
use dudo_engine::liars_dice::LiarsDice;
use dudo_engine::mia::Mia;
use dudo_engine::poker_liar::PokerLiar;
use dudo_engine::{self as engine, Chance, Game, Imaged, Key, Outcome, Say, Seat};
use dudo_plugin::{Foreign, Terms, Wanted};
use dudo_results::log::LoggedLine;
use dudo_results::story::Step;
use dudo_words::{Library, equip};
use facts::bot_fact;
pub use facts::{BotFact, Facts, KnobFact};
use luck::Luck;
use std::fmt::Display;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The games, one line each.
pub const GAMES: &[&dyn House] = &[
    &Playing::with(LiarsDice::ROSTER),
    &Playing::with(LiarsBoggle::ROSTER),
    &Playing::with(Mia::ROSTER),
    &Playing::with(PokerLiar::ROSTER),
];

/// The game with this name.
pub fn game(name: &str) -> Option<&'static dyn House> {
    GAMES.iter().copied().find(|game| game.name() == name)
}

/// The game with this name.
///
/// # Errors
/// A sentence with the name that was probably meant, or where the knobs go that
/// follow it, as in the canonical text of rules.
pub fn find(name: &str) -> Result<&'static dyn House, String> {
    game(name).ok_or_else(|| {
        let alone = name.split('(').next().unwrap_or(name).trim();
        if alone != name && game(alone).is_some() {
            return format!(
                "expected the game alone, \"{alone}\"; its knobs go under [rules] of a run file, or after --rules"
            );
        }
        let known: Vec<&str> = GAMES.iter().map(|game| game.name()).collect();
        crate::meant::unknown("game", name, &known)
    })
}

/// A game that can be played here.
pub trait House: Sync {
    /// Its name in run files.
    fn name(&self) -> &'static str;

    /// Its knobs, presets and bots.
    fn facts(&self) -> Facts;

    /// The canonical text and the prose of rules made of settings.
    ///
    /// # Errors
    /// What is wrong with the settings.
    fn read(&self, settings: &[(&str, &str)]) -> Result<(String, Vec<String>), RulesError>;

    /// Rules, bots and chance, ready to play.
    ///
    /// # Errors
    /// Which of these is wrong.
    fn open(&self, opening: &Opening<'_>) -> Result<Arc<dyn Arena>, OpenError>;

    /// Plays games to try a bot out; `None` where they cannot be played.
    ///
    /// # Errors
    /// There is no opponent of such a name.
    fn try_out(&self, bout: &Bout<'_>) -> Result<Option<Tried>, String>;

    /// Shows a bot views in which no dice are hidden from it; what went wrong, if the game
    /// has such views beside those that are met in play.
    fn bare(&self, bot: &dyn Foreign) -> Option<Vec<String>>;
}

/// What an arena is opened with.
pub struct Opening<'a> {
    /// Where files that knobs name are looked for.
    pub base: &'a Path,
    /// Knobs in notation; `preset` first.
    pub settings: &'a [(&'a str, &'a str)],
    /// Files with word lists that knobs may name by their hashes.
    pub words: &'a [PathBuf],
    /// The bots as named in the run file, in roster order.
    pub uses: &'a [&'a str],
    /// How the foreign ones are seated.
    pub terms: &'a dyn Fn(usize) -> Seating,
    /// Bots at a table.
    pub seats: usize,
    /// Deals that an instance lives through.
    pub session: u64,
    /// The run's seed.
    pub key: Key,
    /// Which games see the same dice.
    pub dice: DiceMode,
}

/// How a bot from elsewhere is seated.
pub struct Seating {
    /// On what terms.
    pub terms: Terms,
    /// Whether it takes part, without playing, even if it cannot be loaded.
    pub submitted: bool,
    /// Why it takes no part, where that was decided before.
    pub absent: Option<String>,
}

/// Why an arena cannot be opened.
#[derive(Debug)]
pub enum OpenError {
    /// The rules.
    Rules(RulesError),
    /// The rules do not fit the number of seats.
    Seats(String),
    /// The bot with this number in the roster.
    Bot(usize, String),
}

/// A game with its rules, roster and chance: plays what it is told to.
pub trait Arena: Send + Sync {
    /// The rules in canonical text.
    fn rules(&self) -> &str;

    /// What a person should know about it, such as lines of a word list that
    /// were left out.
    fn notes(&self) -> &[String];

    /// The bots, in roster order.
    fn bots(&self) -> Vec<Enrolled<'_>>;

    /// Whether each session starts a process for this bot.
    fn starts(&self, bot: BotId) -> bool;

    /// Starts an instance of a bot as a session does, and takes it away when it
    /// has begun a game.
    fn start(&self, bot: BotId);

    /// How many sessions of this line-up a [`Gang`](dudo_plugin::Gang) may play at
    /// once; with 1 there is nothing to gain.
    fn at_once(&self, lineup: &[BotId]) -> usize;

    /// Which games see the same dice.
    fn dice(&self) -> DiceMode;

    /// Someone who plays sessions, one at a time.
    fn worker(self: Arc<Self>) -> Box<dyn Worker>;

    /// Plays a game with a person in this seat and the bots in the others, in
    /// roster order.
    fn host(&self, seat: Seat, names: &Names, deal: u64, console: &mut dyn Console) -> Ended;

    /// Someone who tells games from their records. Needs no bots.
    fn teller(self: Arc<Self>) -> Box<dyn Teller>;

    /// Asks a bot again what it was asked in a game.
    ///
    /// # Errors
    /// The deal of a record that does not follow, and its first line that does not.
    fn ask(
        &self,
        inquiry: &Inquiry<'_>,
        interview: &mut dyn Interview,
    ) -> Result<(), (u64, Astray)>;
}

/// Tells games from their records; keeps its tables between them.
pub trait Teller: Send {
    /// Tells the game of this deal in a session from the lines of its record,
    /// whose dice and consequences are checked.
    ///
    /// # Errors
    /// The first line that does not follow.
    fn tell(&mut self, session: &Session, deal: u64, lines: &[LoggedLine]) -> Result<Tale, Astray>;
}

/// A game that was told.
#[derive(Clone, Debug)]
pub struct Tale {
    /// How it ended; faults without details.
    pub outcome: Outcome,
    /// Its lines, with all dice shown.
    pub steps: Vec<Step>,
}

/// A record that these rules and dice do not lead to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Astray {
    /// The number of the line, from 0; one past the last if lines are missing.
    pub line: usize,
    /// What was found and what follows.
    pub message: String,
}

/// Plays sessions on one thread; keeps its tables and buffers between them.
pub trait Worker: Send {
    /// Plays every game of a session and hands each to `each`. `record` says of
    /// a deal whether its actions are wanted.
    fn play(
        &mut self,
        session: &Session,
        record: &dyn Fn(u64) -> bool,
        each: &mut dyn FnMut(&Played<'_>),
    ) {
        // Nobody strays who is alone.
        let _ = self.play_in(Company::Own, session, record, each);
    }

    /// The same, in this company.
    ///
    /// # Errors
    /// Among others, a bot that shares its process failed. What was handed out
    /// counts for nothing; the session is to be played afresh.
    fn play_in(
        &mut self,
        company: Company<'_>,
        session: &Session,
        record: &dyn Fn(u64) -> bool,
        each: &mut dyn FnMut(&Played<'_>),
    ) -> Result<(), Strayed>;
}

/// A session among others went wrong, maybe for another one's sake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strayed;

/// A game that was played.
pub struct Played<'a> {
    /// Which dice.
    pub deal: u64,
    /// How it ended.
    pub outcome: &'a Outcome,
    /// Its record, empty unless it was wanted.
    pub record: &'a dyn Record,
}

/// The record of a game, line by line.
pub trait Record {
    /// Hands step, round, seat and text of each line to `each`.
    fn lines(&self, each: &mut dyn FnMut(u32, u32, Seat, &dyn Display));
}

impl<G: Game> Record for Say<G> {
    fn lines(&self, each: &mut dyn FnMut(u32, u32, Seat, &dyn Display)) {
        for line in self.record() {
            each(line.step, line.round, line.seat, &line.what);
        }
    }
}

/// What a game has to have to be offered here: views for bots from elsewhere,
/// and somebody who can weigh what is asserted.
pub trait Offered: Scene + Weigh {}

impl<G: Scene + Weigh> Offered for G {}

/// A game and the bots that can be named in it.
pub struct Playing<G: Game>(&'static [Entry<G>]);

impl<G: Game> Playing<G> {
    /// With these bots, be they built in or a test's own.
    pub const fn with(roster: &'static [Entry<G>]) -> Self {
        Self(roster)
    }
}

impl<G: Offered> House for Playing<G> {
    fn name(&self) -> &'static str {
        G::Rules::GAME
    }

    fn facts(&self) -> Facts {
        let defaults = G::Rules::default();
        let knobs = G::Rules::KNOBS.iter().map(|knob| KnobFact {
            name: knob.name,
            values: knob.domain.to_string(),
            domain: &knob.domain,
            default: (knob.get)(&defaults),
            about: knob.about,
        });
        let presets = G::Rules::PRESETS.iter().map(|preset| {
            [
                preset.name.into(),
                preset.about.into(),
                (preset.rules)().to_string(),
            ]
        });
        Facts {
            knobs: knobs.collect(),
            presets: presets.collect(),
            bots: self.0.iter().map(bot_fact).collect(),
        }
    }

    fn read(&self, settings: &[(&str, &str)]) -> Result<(String, Vec<String>), RulesError> {
        let game = build::<G>(settings, Path::new(""), &[])?.game;
        Ok((game.to_string(), game.prose()))
    }

    fn try_out(&self, bout: &Bout<'_>) -> Result<Option<Tried>, String> {
        crate::check::play(self.0, bout)
    }

    fn bare(&self, bot: &dyn Foreign) -> Option<Vec<String>> {
        crate::check::bare::<G>(bot)
    }

    fn open(&self, opening: &Opening<'_>) -> Result<Arc<dyn Arena>, OpenError> {
        let built =
            build::<G>(opening.settings, opening.base, opening.words).map_err(OpenError::Rules)?;
        let (game, notes) = (built.game, built.notes);
        game.fits(opening.seats).map_err(OpenError::Seats)?;
        let wanted = Wanted {
            game: G::Rules::GAME,
            knobs: &built.knobs,
            seats: opening.seats,
        };
        let bots = opening.uses.iter().enumerate().map(|(index, text)| {
            let found = if dudo_plugin::is_foreign(text) {
                Entrant::guest(text, (opening.terms)(index), &wanted)
            } else {
                Entrant::built(self.0, text, opening.base)
            };
            found.map_err(|error| OpenError::Bot(index, error))
        });
        let rules = game.to_string();
        Ok(Arc::new(Hall {
            bots: bots.collect::<Result<_, _>>()?,
            chance: Chance::new(&opening.key, &rules, opening.seats),
            dice: opening.dice,
            seats: opening.seats,
            session: opening.session,
            notes,
            rules,
            game,
        }))
    }
}

/// The game with these settings. A word list that is named as a file is read,
/// and stands in the rules as the hash of what is in it.
pub(crate) fn build<G: Game>(
    settings: &[(&str, &str)],
    base: &Path,
    words: &[PathBuf],
) -> Result<Ruled<G>, RulesError> {
    let mut library = Library::new();
    let read = |name: &str, file: &Path| {
        fs::read_to_string(file)
            .map_err(|error| RulesError::Syntax(format!("{name}: {}: {error}", file.display())))
    };
    for file in words {
        library.add(&read("word list", file)?);
    }
    let mut notes = Vec::new();
    let mut hashed = Vec::new();
    for &(name, value) in settings {
        let takes_words =
            |knob: &Knob<G::Rules>| knob.name == name && knob.domain == Domain::WordList;
        let is_hash = value.len() == 16 && value.bytes().all(|byte| byte.is_ascii_hexdigit());
        if value == "default" || is_hash || !G::Rules::KNOBS.iter().any(takes_words) {
            hashed.push((name, value.to_owned()));
            continue;
        }
        let file = base.join(value);
        let added = library.add(&read(name, &file)?);
        notes.push(format!(
            "{}: {} words, {} lines left out (a word is lower case letters a to z)",
            file.display(),
            added.words,
            added.dropped
        ));
        hashed.push((name, added.knob));
    }
    let rules: G::Rules = knobs::build(hashed.iter().map(|(name, value)| (*name, value.as_str())))?;
    let knobs = G::Rules::KNOBS.iter();
    let knobs = knobs.map(|knob| (knob.name, (knob.get)(&rules))).collect();
    let game = equip(&library, rules).map_err(RulesError::Contradiction)?;
    Ok(Ruled { game, knobs, notes })
}

/// A game with its knobs set.
pub(crate) struct Ruled<G> {
    pub(crate) game: G,
    /// Each knob with its value.
    pub(crate) knobs: Vec<(&'static str, String)>,
    /// What a person should know about it.
    notes: Vec<String>,
}

struct Hall<G: Imaged> {
    game: G,
    rules: String,
    notes: Vec<String>,
    bots: Vec<Entrant<G>>,
    chance: Chance,
    dice: DiceMode,
    seats: usize,
    session: u64,
}

impl<G: Imaged> Hall<G> {
    /// Where the chance of its sessions comes from.
    fn luck(&self) -> Luck {
        Luck::new(self.chance.clone(), self.dice)
    }
}

impl<G: Offered> Arena for Hall<G> {
    fn rules(&self) -> &str {
        &self.rules
    }

    fn notes(&self) -> &[String] {
        &self.notes
    }

    fn bots(&self) -> Vec<Enrolled<'_>> {
        self.bots.iter().map(Entrant::enrolled).collect()
    }

    fn starts(&self, bot: BotId) -> bool {
        self.bots[bot.index()].starts()
    }

    fn start(&self, bot: BotId) {
        let session = engine::Session {
            seat: Seat::new(0),
            seats: self.seats,
            games: self.session,
        };
        self.bots[bot.index()].start(&self.game, &self.rules, &session);
    }

    fn at_once(&self, lineup: &[BotId]) -> usize {
        let bots = lineup.iter().map(|bot| self.bots[bot.index()].at_once());
        // Who needs a process of its own would have as many of them at a time.
        bots.flatten().min().unwrap_or(1)
    }

    fn dice(&self) -> DiceMode {
        self.dice
    }

    fn worker(self: Arc<Self>) -> Box<dyn Worker> {
        Box::new(sitter::Sitter::new(self))
    }

    fn host(&self, seat: Seat, names: &Names, deal: u64, console: &mut dyn Console) -> Ended {
        let hosting = Hosting { seat, names, deal };
        let sit = |chair: &mut Chair<G>, other: Seat| {
            let before = usize::from(other.index() > seat.index());
            let session = engine::Session {
                seat: other,
                seats: self.seats,
                games: self.session,
            };
            let entrant = &self.bots[other.index() - before];
            chair.seat(entrant, &self.game, &self.rules, &session);
        };
        let (game, chance) = (&self.game, &self.chance);
        host(game, chance, &hosting, self.seats, &sit, console)
    }

    fn teller(self: Arc<Self>) -> Box<dyn Teller> {
        Box::new(tell::Narrator::new(self))
    }

    fn ask(
        &self,
        inquiry: &Inquiry<'_>,
        interview: &mut dyn Interview,
    ) -> Result<(), (u64, Astray)> {
        ask::ask(self, inquiry, interview)
    }
}
