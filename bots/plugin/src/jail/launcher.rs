//! What the hidden verb does: takes rights away, then becomes the bot.
//!
//! It is a program of its own, with one thread, so none of this happens between
//! `fork` and `exec` of a program with many.

use super::audit::Post;
use super::order::Order;
use super::{Mechanism, calls, files, room, user};
use rustix::process::{Signal, getpid, getppid, set_parent_process_death_signal};
use std::env;
use std::ffi::OsString;
use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Command, ExitCode};

/// The hidden verb.
pub const VERB: &str = "jail-exec";

/// How the launcher ends when something could not be taken away; standard error
/// says what. The bot has not been started.
pub const EXIT_REFUSED: u8 = 125;

/// How it ends when the bot's command cannot be executed.
pub const EXIT_NOT_FOUND: u8 = 127;

/// Does what the words say and becomes the command behind them. Returns only
/// when it cannot.
pub fn launcher_main(words: Vec<OsString>) -> ExitCode {
    let (order, command) = match Order::read(words) {
        Ok(read) => read,
        Err(error) => return refuse("the order", &error),
    };
    if let Err((what, error)) = carry_out(&order) {
        return refuse(what, &error);
    }
    let Some((program, arguments)) = command.split_first() else {
        return refuse("the order", &io::Error::other("no command"));
    };
    let error = Command::new(program).args(arguments).exec();
    eprintln!("dudo: cannot start {}: {error}", program.to_string_lossy());
    ExitCode::from(EXIT_NOT_FOUND)
}

fn refuse(what: &str, error: &io::Error) -> ExitCode {
    eprintln!("dudo: no jail: {what}: {error}");
    ExitCode::from(EXIT_REFUSED)
}

type Step = Result<(), (&'static str, io::Error)>;

fn carry_out(order: &Order) -> Step {
    let has = |mechanism| order.by.has(mechanism);
    let jail = !order.by.is_empty();
    step("descriptors", close_inherited())?;
    // While its path is there, and may be opened.
    let post = order.audit.as_deref().map(Post::open).transpose();
    let post = post.map_err(|error| ("audit", error))?;
    if has(Mechanism::Mounts) {
        step("mounts", room::enter(order))?;
    }
    // A folder below one that its user cannot pass is still reached from within.
    let home = if order.build {
        &order.scratch
    } else {
        &order.folder
    };
    if let Some(folder) = home.as_ref().or(order.scratch.as_ref()) {
        step("working folder", env::set_current_dir(folder))?;
    }
    step("limits", order.limits.apply())?;
    if jail {
        let counted = order.uid.is_some() || has(Mechanism::Mounts);
        step("limits", order.limits.apply_jail(counted))?;
    }
    if let Some(id) = order.uid {
        step("user", user::become_user(id))?;
    } else if jail {
        step("capabilities", user::drop_capabilities())?;
    }
    // Changing the user takes the death signal back, so it comes after that.
    let death = set_parent_process_death_signal(Some(Signal::KILL));
    step("death signal", death.map_err(Into::into))?;
    let now = getppid().map(|parent| parent.as_raw_nonzero().get().unsigned_abs());
    if order.parent.is_some() && order.parent != now {
        step("parent", Err(io::Error::other("it is gone")))?;
    }
    if jail {
        let done = rustix::thread::set_no_new_privs(true);
        step("no new privileges", done.map_err(Into::into))?;
    }
    if has(Mechanism::Landlock) {
        step("Landlock", files::restrict(order))?;
    }
    if has(Mechanism::Seccomp) {
        let pid = getpid().as_raw_nonzero().get().unsigned_abs();
        let tell = post.as_ref().map(|post| |listener| post.send(listener));
        let tell = tell.as_ref().map(|tell| tell as &dyn Fn(_) -> _);
        step("seccomp", calls::restrict(pid, order.build, tell))?;
    }
    Ok(())
}

fn step(what: &'static str, done: io::Result<()>) -> Step {
    done.map_err(|error| (what, error))
}

/// Whatever our parent left open closes when the bot begins.
#[expect(unsafe_code, reason = "no crate offers the call")]
fn close_inherited() -> io::Result<()> {
    // SAFETY: descriptors are marked, none is closed under its owner.
    let done = unsafe { libc::close_range(3, u32::MAX, libc::CLOSE_RANGE_CLOEXEC as i32) };
    if done == 0 {
        Ok(())
    } else {
        Err(io::Error::last_os_error())
    }
}
