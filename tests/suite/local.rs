//! Bots that misbehave in this process, seated by [`Local`]: their seat is
//! retired, and the others' game goes on.

use dudo_bots::{Local, liars_dice::ROSTER};
use dudo_engine::liars_dice::{Action, Bid, Event, LiarsDice};
use dudo_engine::{
    Bot, BotRng, BySeat, Chance, FaultKind, Key, Outcome, Place, Player, Say, Seat, Session,
    Sitting, View, play,
};
use std::panic::panic_any;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// What the misfit does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Vice {
    PanicInAct,
    PanicInObserve,
    PanicInBegin,
    PanicInEnd,
    PanicInDrop,
    /// Panics with something that is no text.
    PanicWithNumber,
    /// Panics with something that panics when it is dropped.
    PanicWithBomb,
    /// Does this, legal or not.
    Say(Action),
}

struct Bomb;

impl Drop for Bomb {
    fn drop(&mut self) {
        panic!("misfit: a bomb goes off");
    }
}

/// Opens or raises as low as it can, and gives in to its vice in the n-th call
/// of the kind.
struct Misfit {
    vice: Vice,
    left: u32,
    /// Calls after its first panic: must stay 0.
    late: Arc<AtomicU32>,
    panicked: bool,
}

impl Misfit {
    fn call(&mut self, here: Vice) {
        if self.panicked {
            self.late.fetch_add(1, Relaxed);
        }
        if self.vice != here {
            return;
        }
        self.left = self.left.saturating_sub(1);
        if self.left > 0 {
            return;
        }
        self.panicked = true;
        match self.vice {
            Vice::PanicWithNumber => panic_any(7),
            Vice::PanicWithBomb => panic_any(Bomb),
            _ => panic!("misfit: {here:?}"),
        }
    }
}

impl Bot<LiarsDice> for Misfit {
    fn act(&mut self, view: View<'_, LiarsDice>, _: &mut BotRng) -> Action {
        match self.vice {
            Vice::Say(action) => {
                self.left -= 1;
                if self.left == 0 {
                    return action;
                }
            }
            Vice::PanicWithNumber | Vice::PanicWithBomb => self.call(self.vice),
            _ => self.call(Vice::PanicInAct),
        }
        let options = dudo_engine::liars_dice::Options::of(view);
        options.raises.get(0).map_or(Action::Challenge, Action::Bid)
    }

    fn observe(&mut self, _: Seat, _: &Event) {
        self.call(Vice::PanicInObserve);
    }

    fn begin(&mut self, _: &Sitting) {
        self.call(Vice::PanicInBegin);
    }

    fn end(&mut self, _: &BySeat<Place>) {
        self.call(Vice::PanicInEnd);
    }
}

impl Drop for Misfit {
    fn drop(&mut self) {
        if self.vice == Vice::PanicInDrop {
            panic!("misfit: dropped");
        }
    }
}

/// A table in one session.
struct Bench {
    game: LiarsDice,
    chance: Chance,
    players: Vec<Local<LiarsDice>>,
    late: Arc<AtomicU32>,
}

impl Bench {
    /// Misfits with this vice in these seats, random bots in the others.
    fn new(seats: usize, misfits: &[usize], vice: Vice, nth: u32) -> Self {
        let game = LiarsDice::new("liars-dice(dice=3)".parse().expect("rules")).expect("rules");
        let late = Arc::new(AtomicU32::new(0));
        let random = dudo_bots::find(ROSTER, "random").expect("a bot");
        let players = (0..seats).map(|index| {
            Local::new(if misfits.contains(&index) {
                Box::new(Misfit {
                    vice,
                    left: nth,
                    late: Arc::clone(&late),
                    panicked: false,
                })
            } else {
                let seat = Seat::new(index);
                let games = 3;
                (random.factory)(&game, &Session { seat, seats, games })
            })
        });
        Self {
            players: players.collect(),
            chance: Chance::new(&Key::new([5; 32]), "liars-dice(dice=3)", seats),
            game,
            late,
        }
    }

    /// Plays the game with this number of the session.
    fn play(&mut self, number: u64) -> Outcome {
        let sitting = Sitting {
            seats: self.players.len(),
            game: number,
        };
        for (index, player) in self.players.iter_mut().enumerate() {
            player.begin(&sitting, self.chance.bot(Seat::new(index), number));
        }
        let mut seated: Vec<&mut dyn Player<LiarsDice>> = self
            .players
            .iter_mut()
            .map(|player| player as &mut dyn Player<LiarsDice>)
            .collect();
        let mut dice = self.chance.dice(number);
        let outcome = play(
            &self.game,
            &sitting,
            &mut seated,
            &mut dice,
            &mut Say::new(),
        );
        assert_eq!(
            self.late.load(Relaxed),
            0,
            "a bot that panicked was called again"
        );
        let mut places: Vec<u8> = outcome
            .places
            .values()
            .iter()
            .map(|place| place.0)
            .collect();
        places.sort_unstable();
        assert_eq!(places[0], 1, "somebody wins");
        outcome
    }
}

