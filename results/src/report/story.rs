//! A game told step by step, for a terminal and for documents.

use super::markdown::escaped;
use super::text::{left, shown, width, wrapped};
use crate::story::{Claim, ClaimKind, Kind, Replay, Source, Step};
use anstyle::{AnsiColor, Style};

const TRUE: Style = AnsiColor::Green.on_default();
const FALSE: Style = AnsiColor::Red.on_default();
const TALK: Style = AnsiColor::Cyan.on_default();
const DIM: Style = Style::new().dimmed();
const HEAD: Style = Style::new().bold();

/// Columns of a terminal that a text may take.
const COLUMNS: usize = 96;

/// A replay for a terminal, in pieces at which one may wait: a heading, then
/// one per decision. With colours, as escape sequences.
#[must_use]
pub fn story_text(replay: &Replay) -> Vec<String> {
    let names = names(replay);
    let wide = names.iter().map(|name| width(name)).max().unwrap_or(0);
    let mut pieces = vec![heading(replay, &names)];
    let mut round = None;
    for lines in replay.steps.chunk_by(|a, b| a.step == b.step) {
        let mut text = String::new();
        // Consecutive rolls are one picture of the table.
        for lines in lines.chunk_by(|a, b| a.kind == b.kind && a.round == b.round) {
            let Some(last) = lines.last() else { continue };
            if round.replace(last.round) != Some(last.round) && last.round > 0 {
                text += &format!("\n{HEAD}Round {}{HEAD:#}\n", last.round);
            }
            if last.kind == Kind::Dice {
                text += &table(last, &names);
            } else {
                for step in lines {
                    text += &line(step, &names, wide);
                }
            }
        }
        pieces.push(text);
    }
    pieces
}

/// A replay for a web page or an issue, as Markdown.
#[must_use]
pub fn story_markdown(replay: &Replay) -> String {
    let mut text = format!(
        "**Game {}.{}.{}** of {}\n\n",
        replay.deal,
        replay.table,
        replay.rotation,
        escaped(&replay.rules)
    );
    for (seat, (bot, place)) in replay.bots.iter().zip(&replay.places).enumerate() {
        text += &format!("- seat {}: {}, place {place}\n", seat + 1, escaped(bot));
    }
    if let Some(row) = &replay.differs {
        text += &format!("- **the log says otherwise:** {}\n", escaped(row));
    }
    let mut round = None;
    for step in &replay.steps {
        if round.replace(step.round) != Some(step.round) {
            text += &format!(
                "\n**Round {}**\n\n| step | seat | event | so? |",
                step.round
            );
            for seat in 1..=replay.bots.len() {
                text += &format!(" dice {seat} |");
            }
            text += &format!(
                " chance by seat |\n|--:|--:|:--|:--|{}:--|\n",
                ":--|".repeat(replay.bots.len())
            );
        }
        let (so, chances) = match &step.claim {
            Some(claim) => (verdict(claim), chances(claim).join(" · ")),
            None => ("", String::new()),
        };
        let (number, seat) = (step.step, step.seat);
        text += &format!("| {number} | {seat} | {} | {so} |", escaped(&step.event));
        for dice in &step.dice {
            text += &format!(" {dice} |");
        }
        text += &format!(" {chances} |\n");
        if let Some(ruling) = &step.ruling {
            let cells = 1 + replay.bots.len();
            text += &format!("| | | *{}* | |{}\n", escaped(ruling), " |".repeat(cells));
        }
    }
    text
}

/// `1 odds` for every seat.
fn names(replay: &Replay) -> Vec<String> {
    let name = |(seat, bot): (usize, &String)| format!("{} {}", seat + 1, shown(bot));
    replay.bots.iter().enumerate().map(name).collect()
}

fn heading(replay: &Replay, names: &[String]) -> String {
    let source = match (replay.source, &replay.differs) {
        (Source::Played, None) => "played again; it ends as the log says",
        (Source::Log, None) => "from actions.csv; rules, dice and the row agree",
        (_, Some(_)) => "the log says otherwise",
    };
    let mut text = format!(
        "{HEAD}Game {}.{}.{}{HEAD:#} of {}\n{DIM}{source}{DIM:#}\n",
        replay.deal,
        replay.table,
        replay.rotation,
        shown(&replay.rules)
    );
    for (name, place) in names.iter().zip(&replay.places) {
        text += &format!("  seat {name}: place {place}\n");
    }
    if let Some(row) = &replay.differs {
        text += &format!("{FALSE}The row of the log: {}{FALSE:#}\n", shown(row));
    }
    text
}

/// All dice on the table.
fn table(step: &Step, names: &[String]) -> String {
    let held = names.iter().zip(&step.dice);
    let held = held.filter(|(_, dice)| !dice.is_empty());
    let held: Vec<String> = held
        .map(|(name, dice)| format!("{name} [{dice}]"))
        .collect();
    let text = format!("dice  {}", held.join("   "));
    format!("  {DIM}{}{DIM:#}\n", wrapped(&text, COLUMNS, 8))
}

fn line(step: &Step, names: &[String], wide: usize) -> String {
    let name = names.get(step.seat - 1).map_or("", String::as_str);
    let event = shown(&step.event);
    let mut text = format!("  {}  ", left(name, wide));
    match (step.kind, &step.claim) {
        (Kind::Talk, _) => text += &format!("{TALK}{event}{TALK:#}"),
        (Kind::Fault, _) => text += &format!("{FALSE}{event}{FALSE:#}"),
        (_, Some(claim)) => {
            let style = if claim.holds { TRUE } else { FALSE };
            text += &format!(
                "{} {style}{}{style:#} {DIM}{}{DIM:#}",
                left(&event, 16),
                left(verdict(claim), 6),
                chances(claim).join("  ")
            );
        }
        _ => text += &event,
    }
    let mut text = text.trim_end().to_owned() + "\n";
    if let Some(ruling) = &step.ruling {
        let ruling = wrapped(&format!("=> {ruling}"), COLUMNS, 5);
        text += &format!("  {HEAD}{ruling}{HEAD:#}\n");
    }
    text
}

/// Whether it is so, in a word.
const fn verdict(claim: &Claim) -> &'static str {
    match (claim.kind, claim.holds) {
        (ClaimKind::Bid, true) => "true",
        (ClaimKind::Bid, false) => "false",
        (_, true) => "right",
        (_, false) => "wrong",
    }
}

/// Its chance as each seat sees it: `1: 63 %`.
fn chances(claim: &Claim) -> Vec<String> {
    let chances = claim.chances.iter().enumerate();
    let known = chances.filter_map(|(seat, chance)| Some((seat + 1, (*chance)?)));
    known
        .map(|(seat, chance)| format!("{seat}: {}", odds(chance)))
        .collect()
}

/// A chance as a percentage; what is not certain is not shown as if it were.
fn odds(chance: f64) -> String {
    match 100.0 * chance {
        low if low > 0.0 && low < 0.5 => "<1 %".into(),
        high if high < 100.0 && high > 99.5 => ">99 %".into(),
        middle => format!("{middle:.0} %"),
    }
}
