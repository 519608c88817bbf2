//! The one line by which a bot leaves its library.

use crate::instance::{Instance, Seating};
use std::fmt::Write;

/// What a library says of its bot.
pub struct Title {
    /// Its name.
    pub name: &'static str,
    /// The games it plays.
    pub games: &'static [&'static str],
    /// Fewest and most seats.
    pub seats: Option<(usize, usize)>,
    /// Knobs it cannot play with, as `name` or `name=value`.
    pub refuses: &'static [&'static str],
    /// Games that one instance of the library plays at once.
    pub concurrent: usize,
}

impl Title {
    /// As the host reads it.
    pub(crate) fn hello(&self) -> String {
        let mut hello = format!("name: {}\ngames: {}\n", self.name, self.games.join(", "));
        if let Some((few, most)) = self.seats {
            let _ = writeln!(hello, "seats: {few}-{most}");
        }
        if !self.refuses.is_empty() {
            let _ = writeln!(hello, "refuses: {}", self.refuses.join(", "));
        }
        let _ = writeln!(hello, "concurrent: {}", self.concurrent);
        hello
    }
}

/// A bot that a library exports.
pub trait Exported: 'static {
    /// What it says of itself.
    const TITLE: Title;

    /// An instance for a session.
    ///
    /// # Errors
    /// It cannot play there; why, as a sentence.
    fn create(seating: &Seating<'_>) -> Result<Box<dyn Instance>, String>;
}

/// Exports a bot from a `cdylib`.
///
/// `play` names for each game how an instance is made for a session: anything that
/// can be called with the game and the [`Session`](crate::Session), and returns a
/// [`Bot`](crate::Bot). The rest may be left out: `seats: 2 to 4` says how
/// many may sit at the table, `refuses: ["palifico", "ones-bids=perudo"]` names
/// knobs that it cannot play with, and `concurrent: 8` offers to play so many
/// games at once.
#[macro_export]
macro_rules! export {
    (
        name: $name:literal,
        play: [$($game:ty => $make:expr),+ $(,)?]
        $(, seats: $few:literal to $most:literal)?
        $(, refuses: [$($knob:literal),* $(,)?])?
        $(, concurrent: $concurrent:literal)?
        $(,)?
    ) => {
        /// The bot, as dudo finds it.
        #[unsafe(no_mangle)]
        pub extern "C" fn dudo_bot_entry(_: u16, _: u16) -> *const $crate::plumbing::Api {
            use $crate::plumbing::{Exported, Games, Instance, Seating, Table, Title, entry};
            use ::std::{boxed::Box, format, result::Result::{self, Err}, string::String};

            struct Library;

            impl Exported for Library {
                const TITLE: Title = Title {
                    name: $name,
                    games: &[$(<<$game as $crate::Game>::Rules as $crate::knobs::Knobs>::GAME),+],
                    seats: {
                        let seats: ::std::option::Option<(usize, usize)> = ::std::option::Option::None;
                        $(let seats = ::std::option::Option::Some(($few, $most));)?
                        seats
                    },
                    refuses: &[$($($knob),*)?],
                    concurrent: 1 $(* $concurrent)?,
                };

                fn create(seating: &Seating<'_>) -> Result<Box<dyn Instance>, String> {
                    $( {
                        static GAMES: Games<$game> = Games::new();
                        if GAMES.plays(seating) {
                            return GAMES.seat(seating, |game, session| {
                                Box::new(($make)(game, session))
                            });
                        }
                    } )+
                    Err(format!("{} does not play {}", $name, seating.game))
                }
            }

            static TABLE: Table = Table::new();
            entry::<Library>(&TABLE)
        }
    };
}
