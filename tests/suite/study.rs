//! The real engine's games as data for studies of the margins: `suite/margins`
//! is a small one, `examples/coverage` the whole.

use dudo::arena::{Arena, Opening, find};
use dudo::schedule::{BotId, DiceMode, Lineup, Session};
use dudo_engine::Key;
use dudo_results::log::{self, Names};
use dudo_results::rating::{Counts, Faults, Game, Standings, Ties};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;
use std::thread;

/// Bots of Liar's Dice that meet as in a run, every table in cyclic seating.
pub(crate) struct Study<'a> {
    pub(crate) bots: &'a [&'a str],
    pub(crate) seats: usize,
    /// Which games of a deal see the same dice.
    pub(crate) dice: DiceMode,
}

/// Places by seat of the games of one deal, in a fixed order of line-ups.
pub(crate) type Deal = Vec<[u8; 6]>;

impl Study<'_> {
    /// The line-ups of every deal with their table and rotation.
    pub(crate) fn lineups(&self) -> Vec<(u64, u64, Vec<usize>)> {
        let count = self.bots.len();
        let mut found = Vec::new();
        let mut table = 0;
        for set in 0..1_usize << count {
            if set.count_ones() as usize != self.seats {
                continue;
            }
            let members: Vec<usize> = (0..count).filter(|bot| set >> bot & 1 == 1).collect();
            for rotation in 0..self.seats {
                let seated = (0..self.seats).map(|seat| members[(seat + rotation) % self.seats]);
                found.push((table, rotation as u64, seated.collect()));
            }
            table += 1;
        }
        found
    }

    /// Plays these deals, on so many threads.
    pub(crate) fn play(&self, deals: Range<u64>, threads: u64) -> Vec<Deal> {
        let opening = Opening {
            base: Path::new("."),
            settings: &[("preset", "wild")],
            words: &[],
            terms: &|_| unreachable!("nobody is from elsewhere"),
            uses: self.bots,
            seats: self.seats,
            session: 1,
            key: Key::new([11; 32]),
            dice: self.dice,
        };
        let house = find("liars-dice").expect("a game");
        let arena = house
            .open(&opening)
            .unwrap_or_else(|_| panic!("bots that exist"));
        let each = (deals.end - deals.start).div_ceil(threads);
        let parts = (0..threads).map(|part| {
            let first = deals.start + part * each;
            first.min(deals.end)..(first + each).min(deals.end)
        });
        thread::scope(|scope| {
            let running: Vec<_> = parts
                .map(|part| {
                    let arena = Arc::clone(&arena);
                    scope.spawn(move || self.part(arena, part))
                })
                .collect();
            let ended = running.into_iter().map(|one| one.join().expect("a thread"));
            ended.flatten().collect()
        })
    }

    fn part(&self, arena: Arc<dyn Arena>, deals: Range<u64>) -> Vec<Deal> {
        let lineups = self.lineups();
        let mut worker = arena.worker();
        let mut played = Vec::new();
        for deal in deals {
            let mut games = Vec::with_capacity(lineups.len());
            for (table, rotation, seated) in &lineups {
                let bots = seated.iter().map(|&bot| BotId::new(bot as u32));
                let session = Session {
                    index: 0,
                    block: deal,
                    table: *table,
                    rotation: *rotation,
                    lineup: bots.collect::<Lineup>(),
                    deals: deal..deal + 1,
                };
                worker.play(&session, &|_| false, &mut |game| {
                    let mut places = [0; 6];
                    for (seat, &place) in game.outcome.places.iter() {
                        places[seat.index()] = place.0;
                    }
                    games.push(places);
                });
            }
            played.push(games);
        }
        played
    }

    /// Adds deals to counts, numbered from here.
    pub(crate) fn add(&self, counts: &mut Counts, deals: &[Deal], first: u64) {
        let lineups = self.lineups();
        let ids: Vec<log::BotId> = self
            .bots
            .iter()
            .map(|bot| counts.names_mut().id(bot.as_bytes()).expect("a name"))
            .collect();
        for (cluster, games) in (first..).zip(deals) {
            for ((_, _, seated), places) in lineups.iter().zip(games) {
                let bots: Vec<log::BotId> = seated.iter().map(|&bot| ids[bot]).collect();
                let game = Game {
                    cluster,
                    bots: &bots,
                    places: &places[..self.seats],
                    faulted: 0,
                };
                counts.add(&game).expect("a game");
            }
        }
    }

    /// Rates deals as `dudo rank` would.
    pub(crate) fn rate(&self, deals: &[Deal]) -> Standings {
        let mut counts = empty();
        self.add(&mut counts, deals, 0);
        Standings::of(&counts, None, true).expect("no anchor")
    }
}

