//! A test bench for opening values: simulated tables with known values, without cards or rules.

use rayon::prelude::*;

use super::opening::{Opening, opening_values, opening_values_by};
use crate::random::{below, mix};
use crate::run::tally::{Openings, Shape, Strata, Tally, WIN};
use crate::stats::maths::multiplicity::{benjamini_hochberg, simultaneous_level};
use crate::stats::maths::shrink::shrink;

const TITLES: usize = 72;
const HAND: usize = 4;

/// A kind of run: strategies of unequal skill rotate through all seats, and a seat keeps its luck in all games of a
/// block.
#[derive(Clone, Copy)]
struct Run {
    players: usize,
    skills: &'static [f64],
    blocks: u64,
    /// Whether the holder of title 0 always wins.
    sure: bool,
    /// Spread of the effects of titles on the logarithm of the strength; every eighth title has three times the effect.
    effects: f64,
}

struct Dice(u64);

impl Dice {
    fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(1);
        mix(mix(self.0))
    }

    fn below(&mut self, bound: usize) -> usize {
        below(self.roll(), bound as u32) as usize
    }

    fn share(&mut self) -> f64 {
        self.roll() as f64 / u64::MAX as f64
    }
}

impl Run {
    fn play(self, seed: u64) -> Tally {
        let (strategies, mut dice) = (self.skills.len(), Dice(seed << 32));
        let shape = Shape { players: self.players, strategies, titles: TITLES, cards: 0, uses: 0 };
        let (mut tally, mut strata) = (Tally::new(shape), Strata::new(strategies, self.players));
        let mut openings = Openings::new(TITLES, strategies * self.players);
        let apart = if strategies > 1 { TITLES * strategies } else { 0 };
        let mut by_strategy = Openings::new(apart, strategies * self.players);
        // Some titles have two or three copies.
        let mut deck: Vec<usize> =
            (0..TITLES).flat_map(|title| [title; 3].into_iter().take([1, 1, 1, 2, 3][title % 5])).collect();
        for _ in 0..self.blocks {
            for place in 0..self.players * HAND {
                let other = place + dice.below(deck.len() - place);
                deck.swap(place, other);
            }
            let luck: Vec<f64> = (0..self.players).map(|_| (3.0 * dice.share() - 1.5).exp()).collect();
            for seating in 0..if strategies == 1 { 1 } else { self.players } {
                self.game(&deck, &luck, seating, &mut dice, (&mut strata, [&mut openings, &mut by_strategy]));
                tally.games += 1;
            }
            tally.openings.add_block(&mut openings, &strata);
            tally.openings_by_strategy.add_block(&mut by_strategy, &strata);
            tally.strata.add_block(&mut strata);
            tally.blocks += 1;
        }
        tally
    }

    fn game(
        self,
        deck: &[usize],
        luck: &[f64],
        seating: usize,
        dice: &mut Dice,
        into: (&mut Strata, [&mut Openings; 2]),
    ) {
        let (strata, [openings, by_strategy]) = into;
        let strategy = |seat: usize| (seat + seating) % self.players % self.skills.len();
        let hand = |seat: usize| &deck[seat * HAND..][..HAND];
        let help = |seat: usize| hand(seat).iter().map(|title| self.effect(*title)).sum::<f64>().exp();
        let chance = |seat: usize| self.skills[strategy(seat)] * luck[seat] * help(seat) / (seat + 3) as f64;
        let mut left = dice.share() * (0..self.players).map(chance).sum::<f64>();
        let drawn = (0..self.players).find(|seat| {
            left -= chance(*seat);
            left < 0.0
        });
        let holder = (0..self.players).find(|seat| self.sure && hand(*seat).contains(&0));
        for seat in 0..self.players {
            let win = if holder.or(drawn) == Some(seat) { WIN } else { 0 };
            let stratum = strata.index(strategy(seat), seat);
            strata.add(stratum, win);
            hand(seat).iter().for_each(|title| openings.add(*title, stratum, win));
            if self.skills.len() > 1 {
                let place = |title: &usize| title * self.skills.len() + strategy(seat);
                hand(seat).iter().for_each(|title| by_strategy.add(place(title), stratum, win));
            }
        }
    }

    /// The effect of a title.
    fn effect(self, title: usize) -> f64 {
        let mut dice = Dice((title as u64) << 48);
        let normal = (0..12).map(|_| dice.share()).sum::<f64>() - 6.0;
        self.effects * normal * if title.is_multiple_of(8) { 3.0 } else { 1.0 }
    }

