//! `dudo rules`: a game's rules in prose and its knobs.

use super::{CmdError, house, print};
use dudo_engine::knobs::{self, fingerprint};

/// Print a game's rules in prose, its presets and its knobs with defaults.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  dudo rules liars-dice
  dudo rules liars-dice --preset perudo
  dudo rules liars-dice ones-wild=on dice=[5,3]
  dudo rules 'liars-dice(ones-wild=on)'        as logs and standings have it
The text comes from the same values that the engine obeys.")]
pub(super) struct Args {
    /// The game, or the text of its rules.
    #[arg(value_parser = super::listed::games(), hide_possible_values = true)]
    game: String,
    /// Begin with this preset.
    #[arg(long, value_parser = super::listed::presets(), hide_possible_values = true)]
    preset: Option<String>,
    /// Knobs to set.
    #[arg(value_name = "KNOB=VALUE")]
    knobs: Vec<String>,
}

pub(super) fn run(args: &Args) -> Result<(), CmdError> {
    let (game, written) = knobs::settings(&args.game)
        .map_err(|error| CmdError::Usage(crate::meant::rules(&error)))?;
    let house = house(game)?;
    let facts = house.facts();
    let mut settings: Vec<(&str, &str)> = args
        .preset
        .iter()
        .map(|preset| ("preset", preset.as_str()))
        .collect();
    settings.extend(written);
    for knob in &args.knobs {
        let pair = knob.split_once('=');
        settings.push(
            pair.ok_or_else(|| {
                CmdError::Usage(format!("\"{knob}\" is not of the form knob=value"))
            })?,
        );
    }
    let (rules, prose) = house
        .read(&settings)
        .map_err(|error| CmdError::Usage(crate::meant::rules(&error)))?;

    let mut text = format!("{rules}    fingerprint {}\n", fingerprint(&rules));
    for paragraph in prose {
        text += &format!("\n{}\n", wrap(&paragraph, 0));
    }
    text += "\nPresets\n";
    for [name, about, canonical] in &facts.presets {
        text += &format!("  {name:<12} {about}\n{:15}{canonical}\n", "");
    }
    text +=
        "\nKnobs (in a run file under [rules], in text as above; the first value is the default)\n";
    for knob in &facts.knobs {
        text += &format!("  {:<20} {}: {}\n", knob.name, knob.default, knob.values);
        text += &format!("{}\n", wrap(knob.about, 23));
    }
    print(&text)
}

/// Breaks a text into lines of at most 88 columns, indented.
fn wrap(text: &str, indent: usize) -> String {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines
            .last_mut()
            .filter(|line| line.len() + word.len() < 88 - indent);
        match line {
            Some(line) if line.is_empty() => line.push_str(word),
            Some(line) => {
                line.push(' ');
                line.push_str(word);
            }
            None => lines.push(word.into()),
        }
    }
    lines
        .iter()
        .map(|line| format!("{:indent$}{line}", ""))
        .collect::<Vec<_>>()
        .join("\n")
}
