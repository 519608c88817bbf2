//! What stands beside and under the progress bar, for terminals of any width.

use unicode_width::UnicodeWidthStr;

/// Columns and rows that the standings keep within.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Room {
    pub(super) columns: usize,
}

/// Below this a terminal is narrow: a bot a line.
const WIDE: usize = 60;
/// Lines of standings.
const LINES: usize = 3;
const GAP: &str = "   ";

impl Room {
    /// Columns of the bar itself.
    pub(super) const fn bar(self) -> usize {
        match self.columns {
            0..=39 => 8,
            40..=79 => 12,
            _ => 24,
        }
    }

    /// The longest of these texts that fits beside the bar and its per cent.
    pub(super) fn beside(self, texts: &[String]) -> &str {
        let room = self.columns.saturating_sub(self.bar() + 9);
        let fits = texts.iter().find(|text| text.width() <= room);
        fits.map_or("", String::as_str)
    }

    /// The bots, the leader first, in columns; as many as there is room for.
    pub(super) fn standings(self, shares: &[(&str, f64)]) -> Vec<String> {
        let columns = self.columns.saturating_sub(1);
        let number = shares.len().min(99).to_string().len();
        // Number, blank, name, two blanks, share: what the name may take.
        let around = number + 1 + 2 + "100.0 %".len();
        let widest = shares.iter().map(|(name, _)| name.width()).max();
        let name = widest
            .unwrap_or(0)
            .min(16)
            .min(columns.saturating_sub(around));
        if name == 0 {
            return Vec::new();
        }
        let cells = match columns {
            columns if columns < WIDE => 1,
            columns => ((columns + GAP.len()) / (around + name + GAP.len())).max(1),
        };
        let cell = |(index, (bot, share)): (usize, &(&str, f64))| {
            let bot = cut(bot, name);
            let blanks = " ".repeat(name - bot.width());
            let share = format!("{:.1} %", share * 100.0);
            format!("{:>number$} {bot}{blanks}  {share:>7}", index + 1)
        };
        let all: Vec<String> = shares.iter().enumerate().map(cell).collect();
        let rows = all.chunks(cells).take(LINES);
        rows.map(|row| row.join(GAP)).collect()
    }
}

/// The text, or as much of it as fits with an ellipsis behind.
fn cut(text: &str, columns: usize) -> String {
    if text.width() <= columns {
        return text.to_owned();
    }
    let mut end = 0;
    for (at, letter) in text.char_indices() {
        let next = at + letter.len_utf8();
        if text[..next].width() < columns {
            end = next;
        }
    }
    format!("{}…", &text[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHARES: [(&str, f64); 7] = [
        ("reader", 0.965),
        ("odds(threshold=0.4)", 0.77),
        ("漢字漢字漢字漢字漢字", 0.736),
        ("honest", 0.513),
        ("minraise", 0.269),
        ("caller", 0.243),
        ("random", 0.003),
    ];

    #[test]
    fn nothing_is_wider_than_the_terminal() {
        for columns in 0..240 {
            let room = Room { columns };
            let lines = room.standings(&SHARES);
            assert!(lines.len() <= LINES);
            for line in &lines {
                assert!(line.width() < columns, "{columns}: {line:?}");
            }
            let texts = [
                "a longer text that says more".to_owned(),
                "short".to_owned(),
            ];
            assert!(columns < 20 || room.bar() + 8 + room.beside(&texts).width() < columns);
        }
    }

    #[test]
    fn a_narrow_terminal_has_a_bot_a_line_and_a_wide_one_more() {
        let narrow = Room { columns: 40 }.standings(&SHARES);
        assert_eq!(
            narrow,
            [
                "1 reader             96.5 %",
                "2 odds(threshold=…   77.0 %",
                "3 漢字漢字漢字漢…    73.6 %",
            ]
        );
        let wide = Room { columns: 120 }.standings(&SHARES);
        assert_eq!(wide.len(), 2);
        assert!(
            wide[0].contains("4 honest") && wide[1].contains("7 random"),
            "{wide:?}"
        );
        assert!(Room { columns: 8 }.standings(&SHARES).is_empty());
        assert!(Room { columns: 80 }.standings(&[]).is_empty());
    }

    #[test]
    fn the_longest_text_that_fits() {
        let texts = [
            "1,234 of 5,678 games, 3 min left".to_owned(),
            "3 min left".to_owned(),
        ];
        assert_eq!(Room { columns: 100 }.beside(&texts), texts[0]);
        assert_eq!(Room { columns: 40 }.beside(&texts), texts[1]);
        assert_eq!(Room { columns: 18 }.beside(&texts), "");
    }
}
