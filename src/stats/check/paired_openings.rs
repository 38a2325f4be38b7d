//! Paired opening values: their changes by an edit, for all titles in two passes over the games.

use super::paired::{Difference, PairedGames, difference};
use crate::run::{Further, Hands};
use crate::stats::maths::distributions::t_of;
use crate::stats::run::opening_figures::{Arm, Opened, Sitting, TitleFigures};

/// The change of a title's opening value by an edit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OpeningChange {
    /// Copies dealt in opening hands, with the deck that dealt fewer copies.
    pub deals: u64,
    /// The effective number of blocks in which it was dealt.
    pub blocks: f64,
    /// The value with the two decks.
    pub difference: Difference,
}

impl OpeningChange {
    /// The number of further deals, as a multiple of the deals so far, until the interval of the change has this half
    /// width and there are enough blocks to estimate the spread: at least 0, and NaN if nothing is known yet.
    ///
    /// It depends on how much the games differ from each other, not on the change itself, so this number of deals
    /// favours no value (Stein 1945, Ann. Math. Statist. 16, 243-258).
    pub(crate) fn more_deals(&self, half_width: f64) -> f64 {
        let Difference { error, freedom, .. } = self.difference;
        if error == 0.0 || error.is_nan() {
            return error;
        }
        let reach = t_of(0.95, freedom) * error / half_width;
        // The width falls with the root of the number of deals, so the number grows with the square.
        (reach * reach).max(MIN_BLOCKS / self.blocks).max(1.0) - 1.0
    }
}

/// Minimum number of blocks in which a title is dealt, for a reliable spread of the change of its value.
const MIN_BLOCKS: f64 = 40.0;

/// A change of an opening value. The variance is at least that of one changed deal, so that a few deals without a
/// difference are not treated as certain, unless all games are the same.
fn changed(arms: [(f64, f64); 2], [change, old, new]: [f64; 3], blocks: usize, known: f64, least: f64) -> Difference {
    let [(before, _), (after, _)] = arms;
    let deals = arms[0].1.min(arms[1].1);
    difference([before, after], [change.max(least / (deals * deals)), old, new], blocks, known)
}

impl PairedGames<'_> {
    /// Opening values, by the definition of `opening_values`, of titles given by their indices before and after the
    /// edit. `hands` are the opening hands of both decks.
    ///
    /// The residual of a block is `o_b - sum_s a_s (W_bs - base_s N_bs)`: its own part `o_b` is 0 in blocks in which
    /// the title is not dealt, and the other part is a linear form in figures that all titles share. The sum of the
    /// squared differences between the arms is therefore multiplied out, and each block only costs time for the titles
    /// dealt in it.
    pub(crate) fn opening_values(&self, hands: [&Hands; 2], titles: &[(usize, usize)]) -> Vec<OpeningChange> {
        let arms = [Opened::all(self.before, hands[0]), Opened::all(self.after, hands[1])];
        self.changes(arms, titles)
    }

    /// The differences between the opening values that two strategies have for each title of a deck: the second minus
    /// the first. `strategies` are their indices in the plans of the games before and after. Both may be in the same
    /// games. The errors take into account that the games share shuffles and dice.
    pub(crate) fn between_strategies(
        &self,
        hands: &Hands,
        titles: usize,
        [first, second]: [usize; 2],
    ) -> Vec<OpeningChange> {
        let arms = [
            Opened { strategy: Some(first), ..Opened::all(self.before, hands) },
            Opened { strategy: Some(second), ..Opened::all(self.after, hands) },
        ];
        self.changes(arms, &(0..titles).map(|title| (title, title)).collect::<Vec<_>>())
    }

    /// The opening value of a title that only the deck after the edit has, as a change from 0, which is the value of the
    /// average card of its pile.
    pub(crate) fn opening_value_after(&self, hands: &Hands, title: usize) -> Difference {
        let figure = Arm::new(Opened::all(self.after, hands), None, std::iter::once(title)).figure(0);
        let squares = figure.squares();
        difference([0.0, figure.value], [squares, 0.0, squares], self.blocks(), self.blocks() as f64)
    }

    fn changes(&self, [old, new]: [Opened<'_>; 2], titles: &[(usize, usize)]) -> Vec<OpeningChange> {
        let old = Arm::new(old, None, titles.iter().map(|pair| pair.0));
        let new = Arm::new(new, None, titles.iter().map(|pair| pair.1));
        let mut squares = Squares::new(&old, &new);
        (0..self.blocks()).for_each(|block| squares.add(block, [&old, &new]));
        let same = self.different() == 0 && old.main.strategy == new.main.strategy;
        let least = if same { 0.0 } else { 1.0 };
        let change = |title: usize| {
            let (old, new) = (&old.titles[title], &new.titles[title]);
            let (arms, blocks) = ([(old.value, old.n), (new.value, new.n)], old.blocks.min(new.blocks));
            let squares = VIEWS.map(|view| squares.of(title, view));
            let difference = changed(arms, squares, self.blocks(), blocks, least);
            OpeningChange { deals: old.n.min(new.n) as u64, blocks, difference }
        };
        (0..titles.len()).map(change).collect()
    }

    /// The change of the opening value of one title by an edit, with the further games in which it was dealt. The title
    /// is given by its indices before and after the edit.
    ///
    /// Win rates of the strata are estimated from the paired games alone, because the further games were selected by
    /// their hands. So the value is `(sum W - sum_s n_s base_s) / n` with wins and deals of both; the residual of a
    /// paired block is the usual one, with the `n_s` of both, and that of a further block is its own part `o_b`.
    pub(crate) fn opening_value_dealt_on(
        &self,
        hands: [&Hands; 2],
        (old, new): (usize, usize),
        further: &Further,
    ) -> OpeningChange {
        let more = PairedGames::new(self.before.plan, &further.pairs);
        let [before, after] = [
            (self.before, hands[0], more.before, &further.hands[0], old),
            (self.after, hands[1], more.after, &further.hands[1], new),
        ]
        .map(|(games, hands, more, dealt, title)| {
            let further = Opened::all(more, dealt);
            let arm = Arm::new(Opened::all(games, hands), Some(further), std::iter::once(title));
            (arm.figure(0), arm.titles[0].blocks)
        });
        let ((before, old), (after, new)) = (before, after);
        let (blocks, least) = (old.min(new), if self.different() > 0 { 1.0 } else { 0.0 });
        let squares = [after.less(&before).squares(), before.squares(), after.squares()];
        let arms = [(before.value, before.n as f64), (after.value, after.n as f64)];
        let difference = changed(arms, squares, before.residuals.len(), blocks, least);
        OpeningChange { deals: before.n.min(after.n), blocks, difference }
    }
}

