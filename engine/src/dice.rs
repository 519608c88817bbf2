//! The table's dice: keyed, loaded by hand, or an odometer over all outcomes.

use crate::chance::{BotKey, Key, Words, scale};
use crate::game::Sitting;
use crate::seat::Seat;
use alloc::boxed::Box;
use alloc::vec::Vec;

/// What a die is thrown for. Each purpose has a key of its own, so a throw for
/// the first seat never moves a die of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// The dice of the game.
    Table,
    /// The throw that decides who opens.
    Seating,
    /// Which dice are dealt to whom (letter dice).
    Deal,
}

const PURPOSES: usize = 3;

/// Where the chance of a table comes from: a key for its dice, one per
/// purpose, and one for its bots.
///
/// ```text
/// run seed -> rules text -> seats -> [per table: table]               -> purpose
///                                    [independent: table -> rotation] -> bots
/// ```
///
/// The deal is the number of the stream under each of these keys; the private
/// key of seat s is the s-th 32 bytes of the bots' stream.
#[derive(Clone)]
pub struct Chance {
    root: Key,
    table: [Key; PURPOSES],
    bots: Key,
}

/// Labels under a table's root. Never renumber: logs depend on them.
const BOTS: u64 = PURPOSES as u64;
const INDEPENDENT: u64 = BOTS + 1;
const PER_TABLE: u64 = BOTS + 2;

impl Chance {
    /// The chance of every table of so many seats under these rules:
    /// duplicate dice, the same for all tables and rotations.
    pub fn new(run: &Key, rules: &str, seats: usize) -> Self {
        Self::under(run.child_of_text(rules).child(seats as u64))
    }

    /// The chance of one table alone, the same for its rotations.
    pub fn per_table(&self, table: u64) -> Self {
        Self::under(self.root.child(PER_TABLE).child(table))
    }

    /// The chance of one table and rotation alone: independent dice.
    pub fn independent(&self, table: u64, rotation: u64) -> Self {
        Self::under(self.root.child(INDEPENDENT).child(table).child(rotation))
    }

    /// The dice of a deal.
    pub fn dice(&self, deal: u64) -> Dice {
        Dice {
            source: Source::Keyed(Box::new(Keyed::new(self, deal))),
        }
    }

    /// Makes these the dice of a deal, and says what its bots' private chance
    /// is by seat. If they are so already, because the deal was the last that was
    /// played with them, they show what they showed without being thrown anew.
    pub fn deal<'a>(&'a self, deal: u64, dice: &mut Dice) -> impl Fn(Seat) -> BotKey + use<'a> {
        let known = match &mut dice.source {
            Source::Keyed(keyed) => keyed.turn_to(self, deal),
            other => {
                let keyed = Keyed::new(self, deal);
                let known = keyed.known;
                *other = Source::Keyed(Box::new(keyed));
                known
            }
        };
        move |seat: Seat| match known.get(seat.index()) {
            Some(&key) => BotKey::known(key),
            None => self.bot(seat, deal),
        }
    }

    /// The private chance of a seat's bot in a deal.
    pub const fn bot(&self, seat: Seat, deal: u64) -> BotKey {
        BotKey::new(self.bots, deal, seat.index() as u8)
    }

    fn under(root: Key) -> Self {
        Self {
            table: core::array::from_fn(|purpose| root.child(purpose as u64)),
            bots: root.child(BOTS),
            root,
        }
    }
}

/// The only source of chance in a game.
///
/// A die is asked for by its address: a purpose and a position in that
/// purpose's stream. Addresses are the games' business; see each game.
pub struct Dice {
    source: Source,
}

enum Source {
    Keyed(Box<Keyed>),
    Loaded { faces: Vec<u32>, next: usize },
    Odometer { wheels: Vec<Wheel>, next: usize },
}

/// Double blocks of a deal's stream that are kept for when it is played again:
/// 256 words, more than most games throw dice.
const KEPT: usize = 8;

/// The dice of a deal.
struct Keyed {
    chance: Chance,
    deal: u64,
    table: Words<KEPT>,
    /// The keys of the first two seats' bots.
    known: [Key; 2],
}

