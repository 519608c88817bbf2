//! `part.toml`: what makes a folder a whole part, and whether it still is one.

use super::digest;
use super::plan::PartPlan;
use crate::error::RunError;
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::{fs, io};

/// The name of the file; it is the last that a part gets.
pub(super) const NAME: &str = "part.toml";

/// What stands in the file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Receipt {
    /// Its number, from 0.
    part: u32,
    /// SHA-256 of the `plan.toml` it is a part of.
    plan: String,
    /// Its rows of `games.csv`.
    games: u64,
    /// Its files.
    file: Vec<FileEntry>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct FileEntry {
    name: String,
    bytes: u64,
    sha256: String,
}

const FILES: [&str; 5] = [
    "games.csv",
    "games.csv.zst",
    "actions.csv",
    "actions.csv.zst",
    "faults.csv",
];

/// How much of a part is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Depth {
    /// `part.toml`, and how long the files are.
    Length,
    /// Every byte.
    Bytes,
}

/// What is in a part's place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// The part.
    Whole,
    /// Nothing.
    Missing,
    /// A part of another plan, or with another number.
    Foreign(String),
    /// What was a part.
    Altered(String),
}

impl State {
    /// What is wrong, unless nothing is.
    pub(super) fn wrong(&self) -> Option<String> {
        match self {
            Self::Whole => None,
            Self::Missing => Some("is missing".into()),
            Self::Foreign(why) => Some(format!("is foreign: {why}")),
            Self::Altered(why) => Some(format!("was altered: {why}")),
        }
    }
}

/// Looks at what is in the place of a part.
///
/// # Errors
/// The disk refused.
pub(super) fn state(plan: &PartPlan, index: u32, depth: Depth) -> Result<State, RunError> {
    let folder = plan.part(index);
    let path = folder.join(NAME);
    let text = match fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            // Of the entry itself, which may be a link to nothing.
            return Ok(match fs::symlink_metadata(&folder) {
                Ok(_) => State::Altered("it has no part.toml".into()),
                Err(_) => State::Missing,
            });
        }
        Err(error) if error.kind() == io::ErrorKind::NotADirectory => {
            return Ok(State::Altered("it is no folder".into()));
        }
        Err(error) if error.kind() == io::ErrorKind::IsADirectory => {
            return Ok(State::Altered("its part.toml is a folder".into()));
        }
        Err(error) if error.kind() == io::ErrorKind::InvalidData => {
            return Ok(State::Altered("its part.toml is no text".into()));
        }
        Err(error) => return Err(RunError::io("read", &path, &error)),
    };
    let Ok(receipt) = toml::from_str::<Receipt>(&text) else {
        return Ok(State::Altered("its part.toml is not one".into()));
    };
    if receipt.plan != plan.id() {
        return Ok(State::Foreign("it is a part of another plan".into()));
    }
    if receipt.part != index {
        return Ok(State::Foreign(format!("it is part {}", receipt.part)));
    }
    if !receipt
        .file
        .iter()
        .any(|file| FILES[..2].contains(&file.name.as_str()))
    {
        return Ok(State::Altered("its part.toml names no games.csv".into()));
    }
    for name in FILES {
        let path = folder.join(name);
        let Some(file) = receipt.file.iter().find(|file| file.name == name) else {
            if path.exists() {
                return Ok(State::Altered(format!("its part.toml knows no {name}")));
            }
            continue;
        };
        let found = match depth {
            Depth::Length => fs::metadata(&path).map(|data| (data.len(), file.sha256.clone())),
            Depth::Bytes => digest::of_file(&path),
        };
        match found {
            Ok(found) if found == (file.bytes, file.sha256.clone()) => {}
            Ok((bytes, _)) if bytes != file.bytes => {
                return Ok(State::Altered(format!(
                    "its {name} has {bytes} bytes, {} were written",
                    file.bytes
                )));
            }
            Ok(_) => {
                return Ok(State::Altered(format!(
                    "its {name} is not what was written (SHA-256)"
                )));
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Ok(State::Altered(format!("it has no {name}")));
            }
            Err(error) => return Err(RunError::io("read", &path, &error)),
        }
    }
    Ok(State::Whole)
}

/// The text of `part.toml` for the files in a folder.
///
/// # Errors
/// The disk refused.
pub(super) fn receipt(
    plan: &PartPlan,
    index: u32,
    games: u64,
    folder: &Path,
) -> Result<String, RunError> {
    let mut file = Vec::new();
    for name in FILES {
        let path = folder.join(name);
        match digest::of_file(&path) {
            Ok((bytes, sha256)) => file.push(FileEntry {
                name: name.into(),
                bytes,
                sha256,
            }),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(RunError::io("read", &path, &error)),
        }
    }
    let receipt = Receipt {
        part: index,
        plan: plan.id().into(),
        games,
        file,
    };
    toml::to_string(&receipt).map_err(|error| RunError::refused(folder, error.to_string()))
}
