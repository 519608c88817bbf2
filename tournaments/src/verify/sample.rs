//! Which sessions are played again.

use crate::schedule::Schedule;

/// Sessions drawn all over a schedule, ascending: one from each of as many
/// stretches of equal length, by a hash of the seed.
#[derive(Clone, Debug)]
pub(super) struct Sample {
    sessions: u64,
    draws: u64,
    seed: u64,
    /// The stretch whose session is next.
    stretch: u64,
}

impl Sample {
    /// So many games or a few more, played as whole sessions; all for `None`.
    pub(super) fn new(schedule: &Schedule, games: Option<u64>, seed: u64) -> Self {
        let sessions = schedule.sessions();
        let length = schedule.session_length().min(schedule.deals()).max(1);
        let draws = games.map_or(sessions, |games| games.div_ceil(length).min(sessions));
        Self {
            sessions,
            draws,
            seed,
            stretch: 0,
        }
    }

    /// Whether this session is drawn. Asked in ascending order.
    pub(super) fn has(&mut self, session: u64) -> bool {
        while self.stretch < self.draws && self.drawn() < session {
            self.stretch += 1;
        }
        self.stretch < self.draws && self.drawn() == session
    }

    fn drawn(&self) -> u64 {
        let cut =
            |stretch: u64| u128::from(self.sessions) * u128::from(stretch) / u128::from(self.draws);
        let (start, end) = (cut(self.stretch), cut(self.stretch + 1));
        let within =
            (u128::from(mix(self.seed ^ self.stretch.rotate_left(32))) * (end - start)) >> 64;
        u64::try_from(start + within).unwrap_or(u64::MAX)
    }
}

/// The finalizer of `SplitMix64` (Steele, Lea, Flood 2014).
const fn mix(seed: u64) -> u64 {
    let z = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule::{Format, Seating, Settings};

    fn drawn(deals: u64, session: u64, games: Option<u64>, seed: u64) -> Vec<u64> {
        let schedule = Schedule::new(&Settings {
            owners: Vec::new(),
            format: Format::RoundRobin,
            drawn: None,
            roster: 3,
            seats: 2,
            deals,
            seating: Seating::Cyclic,
            session,
        })
        .expect("a schedule");
        let mut sample = Sample::new(&schedule, games, seed);
        (0..schedule.sessions())
            .filter(|&session| sample.has(session))
            .collect()
    }

    #[test]
    fn as_many_as_were_asked_for_and_other_ones_for_another_seed() {
        assert_eq!(drawn(100, 1, None, 1), (0..600).collect::<Vec<_>>());
        assert_eq!(drawn(100, 1, Some(600), 1).len(), 600);
        assert_eq!(drawn(100, 1, Some(1000), 1).len(), 600);
        assert_eq!(drawn(100, 1, Some(50), 1).len(), 50);
        assert_eq!(drawn(100, 50, Some(51), 1).len(), 2);
        assert_eq!(drawn(100, 1000, Some(1), 1).len(), 1);
        assert_ne!(drawn(100, 1, Some(50), 1), drawn(100, 1, Some(50), 2));
        assert!(drawn(100, 1, Some(0), 1).is_empty());
        // Every session can be drawn.
        let mut seen = vec![false; 600];
        for seed in 0..200 {
            for session in drawn(100, 1, Some(50), seed) {
                seen[session as usize] = true;
            }
        }
        assert!(seen.iter().all(|&seen| seen));
    }
}
