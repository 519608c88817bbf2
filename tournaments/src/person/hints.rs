//! What can be typed, from what is legal.

use std::collections::BTreeMap;

/// The legal actions in short: `bid 1x2 to bid 10x6, challenge`.
pub(super) fn short(legal: &[String]) -> String {
    let mut kinds: Vec<(&str, Vec<&str>)> = Vec::new();
    for action in legal {
        let word = action.split(' ').next().unwrap_or_default();
        match kinds.iter_mut().find(|(kind, _)| *kind == word) {
            Some((_, actions)) => actions.push(action),
            None => kinds.push((word, vec![action])),
        }
    }
    let kinds = kinds.iter().map(|(_, actions)| match &actions[..] {
        [only] => (*only).to_owned(),
        [first, .., last] => format!("{first} … {last}"),
        [] => String::new(),
    });
    kinds.collect::<Vec<_>>().join(" | ")
}

/// So many are listed; more would scroll away what matters.
const MOST: usize = 120;

/// All of them in columns within 78 characters.
pub(super) fn long(legal: &[String]) -> Vec<String> {
    let width = legal.iter().take(MOST).map(|action| action.chars().count());
    let width = width.max().unwrap_or(0) + 2;
    let columns = (78 / width).max(1);
    let shown = &legal[..legal.len().min(MOST)];
    let mut lines: Vec<String> = shown
        .chunks(columns)
        .map(|row| {
            let cells = row.iter().map(|action| format!("{action:<width$}"));
            format!("  {}", cells.collect::<String>().trim_end())
        })
        .collect();
    if legal.len() > MOST {
        lines.push(format!("  … and {} more", legal.len() - MOST));
    }
    lines
}

/// Ways in which a line may have been meant, from the literal one on: small
/// letters, the argument in capitals, and the argument alone.
pub(super) fn readings(line: &str, legal: &[String]) -> Vec<String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let line = words.join(" ");
    let small = line.to_lowercase();
    let mut readings = vec![line.clone(), small.clone()];
    if let Some((word, rest)) = small.split_once(' ') {
        readings.push(format!("{word} {}", rest.to_uppercase()));
    }
    let kinds: BTreeMap<&str, ()> = legal
        .iter()
        .filter_map(|action| action.split_once(' '))
        .map(|(word, _)| (word, ()))
        .collect();
    for kind in kinds.keys() {
        readings.push(format!("{kind} {small}"));
        readings.push(format!("{kind} {}", line.to_uppercase()));
    }
    readings.dedup();
    readings
}

#[cfg(test)]
mod tests {
    use super::*;

    fn legal() -> Vec<String> {
        ["bid 1x2", "bid 1x3", "bid 2x2", "challenge"]
            .map(String::from)
            .into()
    }

    #[test]
    fn in_short_and_in_full() {
        assert_eq!(short(&legal()), "bid 1x2 … bid 2x2 | challenge");
        assert_eq!(
            long(&legal()),
            ["  bid 1x2    bid 1x3    bid 2x2    challenge"]
        );
        let many: Vec<String> = (0..500).map(|n| format!("bid {n}x1")).collect();
        assert!(long(&many).iter().all(|line| line.len() <= 80));
        assert_eq!(long(&many).last().unwrap(), "  … and 380 more");
    }

    #[test]
    fn a_line_may_be_meant_otherwise() {
        let read = readings("  BID   1X2 ", &legal());
        assert_eq!(read[..3], ["BID 1X2", "bid 1x2", "bid 1X2"]);
        assert!(readings("1x3", &legal()).contains(&"bid 1x3".to_owned()));
    }
}
