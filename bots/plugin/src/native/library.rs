//! A shared library as a foreign bot.

use super::binary::inspect;
use super::line::NativeLine;
use super::loaded::{Loaded, load};
use crate::diary::Diary;
use crate::foreign::{Foreign, Hello, Line, LoadError, Venue};
use sha2::{Digest, Sha256};
use std::fmt::Write;
use std::fs;
use std::path::Path;

/// A bot in a shared library, loaded into this process.
///
/// ```no_run
/// use dudo_plugin::native::Library;
/// let library = Library::open("./libmine.so".as_ref(), None)?;
/// # Ok::<(), dudo_plugin::LoadError>(())
/// ```
pub struct Library {
    hello: Hello,
    content: String,
    warnings: Vec<String>,
    loaded: &'static Loaded,
    diary: Option<Diary>,
}

impl Library {
    /// Loads a library and shakes hands with it. What it logs goes to the end of
    /// the file `log`, where there is one, up to a limit.
    ///
    /// # Errors
    /// It cannot be read, is no library of a bot, or speaks another version of the
    /// table: a sentence that names the file.
    pub fn open(path: &Path, log: Option<&Path>) -> Result<Self, LoadError> {
        let wrong = |what: String| LoadError(format!("{} {what}", path.display()));
        // Canonical, because a bare name would be looked for in the system's folders.
        let real = path
            .canonicalize()
            .map_err(|error| wrong(format!("cannot be found: {error}")))?;
        let bytes = fs::read(&real).map_err(|error| wrong(format!("cannot be read: {error}")))?;
        let warnings = inspect(&bytes).map_err(wrong)?;
        let content = hex(&Sha256::digest(&bytes));
        let loaded = load(&real, &content).map_err(wrong)?;
        let hello =
            Hello::parse(&loaded.hello).map_err(|what| wrong(format!("says hello, but {what}")))?;
        Ok(Self {
            hello,
            content,
            warnings: warnings.into_iter().map(|what| wrong(what).0).collect(),
            loaded,
            diary: log.map(Diary::new),
        })
    }

    /// What may clash with other libraries in this process, a sentence each.
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }
}

impl Foreign for Library {
    fn hello(&self) -> &Hello {
        &self.hello
    }

    fn kind(&self) -> &str {
        "native"
    }

    fn content(&self) -> &str {
        &self.content
    }

    fn seat(&self, venue: &Venue<'_>) -> Box<dyn Line> {
        Box::new(NativeLine::create(self.loaded, self.diary.as_ref(), venue))
    }
}

fn hex(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(2 * bytes.len());
    for byte in bytes {
        let _ = write!(text, "{byte:02x}");
    }
    text
}
