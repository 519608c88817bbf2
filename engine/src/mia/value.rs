//! What two dice show, and the three orders of it.

use super::rules::Order;
use crate::notation::{Notation, printed};
use alloc::format;
use alloc::string::String;
use core::fmt;
use core::str::FromStr;

/// How many values two dice have.
pub const VALUES: usize = 21;

/// The values as they are written, in the standard order.
const NAMES: [[u8; 2]; VALUES] = [
    [3, 1],
    [3, 2],
    [4, 1],
    [4, 2],
    [4, 3],
    [5, 1],
    [5, 2],
    [5, 3],
    [5, 4],
    [6, 1],
    [6, 2],
    [6, 3],
    [6, 4],
    [6, 5],
    [1, 1],
    [2, 2],
    [3, 3],
    [4, 4],
    [5, 5],
    [6, 6],
    [2, 1],
];

/// Standard number of the value whose dice are `high + 1` and `low + 1`.
const BY_DICE: [[u8; 6]; 6] = {
    let mut table = [[0; 6]; 6];
    let mut number = 0;
    while number < VALUES {
        let [high, low] = NAMES[number];
        table[high as usize - 1][low as usize - 1] = number as u8;
        table[low as usize - 1][high as usize - 1] = number as u8;
        number += 1;
    }
    table
};

/// Number of the lowest double, 11, in the standard order.
const DOUBLES: u8 = 14;
/// Number of Mia in the standard order.
const TOP: u8 = VALUES as u8 - 1;

/// What two dice show, as it is announced: the high die first.
///
/// Values have no order of their own; a game's [`Order`] ranks them.
///
/// ```
/// use dudo_engine::mia::{Order, Value};
/// let value: Value = "54".parse().unwrap();
/// assert_eq!(value, Value::of_dice(4, 5));
/// assert_eq!(Order::Standard.rank(value), 8);
/// assert_eq!(Order::Standard.rank(Value::MIA), 20);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value(u8);

impl Value {
    /// 21.
    pub const MIA: Self = Self(TOP);

    /// What two dice show, in either order.
    ///
    /// # Panics
    /// When a face is not 1 to 6.
    pub const fn of_dice(one: u8, other: u8) -> Self {
        Self(BY_DICE[one as usize - 1][other as usize - 1])
    }

    /// The two dice, high die first.
    pub const fn dice(self) -> [u8; 2] {
        NAMES[self.0 as usize]
    }

    /// Whether both dice show the same.
    pub const fn is_double(self) -> bool {
        self.0 >= DOUBLES && self.0 < TOP
    }

    /// How many of the 36 rolls of two dice show it: 1 or 2.
    pub const fn ways(self) -> u32 {
        if self.is_double() { 1 } else { 2 }
    }

    /// All of them, in the standard order.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..VALUES as u8).map(Self)
    }
}

impl Notation for Value {
    fn spell(&self, out: &mut impl fmt::Write) -> fmt::Result {
        let [high, low] = self.dice();
        high.spell(out)?;
        low.spell(out)
    }
}

printed!(Value);

impl FromStr for Value {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let die = |byte: u8| matches!(byte, b'1'..=b'6').then(|| byte - b'0');
        let dice = match text.as_bytes() {
            &[high, low] => die(high).zip(die(low)),
            _ => None,
        };
        match dice {
            Some((high, low)) if high >= low => Ok(Self::of_dice(high, low)),
            Some((low, high)) => Err(format!(
                "\"{text}\" has its low die first; it is written {high}{low}"
            )),
            None => Err(format!(
                "\"{text}\" is no value of two dice; they are written high die first, such as 54"
            )),
        }
    }
}

impl Order {
    /// Where a value stands, 0 (lowest) to 20 (Mia).
    pub const fn rank(self, value: Value) -> u8 {
        let number = value.0;
        match self {
            Self::DoublesDown if value.is_double() => DOUBLES + TOP - 1 - number,
            // 31 goes from the lowest place to the one below Mia.
            Self::LittleMia if number == 0 => TOP - 1,
            Self::LittleMia if number < TOP => number - 1,
            Self::Standard | Self::DoublesDown | Self::LittleMia => number,
        }
    }

    /// The value at a rank.
    ///
    /// # Panics
    /// When the rank is [`VALUES`] or more.
    pub const fn value(self, rank: u8) -> Value {
        assert!(rank <= TOP, "a rank is 0 to 20");
        Value(match self {
            Self::DoublesDown if rank >= DOUBLES && rank < TOP => DOUBLES + TOP - 1 - rank,
            Self::LittleMia if rank == TOP - 1 => 0,
            Self::LittleMia if rank < TOP => rank + 1,
            Self::Standard | Self::DoublesDown | Self::LittleMia => rank,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;
    use alloc::vec::Vec;

    const ORDERS: [(Order, &str); 3] = [
        (
            Order::Standard,
            "31 32 41 42 43 51 52 53 54 61 62 63 64 65 11 22 33 44 55 66 21",
        ),
        (
            Order::DoublesDown,
            "31 32 41 42 43 51 52 53 54 61 62 63 64 65 66 55 44 33 22 11 21",
        ),
        (
            Order::LittleMia,
            "32 41 42 43 51 52 53 54 61 62 63 64 65 11 22 33 44 55 66 31 21",
        ),
    ];

    #[test]
    fn orders_are_as_written() {
        for (order, expected) in ORDERS {
            let values: Vec<Value> = (0..21).map(|rank| order.value(rank)).collect();
            let names: Vec<String> = values.iter().map(ToString::to_string).collect();
            assert_eq!(names.join(" "), expected);
            for (rank, &value) in values.iter().enumerate() {
                assert_eq!(order.rank(value), rank as u8, "{value}");
            }
        }
    }

    /// checks.md: P(roll >= x) in 36ths.
    #[test]
    fn chances_are_the_published_ones() {
        let published = "31:36 32:34 41:32 42:30 43:28 51:26 52:24 53:22 54:20 61:18 62:16 \
            63:14 64:12 65:10 11:8 22:7 33:6 44:5 55:4 66:3 21:2";
        for pair in published.split(' ') {
            let (value, ways) = pair.split_once(':').unwrap();
            let rank = Order::Standard.rank(value.parse().unwrap());
            let found: u32 = (rank..21)
                .map(|rank| Order::Standard.value(rank).ways())
                .sum();
            assert_eq!(found.to_string(), ways, "{value}");
        }
    }

    /// Every roll has one value, every value as many rolls as it says, and
    /// only what is written high die first is read.
    #[test]
    fn rolls_and_texts() {
        let mut rolls = [0; VALUES];
        for one in 1..=6 {
            for other in 1..=6 {
                let value = Value::of_dice(one, other);
                rolls[value.0 as usize] += 1;
                assert_eq!(value.dice(), [one.max(other), one.min(other)]);
                assert_eq!(value.is_double(), one == other);
            }
        }
        for value in Value::all() {
            assert_eq!(rolls[value.0 as usize], value.ways(), "{value}");
            assert_eq!(value.to_string().parse(), Ok(value));
        }
        for text in ["45", "", "5", "543", "70", "07", "5 4", "a1", "+5"] {
            assert!(text.parse::<Value>().is_err(), "{text:?}");
        }
    }
}
