//! What the seat that is asked may do.
//!
//! The one place where legality is decided: checking an action, listing the
//! legal ones and choosing among them all go through [`Options`].

use super::bid::Bid;
use super::dice_set::DieSet;
use super::game::LiarsBoggle;
use super::public::{Phase, Public};
use crate::game::{Illegal, View};
use crate::seat::Seat;
use core::ops::Range;

/// Invalid words of one turn that may be taken back; the next must be a word.
const FORGIVEN: u8 = 2;

/// Everything that the seat that looks may do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Whether it may bid: any bid for which [`Options::refuses`] is silent.
    pub bid: bool,
    /// Whether its bid must be a word of the dictionary.
    pub words_only: bool,
    /// Whether it may call, with or without challenging the word.
    pub call: bool,
    /// The dice one of which it must drop.
    pub drop: DieSet,
    /// Whether it may question the standing word.
    pub object: bool,
    /// Whether it may start the timer.
    pub start_timer: bool,
    /// Whether it may pass.
    pub pass: bool,
    /// Whether it has to vote.
    pub vote: bool,
}

impl Options {
    /// The options of the seat that looks; none unless it is asked.
    pub fn of(view: View<'_, LiarsBoggle>) -> Self {
        let (game, public, seat) = (view.rules(), view.public(), view.seat());
        let mut options = Self::default();
        match public.phase {
            Phase::Turn if public.turn == seat => {
                options.call = public.standing.is_some();
                let none_left = words(game, public).is_empty();
                // Where the list has no word to open with any string will do.
                options.words_only = public.refused >= FORGIVEN && (options.call || !none_left);
                options.bid = may_bid(game, public) && !(options.words_only && none_left);
            }
            Phase::Poll { asked } if asked == seat => {
                options.object = may_object(game, public, seat);
                options.start_timer = may_start_timer(game, public, seat);
                options.pass = true;
            }
            Phase::Vote { asked, .. } => options.vote = asked == seat,
            Phase::Drop { loser } if loser == seat => options.drop = view.own().dice,
            Phase::Turn | Phase::Poll { .. } | Phase::Drop { .. } | Phase::Over => {}
        }
        options
    }

    /// The words of the list that may be bid, as numbers of the game's
    /// [`Index`](super::Index).
    pub fn words(&self, view: View<'_, LiarsBoggle>) -> Range<usize> {
        if self.bid {
            words(view.rules(), view.public())
        } else {
            0..0
        }
    }

    /// The rule that forbids this bid, if one does.
    pub fn refuses(&self, view: View<'_, LiarsBoggle>, bid: &Bid) -> Option<Illegal> {
        let game = view.rules();
        let rules = game.rules();
        let length = game.spelling().length(bid.letters());
        let too_low = |standing: &Bid| game.spelling().compare(bid, standing).is_le();
        Some(Illegal(if !self.bid {
            match view.public().phase {
                Phase::Turn if view.public().turn == view.seat() => {
                    "the last bid has been made; it can only be called"
                }
                _ => "only the player in turn may bid",
            }
        } else if bid.names_reading() && !rules.qu_as_q {
            "Qu may not be read as Q"
        } else if length < usize::from(rules.min_faces) {
            "the word is too short"
        } else if length > usize::from(rules.max_faces) {
            "the word is too long"
        } else if view
            .public()
            .standing
            .is_some_and(|standing| too_low(&standing.bid))
        {
            "a bid must be longer than the standing one, or as long and later in the alphabet"
        } else if self.words_only && !game.is_word(bid) {
            "two words of this turn were invalid; the next must be in the dictionary"
        } else {
            return None;
        }))
    }
}

/// Whether there is a bid that the player in turn could make.
fn may_bid(game: &LiarsBoggle, public: &Public) -> bool {
    let rules = game.rules();
    match &public.standing {
        None => true,
        Some(standing) => {
            let longer =
                game.spelling().length(standing.bid.letters()) < usize::from(rules.max_faces);
            let later = standing.bid.printed().any(|letter| letter != b'z');
            public.bids < rules.max_bids && (longer || later)
        }
    }
}

/// The words of the list that are above the standing bid.
fn words(game: &LiarsBoggle, public: &Public) -> Range<usize> {
    let rules = game.rules();
    let least = match &public.standing {
        Some(standing) => game.index().above(&standing.bid),
        None => game.index().of_length(usize::from(rules.min_faces)).start,
    };
    let end = game.index().of_length(usize::from(rules.max_faces)).end;
    least.min(end)..end
}

/// Whether this seat may question the standing word. After two words taken back
/// the third stands: it is in the dictionary if the list has any.
pub(super) fn may_object(game: &LiarsBoggle, public: &Public, seat: Seat) -> bool {
    game.rules().friendly_challenge
        && public.refused < FORGIVEN
        && public
            .standing
            .is_some_and(|standing| standing.bidder != seat && !standing.approved)
}

/// Whether this seat may start the timer on the player in turn.
pub(super) fn may_start_timer(game: &LiarsBoggle, public: &Public, seat: Seat) -> bool {
    game.rules().timer && !public.timed && seat != public.turn
}
