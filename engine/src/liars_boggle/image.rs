//! Views of Liar's Boggle as bytes.

use super::bid::{Bid, MAX_LETTERS};
use super::dice_set::{DieId, DieSet, MAX_DICE, MAX_SIDES};
use super::game::LiarsBoggle;
use super::letters::{Letter, Shown};
use super::options::Options;
use super::public::{Hand, Phase, Public, Standing};
use crate::game::View;
use crate::image::{Cell, Imaged, Kind, Schema, Seen, Text, number, record, seat, seats, unpacked};
use crate::lexicon::Lexicon;
use crate::seat::{BySeat, MAX_SEATS, Seat, SeatSet};
use crate::table::Survivors;
use alloc::sync::Arc;
use alloc::vec::Vec;

record! {
    /// A word that was bid.
    struct Bidding = "Standing" {
        /// The word, a die to a letter; Q is the face Qu.
        word: Text<MAX_LETTERS> = Kind::Letters;
        /// Who bid it.
        bidder: u8 = Kind::Seat;
        /// Whether it was questioned and found to be a word.
        approved: u8 = Kind::Flag;
    }
}

record! {
    /// What a seat sees in Liar's Boggle when it is asked.
    struct Flat = "View" {
        /// The size of this record in bytes.
        size: u16 = Kind::Hidden;
        /// The version of its layout.
        version: u16 = Kind::Hidden;
        /// The round, from 1.
        round: u32 = Kind::Number;
        /// Bids in the round.
        bids: u16 = Kind::Number;
        /// Your dice, by their numbers in the set.
        hand: u16 = Kind::Set;
        /// The dice that you may drop now.
        may_drop: u16 = Kind::Set;
        /// The dice that are known to be out of the game.
        gone: u16 = Kind::Set;
        /// The dice of each seat, where `dice_known`.
        dice: [u16; MAX_SEATS] = Kind::Set, by "seats";
        /// Whether it is known who holds which dice.
        dice_known: u8 = Kind::Flag;
        /// The seat that is asked: yours.
        seat: u8 = Kind::Seat;
        /// Seats at the table.
        seats: u8 = Kind::Number;
        /// Dice in the set.
        set: u8 = Kind::Number;
        /// The player in turn.
        turn: u8 = Kind::Seat;
        /// Who opened the round.
        opener: u8 = Kind::Seat;
        /// What is due: a turn, a poll out of turn, a vote on a word, or dropping a die.
        phase: u8 = Kind::Word(&["turn", "poll", "vote", "drop"]);
        /// Who is polled, votes or drops a die.
        asked: u8 = Kind::Seat;
        /// In a vote: who called or questioned the word.
        by: u8 = Kind::Seat;
        /// In a vote: whether the word was questioned out of turn.
        friendly: u8 = Kind::Flag;
        /// The seats that have dice.
        alive: u8 = Kind::Set;
        /// The seats that were taken out because their bot failed.
        retired: u8 = Kind::Set;
        /// Words of this turn that were refused.
        refused: u8 = Kind::Number;
        /// Whether the timer runs on the player in turn.
        timed: u8 = Kind::Flag;
        /// The shortest word there can be, in faces.
        min_faces: u8 = Kind::Number;
        /// The longest word there can be, in faces.
        max_faces: u8 = Kind::Number;
        /// Whether Qu counts two.
        qu_two: u8 = Kind::Flag;
        /// Whether Qu may be played as Q.
        qu_as_q: u8 = Kind::Flag;
        /// Whether you may bid.
        may_bid: u8 = Kind::Flag;
        /// Whether you may bid words of the dictionary only.
        words_only: u8 = Kind::Flag;
        /// Whether you may call.
        may_call: u8 = Kind::Flag;
        /// Whether you may question the word.
        may_object: u8 = Kind::Flag;
        /// Whether you may start the timer.
        may_start_timer: u8 = Kind::Flag;
        /// Whether you may pass.
        may_pass: u8 = Kind::Flag;
        /// Whether you may vote.
        may_vote: u8 = Kind::Flag;
        /// Whether `shown` says anything.
        has_shown: u8 = Kind::Flag;
        /// Nothing.
        spare: [u8; 2] = Kind::Hidden;
        /// The bid to be beaten or called.
        standing: Bidding = Kind::MaybeRecord(Bidding::RECORD);
        /// The bid before it.
        before: Bidding = Kind::MaybeRecord(Bidding::RECORD);
        /// The upper face of each die of the set, where it is yours; else nothing to go by.
        up: [Text<1>; MAX_DICE] = Kind::Letters, by "set";
        /// The faces of each die of the set.
        faces: [Text<MAX_SIDES>; MAX_DICE] = Kind::Letters, by "set";
        /// How many dice each seat has.
        held: [u8; MAX_SEATS] = Kind::Number, by "seats";
        /// The place in which each seat finished; 0 while it is in.
        places: [u8; MAX_SEATS] = Kind::Number, by "seats";
        /// The faces that each seat showed when the round was called.
        shown: [Text<MAX_DICE>; MAX_SEATS] = Kind::Letters, by "seats";
    }
}

