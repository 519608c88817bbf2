//! The knobs of the game.

use super::bid::{MAX_LETTERS, Spelling};
use super::dice_set::{DiceSet, MAX_DICE};
use crate::knobs::{self, Domain, Knob, Knobs, Preset, switch_knob, whole, whole_knob, word_knob};
use crate::lexicon::{Lexicon, Shelf};
use crate::seat::{MAX_SEATS, Seat};
use crate::words;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

words! {
    /// Who knows which dice are whose.
    Identity {
        /// Everybody: the deal and the dice set aside are open.
        Public = "public",
        /// Each player knows his own dice only.
        Private = "private",
    }
}

words! {
    /// Who votes on words that the dictionary lacks.
    Vote {
        /// Nobody: such a word is invalid.
        Off = "off",
        /// The players who have dice, but for bidder and challenger.
        Players = "players",
        /// Those, and the players who are out.
        All = "all",
    }
}

words! {
    /// Who opens the first round.
    First {
        /// Seat 1.
        Seat1 = "seat-1",
        /// Seat 2.
        Seat2 = "seat-2",
        /// Seat 3.
        Seat3 = "seat-3",
        /// Seat 4.
        Seat4 = "seat-4",
        /// Seat 5.
        Seat5 = "seat-5",
        /// Seat 6.
        Seat6 = "seat-6",
        /// Seat 7.
        Seat7 = "seat-7",
        /// Seat 8.
        Seat8 = "seat-8",
        /// A seat drawn from the deal.
        Random = "random",
    }
}

impl First {
    /// The seat; `None` when it is drawn.
    pub const fn seat(self) -> Option<Seat> {
        match self {
            Self::Random => None,
            seat => Some(Seat::new(seat as usize)),
        }
    }
}

/// Which word list decides whether a word is valid: its hash and, once it is
/// supplied, the list. Two are equal when their hashes are.
#[derive(Clone, Debug)]
pub struct Dictionary {
    hash: u64,
    words: Option<Arc<Lexicon>>,
}

impl Dictionary {
    /// The hash of the list that `default` stands for: npm `word-list` 4.1.0
    /// without words of more than 16 faces. Frozen: another list is another
    /// dictionary.
    pub const DEFAULT: u64 = 0x67ee_ba39_7216_e567;

    /// This list.
    pub fn of(words: Arc<Lexicon>) -> Self {
        Self {
            hash: words.hash(),
            words: Some(words),
        }
    }

    /// The list with this hash, still to be supplied.
    pub const fn named(hash: u64) -> Self {
        Self { hash, words: None }
    }

    /// The hash of the list.
    pub const fn hash(&self) -> u64 {
        self.hash
    }

    /// The list, if it is at hand.
    pub const fn words(&self) -> Option<&Arc<Lexicon>> {
        self.words.as_ref()
    }

    fn parse(text: &str) -> Option<Self> {
        if text == "default" {
            return Some(Self::named(Self::DEFAULT));
        }
        let plain = text.len() == 16
            && text
                .bytes()
                .all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        u64::from_str_radix(text, 16)
            .ok()
            .filter(|_| plain)
            .map(Self::named)
    }
}

impl PartialEq for Dictionary {
    fn eq(&self, other: &Self) -> bool {
        self.hash == other.hash
    }
}
impl Eq for Dictionary {}

impl fmt::Display for Dictionary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.hash {
            Self::DEFAULT => f.write_str("default"),
            hash => write!(f, "{hash:016x}"),
        }
    }
}

/// Dice per seat where they are not equal: one number per seat, 0 beyond the
/// last. Prints as `[5,4]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Handicap([u8; MAX_SEATS]);

impl Handicap {
    /// The dice of a seat.
    pub const fn of(&self, seat: Seat) -> u8 {
        self.0[seat.index()]
    }

    /// How many seats it is for.
    pub fn seats(&self) -> usize {
        self.0.iter().filter(|&&dice| dice > 0).count()
    }

    /// All dice dealt.
    pub fn total(&self) -> usize {
        self.0.iter().map(|&dice| usize::from(dice)).sum()
    }

