//! Files that are no bots, or not for this dudo: refused with a sentence.

use super::build::{compile, example, folder, misfit};
use super::table::open;
use dudo_plugin::Foreign;
use dudo_plugin::native::Library;
use std::fs;
use std::path::Path;

fn refusal(path: &Path) -> String {
    match Library::open(path, None) {
        Ok(_) => panic!("{} was loaded", path.display()),
        Err(error) => {
            let name = path.file_name().expect("a name").to_string_lossy();
            assert!(error.0.contains(&*name), "{error} does not name the file");
            error.0
        }
    }
}

#[test]
fn handshakes_fail_with_a_sentence() {
    let folder = folder();
    for (vice, part) in [
        (
            "future",
            "speaks version 2.5 of the table between dudo and bots, and this dudo speaks 1.0",
        ),
        ("small", "a table of 24 bytes; version 1.0 has"),
        ("unmagical", "a table that is none"),
        ("hollow", "a table without act"),
        ("mumbling", "says hello in no UTF-8"),
        ("bragging", "seats: \"all of them\""),
        ("unfriendly", "refuses version 1.0"),
        ("nameless", "does not export dudo_bot_entry"),
        ("unbound", "nobody_has_this"),
    ] {
        let sentence = refusal(&misfit(vice, folder.path()));
        assert!(sentence.contains(part), "{vice}: {sentence}");
    }
}

#[test]
fn files_that_are_no_libraries() {
    let folder = folder();
    let at = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        fs::write(&path, bytes).expect("a file");
        path
    };
    let good = fs::read(misfit("plain", folder.path())).expect("a library");
    for (name, bytes, part) in [
        ("empty.so", &[][..], "is empty"),
        ("text.so", b"#!/bin/sh\nexit 0\n", "no shared library"),
        (
            "windows.so",
            b"MZ\0\0 and so on and so on and so on and on and on",
            "no shared library",
        ),
        ("begun.so", &good[..40], "no shared library"),
    ] {
        let sentence = refusal(&at(name, bytes));
        assert!(sentence.contains(part), "{sentence}");
    }
    // Cut anywhere: refused or, where only what nobody needs is gone, loaded by nobody.
    for tenths in 1..10 {
        let cut = &good[..good.len() * tenths / 10];
        refusal(&at(&format!("cut{tenths}.so"), cut));
    }
    let program = std::env::current_exe().expect("this program");
    assert!(
        refusal(&program).contains("no shared library") || refusal(&program).contains("export")
    );
    assert!(refusal(&folder.path().join("missing.so")).contains("cannot be found"));
    refusal(folder.path());
    // A name without a folder is not looked for in the system's.
    assert!(refusal(Path::new("libc.so.6")).contains("cannot be found"));
}

#[test]
fn another_machine_s_library_is_told_by_its_header() {
    let folder = folder();
    let mut bytes = fs::read(misfit("plain", folder.path())).expect("a library");
    // The machine in an ELF header: 0xf3 is RISC-V.
    bytes[18] = 0xf3;
    let path = folder.path().join("elsewhere.so");
    fs::write(&path, bytes).expect("a file");
    assert!(
        refusal(&path).contains("this machine is"),
        "{}",
        refusal(&path)
    );
}

#[test]
fn a_file_is_loaded_once_whatever_its_name() {
    let folder = folder();
    let path = folder.path().join("one.so");
    fs::copy(example("misfit_library"), &path).expect("a copy");
    let link = folder.path().join("two.so");
    std::os::unix::fs::symlink(&path, &link).expect("a link");
    let hard = folder.path().join("three.so");
    fs::hard_link(&path, &hard).expect("a link");
    for path in [&path, &link, &hard, &path] {
        assert_eq!(open(path).hello().name, "misfit");
    }
    // What is loaded stays; a file that was written over since is told apart.
    let other = fs::read(example("odds_library")).expect("a library");
    let replaced = folder.path().join("replaced.so");
    fs::write(&replaced, &other).expect("a file");
    fs::rename(&replaced, &link).expect("a file takes the link's place");
    assert_eq!(open(&link).hello().name, "odds");
}

#[test]
fn what_may_clash_is_said() {
    let folder = folder();
    let library = open(&misfit("plain", folder.path()));
    let warnings = library.warnings().join("\n");
    assert!(warnings.contains("misfit_helper"), "{warnings}");
    assert!(warnings.contains("-fvisibility=hidden"), "{warnings}");
}

/// Two libraries export the same names: each calls its own.
#[test]
fn two_libraries_with_the_same_symbols() {
    let folder = folder();
    let source = folder.path().join("marked.c");
    let text = "#include \"dudo_bot.h\"\n\
        __attribute__((visibility(\"default\"))) int helper(void) { return MARK; }\n\
        static dudo_status create(const struct dudo_host *h, const struct dudo_session *s, void **b)\n\
        { (void)h; (void)s; static int x; *b = &x; return DUDO_OK; }\n\
        static dudo_status game(void *b, const struct dudo_start *s) { (void)b; (void)s; return DUDO_OK; }\n\
        static dudo_status act(void *b, const struct dudo_ask *a, uint8_t *o, size_t r, size_t *n)\n\
        { struct dudo_reply reply = {o, r, 0}; (void)b; (void)a;\n\
          dudo_put_number(&reply, (uint32_t)helper()); *n = reply.len; return DUDO_OK; }\n\
        static dudo_status end(void *b, struct dudo_bytes n, const uint8_t *p, size_t s)\n\
        { (void)b; (void)n; (void)p; (void)s; return DUDO_OK; }\n\
        static void destroy(void *b) { (void)b; }\n\
        static const struct dudo_api api = {DUDO_API, 0, \"\", create, game, act, end, destroy, NULL};\n\
        DUDO_EXPORT(api)\n";
    fs::write(&source, text).expect("a source");
    for mark in ["11", "22"] {
        let path = folder.path().join(format!("marked{mark}.so"));
        compile(&source, &path, &[&format!("-DMARK={mark}")]);
    }
    let game: dudo_engine::liars_dice::LiarsDice = super::table::game("liars-dice");
    let session = dudo_engine::Session {
        seat: dudo_engine::Seat::new(0),
        seats: 2,
        games: 1,
    };
    let libraries = ["11", "22"].map(|mark| open(&folder.path().join(format!("marked{mark}.so"))));
    for (library, mark) in libraries.iter().zip(["11", "22"]) {
        let mut reply = String::new();
        let ask = dudo_plugin::Ask {
            image: &[0; 92],
            news: "",
            legal: &|_| {},
            timed: false,
        };
        let said = super::table::line(library, &game, &session).act(&ask, &mut reply);
        assert_eq!((said, reply.as_str()), (Ok(()), mark));
    }
}
