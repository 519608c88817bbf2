//! Who ever beat whom: what a rating can compare at all.

use std::collections::BTreeSet;

use super::counts::Comparison;

/// A directed graph on bots 0..n with an arrow from each winner to each loser
/// (a tie is an arrow both ways).
#[derive(Clone, Debug)]
pub(crate) struct Graph {
    beat: Vec<Vec<usize>>,
    lost: Vec<Vec<usize>>,
}

/// Bots that each beat each other directly or through others: a finite
/// maximum-likelihood fit exists inside, and only inside, such a set
/// (Ford 1957; Hunter 2004).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Layer {
    /// In ascending order.
    pub(crate) members: Vec<usize>,
    /// The bots known to be better: those of every layer from which a chain of
    /// wins leads down to this one, and none back.
    pub(crate) above: BTreeSet<usize>,
}

impl Graph {
    pub(crate) fn new(bots: usize) -> Self {
        Self {
            beat: vec![Vec::new(); bots],
            lost: vec![Vec::new(); bots],
        }
    }

    pub(crate) fn arrow(&mut self, winner: usize, loser: usize) {
        if !self.beat[winner].contains(&loser) {
            self.beat[winner].push(loser);
            self.lost[loser].push(winner);
        }
    }

    /// The arrows of games between two bots.
    pub(crate) fn compared(&mut self, comparison: &Comparison) {
        let [near, far] = comparison.bots;
        if comparison.total.points > 0 {
            self.arrow(near, far);
        }
        if comparison.total.points < 2 * comparison.total.games {
            self.arrow(far, near);
        }
    }

    /// The weak components, each ascending, ordered by first member. Bots of
    /// two components never met, not even through others. A bot without any
    /// arrow is a component of its own.
    pub(crate) fn fields(&self) -> Vec<Vec<usize>> {
        let mut seen = vec![false; self.beat.len()];
        let mut fields = Vec::new();
        for start in 0..self.beat.len() {
            if seen[start] {
                continue;
            }
            seen[start] = true;
            let mut members = vec![start];
            let mut next = 0;
            while let Some(&bot) = members.get(next) {
                next += 1;
                for &other in self.beat[bot].iter().chain(&self.lost[bot]) {
                    if !seen[other] {
                        seen[other] = true;
                        members.push(other);
                    }
                }
            }
            members.sort_unstable();
            fields.push(members);
        }
        fields
    }

    /// The strong components of one field, best first: by the number of bots
    /// above, then by first member (Kosaraju and Sharir 1981).
    pub(crate) fn layers(&self, field: &[usize]) -> Vec<Layer> {
        const NONE: usize = usize::MAX;
        let mut layer_of = vec![NONE; self.beat.len()];
        let mut layers: Vec<Layer> = Vec::new();
        // Backwards along the arrows in reverse order of completion: a layer
        // is complete before any layer it beat is begun.
        for &start in self.completion(field).iter().rev() {
            if layer_of[start] != NONE {
                continue;
            }
            layer_of[start] = layers.len();
            let mut members = vec![start];
            let mut above = BTreeSet::new();
            let mut next = 0;
            while let Some(&bot) = members.get(next) {
                next += 1;
                for &winner in &self.lost[bot] {
                    if layer_of[winner] == NONE {
                        layer_of[winner] = layers.len();
                        members.push(winner);
                    } else if layer_of[winner] < layers.len() && above.insert(winner) {
                        let layer = &layers[layer_of[winner]];
                        above.extend(layer.members.iter().chain(&layer.above));
                    }
                }
            }
            members.sort_unstable();
            layers.push(Layer { members, above });
        }
        layers.sort_by_key(|layer| (layer.above.len(), layer.members[0]));
        layers
    }

    /// The bots of a field in the order in which a depth-first search along
    /// the arrows leaves them.
    fn completion(&self, field: &[usize]) -> Vec<usize> {
        let mut seen = vec![false; self.beat.len()];
        let mut done = Vec::with_capacity(field.len());
        let mut path: Vec<(usize, usize)> = Vec::new();
        for &start in field {
            if !seen[start] {
                seen[start] = true;
                path.push((start, 0));
            }
            while let Some((bot, next)) = path.pop() {
                match self.beat[bot].get(next) {
                    Some(&other) => {
                        path.push((bot, next + 1));
                        if !seen[other] {
                            seen[other] = true;
                            path.push((other, 0));
                        }
                    }
                    None => done.push(bot),
                }
            }
        }
        done
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layers(bots: usize, arrows: &[(usize, usize)]) -> Vec<(Vec<usize>, usize)> {
        let mut graph = Graph::new(bots);
        for &(winner, loser) in arrows {
            graph.arrow(winner, loser);
        }
        let mut found = Vec::new();
        for field in graph.fields() {
            for layer in graph.layers(&field) {
                found.push((layer.members, layer.above.len()));
            }
        }
        found
    }

    #[test]
    fn worked_graphs() {
        for (bots, arrows, expected) in [
            (1, &[][..], &[(&[0][..], 0)][..]),
            (2, &[(1, 0)], &[(&[1], 0), (&[0], 1)]),
            (3, &[(0, 1), (1, 2), (2, 0)], &[(&[0, 1, 2], 0)]),
            (3, &[(0, 1), (1, 2)], &[(&[0], 0), (&[1], 1), (&[2], 2)]),
            // Two fields.
            (
                4,
                &[(0, 1), (1, 0), (3, 2)],
                &[(&[0, 1], 0), (&[3], 0), (&[2], 1)],
            ),
            // Two unbeaten bots in no order above a pair.
            (
                4,
                &[(0, 2), (1, 3), (2, 3), (3, 2)],
                &[(&[0], 0), (&[1], 0), (&[2, 3], 2)],
            ),
            // No perfect score, and still two layers.
            (
                4,
                &[(0, 1), (1, 0), (2, 3), (3, 2), (0, 2), (1, 3)],
                &[(&[0, 1], 0), (&[2, 3], 2)],
            ),
            // All ways count.
            (
                4,
                &[(0, 3), (0, 1), (1, 2), (2, 3)],
                &[(&[0], 0), (&[1], 1), (&[2], 2), (&[3], 3)],
            ),
        ] {
            let expected: Vec<_> = expected.iter().map(|(m, l)| (m.to_vec(), *l)).collect();
            assert_eq!(layers(bots, arrows), expected, "{arrows:?}");
        }
    }

    #[test]
    fn a_long_chain_needs_no_deep_stack() {
        let arrows: Vec<_> = (1..2_000).map(|i| (i - 1, i)).collect();
        assert_eq!(layers(2_000, &arrows).len(), 2_000);
    }
}
