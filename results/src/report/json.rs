//! Standings for other programs, as JSON.

use serde::Serialize;

use crate::rating::{
    Alternative, Anchor, Faults, Field, Margin, OnLadder, Rating, Standings, Ties,
};

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
    ladder: Option<Rungs<'a>>,
    unplayed: &'a [String],
    notes: &'a [String],
    warnings: &'a [String],
}

#[derive(Serialize)]
struct Rungs<'a> {
    system: &'a str,
    bots: Vec<Rung<'a>>,
}

#[derive(Serialize)]
struct Rung<'a> {
    bot: &'a str,
    rating: f64,
    sigma: Option<f64>,
}

#[derive(Serialize)]
struct Group<'a> {
    anchor: Option<AnchorBot<'a>>,
    model: &'a str,
    prior: bool,
    critical_value: Option<f64>,
    design_effect: Option<f64>,
    clusters: usize,
    table_sizes: &'a [usize],
    bots: Vec<Bot<'a>>,
    cross_table: Vec<Pair<'a>>,
    differences: Vec<Gap<'a>>,
    other_models: Vec<Other<'a>>,
    seat_effects: Vec<Seats>,
    lack_of_fit: Option<Misfit<'a>>,
    cycles: Vec<Vec<&'a str>>,
    upsets: Vec<Upset<'a>>,
    alpha_rank_alpha: Option<f64>,
    bootstrap: Option<Resamples>,
    notes: &'a [String],
    warnings: &'a [String],
}

#[derive(Serialize)]
struct Misfit<'a> {
    p: f64,
    freedom: usize,
    /// Root mean square of observed less expected score, in parts of 1.
    gap: f64,
    worst: Option<Worst<'a>>,
}

#[derive(Serialize)]
struct Worst<'a> {
    bot: &'a str,
    other: &'a str,
    observed: f64,
    expected: f64,
}

#[derive(Serialize)]
struct Upset<'a> {
    lower: &'a str,
    upper: &'a str,
    score: f64,
}

#[derive(Serialize)]
struct Resamples {
    resamples: u32,
    seed: u64,
    without_fit: u32,
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
    /// Best and worst place that the games allow.
    places: Option<[usize; 2]>,
    mean_place: f64,
    mean_place_margin: Option<f64>,
    mean_score: f64,
    mean_score_margin: Option<f64>,
    alpha_rank: Option<f64>,
    nash_weight: Option<f64>,
    nash_weight_in_resamples: Option<f64>,
    /// Standard errors of the rating: by the sandwich, by resampling.
    sandwich_error: Option<f64>,
    bootstrap_error: Option<f64>,
    bootstrap_interval: Option<[f64; 2]>,
}

#[derive(Serialize)]
struct Gap<'a> {
    bot: &'a str,
    other: &'a str,
    elo: Option<f64>,
    margin: Option<f64>,
    probability_better: Option<f64>,
}

#[derive(Serialize)]
struct Other<'a> {
    model: &'a str,
    log_likelihood_of_orders: Option<f64>,
    log_likelihood_of_winners: Option<f64>,
    trouble: Option<&'a str>,
    bots: Vec<OtherBot<'a>>,
}

#[derive(Serialize)]
struct OtherBot<'a> {
    bot: &'a str,
    rating: Option<f64>,
    bound: Option<&'a str>,
    margin: Option<f64>,
    expected_win_share: Option<f64>,
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
        ladder: standings.ladder.as_ref().map(|ladder| Rungs {
            system: ladder.system.word(),
            bots: ladder.bots.iter().map(rung).collect(),
        }),
        unplayed: &standings.unplayed,
        notes: &standings.notes,
        warnings: &standings.warnings,
    };
    // Strings and finite numbers cannot fail.
    let mut text = serde_json::to_string_pretty(&document).unwrap_or_default();
    text.push('\n');
    text
}

