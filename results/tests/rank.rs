//! From files to text.

#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot set up its case has failed"
)]

use std::fs;
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::PathBuf;

use dudo_results::rating::{Faults, How, Rating, Standings, Ties};
use dudo_results::{COUNTS, Filter, Options, RankError, counts_beside, rank, report};

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
    let turned: String = (0..4).map(|d| deal(d, "a", "b", [true, true])).collect();
    let other_outcome = log("other-outcome", &turned, Some(&text));
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
        (vec![good.clone(), other_outcome], "with another outcome"),
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
    let both = rated(&[left.clone(), overlap]).unwrap();
    assert!(
        both.warnings[0].starts_with("20 rows are in more than one"),
        "{:?}",
        both.warnings
    );
    let whole = log("not-overlapping", &deals(0..30), Some(&manifest(7, 1, AB)));
    assert_eq!(both.fields, rated(&[whole]).unwrap().fields);
    let turned = log(
        "turned",
        &deals(10..30),
        Some(&manifest(7, 1, &[("b", "1"), ("a", "1")])),
    );
    let found = rated(&[left.clone(), turned]).unwrap().warnings;
    assert!(found[0].contains("of different rosters"), "{found:?}");
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

/// Rating from `counts.csv` gives the same to the last bit, and the file is
/// ignored as soon as anything is not as it was.
#[test]
fn counts_beside_the_log() {
    let text = manifest(7, 2, &[("a", "1"), ("b", "1"), ("never", "1")]);
    let file = log("counted", &deals(0..40), Some(&text));
    let beside = file.with_file_name(COUNTS);
    let _ = fs::remove_file(&beside);
    let plain = rated(std::slice::from_ref(&file)).unwrap();
    let counts = counts_beside(&file, NonZeroUsize::MIN).unwrap().unwrap();
    fs::write(&beside, &counts).unwrap();
    assert_eq!(
        counts_beside(&file, NonZeroUsize::MIN).unwrap(),
        None,
        "it is there already"
    );
    assert_eq!(rated(std::slice::from_ref(&file)).unwrap(), plain);
    // Read they are: with other numbers in them the ratings are others.
    // (Their own sum would not let that through by accident.)
    let games = |standings: &Standings| standings.totals.games;
    fs::write(&beside, counts.replace("total,,,,,,80,", "total,,,,,,81,")).unwrap();
    assert_eq!(games(&rated(std::slice::from_ref(&file)).unwrap()), 80);
    fs::write(&beside, &counts).unwrap();
    // Another seed beside it: the clusters of one are moved on.
    let other = log("counted-too", &deals(3..30), Some(&manifest(8, 3, AB)));
    let _ = fs::remove_file(other.with_file_name(COUNTS));
    let both = rated(&[file.clone(), other.clone()]).unwrap();
    fs::write(
        other.with_file_name(COUNTS),
        counts_beside(&other, NonZeroUsize::MIN).unwrap().unwrap(),
    )
    .unwrap();
    assert_eq!(rated(&[file.clone(), other]).unwrap(), both);
    // One byte in the log, one row more, or no more: counts of another log.
    let rows = deals(0..40);
    for changed in [
        rows.replacen("5,20", "6,20", 1),
        format!("{rows}{}", deal(40, "a", "b", [true, true])),
        deals(0..39),
    ] {
        fs::write(&file, format!("{HEADER}{changed}")).unwrap();
        let found = games(&rated(std::slice::from_ref(&file)).unwrap());
        assert_eq!(found, changed.lines().count() as u64);
    }
}

