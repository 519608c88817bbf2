//! The report as one file that needs nothing else.

use super::grouped;
use super::plot::{calibration, escaped, intervals, progress};
use super::sheet::{Cell, Sheet};
use super::sheets::{exploits_sheet, profile_sheet, seats_sheet, standings_sheet};
use super::text::shown;
use crate::faults::FaultReport;
use crate::history::History;
use crate::log::Manifest;
use crate::profile::Profiles;
use crate::rating::Standings;
use crate::story::Replay;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

/// The page without its data. Its script is named by its hash in the content
/// security policy, so that nothing else in the page can run.
const TEMPLATE: &str = include_str!("page.html");

/// All that a report shows.
#[derive(Clone, Debug)]
pub struct Report {
    /// What produced the run.
    pub manifest: Manifest,
    /// The ratings.
    pub standings: Standings,
    /// How they came to be.
    pub history: History,
    /// Who bluffs.
    pub profiles: Profiles,
    /// Where the profiles come from, as a sentence.
    pub profiles_from: String,
    /// What went wrong.
    pub faults: FaultReport,
    /// Games to click through.
    pub replays: Vec<Replay>,
    /// Where they come from, as a sentence.
    pub replays_from: String,
}

impl Report {
    /// Its tables.
    #[must_use]
    pub fn sheets(&self) -> Vec<Sheet> {
        let mut bluffs = profile_sheet(&self.profiles);
        bluffs.notes.push(self.profiles_from.clone());
        bluffs.notes.push("A bid's chance is that of its bidder, who knows its own dice and takes nobody's word. Who has the dice under the cup before it is certain, and then the chance says nothing.".into());
        vec![
            standings_sheet(&self.standings),
            cross_sheet(&self.standings),
            seats_sheet(&self.standings),
            bluffs,
            exploits_sheet(&self.standings),
            faults_sheet(&self.faults),
        ]
    }

    /// The plots by name, as SVG that inherits its colours.
    #[must_use]
    pub fn plots(&self) -> [(&'static str, String); 3] {
        [
            ("ratings", intervals(&self.standings)),
            ("progress", progress(&self.standings, &self.history)),
            ("calibration", calibration(&self.profiles)),
        ]
    }

    /// The page.
    #[must_use]
    pub fn html(&self) -> String {
        let manifest = &self.manifest;
        let data = json!({
            "name": manifest.name,
            "rules": manifest.rules,
            "warnings": self.standings.warnings,
            "sheets": self.sheets(),
            "faults": json!({
                "last": self.faults.last.iter().collect::<Vec<_>>(),
                "logs": self.faults.logs,
            }),
            "replays": self.replays,
            "replays_from": self.replays_from,
            "manifest": pairs(manifest),
            "roster": manifest.bot,
        });
        let games = grouped(u128::from(self.standings.totals.games));
        let title = format!("{}: {games} games of {}", manifest.name, manifest.game);
        let mut marks = vec![
            ("title", escaped(&shown(&title))),
            ("data", embedded(&data)),
            ("hash", script_hash()),
        ];
        marks.extend(self.plots());
        filled(TEMPLATE, &marks)
    }
}

/// A template with its `{{marks}}` filled in, once: what is put in is no template.
fn filled(template: &str, marks: &[(&str, String)]) -> String {
    let mut page = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once("{{") {
        page += before;
        let (mark, after) = after.split_once("}}").unwrap_or((after, ""));
        let text = marks.iter().find(|(name, _)| *name == mark);
        page += text.map_or("", |(_, text)| text.as_str());
        rest = after;
    }
    page + rest
}

/// The hash of the script in the template, as a content security policy has it.
fn script_hash() -> String {
    let script = TEMPLATE.rsplit_once("<script>");
    let script = script.and_then(|(_, rest)| rest.split_once("</script>"));
    let script = script.map_or("", |(script, _)| script);
    base64(&Sha256::digest(script.as_bytes()))
}

/// RFC 4648, with padding.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let bits = (0..3).fold(0u32, |bits, at| {
            bits << 8 | u32::from(chunk.get(at).copied().unwrap_or(0))
        });
        for digit in 0..4 {
            let value = bits >> (18 - 6 * digit) & 63;
            text.push(if digit <= chunk.len() {
                char::from(DIGITS[value as usize])
            } else {
                '='
            });
        }
    }
    text
}

/// JSON that ends no script element and no line, whatever is in it.
fn embedded(data: &Value) -> String {
    let mut safe = String::new();
    for c in data.to_string().chars() {
        match c {
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => {
                safe += &format!("\\u{:04x}", u32::from(c));
            }
            c => safe.push(c),
        }
    }
    safe
}

