//! Who may sit down: a bot of this program, or one from elsewhere.

use crate::arena::Seating;
use dudo_bots::{Built, Entry, Local};
use dudo_engine::{Imaged, Key, Player, Session};
use dudo_plugin::{Foreign, Isolation, Line, Member, Remote, Terms, Venue, Wanted};
use std::path::Path;
use std::sync::Arc;

/// A bot of the roster.
pub(crate) enum Entrant<G: Imaged> {
    /// One of this program.
    Built(Built<G>),
    /// One from elsewhere.
    Foreign(Guest),
    /// A submission that cannot be loaded: it takes part as withdrawn.
    Absent {
        /// How the run file names it.
        text: String,
        /// Why.
        reason: String,
    },
}

/// With whom a foreign bot shares its process while it plays a session.
#[derive(Clone, Copy)]
pub enum Company<'a> {
    /// With nobody, or with sessions before and after where its terms say so.
    Own,
    /// With other sessions that are played at the same time, if it takes that.
    Among(&'a Member),
    /// With nobody, be it before, after or at the same time.
    Afresh,
}

/// A foreign bot and what the manifest says of it.
pub(crate) struct Guest {
    text: String,
    bot: Arc<dyn Foreign>,
    wall: Option<&'static str>,
    outlives: bool,
}

/// What is written about a bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Enrolled<'a> {
    /// Its canonical text.
    pub text: &'a str,
    /// `built-in`, or how it reaches the table.
    pub kind: &'a str,
    /// What it is made of: a fingerprint or a hash.
    pub content: &'a str,
    /// Why it cannot play, if it cannot.
    pub absent: Option<&'a str>,
    /// The version of what runs it, where that is known.
    pub interpreter: Option<&'a str>,
    /// Engine and fuel of a WebAssembly bot.
    pub engine: Option<&'a str>,
    /// What stands between it and the machine: `none`, `process` or `jail`;
    /// `None` for who is no danger.
    pub wall: Option<&'static str>,
}

impl<G: Imaged> Entrant<G> {
    /// A bot of this program. Files of `base` are what else may have been meant.
    ///
    /// # Errors
    /// A sentence.
    pub(crate) fn built(
        roster: &'static [Entry<G>],
        text: &str,
        base: &Path,
    ) -> Result<Self, String> {
        let built = dudo_bots::find(roster, text);
        built
            .map(Self::Built)
            .map_err(|error| crate::meant::bot_or_file(&error, base))
    }

    /// A bot from elsewhere.
    ///
    /// # Errors
    /// A sentence.
    pub(crate) fn guest(text: &str, seating: Seating, wanted: &Wanted<'_>) -> Result<Self, String> {
        let Seating {
            terms,
            submitted,
            absent,
        } = seating;
        if let Some(reason) = absent {
            let text = text.into();
            return Ok(Self::Absent { text, reason });
        }
        match dudo_plugin::open(text, &terms, wanted) {
            Ok(bot) => Ok(Self::Foreign(Guest {
                text: text.into(),
                wall: wall(bot.kind(), &terms),
                outlives: terms.outlives,
                bot,
            })),
            Err(error) if submitted => Ok(Self::Absent {
                text: text.into(),
                reason: error.0,
            }),
            Err(error) => Err(error.0),
        }
    }

    /// Whether each session starts a process for it.
    pub(crate) fn starts(&self) -> bool {
        match self {
            Self::Foreign(guest) => {
                matches!(guest.wall, Some("process" | "jail")) && !guest.outlives
            }
            _ => false,
        }
    }

    /// Starts an instance of one from elsewhere as a session does, and takes it
    /// away when it has begun a game.
    pub(crate) fn start(&self, game: &G, rules: &str, session: &Session) {
        if let Self::Foreign(guest) = self {
            let mut line = guest.line(game, rules, session, Company::Own);
            // How it fails is told in games.
            let _ = line.begin(0, &Key::new([0; 32]));
        }
    }

