//! Bots that misbehave, seated in the real runner.

use super::bench::{Log, Spec, settings};
use dudo::arena::Playing;
use dudo::run::{Report, prepare_in, run};
use dudo::stop::Stop;
use dudo_bots::{Arg, Entry, find, liars_dice};
use dudo_engine::liars_dice::{Action, Bid, Event, LiarsDice};
use dudo_engine::{Bot, BotRng, BySeat, Place, Seat, Sitting, View};
use std::panic;
use std::path::Path;
use std::sync::Once;
use std::sync::atomic::{AtomicU64, Ordering};

const fn arg(name: &'static str, about: &'static str, high: f64) -> Arg {
    Arg {
        name,
        about,
        default: 0.0,
        low: 0.0,
        high,
    }
}

/// One that plays at random until it fails.
const BROKEN: Entry<LiarsDice> = Entry {
    name: "broken",
    level: 0,
    about: "fails",
    args: &[
        arg(
            "how",
            "0 panics, 1 plays illegally, 2 panics in observe, 3 in begin, 4 in end, 5 in drop",
            5.0,
        ),
        arg(
            "on",
            "at its n-th decision or fact, counted in a session",
            1000.0,
        ),
        arg("seat", "in this seat only (0: in every one)", 8.0),
    ],
    make: |args| {
        let (how, on, seat) = (args[0] as u32, args[1] as u32, args[2] as usize);
        let inner = find(liars_dice::ROSTER, "random").unwrap();
        Box::new(move |game, session| {
            let here = seat == 0 || session.seat.index() + 1 == seat;
            Box::new(Broken {
                inner: (inner.factory)(game, session),
                how: if here { how } else { u32::MAX },
                left: on,
            })
        })
    },
};

/// Bids or doubts by a counter of the whole process: never the same twice.
const FICKLE: Entry<LiarsDice> = Entry {
    name: "fickle",
    level: 0,
    about: "is not deterministic",
    args: &[],
    make: |_| {
        let inner = find(liars_dice::ROSTER, "random").unwrap();
        Box::new(move |game, session| Box::new(Fickle((inner.factory)(game, session))))
    },
};

struct Fickle(Box<dyn Bot<LiarsDice>>);

static CALLS: AtomicU64 = AtomicU64::new(0);

impl Bot<LiarsDice> for Fickle {
    fn act(&mut self, view: View<'_, LiarsDice>, rng: &mut BotRng) -> Action {
        let call = CALLS.fetch_add(1, Ordering::Relaxed);
        let odd = call.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 63 == 1;
        if view.public().standing.is_some() && odd {
            return Action::Challenge;
        }
        self.0.act(view, rng)
    }
}

static ROSTER: &[Entry<LiarsDice>] = &[
    BROKEN,
    FICKLE,
    Entry {
        name: "random",
        level: 0,
        about: "behaves",
        args: &[],
        make: |_| find(liars_dice::ROSTER, "random").unwrap().factory,
    },
    Entry {
        name: "caller",
        level: 1,
        about: "behaves",
        args: &[],
        make: |_| find(liars_dice::ROSTER, "caller").unwrap().factory,
    },
];

/// The game with these bots.
pub(super) static HOUSE: Playing<LiarsDice> = Playing::with(ROSTER);

struct Broken {
    inner: Box<dyn Bot<LiarsDice>>,
    how: u32,
    left: u32,
}

impl Broken {
    /// Whether it is time to fail.
    fn now(&mut self, how: u32) -> bool {
        if self.how == how {
            self.left = self.left.saturating_sub(1);
        }
        self.how == how && self.left == 0
    }
}

impl Bot<LiarsDice> for Broken {
    fn act(&mut self, view: View<'_, LiarsDice>, rng: &mut BotRng) -> Action {
        assert!(!self.now(0), "=on purpose,\nas \"promised\"");
        if self.now(1) {
            return Action::Bid(Bid::new(200, 1));
        }
        self.inner.act(view, rng)
    }

    fn observe(&mut self, _: Seat, _: &Event) {
        assert!(!self.now(2), "heard too much");
    }

    fn begin(&mut self, _: &Sitting) {
        assert!(!self.now(3), "not ready");
    }

    fn end(&mut self, _: &BySeat<Place>) {
        assert!(!self.now(4), "a bad loser");
    }
}

impl Drop for Broken {
    fn drop(&mut self) {
        assert!(self.how != 5, "will not go");
    }
}

/// Panics of bots stay silent, as in the real binary.
pub(super) fn hush() {
    static HUSH: Once = Once::new();
    HUSH.call_once(|| {
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !dudo_bots::in_bot_call() {
                usual(info);
            }
        }));
    });
}

/// As [`Spec::play`], with bots that may be broken.
pub(super) fn play(spec: &Spec, folder: &Path, threads: usize) -> Report {
    hush();
    let file = spec.parsed();
    let prepared = prepare_in(&file, &HOUSE).unwrap_or_else(|error| panic!("{error}"));
    run(prepared, &settings(folder, threads), &Stop::new())
        .unwrap_or_else(|error| panic!("{error}\n{}", spec.text()))
}

/// The log of a run that was left alone.
pub(super) fn fresh(spec: &Spec) -> Log {
    let home = super::bench::Home::new();
    assert!(play(spec, &home.path("fresh"), 1).complete);
    Log::of(&home.path("fresh"))
}
