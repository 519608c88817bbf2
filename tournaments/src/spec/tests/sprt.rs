//! `[sprt]`, after three good lines.

use super::{HEAD, Row, parse};
use dudo_results::duel::{Hypotheses, Scale};

pub(super) const ROWS: &[Row] = &[
    (
        "[sprt]\nelo0 = 0\nelo1 = 5",
        "quick.toml: line 4: sprt: only a duel is decided by a test; expected format = \"duel\"",
    ),
    (
        "schedule = { format = \"duel\" }\nsprt = 5",
        "quick.toml: line 5: sprt: expected a section [sprt], found 5",
    ),
    (
        "schedule = { format = \"duel\" }\nsprt = { elo0 = 0 }",
        "quick.toml: line 5: sprt.elo1: missing; expected a difference in Elo",
    ),
    (
        "schedule = { format = \"duel\" }\nsprt = { elo0 = 0, elo1 = \"x\" }",
        "quick.toml: line 5: sprt.elo1: expected a number, found \"x\"",
    ),
    (
        "schedule = { format = \"duel\" }\nsprt = { elo0 = 5, elo1 = 5 }",
        "quick.toml: line 5: sprt: the first difference must be less than the second, and 5 is not less than 5",
    ),
    (
        "schedule = { format = \"duel\" }\nsprt = { elo0 = 0, elo1 = inf }",
        "quick.toml: line 5: sprt: differences go from -1000 to 1000 Elo",
    ),
    (
        "schedule = { format = \"duel\" }\nsprt = { elo0 = 0, elo1 = 5, alpha = 1 }",
        "quick.toml: line 5: sprt: error rates are above 0 and below 0.5",
    ),
    (
        "schedule = { format = \"duel\" }\nsprt = { elo0 = 0, elo1 = 5, scale = \"bayes\" }",
        "quick.toml: line 5: sprt.scale: \"bayes\" is none of logistic, normalized",
    ),
    (
        "schedule = { format = \"duel\" }\nsprt = { elo0 = [0], elo1 = 5 }",
        "quick.toml: line 5: sprt.elo0: expected a number, found a list",
    ),
    (
        "schedule = { format = \"duel\" }\nsprt = { elo0 = 0, elo1 = 5, alpha = \"5 %\" }",
        "quick.toml: line 5: sprt.alpha: expected a number, found \"5 %\"",
    ),
    (
        "schedule = { format = \"duel\" }\nsprt = { elo0 = 0, elo1 = 5, beta = true }",
        "quick.toml: line 5: sprt.beta: expected a number, found true",
    ),
    (
        "schedule = { format = \"duel\" }\nsprt = { elo0 = 0, elo1 = 5, scale = 5 }",
        "quick.toml: line 5: sprt.scale: expected one of logistic, normalized, found 5",
    ),
    (
        "schedule = { format = \"duel\" }\nsprt = { elo2 = 0 }",
        "quick.toml: line 5: sprt.elo2: unknown key; did you mean \"elo0\"?",
    ),
];

#[test]
fn a_test_is_read() {
    let text = "schedule = { format = \"duel\" }\n[sprt]\nelo0 = -1.75\nelo1 = 1\n";
    let run = parse(format!("{HEAD}{text}")).unwrap();
    assert_eq!(run.sprt, Hypotheses::new(-1.75, 1.0).ok());
    let more = "alpha = 0.01\nbeta = 0.1\nscale = \"normalized\"\n";
    let run = parse(format!("{HEAD}{text}{more}")).unwrap();
    let test = run.sprt.unwrap();
    assert_eq!((test.alpha(), test.beta()), (0.01, 0.1));
    assert_eq!(test.scale(), Scale::Normalized);
    assert_eq!(parse(HEAD).unwrap().sprt, None);
}
