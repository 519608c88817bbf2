//! What dice can become: exact chances over all throws.

use dudo_engine::View;
use dudo_engine::poker_liar::{Hand, MAX_FACES, Options, Picks, PokerLiar, Ranking, Rules};
use std::sync::{Arc, Mutex, PoisonError};

/// Dice to throw from a hand.
#[derive(Clone, Copy, Debug)]
pub(super) struct Throw {
    /// Which.
    pub(super) picks: Picks,
    /// How many.
    pub(super) count: u8,
    /// Its number: throws that keep the same dice share it.
    pub(super) number: u16,
}

/// For every set of kept dice the chance of every hand.
pub(super) struct Chances {
    /// Hands, as many as there are ranks.
    hands: usize,
    /// Row after row: the chance of at least each rank, and 0 after the last.
    at_least: Vec<f32>,
    /// Dice that are thrown, by row.
    counts: Vec<u8>,
    /// The throws from each hand, by rank, from none of the dice to all.
    throws: Vec<Vec<Throw>>,
    /// By hand, dice thrown and rank: the chance of at least that rank with
    /// the best throw of so many dice.
    reach: Vec<f32>,
    /// Dice in the cup.
    cup: u8,
}

/// Codes of up to five dice, a digit per die: 0 for none, else 1 to 6.
const CODES: usize = 7 * 7 * 7 * 7 * 7;

fn code(hand: &Hand) -> usize {
    hand.worths()
        .iter()
        .fold(0, |code, &worth| code * 7 + usize::from(worth) + 1)
}

impl Chances {
    pub(super) fn new(game: &PokerLiar) -> Self {
        let (rules, ranking) = (game.rules(), game.ranking());
        let hands = usize::from(ranking.len());
        let mut table = Self {
            hands,
            at_least: Vec::new(),
            counts: Vec::new(),
            throws: Vec::new(),
            reach: Vec::new(),
            cup: rules.cup,
        };
        let mut rows = vec![u16::MAX; CODES];
        table.row(&mut rows, Hand::empty(rules.dice), rules, ranking);
        table.throws = (0..=ranking.top())
            .map(|rank| {
                let hand = ranking.hand(rank);
                let every = (0..=Picks::all(rules.cup).mask()).map(Picks::of_mask);
                every
                    .filter(|picks| picks.fit(&hand))
                    .map(|picks| Throw {
                        picks,
                        count: picks.len(),
                        number: rows[code(&picks.kept(&hand))],
                    })
                    .collect()
            })
            .collect();
        for hand in 0..=ranking.top() {
            for count in 0..=rules.cup {
                let mut best = vec![0.0_f32; hands];
                for throw in table
                    .throws(hand)
                    .iter()
                    .filter(|throw| throw.count == count)
                {
                    for (best, &chance) in best.iter_mut().zip(table.after(*throw)) {
                        *best = best.max(chance);
                    }
                }
                table.reach.extend(best);
            }
        }
        table
    }

    /// The row of these dice; made from the rows with one die more, which are
    /// as likely as the faces of the next die.
    fn row(&mut self, rows: &mut [u16], kept: Hand, rules: &Rules, ranking: &Ranking) -> u16 {
        let known = rows[code(&kept)];
        if known != u16::MAX {
            return known;
        }
        let mut chances = vec![0.0; self.hands + 1];
        if let Some(rank) = ranking.rank(&kept) {
            chances[..=usize::from(rank)].fill(1.0);
        } else {
            let share = 1.0 / f32::from(rules.faces);
            for worth in MAX_FACES - rules.faces..MAX_FACES {
                let mut longer = kept;
                longer.add(worth);
                let row = self.row(rows, longer, rules, ranking);
                let from = usize::from(row) * (self.hands + 1);
                let longer = &self.at_least[from..=from + self.hands];
                for (chance, &part) in chances.iter_mut().zip(longer) {
                    *chance += share * part;
                }
            }
        }
        let row = self.counts.len() as u16;
        self.at_least.extend(chances);
        self.counts.push(rules.cup - kept.dice());
        rows[code(&kept)] = row;
        row
    }

