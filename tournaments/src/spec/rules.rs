//! `[rules]`: knobs that only the game understands.

use toml::de::DeValue;

use super::item::{Item, decimal};
use super::section::Section;
use crate::error::SetupError;

const EXPECTED: &str = "a number, text, true, false or a list of those";

/// One knob and its value as text, for the game to check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// The knob, or `preset`.
    pub key: String,
    /// Text as it is, numbers in decimal, `on` and `off` for true and false, a list
    /// as `[5,3]`. No control characters.
    pub value: String,
    /// Where it stands, from 1.
    pub line: usize,
}

/// The settings in the order of the file, `preset` before all others: a preset
/// gives every knob a value, which single settings then replace.
pub(super) fn parse(item: &Item<'_>) -> Result<Vec<Setting>, SetupError> {
    let DeValue::Table(table) = item.value else {
        return Err(item.expected("a section [rules]"));
    };
    let section = Section::new(item.source, &item.key, Some(item.offset), table);
    let mut settings = section
        .iter()
        .map(|(key, item)| {
            Ok(Setting {
                key: key.into(),
                value: value(item)?,
                line: item.line(),
            })
        })
        .collect::<Result<Vec<_>, _>>()?;
    settings.sort_by_key(|setting| setting.key != "preset");
    Ok(settings)
}

fn value(item: &Item<'_>) -> Result<String, SetupError> {
    let DeValue::Array(_) = item.value else {
        return scalar(item);
    };
    let mut texts = Vec::new();
    for element in item.list(EXPECTED)? {
        let text = scalar(&element)?;
        // The list is handed on as text, in which these would mean something.
        if text.contains([',', '[', ']']) {
            return Err(element.expected("list elements without commas and brackets"));
        }
        texts.push(text);
    }
    Ok(format!("[{}]", texts.join(",")))
}

fn scalar(item: &Item<'_>) -> Result<String, SetupError> {
    match item.value {
        DeValue::String(text) if text.chars().any(char::is_control) => {
            Err(item.expected("text on one line, without control characters"))
        }
        DeValue::String(text) => Ok(text.to_string()),
        DeValue::Integer(digits) => Ok(decimal(digits)),
        DeValue::Float(digits) => Ok(digits.as_str().into()),
        DeValue::Boolean(true) => Ok("on".into()),
        DeValue::Boolean(false) => Ok("off".into()),
        DeValue::Datetime(_) | DeValue::Array(_) | DeValue::Table(_) => {
            Err(item.expected(EXPECTED))
        }
    }
}
