//! A game told step by step from its record, with all dice shown.

use super::luck::Luck;
use super::{Astray, Hall, Offered, Tale, Teller};
use crate::schedule::Session;
use dudo_engine::{
    self as engine, Asserts, Game, Happening, Line, Moment, Place, Seat, Sitting, State, Strayed,
    Tells,
};
use dudo_results::log::LoggedLine;
use dudo_results::story::{Claim, ClaimKind, Kind, Step};
use std::sync::Arc;

/// Tells games of one arena.
pub(super) struct Narrator<G: Offered> {
    luck: Luck,
    hall: Arc<Hall<G>>,
    scales: G::Scales,
}

impl<G: Offered> Narrator<G> {
    pub(super) fn new(hall: Arc<Hall<G>>) -> Self {
        let scales = G::scales(&hall.game);
        Self {
            luck: hall.luck(),
            hall,
            scales,
        }
    }
}

impl<G: Offered> Teller for Narrator<G> {
    fn tell(&mut self, session: &Session, deal: u64, lines: &[LoggedLine]) -> Result<Tale, Astray> {
        let record = read::<G>(lines)?;
        let hall = &self.hall;
        let chance = self.luck.of(session);
        let sitting = Sitting {
            seats: hall.seats,
            game: deal - session.deals.start,
        };
        let mut steps = Vec::with_capacity(lines.len());
        let scales = &mut self.scales;
        let outcome = engine::retell(
            &hall.game,
            &sitting,
            &mut chance.dice(deal),
            &record,
            &mut |moment| told(&hall.game, hall.seats, scales, moment, &mut steps),
        )
        .map_err(|strayed| astray(&strayed, lines))?;
        Ok(Tale { outcome, steps })
    }
}

/// Where the lines of a record stop to follow.
pub(super) fn astray(strayed: &Strayed, lines: &[LoggedLine]) -> Astray {
    Astray {
        line: strayed.line,
        message: match (strayed.expected.as_str(), lines.get(strayed.line)) {
            ("", _) => "the game was over before this".into(),
            (expected, None) => format!("the game ends here; \"{expected}\" follows"),
            (expected, Some(found)) => format!(
                "found \"{}\" where \"{expected}\" follows from the rules and the dice",
                found.event
            ),
        },
    }
}

/// The record that was written as these lines.
pub(super) fn read<G: Game>(lines: &[LoggedLine]) -> Result<Vec<Line<G>>, Astray> {
    let line = |(number, line): (usize, &LoggedLine)| {
        let what = happening::<G>(&line.event).ok_or_else(|| Astray {
            line: number,
            message: format!("\"{}\" is nothing that happens in this game", line.event),
        })?;
        Ok(Line {
            step: line.step,
            round: line.round,
            seat: Seat::new(line.seat - 1),
            what,
        })
    };
    lines.iter().enumerate().map(line).collect()
}

fn happening<G: Game>(text: &str) -> Option<Happening<G>> {
    if let Some(kind) = text.strip_prefix("fault ") {
        return kind.parse().ok().map(Happening::Fault);
    }
    if let Some(place) = text.strip_prefix("place ") {
        return place.parse().ok().map(Place).map(Happening::Place);
    }
    text.parse().ok().map(Happening::Event)
}

/// The lines of a moment as steps of a story.
fn told<G: Offered>(
    game: &G,
    seats: usize,
    scales: &mut G::Scales,
    moment: &Moment<'_, G>,
    steps: &mut Vec<Step>,
) {
    let dice = |state: &State<G>| -> Vec<String> {
        (0..seats)
            .map(|seat| game.dice(state, Seat::new(seat)))
            .collect()
    };
    let after = dice(moment.after);
    let before = moment.before.map_or_else(|| after.clone(), dice);
    let Some(round) = moment.lines.first().map(|line| line.round) else {
        return;
    };
    let mut claim = moment
        .before
        .zip(moment.action)
        .and_then(|(state, (_, action))| weighed(game, seats, scales, state, action));
    let mut fresh = moment.before.is_none();
    let first = steps.len();
    for line in moment.lines {
        let kind = kind(line);
        fresh |= line.round > round || kind == Kind::Dice;
        let by_whom = moment.action.is_some_and(|(seat, _)| seat == line.seat);
        steps.push(Step {
            step: line.step,
            round: line.round,
            seat: line.seat.index() + 1,
            kind,
            event: line.what.to_string(),
            dice: if fresh { after.clone() } else { before.clone() },
            claim: if kind == Kind::Act && by_whom {
                claim.take()
            } else {
                None
            },
            ruling: None,
        });
    }
    let ruling = ruling(game, moment);
    let mut told = steps[first..].iter_mut();
    let last = told.rfind(|step| step.round == round && step.kind != Kind::Place);
    if let Some(last) = last {
        last.ruling = ruling;
    }
}

fn kind<G: Offered>(line: &Line<G>) -> Kind {
    match &line.what {
        Happening::Fault(_) => Kind::Fault,
        Happening::Place(_) => Kind::Place,
        Happening::Event(event) => match G::tells(event) {
            Tells::Dice => Kind::Dice,
            Tells::Answer(_) => Kind::Act,
            Tells::Talk => Kind::Talk,
            Tells::Rest => Kind::Rest,
        },
    }
}

/// What an action asserts, as everybody sees it who is still in the game.
fn weighed<G: Offered>(
    game: &G,
    seats: usize,
    scales: &mut G::Scales,
    state: &State<G>,
    action: &G::Action,
) -> Option<Claim> {
    let assertion = game.assertion(state, action)?;
    let alive = game.alive(state.public());
    let chances = (0..seats).map(Seat::new).map(|seat| {
        let view = state.view(game, seat);
        seat.is_in(alive)
            .then(|| G::chance(scales, view, action))
            .flatten()
    });
    Some(Claim {
        kind: match assertion.kind {
            Asserts::Bid => ClaimKind::Bid,
            Asserts::Doubt => ClaimKind::Doubt,
            Asserts::Exact => ClaimKind::Exact,
        },
        against: assertion.against.map(|seat| seat.index() + 1),
        holds: assertion.holds,
        chances: chances.collect(),
    })
}

fn ruling<G: Offered>(game: &G, moment: &Moment<'_, G>) -> Option<String> {
    let before = moment.before?;
    if let Some((_, action)) = moment.action {
        return game.ruling(before, action, moment.lines);
    }
    let failed = moment.lines.iter().find_map(|line| match line.what {
        Happening::Fault(kind) => Some((line.seat, kind)),
        _ => None,
    });
    let over = |line: &Line<G>| matches!(line.what, Happening::Place(_));
    failed.map(|(seat, kind)| {
        if moment.lines.iter().any(over) {
            format!("The bot of seat {seat} failed ({kind}) when the game was over: its place stands.")
        } else {
            format!("The bot of seat {seat} failed ({kind}): its seat is out, the round is void and costs nobody else anything.")
        }
    })
}
