//! A stranger's module in machine code: compiled in a process that can be killed.

use super::bench::{dudo, here};
use std::fs;
use std::path::Path;
use std::process::Output;

/// Plays a module that nobody vouches for, on this engine, with so much time to start.
fn run(folder: &Path, module: &str, engine: &str, start_ms: u32) -> Output {
    let text = format!(
        "name = \"{engine}\"\nseed = \"{}\"\ngame = \"liars-dice\"\n[schedule]\ndeals = 40\nsession = 5\n\
         [log]\nactions = \"all\"\n[limits]\nwasm = \"{engine}\"\nstart_ms = {start_ms}\n\
         [[bot]]\nname = \"bot\"\nuse = \"./{module}\"\n[[bot]]\nuse = \"odds\"\n",
        "b7".repeat(32)
    );
    let file = folder.join(format!("{engine}.toml"));
    fs::write(&file, text).expect("a run file");
    let mut command = dudo();
    command.arg("run").arg(&file).args(["--progress", "none"]);
    let output = command.arg("--out").arg(folder.join(engine)).output();
    output.expect("dudo can be run")
}

/// A function of so many steps, each with branches of its own.
fn endless(steps: usize) -> Vec<u8> {
    let step = "(block (br_if 0 (i32.eqz (local.get 0))) (local.set 0 (i32.rotl (local.get 0) (local.get 1))))";
    let text = format!(
        "(module (func (param i32 i32) (result i32) {} (local.get 0)))",
        step.repeat(steps)
    );
    wat::parse_str(&text).expect("text of a module")
}

#[test]
fn a_strangers_module_plays_the_same_compiled() {
    let home = tempfile::tempdir().expect("a folder");
    let old = here("tests/suite/authors/caller-abi1.wasm");
    fs::copy(old, home.path().join("bot.wasm")).expect("a copy");
    let played = ["wasmi", "wasmtime"].map(|engine| {
        let output = run(home.path(), "bot.wasm", engine, 600_000);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{errors}");
        ["games.csv", "actions.csv", "faults.csv"].map(|name| {
            let file = home.path().join(engine).join(name);
            fs::read_to_string(file).expect("a log")
        })
    });
    assert_eq!(played[0], played[1]);
    assert_eq!(played[0][0].lines().count(), 1 + 80);
    let manifest = home.path().join("wasmtime/manifest.toml");
    let manifest = fs::read_to_string(manifest).expect("a manifest");
    assert!(manifest.contains("engine = \"wasmtime "), "{manifest}");
    assert!(!manifest.contains("jail_lacks"), "{manifest}");
}

/// Whatever a module makes of the compiler, it is refused when its time is over, and an
/// interpreter would take it.
#[test]
fn a_module_that_takes_too_long_is_refused() {
    let home = tempfile::tempdir().expect("a folder");
    let module = endless(60_000);
    assert!(
        (700_000..1 << 20).contains(&module.len()),
        "{}",
        module.len()
    );
    fs::write(home.path().join("huge.wasm"), module).expect("a file");
    let refused = |engine: &str, said: &str| {
        let output = run(home.path(), "huge.wasm", engine, 100);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{errors}");
        assert!(errors.contains(said), "{errors}");
        assert!(!home.path().join(engine).exists());
    };
    refused(
        "wasmtime",
        "huge.wasm: to compile it takes longer than the 100 ms that a bot has to start",
    );
    refused("wasmi", "huge.wasm: it exports no memory");
}

/// The compiler's process says why it takes nothing, and answers no other question.
#[test]
fn the_compiler_refuses_what_is_no_module() {
    use std::io::Write;
    use std::process::Stdio;
    for (input, said) in [
        (&b"\x04\0\0\0\0\0\0\0\0asm"[..], "unexpected end"),
        (&b"\xff\0\0"[..], "failed to fill whole buffer"),
    ] {
        let mut command = dudo();
        command.arg(dudo_plugin::COMPILE_VERB);
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = command.spawn().expect("dudo can be run");
        let mut pipe = child.stdin.take().expect("it was piped");
        pipe.write_all(input).expect("it listens");
        drop(pipe);
        let output = child.wait_with_output().expect("it ends");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{errors}");
        assert!(
            output.stdout.is_empty() && errors.contains(said),
            "{errors}"
        );
    }
}
