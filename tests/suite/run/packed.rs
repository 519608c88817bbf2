//! Compressed logs: the text of a plain one, and the same bytes whatever
//! happened in between.

use super::bench::{Home, Numbers, Spec, copy, dudo, dudo_run, expect_error, names, stderr, until};
use super::parts::play_all;
use dudo_results::log::{FRAME, Frame, Frames};
use std::collections::BTreeMap;
use std::fs;
use std::io::Cursor;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::Stdio;

const LOG: &str = "actions = \"all\"\ncompress = \"zstd\"";
const FILES: [&str; 3] = ["games.csv.zst", "actions.csv.zst", "faults.csv"];

/// Two frames of rows, and more of actions.
fn base() -> Spec {
    let mut spec = Spec::of(3, 1203);
    spec.rules = "dice = 1";
    spec.session = 5;
    spec.log = LOG;
    spec
}

/// A bot more, and deals from the middle of the last block on.
fn extended() -> Spec {
    let mut spec = base();
    spec.bots.push(("newcomer".into(), "caller".into()));
    spec.deals = 1211;
    spec
}

type Files = BTreeMap<&'static str, Vec<u8>>;

fn files(folder: &Path) -> Files {
    let read = |name| (name, fs::read(folder.join(name)).unwrap_or_default());
    FILES.into_iter().map(read).collect()
}

fn fresh(spec: &Spec) -> Files {
    let home = Home::new();
    assert!(spec.play(&home.path("run"), 1).complete);
    files(&home.path("run"))
}

/// The same run as text.
fn plain(spec: &Spec) -> Spec {
    let mut plain = spec.clone();
    plain.log = "actions = \"all\"";
    plain
}

fn unpack(bytes: &[u8]) -> String {
    String::from_utf8(zstd::decode_all(bytes).unwrap()).unwrap()
}

/// All frames of a file, which has nothing else.
fn frames(bytes: &[u8]) -> Vec<Frame> {
    let mut frames = Frames::of(Cursor::new(bytes)).unwrap();
    let mut all = Vec::new();
    while let Some(frame) = frames.next_frame().unwrap() {
        all.push(frame);
    }
    assert_eq!(all.last().map(|frame| frame.end), Some(bytes.len() as u64));
    all
}

#[track_caller]
fn expect(folder: &Path, expected: &Files, when: &str) {
    for (name, bytes) in files(folder) {
        assert!(bytes == expected[name], "{when}: {name} differs");
    }
}

/// Nothing is left but what a run leaves.
#[track_caller]
fn expect_tidy(folder: &Path) {
    let parts = names(folder).into_iter().filter(|name| {
        name.ends_with(".part") || ["games.csv", "actions.csv"].contains(&name.as_str())
    });
    assert_eq!(parts.count(), 0, "{:?}", names(folder));
}

#[test]
fn it_unpacks_to_the_plain_log_for_any_number_of_threads() {
    let spec = base();
    let expected = plain(&spec).fresh();
    let first = fresh(&spec);
    assert_eq!(unpack(&first["games.csv.zst"]), expected.games);
    assert_eq!(unpack(&first["actions.csv.zst"]), expected.actions);
    assert_eq!(first["faults.csv"], expected.faults.as_bytes());
    for threads in [2, 7] {
        let home = Home::new();
        spec.play(&home.path("run"), threads);
        expect(&home.path("run"), &first, &format!("{threads} threads"));
    }
}

/// A frame ends with the line that reaches so many bytes, whatever came when.
#[test]
fn frames_follow_from_the_text_alone() {
    let all = fresh(&base());
    for name in ["games.csv.zst", "actions.csv.zst"] {
        let text = unpack(&all[name]);
        let (mut at, frames) = (0, frames(&all[name]));
        assert!(frames.len() >= 2, "{name}: {}", frames.len());
        for frame in frames {
            let rest = &text[at..];
            let full = rest.get(FRAME - 1..).and_then(|rest| rest.find('\n'));
            let length = full.map_or(rest.len(), |end| FRAME + end);
            assert_eq!(frame.length, Some(length as u64));
            let bytes = &all[name][frame.start as usize..frame.end as usize];
            assert_eq!(unpack(bytes), rest[..length]);
            at += length;
        }
        assert_eq!(at, text.len());
    }
}

