//! A whole game between two players, solved from its last lives back.

use super::round::{Round, for_lives};
use super::stage::Ending;
use dudo_engine::Seat;
use dudo_engine::mia::{Next, Public, Rules};
use std::collections::BTreeMap;

/// So many linear programs, half a second, are solved before a
/// first game. A game that takes more is played round by round, for lives.
const AFFORDABLE: u32 = 4_000;

/// How to play each round of a game of two.
pub(super) struct Duel {
    /// By rounds that matter and lives, the higher first.
    rounds: BTreeMap<(u32, u8, u8), Round>,
    /// For all other cases.
    plain: Round,
}

/// Rounds that matter: with this many lives no more can be played.
fn matter(rounds: u32, one: u8, other: u8) -> u32 {
    rounds.min(u32::from(one) + u32::from(other) - 1)
}

impl Duel {
    /// Solves what can be met under these rules.
    pub(super) fn solve(rules: &Rules) -> Self {
        let mut duel = Self {
            rounds: BTreeMap::new(),
            plain: for_lives(rules),
        };
        let lives = rules.lives;
        let limited = rules.max_rounds < matter(u32::MAX, lives, lives);
        let mut tasks = Vec::new();
        for one in 1..=lives {
            for other in 1..=one {
                let most = matter(rules.max_rounds, one, other);
                let least = if limited { 1 } else { most };
                tasks.extend((least..=most).map(|rounds| (rounds, one, other)));
            }
        }
        if tasks.len() as u32 * duel.plain.programs() > AFFORDABLE {
            return duel;
        }
        tasks.sort_by_key(|&(rounds, one, other)| (u32::from(one) + u32::from(other), rounds));
        for (rounds, one, other) in tasks {
            let solved = Round::solve(rules, |announcer, ending| {
                let lives = if announcer == 0 {
                    [one, other]
                } else {
                    [other, one]
                };
                duel.worth(rules, lives, rounds, ending)
            });
            duel.rounds.insert((rounds, one, other), solved);
        }
        duel
    }

    /// What an ending of a round is worth to its announcer, in games won less
    /// games lost.
    fn worth(&self, rules: &Rules, lives: [u8; 2], rounds: u32, ending: Ending) -> f64 {
        let [mine, others] = lives;
        let (mine, others, caught) = match ending {
            Ending::Caught(price) => (mine.saturating_sub(price), others, true),
            Ending::Wrong(price) => (mine, others.saturating_sub(price), false),
        };
        if mine == 0 || others == 0 || rounds == 1 {
            return f64::from(mine.cmp(&others) as i8);
        }
        let announcer_opens = match rules.next {
            Next::Loser => caught,
            // A wrong looker's left neighbour is, between two, the announcer.
            Next::Winner | Next::Source => !caught,
        };
        // Lives cost at least one round each, so it has been solved.
        let value = |opener, other| {
            self.find(rounds - 1, opener, other)
                .map_or(0.0, |(round, player)| round.value(player))
        };
        if announcer_opens {
            value(mine, others)
        } else {
            -value(others, mine)
        }
    }

    /// The round between players with these lives, and which of the two in it
    /// the first is.
    fn find(&self, rounds: u32, mine: u8, others: u8) -> Option<(&Round, usize)> {
        let key = (
            matter(rounds, mine, others),
            mine.max(others),
            mine.min(others),
        );
        let round = self.rounds.get(&key)?;
        Some((round, usize::from(mine < others)))
    }

    /// The round that two seats play, and which of the two in it `first` is.
    pub(super) fn round(
        &self,
        rules: &Rules,
        public: &Public,
        first: Seat,
        second: Seat,
    ) -> (&Round, usize) {
        let left = (rules.max_rounds + 1).saturating_sub(public.round).max(1);
        self.find(left, public.lives[first], public.lives[second])
            .unwrap_or((&self.plain, 0))
    }
}

#[cfg(test)]
mod tests {
    use super::super::round::{above, ends_by_itself};
    use super::super::stage::{Payoffs, chances};
    use super::*;
    use dudo_engine::mia::VALUES;

    fn rules(text: &str) -> Rules {
        text.parse().unwrap()
    }

