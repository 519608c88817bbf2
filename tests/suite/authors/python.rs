//! What is given to authors in Python is written for 3.9, whichever is here.

use super::bench::{good, here};
use std::fs;
use std::process::{Command, Stdio};

/// Reads every file as that version would, and refuses what came later to the library:
/// names of annotations with `|`, and calls that are told from older ones by a keyword.
const READ: &str = r#"
import ast, pathlib, sys
files = sorted(pathlib.Path(sys.argv[1]).rglob("*.py"))
for file in files:
    tree = ast.parse(file.read_text(), str(file), feature_version=(3, 9))
    for node in ast.walk(tree):
        where = f"{file}:{getattr(node, 'lineno', 0)}"
        notes = [getattr(node, name, None) for name in ("annotation", "returns")]
        for note in filter(None, notes):
            assert not any(isinstance(it, ast.BitOr) for it in ast.walk(note)), where
        if isinstance(node, ast.Call):
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            words = {word.arg for word in node.keywords}
            assert not ("bisect" in name and "key" in words), where
            assert not (name == "zip" and "strict" in words), where
            assert name not in ("bit_count", "pairwise", "aiter", "anext"), where
print(len(files))
"#;

#[test]
fn every_file_is_python_3_9() {
    let sdk = concat!(env!("CARGO_MANIFEST_DIR"), "/bots/sdk");
    let read = good(Command::new("python3").args(["-c", READ, sdk]));
    // The module and at least an example for each game.
    let files: usize = read.trim().parse().expect("a number");
    assert!(files > 4, "{files}");
}

/// What is asked of a bot up to its first decision in Liar's Dice.
const ASKED: &str = r#"{"id":1,"type":"hello"}
{"id":2,"type":"session","game":"liars-dice","rules":"liars-dice()","seat":1,"seats":2,"games":1,"words":null}
{"id":3,"type":"game","game":0,"seed":"00"}
{"id":4,"type":"act","events":["1 throw 5"],"legal":["bid 1x1"],"view":{"wild":null,"faces":6,"in_play":4,"hand":[1,1,0,0,0,0]}}
"#;

/// Whatever the slip, its author is told a line of his own: the fourth of each of these.
#[test]
fn an_error_names_the_line_of_the_author() {
    let home = tempfile::tempdir().expect("a folder");
    let file = home.path().join("mine.py");
    fs::copy(here("bots/sdk/python/dudo.py"), home.path().join("dudo.py")).expect("the module");
    fs::write(home.path().join("asked"), ASKED).expect("requests");
    const ACT: &str = "class Mine(Bot):\n    def act(self, view):\n";
    for (body, what) in [
        (
            format!("{ACT}        return view.legl[0]\n"),
            "AttributeError: a view has no 'legl'",
        ),
        (
            format!("{ACT}        bid_chance(view, 1, 'x')\n"),
            "TypeError",
        ),
        (format!("{ACT}        self.rng.choice([])\n"), "IndexError"),
        (
            format!("{ACT}        return 1 / 0\n"),
            "ZeroDivisionError: division by zero",
        ),
        (
            "class Mine(Bot):\n\n    def act(self, view):\n        pass\n".into(),
            "TypeError: act gave back None",
        ),
        (
            "class Mine(Bot):\n\n    def act(self):\n        pass\n".into(),
            "TypeError: ",
        ),
        (
            "class Mine(Bot):\n    def observe(self, seat, event):\n        seat.no\n".into(),
            "AttributeError: ",
        ),
    ] {
        fs::write(&file, format!("from dudo import *\n{body}run(Mine)\n")).expect("a bot");
        let asked = fs::File::open(home.path().join("asked")).expect("requests");
        let mut python = Command::new("python3");
        python.current_dir(home.path()).args(["-B", "mine.py"]);
        python.stdin(asked).stderr(Stdio::null());
        let told = good(&mut python);
        let last = told.lines().last().expect("a reply");
        assert!(last.contains(what), "{body}: {last}");
        assert!(last.contains(" (mine.py, line 4)\""), "{body}: {last}");
    }
}
