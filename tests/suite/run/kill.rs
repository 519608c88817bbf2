//! SIGKILL at any moment, of the real binary: the log is resumable, and ends
//! as the bytes of a run that was left alone.

use super::bench::{Home, Log, Numbers, Spec, copy, dudo, dudo_run, names, stderr, until};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::Stdio;

const SIGKILL: i32 = 9;

/// Several chunks of games with all of their actions.
pub(super) fn base() -> Spec {
    let mut spec = Spec::of(3, 203);
    spec.rules = "dice = 1";
    spec.session = 5;
    spec
}

/// A bot more, and deals from the middle of the last block on.
fn extended() -> Spec {
    let mut spec = base();
    spec.bots.push(("newcomer".into(), "caller".into()));
    spec.deals = 211;
    spec
}

/// Plays into a folder and dies after so many steps, if there are so many.
fn die(spec: &Path, folder: &Path, steps: u64) -> bool {
    let mut command = dudo_run(spec, folder);
    let output = command
        .args(["--die-after", &steps.to_string()])
        .output()
        .unwrap();
    let killed = output.status.signal() == Some(SIGKILL);
    assert!(
        killed || output.status.success(),
        "{steps}: {}",
        stderr(&output)
    );
    assert!(stderr(&output).is_empty(), "{steps}: {}", stderr(&output));
    killed
}

/// What is there can be rated, or it is said in a line why not.
fn rank(folder: &Path, steps: &[u64]) {
    let output = dudo().arg("rank").arg(folder).output().unwrap();
    let said = stderr(&output);
    match output.status.code() {
        Some(0) => {}
        Some(2 | 4) => assert!(
            said.starts_with("error: ") && said.lines().count() == 1,
            "{steps:?}: {said}"
        ),
        other => panic!("{steps:?}: {other:?} {said}"),
    }
}

/// Kills a run after these steps, now and then again while it resumes, lets it
/// finish, and compares.
fn attack(home: &Home, spec: &Path, begun: Option<&Path>, expected: &Log, steps: u64) -> bool {
    let mut numbers = Numbers(steps);
    let folder = home.path(&format!("killed-{steps}"));
    if let Some(begun) = begun {
        copy(begun, &folder);
    }
    let mut kills = vec![steps];
    let killed = die(spec, &folder, steps);
    if folder.exists() {
        rank(&folder, &kills);
    }
    for _ in 0..numbers.below(3) {
        let most = 1 + numbers.below(30_000);
        let next = 1 + numbers.below(most);
        kills.push(next);
        die(spec, &folder, next);
    }
    let output = dudo_run(spec, &folder).output().unwrap();
    assert!(output.status.success(), "{kills:?}: {}", stderr(&output));
    Log::of(&folder).expect(expected, &format!("killed after {kills:?}"));
    let left = [
        "actions.csv",
        "counts.csv",
        "crosstable.csv",
        "faults.csv",
        "games.csv",
        "manifest.toml",
        "ratings.csv",
        "timing.csv",
    ];
    assert_eq!(names(&folder), left, "{kills:?}");
    std::fs::remove_dir_all(&folder).unwrap();
    killed
}

/// Steps that the log itself takes, about.
fn size(log: &Log) -> u64 {
    (log.games.len() + log.actions.len() + log.faults.len()) as u64
}

#[test]
fn a_run_killed_in_its_first_steps() {
    let home = Home::new();
    let spec = home.write("spec.toml", &base());
    let expected = base().fresh();
    // The folder and the manifest; then its rename, the files, the headers.
    for steps in (1..=30).chain((30..1100).step_by(17)) {
        assert!(attack(&home, &spec, None, &expected, steps));
    }
}

#[test]
fn a_run_killed_anywhere() {
    let home = Home::new();
    let spec = home.write("spec.toml", &base());
    let expected = base().fresh();
    let mut numbers = Numbers(1);
    for _ in 0..200 {
        let steps = 1 + numbers.below(size(&expected));
        assert!(attack(&home, &spec, None, &expected, steps));
    }
}

#[test]
fn an_extension_killed_anywhere() {
    let home = Home::new();
    let begun = home.path("begun");
    base().play(&begun, 1);
    let spec = home.write("spec.toml", &extended());
    let expected = extended().fresh();
    let mut numbers = Numbers(2);
    for _ in 0..200 {
        let steps = 1 + numbers.below(size(&expected));
        assert!(attack(&home, &spec, Some(&begun), &expected, steps));
    }
}

/// The new manifest, the new files and their headers; at the other end the
/// last rows, the syncs, the three renames and the line about the time.
#[test]
fn an_extension_killed_at_either_end() {
    let home = Home::new();
    let begun = home.path("begun");
    base().play(&begun, 1);
    let spec = home.write("spec.toml", &extended());
    let expected = extended().fresh();
    for steps in (1..=30).chain((600..1200).step_by(23)) {
        assert!(attack(&home, &spec, Some(&begun), &expected, steps));
    }
    // Where the end is, is found by halving.
    let (mut low, mut high) = (size(&expected), size(&expected) + 3000);
    while high - low > 1 {
        let middle = low.midpoint(high);
        let folder = home.path("find");
        copy(&begun, &folder);
        let killed = die(&spec, &folder, middle);
        std::fs::remove_dir_all(&folder).unwrap();
        *(if killed { &mut low } else { &mut high }) = middle;
    }
    // The line about the time takes some 60 of the last steps.
    let killed = (low - 110..low + 3)
        .step_by(2)
        .filter(|&steps| attack(&home, &spec, Some(&begun), &expected, steps));
    assert!(killed.count() > 40);
}

/// While the remains of an extension of another plan are dropped: its side
/// files never take the place of those of the log.
#[test]
fn killed_while_old_remains_are_dropped() {
    let home = Home::new();
    let mut most = extended();
    most.bots.push(("second".into(), "random".into()));
    let begun = home.path("begun");
    most.play(&begun, 1);
    let manifest = std::fs::metadata(begun.join("manifest.toml"))
        .unwrap()
        .len();
    std::fs::remove_dir_all(&begun).unwrap();
    base().play(&begun, 1);
    let half = extended().fresh();
    for (name, text) in [
        ("games.csv.part", &half.games),
        ("actions.csv.part", &half.actions),
        ("faults.csv.part", &half.faults),
    ] {
        std::fs::write(begun.join(name), &text[..text.len() / 2]).unwrap();
    }
    let spec = home.write("spec.toml", &most);
    let expected = most.fresh();
    for steps in manifest..manifest + 24 {
        assert!(attack(&home, &spec, Some(&begun), &expected, steps));
    }
}

/// From outside, while it plays: once rows are there, at no chosen moment.
#[test]
fn a_run_killed_from_outside() {
    let home = Home::new();
    let mut plan = base();
    plan.deals = 5000;
    plan.log = "every = 3";
    let spec = home.write("spec.toml", &plan);
    let folder = home.path("run");
    let mut rows = 0;
    for _ in 0..6 {
        let mut child = dudo_run(&spec, &folder)
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let length = || std::fs::metadata(folder.join("games.csv")).map_or(0, |data| data.len());
        until(&mut child, || length() >= rows + 40_000);
        child.kill().unwrap();
        child.wait().unwrap();
        rank(&folder, &[]);
        rows = length();
    }
    assert!(rows > 100_000);
    assert!(dudo_run(&spec, &folder).output().unwrap().status.success());
    Log::of(&folder).expect(&plan.fresh(), "killed from outside");
}