    fn parse(text: &str) -> Option<Self> {
        let mut dice = [0; MAX_SEATS];
        let mut seats = 0;
        for item in text.strip_prefix('[')?.strip_suffix(']')?.split(',') {
            *dice.get_mut(seats)? = whole(item.trim(), 1, MAX_DICE as u32)?;
            seats += 1;
        }
        (seats >= 2).then_some(Self(dice))
    }
}

impl fmt::Display for Handicap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let dice: Vec<String> = self
            .0
            .iter()
            .filter(|&&dice| dice > 0)
            .map(u8::to_string)
            .collect();
        write!(f, "[{}]", dice.join(","))
    }
}

/// The rules of Liar's Boggle. `Display` and `FromStr` are the canonical text.
///
/// ```
/// use dudo_engine::liars_boggle::Rules;
/// let rules: Rules = "liars-boggle(preset=friendly,dice=classic)".parse().unwrap();
/// assert_eq!(rules.to_string(), "liars-boggle(dice=classic,friendly-challenge=on,vote=players)");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(
    missing_docs,
    reason = "each field is documented by its knob in the table below"
)]
pub struct Rules {
    pub dice: DiceSet,
    pub handicap: Option<Handicap>,
    pub dice_identity: Identity,
    pub first: First,
    pub qu_two: bool,
    pub qu_as_q: bool,
    pub friendly_challenge: bool,
    pub dictionary: Dictionary,
    pub vote: Vote,
    pub min_faces: u8,
    pub max_faces: u8,
    pub max_bids: u16,
    pub max_rounds: u32,
    pub timer: bool,
    pub talk: bool,
}

/// The source's rules with the dice in the shops; frozen, because canonical
/// texts are relative to it.
impl Default for Rules {
    fn default() -> Self {
        Self {
            dice: DiceSet::New,
            handicap: None,
            dice_identity: Identity::Public,
            first: First::Seat1,
            qu_two: false,
            qu_as_q: false,
            friendly_challenge: false,
            dictionary: Dictionary::named(Dictionary::DEFAULT),
            vote: Vote::Off,
            min_faces: 1,
            max_faces: MAX_LETTERS as u8,
            max_bids: 100,
            max_rounds: 10_000,
            timer: false,
            talk: false,
        }
    }
}

impl Rules {
    /// How letters are read.
    pub const fn spelling(&self) -> Spelling {
        Spelling {
            qu_two: self.qu_two,
            qu_as_q: self.qu_as_q,
        }
    }

    /// Dice that each of so many seats gets; the rest are set aside.
    pub fn dealt(&self, seats: usize, seat: Seat) -> usize {
        match &self.handicap {
            Some(handicap) => usize::from(handicap.of(seat)),
            None => self.dice.count() / seats,
        }
    }
}

impl Knobs for Rules {
    const GAME: &'static str = "liars-boggle";