/// Faults of the seat, and nobody else's.
fn only_fault(outcome: &Outcome, seat: usize) -> Option<&dudo_engine::Failure> {
    assert!(outcome.faults.len() <= 1, "{:?}", outcome.faults);
    let failure = outcome.faults.first()?;
    assert_eq!(failure.seat.index(), seat);
    assert!(outcome.places[failure.seat] > Place(1));
    Some(failure)
}

#[test]
fn a_bot_that_panics_in_its_decision_is_retired() {
    for (vice, message) in [
        (Vice::PanicInAct, "misfit: PanicInAct"),
        (Vice::PanicWithNumber, "a panic without a message"),
        (Vice::PanicWithBomb, "a panic without a message"),
    ] {
        for seats in 2..=5 {
            for seat in 0..seats {
                for nth in 1..=4 {
                    let outcome = Bench::new(seats, &[seat], vice, nth).play(0);
                    let Some(failure) = only_fault(&outcome, seat) else {
                        assert!(nth > 1 || outcome.places[Seat::new(seat)] > Place(1));
                        continue;
                    };
                    assert_eq!(failure.fault.kind, FaultKind::Panicked);
                    assert_eq!(failure.fault.detail, message);
                    assert!(failure.step >= nth);
                }
            }
        }
    }
}

#[test]
fn whoever_fails_first_takes_the_last_place() {
    for seats in 2..=5 {
        // The first seat opens: it is asked at once.
        let outcome = Bench::new(seats, &[0], Vice::PanicInAct, 1).play(0);
        let failure = only_fault(&outcome, 0).expect("a fault");
        assert_eq!(failure.step, 1);
        assert_eq!(outcome.places[Seat::new(0)], Place(seats as u8));
    }
}

#[test]
fn actions_that_the_rules_refuse_are_told_with_the_rule() {
    let bid = |quantity, face| Vice::Say(Action::Bid(Bid::new(quantity, face)));
    for (vice, detail) in [
        (
            Vice::Say(Action::Challenge),
            "challenge: there is no bid to challenge",
        ),
        (
            Vice::Say(Action::Exact),
            "exact: there is no bid to call exact",
        ),
        (
            Vice::Say(Action::Pass),
            "pass: the player in turn may not pass",
        ),
        (bid(0, 0), "bid 0x0: no die has that face"),
        (bid(1, 7), "bid 1x7: no die has that face"),
        (bid(255, 255), "bid 255x255: no die has that face"),
        (bid(0, 6), "bid 0x6: a bid is on one die at least"),
        (bid(10, 6), "bid 10x6: a bid is on one die at least"),
    ] {
        let outcome = Bench::new(3, &[0], vice, 1).play(0);
        let failure = only_fault(&outcome, 0).expect("a fault");
        assert_eq!(failure.fault.kind, FaultKind::Illegal);
        assert!(
            failure.fault.detail.starts_with(detail),
            "{}",
            failure.fault.detail
        );
        assert_eq!(failure.step, 1);
        assert_eq!(outcome.places[Seat::new(0)], Place(3));
        assert!(outcome.rounds >= 2, "the void round counts");
    }
}

/// Illegal in any seat and at any time: the others' game goes on.
#[test]
fn an_illegal_action_late_in_the_game_retires_its_seat() {
    for seat in 0..4 {
        for nth in 1..=5 {
            let vice = Vice::Say(Action::Pass);
            let outcome = Bench::new(4, &[seat], vice, nth).play(0);
            if let Some(failure) = only_fault(&outcome, seat) {
                assert_eq!(failure.fault.kind, FaultKind::Illegal);
                assert!(failure.step >= nth);
            }
        }
    }
}

/// Decisions: a failure inside observe counts at the next decision, else not.
#[test]
fn a_panic_outside_a_decision_counts_at_the_next_one() {
    let mut counted = 0;
    for seat in 0..3 {
        let mut bench = Bench::new(3, &[seat], Vice::PanicInBegin, 1);
        let outcome = bench.play(0);
        let failure = only_fault(&outcome, seat).expect("a fault");
        assert_eq!(failure.fault.detail, "misfit: PanicInBegin");

        for nth in [1, 2, 7, 30] {
            let outcome = Bench::new(3, &[seat], Vice::PanicInObserve, nth).play(0);
            if let Some(failure) = only_fault(&outcome, seat) {
                assert_eq!(failure.fault.detail, "misfit: PanicInObserve");
                counted += 1;
            }
        }

        // As the game ends: it counts, and changes no place.
        let sound = Bench::new(3, &[seat], Vice::PanicInEnd, u32::MAX).play(0);
        let ended = Bench::new(3, &[seat], Vice::PanicInEnd, 1).play(0);
        assert_eq!(ended.places, sound.places);
        assert_eq!(ended.faults.len(), 1, "{:?}", ended.faults);
        assert_eq!(ended.faults[0].seat.index(), seat);
        assert_eq!(ended.faults[0].step, ended.actions);
        assert_eq!(ended.faults[0].fault.detail, "misfit: PanicInEnd");
    }
    assert!(counted > 3, "only {counted} panics in observe were counted");
}

