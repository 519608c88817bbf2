//! A game moved again by its record, with all cups open.

use crate::account::{Account, Tells};
use crate::bot::{Fault, FaultKind};
use crate::dice::Dice;
use crate::game::{Sitting, State, Turn};
use crate::play::{Happening, Line, Outcome, Say, fail};
use crate::seat::Seat;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// A decision of a game and what followed from it. The deal comes first, the
/// places come last.
pub struct Moment<'a, G: Account> {
    /// The position in which it was taken; `None` at the deal.
    pub before: Option<&'a State<G>>,
    /// The seat that was asked and what it did; `None` at the deal, at the end
    /// and where its bot failed.
    pub action: Option<(Seat, &'a G::Action)>,
    /// The position that it led to.
    pub after: &'a State<G>,
    /// What was told and noted, in order.
    pub lines: &'a [Line<G>],
}

/// A record that these rules and dice do not lead to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strayed {
    /// The number of its line, from 0; one past the last if it ends too early.
    pub line: usize,
    /// What follows there from the rules and the dice; empty if nothing does.
    pub expected: String,
}

/// Moves a game by the decisions in its record and hands each to `each`.
/// Everything else of the record is checked: dice, consequences, places.
///
/// Faults have no details, since a record has none.
///
/// # Errors
/// The first line of the record that does not follow.
pub fn retell<G: Account>(
    game: &G,
    sitting: &Sitting,
    dice: &mut Dice,
    record: &[Line<G>],
    each: &mut dyn FnMut(&Moment<'_, G>),
) -> Result<Outcome, Strayed> {
    let mut say = Say::new();
    say.keep_record(true);
    let mut state = game.deal(sitting, dice, &mut say);
    same(say.record(), record, 0)?;
    each(&Moment {
        before: None,
        action: None,
        after: &state,
        lines: say.record(),
    });
    let mut faults = Vec::new();
    let mut legal = Vec::new();
    let places = loop {
        let seat = match game.turn(state.public()) {
            Turn::Act(seat) => seat,
            Turn::Over(places) => break places,
        };
        let step = say.next_step();
        let from = say.record().len();
        let before = state.clone();
        let rest = &record[from.min(record.len())..];
        let decision = decision(game, &state, seat, step, rest);
        let said = rest
            .iter()
            .take_while(|line| line.step == step)
            .find(|line| {
                let talk = |event| G::tells(event) == Tells::Talk;
                line.seat == seat && matches!(&line.what, Happening::Event(event) if talk(event))
            });
        if let Some(Line {
            what: Happening::Event(event),
            ..
        }) = said.filter(|_| game.talks())
        {
            say.tell(seat, event.clone());
        }
        let action = match decision {
            Found::Fault(kind) => {
                fail(seat, fault(kind), &mut faults, &mut say);
                game.retire(&mut state, seat, dice, &mut say);
                None
            }
            found => {
                let action = match found {
                    Found::Action(action) => action,
                    // A vote that was cast in secret and never opened: any
                    // will do, since the round was void.
                    _ => {
                        legal.clear();
                        game.legal(state.view(game, seat), &mut legal);
                        legal.swap_remove(0)
                    }
                };
                game.apply(&mut state, &action, dice, &mut say);
                Some(action)
            }
        };
        same(say.record(), record, from)?;
        each(&Moment {
            before: Some(&before),
            action: action.as_ref().map(|action| (seat, action)),
            after: &state,
            lines: &say.record()[from..],
        });
    };
    let from = say.record().len();
    // Bots that fell over when they were told that the game is over.
    for line in &record[from.min(record.len())..] {
        if let Happening::Fault(kind) = line.what {
            fail(line.seat, fault(kind), &mut faults, &mut say);
        }
    }
    say.ended(&places);
    same(say.record(), record, from)?;
    each(&Moment {
        before: Some(&state),
        action: None,
        after: &state,
        lines: &say.record()[from..],
    });
    if record.len() > say.record().len() {
        return Err(Strayed {
            line: say.record().len(),
            expected: String::new(),
        });
    }
    Ok(Outcome {
        places,
        rounds: say.round(),
        actions: say.step(),
        faults,
    })
}

const fn fault(kind: FaultKind) -> Fault {
    Fault {
        kind,
        detail: String::new(),
    }
}

enum Found<A> {
    Action(A),
    Fault(FaultKind),
    Nothing,
}

/// What the seat did in this step: the first answer of it that is legal now.
/// It may stand later, where votes are opened.
fn decision<G: Account>(
    game: &G,
    state: &State<G>,
    seat: Seat,
    step: u32,
    rest: &[Line<G>],
) -> Found<G::Action> {
    for line in rest.iter().filter(|line| line.seat == seat) {
        match &line.what {
            Happening::Fault(kind) if line.step == step => return Found::Fault(*kind),
            Happening::Event(event) => {
                if let Tells::Answer(action) = G::tells(event)
                    && game.check(state.view(game, seat), &action).is_ok()
                {
                    return Found::Action(action);
                }
            }
            _ => {}
        }
    }
    Found::Nothing
}

/// Whether what was told from a line on is what the record says.
fn same<G: Account>(told: &[Line<G>], record: &[Line<G>], from: usize) -> Result<(), Strayed> {
    for (line, told) in (from..).zip(&told[from..]) {
        let agrees = record.get(line).is_some_and(|found| {
            let what = match (&found.what, &told.what) {
                (Happening::Event(a), Happening::Event(b)) => a == b,
                (Happening::Fault(a), Happening::Fault(b)) => a == b,
                (Happening::Place(a), Happening::Place(b)) => a == b,
                _ => false,
            };
            what && (found.step, found.round, found.seat) == (told.step, told.round, told.seat)
        });
        if !agrees {
            return Err(Strayed {
                line,
                expected: told.what.to_string(),
            });
        }
    }
    Ok(())
}