/// The value that is squared: the change of the residuals, or the residuals of one arm.
const VIEWS: [usize; 3] = [0, 1, 2];

/// The sums of the squared differences of the residuals.
struct Squares {
    strata: usize,
    /// For each title and view: the linear form in `common`.
    forms: Vec<[Vec<f64>; VIEWS.len()]>,
    /// For each title and view: sum of `o (o - 2 z)`, where `z` is the linear form.
    own: Vec<[f64; VIEWS.len()]>,
    /// Sum over blocks of the products of the figures that all titles share.
    products: Vec<f64>,
    /// The data of one block: tables, own parts with each deck, titles dealt, and the part that all titles share.
    tables: [Vec<Sitting>; 2],
    parts: Vec<[f64; 2]>,
    dealt: Vec<usize>,
    common: Vec<f64>,
}

impl Squares {
    fn new(old: &Arm<'_>, new: &Arm<'_>) -> Squares {
        let strata = old.base.len();
        // Wins above the base are stored as their change and as their value before: those of the new deck are the sum
        // of both.
        let form = |(old, new): (&TitleFigures, &TitleFigures)| {
            let [was, is] = [&old.shares, &new.shares];
            let change: Vec<f64> = is.iter().zip(was).map(|(new, old)| new - old).collect();
            let none = vec![0.0; strata];
            [[&is[..], &change[..]].concat(), [&none[..], &was[..]].concat(), [&is[..], &is[..]].concat()]
        };
        Squares {
            strata,
            forms: old.titles.iter().zip(&new.titles).map(form).collect(),
            own: vec![[0.0; VIEWS.len()]; old.titles.len()],
            products: vec![0.0; 4 * strata * strata],
            tables: [Vec::new(), Vec::new()],
            parts: vec![[0.0; 2]; old.titles.len()],
            dealt: Vec::new(),
            common: vec![0.0; 2 * strata],
        }
    }

