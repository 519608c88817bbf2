//! How often a test of a duel errs, by simulation: at the bounds no more often
//! than was asked for.

use dudo_results::duel::{
    Hypotheses, Power, Scale, Tally, Test, Verdict, counts, elo_of, score_of,
};

fn close(found: f64, expected: f64, within: f64, what: &str) {
    let same = found == expected || (found - expected).abs() <= within;
    assert!(same, "{what}: {found} instead of {expected}");
}

/// Numbers that look random and are the same in every run of a test.
struct Numbers(u64);

impl Numbers {
    fn share(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) as f64 / 18_446_744_073_709_551_616.0
    }
}

/// How often a test ends with H1, and after how many units in the mean; `unit`
/// draws half points.
fn simulate(
    hypotheses: Hypotheses,
    games: u64,
    runs: u32,
    mut unit: impl FnMut() -> u64,
) -> (f64, f64) {
    let (mut taken, mut units) = (0, 0);
    for _ in 0..runs {
        let mut test = Test::new(hypotheses, games);
        while test.verdict().is_none() {
            test.add(unit());
        }
        assert!(matches!(test.verdict(), Some(Verdict::H0 | Verdict::H1)));
        taken += u32::from(test.verdict() == Some(Verdict::H1));
        units += test.tally().units();
    }
    (
        f64::from(taken) / f64::from(runs),
        units as f64 / f64::from(runs),
    )
}

/// A pair of games without ties, as duplicate dice make them: the variance is
/// `ratio` times that of two independent games.
fn pair(numbers: &mut Numbers, elo: f64, ratio: f64) -> u64 {
    let score = score_of(elo);
    // Of a pair's score, 0, 1/2 or 1: (1 - split) / 4 - (score - 1/2)^2.
    let variance = ratio * score * (1.0 - score) / 2.0;
    let uneven = 4.0 * (variance + (score - 0.5) * (score - 0.5));
    let both = uneven / 2.0 + (score - 0.5);
    match numbers.share() {
        x if x < both => 4,
        x if x < uneven => 0,
        _ => 2,
    }
}

/// The promise: at the first difference H1 is taken in 5 % of tests at most,
/// at the second in 95 % at least. Further out it is more certain, in between
/// it goes from one to the other.
#[test]
fn errors_are_as_rare_as_promised() {
    const RUNS: u32 = 2000;
    // Three standard errors of a share of 5 % of so many.
    let slack = 3.0 * (0.05 * 0.95 / f64::from(RUNS)).sqrt();
    let mut numbers = Numbers(1);
    for (ratio, shortest) in [(0.7, 561.0), (1.0, 802.0), (1.4, 1122.0)] {
        let mut before = 0.0;
        for (elo, least, most) in [
            (-20.0, 0.0, 0.002),
            (0.0, 0.0, 0.05 + slack),
            (10.0, 0.4, 0.6),
            (20.0, 0.95 - slack, 1.0),
            (40.0, 0.998, 1.0),
        ] {
            let hypotheses = Hypotheses::new(0.0, 20.0).unwrap();
            let (share, units) = simulate(hypotheses, 2, RUNS, || pair(&mut numbers, elo, ratio));
            assert!(
                share >= least && share <= most && share >= before,
                "ratio {ratio}, {elo} Elo: H1 in {share} of {RUNS}, {units} units"
            );
            before = share;
            if elo == 0.0 {
                // Wald's mean length, which forgets how far a bound is overshot.
                assert!((units / shortest - 1.0).abs() < 0.12, "{units} {shortest}");
            }
        }
    }
}

/// The same on the normalized scale, with other rates, and with units of ten
/// games that hang together and may be tied.
#[test]
fn errors_are_as_rare_for_other_units_and_rates() {
    const RUNS: u32 = 600;
    let within = |share: f64, rate: f64| {
        let slack = 3.5 * (rate * (1.0 - rate) / f64::from(RUNS)).sqrt();
        assert!(share <= rate + slack, "{share} is more than {rate}");
    };
    let mut numbers = Numbers(2);
    // A block of ten games: luck that is the block's own, then game by game.
    let mut block = |elo: f64| {
        let luck = 0.3 * (numbers.share() - 0.5);
        let mut half_points = 0;
        for _ in 0..10 {
            let share = score_of(elo) + luck;
            half_points += match numbers.share() {
                x if x < share * 0.9 => 2,
                x if x < share * 0.9 + 0.1 => 1,
                _ => 0,
            };
        }
        half_points
    };
    // Of a true score s the block expects 0.9 s + 0.05.
    let expected = |elo: f64| elo_of(0.9 * score_of(elo) + 0.05);
    let hypotheses = Hypotheses::new(expected(-10.0), expected(30.0)).unwrap();
    let hypotheses = hypotheses.with_errors(0.10, 0.02).unwrap();
    within(simulate(hypotheses, 10, RUNS, || block(-10.0)).0, 0.10);
    within(1.0 - simulate(hypotheses, 10, RUNS, || block(30.0)).0, 0.02);

    // A pair that deviates by so many normalized Elo.
    let normalized = |elo: f64| {
        let t = elo * std::f64::consts::LN_10 / 800.0;
        // Variance of a game in pairs of ratio 0.7 is 0.35 x (1/2)^2 x 2.
        elo_of(0.5 + t * (0.7f64 * 0.25).sqrt())
    };
    let hypotheses = Hypotheses::new(0.0, 20.0).unwrap().on(Scale::Normalized);
    let mut numbers = Numbers(3);
    within(
        simulate(hypotheses, 2, RUNS, || pair(&mut numbers, 0.0, 0.7)).0,
        0.05,
    );
    let right = simulate(hypotheses, 2, RUNS, || {
        pair(&mut numbers, normalized(20.0), 0.7)
    })
    .0;
    within(1.0 - right, 0.05);
}

/// The mean length that [`Power`] foretells is the one that comes out.
#[test]
fn power_foretells_lengths() {
    let mut numbers = Numbers(4);
    let mut pilot = Tally::new(2);
    for _ in 0..20_000 {
        pilot.add(pair(&mut numbers, 0.0, 0.7));
    }
    let power = Power::of(&pilot).unwrap();
    let hypotheses = Hypotheses::new(0.0, 20.0).unwrap();
    let (under0, under1) = power.of_test(&hypotheses).unwrap();
    for (elo, foretold) in [(0.0, under0), (20.0, under1)] {
        let (_, units) = simulate(hypotheses, 2, 600, || pair(&mut numbers, elo, 0.7));
        let off = units / foretold as f64 - 1.0;
        assert!(off.abs() < 0.15, "{elo} Elo: {units}, foretold {foretold}");
    }
    // 463,700 / e^2 games for a margin of e Elo, in independent games.
    let mut games = Tally::new(1);
    games.add_times(0, 500_000);
    games.add_times(2, 500_000);
    let power = Power::of(&games).unwrap();
    close(
        power.for_margin(5.0) as f64,
        463_700.0 / 25.0,
        20.0,
        "margin",
    );
    // Found in the simulated share of duels: here by the normal distribution.
    let units = power.to_find(5.0) as f64;
    let error = (0.25 / units).sqrt();
    close(
        (score_of(5.0) - 0.5) / error,
        2.0 * 1.644_853_627,
        1e-3,
        "power",
    );
    assert_eq!(Power::of(&counts("WL=9").unwrap()), None);
}
