//! Is a log really of this run? Asked before anything is added to it.

use super::chunk::{Kept, Piece, Renderer};
use super::fold::{Fold, Withdrawn};
use super::plan::Plan;
use crate::arena::Arena;
use crate::error::RunError;
use crate::stop::Stop;
use dudo_results::log::{LogError, LogReader, Names, Plain};
use std::fs;
use std::io::{self, BufRead, BufReader};
use std::path::Path;
use std::sync::Arc;

/// Games at the beginning of a log that are played again, about.
pub(crate) const GAMES: u64 = 32;

/// Every row has to be one that can be rated: a damaged one is told now, not
/// after the rest was played.
pub(crate) fn well_formed(path: &Path) -> Result<(), RunError> {
    if fs::metadata(path).map_or(0, |data| data.len()) == 0 {
        return Ok(());
    }
    let unreadable = |error: io::Error| RunError::io("read", path, &error);
    let mut file = BufReader::new(Plain::open(path).map_err(unreadable)?);
    // Of a first frame that is torn there may be nothing to read.
    if file.fill_buf().is_ok_and(<[u8]>::is_empty) {
        return Ok(());
    }
    let read = || {
        let mut names = Names::new();
        let mut reader = LogReader::new(file, String::new())?;
        while reader.next(&mut names)?.is_some() {}
        Ok(())
    };
    read().map_err(|error: LogError| {
        let column = match error.column.as_str() {
            "" => String::new(),
            column => format!("column {column}: "),
        };
        RunError::foreign(path, error.line, &(column + &error.message))
    })
}

/// A row says who met, but not with which dice: the log of another seed looks
/// like one of this run. So the first games are played again and compared.
pub(crate) fn replay(
    path: &Path,
    plan: &Arc<Plan>,
    arena: &Arc<dyn Arena>,
    first: &[Kept],
) -> Result<(), RunError> {
    let nobody = Fold::new(plan.schedule.roster() as usize, 0);
    let nobody: &Withdrawn = nobody.withdrawn();
    let mut renderer = Renderer::new(Arc::clone(plan), Arc::clone(arena), Stop::new());
    // One from elsewhere may answer otherwise today, and is known by its hash.
    let bots = arena.bots();
    let ours = |session: u64| {
        let lineup = plan.schedule.session(session).lineup;
        lineup
            .iter()
            .all(|bot| bots[bot.index()].kind == "built-in")
    };
    let mut line = 2;
    for kept in first {
        let pieces = [Piece::Play(kept.session..kept.session + 1)];
        let lines = |text: &[u8]| text.split_inclusive(|&byte| byte == b'\n').count() as u64;
        if !ours(kept.session) {
            line += lines(&kept.text.games);
            continue;
        }
        let played = renderer.render(&pieces, nobody).text.games;
        if kept.withdrawn.is_empty() && played != kept.text.games {
            let same = played.iter().zip(&kept.text.games);
            let same = same.take_while(|(a, b)| a == b).count();
            let before = played[..same].iter().filter(|&&byte| byte == b'\n').count();
            return Err(RunError::foreign(
                path,
                line + before as u64,
                "this game ends otherwise in this run: the row was changed, or is of another run",
            ));
        }
        line += lines(&kept.text.games);
    }
    Ok(())
}
