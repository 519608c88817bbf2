//! A bot in a shared library that misbehaves: how, says the number of games in its
//! session.

use dudo_sdk::liars_dice::{Action, Event, LiarsDice, Options};
use dudo_sdk::{Bot, BotRng, BySeat, Place, Seat, Session, Sitting, View};
use std::panic::panic_any;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::thread;

/// Games that this library has begun, by whatever instance.
static BEGUN: AtomicU32 = AtomicU32::new(0);

struct Misfit {
    vice: u64,
}

struct Bomb;

impl Drop for Bomb {
    fn drop(&mut self) {
        panic!("misfit: a bomb goes off");
    }
}

impl Misfit {
    fn new(_: &LiarsDice, session: &Session) -> Self {
        assert!(session.games != 101, "misfit: in create");
        Self {
            vice: session.games,
        }
    }
}

impl Bot<LiarsDice> for Misfit {
    fn act(&mut self, view: View<'_, LiarsDice>, _: &mut BotRng) -> Action {
        match self.vice {
            103 => panic!("misfit: in act"),
            104 => panic_any(Bomb),
            105 => panic_any(7),
            106 => {
                let own = thread::spawn(|| panic!("misfit: in a thread of its own"));
                assert!(own.join().is_err());
            }
            _ => {}
        }
        let options = Options::of(view);
        options.raises.get(0).map_or(Action::Challenge, Action::Bid)
    }

    fn observe(&mut self, _: Seat, _: &Event) {
        assert!(self.vice != 107, "misfit: in observe");
    }

    fn begin(&mut self, _: &Sitting) {
        assert!(self.vice != 102, "misfit: in begin");
        let begun = BEGUN.fetch_add(1, Relaxed);
        assert!(self.vice != 108, "misfit: {begun} games before");
    }

    fn end(&mut self, _: &BySeat<Place>) {
        assert!(self.vice != 109, "misfit: in end");
    }
}

impl Drop for Misfit {
    fn drop(&mut self) {
        assert!(self.vice != 110, "misfit: in drop");
    }
}

dudo_sdk::export! {
    name: "misfit",
    play: [LiarsDice => Misfit::new],
    seats: 2 to 6,
    refuses: ["palifico", "ones-bids=perudo"],
    concurrent: 3,
}
