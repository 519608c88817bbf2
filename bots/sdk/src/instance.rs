//! A bot in its own library, as bytes and notation reach it.

use crate::words::Words;
use dudo_engine::{Bot, BotRng, BySeat, Imaged, Key, Notation, Place, Seat, Sitting, Told};
use std::fmt::Write;
use std::sync::Arc;

/// Where an instance sits for a session.
pub struct Seating<'a> {
    /// The game.
    pub game: &'a str,
    /// Its rules in canonical text.
    pub rules: &'a str,
    /// Its seat, from 1.
    pub seat: usize,
    /// Seats at the table.
    pub seats: usize,
    /// Games in the session.
    pub games: u64,
    /// The word list of the game.
    pub words: &'a dyn Words,
}

/// A bot for a session, of whatever game. Errors are sentences about what the
/// host did wrong; what the bot does wrong is a panic.
pub trait Instance: Send {
    /// A game begins.
    fn begin(&mut self, game: u64, key: [u8; 32]);

    /// Decides; `reply` is empty and takes the action, and the talk.
    ///
    /// # Errors
    /// The view or the news cannot be read.
    fn act(&mut self, view: &[u8], news: &str, reply: &mut String) -> Result<(), String>;

    /// A game has ended.
    ///
    /// # Errors
    /// The news cannot be read.
    fn end(&mut self, news: &str, places: &[u8]) -> Result<(), String>;
}

/// A [`Bot`] as an instance.
pub(crate) struct Seated<G: Imaged> {
    game: Arc<G>,
    seats: usize,
    bot: Box<dyn Bot<G>>,
    rng: BotRng,
    news: Vec<Told<G>>,
}

impl<G: Imaged> Seated<G> {
    pub(crate) fn new(game: Arc<G>, seats: usize, bot: Box<dyn Bot<G>>) -> Self {
        Self {
            game,
            seats,
            bot,
            rng: BotRng::of(Key::new([0; 32])),
            news: Vec::new(),
        }
    }

    /// Keeps what was told in lines `SEAT EVENT`.
    fn hear(&mut self, news: &str) -> Result<(), String> {
        self.news.clear();
        let mut left = news;
        while let Some(end) = line_end(left.as_bytes()) {
            let line = &left[..end];
            left = &left[end + 1..];
            if let [number @ b'1'..=b'8', b' ', ..] = line.as_bytes()
                && let Ok(event) = line[2..].parse()
            {
                let seat = Seat::new(usize::from(number - b'1'));
                self.news.push(Told { seat, event });
            } else {
                return Err(format!("\"{line}\" was told and cannot be read"));
            }
        }
        if left.is_empty() {
            Ok(())
        } else {
            Err(format!("\"{left}\" was told without an end"))
        }
    }
}

/// Where a line ends. Eight bytes at a time: to look at each takes as long as all else
/// about a line.
fn line_end(text: &[u8]) -> Option<usize> {
    const ONES: u64 = u64::MAX / 0xff;
    let (words, rest) = text.as_chunks::<8>();
    for (index, &word) in words.iter().enumerate() {
        let zero = u64::from_le_bytes(word) ^ (ONES * b'\n' as u64);
        let found = zero.wrapping_sub(ONES) & !zero & (ONES << 7);
        if found != 0 {
            return Some(8 * index + found.trailing_zeros() as usize / 8);
        }
    }
    let end = rest.iter().position(|&byte| byte == b'\n')?;
    Some(text.len() - rest.len() + end)
}

impl<G: Imaged> Instance for Seated<G> {
    fn begin(&mut self, game: u64, key: [u8; 32]) {
        self.rng = BotRng::of(Key::new(key));
        self.bot.begin(&Sitting {
            seats: self.seats,
            game,
        });
    }

    fn act(&mut self, view: &[u8], news: &str, reply: &mut String) -> Result<(), String> {
        self.hear(news)?;
        let seen = self.game.read(view);
        let seen = seen.ok_or("the view that was handed over cannot be read")?;
        let view = seen.view(&self.game);
        let action = self.bot.answer(&view, &self.news, &mut self.rng);
        let _ = action.spell(reply);
        if self.game.talks()
            && let Some(talk) = self.bot.say(view)
        {
            let _ = write!(reply, "\n{talk}");
        }
        Ok(())
    }

    fn end(&mut self, news: &str, places: &[u8]) -> Result<(), String> {
        self.hear(news)?;
        if places.len() != self.seats {
            return Err(format!("{} places for {} seats", places.len(), self.seats));
        }
        self.bot.listen(&self.news);
        let places = BySeat::from_fn(self.seats, |seat| Place(places[seat.index()]));
        self.bot.end(&places);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::line_end;

    /// Wherever a line ends, whatever is before and behind: bytes that differ from a line
    /// feed in one bit, or follow it, too.
    #[test]
    fn lines_end_at_the_first_feed() {
        for filling in [0, b'\t', b'\x0b', b'a', 0x8a, 0xff] {
            for len in 0..40 {
                let mut text = vec![filling; len];
                assert_eq!(line_end(&text), None, "{filling} {len}");
                for end in (0..len).rev() {
                    text[end] = b'\n';
                    assert_eq!(line_end(&text), Some(end), "{filling} {len}");
                }
            }
        }
    }
}
