//! Liar's Dice told in transcripts: `tests/golden/stories.txt`, whose head says
//! how they are written.

use dudo_engine::knobs::Knobs;
use dudo_engine::liars_dice::{Action, LiarsDice, Rules};
use dudo_engine::{Dice, Game, Say, Seat, Sitting, State, Turn};
use std::collections::BTreeSet;
use std::fmt::Display;

const STORIES: &str = include_str!("../golden/stories.txt");

/// Every rule that a story must show, as the stories cite them.
const CITED: [(&str, u32); 3] = [("C3.", 22), ("C4.", 7), ("C4-gap-", 8)];

struct Story<'a> {
    title: &'a str,
    rules: Rules,
    seats: usize,
    lines: Vec<&'a str>,
}

fn stories() -> Vec<Story<'static>> {
    let mut stories: Vec<Story<'static>> = Vec::new();
    let mut lines = STORIES
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with('#'));
    while let Some(line) = lines.next() {
        if let Some(title) = line.strip_prefix("== ") {
            let played = lines.next().and_then(|line| line.split_once(" | "));
            let (rules, seats) = played.unwrap_or_else(|| panic!("{title}: no rules"));
            stories.push(Story {
                title,
                rules: rules.parse().unwrap_or_else(|e| panic!("{title}: {e}")),
                seats: number(seats).unwrap_or_else(|e| panic!("{title}: {e}")),
                lines: Vec::new(),
            });
        } else {
            let story = stories.last_mut().expect("a title comes first");
            story.lines.push(line);
        }
    }
    stories
}

fn number(text: &str) -> Result<usize, String> {
    text.parse().map_err(|_| format!("{text} is no number"))
}

fn seat(text: &str) -> Result<Seat, String> {
    Ok(Seat::new(number(text)? - 1))
}

/// The record that a story expects, and the dice it needs, in order.
fn expected(story: &Story<'_>) -> Result<(Vec<String>, Vec<u32>), String> {
    let (mut record, mut dice) = (Vec::new(), Vec::new());
    let mut cups: Vec<(usize, &str)> = Vec::new();
    let mut load = |faces: &str| {
        let faces = faces.split(' ').map(|face| Ok(number(face)? as u32 - 1));
        faces
            .collect::<Result<Vec<u32>, String>>()
            .map(|faces| dice.extend(faces))
    };
    for line in &story.lines {
        if let Some(rolls) = line.strip_prefix("rolls ") {
            cups = (1..).zip(rolls.split('|').map(str::trim)).collect();
            cups.retain(|(_, cup)| *cup != "-");
            for (seat, cup) in &cups {
                load(cup)?;
                record.push(format!("{seat} roll {cup}"));
            }
        } else if *line == "cups" {
            record.extend(
                cups.iter()
                    .map(|(seat, cup)| format!("{seat} reveal {cup}")),
            );
        } else if line.starts_with(|c: char| c.is_ascii_digit()) {
            if let Some((_, face)) = line.split_once(" throw ") {
                load(face)?;
            }
            record.push((*line).into());
        }
    }
    Ok((record, dice))
}

/// Tells the story under some rules; an error where it goes otherwise.
fn tell(story: &Story<'_>, rules: Rules) -> Result<(), String> {
    let game = LiarsDice::new(rules)?;
    game.fits(story.seats)?;
    let (record, dice) = expected(story)?;
    let mut telling = Telling::new(&game, story.seats, Dice::loaded(dice));
    for line in &story.lines {
        telling
            .line(line)
            .map_err(|error| format!("at \"{line}\": {error}"))?;
    }
    let open = story.lines.last() == Some(&"...");
    let found = telling.record();
    let same = record
        .iter()
        .zip(&found)
        .take_while(|(a, b)| a == b)
        .count();
    if same < record.len() || (!open && same < found.len()) {
        let (wanted, got) = (record.get(same), found.get(same));
        return Err(format!("line {same} should be {wanted:?}, and is {got:?}"));
    }
    let over = matches!(game.turn(telling.state.public()), Turn::Over(_));
    if over == open {
        return Err("it ends where it should go on, or goes on where it should end".into());
    }
    Ok(())
}

struct Telling<'a> {
    game: &'a LiarsDice,
    state: State<LiarsDice>,
    dice: Dice,
    say: Say<LiarsDice>,
}

impl<'a> Telling<'a> {
    fn new(game: &'a LiarsDice, seats: usize, mut dice: Dice) -> Self {
        let mut say = Say::new();
        say.keep_record(true);
        let sitting = Sitting { seats, game: 0 };
        let state = game.deal(&sitting, &mut dice, &mut say);
        Self {
            game,
            state,
            dice,
            say,
        }
    }

    fn record(&self) -> Vec<String> {
        let lines = self.say.record().iter();
        lines
            .map(|line| format!("{} {}", line.seat, line.what))
            .collect()
    }

