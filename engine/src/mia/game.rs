//! The transitions: roll, announce, believe or look, settle, next round.

use super::notation::{Action, Event};
use super::options::{Options, why_not};
use super::rules::{LastRule, Next, Rules};
use super::value::Value;
use crate::dice::{Dice, Purpose};
use crate::game::{Game, Illegal, Own, Sitting, State, Turn, View};
use crate::play::Say;
use crate::seat::{BySeat, MAX_SEATS, Seat, SeatSet};
use crate::table::Survivors;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

/// Mia with its knobs set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mia {
    rules: Rules,
}

impl Mia {
    /// The game with these rules, as [`Game::with`].
    ///
    /// # Errors
    /// A sentence when knobs contradict each other.
    pub fn new(rules: Rules) -> Result<Self, String> {
        crate::knobs::Knobs::agree(&rules)?;
        Ok(Self { rules })
    }

    /// The knobs.
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }
}

impl fmt::Display for Mia {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.rules.fmt(f)
    }
}

/// The announcement that is to be beaten or doubted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// What was announced.
    pub value: Value,
    /// Its rank, 0 to 20.
    pub rank: u8,
    /// Who announced it.
    pub announcer: Seat,
}

/// What everybody knows about the dice under the cup.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cup {
    /// Who rolled them.
    pub roller: Seat,
    /// What he had to beat; nothing when he opened the round.
    pub to_beat: Option<Value>,
    /// What he announced having seen them. Later announcements of the same
    /// dice were made unseen.
    pub said: Option<Value>,
}

/// What the player in turn is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The cup stands before him: believe, look, pass or give up.
    Decide,
    /// He has rolled: announce.
    Announce,
}

/// How a game came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Somebody is out, or only one is left.
    Lives,
    /// The rounds are used up.
    Rounds,
}

/// What the whole table knows.
#[derive(Clone, Debug, PartialEq)]
pub struct Public {
    /// Who is in, and who finished where.
    pub survivors: Survivors,
    /// Lives that each seat has left.
    pub lives: BySeat<u8>,
    /// The round, from 1.
    pub round: u32,
    /// Who opened it.
    pub opener: Seat,
    /// The player in turn.
    pub turn: Seat,
    /// What he is asked.
    pub phase: Phase,
    /// Announcements made in the round.
    pub claims: u32,
    /// The last of them.
    pub standing: Option<Standing>,
    /// The dice that are rolled.
    pub cup: Cup,
    /// Whether the game is over, and how it came to be.
    pub end: Option<End>,
}

impl Game for Mia {
    type Public = Public;
    /// The dice under the cup, if this seat rolled them.
    type Private = Option<Value>;
    /// The dice under the cup.
    type Hidden = Value;
    type Action = Action;
    type Event = Event;
    type Rules = Rules;

    fn with(rules: Rules) -> Result<Self, String> {
        Self::new(rules)
    }

    fn prose(&self) -> Vec<String> {
        super::prose::of(&self.rules)
    }

    /// Every round costs a life, by settlement or with the seat that is
    /// retired, and the last life is never lost. The first announcement takes
    /// one decision, each later one two, and the look one more.
    fn longest(&self, seats: usize) -> u64 {
        let lives = u64::from(self.rules.lives) * seats as u64;
        let rounds = (lives - 1).min(u64::from(self.rules.max_rounds));
        rounds * 2 * u64::from(self.rules.claims_in_round())
    }

    fn seat(&self, sitting: &Sitting, _: &mut Dice, _: &mut Say<Self>) -> State<Self> {
        let seats = sitting.seats;
        let first = Seat::new(0);
        State {
            public: Public {
                survivors: Survivors::new(seats),
                lives: BySeat::from_fn(seats, |_| self.rules.lives),
                round: 0,
                opener: first,
                turn: first,
                phase: Phase::Announce,
                claims: 0,
                standing: None,
                cup: Cup {
                    roller: first,
                    to_beat: None,
                    said: None,
                },
                end: None,
            },
            private: BySeat::from_fn(seats, |_| Own(None)),
            // Rolled over before anybody is asked.
            hidden: Value::MIA,
        }
    }

