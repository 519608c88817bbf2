//! Pseudo-random numbers for simulations inside a rating: the same on every
//! machine, and a function of the seed alone.

/// splitmix64 (Steele, Lea and Flood 2014).
#[derive(Clone, Debug)]
pub(crate) struct Random {
    state: u64,
    /// The second of a pair of normal numbers.
    spare: Option<f64>,
}

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self {
            state: seed,
            spare: None,
        }
    }

    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Above 0, up to 1.
    fn unit(&mut self) -> f64 {
        ((self.next() >> 11) + 1) as f64 / (1_u64 << 53) as f64
    }

    /// Below `bound`, by multiply-shift: for the bounds here a value is off by
    /// less than 2^-50.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.next()) * bound as u128) >> 64) as usize
    }

    /// Standard normal (Box and Muller 1958).
    pub(crate) fn normal(&mut self) -> f64 {
        if let Some(spare) = self.spare.take() {
            return spare;
        }
        let radius = (-2.0 * libm::log(self.unit())).sqrt();
        let angle = 2.0 * std::f64::consts::PI * self.unit();
        self.spare = Some(radius * libm::sin(angle));
        radius * libm::cos(angle)
    }

    /// Chi-square with at least one degree of freedom, as twice a gamma
    /// variable (Marsaglia and Tsang 2000, with their boost below shape 1).
    pub(crate) fn chi_square(&mut self, freedom: f64) -> f64 {
        let shape = freedom / 2.0;
        if shape < 1.0 {
            let boost = libm::pow(self.unit(), 1.0 / shape);
            return boost * self.chi_square(freedom + 2.0);
        }
        let d = shape - 1.0 / 3.0;
        let c = 1.0 / (9.0 * d).sqrt();
        loop {
            let x = self.normal();
            let v = 1.0 + c * x;
            if v <= 0.0 {
                continue;
            }
            let v = v * v * v;
            let u = self.unit();
            if libm::log(u) < 0.5 * x * x + d - d * v + d * libm::log(v) {
                return 2.0 * d * v;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Means and variances within four standard errors of what they are.
    #[test]
    fn moments() {
        let mut random = Random::new(1);
        let count = 100_000_u32;
        for (freedom, mean, variance) in [(0.0, 0.0, 1.0), (1.0, 1.0, 2.0), (29.0, 29.0, 58.0)] {
            let (mut sum, mut squares) = (0.0, 0.0);
            for _ in 0..count {
                let value = match freedom {
                    0.0 => random.normal(),
                    _ => random.chi_square(freedom),
                };
                sum += value;
                squares += (value - mean) * (value - mean);
            }
            let error = (variance / f64::from(count)).sqrt();
            assert!((sum / f64::from(count) - mean).abs() < 4.0 * error);
            assert!((squares / f64::from(count) / variance - 1.0).abs() < 0.06);
        }
        let mut seen = [0; 7];
        for _ in 0..7_000 {
            seen[random.below(7)] += 1;
        }
        assert!(
            seen.iter().all(|&n: &i32| (n - 1_000).abs() < 130),
            "{seen:?}"
        );
    }
}
