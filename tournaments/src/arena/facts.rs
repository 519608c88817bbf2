//! What a game offers, as text.

use dudo_bots::Entry;
use dudo_engine::Game;
use dudo_engine::knobs::Domain;

/// What a game offers, as text.
pub struct Facts {
    /// Name, values, default and a sentence per knob.
    pub knobs: Vec<KnobFact>,
    /// Name, phrase and canonical rules per preset.
    pub presets: Vec<[String; 3]>,
    /// The built-in bots.
    pub bots: Vec<BotFact>,
}

/// A knob, as text.
pub struct KnobFact {
    /// Its name.
    pub name: &'static str,
    /// The values it takes.
    pub values: String,
    /// The same, to choose from.
    pub domain: &'static Domain,
    /// Its value when nothing is said.
    pub default: String,
    /// What it decides.
    pub about: &'static str,
}

/// A bot, as text.
pub struct BotFact {
    /// Its name.
    pub name: &'static str,
    /// Its level on the ladder.
    pub level: u8,
    /// What it does.
    pub about: &'static str,
    /// Name, default, range and a phrase per argument.
    pub args: Vec<String>,
}

pub(super) fn bot_fact<G: Game>(entry: &Entry<G>) -> BotFact {
    let args = entry.args.iter().map(|arg| {
        format!(
            "{}={} ({} to {}): {}",
            arg.name, arg.default, arg.low, arg.high, arg.about
        )
    });
    BotFact {
        name: entry.name,
        level: entry.level,
        about: entry.about,
        args: args.collect(),
    }
}
