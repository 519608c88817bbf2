//! Rules as typed knobs, printed and parsed from one table per game.
//!
//! A game's rules are a plain struct. Its table of [`Knob`]s gives each field a
//! name, the values it takes, a sentence, and how to read and write it; from
//! that table come the canonical text, the parser, the run file's `[rules]`,
//! and what `dudo rules` prints.

use crate::lexicon::Shelf;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

/// One house rule that can be set.
pub struct Knob<R> {
    /// Its name, in kebab case.
    pub name: &'static str,
    /// The values it takes.
    pub domain: Domain,
    /// What it decides, as a sentence.
    pub about: &'static str,
    /// Its value in notation.
    pub get: fn(&R) -> String,
    /// Sets it from notation; `None` when the text is not in the domain.
    pub set: fn(&mut R, &str) -> Option<()>,
}

/// The values a knob takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Domain {
    /// `on` or `off`.
    Switch,
    /// One of these words.
    Word(&'static [&'static str]),
    /// A whole number in a range, ends included.
    Whole(u32, u32),
    /// A whole number for all seats, or a list `[5,3]` with one per seat.
    PerSeat(u32, u32),
    /// A text of another form.
    Text {
        /// The form, as a phrase.
        form: &'static str,
        /// Some texts of that form.
        samples: &'static [&'static str],
    },
    /// `default`, or a word list of the user's. In rules text it is named by
    /// its hash, 16 hex digits; who reads a file for it sets the knob to the
    /// hash of what is in it and hands the list over in [`Knobs::supply`].
    WordList,
}

impl fmt::Display for Domain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Switch => f.write_str("on or off"),
            Self::Word(words) => {
                for (index, word) in words.iter().enumerate() {
                    f.write_str(match index {
                        0 => "",
                        _ if index + 1 == words.len() => " or ",
                        _ => ", ",
                    })?;
                    f.write_str(word)?;
                }
                Ok(())
            }
            Self::Whole(low, high) => write!(f, "{low} to {high}"),
            Self::PerSeat(low, high) => write!(f, "{low} to {high}, or a list with one per seat"),
            Self::Text { form, .. } => f.write_str(form),
            Self::WordList => f.write_str("default, or a file with a word per line"),
        }
    }
}

/// A named set of house rules.
pub struct Preset<R> {
    /// Its name.
    pub name: &'static str,
    /// What it is, as a phrase.
    pub about: &'static str,
    /// Makes it.
    pub rules: fn() -> R,
}

/// Rules made of knobs.
pub trait Knobs: Default + Clone + 'static {
    /// The game's name, which begins the canonical text.
    const GAME: &'static str;
    /// Every knob, in the order of the canonical text. Append only; a new
    /// knob's default is the old behaviour.
    const KNOBS: &'static [Knob<Self>];
    /// The presets.
    const PRESETS: &'static [Preset<Self>];

    /// Whether the knobs agree with each other; if not, a sentence.
    ///
    /// # Errors
    /// The contradiction.
    fn agree(&self) -> Result<(), String>;

    /// Takes from the shelf what the rules name only by its hash, before the
    /// game is made of them. Most games need nothing.
    ///
    /// # Errors
    /// What is not at hand, as a sentence.
    fn supply(&mut self, shelf: &dyn Shelf) -> Result<(), String> {
        let _ = shelf;
        Ok(())
    }
}

/// Why a rules text or setting is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RulesError {
    /// No such knob or preset; with the names there are.
    Unknown {
        /// `knob`, `preset` or `game`.
        what: &'static str,
        /// What was asked for.
        name: String,
        /// The names that exist.
        known: Vec<&'static str>,
    },
    /// The value is not in the knob's domain.
    Value {
        /// The knob.
        knob: &'static str,
        /// What was given.
        value: String,
        /// What it takes.
        domain: Domain,
    },
    /// The knob is set twice.
    Twice(&'static str),
    /// The text is not `game(knob=value,...)`.
    Syntax(String),
    /// The knobs contradict each other.
    Contradiction(String),
}

impl fmt::Display for RulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { what, name, known } => {
                write!(
                    f,
                    "no {what} is called \"{name}\"; there are {}",
                    known.join(", ")
                )
            }
            Self::Value {
                knob,
                value,
                domain,
            } => {
                write!(f, "{knob} cannot be \"{value}\"; it takes {domain}")
            }
            Self::Twice(knob) => write!(f, "{knob} is set twice"),
            Self::Syntax(what) => f.write_str(what),
            Self::Contradiction(sentence) => f.write_str(sentence),
        }
    }
}

