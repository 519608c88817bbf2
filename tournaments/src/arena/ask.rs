//! A bot is asked again what it was asked in a game of a log.
//!
//! The game is played by a script, the decisions of its record. In one seat sits
//! the bot as well: it gets what is handed to that seat, its answer is held against
//! the script, and whatever it was, the game goes on as the record has it.

use super::tell::{astray, read};
use super::{Astray, Hall, Offered};
use crate::entrant::Chair;
use crate::schedule::Session;
use dudo_engine::{
    self as engine, BotKey, BySeat, Chance, Dice, Failed, Fault, FaultKind, Game, Happening,
    Imaged, Line, Place, Player, Say, Seat, Sitting, Talk, Tells, Told, View,
};
use dudo_results::log::LoggedGame;
use serde::Serialize;
use serde_json::value::RawValue;
use std::collections::VecDeque;
use std::fmt::Write;

/// What is asked again.
pub struct Inquiry<'a> {
    /// The session that played the games.
    pub session: &'a Session,
    /// The bot's seat, from 0.
    pub seat: usize,
    /// Games of the session, in order. The last one is asked about; those before it
    /// are only gone through, so that the bot knows what it knew.
    pub games: &'a [LoggedGame],
}

/// Who hears what a bot is asked and what it answers, as it happens.
pub trait Interview: Send {
    /// An instance of the bot has its seat, in this process, and has been asked
    /// nothing yet. Called again where it failed and another one came.
    fn seated(&mut self, process: u32);

    /// The game begins: the bot's seat and the number of the game in the session, both from
    /// 0, and the private key of the bot's chance in it.
    fn begins(&mut self, seat: usize, game: u64, key: &[u8; 32]);

    /// The bot is about to be asked.
    fn asked(&mut self, question: &Question);

    /// It has answered.
    fn answered(&mut self, answer: &Answer);

    /// It failed in another place than an answer that is heard: as the game of this deal
    /// ended, or in a game before the one that is asked about. The kind, and more about it.
    fn failed(&mut self, deal: u64, kind: &str, detail: Option<&str>);
}

/// What a bot is asked with.
#[derive(Clone, Debug, Serialize)]
pub struct Question {
    /// The number of the decision in its game, from 1.
    pub step: u32,
    /// The round, from 1.
    pub round: u32,
    /// What the seat sees, in JSON: a process is sent this text, other bots are handed
    /// the same as an image.
    pub view: Box<RawValue>,
    /// What was told since it was last asked: `SEAT NOTATION`.
    pub events: Vec<String>,
    /// The legal actions; a sample where there are very many.
    pub legal: Vec<String>,
}

/// An answer beside the one in the log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Answer {
    /// What the log has; `None` where it does not tell, as of a vote that was never opened.
    pub logged: Option<Reply>,
    /// What it is now.
    pub now: Reply,
    /// Whether these are not the same.
    pub differs: bool,
}

/// What came of a question.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Reply {
    /// The action in notation, unless there is none or the log does not have it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub action: Option<String>,
    /// What was said with it, in notation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub say: Option<String>,
    /// The kind of failure, if it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
    /// More about that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
}

impl Reply {
    /// Two failures of one kind are the same, whatever led to them.
    fn is(&self, other: &Self) -> bool {
        match (&self.fault, &other.fault) {
            (None, None) => self.action == other.action && self.say == other.say,
            (kind, other) => kind == other,
        }
    }

    fn failure(fault: &Fault) -> Self {
        Self {
            fault: Some(fault.kind.to_string()),
            detail: Some(fault.detail.clone()).filter(|detail| !detail.is_empty()),
            ..Self::default()
        }
    }
}

/// Asks the bot of the hall that the line-up names.
pub(super) fn ask<G: Offered>(
    hall: &Hall<G>,
    inquiry: &Inquiry<'_>,
    interview: &mut dyn Interview,
) -> Result<(), (u64, Astray)> {
    let Inquiry { session, games, .. } = *inquiry;
    let mut luck = hall.luck();
    let chance = luck.of(session);
    let seating = engine::Session {
        seat: Seat::new(inquiry.seat),
        seats: hall.seats,
        games: hall.session,
    };
    let bot = &hall.bots[session.lineup[inquiry.seat].index()];
    let mut chair = Chair::default();
    let mut fresh = true;
    let (mut dice, mut say) = (Dice::default(), Say::new());
    for (number, game) in games.iter().enumerate() {
        let deal = game.at.deal;
        let sitting = Sitting {
            seats: hall.seats,
            game: deal - session.deals.start,
        };
        let scripts = scripts(hall, chance, &sitting, game);
        let mut scripts = scripts.map_err(|astray| (deal, astray))?;
        if fresh {
            chair.seat(bot, &hall.game, &hall.rules, &seating);
            interview.seated(chair.process());
        }
        let script = std::mem::take(&mut scripts[inquiry.seat]);
        let failed = script.decisions.iter().any(|step| step.fault.is_some());
        let mut asked = Asked {
            chair: &mut chair,
            script,
            interview,
            aloud: number + 1 == games.len(),
            deal,
            seat: inquiry.seat,
            news: String::new(),
            gone: false,
        };
        let players = scripts.iter_mut();
        let mut players: Vec<&mut dyn Player<G>> =
            players.map(|script| script as &mut dyn Player<G>).collect();
        players[inquiry.seat] = &mut asked;
        engine::play_deal(
            &hall.game, chance, &sitting, deal, players, &mut dice, &mut say,
        );
        // As in the run: who failed gets a fresh instance for the next game.
        fresh = asked.gone || failed;
    }
    Ok(())
}

