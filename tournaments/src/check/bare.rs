//! A view in which nothing is hidden: all dice in play are the bot's own.
//!
//! No game comes to it where everybody who plays holds dice, so the view is made up: one
//! that a game did come to, with the dice of the others taken away. A bot that divides by
//! the number of hidden dice is found out here.

use crate::arena::{Offered, build};
use dudo_engine::knobs::Knobs;
use dudo_engine::{Chance, Imaged, Key, Kind, Many, Say, Seat, Session, Sitting, Turn};
use dudo_plugin::{Ask, Foreign, Venue, Wanted, plays};
use std::fmt::Write;
use std::path::Path;

/// Seats at the table.
const SEATS: usize = 2;

/// Asks a bot as the opener and as the one who answers the lowest claim; what went wrong, a
/// sentence each. `None` where the game has no such view that is not met in play, or the bot
/// does not play it so.
pub fn bare<G: Offered>(bot: &dyn Foreign) -> Option<Vec<String>> {
    let built = build::<G>(&[], Path::new(""), &[]).ok()?;
    let wanted = Wanted {
        game: G::Rules::GAME,
        knobs: &built.knobs,
        seats: SEATS,
    };
    plays(bot.hello(), &wanted).ok()?;
    let game = &built.game;
    let rules = game.to_string();
    let chance = Chance::new(&Key::new([0; 32]), &rules, SEATS);
    let mut dice = chance.dice(0);
    let mut say = Say::new();
    let sitting = Sitting {
        seats: SEATS,
        game: 0,
    };
    let mut state = game.deal(&sitting, &mut dice, &mut say);
    let mut wrong = Vec::new();
    for _ in 0..2 {
        let Turn::Act(seat) = game.turn(state.public()) else {
            break;
        };
        let view = state.view(game, seat);
        let mut image = Vec::new();
        G::write(view, &mut image);
        strip::<G>(&mut image, seat)?;
        wrong.extend(ask::<G>(bot, game, &rules, seat, &image)?);
        let mut legal = Vec::new();
        game.legal(view, &mut legal);
        let first = legal.into_iter().next()?;
        game.apply(&mut state, &first, &mut dice, &mut say);
    }
    Some(wrong)
}

/// Takes the others' dice out of an image; `None` where it does not say how many they hold.
fn strip<G: Imaged>(image: &mut [u8], seat: Seat) -> Option<()> {
    let held = ["dice", "held"];
    let counts = |field: &&(usize, &dudo_engine::Field)| {
        let (_, field) = field;
        held.contains(&field.name) && matches!(field.kind, Kind::Number) && field.width == 1
    };
    let placed: Vec<_> = G::SCHEMA.view.placed().collect();
    let (at, field) = placed.iter().find(counts)?;
    if field.many == Many::One {
        return None;
    }
    let bytes = image.get_mut(*at..at + field.size())?;
    let own = bytes[seat.index()];
    for (other, count) in bytes.iter_mut().enumerate() {
        *count = if other == seat.index() { own } else { 0 };
    }
    for (at, _) in placed
        .iter()
        .filter(|(_, field)| ["in_play", "highest"].contains(&field.name))
    {
        image[*at] = own;
    }
    Some(())
}

