//! Progress on stderr: a bar for people, lines for files, JSON for programs.

use super::chunk::Rendered;
use super::meter::Meter;
use super::standings::Room;
use crate::schedule::BotId;
use dudo_results::report::{Duel, grouped};
use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, Write};
use std::time::{Duration, Instant};

/// How progress is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Show {
    /// A bar on a terminal, a line now and then elsewhere.
    #[default]
    Auto,
    /// A line now and then.
    Plain,
    /// One JSON object a second, a line each.
    Json,
    /// Nothing.
    Silent,
}

/// Counts what is committed and shows it.
pub(crate) struct Progress {
    names: Vec<String>,
    games: u128,
    done: u128,
    /// Games played here, for the speed.
    fresh: u64,
    seats: usize,
    shares: Vec<(f64, u64)>,
    bytes: u64,
    meter: Option<Meter>,
    started: Instant,
    shown: Instant,
    face: Face,
}

enum Face {
    Bar(ProgressBar),
    Plain { wait: Duration },
    Json,
    Silent,
}

impl Progress {
    pub(crate) fn new(
        show: Show,
        names: Vec<String>,
        seats: usize,
        games: u128,
        done: u128,
    ) -> Self {
        let target = ProgressDrawTarget::stderr();
        let face = match show {
            Show::Silent => Face::Silent,
            Show::Json => Face::Json,
            Show::Auto if !target.is_hidden() => Face::Bar(bar(target, games)),
            Show::Auto | Show::Plain => Face::Plain {
                wait: Duration::from_secs(2),
            },
        };
        let now = now();
        Self {
            shares: vec![(0.0, 0); names.len()],
            names,
            games,
            done,
            fresh: 0,
            seats,
            bytes: 0,
            meter: None,
            started: now,
            shown: now,
            face,
        }
    }

    /// Rows were committed; the log has so many bytes now.
    pub(crate) fn add(&mut self, rendered: &Rendered, bytes: u64, meter: Option<&Meter>) {
        if meter.is_some() {
            self.meter = meter.cloned();
        }
        self.done += u128::from(rendered.games);
        self.fresh += rendered.games - rendered.kept.min(rendered.games);
        self.bytes = bytes;
        for (sum, share) in self.shares.iter_mut().zip(&rendered.shares) {
            sum.0 += share.0;
            sum.1 += share.1;
        }
        let wait = match &self.face {
            Face::Silent => return,
            Face::Bar(_) => Duration::from_millis(100),
            Face::Plain { wait } => *wait,
            Face::Json => Duration::from_secs(1),
        };
        if now() - self.shown >= wait {
            self.show();
        }
    }

    /// A bot was withdrawn.
    pub(crate) fn withdrawn(&self, bot: BotId, faults: u64, block: u64) {
        let name = &self.names[bot.index()];
        self.say(&format!(
            "{name} is withdrawn after {faults} faults (see faults.csv), from block {} on",
            block + 1
        ));
    }

    /// A message that goes well with the bar.
    pub(crate) fn say(&self, message: &str) {
        match &self.face {
            Face::Bar(bar) => bar.println(message),
            Face::Plain { .. } => tell(message),
            Face::Json | Face::Silent => {}
        }
    }

    /// The last state is shown; returns seconds since the start, games in the
    /// log and games played in that time.
    pub(crate) fn finish(&mut self) -> (f64, u128, u64) {
        match &self.face {
            Face::Bar(bar) => bar.finish_and_clear(),
            Face::Json => self.show(),
            Face::Plain { .. } | Face::Silent => {}
        }
        (self.started.elapsed().as_secs_f64(), self.done, self.fresh)
    }

    fn speed(&self) -> f64 {
        self.fresh as f64 / self.started.elapsed().as_secs_f64().max(1e-9)
    }

    fn left(&self) -> Duration {
        let seconds = (self.games - self.done.min(self.games)) as f64 / self.speed().max(1e-9);
        Duration::from_secs_f64(seconds.min(1e9))
    }

