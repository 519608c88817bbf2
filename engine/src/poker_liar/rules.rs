//! The knobs.

use crate::knobs::{self, Domain, Knob, Knobs, Preset, switch, switched, whole_knob, word_knob};
use crate::words;
use alloc::string::String;
use core::fmt;
use core::str::FromStr;

/// Claims there can be in a sequence, whatever the knobs say.
pub const MAX_CLAIMS: u32 = 1000;

words! {
    /// How the faces are printed. Poker dice come before ordinary ones.
    #[derive(PartialOrd, Ord)]
    Pips {
        /// `9 T J Q K A`, from low to high.
        Poker = "poker",
        /// `2 3 4 5 6 1`, from low to high: the one is the ace.
        Ordinary = "ordinary",
    }
}

words! {
    /// Where straights stand.
    Straights {
        /// Just below the full house, as in card poker.
        BelowFull = "below-full",
        /// Just above the full house, by their frequency.
        AboveFull = "above-full",
        /// They are no pair like any other.
        None = "none",
    }
}

words! {
    /// Who opens the sequence after a doubt.
    AfterDoubt {
        /// The doubter or, if he is out, the next player to the left.
        Doubter = "doubter",
        /// The next player to the left of the doubter.
        LeftOfDoubter = "left-of-doubter",
    }
}

words! {
    /// What can be done about the highest claim.
    TopClaim {
        /// It can only be doubted.
        MustDoubt = "must-doubt",
        /// Who accepts it throws all dice and claims it again.
        RerollAll = "reroll-all",
    }
}

/// The rules of poker-dice Liar. `Display` and `FromStr` are the canonical text.
///
/// ```
/// use dudo_engine::poker_liar::Rules;
/// let rules: Rules = "poker-liar(preset=ordinary,chips=3)".parse().unwrap();
/// assert_eq!(rules.to_string(), "poker-liar(dice=ordinary)");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(
    missing_docs,
    reason = "each field is documented by its knob in the table below"
)]
pub struct Rules {
    pub dice: Pips,
    pub cup: u8,
    pub faces: u8,
    pub straights: Straights,
    pub chips: u8,
    pub after_doubt: AfterDoubt,
    pub top_claim: TopClaim,
    pub seating_throw: bool,
    pub max_claims: u16,
    pub max_rounds: u32,
}

/// The book's game; frozen, because canonical texts are relative to it.
impl Default for Rules {
    fn default() -> Self {
        Self {
            dice: Pips::Poker,
            cup: 5,
            faces: 6,
            straights: Straights::BelowFull,
            chips: 3,
            after_doubt: AfterDoubt::Doubter,
            top_claim: TopClaim::MustDoubt,
            seating_throw: true,
            max_claims: 300,
            max_rounds: 1000,
        }
    }
}

impl Rules {
    /// Whether any hand is a straight.
    pub const fn has_straights(&self) -> bool {
        !matches!(self.straights, Straights::None) && self.cup >= 3 && self.cup <= self.faces
    }
}

impl Knobs for Rules {
    const GAME: &'static str = "poker-liar";

    const KNOBS: &'static [Knob<Self>] = &[
        word_knob!("dice", dice: Pips, "how faces are written, from low to high: poker (9 T J Q K A), ordinary (2 3 4 5 6 1)"),
        whole_knob!("cup", cup, 2, 5, "dice under the cup"),
        whole_knob!(
            "faces",
            faces,
            2,
            6,
            "faces of a die, the highest of the six"
        ),
        word_knob!("straights", straights: Straights, "where straights stand: below-full (just below the full house), above-full (just above it), none (they are no pair)"),
        whole_knob!("chips", chips, 1, 20, "chips that each player begins with"),
        word_knob!("after-doubt", after_doubt: AfterDoubt, "who opens the sequence after a doubt: doubter (if he is out, the next player to the left), left-of-doubter"),
        word_knob!("top-claim", top_claim: TopClaim, "what can be done about the highest claim: must-doubt, reroll-all (or accept it, throw all dice and claim it again)"),
        Knob {
            name: "seating-throw",
            domain: Domain::Switch,
            about: "the turn order is thrown for, once per session; off: it is the order of the seats",
            get: |rules| switched(rules.seating_throw),
            set: |rules, text| {
                rules.seating_throw = switch(text)?;
                Some(())
            },
        },
        whole_knob!(
            "max-claims",
            max_claims,
            1,
            MAX_CLAIMS,
            "claims in a sequence; the last can only be doubted"
        ),
        whole_knob!(
            "max-rounds",
            max_rounds,
            1,
            1_000_000,
            "the last sequence there can be; after it most chips wins and equals share"
        ),
    ];

    const PRESETS: &'static [Preset<Self>] = &[
        Preset {
            name: "classic",
            about: "five poker dice, three chips",
            rules: Self::default,
        },
        Preset {
            name: "ordinary",
            about: "classic with ordinary dice, the one as ace",
            rules: || Self {
                dice: Pips::Ordinary,
                ..Self::default()
            },
        },
        Preset {
            name: "tiddlywinks",
            about: "the Cambridge club's way with five aces: accepted, they must be thrown again",
            rules: || Self {
                top_claim: TopClaim::RerollAll,
                ..Self::default()
            },
        },
        Preset {
            name: "small",
            about: "two dice with three faces and a chip each: small enough to be solved exactly",
            rules: || Self {
                cup: 2,
                faces: 3,
                chips: 1,
                ..Self::default()
            },
        },
    ];

    fn agree(&self) -> Result<(), String> {
        let sentence = if self.straights != Straights::BelowFull
            && (self.cup < 3 || self.cup > self.faces)
        {
            "straights says nothing here: a straight takes three dice or more, all of different faces"
        } else if self.straights == Straights::AboveFull && self.cup < 5 {
            "straights = above-full says nothing with a cup of fewer than five dice: there is no full house"
        } else {
            return Ok(());
        };
        Err(sentence.into())
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        knobs::print(self, f)
    }
}

impl FromStr for Rules {
    type Err = knobs::RulesError;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        knobs::parse(text)
    }
}
