//! What a bot says of itself, as text.

use crate::foreign::Hello;

/// Lines of a hello, at most.
const MOST_LINES: usize = 64;

impl Hello {
    /// Reads `key value` lines: `name Zoe`, `games liars-dice mia`, `seats 2 6`,
    /// `refuses palifico calza=on`, `concurrent 8`. Keys that are not known are
    /// skipped, so that a newer bot can say more.
    ///
    /// # Errors
    /// A sentence that names the line.
    ///
    /// ```
    /// use dudo_plugin::Hello;
    /// let hello = Hello::parse("name Zoe\ngames mia\nseats 2 4\n").unwrap();
    /// assert_eq!((hello.name.as_str(), hello.seats), ("Zoe", Some((2, 4))));
    /// assert!(Hello::parse("seats many").is_err());
    /// ```
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut hello = Self {
            concurrent: 1,
            ..Self::default()
        };
        for line in text.lines().take(MOST_LINES) {
            let (key, value) = line.split_once(' ').unwrap_or((line, ""));
            let words = || value.split_whitespace().map(str::to_owned).collect();
            let wrong = || format!("it says {line:?} of itself, which is not understood");
            let number = |text: &str| text.parse::<usize>().map_err(|_| wrong());
            match key {
                "name" => hello.name = value.trim().into(),
                "games" => hello.games = words(),
                "refuses" => hello.refuses = words(),
                "concurrent" => hello.concurrent = number(value.trim())?.clamp(1, 256),
                "seats" => {
                    let (fewest, most) = value.trim().split_once(' ').ok_or_else(wrong)?;
                    hello.seats = Some((number(fewest)?, number(most.trim())?));
                }
                _ => {}
            }
        }
        Ok(hello)
    }
}
