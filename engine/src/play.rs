//! The one loop in which games are played.

use crate::bot::{Failed, Fault, FaultKind, Player};
use crate::dice::{Chance, Dice};
use crate::game::{Game, Illegal, Sitting, State, Turn};
use crate::seat::{BySeat, MAX_SEATS, Place, Seat};
use alloc::format;
use alloc::vec::Vec;
use arrayvec::ArrayVec;
use core::fmt;

/// A public fact: what was told, and about which seat.
// Aligned, because a list of them is indexed at every turn, and a size that is
// no multiple of a word costs a longer sum.
#[derive(Clone, Debug, PartialEq, Eq)]
#[repr(align(8))]
pub struct Told<G: Game> {
    /// The seat it is about.
    pub seat: Seat,
    /// The fact.
    pub event: G::Event,
}

/// A line of a game's record, for `actions.csv` and replays.
#[derive(Clone, Debug)]
pub struct Line<G: Game> {
    /// 0 for the deal, then the number of the decision that led to it.
    pub step: u32,
    /// The round it belongs to, from 1.
    pub round: u32,
    /// The seat it is about.
    pub seat: Seat,
    /// What happened.
    pub what: Happening<G>,
}

/// What a line of a game's record says. Prints in notation.
#[derive(Clone, Debug)]
pub enum Happening<G: Game> {
    /// A fact of the game; rolls included, which the table was not told.
    Event(G::Event),
    /// The seat's bot failed.
    Fault(FaultKind),
    /// The seat finished in this place.
    Place(Place),
}

impl<G: Game> fmt::Display for Happening<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Event(event) => event.fmt(f),
            Self::Fault(kind) => write!(f, "fault {kind}"),
            Self::Place(place) => write!(f, "place {place}"),
        }
    }
}

/// How a game speaks: to the whole table, or to the record only.
pub struct Say<G: Game> {
    told: Vec<Told<G>>,
    record: Vec<Line<G>>,
    records: bool,
    /// Whether facts are for nobody: no seat listens, and no record is kept.
    unheard: bool,
    step: u32,
    round: u32,
}

impl<G: Game> Say<G> {
    /// A speaker that keeps no record.
    pub const fn new() -> Self {
        Self {
            told: Vec::new(),
            record: Vec::new(),
            records: false,
            unheard: false,
            step: 0,
            round: 0,
        }
    }

    /// Whether to keep a record of the games to come.
    pub fn keep_record(&mut self, keep: bool) {
        if keep != self.records {
            self.records = keep;
            self.record.clear();
        }
    }

    /// Tells a fact about `seat` to every seat and to the record.
    // The record copies it from the list, so that it is made in its place there
    // and not first elsewhere.
    #[inline]
    pub fn tell(&mut self, seat: Seat, event: G::Event) {
        if self.unheard {
            return;
        }
        self.told.push(Told { seat, event });
        if self.records {
            self.record_last();
        }
    }

    #[cold]
    fn record_last(&mut self) {
        if let Some(told) = self.told.last() {
            let (seat, event) = (told.seat, told.event.clone());
            self.write(seat, Happening::Event(event));
        }
    }

    /// Notes something that the table is not told, such as a roll. `event` is
    /// only made when a record is kept.
    #[inline]
    pub fn note(&mut self, seat: Seat, event: impl FnOnce() -> G::Event) {
        if self.records {
            self.write(seat, Happening::Event(event()));
        }
    }

    /// The next round begins; the first is number 1.
    pub const fn next_round(&mut self) {
        self.round += 1;
    }

    /// The number of the round being played; 0 before the first.
    pub const fn round(&self) -> u32 {
        self.round
    }

    /// The facts told since everybody was last brought up to date: in a game
    /// that is moved by hand, all of them.
    pub fn told(&self) -> &[Told<G>] {
        &self.told
    }

    /// The record of the last game; empty if none is kept.
    pub fn record(&self) -> &[Line<G>] {
        &self.record
    }

    /// Decisions asked for so far.
    pub(crate) const fn step(&self) -> u32 {
        self.step
    }

    /// The next decision is asked for.
    pub(crate) const fn next_step(&mut self) -> u32 {
        self.step += 1;
        self.step
    }

    /// Writes into the record who finished where.
    pub(crate) fn ended(&mut self, places: &BySeat<Place>) {
        for (seat, &place) in places.iter() {
            self.write(seat, Happening::Place(place));
        }
    }

    #[cold]
    fn write(&mut self, seat: Seat, what: Happening<G>) {
        self.record.push(Line {
            step: self.step,
            round: self.round,
            seat,
            what,
        });
    }

    fn start(&mut self, listeners: bool) {
        self.unheard = !listeners && !self.records;
        self.told.clear();
        self.record.clear();
        self.step = 0;
        self.round = 0;
    }
}

impl<G: Game> Default for Say<G> {
    fn default() -> Self {
        Self::new()
    }
}

