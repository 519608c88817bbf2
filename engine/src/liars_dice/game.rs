//! The transitions: deal, roll, bid, poll; claims are settled in `settle.rs`.

use super::bid::{Bid, Ladder};
use super::choices::{DicePerSeat, First, OverTotal, SpotOnWho, Until};
use super::hand::Hand;
use super::notation::{Action, Event};
use super::options::{Options, Question, may_claim_exact, why_not};
use super::rules::Rules;
use crate::dice::{Dice, Purpose};
use crate::game::{Game, Illegal, Sitting, State, Turn, View, fits_a_table};
use crate::play::Say;
use crate::seat::{BySeat, Place, Seat, SeatSet};
use crate::table::Survivors;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

/// Liar's Dice with its knobs set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LiarsDice {
    pub(super) rules: Rules,
    /// Whether anybody is ever asked out of turn.
    polls: bool,
    /// Dice that a seat's address range holds.
    widest: u8,
    /// The order of bids in a round that is not special, of any height.
    ladder: Ladder,
    /// What is wild in such a round.
    wild: Option<u8>,
    /// The face that is wild no more once it is bid, 0 for none. Kept as a
    /// face, so that which face is bid decides no branch where none is killed.
    killed: u8,
}

impl LiarsDice {
    /// The game with these rules, as [`Game::with`].
    ///
    /// # Errors
    /// A sentence when knobs contradict each other.
    pub fn new(rules: Rules) -> Result<Self, String> {
        crate::knobs::Knobs::agree(&rules)?;
        let exact_polls = rules.spot_on && rules.spot_on_who != SpotOnWho::Turn;
        Ok(Self {
            killed: u8::from(rules.ones_killed_by_bid),
            polls: rules.any_player || exact_polls,
            widest: rules.dice.most(),
            ladder: Ladder::new(&rules, 1),
            wild: match (rules.ones_wild, rules.highest_wild) {
                (true, _) => Some(1),
                (_, true) => Some(rules.faces),
                _ => None,
            },
            rules,
        })
    }

    /// The knobs.
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }
}

impl fmt::Display for LiarsDice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.rules.fmt(f)
    }
}

/// The bid that is to be beaten or doubted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The bid.
    pub bid: Bid,
    /// Who made it.
    pub bidder: Seat,
}

/// What the whole table knows.
#[derive(Clone, Debug, PartialEq)]
pub struct Public {
    /// Who has dice, and who finished where.
    pub survivors: Survivors,
    /// Dice that each seat holds.
    pub dice: BySeat<u8>,
    /// Dice on the table.
    pub in_play: u8,
    /// The round, from 1.
    pub round: u32,
    /// Who opened it.
    pub opener: Seat,
    /// Whether the round is special: nothing wild, one face.
    pub palifico: bool,
    /// The bids of the round in their order.
    pub ladder: Ladder,
    /// The face that is wild now, if any.
    pub wild: Option<u8>,
    /// The standing bid.
    pub standing: Option<Standing>,
    /// The player in turn.
    pub turn: Seat,
    /// Who is asked out of turn before him.
    pub asked: Option<Seat>,
    /// What that comes to: who is asked what.
    pub(super) question: Question,
    /// Exact calls made, by seat.
    pub exact_calls: BySeat<u8>,
    /// Who has fallen to one die before, or began with one.
    pub fallen: SeatSet,
    /// Whether the game is over.
    pub over: bool,
}

impl Public {
    /// How many of a hand's dice count for a face: those that show it, and
    /// the wild ones.
    pub fn counting(&self, hand: &Hand, face: u8) -> u8 {
        match self.wild {
            Some(wild) if wild != face => hand.showing(face) + hand.showing(wild),
            _ => hand.showing(face),
        }
    }
}

impl Game for LiarsDice {
    type Public = Public;
    type Private = Hand;
    type Hidden = ();
    type Action = Action;
    type Event = Event;
    type Rules = Rules;

    fn with(rules: Rules) -> Result<Self, String> {
        Self::new(rules)
    }

    fn prose(&self) -> Vec<String> {
        super::prose::of(&self.rules)
    }

    fn fits(&self, seats: usize) -> Result<(), String> {
        fits_a_table::<Self>(seats)?;
        match self.rules.dice.seats() {
            Some(fixed) if fixed != seats => Err(format!(
                "dice = {} is for {fixed} seats, not {seats}",
                self.rules.dice
            )),
            _ => Ok(()),
        }
    }