/// Nothing counted yet.
pub(crate) fn empty() -> Counts {
    Counts::new(Names::new(), Ties::Half, Faults::Keep)
}

/// A value and the half-width of its interval, if there is one.
type Estimate = (f64, Option<f64>);

/// What a study estimates: each bot against the mean, then each pair's
/// difference, in the order of names. `None` where a bot has no finite rating.
pub(crate) fn estimates(standings: &Standings) -> Option<[Vec<Estimate>; 2]> {
    let field = standings.fields.first()?;
    let mut order: Vec<usize> = (0..field.lines.len()).collect();
    order.sort_by(|&a, &b| field.lines[a].bot.cmp(&field.lines[b].bot));
    let mut against_mean = Vec::new();
    let mut pairs = Vec::new();
    for (at, &line) in order.iter().enumerate() {
        match field.lines[line].rating {
            dudo_results::rating::Rating::Estimate { elo, margin } => {
                against_mean.push((elo, margin.half_width()));
            }
            _ => return None,
        }
        for &other in &order[at + 1..] {
            let difference = field.differences[line][other]?;
            pairs.push((difference.elo?, difference.margin.half_width()));
        }
    }
    Some([against_mean, pairs])
}

/// How often intervals held the truth, by quantity.
pub(crate) struct Coverage {
    /// Replications with a finite fit.
    fits: u64,
    /// Those in which a bot won or lost everything.
    pub(crate) without: u64,
    held: [Vec<u64>; 2],
    /// Replications in which a quantity came out the same in every deal, and
    /// so had no interval.
    flat: [Vec<u64>; 2],
    squares: [Vec<f64>; 2],
}

impl Coverage {
    /// Nothing counted yet, of as many quantities as there are truths.
    pub(crate) fn new(truth: &[Vec<(f64, f64)>; 2]) -> Self {
        let each = || [0, 1].map(|which| vec![0; truth[which].len()]);
        Self {
            fits: 0,
            without: 0,
            held: each(),
            flat: each(),
            squares: [0, 1].map(|which| vec![0.0; truth[which].len()]),
        }
    }

    /// The part of the intervals of each quantity that held the truth.
    pub(crate) fn held(&self, which: usize) -> Vec<f64> {
        let each = self.held[which].iter().zip(&self.flat[which]);
        each.map(|(&held, &flat)| held as f64 / (self.fits - flat) as f64)
            .collect()
    }

    /// The part of all intervals of differences that there were not.
    pub(crate) fn flat(&self) -> f64 {
        let all = self.fits * self.flat[1].len() as u64;
        self.flat[1].iter().sum::<u64>() as f64 / all as f64
    }

    /// The mean square of each quantity's error.
    pub(crate) fn squares(&self, which: usize) -> Vec<f64> {
        let each = self.squares[which].iter();
        each.map(|sum| sum / self.fits as f64).collect()
    }
}

/// Rates replications of so many deals each, one behind the other.
pub(crate) fn coverage(
    study: &Study<'_>,
    deals: &[Deal],
    size: usize,
    truth: &[Vec<(f64, f64)>; 2],
    sums: &mut Coverage,
) {
    for replication in deals.chunks_exact(size) {
        let Some(found) = estimates(&study.rate(replication)) else {
            sums.without += 1;
            continue;
        };
        sums.fits += 1;
        for which in 0..2 {
            for (at, &(value, width)) in found[which].iter().enumerate() {
                let off = value - truth[which][at].0;
                sums.squares[which][at] += off * off;
                match width {
                    Some(width) => sums.held[which][at] += u64::from(off.abs() <= width),
                    None => sums.flat[which][at] += 1,
                }
            }
        }
    }
}