    const KNOBS: &'static [Knob<Self>] = &[
        Knob {
            name: "dice",
            domain: Domain::Text {
                form: "new, classic, or a list of 2 to 16 dice with 1 to 6 letters each, [aaciot,abilty], q for Qu",
                samples: &["new", "classic", "[aeqt,aeist,einor,u,aeqs,ilnu,est,rst]"],
            },
            about: "the letter dice: new (sold since 1987), classic (1976 to 1986), or a list",
            get: |rules| rules.dice.to_string(),
            set: |rules, text| {
                rules.dice = DiceSet::parse(text)?;
                Some(())
            },
        },
        Knob {
            name: "handicap",
            domain: Domain::Text {
                form: "off, or a list of dice with one number per seat, [5,4]",
                samples: &["off", "[5,3]", "[2,3,1]", "[1,2,2,3]"],
            },
            about: "dice per seat where they are not equal; the rest are set aside",
            get: |rules| {
                rules
                    .handicap
                    .map_or_else(|| "off".into(), |dice| dice.to_string())
            },
            set: |rules, text| {
                rules.handicap = if text == "off" {
                    None
                } else {
                    Some(Handicap::parse(text)?)
                };
                Some(())
            },
        },
        word_knob!("dice-identity", dice_identity: Identity, "who knows which dice are whose: public (everybody), private (each his own)"),
        word_knob!("first", first: First, "who opens the first round: a seat, or random (drawn from the deal)"),
        switch_knob!("qu-two", qu_two, "Qu counts as two letters"),
        switch_knob!(
            "qu-as-q",
            qu_as_q,
            "Qu may be played as a plain Q; the bidder says how it is read"
        ),
        switch_knob!(
            "friendly-challenge",
            friendly_challenge,
            "before the next player acts any player may question a word without risk"
        ),
        Knob {
            name: "dictionary",
            domain: Domain::WordList,
            about: "the word list that decides what is a word",
            get: |rules| rules.dictionary.to_string(),
            set: |rules, text| {
                rules.dictionary = Dictionary::parse(text)?;
                Some(())
            },
        },
        word_knob!("vote", vote: Vote, "who votes on a questioned word that the dictionary lacks: off (nobody, it is invalid), players, all (those who are out as well)"),
        whole_knob!(
            "min-faces",
            min_faces,
            1,
            MAX_LETTERS as u32,
            "the length of the shortest bid, in letters as they count"
        ),
        whole_knob!(
            "max-faces",
            max_faces,
            1,
            MAX_LETTERS as u32,
            "the length of the longest bid, in letters as they count"
        ),
        whole_knob!(
            "max-bids",
            max_bids,
            1,
            1_000,
            "bids of a round; after so many the next player must call"
        ),
        whole_knob!(
            "max-rounds",
            max_rounds,
            1,
            1_000_000,
            "the last round there can be; after it most dice wins and equals share"
        ),
        switch_knob!(
            "timer",
            timer,
            "any player may start a timer on the player in turn"
        ),
        switch_knob!("talk", talk, "players may talk, truly or not"),
    ];

    const PRESETS: &'static [Preset<Self>] = &[
        Preset {
            name: "standard",
            about: "the rules without options, new dice",
            rules: Self::default,
        },
        Preset {
            name: "classic",
            about: "the dice of 1976 to 1986",
            rules: || Self {
                dice: DiceSet::Classic,
                ..Self::default()
            },
        },
        Preset {
            name: "friendly",
            about: "words may be questioned without risk, the others vote on missing ones",
            rules: || Self {
                friendly_challenge: true,
                vote: Vote::Players,
                ..Self::default()
            },
        },
        Preset {
            name: "loose-qu",
            about: "Qu counts as two letters and may be played as Q",
            rules: || Self {
                qu_two: true,
                qu_as_q: true,
                ..Self::default()
            },
        },
        Preset {
            name: "table-talk",
            about: "dice of others unknown, and talk is allowed",
            rules: || Self {
                dice_identity: Identity::Private,
                talk: true,
                ..Self::default()
            },
        },
    ];

    fn agree(&self) -> Result<(), String> {
        let (least, most) = (self.min_faces, self.max_faces);
        if least > most {
            return Err(format!(
                "min-faces = {least} contradicts max-faces = {most}: there are no bids"
            ));
        }
        if let Some(handicap) = &self.handicap {
            let (dealt, dice) = (handicap.total(), self.dice.count());
            if dealt > dice {
                return Err(format!(
                    "handicap = {handicap} deals {dealt} dice, but there are only {dice}"
                ));
            }
            if self
                .first
                .seat()
                .is_some_and(|seat| seat.index() >= handicap.seats())
            {
                return Err(format!(
                    "first = {} contradicts handicap = {handicap}",
                    self.first.word()
                ));
            }
        }
        Ok(())
    }

    fn supply(&mut self, shelf: &dyn Shelf) -> Result<(), String> {
        let hash = self.dictionary.hash;
        if self.dictionary.words.is_none() {
            let words = shelf.lexicon(hash);
            let words = words
                .ok_or_else(|| format!("the word list \"{}\" is not at hand", self.dictionary))?;
            self.dictionary = Dictionary::of(words);
        }
        if self.dictionary.hash == hash {
            Ok(())
        } else {
            Err(format!(
                "the word list at hand is {:016x}, not {hash:016x}",
                self.dictionary.hash
            ))
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
