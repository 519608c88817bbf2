//! Two processes of one bot that try to pass a bit.

use super::grounds::{Grounds, Running, Side};
use super::verdict;
use crate::Isolation;
use crate::jail::Jail;
use crate::jail::attack::{CHANNELS, Channel, Tried};
use std::io;
use std::path::Path;
use std::process::Stdio;

/// How passing a bit went.
pub struct Pair {
    /// By which way.
    pub channel: &'static Channel,
    /// Whether the receiver started when the sender had ended.
    pub later: bool,
    /// Whether the bit arrived outside of the jail.
    pub outside: bool,
    /// Whether it arrived inside.
    pub inside: bool,
}

/// Tries every channel between two processes at the same time, and those that
/// last between one and a later one.
///
/// # Errors
/// No process can be started, or a harmless one fails inside.
pub fn channels(jail: &Jail, program: &Path) -> io::Result<Vec<Pair>> {
    let grounds = Grounds::new(jail, program)?;
    let mut outside = Side::new(&grounds, Isolation::None)?;
    let mut inside = Side::new(&grounds, Isolation::Jail)?;
    let mut pairs = Vec::new();
    let mut key = 0;
    for channel in CHANNELS {
        for later in [false, true] {
            if later && !channel.lasts {
                continue;
            }
            let mut arrives = |side: &mut Side<'_>| -> io::Result<bool> {
                let mut arrived = true;
                for bit in [false, true] {
                    key += 1;
                    arrived &= passes(side, channel, later, bit, key)?;
                }
                Ok(arrived)
            };
            pairs.push(Pair {
                channel,
                later,
                outside: arrives(&mut outside)?,
                inside: arrives(&mut inside)?,
            });
        }
    }
    Ok(pairs)
}

/// Whether the receiver reads the bit that was sent.
fn passes(
    side: &mut Side<'_>,
    channel: &Channel,
    later: bool,
    bit: bool,
    key: u32,
) -> io::Result<bool> {
    side.renew()?;
    side.grounds.reset()?;
    let key = side.grounds.key(key);
    let bit = u8::from(bit).to_string();
    let mut sender = side.start_with(key, &["send", &bit, channel.name])?;
    if later {
        sender = Running::default();
    }
    let (mut command, scratch) = side.against(&sender, key, &["receive", channel.name])?;
    let output = command.stdin(Stdio::null()).output()?;
    drop((scratch, sender));
    side.grounds.sweep(key);
    Ok(verdict(&output)? == Tried::Done(bit))
}
