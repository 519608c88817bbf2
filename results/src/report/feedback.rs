//! A letter to a bot's author: how it did, what it did wrong, games it lost.

use super::markdown::escaped;
use super::story::story_markdown;
use super::text::shown;
use super::trouble::Trouble;
use crate::rating::{Rating, Standings};
use crate::story::Replay;
use std::fmt::Write;

/// What an author is told about a bot.
#[derive(Clone, Copy, Debug)]
pub struct Feedback<'a> {
    /// Its name.
    pub bot: &'a str,
    /// The run.
    pub run: &'a str,
    /// All standings.
    pub standings: &'a Standings,
    /// What befell it, if anything did.
    pub trouble: Option<&'a Trouble>,
    /// Its last faults: game, and kind and detail.
    pub last: &'a [(String, String)],
    /// The last lines that it wrote to standard error.
    pub wrote: &'a [String],
    /// Games that it lost.
    pub lost: &'a [Replay],
    /// What is to be said where there are none of these.
    pub none: &'a str,
    /// Commands that ask it again what it was asked in games it lost or failed in.
    pub ask: &'a [String],
}

impl Feedback<'_> {
    /// The letter, as Markdown.
    #[must_use]
    pub fn markdown(&self) -> String {
        let mut text = format!("# {}\n\nRun {}. ", escaped(self.bot), escaped(self.run));
        text += &self.place();
        text += "\n\n## Faults\n\n";
        match self.trouble {
            None => text += "None.\n",
            Some(trouble) => {
                let _ = writeln!(text, "{}.", escaped(&trouble.phrase()));
            }
        }
        if !self.last.is_empty() {
            text += "\nThe last of them (game, what was found):\n\n";
            for (game, detail) in self.last {
                let _ = writeln!(text, "- {game}: {}", escaped(detail));
            }
        }
        text += "\n## Last lines on standard error\n\n";
        if self.wrote.is_empty() {
            text += "None.\n";
        }
        // Indented, which nothing that is in them can end.
        for line in self.wrote {
            let _ = writeln!(text, "    {}", shown(line));
        }
        text += "\n## Games it lost\n\n";
        if self.lost.is_empty() {
            let _ = writeln!(text, "{}", self.none);
        } else {
            text += "Each bid has its chance as every seat sees it that knows its own dice and takes nobody's word.\n";
        }
        for game in self.lost {
            text.push('\n');
            text += &story_markdown(game);
        }
        if !self.ask.is_empty() {
            text += "\n## Ask it again\n\n";
            text += "What it was asked in these games, step by step, and what it answers now; to be typed where its file lies, with a copy of the run's folder beside it:\n\n";
        }
        for command in self.ask {
            let _ = writeln!(text, "    {}", shown(command));
        }
        text
    }

    /// Where it stands, as a sentence.
    fn place(&self) -> String {
        let fields = &self.standings.fields;
        let all: usize = fields.iter().map(|field| field.lines.len()).sum();
        let line = fields.iter().flat_map(|field| &field.lines);
        let Some(line) = { line }.find(|line| line.bot == self.bot) else {
            return "It has no game that counts.".into();
        };
        let rating = match line.rating {
            Rating::Estimate { elo, margin } => match margin.half_width() {
                Some(half) => format!("rating {elo:.0} ± {half:.0}"),
                None => format!("rating {elo:.0}"),
            },
            _ => "no finite rating".into(),
        };
        format!(
            "Place {} of {all}: {rating}, {} games, {:.1} % won.",
            line.rank,
            line.games,
            100.0 * line.share
        )
    }
}
