//! Who failed, who was withdrawn for it, and who could not play at all.

use super::grouped;
use super::text::{shown, wrapped};
use crate::faults::FaultReport;
use crate::log::{LogError, Manifest};
use std::fmt::Write;
use std::path::Path;

/// What befell a bot of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trouble {
    /// Its name.
    pub bot: String,
    /// Its faults: kind and how often, in the order of the kinds.
    pub faults: Vec<(String, u64)>,
    /// The first deal that it did not play, for its faults.
    pub withdrawn: Option<u64>,
    /// Why it took no part.
    pub absent: Option<String>,
}

impl Trouble {
    /// The bots of a run that had any, in the order of its roster.
    ///
    /// # Errors
    /// As [`FaultReport::read`].
    pub fn of_run(folder: &Path, manifest: &Manifest) -> Result<Vec<Self>, LogError> {
        let faults = FaultReport::read(folder, manifest, false)?;
        let all = manifest.bot.iter().map(|bot| Self {
            bot: bot.name.clone(),
            faults: {
                let kinds = faults.counts.get(&bot.name).into_iter().flatten();
                kinds.map(|(kind, &times)| (kind.clone(), times)).collect()
            },
            withdrawn: {
                let deal = faults.over_limit(&bot.name);
                let session = manifest.schedule.session.get();
                let since = deal.map(|deal| (deal / session + 1).saturating_mul(session));
                since.filter(|&since| since < manifest.schedule.deals)
            },
            absent: bot.absent.clone(),
        });
        let had = |it: &Self| !it.faults.is_empty() || it.absent.is_some();
        Ok(all.filter(had).collect())
    }

    /// What happened, as a phrase.
    #[must_use]
    pub fn phrase(&self) -> String {
        let mut text = String::new();
        if let Some(reason) = &self.absent {
            let _ = write!(text, "absent, not one game: {}", shown(reason));
        }
        let count: u64 = self.faults.iter().map(|(_, times)| times).sum();
        if count > 0 {
            let s = if count == 1 { "" } else { "s" };
            let kinds = self.faults.iter();
            let kinds: Vec<String> = kinds
                .map(|(kind, times)| format!("{} {}", grouped((*times).into()), shown(kind)))
                .collect();
            let count = grouped(count.into());
            let _ = write!(text, "{count} fault{s} ({})", kinds.join(", "));
        }
        if let Some(since) = self.withdrawn {
            let _ = write!(text, ", withdrawn from deal {} on", grouped(since.into()));
        }
        text
    }
}

/// A line for each of them; nothing where nobody had trouble.
#[must_use]
pub fn troubles(all: &[Trouble], columns: usize) -> String {
    let mut text = String::new();
    if !all.is_empty() {
        text += "\n Faults, withdrawn and absent bots\n";
    }
    for trouble in all {
        let line = format!("{}: {}", shown(&trouble.bot), trouble.phrase());
        text += &wrapped(&line, columns.max(40), 3);
        text.push('\n');
    }
    text
}
