//! Openings: deals in opening hands, and the wins with them.

use serde::{Deserialize, Serialize};

use super::strata::Strata;
use super::sums::add_all;

/// For each title: observations and wins of its opening deals, with the moments over blocks that the variance of its
/// opening value needs.
///
/// With `n[s]` a block's observations in stratum `s`, `w` their wins, and `W[t]` all wins of the block in stratum `t`:
/// the sums over blocks of `n[s]`, `w`, `w*w`, `w*n[s]`, `w*W[t]`, `n[s]*n[t]` and `n[s]*W[t]`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpeningTally {
    strata: usize,
    sums: Vec<u64>,
}

/// The opening deals of one block.
#[derive(Clone, Debug)]
pub struct Openings {
    strata: usize,
    /// Observations by title and stratum.
    seen: Vec<u64>,
    /// Wins by title and stratum.
    won: Vec<u64>,
    /// Wins by title.
    wins: Vec<u64>,
    /// Each pair of a title and a stratum that has seen it.
    // A block has few pairs of titles and strata, so only these are added up and cleared.
    pairs: Vec<(usize, usize)>,
    /// Strata that have won, with their wins. Set at the end of the block.
    winners: Vec<(usize, u64)>,
}

impl Openings {
    /// An empty block.
    pub fn new(titles: usize, strata: usize) -> Openings {
        Openings {
            strata,
            seen: vec![0; titles * strata],
            won: vec![0; titles * strata],
            wins: vec![0; titles],
            pairs: Vec::with_capacity(titles * strata),
            winners: Vec::with_capacity(strata),
        }
    }

    /// Adds a deal of a copy of a title to a seat of this stratum, with the win of the seat.
    #[inline]
    pub fn add(&mut self, title: usize, stratum: usize, win: u64) {
        let pair = title * self.strata + stratum;
        if self.seen[pair] == 0 {
            self.pairs.push((title, stratum));
        }
        self.seen[pair] += 1;
        self.won[pair] += win;
        self.wins[title] += win;
    }

    fn clear(&mut self) {
        for (title, stratum) in self.pairs.drain(..) {
            let pair = title * self.strata + stratum;
            (self.seen[pair], self.won[pair], self.wins[title]) = (0, 0, 0);
        }
    }
}

/// Index of the sums of a title: the sums of all strata first, then a row per stratum.
#[derive(Clone, Copy)]
struct Layout {
    strata: usize,
}

impl Layout {
    const WINS: usize = 0;
    const SQUARE: usize = 1;
    const WINS_ALL: usize = 2;

    const SEEN: usize = 0;
    const WINS_SEEN: usize = 1;
    const SEEN_SEEN: usize = 2;

    /// Start of the sums of `n[s] * W[t]` in a row.
    fn seen_all(self) -> usize {
        Self::SEEN_SEEN + self.strata
    }

    fn row_len(self) -> usize {
        self.seen_all() + self.strata
    }

    /// Start of the row of a stratum.
    fn row(self, s: usize) -> usize {
        Self::WINS_ALL + self.strata + s * self.row_len()
    }

    fn len(self) -> usize {
        self.row(self.strata)
    }
}

impl OpeningTally {
    /// No deals yet.
    pub(crate) fn new(titles: usize, strata: usize) -> OpeningTally {
        OpeningTally { strata, sums: vec![0; titles * Layout { strata }.len()] }
    }

    /// Adds a block and clears it; `all` holds the wins of the block before they are cleared.
    pub fn add_block(&mut self, block: &mut Openings, all: &Strata) {
        let layout = Layout { strata: self.strata };
        let (strata, len) = (self.strata, layout.len());
        block.winners.clear();
        // Products with strata that did not win are 0.
        block.winners.extend(all.wins().iter().copied().enumerate().filter(|&(_, won)| won > 0));
        for &(title, s) in &block.pairs {
            let sums = &mut self.sums[title * len..][..len];
            let pairs = title * strata..(title + 1) * strata;
            let observed =
                Observed { s, seen: &block.seen[pairs], won: block.won[title * strata + s], wins: block.wins[title] };
            observed.add_to(sums, layout, &block.winners);
        }
        block.clear();
    }