    fn open(&self, state: &mut State<Self>, dice: &mut Dice, say: &mut Say<Self>) {
        self.start_round(state, state.public.opener, dice, say);
    }

    fn turn(&self, public: &Public) -> Turn {
        let Some(end) = public.end else {
            return Turn::Act(public.turn);
        };
        let lives = |seat| u32::from(public.lives[seat]);
        Turn::Over(match (self.rules.last, end) {
            (LastRule::Wins, _) => public.survivors.places(lives),
            (LastRule::FirstOutLoses, End::Lives) => public.survivors.places(|_| 0),
            // Nobody went out: the fewest lives lose, all others share.
            (LastRule::FirstOutLoses, End::Rounds) => {
                let fewest = public.survivors.alive().iter().map(lives).min();
                public
                    .survivors
                    .places(|seat| u32::from(Some(lives(seat)) > fewest))
            }
        })
    }

    fn check(&self, view: View<'_, Self>, action: &Action) -> Result<(), Illegal> {
        if Options::of(view).has(*action) {
            Ok(())
        } else {
            Err(why_not(&self.rules, view.public(), *action))
        }
    }

    fn legal(&self, view: View<'_, Self>, out: &mut Vec<Action>) {
        out.extend(Options::of(view).iter());
    }

    fn apply(
        &self,
        state: &mut State<Self>,
        action: &Action,
        dice: &mut Dice,
        say: &mut Say<Self>,
    ) {
        let seat = state.public.turn;
        say.tell(seat, Event::Did(*action));
        match (*action, state.public.standing) {
            (Action::Believe, _) => self.roll(state, dice, say),
            (Action::Announce(value), _) => {
                state.public.cup.said = Some(value);
                self.announce(state, value, dice, say);
            }
            (Action::Pass(value), _) => self.announce(state, value, dice, say),
            (Action::Look, Some(standing)) => self.look(state, standing, dice, say),
            (Action::GiveUp, Some(standing)) => {
                let mut verdict = Verdict::new(standing.announcer, seat, false);
                verdict.loses[seat.index()] = 1;
                self.settle(state, &verdict, dice, say);
            }
            // `check` lets nobody look before there is an announcement.
            (Action::Look | Action::GiveUp, None) => unreachable!("nothing was announced"),
        }
    }

    fn retire(&self, state: &mut State<Self>, seat: Seat, dice: &mut Dice, say: &mut Say<Self>) {
        let public = &mut state.public;
        let mut gone = SeatSet::EMPTY;
        gone.insert(seat);
        public.lives[seat] = 0;
        public.survivors.out(gone);
        say.tell(seat, Event::Out);
        // The round is void; the next is opened as if this seat had lost it,
        // even where winners open.
        self.next_round(state, seat, dice, say);
    }
}

/// How a round ended.
struct Verdict {
    announcer: Seat,
    /// Who looked or gave up; the next player where the rules lift the cup.
    looker: Seat,
    /// Whether the announcer was caught.
    caught: bool,
    loses: [u8; MAX_SEATS],
}

impl Verdict {
    const fn new(announcer: Seat, looker: Seat, caught: bool) -> Self {
        Self {
            announcer,
            looker,
            caught,
            loses: [0; MAX_SEATS],
        }
    }
}

impl Mia {
    /// `opener` rolls, and is in turn to announce.
    fn start_round(
        &self,
        state: &mut State<Self>,
        opener: Seat,
        dice: &mut Dice,
        say: &mut Say<Self>,
    ) {
        let public = &mut state.public;
        public.round += 1;
        public.opener = opener;
        public.turn = opener;
        public.claims = 0;
        public.standing = None;
        say.next_round();
        self.roll(state, dice, say);
    }

    /// The player in turn rolls both dice and alone sees them.
    fn roll(&self, state: &mut State<Self>, dice: &mut Dice, say: &mut Say<Self>) {
        let public = &mut state.public;
        let round = u64::from(public.round - 1) * u64::from(self.rules.claims_in_round());
        let mut faces = [0; 2];
        let mut thrown = 0;
        dice.throw(
            Purpose::Table,
            (round + u64::from(public.claims)) * 2,
            2,
            6,
            |face| {
                faces[thrown] = face as u8 + 1;
                thrown += 1;
            },
        );
        let value = Value::of_dice(faces[0], faces[1]);
        *state.private[public.cup.roller] = None;
        *state.private[public.turn] = Some(value);
        state.hidden = value;
        public.phase = Phase::Announce;
        public.cup = Cup {
            roller: public.turn,
            to_beat: public.standing.map(|standing| standing.value),
            said: None,
        };
        say.note(public.turn, || Event::Roll(value));
    }

