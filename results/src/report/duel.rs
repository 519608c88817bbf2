//! A duel in a sentence, with the figures behind it.

use super::grouped;
use super::text::{percent, shortened, shown, wrapped};
use crate::duel::{Difference, Hypotheses, Scale, Tally, Test, Verdict};
use crate::report::WIDTH;

/// Two bots and what they played.
#[derive(Clone, Copy, Debug)]
pub struct Duel<'a> {
    /// Their names; the score is that of the first.
    pub names: [&'a str; 2],
    /// Deals in a unit.
    pub session: u64,
}

/// From here on a bot is called the better one.
const SURE: f64 = 0.95;

impl Duel<'_> {
    fn name(&self, index: usize) -> String {
        shortened(&shown(self.names[index]), 40)
    }

    /// What was played. A unit of one game is counted as what it is: of games whose
    /// results are given nobody knows the deals.
    fn deals(&self, tally: &Tally) -> String {
        let deals = u128::from(tally.units()) * u128::from(self.session);
        let s = if deals == 1 { "" } else { "s" };
        match self.session {
            1 if tally.games_per_unit() == 1 => format!("{} game{s}", grouped(deals)),
            1 => format!("{} deal{s}", grouped(deals)),
            session => format!(
                "{} deals in sessions of {}",
                grouped(deals),
                grouped(session.into())
            ),
        }
    }

    /// The verdict of a number of deals that was fixed beforehand: a sentence,
    /// then the figures.
    #[must_use]
    pub fn fixed(&self, tally: &Tally) -> String {
        let found = Difference::of(tally);
        let mut text = wrapped(&self.fixed_sentence(tally, &found), WIDTH, 2);
        text += "\n\n";
        let interval = found
            .interval
            .map(|(low, high)| format!("{} to {} (95 %)", signed(low), signed(high)));
        figures(&mut text, tally, &found, interval);
        text
    }

    fn fixed_sentence(&self, tally: &Tally, found: &Difference) -> String {
        let [a, b] = [self.name(0), self.name(1)];
        let deals = self.deals(tally);
        let Some((low, high)) = found.interval else {
            return format!("{deals}: too few for a verdict");
        };
        if tally.all_split() {
            return format!("{a} and {b} are level: all of {deals} were split exactly");
        }
        // From the side of whoever leads.
        let first = found.elo >= 0.0;
        let (a, b) = if first { (a, b) } else { (b, a) };
        let (elo, low, sure) = if first {
            (found.elo, low, found.sure)
        } else {
            (-found.elo, -high, 1.0 - found.sure)
        };
        let by = match found.margin() {
            Some(margin) => format!("{} ± {margin:.0} Elo", signed(elo)),
            // Of a margin that has no end above, the lower end is told.
            None if elo.is_finite() => {
                format!("{} Elo (at least {:+.0})", signed(elo), low.floor())
            }
            None => format!("at least {:+.0} Elo", low.floor()),
        };
        let sure_of = match sure {
            sure if sure > 0.999 => "more than 99.9 % sure".to_owned(),
            // Rounded down: nobody is surer than that.
            sure if sure > 0.99 => format!("{:.1} % sure", (sure * 1000.0).floor() / 10.0),
            sure => format!("{:.0} % sure", (sure * 100.0).floor()),
        };
        if sure >= SURE {
            format!("{a} beats {b}, {sure_of}, {by}, {deals}")
        } else if elo > 0.0 {
            format!("undecided: {a} leads {b}, {sure_of}, {by}, {deals}")
        } else {
            format!("undecided: {a} and {b} are level, {by}, {deals}")
        }
    }

    /// The verdict of a test: a sentence, then the figures. `verdict` is
    /// `None` where the last deal came first. No margin is given, since one
    /// that ignores why play stopped would be too narrow.
    #[must_use]
    pub fn tested(&self, test: &Test, verdict: Option<Verdict>) -> String {
        let found = Difference::of(test.tally());
        let mut text = wrapped(&self.tested_sentence(test, verdict, &found), WIDTH, 2);
        text += "\n\n";
        let hypotheses = test.hypotheses();
        let (low, high) = hypotheses.bounds();
        text += &format!(
            "test          H0 {} Elo, H1 {} Elo, {}; error rates {} % and {} %\n",
            hypotheses.elo0(),
            hypotheses.elo1(),
            hypotheses.scale().word(),
            round(100.0 * hypotheses.alpha()),
            round(100.0 * hypotheses.beta()),
        );
        text += &format!(
            "LLR           {:.2}; H0 at {low:.2}, H1 at {high:.2}\n",
            test.llr()
        );
        figures(&mut text, test.tally(), &found, None);
        text
    }

    fn tested_sentence(&self, test: &Test, verdict: Option<Verdict>, found: &Difference) -> String {
        let [a, b] = [self.name(0), self.name(1)];
        let hypotheses = test.hypotheses();
        let elo = match hypotheses.scale() {
            Scale::Logistic => "Elo",
            Scale::Normalized => "normalized Elo",
        };
        let by = |elo: f64| {
            if elo.is_finite() {
                format!("about {} Elo", signed(elo))
            } else {
                "a clean sweep".into()
            }
        };
        let deals = self.deals(test.tally());
        let sure = |rate: f64| format!("{} % sure", round(100.0 * (1.0 - rate)));
        match verdict {
            Some(Verdict::H1) => {
                let what = match hypotheses.elo0() {
                    0.0 => format!("{a} beats {b}"),
                    least if least > 0.0 => format!("{a} beats {b} by more than {least} {elo}"),
                    least => format!("{a} is not worse than {b} by {} {elo} or more", -least),
                };
                let sure = sure(hypotheses.alpha());
                format!("{what}, {sure}, {}, {deals}", by(found.elo))
            }
            Some(Verdict::H0) => {
                let what = match hypotheses.elo1() {
                    0.0 => format!("{b} beats {a}"),
                    most if most > 0.0 => {
                        format!("{a} is not better than {b} by {most} {elo} or more")
                    }
                    most => format!("{b} beats {a} by more than {} {elo}", -most),
                };
                let sure = sure(hypotheses.beta());
                format!("{what}, {sure}, {}, {deals}", by(found.elo))
            }
            Some(Verdict::Identical) => {
                format!(
                    "identical bots, as far as can be seen: {a} and {b} split each of {deals} exactly"
                )
            }
            Some(Verdict::NoVerdict) => {
                format!("no verdict: a bot was withdrawn for its faults (see faults.csv), {deals}")
            }
            None => format!("undecided: {a} against {b}, {}, {deals}", by(found.elo)),
        }
    }

    /// The score so far, in a line that changes while it is watched: with a
    /// test its ratio instead of a margin.
    #[must_use]
    pub fn live(&self, tally: &Tally, test: Option<&Test>) -> String {
        let found = Difference::of(tally);
        let name = shortened(&shown(self.names[0]), 16);
        let by = match (found.margin(), test) {
            (_, Some(test)) => {
                let (low, high) = test.hypotheses().bounds();
                format!(
                    "{} Elo, LLR {:.2} ({low:.2}, {high:.2})",
                    signed(found.elo),
                    test.llr()
                )
            }
            (Some(margin), None) => format!("{} ± {margin:.0} Elo", signed(found.elo)),
            (None, None) => format!("{} Elo", signed(found.elo)),
        };
        format!("{name} {} %, {by}", percent(found.score, 1))
    }
}

