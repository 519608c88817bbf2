//! The same sessions again: does a bot say the same, and does it remember?

use super::exam::Exam;
use super::finding::{Findings, Level};
use super::table::Bout;
use super::watch::Watched;
use crate::arena::House;
use dudo_plugin::Foreign;

/// Games of each session.
const GAMES: u64 = 2;

/// Plays sessions in order in fresh processes, twice, and once in reverse in one process
/// (`one`, where there is such a thing), and compares what was said.
///
/// # Errors
/// A sentence.
pub(super) fn repeat(
    exam: &Exam,
    house: &'static dyn House,
    fresh: &Watched,
    one: Option<&Watched>,
    findings: &mut Findings,
) -> Result<(), String> {
    let seats = fresh.hello().seats.map_or(2, |(fewest, _)| fewest);
    let bots = house.facts().bots;
    let second = if bots.iter().any(|bot| bot.name == "honest") {
        "honest"
    } else {
        "random"
    };
    let said = |bot: &Watched, backwards: bool| -> Result<Vec<Vec<String>>, String> {
        bot.take();
        let played = house.try_out(&Bout {
            bot,
            settings: &[],
            seats,
            seat: 0,
            others: &["random", second],
            sessions: 0..exam.sessions,
            backwards,
            games: GAMES,
        })?;
        let mut said = bot.take().said;
        // Who fails is seated again within a session, which shifts what follows.
        if played.is_none_or(|played| !played.faults.is_empty()) {
            said.clear();
        }
        if backwards {
            said.reverse();
        }
        Ok(said)
    };
    let first = said(fresh, false)?;
    let second = said(fresh, false)?;
    let at = |where_: Difference| {
        let Difference {
            session,
            decision,
            one,
            other,
        } = where_;
        (
            format!("session {session}, decision {decision}: first \"{one}\", then \"{other}\""),
            Some(format!("{}, {seats} seats", house.name())),
        )
    };
    if let Some(difference) = difference(&first, &second) {
        let (detail, place) = at(difference);
        findings.add(
            Level::Warning,
            "nondeterministic",
            format!("the same games were played otherwise a second time ({detail}); all chance must come from the key of each game"),
            place,
        );
        return Ok(());
    }
    let Some(one) = one else {
        return Ok(());
    };
    let third = said(one, true)?;
    if let Some(difference) = difference(&first, &third) {
        let (detail, place) = at(difference);
        findings.add(
            Level::Warning,
            "remembers",
            format!("it played otherwise after other sessions in the same process ({detail}); what it keeps beyond a session is lost in a run"),
            place,
        );
    }
    Ok(())
}

/// Where two accounts of the same sessions part; counted from 1.
struct Difference {
    session: usize,
    decision: usize,
    one: String,
    other: String,
}

/// The first difference; none where one of them is empty, which is where it failed.
fn difference(one: &[Vec<String>], other: &[Vec<String>]) -> Option<Difference> {
    let sessions = one.iter().zip(other).enumerate();
    for (session, (one, other)) in sessions {
        for decision in 0..one.len().max(other.len()) {
            let word = |said: &[String]| {
                said.get(decision)
                    .map_or("(nothing)", String::as_str)
                    .to_owned()
            };
            if one.get(decision) != other.get(decision) {
                return Some(Difference {
                    session: session + 1,
                    decision: decision + 1,
                    one: word(one),
                    other: word(other),
                });
            }
        }
    }
    None
}
