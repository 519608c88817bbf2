//! Requests and replies as frames, for compiled bots.
//!
//! A frame is its length (4 bytes, without themselves) and then as many bytes;
//! numbers are little-endian, a text is its length (4 bytes) and its UTF-8.

use super::driver::Wrong;
use super::json;
use super::message::{MOST_BYTES, Reply, Request};
use dudo_engine::{FaultKind, Talk};

/// Appends a request and the length before it.
pub(super) fn write(id: u64, request: &Request<'_>, out: &mut Vec<u8>) {
    let start = out.len();
    out.extend_from_slice(&[0; 4]);
    out.extend_from_slice(&id.to_le_bytes());
    match request {
        // Hello is always JSON: who answers it has not chosen yet.
        Request::Hello { .. } => out.push(1),
        // Nobody who asked for frames is asked in batches.
        Request::Batch(_) => out.push(6),
        Request::Session(place) => {
            out.push(2);
            text(&place.game, out);
            text(&place.rules, out);
            out.extend_from_slice(&place.schema.version.to_le_bytes());
            out.push(place.seat as u8);
            out.push(place.seats as u8);
            out.extend_from_slice(&place.games.to_le_bytes());
            text(place.words.as_deref().unwrap_or_default(), out);
        }
        Request::Game { game, key } => {
            out.push(3);
            out.extend_from_slice(&game.to_le_bytes());
            out.extend_from_slice(&key.bytes());
        }
        Request::Act { ask, legal, .. } => {
            out.push(4);
            bytes(ask.image, out);
            text(ask.news, out);
            let mut actions = String::new();
            if *legal {
                (ask.legal)(&mut actions);
            }
            text(&actions, out);
        }
        Request::End { news, places } => {
            out.push(5);
            text(news, out);
            bytes(places, out);
        }
    }
    let length = (out.len() - start - 4) as u32;
    out[start..start + 4].copy_from_slice(&length.to_le_bytes());
}

fn text(text: &str, out: &mut Vec<u8>) {
    bytes(text.as_bytes(), out);
}

fn bytes(bytes: &[u8], out: &mut Vec<u8>) {
    out.extend_from_slice(&(bytes.len() as u32).to_le_bytes());
    out.extend_from_slice(bytes);
}

/// Takes the first frame and reads it.
///
/// # Errors
/// It is too long, or no reply.
pub(super) fn take(from: &mut Vec<u8>) -> Result<Option<Reply>, Wrong> {
    let Some((length, _)) = from.split_first_chunk() else {
        return Ok(None);
    };
    let length = u32::from_le_bytes(*length) as usize;
    if length > MOST_BYTES {
        return Err(Wrong {
            kind: FaultKind::TooLong,
            what: format!("a frame of {length} bytes; {MOST_BYTES} are allowed"),
        });
    }
    let Some(frame) = from.get(4..4 + length) else {
        return Ok(None);
    };
    let reply = read(frame);
    from.drain(..4 + length);
    reply.map(Some)
}

fn read(frame: &[u8]) -> Result<Reply, Wrong> {
    let malformed = |what: &str| Wrong {
        kind: FaultKind::Malformed,
        what: format!(
            "no reply: {what}: {}",
            json::quote(&String::from_utf8_lossy(frame))
        ),
    };
    let short = || malformed("the frame is too short");
    let (id, rest) = frame.split_first_chunk().ok_or_else(short)?;
    let (&failed, mut rest) = rest.split_first().ok_or_else(short)?;
    let mut field = || {
        let (length, after) = rest.split_first_chunk().ok_or_else(short)?;
        let length = u32::from_le_bytes(*length) as usize;
        let (field, after) = after.split_at_checked(length).ok_or_else(short)?;
        rest = after;
        String::from_utf8(field.to_vec()).map_err(|_| malformed("a text that is not UTF-8"))
    };
    let (first, second) = (field()?, field()?);
    let mut reply = Reply::default();
    reply.id = u64::from_le_bytes(*id);
    match failed {
        0 => {
            reply.action = Some(first);
            reply.say = Some(second).filter(|said| !said.is_empty());
            while !rest.is_empty() {
                let (length, after) = rest.split_first_chunk().ok_or_else(short)?;
                let length = u32::from_le_bytes(*length) as usize;
                let (claim, after) = after.split_at_checked(length).ok_or_else(short)?;
                rest = after;
                let claim = String::from_utf8(claim.to_vec());
                reply
                    .claims
                    .push(claim.map_err(|_| malformed("a text that is not UTF-8"))?);
            }
        }
        1 => {
            reply.error = Some(first);
            reply.detail = Some(second);
        }
        _ => return Err(malformed("its status is neither 0 nor 1")),
    }
    Ok(reply)
}

