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
    /// Each title with each stratum that has seen it.
    pairs: Vec<(usize, usize)>,
    /// Strata that have won, and how much: set down when the block is over.
    winners: Vec<(usize, u64)>,
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
            pairs: Vec::with_capacity(titles * strata),
            winners: Vec::with_capacity(strata),
        }
    }

    /// A copy of a title was dealt to a seat of this stratum, which came to win so much of the game.
    #[inline]
    pub fn add(&mut self, title: usize, stratum: usize, win: u64) {
        if !std::mem::replace(&mut self.listed[title], true) {
            self.titles.push(title);
        }
        let seen = &mut self.seen[title * self.strata + stratum];
        if *seen == 0 {
            self.pairs.push((title, stratum));
        }
        *seen += 1;
        self.wins[title] += win;
    }

    fn clear(&mut self) {
        while let Some((title, stratum)) = self.pairs.pop() {
            self.seen[title * self.strata + stratum] = 0;
        }
        while let Some(title) = self.titles.pop() {
            self.wins[title] = 0;
            self.listed[title] = false;
        }
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
        let layout = Layout { strata: self.strata };
        block.winners.clear();
        block.winners.extend(all.wins().iter().copied().enumerate().filter(|&(_, won)| won > 0));
        for &title in &block.titles {
            let sums = &mut self.sums[title * layout.len()..(title + 1) * layout.len()];
            add_title(layout, sums, block.wins[title], &block.winners);
        }
        for &(title, stratum) in &block.pairs {
            let sums = &mut self.sums[title * layout.len()..(title + 1) * layout.len()];
            let seen = &block.seen[title * self.strata..(title + 1) * self.strata];
            add_stratum(layout, sums, stratum, seen, block.wins[title], &block.winners);
        }
        block.clear();
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

fn add_title(layout: Layout, sums: &mut [u64], wins: u64, winners: &[(usize, u64)]) {
    sums[Layout::WINS] += wins;
    sums[Layout::SQUARE] += wins * wins;
    for &(t, won) in winners {
        sums[layout.wins_all(t)] += wins * won;
    }
}

/// Adds what has to do with one stratum that has seen the title.
fn add_stratum(layout: Layout, sums: &mut [u64], s: usize, seen: &[u64], wins: u64, winners: &[(usize, u64)]) {
    let n = seen[s];
    sums[layout.seen(s)] += n;
    sums[layout.wins_seen(s)] += wins * n;
    let row = &mut sums[layout.seen_seen(s, 0)..layout.seen_seen(s + 1, 0)];
    row.iter_mut().zip(seen).for_each(|(sum, other)| *sum += n * other);
    for &(t, won) in winners {
        sums[layout.seen_all(s, t)] += n * won;
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
