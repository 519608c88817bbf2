//! One log, counted by several threads.
//!
//! Each takes the next piece of whole lines, reads and counts it for itself.
//! What depends on the rows before is put together in the order of the pieces:
//! new names, the first row of each (it may repeat the last one of the piece
//! before), and the first error. So the result is that of one thread.

use std::collections::BTreeMap;
use std::io::{Empty, Read};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use super::RankError;
use super::filter::Sieve;
use super::overlap::Sketch;
use super::pending::Pending;
use super::sources::Source;
use super::tally::Tally;
use crate::log::{BotId, Chunks, LogError, LogReader, OTHER_OUTCOME, Row, key};
use crate::rating::{CountError, Counts, Game};

/// Threads share a log while each one's counts stay small: for about so many
/// pairs of bots, seats and orders. With more, one goes on alone.
const WIDE: usize = 64 * 64;

/// Where the pieces come from.
struct Feed<R> {
    chunks: Chunks<R>,
    /// The number of the next one.
    next: u64,
    /// Nothing more is needed, or there.
    over: bool,
}

/// A piece that was read: what those who read others have to know.
#[derive(Default)]
struct Piece {
    thread: usize,
    lines: u64,
    /// Names that this thread had not met before.
    names: Vec<Vec<u8>>,
    /// The first row, not counted yet, with its line.
    first: Option<(Row, u64)>,
    last: Option<Row>,
    repeats: u64,
    failed: Option<RankError>,
}

/// Puts the pieces together.
struct Joined<'a, 'b> {
    source: &'a Source,
    tally: &'a mut Tally<'b>,
    sketch: &'a mut Sketch,
    /// The number of the next one, and those that came before their turn.
    next: u64,
    early: BTreeMap<u64, Piece>,
    /// Lines before the next piece, and the last row before it.
    lines: u64,
    last: Row,
    repeats: u64,
    /// By thread, the numbers of its bots in the tally.
    numbers: Vec<Vec<BotId>>,
    failed: Option<RankError>,
}

/// What a thread has counted.
struct Share {
    counts: Counts,
    sketch: Sketch,
}

/// Counts what is left of a log of which one row was read.
pub(super) fn rest(
    reader: &mut LogReader<Box<dyn Read + Send>>,
    source: &Source,
    tally: &mut Tally<'_>,
    sketch: &mut Sketch,
) -> Result<(), RankError> {
    let options = tally.options;
    let threads = options.threads.get();
    let parts: Vec<LogReader<Empty>> = (0..threads).map(|_| reader.part()).collect();
    let (last, lines) = reader.last();
    let known = tally.counts.names().clone();
    let numbers: Vec<BotId> = (0..known.len()).map(BotId::new).collect();
    let (refuse, seats) = (
        reader.refuse(OTHER_OUTCOME.0, OTHER_OUTCOME.1),
        reader.seats(),
    );
    let feed = Mutex::new(Feed {
        chunks: reader.rest(options.chunk.get()),
        next: 0,
        over: false,
    });
    let joined = Mutex::new(Joined {
        source,
        tally,
        sketch,
        next: 0,
        early: BTreeMap::new(),
        lines,
        last,
        repeats: 0,
        numbers: vec![numbers; threads],
        failed: None,
    });
    let work = |thread: usize, part: LogReader<Empty>| Worker {
        thread,
        reader: part,
        counts: Counts::new(known.clone(), options.ties, options.faults),
        sieve: Sieve::new(&options.filter),
        sketch: Sketch::default(),
        pending: Pending::new(),
        source,
        wide: WIDE / (seats * (seats - 1) / 2),
    };
    let shares = thread::scope(|scope| {
        let running: Vec<_> = (0..)
            .zip(parts)
            .map(|(thread, part)| {
                let worker = work(thread, part);
                scope.spawn(|| worker.run(&feed, &joined, &refuse))
            })
            .collect();
        let ended = running.into_iter().map(|one| match one.join() {
            Ok(share) => share,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        ended.collect::<Vec<_>>()
    });
    let joined = joined.into_inner().unwrap_or_else(PoisonError::into_inner);
    let (repeats, failed) = (joined.repeats, joined.failed);
    let torn = feed
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner)
        .chunks
        .torn();
    if let Some(error) = failed {
        return Err(error);
    }
    for share in shares {
        let share = share?;
        tally.counts.merge(&share.counts)?;
        sketch.join(&share.sketch);
    }
    reader.end(repeats, torn);
    Ok(())
}

/// One of the threads.
struct Worker<'a> {
    thread: usize,
    reader: LogReader<Empty>,
    counts: Counts,
    sieve: Sieve<'a>,
    sketch: Sketch,
    pending: Pending,
    source: &'a Source,
    /// The square of this number of bots is too many.
    wide: usize,
}

