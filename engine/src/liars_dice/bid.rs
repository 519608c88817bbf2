//! Bids and the order they stand in.

use super::choices::{LadderRule, MAX_FACES, OnesBids};
use super::rules::Rules;
use crate::notation::{Notation, printed};
use alloc::format;
use alloc::string::String;
use core::cmp::Ordering;
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ladder {
    /// Whether a bid stands by its face first, then by its quantity.
    by_face: bool,
    ones: Ones,
    /// The lowest face that can be bid: 1, or 2 where ones cannot.
    lowest: u8,
    faces: u8,
    height: u8,
    /// Bids that share what counts first: the faces or the quantities.
    run: u8,
    len: u16,
}

/// Where the bids on ones stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ones {
    /// Below those on twos, as their number says; or nowhere.
    Lowest,
    /// Above those on the highest face.
    Highest,
    /// n ones just below 2n twos.
    Dudo,
    /// n ones just below 2n+1 twos.
    Perudo,
}

// By reference, although it is small: a question reads the two or three fields
// it is about from where they are.
impl Ladder {
    /// The bids of a normal round with quantities up to `height`.
    pub const fn new(rules: &Rules, height: u8) -> Self {
        let (ones, lowest) = match rules.ones_bids {
            OnesBids::Low => (Ones::Lowest, 1),
            OnesBids::Forbid => (Ones::Lowest, 2),
            OnesBids::High => (Ones::Highest, 1),
            OnesBids::Dudo => (Ones::Dudo, 1),
            OnesBids::Perudo => (Ones::Perudo, 1),
        };
        let by_face = matches!(rules.ladder, LadderRule::ResetQuantity)
            && matches!(ones, Ones::Lowest | Ones::Highest);
        Self::of(by_face, ones, lowest, rules.faces, height)
    }

    /// Quantity, then face, ones the lowest: the ladder of special rounds.
    pub const fn plain(faces: u8, height: u8) -> Self {
        Self::of(false, Ones::Lowest, 1, faces, height)
    }

    /// This ladder without the bids on ones.
    pub const fn without_ones(self) -> Self {
        Self::of(self.by_face, Ones::Lowest, 2, self.faces, self.height)
    }

    const fn of(by_face: bool, ones: Ones, lowest: u8, faces: u8, height: u8) -> Self {
        let row = faces + 1 - lowest;
        let run = if by_face { height } else { row };
        Self {
            by_face,
            ones,
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

    /// The highest face on it.
    pub(super) const fn faces(&self) -> u8 {
        self.faces
    }

    /// For each face, by face from 1, the lowest quantity of which a bid stands at
    /// `first` or above; 0 stays where there is none. On one face bids rise with
    /// their quantity, so all higher ones stand above as well.
    pub(super) fn lowest(&self, first: u16, lowest: &mut [u8; MAX_FACES]) {
        let ones_apart = self.ones != Ones::Lowest;
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
            let quantity = match (self.by_face, face.cmp(&next.face)) {
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

    /// This ladder with another height.
    #[inline]
    pub(super) const fn with_height(self, height: u8) -> Self {
        Self::of(self.by_face, self.ones, self.lowest, self.faces, height)
    }

    /// The place of a bid that stands on it, from 0.
    #[inline]
    pub const fn rank(&self, bid: Bid) -> u16 {
        match self.ones {
            Ones::Lowest => self.place(bid.quantity, bid.face - self.lowest),
            _ => self.rank_by_ones(bid),
        }
    }

    /// The bid with this rank, below [`Ladder::len`].
    #[inline]
    pub const fn bid(&self, rank: u16) -> Bid {
        match self.ones {
            Ones::Lowest => {
                let (quantity, face) = self.at(rank);
                Bid::new(quantity, face + self.lowest)
            }
            _ => self.bid_by_ones(rank),
        }
    }

    /// The place of a quantity and a face, faces counted from 0 as they stand.
    #[inline]
    const fn place(&self, quantity: u8, face: u8) -> u16 {
        let (first, second) = if self.by_face {
            (face, quantity - 1)
        } else {
            (quantity - 1, face)
        };
        first as u16 * self.run as u16 + second as u16
    }

    /// The inverse.
    #[inline]
    const fn at(&self, place: u16) -> (u8, u8) {
        // Short numbers, which are divided fast.
        let first = (place / self.run as u16) as u8;
        let second = (place % self.run as u16) as u8;
        if self.by_face {
            (second + 1, first)
        } else {
            (first + 1, second)
        }
    }

    // Not in line, here and below, so that the plain orders stay short.
    #[inline(never)]
    const fn rank_by_ones(self, bid: Bid) -> u16 {
        match self.ones {
            Ones::Dudo | Ones::Perudo => self.rank_between(bid),
            _ if bid.face == 1 => self.place(bid.quantity, self.faces - 1),
            _ => self.place(bid.quantity, bid.face - 2),
        }
    }

    #[inline(never)]
    const fn bid_by_ones(self, rank: u16) -> Bid {
        if matches!(self.ones, Ones::Dudo | Ones::Perudo) {
            return self.bid_between(rank);
        }
        let (quantity, face) = self.at(rank);
        Bid::new(quantity, if face == self.faces - 1 { 1 } else { face + 2 })
    }

    /// The place of a bid where ones stand between the rows of faces 2 and up.
    const fn rank_between(&self, bid: Bid) -> u16 {
        let (q, height, row) = (
            bid.quantity as u16,
            self.height as u16,
            self.faces as u16 - 1,
        );
        let dudo = matches!(self.ones, Ones::Dudo) as u16;
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
        let missing = matches!(self.ones, Ones::Dudo) as u16;
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
