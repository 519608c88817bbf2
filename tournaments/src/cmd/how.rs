//! How a run is played: what every verb that plays one asks.

use super::CmdError;
use super::dry_run::count;
use crate::run::{Prepared, Report, Settings, Show, run as play, tell};
use crate::stop::Stop;
use clap::ValueEnum;
use dudo_results::report::grouped;
use std::path::Path;
use std::thread::available_parallelism;

/// How a run is played. No row depends on it.
#[derive(Debug, clap::Args)]
pub(super) struct How {
    /// Threads that play [default: one per core]. No row depends on it.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// How progress is shown on standard error.
    #[arg(long, value_enum, default_value_t = Progress::Auto)]
    progress: Progress,
    /// Die like a killed process after so many steps on the disk; for tests.
    #[arg(long, hide = true, value_name = "STEPS")]
    die_after: Option<u64>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum Progress {
    /// A bar on a terminal, lines elsewhere.
    Auto,
    /// Lines.
    Plain,
    /// A JSON object a second, a line each.
    Json,
    /// Nothing.
    None,
}

impl Progress {
    pub(super) const fn show(self) -> Show {
        match self {
            Self::Auto => Show::Auto,
            Self::Plain => Show::Plain,
            Self::Json => Show::Json,
            Self::None => Show::Silent,
        }
    }
}

/// The threads that were asked for, or one per core that this process may use.
pub(super) fn threads(asked: Option<u16>) -> usize {
    let cores = available_parallelism().map_or(1, usize::from);
    asked.map_or(cores, usize::from)
}

impl How {
    pub(super) fn threads(&self) -> usize {
        threads(self.threads)
    }

    pub(super) const fn show(&self) -> Show {
        self.progress.show()
    }

    /// A sentence for people, who see how a run goes on.
    pub(super) fn say(&self, sentence: &str) {
        if !matches!(self.show(), Show::Silent | Show::Json) {
            tell(sentence);
        }
    }

    /// What people should know even where they want to see no progress.
    pub(super) fn warn(&self, sentence: &str) {
        if self.show() != Show::Json {
            tell(sentence);
        }
    }

    /// Plays into a folder and says what was played; `None` if somebody stopped it.
    pub(super) fn play(
        &self,
        prepared: Prepared<'_>,
        folder: &Path,
    ) -> Result<Option<Report>, CmdError> {
        let report = play(prepared, &self.settings(folder), &Stop::listen()?)?;
        self.say(&format!(
            "{} in {}, {} of them played now",
            count(report.games, "game"),
            folder.display(),
            grouped(report.played.into())
        ));
        if !report.complete {
            self.warn("interrupted; the same command goes on from here");
            return Ok(None);
        }
        Ok(Some(report))
    }

    pub(super) fn settings(&self, folder: &Path) -> Settings {
        Settings {
            folder: folder.into(),
            threads: self.threads(),
            show: self.show(),
            die_after: self.die_after,
        }
    }
}
