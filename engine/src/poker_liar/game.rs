//! The transitions: open a sequence, claim, accept or doubt, throw, settle.

use super::hand::{Claim, Hand, MAX_CUP, MAX_FACES};
use super::notation::{Action, Event};
use super::options::Options;
use super::ranking::Ranking;
use super::rules::{AfterDoubt, MAX_CLAIMS, Rules, TopClaim};
use super::seating::Circle;
use crate::dice::{Dice, Purpose};
use crate::game::{Game, Illegal, Own, Sitting, State, Turn, View};
use crate::play::Say;
use crate::seat::{BySeat, Seat, SeatSet};
use crate::table::Survivors;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

/// Poker-dice Liar with its knobs set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PokerLiar {
    rules: Rules,
    ranking: Ranking,
}

impl PokerLiar {
    /// The game with these rules, as [`Game::with`].
    ///
    /// # Errors
    /// A sentence when knobs contradict each other.
    pub fn new(rules: Rules) -> Result<Self, String> {
        crate::knobs::Knobs::agree(&rules)?;
        Ok(Self {
            ranking: Ranking::new(&rules),
            rules,
        })
    }

    /// The knobs.
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The order of the hands.
    pub const fn ranking(&self) -> &Ranking {
        &self.ranking
    }
}

impl fmt::Display for PokerLiar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.rules.fmt(f)
    }
}

/// What the player in turn is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// To accept or doubt the standing claim. He has not seen the dice.
    Answer,
    /// Which dice to throw. He has taken the cup and seen the dice.
    Throw,
    /// A claim. He has seen the result.
    Claim,
}

/// The claim that is to be accepted or doubted, or was accepted last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The claim.
    pub claim: Claim,
    /// Its rank among all hands.
    pub rank: u8,
    /// Who made it.
    pub claimant: Seat,
    /// How many dice he threw before it.
    pub thrown: u8,
}

/// What the whole table knows.
#[derive(Clone, Debug, PartialEq)]
pub struct Public {
    /// Who has chips, and who finished where.
    pub survivors: Survivors,
    /// The turn order.
    pub circle: Circle,
    /// Chips that each seat has.
    pub chips: BySeat<u8>,
    /// Chips in the pot.
    pub pot: u8,
    /// The sequence, from 1. It runs from a throw of all dice to a doubt.
    pub round: u32,
    /// Who opened it.
    pub opener: Seat,
    /// The player in turn.
    pub turn: Seat,
    /// What he is asked for.
    pub phase: Phase,
    /// The last claim of the sequence.
    pub standing: Option<Standing>,
    /// The claim before it, which was accepted.
    pub previous: Option<Standing>,
    /// Claims made in the sequence.
    pub claims: u16,
    /// Dice thrown by the last who threw, 0 when he let all stand.
    pub thrown: u8,
    /// Throws of at least one die that each seat made in the sequence.
    pub throws: BySeat<u16>,
    /// Whether the game is over.
    pub over: bool,
}

impl Public {
    /// The next player to the left of a seat.
    pub fn left_of(&self, seat: Seat) -> Seat {
        self.circle.left_of(seat, self.survivors.alive())
    }
}

/// What one seat alone knows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Private {
    /// The dice as this seat last saw them under the cup in this sequence: the
    /// dice there now while it has the cup, later what it passed on. `None`
    /// if it has not had the cup.
    pub seen: Option<Hand>,
}

impl Game for PokerLiar {
    type Public = Public;
    type Private = Private;
    /// The dice under the cup.
    type Hidden = Hand;
    type Action = Action;
    type Event = Event;
    type Rules = Rules;

    fn with(rules: Rules) -> Result<Self, String> {
        Self::new(rules)
    }

    fn prose(&self) -> Vec<String> {
        super::prose::of(&self.rules)
    }

