//! Views of Mia as bytes.

use super::game::{Cup, Mia, Phase, Public, Standing};
use super::options::Options;
use super::rules::Order;
use super::value::{VALUES, Value};
use crate::game::View;
use crate::image::{Cell, Imaged, Kind, Schema, Seen, number, record, seat, seats, unpacked};
use crate::seat::{BySeat, MAX_SEATS, SeatSet};
use crate::table::Survivors;
use alloc::vec::Vec;

record! {
    /// A value, and who announced it.
    struct Announced = "Standing" {
        /// The value, as in 54 or 21.
        value: u8 = Kind::Number;
        /// Its place in `order`, from 0.
        rank: u8 = Kind::Number;
        /// Who announced it.
        announcer: u8 = Kind::Seat;
    }
}

record! {
    /// The cup, as the table knows it.
    struct Covered = "Cup" {
        /// Who rolled what is in it.
        roller: u8 = Kind::Seat;
        /// The value that he had to beat.
        to_beat: u8 = Kind::Maybe;
        /// The value that he announced.
        said: u8 = Kind::Maybe;
    }
}

record! {
    /// What a seat sees in Mia when it is asked. Values are written high die first: 54.
    struct Flat = "View" {
        /// The size of this record in bytes.
        size: u16 = Kind::Hidden;
        /// The version of its layout.
        version: u16 = Kind::Hidden;
        /// The round, from 1.
        round: u32 = Kind::Number;
        /// Announcements in the round.
        claims: u32 = Kind::Number;
        /// The seat that is asked: yours.
        seat: u8 = Kind::Seat;
        /// Seats at the table.
        seats: u8 = Kind::Number;
        /// The player in turn.
        turn: u8 = Kind::Seat;
        /// Who opened the round.
        opener: u8 = Kind::Seat;
        /// What is due: decide about the cup, or announce what was rolled.
        phase: u8 = Kind::Word(&["decide", "announce"]);
        /// The seats that have lives.
        alive: u8 = Kind::Set;
        /// The announcement to be beaten or looked at.
        standing: Announced = Kind::MaybeRecord(Announced::RECORD);
        /// The cup.
        cup: Covered = Kind::Record(Covered::RECORD);
        /// The value under the cup, where you rolled it.
        own: u8 = Kind::Maybe;
        /// Whether you may believe, and roll.
        may_believe: u8 = Kind::Flag;
        /// Whether you may look.
        may_look: u8 = Kind::Flag;
        /// Whether you may give up.
        may_give_up: u8 = Kind::Flag;
        /// You may announce the values from this place in `order` on; 21: none.
        announce_from: u8 = Kind::Number;
        /// You may pass the cup on unseen with the values from this place on; 21: none.
        pass_from: u8 = Kind::Number;
        /// All values, from low to high.
        order: [u8; VALUES] = Kind::Number;
        /// Nothing.
        spare: u8 = Kind::Hidden;
        /// Lives of each seat.
        lives: [u8; MAX_SEATS] = Kind::Number, by "seats";
        /// The place in which each seat finished; 0 while it is in.
        places: [u8; MAX_SEATS] = Kind::Number, by "seats";
    }
}

static SCHEMA: Schema = Schema {
    game: "mia",
    version: 1,
    view: Flat::RECORD,
};

/// A value as a number.
const fn written(value: Value) -> u8 {
    let [high, low] = value.dice();
    10 * high + low
}

/// All values of an order as numbers, from low to high.
const fn ordered(order: Order) -> &'static [u8; VALUES] {
    const fn all(order: Order) -> [u8; VALUES] {
        let mut all = [0; VALUES];
        let mut rank = 0;
        while rank < VALUES {
            all[rank] = written(order.value(rank as u8));
            rank += 1;
        }
        all
    }
    const STANDARD: &[u8; VALUES] = &all(Order::Standard);
    const DOUBLES_DOWN: &[u8; VALUES] = &all(Order::DoublesDown);
    const LITTLE_MIA: &[u8; VALUES] = &all(Order::LittleMia);
    match order {
        Order::Standard => STANDARD,
        Order::DoublesDown => DOUBLES_DOWN,
        Order::LittleMia => LITTLE_MIA,
    }
}

/// A number as a value; 0 is none, and so is what two dice cannot be.
fn value(number: u8) -> Option<Value> {
    let (high, low) = (number / 10, number % 10);
    let dice = (1..=6).contains(&low) && (low..=6).contains(&high);
    dice.then(|| Value::of_dice(high, low))
}

impl Imaged for Mia {
    const SCHEMA: &'static Schema = &SCHEMA;

    fn write(view: View<'_, Self>, out: &mut Vec<u8>) {
        let (rules, public, options) = (view.rules().rules(), view.public(), Options::of(view));
        let (standing, cup) = (public.standing, public.cup);
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
                Phase::Decide => 0,
                Phase::Announce => 1,
            },
            alive: public.survivors.alive().bits(),
            standing: Announced {
                value: standing.map_or(0, |standing| written(standing.value)),
                rank: standing.map_or(0, |standing| standing.rank),
                announcer: number(standing.map(|standing| standing.announcer)),
            },
            cup: Covered {
                roller: number(Some(cup.roller)),
                to_beat: cup.to_beat.map_or(0, written),
                said: cup.said.map_or(0, written),
            },
            own: view.own().map_or(0, written),
            may_believe: options.believe.into(),
            may_look: options.look.into(),
            may_give_up: options.give_up.into(),
            announce_from: options.announce.first(),
            pass_from: options.pass.first(),
            order: *ordered(rules.order),
            spare: 0,
            lives: public.lives.padded(),
            places: public.survivors.finished(),
        };
        let mut bytes = [0; Flat::SIZE];
        flat.put(&mut bytes);
        out.extend_from_slice(&bytes);
    }

    fn read(&self, image: &[u8]) -> Option<Seen<Self>> {
        let flat = unpacked::<Flat, { Flat::SIZE }>(image)?;
        let seats = seats(flat.seats)?;
        let standing = match flat.standing.value {
            0 => None,
            number => {
                let value = value(number)?;
                Some(Standing {
                    value,
                    rank: self.rules().order.rank(value),
                    announcer: seat(flat.standing.announcer, seats)?,
                })
            }
        };
        let public = Public {
            survivors: Survivors::of(seats, SeatSet::of_bits(flat.alive), flat.places),
            lives: BySeat::of_padded(seats, flat.lives),
            round: flat.round,
            opener: seat(flat.opener, seats)?,
            turn: seat(flat.turn, seats)?,
            phase: match flat.phase {
                0 => Phase::Decide,
                1 => Phase::Announce,
                _ => return None,
            },
            claims: flat.claims,
            standing,
            cup: Cup {
                roller: seat(flat.cup.roller, seats)?,
                to_beat: value(flat.cup.to_beat),
                said: value(flat.cup.said),
            },
            end: None,
        };
        let own = value(flat.own);
        Some(Seen::new(seat(flat.seat, seats)?, public, own))
    }
}