/// The figures that every verdict comes with; both scales.
fn figures(text: &mut String, tally: &Tally, found: &Difference, interval: Option<String>) {
    let games = u128::from(tally.units()) * u128::from(tally.games_per_unit());
    *text += &format!(
        "score         {} % of {} games\n",
        percent(found.score, 1),
        grouped(games)
    );
    let interval = interval.map_or(String::new(), |interval| format!(", {interval}"));
    *text += &format!("Elo           {}{interval}\n", signed(found.elo));
    if let Some(normalized) = found.normalized {
        *text += &format!("normalized    {}\n", signed(normalized));
    }
}

/// What a test decides between, for a line before it is played.
#[must_use]
pub fn question(names: [&str; 2], hypotheses: &Hypotheses) -> String {
    let [a, b] = names.map(shown);
    format!(
        "is {a} better than {b} by {} Elo at most, or by {} at least?",
        hypotheses.elo0(),
        hypotheses.elo1()
    )
}

/// A difference with its sign, in whole points; nothing has none.
fn signed(elo: f64) -> String {
    if elo == f64::INFINITY {
        return "+∞".into();
    }
    if elo == f64::NEG_INFINITY {
        return "-∞".into();
    }
    match format!("{elo:+.0}") {
        text if text == "+0" || text == "-0" => "0".into(),
        text => text,
    }
}

