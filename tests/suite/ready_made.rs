//! The tournaments in `tournaments/` are what the README says they are.

use std::fs;
use std::path::Path;
use std::process::Command;

#[test]
fn every_tournament_can_be_played() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tournaments");
    let readme = include_str!("../../README.md");
    let home = tempfile::tempdir().expect("a folder");
    let mut found = 0;
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("a file").path();
        if path.extension().is_none_or(|extension| extension != "toml") {
            continue;
        }
        // Its bots are built first: `classroom::contest` does so and plays it.
        if path.ends_with("classroom.toml") {
            continue;
        }
        let output = Command::new(env!("CARGO_BIN_EXE_dudo"))
            .arg("run")
            .arg(&path)
            .arg("--dry-run")
            .arg("--out")
            .arg(home.path().join("run"))
            .output()
            .expect("the binary starts");
        let name = path
            .file_name()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{name}: {told}");
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(
            text.contains(" games\n") && text.contains("rules: "),
            "{name}: {text}"
        );
        assert!(readme.contains(&name), "the README does not name {name}");
        found += 1;
    }
    assert!(found >= 7, "only {found} tournaments");
}
