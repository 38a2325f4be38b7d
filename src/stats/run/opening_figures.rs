//! Opening values of one deck as figures of its games, with the residuals of their blocks.

use super::block_figures::{Figure, PlayedGames, win};
use super::deals::{Deals, Sitting};
use super::win_excess::{Excess, pooled_effect};
use crate::ids::Seat;
use crate::run::Hands;
use crate::stats::maths::moments::residual_square;

/// Confidence of the interval of an opening value.
const LEVEL: f64 = 0.95;

impl PlayedGames<'_> {
    /// Opening value of a title, by the definition of `opening_values` and with its interval; `n` counts deals.
    pub(crate) fn opening_value(&self, hands: &Hands, title: usize) -> Figure {
        Opened::all(*self, hands).value(None, title)
    }

    /// The spread of the opening values of some titles: their standard deviation `S = sqrt(sum_i (v_i - mean)^2 / (k -
    /// 1))`, whose linearised residuals are `sum_i (v_i - mean) e_i / ((k - 1) S)` (Wolter, Introduction to Variance
    /// Estimation, chapter 6). Chance alone keeps it above 0, so only its change has a meaning.
    pub(crate) fn opening_spread(&self, hands: &Hands, titles: &[usize]) -> Figure {
        let arm = Arm::new(Opened::all(*self, hands), None, titles.iter().copied());
        let openings: Vec<Figure> = (0..titles.len()).map(|place| arm.figure(place)).collect();
        let mean = openings.iter().map(|opening| opening.value).sum::<f64>() / openings.len() as f64;
        let freedom = openings.len() as f64 - 1.0;
        let squares: f64 = openings.iter().map(|opening| (opening.value - mean).powi(2)).sum();
        let value = (squares / freedom).sqrt();
        let mut residuals = vec![0.0; self.blocks()];
        for opening in &openings {
            let weight = (opening.value - mean) / (freedom * value);
            residuals.iter_mut().zip(&opening.residuals).for_each(|(sum, residual)| *sum += weight * residual);
        }
        let n = openings.iter().map(|opening| opening.n).sum();
        Figure { residuals, ..Figure::plain(value, n) }
    }
}

/// Ordinary games, and further games that were selected because a title is in an opening hand.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DealtGames<'a> {
    /// The ordinary games with their opening hands.
    pub ordinary: (PlayedGames<'a>, &'a Hands),
    /// The further games with the title in their opening hands.
    pub further: (PlayedGames<'a>, &'a Hands),
}

/// Numbers of blocks for a precision.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct NeededBlocks {
    /// Ordinary blocks.
    pub ordinary: f64,
    /// Blocks in which the title is dealt.
    pub dealt: f64,
}

impl DealtGames<'_> {
    /// Opening value of the title with its interval, over the deals to a strategy or to all seats; `n` counts deals.
    ///
    /// Win rates of the strata come from the ordinary games alone, because the further ones were selected by their
    /// hands. So the value is `(sum W - sum_s n_s base_s) / n` with wins and deals of both; the residual of an ordinary
    /// block is the usual one, with the `n_s` of both, and that of a further block is its own part.
    pub(crate) fn opening_value(&self, title: usize, strategy: Option<usize>) -> Figure {
        let [ordinary, further] = self.opened(strategy);
        ordinary.value(Some(further), title)
    }

    /// The numbers of blocks until the interval of the value has this half width, with the fewest games. NaN if the title
    /// was not dealt.
    ///
    /// The variance is `own / dealt + base / ordinary`: that of the deals, and that of the win rates of the strata. The
    /// sum of the blocks is least where their ratio is the root of that of both parts. It depends on how much the games
    /// differ, not on the value (Stein 1945, Ann. Math. Statist. 16, 243-258).
    pub(crate) fn needed(&self, title: usize, strategy: Option<usize>, half_width: f64) -> NeededBlocks {
        let [ordinary, further] = self.opened(strategy);
        let arm = Arm::new(ordinary, Some(further), std::iter::once(title));
        let TitleFigures { n, blocks, .. } = arm.titles[0];
        let squares = |figure: &[f64]| figure.iter().map(|residual| residual * residual).sum::<f64>();
        let parts = arm.parts_of(0);
        // One more deal that is won: a few deals without a win are not treated as certain.
        let own = squares(&parts.own) + 1.0 / (n * n);
        let base = squares(&parts.base);
        let reach = self.opening_value(title, strategy).estimate().half_width() / half_width;
        let [own_of_one, base_of_one] = [own * blocks, base * ordinary.games.blocks() as f64];
        let scale = reach * reach / (own + base);
        let both = (own_of_one * base_of_one).sqrt();
        NeededBlocks { ordinary: scale * (base_of_one + both), dealt: scale * (own_of_one + both) }
    }

    /// The effective number of blocks in which the title was dealt to a strategy or to any seat.
    pub(crate) fn dealt_blocks(&self, title: usize, strategy: Option<usize>) -> f64 {
        let [ordinary, further] = self.opened(strategy);
        Arm::new(ordinary, Some(further), std::iter::once(title)).titles[0].blocks
    }

    fn opened(&self, strategy: Option<usize>) -> [Opened<'_>; 2] {
        [self.ordinary, self.further].map(|(games, hands)| Opened { strategy, ..Opened::all(games, hands) })
    }
}