/// Without the last digits that a product brings along.
fn round(value: f64) -> f64 {
    (value * 1e6).round() / 1e6
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::duel::counts;

    const DUEL: Duel<'_> = Duel {
        names: ["odds", "honest"],
        session: 1,
    };

    fn first_line(text: &str) -> String {
        text.split("\n\n").next().unwrap().replace("\n ", "")
    }

    #[test]
    fn a_fixed_number_of_deals_in_a_sentence() {
        for (text, expected) in [
            (
                "LL=180,WL=640,WW=330",
                "odds beats honest, more than 99.9 % sure, +46 ± 13 Elo, 1,150 deals",
            ),
            (
                "LL=330,WL=640,WW=180",
                "honest beats odds, more than 99.9 % sure, +46 ± 13 Elo, 1,150 deals",
            ),
            (
                "LL=90,WL=620,WW=120",
                "odds beats honest, 98 % sure, +13 ± 12 Elo, 830 deals",
            ),
            (
                "LL=180,WL=640,WW=190",
                "undecided: odds leads honest, 69 % sure, +3 ± 13 Elo, 1,010 deals",
            ),
            (
                "LL=18,WL=64,WW=18",
                "undecided: odds and honest are level, 0 ± 42 Elo, 100 deals",
            ),
            (
                "WL=50",
                "odds and honest are level: all of 50 deals were split exactly",
            ),
            (
                "WW=10",
                "odds beats honest, more than 99.9 % sure, at least +166 Elo, 10 deals",
            ),
            ("WW=2", "2 deals: too few for a verdict"),
            ("LL=1", "1 deal: too few for a verdict"),
            ("W=1", "1 game: too few for a verdict"),
        ] {
            let tally = counts(text).unwrap();
            assert_eq!(first_line(&DUEL.fixed(&tally)), expected, "{text}");
        }
    }

    #[test]
    fn a_test_in_a_sentence() {
        let tested = |text: &str, bounds: &str| {
            let test = Test::of(bounds.parse().unwrap(), counts(text).unwrap());
            first_line(&DUEL.tested(&test, test.verdict()))
        };
        for (text, bounds, expected) in [
            (
                "LL=180,WL=640,WW=330",
                "0,5",
                "odds beats honest, 95 % sure, about +46 Elo, 1,150 deals",
            ),
            (
                "W=550,L=450",
                "0,10",
                "undecided: odds against honest, about +35 Elo, 1,000 games",
            ),
            (
                "D=500",
                "0,5",
                "identical bots, as far as can be seen: odds and honest split each of 500 games exactly",
            ),
            (
                "LL=180,WL=640,WW=330",
                "10,20",
                "odds beats honest by more than 10 Elo, 95 % sure, about +46 Elo, 1,150 deals",
            ),
            (
                "LL=180,WL=640,WW=180",
                "-20,-10",
                "odds is not worse than honest by 20 Elo or more, 95 % sure, about 0 Elo, 1,000 deals",
            ),
            (
                "LL=180,WL=640,WW=180",
                "10,25",
                "odds is not better than honest by 25 Elo or more, 95 % sure, about 0 Elo, 1,000 deals",
            ),
            (
                "LL=330,WL=640,WW=180",
                "-20,-10",
                "honest beats odds by more than 10 Elo, 95 % sure, about -46 Elo, 1,150 deals",
            ),
            (
                "LL=330,WL=640,WW=180",
                "-20,0",
                "honest beats odds, 95 % sure, about -46 Elo, 1,150 deals",
            ),
            (
                "WL=500",
                "0,5",
                "identical bots, as far as can be seen: odds and honest split each of 500 deals exactly",
            ),
            (
                "LL=18,WL=64,WW=18",
                "0,5",
                "undecided: odds against honest, about 0 Elo, 100 deals",
            ),
            (
                "WW=20",
                "0,200",
                "odds beats honest, 95 % sure, a clean sweep, 20 deals",
            ),
        ] {
            assert_eq!(tested(text, bounds), expected, "{text} {bounds}");
        }
    }

    #[test]
    fn no_margin_after_a_test() {
        let test = Test::of(
            "0,5".parse().unwrap(),
            counts("LL=180,WL=640,WW=330").unwrap(),
        );
        let text = DUEL.tested(&test, test.verdict());
        assert!(
            !text.contains('±') && text.contains("normalized    +"),
            "{text}"
        );
        assert!(DUEL.live(test.tally(), None).contains("± 13 Elo"));
        assert!(!DUEL.live(test.tally(), Some(&test)).contains('±'));
    }
}