/// A request, as it is read by who is asked.
pub(super) enum Asked<'a> {
    /// A session begins.
    Session {
        /// Where.
        place: Seating<'a>,
        /// The version of the views.
        version: u16,
    },
    /// A game begins.
    Game { game: u64, key: [u8; 32] },
    /// A decision.
    Act { image: &'a [u8], news: &'a str },
    /// A game has ended.
    End { news: &'a str, places: &'a [u8] },
}

/// Where the bot sits.
pub(super) struct Seating<'a> {
    pub(super) game: &'a str,
    pub(super) rules: &'a str,
    pub(super) seat: usize,
    pub(super) seats: usize,
    pub(super) games: u64,
    pub(super) words: Option<&'a str>,
}

/// The request of a frame, and its number; `None` where it is none.
pub(super) fn asked(frame: &[u8]) -> Option<(u64, Asked<'_>)> {
    let mut rest = Rest(frame);
    let id = u64::from_le_bytes(rest.array()?);
    let asked = match rest.array()? {
        [2] => {
            let (game, rules) = (rest.text()?, rest.text()?);
            let version = u16::from_le_bytes(rest.array()?);
            let [seat, seats] = rest.array()?;
            let games = u64::from_le_bytes(rest.array()?);
            let place = Seating {
                game,
                rules,
                seat: seat.into(),
                seats: seats.into(),
                games,
                words: Some(rest.text()?).filter(|words| !words.is_empty()),
            };
            Asked::Session { place, version }
        }
        [3] => Asked::Game {
            game: u64::from_le_bytes(rest.array()?),
            key: rest.array()?,
        },
        [4] => Asked::Act {
            image: rest.bytes()?,
            news: rest.text()?,
        },
        [5] => Asked::End {
            news: rest.text()?,
            places: rest.bytes()?,
        },
        _ => return None,
    };
    Some((id, asked))
}

/// What is left of a frame.
struct Rest<'a>(&'a [u8]);

impl<'a> Rest<'a> {
    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (array, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*array)
    }

    fn bytes(&mut self) -> Option<&'a [u8]> {
        let length = u32::from_le_bytes(self.array()?) as usize;
        let (bytes, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(bytes)
    }

    fn text(&mut self) -> Option<&'a str> {
        std::str::from_utf8(self.bytes()?).ok()
    }
}

/// Appends the reply to a request; `said` is an action and, below it, talk in
/// notation.
pub(super) fn answer(id: u64, said: &str, out: &mut Vec<u8>) {
    let (action, talk) = said.split_once('\n').unwrap_or((said, ""));
    framed(id, 0, out, |out| {
        text(action, out);
        match talk.parse::<Talk>() {
            Ok(talk) => {
                text(talk.text(), out);
                for claim in talk.claims() {
                    text(&claim.to_string(), out);
                }
            }
            // What is no talk in notation will be none as a text either.
            Err(_) => text(talk, out),
        }
    });
}

/// Appends the reply of a bot that gives up.
pub(super) fn refuse(id: u64, kind: FaultKind, detail: &str, out: &mut Vec<u8>) {
    framed(id, 1, out, |out| {
        text(kind.word(), out);
        text(detail, out);
    });
}

fn framed(id: u64, status: u8, out: &mut Vec<u8>, fields: impl FnOnce(&mut Vec<u8>)) {
    let start = out.len();
    out.extend_from_slice(&[0; 4]);
    out.extend_from_slice(&id.to_le_bytes());
    out.push(status);
    fields(out);
    let length = (out.len() - start - 4) as u32;
    out[start..start + 4].copy_from_slice(&length.to_le_bytes());
}
