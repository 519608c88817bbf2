//! Our own mistakes: a panic that says how to play the game again.

use std::cell::Cell;
use std::panic;
use std::sync::OnceLock;

thread_local! {
    static GAME: Cell<Option<(u64, u64, u64)>> = const { Cell::new(None) };
}

static SEED: OnceLock<String> = OnceLock::new();

/// Exit code of a bug.
pub const EXIT_CODE: u8 = 101;

/// This thread is about to play this game.
pub fn at(deal: u64, table: u64, rotation: u64) {
    GAME.set(Some((deal, table, rotation)));
}

/// The seed of the run that this process plays.
pub fn seed(hex: &str) {
    // A process plays one run; a second call would be for the same one.
    let _ = SEED.set(hex.into());
}

/// Makes panics say what was being played. Panics of bots are no bugs of ours
/// and stay silent: the log tells them.
pub fn install_hook() {
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if dudo_bots::in_bot_call() {
            return;
        }
        usual(info);
        eprintln!("this is a bug in dudo, please report it with the lines above");
        if let (Some((deal, table, rotation)), Some(seed)) = (GAME.get(), SEED.get()) {
            eprintln!(
                "it happened in game {deal}.{table}.{rotation} (deal.table.rotation) of the run with seed {seed}"
            );
        }
    }));
}