    /// Rounds, times the bids there can be in one, each with its poll.
    fn longest(&self, seats: usize) -> u64 {
        let dice = match self.rules.dice {
            DicePerSeat::Same(dice) => u64::from(dice) * seats as u64,
            DicePerSeat::Each(dice) => dice.iter().map(|&dice| u64::from(dice)).sum(),
        };
        let bids = dice * u64::from(self.rules.faces);
        let polled = if self.polls { seats as u64 - 2 } else { 0 };
        let rounds = match self.rules.until {
            // A retired seat voids the round, and the rest play another.
            Until::OneRound => seats as u64,
            Until::Elimination => u64::from(self.rules.max_rounds),
        };
        rounds * (bids * (1 + polled) + 1)
    }

    fn seat(&self, sitting: &Sitting, dice: &mut Dice, say: &mut Say<Self>) -> State<Self> {
        let seats = sitting.seats;
        let held = BySeat::from_fn(seats, |seat| self.rules.dice.of(seat));
        let mut fallen = SeatSet::EMPTY;
        for (seat, &dice) in held.iter() {
            if dice == 1 {
                fallen.insert(seat);
            }
        }
        let first = match self.rules.first {
            First::SeatOne => Seat::new(0),
            First::Throw => self.throw_for_first(seats, dice, say),
        };
        State {
            public: Public {
                survivors: Survivors::new(seats),
                in_play: held.values().iter().sum(),
                dice: held,
                round: 0,
                opener: first,
                palifico: false,
                ladder: self.ladder,
                wild: None,
                standing: None,
                turn: first,
                asked: None,
                question: Question::opening(first, self.ladder),
                exact_calls: BySeat::defaults(seats),
                fallen,
                over: false,
            },
            private: BySeat::defaults(seats),
            hidden: (),
        }
    }

    fn open(&self, state: &mut State<Self>, dice: &mut Dice, say: &mut Say<Self>) {
        self.start_round(state, state.public.opener, false, dice, say);
    }

    // In line, here and below, since the loop that plays asks it every time.
    #[inline(always)]
    fn turn(&self, public: &Public) -> Turn {
        if public.over {
            Turn::Over(self.places(public))
        } else {
            Turn::Act(public.question.seat)
        }
    }

    #[inline]
    fn check(&self, view: View<'_, Self>, action: &Action) -> Result<(), Illegal> {
        if view.public().question.allows(*action) {
            Ok(())
        } else {
            Err(why_not(&self.rules, view.public(), *action))
        }
    }

    fn legal(&self, view: View<'_, Self>, out: &mut Vec<Action>) {
        let options = Options::of(view);
        out.extend(options.raises.iter().map(Action::Bid));
        for (allowed, action) in [
            (options.challenge, Action::Challenge),
            (options.exact, Action::Exact),
            (options.pass, Action::Pass),
        ] {
            if allowed {
                out.push(action);
            }
        }
    }

    #[inline(always)]
    fn apply(
        &self,
        state: &mut State<Self>,
        action: &Action,
        dice: &mut Dice,
        say: &mut Say<Self>,
    ) {
        let public = &mut state.public;
        let seat = public.question.seat;
        say.tell(seat, Event::Did(*action));
        // Bids first, which are most of what is done.
        if let Action::Bid(bid) = *action {
            self.bid(public, seat, bid);
        } else if *action == Action::Pass {
            self.pass(public, seat);
        } else {
            self.claim(state, seat, *action == Action::Exact, dice, say);
        }
    }

    fn retire(&self, state: &mut State<Self>, seat: Seat, dice: &mut Dice, say: &mut Say<Self>) {
        let public = &mut state.public;
        public.in_play -= public.dice[seat];
        public.dice[seat] = 0;
        public.survivors.out(SeatSet::of(seat));
        say.tell(seat, Event::Out);
        // The round is void; the next is opened as if this seat had lost it,
        // even where winners open. A palifico that was under way is spent.
        self.next_round(state, seat, false, dice, say);
    }
}

impl LiarsDice {
    /// Who finished where.
    #[cold]
    fn places(&self, public: &Public) -> BySeat<Place> {
        match self.rules.until {
            // Who did not lose the one round shares the first place.
            Until::OneRound => public.survivors.places(|_| 0),
            // C3.20: most dice wins when the rounds are used up.
            Until::Elimination => public.survivors.places(|seat| u32::from(public.dice[seat])),
        }
    }

