//! A bot in this process, seated at a table.

use dudo_engine::{
    Bot, BotKey, BotRng, BySeat, Failed, Fault, FaultKind, Game, Key, Place, Player, Sitting, Talk,
    Told, View,
};
use std::any::Any;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

thread_local! {
    static IN_CALL: Cell<bool> = const { Cell::new(false) };
}

/// Whether this thread is inside a bot's code. A panic there is that bot's
/// fault and is told in the log; a panic hook stays silent then.
pub fn in_bot_call() -> bool {
    IN_CALL.get()
}

/// Marks the time that is spent in a bot's code, unwinding included: the hook
/// runs before the stack is unwound.
/// A bot may itself seat bots; leaving their code is not leaving its own.
struct InCall {
    before: bool,
}

impl InCall {
    fn enter() -> Self {
        Self {
            before: IN_CALL.replace(true),
        }
    }
}

impl Drop for InCall {
    fn drop(&mut self) {
        IN_CALL.set(self.before);
    }
}

/// Seats a [`Bot`] of this process: owns its private chance and turns its
/// panics into faults. A bot that panicked is never called again.
pub struct Local<G: Game> {
    bot: Box<dyn Bot<G>>,
    rng: BotRng,
    broken: Option<Fault>,
}

impl<G: Game> Local<G> {
    /// A player for one session.
    pub fn new(bot: Box<dyn Bot<G>>) -> Self {
        Self {
            bot,
            rng: BotRng::of(Key::new([0; 32])),
            broken: None,
        }
    }

    /// Seats another bot, for another session or after a fault.
    pub fn seat(&mut self, bot: Box<dyn Bot<G>>) {
        discard(std::mem::replace(&mut self.bot, bot));
        self.broken = None;
    }

    /// Seats a bot that is made now. If that panics it is the bot's fault, at
    /// its first decision.
    pub fn seat_made(&mut self, make: impl FnOnce() -> Box<dyn Bot<G>>) {
        match guarded(make) {
            Ok(bot) => self.seat(bot),
            Err(fault) => {
                self.seat(Box::new(Gone));
                self.broken = Some(fault);
            }
        }
    }

    /// Calls the bot, unless it has panicked before.
    #[inline(always)]
    fn guard<T>(&mut self, call: impl FnOnce(&mut dyn Bot<G>, &mut BotRng) -> T) -> Option<T> {
        if self.broken.is_some() {
            return None;
        }
        let (bot, rng) = (&mut *self.bot, &mut self.rng);
        match guarded(|| call(bot, rng)) {
            Ok(value) => Some(value),
            Err(fault) => {
                self.broken = Some(fault);
                None
            }
        }
    }
}

impl<G: Game> Default for Local<G> {
    /// A seat that nobody has taken yet.
    fn default() -> Self {
        Self::new(Box::new(Gone))
    }
}

/// Runs a bot's code. What it broke by panicking is never looked at again,
/// which is why the closure may be asserted unwind safe.
#[inline(always)]
fn guarded<T>(call: impl FnOnce() -> T) -> Result<T, Fault> {
    let guarded = AssertUnwindSafe(|| {
        let _call = InCall::enter();
        call()
    });
    catch_unwind(guarded).map_err(|panic| {
        let detail = message(&*panic);
        discard(panic);
        Fault {
            kind: FaultKind::Panicked,
            detail,
        }
    })
}

impl<G: Game> Player<G> for Local<G> {
    fn begin(&mut self, sitting: &Sitting, key: BotKey) {
        self.rng.restart(key);
        self.guard(|bot, _| bot.begin(sitting));
    }

    /// One that panics over it is told of nothing: its fault comes with its first
    /// decision.
    fn listens(&mut self) -> bool {
        self.guard(|bot, _| bot.listens()).unwrap_or(false)
    }

    #[inline(always)]
    fn decide(&mut self, view: View<'_, G>, news: &[Told<G>]) -> Result<G::Action, Failed> {
        let action = self.guard(|bot, rng| bot.answer(&view, news, rng));
        action.ok_or(Failed)
    }

    fn say(&mut self, view: View<'_, G>) -> Result<Option<Box<Talk>>, Failed> {
        let talk = self.guard(|bot, _| bot.say(view)).ok_or(Failed)?;
        Ok(talk.map(Box::new))
    }

    fn fault(&mut self) -> Fault {
        let broken = self.broken.clone();
        broken.unwrap_or_else(|| unreachable!("only a panic leaves no action"))
    }

    fn notice(&mut self, news: &[Told<G>]) {
        self.guard(|bot, _| bot.listen(news));
    }

    fn end(&mut self, places: &BySeat<Place>) -> Result<(), Failed> {
        self.guard(|bot, _| bot.end(places)).ok_or(Failed)
    }
}

impl<G: Game> Local<G> {
    /// Itself as the table sees it.
    pub fn seated(&mut self) -> &mut dyn Player<G> {
        self
    }
}

impl<G: Game> Drop for Local<G> {
    fn drop(&mut self) {
        discard(std::mem::replace(&mut self.bot, Box::new(Gone)));
    }
}

/// Drops what is a bot's: the bot, or what it panicked with. Either may panic
/// while it is dropped, which must not take the run along.
fn discard<T>(theirs: T) {
    let guarded = AssertUnwindSafe(move || {
        let _call = InCall::enter();
        drop(theirs);
    });
    if let Err(panic) = catch_unwind(guarded) {
        // What it panics with now could do so again, without end.
        std::mem::forget(panic);
    }
}

/// Stands where a dropped bot stood.
struct Gone;

impl<G: Game> Bot<G> for Gone {
    fn act(&mut self, _: View<'_, G>, _: &mut BotRng) -> G::Action {
        unreachable!("a dropped bot is not asked")
    }
}

/// The message of a panic, as far as it has one.
fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(ToString::to_string);
    text.or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "a panic without a message".into())
}
