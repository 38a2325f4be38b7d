//! Opening values of one deck as figures of its games, with the residuals of their blocks.

use super::figures::{Figure, PlayedGames, win};
use crate::ids::Seat;
use crate::run::Hands;

impl PlayedGames<'_> {
    /// Opening value of a title, by the definition of `opening_values`; `n` counts deals.
    pub fn opening_value(&self, hands: &Hands, title: usize) -> Figure {
        Arm::new(Opened::all(*self, hands), None, std::iter::once(title)).figure(0)
    }

    /// The spread of the opening values of some titles: their standard deviation `S = sqrt(sum_i (v_i - mean)^2 / (k -
    /// 1))`, whose linearised residuals are `sum_i (v_i - mean) e_i / ((k - 1) S)` (Wolter, Introduction to Variance
    /// Estimation, chapter 6). Chance alone keeps it above 0, so only its change has a meaning.
    pub fn opening_spread(&self, hands: &Hands, titles: &[usize]) -> Figure {
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
        Figure { value, n: openings.iter().map(|opening| opening.n).sum(), residuals }
    }
}

/// A seat in a game: its stratum, and its share of the win.
#[derive(Clone, Copy)]
pub(super) struct Sitting {
    pub(super) stratum: usize,
    pub(super) win: f64,
}

/// A title in one arm.
pub(super) struct TitleFigures {
    pub(super) n: f64,
    /// The effective number of blocks in which it was dealt, `n^2 / sum_b n_b^2`.
    pub(super) blocks: f64,
    pub(super) value: f64,
    /// `a_s`: its observations in each stratum, per game of the stratum and per observation.
    pub(super) shares: Vec<f64>,
}

/// Games with their opening hands.
#[derive(Clone, Copy)]
pub(super) struct Opened<'a> {
    pub(super) games: PlayedGames<'a>,
    pub(super) hands: &'a Hands,
    /// The strategy whose deals are counted; `None` for all.
    pub(super) strategy: Option<usize>,
}

impl<'a> Opened<'a> {
    /// The deals to all seats.
    pub(super) fn all(games: PlayedGames<'a>, hands: &'a Hands) -> Self {
        Opened { games, hands, strategy: None }
    }

    /// Stores the seats of the games of a block in `table`, game by game.
    pub(super) fn sit_down(&self, block: usize, table: &mut Vec<Sitting>) {
        let (seatings, players) = (self.games.plan.seatings(), self.games.plan.players());
        table.clear();
        let games = &self.games.played[block * seatings.len()..][..seatings.len()];
        for (chairs, played) in seatings.iter().zip(games) {
            table.extend((0..players).map(Seat).map(|seat| {
                let position = (seat.0 + players - played.first.0) % players;
                let stratum = usize::from(chairs[seat]) * usize::from(players) + usize::from(position);
                Sitting { stratum, win: win(played, seat) }
            }));
        }
    }

    /// Calls a function with each counted title that is dealt in a block and its seat, once for each game of the block.
    pub(super) fn each_deal(&self, block: usize, table: &[Sitting], mut call: impl FnMut(usize, Sitting)) {
        let players = usize::from(self.games.plan.players());
        let counts = |sitting: &&Sitting| self.strategy.is_none_or(|strategy| sitting.stratum / players == strategy);
        for dealt in self.hands.of_block(block) {
            let seats = table.iter().skip(dealt.seat.index()).step_by(players).filter(counts);
            seats.for_each(|sitting| call(usize::from(dealt.title), *sitting));
        }
    }
}

/// One arm of the comparison.
pub(super) struct Arm<'a> {
    pub(super) main: Opened<'a>,
    /// Games selected by their hands, if any.
    further: Option<Opened<'a>>,
    /// Index in the list of each title of the deck.
    places: Vec<Option<usize>>,
    /// Win rate of each stratum.
    pub(super) base: Vec<f64>,
    pub(super) titles: Vec<TitleFigures>,
}

impl<'a> Arm<'a> {
    pub(super) fn new(
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
        let (mut seen, mut won) = (vec![vec![0.0; strata]; count], vec![0.0; count]);
        let (mut in_block, mut squares) = (vec![0.0; count], vec![0.0; count]);
        let mut dealt: Vec<usize> = Vec::new();
        let mut table = Vec::new();
        for (opened, chosen) in self.parts() {
            for block in 0..opened.games.blocks() {
                opened.sit_down(block, &mut table);
                for sitting in table.iter().filter(|_| !chosen) {
                    wins[sitting.stratum] += sitting.win;
                    games[sitting.stratum] += 1.0;
                }
                self.each_deal(opened, block, &table, |place, sitting| {
                    seen[place][sitting.stratum] += 1.0;
                    won[place] += sitting.win;
                    in_block[place] += 1.0;
                    dealt.push(place);
                });
                for place in dealt.drain(..) {
                    let n = std::mem::take::<f64>(&mut in_block[place]);
                    squares[place] += n * n;
                }
            }
        }
        let games: Vec<f64> = games.iter().map(|games| f64::max(*games, 1.0)).collect();
        self.base = wins.iter().zip(&games).map(|(wins, games)| wins / games).collect();
        let title = |((seen, won), square): ((&Vec<f64>, &f64), &f64)| {
            let n: f64 = seen.iter().sum();
            let expected: f64 = seen.iter().zip(&self.base).map(|(seen, base)| seen * base).sum();
            let shares = seen.iter().zip(&games).map(|(seen, games)| seen / games / n).collect();
            TitleFigures { n, blocks: n * n / square, value: (won - expected) / n, shares }
        };
        self.titles = seen.iter().zip(&won).zip(&squares).map(title).collect();
    }

    /// The games, and whether they were selected by their hands.
    fn parts(&self) -> impl Iterator<Item = (Opened<'a>, bool)> + use<'a> {
        std::iter::once((self.main, false)).chain(self.further.map(|further| (further, true)))
    }

    /// The value of a listed title with its residuals.
    pub(super) fn figure(&self, place: usize) -> Figure {
        let TitleFigures { n, value, shares, .. } = &self.titles[place];
        let mut table = Vec::new();
        let mut residuals = Vec::new();
        for (opened, chosen) in self.parts() {
            residuals.extend((0..opened.games.blocks()).map(|block| {
                opened.sit_down(block, &mut table);
                let beyond = |sitting: &Sitting| sitting.win - self.base[sitting.stratum];
                let all = table.iter().filter(|_| !chosen).map(|sitting| shares[sitting.stratum] * beyond(sitting));
                let mut residual = -all.sum::<f64>();
                self.each_deal(opened, block, &table, |other, sitting| {
                    residual += if other == place { (beyond(&sitting) - value) / n } else { 0.0 };
                });
                residual
            }));
        }
        Figure { value: *value, n: *n as u64, residuals }
    }

    /// Calls a function with the index of each listed title that is dealt in a block, once for each game of the block.
    pub(super) fn each_deal(
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
