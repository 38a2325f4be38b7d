//! The interaction of two titles in one opening hand, also from games that were selected by their hands.

use crate::ids::Seat;
use crate::run::{Hands, Holding};
use crate::stats::maths::estimate::Estimate;
use crate::stats::maths::moments::residual_square;
use crate::stats::run::block_figures::PlayedGames;
use crate::stats::run::deals::{Deals, Sitting};
use crate::stats::run::opening_figures::Opened;
use crate::stats::run::win_excess::Excess;

/// Confidence of the intervals.
const LEVEL: f64 = 0.95;

/// A kind of hand, with its weight in the interaction.
#[derive(Clone, Debug)]
pub(crate) struct HandKind {
    /// What such a hand contains.
    pub holding: Holding,
    /// Its weight.
    pub weight: f64,
}

/// Ordinary games, and further games that were selected because a hand of one kind was dealt.
#[derive(Clone, Debug)]
pub(crate) struct PairGames<'a> {
    /// The ordinary games with the titles in their opening hands.
    pub ordinary: (PlayedGames<'a>, &'a Hands),
    /// The further games for each kind of hand.
    pub further: Vec<(PlayedGames<'a>, &'a Hands)>,
    /// The kinds of hands; the first one is that with both titles.
    pub kinds: &'a [HandKind],
    /// A hand without the titles.
    pub neither: &'a Holding,
    /// The strategy whose hands are counted.
    pub strategy: usize,
}

/// The values of a pair.
#[derive(Clone, Debug)]
pub(crate) struct PairValue {
    /// The interaction: the value of hands with both minus the sum of the values of hands with one.
    pub interaction: Estimate,
    /// For each kind of hand: its win rate minus that of hands without the titles.
    pub values: Vec<Estimate>,
    /// The effective number of blocks with each kind of hand.
    pub dealt: Vec<f64>,
    needs: Needs,
}

/// Parts of the variance of the interaction, for one block.
#[derive(Clone, Debug)]
struct Needs {
    kinds: Vec<f64>,
    base: f64,
    /// The variance of the interaction.
    whole: f64,
}

/// Numbers of blocks for a precision.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct NeededHands {
    /// Ordinary blocks.
    pub ordinary: f64,
    /// Blocks with each kind of hand.
    pub kinds: Vec<f64>,
}

impl PairValue {
    /// The numbers of blocks until the interval of the interaction has this half width, with the fewest games. The variance
    /// is a sum over the kinds of hands and the win rates without the titles, and each part falls with its number of
    /// blocks; the sum of the blocks is least where they are as the roots of the parts (Neyman 1934, J. Royal Statistical
    /// Society 97, 558-625). NaN if a kind was never dealt.
    pub(crate) fn needed(&self, half_width: f64) -> NeededHands {
        let Needs { kinds, base, whole } = &self.needs;
        let wanted = whole * (half_width / self.interaction.half_width()).powi(2);
        let roots: f64 = kinds.iter().chain([base]).map(|part| part.sqrt()).sum();
        let blocks = |part: &f64| part.sqrt() * roots / wanted;
        NeededHands { ordinary: blocks(base), kinds: kinds.iter().map(blocks).collect() }
    }
}

impl Deals {
    fn rate(&self) -> f64 {
        self.won / self.n()
    }

    fn value(&self, base: &[f64]) -> f64 {
        self.rate() - self.expected(base) / self.n()
    }

    /// Effective number of blocks.
    fn blocks(&self) -> f64 {
        self.n() * self.n() / self.products[0]
    }
}

