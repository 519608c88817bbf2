//! Bots' names and the small numbers that stand for them while counting.

/// The number of a bot inside one [`Names`] table.
///
/// It says nothing outside that table: results are always ordered by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct BotId(u32);

impl BotId {
    /// The bot with this index.
    ///
    /// # Panics
    /// At 2^32 bots, which no memory holds.
    #[must_use]
    pub fn new(index: usize) -> Self {
        Self(u32::try_from(index).expect("fewer than 2^32 bots"))
    }

    /// The index, from 0.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Every name seen so far, numbered in the order of first sight.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    list: Vec<String>,
    by_name: Vec<BotId>,
}

impl Names {
    /// An empty table.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// How many names there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The name of a bot, or an empty string for a number of another table.
    #[must_use]
    pub fn name(&self, bot: BotId) -> &str {
        self.list.get(bot.index()).map_or("", String::as_str)
    }

    /// The bots, sorted by the bytes of their names: the order of every result.
    #[must_use]
    pub fn sorted(&self) -> &[BotId] {
        &self.by_name
    }

    /// The number of this name, which is added when it is new.
    ///
    /// # Errors
    /// Says what is wrong with a name that [`check_name`] refuses. Only new
    /// names are checked.
    pub fn id(&mut self, name: &[u8]) -> Result<BotId, String> {
        match self.find(name) {
            Ok(at) => Ok(self.by_name[at]),
            Err(at) => {
                let bot = BotId::new(self.list.len());
                self.list.push(check_name(name)?.to_owned());
                self.by_name.insert(at, bot);
                Ok(bot)
            }
        }
    }

    /// The number of this name if it is known.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<BotId> {
        self.find(name.as_bytes()).ok().map(|at| self.by_name[at])
    }

    fn find(&self, name: &[u8]) -> Result<usize, usize> {
        self.by_name
            .binary_search_by(|bot| self.list[bot.index()].as_bytes().cmp(name))
    }
}

/// Checks that these bytes can be the name of a bot: UTF-8, 1 to 64
/// characters, no control characters, and none of `= + - @` in front, which a
/// spreadsheet would run as a formula.
///
/// # Errors
/// A sentence that says what is wrong.
pub fn check_name(name: &[u8]) -> Result<&str, String> {
    let Ok(text) = std::str::from_utf8(name) else {
        return Err("a name that is not UTF-8".to_owned());
    };
    if text.is_empty() {
        return Err("a bot without a name".to_owned());
    }
    if text.chars().count() > 64 {
        return Err("a name of more than 64 characters".to_owned());
    }
    if text.chars().any(char::is_control) {
        return Err(format!("the name {text:?} holds a control character"));
    }
    if text.starts_with(['=', '+', '-', '@']) {
        return Err(format!(
            "the name {text:?} begins with a character that spreadsheets run"
        ));
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_numbered_by_sight_and_sorted_by_bytes() {
        let mut names = Names::new();
        for name in ["zoe", "ann", "zoe", "bob", "ann"] {
            names.id(name.as_bytes()).unwrap();
        }
        let sorted: Vec<&str> = names.sorted().iter().map(|b| names.name(*b)).collect();
        assert_eq!(sorted, ["ann", "bob", "zoe"]);
        assert_eq!(names.get("zoe"), Some(BotId::new(0)));
        assert_eq!(names.get("eve"), None);
    }

    #[test]
    fn hostile_names() {
        for (name, fine) in [
            ("a,\"b\" | c", true),
            (&"漢".repeat(64), true),
            (&"漢".repeat(65), false),
            ("", false),
            ("=1+1", false),
            ("two\nlines", false),
            ("tab\t", false),
        ] {
            assert_eq!(check_name(name.as_bytes()).is_ok(), fine, "{name:?}");
        }
        assert!(check_name(&[0xff]).is_err());
    }
}