/// The cross table: a column for each opponent, in the order of the rows.
fn cross_sheet(standings: &Standings) -> Sheet {
    let mut sheet = Sheet::new(
        "cross",
        "Score of row against column, %",
        &[
            ("bot", "bot", None),
            ("opponent", "opponent", None),
            ("score", "score %", Some(1)),
            ("games", "games", Some(0)),
            ("points", "points", Some(1)),
        ],
    );
    for field in &standings.fields {
        for (row, line) in field.lines.iter().enumerate() {
            for (column, other) in field.lines.iter().enumerate() {
                if let Some(score) = field.cross[row][column] {
                    sheet.rows.push(vec![
                        line.bot.as_str().into(),
                        other.bot.as_str().into(),
                        Some(100.0 * score.rate()).into(),
                        Cell::count(score.games),
                        Cell::Number(score.half_points as f64 / 2.0),
                    ]);
                }
            }
        }
    }
    sheet
}

fn faults_sheet(faults: &FaultReport) -> Sheet {
    let mut sheet = Sheet::new(
        "faults",
        "Faults",
        &[
            ("bot", "bot", None),
            ("fault", "kind", None),
            ("times", "times", Some(0)),
        ],
    );
    for (bot, kinds) in &faults.counts {
        for (kind, &times) in kinds {
            let row = vec![
                bot.as_str().into(),
                kind.as_str().into(),
                Cell::count(times),
            ];
            sheet.rows.push(row);
        }
    }
    sheet
}

/// What a manifest says, but for its roster.
fn pairs(manifest: &Manifest) -> Vec<(&'static str, String)> {
    let schedule = &manifest.schedule;
    let limits = &manifest.limits;
    let mut pairs = vec![
        ("dudo", manifest.dudo.clone()),
        ("game", manifest.game.clone()),
        ("rules", manifest.rules.clone()),
        ("fingerprint", manifest.fingerprint.clone()),
        ("seed", manifest.seed.clone()),
        ("reproducible", manifest.reproducible.to_string()),
        ("format", schedule.format.clone()),
        ("focus", schedule.focus.join(", ")),
        ("seats", schedule.seats.to_string()),
        ("deals", grouped(u128::from(schedule.deals))),
        ("seating", schedule.seating.clone()),
        ("dice", schedule.dice.clone()),
        ("session", schedule.session.to_string()),
    ];
    for (key, value) in [
        ("faults allowed", limits.faults),
        ("move_ms", limits.move_ms),
        ("start_ms", limits.start_ms),
        ("memory_mb", limits.memory_mb),
    ] {
        pairs.extend(value.map(|value| (key, value.to_string())));
    }
    pairs.push(("jail lacks", manifest.jail_lacks.join(", ")));
    pairs.extend(limits.isolation.clone().map(|it| ("isolation", it)));
    pairs.retain(|(_, value)| !value.is_empty());
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_as_published() {
        for (bytes, text) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
    }

    /// Nothing in the data ends the element that holds it, and what is put in
    /// is not read as a template.
    #[test]
    fn data_is_only_data() {
        let hostile = "</script><!-- {{data}} \u{2028} & \"";
        let data = embedded(&json!([hostile]));
        assert!(!data.contains(['<', '>', '&', '\u{2028}']), "{data}");
        assert_eq!(
            serde_json::from_str::<Value>(&data).unwrap(),
            json!([hostile])
        );
        let marks = [("a", "{{b}}".to_owned()), ("b", "x".to_owned())];
        assert_eq!(filled("1{{a}}2{{b}}3{{c}}4", &marks), "1{{b}}2x34");
    }

    #[test]
    fn the_template_has_all_its_marks_and_one_script() {
        let marks = [
            "title",
            "hash",
            "data",
            "ratings",
            "progress",
            "calibration",
        ];
        for mark in marks {
            assert!(TEMPLATE.contains(&format!("{{{{{mark}}}}}")), "{mark}");
        }
        let found = TEMPLATE.matches("{{").count();
        assert_eq!(found, marks.len() + 1, "the title stands twice");
        assert_eq!(TEMPLATE.matches("<script>").count(), 1);
        for word in [
            "innerHTML",
            "insertAdjacent",
            "document.write",
            "eval(",
            "http",
        ] {
            let plain = TEMPLATE.replace("http-equiv", "");
            assert!(!plain.contains(word), "{word} in the template");
        }
    }
}