    /// C4.1: each throws one die, the highest opens, ties throw again among
    /// themselves, at the next address. A tie that lasts 100 throws (fewer
    /// than one game in 10^29) goes to the first seat of those tied.
    fn throw_for_first(&self, seats: usize, dice: &mut Dice, say: &mut Say<Self>) -> Seat {
        let mut tied = SeatSet::first(seats);
        for attempt in 0..100 {
            let mut best = 0;
            let mut highest = SeatSet::EMPTY;
            for seat in tied.iter() {
                let address = attempt * seats as u64 + seat.index() as u64;
                let mut face = 0;
                dice.throw(
                    Purpose::Seating,
                    address,
                    1,
                    u32::from(self.rules.faces),
                    |thrown| {
                        face = thrown as u8 + 1;
                    },
                );
                say.tell(seat, Event::Throw(face));
                if face > best {
                    best = face;
                    highest = SeatSet::EMPTY;
                }
                if face == best {
                    highest.insert(seat);
                }
            }
            tied = highest;
            if tied.len() == 1 {
                break;
            }
        }
        tied.at_or_after(Seat::new(0))
    }

    /// Everybody who has dice rolls them; `opener` is in turn.
    pub(super) fn start_round(
        &self,
        state: &mut State<Self>,
        opener: Seat,
        palifico: bool,
        dice: &mut Dice,
        say: &mut Say<Self>,
    ) {
        let rules = &self.rules;
        let public = &mut state.public;
        public.round += 1;
        public.opener = opener;
        public.turn = opener;
        public.asked = None;
        public.standing = None;
        public.palifico = palifico;
        let height = match rules.q_over_total {
            OverTotal::Reject => public.in_play,
            OverTotal::Allow => (0..public.survivors.seats())
                .map(|seat| rules.dice.of(Seat::new(seat)))
                .sum(),
        };
        public.ladder = self.ladder(palifico, height);
        public.wild = if palifico { None } else { self.wild };
        public.question = self.opening(public);
        say.next_round();
        if palifico {
            say.tell(opener, Event::Palifico);
        }
        let turn = u64::from(public.round - 1) * public.survivors.seats() as u64;
        for seat in public.survivors.alive().iter() {
            let held = public.dice[seat];
            let hand = &mut *state.private[seat];
            *hand = Hand::of_dice(held);
            dice.throw(
                Purpose::Table,
                (turn + seat.index() as u64) * u64::from(self.widest),
                usize::from(held),
                u32::from(rules.faces),
                |face| hand.show_thrown(face),
            );
            say.note(seat, || Event::Roll(*hand));
        }
    }

    /// What a round may be opened with.
    #[inline]
    pub(super) fn opening(&self, public: &Public) -> Question {
        let ladder = if self.rules.open_on_ones || public.palifico {
            public.ladder
        } else {
            // C4.2: a normal round may not be opened on aces.
            public.ladder.without_ones()
        };
        Question::opening(public.turn, ladder)
    }

    /// The order of bids in a round.
    #[inline]
    pub(super) const fn ladder(&self, palifico: bool, height: u8) -> Ladder {
        if palifico {
            Ladder::plain(self.rules.faces, height)
        } else {
            self.ladder.with_height(height)
        }
    }

    #[inline]
    fn bid(&self, public: &mut Public, seat: Seat, bid: Bid) {
        public.standing = Some(Standing { bid, bidder: seat });
        if bid.face == self.killed {
            public.wild = None;
        }
        let next = public.survivors.alive().after(seat);
        public.turn = next;
        if self.polls || public.palifico {
            return self.ask_around(public, next, bid);
        }
        let exact = may_claim_exact(&self.rules, public, next);
        let first = public.ladder.up_to(bid);
        public.question.ask(next, exact, public.ladder, first);
        debug_assert_eq!(
            public.question,
            Question::about(bid, &self.rules, public),
            "the short way asks what the long way asks"
        );
    }

    #[cold]
    fn pass(&self, public: &mut Public, seat: Seat) {
        if let Some(standing) = public.standing {
            self.ask_around(public, seat, standing.bid);
        }
    }

    /// Asks the next seat clockwise that may say something to this bid.
    #[cold]
    fn ask_around(&self, public: &mut Public, seat: Seat, bid: Bid) {
        if self.polls {
            public.asked = self.next_asked(public, seat);
        }
        public.question = Question::about(bid, &self.rules, public);
    }

    /// The next seat clockwise from `seat` that may claim something out of
    /// turn, before the player in turn is reached.
    fn next_asked(&self, public: &Public, seat: Seat) -> Option<Seat> {
        let bidder = public.standing.map(|standing| standing.bidder);
        let mut seat = public.survivors.alive().after(seat);
        while seat != public.turn {
            let claims = self.rules.any_player || may_claim_exact(&self.rules, public, seat);
            if Some(seat) != bidder && claims {
                return Some(seat);
            }
            seat = public.survivors.alive().after(seat);
        }
        None
    }
}
