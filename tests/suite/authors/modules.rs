//! One source in C as a library in a jail and as a module, and the same strategy in Python
//! and built in: the same bytes.

use super::bench::{both, duel, here};
use std::fs;

#[test]
fn the_examples_play_the_same_as_library_and_as_module() {
    for (game, other, deals) in [
        ("liars-dice", "odds", 60),
        ("mia", "odds", 60),
        ("poker-liar", "random", 60),
        ("liars-boggle", "caller", 1),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        let name = game.replace('-', "_");
        both(
            &here(&format!("bots/sdk/examples/c/{name}.c")),
            folder.path(),
        );
        let library = duel(folder.path(), game, "./bot.so", other, deals);
        let module = duel(folder.path(), game, "./bot.wasm", other, deals);
        assert_eq!(library, module, "{game}");
        assert!(library.1.lines().count() > 4 * deals as usize);
    }
}

/// A module that was built against the headers of the first version (`caller.c`, with `clang
/// -O2 --target=wasm32 -nostdlib -Wl,--no-entry,--strip-all`), and is not built again: whatever
/// is added to views and calls, it is seated and plays as the strategy that it is.
#[test]
fn an_old_binary_plays_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let old = here("tests/suite/authors/caller-abi1.wasm");
    fs::copy(old, folder.path().join("caller.wasm")).expect("a copy");
    let at = |bot: &str| duel(folder.path(), "liars-dice", bot, "odds", 30);
    assert_eq!(at("./caller.wasm"), at("caller"));
}

#[test]
fn caller_plays_the_same_in_four_places() {
    let folder = tempfile::tempdir().expect("a folder");
    both(&here("tests/suite/authors/caller.c"), folder.path());
    for file in ["caller.py", "caller_helper.py"] {
        fs::copy(
            here("tests/suite/foreign").join(file),
            folder.path().join(file),
        )
        .expect("a copy");
    }
    let at = |bot: &str| duel(folder.path(), "liars-dice", bot, "odds", 30);
    let built_in = at("caller");
    for bot in ["./bot.so", "./bot.wasm", "cmd:python3 caller.py"] {
        assert_eq!(at(bot), built_in, "{bot}");
    }
}
