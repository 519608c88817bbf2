//! What a strategy is to its author ([`Bot`]) and to the table ([`Player`]).

use crate::chance::{BotKey, BotRng};
use crate::game::{Game, Sitting, View};
use crate::play::Told;
use crate::seat::{BySeat, Place, Seat};
use crate::talk::Talk;
use alloc::boxed::Box;
use alloc::string::String;
use core::fmt;
use core::str::FromStr;

/// A strategy. Implement [`act`](Bot::act); nothing else is needed.
///
/// One instance lives for one session: within it a bot may learn, between
/// sessions nothing survives.
pub trait Bot<G: Game>: Send {
    /// Chooses an action for the seat that looks. An illegal one is a fault:
    /// the seat is retired.
    fn act(&mut self, view: View<'_, G>, rng: &mut BotRng) -> G::Action;

    /// What to say with the action just chosen, for all to hear before it is
    /// carried out. Asked only where the rules allow talk.
    fn say(&mut self, view: View<'_, G>) -> Option<Talk> {
        let _ = view;
        None
    }

    /// Hears a public fact about a seat, its own included, some time before
    /// its next [`act`](Bot::act).
    fn observe(&mut self, seat: Seat, event: &G::Event) {
        let _ = (seat, event);
    }

    /// Whether it wants to hear facts at all. A bot that says no observes none,
    /// and where nobody at a table listens none are kept, which makes games of
    /// quick bots faster. Asked at the start of each game; should always say
    /// the same.
    fn listens(&self) -> bool {
        true
    }

    /// A game of the session begins.
    fn begin(&mut self, sitting: &Sitting) {
        let _ = sitting;
    }

    /// A game of the session has ended.
    fn end(&mut self, places: &BySeat<Place>) {
        let _ = places;
    }

    /// Hears several facts in order, if it listens. Provided, so that a bot
    /// that does not observe pays one call and nothing per fact.
    fn listen(&mut self, news: &[Told<G>]) {
        if self.listens() {
            for told in news {
                self.observe(told.seat, &told.event);
            }
        }
    }

    /// Hears what is new, then acts: what the table calls. Provided, so that
    /// [`act`](Bot::act) is in line here and the view is not copied on the way.
    fn answer(&mut self, view: &View<'_, G>, news: &[Told<G>], rng: &mut BotRng) -> G::Action {
        self.listen(news);
        self.act(*view, rng)
    }
}

/// A boxed bot is a bot.
impl<G: Game, B: Bot<G> + ?Sized> Bot<G> for Box<B> {
    fn act(&mut self, view: View<'_, G>, rng: &mut BotRng) -> G::Action {
        (**self).act(view, rng)
    }

    fn say(&mut self, view: View<'_, G>) -> Option<Talk> {
        (**self).say(view)
    }

    fn observe(&mut self, seat: Seat, event: &G::Event) {
        (**self).observe(seat, event);
    }

    fn listens(&self) -> bool {
        (**self).listens()
    }

    fn begin(&mut self, sitting: &Sitting) {
        (**self).begin(sitting);
    }

    fn end(&mut self, places: &BySeat<Place>) {
        (**self).end(places);
    }

    fn listen(&mut self, news: &[Told<G>]) {
        (**self).listen(news);
    }

    fn answer(&mut self, view: &View<'_, G>, news: &[Told<G>], rng: &mut BotRng) -> G::Action {
        (**self).answer(view, news, rng)
    }
}

/// What a bot's maker is told: all that is known before the first game of a
/// session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Session {
    /// Where the bot sits, in every game of the session.
    pub seat: Seat,
    /// Seats at the table.
    pub seats: usize,
    /// Games in the session.
    pub games: u64,
}

/// Makes an instance of a bot for one session.
pub type Factory<G> = dyn Fn(&G, &Session) -> Box<dyn Bot<G>> + Send + Sync;

/// A seated bot as the table sees it: it can fail.
pub trait Player<G: Game>: Send {
    /// A game of the session begins, with this private chance for the bot;
    /// called before [`play`](crate::play()).
    fn begin(&mut self, sitting: &Sitting, key: BotKey);

    /// Whether it wants to hear facts. Where nobody does none are kept, and
    /// all are handed empty lists.
    fn listens(&mut self) -> bool {
        true
    }

    /// Hears what it missed and chooses.
    ///
    /// # Errors
    /// There is no action; [`fault`](Player::fault) says why. A failure while
    /// hearing counts here.
    fn decide(&mut self, view: View<'_, G>, news: &[Told<G>]) -> Result<G::Action, Failed>;

    /// What is said with the action just chosen. Asked only where the rules
    /// allow talk, and after the action was found legal.
    ///
    /// # Errors
    /// The bot failed over it, and with it the decision.
    fn say(&mut self, view: View<'_, G>) -> Result<Option<Box<Talk>>, Failed> {
        let _ = view;
        Ok(None)
    }

    /// Why the last decision failed.
    fn fault(&mut self) -> Fault;

    /// Hears what it missed, without a decision to make.
    fn notice(&mut self, news: &[Told<G>]);

    /// The game has ended.
    ///
    /// # Errors
    /// The bot failed while it heard so, or before; the places stand, and
    /// [`fault`](Player::fault) says why.
    fn end(&mut self, places: &BySeat<Place>) -> Result<(), Failed>;
}

/// A player has no action. It says why on request: a decision is handed back
/// in a register, an explanation is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Failed;

/// Why a bot produced no legal action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The kind, as it stands in the log.
    pub kind: FaultKind,
    /// What happened, for the bot's author: the refused action and the rule,
    /// the panic message, the reply.
    pub detail: String,
}

macro_rules! fault_kinds {
    ($($(#[$doc:meta])* $kind:ident = $text:literal,)*) => {
        /// The kinds of fault, each with the word the log uses.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum FaultKind { $($(#[$doc])* $kind,)* }

        impl FaultKind {
            /// Every kind.
            pub const ALL: &'static [Self] = &[$(Self::$kind,)*];

            /// The word the log uses.
            pub const fn word(self) -> &'static str {
                match self { $(Self::$kind => $text,)* }
            }
        }
    };
}

fault_kinds! {
    /// An action that the rules refuse.
    Illegal = "illegal",
    /// A reply that is no action at all.
    Malformed = "malformed",
    /// The bot's code panicked.
    Panicked = "panicked",
    /// The bot's process ended.
    Exited = "exited",
    /// No reply within the limit.
    TimedOut = "timed-out",
    /// The fuel of a decision was used up.
    OutOfFuel = "out-of-fuel",
    /// The memory limit was hit.
    OutOfMemory = "out-of-memory",
    /// The bot's process was killed by a signal.
    Signalled = "signalled",
    /// A reply to a question that was not asked yet, or a second one.
    Early = "early",
    /// A reply to another question.
    WrongId = "wrong-id",
    /// A reply longer than any that is allowed.
    TooLong = "too-long",
    /// The bot could not be loaded, or refused to play.
    Refused = "refused",
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl FromStr for FaultKind {
    type Err = ();
    fn from_str(text: &str) -> Result<Self, ()> {
        Self::ALL
            .iter()
            .copied()
            .find(|kind| kind.word() == text)
            .ok_or(())
    }
}
