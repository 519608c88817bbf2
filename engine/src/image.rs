//! A view as bytes, for bots that are no part of this program.

use crate::game::{Game, View};
use crate::lexicon::Lexicon;
use alloc::sync::Arc;
use alloc::vec::Vec;

/// How the views of a game are written.
#[derive(Debug)]
pub struct Schema {
    /// The game.
    pub game: &'static str,
    /// The version of the layout, from 1.
    pub version: u16,
}

/// A game whose views can be written as a flat, little-endian image.
pub trait Imaged: Game {
    /// The layout.
    const SCHEMA: &'static Schema;

    /// Appends the image of a view.
    fn write(view: View<'_, Self>, out: &mut Vec<u8>);

    /// The word list that the rules name, where they name one.
    fn words(&self) -> Option<&Arc<Lexicon>> {
        None
    }
}