    /// Second pass: adds a block.
    fn add(&mut self, block: usize, arms: [&Arm<'_>; 2]) {
        self.common.fill(0.0);
        for (which, arm) in arms.into_iter().enumerate() {
            arm.main.sit_down(block, &mut self.tables[which]);
            self.add_common(which, arm);
            let (parts, dealt) = (&mut self.parts, &mut self.dealt);
            arm.each_deal(arm.main, block, &self.tables[which], |place, sitting| {
                let title = &arm.titles[place];
                parts[place][which] += (sitting.win - arm.base[sitting.stratum] - title.value) / title.n;
                dealt.push(place);
            });
        }
        // A title with several copies, or in several games of the block, is listed several times; its own part is
        // complete only now.
        self.dealt.sort_unstable();
        self.dealt.dedup();
        for place in self.dealt.drain(..) {
            let [old, new] = std::mem::take(&mut self.parts[place]);
            for (view, own) in [new - old, old, new].into_iter().enumerate() {
                let form = dot(&self.forms[place][view], &self.common);
                // `(o - z)^2` without its part `z^2`, which `products` gives for all titles at once.
                self.own[place][view] += own * (own - 2.0 * form);
            }
        }
        for (row, left) in self.products.chunks_exact_mut(2 * self.strata).zip(&self.common) {
            row.iter_mut().zip(&self.common).for_each(|(sum, right)| *sum += left * right);
        }
    }

    /// Wins above the base of each stratum: first their change, then their value before.
    fn add_common(&mut self, which: usize, arm: &Arm<'_>) {
        let (change, old) = self.common.split_at_mut(self.strata);
        for &Sitting { stratum, win } in &self.tables[which] {
            let beyond = win - arm.base[stratum];
            if which == 0 {
                old[stratum] += beyond;
            } else {
                change[stratum] += beyond;
            }
        }
        if which == 1 {
            change.iter_mut().zip(old).for_each(|(change, old)| *change -= *old);
        }
    }

    /// The sum of a title. Rounding cannot make it negative.
    fn of(&self, title: usize, view: usize) -> f64 {
        let form = &self.forms[title][view];
        let rows = self.products.chunks_exact(2 * self.strata).map(|row| dot(form, row));
        let squares = self.own[title][view] + rows.zip(form).map(|(row, left)| row * left).sum::<f64>();
        // Not `max`, which would turn an unknown number into 0.
        if squares < 0.0 { 0.0 } else { squares }
    }
}

fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deck::language::PlayerCounts;
    use crate::ids::{Seat, SeatSet};
    use crate::random::mix;
    use crate::run::{Dealt, Pairs, Plan, Played};
    use crate::stats::{Figure, PlayedGames};

    const TITLES: u64 = 9;

    /// Games of two strategies and three players, decided by chance and sometimes without a winner.
    fn games(plan: &Plan, salt: u64) -> Vec<Played> {
        let game = |game: u64| {
            let dice = mix(game ^ salt << 40);
            let winners = SeatSet::from_bits(if dice.is_multiple_of(11) { 0 } else { 1 << ((dice >> 8) % 3) });
            Played { winners, first: Seat((mix(game) % 3) as u8), turns: 9, deaths: 0, signature: dice }
        };
        (0..plan.games()).map(game).collect()
    }

    fn hands(plan: &Plan, salt: u64) -> Hands {
        let mut hands = Hands::default();
        for block in 0..plan.blocks() {
            let title = |seat: u64, card: u64| (mix(block << 20 | salt << 8 | seat << 4 | card) % TITLES) as u16;
            let cards = (0..3).flat_map(|seat| (0..2).map(move |card| (seat, card)));
            hands.push(cards.map(|(seat, card)| Dealt { seat: Seat(seat as u8), title: title(seat, card) }));
        }
        hands
    }

    fn plan() -> Plan {
        Plan::new(3, PlayerCounts { min: 3, max: 6 }, &[0, 1], 1, 600).expect("a plan")
    }

    #[test]
    fn changes_computed_together_equal_those_of_each_title() {
        let plan = plan();
        let (before, mut after) = (games(&plan, 1), games(&plan, 1));
        after.iter_mut().zip(games(&plan, 2)).step_by(3).for_each(|(old, new)| *old = new);
        let pairs = Pairs { before, after, ..Pairs::default() };
        let (old, mut new) = (hands(&plan, 1), hands(&plan, 2));
        let paired = PairedGames::new(&plan, &pairs);
        for changed in [false, true] {
            let new = if changed { std::mem::take(&mut new) } else { old.clone() };
            let titles: Vec<(usize, usize)> =
                (1..TITLES as usize).map(|title| (title, TITLES as usize - title)).collect();
            let found = paired.opening_values([&old, &new], &titles);
            for (found, (one, other)) in found.iter().zip(&titles) {
                let Figure { value: before, residuals: old, .. } = paired.before.opening_value(&old, *one);
                let Figure { value: after, residuals: new, .. } = paired.after.opening_value(&new, *other);
                let squares: f64 = old.iter().zip(&new).map(|(old, new)| (new - old).powi(2)).sum();
                let blocks = found.blocks;
                let one_more = 1.0 / (found.deals as f64).powi(2);
                assert_eq!((found.difference.before, found.difference.after), (before, after));
                let error = (blocks / (blocks - 1.0) * squares.max(one_more)).sqrt();
                assert!((found.difference.error - error).abs() < 1e-12, "{} {error}", found.difference.error);
                let squares: f64 = old.iter().chain(&new).map(|residual| residual * residual).sum();
                let unpaired = (blocks / (blocks - 1.0) * squares).sqrt();
                assert!((found.difference.unpaired() - unpaired).abs() < 1e-12, "{unpaired}");
            }
        }
    }

