//! A manifest against a run file and against this program.

use super::findings::Findings;
use crate::error::RunError;
use crate::run::{Prepared, differences};
use crate::spec::{Isolation, RunFile, Setting};
use dudo_results::log::{BotEntry, Manifest};
use std::path::Path;
use toml::{Table, Value};

/// The run file that a manifest came from, as far as it tells. What it does
/// not tell, the text of a word list, is what `spec` says.
///
/// # Errors
/// A manifest that no run file comes to.
pub(super) fn run_file(
    held: &Manifest,
    spec: Option<&RunFile>,
    folder: &Path,
) -> Result<RunFile, RunError> {
    let word = |text: &str| Value::String(text.into());
    let whole = |number: u64| Value::Integer(i64::try_from(number).unwrap_or(i64::MAX));
    let section = |pairs: Vec<(&str, Option<Value>)>| {
        let pairs = pairs.into_iter();
        let pairs = pairs.filter_map(|(key, value)| Some((key.to_owned(), value?)));
        Value::Table(pairs.collect::<Table>())
    };
    let schedule = &held.schedule;
    let focus: Vec<Value> = schedule.focus.iter().map(|name| word(name)).collect();
    let bots = held.bot.iter().map(|bot| {
        section(vec![
            ("name", Some(word(&bot.name))),
            ("use", Some(word(&bot.source))),
            ("owner", bot.owner.as_deref().map(word)),
        ])
    });
    let limits = &held.limits;
    let actions = held
        .log
        .every
        .is_none()
        .then_some(held.log.actions.as_deref());
    let text = section(vec![
        ("name", Some(word(&held.name))),
        ("seed", Some(word(&held.seed))),
        ("game", Some(word(&held.game))),
        (
            "schedule",
            Some(section(vec![
                ("format", Some(word(&schedule.format))),
                ("focus", (!focus.is_empty()).then_some(Value::Array(focus))),
                ("seats", Some(whole(schedule.seats as u64))),
                ("tables", schedule.tables.map(whole)),
                ("deals", Some(whole(schedule.deals))),
                ("seating", Some(word(&schedule.seating))),
                ("dice", Some(word(&schedule.dice))),
                ("session", Some(whole(schedule.session.get()))),
            ])),
        ),
        (
            "log",
            Some(section(vec![
                ("actions", actions.flatten().map(word)),
                ("every", held.log.every.map(whole)),
                ("compress", held.log.compress.as_deref().map(word)),
            ])),
        ),
        (
            "limits",
            Some(section(vec![
                ("faults", limits.faults.map(whole)),
                ("move_ms", limits.move_ms.map(whole)),
                ("start_ms", limits.start_ms.map(whole)),
                ("game_ms", limits.game_ms.map(whole)),
                ("timer_ms", limits.timer_ms.map(whole)),
                ("fuel", limits.fuel.map(whole)),
                ("wasm", limits.wasm.as_deref().map(word)),
                ("memory_mb", limits.memory_mb.map(whole)),
                ("isolation", limits.isolation.as_deref().map(word)),
            ])),
        ),
        (
            "bots",
            schedule
                .same_owner
                .as_deref()
                .map(|rule| section(vec![("same-owner", Some(word(rule)))])),
        ),
        ("bot", Some(Value::Array(bots.collect()))),
    ]);
    let text =
        toml::to_string(&text).map_err(|error| RunError::refused(folder, error.to_string()))?;
    let path = folder.join("manifest.toml");
    let path = spec.map_or(path.as_path(), |spec| spec.path.as_path());
    let mut file = RunFile::parse(path, text.as_bytes()).map_err(|error| {
        let key = error.key;
        RunError::refused(folder, format!("manifest.toml: {key}: {}", error.message))
    })?;
    file.rules = match spec {
        Some(spec) => spec.rules.clone(),
        None => settings(&held.rules),
    };
    for (entry, bot) in file.bots.iter_mut().zip(&held.bot) {
        // A submission that could not be loaded takes part without playing.
        entry.submitted = bot.absent.is_some();
        // Without its run file nobody vouches for a bot.
        if bot.kind != "native" {
            entry.isolation = Some(Isolation::Jail);
        }
        let given = spec.and_then(|spec| spec.bots.iter().find(|given| given.name == bot.name));
        if let Some(given) = given.filter(|given| given.use_text == entry.use_text) {
            *entry = given.clone();
        }
    }
    Ok(file)
}

/// The knobs of a rules text; none of what is no such text.
fn settings(rules: &str) -> Vec<Setting> {
    let (_, pairs) = dudo_engine::knobs::settings(rules).unwrap_or_default();
    pairs
        .into_iter()
        .map(|(key, value)| Setting {
            key: key.into(),
            value: value.into(),
            line: 1,
        })
        .collect()
}

/// Whether a run file comes to this manifest, or to one that extends it.
pub(super) fn against_spec(
    held: &Manifest,
    wanted: &Prepared<'_>,
    folder: &Path,
    findings: &mut Findings,
) -> Result<(), RunError> {
    match wanted.ready(Some(held), folder) {
        Ok(ready) => {
            for what in differences(held, &ready.manifest) {
                findings.add(format!("manifest.toml: the run {what}"));
            }
            Ok(())
        }
        Err(RunError::Refused { reason, .. }) => {
            let reason = reason.split(';').next().unwrap_or_default().to_owned();
            findings.add(format!("manifest.toml: {reason}"));
            Ok(())
        }
        Err(error) => Err(error),
    }
}

/// Whether this program would write this manifest.
pub(super) fn against_here(held: &Manifest, here: &Manifest, findings: &mut Findings) {
    let mut differs = |what: &str, held: &str, here: &str| {
        if held != here {
            findings.edited = true;
            findings.add(format!("manifest.toml: {what} {held}, it is {here} here"));
        }
    };
    differs("the run was played by dudo", &held.dudo, &here.dudo);
    differs("the rules are", &held.rules, &here.rules);
    differs(
        "the fingerprint of the rules is",
        &held.fingerprint,
        &here.fingerprint,
    );
    for (held, here) in held.bot.iter().zip(&here.bot) {
        let name = &held.name;
        differs(
            &format!("the bot \"{name}\" was named"),
            &held.source,
            &here.source,
        );
        differs(&format!("the bot \"{name}\" was"), &held.kind, &here.kind);
        let by = |bot: &BotEntry| bot.engine.clone().unwrap_or_default();
        differs(&format!("the bot \"{name}\" ran on"), &by(held), &by(here));
        differs(
            &format!("the bot \"{name}\" was edited since: its content was"),
            &held.content,
            &here.content,
        );
    }
}
