//! Views of Liar's Dice as bytes.

use super::bid::Bid;
use super::choices::{MAX_DICE, MAX_FACES};
use super::game::{LiarsDice, Public, Standing};
use super::hand::Hand;
use super::options::{Options, Question};
use crate::game::View;
use crate::image::{Cell, Imaged, Kind, Schema, Seen, number, record, seat, seats, unpacked};
use crate::seat::{BySeat, MAX_SEATS, SeatSet};
use crate::table::Survivors;
use alloc::vec::Vec;

record! {
    /// A bid, and who made it.
    struct Bidding = "Standing" {
        /// How many dice are said to count for the face.
        quantity: u8 = Kind::Number;
        /// The face.
        face: u8 = Kind::Number;
        /// Who made the bid.
        bidder: u8 = Kind::Seat;
    }
}

record! {
    /// What a seat sees in Liar's Dice when it is asked.
    struct Flat = "View" {
        /// The size of this record in bytes.
        size: u16 = Kind::Hidden;
        /// The version of its layout.
        version: u16 = Kind::Hidden;
        /// The round, from 1.
        round: u32 = Kind::Number;
        /// The seat that is asked: yours.
        seat: u8 = Kind::Seat;
        /// Seats at the table.
        seats: u8 = Kind::Number;
        /// Faces of a die, numbered from 1.
        faces: u8 = Kind::Number;
        /// The face that counts for bids on every face now.
        wild: u8 = Kind::Maybe;
        /// The player in turn; you, unless you are asked out of turn.
        turn: u8 = Kind::Seat;
        /// Who is asked out of turn before him.
        asked: u8 = Kind::Seat;
        /// Who opened the round.
        opener: u8 = Kind::Seat;
        /// Whether the round is special: nothing is wild, and the face stays.
        palifico: u8 = Kind::Flag;
        /// Dice on the table.
        in_play: u8 = Kind::Number;
        /// The seats that have dice.
        alive: u8 = Kind::Set;
        /// The seats that fell to one die before, or began with one.
        fallen: u8 = Kind::Set;
        /// The bid to be beaten or doubted; none when a round is opened.
        standing: Bidding = Kind::MaybeRecord(Bidding::RECORD);
        /// Whether you may challenge.
        may_challenge: u8 = Kind::Flag;
        /// Whether you may call the bid exact.
        may_exact: u8 = Kind::Flag;
        /// Whether you may pass; only out of turn.
        may_pass: u8 = Kind::Flag;
        /// The highest quantity that can be bid.
        highest: u8 = Kind::Number;
        /// Nothing.
        spare: [u8; 2] = Kind::Hidden;
        /// For each face from 1 the lowest quantity that you may bid, up to `highest`;
        /// 0 where you may bid none.
        lowest: [u8; MAX_FACES] = Kind::Number, by "faces";
        /// Your dice: for each face from 1, how many show it.
        hand: [u8; MAX_FACES] = Kind::Number, by "faces";
        /// Dice of each seat.
        dice: [u8; MAX_SEATS] = Kind::Number, by "seats";
        /// The place in which each seat finished; 0 while it is in.
        places: [u8; MAX_SEATS] = Kind::Number, by "seats";
        /// Exact calls that each seat has made.
        exact_calls: [u8; MAX_SEATS] = Kind::Number, by "seats";
    }
}

static SCHEMA: Schema = Schema {
    game: "liars-dice",
    version: 1,
    view: Flat::RECORD,
};

impl Imaged for LiarsDice {
    const SCHEMA: &'static Schema = &SCHEMA;

    fn write(view: View<'_, Self>, out: &mut Vec<u8>) {
        let (public, options) = (view.public(), Options::of(view));
        let standing = public.standing;
        let flat = Flat {
            size: Flat::SIZE as u16,
            version: SCHEMA.version,
            round: public.round,
            seat: number(Some(view.seat())),
            seats: public.survivors.seats() as u8,
            faces: view.rules().rules().faces,
            wild: public.wild.unwrap_or(0),
            turn: number(Some(public.turn)),
            asked: number(public.asked),
            opener: number(Some(public.opener)),
            palifico: public.palifico.into(),
            in_play: public.in_play,
            alive: public.survivors.alive().bits(),
            fallen: public.fallen.bits(),
            standing: Bidding {
                quantity: standing.map_or(0, |standing| standing.bid.quantity),
                face: standing.map_or(0, |standing| standing.bid.face),
                bidder: number(standing.map(|standing| standing.bidder)),
            },
            may_challenge: options.challenge.into(),
            may_exact: options.exact.into(),
            may_pass: options.pass.into(),
            highest: public.ladder.height(),
            spare: [0; 2],
            lowest: options.raises.lowest(),
            hand: view.own().counts(),
            dice: public.dice.padded(),
            places: public.survivors.finished(),
            exact_calls: public.exact_calls.padded(),
        };
        let mut bytes = [0; Flat::SIZE];
        flat.put(&mut bytes);
        out.extend_from_slice(&bytes);
    }

    fn read(&self, image: &[u8]) -> Option<Seen<Self>> {
        let flat = unpacked::<Flat, { Flat::SIZE }>(image)?;
        let seats = seats(flat.seats)?;
        if flat.highest == 0 || usize::from(flat.highest) > MAX_DICE as usize * MAX_SEATS {
            return None;
        }
        let ladder = self.ladder(flat.palifico != 0, flat.highest);
        let standing = match flat.standing.quantity {
            0 => None,
            quantity => Some(Standing {
                bid: Bid::new(quantity, flat.standing.face),
                bidder: seat(flat.standing.bidder, seats)?,
            }),
        };
        if standing.is_some_and(|standing| !ladder.has(standing.bid)) {
            return None;
        }
        let turn = seat(flat.turn, seats)?;
        let mut public = Public {
            survivors: Survivors::of(seats, SeatSet::of_bits(flat.alive), flat.places),
            dice: BySeat::of_padded(seats, flat.dice),
            in_play: flat.in_play,
            round: flat.round,
            opener: seat(flat.opener, seats)?,
            palifico: flat.palifico != 0,
            ladder,
            wild: (flat.wild > 0).then_some(flat.wild),
            standing,
            turn,
            asked: seat(flat.asked, seats),
            question: Question::opening(turn, ladder),
            exact_calls: BySeat::of_padded(seats, flat.exact_calls),
            fallen: SeatSet::of_bits(flat.fallen),
            over: false,
        };
        public.question = match standing {
            Some(standing) => Question::about(standing.bid, self.rules(), &public),
            None => self.opening(&public),
        };
        let own = Hand::of_counts(flat.hand);
        Some(Seen::new(seat(flat.seat, seats)?, public, own))
    }
}
