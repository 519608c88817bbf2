//! Plots as SVG, by hand: lines, dots and texts are all they need.

use super::grouped;
use super::sheets::rated;
use super::text::{shortened, shown};
use crate::history::History;
use crate::profile::Profiles;
use crate::rating::Standings;
use std::fmt::Write;

/// Width of a plot, in pixels of CSS.
const WIDTH: f64 = 760.0;
/// Colours that people with any colour vision tell apart (Okabe and Ito 2008).
const COLOURS: [&str; 7] = [
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#8a6d00",
];
/// What the page says for the plots in it.
const STYLE: &str = "<style>svg{font:13px system-ui,sans-serif;background:#fff;color:#1b1b1b}\
@media(prefers-color-scheme:dark){svg{background:#15171a;color:#e8e6e3}}\
text{fill:currentColor}.grid{stroke:currentColor;stroke-opacity:.18}\
.faint{fill-opacity:.65}.bar{stroke:#0072b2;stroke-width:2}.dot{fill:#0072b2}</style>";

/// A plot by itself, for a file.
#[must_use]
pub fn standalone(plot: &str) -> String {
    plot.replacen("<svg ", "<svg xmlns=\"http://www.w3.org/2000/svg\" ", 1)
        .replacen('>', &format!(">{STYLE}"), 1)
}

/// The ratings with their 95 % intervals.
#[must_use]
pub(super) fn intervals(standings: &Standings) -> String {
    let lines: Vec<_> = standings
        .fields
        .iter()
        .flat_map(|field| &field.lines)
        .collect();
    let ratings: Vec<(f64, f64)> = lines
        .iter()
        .filter_map(|line| {
            let (elo, margin, _) = rated(line.rating);
            Some((elo?, margin.unwrap_or(0.0)))
        })
        .collect();
    if ratings.is_empty() {
        return nothing("Ratings with 95 % intervals");
    }
    let low = ratings.iter().map(|(elo, half)| elo - half);
    let high = ratings.iter().map(|(elo, half)| elo + half);
    let axis = Axis::of(low.chain(high), 190.0, WIDTH - 20.0);
    let height = 22.0 * lines.len() as f64 + 34.0;
    let mut svg = begin("Ratings with 95 % intervals", height);
    axis.draw(&mut svg, height - 26.0, |value| format!("{value:.0}"));
    for (row, line) in lines.iter().enumerate() {
        let y = 22.0 * row as f64 + 15.0;
        let (elo, margin, bound) = rated(line.rating);
        let name = shown(&line.bot);
        let _ = write!(svg, "<g><title>{}", escaped(&name));
        if let Some(elo) = elo {
            let _ = write!(svg, ": {bound} {elo:.0}");
            if let Some(half) = margin {
                let _ = write!(svg, " ± {half:.0}");
            }
        }
        let _ = write!(svg, "</title>");
        text(&mut svg, 180.0, y + 4.0, "end", &shortened(&name, 24));
        if let Some(elo) = elo {
            let x = axis.at(elo);
            let half = margin.unwrap_or(0.0);
            segment(
                &mut svg,
                "bar",
                (axis.at(elo - half), y),
                (axis.at(elo + half), y),
            );
            match bound {
                "" => {
                    let _ = write!(
                        svg,
                        "<circle class=\"dot\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\"/>"
                    );
                }
                bound => {
                    let arrow = if bound == "at least" { "▶" } else { "◀" };
                    text(&mut svg, x, y + 4.0, "middle", arrow);
                }
            }
        }
        svg += "</g>";
    }
    svg + "</svg>"
}

