//! The canonical text of rules: what is written is read, what is wrong is
//! refused with a sentence, and fingerprints stand for ever.

use dudo_engine::knobs::{self, Knobs, RulesError, fingerprint};
use dudo_engine::liars_dice::Rules;

/// Fingerprints of all presets. They stand in logs: never change a row, only
/// add one. A row that fails means that rules got another text, so that their
/// dice changed and old logs can no longer be extended.
const FINGERPRINTS: &[(&str, &str, &str)] = &[
    ("classic", "def81e9b", "liars-dice"),
    ("wild", "b1762b98", "liars-dice(ones-wild=on)"),
    (
        "perudo",
        "deca8e5d",
        "liars-dice(ones-wild=on,ones-bids=perudo,first=throw,open-on-ones=off,spot-on=on,spot-on-who=out-of-turn,palifico=on)",
    ),
    (
        "dudo",
        "ebe2098f",
        "liars-dice(ones-wild=on,ones-bids=dudo,opens=winner,loss=difference,exact-bid=others)",
    ),
    (
        "openspiel",
        "0d6d3bde",
        "liars-dice(dice=1,highest-wild=on,until=one-round)",
    ),
    (
        "joker",
        "6111159b",
        "liars-dice(ones-wild=on,ones-bids=forbid,until=one-round)",
    ),
];

#[test]
fn fingerprints_are_pinned() {
    assert_eq!(
        FINGERPRINTS.len(),
        Rules::PRESETS.len(),
        "a preset has no row"
    );
    for (name, pinned, text) in FINGERPRINTS {
        let rules: Rules = knobs::preset(name).expect("a preset that exists");
        assert_eq!(rules.to_string(), *text, "{name}");
        assert_eq!(fingerprint(text), *pinned, "{name}");
        assert_eq!(text.parse(), Ok(rules), "{name}");
    }
}

/// Where the settings stand does not matter, spaces and booleans neither; the
/// canonical text has one form.
#[test]
fn one_text_for_one_set_of_rules() {
    for (written, canonical) in [
        ("liars-dice()", "liars-dice"),
        ("  liars-dice  ", "liars-dice"),
        ("liars-dice(dice=5)", "liars-dice"),
        ("liars-dice(faces=8,dice=3)", "liars-dice(dice=3,faces=8)"),
        (
            "liars-dice( dice = 3 , ones-wild = true )",
            "liars-dice(dice=3,ones-wild=on)",
        ),
        ("liars-dice(ones-wild=false)", "liars-dice"),
        ("liars-dice(dice=[5, 3])", "liars-dice(dice=[5,3])"),
        ("liars-dice(dice=[5,5])", "liars-dice(dice=[5,5])"),
        ("liars-dice(preset=wild,ones-wild=off)", "liars-dice"),
        (
            "liars-dice(preset=joker,until=elimination)",
            "liars-dice(ones-wild=on,ones-bids=forbid)",
        ),
        (
            "liars-dice(max-rounds=1000000)",
            "liars-dice(max-rounds=1000000)",
        ),
    ] {
        let rules: Rules = written.parse().unwrap_or_else(|e| panic!("{written}: {e}"));
        assert_eq!(rules.to_string(), canonical, "{written}");
        assert_eq!(canonical.parse(), Ok(rules), "{canonical}");
    }
}

