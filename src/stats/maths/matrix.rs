//! Small square matrices.

/// A square matrix, row by row.
pub(in crate::stats) type Matrix = Vec<Vec<f64>>;

/// A matrix with the same number everywhere.
pub(in crate::stats) fn filled(size: usize, number: f64) -> Matrix {
    vec![vec![number; size]; size]
}

/// A matrix times a vector.
pub(in crate::stats) fn times(matrix: &Matrix, vector: &[f64]) -> Vec<f64> {
    matrix.iter().map(|row| row.iter().zip(vector).map(|(a, b)| a * b).sum()).collect()
}

/// The product of two matrices.
pub(in crate::stats) fn product(one: &Matrix, other: &Matrix) -> Matrix {
    let size = one.len();
    let cell = |row: usize, column: usize| (0..size).map(|k| one[row][k] * other[k][column]).sum();
    (0..size).map(|row| (0..size).map(|column| cell(row, column)).collect()).collect()
}

/// The inverse by Gauss-Jordan elimination with pivoting; numbers are not finite if there is none.
pub(in crate::stats) fn inverse(matrix: &Matrix) -> Matrix {
    let size = matrix.len();
    let mut left = matrix.clone();
    let mut right = filled(size, 0.0);
    (0..size).for_each(|place| right[place][place] = 1.0);
    for column in 0..size {
        let largest = (column..size).max_by(|&a, &b| left[a][column].abs().total_cmp(&left[b][column].abs()));
        let pivot = largest.unwrap_or(column);
        left.swap(column, pivot);
        right.swap(column, pivot);
        let scale = 1.0 / left[column][column];
        left[column].iter_mut().chain(&mut right[column]).for_each(|number| *number *= scale);
        for row in (0..size).filter(|row| *row != column) {
            let factor = left[row][column];
            subtract(&mut left, row, column, factor);
            subtract(&mut right, row, column, factor);
        }
    }
    right
}

/// Subtracts a multiple of one row from another.
fn subtract(matrix: &mut Matrix, row: usize, other: usize, factor: f64) {
    let other = matrix[other].clone();
    matrix[row].iter_mut().zip(other).for_each(|(number, subtracted)| *number -= factor * subtracted);
}

/// The pseudo-inverse of a symmetric matrix whose rows sum to 0 and which has no other null vector than `(1, ..., 1)`.
pub(in crate::stats) fn pseudo_inverse(matrix: &Matrix) -> Matrix {
    // Adding a constant replaces the null eigenvalue by 1 and leaves the other eigenvectors alone; subtracting it
    // undoes this.
    let part = 1.0 / matrix.len() as f64;
    let plus = |matrix: Matrix, number: f64| -> Matrix {
        matrix.into_iter().map(|row| row.into_iter().map(|cell| cell + number).collect()).collect()
    };
    plus(inverse(&plus(matrix.clone(), part)), -part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_matrix_times_its_inverse_is_the_identity() {
        let matrix = vec![vec![0.0, 2.0, 1.0], vec![1.0, 0.5, -1.0], vec![3.0, 0.0, 4.0]];
        let identity = product(&matrix, &inverse(&matrix));
        for (row, cells) in identity.iter().enumerate() {
            for (column, cell) in cells.iter().enumerate() {
                assert!((cell - f64::from(u8::from(row == column))).abs() < 1e-12);
            }
        }
        assert!(inverse(&filled(2, 1.0)).iter().flatten().any(|number| !number.is_finite()));
    }

    #[test]
    fn the_pseudo_inverse_inverts_what_sums_to_0() {
        let matrix = vec![vec![3.0, -1.0, -2.0], vec![-1.0, 2.0, -1.0], vec![-2.0, -1.0, 3.0]];
        let vector = [1.0, 1.5, -2.5];
        let back = times(&pseudo_inverse(&matrix), &times(&matrix, &vector));
        assert!(back.iter().zip(vector).all(|(a, b)| (a - b).abs() < 1e-12), "{back:?}");
    }
}