/// A seat's failure in a game. A seat fails at most once, then it is retired;
/// one that fails as the game ends keeps its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// Whose bot failed.
    pub seat: Seat,
    /// The number of the decision, from 1.
    pub step: u32,
    /// How.
    pub fault: Fault,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Each seat's place.
    pub places: BySeat<Place>,
    /// Rounds begun, void ones included.
    pub rounds: u32,
    /// Decisions asked for, passes and failures included.
    pub actions: u32,
    /// The failures, in the order of play.
    pub faults: Vec<Failure>,
}

/// So many facts are kept for those who have not heard them; then everybody
/// is told at once. Keeps a game of 10,000 rounds small.
const BACKLOG: usize = 512;

/// Plays a deal of a session: tells the players that it begins, throws the
/// deal's dice, and plays to the end. Dice and speaker are kept from game to
/// game, because a deal is mostly played again in the next.
pub fn play_deal<'p, G: Game, P: Player<G> + ?Sized + 'p>(
    game: &G,
    chance: &Chance,
    sitting: &Sitting,
    deal: u64,
    players: impl IntoIterator<Item = &'p mut P>,
    dice: &mut Dice,
    say: &mut Say<G>,
) -> Outcome {
    let bot = chance.deal(deal, dice);
    let mut seated = ArrayVec::<&mut P, MAX_SEATS>::new();
    for (index, player) in players.into_iter().enumerate() {
        player.begin(sitting, bot(Seat::new(index)));
        seated.push(player);
    }
    play(game, sitting, &mut seated, dice, say)
}

/// Plays one game to its end. The players, one per seat, have been told that
/// it begins. Where all are of one kind the loop is made for that kind; tables
/// of several are `dyn`.
///
/// An action that the rules refuse is a fault like any other: it changes
/// nothing, the seat is retired and the game goes on.
pub fn play<G: Game, P: Player<G> + ?Sized>(
    game: &G,
    sitting: &Sitting,
    players: &mut [&mut P],
    dice: &mut Dice,
    say: &mut Say<G>,
) -> Outcome {
    let mut listeners = false;
    for player in players.iter_mut() {
        listeners |= player.listens();
    }
    say.start(listeners);
    let mut state = game.seat(sitting, dice, say);
    game.open(&mut state, dice, say);
    let mut heard = [0usize; MAX_SEATS];
    let mut faults = Vec::new();
    let places = loop {
        let seat = match game.turn(&state.public) {
            Turn::Act(seat) => seat,
            Turn::Over(places) => break places,
        };
        say.step += 1;
        let player = &mut *players[seat.index()];
        let news = &mut heard[seat.index()];
        let decision = player.decide(state.view(game, seat), &say.told[*news..]);
        *news = say.told.len();
        let fault = match decision {
            Ok(action) => match game.check(state.view(game, seat), &action) {
                Ok(()) if game.talks() && hear(game, &state, seat, player, say).is_err() => {
                    Some(player.fault())
                }
                Ok(()) => {
                    game.apply(&mut state, &action, dice, say);
                    None
                }
                Err(illegal) => Some(refused(&action, illegal)),
            },
            Err(Failed) => Some(player.fault()),
        };
        if let Some(fault) = fault {
            fail(seat, fault, &mut faults, say);
            game.retire(&mut state, seat, dice, say);
        }
        if say.told.len() > BACKLOG {
            catch_up(players, &mut heard, &mut say.told);
        }
    };
    catch_up(players, &mut heard, &mut say.told);
    say.unheard = false;
    for (index, player) in players.iter_mut().enumerate() {
        // Who failed before has been told of and is not asked again.
        let ended = player.end(&places);
        let seat = Seat::new(index);
        if ended.is_err() && !faults.iter().any(|failure| failure.seat == seat) {
            fail(seat, player.fault(), &mut faults, say);
        }
    }
    if say.records {
        say.ended(&places);
    }
    Outcome {
        places,
        rounds: say.round,
        actions: say.step,
        faults,
    }
}

#[cold]
pub(crate) fn fail<G: Game>(seat: Seat, fault: Fault, faults: &mut Vec<Failure>, say: &mut Say<G>) {
    if say.records {
        say.write(seat, Happening::Fault(fault.kind));
    }
    faults.push(Failure {
        seat,
        step: say.step,
        fault,
    });
}

/// Tells everybody what the seat says with its action, if it says anything.
fn hear<G: Game, P: Player<G> + ?Sized>(
    game: &G,
    state: &State<G>,
    seat: Seat,
    player: &mut P,
    say: &mut Say<G>,
) -> Result<(), Failed> {
    let talk = player.say(state.view(game, seat))?;
    if let Some(said) = talk.and_then(|talk| game.said(talk)) {
        say.tell(seat, said);
    }
    Ok(())
}

#[cold]
fn refused(action: &impl fmt::Display, illegal: Illegal) -> Fault {
    Fault {
        kind: FaultKind::Illegal,
        detail: format!("{action}: {}", illegal.0),
    }
}

fn catch_up<G: Game, P: Player<G> + ?Sized>(
    players: &mut [&mut P],
    heard: &mut [usize; MAX_SEATS],
    told: &mut Vec<Told<G>>,
) {
    for (player, heard) in players.iter_mut().zip(heard) {
        player.notice(&told[*heard..]);
        *heard = 0;
    }
    told.clear();
}
