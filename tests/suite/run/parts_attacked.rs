//! Parts and merging under attack: kills, signals, full disks, clocks, twins.

use super::bench::{
    Home, Log, Numbers, Spec, copy, dudo, expect_error, names, snapshot, stderr, until,
};
use super::full::mounted;
use super::kill::base;
use super::parts::play_all;
use rustix::process::{Pid, Signal, kill_process};
use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

const SHARDS: u32 = 5;

fn command(verb: &str, folder: &Path, rest: &[&str]) -> Command {
    let mut command = dudo();
    command.arg(verb).arg(folder).args(rest);
    command.args(["--threads", "2", "--progress", "none"]);
    command
}

fn shard(plan: &Path, index: &str) -> Command {
    command("shard", plan, &["--index", index])
}

fn merge(plan: &Path, out: &Path) -> Command {
    command("merge", plan, &["--out", out.to_str().unwrap()])
}

#[track_caller]
fn succeeds(mut command: Command) -> Output {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", stderr(&output));
    output
}

/// The command dies after so many steps, if it takes so many.
fn dies(mut command: Command, steps: u64) -> bool {
    let output = command
        .args(["--die-after", &steps.to_string()])
        .output()
        .unwrap();
    let killed = output.status.signal() == Some(9);
    assert!(
        killed || output.status.success(),
        "{steps}: {}",
        stderr(&output)
    );
    assert!(stderr(&output).is_empty(), "{steps}: {}", stderr(&output));
    killed
}

/// The bytes of a folder.
fn bytes(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let names = names(folder).into_iter();
    names
        .map(|name| {
            let bytes = fs::read(folder.join(&name)).unwrap();
            (name, bytes)
        })
        .collect()
}

fn planned(home: &Home, spec: &Spec, shards: u32) -> PathBuf {
    let path = home.write("spec.toml", spec);
    let folder = home.path("plan");
    play_all(&path, &folder, shards);
    folder
}

#[test]
fn a_part_killed_anywhere() {
    let home = Home::new();
    let plan = planned(&home, &base(), SHARDS);
    let part = plan.join("parts/00002");
    let expected = bytes(&part);
    let size: usize = expected.iter().map(|(_, bytes)| bytes.len()).sum();
    let mut numbers = Numbers(5);
    let ends = (1..=12).chain(size as u64 - 20..size as u64 + 30);
    let anywhere: Vec<u64> = (0..200).map(|_| 1 + numbers.below(size as u64)).collect();
    let mut killed = 0;
    for steps in ends.chain(anywhere) {
        fs::remove_dir_all(&part).unwrap();
        let mut kills = vec![steps];
        killed += u32::from(dies(shard(&plan, "2"), steps));
        if numbers.below(3) == 0 {
            let next = 1 + numbers.below(size as u64);
            kills.push(next);
            dies(shard(&plan, "2"), next);
        }
        // It is there as a whole, or it is missing and leaves what is swept.
        if part.exists() {
            assert!(bytes(&part) == expected, "{kills:?}");
        } else {
            let missing = command_line(&plan, "missing");
            assert_eq!(missing.stdout, b"2\n", "{kills:?}");
        }
        succeeds(shard(&plan, "2"));
        assert!(bytes(&part) == expected, "{kills:?}");
        assert_eq!(
            names(&plan.join("parts")).len(),
            SHARDS as usize,
            "{kills:?}"
        );
    }
    assert!(killed > 230, "{killed}");
}

fn command_line(folder: &Path, verb: &str) -> Output {
    dudo().arg(verb).arg(folder).output().unwrap()
}

