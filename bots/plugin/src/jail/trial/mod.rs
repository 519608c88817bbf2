//! Attackers against defenders.
//!
//! Every attack is tried twice by the same program: outside of the jail, as a
//! plain child of ours, and inside. An attack that fails outside as well proves
//! nothing about the jail and is said to be impossible here.

mod grounds;
mod pair;

pub use pair::{Pair, channels};

use super::attack::{self, Attack, REFUSED, Tried};
use super::{Cell, Jail, Limits};
use crate::Isolation;
use grounds::{Grounds, Side};
use std::io;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Output, Stdio};

/// How one attack went.
#[derive(Clone)]
pub struct Row {
    /// The attack.
    pub attack: &'static Attack,
    /// Outside of the jail.
    pub outside: Tried,
    /// Inside.
    pub inside: Tried,
}

impl Row {
    /// Whether its refusal proves something: it succeeds outside.
    pub const fn proves(&self) -> bool {
        matches!(self.outside, Tried::Done(_))
    }

    /// Whether it succeeds inside.
    pub const fn got_through(&self) -> bool {
        matches!(self.inside, Tried::Done(_))
    }
}

/// Tries these attacks outside and inside. `program` is one that calls
/// [`attack::main`] under [`attack::VERB`].
///
/// # Errors
/// No process can be started, or a harmless one fails inside: then the jail
/// refuses everything, which is no jail.
pub fn attacks(jail: &Jail, program: &Path, list: &[&'static Attack]) -> io::Result<Vec<Row>> {
    let grounds = Grounds::new(jail, program)?;
    let outside = Side::new(&grounds, Isolation::None)?;
    let inside = Side::new(&grounds, Isolation::Jail)?;
    list.iter()
        .map(|attack| {
            Ok(Row {
                attack,
                outside: outside.try_out(attack)?,
                inside: inside.try_out(attack)?,
            })
        })
        .collect()
}

/// Tries several attacks in one process on each side, which they must survive.
///
/// # Errors
/// As [`attacks`].
pub(super) fn at_once(
    jail: &Jail,
    program: &Path,
    list: &[&'static Attack],
) -> io::Result<Vec<Row>> {
    let grounds = Grounds::new(jail, program)?;
    let mut sides = Vec::new();
    for isolation in [Isolation::None, Isolation::Jail] {
        grounds.reset()?;
        let side = Side::new(&grounds, isolation)?;
        let words: Vec<&str> = ["several"]
            .into_iter()
            .chain(list.iter().map(|one| one.name))
            .collect();
        let (mut command, scratch) = side.command(&words)?;
        let output = command.stdin(Stdio::null()).output()?;
        drop(scratch);
        let Tried::Done(said) = verdict(&output)? else {
            return Err(io::Error::other("an attacker died of what it tried"));
        };
        let tried: Vec<Tried> = said
            .lines()
            .map(|line| {
                let word = line.trim().to_owned();
                if word == attack::DONE {
                    Tried::Done(word)
                } else {
                    Tried::Refused(word)
                }
            })
            .collect();
        if tried.len() != list.len() {
            return Err(io::Error::other("an attacker stopped half way"));
        }
        sides.push(tried);
    }
    let inside = sides.pop().unwrap_or_default();
    let outside = sides.pop().unwrap_or_default();
    let both = outside.into_iter().zip(inside);
    Ok(list
        .iter()
        .zip(both)
        .map(|(attack, (outside, inside))| Row {
            attack,
            outside,
            inside,
        })
        .collect())
}

/// What a process that tried something had to say.
fn verdict(output: &Output) -> io::Result<Tried> {
    let said = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    if let Some(signal) = output.status.signal() {
        return Ok(Tried::Refused(format!("killed by signal {signal}")));
    }
    match output.status.code() {
        Some(0) => Ok(Tried::Done(said)),
        Some(code) if code == i32::from(REFUSED) => Ok(Tried::Refused(said)),
        code => {
            let why = String::from_utf8_lossy(&output.stderr);
            let code = code.unwrap_or_default();
            Err(io::Error::other(format!(
                "an attacker ended with {code}: {}",
                why.trim()
            )))
        }
    }
}

/// The cell of an attacker.
fn cell(isolation: Isolation, snapshot: &Path, program: &Path, attack: &str) -> Cell {
    let mut limits = Limits::bot(512);
    if attack == "endless-loop" {
        limits.cpu = Some(1);
    }
    let mut cell = Cell::new(isolation, limits, Some(snapshot.to_path_buf()));
    cell.read.push(program.to_path_buf());
    cell
}

impl Side<'_> {
    fn try_out(&self, attack: &'static Attack) -> io::Result<Tried> {
        self.grounds.reset()?;
        let (mut command, scratch) = self.command(&[attack.name])?;
        let output = command.stdin(Stdio::null()).output()?;
        drop(scratch);
        verdict(&output).map_err(|error| {
            let side = self.isolation_word();
            io::Error::other(format!("{} {side}: {error}", attack.name))
        })
    }
}

/// The words of the hidden verb.
fn verb() -> &'static str {
    attack::VERB
}
