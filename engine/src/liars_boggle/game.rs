//! The game as the table sees it: deal, turn, legality, transitions.

use super::bid::{Bid, Spelling};
use super::dice_set::{DieSet, LetterDie};
use super::index::Index;
use super::notation::{Action, Event};
use super::options::{Options, may_object};
use super::public::{Hand, Phase, Public, Votes};
use super::rules::{Identity, Rules};
use crate::dice::{Dice, Purpose};
use crate::game::{Game, Illegal, Own, Sitting, State, Turn, View, fits_a_table};
use crate::lexicon::Lexicon;
use crate::play::Say;
use crate::seat::{BySeat, Seat, SeatSet};
use crate::table::Survivors;
use crate::talk::Talk;
use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;

/// Liar's Boggle with its knobs set and its word list at hand.
#[derive(Clone)]
pub struct LiarsBoggle {
    rules: Rules,
    dice: Vec<LetterDie>,
    words: Arc<Lexicon>,
    index: Arc<Index>,
}

impl LiarsBoggle {
    /// The knobs.
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The dice of the set, by number.
    pub fn dice(&self) -> &[LetterDie] {
        &self.dice
    }

    /// The dictionary, to be shared.
    pub(super) const fn list(&self) -> &Arc<Lexicon> {
        &self.words
    }

    /// The word list.
    pub fn lexicon(&self) -> &Lexicon {
        &self.words
    }

    /// The words of the list that can be bid, in the order of bids.
    pub fn index(&self) -> &Index {
        &self.index
    }

    /// How letters are read.
    pub const fn spelling(&self) -> Spelling {
        self.rules.spelling()
    }

    /// Whether a bid is a word of the dictionary.
    pub fn is_word(&self, bid: &Bid) -> bool {
        let printed: Vec<u8> = bid.printed().collect();
        self.words.has(&printed)
    }
}

impl fmt::Display for LiarsBoggle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.rules.fmt(f)
    }
}

impl fmt::Debug for LiarsBoggle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "LiarsBoggle({})", self.rules)
    }
}

impl Game for LiarsBoggle {
    type Rules = Rules;
    type Public = Public;
    type Private = Hand;
    type Hidden = Votes;
    type Action = Action;
    type Event = Event;

    /// Needs the word list: see [`Knobs::supply`](crate::knobs::Knobs::supply).
    fn with(rules: Rules) -> Result<Self, String> {
        crate::knobs::Knobs::agree(&rules)?;
        let words = rules.dictionary.words();
        let words = words.ok_or_else(|| {
            format!(
                "the word list \"{}\" has not been supplied",
                rules.dictionary
            )
        })?;
        let index = Index::new(words, rules.spelling());
        Ok(Self {
            dice: rules.dice.dice(),
            index: Arc::new(index),
            words: Arc::clone(words),
            rules,
        })
    }

    fn prose(&self) -> Vec<String> {
        super::prose::of(&self.rules, self.words.len())
    }

    fn fits(&self, seats: usize) -> Result<(), String> {
        let rules = &self.rules;
        fits_a_table::<Self>(seats)?;
        if seats > rules.dice.count() {
            return Err(format!(
                "{} dice are too few for {seats} seats",
                rules.dice.count()
            ));
        }
        match (&rules.handicap, rules.first.seat()) {
            (Some(handicap), _) if handicap.seats() != seats => Err(format!(
                "handicap = {handicap} is for {} seats, not {seats}",
                handicap.seats()
            )),
            (_, Some(first)) if first.index() >= seats => Err(format!(
                "first = {} does not sit at a table of {seats}",
                rules.first.word()
            )),
            _ => Ok(()),
        }
    }

