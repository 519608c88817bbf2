//! What a game is: rules, a state partitioned by who may see it, transitions.

use crate::dice::Dice;
use crate::knobs::Knobs;
use crate::notation::Notation;
use crate::play::Say;
use crate::seat::{BySeat, MAX_SEATS, Place, Seat};
use crate::talk::Talk;
use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{Debug, Display};
use core::ops::{Deref, DerefMut};

/// The rules of one family of games with its knobs set.
///
/// `Display` prints the canonical rules text, from which everything about a
/// run's dice is derived.
pub trait Game: Sized + Send + Sync + Display + 'static {
    /// The knobs.
    type Rules: Knobs + Display;
    /// What the whole table knows.
    type Public: Clone + Debug + PartialEq + Send;
    /// What one seat alone knows.
    type Private: Clone + Debug + PartialEq + Send;
    /// What nobody knows yet; `()` where dice are thrown when they are seen.
    type Hidden: Clone + Debug + PartialEq + Send;
    /// What a seat does in its turn, in notation.
    type Action: Clone + Eq + Debug + Notation + Send;
    /// A fact of the game, in notation.
    type Event: Clone + Eq + Debug + Notation + Send;

    /// The game with these knobs.
    ///
    /// # Errors
    /// A sentence when they contradict each other.
    fn with(rules: Self::Rules) -> Result<Self, String>;

    /// The rules in force, in prose, paragraph by paragraph.
    fn prose(&self) -> Vec<String>;

    /// Whether these rules can be played by so many seats; if not, a sentence.
    fn fits(&self, seats: usize) -> Result<(), String> {
        fits_a_table::<Self>(seats)
    }

    /// No game asks for more decisions than this, whatever the bots do.
    fn longest(&self, seats: usize) -> u64;

    /// Everybody sits down, and what is drawn once a game is drawn; nobody is
    /// asked anything before [`open`](Game::open).
    fn seat(&self, sitting: &Sitting, dice: &mut Dice, say: &mut Say<Self>) -> State<Self>;

    /// Starts the first round.
    fn open(&self, state: &mut State<Self>, dice: &mut Dice, say: &mut Say<Self>);

    /// Starts a game: first hands, first round.
    fn deal(&self, sitting: &Sitting, dice: &mut Dice, say: &mut Say<Self>) -> State<Self> {
        let mut state = self.seat(sitting, dice, say);
        self.open(&mut state, dice, say);
        state
    }

    /// Who acts, or how it ended. Sees what everybody sees, so the order of
    /// play cannot depend on a hidden hand.
    fn turn(&self, public: &Self::Public) -> Turn;

    /// Whether the seat in turn may do this, judged from its own view.
    ///
    /// # Errors
    /// The rule that forbids it.
    fn check(&self, view: View<'_, Self>, action: &Self::Action) -> Result<(), Illegal>;

    /// Appends the legal actions (a sample of them where the set is huge).
    fn legal(&self, view: View<'_, Self>, out: &mut Vec<Self::Action>);

    /// Carries out a checked action of the seat in turn.
    fn apply(
        &self,
        state: &mut State<Self>,
        action: &Self::Action,
        dice: &mut Dice,
        say: &mut Say<Self>,
    );

    /// Whether an action may come with talk.
    fn talks(&self) -> bool {
        false
    }

    /// The fact that a seat said this; `None` where the rules allow no talk.
    fn said(&self, talk: Box<Talk>) -> Option<Self::Event> {
        drop(talk);
        None
    }

    /// Takes a faulty bot's seat out of the game, which goes on without it.
    fn retire(&self, state: &mut State<Self>, seat: Seat, dice: &mut Dice, say: &mut Say<Self>);
}

/// What every game asks of the number of seats.
pub(crate) fn fits_a_table<G: Game>(seats: usize) -> Result<(), String> {
    if (2..=MAX_SEATS).contains(&seats) {
        return Ok(());
    }
    let game = G::Rules::GAME;
    Err(format!(
        "{game} is played by 2 to {MAX_SEATS} seats, not {seats}"
    ))
}

/// How many sit down, and for which game of their session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sitting {
    /// Seats at the table, 2 to [`MAX_SEATS`](crate::MAX_SEATS).
    pub seats: usize,
    /// The game's number in its session, from 0.
    pub game: u64,
}

/// Whose turn it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Turn {
    /// This seat acts.
    Act(Seat),
    /// The game is over.
    Over(BySeat<Place>),
}

/// Why an action is refused: the rule, as a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Illegal(pub &'static str);

/// A game in progress, partitioned by who may see what.
///
/// Only the engine opens it; everybody else is given a [`View`].
///
/// ```compile_fail
/// fn peek<G: dudo_engine::Game>(state: &dudo_engine::State<G>) -> &G::Hidden {
///     &state.hidden
/// }
/// ```
#[derive(Debug)]
pub struct State<G: Game> {
    pub(crate) public: G::Public,
    pub(crate) private: BySeat<Own<G::Private>>,
    pub(crate) hidden: G::Hidden,
}

/// What one seat alone knows, in its place in the state: aligned, because a hand
/// that lies across two lines of the cache, as chance would have it, is
/// written and counted slowly in every round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(align(32))]
pub(crate) struct Own<T>(pub(crate) T);

impl<T> Deref for Own<T> {
    type Target = T;
    #[inline]
    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> DerefMut for Own<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut T {
        &mut self.0
    }
}

impl<G: Game> State<G> {
    /// What one seat may know.
    pub fn view<'a>(&'a self, rules: &'a G, seat: Seat) -> View<'a, G> {
        View {
            rules,
            seat,
            public: &self.public,
            own: &self.private[seat],
        }
    }

    /// What the whole table knows.
    pub const fn public(&self) -> &G::Public {
        &self.public
    }

    /// Carries out `action` for the seat in turn if the rules allow it.
    ///
    /// # Errors
    /// The rule that forbids it, or that the game is over; nothing changed.
    pub fn act(
        &mut self,
        game: &G,
        action: &G::Action,
        dice: &mut Dice,
        say: &mut Say<G>,
    ) -> Result<(), Illegal> {
        let Turn::Act(seat) = game.turn(&self.public) else {
            return Err(Illegal("the game is over"));
        };
        game.check(self.view(game, seat), action)?;
        game.apply(self, action, dice, say);
        Ok(())
    }
}

impl<G: Game> Clone for State<G> {
    fn clone(&self) -> Self {
        Self {
            public: self.public.clone(),
            private: self.private.clone(),
            hidden: self.hidden.clone(),
        }
    }
}

/// What one seat may know now. There is no way from here to another hand.
#[derive(Debug)]
pub struct View<'a, G: Game> {
    rules: &'a G,
    seat: Seat,
    public: &'a G::Public,
    own: &'a G::Private,
}

// By hand, because a derive would ask for `G: Copy`.
impl<G: Game> Clone for View<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<G: Game> Copy for View<'_, G> {}

impl<'a, G: Game> View<'a, G> {
    /// A view made by hand, to try a bot on a position.
    pub const fn new(rules: &'a G, seat: Seat, public: &'a G::Public, own: &'a G::Private) -> Self {
        Self {
            rules,
            seat,
            public,
            own,
        }
    }

    /// The rules in force.
    pub const fn rules(self) -> &'a G {
        self.rules
    }

    /// The seat that looks.
    pub const fn seat(self) -> Seat {
        self.seat
    }

    /// What everybody knows.
    pub const fn public(self) -> &'a G::Public {
        self.public
    }

    /// What this seat alone knows.
    pub const fn own(self) -> &'a G::Private {
        self.own
    }
}
