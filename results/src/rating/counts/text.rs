//! Counts as a file: `counts.csv`, what a log comes down to.
//!
//! `what,seats,bucket,a,b,at,n1,n2,n3,n4,n5,n6`, a row for each number that is
//! not 0. Bots are numbered in the order of their rows, which is that of their
//! names, so equal counts are equal text. The rows are described in
//! `FORMATS.md`.

use super::super::by_size::{BySize, Cell, Share, Tally};
use super::super::choices::{Kind, Set};
use super::{BUCKETS, Counts, Faults, Ties, Totals};
use crate::log::{BotId, Digest, MOST_SEATS, Names, check_name};

const HEADER: &str = "what,seats,bucket,a,b,at,n1,n2,n3,n4,n5,n6";

/// Counts with what they are counts of.
#[derive(Clone, Debug)]
pub(crate) struct Summary {
    /// Of the log.
    pub(crate) digest: Digest,
    /// Of the faults beside it; an older file does not say.
    pub(crate) faults: Option<Digest>,
    /// Fingerprint of its rules; empty without a row.
    pub(crate) rules: String,
    /// Ties are half, games with a fault count.
    pub(crate) counts: Counts,
}

/// One row, its text fields without commas.
fn row(text: &mut String, what: &str, fields: [&dyn std::fmt::Display; 5], numbers: &[u64]) {
    *text += what;
    for field in fields {
        *text += &format!(",{field}");
    }
    for at in 0..6 {
        text.push(',');
        if let Some(number) = numbers.get(at) {
            *text += &number.to_string();
        }
    }
    text.push('\n');
}

impl Summary {
    /// The text of the file.
    pub(crate) fn to_csv(&self) -> String {
        let counts = &self.counts;
        let order = counts.names.sorted();
        let mut number = vec![0; order.len()];
        let mut text = format!("{HEADER}\n");
        let digest = self.digest.hex();
        let length = self.digest.length();
        row(
            &mut text,
            "log",
            [&"", &"", &self.rules, &digest, &""],
            &[length],
        );
        if let Some(faults) = self.faults {
            let digest = faults.hex();
            let fields: [&dyn std::fmt::Display; 5] = [&"", &"", &"", &digest, &""];
            row(&mut text, "faults", fields, &[faults.length()]);
        }
        let t = counts.totals;
        let totals = [t.games, t.faulted, t.tied, t.dropped, t.withdrawn];
        row(&mut text, "total", [&"", &"", &"", &"", &""], &totals);
        for (at, &bot) in order.iter().enumerate() {
            number[bot.index()] = at;
            let name = counts.names.name(bot);
            let name = if name.contains([',', '"']) {
                format!("\"{}\"", name.replace('"', "\"\""))
            } else {
                name.to_owned()
            };
            row(&mut text, "bot", [&"", &"", &name, &"", &""], &[]);
        }
        for size in &counts.sizes {
            of_size(&mut text, size, order);
        }
        let choices = &counts.choices;
        if choices.is_full() {
            row(&mut text, "full", [&"", &"", &"", &"", &""], &[]);
        }
        let mut sets: Vec<(Set, usize)> = Vec::new();
        for (at, mut set) in choices.sets() {
            let mut members: Vec<(usize, bool)> = Vec::new();
            for (bit, bot) in set.members.iter().enumerate() {
                members.push((number[bot.index()], set.mask >> bit & 1 == 1));
            }
            members.sort_unstable();
            set.members = members.iter().map(|&(bot, _)| BotId::new(bot)).collect();
            let bits = members.iter().enumerate();
            set.mask = bits.fold(0, |mask, (bit, &(_, on))| mask | u8::from(on) << bit);
            sets.push((set, at));
        }
        sets.sort();
        for (set, at) in &sets {
            let members: Vec<String> = set
                .members
                .iter()
                .map(|bot| bot.index().to_string())
                .collect();
            let members = members.join(" ");
            for bucket in 0..choices.buckets() {
                let times = choices.set(bucket, *at);
                if times > 0 {
                    let fields: [&dyn std::fmt::Display; 5] =
                        [&(set.kind as usize), &bucket, &members, &set.mask, &""];
                    row(&mut text, "set", fields, &[times]);
                }
            }
        }
        for (at, &bot) in order.iter().enumerate() {
            for bucket in 0..choices.buckets() {
                let chosen = choices.chosen(bucket, bot);
                if chosen != [0; 3] {
                    row(&mut text, "chosen", [&"", &bucket, &at, &"", &""], &chosen);
                }
            }
        }
        let sum = Digest::of(text.as_bytes()).hex();
        row(&mut text, "end", [&"", &"", &"", &sum, &""], &[]);
        text
    }