#[test]
fn a_merge_killed_anywhere() {
    let home = Home::new();
    let plan = planned(&home, &base(), SHARDS);
    let expected = base().fresh();
    let size = (expected.games.len() + expected.actions.len() + expected.faults.len()) as u64;
    let mut numbers = Numbers(6);
    let anywhere: Vec<u64> = (0..200).map(|_| 1 + numbers.below(size)).collect();
    for steps in (1..=20).chain((600..1100).step_by(31)).chain(anywhere) {
        let out = home.path(&format!("merged-{steps}"));
        let mut kills = vec![steps];
        assert!(dies(merge(&plan, &out), steps), "{steps}");
        for _ in 0..numbers.below(3) {
            let next = 1 + numbers.below(size / 2);
            kills.push(next);
            dies(merge(&plan, &out), next);
        }
        succeeds(merge(&plan, &out));
        Log::of(&out).expect(&expected, &format!("killed after {kills:?}"));
        fs::remove_dir_all(&out).unwrap();
    }
}

/// A plan is there at once or not at all.
#[test]
fn a_plan_that_was_cut_short() {
    let home = Home::new();
    let path = home.write("spec.toml", &base());
    let plan = home.path("plan");
    fs::create_dir(&plan).unwrap();
    fs::write(plan.join("plan.toml.part"), "plan = 1\nsha").unwrap();
    play_all(&path, &plan, 2);
    assert_eq!(names(&plan), ["parts", "plan.toml"]);
}

fn send(child: &Child, signal: Signal) {
    kill_process(Pid::from_child(child), signal).unwrap();
}

/// Plays a part that takes minutes until rows are there.
fn playing(plan: &Path) -> Child {
    for name in fs::read_dir(plan.join("parts")).into_iter().flatten() {
        fs::remove_dir_all(name.unwrap().path()).unwrap();
    }
    let mut command = shard(plan, "0");
    let mut child = command
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let rows = || {
        let parts = fs::read_dir(plan.join("parts")).into_iter().flatten();
        let games = parts.map(|entry| entry.unwrap().path().join("games.csv"));
        games
            .map(|path| fs::metadata(path).map_or(0, |data| data.len()))
            .max()
    };
    assert!(until(&mut child, || rows() >= Some(50_000)), "it has ended");
    child
}

#[test]
fn signals_once_and_twice() {
    let home = Home::new();
    let mut spec = Spec::of(3, 100_000_000);
    spec.session = 3;
    let path = home.write("spec.toml", &spec);
    let plan = home.path("plan");
    succeeds({
        let mut command = dudo();
        command
            .arg("plan")
            .arg(&path)
            .args(["--shards", "1", "--out"])
            .arg(&plan);
        command
    });
    for signals in [
        &[Signal::INT][..],
        &[Signal::TERM],
        &[Signal::INT, Signal::TERM],
        &[Signal::TERM, Signal::TERM],
    ] {
        let mut child = playing(&plan);
        for signal in signals {
            send(&child, *signal);
        }
        assert_eq!(child.wait().unwrap().code(), Some(130), "{signals:?}");
        let left = names(&plan.join("parts"));
        // Once, and nothing is left; twice, and what is left is swept.
        assert!(left.is_empty() || signals.len() == 2, "{left:?}");
        assert_eq!(command_line(&plan, "missing").stdout, b"0\n");
    }
}

/// A merge that a signal stops, wherever it is, goes on. On a busy machine one may be over
/// before the signal comes, so each is sent to merges until it has stopped one.
#[test]
fn signals_while_merging() {
    let home = Home::new();
    let mut spec = Spec::of(3, 9000);
    spec.log = "every = 5";
    let plan = planned(&home, &spec, SHARDS);
    let expected = spec.fresh();
    let out = home.path("merged");
    let stopped = |signals: &[Signal]| {
        let mut command = merge(&plan, &out);
        let mut child = command
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let rows = || fs::metadata(out.join("games.csv")).map_or(0, |data| data.len());
        if until(&mut child, || rows() >= 20_000) {
            signals.iter().for_each(|signal| send(&child, *signal));
        }
        let code = child.wait().unwrap().code();
        assert!(matches!(code, Some(0 | 130)), "{code:?}");
        let rows = Log::of(&out).games;
        assert!(
            expected
                .games
                .starts_with(rows.trim_end_matches(|letter| letter != '\n'))
        );
        succeeds(merge(&plan, &out));
        Log::of(&out).expect(&expected, &format!("{signals:?}"));
        fs::remove_dir_all(&out).unwrap();
        code == Some(130)
    };
    for signals in [
        &[Signal::INT][..],
        &[Signal::TERM],
        &[Signal::INT; 2],
        &[Signal::TERM; 2],
    ] {
        assert!((0..100).any(|_| stopped(signals)), "{signals:?}");
    }
}

