//! Views of Poker-dice Liar as bytes.

use super::game::{Phase, PokerLiar, Private, Public, Standing};
use super::hand::{Claim, Face, Hand, MAX_CUP, MAX_FACES};
use super::options::Options;
use super::rules::Straights;
use super::seating::Circle;
use crate::game::View;
use crate::image::{Cell, Imaged, Kind, Schema, Seen, Text, number, record, seat, seats, unpacked};
use crate::seat::{BySeat, MAX_SEATS, SeatSet};
use crate::table::Survivors;
use alloc::vec::Vec;

record! {
    /// A claim, and who made it.
    struct Claimed = "Standing" {
        /// How many dice it names: all that are under the cup.
        named: u8 = Kind::Number;
        /// The worth of each die from high to low, 0 for the lowest of the six faces.
        dice: [u8; MAX_CUP] = Kind::Number, by "cup";
        /// How many claims are lower.
        rank: u8 = Kind::Number;
        /// Who made it.
        claimant: u8 = Kind::Seat;
        /// How many dice he had thrown for it.
        thrown: u8 = Kind::Number;
    }
}

record! {
    /// What a seat sees in Poker-dice Liar when it is asked.
    struct Flat = "View" {
        /// The size of this record in bytes.
        size: u16 = Kind::Hidden;
        /// The version of its layout.
        version: u16 = Kind::Hidden;
        /// The sequence of claims, from 1.
        round: u32 = Kind::Number;
        /// Claims made in it.
        claims: u16 = Kind::Number;
        /// The seat that is asked: yours.
        seat: u8 = Kind::Seat;
        /// Seats at the table.
        seats: u8 = Kind::Number;
        /// The player in turn.
        turn: u8 = Kind::Seat;
        /// Who opened the sequence.
        opener: u8 = Kind::Seat;
        /// What is due: answer a claim, throw some of the dice, or claim.
        phase: u8 = Kind::Word(&["answer", "throw", "claim"]);
        /// The seats that have chips.
        alive: u8 = Kind::Set;
        /// Dice under the cup.
        cup: u8 = Kind::Number;
        /// Faces of a die: the highest of the six.
        faces: u8 = Kind::Number;
        /// Where straights stand.
        straights: u8 = Kind::Word(Straights::WORDS);
        /// Whether you may accept.
        may_accept: u8 = Kind::Flag;
        /// Whether you must throw all dice, if you throw.
        all: u8 = Kind::Flag;
        /// When a claim is due: how many claims are too low.
        claim_from: u8 = Kind::Number;
        /// The rank of the highest claim there is.
        top: u8 = Kind::Number;
        /// Chips that were lost.
        pot: u8 = Kind::Number;
        /// How many dice the player in turn threw last.
        thrown: u8 = Kind::Number;
        /// The claim to be answered or beaten.
        standing: Claimed = Kind::MaybeRecord(Claimed::RECORD);
        /// The claim before it.
        previous: Claimed = Kind::MaybeRecord(Claimed::RECORD);
        /// How faces are written, from low to high.
        signs: Text<{ MAX_FACES as usize }> = Kind::Text;
        /// When a claim is due: the lowest that you may make, dice from high to low.
        lowest: [u8; MAX_CUP] = Kind::Number, by "cup";
        /// Whether you have seen the dice in this sequence.
        has_seen: u8 = Kind::Flag;
        /// The dice as you saw them last, from high to low.
        hand: [u8; MAX_CUP] = Kind::Number, by "cup";
        /// The rank of these dice as a claim: how many claims are lower.
        hand_rank: u8 = Kind::Number;
        /// Nothing.
        spare: [u8; 3] = Kind::Hidden;
        /// The seats in the order of their turns.
        circle: [u8; MAX_SEATS] = Kind::Seat, by "seats";
        /// Chips of each seat.
        chips: [u8; MAX_SEATS] = Kind::Number, by "seats";
        /// The place in which each seat finished; 0 while it is in.
        places: [u8; MAX_SEATS] = Kind::Number, by "seats";
        /// Throws of each seat in this sequence.
        throws: [u16; MAX_SEATS] = Kind::Number, by "seats";
    }
}

static SCHEMA: Schema = Schema {
    game: "poker-liar",
    version: 1,
    view: Flat::RECORD,
};

fn claimed(standing: Option<Standing>) -> Claimed {
    Claimed {
        named: standing.map_or(0, |standing| standing.claim.0.dice()),
        dice: standing.map_or([0; MAX_CUP], |standing| standing.claim.0.padded()),
        rank: standing.map_or(0, |standing| standing.rank),
        claimant: number(standing.map(|standing| standing.claimant)),
        thrown: standing.map_or(0, |standing| standing.thrown),
    }
}