static SCHEMA: Schema = Schema {
    game: "liars-boggle",
    version: 1,
    view: Flat::RECORD,
};

/// A letter of a die as a byte.
fn written(letter: Letter) -> u8 {
    match letter {
        Letter::QU => b'Q',
        letter => letter.printed()[0],
    }
}

/// The letter that a byte stands for.
fn letter(byte: u8) -> Option<Letter> {
    match byte {
        b'Q' => Some(Letter::QU),
        byte => Letter::of(byte),
    }
}

fn word<const N: usize>(letters: &[Letter]) -> Text<N> {
    Text::of(letters.iter().copied().map(written))
}

fn bidding(standing: Option<&Standing>) -> Bidding {
    Bidding {
        word: standing.map_or(Text::EMPTY, |standing| word(standing.bid.letters())),
        bidder: number(standing.map(|standing| standing.bidder)),
        approved: standing.is_some_and(|standing| standing.approved).into(),
    }
}

/// A bid as it was written; `None` where it cannot be one.
fn standing(bidding: &Bidding, seats: usize) -> Option<Option<Standing>> {
    let letters = bidding.word.letters();
    if letters.is_empty() {
        return Some(None);
    }
    let letters: Option<Vec<Letter>> = letters.iter().copied().map(letter).collect();
    Some(Some(Standing {
        bid: Bid::of(&letters?)?,
        bidder: seat(bidding.bidder, seats)?,
        approved: bidding.approved != 0,
    }))
}

/// What is due as it was written.
fn phase(flat: &Flat, seats: usize) -> Option<Phase> {
    let asked = seat(flat.asked, seats);
    Some(match flat.phase {
        0 => Phase::Turn,
        1 => Phase::Poll { asked: asked? },
        2 => Phase::Vote {
            asked: asked?,
            by: seat(flat.by, seats)?,
            friendly: flat.friendly != 0,
        },
        3 => Phase::Drop { loser: asked? },
        _ => return None,
    })
}

/// The faces that the seats showed.
fn shown(flat: &Flat, seats: usize) -> Option<BySeat<Shown>> {
    let mut all = BySeat::from_fn(seats, |_| Shown::default());
    for (index, text) in flat.shown[..seats].iter().enumerate() {
        let letters: Option<Shown> = text.letters().iter().copied().map(letter).collect();
        all[Seat::new(index)] = letters?;
    }
    Some(all)
}

impl Imaged for LiarsBoggle {
    const SCHEMA: &'static Schema = &SCHEMA;

