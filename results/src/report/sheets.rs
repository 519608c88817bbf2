//! What a report tabulates: standings, seats, profiles, who exploits whom.

use super::sheet::{Cell, Sheet};
use crate::profile::Profiles;
use crate::rating::{Margin, Rating, Standings};

/// The standings.
#[must_use]
pub fn standings_sheet(standings: &Standings) -> Sheet {
    let mut sheet = Sheet::new(
        "standings",
        "Standings",
        &[
            ("rank", "#", Some(0)),
            ("bot", "bot", None),
            ("rating", "rating", Some(0)),
            ("margin", "± 95 %", Some(0)),
            ("bound", "bound", None),
            ("games", "games", Some(0)),
            ("won", "won %", Some(1)),
            ("won_margin", "± 95 %", Some(1)),
            ("wins", "wins", Some(0)),
            ("shared", "shared", Some(0)),
            ("losses", "losses", Some(0)),
            ("faults", "faults", Some(0)),
        ],
    );
    for line in standings.fields.iter().flat_map(|field| &field.lines) {
        let (elo, margin, bound) = rated(line.rating);
        sheet.rows.push(vec![
            Cell::count(line.rank as u64),
            line.bot.as_str().into(),
            elo.into(),
            margin.into(),
            bound.into(),
            Cell::count(line.games),
            Cell::Number(100.0 * line.share),
            line.share_margin
                .half_width()
                .map(|half| 100.0 * half)
                .into(),
            Cell::count(line.wins),
            Cell::count(line.shared),
            Cell::count(line.losses),
            Cell::count(line.faults),
        ]);
    }
    for bot in &standings.unplayed {
        let mut row = vec![Cell::Empty; sheet.columns.len()];
        row[1] = bot.as_str().into();
        sheet.rows.push(row);
    }
    let notes = standings.fields.iter().flat_map(|field| &field.notes);
    sheet.notes = notes.chain(&standings.notes).cloned().collect();
    sheet
}

/// A rating, its margin, and what it is if it is no estimate.
pub(super) fn rated(rating: Rating) -> (Option<f64>, Option<f64>, &'static str) {
    match rating {
        Rating::Estimate { elo, margin } => (Some(elo), margin.half_width(), ""),
        Rating::AtLeast(elo) => (Some(elo), None, "at least"),
        Rating::AtMost(elo) => (Some(elo), None, "at most"),
        Rating::Unknown => (None, None, "unknown"),
    }
}

/// The part of first places by seat.
#[must_use]
pub fn seats_sheet(standings: &Standings) -> Sheet {
    let lines = || standings.fields.iter().flat_map(|field| &field.lines);
    let seats = lines()
        .map(|line| line.share_by_seat.len())
        .max()
        .unwrap_or(0);
    let mut sheet = Sheet::new("seats", "Score by seat, %", &[("bot", "bot", None)]);
    for seat in 1..=seats {
        sheet.columns.push(super::sheet::Column {
            key: format!("seat{seat}"),
            title: format!("seat {seat}"),
            digits: Some(1),
        });
    }
    for line in lines() {
        let mut row = vec![Cell::from(line.bot.as_str())];
        for seat in 0..seats {
            let share = line.share_by_seat.get(seat).copied().flatten();
            row.push(share.map(|share| 100.0 * share).into());
        }
        sheet.rows.push(row);
    }
    for field in &standings.fields {
        sheet.notes.extend(super::text::seat_sentences(field));
    }
    sheet
}

/// How each bot bids and doubts.
#[must_use]
pub fn profile_sheet(profiles: &Profiles) -> Sheet {
    let mut sheet = Sheet::new(
        "bluffs",
        "Bluff profile",
        &[
            ("bot", "bot", None),
            ("games", "games", Some(0)),
            ("bids", "bids", Some(0)),
            ("false", "false bids %", Some(1)),
            ("called", "bids called %", Some(1)),
            ("caught", "false bids caught %", Some(1)),
            ("doubts", "challenges", Some(0)),
            ("right", "of these right %", Some(1)),
            ("exacts", "exact calls", Some(0)),
            ("exact_right", "of these right %", Some(1)),
            ("expected", "own bids expected true %", Some(1)),
            ("true", "own bids true %", Some(1)),
        ],
    );
    for (bot, it) in &profiles.bots {
        let judged: u64 = it.calibration.iter().map(|tenth| tenth.bids).sum();
        let chances: f64 = it.calibration.iter().map(|tenth| tenth.chances).sum();
        let held: u64 = it.calibration.iter().map(|tenth| tenth.held).sum();
        let expected = (judged > 0).then(|| 100.0 * chances / judged as f64);
        sheet.rows.push(vec![
            bot.as_str().into(),
            Cell::count(it.games),
            Cell::count(it.bids),
            Cell::percent(it.false_bids, it.bids),
            Cell::percent(it.called, it.bids),
            Cell::percent(it.caught, it.false_bids),
            Cell::count(it.doubts),
            Cell::percent(it.right_doubts, it.doubts),
            Cell::count(it.exacts),
            Cell::percent(it.right_exacts, it.exacts),
            expected.into(),
            Cell::percent(held, judged),
        ]);
    }
    sheet
}

/// Pairs that end otherwise than their ratings say, the oddest first.
#[must_use]
pub fn exploits_sheet(standings: &Standings) -> Sheet {
    /// As many as anybody reads.
    const MOST: usize = 40;
    let mut sheet = Sheet::new(
        "exploits",
        "Who exploits whom",
        &[
            ("bot", "bot", None),
            ("opponent", "scores against", None),
            ("games", "games", Some(0)),
            ("score", "score %", Some(1)),
            ("expected", "its rating says %", Some(1)),
            ("excess", "more by", Some(1)),
            ("margin", "± 95 %", Some(1)),
        ],
    );
    let mut pairs = Vec::new();
    let mut stopped = false;
    for field in &standings.fields {
        for pair in &field.excess {
            stopped |= pair.margin == Margin::Stopped;
            let more = pair.score - pair.expected;
            if let Some(half) = pair.margin.half_width().filter(|&half| more > half) {
                pairs.push((more / half, half, field, pair));
            }
        }
    }
    pairs.sort_by(|a, b| b.0.total_cmp(&a.0));
    for (_, half, field, pair) in pairs.into_iter().take(MOST) {
        let [bot, opponent] = pair.lines.map(|line| field.lines[line].bot.as_str());
        sheet.rows.push(vec![
            bot.into(),
            opponent.into(),
            Cell::count(pair.games),
            Cell::Number(100.0 * pair.score),
            Cell::Number(100.0 * pair.expected),
            Cell::Number(100.0 * (pair.score - pair.expected)),
            Cell::Number(100.0 * half),
        ]);
    }
    sheet.notes.push(if stopped {
        "No pairs: a sequential test chose where these games end, so no margin holds.".to_owned()
    } else {
        "The score between two against what the difference of their ratings and their seats \
         predict, where it is more by its 95 % margin or beyond, the clearest first. Margins are \
         from blocks of deals, as those of the ratings; each is for its pair alone, so among many \
         pairs some of the smaller ones are luck."
            .to_owned()
    });
    sheet
}
