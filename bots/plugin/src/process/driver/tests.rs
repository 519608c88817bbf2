//! Scripted processes on virtual time: what a bot does and when is exact, so
//! that a deadline is met or missed by a nanosecond.

mod scripted;

use super::*;
use crate::foreign::Ask;
use dudo_engine::Key;
use scripted::{Deed, LIMITS, MS, NOW, SCHEMA, act, reply, scripted};

/// What a bot does when asked.
type Script = fn(u64) -> Vec<(Duration, Deed)>;

/// That, with a name, and the verdict.
type Row = (&'static str, Script, &'static str);

const NANO: Duration = Duration::from_nanos(1);

/// One decision each. An empty verdict: the reply counts.
const ROWS: &[Row] = &[
    ("answers at once", |id| vec![(NOW, reply(id))], ""),
    ("sleeps to the limit", |id| vec![(MS * 700, reply(id))], ""),
    (
        "sleeps past the limit",
        |id| vec![(MS * 700 + NANO, reply(id))],
        "timed-out: no reply within 700 ms",
    ),
    (
        "works to the limit",
        |id| vec![(NOW, Deed::Work(100)), (MS * 100, reply(id))],
        "",
    ),
    (
        "works past the limit",
        |id| vec![(NOW, Deed::Work(100)), (MS * 100 + NANO * 100, reply(id))],
        "timed-out: worked for more than 100 ms",
    ),
    (
        "works on two cores past the limit",
        |id| vec![(NOW, Deed::Work(200)), (MS * 50 + NANO * 100, reply(id))],
        "timed-out: worked for more than 100 ms",
    ),
    (
        "gets a tenth of a core and needs 60 ms of work",
        |id| vec![(NOW, Deed::Work(10)), (MS * 600, reply(id))],
        "",
    ),
    (
        "works for ever",
        |_| vec![(NOW, Deed::Work(100))],
        "timed-out: worked for more than 100 ms",
    ),
    ("hangs", |_| vec![], "timed-out: no reply within 700 ms"),
    (
        "hangs within a reply",
        |id| vec![(MS, Deed::Print(format!("{{\"id\":{id}")))],
        "timed-out: no whole reply within 700 ms; unfinished: `{\"id\":11`",
    ),
    (
        "prints for ever, slowly, without a newline",
        |_| {
            (0..2000)
                .map(|at| (MS * at, Deed::Print("x".into())))
                .collect()
        },
        "timed-out: no whole reply within 700 ms; unfinished: `xxxxxxx",
    ),
    (
        "prints ten megabytes without a newline",
        |_| vec![(MS, Deed::Bytes(vec![b'x'; 10 << 20]))],
        "too-long: a reply of more than 65536 bytes",
    ),
    (
        "prints a line that is just too long",
        |_| {
            let mut line = vec![b' '; MOST_BYTES + 1];
            line.push(b'\n');
            vec![(MS, Deed::Bytes(line))]
        },
        "too-long: a reply of more than 65536 bytes",
    ),
    (
        "prints a reply that is as long as may be",
        |id| {
            let text = format!("{{\"id\":{id},\"action\":\"bid 3x5\"}}");
            let spaces = " ".repeat(MOST_BYTES - text.len());
            vec![(MS, Deed::Print(text + &spaces + "\n"))]
        },
        "",
    ),
    (
        "prints a banner",
        |id| vec![(MS, Deed::Print("Welcome!\n".into())), (MS, reply(id))],
        "malformed: no reply: it is not a JSON object: `Welcome!`",
    ),
    (
        "prints bytes that are no text",
        |_| vec![(MS, Deed::Bytes(b"{\"id\":\"\xff\xfe\"}\n".to_vec()))],
        "malformed: a reply that is not UTF-8",
    ),
    (
        "replies without a number",
        |_| vec![(MS, Deed::Print("{\"action\":\"bid 3x5\"}\n".into()))],
        "malformed: no reply: missing field `id`",
    ),
    (
        "replies to what was not asked yet",
        |id| vec![(MS, reply(id + 1)), (MS, reply(id))],
        "early: a reply to a question that was not asked",
    ),
    (
        "steers the terminal",
        |_| vec![(MS, Deed::Print("\u{1b}[2J\u{202e}=cmd\n".into()))],
        "malformed: no reply: it is not a JSON object: `\\u{1b}[2J\\u{202e}=cmd`",
    ),
    (
        "closes its output",
        |_| vec![(MS, Deed::CloseOutput)],
        "exited: closed its standard output",
    ),
    (
        "exits",
        |_| vec![(MS, Deed::Exit(3))],
        "exited: exited with code 3",
    ),
    (
        "exits, a moment after its pipes",
        |_| vec![(MS, Deed::CloseOutput), (MS * 900, Deed::Signal(11))],
        "signalled: killed by signal 11 (segmentation fault)",
    ),
    (
        "exits after its reply",
        |id| vec![(MS, reply(id)), (MS, Deed::Exit(0))],
        "",
    ),
    (
        "exits within its reply",
        |id| {
            vec![
                (MS, Deed::Print(format!("{{\"id\":{id},\"act"))),
                (MS, Deed::Exit(0)),
            ]
        },
        "exited: exited with code 0; unfinished: `{\"id\":11,\"act`",
    ),
    (
        "leaves a traceback",
        |_| {
            let words = "Traceback:\n  File \"x.py\"\nKeyError: 'dice'\n";
            vec![(MS, Deed::Error(words)), (MS * 2, Deed::Exit(1))]
        },
        "exited: exited with code 1; standard error ends: Traceback: |   File \"x.py\" | KeyError: 'dice'",
    ),
    (
        "runs out of memory in Python",
        |_| vec![(MS, Deed::Error("MemoryError\n")), (MS * 2, Deed::Exit(1))],
        "out-of-memory: exited with code 1; standard error ends: MemoryError",
    ),
    (
        "is aborted",
        |_| vec![(MS, Deed::Signal(6))],
        "signalled: killed by signal 6 (abort)",
    ),
    (
        "reports a panic",
        |id| {
            vec![(
                MS,
                Deed::Print(format!(
                    "{{\"id\":{id},\"error\":\"panicked\",\"detail\":\"index 7\\nout of range\"}}\n"
                )),
            )]
        },
        "panicked: index 7\\nout of range",
    ),
    (
        "reports what is no reason",
        |id| {
            vec![(
                MS,
                Deed::Print(format!("{{\"id\":{id},\"error\":\"bored\"}}\n")),
            )]
        },
        "malformed: gives up for `bored`, which is no reason",
    ),
];