/// Deals appended; a bot that joins; both.
#[test]
fn extensions_are_the_bytes_of_a_fresh_run() {
    let mut longer = base();
    longer.deals = 2500;
    let mut wider = extended();
    wider.deals = 1203;
    let mut shorter = base();
    for deals in [1, 5, 200, 1203] {
        shorter.deals = deals;
        for spec in [&longer, &wider, &extended()] {
            let home = Home::new();
            shorter.play(&home.path("run"), 2);
            spec.play(&home.path("run"), 3);
            expect(
                &home.path("run"),
                &fresh(spec),
                &format!("from {deals} deals"),
            );
            expect_tidy(&home.path("run"));
        }
    }
    // Once more changes nothing.
    let home = Home::new();
    base().play(&home.path("run"), 1);
    let before = files(&home.path("run"));
    assert_eq!(base().play(&home.path("run"), 1).played, 0);
    expect(&home.path("run"), &before, "once more");
}

/// Cut at every byte of its last frame, the only one or a small one behind
/// large ones.
#[test]
fn torn_frames() {
    let small = {
        let mut spec = Spec::of(2, 3);
        spec.session = 2;
        spec.log = LOG;
        spec
    };
    let large = {
        let mut spec = base();
        spec.log = "compress = \"zstd\"";
        let all = fresh(&spec);
        let text = unpack(&all["games.csv.zst"]);
        let whole = frames(&all["games.csv.zst"])[0].length.unwrap() as usize;
        // Some rows behind the first frame: a deal has six.
        spec.deals = (text[..whole].lines().count() as u64 / 6).next_multiple_of(5) + 5;
        spec
    };
    for spec in [small, large] {
        let home = Home::new();
        let folder = home.path("run");
        spec.play(&folder, 1);
        let whole = files(&folder);
        for name in ["games.csv.zst", "actions.csv.zst"] {
            let Some(last) = Some(&whole[name]).filter(|bytes| !bytes.is_empty()) else {
                continue;
            };
            let start = frames(last).last().unwrap().start as usize;
            assert!(last.len() - start < 4000);
            for length in start..last.len() {
                fs::write(folder.join(name), &last[..length]).unwrap();
                assert!(spec.play(&folder, 1).complete);
                expect(&folder, &whole, &format!("{name} cut to {length} bytes"));
            }
        }
    }
}

/// All files cut at once, anywhere.
#[test]
fn torn_in_all_files() {
    let (spec, mut numbers) = (base(), Numbers(3));
    let home = Home::new();
    let folder = home.path("run");
    spec.play(&folder, 1);
    let whole = files(&folder);
    for _ in 0..30 {
        let mut cuts = Vec::new();
        for (name, bytes) in &whole {
            let length = numbers.below(bytes.len() as u64 + 1) as usize;
            cuts.push(length);
            fs::write(folder.join(name), &bytes[..length]).unwrap();
        }
        assert!(spec.play(&folder, 2).complete);
        expect(&folder, &whole, &format!("cut to {cuts:?}"));
    }
}

/// Plays on until it dies after so many steps.
fn die(spec: &Path, folder: &Path, steps: u64) -> bool {
    let mut command = dudo_run(spec, folder);
    let output = command.args(["--die-after", &steps.to_string()]).output();
    let output = output.unwrap();
    let killed = output.status.signal() == Some(9);
    assert!(killed || output.status.success(), "{}", stderr(&output));
    killed
}

