//! `plan.toml`: a run, and into how many parts it is cut.

use super::digest;
use crate::error::{RunError, SetupError};
use crate::run::{Disk, Lock, Prepared, Ready};
use crate::spec::{RunFile, Seed};
use dudo_results::log::Manifest;
use serde::{Deserialize, Serialize};
use std::ops::Range;
use std::path::{Path, PathBuf, absolute};
use std::{fs, io};

/// The name of the file.
const NAME: &str = "plan.toml";

/// The number of the form of the file; a later one may be another.
const FORM: u32 = 1;

/// A plan as it stands in its folder.
#[derive(Clone, Debug)]
pub struct PartPlan {
    folder: PathBuf,
    text: Text,
    /// SHA-256 of the file: what parts of this plan say they are of.
    id: String,
}

/// What stands in the file.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Text {
    plan: u32,
    shards: u32,
    /// The run file's path: what it names is looked for beside it.
    path: String,
    /// The run file.
    spec: String,
    /// What it comes to, in the form of a run's manifest.
    run: Manifest,
}

/// Writes the plan of a prepared run into a folder. The same plan may be
/// written again; another is refused. With a secret seed in it, it is its
/// owner's to read, as a manifest is.
///
/// # Errors
/// More parts than blocks, a folder that holds something else, or the disk.
pub fn plan(prepared: &Prepared<'_>, shards: u32, folder: &Path) -> Result<PartPlan, RunError> {
    let spec = prepared.spec();
    let blocks = prepared.size().blocks;
    if u64::from(shards) > blocks {
        return Err(RunError::refused(
            folder,
            format!(
                "the run has {blocks} blocks of deals, so at most {blocks} parts; \
                 raise schedule.deals or name fewer --shards"
            ),
        ));
    }
    let mut disk = Disk::default();
    if let Some(test) = &prepared.spec().sprt {
        return Err(RunError::refused(
            folder,
            format!(
                "a duel that a test ends ({test} Elo) is played in one piece: no part knows where the end is"
            ),
        ));
    }
    let _lock = Lock::take(&mut disk, folder)?;
    let held = match PartPlan::read(folder) {
        Ok(held) => Some(held),
        Err(_) if !folder.join(NAME).exists() => None,
        Err(error) => return Err(error),
    };
    // Before bots start, whose words to standard error go into it.
    if held.is_none() {
        refuse_foreign(folder)?;
    }
    // A secret seed that was drawn for this folder stays.
    let ready = prepared.ready(held.as_ref().map(|held| &held.text.run), folder)?;
    let path = absolute(&spec.path).unwrap_or_else(|_| spec.path.clone());
    let bytes = fs::read(&spec.path);
    let bytes = bytes.map_err(|error| RunError::io("read", &spec.path, &error))?;
    let text = Text {
        plan: FORM,
        shards,
        path: path.to_string_lossy().into_owned(),
        spec: String::from_utf8_lossy(&bytes).into_owned(),
        run: ready.manifest,
    };
    let file =
        toml::to_string(&text).map_err(|error| RunError::refused(folder, error.to_string()))?;
    if let Some(held) = held {
        if held.id == digest::of_bytes(file.as_bytes()) {
            return Ok(held);
        }
        return Err(RunError::refused(
            folder,
            "holds another plan; name another folder with --out",
        ));
    }
    let path = folder.join(NAME);
    // The seed is in it.
    if spec.seed == Seed::Secret {
        disk.replace_secret(&path, &file)?;
    } else {
        disk.replace(&path, &file)?;
    }
    PartPlan::read(folder)
}

/// What a plan that was not finished leaves.
const OURS: [&str; 2] = ["plan.toml.part", "bots"];

