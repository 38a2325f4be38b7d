//! Systems of linear equations.

/// Solves a system of linear equations with a symmetric, positive definite matrix by elimination.
pub(super) fn solved(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let size = right.len();
    for n in 0..size {
        let (above, below) = matrix.split_at_mut(n + 1);
        let row = &above[n];
        for (m, other) in (n + 1..).zip(below) {
            // Without pivoting: priors make the matrix positive definite, so the diagonal is never 0.
            let factor = other[n] / row[n];
            if factor != 0.0 {
                other[n..].iter_mut().zip(&row[n..]).for_each(|(other, value)| *other -= factor * value);
                right[m] -= factor * right[n];
            }
        }
    }
    for n in (0..size).rev() {
        let known: f64 = (n + 1..size).map(|k| matrix[n][k] * right[k]).sum();
        right[n] = (right[n] - known) / matrix[n][n];
    }
    right
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_system_of_equations_is_solved() {
        let matrix = vec![vec![2.0, 1.0, 0.0], vec![1.0, 2.0, 0.0], vec![0.0, 0.0, 2.0]];
        let solution = solved(matrix, vec![4.0, 5.0, 4.0]);
        assert!(solution.iter().zip([1.0, 2.0, 2.0]).all(|(x, right)| (x - right).abs() < 1e-12), "{solution:?}");
    }
}
