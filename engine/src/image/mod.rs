//! A view as bytes, for bots that are no part of this program.
//!
//! A view is written as one flat, little-endian record of fixed size, laid out
//! as a C compiler would lay it out, without holes. Each game declares its record
//! once, with a sentence per field; from that declaration come the writer, the
//! reader, the JSON form and the C header. Records begin with their own size and grow
//! at their end only, so a reader skips what it does not know, and finds zeros where
//! an older writer had nothing to say.
//!
//! Two rules hold throughout: seats count from 1, as in notation, and 0 means
//! nobody, or nothing.

mod cell;
mod header;
mod json;
mod parts;
mod schema;

pub(crate) use cell::{Cell, Text, record, unpacked};
pub(crate) use parts::{number, seat, seats};
pub use schema::{Field, Kind, Many, Record, Schema};

use crate::game::{Game, View};
use crate::lexicon::Lexicon;
use crate::seat::Seat;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;

/// A game whose views can be written as an image and read back.
pub trait Imaged: Game {
    /// The layout.
    const SCHEMA: &'static Schema;

    /// Appends the image of a view.
    fn write(view: View<'_, Self>, out: &mut Vec<u8>);

    /// What was seen, from an image of this or another version of the schema.
    /// `None` when it cannot be one of this game.
    fn read(&self, image: &[u8]) -> Option<Seen<Self>>;

    /// Whether the table's timer runs on the decision that this seat is asked for. The rules
    /// only say so; a clock belongs to whoever asks.
    fn timed(view: View<'_, Self>) -> bool {
        let _ = view;
        false
    }

    /// The word list that the rules name, where they name one.
    fn words(&self) -> Option<&Arc<Lexicon>> {
        None
    }
}

/// What a seat sees, owned: a view that outlives the state it was taken of.
pub struct Seen<G: Game> {
    seat: Seat,
    public: G::Public,
    own: G::Private,
}

impl<G: Game> Seen<G> {
    pub(crate) const fn new(seat: Seat, public: G::Public, own: G::Private) -> Self {
        Self { seat, public, own }
    }

    /// A copy of what a view shows.
    pub fn of(view: View<'_, G>) -> Self {
        Self {
            seat: view.seat(),
            public: view.public().clone(),
            own: view.own().clone(),
        }
    }

    /// The view of it, at a table with these rules.
    pub const fn view<'a>(&'a self, game: &'a G) -> View<'a, G> {
        View::new(game, self.seat, &self.public, &self.own)
    }
}

impl<G: Game> PartialEq for Seen<G> {
    fn eq(&self, other: &Self) -> bool {
        self.seat == other.seat && self.public == other.public && self.own == other.own
    }
}

impl<G: Game> fmt::Debug for Seen<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Seen")
            .field("seat", &self.seat)
            .field("public", &self.public)
            .field("own", &self.own)
            .finish()
    }
}
