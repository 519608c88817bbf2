//! The other end of the pipes: hosts a foreign bot that is no program of its own, such
//! as a shared library, so that a crash of it costs one game.

use super::binary::{Asked, answer, asked, refuse};
use crate::foreign::{Ask, Foreign, Line, Venue};
use dudo_engine::{Fault, FaultKind, Key, Lexicon, Schema, Seat};
use std::io::{self, BufRead, ErrorKind, Read, Write};
use std::sync::Arc;

/// Answers for a bot until nothing more is asked. `schema` knows the views of each
/// game by its name.
///
/// # Errors
/// A pipe breaks, or what comes is not of this protocol.
pub fn serve(
    foreign: &dyn Foreign,
    schema: &dyn Fn(&str) -> Option<&'static Schema>,
    input: &mut dyn BufRead,
    output: &mut dyn Write,
) -> io::Result<()> {
    let mut line = String::new();
    if input.read_line(&mut line)? == 0 {
        return Ok(());
    }
    let hello: serde_json::Value = serde_json::from_str(&line)?;
    let said = foreign.hello();
    let reply = serde_json::json!({
        "id": hello["id"],
        "name": said.name,
        "games": said.games,
        "seats": said.seats,
        "refuses": said.refuses,
        "concurrent": said.concurrent,
        "legal": false,
        "form": "binary",
    });
    writeln!(output, "{reply}")?;
    output.flush()?;

    let mut seated: Option<Box<dyn Line>> = None;
    let (mut frame, mut reply) = (Vec::new(), Vec::new());
    while let Some(length) = length(input)? {
        frame.clear();
        let read = input.take(u64::from(length)).read_to_end(&mut frame)?;
        if read < length as usize {
            return Err(ErrorKind::UnexpectedEof.into());
        }
        let (id, asked) = asked(&frame).ok_or(ErrorKind::InvalidData)?;
        reply.clear();
        match carry_out(foreign, schema, &mut seated, &asked) {
            Ok(action) => answer(id, &action, &mut reply),
            Err(fault) => refuse(id, fault.kind, &fault.detail, &mut reply),
        }
        output.write_all(&reply)?;
        output.flush()?;
    }
    Ok(())
}

/// The length of the next frame; `None`: there is none.
fn length(input: &mut dyn BufRead) -> io::Result<Option<u32>> {
    if input.fill_buf()?.is_empty() {
        return Ok(None);
    }
    let mut length = [0; 4];
    input.read_exact(&mut length)?;
    Ok(Some(u32::from_le_bytes(length)))
}

/// Does what is asked; the reply where that was a decision.
fn carry_out(
    foreign: &dyn Foreign,
    schema: &dyn Fn(&str) -> Option<&'static Schema>,
    seated: &mut Option<Box<dyn Line>>,
    asked: &Asked<'_>,
) -> Result<String, Fault> {
    let mut reply = String::new();
    if let Asked::Session { place, version } = asked {
        let schema = schema(place.game).filter(|schema| schema.version == *version);
        let words = place.words.map(std::fs::read_to_string).transpose();
        let words = words.map_err(|error| refused(format!("the word list: {error}")))?;
        let words = words.map(|text| Arc::new(Lexicon::read(&text).0));
        let venue = Venue {
            game: place.game,
            rules: place.rules,
            schema: schema.ok_or_else(|| refused(format!("no views of {}", place.game)))?,
            seat: Seat::new(place.seat.saturating_sub(1)),
            seats: place.seats,
            games: place.games,
            words: words.as_ref(),
        };
        *seated = Some(foreign.seat(&venue));
        return Ok(reply);
    }
    let line = seated.as_mut();
    let line = line.ok_or_else(|| refused("no session has begun".into()))?;
    match asked {
        Asked::Session { .. } => {}
        Asked::Game { game, key } => line.begin(*game, &Key::new(*key))?,
        Asked::Act { image, news } => {
            let ask = Ask {
                image,
                news,
                legal: &|_| {},
                timed: false,
            };
            line.act(&ask, &mut reply)?;
        }
        Asked::End { news, places } => line.end(news, places)?,
    }
    Ok(reply)
}

const fn refused(detail: String) -> Fault {
    Fault {
        kind: FaultKind::Refused,
        detail,
    }
}

#[cfg(test)]
mod tests {
    use super::super::message::{Form, Place, Request};
    use super::*;
    use crate::foreign::Hello;
    use dudo_engine::Imaged;
    use dudo_engine::liars_boggle::LiarsBoggle;
    use std::sync::Mutex;

    /// Writes down what reaches it.
    #[derive(Default)]
    struct Fake {
        hello: Hello,
        heard: Arc<Mutex<Vec<String>>>,
    }

    struct Heard(Arc<Mutex<Vec<String>>>);

    impl Foreign for Fake {
        fn hello(&self) -> &Hello {
            &self.hello
        }