/// Ratings against games played. The first of the standings have colours.
#[must_use]
pub(super) fn progress(standings: &Standings, history: &History) -> String {
    let values = history.bots.values().flatten().flatten();
    if values.clone().next().is_none() {
        return nothing("Rating against games played");
    }
    let axis = Axis::of(values.map(|&(elo, _)| elo), 300.0, 16.0);
    let games = history.games.iter().map(|&games| games as f64);
    let across = Axis::of(std::iter::once(0.0).chain(games), 56.0, WIDTH - 170.0);
    let mut svg = begin("Rating against games played", 340.0);
    axis.draw_up(&mut svg, 56.0, WIDTH - 170.0);
    across.draw(&mut svg, 312.0, |value| grouped(value as u128));
    let ranked = standings.fields.iter().flat_map(|field| &field.lines);
    let mut labels: Vec<(f64, String, &str)> = Vec::new();
    for (rank, line) in ranked.enumerate() {
        let Some(ratings) = history.bots.get(&line.bot) else {
            continue;
        };
        let colour = COLOURS.get(rank).copied();
        let points = history.games.iter().zip(ratings);
        let points: Vec<(f64, f64)> = points
            .filter_map(|(&games, rating)| Some((across.at(games as f64), axis.at((*rating)?.0))))
            .collect();
        let Some(&(_, end)) = points.last() else {
            continue;
        };
        let path: Vec<String> = points
            .iter()
            .map(|(x, y)| format!("{x:.1},{y:.1}"))
            .collect();
        let name = shown(&line.bot);
        let _ = write!(
            svg,
            "<g><title>{}</title><polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" stroke-opacity=\"{}\"/>",
            escaped(&name),
            path.join(" "),
            colour.unwrap_or("currentColor"),
            if colour.is_some() { 2 } else { 1 },
            if colour.is_some() { 1.0 } else { 0.3 },
        );
        for (x, y) in &points {
            if let Some(colour) = colour {
                let _ = write!(
                    svg,
                    "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"2.5\" fill=\"{colour}\"/>"
                );
            }
        }
        svg += "</g>";
        if let Some(colour) = colour {
            labels.push((end, shortened(&name, 18), colour));
        }
    }
    labels.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut free: f64 = 0.0;
    for (end, name, colour) in labels {
        // Labels keep out of each other's way.
        let y = end.max(free);
        free = y + 15.0;
        let x = WIDTH - 158.0;
        let _ = write!(
            svg,
            "<circle cx=\"{:.1}\" cy=\"{y:.1}\" r=\"4\" fill=\"{colour}\"/>",
            x - 2.0
        );
        text(&mut svg, x + 8.0, y + 4.0, "start", &name);
    }
    svg + "</svg>"
}

/// How often bids were true against the chance that they had as their bidders
/// saw them, a panel for each bot. On the diagonal they are as good as they look.
#[must_use]
pub(super) fn calibration(profiles: &Profiles) -> String {
    const SIDE: f64 = 132.0;
    const ACROSS: usize = 5;
    let judged: Vec<_> = profiles
        .bots
        .iter()
        .filter(|(_, it)| it.calibration.iter().any(|tenth| tenth.bids > 0))
        .collect();
    let rows = judged.len().div_ceil(ACROSS);
    let mut svg = begin("Calibration of bids", (SIDE + 20.0) * rows as f64 + 8.0);
    for (index, (bot, profile)) in judged.into_iter().enumerate() {
        let left = (index % ACROSS) as f64 * (SIDE + 18.0) + 8.0;
        let top = (index / ACROSS) as f64 * (SIDE + 20.0) + 20.0;
        let side = SIDE - 12.0;
        let name = shown(bot);
        let _ = write!(svg, "<g><title>{}</title>", escaped(&name));
        text(&mut svg, left, top - 5.0, "start", &shortened(&name, 18));
        let _ = write!(
            svg,
            "<rect class=\"grid\" x=\"{left:.1}\" y=\"{top:.1}\" width=\"{side}\" height=\"{side}\" fill=\"none\"/>"
        );
        segment(&mut svg, "grid", (left, top + side), (left + side, top));
        let most = profile
            .calibration
            .iter()
            .map(|tenth| tenth.bids)
            .max()
            .unwrap_or(1);
        for tenth in profile.calibration.iter().filter(|tenth| tenth.bids > 0) {
            let bids = tenth.bids as f64;
            let (chance, held) = (tenth.chances / bids, tenth.held as f64 / bids);
            let radius = 2.0 + 5.0 * (bids / most as f64).sqrt();
            let _ = write!(
                svg,
                "<circle class=\"dot\" cx=\"{:.1}\" cy=\"{:.1}\" r=\"{radius:.1}\"><title>{} bids at {:.0} %: {:.0} % true</title></circle>",
                left + side * chance,
                top + side * (1.0 - held),
                tenth.bids,
                100.0 * chance,
                100.0 * held,
            );
        }
        svg += "</g>";
    }
    svg + "</svg>"
}