    /// Sequences, of which each costs a chip or a seat, times the decisions in
    /// one: three a claim, but the opener is neither asked to answer nor to
    /// throw, and a doubt ends it.
    fn longest(&self, seats: usize) -> u64 {
        let most = u64::from(self.rules.max_claims);
        let claims = match self.rules.top_claim {
            TopClaim::MustDoubt => most.min(u64::from(self.ranking.len())),
            TopClaim::RerollAll => most,
        };
        let chips = u64::from(self.rules.chips) * seats as u64;
        u64::from(self.rules.max_rounds).min(chips - 1) * (3 * claims - 1)
    }

    fn seat(&self, sitting: &Sitting, dice: &mut Dice, say: &mut Say<Self>) -> State<Self> {
        let seats = sitting.seats;
        let circle = if self.rules.seating_throw {
            Circle::thrown(&self.rules, sitting, dice, |seat, event| {
                say.tell(seat, event)
            })
        } else {
            Circle::of_seats(seats)
        };
        let first = circle.first(sitting.game);
        State {
            public: Public {
                survivors: Survivors::new(seats),
                circle,
                chips: BySeat::from_fn(seats, |_| self.rules.chips),
                pot: 0,
                round: 0,
                opener: first,
                turn: first,
                phase: Phase::Claim,
                standing: None,
                previous: None,
                claims: 0,
                thrown: 0,
                throws: BySeat::from_fn(seats, |_| 0),
                over: false,
            },
            private: BySeat::from_fn(seats, |_| Own(Private::default())),
            hidden: Hand::empty(self.rules.dice),
        }
    }

    fn open(&self, state: &mut State<Self>, dice: &mut Dice, say: &mut Say<Self>) {
        self.start_round(state, state.public.opener, dice, say);
    }

    fn turn(&self, public: &Public) -> Turn {
        if public.over {
            // When the sequences are used up most chips wins.
            Turn::Over(
                public
                    .survivors
                    .places(|seat| u32::from(public.chips[seat])),
            )
        } else {
            Turn::Act(public.turn)
        }
    }

    fn check(&self, view: View<'_, Self>, action: &Action) -> Result<(), Illegal> {
        Options::of(view).check(action)
    }

    fn legal(&self, view: View<'_, Self>, out: &mut Vec<Action>) {
        Options::of(view).list(out);
    }

    fn apply(
        &self,
        state: &mut State<Self>,
        action: &Action,
        dice: &mut Dice,
        say: &mut Say<Self>,
    ) {
        let seat = state.public.turn;
        match (*action, state.public.standing) {
            (Action::Roll(picks), _) => {
                // B3.6: how many is public, which ones is not.
                say.note(seat, || Event::Did(*action));
                say.tell(seat, Event::Throws(picks.len()));
                let kept = picks.kept(&state.hidden);
                self.throw(state, seat, kept, picks.len(), dice, say);
                state.public.phase = Phase::Claim;
            }
            (Action::Claim(claim), _) => {
                say.tell(seat, Event::Did(*action));
                self.claim(&mut state.public, seat, claim);
            }
            (Action::Accept, _) => {
                say.tell(seat, Event::Did(*action));
                state.private[seat].seen = Some(state.hidden);
                state.public.phase = Phase::Throw;
            }
            (Action::Doubt, Some(standing)) => {
                say.tell(seat, Event::Did(*action));
                self.doubt(state, seat, standing, dice, say);
            }
            // `check` asks nobody to answer before there is a claim.
            (Action::Doubt, None) => unreachable!("no claim to doubt"),
        }
    }

    fn retire(&self, state: &mut State<Self>, seat: Seat, dice: &mut Dice, say: &mut Say<Self>) {
        let public = &mut state.public;
        // His chips go to the pot; the sequence is void and costs nobody else.
        public.pot += public.chips[seat];
        public.chips[seat] = 0;
        self.out(public, seat, say);
        let opener = public.left_of(seat);
        self.next(state, opener, dice, say);
    }
}

