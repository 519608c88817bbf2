//! Bids and the order they stand in.

use super::choices::{LadderRule, MAX_FACES, OnesBids};
use super::rules::Rules;
use crate::notation::{Notation, printed};
use alloc::format;
use alloc::string::String;
use core::cmp::Ordering;
use core::fmt;
use core::num::NonZeroU8;
use core::str::FromStr;

/// The claim that at least `quantity` dice on the table show `face`.
/// Prints as `3x5`: three fives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bid {
    /// How many dice, at least 1.
    pub quantity: u8,
    /// The face, from 1.
    pub face: u8,
}

impl Bid {
    /// The bid on `quantity` dice that show `face`.
    #[inline]
    pub const fn new(quantity: u8, face: u8) -> Self {
        Self { quantity, face }
    }
}

impl Notation for Bid {
    fn spell(&self, out: &mut impl fmt::Write) -> fmt::Result {
        self.quantity.spell(out)?;
        out.write_char('x')?;
        self.face.spell(out)
    }
}

printed!(Bid);

impl FromStr for Bid {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let number =
            |part: &str| crate::knobs::whole::<u8>(part, 1, 255).filter(|_| !part.starts_with('0'));
        crate::pieces::cut(text, b'x')
            .and_then(|(quantity, face)| Some(Self::new(number(quantity)?, number(face)?)))
            .ok_or_else(|| format!("\"{text}\" is no bid; a bid looks like 3x5"))
    }
}

/// The order of all bids that can be made in a round, from the lowest (rank
/// 0) to the highest. A strict total order.
///
/// ```
/// use dudo_engine::liars_dice::{Bid, Ladder, Rules};
/// let rules: Rules = "liars-dice(preset=perudo)".parse().unwrap();
/// let ladder = Ladder::new(&rules, 10);
/// // Two aces stand between four sixes and five twos.
/// assert!(ladder.rank(Bid::new(4, 6)) < ladder.rank(Bid::new(2, 1)));
/// assert!(ladder.rank(Bid::new(2, 1)) < ladder.rank(Bid::new(5, 2)));
/// ```
// Aligned, so that it is copied as one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(8))]
pub struct Ladder {
    order: Order,
    /// The lowest face that can be bid: 1, or 2 where ones cannot.
    lowest: u8,
    faces: u8,
    height: u8,
    /// Bids that share what counts first: the faces or the quantities. Not 0,
    /// so that nobody asks whether it is where it divides.
    run: NonZeroU8,
    len: u16,
}

/// How bids stand on a ladder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    /// By quantity, then by face.
    Quantity,
    /// By face, then by quantity.
    Face,
    /// By quantity, then by face, ones the highest.
    QuantityOnesLast,
    /// By face, ones the highest, then by quantity.
    FaceOnesLast,
    /// By quantity, then by face, but n ones just below 2n twos.
    Dudo,
    /// By quantity, then by face, but n ones just below 2n+1 twos.
    Perudo,
}

impl Order {
    /// Whether a bid stands by its face first, then by its quantity.
    const fn is_by_face(self) -> bool {
        matches!(self, Self::Face | Self::FaceOnesLast)
    }

    /// Whether the bids on ones stand between those on other faces.
    const fn has_ones_between(self) -> bool {
        matches!(self, Self::Dudo | Self::Perudo)
    }

    /// Whether the bids on ones do not stand below those on twos.
    const fn has_ones_apart(self) -> bool {
        !matches!(self, Self::Quantity | Self::Face)
    }
}

// By reference, although it is small: a question reads the two or three fields
// it is about from where they are.
impl Ladder {
    /// The bids of a normal round with quantities up to `height`.
    pub const fn new(rules: &Rules, height: u8) -> Self {
        let by_face = matches!(rules.ladder, LadderRule::ResetQuantity);
        let order = match rules.ones_bids {
            OnesBids::Low | OnesBids::Forbid if by_face => Order::Face,
            OnesBids::Low | OnesBids::Forbid => Order::Quantity,
            OnesBids::High if by_face => Order::FaceOnesLast,
            OnesBids::High => Order::QuantityOnesLast,
            OnesBids::Dudo => Order::Dudo,
            OnesBids::Perudo => Order::Perudo,
        };
        let lowest = if matches!(rules.ones_bids, OnesBids::Forbid) {
            2
        } else {
            1
        };
        Self::of(order, lowest, rules.faces, height)
    }

