//! What is typed in place of a run file.

use super::CmdError;
use crate::error::SetupError;
use crate::spec::{
    Actions, Entry, Isolation, Limits, Packing, RunFile, ScheduleSpec, Seed, Setting, Word,
};
use std::path::PathBuf;

/// Rules as a person types them.
#[derive(Debug, clap::Args)]
pub(super) struct RulesArgs {
    /// Begin with this preset of the game.
    #[arg(long, value_name = "NAME", value_parser = super::listed::presets(), hide_possible_values = true)]
    preset: Option<String>,
    /// Knobs to set, as in dice=3,ones-wild=on.
    #[arg(long, value_name = "KNOB=VALUE,...")]
    rules: Option<String>,
}

impl RulesArgs {
    /// The settings, `preset` first.
    pub(super) fn settings(&self) -> Result<Vec<Setting>, CmdError> {
        let setting = |key: &str, value: &str| Setting {
            key: key.into(),
            value: value.into(),
            line: 0,
        };
        let mut settings = Vec::new();
        settings.extend(self.preset.iter().map(|name| setting("preset", name)));
        for knob in split(self.rules.as_deref().unwrap_or_default()) {
            let (name, value) = knob.split_once('=').ok_or_else(|| {
                CmdError::Usage(format!(
                    "--rules: \"{knob}\" is not of the form knob=value; see `dudo rules GAME`"
                ))
            })?;
            settings.push(setting(name.trim(), value.trim()));
        }
        Ok(settings)
    }
}

/// The run file that could have been written instead.
pub(super) fn typed(
    game: &str,
    rules: &RulesArgs,
    bots: Vec<(String, &str)>,
    trust: bool,
) -> Result<RunFile, CmdError> {
    let bot = |(name, use_text): (String, &str)| {
        let mut entry = Entry::new(use_text, name, 0);
        entry.trusted = trust;
        entry.isolation = trust.then_some(Isolation::Process);
        entry
    };
    Ok(RunFile {
        // In no folder: files are named from where the user is.
        path: PathBuf::from("typed"),
        name: String::new(),
        seed: Seed::Secret,
        seed_line: None,
        game: Word {
            text: game.into(),
            line: 0,
        },
        rules: rules.settings()?,
        schedule: ScheduleSpec::default(),
        sprt: None,
        log: Actions::None,
        packing: Packing::None,
        limits: Limits::default(),
        bots: bots.into_iter().map(bot).collect(),
        passed_over: Vec::new(),
    })
}

/// A mistake in it, in the words of the command line.
pub(super) fn said(game: &str, error: &SetupError) -> CmdError {
    let message = &error.message;
    CmdError::Usage(match error.key.strip_prefix("rules") {
        Some("") => format!("--rules: {message}"),
        Some(".preset") => format!("--preset: {message}"),
        Some(knob) => format!("--rules {}: {message}", knob.trim_start_matches('.')),
        None => match error.key.as_str() {
            "game" => format!("--game: {message}"),
            "seed" => format!("--seed: {message}"),
            "bot.use" => format!("{message} (in {game}; --game names another)"),
            _ => message.clone(),
        },
    })
}

/// Splits at commas, but not at those of a list in brackets.
fn split(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut depth, mut start) = (0i32, 0);
    for (at, letter) in text.char_indices() {
        match letter {
            '[' => depth += 1,
            ']' => depth -= 1,
            ',' if depth <= 0 => {
                parts.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts.retain(|part| !part.trim().is_empty());
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_stay_whole() {
        assert_eq!(
            split("dice=[5,3], ones-wild=on,"),
            ["dice=[5,3]", " ones-wild=on"]
        );
        assert!(split("").is_empty());
    }
}