    /// The error of the difference between two strategies by leaving out each block in turn.
    fn jackknife(plan: &Plan, hands: &Hands, tables: [&[Played]; 2], strategies: [usize; 2], title: usize) -> f64 {
        let (blocks, seatings) = (plan.blocks() as usize, plan.seatings().len());
        let value = |skip: usize| {
            let kept = |played: &[Played]| [&played[..skip * seatings], &played[(skip + 1) * seatings..]].concat();
            let tables = tables.map(kept);
            let mut left = Hands::default();
            (0..blocks)
                .filter(|block| *block != skip)
                .for_each(|block| left.push(hands.of_block(block).iter().copied()));
            let [one, other] = tables.each_ref().map(|played| PlayedGames::new(plan, played));
            let changes = PairedGames::of_tables(one, other).between_strategies(&left, TITLES as usize, strategies);
            changes[title].difference.change.value
        };
        let values: Vec<f64> = (0..blocks).map(value).collect();
        let mean = values.iter().sum::<f64>() / blocks as f64;
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        ((blocks as f64 - 1.0) / blocks as f64 * squares).sqrt()
    }

    #[test]
    fn the_difference_of_two_strategies_at_one_table_or_two_has_the_error_of_the_jackknife() {
        let plan = plan();
        let (hands, title) = (hands(&plan, 1), 4);
        let (one, mut other) = (games(&plan, 1), games(&plan, 2));
        other.iter_mut().zip(games(&plan, 1)).step_by(3).for_each(|(new, same)| *new = same);
        for (second, strategies) in [(&other, [0, 0]), (&one, [0, 1])] {
            let tables = [PlayedGames::new(&plan, &one), PlayedGames::new(&plan, second)];
            let found =
                PairedGames::of_tables(tables[0], tables[1]).between_strategies(&hands, TITLES as usize, strategies);
            let Difference { change, error, errors, .. } = found[title].difference;
            let jackknife = jackknife(&plan, &hands, [&one, second], strategies, title);
            assert!((error / jackknife - 1.0).abs() < 0.03, "{strategies:?}: {error} {jackknife}");
            assert!(change.low < change.value && errors.iter().all(|error| *error > 0.0));
        }
    }

    #[test]
    fn a_strategy_does_not_differ_from_itself() {
        let plan = plan();
        let (hands, played) = (hands(&plan, 1), games(&plan, 1));
        let games = PlayedGames::new(&plan, &played);
        let found = PairedGames::of_tables(games, games).between_strategies(&hands, TITLES as usize, [1, 1]);
        assert!(found.iter().all(|change| (change.difference.change.value, change.difference.error) == (0.0, 0.0)));
        assert!(found.iter().all(|change| (change.difference.correlation() - 1.0).abs() < 1e-12));
    }

    /// Games after the first `blocks` blocks in which a title is in an opening hand.
    fn further(plan: &Plan, title: u16, blocks: usize) -> (Pairs, Further) {
        let (mut before, mut after) = (games(plan, 1), games(plan, 2));
        let (mut further, hands) = (Further::default(), hands(plan, 1));
        let seatings = plan.seatings().len();
        for block in blocks..plan.blocks() as usize {
            let dealt = hands.of_block(block);
            if dealt.iter().any(|dealt| dealt.title == title) {
                further.pairs.before.extend_from_slice(&before[block * seatings..][..seatings]);
                further.pairs.after.extend_from_slice(&after[block * seatings..][..seatings]);
                further.hands.iter_mut().for_each(|hands| hands.push(dealt.iter().copied()));
            }
        }
        before.truncate(blocks * seatings);
        after.truncate(blocks * seatings);
        (Pairs { before, after, ..Pairs::default() }, further)
    }