/// A folder with something in it that is no plan's is somebody's.
fn refuse_foreign(folder: &Path) -> Result<(), RunError> {
    let entries =
        fs::read_dir(folder).map_err(|error| RunError::io("read the folder", folder, &error))?;
    for entry in entries {
        let entry = entry.map_err(|error| RunError::io("read the folder", folder, &error))?;
        if !OURS.iter().any(|ours| entry.file_name() == *ours) {
            return Err(RunError::refused(
                folder,
                format!(
                    "\"{}\" was made by no plan; name another folder with --out",
                    entry.file_name().to_string_lossy()
                ),
            ));
        }
    }
    Ok(())
}

impl PartPlan {
    /// Reads the plan in a folder.
    ///
    /// # Errors
    /// There is none, or it is not one.
    pub fn read(folder: &Path) -> Result<Self, RunError> {
        let path = folder.join(NAME);
        let bytes = fs::read(&path).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => RunError::refused(
                folder,
                "no plan.toml in it; make one with dudo plan SPEC.toml --shards N --out DIR",
            ),
            _ => RunError::io("read", &path, &error),
        })?;
        let refused = |what: String| {
            let line = what.lines().collect::<Vec<_>>().join(" ");
            RunError::refused(folder, format!("plan.toml: {line}"))
        };
        let text = str::from_utf8(&bytes).map_err(|error| refused(error.to_string()))?;
        let text: Text = toml::from_str(text).map_err(|error| refused(error.to_string()))?;
        if text.plan != FORM {
            return Err(refused(format!(
                "is of form {}, this dudo knows form {FORM}",
                text.plan
            )));
        }
        if text.shards == 0 {
            return Err(refused("shards = 0; expected 1 at least".into()));
        }
        Ok(Self {
            folder: folder.into(),
            id: digest::of_bytes(&bytes),
            text,
        })
    }

    /// The run file as it was planned.
    ///
    /// # Errors
    /// It is not one that this version understands.
    pub fn spec(&self) -> Result<RunFile, SetupError> {
        RunFile::parse(Path::new(&self.text.path), self.text.spec.as_bytes())
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// How many parts there are.
    pub const fn shards(&self) -> u32 {
        self.text.shards
    }

    /// What the run comes to.
    pub const fn run(&self) -> &Manifest {
        &self.text.run
    }

    pub(super) fn id(&self) -> &str {
        &self.id
    }

    /// The blocks of a part out of so many: as even as can be.
    pub(super) fn blocks(&self, index: u32, blocks: u64) -> Range<u64> {
        let cut = |index: u32| {
            let cut = u128::from(blocks) * u128::from(index) / u128::from(self.shards());
            u64::try_from(cut).unwrap_or(blocks)
        };
        cut(index)..cut(index + 1)
    }

    /// The folder of a part.
    pub(super) fn part(&self, index: u32) -> PathBuf {
        self.parts().join(part_name(index))
    }

    /// The folder of all parts.
    pub(super) fn parts(&self) -> PathBuf {
        self.folder.join("parts")
    }

    /// The run, played by this program as it was planned.
    ///
    /// # Errors
    /// It would be played otherwise: says what is not as it was.
    pub(super) fn ready(&self, prepared: &Prepared<'_>) -> Result<Ready, RunError> {
        let held = &self.text.run;
        let ready = prepared.ready(Some(held), &self.folder)?;
        let now = &ready.manifest;
        let edited = held.bot.iter().zip(&now.bot).find(|(a, b)| a != b);
        let what = if held.rules != now.rules {
            format!(
                "was made for the rules {}, they are {} here",
                held.rules, now.rules
            )
        } else if held.dudo != now.dudo {
            format!("was made by dudo {}, this is {}", held.dudo, now.dudo)
        } else if let Some((then, here)) = edited {
            format!(
                "was made for the bot \"{}\" as {}, it is {} here",
                then.name, then.content, here.content
            )
        } else if held != now {
            "comes to another run here".into()
        } else {
            return Ok(ready);
        };
        Err(RunError::refused(
            &self.folder,
            format!("the plan in it {what}; all parts are played alike, or make a new plan"),
        ))
    }
}

/// The name of a part's folder.
pub(super) fn part_name(index: u32) -> String {
    format!("{index:05}")
}
