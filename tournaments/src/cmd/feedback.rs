//! Letters to the authors of bots from elsewhere, at the end of a run.

use super::CmdError;
use super::replay::coordinates;
use crate::error::RunError;
use crate::replay::{Replay, Replayer, dotted};
use crate::run::{argument, derive, log};
use dudo_results::RankError;
use dudo_results::faults::{FaultReport, last_lines};
use dudo_results::log::{
    BotEntry, BotId, Coordinates, LogReader, LogSection, Manifest, Names, log_in,
};
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
        let lost = lost.remove(bot).unwrap_or_default();
        let mut none = lost.none(&manifest.log);
        for at in lost.chosen() {
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
    /// Games that it played, that it lost, and of these those in which it failed.
    played: u64,
    lost: u64,
    failed: u64,
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

    /// What is true where no lost game is told.
    fn none(&self, log: &LogSection) -> String {
        let all = "actions = \"all\" under [log] of the run file keeps them all";
        if self.played == 0 {
            return "It did not play.".into();
        }
        if self.lost == 0 {
            return "None.".into();
        }
        if self.lost == self.failed {
            return "It failed in each game that it lost: see above.".into();
        }
        let logged = match (log.every, log.actions.as_deref()) {
            (Some(every), _) => format!("of every {every} deals the actions of one were logged"),
            (None, Some("faults")) => "actions were logged of games with a fault alone".into(),
            (None, Some("all")) => return "None can be told.".into(),
            _ => "no actions were logged".into(),
        };
        format!("None of those that it lost without a fault of its own is logged: {logged}; {all}.")
    }

    fn chosen(self) -> Vec<Coordinates> {
        let all = self.tables.into_iter().chain(self.others);
        all.take(SHOWN).collect()
    }
}

/// By bot, what it played and lost; of the games that it lost without failing, from
/// all over the log, some that were logged.
fn lost(log: &Path, manifest: &Manifest) -> Result<BTreeMap<String, Lost>, CmdError> {
    let mut found: Vec<Lost> = Vec::new();
    let mut names = Names::new();
    let mut reader = LogReader::open(log).map_err(RankError::Log)?;
    while let Some(row) = reader.next(&mut names).map_err(RankError::Log)? {
        if row.withdrawn() {
            continue;
        }
        let logged = keeps(manifest, row.deal, row.faulted() != 0);
        let at = Coordinates {
            deal: row.deal,
            table: row.table,
            rotation: row.rotation,
        };
        for (seat, (&id, &place)) in row.bots().iter().zip(row.places()).enumerate() {
            if found.len() <= id.index() {
                found.resize_with(id.index() + 1, Lost::default);
            }
            let bot = &mut found[id.index()];
            bot.played += 1;
            if place > 1 {
                bot.lost += 1;
                match row.faulted() >> seat & 1 {
                    0 if logged => bot.add(at),
                    0 => {}
                    _ => bot.failed += 1,
                }
            }
        }
    }
    let found = found.into_iter().enumerate();
    let named = |(id, lost)| (names.name(BotId::new(id)).into(), lost);
    Ok(found.map(named).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each sentence of a letter without games, by what the log has.
    #[test]
    fn why_no_lost_game_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.csv");
        let header =
            "rules,deal,table,rotation,bot1,bot2,place1,place2,winner,rounds,actions,faults";
        let (won, lost) = ("a,b,1,2,a,5,20,", "a,b,2,1,b,5,20,");
        let failed = "a,b,2,1,b,5,20,1:illegal";
        let withdrawn = "a,b,,,,,,1:withdrawn";
        for (rows, log, games, said) in [
            (&[][..], "actions = \"all\"", 0, "It did not play."),
            (&[withdrawn], "actions = \"all\"", 0, "It did not play."),
            (&[won, withdrawn], "actions = \"none\"", 0, "None."),
            (
                &[won, failed],
                "actions = \"all\"",
                0,
                "It failed in each game",
            ),
            (&[failed], "actions = \"none\"", 0, "It failed in each game"),
            (
                &[lost, failed],
                "actions = \"none\"",
                0,
                "no actions were logged; actions = \"all\"",
            ),
            (
                &[lost, failed],
                "actions = \"faults\"",
                0,
                "with a fault alone; actions = \"all\"",
            ),
            (
                &[won, lost, failed],
                "every = 3",
                0,
                "of every 3 deals the actions of one",
            ),
            (
                &[lost, failed, lost],
                "actions = \"all\"",
                2,
                "None can be told.",
            ),
        ] {
            let rows = rows.iter().enumerate();
            let rows = rows.map(|(deal, row)| format!("a1b2c3d4,{deal},0,0,{row}\n"));
            fs::write(&path, format!("{header}\n{}", rows.collect::<String>())).unwrap();
            let manifest = format!(
                "dudo = \"0\"\nname = \"t\"\ngame = \"g\"\nrules = \"g\"\n\
                 fingerprint = \"a1b2c3d4\"\nseed = \"{:064}\"\n[schedule]\nformat = \"duel\"\n\
                 seats = 2\ndeals = 9\nseating = \"cyclic\"\ndice = \"duplicate\"\n[log]\n{log}\n",
                7
            );
            let manifest = Manifest::parse(&manifest).unwrap();
            let mut found = super::lost(&path, &manifest).unwrap();
            let found = found.remove("a").unwrap_or_default();
            assert!(
                found.none(&manifest.log).contains(said),
                "{}",
                found.none(&manifest.log)
            );
            assert_eq!(found.chosen().len(), games, "{log}");
        }
    }
}
