//! Bots' names and the small numbers that stand for them while counting.

/// The number of a bot inside one [`Names`] table.
///
/// It says nothing outside that table: results are always ordered by name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
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
    /// Open addressing by [`hash`]: a number plus one, 0 for a free place. At
    /// least half of it is free.
    slots: Vec<u32>,
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
        if let Some(bot) = self.find(name) {
            return Ok(bot);
        }
        let text = check_name(name)?.to_owned();
        let bot = BotId::new(self.list.len());
        let by_name = |other: &BotId| self.list[other.index()].as_bytes() < name;
        let at = self.by_name.partition_point(by_name);
        self.by_name.insert(at, bot);
        self.list.push(text);
        if 2 * self.list.len() > self.slots.len() {
            self.slots = vec![0; 8 * self.list.len().next_power_of_two()];
            for index in 0..self.list.len() {
                self.place(BotId::new(index));
            }
        } else {
            self.place(bot);
        }
        Ok(bot)
    }

    /// The number of this name if it is known.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<BotId> {
        self.find(name.as_bytes())
    }

    fn find(&self, name: &[u8]) -> Option<BotId> {
        let mut at = hash(name);
        loop {
            let slot = *self.slots.get(at & self.slots.len().wrapping_sub(1))?;
            let bot = BotId(slot.checked_sub(1)?);
            if self.list[bot.index()].as_bytes() == name {
                return Some(bot);
            }
            at += 1;
        }
    }

    fn place(&mut self, bot: BotId) {
        let mut at = hash(self.list[bot.index()].as_bytes());
        let mask = self.slots.len() - 1;
        while self.slots[at & mask] != 0 {
            at += 1;
        }
        self.slots[at & mask] = bot.0 + 1;
    }
}

/// Names are looked up once for each seat of each row, so this reads four
/// bytes at each end and in the middle, whatever lies between. Nothing but
/// speed depends on it.
fn hash(name: &[u8]) -> usize {
    let four = |at: usize| match name.get(at..).and_then(<[u8]>::first_chunk::<4>) {
        Some(bytes) => u64::from(u32::from_le_bytes(*bytes)),
        None => name.iter().fold(0, |sum, &byte| sum << 8 | u64::from(byte)),
    };
    let last = name.len().saturating_sub(4);
    let mut hash = four(0) << 32 | four(last);
    if name.len() > 8 {
        hash ^= four(last / 2).rotate_left(13);
    }
    hash = (hash ^ name.len() as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (hash >> 33) as usize
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
    fn a_thousand_names_are_told_apart() {
        let mut names = Names::new();
        let name = |i: usize| format!("a-bot-number-{i}-of-the-same-folder");
        for i in 0..1000 {
            assert_eq!(names.id(name(i).as_bytes()), Ok(BotId::new(i)));
        }
        for i in 0..1000 {
            assert_eq!(names.get(&name(i)), Some(BotId::new(i)));
        }
        assert_eq!((names.len(), names.get("another")), (1000, None));
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