    fn line(&mut self, line: &str) -> Result<(), String> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "turn" => self.expect_turn(rest),
            "?" | "+" => {
                let (who, actions) = rest.split_once(": ").ok_or("no colon")?;
                self.expect_turn(who)?;
                let legal = join(&self.legal());
                let all = word == "?" && legal != actions;
                let one = word == "+" && !legal.split(", ").any(|action| action == actions);
                if all || one {
                    Err(format!("it may {legal}"))
                } else {
                    Ok(())
                }
            }
            "!" => {
                let (action, words) = rest.split_once(": ").ok_or("no colon")?;
                let (who, action) = action.split_once(' ').ok_or("no seat")?;
                self.expect_turn(who)?;
                self.refuse(&action_of(action)?, words)
            }
            "retire" => {
                let seat = seat(rest)?;
                self.game
                    .retire(&mut self.state, seat, &mut self.dice, &mut self.say);
                Ok(())
            }
            "places" => match self.game.turn(self.state.public()) {
                Turn::Over(places) => same(&join_by(places.values(), " "), rest),
                Turn::Act(seat) => Err(format!("{seat} is asked")),
            },
            _ => match rest.parse::<Action>() {
                Ok(action) => {
                    self.expect_turn(word)?;
                    let (dice, say) = (&mut self.dice, &mut self.say);
                    let done = self.state.act(self.game, &action, dice, say);
                    done.map_err(|refusal| refusal.0.into())
                }
                // An event: held against the record at the end.
                Err(_) => Ok(()),
            },
        }
    }

    fn expect_turn(&self, who: &str) -> Result<(), String> {
        match self.game.turn(self.state.public()) {
            Turn::Act(seat) => same(&seat.to_string(), who),
            Turn::Over(_) => Err("the game is over".into()),
        }
    }

    fn legal(&self) -> Vec<Action> {
        let mut legal = Vec::new();
        if let Turn::Act(seat) = self.game.turn(self.state.public()) {
            self.game
                .legal(self.state.view(self.game, seat), &mut legal);
        }
        legal
    }

    fn refuse(&mut self, action: &Action, words: &str) -> Result<(), String> {
        let before = self.state.public().clone();
        match self
            .state
            .act(self.game, action, &mut self.dice, &mut self.say)
        {
            Ok(()) => Err("it is accepted".into()),
            Err(_) if before != *self.state.public() => Err("the refusal changed something".into()),
            Err(refusal) if refusal.0.contains(words) => Ok(()),
            Err(refusal) => Err(format!("refused in other words: {}", refusal.0)),
        }
    }
}

/// An action, read without the care of the notation: `bid 0x0` is one here.
fn action_of(text: &str) -> Result<Action, String> {
    let Some((quantity, face)) = text
        .strip_prefix("bid ")
        .and_then(|bid| bid.split_once('x'))
    else {
        return text.parse();
    };
    let [quantity, face] = [quantity, face].map(|part| number(part).map(|n| n as u8));
    Ok(Action::Bid(dudo_engine::liars_dice::Bid::new(
        quantity?, face?,
    )))
}

fn same(found: &str, wanted: &str) -> Result<(), String> {
    if found == wanted {
        Ok(())
    } else {
        Err(format!("it is {found}, not {wanted}"))
    }
}

fn join(list: &[impl Display]) -> String {
    join_by(list, ", ")
}

fn join_by(list: &[impl Display], between: &str) -> String {
    let texts: Vec<String> = list.iter().map(ToString::to_string).collect();
    texts.join(between)
}

#[test]
fn every_story_goes_as_told() {
    let stories = stories();
    let told = stories.iter().filter_map(|story| {
        let error = tell(story, story.rules.clone()).err()?;
        Some(format!("{}\n    {error}", story.title))
    });
    let wrong: Vec<String> = told.collect();
    assert!(
        wrong.is_empty(),
        "{} of {} stories:\n{}",
        wrong.len(),
        stories.len(),
        wrong.join("\n")
    );
}

/// No rule of the page goes without a story, and no story cites another rule.
#[test]
fn every_rule_has_its_story() {
    let stories = stories();
    let cited: BTreeSet<&str> = stories
        .iter()
        .filter_map(|story| story.title.split_once(':'))
        .flat_map(|(rules, _)| rules.split(' '))
        .collect();
    let missing: Vec<String> = CITED
        .iter()
        .flat_map(|(table, rows)| (1..=*rows).map(move |row| format!("{table}{row}")))
        .filter(|rule| !cited.contains(rule.as_str()))
        .collect();
    assert!(missing.is_empty(), "no story shows {}", missing.join(", "));
}

/// A knob is covered by a story that goes otherwise when the knob, and nothing
/// else, is set back to its default.
#[test]
fn every_knob_is_flipped_by_a_story() {
    let (stories, defaults) = (stories(), Rules::default());
    let flips = |story: &Story<'_>, knob: &dudo_engine::knobs::Knob<Rules>| {
        let mut rules = story.rules.clone();
        let turned = (knob.get)(&rules) != (knob.get)(&defaults);
        (knob.set)(&mut rules, &(knob.get)(&defaults)).expect("the default is in the domain");
        // Rules that contradict each other prove nothing.
        turned && rules.agree().is_ok() && tell(story, rules).is_err()
    };
    let uncovered: Vec<&str> = Rules::KNOBS
        .iter()
        .filter(|knob| !stories.iter().any(|story| flips(story, knob)))
        .map(|knob| knob.name)
        .collect();
    assert!(
        uncovered.is_empty(),
        "no story depends on {}",
        uncovered.join(", ")
    );
}
