//! Views as bytes: nothing is lost, and nothing but the rules decides.

use super::draw::Drawn;
use super::subject::Subject;
use super::walk::{Walk, seeded};
use dudo_engine::{Seat, Seen};
use serde_json::Value;

/// The image of what a seat sees.
fn image<G: Subject>(walk: &Walk<'_, G>, game: &G, seat: Seat) -> Vec<u8> {
    let mut image = Vec::new();
    G::write(walk.state.view(game, seat), &mut image);
    image
}

/// Every seat's view, read back, is the view; and so it is when a later version
/// has put more behind it.
pub(super) fn a_view_is_read_as_it_was_written<G: Subject>(game: &G, drawn: Drawn) -> u64 {
    let mut compared = 0;
    let mut walk = Walk::start(game, &drawn);
    while walk.turn().is_some() {
        for seat in (0..drawn.seats).map(Seat::new) {
            let seen = Seen::of(walk.state.view(game, seat));
            let mut bytes = image(&walk, game, seat);
            assert_eq!(bytes.len(), G::SCHEMA.view.size);
            assert_eq!(bytes.len() % 4, 0, "images in a row stay aligned");
            assert_eq!(game.read(&bytes).as_ref(), Some(&seen));
            let mut again = Vec::new();
            G::write(seen.view(game), &mut again);
            assert_eq!(bytes, again);
            bytes.extend([0xff; 8]);
            let size = bytes.len() as u16;
            bytes[..2].copy_from_slice(&size.to_le_bytes());
            assert_eq!(game.read(&bytes).as_ref(), Some(&seen));
            compared += 1;
        }
        walk.step();
    }
    compared
}

/// Whoever is asked can tell from the image what he may do.
pub(super) fn an_image_says_what_is_legal<G: Subject>(game: &G, drawn: Drawn) -> u64 {
    let sayable: Vec<String> = G::sayable().iter().map(ToString::to_string).collect();
    let mut compared = 0;
    let mut walk = Walk::start(game, &drawn);
    while let Some(seat) = walk.turn() {
        let mut text = String::new();
        G::SCHEMA.json(&image(&walk, game, seat), &mut text);
        let json: Value =
            serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error} in {text}"));
        assert_eq!(json["seat"], seat.index() + 1);
        assert_eq!(json["seats"], drawn.seats);
        let legal: Vec<String> = walk.legal().iter().map(ToString::to_string).collect();
        for action in &legal {
            assert_ne!(G::allows(&json, action), Some(false), "{action} in {text}");
        }
        compared += 1;
        // Everything sayable is much; a few positions of each game will do.
        if walk.steps.is_multiple_of(1 + drawn.seed % 7) && compared < 40 {
            for action in &sayable {
                if G::allows(&json, action) == Some(true) {
                    assert!(legal.contains(action), "{action} in {text}");
                }
            }
        }
        walk.step();
    }
    compared
}

/// Images cut short, of no sense, or of an older version with fewer fields: read or
/// refused, in JSON as well, and never a panic.
pub(super) fn a_strange_image_is_refused_or_read<G: Subject>(game: &G, drawn: Drawn) -> u64 {
    let mut walk = Walk::start(game, &drawn);
    let mut rng = seeded(drawn.seed, 9);
    for _ in 0..4 {
        if walk.turn().is_some() {
            walk.step();
        }
    }
    let whole = image(&walk, game, Seat::new(0));
    for length in 0..whole.len() {
        let mut cut = whole[..length].to_vec();
        assert_eq!(game.read(&cut), None, "{length} bytes of {}", whole.len());
        G::SCHEMA.json(&cut, &mut String::new());
        if length >= 2 {
            cut[..2].copy_from_slice(&(length as u16).to_le_bytes());
            let _ = game.read(&cut);
        }
    }
    for _ in 0..400 {
        let mut bytes = whole.clone();
        for _ in 0..=rng.below(4) {
            let at = 2 + rng.below(bytes.len() as u32 - 2) as usize;
            bytes[at] = rng.below(256) as u8;
        }
        let mut text = String::new();
        G::SCHEMA.json(&bytes, &mut text);
        assert!(serde_json::from_str::<Value>(&text).is_ok(), "{text}");
        if let Some(seen) = game.read(&bytes) {
            let mut again = Vec::new();
            G::write(seen.view(game), &mut again);
        }
    }
    1
}