impl PairGames<'_> {
    /// The interaction and the values behind it.
    ///
    /// The base of a stratum is the win rate of its hands without the titles in the ordinary games: the further ones were
    /// selected by their hands. The value of a kind of hand is `v = (sum W - sum_s n_s base_s) / n` over all hands of the
    /// kind, except those in games that were selected for another kind. The interaction is the weighted sum of the values:
    /// `v11 - v10 - v01`, or `v2 - 2 v1` for two copies of one title. It is 0 if the titles add their effects, also those on
    /// other players. Its variance is that of the residuals of the blocks, as for an opening value; each single value counts
    /// one more win, so that a few equal hands do not look certain.
    pub(crate) fn value(&self) -> PairValue {
        let sums = self.sums();
        let residuals = self.residuals(&sums);
        let kinds = 0..self.kinds.len();
        let one = |kind: usize| kinds.clone().map(|other| f64::from(u8::from(other == kind))).collect::<Vec<f64>>();
        let weights: Vec<f64> = self.kinds.iter().map(|kind| kind.weight).collect();
        let values = kinds.clone().map(|kind| self.estimate(&sums, &residuals, kind, &one(kind)));
        let own = |kind: usize| {
            let deals = &sums.kinds[kind];
            let square = residuals.own(kind) + 1.0 / deals.n().powi(2);
            weights[kind] * weights[kind] * square * deals.blocks()
        };
        let needs = Needs {
            kinds: kinds.clone().map(own).collect(),
            base: residuals.base(&weights) * residuals.ordinary_blocks() as f64,
            whole: residuals.squares(&weights),
        };
        PairValue {
            interaction: self.estimate(&sums, &residuals, 0, &weights),
            values: values.collect(),
            dealt: sums
                .kinds
                .iter()
                .map(Deals::blocks)
                .map(|blocks| if blocks.is_nan() { 0.0 } else { blocks })
                .collect(),
            needs,
        }
    }

    /// The weighted sum of the values, with an interval around the win rate of one kind of hand.
    fn estimate(&self, sums: &Sums, residuals: &Residuals, main: usize, weights: &[f64]) -> Estimate {
        let values = sums.kinds.iter().zip(weights).filter(|(_, weight)| **weight != 0.0);
        let value: f64 = values.map(|(deals, weight)| weight * deals.value(&sums.base)).sum();
        let deals = &sums.kinds[main];
        let n = deals.n();
        if !value.is_finite() {
            return Estimate { n: n as u64, ..Estimate::NONE };
        }
        let squares = residuals.squares(weights) + sums.one_more_win(main, weights);
        let [n_square, product, square] = deals.products;
        let rate = deals.rate();
        let excess = Excess {
            rate,
            n,
            base: rate - value,
            base_games: 1.0 / sums.shares_of_base(main, weights, &residuals.of_base(weights)),
            blocks: deals.blocks(),
            scatter: residual_square(square, product, n_square, rate),
            squares: squares * n * n,
            repeated: self.ordinary.0.seatings() > 1,
            effect: 1.0,
        };
        let (low, high) = excess.moderated(1.0).interval(LEVEL);
        Estimate { value, low, high, n: n as u64 }
    }

    /// The games, and the kind of hand for which they were selected.
    fn parts(&self) -> impl Iterator<Item = (Opened<'_>, Option<usize>)> {
        let opened = |(games, hands)| Opened { strategy: Some(self.strategy), ..Opened::all(games, hands) };
        let further = self.further.iter().enumerate().map(move |(kind, part)| (opened(*part), Some(kind)));
        std::iter::once((opened(self.ordinary), None)).chain(further)
    }

    /// Calls a function with each seat of the strategy in the games of a block, and its kind of hand, of which that without
    /// the titles is the last.
    fn each_hand(
        &self,
        opened: Opened<'_>,
        block: usize,
        table: &mut Vec<Sitting>,
        mut call: impl FnMut(usize, Sitting),
    ) {
        let players = usize::from(opened.games.plan.players());
        let dealt = opened.hands.of_block(block);
        opened.sit_down(block, table);
        for seat in 0..players {
            let is_held = |holding: &Holding| holding.is_held(dealt, Seat(seat as u8));
            let kind = self.kinds.iter().position(|kind| is_held(&kind.holding));
            let Some(kind) = kind.or_else(|| is_held(self.neither).then_some(self.kinds.len())) else { continue };
            let own = table.iter().skip(seat).step_by(players);
            let own = own.filter(|sitting| sitting.stratum / players == self.strategy);
            own.for_each(|sitting| call(kind, *sitting));
        }
    }

    fn sums(&self) -> Sums {
        let (strata, neither) = (self.ordinary.0.strata(), self.kinds.len());
        let (mut wins, mut games) = (vec![0.0; strata], vec![0.0; strata]);
        let mut kinds = vec![Deals::of(strata); neither];
        let mut table = Vec::new();
        for (opened, chosen) in self.parts() {
            for block in 0..opened.games.blocks() {
                self.each_hand(opened, block, &mut table, |kind, sitting| {
                    if kind < neither && chosen.is_none_or(|chosen| chosen == kind) {
                        kinds[kind].add(sitting);
                    } else if kind == neither && chosen.is_none() {
                        wins[sitting.stratum] += sitting.win;
                        games[sitting.stratum] += 1.0;
                    }
                });
                kinds.iter_mut().for_each(Deals::end_block);
            }
        }
        let base = wins.iter().zip(&games).map(|(wins, games)| wins / f64::max(*games, 1.0)).collect();
        Sums { kinds, base, games }
    }

    fn residuals(&self, sums: &Sums) -> Residuals {
        let (neither, strata) = (self.kinds.len(), sums.base.len());
        let values: Vec<f64> = sums.kinds.iter().map(|deals| deals.value(&sums.base)).collect();
        let shares = sums.kinds.iter().map(|deals| {
            let share = |(seen, games): (&f64, &f64)| seen / games.max(1.0) / deals.n();
            deals.seen.iter().zip(&sums.games).map(share).collect()
        });
        let shares = shares.collect();
        let (mut ordinary, mut further) = (Vec::new(), vec![Vec::new(); neither]);
        let mut table = Vec::new();
        for (opened, chosen) in self.parts() {
            for block in 0..opened.games.blocks() {
                let mut row = vec![0.0; neither + strata];
                self.each_hand(opened, block, &mut table, |kind, sitting| {
                    let beyond = sitting.win - sums.base[sitting.stratum];
                    if kind < neither {
                        row[kind] += (beyond - values[kind]) / sums.kinds[kind].n();
                    } else {
                        row[neither + sitting.stratum] += beyond;
                    }
                });
                match chosen {
                    None => ordinary.extend(row),
                    Some(kind) => further[kind].push(row[kind]),
                }
            }
        }
        Residuals { kinds: neither, strata, shares, ordinary, further }
    }
}