    /// Adds the blocks of another worker.
    pub(crate) fn merge(&mut self, other: &OpeningTally) {
        add_all(&mut self.sums, &other.sums);
    }

    /// The sums of a title.
    pub fn title(&self, title: usize) -> OpeningSums<'_> {
        let layout = Layout { strata: self.strata };
        OpeningSums { layout, sums: &self.sums[title * layout.len()..(title + 1) * layout.len()] }
    }

    /// Number of titles.
    pub(crate) fn titles(&self) -> usize {
        self.sums.len() / Layout { strata: self.strata }.len()
    }
}

/// The observations of a title by a stratum in a block.
struct Observed<'a> {
    s: usize,
    /// Observations of the title by all strata.
    seen: &'a [u64],
    /// Wins of the stratum.
    won: u64,
    /// Wins of all strata.
    wins: u64,
}

impl Observed<'_> {
    /// Adds to the sums of the title. A square, and a product with the wins of the title, is the sum of the
    /// contributions of the strata.
    #[inline]
    fn add_to(self, sums: &mut [u64], layout: Layout, winners: &[(usize, u64)]) {
        let Observed { s, seen, won, wins } = self;
        let n = seen[s];
        let (title, rows) = sums.split_at_mut(layout.row(0));
        let row = &mut rows[s * layout.row_len()..][..layout.row_len()];
        title[Layout::WINS] += won;
        // The wins of one stratum times those of all: added up over strata, this is the square of their sum.
        title[Layout::SQUARE] += won * wins;
        row[Layout::SEEN] += n;
        row[Layout::WINS_SEEN] += wins * n;
        row[Layout::SEEN_SEEN..].iter_mut().zip(seen).for_each(|(sum, other)| *sum += n * other);
        for &(t, all) in winners {
            title[Layout::WINS_ALL + t] += won * all;
            row[layout.seen_all() + t] += n * all;
        }
    }
}

/// The sums of one title; see `OpeningTally`.
#[derive(Clone, Copy)]
pub struct OpeningSums<'a> {
    layout: Layout,
    sums: &'a [u64],
}

impl OpeningSums<'_> {
    fn of_row(self, s: usize, place: usize) -> u64 {
        self.sums[self.layout.row(s) + place]
    }

    /// Total number of observations.
    pub(crate) fn observations(self) -> u64 {
        (0..self.layout.strata).map(|s| self.seen(s)).sum()
    }

    /// Wins of all observations, in units of `WIN`.
    pub fn wins(self) -> u64 {
        self.sums[Layout::WINS]
    }

    /// Observations in a stratum.
    pub fn seen(self, s: usize) -> u64 {
        self.of_row(s, Layout::SEEN)
    }

    /// Sum over blocks of `w * w`.
    pub fn square(self) -> u64 {
        self.sums[Layout::SQUARE]
    }

    /// Sum over blocks of `w * n[s]`.
    pub fn wins_seen(self, s: usize) -> u64 {
        self.of_row(s, Layout::WINS_SEEN)
    }

    /// Sum over blocks of `w * W[t]`.
    pub(crate) fn wins_all(self, t: usize) -> u64 {
        self.sums[Layout::WINS_ALL + t]
    }

    /// Sum over blocks of `n[s] * n[t]`.
    pub fn seen_seen(self, s: usize, t: usize) -> u64 {
        self.of_row(s, Layout::SEEN_SEEN + t)
    }

    /// Sum over blocks of `n[s] * W[t]`.
    pub(crate) fn seen_all(self, s: usize, t: usize) -> u64 {
        self.of_row(s, self.layout.seen_all() + t)
    }
}
