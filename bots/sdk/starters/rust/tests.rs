//! Whole games against itself, at tables of every size: nothing that it does is illegal.

use super::Mine;
use dudo_sdk::{{file}}::{{Game}};
use dudo_sdk::practice;

/// Words for a game that has a word list; the others do without.
const WORDS: &str = "ale\nant\nate\near\neat\nera\nlane\nlate\nlean\nnear\nrate\nreal\nrent\ntale\nteal\nteam\n";

#[test]
fn plays_by_the_rules() {
    for seats in 2..=4 {
        let words = if "{{game}}" == "liars-boggle" { WORDS } else { "" };
        let outcomes = practice::<{{Game}}, _>("{{game}}", words, seats, 5, |_, _| Mine);
        for outcome in outcomes.expect("rules that fit") {
            assert_eq!(outcome.faults, [], "at a table of {seats}");
        }
    }
}