/// Killed after these steps and again while it resumes.
fn attack(spec: &Path, begun: Option<&Path>, expected: &Files, steps: u64) {
    let (home, mut numbers) = (Home::new(), Numbers(steps));
    let folder = home.path("run");
    if let Some(begun) = begun {
        copy(begun, &folder);
    }
    let mut kills = vec![steps];
    die(spec, &folder, steps);
    for _ in 0..numbers.below(3) {
        let next = 1 + numbers.below(30_000);
        kills.push(next);
        die(spec, &folder, next);
        let rated = dudo().arg("rank").arg(&folder).output().unwrap();
        assert!(
            [0, 2, 4].contains(&rated.status.code().unwrap_or(-1)),
            "{kills:?}: {}",
            stderr(&rated)
        );
    }
    let output = dudo_run(spec, &folder).output().unwrap();
    assert!(output.status.success(), "{kills:?}: {}", stderr(&output));
    expect(&folder, expected, &format!("killed after {kills:?}"));
    expect_tidy(&folder);
}

#[test]
fn killed_anywhere() {
    let home = Home::new();
    let spec = home.write("spec.toml", &base());
    let expected = fresh(&base());
    let size: usize = expected.values().map(Vec::len).sum();
    let mut numbers = Numbers(1);
    for steps in 600..616 {
        attack(&spec, None, &expected, steps);
    }
    for _ in 0..40 {
        let steps = 1 + numbers.below(size as u64 + 2000);
        attack(&spec, None, &expected, steps);
    }
}

#[test]
fn an_extension_killed_anywhere() {
    let home = Home::new();
    let begun = home.path("begun");
    base().play(&begun, 1);
    let mut longer = base();
    longer.deals = 1500;
    for (number, next) in [extended(), longer].iter().enumerate() {
        let spec = home.write("spec.toml", next);
        let expected = fresh(next);
        let size: usize = expected.values().map(Vec::len).sum();
        let mut numbers = Numbers(number as u64);
        for _ in 0..25 {
            let steps = 1 + numbers.below(size as u64 + 2000);
            attack(&spec, Some(&begun), &expected, steps);
        }
    }
}

/// From outside, while it plays.
#[test]
fn killed_from_outside() {
    let home = Home::new();
    let mut plan = base();
    plan.deals = 20_000;
    plan.log = "every = 3\ncompress = \"zstd\"";
    let spec = home.write("spec.toml", &plan);
    let folder = home.path("run");
    for _ in 0..4 {
        let mut child = dudo_run(&spec, &folder)
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let length = || fs::metadata(folder.join("games.csv.zst")).map_or(0, |data| data.len());
        let begun = length();
        until(&mut child, || length() >= begun + 10_000);
        child.kill().unwrap();
        child.wait().unwrap();
    }
    assert!(dudo_run(&spec, &folder).output().unwrap().status.success());
    expect(&folder, &fresh(&plan), "killed from outside");
}