impl core::error::Error for RulesError {}

/// Sets one knob from notation; booleans also as `true` and `false`.
///
/// # Errors
/// [`RulesError::Unknown`] or [`RulesError::Value`].
pub fn set<R: Knobs>(rules: &mut R, name: &str, value: &str) -> Result<(), RulesError> {
    let knob = R::KNOBS
        .iter()
        .find(|knob| knob.name == name)
        .ok_or_else(|| RulesError::Unknown {
            what: "knob",
            name: name.to_string(),
            known: R::KNOBS.iter().map(|knob| knob.name).collect(),
        })?;
    let plain = match (knob.domain, value) {
        (Domain::Switch, "true") => "on",
        (Domain::Switch, "false") => "off",
        _ => value,
    };
    (knob.set)(rules, plain).ok_or_else(|| RulesError::Value {
        knob: knob.name,
        value: value.to_string(),
        domain: knob.domain,
    })
}

/// The rules of a preset.
///
/// # Errors
/// [`RulesError::Unknown`].
pub fn preset<R: Knobs>(name: &str) -> Result<R, RulesError> {
    let found = R::PRESETS.iter().find(|preset| preset.name == name);
    found
        .map(|preset| (preset.rules)())
        .ok_or_else(|| RulesError::Unknown {
            what: "preset",
            name: name.to_string(),
            known: R::PRESETS.iter().map(|preset| preset.name).collect(),
        })
}

/// Prints the canonical text: only knobs that differ from their defaults.
///
/// # Errors
/// The formatter's own.
pub fn print<R: Knobs>(rules: &R, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let defaults = R::default();
    f.write_str(R::GAME)?;
    let mut before = "(";
    for knob in R::KNOBS {
        let value = (knob.get)(rules);
        if value != (knob.get)(&defaults) {
            write!(f, "{before}{}={value}", knob.name)?;
            before = ",";
        }
    }
    f.write_str(if before == "(" { "" } else { ")" })
}

/// Reads rules text: the game's name, then settings in parentheses in any
/// order, of which the first may be `preset=NAME`.
///
/// # Errors
/// What is wrong with it, contradictions included.
pub fn parse<R: Knobs>(text: &str) -> Result<R, RulesError> {
    let (game, settings) = settings(text)?;
    if game != R::GAME {
        return Err(RulesError::Unknown {
            what: "game",
            name: game.to_string(),
            known: [R::GAME].into(),
        });
    }
    build(settings)
}

/// A knob and its value, in notation.
pub type Setting<'a> = (&'a str, &'a str);

/// The parts of a rules text: the game's name, and names and values of settings
/// in their order. Whether there are such is not looked at.
///
/// ```
/// let (game, settings) = dudo_engine::knobs::settings("liars-dice(dice=[5,3],faces=8)").unwrap();
/// assert_eq!((game, settings), ("liars-dice", vec![("dice", "[5,3]"), ("faces", "8")]));
/// ```
///
/// # Errors
/// It is not of the form `game(knob=value,...)`.
pub fn settings(text: &str) -> Result<(&str, Vec<Setting<'_>>), RulesError> {
    let text = text.trim();
    let (game, inside) = match text.split_once('(') {
        None => (text, ""),
        Some((game, rest)) => match rest.strip_suffix(')') {
            Some(inside) => (game.trim(), inside),
            None => {
                return Err(RulesError::Syntax(format!(
                    "\"{text}\" lacks its closing parenthesis"
                )));
            }
        },
    };
    let mut pairs = Vec::new();
    for setting in split_settings(inside) {
        let (name, value) = setting.split_once('=').ok_or_else(|| {
            RulesError::Syntax(format!("\"{setting}\" is not of the form knob=value"))
        })?;
        pairs.push((name.trim(), value.trim()));
    }
    Ok((game, pairs))
}

/// Builds rules from settings in order; `preset`, if given, comes first.
///
/// # Errors
/// What is wrong, contradictions included.
pub fn build<'a, R: Knobs>(
    settings: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> Result<R, RulesError> {
    let mut rules = R::default();
    let mut given: Vec<&str> = Vec::new();
    for (name, value) in settings {
        if name == "preset" {
            if given.contains(&"preset") {
                return Err(RulesError::Twice("preset"));
            }
            if !given.is_empty() {
                return Err(RulesError::Syntax(format!(
                    "preset comes first, since it sets all knobs anew: preset={value},..."
                )));
            }
            rules = preset(value)?;
        } else {
            set(&mut rules, name, value)?;
        }
        if let Some(knob) = R::KNOBS
            .iter()
            .find(|knob| knob.name == name && given.contains(&name))
        {
            return Err(RulesError::Twice(knob.name));
        }
        given.push(name);
    }
    rules.agree().map_err(RulesError::Contradiction)?;
    Ok(rules)
}

