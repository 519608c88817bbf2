//! The run that is asked for, against the run that a folder holds.

use crate::arena::Arena;
use crate::entrant::Enrolled;
use crate::schedule::{BotId, Format};
use crate::spec::{self, Actions, Packing, RunFile, Seed};
use dudo_results::log::{BotEntry, Limits, LogSection, Manifest, Schedule};
use std::num::NonZeroU64;

/// The bots of a run file in the order of the run: those that the manifest has
/// keep its order, newcomers follow, by name among themselves. Positions in
/// the run file.
///
/// # Errors
/// The first bot that the manifest has and the run file lacks.
pub(crate) fn order(spec: &RunFile, held: Option<&Manifest>) -> Result<Vec<usize>, String> {
    let Some(held) = held else {
        return Ok((0..spec.bots.len()).collect());
    };
    let mut order = Vec::new();
    for bot in &held.bot {
        let found = spec.bots.iter().position(|entry| entry.name == bot.name);
        order.push(found.ok_or_else(|| {
            format!("the run in it has a bot \"{}\" that the run file lacks; put it back, or name another folder with --out", bot.name)
        })?);
    }
    let mut new: Vec<usize> = (0..spec.bots.len())
        .filter(|index| !order.contains(index))
        .collect();
    new.sort_by(|&a, &b| spec.bots[a].name.cmp(&spec.bots[b].name));
    order.extend(new);
    Ok(order)
}

/// What the manifest says that a bot is made of.
pub(crate) fn content_of(bot: Enrolled<'_>) -> String {
    match bot.kind {
        // A built-in bot is its source, with the rules that this version has.
        "built-in" => format!("dudo {} {}", env!("CARGO_PKG_VERSION"), bot.content),
        _ => bot.content.into(),
    }
}

/// The manifest of a run.
pub(crate) fn manifest(
    spec: &RunFile,
    order: &[usize],
    arena: &dyn Arena,
    seed: &[u8; 32],
) -> Manifest {
    let bots = order
        .iter()
        .zip(arena.bots())
        .map(|(&index, bot)| BotEntry {
            name: spec.bots[index].name.clone(),
            source: bot.text.into(),
            kind: bot.kind.into(),
            content: content_of(bot),
            owner: spec.schedule.owner(&spec.bots[index].name).map(Into::into),
            absent: bot.absent.map(Into::into),
            interpreter: bot.interpreter.map(Into::into),
            engine: bot.engine.map(Into::into),
            isolation: bot.wall.map(Into::into),
        });
    let schedule = &spec.schedule;
    Manifest {
        dudo: env!("CARGO_PKG_VERSION").into(),
        name: spec.name.clone(),
        game: spec.game.text.clone(),
        rules: arena.rules().into(),
        fingerprint: dudo_engine::knobs::fingerprint(arena.rules()),
        seed: Seed::Bytes(*seed).to_string(),
        reproducible: true,
        jail_lacks: {
            let lacks = dudo_plugin::process::lacks();
            lacks.iter().map(|effect| effect.word().into()).collect()
        },
        replacing: Vec::new(),
        schedule: Schedule {
            format: schedule.format.word().into(),
            focus: match &schedule.format {
                Format::Gauntlet { focus } => focus.clone(),
                _ => Vec::new(),
            },
            seats: schedule.seats,
            tables: schedule.drawn,
            same_owner: schedule.apart().then(|| "apart".into()),
            deals: schedule.deals,
            seating: schedule.seating.word().into(),
            dice: schedule.dice.word().into(),
            session: NonZeroU64::new(schedule.session).unwrap_or(NonZeroU64::MIN),
        },
        sprt: spec.sprt,
        log: LogSection {
            actions: match spec.log {
                Actions::None => Some("none".into()),
                Actions::All => Some("all".into()),
                Actions::Faults => Some("faults".into()),
                Actions::Every(_) => None,
            },
            every: match spec.log {
                Actions::Every(every) => Some(every.get()),
                _ => None,
            },
            compress: (spec.packing != Packing::None).then(|| spec.packing.word().into()),
        },
        limits: Limits {
            faults: Some(spec.limits.faults),
            move_ms: Some(spec.limits.move_ms),
            start_ms: Some(spec.limits.start_ms),
            memory_mb: Some(spec.limits.memory_mb),
            isolation: Some(spec.limits.isolation.word().into()),
            game_ms: spec.limits.game_ms,
            timer_ms: spec.limits.timer_ms,
            wasm: (spec.limits.wasm != spec::Limits::default().wasm)
                .then(|| spec.limits.wasm.to_string()),
            fuel: (spec.limits.fuel != spec::Limits::default().fuel).then_some(spec.limits.fuel),
        },
        bot: bots.collect(),
    }
}