    /// Each round costs at least one die and leaves one. A bid may be the third
    /// of its turn; each is polled and voted on.
    fn longest(&self, seats: usize) -> u64 {
        let rules = &self.rules;
        let dealt: usize = (0..seats)
            .map(|seat| rules.dealt(seats, Seat::new(seat)))
            .sum();
        let rounds = (dealt as u64 - 1).min(u64::from(rules.max_rounds));
        let seats = seats as u64;
        // One more than there are seats: who starts the timer may be asked again.
        let poll = if rules.friendly_challenge || rules.timer {
            seats + 1
        } else {
            0
        };
        let vote = if rules.vote == super::rules::Vote::Off {
            0
        } else {
            seats - 2
        };
        let bids = u64::from(rules.max_bids);
        let bid = 1 + poll;
        let turn = if rules.friendly_challenge {
            3 * (bid + vote)
        } else {
            bid
        };
        // The opening poll, the bids, the words taken back before a call, the
        // call with its vote, the die.
        rounds * (poll + (bids + 1) * turn + 1 + vote + 1)
    }

    fn seat(&self, sitting: &Sitting, dice: &mut Dice, say: &mut Say<Self>) -> State<Self> {
        let seats = sitting.seats;
        let mut order = self.shuffled(dice).into_iter();
        let dealt: BySeat<DieSet> = BySeat::from_fn(seats, |seat| {
            order.by_ref().take(self.rules.dealt(seats, seat)).collect()
        });
        let aside: DieSet = order.collect();
        let open = self.rules.dice_identity == Identity::Public;
        let first = Seat::new(0);
        for (seat, dice) in dealt.iter() {
            announce(seat, Event::Deal(*dice), open, say);
        }
        if !aside.is_empty() {
            announce(first, Event::Aside(aside), open, say);
        }
        let opener = self.rules.first.seat().unwrap_or_else(|| {
            let mut drawn = first;
            dice.throw(Purpose::Seating, 0, 1, seats as u32, |seat| {
                drawn = Seat::new(seat as usize)
            });
            say.tell(drawn, Event::Opens);
            drawn
        });
        State {
            public: Public {
                survivors: Survivors::new(seats),
                retired: SeatSet::EMPTY,
                held: dealt.map(|_, dice| dice.len() as u8),
                dice: open.then_some(dealt),
                gone: if open { aside } else { DieSet::EMPTY },
                round: 0,
                opener,
                bids: 0,
                standing: None,
                before: None,
                turn: opener,
                refused: 0,
                timed: false,
                phase: Phase::Turn,
                shown: None,
            },
            private: dealt.map(|_, dice| Own(Hand::of(*dice))),
            hidden: Votes::default(),
        }
    }

    fn open(&self, state: &mut State<Self>, dice: &mut Dice, say: &mut Say<Self>) {
        self.start_round(state, state.public.opener, dice, say);
    }

    fn turn(&self, public: &Public) -> Turn {
        match public.phase {
            Phase::Turn => Turn::Act(public.turn),
            Phase::Poll { asked } | Phase::Vote { asked, .. } => Turn::Act(asked),
            Phase::Drop { loser } => Turn::Act(loser),
            // When the rounds are used up most dice wins.
            Phase::Over => Turn::Over(public.survivors.places(|seat| u32::from(public.held[seat]))),
        }
    }

    fn check(&self, view: View<'_, Self>, action: &Action) -> Result<(), Illegal> {
        let options = Options::of(view);
        let (allowed, rule) = match action {
            Action::Bid(bid) => return options.refuses(view, bid).map_or(Ok(()), Err),
            Action::Call | Action::CallWord => (
                options.call,
                "only the player in turn may call, when there is a bid",
            ),
            Action::Drop(die) => (
                options.drop.has(*die),
                "only the loser of a round drops a die, one of his own",
            ),
            Action::Object => (
                options.object,
                "the rules do not let this seat question the word now",
            ),
            Action::StartTimer => (
                options.start_timer,
                "the rules do not let this seat start the timer now",
            ),
            Action::Pass => (options.pass, "only who is asked out of turn may pass"),
            Action::Valid | Action::Invalid => {
                (options.vote, "there is no vote that this seat is asked for")
            }
        };
        if allowed { Ok(()) } else { Err(Illegal(rule)) }
    }

