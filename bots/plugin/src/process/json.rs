//! Requests and replies as lines of JSON.

use super::driver::Wrong;
use super::message::{MOST_BYTES, PROTOCOL, Reply, Request};
use super::words::tame;
use dudo_engine::FaultKind;
use std::fmt::Write;

/// Characters of a refused reply that are quoted.
const QUOTED: usize = 160;

/// Appends a request and the end of its line.
pub(super) fn write(id: u64, request: &Request<'_>, out: &mut Vec<u8>) {
    // What is written is text; it is taken apart and put together again
    // so that nothing is copied.
    let mut text = String::from_utf8(std::mem::take(out)).unwrap_or_default();
    compose(id, request, &mut text);
    text.push_str("}\n");
    *out = text.into_bytes();
}

/// A request of this session within a batch.
pub(super) fn part(session: usize, request: &Request<'_>) -> String {
    let mut text = format!("{{\"session\":{session},\"type\":");
    fields(request, &mut text);
    text.push('}');
    text
}

fn compose(id: u64, request: &Request<'_>, out: &mut String) {
    let _ = write!(out, "{{\"id\":{id},\"type\":");
    fields(request, out);
}

/// The type, and what belongs to it.
fn fields(request: &Request<'_>, out: &mut String) {
    match request {
        Request::Hello { game } => {
            let _ = write!(out, "\"hello\",\"protocol\":{PROTOCOL},\"game\":");
            string(game, out);
        }
        Request::Session(place) => {
            out.push_str("\"session\",\"game\":");
            string(&place.game, out);
            out.push_str(",\"rules\":");
            string(&place.rules, out);
            let _ = write!(
                out,
                ",\"schema\":{},\"seat\":{},\"seats\":{},\"games\":{},\"words\":",
                place.schema.version, place.seat, place.seats, place.games
            );
            match &place.words {
                None => out.push_str("null"),
                Some(file) => string(file, out),
            }
        }
        Request::Game { game, key } => {
            let _ = write!(out, "\"game\",\"game\":{game},\"seed\":\"");
            for byte in key.bytes() {
                let _ = write!(out, "{byte:02x}");
            }
            out.push('"');
        }
        Request::Act { ask, schema, legal } => {
            out.push_str("\"act\",\"view\":");
            schema.json(ask.image, out);
            out.push_str(",\"events\":");
            lines(ask.news, out);
            if *legal {
                out.push_str(",\"legal\":");
                let mut actions = String::new();
                (ask.legal)(&mut actions);
                lines(&actions, out);
            }
        }
        Request::End { news, places } => {
            out.push_str("\"end\",\"events\":");
            lines(news, out);
            out.push_str(",\"places\":[");
            for (index, place) in places.iter().enumerate() {
                let _ = write!(out, "{}{place}", if index == 0 { "" } else { "," });
            }
            out.push(']');
        }
        Request::Batch(calls) => {
            out.push_str("\"batch\",\"calls\":[");
            for (index, call) in calls.iter().enumerate() {
                out.push_str(if index == 0 { "" } else { "," });
                out.push_str(&call.text);
            }
            out.push(']');
        }
    }
}

/// A list with a string per line.
fn lines(text: &str, out: &mut String) {
    out.push('[');
    for (index, line) in text.lines().enumerate() {
        if index > 0 {
            out.push(',');
        }
        string(line, out);
    }
    out.push(']');
}

/// A string with its quotes.
fn string(text: &str, out: &mut String) {
    out.push('"');
    for letter in text.chars() {
        match letter {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\u{0}'..='\u{1f}' | '\u{7f}' => {
                let _ = write!(out, "\\u{:04x}", letter as u32);
            }
            _ => out.push(letter),
        }
    }
    out.push('"');
}

/// Takes the first line and reads it.
///
/// # Errors
/// It is too long, or no reply.
pub(super) fn take(from: &mut Vec<u8>) -> Result<Option<Reply>, Wrong> {
    let Some(end) = from.iter().position(|byte| *byte == b'\n') else {
        return if from.len() > MOST_BYTES {
            Err(too_long())
        } else {
            Ok(None)
        };
    };
    if end > MOST_BYTES {
        return Err(too_long());
    }
    let reply = read(&from[..end]);
    from.drain(..=end);
    reply.map(Some)
}

fn too_long() -> Wrong {
    Wrong {
        kind: FaultKind::TooLong,
        what: format!("a reply of more than {MOST_BYTES} bytes"),
    }
}

/// Reads one line, or the JSON of a frame.
pub(super) fn read(line: &[u8]) -> Result<Reply, Wrong> {
    let malformed = |what: String| Wrong {
        kind: FaultKind::Malformed,
        what,
    };
    let Ok(text) = std::str::from_utf8(line) else {
        return Err(malformed(format!(
            "a reply that is not UTF-8: {}",
            quote(&String::from_utf8_lossy(line))
        )));
    };
    serde_json::from_str(text).map_err(|error| {
        let why = error.to_string();
        // Of the place only the column says anything: it is one line.
        let mut why = why.replace(" at line 1 column ", " at column ");
        if !text.trim_start().starts_with('{') {
            why = "it is not a JSON object".into();
        }
        malformed(format!("no reply: {why}: {}", quote(text)))
    })
}

/// A piece of what a bot wrote, in quotes.
pub(super) fn quote(text: &str) -> String {
    let text = text.trim_end_matches(['\n', '\r']);
    let mut shown: String = text.chars().take(QUOTED).collect();
    if shown.len() < text.len() {
        shown.push('\u{2026}');
    }
    format!("`{}`", tame(&shown))
}
