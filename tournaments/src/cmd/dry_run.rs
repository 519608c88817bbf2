//! What would be played, and how long it would take.

use super::{CmdError, print};
use crate::run::{Prepared, present};
use dudo_results::report::grouped;
use std::path::Path;

/// Prints it; nothing is played or made.
pub(super) fn dry_run(
    prepared: &Prepared<'_>,
    threads: usize,
    folder: &Path,
) -> Result<(), CmdError> {
    let (spec, size) = (prepared.spec(), prepared.size());
    let there = present(prepared, folder)?;
    let pilot = prepared.pilot()?;
    let schedule = &spec.schedule;
    let mut text = format!(
        "{}: {} {}, {} x {} x {} = {}\n",
        spec.name,
        schedule.format.word(),
        spec.game.text,
        match schedule.drawn {
            Some(_) => format!(
                "{} drawn for each block",
                count(size.tables.into(), "table")
            ),
            None => count(size.tables.into(), "table"),
        },
        count(size.deals.into(), "deal"),
        count(size.rotations.into(), "rotation"),
        count(size.games, "game"),
    );
    text += &format!(
        "{}, {} seats, seating {}, {} dice, sessions of {}\n",
        count(spec.bots.len() as u128, "bot"),
        schedule.seats,
        schedule.seating.word(),
        schedule.dice.word(),
        grouped(schedule.session.into()),
    );
    if size.left_out > 0 {
        text += &format!(
            "{} left out: two bots of one owner do not meet\n",
            count(size.left_out.into(), "table")
        );
    }
    text += &format!("rules: {}\n", pilot.rules);
    if let Some(test) = &spec.sprt {
        let [a, b] = [&spec.bots[0].name, &spec.bots[1].name];
        text += &format!(
            "at most: it ends when a test has decided ({})\n",
            dudo_results::report::question([a, b], test)
        );
    }
    let left = if there.decided {
        0
    } else {
        size.games.saturating_sub(there.games)
    };
    if there.games > 0 {
        text += &format!(
            "{} there already, {} to play\n",
            match there.games {
                1 => "1 game is".into(),
                games => format!("{} games are", grouped(games)),
            },
            grouped(left)
        );
    }
    let left = left as f64;
    text += &format!(
        "{} on {}, {} of log in {}\n",
        about(left * pilot.seconds_per_game / threads as f64),
        count(threads as u128, "thread"),
        bytes(left * pilot.bytes_per_game),
        folder.display()
    );
    let starts = prepared.starts()?;
    if starts.count > 0 {
        let seconds = starts.seconds * starts.count as f64;
        text += &format!(
            "{} of bots, {:.0} ms each: {} of that time on {}; longer sessions need fewer\n",
            count(starts.count, "process start"),
            starts.seconds * 1e3,
            about(seconds / threads as f64),
            count(threads as u128, "thread"),
        );
    }
    if !size.balanced {
        let why = match schedule.drawn {
            Some(_) => "a table that is drawn for a block has one order round it there".into(),
            None => format!(
                "the {} blocks are no multiple of {}",
                grouped(size.blocks.into()),
                schedule.seating.period(schedule.seats)
            ),
        };
        text += &format!("note: not every bot will precede every other equally often: {why}\n");
    }
    print(&text)
}

/// A number of things.
pub(super) fn count(number: u128, what: &str) -> String {
    let s = if number == 1 { "" } else { "s" };
    format!("{} {what}{s}", grouped(number))
}

/// A time that was estimated.
pub(super) fn about(seconds: f64) -> String {
    match seconds {
        _ if seconds <= 0.0 => "no time".into(),
        _ if seconds < 1.0 => "less than a second".into(),
        _ if seconds < 90.0 => format!("about {seconds:.0} s"),
        _ if seconds < 5400.0 => format!("about {:.0} min", seconds / 60.0),
        _ if seconds < 172_800.0 => format!("about {:.1} h", seconds / 3600.0),
        _ => format!("about {} days", grouped((seconds / 86_400.0) as u128)),
    }
}

pub(super) fn bytes(count: f64) -> String {
    match count {
        _ if count <= 0.0 => "nothing".into(),
        _ if count < 1e3 => "less than 1 kB".into(),
        _ if count < 1e6 => format!("about {:.0} kB", count / 1e3),
        _ if count < 1e9 => format!("about {:.0} MB", count / 1e6),
        _ if count < 1e13 => format!("about {:.1} GB", count / 1e9),
        _ => format!("about {} TB", grouped((count / 1e12) as u128)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_as_people_say_them() {
        for (seconds, expected) in [
            (0.0, "no time"),
            (0.3, "less than a second"),
            (1.4, "about 1 s"),
            (600.0, "about 10 min"),
            (9000.0, "about 2.5 h"),
            (1e9, "about 11,574 days"),
        ] {
            assert_eq!(about(seconds), expected);
        }
        assert_eq!(count(1, "table"), "1 table");
        assert_eq!(count(1000, "deal"), "1,000 deals");
        assert_eq!(bytes(0.0), "nothing");
        assert_eq!(bytes(999.0), "less than 1 kB");
        assert_eq!(bytes(4e4), "about 40 kB");
    }
}
