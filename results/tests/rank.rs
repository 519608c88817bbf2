//! From files to text.

#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot set up its case has failed"
)]

use std::fs;
use std::num::NonZeroU64;
use std::path::PathBuf;

use dudo_results::rating::{Faults, How, Rating, Standings, Ties};
use dudo_results::{Options, RankError, rank, report};

const HEADER: &str =
    "rules,deal,table,rotation,bot1,bot2,place1,place2,winner,rounds,actions,faults\n";

/// A folder of its own for each log.
fn log(folder: &str, rows: &str, manifest: Option<&str>) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(folder);
    fs::create_dir_all(&folder).unwrap();
    let file = folder.join("games.csv");
    fs::write(&file, format!("{HEADER}{rows}")).unwrap();
    let beside = folder.join("manifest.toml");
    let _ = fs::remove_file(&beside);
    if let Some(text) = manifest {
        fs::write(beside, text).unwrap();
    }
    file
}

fn manifest(seed: u64, session: u64, bots: &[(&str, &str)]) -> String {
    let mut text = format!(
        "dudo = \"0.1.0\"\nname = \"t\"\ngame = \"liars-dice\"\nrules = \"liars-dice\"\n\
         fingerprint = \"a1b2c3d4\"\nseed = \"{seed:064x}\"\n[schedule]\n\
         format = \"round-robin\"\nseats = 2\ndeals = 8\nseating = \"cyclic\"\n\
         dice = \"duplicate\"\nsession = {session}\n"
    );
    for (name, content) in bots {
        text += &format!(
            "[[bot]]\nname = \"{name}\"\nuse = \"odds\"\nkind = \"built-in\"\n\
             content = \"{content}\"\n"
        );
    }
    text
}

/// Two rows of a deal: `a` and `b` in both seatings, won by these.
fn deal(deal: u64, a: &str, b: &str, winners: [bool; 2]) -> String {
    let mut text = String::new();
    for (rotation, first) in winners.into_iter().enumerate() {
        let (one, two) = if rotation == 0 { (a, b) } else { (b, a) };
        let places = if first { "1,2" } else { "2,1" };
        let winner = if first { one } else { two };
        text += &format!("a1b2c3d4,{deal},0,{rotation},{one},{two},{places},{winner},5,20,\n");
    }
    text
}

fn deals(range: std::ops::Range<u64>) -> String {
    range
        .map(|d| deal(d, "a", "b", [d % 3 != 0, d % 4 == 0]))
        .collect()
}

fn rated(files: &[PathBuf]) -> Result<Standings, RankError> {
    rank(files, &Options::default())
}

const AB: &[(&str, &str)] = &[("a", "1"), ("b", "1")];

#[test]
fn parts_of_a_run_are_rated_as_the_whole() {
    let text = manifest(7, 1, AB);
    let whole = rated(&[log("whole", &deals(0..40), Some(&text))]).unwrap();
    let left = log("left", &deals(0..17), Some(&text));
    let right = log("right", &deals(17..40), Some(&text));
    assert_eq!(rated(&[left.clone(), right.clone()]).unwrap(), whole);
    assert_eq!(rated(&[right, left]).unwrap(), whole);
    assert_eq!(whole.fields[0].clusters, 40);
    assert_eq!(whole.totals.games, 80);
    assert!(whole.warnings.is_empty());
}

#[test]
fn blocks_are_clusters() {
    for (session, clusters) in [(1, 40), (4, 10), (20, 2), (100, 1)] {
        let file = log(
            &format!("session{session}"),
            &deals(0..40),
            Some(&manifest(7, session, AB)),
        );
        let standings = rated(&[file]).unwrap();
        assert_eq!(standings.fields[0].clusters, clusters);
        let Rating::Estimate { margin, .. } = standings.fields[0].lines[0].rating else {
            panic!()
        };
        assert_eq!(margin.half_width().is_some(), clusters >= 3);
    }
    // One seed with two lengths of session: no deal may be in two clusters.
    let a = log("mixed-a", &deals(0..20), Some(&manifest(7, 4, AB)));
    let b = log("mixed-b", &deals(20..60), Some(&manifest(7, 10, AB)));
    assert_eq!(rated(&[a, b]).unwrap().fields[0].clusters, 3);
}

#[test]
fn a_log_without_a_manifest() {
    let file = log("bare", &deals(0..40), None);
    let standings = rated(std::slice::from_ref(&file)).unwrap();
    assert_eq!(standings.fields[0].clusters, 40);
    assert!(standings.warnings[0].contains("no manifest"));
    let options = Options {
        session: NonZeroU64::new(10).unwrap(),
        ..Options::default()
    };
    assert_eq!(rank(&[file], &options).unwrap().fields[0].clusters, 4);
}