/// Both ways to the counts give equal integers, at all table sizes, with ties,
/// faults and withdrawals.
#[test]
fn equal_integers_both_ways() {
    let mut seed = 1_u64;
    let mut random = |bound: u64| {
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % bound
    };
    let names = ["odds", "a,\"b\"", "zoe", "漢字", "x y", "caller", "m"];
    for seats in 2..=6_usize {
        let header: String = ["bot", "place"]
            .iter()
            .flat_map(|word| (1..=seats).map(move |seat| format!(",{word}{seat}")))
            .collect();
        let mut text = format!("rules,deal,table,rotation{header},winner,rounds,actions,faults\n");
        for at in 0..600_u64 {
            let mut bots: Vec<usize> = (0..names.len()).collect();
            for i in (1..bots.len()).rev() {
                bots.swap(i, random(i as u64 + 1) as usize);
            }
            let scores: Vec<u64> = (0..seats).map(|_| random(8)).collect();
            let place = |s: &u64| 1 + scores.iter().filter(|o| *o > s).count();
            let places: Vec<usize> = scores.iter().map(place).collect();
            let quoted = |bot: usize| format!("\"{}\"", names[bot].replace('"', "\"\""));
            text += &format!("a1b2c3d4,{},0,{}", at / 4, at % 4);
            for &bot in &bots[..seats] {
                text += &format!(",{}", quoted(bot));
            }
            if random(20) == 0 {
                text += &",".repeat(seats);
                text += ",,5,20,1:withdrawn\n";
                continue;
            }
            for place in &places {
                text += &format!(",{place}");
            }
            let first: Vec<usize> = (0..seats).filter(|&seat| places[seat] == 1).collect();
            let winner = if first.len() == 1 {
                quoted(bots[first[0]])
            } else {
                String::new()
            };
            let fault = if random(20) == 0 { "1:illegal" } else { "" };
            text += &format!(",{winner},5,20,{fault}\n");
        }
        let manifest = manifest(9, 3, &[]).replace("seats = 2", &format!("seats = {seats}"));
        let file = log(&format!("both-ways-{seats}"), "", Some(&manifest));
        fs::write(&file, text).unwrap();
        let beside = file.with_file_name(COUNTS);
        let _ = fs::remove_file(&beside);
        let plain = rated(std::slice::from_ref(&file)).unwrap();
        let counts = counts_beside(&file, NonZeroUsize::MIN).unwrap().unwrap();
        fs::write(&beside, &counts).unwrap();
        assert_eq!(
            rated(std::slice::from_ref(&file)).unwrap(),
            plain,
            "{seats} seats"
        );
    }
}

#[test]
fn filters() {
    let text = manifest(7, 1, &[("a", "1"), ("b", "1"), ("c", "1")]);
    let mut rows = deals(0..20);
    rows += &(0..20)
        .map(|d| deal(d, "a", "c", [d % 2 == 0, true]))
        .collect::<String>();
    let file = log("filtered", &rows, Some(&text));
    let with = |bots: &[&str], deals| Options {
        filter: Filter {
            bots: bots.iter().map(|&bot| bot.to_owned()).collect(),
            deals,
        },
        ..Options::default()
    };
    for (bots, deals, games, unplayed) in [
        (&["a", "b"][..], None, 40, 0),
        (&["a", "b", "c"], Some(5..=9), 20, 0),
        (&[], Some(19..=30), 4, 0),
        (&["b", "c"], None, 0, 2),
    ] {
        let found = rank(std::slice::from_ref(&file), &with(bots, deals)).unwrap();
        assert_eq!(
            (found.totals.games, found.unplayed.len()),
            (games, unplayed)
        );
        assert!(found.notes.iter().any(|note| note.starts_with("Only ")));
    }
    let error = rank(&[file], &with(&["a", "d"], None))
        .unwrap_err()
        .to_string();
    assert!(
        error.contains("\"d\"") && error.contains("a, b, c"),
        "{error}"
    );
}

/// Files that are no log say so with line and column, whatever they are.
#[test]
fn wrong_files() {
    let header = HEADER.trim_end();
    for (text, line, column) in [
        ("".to_owned(), 1, ""),
        ("\u{89}PNG\r\n\u{1a}\n\0\0\0\rIHDR".to_owned(), 1, "rules"),
        ("name\tscore\na\t1\n".to_owned(), 1, "rules"),
        ("{\"a\": 1}\n".to_owned(), 1, "rules"),
        (header.replace("bot2", "bot3") + "\n", 1, "bot2"),
        (
            format!("{header}\na1b2c3d4,0,0,0,a,b,1,2,b,5,20,\n"),
            2,
            "winner",
        ),
        (
            format!("{header}\n\na1b2c3d4,0,0,x,a,b,1,2,a,5,20,\n"),
            3,
            "rotation",
        ),
    ] {
        let file = log("wrong", "", None);
        fs::write(&file, &text).unwrap();
        let error = rated(&[file]).unwrap_err();
        let RankError::Log(error) = error else {
            panic!("{error:?}")
        };
        assert_eq!(
            (error.line, error.column.as_str()),
            (line, column),
            "{error}"
        );
    }
}