        fn kind(&self) -> &str {
            "fake"
        }

        fn content(&self) -> &str {
            ""
        }

        fn seat(&self, venue: &Venue<'_>) -> Box<dyn Line> {
            let words = venue.words.map(|words| words.len());
            let text = format!(
                "{} {} {} of {} {} {words:?}",
                venue.game, venue.rules, venue.seat, venue.seats, venue.games
            );
            self.heard.lock().unwrap().push(text);
            Box::new(Heard(Arc::clone(&self.heard)))
        }
    }

    impl Line for Heard {
        fn begin(&mut self, game: u64, key: &Key) -> Result<(), Fault> {
            let text = format!("game {game} {}", key.bytes()[31]);
            self.0.lock().unwrap().push(text);
            Ok(())
        }

        fn act(&mut self, ask: &Ask<'_>, reply: &mut String) -> Result<(), Fault> {
            let text = format!("act {:?} {:?}", ask.image, ask.news);
            self.0.lock().unwrap().push(text);
            if ask.image.is_empty() {
                return Err(Fault {
                    kind: FaultKind::Panicked,
                    detail: "index 7".into(),
                });
            }
            reply.push_str("bid whale\nsay \"trust me\" dice 3, valid whale");
            Ok(())
        }

        fn end(&mut self, news: &str, places: &[u8]) -> Result<(), Fault> {
            let text = format!("end {news:?} {places:?}");
            self.0.lock().unwrap().push(text);
            Ok(())
        }
    }

    /// All that is asked arrives, and all replies are read as they were meant.
    #[test]
    fn both_ends_of_the_binary_form_agree() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), "ab\nwhale\n").unwrap();
        let place = Place {
            game: "liars-boggle".into(),
            rules: "liars-boggle(talk=on)".into(),
            schema: LiarsBoggle::SCHEMA,
            seat: 2,
            seats: 3,
            games: 9,
            words: Some(file.path().to_string_lossy().into_owned()),
        };
        let key = Key::new([7; 32]);
        let ask = |image| Ask {
            image,
            news: "1 call\n",
            legal: &|_| {},
            timed: false,
        };
        let (whole, empty) = (ask(&[1, 2, 3]), ask(&[]));
        let schema = LiarsBoggle::SCHEMA;
        let act = |ask| Request::Act {
            ask,
            schema,
            legal: false,
        };
        let requests = [
            Request::Session(&place),
            Request::Game { game: 4, key: &key },
            act(&whole),
            act(&empty),
            Request::End {
                news: "2 out\n",
                places: &[2, 3, 1],
            },
        ];
        let mut input = Vec::new();
        Form::Json.write(1, &Request::Hello { game: "mia" }, &mut input);
        for (id, request) in (10..).zip(&requests) {
            Form::Binary.write(id, request, &mut input);
        }
        let fake = Fake::default();
        let mut output = Vec::new();
        let known = |game: &str| (game == "liars-boggle").then_some(schema);
        serve(&fake, &known, &mut input.as_slice(), &mut output).unwrap();

        let hello = Form::Json.take(&mut output).unwrap().unwrap();
        assert_eq!(hello.id, 1);
        assert_eq!(hello.greeting().form, Form::Binary);
        for id in 10..15 {
            let reply = Form::Binary.take(&mut output).unwrap().unwrap();
            assert_eq!(reply.id, id);
            match id {
                12 => {
                    assert_eq!(reply.action.as_deref(), Some("bid whale"));
                    assert_eq!(reply.say.as_deref(), Some("trust me"));
                    assert_eq!(reply.claims, ["dice 3", "valid whale"]);
                }
                13 => {
                    assert_eq!(reply.error.as_deref(), Some("panicked"));
                    assert_eq!(reply.detail.as_deref(), Some("index 7"));
                }
                _ => assert_eq!(reply.action.as_deref(), Some("")),
            }
        }
        assert!(output.is_empty());
        assert_eq!(
            *fake.heard.lock().unwrap(),
            [
                "liars-boggle liars-boggle(talk=on) 2 of 3 9 Some(2)",
                "game 4 7",
                "act [1, 2, 3] \"1 call\\n\"",
                "act [] \"1 call\\n\"",
                "end \"2 out\\n\" [2, 3, 1]",
            ]
        );
    }

    #[test]
    fn what_is_cut_off_is_an_error_and_no_panic() {
        let schema = |_: &str| None;
        for input in [
            &b"no json\n"[..],
            b"{\"id\":1}\n\x05\0\0\0ab",
            b"{\"id\":1}\n\x01\0",
            b"{\"id\":1}\n\x02\0\0\0ab",
        ] {
            let mut input = input;
            let served = serve(&Fake::default(), &schema, &mut input, &mut Vec::new());
            assert!(served.is_err());
        }
    }
}
