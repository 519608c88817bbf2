//! One question to a process that nobody needs longer: bytes in, bytes out.

use super::body::{Body, Closed, How};
use super::child::{Child, Launch, Ways};
use super::words::Words;
use std::fmt;
use std::io;
use std::sync::Arc;
use std::time::Duration;

/// Why there is no answer.
#[derive(Debug)]
pub(crate) enum Mute {
    /// It could not be started.
    Unstarted(io::Error),
    /// Its time was over, by the clock or by its own.
    Late,
    /// It ended, and said this last.
    Ended(String),
}

impl fmt::Display for Mute {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unstarted(error) => write!(f, "cannot be started: {error}"),
            Self::Late => f.write_str("took too long"),
            Self::Ended(words) => f.write_str(words),
        }
    }
}

/// Starts a process, writes `input` to it behind its length (8 bytes, little-endian), and
/// returns what it writes behind its own length, at most `most` bytes. The process is
/// dead then.
///
/// # Errors
/// There was no such answer within `patience`.
pub(crate) fn filter(
    launch: Launch,
    input: &[u8],
    most: usize,
    patience: Duration,
) -> Result<Vec<u8>, Mute> {
    let ways = Ways {
        pauses: false,
        pinned: false,
        memory: u64::MAX,
    };
    let started = Child::start(launch, ways, Words::new(None), Arc::default());
    let mut child = started.map_err(Mute::Unstarted)?;
    let until = child.now() + patience;
    let mut question = (input.len() as u64).to_le_bytes().to_vec();
    question.extend_from_slice(input);
    let (mut left, mut answer) = (question.as_slice(), Vec::new());
    let mut open = true;
    loop {
        if let Some((length, rest)) = answer.split_first_chunk::<8>() {
            let length = u64::from_le_bytes(*length);
            if length > most as u64 {
                return Err(Mute::Ended(format!("answered with {length} bytes")));
            }
            if rest.len() as u64 >= length {
                answer.drain(..8);
                answer.truncate(length as usize);
                return Ok(answer);
            }
        }
        if child.now() >= until {
            return Err(Mute::Late);
        }
        let ready = child.wait(!left.is_empty(), until);
        if ready.input {
            // Who has closed it says why, or is gone.
            let written = child.write(left).unwrap_or(left.len());
            left = &left[written..];
        }
        if ready.output {
            open = child.read(&mut answer) != Err(Closed);
        }
        if ready.gone && !open {
            break;
        }
    }
    let how = child.end().map(|ending| ending.how);
    Err(match how {
        // Its own limit, which is rounded up to seconds.
        Some(How::Signal(libc::SIGXCPU | libc::SIGKILL)) => Mute::Late,
        _ => match child.last_words().trim() {
            "" => Mute::Ended(format!("ended without an answer ({how:?})")),
            words => Mute::Ended(words.replace('\n', " ")),
        },
    })
}
