//! On what terms a run seats foreign bots.

use crate::spec::{Entry, Isolation, Restart, RunFile};
use dudo_plugin::Terms;
use std::env;
use std::path::{Path, PathBuf};

/// The terms of a bot of a run file.
pub(super) fn of(spec: &RunFile, entry: &Entry, log: Option<PathBuf>) -> Terms {
    let limits = &spec.limits;
    let base = spec.path.parent().unwrap_or(Path::new(""));
    Terms {
        base: base.into(),
        // Without a path of its own it can host nobody, and says so then.
        host: env::current_exe().unwrap_or_default(),
        isolation: wall(spec, entry),
        allow_weaker: limits.allow_weaker,
        trusted: entry.trusted,
        outlives: entry.restart == Restart::Never,
        concurrent: usize::try_from(entry.concurrent).unwrap_or(1),
        pin: limits.pin,
        move_ms: limits.move_ms,
        start_ms: limits.start_ms,
        game_ms: limits.game_ms,
        timer_ms: limits.timer_ms,
        memory_mb: limits.memory_mb,
        fuel: limits.fuel,
        wasm: limits.wasm,
        log,
        audit: None,
    }
}

/// What stands between a bot and the machine. One that was handed in is a stranger's,
/// whatever holds for the others.
fn wall(spec: &RunFile, entry: &Entry) -> Isolation {
    let usual = if entry.submitted {
        Isolation::Jail
    } else {
        spec.limits.isolation
    };
    entry.isolation.unwrap_or(usual)
}

/// Where a bot's standard error goes, from the folder of the run: its number in
/// the roster, and what of its name any file system takes.
pub(crate) fn log(index: usize, name: &str) -> String {
    let mut slug = String::new();
    for letter in name.chars().take(40) {
        match letter {
            _ if letter.is_ascii_alphanumeric() => slug.push(letter.to_ascii_lowercase()),
            _ if slug.ends_with('-') || slug.is_empty() => {}
            _ => slug.push('-'),
        }
    }
    let slug = slug.trim_end_matches('-');
    let dash = if slug.is_empty() { "" } else { "-" };
    format!("bots/{}{dash}{slug}.log", index + 1)
}

#[cfg(test)]
mod tests {
    #[test]
    fn any_name_becomes_the_name_of_a_file() {
        for (name, expected) in [
            ("alice", "bots/1-alice.log"),
            ("odds(threshold=0.4)", "bots/1-odds-threshold-0-4.log"),
            ("../../etc/passwd", "bots/1-etc-passwd.log"),
            ("\u{96ea}\u{96ea}", "bots/1.log"),
            ("Zo\u{eb}!", "bots/1-zo.log"),
        ] {
            assert_eq!(super::log(0, name), expected);
        }
    }
}