fn limited(command: &Command, bytes: u64) -> Output {
    let mut limited = Command::new("prlimit");
    limited
        .arg(format!("--fsize={bytes}"))
        .arg(command.get_program());
    limited.args(command.get_args()).output().unwrap()
}

#[test]
fn no_room_for_a_part_or_a_log() {
    let home = Home::new();
    let plan = planned(&home, &base(), SHARDS);
    let part = plan.join("parts/00001");
    let expected = bytes(&part);
    for limit in [0, 10, 300, 5_000, 20_000] {
        fs::remove_dir_all(&part).unwrap();
        expect_error(&limited(&shard(&plan, "1"), limit), 3, "cannot write ");
        assert_eq!(
            names(&plan.join("parts")).len(),
            SHARDS as usize - 1,
            "{limit}"
        );
        succeeds(shard(&plan, "1"));
        assert!(bytes(&part) == expected);
    }
    let log = base().fresh();
    for limit in [0, 10, 900, 20_000, 100_000] {
        let out = home.path(&format!("merged-{limit}"));
        expect_error(&limited(&merge(&plan, &out), limit), 3, "cannot write ");
        succeeds(merge(&plan, &out));
        Log::of(&out).expect(&log, &format!("after a limit of {limit} bytes"));
    }
}

/// A real file system without a byte left, where one can be mounted.
#[test]
fn a_full_disk_below_a_plan() {
    let home = Home::new();
    let plan = planned(&home, &base(), SHARDS);
    let (disk, out) = (home.path("disk"), home.path("out"));
    fs::create_dir(&disk).unwrap();
    fs::create_dir(&out).unwrap();
    let script = "mount -t tmpfs -o size=\"$5\" none \"$2\" || exit 9
        cp -r \"$3\" \"$2/plan\" && rm -r \"$2/plan/parts/00001\" || exit 8
        \"$1\" shard \"$2/plan\" --index 1 --progress none 2>\"$4/shard\"; echo $? >\"$4/code\"
        ls \"$2/plan/parts\" >\"$4/left\"
        mount -o remount,size=64m \"$2\" || exit 7
        \"$1\" shard \"$2/plan\" --index 1 --progress none || exit 6
        cp -r \"$2/plan/parts/00001\" \"$4/part\"";
    let total: usize = (0..SHARDS)
        .flat_map(|index| bytes(&plan.join(format!("parts/{index:05}"))))
        .map(|(_, bytes)| bytes.len().next_multiple_of(4096))
        .sum();
    let size = (total - total / SHARDS as usize / 2).to_string();
    let binary = Path::new(env!("CARGO_BIN_EXE_dudo"));
    let output = mounted(
        script,
        &[
            binary.as_ref(),
            disk.as_ref(),
            plan.as_ref(),
            out.as_ref(),
            size.as_ref(),
        ],
    );
    if output.status.code() == Some(9) || !out.join("code").exists() {
        return; // The limit of the test above is the real thing that was tested.
    }
    assert!(
        output.status.success(),
        "{:?} {}",
        output.status,
        stderr(&output)
    );
    let said = fs::read_to_string(out.join("shard")).unwrap();
    assert_eq!(
        fs::read_to_string(out.join("code")).unwrap(),
        "3\n",
        "{said}"
    );
    assert!(
        said.contains("No space left") && said.lines().count() == 1,
        "{said}"
    );
    assert_eq!(
        fs::read_to_string(out.join("left")).unwrap(),
        "00000\n00002\n00003\n00004\n"
    );
    assert!(bytes(&out.join("part")) == bytes(&plan.join("parts/00001")));
}

