//! Text for people: widths, shortening, numbers.

use unicode_width::UnicodeWidthStr;

use crate::rating::{Field, Margin, Rating};

/// Columns a terminal needs for this text.
pub(super) fn width(text: &str) -> usize {
    text.width()
}

/// A name with everything that could turn around or break a line made
/// visible: marks of writing direction and line separators.
pub(super) fn shown(name: &str) -> String {
    let mut text = String::with_capacity(name.len());
    for c in name.chars() {
        match c {
            '\u{61c}'
            | '\u{200e}'
            | '\u{200f}'
            | '\u{2028}'
            | '\u{2029}'
            | '\u{feff}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2066}'..='\u{2069}' => {
                text.extend(c.escape_unicode());
            }
            _ if c.is_control() => text.extend(c.escape_unicode()),
            _ => text.push(c),
        }
    }
    text
}

/// The text, or as much of it as fits with an ellipsis behind.
pub(super) fn shortened(text: &str, most: usize) -> String {
    if width(text) <= most {
        return text.to_owned();
    }
    let mut end = 0;
    for (at, c) in text.char_indices() {
        let next = at + c.len_utf8();
        if width(&text[..next]) < most {
            end = next;
        }
    }
    // A joiner or a variation mark at the cut would join the ellipsis.
    let cut = text[..end].trim_end_matches(['\u{200d}', '\u{fe0f}', '\u{fe0e}']);
    format!("{cut}…")
}

/// Blanks to the right.
pub(super) fn left(text: &str, columns: usize) -> String {
    let blanks = columns.saturating_sub(width(text));
    format!("{text}{}", " ".repeat(blanks))
}

/// Blanks to the left.
pub(super) fn right(text: &str, columns: usize) -> String {
    let blanks = columns.saturating_sub(width(text));
    format!("{}{text}", " ".repeat(blanks))
}

/// Wraps words at a width; later lines are indented. A word that is wider than
/// a line is cut.
pub(super) fn wrapped(text: &str, columns: usize, indent: usize) -> String {
    let mut out = String::new();
    let mut line = String::new();
    for word in text.split(' ') {
        let mut word = word;
        if width(&line) > indent && width(&line) + 1 + width(word) > columns {
            out.push_str(line.trim_end());
            out.push('\n');
            line = " ".repeat(indent);
        } else if !line.trim_start().is_empty() {
            line.push(' ');
        }
        while width(&line) + width(word) > columns {
            let fits = |end: &usize| width(&line) + width(&word[..*end]) <= columns;
            let ends = word.char_indices().map(|(at, _)| at).skip(1);
            let end = ends.take_while(fits).last();
            // At least one character, so that this comes to an end.
            let end = end.or_else(|| word.chars().next().map(char::len_utf8));
            let (head, tail) = word.split_at(end.unwrap_or(word.len()));
            out.push_str(&line);
            out.push_str(head);
            out.push('\n');
            line = " ".repeat(indent);
            word = tail;
        }
        line.push_str(word);
    }
    out + line.trim_end()
}

/// Decimals that the narrowest margin of a field supports: a tenth of a point
/// says nothing beside a margin of twelve.
pub(super) fn decimals(field: &Field) -> usize {
    let margins = field.lines.iter().filter_map(|line| match line.rating {
        Rating::Estimate {
            margin: Margin::Of(width),
            ..
        } => Some(width),
        _ => None,
    });
    match margins.fold(f64::INFINITY, f64::min) {
        narrow if narrow < 0.1 => 3,
        narrow if narrow < 1.0 => 2,
        narrow if narrow < 10.0 => 1,
        _ => 0,
    }
}

/// A rating in words of one cell.
pub(super) fn rating(rating: Rating, decimals: usize) -> String {
    match rating {
        Rating::Estimate { elo, .. } => format!("{elo:.decimals$}"),
        // A bound is rounded to the safe side.
        Rating::AtLeast(elo) => format!("≥ {:.0}", elo.floor()),
        Rating::AtMost(elo) => format!("≤ {:.0}", elo.ceil()),
        Rating::Unknown => "–".to_owned(),
    }
}

/// A margin in words of one cell.
pub(super) fn margin(margin: Margin, decimals: usize) -> String {
    match margin {
        Margin::Of(width) => format!("± {width:.decimals$}"),
        Margin::Anchor => "anchor".to_owned(),
        Margin::TooFewClusters | Margin::NoSpread | Margin::Stopped => "–".to_owned(),
    }
}

/// The margin of a rating in words of one cell.
pub(super) fn rating_margin(of: Rating, decimals: usize) -> String {
    match of {
        Rating::Estimate { margin: half, .. } => margin(half, decimals),
        _ => String::new(),
    }
}

/// A part of 1 in per cent. Only all is 100 and only nothing is 0.
pub(super) fn percent(part: f64, decimals: usize) -> String {
    let least = if decimals == 0 { 1.0 } else { 0.1 };
    let value = 100.0 * part;
    let value = if part <= 0.0 || part >= 1.0 {
        value
    } else {
        value.clamp(least, 100.0 - least)
    };
    format!("{value:.decimals$}")
}

/// What seats are worth, one sentence for each table size.
pub(super) fn seat_sentences(field: &Field) -> Vec<String> {
    let decimals = decimals(field);
    let effect = |(elo, half): (f64, Margin)| {
        // Round-off around nothing has no sign.
        let elo = match format!("{elo:+.decimals$}") {
            text if text.contains(|c: char| ('1'..='9').contains(&c)) => text,
            text => text[1..].to_owned(),
        };
        match half {
            Margin::Of(_) => format!("{elo} {}", margin(half, decimals)),
            _ => elo,
        }
    };
    let sentence = |seats: &crate::rating::SeatEffects| match seats.first {
        Some(first) => format!("To sit first is worth {} Elo.", effect(first)),
        None => {
            let each = seats.effects.iter().enumerate();
            let each = each.map(|(seat, &value)| format!("{}: {}", seat + 1, effect(value)));
            let each = each.collect::<Vec<_>>().join(", ");
            format!("Worth of each of {} seats in Elo: {each}.", seats.seats)
        }
    };
    field.seats.iter().map(sentence).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_every_width() {
        for (name, most, expected) in [
            ("short", 8, "short"),
            ("a longer name", 8, "a longe…"),
            ("漢字漢字漢字", 8, "漢字漢…"),
            ("👩‍👩‍👧 family", 4, "👩‍👩‍👧 …"),
            ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"),
        ] {
            let found = shortened(name, most);
            assert_eq!(found, expected);
            assert!(width(&found) <= most);
        }
    }

    #[test]
    fn direction_marks_are_seen() {
        assert_eq!(shown("a\u{202e}b|"), "a\\u{202e}b|");
    }

    #[test]
    fn only_all_is_a_hundred() {
        for (part, decimals, expected) in [
            (1.0, 1, "100.0"),
            (0.999_99, 1, "99.9"),
            (0.000_01, 0, "1"),
            (0.0, 0, "0"),
            (0.5, 1, "50.0"),
        ] {
            assert_eq!(percent(part, decimals), expected);
        }
    }

    #[test]
    fn wrapping() {
        assert_eq!(wrapped("aa bb cc", 5, 2), "aa bb\n  cc");
        assert_eq!(wrapped("aaaaaaaa b", 5, 2), "aaaaa\n  aaa\n  b");
        assert_eq!(
            wrapped("a 漢漢漢漢漢", 5, 2),
            "a 漢\n  漢\n  漢\n  漢\n  漢"
        );
        assert_eq!(wrapped("", 5, 2), "");
    }
}
