//! Files that lost their ends, or their middles: what is there is kept, what
//! is gone is played again.

use super::bench::{Home, Log, Spec};
use std::fs;

fn specs() -> [Spec; 2] {
    let mut long = Spec::of(3, 8);
    long.session = 3;
    [Spec::of(3, 5), long]
}

/// Each file cut at every byte of its last rows.
#[test]
fn torn_tails() {
    for spec in specs() {
        let home = Home::new();
        let folder = home.path("run");
        spec.play(&folder, 1);
        let whole = Log::of(&folder);
        for (name, text) in [
            ("games.csv", &whole.games),
            ("actions.csv", &whole.actions),
            ("faults.csv", &whole.faults),
        ] {
            let least = text.len().saturating_sub(260);
            for length in least..text.len() {
                fs::write(folder.join(name), &text[..length]).unwrap();
                assert!(spec.play(&folder, 1).complete);
                Log::of(&folder).expect(&whole, &format!("{name} cut to {length} bytes"));
            }
        }
    }
}

/// All three cut at once, anywhere.
#[test]
fn torn_in_all_files() {
    let mut numbers = super::bench::Numbers(3);
    for spec in specs() {
        let home = Home::new();
        let folder = home.path("run");
        spec.play(&folder, 1);
        let whole = Log::of(&folder);
        for _ in 0..150 {
            let mut cuts = Vec::new();
            for (name, text) in [
                ("games.csv", &whole.games),
                ("actions.csv", &whole.actions),
                ("faults.csv", &whole.faults),
            ] {
                let length = numbers.below(text.len() as u64 + 1) as usize;
                cuts.push(length);
                fs::write(folder.join(name), &text[..length]).unwrap();
            }
            assert!(spec.play(&folder, 2).complete);
            Log::of(&folder).expect(&whole, &format!("cut to {cuts:?}"));
        }
    }
}

/// Rows that are missing in the middle are what the plan wants and the log
/// lacks.
#[test]
fn holes_are_filled() {
    for spec in specs() {
        let home = Home::new();
        let folder = home.path("run");
        spec.play(&folder, 1);
        let whole = Log::of(&folder);
        for (name, text) in [("games.csv", &whole.games), ("actions.csv", &whole.actions)] {
            let lines: Vec<&str> = text.split_inclusive('\n').collect();
            let last = if name == "games.csv" { lines.len() } else { 90 };
            for gone in 1..last {
                // A line within a record is not missed; its last one is.
                if name == "actions.csv" && !lines[gone].contains(",2,place ") {
                    continue;
                }
                let rest: Vec<&str> = [&lines[..gone], &lines[gone + 1..]].concat();
                fs::write(folder.join(name), rest.concat()).unwrap();
                let played = spec.play(&folder, 2).played;
                // A record without its row makes the session after it be played too.
                let few = 1..=2 * spec.session;
                assert!(few.contains(&played), "line {gone} of {name}: {played}");
                Log::of(&folder).expect(&whole, &format!("{name} without line {}", gone + 1));
            }
        }
        fs::remove_file(folder.join("actions.csv")).unwrap();
        spec.play(&folder, 2);
        Log::of(&folder).expect(&whole, "no actions.csv");
    }
}
