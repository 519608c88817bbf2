//! A game that is told from its record is the game that was played.

use super::draw::Drawn;
use super::subject::Subject;
use super::walk::{chance, seeded};
use dudo_bots::Weigh;
use dudo_engine::{
    Asserts, BotKey, BotRng, BySeat, Failed, Fault, FaultKind, Game, Happening, Line, Outcome,
    Place, Player, Say, Seat, Sitting, State, Talk, Tells, Told, View, play, retell,
};

/// Does anything that is legal, says something now and then, and sometimes
/// fails: over an action, or as the game ends.
struct Rough {
    rng: BotRng,
    /// One decision in so many fails; 0: none.
    fails: u32,
}

impl<G: Game> Player<G> for Rough {
    fn begin(&mut self, _: &Sitting, _: BotKey) {}

    fn decide(&mut self, view: View<'_, G>, _: &[Told<G>]) -> Result<G::Action, Failed> {
        if self.fails > 0 && self.rng.below(self.fails) == 0 {
            return Err(Failed);
        }
        let mut legal = Vec::new();
        view.rules().legal(view, &mut legal);
        let choice = match self.rng.below(4) {
            0 => 0,
            1 => legal.len() - 1,
            _ => self.rng.below(legal.len() as u32) as usize,
        };
        Ok(legal.swap_remove(choice))
    }

    fn say(&mut self, _: View<'_, G>) -> Result<Option<Box<Talk>>, Failed> {
        match self.rng.below(6) {
            0 if self.fails > 0 => Err(Failed),
            1 => Ok(Talk::new("\u{202e}</script>, \"\\", vec![])
                .ok()
                .map(Box::new)),
            _ => Ok(None),
        }
    }

    fn fault(&mut self) -> Fault {
        Fault {
            kind: FaultKind::TimedOut,
            detail: "late".into(),
        }
    }

    fn notice(&mut self, _: &[Told<G>]) {}

    fn end(&mut self, _: &BySeat<Place>) -> Result<(), Failed> {
        match self.fails {
            1.. if self.rng.below(4) == 0 => Err(Failed),
            _ => Ok(()),
        }
    }
}

/// Plays a game of rough players; its record and its end.
fn played<G: Subject>(game: &G, drawn: &Drawn) -> (Say<G>, Outcome) {
    let mut players: Vec<Rough> = (0..drawn.seats as u64)
        .map(|seat| Rough {
            rng: seeded(drawn.seed, 900 + seat),
            fails: [0, 0, 8, 40][(drawn.seed % 4) as usize],
        })
        .collect();
    let mut seated: Vec<&mut dyn Player<G>> = Vec::new();
    for player in &mut players {
        seated.push(player);
    }
    let mut say = Say::new();
    say.keep_record(true);
    let mut dice = chance(game, drawn).dice(0);
    let outcome = play(game, &sitting(drawn), &mut seated, &mut dice, &mut say);
    (say, outcome)
}

const fn sitting(drawn: &Drawn) -> Sitting {
    Sitting {
        seats: drawn.seats,
        game: 0,
    }
}

fn texts<G: Game>(lines: &[Line<G>]) -> Vec<String> {
    let text = |line: &Line<G>| format!("{} {} {} {}", line.step, line.round, line.seat, line.what);
    lines.iter().map(text).collect()
}

/// A line as it is after it was written and read.
fn reread<G: Game>(line: &Line<G>) -> Line<G> {
    Line {
        step: line.step,
        round: line.round,
        seat: line.seat,
        what: match &line.what {
            Happening::Event(event) => match event.to_string().parse() {
                Ok(event) => Happening::Event(event),
                Err(_) => panic!("{event} cannot be read"),
            },
            Happening::Fault(kind) => Happening::Fault(*kind),
            Happening::Place(place) => Happening::Place(*place),
        },
    }
}

