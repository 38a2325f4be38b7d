//! `Deals`: sums of deals over blocks.

/// A seat in a game: its stratum, and its share of the win.
#[derive(Clone, Copy)]
pub(in crate::stats) struct Sitting {
    pub(in crate::stats) stratum: usize,
    pub(in crate::stats) win: f64,
}

/// Sums of the deals of a title, or of a kind of hand, over blocks.
#[derive(Clone, Default)]
pub(in crate::stats) struct Deals {
    /// Observations in each stratum.
    pub(in crate::stats) seen: Vec<f64>,
    pub(in crate::stats) won: f64,
    /// `sum_b n_b^2`, `sum_b n_b w_b` and `sum_b w_b^2`.
    pub(in crate::stats) products: [f64; 3],
    /// `n_b` and `w_b` of the block that is being counted.
    in_block: (f64, f64),
}

impl Deals {
    /// No deals, in this number of strata.
    pub(in crate::stats) fn of(strata: usize) -> Deals {
        Deals { seen: vec![0.0; strata], ..Deals::default() }
    }

    pub(in crate::stats) fn add(&mut self, Sitting { stratum, win }: Sitting) {
        self.seen[stratum] += 1.0;
        self.won += win;
        self.in_block.0 += 1.0;
        self.in_block.1 += win;
    }

    pub(in crate::stats) fn end_block(&mut self) {
        let (n, won) = std::mem::take(&mut self.in_block);
        self.products.iter_mut().zip([n * n, n * won, won * won]).for_each(|(sum, product)| *sum += product);
    }

    /// The number of observations.
    pub(in crate::stats) fn n(&self) -> f64 {
        self.seen.iter().sum()
    }

    /// The wins that the win rates of the strata lead to expect.
    pub(in crate::stats) fn expected(&self, base: &[f64]) -> f64 {
        self.seen.iter().zip(base).map(|(seen, base)| seen * base).sum()
    }
}