impl Keyed {
    fn new(chance: &Chance, deal: u64) -> Self {
        let key = chance.table[Purpose::Table as usize];
        let mut table = Words::new(key, deal);
        Self {
            known: table.begin(key, &chance.bots, deal),
            chance: chance.clone(),
            deal,
            table,
        }
    }

    /// Becomes the dice of another deal, or stays those of this one.
    fn turn_to(&mut self, chance: &Chance, deal: u64) -> [Key; 2] {
        let same = self.chance.root == chance.root;
        if !same || self.deal != deal {
            if !same {
                self.chance = chance.clone();
            }
            self.deal = deal;
            let key = chance.table[Purpose::Table as usize];
            self.known = self.table.begin(key, &chance.bots, deal);
        }
        self.known
    }
}

struct Wheel {
    shows: u32,
    sides: u32,
}

impl Default for Dice {
    /// Dice that are not thrown yet.
    fn default() -> Self {
        Self::loaded(Vec::new())
    }
}

impl Dice {
    /// Dice that show these values (0 is the lowest face) in the order in
    /// which they are thrown, whatever their address, and 0 after the last.
    pub const fn loaded(faces: Vec<u32>) -> Self {
        Self {
            source: Source::Loaded { faces, next: 0 },
        }
    }

    /// Dice that walk through every outcome: all zeros first, then
    /// [`Dice::advance`] turns the last wheel. For exhaustive counting.
    pub const fn odometer() -> Self {
        Self {
            source: Source::Odometer {
                wheels: Vec::new(),
                next: 0,
            },
        }
    }

    /// Throws `count` dice with `sides` sides at the positions from `first`
    /// on and hands each result, `0..sides`, to `each`.
    #[inline]
    pub fn throw(
        &mut self,
        purpose: Purpose,
        first: u64,
        count: usize,
        sides: u32,
        mut each: impl FnMut(u32),
    ) {
        match &mut self.source {
            // The game's own dice are read forward through one cipher; the
            // others are few, and get a fresh one.
            Source::Keyed(keyed) if purpose == Purpose::Table => {
                throw_from(&mut keyed.table, first, count, sides, each);
            }
            Source::Keyed(keyed) => {
                let key = keyed.chance.table[purpose as usize];
                let mut words = Words::<1>::new(key, keyed.deal);
                throw_from(&mut words, first, count, sides, each);
            }
            _ => {
                for _ in 0..count {
                    each(self.by_hand(sides));
                }
            }
        }
    }

    /// The next die that does not come from a key.
    #[cold]
    fn by_hand(&mut self, sides: u32) -> u32 {
        match &mut self.source {
            Source::Keyed(_) => unreachable!("keyed dice are thrown by address"),
            Source::Loaded { faces, next } => {
                let face = faces.get(*next).copied().unwrap_or(0).min(sides - 1);
                *next += 1;
                face
            }
            Source::Odometer { wheels, next } => {
                if *next == wheels.len() {
                    wheels.push(Wheel { shows: 0, sides });
                }
                let face = wheels[*next].shows;
                *next += 1;
                face
            }
        }
    }

    /// Throws dice that hold for a whole session: as [`throw`](Self::throw)
    /// for [`Purpose::Seating`], but from the session's first deal, which is
    /// [`Sitting::game`] deals before this one. So every game of a session
    /// finds the same throw by itself, without having seen the games before.
    pub fn throw_for_session(
        &mut self,
        sitting: &Sitting,
        first: u64,
        count: usize,
        sides: u32,
        each: impl FnMut(u32),
    ) {
        match &self.source {
            Source::Keyed(keyed) => {
                let key = keyed.chance.table[Purpose::Seating as usize];
                let mut words = Words::<1>::new(key, keyed.deal.wrapping_sub(sitting.game));
                throw_from(&mut words, first, count, sides, each);
            }
            _ => self.throw(Purpose::Seating, first, count, sides, each),
        }
    }

    /// Moves an odometer to the next outcome of the dice thrown since it was
    /// made, and back to their start; false when all have been seen (and for
    /// dice of another kind).
    pub fn advance(&mut self) -> bool {
        let Source::Odometer { wheels, next } = &mut self.source else {
            return false;
        };
        *next = 0;
        while let Some(mut wheel) = wheels.pop() {
            wheel.shows += 1;
            if wheel.shows < wheel.sides {
                wheels.push(wheel);
                return true;
            }
        }
        false
    }
}