/// A decision of a record.
struct Decision<G: Game> {
    step: u32,
    round: u32,
    /// What moves the game; `None` where the bot failed.
    action: Option<G::Action>,
    /// Whether the record tells this action.
    told: bool,
    talk: Option<Box<Talk>>,
    fault: Option<FaultKind>,
}

/// The decisions of a seat.
struct Script<G: Game> {
    decisions: VecDeque<Decision<G>>,
    talk: Option<Box<Talk>>,
    fault: Option<FaultKind>,
}

impl<G: Game> Default for Script<G> {
    fn default() -> Self {
        Self {
            decisions: VecDeque::new(),
            talk: None,
            fault: None,
        }
    }
}

/// What each seat did in a game.
fn scripts<G: Offered>(
    hall: &Hall<G>,
    chance: &Chance,
    sitting: &Sitting,
    game: &LoggedGame,
) -> Result<Vec<Script<G>>, Astray> {
    let record = read::<G>(&game.lines)?;
    let mut scripts: Vec<Script<G>> = Vec::new();
    scripts.resize_with(hall.seats, Script::default);
    let (mut step, mut round, mut from) = (0, 1, 0);
    let dice = &mut chance.dice(game.at.deal);
    engine::retell(&hall.game, sitting, dice, &record, &mut |moment| {
        let rest = &record[from..];
        from += moment.lines.len();
        let over = |line: &Line<G>| matches!(line.what, Happening::Place(_));
        round = moment.lines.first().map_or(round, |line| line.round);
        if moment.before.is_none() || moment.lines.iter().any(over) {
            return;
        }
        step += 1;
        let failed = moment.lines.iter().find_map(|line| match line.what {
            Happening::Fault(kind) => Some((line.seat, kind)),
            _ => None,
        });
        let acted = moment.action.map(|(seat, _)| seat);
        let Some(seat) = acted.or(failed.map(|(seat, _)| seat)) else {
            return;
        };
        let action = moment.action.map(|(_, action)| action.clone());
        let events = |line: &'_ Line<G>| match &line.what {
            Happening::Event(event) if line.seat == seat => Some(G::tells(event)),
            _ => None,
        };
        // Of a vote in secret it may tell nothing, or not before the votes are opened.
        let told = rest
            .iter()
            .filter_map(events)
            .any(|tells| matches!(tells, Tells::Answer(told) if Some(&told) == action.as_ref()));
        let talk = moment.lines.iter().find_map(|line| match events(line) {
            Some(Tells::Talk) => line.what.to_string().parse().ok(),
            _ => None,
        });
        scripts[seat.index()].decisions.push_back(Decision {
            step,
            round,
            told: told || action.is_none(),
            action,
            talk: talk.map(Box::new),
            fault: failed.map(|(_, kind)| kind).filter(|_| acted.is_none()),
        });
    })
    .map_err(|strayed| astray(&strayed, &game.lines))?;
    Ok(scripts)
}

impl<G: Game> Script<G> {
    /// The next decision, as the table is given it.
    fn follow(&mut self, decision: Decision<G>) -> Result<G::Action, Failed> {
        self.talk = decision.talk;
        self.fault = decision.fault;
        decision.action.ok_or(Failed)
    }

    fn next(&mut self) -> Decision<G> {
        let next = self.decisions.pop_front();
        next.unwrap_or_else(|| unreachable!("a script has every decision of its seat"))
    }

    fn reason(&self) -> Fault {
        Fault {
            kind: self.fault.unwrap_or(FaultKind::Refused),
            detail: String::new(),
        }
    }
}

impl<G: Game> Player<G> for Script<G> {
    fn begin(&mut self, _: &Sitting, _: BotKey) {}

    fn decide(&mut self, _: View<'_, G>, _: &[Told<G>]) -> Result<G::Action, Failed> {
        let next = self.next();
        self.follow(next)
    }

