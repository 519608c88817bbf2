//! How a round ends: the word, the vote, the dice, the die that is dropped.

use super::dice_set::DieId;
use super::game::LiarsBoggle;
use super::letters::{Counts, Shown};
use super::notation::{Action, Event};
use super::public::{Phase, Public, Votes};
use super::rules::{Identity, Vote};
use crate::dice::Dice;
use crate::game::State;
use crate::play::Say;
use crate::seat::{BySeat, Seat, SeatSet};

impl LiarsBoggle {
    /// Somebody asks whether the standing word is valid.
    pub(super) fn question(
        &self,
        state: &mut State<Self>,
        by: Seat,
        friendly: bool,
        dice: &mut Dice,
        say: &mut Say<Self>,
    ) {
        let Some(standing) = state.public.standing else {
            return;
        };
        if self.is_word(&standing.bid) {
            self.verdict(state, by, friendly, true, dice, say);
        } else if let Some(asked) = self.next_voter(&state.public, standing.bidder, by) {
            state.hidden = Votes::default();
            state.public.phase = Phase::Vote {
                asked,
                by,
                friendly,
            };
        } else {
            self.verdict(state, by, friendly, false, dice, say);
        }
    }

    /// The next seat clockwise after `from` that has a vote; the bidder is
    /// where the round trip began.
    fn next_voter(&self, public: &Public, from: Seat, by: Seat) -> Option<Seat> {
        let bidder = public.standing?.bidder;
        let seats = public.survivors.seats();
        let mut voters = match self.rules().vote {
            Vote::Off => return None,
            Vote::Players => public.survivors.alive(),
            Vote::All => SeatSet::first(seats),
        };
        for seat in public.retired.iter().chain([by]) {
            voters.remove(seat);
        }
        // The bidder stands for the end of the circle and has no vote himself.
        voters.insert(bidder);
        Some(voters.after(from)).filter(|&seat| seat != bidder)
    }

    pub(super) fn vote(
        &self,
        state: &mut State<Self>,
        seat: Seat,
        valid: bool,
        dice: &mut Dice,
        say: &mut Say<Self>,
    ) {
        state.hidden.cast.insert(seat);
        if valid {
            state.hidden.valid.insert(seat);
        }
        self.vote_on(state, seat, dice, say);
    }

    /// The next voter is asked or, when all have voted, the votes are opened.
    pub(super) fn vote_on(
        &self,
        state: &mut State<Self>,
        seat: Seat,
        dice: &mut Dice,
        say: &mut Say<Self>,
    ) {
        let Phase::Vote { by, friendly, .. } = state.public.phase else {
            return;
        };
        if let Some(asked) = self.next_voter(&state.public, seat, by) {
            state.public.phase = Phase::Vote {
                asked,
                by,
                friendly,
            };
            return;
        }
        let Votes { cast, valid } = core::mem::take(&mut state.hidden);
        for voter in cast.iter() {
            say.tell(voter, Event::Voted(voter.is_in(valid)));
        }
        self.verdict(state, by, friendly, 2 * valid.len() > cast.len(), dice, say);
    }

    /// What follows from the word being valid or not.
    fn verdict(
        &self,
        state: &mut State<Self>,
        by: Seat,
        friendly: bool,
        valid: bool,
        dice: &mut Dice,
        say: &mut Say<Self>,
    ) {
        let Some(standing) = &mut state.public.standing else {
            return;
        };
        say.tell(standing.bidder, Event::Word(valid));
        match (friendly, valid) {
            (false, _) => self.settle(state, by, valid, dice, say),
            (true, true) => {
                standing.approved = true;
                state.public.phase = Phase::Turn;
                state.public.refused = 0;
            }
            (true, false) => Self::withdraw(&mut state.public, say),
        }
    }

    /// A4: the dice are shown, and one of the two loses a die.
    pub(super) fn settle(
        &self,
        state: &mut State<Self>,
        caller: Seat,
        word_holds: bool,
        dice: &mut Dice,
        say: &mut Say<Self>,
    ) {
        let public = &mut state.public;
        let Some(standing) = public.standing else {
            return;
        };
        let mut faces = Counts::default();
        let shown = BySeat::from_fn(public.survivors.seats(), |seat| {
            let shown = state.private[seat].shown();
            shown.letters().iter().for_each(|&letter| faces.add(letter));
            match self.rules().dice_identity {
                Identity::Public => shown,
                Identity::Private => shown.sorted(),
            }
        });
        for seat in public.survivors.alive().iter() {
            say.tell(seat, Event::Reveal(Shown::clone(&shown[seat])));
        }
        let spelled = self.spelling().spells(&faces, &standing.bid);
        say.tell(standing.bidder, Event::Spelled(spelled));
        let loser = if spelled && word_holds {
            caller
        } else {
            standing.bidder
        };
        say.tell(loser, Event::Lose);
        public.shown = Some(shown);
        public.phase = Phase::Drop { loser };
        // Who has one die left has nothing to choose.
        if public.held[loser] == 1
            && let Some(die) = state.private[loser].dice.iter().next()
        {
            say.tell(loser, Event::Did(Action::Drop(die)));
            self.drop(state, loser, die, dice, say);
        }
    }

    /// A5: the die leaves the table, and everybody sees which it is.
    pub(super) fn drop(
        &self,
        state: &mut State<Self>,
        loser: Seat,
        die: DieId,
        dice: &mut Dice,
        say: &mut Say<Self>,
    ) {
        state.private[loser].dice.remove(die);
        let public = &mut state.public;
        public.gone.insert(die);
        public.held[loser] -= 1;
        if let Some(known) = &mut public.dice {
            known[loser].remove(die);
        }
        self.next_round(state, loser, dice, say);
    }

    /// Ends the game if it is over, else starts the next round. `loser` opens
    /// it; if he is out, the player with the fewest dice does, of several the
    /// first clockwise from the loser.
    pub(super) fn next_round(
        &self,
        state: &mut State<Self>,
        loser: Seat,
        dice: &mut Dice,
        say: &mut Say<Self>,
    ) {
        let public = &mut state.public;
        if public.held[loser] == 0 {
            let mut gone = SeatSet::EMPTY;
            gone.insert(loser);
            public.survivors.out(gone);
            say.tell(loser, Event::Out);
        }
        let alive = public.survivors.alive();
        if alive.len() == 1 || public.round >= self.rules().max_rounds {
            public.phase = Phase::Over;
            return;
        }
        let fewest = alive.iter().map(|seat| public.held[seat]).min();
        let mut opener = alive.at_or_after(loser);
        while !loser.is_in(alive) && Some(public.held[opener]) != fewest {
            opener = alive.after(opener);
        }
        self.start_round(state, opener, dice, say);
    }
}