/// Those who cannot play.
pub(crate) fn absent(bots: &[Enrolled<'_>]) -> Vec<BotId> {
    let absent = (0..).map(BotId::new).zip(bots);
    let absent = absent.filter(|(_, bot)| bot.absent.is_some());
    absent.map(|(id, _)| id).collect()
}

/// Why a folder that holds one run cannot take another, each as what the run
/// in the folder is or has. More deals and more bots make no other run.
pub(crate) fn differences(held: &Manifest, wanted: &Manifest) -> impl Iterator<Item = String> {
    let bots = edited(held, wanted).map(|(_, what)| what);
    let bots: Vec<String> = bots.collect();
    settings(held, wanted).chain(bots)
}

/// The bots of the run that the run file has another bot for: each with its number
/// in the roster, and what the run has.
pub(crate) fn edited<'a>(
    held: &'a Manifest,
    wanted: &'a Manifest,
) -> impl Iterator<Item = (usize, String)> + 'a {
    let bots = held.bot.iter().zip(&wanted.bot).enumerate();
    bots.filter_map(|(index, (a, b))| {
        let name = &a.name;
        if a.source != b.source {
            let (a, b) = (&a.source, &b.source);
            let what = format!("has the bot \"{name}\" as {a}, the run file wants {b}");
            return Some((index, what));
        }
        if a.content == b.content && a.engine != b.engine {
            let by = |bot: &'a BotEntry| bot.engine.as_deref().unwrap_or("no engine");
            let (a, b) = (by(a), by(b));
            let what = format!("has the bot \"{name}\" on {a}, the run file wants {b}");
            return Some((index, what));
        }
        (a.content != b.content).then(|| {
            let (a, b) = (&a.content, &b.content);
            let what = format!(
                "holds games of another \"{name}\", which was edited since: {a}, the run file wants {b}"
            );
            (index, what)
        })
    })
}

/// The same for everything but the bots.
pub(crate) fn settings(held: &Manifest, wanted: &Manifest) -> impl Iterator<Item = String> {
    let text = |what: &str, held: &str, wanted: &str| {
        (held != wanted).then(|| format!("{what} {held}, the run file wants {wanted}"))
    };
    let log = |log: &LogSection| match (log.every, &log.actions) {
        (Some(every), _) => format!("every = {every}"),
        (None, actions) => actions.clone().unwrap_or_else(|| "none".into()),
    };
    let sprt = |manifest: &Manifest| match &manifest.sprt {
        Some(test) => format!(
            "a test of {test} ({}, error rates {} and {})",
            test.scale().word(),
            test.alpha(),
            test.beta()
        ),
        None => "its number of deals".into(),
    };
    let tables = |drawn: Option<u64>| drawn.map_or("all".into(), |count| count.to_string());
    let (a, b) = (&held.schedule, &wanted.schedule);
    let differs = [
        text("is the game", &held.game, &wanted.game),
        text("has the rules", &held.rules, &wanted.rules),
        text("has the seed", &held.seed, &wanted.seed),
        text("has the format", &a.format, &b.format),
        text("has the focus", &a.focus.join(", "), &b.focus.join(", ")),
        text("has seats =", &a.seats.to_string(), &b.seats.to_string()),
        text("has tables =", &tables(a.tables), &tables(b.tables)),
        text(
            "has same-owner =",
            a.same_owner.as_deref().unwrap_or("together"),
            b.same_owner.as_deref().unwrap_or("together"),
        ),
        held.bot.iter().zip(&wanted.bot).find_map(|(a, b)| {
            let owner = |bot: &BotEntry| bot.owner.clone().unwrap_or_else(|| "nobody".into());
            let what = format!("has \"{}\" as the bot of", a.name);
            text(&what, &owner(a), &owner(b))
        }),
        text("has seating =", &a.seating, &b.seating),
        text("has dice =", &a.dice, &b.dice),
        text(
            "has session =",
            &a.session.to_string(),
            &b.session.to_string(),
        ),
        text("is decided by", &sprt(held), &sprt(wanted)),
        text("logs actions", &log(&held.log), &log(&wanted.log)),
        text("has compress =", packing(held), packing(wanted)),
        (a.tables.is_some() && held.bot.len() != wanted.bot.len()).then(|| {
            format!(
                "draws tables among {} bots, and the run file has {}: another roster draws other tables",
                held.bot.len(),
                wanted.bot.len()
            )
        }),
        (held.limits != wanted.limits).then(|| "has other limits".into()),
        (a.deals > b.deals).then(|| {
            format!(
                "has deals = {}, the run file wants only {}: rows are never taken away",
                a.deals, b.deals
            )
        }),
    ];
    differs.into_iter().flatten()
}

/// Whether a log is compressed, as a run file says it.
fn packing(manifest: &Manifest) -> &str {
    manifest.log.compress.as_deref().unwrap_or("none")
}