    #[test]
    fn more_deals_are_requested_until_the_interval_is_narrow_enough() {
        let from = |blocks, error| {
            let difference = difference([0.0, 0.3], [error, 1.0, 1.0], 200, blocks);
            OpeningChange { deals: 100, blocks, difference }
        };
        let opening = |error| from(80.0, error);
        let reach = t_of(0.95, 79.0) * opening(0.01).difference.error;
        assert!(
            (opening(0.01).more_deals(reach / 3.0) - 8.0).abs() < 1e-9,
            "a third of the width takes nine times the deals"
        );
        assert_eq!(opening(0.01).more_deals(2.0 * reach), 0.0);
        assert_eq!(opening(0.0).more_deals(0.001), 0.0, "nothing changed");
        assert!(opening(f64::NAN).more_deals(0.1).is_nan());
        assert_eq!(from(10.0, 0.01).more_deals(9.0), 3.0, "ten blocks are too few to estimate the spread");
    }

    #[test]
    fn dealing_on_adds_deals_and_keeps_the_win_rates() {
        let (plan, title) = (plan(), 4);
        let (pairs, more) = further(&plan, title, 120);
        let (hands, place) = (hands(&plan, 1), usize::from(title));
        let paired = PairedGames::new(&plan, &pairs);
        let found = paired.opening_value_dealt_on([&hands, &hands], (place, place), &more);
        let arm = Arm::new(Opened::all(paired.before, &hands), None, std::iter::once(place));
        let (mut n, mut beyond, mut table) = (0, 0.0, Vec::new());
        let all = PlayedGames { plan: &plan, played: &games(&plan, 1) };
        let opened = Opened::all(all, &hands);
        for block in 0..opened.games.blocks() {
            opened.sit_down(block, &mut table);
            opened.each_deal(block, &table, |dealt, sitting| {
                if dealt == place {
                    n += 1;
                    beyond += sitting.win - arm.base[sitting.stratum];
                }
            });
        }
        assert_eq!(found.deals, n);
        assert!((found.difference.before - beyond / n as f64).abs() < 1e-12);
    }

    #[test]
    fn the_error_after_dealing_on_agrees_with_the_jackknife() {
        let (plan, title) = (plan(), 4);
        let (pairs, more) = further(&plan, title, 150);
        let hands = hands(&plan, 1);
        let value = |skip: usize| {
            let without = |from: &Pairs, skip: Option<usize>| {
                let keep = |games: &[Played]| {
                    let blocks = games.chunks(plan.seatings().len()).enumerate();
                    blocks.filter(|(block, _)| Some(*block) != skip).flat_map(|(_, games)| games.to_vec()).collect()
                };
                Pairs { before: keep(&from.before), after: keep(&from.after), ..Pairs::default() }
            };
            let hands_without = |from: &Hands, blocks: usize, skip: Option<usize>| {
                let mut hands = Hands::default();
                (0..blocks).filter(|block| Some(*block) != skip).for_each(|block| {
                    hands.push(from.of_block(block).iter().copied());
                });
                hands
            };
            let (main, beyond) = if skip < 150 { (Some(skip), None) } else { (None, Some(skip - 150)) };
            let pairs = without(&pairs, main);
            let further = Further {
                pairs: without(&more.pairs, beyond),
                hands: [0, 1].map(|arm| hands_without(&more.hands[arm], more.hands[arm].blocks(), beyond)),
                ..Further::default()
            };
            let hands = hands_without(&hands, 150, main);
            let title = (usize::from(title), usize::from(title));
            let found = PairedGames::new(&plan, &pairs).opening_value_dealt_on([&hands, &hands], title, &further);
            found.difference
        };
        let blocks = 150 + more.hands[0].blocks();
        let values: Vec<f64> = (0..blocks).map(|skip| value(skip).change.value).collect();
        let mean = values.iter().sum::<f64>() / blocks as f64;
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        let jackknife = ((blocks as f64 - 1.0) / blocks as f64 * squares).sqrt();
        let error = value(usize::MAX).error;
        assert!((error / jackknife - 1.0).abs() < 0.02, "{error} {jackknife}");
    }

    #[test]
    fn equal_games_have_no_change_and_no_error() {
        let (plan, hands) = (plan(), hands(&plan(), 1));
        let (before, after) = (games(&plan, 1), games(&plan, 1));
        let pairs = Pairs { before, after, ..Pairs::default() };
        let found = PairedGames::new(&plan, &pairs).opening_values([&hands, &hands], &[(0, 0), (5, 5), (100, 100)]);
        for change in &found[..2] {
            assert!(change.deals > 0);
            assert_eq!((change.difference.change.value, change.difference.error), (0.0, 0.0));
        }
        assert!(found[2].deals == 0 && found[2].difference.change.value.is_nan());
    }
}