    /// How many sessions a process of it plays at once; `None`: it needs none.
    pub(crate) fn at_once(&self) -> Option<usize> {
        match self {
            Self::Foreign(guest) => Some(guest.bot.at_once()),
            Self::Built(_) | Self::Absent { .. } => None,
        }
    }

    /// What the manifest says of it.
    pub(crate) fn enrolled(&self) -> Enrolled<'_> {
        match self {
            Self::Built(built) => Enrolled {
                text: &built.canonical,
                kind: "built-in",
                content: built.content,
                absent: None,
                interpreter: None,
                engine: None,
                wall: None,
            },
            Self::Foreign(guest) => Enrolled {
                text: &guest.text,
                kind: guest.bot.kind(),
                content: guest.bot.content(),
                absent: None,
                interpreter: guest.bot.interpreter(),
                engine: guest.bot.engine(),
                wall: guest.wall,
            },
            Self::Absent { text, reason } => Enrolled {
                text,
                kind: "absent",
                content: "",
                absent: Some(reason),
                interpreter: None,
                engine: None,
                wall: None,
            },
        }
    }
}

impl Guest {
    /// A line to a fresh instance, in this company.
    fn line<G: Imaged>(
        &self,
        game: &G,
        rules: &str,
        session: &Session,
        company: Company<'_>,
    ) -> Box<dyn Line> {
        let venue = Venue::of(game, rules, session);
        match company {
            Company::Own => self.bot.seat(&venue),
            Company::Among(member) => self.bot.seat_among(&venue, member),
            Company::Afresh => self.bot.seat_afresh(&venue),
        }
    }
}

/// What stands between a bot that came this way and the machine.
fn wall(kind: &str, terms: &Terms) -> Option<&'static str> {
    match (kind, terms.isolation) {
        ("wasm", _) => None,
        ("native", _) => Some("none"),
        (_, Isolation::Jail) => Some("jail"),
        _ => Some("process"),
    }
}

/// A seat with whoever sits in it.
pub(crate) enum Chair<G: Imaged> {
    Local(Local<G>),
    Remote(Remote<G>),
}

impl<G: Imaged> Default for Chair<G> {
    fn default() -> Self {
        Self::Local(Local::default())
    }
}

impl<G: Imaged> Chair<G> {
    /// Gives the seat to a fresh instance.
    pub(crate) fn seat(&mut self, entrant: &Entrant<G>, game: &G, rules: &str, session: &Session) {
        self.seat_in(entrant, game, rules, session, Company::Own);
    }

    /// The same, in this company.
    pub(crate) fn seat_in(
        &mut self,
        entrant: &Entrant<G>,
        game: &G,
        rules: &str,
        session: &Session,
        company: Company<'_>,
    ) {
        match (entrant, &mut *self) {
            (Entrant::Built(built), Self::Local(local)) => {
                local.seat_made(|| (built.factory)(game, session));
            }
            (Entrant::Built(_), Self::Remote(_)) => {
                *self = Self::default();
                self.seat(entrant, game, rules, session);
            }
            (Entrant::Foreign(guest), chair) => {
                let line = guest.line(game, rules, session, company);
                match chair {
                    Self::Remote(remote) => remote.seat(line),
                    Self::Local(_) => *self = Self::Remote(Remote::new(line)),
                }
            }
            // Its games are skipped, so nobody gets here but by a mistake of ours.
            (Entrant::Absent { .. }, _) => unreachable!("who is absent is not seated"),
        }
    }

    /// Who sits here, if it is a bot of this process.
    pub(crate) fn local(&mut self) -> Option<&mut Local<G>> {
        match self {
            Self::Local(local) => Some(local),
            Self::Remote(_) => None,
        }
    }

    /// The process that whoever sits here runs in.
    pub(crate) fn process(&self) -> u32 {
        let own = match self {
            Self::Local(_) => None,
            Self::Remote(remote) => remote.process(),
        };
        own.unwrap_or_else(std::process::id)
    }

    /// Itself as the table sees it.
    pub(crate) fn seated(&mut self) -> &mut dyn Player<G> {
        match self {
            Self::Local(local) => local.seated(),
            Self::Remote(remote) => remote.seated(),
        }
    }
}
