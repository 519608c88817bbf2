//! Memory does not grow with the number of games, planned or played.

use super::bench::{Home, Spec, dudo, until};
use rustix::pipe::fcntl_getpipe_size;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// The most memory that a process has used so far, in kB.
fn peak(child: &Child) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let line = line.expect("the process has ended already");
    line.trim().trim_end_matches(" kB").parse().unwrap()
}

/// Plays a run to its end; the most memory it used.
fn played(spec: &Path, folder: &Path) -> u64 {
    let mut command = dudo();
    command.arg("run").arg(spec).arg("--out").arg(folder);
    at_end(command, " of them played now")
}

/// Does what is asked for until it says so; the most memory it used.
fn at_end(mut command: Command, says: &str) -> u64 {
    // A full pipe: the process cannot print its standings, so it is there to be
    // looked at when everything else is done.
    let (reader, mut writer) = std::io::pipe().unwrap();
    let size = fcntl_getpipe_size(&writer).unwrap();
    writer.write_all(&vec![0; size as usize]).unwrap();
    command.args(["--threads", "2", "--progress", "plain"]);
    let mut child = command
        .stdout(writer)
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut said = BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    while !line.contains(says) {
        line.clear();
        assert!(said.read_line(&mut line).unwrap() > 0, "it has ended");
    }
    let peak = peak(&child);
    child.kill().unwrap();
    child.wait().unwrap();
    drop(reader);
    peak
}

/// What two peaks may differ by, in kB, whatever the schedule: chunks have as many rows as the
/// clock has it, up to 8192, and each of two threads has four under way or waiting. A row is
/// 35 bytes of text and half of a mark of 48; while a list grows it takes three times as much.
/// The last megabyte is for what the allocator does not give back.
const CHUNKS: u64 = 2 * 4 * 8192 * 3 * (35 + 24) / 1000 + 1000;

#[test]
fn flat_in_the_games_played() {
    let home = Home::new();
    let mut spec = Spec::of(2, 50_000);
    (spec.rules, spec.log) = ("preset = \"openspiel\"", "actions = \"none\"");
    spec.bots[1].1 = "random".into();
    let few = played(&home.write("few.toml", &spec), &home.path("few"));
    spec.deals = 1_000_000;
    let many = played(&home.write("many.toml", &spec), &home.path("many"));
    // Seven bytes for each of the other games would be more.
    assert!(
        many < few + CHUNKS,
        "{few} kB for 10^5 games, {many} kB for 2 * 10^6"
    );
}

/// Plans that nobody could list start at once.
#[test]
fn flat_in_the_games_planned() {
    let home = Home::new();
    let mut deep = Spec::of(2, 50_000_000);
    let mut wide = Spec::of(0, 1000);
    (wide.seats, wide.seating) = (6, "all");
    for number in 0..500 {
        wide.bots.push((format!("bot {number}"), "random".into()));
    }
    deep.log = "actions = \"none\"";
    wide.log = "actions = \"none\"";
    for (name, spec) in [("deep", deep), ("wide", wide)] {
        let folder = home.path(name);
        let mut command = dudo();
        command
            .arg("run")
            .arg(home.write("spec.toml", &spec))
            .arg("--out")
            .arg(&folder);
        command.args(["--threads", "2", "--progress", "none"]);
        let mut child = command.stdout(Stdio::null()).spawn().unwrap();
        let length = || fs::metadata(folder.join("games.csv")).map_or(0, |data| data.len());
        assert!(until(&mut child, || length() >= 2_000_000), "it has ended");
        let peak = peak(&child);
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(peak < 200_000, "{name}: {peak} kB");
    }
}

/// Merging streams: ten times the rows need no more memory, and neither do ten
/// times the parts. Chunks of rows that are taken over are short, whatever the clock says.
#[test]
fn flat_in_the_games_merged() {
    let home = Home::new();
    let mut spec = Spec::of(2, 50_000);
    (spec.rules, spec.log) = ("preset = \"openspiel\"", "actions = \"none\"");
    spec.bots[1].1 = "random".into();
    let merged = |spec: &Spec, name: &str, shards: u32| {
        let path = home.write(&format!("{name}.toml"), spec);
        let (plan, out) = (home.path(name), home.path(&format!("{name}-merged")));
        super::parts::play_all(&path, &plan, shards);
        let mut command = dudo();
        command.arg("merge").arg(&plan).arg("--out").arg(&out);
        at_end(command, " games in ")
    };
    let few = merged(&spec, "few", 4);
    spec.deals = 500_000;
    let (many, cut) = (merged(&spec, "many", 4), merged(&spec, "cut", 40));
    assert!(
        many.max(cut) < few + 6_000,
        "{few} kB for 10^5 games, {many} kB for 10^6, {cut} kB in ten times the parts"
    );
}