#[test]
fn a_plan_that_cannot_be_written_to() {
    let home = Home::new();
    let plan = planned(&home, &base(), SHARDS);
    fs::remove_dir_all(plan.join("parts/00003")).unwrap();
    let script = "mount --bind \"$2\" \"$2\" && mount -o remount,bind,ro \"$2\" || exit 9
        exec \"$1\" shard \"$2\" --index 3 --progress none";
    let before = snapshot(&plan);
    let binary = Path::new(env!("CARGO_BIN_EXE_dudo"));
    let output = mounted(script, &[binary.as_ref(), plan.as_ref()]);
    if stderr(&output).starts_with("error: ") {
        expect_error(&output, 3, "Read-only file system");
    }
    assert!(snapshot(&plan) == before);
    // Parts that can only be read are merged.
    succeeds(shard(&plan, "3"));
    let script = "mount --bind \"$2\" \"$2\" && mount -o remount,bind,ro \"$2\"
        exec \"$1\" merge \"$2\" --out \"$3\" --progress none";
    let out = home.path("out");
    let output = mounted(script, &[binary.as_ref(), plan.as_ref(), out.as_ref()]);
    if output.status.success() {
        Log::of(&out).expect(&base().fresh(), "merged from a read-only folder");
    }
}

/// Times of files are in the far future or past, and the clock of the process
/// is another: nothing of it is looked at.
#[test]
fn clocks_that_move() {
    let home = Home::new();
    let plan = planned(&home, &base(), SHARDS);
    let expected = base().fresh();
    let out = home.path("out");
    for (number, date) in ["1971-01-02", "2026-01-02", "2105-01-02"]
        .into_iter()
        .enumerate()
    {
        dies(merge(&plan, &out), 100_000 * (number as u64 + 1));
        for folder in [&plan, &plan.join("parts"), &plan.join("parts/00000"), &out] {
            let mut touch = Command::new("touch");
            touch.args(["-d", date]);
            touch.args(names(folder).iter().map(|name| folder.join(name)));
            succeeds(touch);
        }
        fs::remove_dir_all(plan.join("parts/00004")).unwrap();
        let mut moved = Command::new("unshare");
        moved.args([
            "--map-root-user",
            "--time",
            "--monotonic",
            "100000000",
            "--boottime",
            "100000000",
        ]);
        let part = shard(&plan, "4");
        moved.arg(part.get_program()).args(part.get_args());
        // Where there is no such namespace, the clock stays.
        if !moved.output().is_ok_and(|output| output.status.success()) {
            succeeds(part);
        }
    }
    succeeds(merge(&plan, &out));
    Log::of(&out).expect(&expected, "with clocks that move");
}

/// At-least-once is a fact everywhere: the same part twice at the same time.
#[test]
fn twins() {
    let home = Home::new();
    let plan = planned(&home, &base(), SHARDS);
    let part = plan.join("parts/00002");
    let expected = bytes(&part);
    for _ in 0..10 {
        fs::remove_dir_all(&part).unwrap();
        let start = || shard(&plan, "2").stderr(Stdio::piped()).spawn().unwrap();
        let twins = [start(), start(), start()];
        for twin in twins {
            let output = twin.wait_with_output().unwrap();
            assert!(output.status.success(), "{}", stderr(&output));
        }
        assert!(bytes(&part) == expected);
        assert_eq!(names(&plan.join("parts")).len(), SHARDS as usize);
    }
    // A stranger's leftovers with a part's name are swept as well.
    copy(&part, &plan.join("parts/00002.tmp-0123456789abcdef"));
    fs::remove_dir_all(&part).unwrap();
    succeeds(shard(&plan, "2"));
    assert_eq!(names(&plan.join("parts")).len(), SHARDS as usize);

    // Two who merge into one folder: one does, or both, one after the other.
    let out = home.path("out");
    let start = || {
        let mut command = merge(&plan, &out);
        command
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    };
    let mut done = 0;
    for twin in [start(), start()] {
        let output = twin.wait_with_output().unwrap();
        match output.status.code() {
            Some(0) => done += 1,
            _ => expect_error(&output, 2, "another dudo is running in this folder"),
        }
    }
    assert!(done > 0);
    Log::of(&out).expect(&base().fresh(), "two who merge");
}