/// Each refused with a sentence that contains these words.
const REFUSED: &[(&str, &str)] = &[
    // The text.
    ("", "no game is called \"\""),
    ("liars", "there are liars-dice"),
    ("poker-liar", "no game is called"),
    ("liars-dice(dice=5) x", "lacks its closing parenthesis"),
    ("liars-dice(dice=5))", "dice cannot be \"5)\""),
    ("liars-dice(dice=5", "lacks its closing parenthesis"),
    ("liars-dice(dice)", "not of the form knob=value"),
    ("liars-dice(dice=5,,faces=6)", "not of the form knob=value"),
    ("liars-dice(dice=5,)", "not of the form knob=value"),
    ("liars-dice(dices=5)", "no knob is called \"dices\""),
    ("liars-dice(Dice=5)", "no knob is called"),
    (
        "liars-dice(ones-wild=on,ones-wild=on)",
        "ones-wild is set twice",
    ),
    ("liars-dice(dice=5,faces=6,dice=4)", "dice is set twice"),
    (
        "liars-dice(dice=5,preset=wild)",
        "preset comes first, since it sets all knobs anew: preset=wild,...",
    ),
    ("liars-dice(preset=wild,preset=wild)", "preset is set twice"),
    (
        "liars-dice(preset=tame)",
        "no preset is called \"tame\"; there are classic,",
    ),
    // The values.
    ("liars-dice(dice=0)", "it takes 1 to 20"),
    ("liars-dice(dice=21)", "it takes 1 to 20"),
    ("liars-dice(dice=[5])", "one per seat"),
    ("liars-dice(dice=[5,0])", "one per seat"),
    ("liars-dice(dice=[5,3)", "cannot be"),
    ("liars-dice(dice=[1,1,1,1,1,1,1,1,1])", "cannot be"),
    ("liars-dice(dice=-1)", "cannot be \"-1\""),
    ("liars-dice(dice=+5)", "cannot be \"+5\""),
    ("liars-dice(dice=5.0)", "cannot be"),
    ("liars-dice(faces=1)", "it takes 2 to 20"),
    ("liars-dice(faces=21)", "it takes 2 to 20"),
    ("liars-dice(ones-wild=yes)", "it takes on or off"),
    (
        "liars-dice(ladder=up)",
        "it takes reset-face or reset-quantity",
    ),
    (
        "liars-dice(ones-bids=top)",
        "it takes low, forbid, high, dudo or perudo",
    ),
    ("liars-dice(spot-on=on,spot-on-cost=0)", "it takes 1 to 20"),
    (
        "liars-dice(spot-on=on,spot-on-limit=256)",
        "it takes 0 to 255",
    ),
    ("liars-dice(max-rounds=0)", "it takes 1 to 1000000"),
    (
        "liars-dice(max-rounds=99999999999999999999)",
        "it takes 1 to 1000000",
    ),
    // Knobs that contradict each other.
    (
        "liars-dice(ones-wild=on,highest-wild=on)",
        "only one face can be wild",
    ),
    (
        "liars-dice(ones-bids=forbid)",
        "ones-bids needs ones-wild = on",
    ),
    (
        "liars-dice(ones-bids=high)",
        "ones-bids needs ones-wild = on",
    ),
    (
        "liars-dice(ones-bids=dudo)",
        "ones-bids needs ones-wild = on",
    ),
    (
        "liars-dice(highest-wild=on,ones-bids=perudo)",
        "ones-bids needs ones-wild = on",
    ),
    (
        "liars-dice(ones-killed-by-bid=on)",
        "ones-killed-by-bid needs ones-wild = on",
    ),
    (
        "liars-dice(highest-wild=on,ones-killed-by-bid=on)",
        "ones-killed-by-bid needs ones-wild",
    ),
    (
        "liars-dice(ones-wild=on,ones-bids=forbid,ones-killed-by-bid=on)",
        "ones-killed-by-bid contradicts ones-bids = forbid",
    ),
    ("liars-dice(natural=on)", "natural needs a wild face"),
    (
        "liars-dice(ones-wild=on,ones-bids=dudo,ladder=reset-quantity)",
        "ladder = reset-quantity contradicts ones-bids",
    ),
    (
        "liars-dice(ones-wild=on,ones-bids=perudo,ladder=reset-quantity)",
        "ladder = reset-quantity contradicts ones-bids",
    ),
    (
        "liars-dice(open-on-ones=off)",
        "open-on-ones = off needs ones-wild = on",
    ),
    (
        "liars-dice(highest-wild=on,open-on-ones=off)",
        "open-on-ones = off needs ones-wild",
    ),
    (
        "liars-dice(ones-wild=on,ones-bids=forbid,open-on-ones=off)",
        "open-on-ones = off says nothing where ones-bids = forbid",
    ),
    (
        "liars-dice(spot-on-who=out-of-turn)",
        "spot-on-who needs spot-on = on",
    ),
    (
        "liars-dice(spot-on-cost=2)",
        "spot-on-cost needs spot-on = on",
    ),
    (
        "liars-dice(spot-on-gain=0)",
        "spot-on-gain needs spot-on = on",
    ),
    (
        "liars-dice(spot-on-hits-bidder=on)",
        "spot-on-hits-bidder needs spot-on = on",
    ),
    (
        "liars-dice(spot-on-hits-others=on)",
        "spot-on-hits-others needs spot-on = on",
    ),
    (
        "liars-dice(spot-on-limit=1)",
        "spot-on-limit needs spot-on = on",
    ),
    (
        "liars-dice(spot-on=on,spot-on-hits-bidder=on,spot-on-hits-others=on)",
        "spot-on-hits-bidder and spot-on-hits-others contradict each other",
    ),
    (
        "liars-dice(palifico-two=on)",
        "palifico-two needs palifico = on",
    ),
    (
        "liars-dice(palifico-may-change=on)",
        "palifico-may-change needs palifico = on",
    ),
    (
        "liars-dice(spot-on=on,palifico-spot-on=on)",
        "palifico-spot-on needs palifico = on",
    ),
    (
        "liars-dice(palifico=on,palifico-spot-on=on)",
        "palifico-spot-on needs spot-on = on",
    ),
    (
        "liars-dice(palifico=on,loss=difference)",
        "palifico contradicts loss = difference",
    ),
    (
        "liars-dice(palifico=on,exact-bid=others)",
        "palifico contradicts exact-bid = others",
    ),
    (
        "liars-dice(palifico=on,spot-on=on,spot-on-hits-others=on)",
        "palifico contradicts spot-on-hits-others",
    ),
    (
        "liars-dice(palifico=on,spot-on=on,spot-on-hits-bidder=on)",
        "palifico contradicts spot-on-hits-bidder",
    ),
    (
        "liars-dice(palifico=on,opens=winner)",
        "palifico contradicts opens = winner",
    ),
    (
        "liars-dice(palifico=on,until=one-round)",
        "palifico contradicts until = one-round",
    ),
    (
        "liars-dice(opens=winner,until=one-round)",
        "opens = winner says nothing with until = one-round",
    ),
];

