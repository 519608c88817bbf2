//! What the launcher is told, as words of a command line.

use super::{Limits, Mechanism, Mechanisms};
use std::ffi::{OsStr, OsString};
use std::io;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::PathBuf;

/// What is to be done to a process before it becomes the bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Order {
    /// Dies with this process; `None`: the one that starts it is not known here.
    pub(super) parent: Option<u32>,
    /// What to use of the system.
    pub(super) by: Mechanisms,
    pub(super) limits: Limits,
    /// The user to become.
    pub(super) uid: Option<u32>,
    /// The working folder, which can be read and executed from.
    pub(super) folder: Option<PathBuf>,
    /// The only folder that can be written to.
    pub(super) scratch: Option<PathBuf>,
    /// An empty folder on which a tree of its own can be put.
    pub(super) room: Option<PathBuf>,
    /// What can be read and executed besides.
    pub(super) read: Vec<PathBuf>,
    /// New processes are granted, and what they need; the working folder is the
    /// scratch folder.
    pub(super) build: bool,
    /// The socket on which it hands over the listener of its filter, where attempts are
    /// to be seen.
    pub(super) audit: Option<PathBuf>,
}

impl Order {
    /// Nothing but limits: no mechanism, no folder, nobody's child.
    pub(super) const fn only(limits: Limits) -> Self {
        Self {
            parent: None,
            by: Mechanisms::NONE,
            limits,
            uid: None,
            folder: None,
            scratch: None,
            room: None,
            read: Vec::new(),
            build: false,
            audit: None,
        }
    }

    /// As words `key=value`, then `--`.
    pub(super) fn words(&self) -> Vec<OsString> {
        let mut words = Vec::new();
        let mut word = |key: &str, value: &OsStr| {
            let mut word = OsString::from(key);
            word.push("=");
            word.push(value);
            words.push(word);
        };
        let limits = &self.limits;
        let numbers = [
            ("parent", self.parent.map(u64::from)),
            ("uid", self.uid.map(u64::from)),
            ("memory", Some(limits.memory)),
            ("cpu", limits.cpu),
            ("file", Some(limits.file)),
            ("threads", Some(limits.threads)),
            ("descriptors", Some(limits.descriptors)),
            ("build", self.build.then_some(1)),
        ];
        for (key, number) in numbers {
            if let Some(number) = number {
                word(key, OsStr::new(&number.to_string()));
            }
        }
        for mechanism in self.by.iter() {
            word("by", OsStr::new(mechanism.word()));
        }
        let paths = [
            ("folder", &self.folder),
            ("scratch", &self.scratch),
            ("room", &self.room),
            ("audit", &self.audit),
        ];
        for (key, path) in paths {
            if let Some(path) = path {
                word(key, path.as_os_str());
            }
        }
        for path in &self.read {
            word("read", path.as_os_str());
        }
        words.push("--".into());
        words
    }

    /// Reads them back; what is left is the command.
    ///
    /// # Errors
    /// Words of another version, or typed by hand.
    pub(super) fn read(words: Vec<OsString>) -> io::Result<(Self, Vec<OsString>)> {
        let mut order = Self::only(Limits::bot(0));
        let mut words = words.into_iter();
        for word in words.by_ref() {
            if word == "--" {
                return Ok((order, words.collect()));
            }
            order.take(word.as_bytes()).ok_or_else(|| {
                io::Error::other(format!("`{}` is no order", word.to_string_lossy()))
            })?;
        }
        Err(io::Error::other("no command"))
    }

    fn take(&mut self, word: &[u8]) -> Option<()> {
        let at = word.iter().position(|byte| *byte == b'=')?;
        let (key, value) = (std::str::from_utf8(&word[..at]).ok()?, &word[at + 1..]);
        let path = || PathBuf::from(OsString::from_vec(value.to_vec()));
        let text = std::str::from_utf8(value).unwrap_or_default();
        let number = || text.parse::<u64>().ok();
        match key {
            "parent" => self.parent = Some(number()?.try_into().ok()?),
            "uid" => self.uid = Some(number()?.try_into().ok()?),
            "memory" => self.limits.memory = number()?,
            "cpu" => self.limits.cpu = Some(number()?),
            "file" => self.limits.file = number()?,
            "threads" => self.limits.threads = number()?,
            "descriptors" => self.limits.descriptors = number()?,
            "build" => self.build = number()? != 0,
            "by" => {
                let mut all = Mechanism::ALL.into_iter();
                self.by = self.by.with(all.find(|one| one.word() == text)?);
            }
            "folder" => self.folder = Some(path()),
            "scratch" => self.scratch = Some(path()),
            "room" => self.room = Some(path()),
            "audit" => self.audit = Some(path()),
            "read" => self.read.push(path()),
            _ => return None,
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_come_back_as_they_were_given() {
        let odd = PathBuf::from(OsString::from_vec(b"a =\xff".to_vec()));
        let order = Order {
            parent: Some(7),
            by: Mechanisms::only(Mechanism::Uid).with(Mechanism::Landlock),
            limits: Limits {
                cpu: Some(3),
                ..Limits::bot(5)
            },
            uid: Some(u32::MAX),
            folder: Some(odd.clone()),
            scratch: Some("s".into()),
            room: Some("r".into()),
            read: vec![odd, "b".into()],
            build: true,
            audit: Some("a".into()),
        };
        let command = ["python3", "--", "x=y"].map(OsString::from);
        let mut words = order.words();
        words.extend(command.clone());
        let (back, rest) = Order::read(words).unwrap();
        assert_eq!((back, rest), (order, command.to_vec()));
    }

    #[test]
    fn other_words_are_refused() {
        for words in [
            &["x=1", "--"][..],
            &["uid=-1", "--"],
            &["uid", "--"],
            &["uid=1"],
            &["by=luck", "--"],
        ] {
            let words = words.iter().map(OsString::from).collect();
            assert!(Order::read(words).is_err());
        }
    }
}