#[test]
fn what_is_refused() {
    let text = manifest(7, 1, AB);
    let good = log("good", &deals(0..4), Some(&text));
    let copy = log("copy", &deals(0..4), Some(&text));
    let other = log("other", &deals(0..4).replace("a1b2c3d4", "ffffffff"), None);
    let lying = log(
        "lying",
        &deals(0..4).replace("a1b2c3d4", "ffffffff"),
        Some(&text),
    );
    let broken = log("broken", "a1b2c3d4,0,0,0,a,b,1,3,a,5,20,\n", Some(&text));
    let strange = log("strange", &deals(0..4), Some("name = 3"));
    let missing = PathBuf::from("no/such/games.csv");
    let dotted = good.with_file_name("../good/games.csv");
    for (files, said) in [
        (vec![], "no log"),
        (vec![good.clone(), dotted], "given twice"),
        (vec![good.clone(), copy], "hold the same games"),
        (vec![good.clone(), other], "one rating cannot mix two"),
        (vec![lying], "the manifest beside the log says a1b2c3d4"),
        (vec![good.clone(), broken], "line 2, column place2"),
        (vec![strange], "manifest.toml"),
        (vec![missing], "no/such/games.csv"),
    ] {
        let error = rated(&files).unwrap_err().to_string();
        assert!(error.contains(said), "{error}");
    }
    let options = Options {
        how: How {
            anchor: Some(("c".to_owned(), 1500.0)),
            ..How::default()
        },
        ..Options::default()
    };
    let error = rank(&[good], &options).unwrap_err().to_string();
    assert!(error.contains("\"c\"") && error.contains("a, b"), "{error}");
}

#[test]
fn what_is_warned_of() {
    let left = log("old", &deals(0..20), Some(&manifest(7, 1, AB)));
    let overlap = log("overlap", &deals(10..30), Some(&manifest(7, 1, AB)));
    let found = rated(&[left.clone(), overlap]).unwrap().warnings;
    assert!(found[0].contains("overlap in their deals"), "{found:?}");
    let newer = [("a", "2"), ("b", "1")];
    let newer = log("new", &deals(20..30), Some(&manifest(7, 1, &newer)));
    let found = rated(&[left, newer]).unwrap().warnings;
    assert!(found[0].contains("a is not the same bot"), "{found:?}");
    let row = deal(0, "a", "b", [true, true]);
    let twice = row.lines().next().unwrap();
    let file = log(
        "twice",
        &format!("{twice}\n{row}"),
        Some(&manifest(7, 1, AB)),
    );
    let found = rated(&[file]).unwrap();
    assert_eq!(found.totals.games, 2);
    assert!(found.warnings[0].contains("repeated"));
}

#[test]
fn faults_ties_and_withdrawals() {
    let rows = "a1b2c3d4,0,0,0,a,b,1,2,a,5,20,2:illegal\n\
                a1b2c3d4,0,0,1,b,a,1,1,,5,20,\n\
                a1b2c3d4,1,0,0,a,b,2,1,b,5,20,\n\
                a1b2c3d4,1,0,1,b,a,,,,,,1:withdrawn\n";
    let bots = [("a", "1"), ("b", "1"), ("never", "1")];
    let file = log("odd", rows, Some(&manifest(7, 1, &bots)));
    for (faults, ties, games, comparisons, points) in [
        (Faults::Keep, Ties::Half, 3, 3, 3),
        (Faults::Drop, Ties::Half, 2, 2, 1),
        (Faults::Keep, Ties::Drop, 3, 2, 2),
    ] {
        let options = Options {
            faults,
            ties,
            ..Options::default()
        };
        let standings = rank(std::slice::from_ref(&file), &options).unwrap();
        assert_eq!(standings.totals.games, games);
        assert_eq!(standings.totals.withdrawn, 1);
        assert_eq!(standings.unplayed, ["never"]);
        let field = &standings.fields[0];
        let a = field.lines.iter().position(|line| line.bot == "a").unwrap();
        let score = field.cross[a][1 - a].unwrap();
        assert_eq!((score.games, score.half_points), (comparisons, points));
        let text = report::table(&standings);
        assert!(
            text.contains("withdrawn") && text.contains("never"),
            "{text}"
        );
    }
}

#[test]
fn no_game_and_one_game() {
    let none = rated(&[log("none", "", Some(&manifest(7, 1, AB)))]).unwrap();
    assert_eq!(none.unplayed, ["a", "b"]);
    let one = deal(0, "a", "b", [true, true]);
    let one = one.lines().next().unwrap();
    let one = rated(&[log("one", &format!("{one}\n"), Some(&manifest(7, 1, AB)))]).unwrap();
    assert!(
        one.fields[0]
            .lines
            .iter()
            .all(|line| line.rating == Rating::Unknown)
    );
    for standings in [none, one] {
        for text in [
            report::table(&standings),
            report::csv(&standings),
            report::cross_table(&standings),
            report::json(&standings),
            report::markdown(&standings),
        ] {
            assert!(text.ends_with('\n') && !text.contains("NaN") && !text.contains("inf"));
        }
    }
}