/// Another bot in the seat starts anew, and the dead are buried quietly.
#[test]
fn a_seat_can_be_given_to_another_bot() {
    for vice in [Vice::PanicInAct, Vice::PanicInDrop, Vice::PanicWithBomb] {
        let mut bench = Bench::new(2, &[0], vice, 1);
        let before = bench.play(0).faults.len();
        assert_eq!(before, usize::from(vice != Vice::PanicInDrop));
        let random = dudo_bots::find(ROSTER, "random").expect("a bot");
        let session = Session {
            seat: Seat::new(0),
            seats: 2,
            games: 1,
        };
        bench.players[0].seat((random.factory)(&bench.game, &session));
        assert_eq!(bench.play(1).faults.len(), 0);
    }
}

/// Who cannot even be made is out at its first decision, and only it.
#[test]
fn a_panic_in_the_making_is_the_bots_fault() {
    let mut bench = Bench::new(3, &[], Vice::PanicInAct, 1);
    bench.players[1].seat_made(|| panic!("no bot today"));
    let outcome = bench.play(0);
    let failure = only_fault(&outcome, 1).expect("a fault");
    assert_eq!(failure.fault.kind, FaultKind::Panicked);
    assert_eq!(failure.fault.detail, "no bot today");
    // Still broken in the next game of the session, until it is made again.
    assert!(only_fault(&bench.play(1), 1).is_some());
    let random = dudo_bots::find(ROSTER, "random").expect("a bot");
    let session = Session {
        seat: Seat::new(1),
        seats: 3,
        games: 1,
    };
    let game = bench.game.clone();
    bench.players[1].seat_made(|| (random.factory)(&game, &session));
    assert_eq!(bench.play(2).faults.len(), 0);
}

/// Heads up the first that is asked loses; with more, each is retired in turn
/// and the last one in wins without a decision. One that was broken from the
/// start is found out when the game ends.
#[test]
fn when_all_fail_the_rules_settle_it() {
    for vice in [
        Vice::PanicInAct,
        Vice::PanicInBegin,
        Vice::Say(Action::Exact),
    ] {
        for seats in 2..=5 {
            let everybody: Vec<usize> = (0..seats).collect();
            let outcome = Bench::new(seats, &everybody, vice, 1).play(0);
            let idle = usize::from(vice == Vice::PanicInBegin);
            assert_eq!(outcome.faults.len(), seats - 1 + idle, "{vice:?}");
            let places: Vec<usize> = outcome
                .places
                .values()
                .iter()
                .map(|place| usize::from(place.0))
                .collect();
            let expected: Vec<usize> = (1..=seats).rev().collect();
            assert_eq!(places, expected, "{vice:?}");
            assert_eq!(outcome.rounds as usize, seats - 1);
        }
    }
}

/// The real hook, in a process of its own, because a hook is a process's.
#[test]
fn the_panic_hook_is_silent_in_bot_code() {
    let whole = |name: &str| {
        let output = Command::new(std::env::current_exe().expect("this test has a path"))
            .args(["--exact", name, hooked::ALONE])
            .args(["--nocapture", "--test-threads", "1"])
            .output()
            .expect("this test runs again");
        let text = [output.stdout, output.stderr].concat();
        (
            output.status.success(),
            String::from_utf8_lossy(&text).into_owned(),
        )
    };
    let (passed, text) = whole("local::hooked::bots_panic");
    assert!(passed && text.contains(hooked::DONE), "{text}");
    assert!(
        !text.contains("misfit") && !text.contains("panicked"),
        "{text}"
    );
    let (_, text) = whole("local::hooked::we_panic");
    assert!(
        text.contains("we did it") && text.contains("this is a bug in dudo"),
        "{text}"
    );
}

/// Run by the test above, each in a process of its own: where other tests run it would take
/// the hook from them. There nothing is done.
mod hooked {
    use super::*;

    /// A word that no test has in its name, for a process that runs one of these.
    pub(super) const ALONE: &str = "in-a-process-of-its-own";

    /// What the bots of the first of them are survived with.
    pub(super) const DONE: &str = "all bots were played with";

    fn alone() -> bool {
        std::env::args().any(|argument| argument == ALONE)
    }

    #[test]
    fn bots_panic() {
        if !alone() {
            return;
        }
        dudo::bug::install_hook();
        for vice in [
            Vice::PanicInAct,
            Vice::PanicInObserve,
            Vice::PanicInBegin,
            Vice::PanicInEnd,
            Vice::PanicInDrop,
            Vice::PanicWithBomb,
        ] {
            let mut bench = Bench::new(3, &[0, 2], vice, 1);
            bench.play(0);
            bench.play(1);
        }
        drop(std::panic::take_hook());
        println!("{DONE}");
    }

    #[test]
    fn we_panic() {
        if !alone() {
            return;
        }
        dudo::bug::install_hook();
        let ours = std::panic::catch_unwind(|| panic!("we did it"));
        drop(std::panic::take_hook());
        assert!(ours.is_err());
    }
}