/// Every verb says of a compressed log what it says of a plain one.
#[test]
fn verbs_read_it_as_they_read_text() {
    let home = Home::new();
    let (packed, text) = (home.path("packed/run"), home.path("text/run"));
    for (folder, spec) in [(&packed, base()), (&text, plain(&base()))] {
        spec.play(folder, 2);
    }
    let spec = home.write("spec.toml", &base());
    let out = |folder: &Path, arguments: &[&str]| {
        let mut command = dudo();
        command.current_dir(folder.parent().unwrap());
        let output = command.args(arguments).output().unwrap();
        assert!(
            output.status.success(),
            "{arguments:?}: {}",
            stderr(&output)
        );
        String::from_utf8(output.stdout).unwrap()
    };
    for arguments in [
        &["rank", "run"][..],
        &["rank", "run", "--deals", "3-900", "--format", "json"],
        &["replay", "run", "0.0.0", "1202.2.1", "700.1.0"],
        &["replay", "run", "--lost-by", "a", "--count", "3"],
        &["verify", "run"],
    ] {
        assert_eq!(
            out(&packed, arguments),
            out(&text, arguments),
            "{arguments:?}"
        );
    }
    let file = |name: &str| out(&packed, &["rank", name, "--format", "csv"]);
    assert_eq!(file("run/games.csv.zst"), file("run"));
    // Without a manifest, by its bytes, whatever it is called and however it came.
    fs::copy(packed.join("games.csv.zst"), home.path("packed/log")).unwrap();
    fs::copy(text.join("games.csv"), home.path("text/log")).unwrap();
    assert_eq!(out(&packed, &["rank", "log"]), out(&text, &["rank", "log"]));
    let piped = |folder: &Path| {
        let file = fs::File::open(folder.with_file_name("log")).unwrap();
        let output = dudo().args(["rank", "-"]).stdin(file).output().unwrap();
        assert!(output.status.success(), "{}", stderr(&output));
        output.stdout
    };
    assert_eq!(piped(&packed), piped(&text));
    let page = |folder: &Path| {
        out(folder, &["report", "run"]);
        let page = fs::read_to_string(folder.join("report.html")).unwrap();
        page.replace("compress = \"zstd\"", "").len()
    };
    assert!(page(&packed).abs_diff(page(&text)) < 200);
    let told = dudo_run(&spec, &packed).arg("--dry-run").output().unwrap();
    let told = String::from_utf8(told.stdout).unwrap();
    assert!(
        told.contains("7,218 games are there already, 0 to play"),
        "{told}"
    );
}

#[test]
fn parts_are_compressed_and_merged() {
    let home = Home::new();
    let spec = home.write("spec.toml", &base());
    play_all(&spec, &home.path("plan"), 5);
    assert!(home.path("plan/parts/00003/games.csv.zst").exists());
    let mut command = dudo();
    command.arg("merge").arg(home.path("plan"));
    let output = command.arg("--out").arg(home.path("out")).output().unwrap();
    assert!(output.status.success(), "{}", stderr(&output));
    expect(&home.path("out"), &fresh(&base()), "merged");
}

/// Frames of another program are read, and written anew when a run goes on.
#[test]
fn a_log_that_was_packed_by_hand() {
    let home = Home::new();
    let folder = home.path("run");
    base().play(&folder, 1);
    let mut next = base();
    next.deals = 1300;
    for name in ["games.csv.zst", "actions.csv.zst"] {
        let path = folder.join(name);
        let text = unpack(&fs::read(&path).unwrap());
        fs::write(&path, zstd::encode_all(text.as_bytes(), 7).unwrap()).unwrap();
    }
    let rated = dudo().arg("verify").arg(&folder).output().unwrap();
    assert!(rated.status.success(), "{}", stderr(&rated));
    next.play(&folder, 2);
    expect(&folder, &fresh(&next), "packed by hand");
    expect_tidy(&folder);
}

#[test]
fn damage_and_mixtures_are_refused() {
    let home = Home::new();
    let folder = home.path("run");
    base().play(&folder, 1);
    let spec = home.write("spec.toml", &base());
    let text = home.write("text.toml", &plain(&base()));
    let output = dudo_run(&text, &folder).output().unwrap();
    expect_error(&output, 2, "has compress = zstd, the run file wants none");
    fs::write(folder.join("games.csv"), "").unwrap();
    let output = dudo_run(&spec, &folder).output().unwrap();
    expect_error(&output, 2, "games.csv is in it, but its run has compress");
    fs::remove_file(folder.join("games.csv")).unwrap();
    for name in ["games.csv.zst", "actions.csv.zst"] {
        let good = fs::read(folder.join(name)).unwrap();
        for at in [100, good.len() / 3, good.len() / 2] {
            let mut bad = good.clone();
            bad[at] ^= 0x10;
            fs::write(folder.join(name), &bad).unwrap();
            let output = dudo_run(&spec, &folder).output().unwrap();
            expect_error(&output, 4, &format!("{name}: line "));
            assert_eq!(fs::read(folder.join(name)).unwrap(), bad);
        }
        fs::write(folder.join(name), &good).unwrap();
    }
}
