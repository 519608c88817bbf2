//! Rules that name a file: what is in it is part of the rules, its name is not.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn run(folder: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_dudo"));
    command
        .arg("run")
        .arg(folder.join("words.toml"))
        .arg("--out")
        .arg(folder.join("out"));
    command.args(["--progress", "plain"]).output().unwrap()
}

fn spec(folder: &Path, list: &str) {
    let text = format!(
        "seed = 1\ngame = \"liars-boggle\"\n[rules]\ndictionary = \"{list}\"\n[schedule]\ndeals = 3\n\
         [[bot]]\nuse = \"random\"\n[[bot]]\nuse = \"caller\"\n"
    );
    fs::write(folder.join("words.toml"), text).unwrap();
}

#[test]
fn a_word_list_is_known_by_what_is_in_it() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("list.txt"), "tea\nzoo\nO'Hara\nwhale\n").unwrap();
    spec(folder, "list.txt");
    let first = run(folder);
    let told = String::from_utf8_lossy(&first.stderr).into_owned();
    assert!(first.status.success(), "{told}");
    // The file is looked for beside the run file, and what is left out is said.
    assert!(told.contains("3 words, 1 lines left out"), "{told}");
    let rows = fs::read(folder.join("out/games.csv")).unwrap();

    // Another name and another order: the same rules.
    fs::write(folder.join("other.txt"), "whale\nzoo\ntea\n").unwrap();
    spec(folder, "other.txt");
    assert!(run(folder).status.success());
    assert_eq!(fs::read(folder.join("out/games.csv")).unwrap(), rows);

    // Another word: another run, and nothing is touched.
    for (list, expected) in [
        (Some("tea\nzoo\n"), "has the rules liars-boggle(dictionary="),
        (None, "other.txt: No such file"),
    ] {
        match list {
            Some(text) => fs::write(folder.join("other.txt"), text).unwrap(),
            None => fs::remove_file(folder.join("other.txt")).unwrap(),
        }
        let refused = run(folder);
        let told = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert_eq!(refused.status.code(), Some(2), "{told}");
        assert!(told.contains(expected), "{told}");
        assert_eq!(fs::read(folder.join("out/games.csv")).unwrap(), rows);
    }
}
