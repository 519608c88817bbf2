//! What a run is called: the name of its folder on every system.

use super::item::{Item, quoted};
use super::source::Source;
use crate::error::SetupError;

const EXPECTED: &str = "at most 64 of a-z, A-Z, 0-9, - _ . and neither - nor . first nor . last";

/// Names that one system or another keeps for devices, whatever their ending.
const DEVICES: [&str; 4] = ["con", "prn", "aux", "nul"];

/// The run's name, or the name of its file if it gives none.
pub(super) fn parse(source: &Source<'_>, item: Option<&Item<'_>>) -> Result<String, SetupError> {
    if let Some(item) = item {
        let text = item.text("a name")?;
        return match is_safe(text) {
            true => Ok(text.into()),
            false => Err(item.error(format!(
                "{} cannot name a folder; expected {EXPECTED}",
                quoted(text)
            ))),
        };
    }
    let stem = source
        .path
        .file_stem()
        .unwrap_or_default()
        .to_string_lossy();
    match is_safe(&stem) {
        true => Ok(stem.into()),
        false => Err(source.error(
            None,
            "name",
            format!(
                "missing, and the file's name {} cannot stand in; expected {EXPECTED}",
                quoted(&stem)
            ),
        )),
    }
}

fn is_safe(text: &str) -> bool {
    let plain = |char: char| char.is_ascii_alphanumeric() || matches!(char, '-' | '_' | '.');
    (1..=64).contains(&text.len())
        && text.chars().all(plain)
        && !text.starts_with(['-', '.'])
        && !text.ends_with('.')
        && !is_device(text)
}

fn is_device(text: &str) -> bool {
    let first = text
        .split('.')
        .next()
        .unwrap_or_default()
        .to_ascii_lowercase();
    let numbered = |kind| {
        first
            .strip_prefix(kind)
            .is_some_and(|rest| rest.len() == 1 && rest.chars().all(|char| char.is_ascii_digit()))
    };
    DEVICES.contains(&first.as_str()) || numbered("com") || numbered("lpt")
}
