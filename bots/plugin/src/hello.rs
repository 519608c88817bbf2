//! What a bot says of itself, as lines.

use crate::foreign::Hello;

/// Longest text that is read.
const MOST: usize = 4096;
/// Longest name, in characters.
const NAME: usize = 64;

impl Hello {
    /// Reads lines `key: value`. The keys, all of which may be left out, are `name`,
    /// `games` (a list with commas), `seats` (`2` or `2-4`), `refuses` (a list of
    /// knobs) and `concurrent` (a number from 1).
    ///
    /// # Errors
    /// What is wrong with it, as a phrase.
    pub fn parse(text: &str) -> Result<Self, String> {
        if text.len() > MOST {
            return Err(format!("is longer than {MOST} bytes"));
        }
        let mut hello = Self {
            concurrent: 1,
            ..Self::default()
        };
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        for line in lines {
            let (key, value) = line
                .split_once(':')
                .ok_or_else(|| format!("has the line {line:?}, which is no \"key: value\""))?;
            let (key, value) = (key.trim(), value.trim());
            let wrong = |expected: &str| format!("says {key}: {value:?}; {expected} is expected");
            match key {
                "name" => {
                    let short = value.chars().count() <= NAME;
                    let plain = !value.chars().any(char::is_control);
                    if !short || !plain {
                        return Err(wrong("a name of at most 64 characters"));
                    }
                    hello.name = value.into();
                }
                "games" => hello.games = list(value),
                "refuses" => hello.refuses = list(value),
                "seats" => {
                    let seats = seats(value).ok_or_else(|| wrong("a range such as 2-4"))?;
                    hello.seats = Some(seats);
                }
                "concurrent" => {
                    let number = value.parse().ok().filter(|&number| number > 0);
                    hello.concurrent = number.ok_or_else(|| wrong("a number from 1"))?;
                }
                // What a later version says is no business of this one.
                _ => {}
            }
        }
        Ok(hello)
    }
}

fn list(value: &str) -> Vec<String> {
    let items = value.split(',').map(str::trim);
    items
        .filter(|item| !item.is_empty())
        .map(Into::into)
        .collect()
}

fn seats(value: &str) -> Option<(usize, usize)> {
    let (few, most) = value.split_once('-').unwrap_or((value, value));
    let (few, most) = (few.trim().parse().ok()?, most.trim().parse().ok()?);
    (2 <= few && few <= most).then_some((few, most))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_is_heard() {
        let hello = Hello::parse(
            "name: Grace\n\ngames: liars-dice , mia\nseats: 2-4\nrefuses: palifico, ones-bids=perudo\n\
             concurrent: 8\nmood: good\n",
        );
        let expected = Hello {
            name: "Grace".into(),
            games: vec!["liars-dice".into(), "mia".into()],
            seats: Some((2, 4)),
            refuses: vec!["palifico".into(), "ones-bids=perudo".into()],
            concurrent: 8,
        };
        assert_eq!(hello, Ok(expected));
        let nothing = Hello {
            concurrent: 1,
            ..Hello::default()
        };
        assert_eq!(Hello::parse(""), Ok(nothing));
        assert_eq!(
            Hello::parse("seats: 3").map(|hello| hello.seats),
            Ok(Some((3, 3)))
        );
    }

    #[test]
    fn nonsense_is_named() {
        for (text, part) in [
            ("hello", "no \"key: value\""),
            ("seats: 4-2", "a range"),
            ("seats: some", "a range"),
            ("concurrent: 0", "a number from 1"),
            ("name: \u{7}", "at most 64 characters"),
            (&"x".repeat(5000), "longer than"),
        ] {
            let error = Hello::parse(text).expect_err(text);
            assert!(error.contains(part), "{error}");
        }
    }
}