    fn repeat(self, count: u64) -> (Tally, Vec<Vec<Opening>>) {
        let mut pooled = self.play(0);
        let repetition = |seed| {
            let tally = self.play(seed);
            pooled.merge(&tally);
            opening_values(&tally)
        };
        let found = (1..=count).map(repetition).collect();
        (pooled, found)
    }
}

const REPETITIONS: u64 = 100;

/// For cards without an effect: the share of 95% intervals that contain 0, the share of runs in which all simultaneous
/// intervals do, and the share of runs with a false alarm.
fn of_nothing(run: Run) -> [f64; 3] {
    let (_, found) = run.repeat(REPETITIONS);
    let level = simultaneous_level(TITLES, 0.95);
    let holds = |(low, high): (f64, f64)| low <= 0.0 && 0.0 <= high;
    let (mut once, mut alarms, mut held, mut all) = (0, 0, 0, 0);
    for openings in &found {
        let known = || openings.iter().filter(|opening| opening.n > 0);
        once += u32::from(known().all(|opening| holds(opening.interval(level))));
        held += known().filter(|opening| holds((opening.value.low, opening.value.high))).count();
        all += known().count();
        let p: Vec<f64> = known().map(Opening::p).collect();
        alarms += u32::from(benjamini_hochberg(&p).iter().any(|p| *p < 0.05));
    }
    let share = |count: u32| f64::from(count) / REPETITIONS as f64;
    [held as f64 / all as f64, share(once), share(alarms)]
}

/// Strategies that hardly ever win: a run may contain no win of theirs, and its intervals must still allow for wins, also
/// for titles that are dealt in a single block, and for all titles at once.
#[test]
fn intervals_of_a_strategy_that_seldom_wins_have_the_required_coverage() {
    const SELDOM: &[f64] = &[1.0, 0.002];
    for blocks in [8, 50] {
        let run = Run { players: 4, skills: SELDOM, blocks, sure: false, effects: 0.0 };
        let mut pooled = run.play(0);
        let tallies: Vec<Tally> = (1..=REPETITIONS).map(|seed| run.play(seed)).collect();
        tallies.iter().for_each(|tally| pooled.merge(tally));
        let truths = opening_values_by(&pooled, 1);
        let level = simultaneous_level(TITLES, 0.95);
        let (mut held, mut all, mut once) = (0, 0, 0);
        for tally in &tallies {
            let found = opening_values_by(tally, 1);
            let known = || found.iter().zip(&truths).filter(|(found, _)| found.n > 0);
            let holds = |level: f64, (found, truth): &(&Opening, &Opening)| {
                let (low, high) = found.interval(level);
                low <= truth.value.value && truth.value.value <= high
            };
            held += known().filter(|pair| holds(0.95, pair)).count();
            all += known().count();
            once += u32::from(known().all(|pair| holds(level, &pair)));
        }
        let (coverage, once) = (held as f64 / all as f64, f64::from(once) / REPETITIONS as f64);
        assert!(coverage >= 0.94 && once >= 0.94, "{blocks} blocks: {coverage} {once}");
    }
}

const ONE: &[f64] = &[1.0];
const MIXED: &[f64] = &[1.0, 0.6, 0.02];

#[test]
fn intervals_of_mixed_tables_and_short_runs_have_about_their_nominal_coverage() {
    let tables = [(6, ONE, 100), (4, &MIXED[..2], 50), (6, MIXED, 50), (3, MIXED, 100)];
    tables.into_par_iter().for_each(|(players, skills, blocks)| {
        let [held, once, alarms] = of_nothing(Run { players, skills, blocks, sure: false, effects: 0.0 });
        let name = format!("{players} players, {} strategies, {blocks} blocks", skills.len());
        assert!((0.945..=0.972).contains(&held), "{name}: {held}");
        assert!(once >= 0.92 && alarms <= 0.08, "{name}: {once} {alarms}");
    });
}

#[test]
fn very_short_runs_have_few_false_alarms() {
    let [held, once, alarms] = of_nothing(Run { players: 4, skills: MIXED, blocks: 8, sure: false, effects: 0.0 });
    assert!(held >= 0.95 && once >= 0.95 && alarms <= 0.05, "{held} {once} {alarms}");
}