/// Splits at commas that are not inside brackets; of nothing there is nothing.
///
/// ```
/// assert_eq!(dudo_engine::knobs::split_settings("dice=[5,3],ones=on"), ["dice=[5,3]", "ones=on"]);
/// ```
pub fn split_settings(text: &str) -> Vec<&str> {
    let mut settings = Vec::new();
    let (mut depth, mut start) = (0i32, 0);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'[' => depth += 1,
            b']' => depth -= 1,
            b',' if depth == 0 => {
                settings.push(text[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    if !text.trim().is_empty() {
        settings.push(text[start..].trim());
    }
    settings
}

/// The fingerprint of a rules text: FNV-1a, 64 bits folded to 32, 8 hex digits.
///
/// ```
/// assert_eq!(dudo_engine::knobs::fingerprint("liars-dice").len(), 8);
/// ```
pub fn fingerprint(rules: &str) -> String {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for byte in rules.bytes() {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    format!("{:08x}", (hash >> 32) as u32 ^ hash as u32)
}

/// `on` or `off` as a boolean.
pub fn switch(text: &str) -> Option<bool> {
    match text {
        "on" => Some(true),
        "off" => Some(false),
        _ => None,
    }
}

/// A boolean in notation.
pub fn switched(on: bool) -> String {
    (if on { "on" } else { "off" }).into()
}

/// A number as prose prints it, thousands apart: `10,000`.
pub fn grouped(number: u128) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A whole number in a range, ends included.
pub fn whole<T: TryFrom<u32>>(text: &str, low: u32, high: u32) -> Option<T> {
    let mut value = if text.is_empty() { None } else { Some(0u32) };
    for byte in text.bytes() {
        let digit = u32::from(byte.wrapping_sub(b'0'));
        let digit = (digit < 10).then_some(digit)?;
        value = value?.checked_mul(10)?.checked_add(digit);
    }
    let value = value?;
    (low..=high)
        .contains(&value)
        .then(|| T::try_from(value).ok())
        .flatten()
}

/// An enum whose variants are words of the notation.
#[macro_export]
macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident = $word:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name { $($(#[$vdoc])* $variant,)* }

        impl $name {
            /// The words, in the order of the variants.
            pub const WORDS: &'static [&'static str] = &[$($word,)*];

            /// The value with this word.
            pub fn of(word: &str) -> Option<Self> {
                match word { $($word => Some(Self::$variant),)* _ => None }
            }

            /// Its word.
            pub const fn word(self) -> &'static str {
                match self { $(Self::$variant => $word,)* }
            }
        }
    };
}

/// A value as it prints.
pub(crate) fn printed(value: impl fmt::Display) -> String {
    value.to_string()
}

/// A knob that is on or off.
macro_rules! switch_knob {
    ($name:literal, $field:ident, $about:literal) => {
        $crate::knobs::Knob {
            name: $name,
            domain: $crate::knobs::Domain::Switch,
            about: $about,
            get: |rules| $crate::knobs::switched(rules.$field),
            set: |rules, text| {
                rules.$field = $crate::knobs::switch(text)?;
                Some(())
            },
        }
    };
}

/// A knob that is one of an enum's words.
macro_rules! word_knob {
    ($name:literal, $field:ident: $words:ty, $about:literal) => {
        $crate::knobs::Knob {
            name: $name,
            domain: $crate::knobs::Domain::Word(<$words>::WORDS),
            about: $about,
            get: |rules| rules.$field.word().into(),
            set: |rules, text| {
                rules.$field = <$words>::of(text)?;
                Some(())
            },
        }
    };
}

/// A knob that is a whole number in a range.
macro_rules! whole_knob {
    ($name:literal, $field:ident, $low:expr, $high:expr, $about:literal) => {
        $crate::knobs::Knob {
            name: $name,
            domain: $crate::knobs::Domain::Whole($low, $high),
            about: $about,
            get: |rules| $crate::knobs::printed(rules.$field),
            set: |rules, text| {
                rules.$field = $crate::knobs::whole(text, $low, $high)?;
                Some(())
            },
        }
    };
}

pub(crate) use {switch_knob, whole_knob, word_knob};