impl PokerLiar {
    /// The hand with a rank, if these are its dice.
    fn ranked(&self, rank: u8, written: [u8; MAX_CUP]) -> Option<Hand> {
        let hand = self.ranking().get(rank)?;
        (hand.padded() == written).then_some(*hand)
    }

    /// A claim as it was written; `None` where it cannot be one.
    fn standing(&self, claimed: &Claimed, seats: usize) -> Option<Option<Standing>> {
        if claimed.named == 0 {
            return Some(None);
        }
        Some(Some(Standing {
            claim: Claim(self.ranked(claimed.rank, claimed.dice)?),
            rank: claimed.rank,
            claimant: seat(claimed.claimant, seats)?,
            thrown: claimed.thrown,
        }))
    }
}

impl Imaged for PokerLiar {
    const SCHEMA: &'static Schema = &SCHEMA;

    fn write(view: View<'_, Self>, out: &mut Vec<u8>) {
        let (game, public, options) = (view.rules(), view.public(), Options::of(view));
        let (rules, pips) = (game.rules(), game.rules().dice);
        let lowest = match options {
            Options::Claim(claims) => Some(claims.lowest()),
            _ => None,
        };
        let seen = view.own().seen;
        let mut circle = [0; MAX_SEATS];
        for (place, &seat) in circle.iter_mut().zip(public.circle.seats()) {
            *place = number(Some(seat));
        }
        let flat = Flat {
            size: Flat::SIZE as u16,
            version: SCHEMA.version,
            round: public.round,
            claims: public.claims,
            seat: number(Some(view.seat())),
            seats: public.survivors.seats() as u8,
            turn: number(Some(public.turn)),
            opener: number(Some(public.opener)),
            phase: match public.phase {
                Phase::Answer => 0,
                Phase::Throw => 1,
                Phase::Claim => 2,
            },
            alive: public.survivors.alive().bits(),
            cup: rules.cup,
            faces: rules.faces,
            straights: rules.straights as u8,
            may_accept: matches!(options, Options::Answer { accept: true }).into(),
            all: matches!(options, Options::Throw(throws) if throws.all).into(),
            claim_from: lowest.unwrap_or(0),
            top: game.ranking().top(),
            pot: public.pot,
            thrown: public.thrown,
            standing: claimed(public.standing),
            previous: claimed(public.previous),
            signs: Text::of((0..MAX_FACES).map(|worth| Face { worth, pips }.sign() as u8)),
            lowest: lowest.map_or([0; MAX_CUP], |rank| game.ranking().hand(rank).padded()),
            has_seen: seen.is_some().into(),
            hand: seen.map_or([0; MAX_CUP], |seen| seen.padded()),
            hand_rank: seen.map_or(0, |seen| game.ranking().rank_of(&seen)),
            spare: [0; 3],
            circle,
            chips: public.chips.padded(),
            places: public.survivors.finished(),
            throws: public.throws.padded(),
        };
        let mut bytes = [0; Flat::SIZE];
        flat.put(&mut bytes);
        out.extend_from_slice(&bytes);
    }

    fn read(&self, image: &[u8]) -> Option<Seen<Self>> {
        let flat = unpacked::<Flat, { Flat::SIZE }>(image)?;
        let seats = seats(flat.seats)?;
        let mut circle = Circle::default();
        for &number in &flat.circle[..seats] {
            circle.push(seat(number, seats)?);
        }
        let public = Public {
            survivors: Survivors::of(seats, SeatSet::of_bits(flat.alive), flat.places),
            circle,
            chips: BySeat::of_padded(seats, flat.chips),
            pot: flat.pot,
            round: flat.round,
            opener: seat(flat.opener, seats)?,
            turn: seat(flat.turn, seats)?,
            phase: match flat.phase {
                0 => Phase::Answer,
                1 => Phase::Throw,
                2 => Phase::Claim,
                _ => return None,
            },
            standing: self.standing(&flat.standing, seats)?,
            previous: self.standing(&flat.previous, seats)?,
            claims: flat.claims,
            thrown: flat.thrown,
            throws: BySeat::of_padded(seats, flat.throws),
            over: false,
        };
        let seen = match flat.has_seen {
            0 => None,
            _ => Some(self.ranked(flat.hand_rank, flat.hand)?),
        };
        let own = Private { seen };
        Some(Seen::new(seat(flat.seat, seats)?, public, own))
    }
}