    /// What the best opponent makes of a round against the table's play:
    /// as the one who rolls, and as the one who hears; for each player as the
    /// one who rolls. `worth` is to the opponent, who announces or does not.
    fn best_against(
        rules: &Rules,
        round: &Round,
        worth: &dyn Fn(usize, bool, Ending) -> f64,
    ) -> [[f64; 2]; 2] {
        let chances = chances(rules);
        let bounded = !ends_by_itself(rules);
        let left = if bounded { rules.claims_in_round() } else { 1 };
        // By lowest rank and roller: [0] the opponent rolls, [1] the table does.
        let mut below: Option<Vec<[[f64; 2]; 2]>> = None;
        for layer in 1..=left {
            let mut here = vec![[[0.0; 2]; 2]; VALUES + 1];
            for lowest in (0..VALUES).rev() {
                for roller in 0..2 {
                    let stage = round.stage(roller, layer, lowest);
                    let deeper = |rank: usize, who: usize| {
                        let next = above(rules, rank);
                        match &below {
                            _ if !bounded => Some(here[next][1 - roller][who]),
                            Some(below) => Some(below[next][1 - roller][who]),
                            None => None,
                        }
                    };
                    // The opponent rolls; if he is believed the table rolls.
                    let pays = Payoffs::of(
                        rules,
                        lowest,
                        |e| worth(roller, true, e),
                        |rank| deeper(rank, 1),
                    );
                    let mut rolls = 0.0;
                    for (roll, chance) in chances.iter().enumerate() {
                        let best = (lowest..VALUES)
                            .map(|claim| {
                                let look = stage.look[claim];
                                let other = pays.other[claim].unwrap_or(0.0);
                                look * pays.looked(roll, claim) + (1.0 - look) * other
                            })
                            .fold(f64::NEG_INFINITY, f64::max);
                        rolls += chance * best;
                    }
                    // The table rolls; the opponent answers each announcement.
                    let pays = Payoffs::of(
                        rules,
                        lowest,
                        |e| worth(roller, false, e),
                        |rank| deeper(rank, 0),
                    );
                    let mut hears = 0.0;
                    for claim in lowest..VALUES {
                        let (mut look, mut other) = (0.0, 0.0);
                        for (roll, chance) in chances.iter().enumerate() {
                            let often = chance * stage.announcing(roll)[claim - lowest];
                            look += often * pays.looked(roll, claim);
                            other += often * pays.other[claim].unwrap_or(f64::NEG_INFINITY);
                        }
                        hears += if pays.other[claim].is_some() {
                            look.max(other)
                        } else {
                            look
                        };
                    }
                    here[lowest][roller] = [rolls, hears];
                }
            }
            below = Some(here);
        }
        below.unwrap()[0]
    }

    /// The published values of opening, and that no opponent gets more out of
    /// a round than its value.
    #[test]
    fn one_round_for_lives_is_solved() {
        for (text, expected) in [
            ("mia(preset=must-look)", Some(0.295_878_0)),
            ("mia", Some(0.297_142_7)),
            ("mia(order=doubles-down)", Some(0.297_142_7)),
            ("mia(mia-false=2,mia-real=3)", None),
            ("mia(preset=contest)", None),
            ("mia(order=little-mia)", None),
            ("mia(max-claims=1)", None),
            ("mia(max-claims=4)", None),
            ("mia(raise=equal,max-claims=12)", None),
        ] {
            let rules = rules(text);
            let round = for_lives(&rules);
            let value = round.value(0);
            if let Some(expected) = expected {
                assert!((value - expected).abs() < 5e-8, "{text}: {value}");
            }
            let plain = |announces: bool| {
                move |ending| match (ending, announces) {
                    (Ending::Caught(lives), true) | (Ending::Wrong(lives), false) => {
                        -f64::from(lives)
                    }
                    (Ending::Wrong(lives), true) | (Ending::Caught(lives), false) => {
                        f64::from(lives)
                    }
                }
            };
            let [rolls, hears] = best_against(&rules, &round, &|_, announces, ending| {
                plain(announces)(ending)
            })[0];
            assert!(
                (rolls - value).abs() < 1e-7,
                "{text}: opens for {rolls}, not {value}"
            );
            assert!(
                (hears + value).abs() < 1e-7,
                "{text}: hears for {hears}, not -{value}"
            );
        }
    }

    /// No opponent wins more of whole games than he should, whoever opens
    /// and however many lives and rounds are left.
    #[test]
    fn whole_games_are_solved() {
        for text in [
            "mia",
            "mia(preset=wikipedia)",
            "mia(preset=bga)",
            "mia(preset=contest,max-rounds=3)",
            "mia(preset=dice-play,max-rounds=1)",
            "mia(preset=must-look,max-claims=3)",
            "mia(lives=2,raise=equal)",
        ] {
            let rules = rules(text);
            let duel = Duel::solve(&rules);
            assert!(!duel.rounds.is_empty(), "{text} is not solved");
            // By rounds, the opponent's lives and the table's: what he makes
            // of it when he opens, and when the table does.
            let mut best: BTreeMap<(u32, u8, u8), [f64; 2]> = BTreeMap::new();
            let mut keys: Vec<_> = duel.rounds.keys().copied().collect();
            keys.sort_by_key(|&(rounds, one, other)| (u32::from(one) + u32::from(other), rounds));
            for (rounds, one, other) in keys {
                for lives in [[one, other], [other, one]] {
                    let (round, player) = duel.find(rounds, lives[0], lives[1]).unwrap();
                    let worth = |_: usize, announces: bool, ending: Ending| {
                        let (caught, price) = match ending {
                            Ending::Caught(price) => (true, price),
                            Ending::Wrong(price) => (false, price),
                        };
                        let [mut opponent, mut table] = lives;
                        let loses = announces == caught;
                        let loser = if loses { &mut opponent } else { &mut table };
                        *loser = loser.saturating_sub(price);
                        if opponent == 0 || table == 0 || rounds == 1 {
                            return f64::from(opponent.cmp(&table) as i8);
                        }
                        let opens = if rules.next == Next::Loser {
                            loses
                        } else {
                            !loses
                        };
                        let key = (matter(rounds - 1, opponent, table), opponent, table);
                        best[&key][usize::from(!opens)]
                    };
                    let found = best_against(&rules, round, &worth);
                    let opens = found[player][0];
                    let hears = found[1 - player][1];
                    assert!(
                        (opens - round.value(player)).abs() < 1e-7,
                        "{text}: {lives:?}"
                    );
                    assert!(
                        (hears + round.value(1 - player)).abs() < 1e-7,
                        "{text}: {lives:?}"
                    );
                    best.insert((rounds, lives[0], lives[1]), [opens, hears]);
                }
            }
        }
    }
}