#[test]
fn one_decision() {
    for (name, script, verdict) in ROWS {
        let mut driver = scripted(script);
        let outcome = act(&mut driver);
        match outcome {
            Ok(action) => assert_eq!((action.as_str(), *verdict), ("bid 3x5", ""), "{name}"),
            Err(fault) => {
                assert!(!verdict.is_empty(), "{name}: {fault}");
                assert!(fault.starts_with(verdict), "{name}: {fault}");
            }
        }
        // Nothing lasts longer than the limit and the wait for a crash.
        assert!(driver.body.now <= LIMITS.wall + LAST_BREATH + MS, "{name}");
    }
}

/// What is found out at the question after.
#[test]
fn two_decisions() {
    let rows: &[Row] = &[
        (
            "two answers at once",
            |id| vec![(MS, reply(id)), (MS, reply(id))],
            "early: a second reply to one question",
        ),
        (
            "a second answer, late",
            |id| vec![(MS, reply(id)), (MS * 5, reply(id))],
            "early: a second reply to one question",
        ),
        (
            "guesses the next number",
            |id| vec![(MS, reply(id)), (MS, reply(id + 1))],
            "early: a reply to a question that was not asked",
        ),
        (
            "always says the same number",
            |_| vec![(MS, reply(next(0)))],
            "early: a second reply to one question",
        ),
        (
            "closes its input",
            |id| vec![(MS, reply(id)), (MS, Deed::CloseInput)],
            "exited: closed its standard input",
        ),
        (
            "exits after its reply",
            |id| vec![(MS, reply(id)), (MS, Deed::Exit(0))],
            "exited: exited with code 0",
        ),
        (
            "prints without being asked",
            |id| vec![(MS, reply(id)), (MS, Deed::Print("debug\n".into()))],
            "malformed: no reply: it is not a JSON object: `debug`",
        ),
    ];
    for (name, script, verdict) in rows {
        let mut driver = scripted(script);
        assert_eq!(act(&mut driver).as_deref(), Ok("bid 3x5"), "{name}");
        let fault = act(&mut driver).expect_err(name);
        assert!(fault.starts_with(verdict), "{name}: {fault}");
    }
}