    /// The player in turn has announced, his dice seen or not.
    fn announce(
        &self,
        state: &mut State<Self>,
        value: Value,
        dice: &mut Dice,
        say: &mut Say<Self>,
    ) {
        let public = &mut state.public;
        let announcer = public.turn;
        let standing = Standing {
            value,
            rank: self.rules.order.rank(value),
            announcer,
        };
        public.standing = Some(standing);
        public.claims += 1;
        public.turn = public.survivors.alive().after(announcer);
        public.phase = Phase::Decide;
        if value == Value::MIA && self.rules.mia_ends_round {
            self.look(state, standing, dice, say);
        }
    }

    /// The cup is lifted by the player in turn, or for him by the rules.
    fn look(
        &self,
        state: &mut State<Self>,
        standing: Standing,
        dice: &mut Dice,
        say: &mut Say<Self>,
    ) {
        let (rules, looker) = (&self.rules, state.public.turn);
        let rolled = state.hidden;
        say.tell(standing.announcer, Event::Reveal(rolled));
        let caught = rules.order.rank(rolled) < standing.rank;
        let mia = standing.value == Value::MIA;
        let mut verdict = Verdict::new(standing.announcer, looker, caught);
        if caught {
            let price = if mia { rules.mia_false } else { 1 };
            verdict.loses[standing.announcer.index()] = price;
        } else if mia && rules.mia_ends_round {
            for seat in state.public.survivors.alive().iter() {
                if seat != standing.announcer {
                    verdict.loses[seat.index()] = rules.mia_real;
                }
            }
        } else {
            verdict.loses[looker.index()] = if mia { rules.mia_real } else { 1 };
        }
        self.settle(state, &verdict, dice, say);
    }

    /// Carries out a verdict and goes on to the next round or the end.
    fn settle(
        &self,
        state: &mut State<Self>,
        verdict: &Verdict,
        dice: &mut Dice,
        say: &mut Say<Self>,
    ) {
        let public = &mut state.public;
        let mut out = SeatSet::EMPTY;
        for seat in public.survivors.alive().iter() {
            let loss = verdict.loses[seat.index()].min(public.lives[seat]);
            if loss == 0 {
                continue;
            }
            say.tell(seat, Event::Lose(loss));
            public.lives[seat] -= loss;
            if public.lives[seat] == 0 {
                out.insert(seat);
            }
        }
        for seat in out.iter() {
            say.tell(seat, Event::Out);
        }
        if !out.is_empty() {
            public.survivors.out(out);
            if self.rules.last == LastRule::FirstOutLoses {
                public.end = Some(End::Lives);
                return;
            }
        }
        let (loser, winner) = if verdict.caught {
            (verdict.announcer, verdict.looker)
        } else {
            (verdict.looker, verdict.announcer)
        };
        let opener = match self.rules.next {
            Next::Loser => loser,
            Next::Winner => winner,
            Next::Source if verdict.caught => verdict.looker,
            Next::Source => public.survivors.alive().after(verdict.looker),
        };
        self.next_round(state, opener, dice, say);
    }

    /// Ends the game if it is over, else starts the next round with `opener`
    /// or, where he is out, the next player clockwise.
    fn next_round(
        &self,
        state: &mut State<Self>,
        opener: Seat,
        dice: &mut Dice,
        say: &mut Say<Self>,
    ) {
        let public = &mut state.public;
        let alive = public.survivors.alive();
        public.end = if alive.len() == 1 {
            Some(End::Lives)
        } else if public.round >= self.rules.max_rounds {
            Some(End::Rounds)
        } else {
            None
        };
        if public.end.is_none() {
            self.start_round(state, alive.at_or_after(opener), dice, say);
        }
    }
}