    /// The bots by their share of firsts, the best first.
    fn leaders(&self) -> Vec<(&str, f64)> {
        let mut shares: Vec<(&str, f64)> = self
            .names
            .iter()
            .zip(&self.shares)
            .filter(|(_, (_, games))| *games > 0)
            .map(|(name, (firsts, games))| (name.as_str(), firsts / *games as f64))
            .collect();
        shares.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(b.0)));
        shares
    }

    /// The score of a duel so far.
    fn duel(&self, meter: &Meter) -> String {
        let duel = Duel {
            names: [&self.names[0], &self.names[1]],
            session: 1,
        };
        duel.live(meter.tally(), meter.test())
    }

    fn show(&mut self) {
        self.shown = now();
        let (speed, left) = (self.speed(), self.left());
        let leaders: Vec<String> = self
            .leaders()
            .iter()
            .take(3)
            .map(|(name, share)| format!("{} {:.0} %", short(name), share * 100.0))
            .collect();
        let leaders = match &self.meter {
            Some(meter) if !matches!(self.face, Face::Json) => self.duel(meter),
            _ => leaders.join(", "),
        };
        let room = Room { columns: columns() };
        let under = match &self.meter {
            Some(meter) => vec![self.duel(meter)],
            None => room.standings(&self.leaders()),
        };
        match &mut self.face {
            Face::Bar(bar) => {
                bar.set_style(style(room.bar()));
                bar.set_position(u64::try_from(self.done).unwrap_or(u64::MAX));
                let (done, games) = (grouped(self.done), grouped(self.games));
                let (speed, left) = (HumanCount(speed as u64), HumanDuration(left));
                let beside = [
                    format!("{done} of {games} games  {speed} games/s  {left} left"),
                    format!("{done} of {games}  {speed}/s  {left} left"),
                    format!("{done} of {games}, {left} left"),
                    format!("{left} left"),
                ];
                let mut text = room.beside(&beside).to_owned();
                for line in under {
                    text += "\n";
                    text += &line;
                }
                bar.set_message(text);
            }
            Face::Plain { wait } => {
                tell(&format!(
                    "{:5.1} %  {} of {} games  {} games/s  {} left  {leaders}",
                    100.0 * self.done as f64 / (self.games as f64).max(1.0),
                    grouped(self.done),
                    grouped(self.games),
                    HumanCount(speed as u64),
                    HumanDuration(left),
                ));
                // A long run in a log file: fewer and fewer lines.
                *wait = (*wait * 3 / 2).min(Duration::from_secs(60));
            }
            Face::Json => {
                let leaders: Vec<String> = self
                    .leaders()
                    .iter()
                    .take(3)
                    .map(|(name, share)| {
                        format!("{{\"bot\":{},\"share\":{share:.4}}}", json_text(name))
                    })
                    .collect();
                tell(&format!(
                    "{{\"games\":{},\"of\":{},\"games_per_s\":{speed:.0},\"eta_s\":{:.0},\"bytes\":{},\"seats\":{},\"leaders\":[{}]}}",
                    self.done,
                    self.games,
                    left.as_secs_f64(),
                    self.bytes,
                    self.seats,
                    leaders.join(",")
                ));
            }
            Face::Silent => {}
        }
    }
}

/// A line on standard error. Where nobody reads it any more it is lost, and
/// the run goes on; `eprintln!` would panic.
pub(crate) fn tell(line: &str) {
    let _ = writeln!(io::stderr().lock(), "{line}");
}

/// The clock, which only this file and the timings read.
#[expect(
    clippy::disallowed_methods,
    reason = "progress, timings and the length of chunks are what the clock is for; no row depends on it"
)]
pub(crate) fn now() -> Instant {
    Instant::now()
}

fn bar(target: ProgressDrawTarget, games: u128) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(u64::try_from(games).unwrap_or(u64::MAX)), target);
    bar.set_style(style(Room { columns: columns() }.bar()));
    bar
}

/// The bar with so many columns; what stands beside and under it is the message.
fn style(columns: usize) -> ProgressStyle {
    let template = format!("{{bar:{columns}}} {{percent:>3}} %  {{msg}}");
    ProgressStyle::with_template(&template).unwrap_or_else(|_| ProgressStyle::default_bar())
}

/// Columns of the terminal that progress is shown on, asked anew each time
/// since people drag windows.
fn columns() -> usize {
    let size = terminal_size::terminal_size_of(io::stderr());
    size.map_or(80, |(width, _)| width.0.into())
}

/// A name that leaves room for others.
fn short(name: &str) -> String {
    if name.chars().count() > 16 {
        name.chars().take(15).chain(['…']).collect()
    } else {
        name.into()
    }
}

fn json_text(text: &str) -> String {
    let mut quoted = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' | '\\' => quoted.extend(['\\', letter]),
            _ if letter.is_control() => quoted.push_str(&format!("\\u{:04x}", u32::from(letter))),
            _ => quoted.push(letter),
        }
    }
    quoted + "\""
}