/// Numbers that were answered long ago are another matter than a second reply.
#[test]
fn a_reply_to_another_question() {
    let mut first = None;
    let mut asked = 0;
    let mut driver = scripted(move |id| {
        asked += 1;
        let first = *first.get_or_insert(id);
        vec![(MS, reply(if asked == 3 { first } else { id }))]
    });
    assert!(act(&mut driver).is_ok() && act(&mut driver).is_ok());
    let fault = act(&mut driver).expect_err("the third");
    assert_eq!(fault, "wrong-id: a reply to another question than the last");
}

/// Whether the pipe was closed before or after the next request is chance and
/// must not show.
#[test]
fn a_bot_that_closes_its_input_late() {
    for after in [0, 5] {
        let mut asked = 0;
        let mut driver = scripted(move |id| {
            asked += 1;
            match asked {
                1 => vec![(MS, reply(id)), (MS * (1 + after), Deed::CloseInput)],
                _ => vec![],
            }
        });
        assert!(act(&mut driver).is_ok());
        let fault = act(&mut driver).expect_err("it hears nothing");
        assert_eq!(fault, "exited: closed its standard input");
    }
}

/// Who is asleep between its turns has all of its time when it is asked.
#[test]
fn nobody_works_on_an_opponents_time() {
    let mut driver = scripted(|id| vec![(NOW, Deed::Work(100)), (MS * 90, reply(id))]);
    for _ in 0..10 {
        assert!(act(&mut driver).is_ok());
        let later = driver.body.now + MS * 10_000;
        driver.body.pass(later);
    }
    assert_eq!(driver.body.used, MS * 900);
}

/// A pipe that stays full: the request is never written, and the wait is bounded.
#[test]
fn a_bot_that_does_not_read() {
    let mut driver = scripted(|id| vec![(MS, reply(id))]);
    driver.body.room = 10;
    let fault = act(&mut driver).expect_err("it reads nothing");
    assert_eq!(fault, "timed-out: has not read its request within 700 ms");
}

#[test]
fn what_is_left_of_a_game_is_the_limit() {
    let mut driver = scripted(|id| vec![(NOW, Deed::Work(100)), (MS * 40, reply(id))]);
    let end = |driver: &mut Driver<_>, left: u64| {
        let limits = Allowance {
            work: Some(MS * left as u32),
            game: Some(MS * 90),
            ..LIMITS
        };
        let request = Request::End {
            news: "",
            places: &[1, 2],
        };
        driver.call(&request, limits, true).map(|_| driver.spent())
    };
    assert_eq!(end(&mut driver, 90), Ok(MS * 40));
    assert_eq!(end(&mut driver, 50), Ok(MS * 40));
    let fault = end(&mut driver, 10).expect_err("it is used up");
    assert_eq!(fault.detail, "has used up the game's 90 ms");
}

