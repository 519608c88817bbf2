//! Standings for other programs, as JSON.

use serde::Serialize;

use crate::rating::{Anchor, Faults, Field, Line, Margin, Rating, Standings, Ties};

#[derive(Serialize)]
struct Document<'a> {
    title: &'a str,
    games: u64,
    tied_games: u64,
    faulted_games: u64,
    dropped_games: u64,
    withdrawn_games: u64,
    ties: &'a str,
    faults: &'a str,
    groups: Vec<Group<'a>>,
    unplayed: &'a [String],
    notes: &'a [String],
    warnings: &'a [String],
}

#[derive(Serialize)]
struct Group<'a> {
    anchor: Option<AnchorBot<'a>>,
    clusters: usize,
    table_sizes: &'a [usize],
    bots: Vec<Bot<'a>>,
    cross_table: Vec<Pair<'a>>,
    seat_effects: Vec<Seats>,
    notes: &'a [String],
}

#[derive(Serialize)]
struct AnchorBot<'a> {
    bot: &'a str,
    rating: f64,
}

#[derive(Serialize)]
struct Bot<'a> {
    rank: usize,
    bot: &'a str,
    rating: Option<f64>,
    /// `at-least` or `at-most` where the rating is a one-sided 95 % bound.
    bound: Option<&'a str>,
    margin: Option<f64>,
    games: u64,
    wins: u64,
    shared: u64,
    losses: u64,
    faults: u64,
    win_share: f64,
    win_share_margin: Option<f64>,
    win_share_by_seat: &'a [Option<f64>],
}

#[derive(Serialize)]
struct Pair<'a> {
    bot: &'a str,
    opponent: &'a str,
    games: u64,
    points: f64,
    score: f64,
}

#[derive(Serialize)]
struct Seats {
    seats: usize,
    elo: Vec<f64>,
    margins: Vec<Option<f64>>,
    first_less_second: Option<Effect>,
}

#[derive(Serialize)]
struct Effect {
    elo: f64,
    margin: Option<f64>,
}

/// Everything there is, pretty-printed. `null` means unknown; shares are parts
/// of 1, ratings and margins are Elo.
#[must_use]
pub fn json(standings: &Standings) -> String {
    let totals = standings.totals;
    let document = Document {
        title: &standings.title,
        games: totals.games,
        tied_games: totals.tied,
        faulted_games: totals.faulted,
        dropped_games: totals.dropped,
        withdrawn_games: totals.withdrawn,
        ties: match standings.ties {
            Ties::Half => "half",
            Ties::Drop => "drop",
        },
        faults: match standings.faults {
            Faults::Keep => "keep",
            Faults::Drop => "drop",
        },
        groups: standings.fields.iter().map(group).collect(),
        unplayed: &standings.unplayed,
        notes: &standings.notes,
        warnings: &standings.warnings,
    };
    // Strings and finite numbers cannot fail.
    let mut text = serde_json::to_string_pretty(&document).unwrap_or_default();
    text.push('\n');
    text
}

fn group(field: &Field) -> Group<'_> {
    let mut cross_table = Vec::new();
    for (row, line) in field.lines.iter().enumerate() {
        for (column, other) in field.lines.iter().enumerate() {
            if let Some(score) = field.cross[row][column] {
                cross_table.push(Pair {
                    bot: &line.bot,
                    opponent: &other.bot,
                    games: score.games,
                    points: score.half_points as f64 / 2.0,
                    score: score.rate(),
                });
            }
        }
    }
    let effect = |(elo, margin): (f64, Margin)| Effect {
        elo,
        margin: margin.half_width(),
    };
    let seats = field.seats.iter().map(|seats| Seats {
        seats: seats.seats,
        elo: seats.effects.iter().map(|&(elo, _)| elo).collect(),
        margins: seats
            .effects
            .iter()
            .map(|&(_, margin)| margin.half_width())
            .collect(),
        first_less_second: seats.first.map(effect),
    });
    Group {
        anchor: match &field.anchor {
            Anchor::Mean => None,
            Anchor::Bot(bot, rating) => Some(AnchorBot {
                bot,
                rating: *rating,
            }),
        },
        clusters: field.clusters,
        table_sizes: &field.sizes,
        bots: field.lines.iter().map(bot).collect(),
        cross_table,
        seat_effects: seats.collect(),
        notes: &field.notes,
    }
}

fn bot(line: &Line) -> Bot<'_> {
    let (rating, bound, margin) = match line.rating {
        Rating::Estimate { elo, margin } => (Some(elo), None, margin.half_width()),
        Rating::AtLeast(elo) => (Some(elo), Some("at-least"), None),
        Rating::AtMost(elo) => (Some(elo), Some("at-most"), None),
        Rating::Unknown => (None, None, None),
    };
    Bot {
        rank: line.rank,
        bot: &line.bot,
        rating,
        bound,
        margin,
        games: line.games,
        wins: line.wins,
        shared: line.shared,
        losses: line.losses,
        faults: line.faults,
        win_share: line.share,
        win_share_margin: line.share_margin.half_width(),
        win_share_by_seat: &line.share_by_seat,
    }
}
