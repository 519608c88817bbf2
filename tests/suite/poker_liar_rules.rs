//! The knobs of poker-dice Liar: what is refused, what is pinned, and that
//! the prose follows them.

use dudo_engine::Game;
use dudo_engine::poker_liar::{PokerLiar, Rules};

#[test]
fn contradictions_are_refused_with_a_sentence() {
    for (rules, sentence) in [
        (
            "poker-liar(cup=2,straights=none)",
            "straights says nothing here",
        ),
        (
            "poker-liar(faces=4,straights=none)",
            "straights says nothing here",
        ),
        ("poker-liar(cup=4,straights=above-full)", "no full house"),
        ("poker-liar(cup=6)", "cup cannot be \"6\"; it takes 2 to 5"),
        ("poker-liar(dice=loaded)", "it takes poker or ordinary"),
        (
            "poker-liar(preset=classik)",
            "there are classic, ordinary, tiddlywinks, small",
        ),
    ] {
        let error = rules.parse::<Rules>().expect_err(rules).to_string();
        assert!(error.contains(sentence), "{rules}: {error}");
    }
}

/// If this fails, logs of this game have changed their fingerprints.
#[test]
fn canonical_texts_of_the_presets_are_pinned() {
    for (preset, text, fingerprint) in [
        ("classic", "poker-liar", "80271bf2"),
        ("ordinary", "poker-liar(dice=ordinary)", "1ca92694"),
        (
            "tiddlywinks",
            "poker-liar(top-claim=reroll-all)",
            "5c2d8a07",
        ),
        ("small", "poker-liar(cup=2,faces=3,chips=1)", "c537623e"),
    ] {
        let rules: Rules = format!("poker-liar(preset={preset})")
            .parse()
            .expect("a preset");
        assert_eq!(rules.to_string(), text);
        assert_eq!(dudo_engine::knobs::fingerprint(text), fingerprint, "{text}");
    }
}

#[test]
fn the_prose_follows_the_knobs() {
    for (rules, phrases) in [
        (
            "",
            &[
                "5 dice",
                "A, K, Q, J, T (the ten), 9",
                "3 chips",
                "full house, straight, three",
                "thrown for once per session",
                "can only be doubted. A",
            ][..],
        ),
        ("dice=ordinary", &["1 (the ace), 6, 5, 4, 3, 2"]),
        (
            "straights=above-full",
            &["four of a kind, straight, full house, three"],
        ),
        ("straights=none", &["full house, three of a kind"]),
        (
            "cup=2,faces=2,chips=1",
            &["2 dice", "A, K. Each", "one chip", "one pair, no pair"],
        ),
        ("cup=3", &["straight, three of a kind, one pair, no pair"]),
        ("top-claim=reroll-all", &["must throw all dice"]),
        ("after-doubt=left-of-doubter", &["left of the doubter"]),
        ("seating-throw=off", &["order of their numbers"]),
        ("max-claims=7,max-rounds=9", &["7 claims", "9 sequences"]),
    ] {
        let rules: Rules = format!("poker-liar({rules})").parse().expect("rules");
        let game = PokerLiar::new(rules.clone()).expect("rules that agree");
        let prose = game.prose().join("\n");
        for phrase in phrases {
            assert!(
                prose.contains(phrase),
                "{rules}: no \"{phrase}\" in\n{prose}"
            );
        }
    }
}