    fn write(view: View<'_, Self>, out: &mut Vec<u8>) {
        let (game, public, own) = (view.rules(), view.public(), view.own());
        let (rules, options) = (game.rules(), Options::of(view));
        let (kind, asked, by, friendly) = match public.phase {
            Phase::Turn | Phase::Over => (0, None, None, false),
            Phase::Poll { asked } => (1, Some(asked), None, false),
            Phase::Vote {
                asked,
                by,
                friendly,
            } => (2, Some(asked), Some(by), friendly),
            Phase::Drop { loser } => (3, Some(loser), None, false),
        };
        let mut faces = [Text::EMPTY; MAX_DICE];
        for (text, die) in faces.iter_mut().zip(game.dice()) {
            *text = word(die.faces());
        }
        let mut open = [Text::EMPTY; MAX_SEATS];
        for (seat, shown) in public.shown.iter().flat_map(BySeat::iter) {
            open[seat.index()] = word(shown.letters());
        }
        let dice = public.dice.as_ref();
        let flat = Flat {
            size: Flat::SIZE as u16,
            version: SCHEMA.version,
            round: public.round,
            bids: public.bids,
            hand: own.dice.bits(),
            may_drop: options.drop.bits(),
            gone: public.gone.bits(),
            dice: dice.map_or([0; MAX_SEATS], |dice| {
                dice.map(|_, dice| dice.bits()).padded()
            }),
            dice_known: dice.is_some().into(),
            seat: number(Some(view.seat())),
            seats: public.survivors.seats() as u8,
            set: game.dice().len() as u8,
            turn: number(Some(public.turn)),
            opener: number(Some(public.opener)),
            phase: kind,
            asked: number(asked),
            by: number(by),
            friendly: friendly.into(),
            alive: public.survivors.alive().bits(),
            retired: public.retired.bits(),
            refused: public.refused,
            timed: public.timed.into(),
            min_faces: rules.min_faces,
            max_faces: rules.max_faces,
            qu_two: rules.qu_two.into(),
            qu_as_q: rules.qu_as_q.into(),
            may_bid: options.bid.into(),
            words_only: options.words_only.into(),
            may_call: options.call.into(),
            may_object: options.object.into(),
            may_start_timer: options.start_timer.into(),
            may_pass: options.pass.into(),
            may_vote: options.vote.into(),
            has_shown: public.shown.is_some().into(),
            spare: [0; 2],
            standing: bidding(public.standing.as_ref()),
            before: bidding(public.before.as_ref()),
            up: core::array::from_fn(|die| Text([written(own.face(DieId::new(die)))])),
            faces,
            held: public.held.padded(),
            places: public.survivors.finished(),
            shown: open,
        };
        let mut bytes = [0; Flat::SIZE];
        flat.put(&mut bytes);
        out.extend_from_slice(&bytes);
    }

    fn read(&self, image: &[u8]) -> Option<Seen<Self>> {
        let flat = unpacked::<Flat, { Flat::SIZE }>(image)?;
        let seats = seats(flat.seats)?;
        let mut own = Hand::of(DieSet::of_bits(flat.hand));
        for (die, up) in flat.up.iter().enumerate() {
            own.turn(DieId::new(die), letter(up.0[0])?);
        }
        let dice = BySeat::of_padded(seats, flat.dice).map(|_, &bits| DieSet::of_bits(bits));
        let public = Public {
            survivors: Survivors::of(seats, SeatSet::of_bits(flat.alive), flat.places),
            retired: SeatSet::of_bits(flat.retired),
            held: BySeat::of_padded(seats, flat.held),
            dice: (flat.dice_known != 0).then_some(dice),
            gone: DieSet::of_bits(flat.gone),
            round: flat.round,
            opener: seat(flat.opener, seats)?,
            bids: flat.bids,
            standing: standing(&flat.standing, seats)?,
            before: standing(&flat.before, seats)?,
            turn: seat(flat.turn, seats)?,
            refused: flat.refused,
            timed: flat.timed != 0,
            phase: phase(&flat, seats)?,
            shown: match flat.has_shown {
                0 => None,
                _ => Some(shown(&flat, seats)?),
            },
        };
        Some(Seen::new(seat(flat.seat, seats)?, public, own))
    }

    fn timed(view: View<'_, Self>) -> bool {
        let public = view.public();
        public.timed && public.phase == Phase::Turn && public.turn == view.seat()
    }

    fn words(&self) -> Option<&Arc<Lexicon>> {
        Some(self.list())
    }
}