/// A plot of nothing.
fn nothing(title: &str) -> String {
    let mut svg = begin(title, 40.0);
    text(&mut svg, 8.0, 24.0, "start", "No ratings to show.");
    svg + "</svg>"
}

/// From values to pixels.
struct Axis {
    low: f64,
    high: f64,
    from: f64,
    to: f64,
    step: f64,
}

impl Axis {
    /// An axis that holds these values.
    fn of(values: impl Iterator<Item = f64>, from: f64, to: f64) -> Self {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for value in values.filter(|value| value.is_finite()) {
            low = low.min(value);
            high = high.max(value);
        }
        if low > high {
            (low, high) = (0.0, 1.0);
        }
        if high - low < 1e-9 {
            (low, high) = (low - 1.0, high + 1.0);
        }
        // 1, 2 or 5 times a power of ten, for four to ten marks.
        let mut step = 1e-3;
        let mut factors = [2.0, 2.5, 2.0].into_iter().cycle();
        while (high - low) / step > 8.0 {
            step *= factors.next().unwrap_or(10.0);
        }
        Self {
            low: (low / step).floor() * step,
            high: (high / step).ceil() * step,
            from,
            to,
            step,
        }
    }

    fn at(&self, value: f64) -> f64 {
        self.from + (self.to - self.from) * (value - self.low) / (self.high - self.low)
    }

    fn marks(&self) -> impl Iterator<Item = f64> {
        let count = ((self.high - self.low) / self.step).round() as u32;
        (0..=count).map(|mark| self.low + f64::from(mark) * self.step)
    }

    /// Along the bottom, with lines up to the top.
    fn draw(&self, svg: &mut String, bottom: f64, label: impl Fn(f64) -> String) {
        for mark in self.marks() {
            let x = self.at(mark);
            segment(svg, "grid", (x, 4.0), (x, bottom));
            text(svg, x, bottom + 16.0, "middle", &label(mark));
        }
    }

    /// Along the left side.
    fn draw_up(&self, svg: &mut String, left: f64, right: f64) {
        for mark in self.marks() {
            let y = self.at(mark);
            segment(svg, "grid", (left, y), (right, y));
            text(svg, left - 6.0, y + 4.0, "end", &format!("{mark:.0}"));
        }
    }
}

fn begin(title: &str, height: f64) -> String {
    format!(
        "<svg class=\"plot\" role=\"img\" viewBox=\"0 0 {WIDTH} {height:.0}\" width=\"{WIDTH}\" height=\"{height:.0}\" aria-label=\"{title}\">"
    )
}

fn segment(svg: &mut String, class: &str, (x1, y1): (f64, f64), (x2, y2): (f64, f64)) {
    let _ = write!(
        svg,
        "<line class=\"{class}\" x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\"/>"
    );
}

fn text(svg: &mut String, x: f64, y: f64, anchor: &str, text: &str) {
    let _ = write!(
        svg,
        "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{}</text>",
        escaped(text)
    );
}

/// Text inside XML or HTML.
pub(super) fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe += "&amp;",
            '<' => safe += "&lt;",
            '>' => safe += "&gt;",
            '"' => safe += "&quot;",
            '\'' => safe += "&#39;",
            c => safe.push(c),
        }
    }
    safe
}
