//! The knobs of Mia.

use crate::knobs::{self, Knob, Knobs, Preset, switch_knob, whole_knob, word_knob};
use crate::words;
use alloc::string::String;
use core::fmt;
use core::str::FromStr;

/// The most lives a seat can begin with.
pub const MAX_LIVES: u32 = 20;

words! {
    /// The order of values.
    Order {
        /// Doubles rise from 11 to 66; 31 is the lowest value.
        Standard = "standard",
        /// Doubles rise from 66 to 11.
        DoublesDown = "doubles-down",
        /// 31 stands just below 21.
        LittleMia = "little-mia",
    }
}

words! {
    /// What an announcement must be.
    Raise {
        /// Higher than the last one.
        Higher = "higher",
        /// At least as high as the last one.
        Equal = "equal",
    }
}

words! {
    /// Who opens the next round.
    Next {
        /// Who lost.
        Loser = "loser",
        /// Who won.
        Winner = "winner",
        /// The looker who was right, or the player after one who was wrong.
        Source = "source",
    }
}

words! {
    /// What it means to be the last one, or the first one out.
    LastRule {
        /// The last one in wins.
        Wins = "wins",
        /// The first one out loses, and that is all.
        FirstOutLoses = "first-out-loses",
    }
}

/// The rules of Mia. `Display` and `FromStr` are the canonical text.
///
/// ```
/// use dudo_engine::mia::Rules;
/// let rules: Rules = "mia(preset=must-look,lives=3)".parse().unwrap();
/// assert_eq!(rules.to_string(), "mia(mia-real=1,mia-give-up=off)");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(
    missing_docs,
    reason = "each field is documented by its knob in the table below"
)]
pub struct Rules {
    pub lives: u8,
    pub order: Order,
    pub raise: Raise,
    pub pass_unseen: bool,
    pub mia_real: u8,
    pub mia_false: u8,
    pub mia_give_up: bool,
    pub mia_ends_round: bool,
    pub next: Next,
    pub last: LastRule,
    pub max_claims: u16,
    pub max_rounds: u32,
}

/// The base game; frozen, because canonical texts are relative to it.
impl Default for Rules {
    fn default() -> Self {
        Self {
            lives: 3,
            order: Order::Standard,
            raise: Raise::Higher,
            pass_unseen: false,
            mia_real: 2,
            mia_false: 1,
            mia_give_up: true,
            mia_ends_round: false,
            next: Next::Loser,
            last: LastRule::Wins,
            max_claims: 100,
            max_rounds: 10_000,
        }
    }
}

impl Knobs for Rules {
    const GAME: &'static str = "mia";

    const KNOBS: &'static [Knob<Self>] = &[
        whole_knob!(
            "lives",
            lives,
            1,
            MAX_LIVES,
            "lives that each seat begins with"
        ),
        word_knob!("order", order: Order, "the order of values: standard (doubles rise from 11 to 66), \
            doubles-down (from 66 to 11), little-mia (31 stands just below 21)"),
        word_knob!("raise", raise: Raise, "what an announcement must be: higher (than the last one), equal (at least as high)"),
        switch_knob!(
            "pass-unseen",
            pass_unseen,
            "the cup may be passed on with an announcement, without looking or rolling"
        ),
        whole_knob!(
            "mia-real",
            mia_real,
            1,
            MAX_LIVES,
            "lives lost by who looks at a Mia that was announced"
        ),
        whole_knob!(
            "mia-false",
            mia_false,
            1,
            MAX_LIVES,
            "lives lost by who announced a Mia that is none"
        ),
        switch_knob!(
            "mia-give-up",
            mia_give_up,
            "who is offered a Mia may give up and lose one life unseen"
        ),
        switch_knob!(
            "mia-ends-round",
            mia_ends_round,
            "an announced Mia is looked at at once; if it is one all others lose"
        ),
        word_knob!("next", next: Next, "who opens the next round: loser, winner, source (the looker who was right, \
            or the player after one who was wrong)"),
        word_knob!("last", last: LastRule, "how the game ends: wins (the last one in wins), first-out-loses (all others share the first place)"),
        whole_knob!(
            "max-claims",
            max_claims,
            1,
            1000,
            "announcements there can be in a round; after the last one must look"
        ),
        whole_knob!(
            "max-rounds",
            max_rounds,
            1,
            1_000_000,
            "the last round there can be; after it most lives win and equals share"
        ),
    ];

    const PRESETS: &'static [Preset<Self>] = &[
        Preset {
            name: "classic",
            about: "three lives, the loser opens, an announced Mia costs two or one",
            rules: Self::default,
        },
        Preset {
            name: "wikipedia",
            about: "six lives, a caught liar lets the looker open",
            rules: || Self {
                lives: 6,
                next: Next::Source,
                ..Self::default()
            },
        },
        Preset {
            name: "bga",
            about: "Board Game Arena: the winner of the challenge opens",
            rules: || Self {
                next: Next::Winner,
                ..Self::default()
            },
        },
        Preset {
            name: "dice-play",
            about: "doubles run down to 11, a false Mia costs two as well",
            rules: || Self {
                order: Order::DoublesDown,
                mia_false: 2,
                ..Self::default()
            },
        },
        Preset {
            name: "contest",
            about: "an announced Mia is looked at at once and hits all others, or the liar",
            rules: || Self {
                mia_real: 1,
                mia_false: 1,
                mia_ends_round: true,
                ..Self::default()
            },
        },
        Preset {
            name: "must-look",
            about: "an announced Mia must be looked at, for one life either way",
            rules: || Self {
                mia_real: 1,
                mia_false: 1,
                mia_give_up: false,
                ..Self::default()
            },
        },
        Preset {
            name: "first-out",
            about: "the first one out loses, all others share the first place",
            rules: || Self {
                last: LastRule::FirstOutLoses,
                ..Self::default()
            },
        },
    ];

    fn agree(&self) -> Result<(), String> {
        if self.mia_ends_round && !self.mia_give_up {
            return Err(
                "mia-give-up = off says nothing with mia-ends-round = on: nobody is asked".into(),
            );
        }
        Ok(())
    }
}

impl Rules {
    /// The most announcements that a round can have.
    pub const fn claims_in_round(&self) -> u32 {
        let most = self.max_claims as u32;
        match self.raise {
            // Each stands higher than the one before it.
            Raise::Higher if most > super::VALUES as u32 => super::VALUES as u32,
            Raise::Higher | Raise::Equal => most,
        }
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