    /// Quantity, then face, ones the lowest: the ladder of special rounds.
    pub const fn plain(faces: u8, height: u8) -> Self {
        Self::of(Order::Quantity, 1, faces, height)
    }

    /// This ladder without the bids on ones.
    pub const fn without_ones(self) -> Self {
        let order = if self.order.is_by_face() {
            Order::Face
        } else {
            Order::Quantity
        };
        Self::of(order, 2, self.faces, self.height)
    }

    /// The bids of this ladder on one face.
    pub(super) const fn on(self, face: u8) -> Self {
        Self::of(Order::Quantity, face, face, self.height)
    }

    const fn of(order: Order, lowest: u8, faces: u8, height: u8) -> Self {
        let row = faces + 1 - lowest;
        let run = match NonZeroU8::new(if order.is_by_face() { height } else { row }) {
            Some(run) => run,
            None => NonZeroU8::MIN,
        };
        Self {
            order,
            lowest,
            faces,
            height,
            run,
            len: row as u16 * height as u16,
        }
    }

    /// The highest quantity on it.
    #[inline]
    pub const fn height(&self) -> u8 {
        self.height
    }

    /// For each face, by face from 1, the lowest quantity of which a bid stands at
    /// `first` or above; 0 stays where there is none. On one face bids rise with
    /// their quantity, so all higher ones stand above as well.
    pub(super) fn lowest(&self, first: u16, lowest: &mut [u8; MAX_FACES]) {
        let ones_apart = self.order.has_ones_apart();
        if ones_apart {
            let (mut low, mut high) = (1, self.height + 1);
            while low < high {
                let middle = u8::midpoint(low, high);
                if self.rank(Bid::new(middle, 1)) < first {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            lowest[0] = if low > self.height { 0 } else { low };
        }
        let mut bids = (first..self.len).map(|rank| self.bid(rank));
        let Some(next) = bids.find(|bid| !ones_apart || bid.face != 1) else {
            return;
        };
        let from = if ones_apart { 2 } else { self.lowest };
        for face in from..=self.faces {
            let quantity = match (self.order.is_by_face(), face.cmp(&next.face)) {
                (_, Ordering::Equal) => next.quantity,
                (true, Ordering::Less) => continue,
                (true, Ordering::Greater) => 1,
                (false, Ordering::Less) => next.quantity + 1,
                (false, Ordering::Greater) => next.quantity,
            };
            if quantity <= self.height {
                lowest[usize::from(face) - 1] = quantity;
            }
        }
    }

    /// How many bids there are.
    #[inline]
    pub const fn len(&self) -> u16 {
        self.len
    }

    /// Whether there are none, which no game allows.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Whether this bid stands on it.
    #[inline]
    pub const fn has(&self, bid: Bid) -> bool {
        bid.quantity >= 1
            && bid.quantity <= self.height
            && bid.face >= self.lowest
            && bid.face <= self.faces
    }

    /// The rank of a bid, if it stands on it.
    #[inline]
    pub(super) const fn find(&self, bid: Bid) -> Option<u16> {
        if let Order::Quantity = self.order {
            // Faces make up a row, so a quantity beyond the height, or none at
            // all, is a rank beyond the last.
            let face = bid.face.wrapping_sub(self.lowest);
            let rank = self.place(bid.quantity.wrapping_sub(1), face);
            return if face < self.run.get() && rank < self.len {
                Some(rank)
            } else {
                None
            };
        }
        if self.has(bid) {
            Some(self.rank_otherwise(bid))
        } else {
            None
        }
    }

    /// This ladder with another height.
    #[inline]
    pub(super) const fn with_height(self, height: u8) -> Self {
        Self::of(self.order, self.lowest, self.faces, height)
    }

    /// The place of a bid that stands on it, from 0.
    #[inline]
    pub const fn rank(&self, bid: Bid) -> u16 {
        match self.order {
            Order::Quantity => self.place(bid.quantity - 1, bid.face - self.lowest),
            _ => self.rank_otherwise(bid),
        }
    }

    /// How many bids stand no higher than one that stands on it.
    // Not its rank and one more: here only a product and a sum wait for the bid.
    #[inline]
    pub(super) const fn up_to(&self, bid: Bid) -> u32 {
        match self.order {
            Order::Quantity => {
                let (run, lowest) = (self.run.get() as u32, self.lowest as u32);
                bid.quantity as u32 * run + bid.face as u32 - (run + lowest - 1)
            }
            _ => self.rank_otherwise(bid) as u32 + 1,
        }
    }

    /// The bid with this rank, below [`Ladder::len`].
    #[inline]
    pub const fn bid(&self, rank: u16) -> Bid {
        match self.order {
            Order::Quantity => {
                let (quantity, face) = self.at(rank);
                Bid::new(quantity + 1, face + self.lowest)
            }
            _ => self.bid_otherwise(rank),
        }
    }

    /// The place of what counts first and what counts next, both from 0.
    #[inline]
    const fn place(&self, first: u8, next: u8) -> u16 {
        first as u16 * self.run.get() as u16 + next as u16
    }

    /// The inverse.
    #[inline]
    const fn at(&self, place: u16) -> (u8, u8) {
        // Short numbers, which are divided fast.
        let run = self.run.get() as u16;
        ((place / run) as u8, (place % run) as u8)
    }

    // Not in line, here and below, so that the plain order stays short.
    #[inline(never)]
    const fn rank_otherwise(self, bid: Bid) -> u16 {
        if self.order.has_ones_between() {
            return self.rank_between(bid);
        }
        let (quantity, face) = (bid.quantity - 1, self.step(bid.face));
        if self.order.is_by_face() {
            self.place(face, quantity)
        } else {
            self.place(quantity, face)
        }
    }

    #[inline(never)]
    const fn bid_otherwise(self, rank: u16) -> Bid {
        if self.order.has_ones_between() {
            return self.bid_between(rank);
        }
        let (first, next) = self.at(rank);
        let (quantity, step) = if self.order.is_by_face() {
            (next, first)
        } else {
            (first, next)
        };
        Bid::new(quantity + 1, self.face(step))
    }

    /// How many faces stand below one.
    const fn step(self, face: u8) -> u8 {
        match self.order {
            Order::QuantityOnesLast | Order::FaceOnesLast if face == 1 => self.faces - 1,
            Order::QuantityOnesLast | Order::FaceOnesLast => face - 2,
            _ => face - self.lowest,
        }
    }

    /// The face that so many stand below.
    const fn face(self, step: u8) -> u8 {
        match self.order {
            Order::QuantityOnesLast | Order::FaceOnesLast if step == self.faces - 1 => 1,
            Order::QuantityOnesLast | Order::FaceOnesLast => step + 2,
            _ => step + self.lowest,
        }
    }

    /// The place of a bid where ones stand between the rows of faces 2 and up.
    const fn rank_between(&self, bid: Bid) -> u16 {
        let (q, height, row) = (
            bid.quantity as u16,
            self.height as u16,
            self.faces as u16 - 1,
        );
        let dudo = matches!(self.order, Order::Dudo) as u16;
        if bid.face == 1 {
            return least(2 * q - dudo, height) * row + q - 1;
        }
        // Below q dice of a face stand the q-1 lower rows, and the bids on
        // n ones with 2n <= q (dudo) or 2n + 1 <= q (perudo).
        (q - 1) * row + bid.face as u16 - 2 + (q - 1 + dudo) / 2
    }

    /// The inverse. Such ladders repeat in groups of two rows and a bid on
    /// ones, but the first group of Dudo's lacks its first row. When the rows
    /// are used up only ones are left.
    const fn bid_between(&self, rank: u16) -> Bid {
        let (height, row) = (self.height as u16, self.faces as u16 - 1);
        let missing = matches!(self.order, Order::Dudo) as u16;
        let group = 2 * row + 1;
        let shifted = rank + missing * row;
        let (rows_below, inside) = (2 * (shifted / group), shifted % group);
        let rows_here = least((height + missing).saturating_sub(rows_below), 2);
        let (quantity, face) = if inside < rows_here * row {
            (rows_below + inside / row + 1 - missing, inside % row + 2)
        } else if rows_here == 2 {
            (rows_below / 2 + 1, 1)
        } else {
            (rank - height * row + 1, 1)
        };
        Bid {
            quantity: quantity as u8,
            face: face as u8,
        }
    }
}

const fn least(a: u16, b: u16) -> u16 {
    if a < b { a } else { b }
}
