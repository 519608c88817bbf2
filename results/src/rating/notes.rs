//! What a reader has to know about the numbers, in sentences.

use super::compare::FEWEST_FOR_PLACES;
use super::counts::{Faults, Ties};
use super::margin::{FEWEST_CLUSTERS, Margin};
use super::newton::NoFit;
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

/// What the making of a field has shown.
pub(super) struct Known<'a> {
    /// How many layers the games alone make.
    pub(super) layers: usize,
    /// Whether they are in one order.
    pub(super) ordered: bool,
    /// Least distances of neighbours where no bot has a rating.
    pub(super) gaps: &'a [(String, String, f64)],
    /// Why seats have no effects.
    pub(super) trouble: Option<NoFit>,
    /// Whether a phantom was there.
    pub(super) prior: bool,
    /// Whether a test chose the end.
    pub(super) stopped: bool,
}

/// What holds for one field.
pub(super) fn of_field(field: &mut Field, known: &Known<'_>) {
    let Known {
        layers,
        ordered,
        gaps,
        trouble,
        prior,
        stopped,
    } = *known;
    let rated = |rating: &Rating| matches!(rating, Rating::Estimate { .. });
    let estimates = field.lines.iter().filter(|l| rated(&l.rating)).count();
    let notes = &mut field.notes;
    if estimates > 0 && stopped {
        notes.push(match &field.anchor {
            Anchor::Mean => "Elo with mean 1500.".to_owned(),
            Anchor::Bot(name, elo) => format!("Elo with {name} at {elo}."),
            Anchor::Phantom => "Elo with the phantom at 1500.".to_owned(),
        });
    } else if estimates > 0 {
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
            Anchor::Phantom => {
                "Elo with the phantom at 1500; each margin is against it.".to_owned()
            }
        });
    }
    if field.model.way().is_some() {
        notes.push(format!(
            "Ratings by the model {}, without effects of the seats.",
            field.model.word()
        ));
    }
    if prior {
        notes.push(format!(
            "With the half-win prior: each bot has half a win and half a loss against a phantom \
             besides its games, which draws every rating a little towards it{}.",
            if layers > 1 {
                "; without it some bots, unbeaten or winless, have no finite one"
            } else {
                ""
            }
        ));
    }
    if stopped {
        notes.push(
            "– for margins: a sequential test chose where these games end, and ended them on a \
             result that looked clear. Margins, chances and bounds for a fixed number of games \
             do not hold then; the verdict of the test is the answer."
                .to_owned(),
        );
    } else if estimates == 0 {
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
        if let Some(effect) = field.design_effect {
            notes.push(format!(
                "Design effect {effect:.2}: the error of the ratings over that of as many \
                 independent games."
            ));
        }
        match field.critical {
            Some(critical) => notes.push(format!(
                "Places: the order of two bots counts from {critical:.2} standard errors on, so \
                 that all places hold at once with 95 %."
            )),
            None if field.lines.len() > 1 => notes.push(format!(
                "No places: too few deals ({}; it takes {}).",
                blocks(field.clusters),
                FEWEST_FOR_PLACES.max(field.lines.len() + 1)
            )),
            None => {}
        }
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
    } else if layers > 1 && !prior {
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

/// Where one number for each bot is not enough.
pub(super) fn fit(field: &mut Field) {
    let bot = |line: usize| field.lines[line].bot.as_str();
    let percent = |part: f64| format!("{:.1}", 100.0 * part);
    let (mut notes, mut warnings) = (Vec::new(), Vec::new());
    if let Some(fit) = &field.lack_of_fit {
        let p = if fit.p < 0.0095 {
            "p < 0.01".to_owned()
        } else {
            format!("p = {:.2}", fit.p)
        };
        if fit.p < 0.05 {
            let mut text = format!(
                "One rating for each bot does not explain these results (lack of fit: {p}): \
                 scores of pairs are {} percentage points off",
                percent(fit.gap)
            );
            if let Some((a, b, observed, expected)) = fit.worst {
                text += &format!(
                    ", most clearly {} against {}: {} %, {} % expected",
                    bot(a),
                    bot(b),
                    percent(observed),
                    percent(expected)
                );
            }
            warnings.push(text + ".");
        } else {
            notes.push(format!(
                "No lack of fit seen ({p}): one rating for each bot explains the cross table."
            ));
        }
    }
    let cycles = &field.cycles;
    for cycle in &cycles.cycles {
        let mut names: Vec<&str> = cycle.iter().map(|&line| bot(line)).collect();
        names.push(names[0]);
        warnings.push(format!(
            "A cycle, beyond chance: {}.",
            names.join(" beats ")
        ));
    }
    if cycles.more > 0 {
        warnings.push(format!("{} more such cycles of three.", cycles.more));
    }
    for &(upper, lower, score) in cycles.upsets.iter().take(5) {
        warnings.push(format!(
            "The order misleads: {} stands below {} and beats it with {} %, beyond chance.",
            bot(lower),
            bot(upper),
            percent(score)
        ));
    }
    if cycles.upsets.len() > 5 {
        warnings.push(format!("{} more pairs like that.", cycles.upsets.len() - 5));
    }
    field.notes.extend(notes);
    field.warnings.extend(warnings);
}

fn games(count: u64) -> String {
    format!("{count} game{}", if count == 1 { "" } else { "s" })
}

fn blocks(count: usize) -> String {
    format!("{count} block{}", if count == 1 { "" } else { "s" })
}
