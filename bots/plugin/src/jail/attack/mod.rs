//! What a bot might try: the attack list.
//!
//! An attack is a few calls made in earnest by a process that stands where a
//! bot stands. It says whether it got what it wanted. Nothing here knows the
//! jail; [`trial`](super::trial) runs each attack outside of it, where it must
//! succeed (else its refusal proves nothing), and inside.
//!
//! What an attack makes it takes away again, so that running the list
//! outside leaves nothing behind.

mod bounds;
mod channel;
mod files;
mod network;
mod others;
mod processes;
mod raw;
mod target;
mod traces;

use super::Effect;
use std::ffi::OsString;
use std::io::{self, Read};
use std::process::ExitCode;

pub use channel::{CHANNELS, Channel};
pub(super) use target::Target;

/// The hidden verb that makes a process try something.
pub const VERB: &str = "jail-attack";

/// Something to try.
pub struct Attack {
    /// A name in words joined by `-`.
    pub name: &'static str,
    /// The promise that it breaks.
    pub breaks: Effect,
    /// What it does, in a few words.
    pub what: &'static str,
    run: fn(&Target) -> Tried,
}

impl Attack {
    const fn new(
        breaks: Effect,
        name: &'static str,
        what: &'static str,
        run: fn(&Target) -> Tried,
    ) -> Self {
        Self {
            name,
            breaks,
            what,
            run,
        }
    }
}

/// How it went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tried {
    /// The attack got what it wanted.
    Done(String),
    /// The system refused, in these words.
    Refused(String),
}

impl<T> From<io::Result<T>> for Tried {
    fn from(result: io::Result<T>) -> Self {
        match result {
            Ok(_) => Self::Done(String::new()),
            Err(error) => Self::Refused(error.to_string()),
        }
    }
}

/// All attacks.
pub fn all() -> impl Iterator<Item = &'static Attack> {
    let lists = [
        network::ATTACKS,
        files::ATTACKS,
        others::ATTACKS,
        processes::ATTACKS,
        bounds::ATTACKS,
        traces::ATTACKS,
    ];
    lists.into_iter().flatten()
}

/// How a process ends whose attack was refused.
pub(super) const REFUSED: u8 = 10;

/// What a process says of an attack that succeeded, when it tries several.
pub(super) const DONE: &str = "done";

/// Ends a process that was told nonsense.
const NONSENSE: u8 = 2;

/// What the hidden verb does. Its words are what to do, then the target's:
/// an attack by name; `several` by name; `nothing`; `victim`; `send BIT CHANNEL` or `receive CHANNEL`.
pub fn main(words: &[OsString]) -> ExitCode {
    let words: Vec<&str> = words.iter().filter_map(|word| word.to_str()).collect();
    let (target, words): (Vec<&str>, Vec<&str>) =
        words.into_iter().partition(|word| word.contains('='));
    let target = Target::read(&target);
    let channel = |name: &str| CHANNELS.iter().find(|channel| channel.name == name);
    match words[..] {
        // What tells that the others were refused for a reason.
        ["nothing"] => report(&Tried::Done(String::new())),
        ["several", ref names @ ..] => {
            for attack in names.iter().filter_map(|name| find(name)) {
                let tried = (attack.run)(&target);
                let word = if matches!(tried, Tried::Done(_)) {
                    DONE
                } else {
                    "refused"
                };
                say(&Tried::Done(word.into()));
            }
            ExitCode::SUCCESS
        }
        ["victim"] => {
            let kept = std::fs::write(target.scratch.join("kept"), "a secret");
            say(&Tried::from(kept));
            wait()
        }
        ["send", bit, name] => match channel(name) {
            Some(channel) => {
                // What the channel holds open stays so until the end.
                let held = (channel.send)(&target, bit == "1");
                say(&Tried::from(
                    held.as_ref()
                        .map_err(|error| io::Error::other(error.to_string())),
                ));
                let end = wait();
                drop(held);
                end
            }
            None => ExitCode::from(NONSENSE),
        },
        ["receive", name] => match channel(name) {
            Some(channel) => report(&match (channel.receive)(&target) {
                Ok(bit) => Tried::Done(u8::from(bit).to_string()),
                Err(error) => Tried::Refused(error.to_string()),
            }),
            None => ExitCode::from(NONSENSE),
        },
        [name] => match find(name) {
            Some(attack) => report(&(attack.run)(&target)),
            None => ExitCode::from(NONSENSE),
        },
        _ => ExitCode::from(NONSENSE),
    }
}

fn find(name: &str) -> Option<&'static Attack> {
    all().find(|attack| attack.name == name)
}

fn report(tried: &Tried) -> ExitCode {
    say(tried);
    match tried {
        Tried::Done(_) => ExitCode::SUCCESS,
        Tried::Refused(_) => ExitCode::from(REFUSED),
    }
}

/// Tells whoever started us; that it has gone is nothing to stop for.
fn say(tried: &Tried) {
    use std::io::Write;
    let (Tried::Done(text) | Tried::Refused(text)) = tried;
    let mut out = io::stdout();
    let _ = writeln!(out, "{text}").and_then(|()| out.flush());
}

/// Stays until standard input ends.
fn wait() -> ExitCode {
    let mut rest = Vec::new();
    let _ = io::stdin().read_to_end(&mut rest);
    ExitCode::SUCCESS
}
