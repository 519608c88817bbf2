//! A command without a jail: for bots that are trusted, and for tests.

use super::{Launch, Program};
use crate::foreign::Terms;
use rustix::process::{Resource, Rlimit, Signal, set_parent_process_death_signal, setrlimit};
use std::ffi::OsString;
use std::io;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::Command;

/// A program that is a command line, started in the folder of the run file with
/// the limits of its terms and nothing else between it and the machine.
pub fn plain(words: &[OsString], content: &str, shown: PathBuf, terms: &Terms) -> Program {
    let name: Vec<_> = words.iter().map(|word| word.to_string_lossy()).collect();
    let name = format!("cmd:{}", name.join(" "));
    let (words, terms) = (words.to_vec(), terms.clone());
    Program {
        name,
        content: content.into(),
        shown,
        launch: Box::new(move || launch(&words, &terms)),
    }
}

#[expect(unsafe_code, reason = "limits are put on between fork and exec")]
fn launch(words: &[OsString], terms: &Terms) -> io::Result<Launch> {
    let (program, rest) = words
        .split_first()
        .ok_or_else(|| io::Error::other("there is no command"))?;
    let mut command = Command::new(program);
    command.args(rest).current_dir(&terms.base);
    let memory = terms.memory_mb.saturating_mul(1 << 20);
    // SAFETY: three system calls; nothing is allocated and no lock is taken.
    unsafe {
        command.pre_exec(move || {
            set_parent_process_death_signal(Some(Signal::KILL))?;
            cap(Resource::Core, 0)?;
            cap(Resource::As, memory)
        });
    }
    Ok(Launch {
        command,
        keep: None,
    })
}

fn cap(resource: Resource, most: u64) -> io::Result<()> {
    let limit = Rlimit {
        current: Some(most),
        maximum: Some(most),
    };
    Ok(setrlimit(resource, limit)?)
}
