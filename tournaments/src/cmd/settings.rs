//! Rules on the command line.

use super::CmdError;
use crate::spec::Setting;

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
