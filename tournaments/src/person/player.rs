//! A person as a [`Player`].

use super::console::Console;
use super::hints;
use super::scene::{Names, Scene};
use crate::spec::nearest;
use dudo_engine::{
    BotKey, BySeat, Failed, Fault, FaultKind, Place, Player, Sitting, Talk, Told, View,
};
use std::io;

/// What was decided, and what was known then.
struct Decision<G: Scene> {
    action: G::Action,
    talk: Option<Talk>,
    own: G::Private,
    /// Facts heard before it.
    heard: usize,
}

/// Why a game does not go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Break {
    /// The person left, or cannot be reached.
    Left,
    /// It takes its last action back: the game is played again up to there.
    Undo,
}

/// A person in a seat. One lives for a game, and through its repetitions.
pub(super) struct Person<'a, G: Scene> {
    console: &'a mut dyn Console,
    names: &'a Names,
    prose: Vec<String>,
    talks: bool,
    decisions: Vec<Decision<G>>,
    /// Decisions made in this repetition.
    made: usize,
    heard: usize,
    /// Facts that were shown, in this repetition or one before.
    shown: usize,
    /// Whether all facts since the last decision were what others did.
    only_acts: bool,
    said: Option<Talk>,
    broken: Option<Break>,
}

const HELP: &str = "\
Type an action as it is shown after \"you can\"; the first word may be left out where the rest says
it. Until somebody shows dice an action that was not meant can be taken back.
  legal   everything you can do now      rules   the rules of this game
  undo    take your last action back     quit    leave; the game does not count";

impl<'a, G: Scene> Person<'a, G> {
    pub(super) fn new(console: &'a mut dyn Console, names: &'a Names, game: &G) -> Self {
        Self {
            console,
            names,
            prose: game.prose(),
            talks: game.talks(),
            decisions: Vec::new(),
            made: 0,
            heard: 0,
            shown: 0,
            only_acts: false,
            said: None,
            broken: None,
        }
    }

    /// Why the game that was just played is none.
    pub(super) const fn broken(&self) -> Option<Break> {
        self.broken
    }

    /// Before the game is played again without the last action.
    pub(super) fn rewind(&mut self) {
        if let Some(last) = self.decisions.pop() {
            self.shown = last.heard;
            // Who cannot be told will be missed at the next question.
            let _ = self.console.say(&format!("taken back: {}", last.action));
        }
        self.broken = None;
    }

    /// Shows what is new.
    fn hear(&mut self, news: &[Told<G>]) -> io::Result<()> {
        for told in news {
            self.heard += 1;
            let text = told.event.to_string();
            self.only_acts &= text.parse::<G::Action>().is_ok();
            if self.heard <= self.shown || self.broken.is_some() {
                continue;
            }
            self.shown = self.heard;
            let name = self.names.of(told.seat);
            self.console.say(&format!("  {name}: {text}"))?;
        }
        Ok(())
    }

    /// Asks until there is a legal action, or the game breaks off.
    fn ask(&mut self, view: View<'_, G>) -> io::Result<Result<G::Action, Break>> {
        let mut legal = Vec::new();
        view.rules().legal(view, &mut legal);
        let legal: Vec<String> = legal.iter().map(ToString::to_string).collect();
        self.console.say("")?;
        for line in G::scene(view, self.names) {
            self.console.say(&line)?;
        }
        self.console
            .say(&format!("you can     {}", hints::short(&legal)))?;
        loop {
            let Some(line) = self.console.ask("> ")? else {
                return Ok(Err(Break::Left));
            };
            match line.trim().to_lowercase().as_str() {
                "" => self.console.say("type an action, or help")?,
                "help" | "?" => {
                    self.console.say(HELP)?;
                    if self.talks {
                        self.console.say(
                            "  say \"...\"   say something with your next action; it need not be true",
                        )?;
                    }
                }
                "rules" => {
                    for paragraph in self.prose.clone() {
                        self.console.say(&paragraph)?;
                    }
                }
                "legal" => {
                    for line in hints::long(&legal) {
                        self.console.say(&line)?;
                    }
                }
                "quit" | "exit" | "q" => return Ok(Err(Break::Left)),
                "undo" if self.may_undo(view) => return Ok(Err(Break::Undo)),
                "undo" => self.console.say(
                    "there is nothing to take back: either you have done nothing, or dice were shown since",
                )?,
                lower if self.talks && lower.starts_with("say ") => match line.trim().parse() {
                    Ok(talk) => {
                        self.said = Some(talk);
                        self.console.say("you will say that with your next action")?;
                    }
                    Err(why) => {
                        let why: String = why;
                        self.console.say(&why)?;
                    }
                },
                _ => match self.read(view, &line, &legal) {
                    Ok(action) => return Ok(Ok(action)),
                    Err(why) => self.console.say(&why)?,
                },
            }
        }
    }

