//! The word somebody probably meant.

use strsim::damerau_levenshtein;

/// Words longer than this are no slip of the pen, and would cost time to compare.
const LONGEST: usize = 80;

/// The known word most like `word`, if one is like it at all.
///
/// Case does not count. About a third of the longer word may differ, or one of the
/// two holds the other. Of equally like words the first is taken.
pub fn nearest<'k>(word: &str, known: impl IntoIterator<Item = &'k str>) -> Option<&'k str> {
    let word = word.to_lowercase();
    let length = word.chars().count();
    if word.is_empty() || length > LONGEST {
        return None;
    }
    let mut best = None;
    for candidate in known {
        let other = candidate.to_lowercase();
        let longer = length.max(other.chars().count());
        if longer > LONGEST {
            continue;
        }
        let most = (longer + 1) / 3;
        let mut distance = damerau_levenshtein(&word, &other);
        // "robin" is five letters away from "round-robin", and still what is meant.
        let holds =
            length >= 4 && other.len() >= 4 && (other.contains(&word) || word.contains(&other));
        if holds {
            distance = distance.min(most);
        }
        if distance <= most && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// The end of a message: `; did you mean "deals"?`, or nothing.
pub(super) fn did_you_mean<'k>(word: &str, known: impl IntoIterator<Item = &'k str>) -> String {
    match nearest(word, known) {
        Some(known) => format!("; did you mean {known:?}?"),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_of_the_pen_are_seen_through() {
        let known = [
            "round-robin",
            "gauntlet",
            "duel",
            "deals",
            "seats",
            "all",
            "none",
        ];
        let cases = [
            ("dels", Some("deals")),
            ("dual", Some("duel")),
            ("Deals", Some("deals")),
            ("robin", Some("round-robin")),
            ("roundrobin", Some("round-robin")),
            ("gantlet", Some("gauntlet")),
            ("al", Some("all")),
            ("swiss", None),
            ("some", None),
            ("", None),
            ("x", None),
        ];
        for (word, expected) in cases {
            assert_eq!(nearest(word, known), expected, "{word}");
        }
        assert_eq!(nearest(&"deals".repeat(100_000), known), None);
        assert_eq!(did_you_mean("dels", known), "; did you mean \"deals\"?");
        assert_eq!(did_you_mean("swiss", known), "");
    }
}
