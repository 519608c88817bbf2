//! Projects for authors of bots: what `dudo new` writes.
//!
//! The bot of a project is an example of `bots/sdk/examples`, word for word but for its name,
//! and is tested there; what stands around it is in `bots/sdk/starters`.

mod c;
mod python;
mod rust;
mod wasm;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// A language to write bots in, with all that is known about it here.
pub struct Lang {
    /// Its name on the command line.
    pub name: &'static str,
    /// The bot as a run file names it, within the project.
    pub bot: &'static str,
    /// How the project is built; empty where nothing is to be built.
    pub build: &'static str,
    /// How its test is run.
    pub test: &'static str,
    /// Whether a project's name is that of something the project depends on, which its tools
    /// could not tell from the project itself.
    depends_on: fn(&str) -> bool,
    /// The files of a project for a game: names, and texts with placeholders.
    files: fn(Game) -> Vec<Entry>,
}

/// The languages, one line each.
pub const LANGS: &[Lang] = &[rust::LANG, c::LANG, python::LANG, wasm::LANG];

/// A file of a project, before names are put in: its path with `/`, and its text.
type Entry = (String, String);

fn entries<const N: usize>(files: [(&str, &str); N]) -> Vec<Entry> {
    let own = |(path, text): (&str, &str)| (path.to_owned(), text.to_owned());
    files.map(own).into()
}

/// A game that there are starters for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Game {
    LiarsDice,
    LiarsBoggle,
    Mia,
    PokerLiar,
}

impl Game {
    const EVERY: [Self; 4] = [
        Self::LiarsDice,
        Self::LiarsBoggle,
        Self::Mia,
        Self::PokerLiar,
    ];

    const fn name(self) -> &'static str {
        match self {
            Self::LiarsDice => "liars-dice",
            Self::LiarsBoggle => "liars-boggle",
            Self::Mia => "mia",
            Self::PokerLiar => "poker-liar",
        }
    }

    /// The type of the engine.
    const fn in_rust(self) -> &'static str {
        match self {
            Self::LiarsDice => "LiarsDice",
            Self::LiarsBoggle => "LiarsBoggle",
            Self::Mia => "Mia",
            Self::PokerLiar => "PokerLiar",
        }
    }

    /// Somebody weak to practise against.
    const fn weak(self) -> &'static str {
        match self {
            Self::Mia => "timid",
            Self::LiarsDice | Self::LiarsBoggle | Self::PokerLiar => "caller",
        }
    }

    /// Games for a short practice: where a word list is searched a decision takes longer.
    const fn deals(self) -> &'static str {
        match self {
            Self::LiarsBoggle => "20",
            Self::LiarsDice | Self::Mia | Self::PokerLiar => "200",
        }
    }
}

/// Who the bot calls itself in the examples: what a project's name takes the place of.
const NAMES: [&str; 12] = [
    "\"careful\"",
    "\"speller\"",
    "\"doubter\"",
    "\"keeper\"",
    "name: c-odds\\n",
    "name: c-boggle\\n",
    "name: c-mia\\n",
    "name: c-liar\\n",
    "\"rust-odds\"",
    "\"rust-boggle\"",
    "\"rust-mia\"",
    "\"rust-liar\"",
];

/// A project that can be written.
pub struct Starter {
    lang: &'static Lang,
    game: Game,
    name: String,
}

impl Starter {
    /// A project in a language, for a game, with a name of letters, digits, `-` and `_` that
    /// begins with a letter.
    ///
    /// # Errors
    /// There is no such language or game, or nobody can be called so there.
    pub fn new(name: &str, lang: &str, game: &str) -> Result<Self, String> {
        let first = name.chars().next().is_some_and(|c| c.is_ascii_alphabetic());
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        if !first || !name.chars().all(plain) || name.len() > 40 {
            return Err(format!(
                "\"{name}\" is no name for a project; expected at most 40 letters, digits, - and _, \
                 and a letter first"
            ));
        }
        let langs: Vec<&str> = LANGS.iter().map(|lang| lang.name).collect();
        let found = LANGS.iter().find(|known| known.name == lang);
        let lang = found.ok_or_else(|| crate::meant::unknown("language", lang, &langs))?;
        if (lang.depends_on)(name) {
            return Err(format!(
                "\"{name}\" is no name for a project in {}, which depends on a package of that name; \
                 expected another",
                lang.name
            ));
        }
        let games = Game::EVERY.map(Game::name);
        let found = Game::EVERY.into_iter().find(|known| known.name() == game);
        let game = found.ok_or_else(|| crate::meant::unknown("game", game, &games))?;
        Ok(Self {
            lang,
            game,
            name: name.into(),
        })
    }

    /// The language.
    pub const fn lang(&self) -> &'static Lang {
        self.lang
    }

    /// The bot's file as a run file in the project names it.
    pub fn bot(&self) -> String {
        self.fill(self.lang.bot)
    }

    /// Its files: paths with `/`, and what is in them.
    pub fn files(&self) -> Vec<(String, String)> {
        let mut files = (self.lang.files)(self.game);
        files.extend(entries([(
            "practice.toml",
            include_str!("../../../bots/sdk/starters/practice.toml"),
        )]));
        for (path, text) in &mut files {
            // Libraries are as they are.
            if !path.starts_with("dudo/") {
                *text = self.fill(text);
            }
        }
        files
    }

    /// Writes it into a new folder.
    ///
    /// # Errors
    /// The folder is there, or the disk refuses.
    pub fn write(&self, folder: &Path) -> io::Result<()> {
        if let Some(above) = folder.parent() {
            fs::create_dir_all(above)?;
        }
        fs::create_dir(folder)?;
        for (path, text) in self.files() {
            let path: PathBuf = folder.join(path);
            if let Some(above) = path.parent() {
                fs::create_dir_all(above)?;
            }
            fs::write(path, text)?;
        }
        Ok(())
    }

    fn fill(&self, text: &str) -> String {
        let mut text = text
            .replace("{{bot}}", self.lang.bot)
            .replace("{{build}}", self.lang.build)
            .replace("{{test}}", self.lang.test)
            .replace("{{weak}}", self.game.weak())
            .replace("{{deals}}", self.game.deals())
            .replace("{{game}}", self.game.name())
            .replace("{{Game}}", self.game.in_rust())
            .replace("{{file}}", &self.game.name().replace('-', "_"))
            .replace("{{library}}", &self.name.replace('-', "_"))
            .replace("{{name}}", &self.name);
        for old in NAMES {
            let new = match old.strip_prefix("name: ") {
                Some(_) => format!("name: {}\\n", self.name),
                None => format!("\"{}\"", self.name),
            };
            text = text.replace(old, &new);
        }
        // The examples in Python name their own files.
        text.replace(
            &format!("cmd:python3 {}.py", self.game.name().replace('-', "_")),
            "cmd:python3 bot.py",
        )
    }
}
