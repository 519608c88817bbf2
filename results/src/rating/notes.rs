//! What a reader has to know about the numbers, in sentences.

use super::counts::{Faults, Ties};
use super::fit::NoFit;
use super::margin::{FEWEST_CLUSTERS, Margin};
use super::standings::{Anchor, Field, Line, Rating, Standings};

/// What holds for all fields.
pub(super) fn general(standings: &mut Standings) {
    let totals = standings.totals;
    let notes = &mut standings.notes;
    let pairs = standings.fields.iter().any(|f| f.sizes.contains(&2));
    let more = standings
        .fields
        .iter()
        .any(|f| f.sizes.iter().any(|&s| s > 2));
    if totals.tied > 0 {
        let mut text = format!("{} had a tie:", games(totals.tied));
        if pairs {
            text += match standings.ties {
                Ties::Half => " half a win for each of two",
                Ties::Drop => " at two seats it does not count for the ratings",
            };
        }
        if more {
            text += if pairs { ";" } else { "" };
            text += " tied bots at larger tables are not compared";
        }
        notes.push(text + ".");
    }
    match standings.faults {
        Faults::Keep if totals.faulted > 0 => notes.push(format!(
            "{} had a fault; they count.",
            games(totals.faulted)
        )),
        Faults::Drop if totals.dropped > 0 => notes.push(format!(
            "{} with a fault left out, as asked.",
            games(totals.dropped)
        )),
        _ => {}
    }
    if totals.withdrawn > 0 {
        notes.push(format!(
            "{} of withdrawn bots were not played and do not count.",
            games(totals.withdrawn)
        ));
    }
    if !standings.unplayed.is_empty() {
        notes.push(format!(
            "No rating without a game: {}.",
            standings.unplayed.join(", ")
        ));
    }
    if standings.fields.len() > 1 {
        standings.warnings.push(format!(
            "{} groups of bots never met, not even through others: each has its own scale, and \
             ratings of two groups say nothing about each other.",
            standings.fields.len()
        ));
    }
}

/// What holds for one field. `gaps` are least distances of neighbours where no
/// bot has a rating.
pub(super) fn of_field(
    field: &mut Field,
    layers: usize,
    ordered: bool,
    gaps: &[(String, String, f64)],
    trouble: Option<NoFit>,
) {
    let rated = |rating: &Rating| matches!(rating, Rating::Estimate { .. });
    let estimates = field.lines.iter().filter(|l| rated(&l.rating)).count();
    let notes = &mut field.notes;
    if estimates > 0 {
        notes.push(match &field.anchor {
            Anchor::Mean if estimates == field.lines.len() => {
                "Elo with mean 1500; each margin is against that mean.".to_owned()
            }
            Anchor::Mean => format!(
                "Elo with mean 1500 of the {estimates} bots that have a rating; each margin is \
                 against that mean."
            ),
            Anchor::Bot(name, elo) => {
                format!("Elo with {name} at {elo}; each margin is that of the difference to it.")
            }
        });
    }
    if estimates == 0 {
        // No rating, so no margin to explain.
    } else if field.clusters < FEWEST_CLUSTERS {
        notes.push(format!(
            "No margins: {}, and at least {FEWEST_CLUSTERS} are needed to see how much results \
             vary.",
            blocks(field.clusters)
        ));
    } else {
        notes.push(format!(
            "95 % margins from {} of deals (Student's t, {} degrees of freedom).",
            blocks(field.clusters),
            field.clusters - 1
        ));
        let flat = |line: &Line| {
            let Rating::Estimate { margin, .. } = line.rating else {
                return false;
            };
            margin == Margin::NoSpread
        };
        if field.lines.iter().any(flat) {
            notes.push(
                "– for a margin: every block came out the same, so that nothing shows how much \
                 results vary."
                    .to_owned(),
            );
        }
    }
    if field
        .lines
        .iter()
        .any(|l| matches!(l.rating, Rating::AtLeast(_) | Rating::AtMost(_)))
    {
        notes.push(
            "≥ and ≤: never lost to, or never won against, those with a rating, so only a \
             one-sided 95 % bound is known (their ratings taken as exact, games as independent)."
                .to_owned(),
        );
    } else if layers > 1 {
        notes.push(
            "No distances: some bots won every game against others, so only the order is known."
                .to_owned(),
        );
    }
    // A single win bounds a distance by less than nothing.
    for (better, worse, elo) in gaps.iter().filter(|gap| gap.2 > 0.0).take(8) {
        notes.push(format!(
            "{better} won every game against {worse}: {elo:+.0} Elo or more, with 95 % confidence."
        ));
    }
    if !ordered {
        notes.push(
            "Some bots share a rank because no chain of games puts them in order.".to_owned(),
        );
    }
    match trouble {
        Some(NoFit::Singular) => notes.push(
            "No seat effects: bots did not change seats enough to tell a seat from a bot."
                .to_owned(),
        ),
        Some(NoFit::Diverged) => {
            notes.push("No seat effects: a seat decided too many games.".to_owned());
        }
        None => {}
    }
    if field.sizes.len() > 1 {
        let sizes: Vec<String> = field.sizes.iter().map(ToString::to_string).collect();
        notes.push(format!(
            "Tables of {} seats share one rating; that it is the same at each is assumed.",
            sizes.join(" and ")
        ));
    }
}

fn games(count: u64) -> String {
    format!("{count} game{}", if count == 1 { "" } else { "s" })
}

fn blocks(count: usize) -> String {
    format!("{count} block{}", if count == 1 { "" } else { "s" })
}
