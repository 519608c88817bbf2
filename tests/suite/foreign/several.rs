//! One process in several sessions at once: what it writes into the log is what it
//! writes there when it plays them one after the other.

use super::run::{Log, PATIENT, bot, home, play, spec};
use std::collections::BTreeMap;
use std::fs;
use tempfile::TempDir;

/// Tables of two, at which the bot in Python meets those that are built in: one, or two
/// where it does not fail. It may play so many sessions at once.
fn text(mode: &str, at_once: usize, with: &str) -> String {
    let several = bot("s", &format!("cmd:python3 several.py {mode}"));
    let several = format!("{several}trusted = true\nconcurrent = {at_once}\n{with}");
    let mut bots = bot("a", "odds") + &several;
    if ["plain", "quiet"].contains(&mode) {
        bots += &bot("c", "minraise");
    }
    spec(&bots, PATIENT).replace("session = 3", "session = 2")
}

/// The log without what a process said last, where the path of a folder may stand.
fn plain(log: &Log) -> (String, String, Vec<String>) {
    let faults = log.faults.lines().filter(|line| line.contains(",s,"));
    let cut = |line: &str| {
        let end = line.find("standard error ends").unwrap_or(line.len());
        line[..end].trim_end_matches(['"', ' ', ';']).to_owned()
    };
    let faults = faults.map(cut).collect();
    (log.games.clone(), log.actions.clone(), faults)
}

/// However it goes wrong, it goes wrong where it would have alone.
#[test]
fn the_same_log_however_many_at_once() {
    for (mode, kind) in [
        ("quiet", ""),
        ("raise", "panicked"),
        ("exit", "exited"),
        ("kill", "signalled"),
        ("illegal", "illegal"),
        ("nonsense", "malformed"),
        ("eat", "out-of-memory"),
        ("begin", "panicked"),
        ("session", "panicked"),
        ("end", "panicked"),
    ] {
        let alone = plain(&play(&text(mode, 1, ""), 1).0);
        if kind.is_empty() {
            assert!(alone.2.is_empty(), "{mode}: {:?}", alone.2);
        } else {
            // Some fail and some do not, or there would be nothing to mix up.
            let failed = alone.2.len();
            let right = alone.2.iter().all(|line| line.contains(kind));
            assert!(right && (2..24).contains(&failed), "{mode}: {:?}", alone.2);
        }
        let thorough: &[_] = match mode {
            "quiet" | "exit" => &[(8, 1), (8, 2), (3, 2)],
            _ => &[(8, 2)],
        };
        for &(at_once, threads) in thorough {
            let (log, _home) = play(&text(mode, at_once, ""), threads);
            assert_eq!(plain(&log), alone, "{mode}, {at_once} at once");
        }
    }
}

/// Two such bots at one table, each waiting for the other; and one that needs a process
/// of its own for each session.
#[test]
fn all_sorts_at_one_table() {
    let with = |at_once: usize, other: &str| {
        let other = bot("d", other);
        text("quiet", at_once, &other)
    };
    for other in [
        "cmd:python3 several.py raise\"\ntrusted = true\nconcurrent = 5\n#\"",
        "cmd:python3 caller.py",
    ] {
        let (alone, _home) = play(&with(1, other).replace("concurrent = 5", ""), 1);
        let (log, _home) = play(&with(8, other), 2);
        assert_eq!(log.games, alone.games, "{other}");
        assert_eq!(log.actions, alone.actions, "{other}");
    }
}

/// The deals that each process met, in the order in which it did.
fn met(home: &TempDir) -> BTreeMap<String, Vec<String>> {
    let log = fs::read_to_string(home.path().join("run/bots/2-s.log")).unwrap();
    let mut met: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for line in log.lines().filter_map(|line| line.strip_prefix("met ")) {
        let (process, deal) = line.split_once(' ').unwrap();
        met.entry(process.into()).or_default().push(deal.into());
    }
    met
}

fn most_often(deals: &[String]) -> usize {
    let mut counts = BTreeMap::new();
    for deal in deals {
        *counts.entry(deal).or_insert(0) += 1;
    }
    counts.into_values().max().unwrap_or(0)
}

/// The seats of a deal are played in different processes, and so are its tables unless
/// they have dice of their own.
#[test]
fn no_process_meets_a_deal_twice() {
    let (_, home) = play(&text("plain", 8, "").replace("dice = 3", "dice = 6"), 2);
    let processes = met(&home);
    // Six blocks; four sessions of the bot in each, which are four gangs of six.
    let shared = processes.values().filter(|deals| deals.len() > 2).count();
    assert!(shared >= 4, "{processes:?}");
    for deals in processes.values() {
        assert_eq!(most_often(deals), 1, "{processes:?}");
    }
    // That says something: a deal can be told from others, and was met again and again.
    let all: Vec<String> = processes.into_values().flatten().collect();
    assert!(most_often(&all) >= 2);

    // Who may live on does meet them again.
    let living = text("plain", 8, "restart = \"never\"\n").replace("dice = 3", "dice = 6");
    let (_, home) = play(&living, 1);
    let processes = met(&home);
    assert_eq!(processes.len(), 1);
    assert!(processes.values().any(|deals| most_often(deals) > 1));
}

/// Sessions that share no dice can be in one process: of tables with dice of their own half
/// of the twenty-four, with dice for each game all of them. Five in each but the last.
#[test]
fn whose_dice_differ_may_meet() {
    for (dice, at_once, threads, processes) in [
        ("per-table", 5, 2, 2 * 3),
        ("independent", 5, 2, 5),
        ("independent", 256, 1, 1),
    ] {
        let with = |at_once: usize| {
            let dice = format!("deals = 12\ndice = \"{dice}\"");
            text("plain", at_once, "").replace("deals = 12", &dice)
        };
        let (alone, _home) = play(&with(1), 1);
        let (log, home) = play(&with(at_once), threads);
        assert_eq!(log, alone, "{dice}, {at_once}");
        let met = met(&home);
        assert_eq!(met.len(), processes, "{dice}, {at_once}: {met:?}");
        // Where every session has its own dice some may be alike by chance.
        let alike = met.values().any(|deals| most_often(deals) > 1);
        assert!(dice == "independent" || !alike, "{met:?}");
    }
}

/// Only who is vouched for, as the run file says.
#[test]
fn not_without_trust() {
    let home = home();
    let path = home.path().join("test.toml");
    let text = text("plain", 8, "").replace("trusted = true\n", "");
    let error = dudo::spec::RunFile::parse(&path, text.as_bytes()).unwrap_err();
    assert!(error.to_string().contains("trusted = true"), "{error}");
}