    /// Of the bids a sample: the lowest of all, and up to 64 words spread
    /// evenly over those of the list that are higher.
    fn legal(&self, view: View<'_, Self>, out: &mut Vec<Action>) {
        const SAMPLE: usize = 64;
        let options = Options::of(view);
        let words = options.words(view);
        let taken = words.len().min(SAMPLE);
        if options.bid {
            let lowest = match &view.public().standing {
                Some(standing) => self
                    .spelling()
                    .next(&standing.bid, usize::from(self.rules.max_faces)),
                None => self.spelling().lowest(usize::from(self.rules.min_faces)),
            };
            let lowest =
                lowest.filter(|bid| !self.is_word(bid) && options.refuses(view, bid).is_none());
            out.extend(lowest.map(Action::Bid));
        }
        out.extend(
            (0..taken)
                .map(|step| Action::Bid(self.index.bid(words.start + step * words.len() / taken))),
        );
        out.extend(options.drop.iter().map(Action::Drop));
        for (allowed, action) in [
            (options.call, Action::Call),
            (options.call, Action::CallWord),
            (options.object, Action::Object),
            (options.start_timer, Action::StartTimer),
            (options.pass, Action::Pass),
            (options.vote, Action::Valid),
            (options.vote, Action::Invalid),
        ] {
            if allowed {
                out.push(action);
            }
        }
    }

    fn apply(
        &self,
        state: &mut State<Self>,
        action: &Action,
        dice: &mut Dice,
        say: &mut Say<Self>,
    ) {
        let Turn::Act(seat) = self.turn(&state.public) else {
            return;
        };
        // A vote is told when all are cast.
        if !matches!(action, Action::Valid | Action::Invalid) {
            say.tell(seat, Event::Did(*action));
        }
        let public = &mut state.public;
        match *action {
            Action::Bid(bid) => {
                public.timed = false;
                self.bid(public, seat, bid);
            }
            Action::Call | Action::CallWord => {
                public.timed = false;
                let word = *action == Action::CallWord
                    && public.standing.is_some_and(|standing| !standing.approved);
                if word {
                    self.question(state, seat, false, dice, say);
                } else {
                    self.settle(state, seat, true, dice, say);
                }
            }
            Action::Drop(die) => self.drop(state, seat, die, dice, say),
            Action::Object => self.question(state, seat, true, dice, say),
            Action::StartTimer => {
                public.timed = true;
                if !may_object(self, public, seat) {
                    self.ask_on(public, seat);
                    self.begin_turn(public);
                }
            }
            Action::Pass => {
                self.ask_on(public, seat);
                self.begin_turn(public);
            }
            Action::Valid | Action::Invalid => {
                self.vote(state, seat, *action == Action::Valid, dice, say)
            }
        }
    }

    fn talks(&self) -> bool {
        self.rules.talk
    }

    fn said(&self, talk: Box<Talk>) -> Option<Event> {
        self.rules.talk.then_some(Event::Said(talk))
    }

    fn retire(&self, state: &mut State<Self>, seat: Seat, dice: &mut Dice, say: &mut Say<Self>) {
        if state.public.phase == Phase::Over {
            return;
        }
        state.public.retired.insert(seat);
        if !seat.is_in(state.public.survivors.alive()) {
            // Only a vote is asked of those who are out: his counts for nothing.
            if matches!(state.public.phase, Phase::Vote { asked, .. } if asked == seat) {
                self.vote_on(state, seat, dice, say);
            }
            return;
        }
        let lost = core::mem::replace(&mut *state.private[seat], Hand::of(DieSet::EMPTY)).dice;
        let public = &mut state.public;
        public.held[seat] = 0;
        if let Some(known) = &mut public.dice {
            known[seat] = DieSet::EMPTY;
            public.gone = public.gone.with(lost);
        }
        self.next_round(state, seat, dice, say);
    }
}

/// Tells a fact to the table where it is open, else to the record only.
fn announce(seat: Seat, event: Event, open: bool, say: &mut Say<LiarsBoggle>) {
    if open {
        say.tell(seat, event);
    } else {
        say.note(seat, || event);
    }
}