    /// How many hands there are.
    pub(super) const fn hands(&self) -> usize {
        self.hands
    }

    /// Dice in the cup.
    pub(super) const fn cup(&self) -> u8 {
        self.cup
    }

    /// The chance of at least each rank (and 0 after the last) when these dice
    /// are thrown.
    pub(super) fn after(&self, throw: Throw) -> &[f32] {
        self.row_of(throw.number)
    }

    fn row_of(&self, number: u16) -> &[f32] {
        let from = usize::from(number) * (self.hands + 1);
        &self.at_least[from..=from + self.hands]
    }

    /// The throws from a hand, by its rank.
    pub(super) fn throws(&self, hand: u8) -> &[Throw] {
        &self.throws[usize::from(hand)]
    }

    /// The throw of all dice.
    pub(super) fn all(&self) -> Throw {
        self.throws[0][self.throws[0].len() - 1]
    }

    /// By rank: the chance of at least that with the best throw of so many
    /// dice from a hand, or (`None`) with a throw of all.
    pub(super) fn reach(&self, hand: Option<u8>, count: u8) -> &[f32] {
        match hand {
            Some(hand) => {
                let row = usize::from(hand) * (usize::from(self.cup) + 1) + usize::from(count);
                &self.reach[row * self.hands..][..self.hands]
            }
            None => &self.after(self.all())[..self.hands],
        }
    }

    /// The throw from a hand that makes at least this rank likeliest, among
    /// those of `count` dice or, with `None`, of any number.
    pub(super) fn best(&self, hand: u8, count: Option<u8>, rank: usize) -> Throw {
        let mut best = (-1.0, self.all());
        for &throw in self.throws(hand) {
            let chance = self.after(throw)[rank];
            if count.is_none_or(|count| count == throw.count) && chance > best.0 {
                best = (chance, throw);
            }
        }
        best.1
    }

    /// The throw that a claimant is likeliest to have made who took over
    /// `hand` (`None`: opened), threw so many dice and had to reach a rank.
    pub(super) fn plausible(&self, hand: Option<u8>, count: u8, rank: usize) -> Throw {
        match hand {
            Some(hand) => self.best(hand, Some(count), rank),
            None => self.all(),
        }
    }

    /// Every throw there is, whatever dice it is made from: its number, and
    /// how many dice it takes.
    pub(super) fn every_throw(&self) -> impl Iterator<Item = (u16, u8)> {
        (0..).zip(self.counts.iter().copied())
    }

    /// The mean of a value by rank over the outcomes of a throw.
    pub(super) fn expected(&self, number: u16, value: &[f32]) -> f32 {
        let at_least = self.row_of(number);
        let mut sum = 0.0;
        for ((value, more), least) in value.iter().zip(&at_least[1..]).zip(at_least) {
            sum += (least - more) * value;
        }
        sum
    }
}

/// The rank of the dice that the seat has before it.
pub(super) fn seen(view: View<'_, PokerLiar>) -> u8 {
    let ranking = view.rules().ranking();
    view.own()
        .seen
        .and_then(|hand| ranking.rank(&hand))
        .unwrap_or(0)
}

/// The throw if it is allowed, else the one that is: all dice.
pub(super) fn allowed(view: View<'_, PokerLiar>, throw: Throw) -> Picks {
    match Options::of(view) {
        Options::Throw(throws) if !throws.has(throw.picks) => Picks::all(view.rules().rules().cup),
        _ => throw.picks,
    }
}

/// A run has one set of rules; whoever changes them often makes things again.
const REMEMBERED: usize = 4;

/// Something that is made once for each set of rules that a bot is used with,
/// and then shared by its instances.
pub(super) struct Shared<A, T> {
    argument: A,
    make: fn(&PokerLiar, A) -> T,
    made: Mutex<Vec<(Rules, Arc<T>)>>,
}