    /// What the text says; `None` if it is not whole and well formed.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let end = text.trim_end().rfind('\n')? + 1;
        let (body, last) = text.split_at(end);
        let sum = last.strip_prefix("end,,,,")?.split(',').next()?;
        if Digest::of(body.as_bytes()).hex() != sum || !body.starts_with(HEADER) {
            return None;
        }
        let mut summary = Self {
            digest: Digest::of(b""),
            faults: None,
            rules: String::new(),
            counts: Counts::new(Names::new(), Ties::Half, Faults::Keep),
        };
        for record in csv::Reader::from_reader(body.as_bytes()).records() {
            summary.take(&record.ok()?)?;
        }
        Some(summary)
    }

    fn take(&mut self, record: &csv::StringRecord) -> Option<()> {
        let field = |at: usize| record.get(at).unwrap_or_default();
        let number = |at: usize| field(at).parse::<u64>().ok();
        let n = |at: usize| number(5 + at).unwrap_or_default();
        let bots = self.counts.names.len();
        let bot = |at: usize| {
            let bot = usize::try_from(number(at)?).ok()?;
            (bot < bots).then(|| BotId::new(bot))
        };
        let bucket = || {
            usize::try_from(number(2)?)
                .ok()
                .filter(|&b| b < BUCKETS as usize)
        };
        let seats = || {
            usize::try_from(number(1)?)
                .ok()
                .filter(|s| (2..=MOST_SEATS).contains(s))
        };
        let counts = &mut self.counts;
        match field(0) {
            "log" => {
                field(3).clone_into(&mut self.rules);
                self.digest = Digest::parse(field(4), n(1))?;
            }
            "faults" => self.faults = Some(Digest::parse(field(4), n(1))?),
            "total" => {
                counts.totals = Totals {
                    games: n(1),
                    faulted: n(2),
                    tied: n(3),
                    dropped: n(4),
                    withdrawn: n(5),
                };
                counts.within().ok()?;
            }
            "bot" => {
                check_name(field(3).as_bytes()).ok()?;
                counts.names.id(field(3).as_bytes()).ok()?;
            }
            "pair" => {
                let (near, far) = (bot(3)?, bot(4)?);
                let cell = Cell {
                    games: n(1),
                    points: n(2),
                };
                let (seats, bucket, at) = (seats()?, bucket()?, usize::try_from(number(5)?).ok()?);
                if near == far || at >= seats * (seats - 1) / 2 {
                    return None;
                }
                counts
                    .size(seats)
                    .restore_cell(bucket, [near, far], at, cell);
            }
            "share" => {
                let share = Share {
                    games: n(1),
                    won: n(2),
                    places: n(3),
                };
                counts
                    .size(seats()?)
                    .restore_share(bucket()?, bot(3)?, share);
            }
            "tally" => {
                let tally = Tally {
                    share: Share {
                        games: n(1),
                        won: n(2),
                        places: n(6),
                    },
                    wins: n(3),
                    shared: n(4),
                    faults: n(5),
                };
                let (seats, seat) = (seats()?, usize::try_from(number(5)?).ok()?);
                if seat >= seats {
                    return None;
                }
                counts.size(seats).restore_tally(bot(3)?, seat, tally);
            }
            "full" => counts.choices.restore_full(),
            "set" => {
                let mut members = Vec::new();
                for part in field(3).split(' ') {
                    let member: usize = part.parse().ok().filter(|&at| at < bots)?;
                    members.push(BotId::new(member));
                }
                if !(2..=MOST_SEATS).contains(&members.len()) {
                    return None;
                }
                let set = Set {
                    kind: Kind::from_number(number(1)?)?,
                    members,
                    mask: u8::try_from(number(4)?).ok()?,
                };
                counts.choices.restore_set(bucket()?, &set, n(1))?;
            }
            "chosen" => {
                let chosen = [n(1), n(2), n(3)];
                counts.choices.restore_chosen(bucket()?, bot(3)?, chosen);
            }
            _ => return None,
        }
        Some(())
    }
}

/// The rows of tables of one size.
fn of_size(text: &mut String, size: &BySize, order: &[BotId]) {
    let seats = size.seats();
    for (a, &first) in order.iter().enumerate() {
        for (b, &second) in order.iter().enumerate().skip(a + 1) {
            size.cells(first, second, |near_is_first, near, far, cell| {
                let (one, two) = if near_is_first { (a, b) } else { (b, a) };
                let at = far * (far - 1) / 2 + near;
                for bucket in 0..BUCKETS as usize {
                    let Cell { games, points } = size.cell(bucket, cell);
                    if games > 0 {
                        row(
                            text,
                            "pair",
                            [&seats, &bucket, &one, &two, &at],
                            &[games, points],
                        );
                    }
                }
            });
        }
    }
    for (at, &bot) in order.iter().enumerate() {
        for bucket in 0..BUCKETS as usize {
            let share = size.share(bucket, bot);
            if share.games > 0 {
                let numbers = [share.games, share.won, share.places];
                row(text, "share", [&seats, &bucket, &at, &"", &""], &numbers);
            }
        }
        for seat in 0..seats {
            let t = size.tally(bot, seat);
            if t.share.games > 0 {
                let share = t.share;
                let numbers = [
                    share.games,
                    share.won,
                    t.wins,
                    t.shared,
                    t.faults,
                    share.places,
                ];
                row(text, "tally", [&seats, &"", &at, &"", &seat], &numbers);
            }
        }
    }
}
