//! Standings for a web page or a pull request, as Markdown.

use super::orders::likelihoods;
use super::text::{decimals, percent, rating, rating_margin, seat_sentences, shown};
use crate::rating::{Field, Line, Standings};

/// Tables in GitHub's flavour, for any names.
#[must_use]
pub fn markdown(standings: &Standings) -> String {
    let mut text = String::new();
    if !standings.title.is_empty() {
        text += &format!("**{}**\n\n", escaped(&standings.title));
    }
    for (number, field) in standings.fields.iter().enumerate() {
        if standings.fields.len() > 1 {
            text += &format!("### Group {}\n\n", number + 1);
        }
        ranks(field, &mut text);
        cross(field, &mut text);
        orders(field, &mut text);
        let sentences = [seat_sentences(field), likelihoods(field)];
        for note in sentences.iter().flatten().chain(&field.notes) {
            text += &format!("- {}\n", escaped(note));
        }
        for warning in &field.warnings {
            text += &format!("- **warning:** {}\n", escaped(warning));
        }
        text.push('\n');
    }
    for note in &standings.notes {
        text += &format!("- {}\n", escaped(note));
    }
    for warning in &standings.warnings {
        text += &format!("- **warning:** {}\n", escaped(warning));
    }
    text
}

fn ranks(field: &Field, text: &mut String) {
    let seats = field
        .lines
        .first()
        .map_or(0, |line| line.share_by_seat.len());
    *text += "| # | bot | rating | ± 95 % | places | games | won % |";
    for seat in 1..=seats {
        *text += &format!(" seat {seat} |");
    }
    *text += " wins | shared | losses |\n|--:|:--|";
    *text += &"--:|".repeat(8 + seats);
    text.push('\n');
    let digits = decimals(field);
    for line in &field.lines {
        *text += &format!(
            "| {} | {} | {} | {} | {} | {} | {} |",
            line.rank,
            escaped(&line.bot),
            rating(line.rating, digits),
            rating_margin(line.rating, digits),
            line.places
                .map_or_else(String::new, |(best, worst)| format!("{best}-{worst}")),
            line.games,
            share(line),
        );
        for share in &line.share_by_seat {
            let share = share.map_or_else(String::new, |share| percent(share, 1));
            *text += &format!(" {share} |");
        }
        *text += &format!(" {} | {} | {} |\n", line.wins, line.shared, line.losses);
    }
    text.push('\n');
}

/// The part of first places with its margin.
fn share(line: &Line) -> String {
    let width = line.share_margin.half_width();
    let width = width.map_or_else(String::new, |width| format!(" ± {:.1}", 100.0 * width));
    format!("{}{width}", percent(line.share, 1))
}

/// The models of whole orders.
fn orders(field: &Field, text: &mut String) {
    let digits = decimals(field);
    let fits = || field.alternatives.iter().filter(|a| a.trouble.is_none());
    if fits().next().is_none() {
        return;
    }
    *text += "| bot |";
    for alternative in fits() {
        let word = alternative.model.word();
        *text += &format!(" {word} | ± 95 % | expected won % |");
    }
    *text += "\n|:--|";
    *text += &"--:|".repeat(3 * fits().count());
    text.push('\n');
    for (at, line) in field.lines.iter().enumerate() {
        *text += &format!("| {} |", escaped(&line.bot));
        for alternative in fits() {
            let of = alternative.ratings[at];
            let share = alternative.shares.get(at).copied().flatten();
            let share = share.map_or_else(String::new, |share| percent(share, 1));
            *text += &format!(
                " {} | {} | {share} |",
                rating(of, digits),
                rating_margin(of, digits)
            );
        }
        text.push('\n');
    }
    text.push('\n');
}

fn cross(field: &Field, text: &mut String) {
    *text += "| score of row against column, % |";
    for column in 1..=field.lines.len() {
        *text += &format!(" {column} |");
    }
    *text += "\n|:--|";
    *text += &"--:|".repeat(field.lines.len());
    text.push('\n');
    for (row, line) in field.lines.iter().enumerate() {
        *text += &format!("| {}. {} |", row + 1, escaped(&line.bot));
        for (column, score) in field.cross[row].iter().enumerate() {
            let score = match score {
                _ if row == column => "·".to_owned(),
                Some(score) => percent(score.rate(), 1),
                None => String::new(),
            };
            *text += &format!(" {score} |");
        }
        text.push('\n');
    }
    text.push('\n');
}

/// Markup and HTML in a name stay what they look like: CommonMark takes a
/// backslash before any ASCII punctuation.
pub(super) fn escaped(name: &str) -> String {
    let mut text = String::new();
    for c in shown(name).chars() {
        if matches!(
            c,
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '&' | '~' | '#' | '!'
        ) {
            text.push('\\');
        }
        text.push(c);
    }
    text
}