/// Throws dice from a stream.
#[inline]
fn throw_from<const KEPT: usize>(
    words: &mut Words<KEPT>,
    mut first: u64,
    mut count: usize,
    sides: u32,
    mut each: impl FnMut(u32),
) {
    while count > 0 {
        // Block by block, so that a die costs no look at its address.
        let rest = words.from(first);
        let here = count.min(rest.len());
        for &word in &rest[..here] {
            each(scale(word, sides));
        }
        first += here as u64;
        count -= here;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn throw(dice: &mut Dice, first: u64, count: usize) -> Vec<u32> {
        let mut shown = Vec::new();
        dice.throw(Purpose::Table, first, count, 6, |face| shown.push(face));
        shown
    }

    #[test]
    fn a_die_does_not_depend_on_what_was_thrown_before() {
        let chance = Chance::new(&Key::new([1; 32]), "liars-dice", 2);
        let (mut a, mut b) = (chance.dice(7), chance.dice(7));
        let five = throw(&mut a, 40, 5);
        throw(&mut b, 0, 20);
        assert_eq!(throw(&mut b, 40, 3), five[..3]);
        for mut other in [
            chance.dice(8),
            chance.independent(0, 0).dice(7),
            chance.per_table(0).dice(7),
            chance.per_table(1).dice(7),
        ] {
            assert_ne!(throw(&mut other, 0, 20), throw(&mut a, 0, 20));
        }
    }

    /// Whatever they were before, and however far they were read.
    #[test]
    fn dice_that_are_kept_are_the_deals_dice() {
        let run = Chance::new(&Key::new([1; 32]), "liars-dice", 3);
        let chances = [run.clone(), run.per_table(4), run];
        let mut kept = Dice::default();
        for step in 0..300_u64 {
            // A deal mostly comes twice in a row, now and then of another chance.
            let (chance, deal) = (&chances[step as usize / 5 % 3], step / 2 % 4);
            let bots = chance.deal(deal, &mut kept);
            for seat in (0..3).map(Seat::new) {
                let bot = BotKey::new(chance.bots, deal, seat.index() as u8);
                assert!(bots(seat).derive() == bot.derive(), "step {step}");
            }
            // From block to block, and round the slots.
            for first in [0, 30, step % 7 * 100, step % 3 * 1000, 5] {
                let fresh = throw(&mut chance.dice(deal), first, 9);
                assert_eq!(throw(&mut kept, first, 9), fresh, "step {step}");
            }
        }
    }

    #[test]
    fn a_session_has_one_seating_throw() {
        let chance = Chance::new(&Key::new([1; 32]), "poker-liar", 4);
        let seating = |deal, game, first| {
            let mut shown = Vec::new();
            let sitting = Sitting { seats: 4, game };
            chance
                .dice(deal)
                .throw_for_session(&sitting, first, 8, 6, |face| shown.push(face));
            shown
        };
        let first = seating(20, 0, 0);
        for game in 1..5 {
            assert_eq!(seating(20 + game, game, 0), first, "game {game}");
            assert_eq!(seating(20 + game, game, 3)[..5], first[3..]);
        }
        assert_ne!(seating(21, 0, 0), first);
        let mut own = Vec::new();
        let mut dice = chance.dice(20);
        dice.throw(Purpose::Seating, 0, 8, 6, |face| own.push(face));
        assert_eq!(own, first);
    }

    #[test]
    fn an_odometer_sees_every_outcome_once() {
        let mut dice = Dice::odometer();
        let mut seen = Vec::new();
        loop {
            let mut shown = Vec::new();
            dice.throw(Purpose::Table, 0, 1, 2, |face| shown.push(face));
            // The second throw depends on the first, as in a game.
            let sides = if shown[0] == 0 { 3 } else { 1 };
            dice.throw(Purpose::Table, 1, 1, sides, |face| shown.push(face));
            seen.push((shown[0], shown[1]));
            if !dice.advance() {
                break;
            }
        }
        assert_eq!(seen, [(0, 0), (0, 1), (0, 2), (1, 0)]);
    }
}
