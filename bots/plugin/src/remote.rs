//! A foreign bot, seated at a table.

use crate::foreign::{Ask, Line};
use dudo_engine::{
    BotKey, BySeat, Failed, Fault, FaultKind, Game, Imaged, Notation, Place, Player, Sitting, Talk,
    Told, View,
};
use std::fmt::Write;
use std::marker::PhantomData;

/// Legal actions that a foreign bot is shown, at most: a sample beyond.
pub const MOST_SHOWN: usize = 512;

/// Seats a [`Line`]: writes down what the bot may see and was told, reads its
/// reply, and keeps its first failure.
pub struct Remote<G: Game> {
    line: Box<dyn Line>,
    broken: Option<Fault>,
    talk: Option<Box<Talk>>,
    image: Vec<u8>,
    news: String,
    reply: String,
    game: PhantomData<fn() -> G>,
}

impl<G: Imaged> Remote<G> {
    /// A player for one session.
    pub fn new(line: Box<dyn Line>) -> Self {
        Self {
            line,
            broken: None,
            talk: None,
            image: Vec::new(),
            news: String::new(),
            reply: String::new(),
            game: PhantomData,
        }
    }

    /// Seats another instance, for another session or after a fault.
    pub fn seat(&mut self, line: Box<dyn Line>) {
        self.line = line;
        self.broken = None;
        self.talk = None;
        self.news.clear();
    }

    /// The process that the instance has of its own, if it has one.
    pub fn process(&self) -> Option<u32> {
        self.line.process()
    }

    /// Itself as the table sees it.
    pub fn seated(&mut self) -> &mut dyn Player<G> {
        self
    }

    fn ask(&mut self, view: View<'_, G>) -> Result<G::Action, Fault> {
        self.image.clear();
        G::write(view, &mut self.image);
        self.reply.clear();
        let legal = |out: &mut String| {
            let mut actions = Vec::new();
            view.rules().legal(view, &mut actions);
            for action in actions.iter().take(MOST_SHOWN) {
                let _ = writeln!(out, "{action}");
            }
        };
        let ask = Ask {
            image: &self.image,
            news: &self.news,
            legal: &legal,
            timed: G::timed(view),
        };
        self.line.act(&ask, &mut self.reply)?;
        self.news.clear();
        read::<G>(&self.reply, &mut self.talk)
    }
}

/// The action and the talk of a reply.
fn read<G: Game>(reply: &str, talk: &mut Option<Box<Talk>>) -> Result<G::Action, Fault> {
    let malformed = |why: String| Fault {
        kind: FaultKind::Malformed,
        detail: why,
    };
    *talk = None;
    // Most replies are an action and nothing else.
    if let Ok(action) = reply.parse() {
        return Ok(action);
    }
    let (action, said) = reply.split_once('\n').unwrap_or((reply, ""));
    if !said.is_empty() {
        *talk = Some(Box::new(said.parse().map_err(malformed)?));
    }
    action
        .trim_end_matches('\r')
        .parse()
        .map_err(|_| malformed(format!("{action:?} is no action of this game")))
}

impl<G: Imaged> Player<G> for Remote<G> {
    fn begin(&mut self, sitting: &Sitting, key: BotKey) {
        if self.broken.is_none() {
            self.news.clear();
            self.talk = None;
            self.broken = self.line.begin(sitting.game, &key.derive()).err();
        }
    }

    fn decide(&mut self, view: View<'_, G>, news: &[Told<G>]) -> Result<G::Action, Failed> {
        if self.broken.is_some() {
            return Err(Failed);
        }
        self.notice(news);
        self.ask(view).map_err(|fault| {
            self.broken = Some(fault);
            Failed
        })
    }

    fn say(&mut self, _: View<'_, G>) -> Result<Option<Box<Talk>>, Failed> {
        Ok(self.talk.take())
    }

    fn fault(&mut self) -> Fault {
        let broken = self.broken.clone();
        broken.unwrap_or_else(|| unreachable!("only a fault leaves no action"))
    }

    fn notice(&mut self, news: &[Told<G>]) {
        for told in news {
            // By hand, since this is most of what a foreign bot in a library costs.
            self.news.push(char::from(b'1' + told.seat.index() as u8));
            self.news.push(' ');
            let _ = told.event.spell(&mut self.news);
            self.news.push('\n');
        }
    }

    fn end(&mut self, places: &BySeat<Place>) -> Result<(), Failed> {
        if self.broken.is_none() {
            let places: Vec<u8> = places.values().iter().map(|place| place.0).collect();
            self.broken = self.line.end(&self.news, &places).err();
            self.news.clear();
        }
        match self.broken {
            None => Ok(()),
            Some(_) => Err(Failed),
        }
    }
}
