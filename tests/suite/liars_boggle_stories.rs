//! Liar's Boggle told in stories: `liars_boggle_stories.txt`, whose head says
//! how they are written.

use dudo_engine::knobs;
use dudo_engine::liars_boggle::{Action, Event, LiarsBoggle, Rules};
use dudo_engine::{Dice, Game, Say, Seat, Sitting, State, Turn};
use dudo_words::{Library, equip};

const STORIES: &str = include_str!("liars_boggle_stories.txt");
const WORDS: &str = "whale\nwhales\nwhole\nwryly\nyummy\nyurt\nabacus\nquit\nsuq\nqi\nqat\nqoph\nqueue\nlake\nleak\nloops\npolos\npools\nspool\ntea\nzoo";

#[test]
fn every_story_goes_as_it_is_told() {
    let mut wrong = Vec::new();
    let mut told = 0;
    for story in STORIES.split("\n== ").skip(1) {
        let title = story.lines().next().unwrap_or_default();
        if let Err(error) = tell(story) {
            wrong.push(format!("{title}: {error}"));
        }
        told += 1;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(told >= 45, "only {told} stories");
}

fn tell(story: &str) -> Result<(), String> {
    let mut lines = story.lines().skip(1).filter(|line| !line.is_empty());
    let (rules, seats) = lines
        .next()
        .and_then(|line| line.split_once(" | "))
        .ok_or("no rules")?;
    let rules = if rules.starts_with('[') {
        format!("liars-boggle(dice={rules})")
    } else {
        rules.into()
    };
    let mut library = Library::new();
    let list = library.add(WORDS);
    let mut rules: Rules = rules.parse().map_err(|error| format!("{error}"))?;
    knobs::set(&mut rules, "dictionary", &list.knob).map_err(|error| format!("{error}"))?;
    let game: LiarsBoggle = equip(&library, rules)?;
    let seats = seats.parse().map_err(|_| "no number of seats")?;
    game.fits(seats)?;
    // A shuffle that moves nothing: each place is drawn for itself.
    let order = (1..game.dice().len() as u32).rev().collect();
    let mut dice = Dice::loaded(order);
    let mut say = Say::new();
    let state = game.deal(&Sitting { seats, game: 0 }, &mut dice, &mut say);
    let heard = say.told().len();
    let mut telling = Telling {
        game: &game,
        state,
        dice,
        say,
        heard,
    };
    for line in lines {
        telling
            .line(line)
            .map_err(|error| format!("at \"{line}\": {error}"))?;
    }
    Ok(())
}

struct Telling<'a> {
    game: &'a LiarsBoggle,
    state: State<LiarsBoggle>,
    dice: Dice,
    say: Say<LiarsBoggle>,
    heard: usize,
}

impl Telling<'_> {
    fn line(&mut self, line: &str) -> Result<(), String> {
        if let Some(refused) = line.strip_prefix("! ") {
            let (seat, action) = action(refused)?;
            let view = self.state.view(self.game, seat);
            return match self.game.check(view, &action) {
                Ok(()) => Err("it is allowed".into()),
                Err(_) => Ok(()),
            };
        }
        if let Some(facts) = line.strip_prefix(": ") {
            let found: Vec<String> = self.news();
            let found = found.join(", ");
            return if found == facts {
                Ok(())
            } else {
                Err(format!("what was told is {found}"))
            };
        }
        let turn = self.game.turn(self.state.public());
        if let Some(places) = line.strip_prefix("places ") {
            return match turn {
                Turn::Over(found) => {
                    let found: Vec<String> =
                        found.values().iter().map(ToString::to_string).collect();
                    if found.join(" ") == places {
                        Ok(())
                    } else {
                        Err(format!("the places are {found:?}"))
                    }
                }
                Turn::Act(seat) => Err(format!("seat {seat} is asked")),
            };
        }
        if let Some(next) = line.strip_prefix("in turn ") {
            return if turn == Turn::Act(seat(next)?) {
                Ok(())
            } else {
                Err(format!("it is {turn:?}"))
            };
        }
        self.heard = self.say.told().len();
        if let Some(gone) = line.strip_prefix("retire ") {
            let seat = seat(gone)?;
            self.game
                .retire(&mut self.state, seat, &mut self.dice, &mut self.say);
            return Ok(());
        }
        let (seat, action) = action(line)?;
        if turn != Turn::Act(seat) {
            return Err(format!("it is {turn:?}"));
        }
        let done = self
            .state
            .act(self.game, &action, &mut self.dice, &mut self.say);
        // A vote is not told until all are cast.
        let told = matches!(self.say.told().get(self.heard), Some(told) if told.event == Event::Did(action));
        self.heard += usize::from(told);
        done.map_err(|refusal| refusal.0.into())
    }

    fn news(&self) -> Vec<String> {
        self.say.told()[self.heard..]
            .iter()
            .filter(|told| !matches!(told.event, Event::Reveal(_)))
            .map(|told| format!("{} {}", told.seat, told.event))
            .collect()
    }
}

fn seat(text: &str) -> Result<Seat, String> {
    let number: usize = text.parse().map_err(|_| format!("{text} is no seat"))?;
    Ok(Seat::new(number - 1))
}

fn action(text: &str) -> Result<(Seat, Action), String> {
    let (who, what) = text.split_once(' ').ok_or("no action")?;
    Ok((seat(who)?, what.parse()?))
}
