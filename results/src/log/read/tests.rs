use super::*;

const HEADER: &str =
    "rules,deal,table,rotation,bot1,bot2,place1,place2,winner,rounds,actions,faults\n";

fn read(text: &str) -> Result<(Vec<Row>, Names, u64), LogError> {
    let mut names = Names::new();
    let mut reader = LogReader::new(text.as_bytes(), "games.csv".to_owned())?;
    let mut rows = Vec::new();
    while let Some(row) = reader.next(&mut names)? {
        rows.push(*row);
    }
    Ok((rows, names, reader.repeats()))
}

#[test]
fn a_plain_log() {
    let text = format!(
        "{HEADER}a1b2c3d4,0,0,0,odds,\"a,\"\"b\",2,1,\"a,\"\"b\",9,31,\n\
         a1b2c3d4,0,0,1,\"a,\"\"b\",odds,1,1,,9,,1:illegal;2:timed-out\n\
         a1b2c3d4,1,0,0,odds,\"a,\"\"b\",,,,,,2:withdrawn\n"
    );
    let (rows, names, _) = read(&text).unwrap();
    assert_eq!(rows.len(), 3);
    assert_eq!(rows[0].places(), [2, 1]);
    assert_eq!((rows[0].rounds, rows[0].actions), (Some(9), Some(31)));
    assert_eq!(names.name(rows[0].bots()[1]), "a,\"b");
    assert_eq!(rows[1].faulted(), 0b11);
    assert_eq!(rows[1].actions, None);
    assert!(rows[2].withdrawn() && rows[2].places().is_empty());
}

#[test]
fn marks_line_ends_and_torn_lines_are_tolerated() {
    let row = "a1b2c3d4,0,0,0,x,y,1,2,x,9,31,";
    for (text, rows) in [
        (format!("{HEADER}{row}\n"), 1),
        (format!("\u{feff}{HEADER}{row}\n"), 1),
        (format!("{HEADER}{row}\n").replace('\n', "\r\n"), 1),
        (format!("{HEADER}{row}\n\n"), 1),
        (format!("{HEADER}{row}"), 0),
        (format!("{HEADER}{row}\na1b2"), 1),
        (format!("{HEADER}{row}\na1b2c3d4,1,0,0,\"x"), 1),
        (HEADER.to_owned(), 0),
        (HEADER.trim_end().to_owned(), 0),
        (format!("{HEADER}{row}\n{row}\n"), 1),
    ] {
        assert_eq!(
            read(&text).map(|(rows, _, _)| rows.len()),
            Ok(rows),
            "{text}"
        );
    }
    let twice = format!("{HEADER}{row}\n{row}\n");
    assert_eq!(read(&twice).unwrap().2, 1);
}

#[test]
fn tables_of_two_to_eight() {
    for seats in 2..=8 {
        let list = |f: &dyn Fn(usize) -> String| (1..=seats).map(f).collect::<Vec<_>>().join(",");
        let text = format!(
            "rules,deal,table,rotation,{},{},winner,rounds,actions,faults\n\
             00000000,5,6,7,{},{},b1,1,2,{seats}:panicked\n",
            list(&|i| format!("bot{i}")),
            list(&|i| format!("place{i}")),
            list(&|i| format!("b{i}")),
            list(&|i| i.to_string()),
        );
        let (rows, _, _) = read(&text).unwrap();
        assert_eq!(rows[0].seats, seats);
        assert_eq!(rows[0].places().len(), seats);
        assert_eq!(rows[0].faulted(), 1 << (seats - 1));
    }
}

