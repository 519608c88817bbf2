//! What there is to attack.

use std::ffi::OsString;
use std::path::PathBuf;

/// Things outside the jail, and the bot's own.
#[derive(Clone, Debug, Default)]
pub(in crate::jail) struct Target {
    /// A folder outside: `secret`, a file to read; `open`, one that everybody can
    /// write to; `free`, a folder that everybody can write to, and in it `a` and
    /// the empty folder `b`; `socket`, on which somebody listens.
    pub(in crate::jail) folder: PathBuf,
    /// The bot's own snapshot, with a file `bot`.
    pub(in crate::jail) snapshot: PathBuf,
    /// The bot's own scratch folder.
    pub(in crate::jail) scratch: PathBuf,
    /// Another bot's scratch folder, with a file `kept`.
    pub(in crate::jail) others_scratch: PathBuf,
    /// Another bot.
    pub(in crate::jail) victim: u32,
    /// Ports on this machine on which somebody listens.
    pub(in crate::jail) tcp: u16,
    pub(in crate::jail) udp: u16,
    /// A file that the parent has left open.
    pub(in crate::jail) descriptor: i32,
    /// A number that no other run of the list uses at this time.
    pub(in crate::jail) key: u32,
}

impl Target {
    /// As words `key=value`. The scratch folder is not among them: it is in the
    /// environment.
    pub(in crate::jail) fn words(&self) -> Vec<OsString> {
        let mut words: Vec<OsString> = [
            ("victim", i64::from(self.victim)),
            ("tcp", self.tcp.into()),
            ("udp", self.udp.into()),
            ("descriptor", self.descriptor.into()),
            ("key", self.key.into()),
        ]
        .map(|(key, value)| format!("{key}={value}").into())
        .into();
        let paths = [
            ("folder", &self.folder),
            ("snapshot", &self.snapshot),
            ("others", &self.others_scratch),
        ];
        for (key, path) in paths {
            let mut word = OsString::from(key);
            word.push("=");
            word.push(path);
            words.push(word);
        }
        words
    }

    /// Reads them back; what is missing stays empty.
    #[expect(
        clippy::disallowed_methods,
        reason = "where a bot finds its scratch folder"
    )]
    pub(in crate::jail) fn read(words: &[&str]) -> Self {
        let mut target = Self {
            scratch: std::env::var_os("TMPDIR").unwrap_or_default().into(),
            ..Self::default()
        };
        for (key, value) in words.iter().filter_map(|word| word.split_once('=')) {
            match key {
                "victim" => target.victim = value.parse().unwrap_or_default(),
                "tcp" => target.tcp = value.parse().unwrap_or_default(),
                "udp" => target.udp = value.parse().unwrap_or_default(),
                "descriptor" => target.descriptor = value.parse().unwrap_or_default(),
                "key" => target.key = value.parse().unwrap_or_default(),
                "folder" => target.folder = value.into(),
                "snapshot" => target.snapshot = value.into(),
                "others" => target.others_scratch = value.into(),
                _ => {}
            }
        }
        target
    }

    /// Its secret.
    pub(in crate::jail) fn secret(&self) -> PathBuf {
        self.folder.join("secret")
    }

    /// Its file that everybody can write to.
    pub(in crate::jail) fn open(&self) -> PathBuf {
        self.folder.join("open")
    }

    /// Its folder that everybody can write to.
    pub(in crate::jail) fn free(&self) -> PathBuf {
        self.folder.join("free")
    }

    /// A name that no other run uses.
    pub(in crate::jail) fn name(&self) -> String {
        format!("dudo-trial-{}", self.key)
    }
}