#[test]
fn under_the_timer_a_decision_is_shorter_and_the_verdict_says_so() {
    let rows: [(Script, &str); 5] = [
        (|id| vec![(NOW, Deed::Work(100)), (MS * 30, reply(id))], ""),
        (
            |id| vec![(NOW, Deed::Work(100)), (MS * 30 + NANO * 100, reply(id))],
            "worked for more than 30 ms under the timer",
        ),
        (|id| vec![(MS * 350, reply(id))], ""),
        (
            |id| vec![(MS * 350 + NANO, reply(id))],
            "no reply within 350 ms under the timer",
        ),
        (
            |_| vec![(MS, Deed::Print("{".into()))],
            "no whole reply within 350 ms under the timer; unfinished: `{`",
        ),
    ];
    for (script, verdict) in rows {
        let limits = Allowance {
            work: Some(MS * 30),
            wall: MS * 350,
            timer: true,
            ..LIMITS
        };
        let mut driver = scripted(script);
        let request = Request::End {
            news: "",
            places: &[1, 2],
        };
        match driver.call(&request, limits, false) {
            Ok(_) => assert_eq!(verdict, ""),
            Err(fault) => {
                assert_eq!((fault.kind, &*fault.detail), (FaultKind::TimedOut, verdict));
            }
        }
    }
}

#[test]
fn requests_as_they_are_documented() {
    let place = super::super::message::Place {
        game: "liars-dice".into(),
        rules: "liars-dice(ones=\"wild\")".into(),
        schema: SCHEMA,
        seat: 2,
        seats: 3,
        games: 50,
        words: None,
    };
    let ask = Ask {
        image: &[1, 255],
        news: "2 bid 3x5\n1 say \"a\\\\b\"\n",
        legal: &|out| out.push_str("challenge\n"),
        timed: false,
    };
    let key = Key::new([0xab; 32]);
    let rows = [
        (
            Request::Hello { game: "mia" },
            r#"{"id":7,"type":"hello","protocol":1,"game":"mia"}"#,
        ),
        (
            Request::Session(&place),
            r#"{"id":7,"type":"session","game":"liars-dice","rules":"liars-dice(ones=\"wild\")","schema":1,"seat":2,"seats":3,"games":50,"words":null}"#,
        ),
        (
            Request::Game { game: 3, key: &key },
            r#"{"id":7,"type":"game","game":3,"seed":"abababababababababababababababababababababababababababababababab"}"#,
        ),
        (
            Request::End {
                news: "",
                places: &[1, 3, 2],
            },
            r#"{"id":7,"type":"end","events":[],"places":[1,3,2]}"#,
        ),
    ];
    for (request, expected) in rows {
        let mut out = Vec::new();
        Form::Json.write(7, &request, &mut out);
        assert_eq!(String::from_utf8(out).unwrap(), format!("{expected}\n"));
    }
    let act = |legal| {
        let mut out = Vec::new();
        let request = Request::Act {
            ask: &ask,
            schema: SCHEMA,
            legal,
        };
        Form::Json.write(7, &request, &mut out);
        let read: serde_json::Value = serde_json::from_slice(&out).expect("JSON");
        assert_eq!(read["events"][1], "1 say \"a\\\\b\"");
        read
    };
    assert_eq!(act(true)["legal"][0], "challenge");
    assert!(act(false).get("legal").is_none());
}

proptest::proptest! {
    /// Whatever a bot prints: no panic, and the end in bounded time.
    #[test]
    fn any_bytes(pieces in proptest::collection::vec((0u32..400, proptest::collection::vec(proptest::num::u8::ANY, 0..200)), 0..8)) {
        let mut driver = scripted(|_| {
            let mut at = NOW;
            pieces.iter().map(|(after, bytes)| {
                at += MS * *after;
                (at, Deed::Bytes(bytes.clone()))
            }).collect()
        });
        proptest::prop_assert!(act(&mut driver).is_err());
        proptest::prop_assert!(driver.body.now <= LIMITS.wall + LAST_BREATH + MS);
    }

    /// Frames of any bytes are read without a panic.
    #[test]
    fn any_frame(bytes in proptest::collection::vec(proptest::num::u8::ANY, 0..300)) {
        let mut frame = (bytes.len() as u32).to_le_bytes().to_vec();
        frame.extend_from_slice(&bytes);
        let _ = Form::Binary.take(&mut frame);
    }
}