#[test]
fn broken_rows_name_line_and_column() {
    let good = "a1b2c3d4,0,0,0,x,y,1,2,x,9,31,";
    for (row, column) in [
        ("a1b2c3d,1,0,0,x,y,1,2,x,9,31,", "rules"),
        ("a1b2c3dg,1,0,0,x,y,1,2,x,9,31,", "rules"),
        ("ffffffff,1,0,0,x,y,1,2,x,9,31,", "rules"),
        ("a1b2c3d4,,0,0,x,y,1,2,x,9,31,", "deal"),
        ("a1b2c3d4,-1,0,0,x,y,1,2,x,9,31,", "deal"),
        ("a1b2c3d4,18446744073709551616,0,0,x,y,1,2,x,9,31,", "deal"),
        ("a1b2c3d4,1,0.5,0,x,y,1,2,x,9,31,", "table"),
        ("a1b2c3d4,1,0, 0,x,y,1,2,x,9,31,", "rotation"),
        ("a1b2c3d4,1,0,0,,y,1,2,x,9,31,", "bot1"),
        ("a1b2c3d4,1,0,0,x,x,1,2,x,9,31,", "bot2"),
        ("a1b2c3d4,1,0,0,x,=1,1,2,x,9,31,", "bot2"),
        ("a1b2c3d4,1,0,0,x,a\u{1}b,1,2,x,9,31,", "bot2"),
        ("a1b2c3d4,1,0,0,x,y,0,1,x,9,31,", "place1"),
        ("a1b2c3d4,1,0,0,x,y,1,3,x,9,31,", "place2"),
        ("a1b2c3d4,1,0,0,x,y,2,2,,9,31,", "place1"),
        ("a1b2c3d4,1,0,0,x,y,1,,x,9,31,", "place2"),
        ("a1b2c3d4,1,0,0,x,y,,,,9,31,", "place1"),
        ("a1b2c3d4,1,0,0,x,y,,,,9,31,1:illegal", "place1"),
        ("a1b2c3d4,1,0,0,x,y,1,2,x,9,31,1:withdrawn", "place1"),
        ("a1b2c3d4,1,0,0,x,y,1,2,y,9,31,", "winner"),
        ("a1b2c3d4,1,0,0,x,y,1,1,y,9,31,", "winner"),
        ("a1b2c3d4,1,0,0,x,y,1,2,,9,31,", "winner"),
        ("a1b2c3d4,1,0,0,x,y,1,2,x,nine,31,", "rounds"),
        ("a1b2c3d4,1,0,0,x,y,1,2,x,9,3.1,", "actions"),
        ("a1b2c3d4,1,0,0,x,y,1,2,x,9,31,illegal", "faults"),
        ("a1b2c3d4,1,0,0,x,y,1,2,x,9,31,3:illegal", "faults"),
        ("a1b2c3d4,1,0,0,x,y,1,2,x,9,31,1:illegal;", "faults"),
        ("a1b2c3d4,0,0,0,x,y,2,1,y,9,31,", "deal"),
        ("a1b2c3d4,1,0,0,x,y,1,2,x,9,31", ""),
        ("a1b2c3d4,1,0,0,x,y,1,2,x,9,31,,", ""),
        ("a1b2c3d4,1,0,0,\"x,y,1,2,x,9,31,", ""),
    ] {
        let error = read(&format!("{HEADER}{good}\n{row}\n")).unwrap_err();
        assert_eq!(
            (error.line, error.column.as_str()),
            (3, column),
            "{row}: {error}"
        );
        assert!(error.to_string().starts_with("games.csv: line 3"));
    }
}

