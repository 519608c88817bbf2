//! What is given to authors in Python is written for 3.9, whichever is here.

use super::bench::good;
use std::process::Command;

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