    fn say(&mut self, _: View<'_, G>) -> Result<Option<Box<Talk>>, Failed> {
        Ok(self.talk.take())
    }

    fn fault(&mut self) -> Fault {
        self.reason()
    }

    fn notice(&mut self, _: &[Told<G>]) {}

    fn end(&mut self, _: &BySeat<Place>) -> Result<(), Failed> {
        Ok(())
    }
}

/// The seat that is asked: the bot sits in it, the script moves it.
struct Asked<'a, G: Imaged> {
    chair: &'a mut Chair<G>,
    script: Script<G>,
    interview: &'a mut dyn Interview,
    /// Whether this is the game that is asked about.
    aloud: bool,
    deal: u64,
    seat: usize,
    /// What was told since the bot was last asked.
    news: String,
    /// The bot has failed; it is not asked any more.
    gone: bool,
}

impl<G: Imaged> Asked<'_, G> {
    fn hear(&mut self, news: &[Told<G>]) {
        for told in news {
            let _ = writeln!(self.news, "{} {}", told.seat, told.event);
        }
    }

    /// Shows the question to who listens.
    fn put(&mut self, view: View<'_, G>, step: u32, round: u32) {
        let (mut image, mut json) = (Vec::new(), String::new());
        G::write(view, &mut image);
        G::SCHEMA.json(&image, &mut json);
        let mut legal = Vec::new();
        view.rules().legal(view, &mut legal);
        legal.truncate(dudo_plugin::MOST_SHOWN);
        self.interview.asked(&Question {
            step,
            round,
            view: RawValue::from_string(json).expect("a schema writes JSON"),
            events: self.news.lines().map(str::to_owned).collect(),
            legal: legal.iter().map(ToString::to_string).collect(),
        });
    }

    /// What the bot says now.
    fn reply(&mut self, view: View<'_, G>, news: &[Told<G>]) -> Reply {
        let player = self.chair.seated();
        let failure = |player: &mut dyn Player<G>| Reply::failure(&player.fault());
        let Ok(action) = player.decide(view, news) else {
            return failure(player);
        };
        let mut reply = Reply {
            action: Some(action.to_string()),
            ..Reply::default()
        };
        if let Err(illegal) = view.rules().check(view, &action) {
            reply.fault = Some(FaultKind::Illegal.to_string());
            reply.detail = Some(illegal.0.to_string());
            return reply;
        }
        if view.rules().talks() {
            match player.say(view) {
                Ok(talk) => {
                    // Where nothing of it is told, it is as if nothing was said.
                    let said = talk.and_then(|talk| view.rules().said(talk));
                    reply.say = said.map(|said| said.to_string());
                }
                Err(Failed) => return failure(player),
            }
        }
        reply
    }
}

impl<G: Imaged> Player<G> for Asked<'_, G> {
    fn begin(&mut self, sitting: &Sitting, key: BotKey) {
        if self.aloud {
            let key = key.derive().bytes();
            self.interview.begins(self.seat, sitting.game, &key);
        }
        self.chair.seated().begin(sitting, key);
    }

    fn decide(&mut self, view: View<'_, G>, news: &[Told<G>]) -> Result<G::Action, Failed> {
        let next = self.script.next();
        self.hear(news);
        if !self.gone {
            if self.aloud {
                self.put(view, next.step, next.round);
            }
            let now = self.reply(view, news);
            self.news.clear();
            self.gone = now.fault.is_some();
            let logged = next.told.then(|| Reply {
                action: next.action.as_ref().map(ToString::to_string),
                say: next.talk.as_ref().map(ToString::to_string),
                fault: next.fault.map(|kind| kind.to_string()),
                detail: None,
            });
            if self.aloud {
                let differs = logged.as_ref().is_some_and(|logged| !now.is(logged));
                self.interview.answered(&Answer {
                    logged,
                    now,
                    differs,
                });
            } else if let Some(kind) = &now.fault {
                self.interview
                    .failed(self.deal, kind, now.detail.as_deref());
            }
        }
        self.script.follow(next)
    }

    fn say(&mut self, view: View<'_, G>) -> Result<Option<Box<Talk>>, Failed> {
        self.script.say(view)
    }

    fn fault(&mut self) -> Fault {
        self.script.reason()
    }

    fn notice(&mut self, news: &[Told<G>]) {
        self.hear(news);
        if !self.gone {
            self.chair.seated().notice(news);
        }
    }

    fn end(&mut self, places: &BySeat<Place>) -> Result<(), Failed> {
        if !self.gone && self.chair.seated().end(places).is_err() {
            self.gone = true;
            let Fault { kind, detail } = self.chair.seated().fault();
            self.interview.failed(self.deal, kind.word(), Some(&detail));
        }
        Ok(())
    }
}