fn rung(bot: &OnLadder) -> Rung<'_> {
    Rung {
        bot: &bot.bot,
        rating: bot.rating,
        sigma: bot.deviation,
    }
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
    let name = |at: usize| field.lines[at].bot.as_str();
    let cycles = field.cycles.cycles.iter();
    let upsets = field
        .cycles
        .upsets
        .iter()
        .map(|&(upper, lower, score)| Upset {
            lower: name(lower),
            upper: name(upper),
            score,
        });
    Group {
        anchor: match &field.anchor {
            Anchor::Mean | Anchor::Phantom => None,
            Anchor::Bot(bot, rating) => Some(AnchorBot {
                bot,
                rating: *rating,
            }),
        },
        model: field.model.word(),
        prior: field.prior,
        critical_value: field.critical,
        design_effect: field.design_effect,
        clusters: field.clusters,
        table_sizes: &field.sizes,
        bots: (0..field.lines.len()).map(|at| bot(field, at)).collect(),
        cross_table,
        differences: differences(field),
        other_models: field.alternatives.iter().map(|a| other(field, a)).collect(),
        seat_effects: seats.collect(),
        lack_of_fit: field.lack_of_fit.as_ref().map(|fit| Misfit {
            p: fit.p,
            freedom: fit.freedom,
            gap: fit.gap,
            worst: fit.worst.map(|(a, b, observed, expected)| Worst {
                bot: name(a),
                other: name(b),
                observed,
                expected,
            }),
        }),
        cycles: cycles
            .map(|cycle| cycle.iter().map(|&at| name(at)).collect())
            .collect(),
        upsets: upsets.collect(),
        alpha_rank_alpha: (!field.cycles.nash.is_empty()).then_some(field.cycles.alpha_rank.1),
        bootstrap: field.bootstrap.as_ref().map(|bootstrap| Resamples {
            resamples: bootstrap.resamples,
            seed: bootstrap.seed,
            without_fit: bootstrap.without_fit,
        }),
        notes: &field.notes,
        warnings: &field.warnings,
    }
}

fn differences(field: &Field) -> Vec<Gap<'_>> {
    let mut found = Vec::new();
    for (row, line) in field.lines.iter().enumerate() {
        for (column, other) in field.lines.iter().enumerate() {
            if let Some(difference) = field.differences[row][column] {
                found.push(Gap {
                    bot: &line.bot,
                    other: &other.bot,
                    elo: difference.elo,
                    margin: difference.elo.and_then(|_| difference.margin.half_width()),
                    probability_better: difference.better,
                });
            }
        }
    }
    found
}

fn other<'a>(field: &'a Field, alternative: &'a Alternative) -> Other<'a> {
    let bots = field.lines.iter().enumerate().map(|(at, line)| {
        let (rating, bound, margin) = parts(alternative.ratings[at]);
        OtherBot {
            bot: &line.bot,
            rating,
            bound,
            margin,
            expected_win_share: alternative.shares.get(at).copied().flatten(),
        }
    });
    Other {
        model: alternative.model.word(),
        log_likelihood_of_orders: alternative.orders,
        log_likelihood_of_winners: alternative.winners,
        trouble: alternative.trouble.as_deref(),
        bots: bots.collect(),
    }
}

/// Rating, kind of bound, margin.
fn parts(rating: Rating) -> (Option<f64>, Option<&'static str>, Option<f64>) {
    match rating {
        Rating::Estimate { elo, margin } => (Some(elo), None, margin.half_width()),
        Rating::AtLeast(elo) => (Some(elo), Some("at-least"), None),
        Rating::AtMost(elo) => (Some(elo), Some("at-most"), None),
        Rating::Unknown => (None, None, None),
    }
}

fn bot(field: &Field, at: usize) -> Bot<'_> {
    let line = &field.lines[at];
    let cycles = &field.cycles;
    let resampled = field
        .bootstrap
        .as_ref()
        .and_then(|bootstrap| bootstrap.bots[at]);
    let (rating, bound, margin) = parts(line.rating);
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
        places: line.places.map(|(best, worst)| [best, worst]),
        mean_place: line.mean_place,
        mean_place_margin: line.place_margin.half_width(),
        mean_score: line.mean_score,
        mean_score_margin: line.score_margin.half_width(),
        alpha_rank: cycles.alpha_rank.0.get(at).copied(),
        nash_weight: cycles.nash.get(at).copied(),
        nash_weight_in_resamples: cycles.nash_kept.get(at).copied(),
        sandwich_error: resampled.map(|bot| bot.sandwich),
        bootstrap_error: resampled.map(|bot| bot.error),
        bootstrap_interval: resampled.map(|bot| [bot.interval.0, bot.interval.1]),
    }
}