/// A row whose bots and places were seen before is read as if they had not.
#[test]
fn a_text_that_is_known_changes_nothing() {
    let rows = [
        "7,8,9,x,y,1,2,x,9,31,",
        "007,8,9,x,y,1,2,x,,,",
        "18446744073709551615,8,9,x,y,1,2,x,18446744073709551615,0,",
        "7,8,9,x,y,2,1,y,9,31,",
        "7,8,9,y,x,1,2,y,9,31,",
        "7,8,9,\"x\",y,1,2,x,9,31,",
        "7,8,9,x,y,1,2,x,9,31,2:illegal",
        "7,8,9,x,y,,,,,,2:withdrawn",
        "7,8,9,x,y,1,1,,9,31,",
    ];
    let seen: String = (1..9)
        .map(|deal| format!("a1b2c3d4,{deal},0,0,x,y,1,2,x,9,31,\n"))
        .collect();
    for row in rows {
        let alone = format!("{HEADER}a1b2c3d4,0,0,0,x,y,1,1,,9,31,\na1b2c3d4,{row}\n");
        let behind = format!("{HEADER}{seen}a1b2c3d4,{row}\n");
        let [alone, behind] = [alone, behind].map(|text| read(&text).unwrap().0);
        assert_eq!(alone.last(), behind.last(), "{row}");
        assert_eq!((alone.len(), behind.len()), (2, 9), "{row}");
    }
}

#[test]
fn broken_headers() {
    for (header, column) in [
        (HEADER.replace("deal", "seed"), "deal"),
        (HEADER.replace("place2", "place3"), "place2"),
        (HEADER.replace(",faults", ""), ""),
        (HEADER.replace(",faults", ",faults,extra"), ""),
        ("rules\n".to_owned(), ""),
        ("a;b;c\n".to_owned(), "rules"),
        (String::new(), ""),
    ] {
        let error = read(&header).unwrap_err();
        assert_eq!((error.line, error.column.as_str()), (1, column), "{error}");
    }
}

/// A writer that was killed leaves a part of a header; anything else is no log.
#[test]
fn torn_headers() {
    let header = HEADER.trim_end();
    for (text, torn) in [
        ("r", true),
        ("rules,deal,table,rotation,bot1,bot2,bot3,bo", true),
        ("\u{feff}rules,de", true),
        (header, true),
        (&format!("{header}\r"), true),
        ("", false),
        ("x", false),
        ("rules,deal;", false),
        (&format!("{header},extra"), false),
        ("rules,deal,table,rotation,bot1,place1", false),
        (&"\0".repeat(5000), false),
    ] {
        match read(text) {
            Ok((rows, _, _)) => assert!(torn && rows.is_empty(), "{text}"),
            Err(error) => assert!(!torn && error.line == 1, "{error}"),
        }
    }
}

#[test]
fn names_that_are_not_utf8() {
    let mut text = HEADER.as_bytes().to_vec();
    text.extend_from_slice(b"a1b2c3d4,0,0,0,x,\xff,1,2,x,9,31,\n");
    let mut reader = LogReader::new(&text[..], "games.csv".to_owned()).unwrap();
    let error = reader.next(&mut Names::new()).unwrap_err();
    assert_eq!(error.column, "bot2");
}

#[test]
fn the_message_reads_well() {
    let error = read(&format!("{HEADER}a1b2c3d4,0,0,0,x,y,1,3,x,9,31,\n")).unwrap_err();
    assert_eq!(
        error.to_string(),
        "games.csv: line 2, column place2: found \"3\", expected a place, 1 to 2"
    );
}

proptest::proptest! {
    /// Whatever the bytes are, the reader says what is wrong and goes on.
    #[test]
    fn no_bytes_break_the_reader(
        rows in proptest::collection::vec("(a1b2c3d4|[0-9a-f]{0,9})(,([0-9]{0,3}|[a-c\"\r]{0,3})){9,13}", 0..6),
        tail in proptest::collection::vec(proptest::prelude::any::<u8>(), 0..40),
    ) {
        let mut text = HEADER.as_bytes().to_vec();
        for row in rows {
            text.extend_from_slice(row.as_bytes());
            text.push(b'\n');
        }
        text.extend_from_slice(&tail);
        let mut names = Names::new();
        let mut reader = LogReader::new(&text[..], "games.csv".to_owned()).unwrap();
        while let Ok(Some(_)) = reader.next(&mut names) {}
        // Also as a header.
        let _ = LogReader::new(&tail[..], "games.csv".to_owned());
    }
}
