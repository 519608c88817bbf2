//! Layers without a common finite scale: one is rated, the others get bounds.

use super::bound::{Sweep, lower_bound};
use super::graph::Layer;

/// Where a layer stands relative to the layer that carries the scale.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Shift {
    /// It is that layer.
    Reference,
    /// At least so many nats above where its own mean is 0.
    Up(f64),
    /// At most so many nats above where its own mean is 0.
    Down(f64),
    /// No chain of games says.
    Unknown,
}

/// Games of a bot of one layer against a bot of a lower one, all won.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Won {
    /// The layers of winner and loser.
    pub(crate) layers: [usize; 2],
    /// Log-odds of the winner if both layers had the same mean.
    pub(crate) odds: f64,
    pub(crate) games: f64,
}

/// The layer that carries the scale: the anchor's if there is one, else the
/// largest with at least two bots, of equal ones that with the most games
/// inside, then the upper. `None` when every bot is a layer of its own, or when
/// equal ones never met: a choice between them could only go by names.
pub(crate) fn reference(layers: &[Layer], games: &[u64], anchor: Option<usize>) -> Option<usize> {
    if let Some(bot) = anchor {
        return layers.iter().position(|layer| layer.members.contains(&bot));
    }
    let size = |at: usize| (layers[at].members.len(), games[at]);
    let largest = (0..layers.len())
        .map(size)
        .max()
        .filter(|&(bots, _)| bots > 1)?;
    let equal = || (0..layers.len()).filter(|&at| size(at) == largest);
    let over = |a: usize, b: usize| layers[b].above.contains(&layers[a].members[0]);
    equal().find(|&at| equal().all(|other| other == at || over(at, other)))
}

/// Places each layer relative to the reference. A layer keeps its inner
/// distances and moves as a whole. Bounds are passed on: a bot that beat only
/// bots known to be "at least x" is bounded as if they were at x.
pub(crate) fn shifts(layers: &[Layer], reference: usize, won: &[Won]) -> Vec<Shift> {
    let mut shifts = vec![Shift::Unknown; layers.len()];
    shifts[reference] = Shift::Reference;
    let over = |a: usize, b: usize| layers[b].above.contains(&layers[a].members[0]);
    // `layers` runs from the best down, so that upwards from the reference
    // each layer finds those below it already placed, and the reverse.
    for at in (0..layers.len()).rev().filter(|&at| over(at, reference)) {
        let sweeps: Vec<Sweep> = won
            .iter()
            .filter(|won| won.layers[0] == at)
            .filter_map(|won| {
                let below = match shifts[won.layers[1]] {
                    Shift::Reference => 0.0,
                    Shift::Up(bound) => bound,
                    Shift::Down(_) | Shift::Unknown => return None,
                };
                Some(Sweep {
                    odds: won.odds - below,
                    games: won.games,
                })
            })
            .collect();
        shifts[at] = lower_bound(&sweeps).map_or(Shift::Unknown, Shift::Up);
    }
    for at in (0..layers.len()).filter(|&at| over(reference, at)) {
        let sweeps: Vec<Sweep> = won
            .iter()
            .filter(|won| won.layers[1] == at)
            .filter_map(|won| {
                let above = match shifts[won.layers[0]] {
                    Shift::Reference => 0.0,
                    Shift::Down(bound) => bound,
                    Shift::Up(_) | Shift::Unknown => return None,
                };
                Some(Sweep {
                    odds: won.odds + above,
                    games: won.games,
                })
            })
            .collect();
        shifts[at] = lower_bound(&sweeps).map_or(Shift::Unknown, |bound| Shift::Down(-bound));
    }
    shifts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rating::graph::Graph;

    #[test]
    fn a_chain_around_a_pair() {
        // 0 beat 1, 1 beat 2 and 3, who beat each other and both beat 4.
        let mut graph = Graph::new(5);
        for (winner, loser) in [(0, 1), (1, 2), (1, 3), (2, 3), (3, 2), (2, 4), (3, 4)] {
            graph.arrow(winner, loser);
        }
        let layers = graph.layers(&[0, 1, 2, 3, 4]);
        let at = reference(&layers, &[0, 0, 9, 0], None).unwrap();
        assert_eq!(layers[at].members, [2, 3]);
        let won = |winner, loser| Won {
            layers: [winner, loser],
            odds: 0.0,
            games: 10.0,
        };
        let found = shifts(&layers, at, &[won(0, 1), won(1, 2), won(2, 3)]);
        let step = lower_bound(&[Sweep {
            odds: 0.0,
            games: 10.0,
        }])
        .unwrap();
        let near = |shift, value: f64| match shift {
            Shift::Up(x) | Shift::Down(x) => (x - value).abs() < 1e-12,
            _ => false,
        };
        assert!(near(found[0], 2.0 * step) && near(found[1], step) && near(found[3], -step));
        assert_eq!(found[2], Shift::Reference);
    }

    #[test]
    fn without_a_pair_only_an_anchor_gives_a_scale() {
        let mut graph = Graph::new(2);
        graph.arrow(0, 1);
        let layers = graph.layers(&[0, 1]);
        assert_eq!(reference(&layers, &[0, 0], None), None);
        assert_eq!(reference(&layers, &[0, 0], Some(1)), Some(1));
    }
}
