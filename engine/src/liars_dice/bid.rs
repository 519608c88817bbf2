//! Bids and the order they stand in.

use super::choices::{LadderRule, OnesBids};
use super::rules::Rules;
use alloc::format;
use alloc::string::String;
use core::fmt;
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

impl fmt::Display for Bid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.quantity, self.face)
    }
}

impl FromStr for Bid {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let number =
            |part: &str| crate::knobs::whole::<u8>(part, 1, 255).filter(|_| !part.starts_with('0'));
        text.split_once('x')
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ladder {
    order: Order,
    /// The lowest face that can be bid: 1, or 2 where ones cannot.
    lowest: u8,
    faces: u8,
    height: u8,
    len: u16,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    /// Quantity, then face.
    Quantity,
    /// Quantity, then face, ones above the highest.
    QuantityHigh,
    /// Face, then quantity.
    Face,
    /// Face, then quantity, ones above the highest face.
    FaceHigh,
    /// n ones just below 2n twos.
    Dudo,
    /// n ones just below 2n+1 twos.
    Perudo,
}

impl Ladder {
    /// The bids of a normal round with quantities up to `height`.
    pub const fn new(rules: &Rules, height: u8) -> Self {
        let by_quantity = matches!(rules.ladder, LadderRule::ResetFace);
        let order = match (rules.ones_bids, by_quantity) {
            (OnesBids::Low | OnesBids::Forbid, true) => Order::Quantity,
            (OnesBids::Low | OnesBids::Forbid, false) => Order::Face,
            (OnesBids::High, true) => Order::QuantityHigh,
            (OnesBids::High, false) => Order::FaceHigh,
            (OnesBids::Dudo, _) => Order::Dudo,
            (OnesBids::Perudo, _) => Order::Perudo,
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
        let order = match self.order {
            Order::Face | Order::FaceHigh => Order::Face,
            _ => Order::Quantity,
        };
        Self::of(order, 2, self.faces, self.height)
    }

    const fn of(order: Order, lowest: u8, faces: u8, height: u8) -> Self {
        let len = (faces + 1 - lowest) as u16 * height as u16;
        Self {
            order,
            lowest,
            faces,
            height,
            len,
        }
    }

    /// The highest quantity on it.
    #[inline]
    pub const fn height(self) -> u8 {
        self.height
    }

    /// How many bids there are.
    #[inline]
    pub const fn len(self) -> u16 {
        self.len
    }

    /// Whether there are none, which no game allows.
    pub const fn is_empty(self) -> bool {
        self.len == 0
    }

    /// Whether this bid stands on it.
    #[inline]
    pub const fn has(self, bid: Bid) -> bool {
        bid.quantity >= 1
            && bid.quantity <= self.height
            && bid.face >= self.lowest
            && bid.face <= self.faces
    }

    /// The place of a bid that stands on it, from 0.
    #[inline]
    pub const fn rank(self, bid: Bid) -> u16 {
        let (q, f) = (bid.quantity as u32, bid.face as u32);
        let (lowest, faces, height) = (self.lowest as u32, self.faces as u32, self.height as u32);
        // Rows of faces 2..: ones stand between them.
        let row = faces - 1;
        let rank = match self.order {
            Order::Quantity => (q - 1) * (faces + 1 - lowest) + f - lowest,
            Order::Face => (f - lowest) * height + q - 1,
            Order::QuantityHigh => (q - 1) * faces + if f == 1 { row } else { f - 2 },
            Order::FaceHigh => (if f == 1 { row } else { f - 2 }) * height + q - 1,
            // Below q dice of a face stand the q-1 lower rows, and the bids on
            // n ones with 2n <= q (dudo) or 2n + 1 <= q (perudo).
            Order::Dudo if f == 1 => least(2 * q - 1, height) * row + q - 1,
            Order::Dudo => (q - 1) * row + f - 2 + q / 2,
            Order::Perudo if f == 1 => least(2 * q, height) * row + q - 1,
            Order::Perudo => (q - 1) * row + f - 2 + (q - 1) / 2,
        };
        rank as u16
    }

    /// The bid with this rank, below [`Ladder::len`].
    #[inline]
    pub const fn bid(self, rank: u16) -> Bid {
        let rank = rank as u32;
        let (lowest, faces, height) = (self.lowest as u32, self.faces as u32, self.height as u32);
        let row = faces - 1;
        let (q, f) = match self.order {
            Order::Quantity => {
                let width = faces + 1 - lowest;
                (rank / width + 1, rank % width + lowest)
            }
            Order::Face => (rank % height + 1, rank / height + lowest),
            Order::QuantityHigh => (rank / faces + 1, low_ones_last(rank % faces, row)),
            Order::FaceHigh => (rank % height + 1, low_ones_last(rank / height, row)),
            Order::Dudo => unfold(rank, row, height, 1),
            Order::Perudo => unfold(rank, row, height, 0),
        };
        Bid {
            quantity: q as u8,
            face: f as u8,
        }
    }
}

const fn least(a: u32, b: u32) -> u32 {
    if a < b { a } else { b }
}

/// Position 0.. in the order 2, 3, .., F, 1 as a face.
const fn low_ones_last(position: u32, row: u32) -> u32 {
    if position == row { 1 } else { position + 2 }
}

/// The inverse of the ladders with ones between the rows. They repeat in
/// groups of two rows and a bid on ones; `missing` is 1 where the first group
/// lacks its first row. When the rows are used up only ones are left.
const fn unfold(rank: u32, row: u32, height: u32, missing: u32) -> (u32, u32) {
    let group = 2 * row + 1;
    let shifted = rank + missing * row;
    let (rows_below, inside) = (2 * (shifted / group), shifted % group);
    let rows_here = least((height + missing).saturating_sub(rows_below), 2);
    if inside < rows_here * row {
        (rows_below + inside / row + 1 - missing, inside % row + 2)
    } else if rows_here == 2 {
        (rows_below / 2 + 1, 1)
    } else {
        (rank - height * row + 1, 1)
    }
}
