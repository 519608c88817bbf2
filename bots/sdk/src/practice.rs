//! Whole games of a bot against itself, for the tests of its author.

use dudo_engine::knobs::{Domain, Knobs, parse};
use dudo_engine::{
    Bot, BotKey, BotRng, BySeat, Chance, Dice, Failed, Fault, FaultKind, Imaged, Key, Lexicon,
    Outcome, Place, Player, Say, Seat, Session, Shelf, Sitting, Told, View, play_deal,
};
use std::fmt::Write;
use std::sync::Arc;

/// Plays `games` games of a session in which a bot of this kind sits in every seat.
///
/// `rules` is in notation, such as `liars-dice(dice=3)`; `words` is the word list of a game
/// that has one, a word per line. Faults, such as illegal actions, are told in the outcomes;
/// a panic of the bot is a panic of the test.
///
/// ```
/// use dudo_sdk::liars_dice::{Action, LiarsDice, Options};
/// use dudo_sdk::{Bot, BotRng, View, practice};
///
/// struct Creeper;
///
/// impl Bot<LiarsDice> for Creeper {
///     fn act(&mut self, view: View<'_, LiarsDice>, _: &mut BotRng) -> Action {
///         let options = Options::of(view);
///         options.raises.get(0).map_or(Action::Challenge, Action::Bid)
///     }
/// }
///
/// let outcomes = practice::<LiarsDice, _>("liars-dice(dice=2)", "", 3, 5, |_, _| Creeper).unwrap();
/// assert!(outcomes.iter().all(|outcome| outcome.faults.is_empty()));
/// ```
///
/// # Errors
/// The rules cannot be read, or do not fit so many seats.
pub fn practice<G: Imaged, B: Bot<G>>(
    rules: &str,
    words: &str,
    seats: usize,
    games: u64,
    make: impl Fn(&G, &Session) -> B,
) -> Result<Vec<Outcome>, String> {
    let game: G = game(rules, words)?;
    game.fits(seats)?;
    let seated = (0..seats).map(|index| {
        let session = Session {
            seat: Seat::new(index),
            seats,
            games,
        };
        Seated {
            bot: make(&game, &session),
            rng: BotRng::of(Key::new([0; 32])),
        }
    });
    let mut seated: Vec<Seated<B>> = seated.collect();
    let chance = Chance::new(&Key::new([1; 32]), &game.to_string(), seats);
    let (mut dice, mut say) = (Dice::default(), Say::new());
    let outcomes = (0..games).map(|number| {
        let sitting = Sitting {
            seats,
            game: number,
        };
        let players = seated.iter_mut().map(|seated| seated as &mut dyn Player<G>);
        play_deal(
            &game, &chance, &sitting, number, players, &mut dice, &mut say,
        )
    });
    Ok(outcomes.collect())
}

fn game<G: Imaged>(rules: &str, words: &str) -> Result<G, String> {
    let list = Arc::new(Lexicon::read(words).0);
    let mut text = rules.to_owned();
    // A list is named by its hash.
    for knob in G::Rules::KNOBS {
        if knob.domain == Domain::WordList && !words.is_empty() {
            let open = if text.ends_with(')') { "," } else { "(" };
            let _ = write!(text, "{open}{}={:016x})", knob.name, list.hash());
            text = text.replacen("),", ",", 1);
        }
    }
    let mut rules: G::Rules = parse(&text).map_err(|error| error.to_string())?;
    rules.supply(&One(list))?;
    G::with(rules)
}

/// The only list there is.
struct One(Arc<Lexicon>);

impl Shelf for One {
    fn lexicon(&self, hash: u64) -> Option<Arc<Lexicon>> {
        (self.0.hash() == hash).then(|| Arc::clone(&self.0))
    }
}

struct Seated<B> {
    bot: B,
    rng: BotRng,
}

impl<G: Imaged, B: Bot<G>> Player<G> for Seated<B> {
    fn begin(&mut self, sitting: &Sitting, key: BotKey) {
        self.rng = BotRng::of(key.derive());
        self.bot.begin(sitting);
    }

    fn decide(&mut self, view: View<'_, G>, news: &[Told<G>]) -> Result<G::Action, Failed> {
        Ok(self.bot.answer(&view, news, &mut self.rng))
    }

    fn fault(&mut self) -> Fault {
        Fault {
            kind: FaultKind::Panicked,
            detail: String::new(),
        }
    }

    fn notice(&mut self, news: &[Told<G>]) {
        self.bot.listen(news);
    }

    fn end(&mut self, places: &BySeat<Place>) -> Result<(), Failed> {
        self.bot.end(places);
        Ok(())
    }
}