/// What goes wrong when a bot is asked with this image; `None` where no view is like it.
fn ask<G: Offered>(
    bot: &dyn Foreign,
    game: &G,
    rules: &str,
    seat: Seat,
    image: &[u8],
) -> Option<Option<String>> {
    let seen = game.read(image)?;
    let view = seen.view(game);
    let mut actions = Vec::new();
    game.legal(view, &mut actions);
    if actions.is_empty() {
        return None;
    }
    // Again, with what follows from it: what is legal, say.
    let mut image = Vec::new();
    G::write(view, &mut image);
    let legal = |out: &mut String| {
        for action in &actions {
            let _ = writeln!(out, "{action}");
        }
    };
    let session = Session {
        seat,
        seats: SEATS,
        games: 1,
    };
    let mut line = bot.seat(&Venue::of(game, rules, &session));
    let ask = Ask {
        image: &image,
        news: "",
        legal: &legal,
        timed: false,
    };
    let mut reply = String::new();
    let key = Key::new([1; 32]);
    let asked = line
        .begin(0, &key)
        .and_then(|()| line.act(&ask, &mut reply));
    let action = reply.lines().next().unwrap_or_default();
    Some(match asked {
        Err(fault) => Some(format!("{}: {}", fault.kind, fault.detail)),
        Ok(()) => match action.parse::<G::Action>() {
            Err(_) => Some(format!("\"{action}\" is no action of this game")),
            Ok(action) => {
                let refused = game.check(view, &action).err();
                refused.map(|illegal| format!("\"{action}\" is illegal: {}", illegal.0))
            }
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use dudo_engine::liars_boggle::LiarsBoggle;
    use dudo_engine::liars_dice::LiarsDice;
    use dudo_engine::mia::Mia;
    use dudo_engine::{Fault, FaultKind};
    use dudo_plugin::{Hello, Line};
    use std::sync::{Arc, Mutex};

    /// A bot that plays one action, whatever it sees, and keeps that.
    struct Says(&'static str, Hello, Arc<Mutex<Vec<String>>>);

    struct SaysLine(&'static str, Arc<Mutex<Vec<String>>>);

    impl Foreign for Says {
        fn hello(&self) -> &Hello {
            &self.1
        }

        fn kind(&self) -> &str {
            "test"
        }

        fn content(&self) -> &str {
            ""
        }

        fn seat(&self, _: &Venue<'_>) -> Box<dyn Line> {
            Box::new(SaysLine(self.0, Arc::clone(&self.2)))
        }
    }

    impl Line for SaysLine {
        fn begin(&mut self, _: u64, _: &Key) -> Result<(), Fault> {
            Ok(())
        }

        fn act(&mut self, ask: &Ask<'_>, reply: &mut String) -> Result<(), Fault> {
            let mut legal = String::new();
            (ask.legal)(&mut legal);
            let first = legal.lines().next().unwrap_or_default();
            let mut seen = String::new();
            LiarsDice::SCHEMA.json(ask.image, &mut seen);
            self.1.lock().unwrap().push(seen);
            match self.0 {
                "first" => reply.push_str(first),
                "fails" => {
                    return Err(Fault {
                        kind: FaultKind::Panicked,
                        detail: "division by zero".into(),
                    });
                }
                said => reply.push_str(said),
            }
            Ok(())
        }

        fn end(&mut self, _: &str, _: &[u8]) -> Result<(), Fault> {
            Ok(())
        }
    }

    fn asked<G: Offered>(says: &'static str) -> (Option<Vec<String>>, Vec<String>) {
        let seen = Arc::default();
        let bot = Says(says, Hello::default(), Arc::clone(&seen));
        let wrong = bare::<G>(&bot);
        let seen = seen.lock().unwrap().clone();
        (wrong, seen)
    }

    #[test]
    fn only_the_bots_own_dice_are_in_play() {
        let (wrong, seen) = asked::<LiarsDice>("first");
        assert_eq!(wrong, Some(Vec::new()));
        assert_eq!(seen.len(), 2);
        for (view, dice) in seen.iter().zip(["\"dice\":[5,0]", "\"dice\":[0,5]"]) {
            assert!(view.contains(dice), "{view}");
            assert!(view.contains("\"in_play\":5"), "{view}");
        }
        assert!(seen[0].contains("\"standing\":null"));
        assert!(seen[1].contains("\"standing\":{"));
        assert_eq!(asked::<LiarsBoggle>("first").0, Some(Vec::new()));
        // Who has looked sees all dice: nothing to be made up.
        assert_eq!(asked::<Mia>("first").0, None);
    }

    #[test]
    fn what_goes_wrong_is_told() {
        for (says, expected) in [
            ("fails", ["panicked: division by zero"; 2]),
            ("fold", ["\"fold\" is no action of this game"; 2]),
        ] {
            let expected = expected.map(str::to_owned).to_vec();
            assert_eq!(asked::<LiarsDice>(says).0, Some(expected));
        }
        // More dice than there are.
        let wrong = asked::<LiarsDice>("bid 6x2").0.unwrap();
        assert_eq!(wrong.len(), 2);
        assert!(
            wrong
                .iter()
                .all(|it| it.starts_with("\"bid 6x2\" is illegal: ")),
            "{wrong:?}"
        );
    }
}
