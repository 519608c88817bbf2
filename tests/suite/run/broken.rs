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

static ROSTER: &[Entry<LiarsDice>] = &[
    BROKEN,
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
fn hush() {
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
    let house = Playing::with(ROSTER);
    let prepared = prepare_in(&file, &house).unwrap_or_else(|error| panic!("{error}"));
    run(prepared, &settings(folder, threads), &Stop::new())
        .unwrap_or_else(|error| panic!("{error}\n{}", spec.text()))
}

/// The log of a run that was left alone.
pub(super) fn fresh(spec: &Spec) -> Log {
    let home = super::bench::Home::new();
    assert!(play(spec, &home.path("fresh"), 1).complete);
    Log::of(&home.path("fresh"))
}