/// Positions that the throws of a seat in one sequence may take up.
const STRIDE: u64 = (MAX_CLAIMS as usize * MAX_CUP) as u64;

impl PokerLiar {
    /// A new sequence: its opener throws all dice.
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
        public.phase = Phase::Claim;
        public.standing = None;
        public.previous = None;
        public.claims = 0;
        public.throws.values_mut().fill(0);
        state.private.values_mut().fill(Own(Private::default()));
        say.next_round();
        let none = Hand::empty(self.rules.dice);
        self.throw(state, opener, none, self.rules.cup, dice, say);
    }

    /// The seat throws so many dice to those that it kept and looks at them.
    ///
    /// Die `i` of throw `t` of seat `s` in sequence `q`, all from 0, is at
    /// position `((q * seats + s) * 1000 + t) * 5 + i`, however many dice were
    /// thrown before. Throwing none is no throw.
    fn throw(
        &self,
        state: &mut State<Self>,
        seat: Seat,
        kept: Hand,
        count: u8,
        dice: &mut Dice,
        say: &mut Say<Self>,
    ) {
        let public = &mut state.public;
        public.thrown = count;
        let mut hand = kept;
        if count > 0 {
            let seats = public.survivors.seats() as u64;
            let turn = u64::from(public.round - 1) * seats + seat.index() as u64;
            let first = turn * STRIDE + u64::from(public.throws[seat]) * MAX_CUP as u64;
            public.throws[seat] += 1;
            let lowest = MAX_FACES - self.rules.faces;
            let sides = u32::from(self.rules.faces);
            dice.throw(Purpose::Table, first, usize::from(count), sides, |shown| {
                hand.add(lowest + shown as u8);
            });
        }
        state.hidden = hand;
        state.private[seat].seen = Some(hand);
        say.note(seat, || Event::Roll(hand));
    }

    fn claim(&self, public: &mut Public, seat: Seat, claim: Claim) {
        public.previous = public.standing;
        public.standing = Some(Standing {
            claim,
            rank: self.ranking.rank_of(&claim.0),
            claimant: seat,
            thrown: public.thrown,
        });
        public.claims += 1;
        public.turn = public.left_of(seat);
        public.phase = Phase::Answer;
    }

    /// B3.5: the dice are shown; the liar or the wrong doubter pays a chip.
    fn doubt(
        &self,
        state: &mut State<Self>,
        doubter: Seat,
        standing: Standing,
        dice: &mut Dice,
        say: &mut Say<Self>,
    ) {
        say.tell(standing.claimant, Event::Reveal(state.hidden));
        let lied = self.ranking.rank_of(&state.hidden) < standing.rank;
        let loser = if lied { standing.claimant } else { doubter };
        let public = &mut state.public;
        public.chips[loser] -= 1;
        public.pot += 1;
        say.tell(loser, Event::Lose(1));
        if public.chips[loser] == 0 {
            self.out(public, loser, say);
        }
        // B4.1: the next player is the doubter himself, right or wrong.
        let stays = self.rules.after_doubt == AfterDoubt::Doubter
            && doubter.is_in(public.survivors.alive());
        let opener = if stays {
            doubter
        } else {
            public.left_of(doubter)
        };
        self.next(state, opener, dice, say);
    }

    fn out(&self, public: &mut Public, seat: Seat, say: &mut Say<Self>) {
        let mut gone = SeatSet::EMPTY;
        gone.insert(seat);
        public.survivors.out(gone);
        say.tell(seat, Event::Out);
    }

    /// Ends the game if it is over, else opens the next sequence.
    fn next(&self, state: &mut State<Self>, opener: Seat, dice: &mut Dice, say: &mut Say<Self>) {
        let public = &mut state.public;
        if public.survivors.alive().len() == 1 || public.round >= self.rules.max_rounds {
            public.over = true;
        } else {
            self.start_round(state, opener, dice, say);
        }
    }
}