/// Told from its record, and from the record as it is written and read, a game
/// goes as it went. A record with a line less is never believed.
pub(super) fn a_record_tells_the_game<G: Subject + Weigh>(game: &G, drawn: Drawn) -> u64 {
    let (say, outcome) = played(game, &drawn);
    let record = say.record();
    let read: Vec<Line<G>> = record.iter().map(reread).collect();
    let mut told = Vec::new();
    let chance = chance(game, &drawn);
    let retold = retell(
        game,
        &sitting(&drawn),
        &mut chance.dice(0),
        &read,
        &mut |moment| {
            told.extend(texts(moment.lines));
        },
    );
    let retold = retold.unwrap_or_else(|strayed| panic!("{strayed:?} of {:?}", texts(record)));
    assert_eq!(told, texts(record));
    let faults = |outcome: &Outcome| -> Vec<(Seat, u32, FaultKind)> {
        let faults = outcome.faults.iter();
        faults.map(|it| (it.seat, it.step, it.fault.kind)).collect()
    };
    assert_eq!(faults(&retold), faults(&outcome));
    assert_eq!(retold.places, outcome.places);
    assert_eq!(
        (retold.rounds, retold.actions),
        (outcome.rounds, outcome.actions)
    );

    let mut cut = read;
    let gone = (drawn.seed % cut.len() as u64) as usize;
    let gone = cut.remove(gone);
    let strayed = retell(
        game,
        &sitting(&drawn),
        &mut chance.dice(0),
        &cut,
        &mut |_| {},
    );
    // What a bot says or fails over as the game ends is nobody's consequence.
    if strayed.is_ok() {
        let free = match &gone.what {
            Happening::Event(event) => G::tells(event) == Tells::Talk,
            Happening::Fault(_) => true,
            Happening::Place(_) => false,
        };
        assert!(free, "{} was not missed", gone.what);
    }
    1
}

/// A chance is a chance; who sees all that matters is certain and right; and a
/// bid is true exactly when to doubt it would be wrong.
pub(super) fn assertions_are_weighed<G: Subject + Weigh>(game: &G, drawn: Drawn) -> u64 {
    let (say, _) = played(game, &drawn);
    let mut scales = G::scales(game);
    let mut weighed = 0;
    let (mut standing, mut withdrawn): (Option<bool>, bool) = (None, false);
    let dice = &mut chance(game, &drawn).dice(0);
    let retold = retell(game, &sitting(&drawn), dice, say.record(), &mut |moment| {
        // A word that is taken back leaves the one before it.
        if withdrawn {
            standing = None;
        }
        withdrawn = moment
            .lines
            .iter()
            .any(|line| line.what.to_string() == "withdrawn");
        let (Some(before), Some((seat, action))) = (moment.before, moment.action) else {
            return;
        };
        let Some(assertion) = game.assertion(before, action) else {
            let view = before.view(game, seat);
            assert_eq!(G::chance(&mut scales, view, action), None, "{action}");
            return;
        };
        for seat in game.alive(before.public()).iter() {
            let chance = G::chance(&mut scales, before.view(game, seat), action);
            let chance = chance.unwrap_or_else(|| panic!("{action} is not weighed"));
            assert!((-1e-9..=1.0 + 1e-6).contains(&chance), "{action}: {chance}");
            let certain = !(1e-12..=1.0 - 1e-12).contains(&chance);
            if certain && sure(game, before, seat) {
                assert_eq!(
                    chance > 0.5,
                    assertion.holds,
                    "{action} to {seat}: {chance}"
                );
                weighed += 1;
            }
        }
        match (assertion.kind, standing) {
            (Asserts::Bid, _) => standing = Some(assertion.holds),
            // A word may be doubted as a word.
            (Asserts::Doubt, Some(true)) => {
                assert!(
                    !assertion.holds || action.to_string() == "call!",
                    "{action}"
                );
            }
            (Asserts::Doubt, Some(false)) => assert!(assertion.holds, "{action}"),
            (Asserts::Exact, Some(held)) => assert!(held || !assertion.holds, "{action}"),
            (Asserts::Doubt | Asserts::Exact, None) => {}
        }
        weighed += 1;
    });
    assert!(retold.is_ok());
    weighed.max(1)
}

/// Whether certainty is knowledge and not trust: where a cup goes round, only
/// the one who has the dice knows.
fn sure<G: Subject + Weigh>(game: &G, state: &State<G>, seat: Seat) -> bool {
    !G::SHARED || !game.dice(state, seat).is_empty()
}