impl Worker<'_> {
    fn run<R: Read>(
        mut self,
        feed: &Mutex<Feed<R>>,
        joined: &Mutex<Joined<'_, '_>>,
        refuse: &LogError,
    ) -> Result<Share, CountError> {
        loop {
            let bots = self.counts.names().len();
            if self.thread > 0 && bots * bots > self.wide {
                break;
            }
            let mut next = lock(feed);
            if next.over {
                break;
            }
            let number = next.next;
            next.next += 1;
            let loaded = self.reader.load(&mut next.chunks);
            next.over = !matches!(loaded, Ok(true));
            drop(next);
            let mut piece = match loaded {
                Ok(true) => self.piece(),
                Ok(false) => break,
                Err(error) => Piece {
                    failed: Some(error.into()),
                    ..Piece::default()
                },
            };
            piece.thread = self.thread;
            if piece.failed.is_some() {
                lock(feed).over = true;
            }
            if lock(joined).take(number, piece, refuse) {
                lock(feed).over = true;
            }
        }
        self.pending.settle(&self.reader, &mut self.counts)?;
        Ok(Share {
            counts: self.counts,
            sketch: self.sketch,
        })
    }

    /// Reads and counts the piece that was loaded, but for its first row.
    fn piece(&mut self) -> Piece {
        let known = self.counts.names().len();
        let mut piece = Piece::default();
        piece.failed = self.rows(&mut piece).err();
        piece.lines = self.reader.lines();
        piece.repeats = self.reader.repeats();
        let names = self.counts.names();
        let new = (known..names.len()).map(|bot| names.name(BotId::new(bot)));
        piece.names = new.map(|name| name.as_bytes().to_vec()).collect();
        piece
    }

    fn rows(&mut self, piece: &mut Piece) -> Result<(), RankError> {
        let plain = self.sieve.is_all();
        let source = self.source;
        let (mut deal, mut cluster) = (0, source.offset);
        if self.reader.next_known(self.counts.names_mut())?.is_none() {
            return Ok(());
        }
        piece.first = Some(self.reader.last());
        while let Some((row, known)) = self.reader.next_known(self.counts.names_mut())? {
            self.sketch.rows += 1;
            if source.compared {
                self.sketch.add(row, self.counts.names());
            }
            if row.deal != deal {
                deal = row.deal;
                cluster = source.cluster(deal);
            }
            match known {
                Some(outcome) if plain => self.pending.add(cluster, outcome),
                _ if self.sieve.takes(row, self.counts.names()) => {
                    self.counts.add_checked(&Game::of(row, cluster), 1)?;
                }
                _ => {}
            }
        }
        piece.last = Some(self.reader.last().0);
        Ok(())
    }
}

impl Joined<'_, '_> {
    /// Takes a piece; whether all is over because something is wrong.
    fn take(&mut self, number: u64, piece: Piece, refuse: &LogError) -> bool {
        self.early.insert(number, piece);
        while self.failed.is_none()
            && let Some(piece) = self.early.remove(&self.next)
        {
            self.next += 1;
            self.failed = self.join(piece, refuse).err();
        }
        self.failed.is_some()
    }

    fn join(&mut self, piece: Piece, refuse: &LogError) -> Result<(), RankError> {
        let numbers = &mut self.numbers[piece.thread];
        for name in &piece.names {
            // Whoever read it has checked it.
            let id = self.tally.counts.names_mut().id(name);
            numbers.push(id.map_err(|_| CountError::Bots)?);
        }
        if let Some((row, line)) = piece.first {
            let row = row.renumbered(numbers);
            let repeats = key(&row) == key(&self.last);
            if repeats && row != self.last {
                return Err(RankError::Log(LogError {
                    line: self.lines + line,
                    ..refuse.clone()
                }));
            }
            if repeats {
                self.repeats += 1;
            } else {
                self.sketch.rows += 1;
                if self.source.compared {
                    self.sketch.add(&row, self.tally.counts.names());
                }
                self.tally.row(&row, self.source.cluster(row.deal))?;
            }
        }
        match piece.failed {
            Some(RankError::Log(error)) => Err(RankError::Log(LogError {
                line: self.lines + error.line,
                ..error
            })),
            Some(error) => Err(error),
            None => {
                self.lines += piece.lines;
                self.repeats += piece.repeats;
                if let Some(last) = piece.last {
                    self.last = last.renumbered(&self.numbers[piece.thread]);
                }
                Ok(())
            }
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