    /// The legal action that a line means, or what is wrong with it.
    fn read(&self, view: View<'_, G>, line: &str, legal: &[String]) -> Result<G::Action, String> {
        let mut refused = None;
        for reading in hints::readings(line, legal) {
            let Ok(action) = reading.parse::<G::Action>() else {
                continue;
            };
            match view.rules().check(view, &action) {
                Ok(()) => return Ok(action),
                Err(illegal) => {
                    refused.get_or_insert(format!("not {action}: {}", illegal.0));
                }
            }
        }
        Err(refused.unwrap_or_else(|| {
            let line: String = line.trim().chars().take(40).collect();
            let commands = ["help", "rules", "legal", "undo", "quit"];
            let known = legal.iter().map(String::as_str).chain(commands);
            match nearest(&line.to_lowercase(), known) {
                Some(near) => {
                    format!("{line:?} is no action; did you mean \"{near}\"? (or type help)")
                }
                None => format!("{line:?} is no action; type legal for all there are, or help"),
            }
        }))
    }

    /// Whether nothing was shown since the last action that it should not have
    /// known: nobody's dice, and no new ones of its own.
    fn may_undo(&self, view: View<'_, G>) -> bool {
        let last = self.decisions.last();
        self.only_acts && last.is_some_and(|last| last.own == *view.own())
    }
}

impl<G: Scene> Player<G> for Person<'_, G> {
    fn begin(&mut self, _: &Sitting, _: BotKey) {
        (self.made, self.heard, self.only_acts) = (0, 0, false);
        self.said = None;
    }

    fn decide(&mut self, view: View<'_, G>, news: &[Told<G>]) -> Result<G::Action, Failed> {
        let heard = self.hear(news);
        if self.broken.is_some() {
            return Err(Failed);
        }
        if let Some(decision) = self.decisions.get(self.made) {
            self.made += 1;
            self.only_acts = true;
            self.said = decision.talk.clone();
            return Ok(decision.action.clone());
        }
        let asked = heard.and_then(|()| self.ask(view));
        // A console that nobody reads any more is one that was left.
        match asked.unwrap_or(Err(Break::Left)) {
            Ok(action) => {
                self.made += 1;
                self.only_acts = true;
                self.decisions.push(Decision {
                    action: action.clone(),
                    talk: self.said.clone(),
                    own: view.own().clone(),
                    heard: self.heard,
                });
                Ok(action)
            }
            Err(why) => {
                self.broken = Some(why);
                Err(Failed)
            }
        }
    }

    fn say(&mut self, _: View<'_, G>) -> Result<Option<Box<Talk>>, Failed> {
        Ok(self.said.take().map(Box::new))
    }

    fn fault(&mut self) -> Fault {
        Fault {
            kind: FaultKind::Exited,
            detail: "left the table".into(),
        }
    }

    fn notice(&mut self, news: &[Told<G>]) {
        if self.hear(news).is_err() {
            self.broken = Some(Break::Left);
        }
    }

    fn end(&mut self, _: &BySeat<Place>) -> Result<(), Failed> {
        Ok(())
    }
}