#[test]
fn a_card_whose_holder_always_wins_has_an_interval_of_the_required_coverage() {
    for (skills, blocks) in [(ONE, 200), (MIXED, 50)] {
        let (pooled, found) = Run { players: 4, skills, blocks, sure: true, effects: 0.0 }.repeat(REPETITIONS);
        let truth = opening_values(&pooled)[0].value.value;
        let known = found.iter().map(|openings| openings[0].value).filter(|value| value.n > 0);
        let [held, all] = known.fold([0, 0], |[held, all], value| {
            assert!(value.low < value.high);
            [held + u32::from(value.low <= truth && truth <= value.high), all + 1]
        });
        let coverage = f64::from(held) / f64::from(all);
        assert!(truth > 0.5 && coverage >= 0.94, "{} strategies, {blocks} blocks: {coverage}", skills.len());
    }
}

#[test]
fn p_values_agree_with_the_intervals() {
    let openings = opening_values(&Run { players: 4, skills: MIXED, blocks: 60, sure: true, effects: 0.0 }.play(1));
    for opening in openings.iter().filter(|opening| opening.n > 0) {
        let p = opening.p();
        for level in [0.5, 0.9, 0.95, 0.99] {
            let (low, high) = opening.interval(level);
            assert_eq!(p < 1.0 - level, low > 0.0 || high < 0.0, "{p} {level} {low} {high}");
        }
    }
}

/// The five highest values of a list of titles and of all titles: their mean error, and the coverage and the mean width of
/// their intervals.
#[derive(Debug, Default)]
struct Found {
    bias: f64,
    held: [f64; 2],
    width: f64,
}

/// The shrunken values and the raw ones, over all strategies and repetitions of a run.
fn extremes(run: Run) -> [Found; 2] {
    let mut pooled = run.play(0);
    let tallies: Vec<Tally> = (1..=REPETITIONS).map(|seed| run.play(seed)).collect();
    tallies.iter().for_each(|tally| pooled.merge(tally));
    let mut found = [Found::default(), Found::default()];
    let strategies = run.skills.len();
    for strategy in 0..strategies {
        let truth = |truth: &Opening| if run.effects > 0.0 { truth.value.value } else { 0.0 };
        let truths: Vec<f64> = opening_values_by(&pooled, strategy).iter().map(truth).collect();
        for tally in &tallies {
            let raw = opening_values_by(tally, strategy);
            let shrunken = shrink(&raw.iter().map(Opening::noisy).collect::<Vec<_>>()).values;
            let raw = raw.iter().map(|one| (one.value.value, one.value.low, one.value.high)).collect::<Vec<_>>();
            let shrunken = shrunken.iter().map(|one| (one.value, one.low, one.high)).collect::<Vec<_>>();
            let runs = (REPETITIONS * strategies as u64) as f64;
            for (found, values) in found.iter_mut().zip([shrunken, raw]) {
                let mut order: Vec<usize> = (0..TITLES).filter(|&title| !values[title].0.is_nan()).collect();
                order.sort_by(|&one, &other| values[other].0.total_cmp(&values[one].0));
                let all = order.len();
                for (rank, title) in order.into_iter().enumerate() {
                    let ((value, low, high), truth) = (values[title], truths[title]);
                    let holds = if low <= truth && truth <= high { 1.0 } else { 0.0 };
                    found.held[0] += holds / all as f64 / runs;
                    found.width += (high - low) / all as f64 / runs;
                    if rank < 5 {
                        found.held[1] += holds / 5.0 / runs;
                        found.bias += (value - truth) / 5.0 / runs;
                    }
                }
            }
        }
    }
    found
}

#[test]
fn shrunken_values_of_the_best_titles_are_right_on_average_and_raw_ones_are_too_high() {
    let run = Run { players: 4, skills: ONE, blocks: 1000, sure: false, effects: 0.06 };
    let [shrunken, raw] = extremes(run);
    assert!(raw.bias > 0.02 && raw.held[1] < 0.88, "{raw:?}");
    assert!(shrunken.bias.abs() < 0.005 && shrunken.held[0] >= 0.94 && shrunken.held[1] >= 0.93, "{shrunken:?}");
}

#[test]
fn posterior_intervals_of_mixed_tables_in_short_runs_are_narrow_and_cover_the_truth() {
    for (skills, effects) in [(MIXED, 0.0), (&[1.0, 0.6, 0.3], 0.12)] {
        let run = Run { players: 3, skills, blocks: 33, sure: false, effects };
        let [shrunken, raw] = extremes(run);
        assert!(shrunken.held[0] >= 0.94 && shrunken.held[1] >= 0.93, "{effects}: {shrunken:?}");
        assert!(shrunken.width < 0.7 * raw.width, "{effects}: {shrunken:?} {raw:?}");
    }
}
