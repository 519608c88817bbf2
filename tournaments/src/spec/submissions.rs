//! `[bots] folder`: every bot in a folder, for contests.

use super::item::{Item, quoted};
use super::limits::{Isolation, isolation};
use super::name::bot_name;
use super::roster::Entry;
use super::section::BOTS;
use crate::error::SetupError;
use dudo_plugin::submission::is_left_behind;
use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

/// The bots of the folder, sorted by name.
///
/// A bot is a file that ends in `.py`, `.so` or `.wasm`, a file that can be
/// executed, or a folder (with a `bot.toml` that says how it is started). It is
/// called by its file's name without the ending; hidden and other files are
/// none, nor is `__pycache__`. Those other files come along, in order: their authors
/// may think otherwise.
pub(super) fn parse(item: &Item<'_>) -> Result<(Vec<Entry>, Vec<String>), SetupError> {
    let section = item.section(BOTS, "a section [bots]")?;
    let isolation = section.get("isolation").map(|item| {
        let wall = isolation(item)?;
        if wall == Isolation::None {
            return Err(item
                .error("nobody vouches for what was handed in; expected \"jail\" or \"process\""));
        }
        Ok(wall)
    });
    let isolation = isolation.transpose()?;
    let Some(item) = section.get("folder") else {
        return Ok((Vec::new(), Vec::new()));
    };
    let folder = item.text("the name of a folder")?;
    let base = item.source.path.parent().unwrap_or(Path::new(""));
    let names = names(&base.join(folder))
        .map_err(|error| item.error(format!("{}: {error}", quoted(folder))))?;
    let (found, passed_over): (Vec<_>, _) = names
        .into_iter()
        .partition(|file| is_bot(&base.join(folder).join(file), file));
    let entries = found.iter().map(|file| {
        let stem = stem(file);
        let unique = found
            .iter()
            .filter(|other| self::stem(other) == stem)
            .count()
            == 1;
        let name = bot_name(if unique { stem } else { file }).map_err(|why| {
            item.error(format!(
                "{} is no name for a bot, as it {why}; rename it",
                quoted(file)
            ))
        })?;
        let path = Path::new(folder).join(file);
        let path = path.to_string_lossy();
        let dotted = if path.starts_with(['/', '.']) {
            path.into_owned()
        } else {
            format!("./{path}")
        };
        let mut entry = Entry::new(&dotted, name, item.line());
        entry.submitted = true;
        entry.isolation = isolation;
        // Whose it is unless its bot.toml says otherwise: nobody else's.
        let owner = dudo_plugin::submission::owner(&base.join(folder).join(file));
        entry.owner = Some(owner.unwrap_or_else(|| file.clone()));
        Ok(entry)
    });
    let mut entries = entries.collect::<Result<Vec<Entry>, SetupError>>()?;
    entries.sort_by(|a, b| a.name.cmp(&b.name));
    Ok((entries, passed_over))
}

/// The line that keeps one owner's bots apart, if one does.
pub(super) fn apart(item: &Item<'_>) -> Result<Option<usize>, SetupError> {
    let section = item.section(BOTS, "a section [bots]")?;
    let Some(item) = section.get("same-owner") else {
        return Ok(None);
    };
    let apart = item.choice(&[("together", false), ("apart", true)])?;
    Ok(apart.then(|| item.line()))
}

/// What lies in a folder, in order, but for what is hidden or left behind.
fn names(folder: &Path) -> io::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder)? {
        let name = entry?.file_name();
        let name = name
            .into_string()
            .map_err(|name| io::Error::other(format!("{} is not UTF-8", name.to_string_lossy())))?;
        if !name.starts_with('.') && !is_left_behind(name.as_ref()) {
            names.push(name);
        }
    }
    names.sort();
    Ok(names)
}

/// Whether it would be a bot, by its name or by what a link points to. One that cannot
/// be read is refused as a bot is, when it is loaded: alone, and with a sentence.
fn is_bot(path: &Path, name: &str) -> bool {
    let mut ends = [".py", ".so", ".wasm"].iter();
    let starts = |data: fs::Metadata| data.is_dir() || data.permissions().mode() & 0o111 != 0;
    ends.any(|end| name.ends_with(end)) || fs::metadata(path).is_ok_and(starts)
}

fn stem(file: &str) -> &str {
    let stem = Path::new(file).file_stem().and_then(|stem| stem.to_str());
    stem.unwrap_or(file)
}