impl<A: Copy, T> Shared<A, T> {
    pub(super) const fn new(argument: A, make: fn(&PokerLiar, A) -> T) -> Self {
        Self {
            argument,
            make,
            made: Mutex::new(Vec::new()),
        }
    }

    /// The one for this game.
    pub(super) fn of(&self, game: &PokerLiar) -> Arc<T> {
        // A maker that panicked left nothing half made behind.
        let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, known)) = made.iter().find(|(rules, _)| rules == game.rules()) {
            return known.clone();
        }
        let new = Arc::new((self.make)(game, self.argument));
        if made.len() == REMEMBERED {
            made.remove(0);
        }
        made.push((game.rules().clone(), new.clone()));
        new
    }
}

/// The chances for a game.
pub(super) fn chances(game: &PokerLiar, (): ()) -> Chances {
    Chances::new(game)
}

#[cfg(test)]
mod tests {
    use super::*;
    use dudo_engine::poker_liar::Claim;

    fn game(rules: &str) -> PokerLiar {
        PokerLiar::new(rules.parse().unwrap()).unwrap()
    }

    fn rank(game: &PokerLiar, claim: &str) -> u8 {
        let claim: Claim = claim.parse().unwrap();
        game.ranking().rank(&claim.0).unwrap()
    }

    #[track_caller]
    fn near(found: f32, expected: f64) {
        assert!(
            (f64::from(found) - expected).abs() < 1e-5,
            "{found} is not {expected}"
        );
    }

    /// Closed forms; the first is on the rules page.
    #[test]
    fn chances_of_a_throw() {
        let game = game("poker-liar");
        let chances = Chances::new(&game);
        let thrown = chances.reach(None, 5);
        near(thrown[usize::from(rank(&game, "AAKQ9"))], 3876.0 / 7776.0);
        near(thrown[0], 1.0);
        near(thrown[251], 1.0 / 7776.0);
        // Two dice to three kings: a fourth or fifth, or a pair.
        let kings = rank(&game, "KKK9T");
        let reach =
            |count, claim| chances.reach(Some(kings), count)[usize::from(rank(&game, claim))];
        near(reach(2, "KKKK9"), 11.0 / 36.0);
        near(reach(2, "KKKKK"), 1.0 / 36.0);
        near(reach(2, "KKK99"), 16.0 / 36.0);
        near(reach(0, "KKKT9"), 1.0);
        near(reach(0, "KKKJ9"), 0.0);
        near(reach(1, "KKKK9"), 1.0 / 6.0);
        // With one die the ten stays and may be paired, or make KKKAT.
        near(reach(1, "KKKTT"), 2.0 / 6.0);
        assert_eq!(
            chances
                .best(kings, None, usize::from(rank(&game, "KKKK9")))
                .count,
            2
        );
    }

    /// Every row against all its outcomes, counted one by one.
    #[test]
    fn rows_agree_with_counting() {
        for rules in [
            "poker-liar(cup=3,faces=4)",
            "poker-liar(cup=2)",
            "poker-liar(cup=4,faces=2)",
        ] {
            let game = game(rules);
            let (chances, ranking) = (Chances::new(&game), game.ranking());
            let faces = u32::from(game.rules().faces);
            for hand in 0..=ranking.top() {
                for &throw in chances.throws(hand) {
                    let outcomes = faces.pow(u32::from(throw.count));
                    let mut counted = vec![0u32; chances.hands() + 1];
                    for mut outcome in 0..outcomes {
                        let mut result = throw.picks.kept(&ranking.hand(hand));
                        for _ in 0..throw.count {
                            result.add(MAX_FACES - game.rules().faces + (outcome % faces) as u8);
                            outcome /= faces;
                        }
                        let rank = usize::from(ranking.rank(&result).unwrap());
                        counted[..=rank].iter_mut().for_each(|count| *count += 1);
                    }
                    for (&chance, &count) in chances.after(throw).iter().zip(&counted) {
                        near(chance, f64::from(count) / f64::from(outcomes));
                    }
                }
            }
        }
    }
}