#[test]
fn what_is_wrong_is_refused_with_a_sentence() {
    for (text, words) in REFUSED {
        match text.parse::<Rules>() {
            Ok(rules) => panic!("{text} is read as {rules}"),
            Err(error) => {
                let sentence = error.to_string();
                assert!(
                    sentence.contains(words) && !words.is_empty(),
                    "{text}: {sentence}"
                );
            }
        }
    }
}

/// Every knob alone: all that it prints it reads, and a second time is refused.
#[test]
fn every_knob_is_read_once() {
    for knob in Rules::KNOBS {
        let default = (knob.get)(&Rules::default());
        let name = knob.name;
        assert_eq!(
            format!("liars-dice({name}={default})").parse(),
            Ok(Rules::default()),
            "{name}"
        );
        assert_eq!(
            format!("liars-dice({name}={default},{name}={default})").parse::<Rules>(),
            Err(RulesError::Twice(name)),
        );
        for nonsense in ["", "maybe", "[", "5x", "on off"] {
            let refused = format!("liars-dice({name}={nonsense})").parse::<Rules>();
            assert!(
                matches!(refused, Err(RulesError::Value { knob, .. }) if knob == name),
                "{name}={nonsense}: {refused:?}"
            );
        }
    }
}

/// How many seats rules are for is another question than whether they agree.
#[test]
fn seats_that_do_not_fit_are_refused() {
    use dudo_engine::Game;
    use dudo_engine::liars_dice::LiarsDice;
    for (rules, seats, words) in [
        ("liars-dice", 1, "2 to 8 seats, not 1"),
        ("liars-dice", 9, "2 to 8 seats, not 9"),
        ("liars-dice(dice=[5,3])", 3, "is for 2 seats, not 3"),
        ("liars-dice(dice=[5,3,1])", 2, "is for 3 seats, not 2"),
    ] {
        let game = LiarsDice::new(rules.parse().expect("rules")).expect("rules that agree");
        let refusal = game.fits(seats).expect_err("too few or too many");
        assert!(refusal.contains(words), "{rules} at {seats}: {refusal}");
    }
}

/// What a log prints of its rules can be asked about as it stands.
#[test]
fn the_text_of_a_log_is_explained() {
    for (_, print, text) in FINGERPRINTS {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_dudo"));
        let output = command.args(["rules", text]).output().expect("dudo");
        let said = String::from_utf8_lossy(&output.stdout);
        let first = format!("{text}    fingerprint {print}\n");
        assert!(said.starts_with(&first), "{said}");
    }
}