/// A title in one arm.
pub(in crate::stats) struct TitleFigures {
    pub(in crate::stats) n: f64,
    /// The effective number of blocks in which it was dealt, `n^2 / sum_b n_b^2`.
    pub(in crate::stats) blocks: f64,
    pub(in crate::stats) value: f64,
    /// `a_s`: its observations in each stratum, per game of the stratum and per observation.
    pub(in crate::stats) shares: Vec<f64>,
    /// Its win rate, without the squared residuals.
    excess: Excess,
}

impl Deals {
    /// The figures of the title, with the win rates of the strata and the numbers of their games.
    fn figures(&self, base: &[f64], games: &[f64], repeated: bool) -> TitleFigures {
        let (n, [n_square, product, square]) = (self.n(), self.products);
        let expected = self.expected(base);
        let base_square: f64 = self.seen.iter().zip(games).map(|(seen, games)| seen * seen / games).sum();
        let (rate, blocks) = (self.won / n, n * n / n_square);
        let excess = Excess {
            rate,
            n,
            base: expected / n,
            base_games: n * n / base_square,
            blocks,
            scatter: residual_square(square, product, n_square, rate),
            squares: f64::NAN,
            repeated,
            effect: 1.0,
        };
        let shares = self.seen.iter().zip(games).map(|(seen, games)| seen / games / n).collect();
        TitleFigures { n, blocks, value: (self.won - expected) / n, shares, excess }
    }
}

/// Games with their opening hands.
#[derive(Clone, Copy)]
pub(in crate::stats) struct Opened<'a> {
    pub(in crate::stats) games: PlayedGames<'a>,
    pub(in crate::stats) hands: &'a Hands,
    /// The strategy whose deals are counted; `None` for all.
    pub(in crate::stats) strategy: Option<usize>,
}

impl<'a> Opened<'a> {
    /// The deals to all seats.
    pub(in crate::stats) fn all(games: PlayedGames<'a>, hands: &'a Hands) -> Self {
        Opened { games, hands, strategy: None }
    }

    /// The opening value of a title, also from further games that were selected by their hands.
    fn value(self, further: Option<Opened<'_>>, title: usize) -> Figure {
        let all = Arm::new(self, None, 0..self.hands.titles().max(title + 1));
        let excesses: Vec<Excess> = all.titles.iter().map(|title| title.excess).collect();
        let (figure, excess) = match further {
            None => (all.figure(title), excesses[title]),
            Some(further) => {
                let arm = Arm::new(self, Some(further), std::iter::once(title));
                (arm.figure(0), arm.titles[0].excess)
            }
        };
        let own = Excess { squares: figure.squares() * excess.n.powi(2), ..excess };
        let interval = own.moderated(pooled_effect(&excesses)).interval(LEVEL);
        Figure { interval: Some(interval).filter(|_| own.n > 0.0), ..figure }
    }

    /// Stores the seats of the games of a block in `table`, game by game.
    pub(in crate::stats) fn sit_down(&self, block: usize, table: &mut Vec<Sitting>) {
        let (seatings, players) = (self.games.plan.seatings(), self.games.plan.players());
        table.clear();
        let games = &self.games.played[block * seatings.len()..][..seatings.len()];
        for (seating, played) in seatings.iter().zip(games) {
            table.extend((0..players).map(Seat).map(|seat| {
                let position = (seat.0 + players - played.first.0) % players;
                let stratum = usize::from(seating[seat]) * usize::from(players) + usize::from(position);
                Sitting { stratum, win: win(played, seat) }
            }));
        }
    }

    /// Calls a function with each counted title that is dealt in a block and its seat, once for each game of the block.
    pub(in crate::stats) fn each_deal(&self, block: usize, table: &[Sitting], mut call: impl FnMut(usize, Sitting)) {
        let players = usize::from(self.games.plan.players());
        let counts = |sitting: &&Sitting| self.strategy.is_none_or(|strategy| sitting.stratum / players == strategy);
        for dealt in self.hands.of_block(block) {
            let seats = table.iter().skip(dealt.seat.index()).step_by(players).filter(counts);
            seats.for_each(|sitting| call(usize::from(dealt.title), *sitting));
        }
    }
}