/// Sums over all games.
struct Sums {
    /// For each kind of hand.
    kinds: Vec<Deals>,
    /// Win rates of the strata in hands without the titles.
    base: Vec<f64>,
    /// Numbers of these hands.
    games: Vec<f64>,
}

impl Sums {
    /// The variance of one more win of each kind of hand with a weight except one.
    fn one_more_win(&self, main: usize, weights: &[f64]) -> f64 {
        let others = self.kinds.iter().zip(weights).enumerate().filter(|(kind, _)| *kind != main);
        let known = others.filter(|(_, (_, weight))| **weight != 0.0);
        known.map(|(_, (deals, weight))| (weight / deals.n()).powi(2)).sum()
    }

    /// The sum of the squared weights of the hands and games behind all but one kind of hand: one over their effective number.
    fn shares_of_base(&self, main: usize, weights: &[f64], of_base: &[f64]) -> f64 {
        let others = self.kinds.iter().zip(weights).enumerate().filter(|(kind, _)| *kind != main);
        let known = others.filter(|(_, (_, weight))| **weight != 0.0);
        let of_kinds: f64 = known.map(|(_, (deals, weight))| weight * weight / deals.n()).sum();
        let of_strata: f64 = of_base.iter().zip(&self.games).map(|(share, games)| share * share * games).sum();
        of_kinds + of_strata
    }
}

/// The residuals of the values, by block.
struct Residuals {
    kinds: usize,
    strata: usize,
    /// For each kind of hand, the weight of each stratum in its base, per game of the stratum.
    shares: Vec<Vec<f64>>,
    /// For each ordinary block, those of all kinds of hands, and those of the win rates of all strata.
    ordinary: Vec<f64>,
    /// For each kind of hand, those of the games that were selected for it.
    further: Vec<Vec<f64>>,
}

impl Residuals {
    fn rows(&self) -> impl Iterator<Item = (&[f64], &[f64])> {
        self.ordinary.chunks(self.kinds + self.strata).map(|row| row.split_at(self.kinds))
    }

    fn ordinary_blocks(&self) -> usize {
        self.ordinary.len() / (self.kinds + self.strata)
    }

    /// The sum of the squares of the residuals of one kind of hand.
    fn own(&self, kind: usize) -> f64 {
        let ordinary: f64 = self.rows().map(|(own, _)| own[kind] * own[kind]).sum();
        ordinary + self.further[kind].iter().map(|own| own * own).sum::<f64>()
    }

    /// The weight of the win rate of each stratum in a weighted sum of values.
    fn of_base(&self, weights: &[f64]) -> Vec<f64> {
        let sum = |stratum: usize| {
            let known = self.shares.iter().zip(weights).filter(|(_, weight)| **weight != 0.0);
            known.map(|(shares, weight)| weight * shares[stratum]).sum()
        };
        (0..self.strata).map(sum).collect()
    }

    /// The sum of the squares of the residuals of the win rates in a weighted sum of values.
    fn base(&self, weights: &[f64]) -> f64 {
        let of_base = self.of_base(weights);
        self.rows().map(|(_, beyond)| dot(beyond, &of_base).powi(2)).sum()
    }

    /// The sum of the squares of the residuals of a weighted sum of values.
    fn squares(&self, weights: &[f64]) -> f64 {
        let of_base = self.of_base(weights);
        let known = |own: &[f64]| {
            own.iter().zip(weights).filter(|(_, weight)| **weight != 0.0).map(|(own, weight)| own * weight).sum::<f64>()
        };
        let ordinary: f64 = self.rows().map(|(own, beyond)| (known(own) - dot(beyond, &of_base)).powi(2)).sum();
        let further = self.further.iter().zip(weights).filter(|(_, weight)| **weight != 0.0);
        ordinary + further.flat_map(|(own, weight)| own.iter().map(move |own| (own * weight).powi(2))).sum::<f64>()
    }
}

fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}
