//! Letters to the authors of bots from elsewhere, at the end of a run.

use super::CmdError;
use super::replay::coordinates;
use crate::error::RunError;
use crate::replay::{Replay, Replayer, dotted};
use crate::run::{argument, derive, log};
use dudo_results::RankError;
use dudo_results::faults::{FaultReport, last_lines};
use dudo_results::log::{BotEntry, Coordinates, LogReader, LogSection, Manifest, Names, log_in};
use dudo_results::rating::Standings;
use dudo_results::report::{Feedback, Trouble};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Lost games in a letter.
const SHOWN: usize = 3;

/// Writes a letter about each bot that is none of this program into `feedback` in
/// the folder of its run; how many there are.
pub(super) fn write(folder: &Path, standings: &Standings) -> Result<usize, CmdError> {
    let games = log_in(folder);
    let Some(manifest) = Manifest::beside(&games).map_err(RankError::Manifest)? else {
        return Ok(0);
    };
    let foreign = manifest.bot.iter().enumerate();
    let foreign: Vec<(usize, &str)> = foreign
        .filter(|(_, bot)| bot.kind != "built-in")
        .map(|(index, bot)| (index, bot.name.as_str()))
        .collect();
    if foreign.is_empty() {
        return Ok(0);
    }
    let to = folder.join("feedback");
    fs::create_dir_all(&to).map_err(|error| RunError::io("create the folder", &to, &error))?;
    let troubles = Trouble::of_run(folder, &manifest).map_err(RankError::Log)?;
    let faults = FaultReport::read(folder, &manifest, true).map_err(RankError::Log)?;
    let mut lost = lost(&games, &manifest)?;
    let mut replayer = Replayer::open(folder, &[]);
    for &(index, bot) in &foreign {
        let mut told: Vec<Replay> = Vec::new();
        let mut none = if replayer.is_ok() && manifest.log.actions.as_deref() == Some("none") {
            "No actions were logged: [log] actions = \"all\" keeps them.".to_owned()
        } else {
            "None of those whose actions were logged.".to_owned()
        };
        for at in lost.remove(bot).map(Lost::chosen).unwrap_or_default() {
            match replayer.as_mut().map(|replayer| replayer.game(at)) {
                Ok(Ok(replay)) => told.push(replay),
                Ok(Err(error)) => none = format!("None can be told: {error}."),
                Err(error) => none = format!("None can be told: {error}."),
            }
        }
        let last: Vec<(String, String)> = faults
            .last
            .get(bot)
            .into_iter()
            .flatten()
            .cloned()
            .collect();
        let failed = last.iter().filter_map(|(game, _)| coordinates(game).ok());
        let failed = failed.filter(|at| keeps(&manifest, at.deal, true));
        let games = failed.chain(told.iter().map(|game| Coordinates {
            deal: game.deal,
            table: game.table,
            rotation: game.rotation,
        }));
        let ask: Vec<String> = games
            .map(|at| question(folder, at, &manifest.bot[index]))
            .collect();
        let letter = Feedback {
            bot,
            run: &manifest.name,
            standings,
            trouble: troubles.iter().find(|trouble| trouble.bot == bot),
            last: &last,
            wrote: &last_lines(&folder.join(log(index, bot))),
            lost: &told,
            none: &none,
            ask: &ask,
        };
        derive(&to, &file(&foreign, index, bot), &letter.markdown())?;
    }
    Ok(foreign.len())
}

/// Whether the actions of a game were logged.
fn keeps(manifest: &Manifest, deal: u64, faulted: bool) -> bool {
    match &manifest.log {
        LogSection {
            every: Some(every), ..
        } => deal.is_multiple_of((*every).max(1)),
        LogSection { actions, .. } => match actions.as_deref() {
            Some("all") => true,
            Some("faults") => faulted,
            _ => false,
        },
    }
}

/// The command by which an author asks a bot again, where its file lies.
fn question(folder: &Path, at: Coordinates, bot: &BotEntry) -> String {
    let here = match bot.source.strip_prefix("cmd:") {
        Some(_) => bot.source.clone(),
        None => {
            let name = Path::new(&bot.source).file_name();
            let name = name.map(|name| name.to_string_lossy());
            format!("./{}", name.unwrap_or_default())
        }
    };
    format!(
        "dudo replay {} {} --ask {} --with {}",
        argument(&folder.to_string_lossy()),
        dotted(at),
        argument(&bot.name),
        argument(&here)
    )
}

/// The name of a bot's letter: what any file system takes of the bot's name, with its
/// number in the roster where that is not one bot's alone.
fn file(all: &[(usize, &str)], index: usize, bot: &str) -> String {
    let slug = |index: usize, bot: &str| {
        let log = log(index, bot);
        let stem = log.trim_start_matches("bots/").trim_end_matches(".log");
        let plain = stem.split_once('-').map(|(_, plain)| plain.to_owned());
        (stem.to_owned(), plain)
    };
    let (numbered, plain) = slug(index, bot);
    let alone = |plain: &String| {
        let same = all
            .iter()
            .filter(|(index, bot)| slug(*index, bot).1.as_ref() == Some(plain));
        same.count() == 1
    };
    format!("{}.md", plain.filter(alone).unwrap_or(numbered))
}

/// Games that a bot lost: one at each table first, then others.
#[derive(Default)]
struct Lost {
    tables: Vec<Coordinates>,
    others: Vec<Coordinates>,
}

impl Lost {
    fn add(&mut self, at: Coordinates) {
        let seen = self.tables.iter().any(|it| it.table == at.table);
        let list = if seen {
            &mut self.others
        } else {
            &mut self.tables
        };
        if list.len() < SHOWN {
            list.push(at);
        }
    }

    fn chosen(self) -> Vec<Coordinates> {
        let all = self.tables.into_iter().chain(self.others);
        all.take(SHOWN).collect()
    }
}

/// By bot, games that it lost without failing, from all over the log, of those that
/// were logged or can be played again.
fn lost(log: &Path, manifest: &Manifest) -> Result<BTreeMap<String, Lost>, CmdError> {
    let mut found: BTreeMap<String, Lost> = BTreeMap::new();
    let mut names = Names::new();
    let mut reader = LogReader::open(log).map_err(RankError::Log)?;
    while let Some(row) = reader.next(&mut names).map_err(RankError::Log)? {
        let logged = keeps(manifest, row.deal, row.faulted() != 0);
        if !logged || row.withdrawn() {
            continue;
        }
        let at = Coordinates {
            deal: row.deal,
            table: row.table,
            rotation: row.rotation,
        };
        for (seat, (&id, &place)) in row.bots().iter().zip(row.places()).enumerate() {
            if place > 1 && row.faulted() >> seat & 1 == 0 {
                found.entry(names.name(id).into()).or_default().add(at);
            }
        }
    }
    Ok(found)
}
