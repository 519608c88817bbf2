//! Small dense symmetric systems.

/// A square matrix by rows.
#[derive(Clone, Debug)]
pub(crate) struct Matrix {
    size: usize,
    cells: Vec<f64>,
}

impl Matrix {
    pub(crate) fn zeros(size: usize) -> Self {
        Self {
            size,
            cells: vec![0.0; size * size],
        }
    }

    pub(crate) fn at(&self, row: usize, column: usize) -> f64 {
        self.cells[row * self.size + column]
    }

    pub(crate) fn add(&mut self, row: usize, column: usize, value: f64) {
        self.cells[row * self.size + column] += value;
    }

    fn row(&self, row: usize) -> &[f64] {
        &self.cells[row * self.size..(row + 1) * self.size]
    }
}

/// The lower triangle L of a positive definite matrix A = L L'.
#[derive(Clone, Debug)]
pub(crate) struct Cholesky(Matrix);

impl Cholesky {
    /// Factors the lower triangle of a symmetric matrix; `None` when it is
    /// not positive definite to working precision.
    pub(crate) fn new(mut a: Matrix) -> Option<Self> {
        // A pivot that lost twelve digits against its diagonal is round-off.
        const LOST: f64 = 1e-12;
        for i in 0..a.size {
            let (above, rest) = a.cells.split_at_mut(i * a.size);
            let row = &mut rest[..a.size];
            let diagonal = row[i];
            for j in 0..i {
                let other = &above[j * a.size..(j + 1) * a.size];
                row[j] = (row[j] - dot(&row[..j], &other[..j])) / other[j];
            }
            let pivot = diagonal - dot(&row[..i], &row[..i]);
            // Written so that a NaN is refused too.
            let positive = pivot > LOST * diagonal && pivot.is_finite();
            if !positive {
                return None;
            }
            row[i] = pivot.sqrt();
        }
        Some(Self(a))
    }

    /// Solves A x = b in place.
    pub(crate) fn solve(&self, b: &mut [f64]) {
        for i in 0..b.len() {
            let row = self.0.row(i);
            b[i] = (b[i] - dot(&row[..i], &b[..i])) / row[i];
        }
        for i in (0..b.len()).rev() {
            b[i] /= self.0.at(i, i);
            let solved = b[i];
            for (j, value) in b[..i].iter_mut().enumerate() {
                *value -= self.0.at(i, j) * solved;
            }
        }
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matrix(rows: &[&[f64]]) -> Matrix {
        let mut a = Matrix::zeros(rows.len());
        for (i, row) in rows.iter().enumerate() {
            for (j, &value) in row.iter().enumerate() {
                a.add(i, j, value);
            }
        }
        a
    }

    #[test]
    fn solves_a_known_system() {
        let a = matrix(&[&[4.0, 2.0, 0.0], &[2.0, 5.0, 1.0], &[0.0, 1.0, 3.0]]);
        let mut x = [8.0, 15.0, 11.0];
        Cholesky::new(a).unwrap().solve(&mut x);
        for (found, expected) in x.iter().zip([1.0, 2.0, 3.0]) {
            assert!((found - expected).abs() < 1e-14);
        }
    }

    #[test]
    fn refuses_what_is_not_positive_definite() {
        for rows in [
            [[1.0, -1.0], [-1.0, 1.0]],
            [[1.0, 2.0], [2.0, 1.0]],
            [[0.0, 0.0], [0.0, 1.0]],
            [[f64::NAN, 0.0], [0.0, 1.0]],
        ] {
            assert!(Cholesky::new(matrix(&[&rows[0], &rows[1]])).is_none());
        }
    }
}
