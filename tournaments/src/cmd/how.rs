//! How a run is played: what every verb that plays one asks.

use crate::run::{Settings, Show};
use clap::ValueEnum;
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
enum Progress {
    /// A bar on a terminal, lines elsewhere.
    Auto,
    /// Lines.
    Plain,
    /// A JSON object a second, a line each.
    Json,
    /// Nothing.
    None,
}

impl How {
    pub(super) fn threads(&self) -> usize {
        let cores = available_parallelism().map_or(1, usize::from);
        self.threads.map_or(cores, usize::from)
    }

    pub(super) const fn show(&self) -> Show {
        match self.progress {
            Progress::Auto => Show::Auto,
            Progress::Plain => Show::Plain,
            Progress::Json => Show::Json,
            Progress::None => Show::Silent,
        }
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
