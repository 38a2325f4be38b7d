//! Openings: what was dealt in opening hands, and who won with it.

use super::add_all;
use super::strata::Strata;

/// For each title: observations and wins of its opening deals, with the moments over blocks that the variance of its
/// opening value needs.
///
/// With `n[s]` a block's observations in stratum `s`, `w` their wins, and `W[t]` all wins of the block in stratum `t`:
/// the sums over blocks of `n[s]`, `w`, `w*w`, `w*n[s]`, `w*W[t]`, `n[s]*n[t]` and `n[s]*W[t]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpeningTally {
    strata: usize,
    sums: Vec<u64>,
}

/// The opening deals of one block.
#[derive(Clone, Debug)]
pub struct Openings {
    strata: usize,
    seen: Vec<u64>,
    wins: Vec<u64>,
    listed: Vec<bool>,
    titles: Vec<usize>,
}

impl Openings {
    /// An empty block.
    pub fn new(titles: usize, strata: usize) -> Openings {
        Openings {
            strata,
            seen: vec![0; titles * strata],
            wins: vec![0; titles],
            listed: vec![false; titles],
            titles: Vec::with_capacity(titles),
        }
    }

    /// A copy of a title was dealt to a seat of this stratum, which came to win so much of the game.
    #[inline]
    pub fn add(&mut self, title: usize, stratum: usize, win: u64) {
        if !std::mem::replace(&mut self.listed[title], true) {
            self.titles.push(title);
        }
        self.seen[title * self.strata + stratum] += 1;
        self.wins[title] += win;
    }
}

/// Where the sums of a title lie among the sums.
#[derive(Clone, Copy)]
struct Layout {
    strata: usize,
}

impl Layout {
    const WINS: usize = 0;
    const SQUARE: usize = 1;

    fn seen(self, s: usize) -> usize {
        2 + s
    }

    fn wins_seen(self, s: usize) -> usize {
        2 + self.strata + s
    }

    fn wins_all(self, t: usize) -> usize {
        2 + 2 * self.strata + t
    }

    fn seen_seen(self, s: usize, t: usize) -> usize {
        2 + 3 * self.strata + s * self.strata + t
    }

    fn seen_all(self, s: usize, t: usize) -> usize {
        2 + 3 * self.strata + self.strata * self.strata + s * self.strata + t
    }

    fn len(self) -> usize {
        2 + 3 * self.strata + 2 * self.strata * self.strata
    }
}

impl OpeningTally {
    /// No deals yet.
    pub fn new(titles: usize, strata: usize) -> OpeningTally {
        OpeningTally { strata, sums: vec![0; titles * Layout { strata }.len()] }
    }

    /// Takes in a block, which begins anew; `all` holds the block's wins before they are cleared.
    pub fn add_block(&mut self, block: &mut Openings, all: &Strata) {
        let len = Layout { strata: self.strata }.len();
        while let Some(title) = block.titles.pop() {
            let seen = &mut block.seen[title * self.strata..(title + 1) * self.strata];
            let wins = std::mem::take(&mut block.wins[title]);
            block.listed[title] = false;
            add_title(&mut self.sums[title * len..(title + 1) * len], wins, seen, all.wins());
            seen.fill(0);
        }
    }

    /// Adds the blocks of another worker.
    pub fn merge(&mut self, other: &OpeningTally) {
        add_all(&mut self.sums, &other.sums);
    }

    /// The sums of a title.
    pub fn title(&self, title: usize) -> OpeningSums<'_> {
        let layout = Layout { strata: self.strata };
        OpeningSums { layout, sums: &self.sums[title * layout.len()..(title + 1) * layout.len()] }
    }

    /// How many titles there are.
    pub fn titles(&self) -> usize {
        self.sums.len() / Layout { strata: self.strata }.len()
    }
}

/// Counts that are not 0, with their places.
fn some(counts: &[u64]) -> impl Iterator<Item = (usize, u64)> + '_ {
    counts.iter().copied().enumerate().filter(|&(_, count)| count > 0)
}

fn add_title(sums: &mut [u64], wins: u64, seen: &[u64], all: &[u64]) {
    let layout = Layout { strata: seen.len() };
    sums[Layout::WINS] += wins;
    sums[Layout::SQUARE] += wins * wins;
    for (t, won) in some(all) {
        sums[layout.wins_all(t)] += wins * won;
    }
    for (s, n) in some(seen) {
        sums[layout.seen(s)] += n;
        sums[layout.wins_seen(s)] += wins * n;
        for (t, other) in some(seen) {
            sums[layout.seen_seen(s, t)] += n * other;
        }
        for (t, won) in some(all) {
            sums[layout.seen_all(s, t)] += n * won;
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
    /// Observations in all.
    pub fn observations(self) -> u64 {
        (0..self.layout.strata).map(|s| self.seen(s)).sum()
    }

    /// Wins of all observations, in units of `WIN`.
    pub fn wins(self) -> u64 {
        self.sums[Layout::WINS]
    }

    /// Observations in a stratum.
    pub fn seen(self, s: usize) -> u64 {
        self.sums[self.layout.seen(s)]
    }

    /// Sum over blocks of `w * w`.
    pub fn square(self) -> u64 {
        self.sums[Layout::SQUARE]
    }

    /// Sum over blocks of `w * n[s]`.
    pub fn wins_seen(self, s: usize) -> u64 {
        self.sums[self.layout.wins_seen(s)]
    }

    /// Sum over blocks of `w * W[t]`.
    pub fn wins_all(self, t: usize) -> u64 {
        self.sums[self.layout.wins_all(t)]
    }

    /// Sum over blocks of `n[s] * n[t]`.
    pub fn seen_seen(self, s: usize, t: usize) -> u64 {
        self.sums[self.layout.seen_seen(s, t)]
    }

    /// Sum over blocks of `n[s] * W[t]`.
    pub fn seen_all(self, s: usize, t: usize) -> u64 {
        self.sums[self.layout.seen_all(s, t)]
    }
}
