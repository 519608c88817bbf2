//! A game's row and its actions, out of logs of any length.

use super::dotted;
use crate::error::RunError;
use crate::schedule::Schedule;
use dudo_results::log::{
    ActionsReader, Coordinates, LoggedGame, Plain, bisect, coordinates, file_in, log_in, read_line,
    scan,
};
use std::cmp::Ordering;
use std::io::{self, BufReader, ErrorKind, Seek, SeekFrom};
use std::path::Path;

/// The row of a game, without its newline.
pub(super) fn row(folder: &Path, plan: &Schedule, at: Coordinates) -> Result<Vec<u8>, RunError> {
    let path = log_in(folder);
    let read = || {
        let mut line = Vec::new();
        let mut reader = find(Plain::open(&path)?, 1, plan, at)?;
        read_line(&mut reader, &mut line)?;
        Ok(line)
    };
    let mut line: Vec<u8> = read().map_err(|error: io::Error| match error.kind() {
        ErrorKind::NotFound => {
            let name = path.file_name().unwrap_or_default();
            RunError::refused(folder, format!("no {} in it", name.display()))
        }
        _ => unreadable(&path, &error),
    })?;
    // A line without its newline is the trace of an interrupted writer.
    if line.pop() != Some(b'\n') || coordinates(&line, 1) != Some(at) {
        let reason = format!("game {} is not in its log (yet)", dotted(at));
        return Err(RunError::refused(folder, reason));
    }
    if line.last() == Some(&b'\r') {
        line.pop();
    }
    Ok(line)
}

/// The actions of a game; `None` where they were not logged.
pub(super) fn actions(
    folder: &Path,
    plan: &Schedule,
    at: Coordinates,
) -> Result<Option<LoggedGame>, RunError> {
    let path = file_in(folder, "actions.csv");
    let file = match Plain::open(&path) {
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(unreadable(&path, &error)),
    };
    let source = find(file, 0, plan, at).map_err(|error| unreadable(&path, &error))?;
    let game = ActionsReader::new(source, path.display().to_string()).next_game();
    let game = game.map_err(|error| RunError::foreign(&path, error.line, &error.message))?;
    Ok(game.filter(|game| game.at == at))
}

/// The file at the first line of a game, or where it would stand. Logs stand in
/// the plan's order; one that does not is read through.
fn find(
    mut file: Plain,
    skipped: usize,
    plan: &Schedule,
    at: Coordinates,
) -> io::Result<BufReader<Plain>> {
    let mut offset = bisect(&mut file, skipped, |game| order(plan, game, at).is_lt())?;
    file.seek(SeekFrom::Start(offset))?;
    let mut line = Vec::new();
    read_line(&mut BufReader::new(&mut file), &mut line)?;
    if coordinates(&line, skipped) != Some(at) {
        offset = scan(&mut file, skipped, at)?;
    }
    file.seek(SeekFrom::Start(offset))?;
    Ok(BufReader::new(file))
}

/// Why a file cannot be read; damage has a line, which is looked for now.
fn unreadable(path: &Path, error: &io::Error) -> RunError {
    let mut number = 1;
    if let (ErrorKind::InvalidData, Ok(file)) = (error.kind(), Plain::open(path)) {
        let mut lines = BufReader::new(file);
        while matches!(read_line(&mut lines, &mut Vec::new()), Ok(1..)) {
            number += 1;
        }
    }
    RunError::read(path, number, error)
}

/// How two games stand in the plan. One that is not of it stands nowhere, and
/// is passed over.
fn order(plan: &Schedule, a: Coordinates, b: Coordinates) -> Ordering {
    let place = |at: Coordinates| (plan.index_of(at.deal, at.table, at.rotation), at.deal);
    place(a).cmp(&place(b))
}
