//! The built-in `odds` of every game in a shared library: to see that it plays
//! the same games there, and what they cost.

use dudo_bots::Rostered;
use dudo_engine::liars_boggle::LiarsBoggle;
use dudo_engine::liars_dice::LiarsDice;
use dudo_engine::mia::Mia;
use dudo_engine::poker_liar::PokerLiar;
use dudo_engine::{Bot, Factory, Session};
use std::sync::OnceLock;

/// Makes `odds` as the roster does: all sessions share a factory, and what it keeps.
fn odds<G: Rostered>(
    factory: &OnceLock<Box<Factory<G>>>,
    game: &G,
    session: &Session,
) -> Box<dyn Bot<G>> {
    let factory = factory.get_or_init(|| {
        let odds = dudo_bots::find(G::ROSTER, "odds");
        odds.unwrap_or_else(|_| panic!("every game has odds"))
            .factory
    });
    factory(game, session)
}

macro_rules! export_odds {
    ($($game:ty),*) => {
        dudo_sdk::export! {
            name: "odds",
            play: [ $( $game => |game: &$game, session: &Session| {
                static FACTORY: OnceLock<Box<Factory<$game>>> = OnceLock::new();
                odds(&FACTORY, game, session)
            } ),* ],
        }
    };
}

export_odds!(LiarsDice, Mia, PokerLiar, LiarsBoggle);
