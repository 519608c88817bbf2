//! The same strategy from a library, wherever it runs, beside Python and WebAssembly in
//! every game: the same bytes as built in.

use super::bench::{Home, project, spec};
use crate::native::build::example;
use std::fs;

const LIMITS: &str = "[limits]\nmove_ms = 60000\nstart_ms = 60000\nallow-weaker = true\n";

#[test]
fn the_same_log_in_process_in_a_process_and_in_a_jail() {
    let home = Home::new();
    for name in ["caller.py", "caller_helper.py"] {
        let from = project("tests/suite/foreign").join(name);
        fs::copy(from, home.path(name)).unwrap();
    }
    fs::copy(example("odds_library"), home.path("odds.so")).unwrap();
    let dora = wat::parse_file(project("tournaments/classroom/src/dora.wat")).unwrap();
    fs::write(home.path("dora.wasm"), dora).unwrap();
    let others = "[[bot]]\nname = \"caller\"\nuse = \"cmd:python3 caller.py\"\n[[bot]]\nname = \"dora\"\nuse = \"./dora.wasm\"\n";
    let run = |out: &str, bot: &str| {
        let text = spec(
            12,
            &format!("{LIMITS}[[bot]]\nname = \"odds\"\n{bot}{others}"),
        );
        home.write(
            "test.toml",
            &text.replace("[schedule]\n", "[schedule]\nseats = 3\n"),
        );
        let output = home.run("test.toml", out, &[]);
        let errors = super::bench::errors(&output);
        assert!(output.status.success(), "{errors}");
        (home.log(out), errors)
    };
    let (expected, _) = run("built-in", "use = \"odds\"\n");
    assert_eq!(expected.faults.lines().count(), 1, "{}", expected.faults);
    assert_eq!(expected.games.lines().count(), 1 + 3 * 12);
    for (out, bot, warned) in [
        (
            "inside",
            "isolation = \"none\"\ntrusted = true\n",
            "trusted code: nothing holds odds",
        ),
        (
            "process",
            "isolation = \"process\"\n",
            "trusted code: odds can read",
        ),
        ("jail", "", ""),
    ] {
        let (log, errors) = run(out, &format!("use = \"./odds.so\"\n{bot}"));
        assert_eq!(log, expected, "{out}");
        assert!(errors.contains(warned), "{out}: {errors}");
        assert_eq!(
            errors.contains("trusted code"),
            !warned.is_empty(),
            "{out}: {errors}"
        );
    }
}
