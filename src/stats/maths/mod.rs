//! Mathematics: distributions, intervals, tests and small matrices.

pub(super) mod boundary;
pub(super) mod clusters;
pub(super) mod distributions;
pub(super) mod equivalence;
pub(super) mod estimate;
pub(super) mod matrix;
pub(super) mod moments;
pub(super) mod multiplicity;
pub(super) mod proportions;
pub(super) mod sample_size;
pub(super) mod shrink;
pub(super) mod special;