/// The parts of the residuals of a value, by block.
#[derive(Default)]
struct Parts {
    /// That of the deals of the title.
    own: Vec<f64>,
    /// That of the win rates of the strata, in the games that were not selected.
    base: Vec<f64>,
}

/// One arm of the comparison.
pub(in crate::stats) struct Arm<'a> {
    pub(in crate::stats) main: Opened<'a>,
    /// Games selected by their hands, if any.
    further: Option<Opened<'a>>,
    /// Index in the list of each title of the deck.
    places: Vec<Option<usize>>,
    /// Win rate of each stratum.
    pub(in crate::stats) base: Vec<f64>,
    pub(in crate::stats) titles: Vec<TitleFigures>,
}

impl<'a> Arm<'a> {
    pub(in crate::stats) fn new(
        main: Opened<'a>,
        further: Option<Opened<'a>>,
        titles: impl ExactSizeIterator<Item = usize>,
    ) -> Arm<'a> {
        let count = titles.len();
        let mut places = Vec::new();
        for (place, title) in titles.enumerate() {
            places.resize(places.len().max(title + 1), None);
            places[title] = Some(place);
        }
        let mut arm = Arm { main, further, places, base: Vec::new(), titles: Vec::new() };
        arm.sum_up(count);
        arm
    }

    /// First pass: win rates of the strata, and the value of each title.
    fn sum_up(&mut self, count: usize) {
        let strata = self.main.games.strata();
        let (mut wins, mut games) = (vec![0.0; strata], vec![0.0; strata]);
        let mut deals = vec![Deals::of(strata); count];
        let mut dealt: Vec<usize> = Vec::new();
        let mut table = Vec::new();
        for (opened, chosen) in self.parts() {
            for block in 0..opened.games.blocks() {
                opened.sit_down(block, &mut table);
                // Games that were selected by their hands are no fair sample of the win rates.
                for sitting in table.iter().filter(|_| !chosen) {
                    wins[sitting.stratum] += sitting.win;
                    games[sitting.stratum] += 1.0;
                }
                self.each_deal(opened, block, &table, |place, sitting| {
                    deals[place].add(sitting);
                    dealt.push(place);
                });
                dealt.drain(..).for_each(|place| deals[place].end_block());
            }
        }
        // A stratum without games has no deals either, so its rate of 0 is never used.
        let games: Vec<f64> = games.iter().map(|games| f64::max(*games, 1.0)).collect();
        self.base = wins.iter().zip(&games).map(|(wins, games)| wins / games).collect();
        let repeated = self.main.games.plan.seatings().len() > 1;
        self.titles = deals.iter().map(|deals| deals.figures(&self.base, &games, repeated)).collect();
    }

    /// The games, and whether they were selected by their hands.
    fn parts(&self) -> impl Iterator<Item = (Opened<'a>, bool)> + use<'a> {
        std::iter::once((self.main, false)).chain(self.further.map(|further| (further, true)))
    }

    /// The value of a listed title with its residuals.
    pub(in crate::stats) fn figure(&self, place: usize) -> Figure {
        let TitleFigures { n, value, .. } = self.titles[place];
        let Parts { own, base } = self.parts_of(place);
        let base = base.into_iter().chain(std::iter::repeat(0.0));
        let residuals = own.into_iter().zip(base).map(|(own, base)| own - base).collect();
        Figure { residuals, ..Figure::plain(value, n as u64) }
    }

    /// The parts of the residuals of a listed title.
    fn parts_of(&self, place: usize) -> Parts {
        let TitleFigures { n, value, shares, .. } = &self.titles[place];
        let mut table = Vec::new();
        let mut parts = Parts::default();
        for (opened, chosen) in self.parts() {
            for block in 0..opened.games.blocks() {
                opened.sit_down(block, &mut table);
                let beyond = |sitting: &Sitting| sitting.win - self.base[sitting.stratum];
                if !chosen {
                    parts.base.push(table.iter().map(|sitting| shares[sitting.stratum] * beyond(sitting)).sum());
                }
                let mut own = 0.0;
                self.each_deal(opened, block, &table, |other, sitting| {
                    own += if other == place { (beyond(&sitting) - value) / n } else { 0.0 };
                });
                parts.own.push(own);
            }
        }
        parts
    }

    /// Calls a function with the index of each listed title that is dealt in a block, once for each game of the block.
    pub(in crate::stats) fn each_deal(
        &self,
        opened: Opened<'_>,
        block: usize,
        table: &[Sitting],
        mut call: impl FnMut(usize, Sitting),
    ) {
        opened.each_deal(block, table, |title, sitting| {
            if let Some(place) = self.places.get(title).copied().flatten() {
                call(place, sitting);
            }
        });
    }
}
