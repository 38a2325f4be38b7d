//! Paired opening values: their changes by an edit, from the sums of pairs of games.

use super::paired::{Difference, PairedGames, difference};
use crate::run::tally::WIN;
use crate::run::{Hands, PairCounter, PairSums, PairedTitle};
use crate::stats::maths::distributions::t_of;

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

impl PairedGames<'_> {
    /// The sums of the pairs, with the deals of these titles to all seats or to one strategy of each table. `hands` are the
    /// opening hands of both decks.
    pub(crate) fn sums(&self, hands: [&Hands; 2], titles: &[PairedTitle], strategies: [Option<usize>; 2]) -> PairSums {
        let games = [self.before, self.after];
        let mut counter = PairCounter::new(games.map(|games| games.plan), strategies, titles);
        for block in 0..self.blocks() {
            let games = games.map(|games| games.of_block(block));
            counter.add(block as u64, games, hands.map(|hands| hands.of_block(block)));
        }
        counter.into_tally()
    }

    /// The changes of the opening values of titles given by their indices before and after the edit.
    pub(crate) fn opening_values(&self, hands: [&Hands; 2], titles: &[(usize, usize)]) -> Vec<OpeningChange> {
        let paired: Vec<PairedTitle> = titles.iter().map(|&(old, new)| (Some(old), Some(new))).collect();
        let sums = self.sums(hands, &paired, [None; 2]);
        let sums = PairedSums::new(&sums);
        (0..titles.len()).map(|title| sums.opening_value(title)).collect()
    }

    /// The differences between the opening values that two strategies have for each title of a deck: the second minus
    /// the first. `strategies` are their indices in the plans of the games before and after. Both may be in the same
    /// games. The errors take into account that the games share shuffles and dice.
    pub(crate) fn between_strategies(
        &self,
        hands: &Hands,
        titles: usize,
        strategies: [usize; 2],
    ) -> Vec<OpeningChange> {
        let all: Vec<PairedTitle> = (0..titles).map(|title| (Some(title), Some(title))).collect();
        let sums = self.sums([hands; 2], &all, strategies.map(Some));
        let different = sums.identical < sums.games || strategies[0] != strategies[1];
        let sums = PairedSums { different, ..PairedSums::new(&sums) };
        (0..titles).map(|title| sums.opening_value(title)).collect()
    }
}

/// A linear form of the figures and of the deals of a title with one deck: the residual of a block.
struct Residual {
    figures: Vec<f64>,
    deals: Vec<f64>,
}

/// Forms of the change of the figures, and of their old values.
type Views = [[Vec<f64>; 2]; 3];

/// The views of two forms: their difference, the old one and the new one.
fn views([old, new]: [&[f64]; 2]) -> Views {
    let (none, change) = (vec![0.0; old.len()], new.iter().zip(old).map(|(new, old)| new - old).collect());
    // `new * is - old * was` is `new * (is - was) + (new - old) * was`.
    [[new.to_vec(), change], [none, old.to_vec()], [new.to_vec(), new.to_vec()]]
}

/// A title with one deck.
struct TitleSums {
    n: f64,
    value: f64,
    /// The effective number of blocks in which it was dealt, `n^2 / sum_b n_b^2`.
    blocks: f64,
    residual: Residual,
}

/// Paired differences from the sums of pairs of games, by the definitions of `PairedGames` and `PlayedGames`.
///
/// The residual of a block is a linear form in its figures and deals, with factors that are known only at the end. The sum
/// of its squares is therefore the quadratic form of the sums of their products.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PairedSums<'a> {
    sums: &'a PairSums,
    different: bool,
}

impl<'a> PairedSums<'a> {
    /// The differences of these pairs.
    pub(crate) fn new(sums: &'a PairSums) -> Self {
        PairedSums { sums, different: sums.identical < sums.games }
    }

    /// Number of blocks.
    pub(crate) fn blocks(&self) -> usize {
        self.sums.blocks as usize
    }

    /// Mean turns per game.
    pub(crate) fn turns(&self) -> Difference {
        self.mean(1.0, |figures| figures[2 * self.sums.strata()] = 1)
    }

    /// Win rate of the first turn position minus that of the last.
    pub(crate) fn position_gap(&self) -> Difference {
        let (players, strata) = (self.sums.players(), self.sums.strata());
        self.mean(WIN as f64, |figures| {
            for wins in figures[..strata].chunks_mut(players) {
                wins[0] = 1;
                wins[players - 1] = -1;
            }
        })
    }

    /// The change of the mean per game of a form of the figures, in a unit.
    fn mean(&self, unit: f64, set: impl Fn(&mut [i64])) -> Difference {
        let (games, count) = (self.sums.games as f64 * unit, self.sums.figure_count());
        let forms = [[true, false], [false, true], [true, true]].map(|parts| {
            let mut form = vec![0; 2 * count];
            form.chunks_mut(count).zip(parts).filter(|(_, is_in)| *is_in).for_each(|(form, _)| set(form));
            self.sums.moments(&form)
        });
        let blocks = i128::from(self.sums.blocks);
        // In whole numbers, without cancellation errors: equal blocks have no scatter.
        let scatter = |[sum, square]: [i128; 2]| (blocks * square - sum * sum) as f64 / blocks as f64;
        let squares = forms.map(|moments| scatter(moments) / (games * games));
        // At least the variance of one game in which the figure changed by 1, so that a few unchanged games are not treated
        // as certain.
        let least = if self.different { 1.0 / (self.sums.games as f64).powi(2) } else { 0.0 };
        let values = [forms[1][0] as f64 / games, forms[2][0] as f64 / games];
        let squares = [squares[0].max(least), squares[1], squares[2]];
        difference(values, squares, self.blocks(), self.sums.blocks as f64)
    }

    /// The change of the opening value of a title, by its place in the list.
    pub(crate) fn opening_value(&self, title: usize) -> OpeningChange {
        self.change(title, None)
    }

    /// The same with further games in which it was dealt, and its place among their titles.
    ///
    /// Win rates of the strata are estimated from the paired games alone, because the further games were selected by
    /// their hands. So the value is `(sum W - sum_s n_s base_s) / n` with wins and deals of both; the residual of a
    /// paired block is the usual one, with the `n_s` of both, and that of a further block is its own part `o_b`.
    pub(crate) fn opening_value_dealt_on(&self, title: usize, further: (&PairSums, usize)) -> OpeningChange {
        self.change(title, Some(further))
    }

    /// The opening value of a title that only the deck after the edit has, as a change from 0, which is the value of the
    /// average card of its pile.
    pub(crate) fn opening_value_after(&self, title: usize) -> Difference {
        let TitleSums { value, residual: Residual { figures, deals }, .. } = self.title(title, None, 1);
        let squares = positive(self.sums.squared_forms(title, &[&deals[..]; 2].concat(), &[&figures[..]; 2].concat()));
        difference([0.0, value], [squares, 0.0, squares], self.blocks(), self.blocks() as f64)
    }

    fn change(&self, title: usize, further: Option<(&PairSums, usize)>) -> OpeningChange {
        let [old, new] = [0, 1].map(|arm| self.title(title, further, arm));
        let figures = views([&old.residual.figures, &new.residual.figures]);
        let deals = views([&old.residual.deals, &new.residual.deals]);
        let squares = [0, 1, 2].map(|view| {
            let (deals, figures) = (deals[view].concat(), figures[view].concat());
            // Only the deals of the further games count.
            let more = further.map(|(more, title)| more.squared_forms(title, &deals, &vec![0.0; figures.len()]));
            positive(self.sums.squared_forms(title, &deals, &figures) + more.unwrap_or(0.0))
        });
        let (blocks, n) = (old.blocks.min(new.blocks), old.n.min(new.n));
        // The variance is at least that of one changed deal, so that a few deals without a difference are not treated as
        // certain, unless all games are the same.
        let least = if self.different { 1.0 / (n * n) } else { 0.0 };
        let all = self.blocks() + further.map_or(0, |(more, _)| more.blocks as usize);
        let squares = [squares[0].max(least), squares[1], squares[2]];
        OpeningChange { deals: n as u64, blocks, difference: difference([old.value, new.value], squares, all, blocks) }
    }

    /// A title with one deck. The residual of a block is `o_b - sum_s a_s (W_bs - base_s N_bs)`, where its own part is
    /// `o_b = (w_b - sum_s n_bs (base_s + value)) / n`, and `a_s` are the deals per game of a stratum and per deal.
    fn title(&self, title: usize, further: Option<(&PairSums, usize)>, arm: usize) -> TitleSums {
        let (strata, win) = (self.sums.strata(), WIN as f64);
        let figures = self.sums.figure_sums(arm);
        let mut deals = self.sums.deal_sums(title, arm);
        let mut squared = self.sums.squared_deals(title, arm);
        if let Some((more, title)) = further {
            deals.iter_mut().zip(more.deal_sums(title, arm)).for_each(|(sum, more)| *sum += more);
            squared += more.squared_deals(title, arm);
        }
        // A stratum without games has no deals either, so its rate of 0 is never used.
        let games: Vec<f64> = figures[strata..2 * strata].iter().map(|games| (*games).max(1) as f64).collect();
        let base: Vec<f64> = figures.iter().zip(&games).map(|(wins, games)| *wins as f64 / win / games).collect();
        let seen: Vec<f64> = deals[1..].iter().map(|seen| *seen as f64).collect();
        let n = seen.iter().sum::<f64>();
        let value = (deals[0] as f64 / win - dot(&base, &deals[1..])) / n;
        let shares: Vec<f64> = seen.iter().zip(&games).map(|(seen, games)| seen / games / n).collect();
        let wins = shares.iter().map(|share| -share / win);
        let residual = Residual {
            figures: wins.chain(shares.iter().zip(&base).map(|(share, base)| share * base)).chain([0.0; 2]).collect(),
            deals: std::iter::once(1.0 / n / win).chain(base.iter().map(|base| -(base + value) / n)).collect(),
        };
        TitleSums { n, value, blocks: n * n / squared as f64, residual }
    }
}

fn dot(form: &[f64], sums: &[i64]) -> f64 {
    form.iter().zip(sums).map(|(factor, sum)| factor * *sum as f64).sum()
}

/// A sum of squares: rounding cannot make it negative.
fn positive(squares: f64) -> f64 {
    // Not `max`, which would turn an unknown number into 0.
    if squares < 0.0 { 0.0 } else { squares }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deck::language::PlayerCounts;
    use crate::ids::{Seat, SeatSet};
    use crate::random::mix;
    use crate::run::{Dealt, Pairs, Plan, Played};
    use crate::stats::run::opening_figures::{Arm, Opened};
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

    #[test]
    fn sums_give_the_differences_of_the_games() {
        let plan = plan();
        let (before, mut after) = (games(&plan, 1), games(&plan, 1));
        after.iter_mut().zip(games(&plan, 2)).step_by(5).for_each(|(old, new)| *old = Played { turns: 12, ..new });
        let (hands, titles) = (hands(&plan, 1), [(Some(1), Some(1)), (None, Some(4))]);
        let mut all = Vec::new();
        for after in [after, before.clone()] {
            let pairs = Pairs { before: before.clone(), after, ..Pairs::default() };
            let games = PairedGames::new(&plan, &pairs);
            let sums = games.sums([&hands; 2], &titles, [None; 2]);
            let found = PairedSums::new(&sums);
            let own = games.after.opening_value(&hands, 4);
            let (blocks, squares) = (found.blocks(), own.squares());
            let own = difference([0.0, own.value], [squares, 0.0, squares], blocks, blocks as f64);
            let exact = [games.turns(), games.position_gap(), own];
            let found = [found.turns(), found.position_gap(), found.opening_value_after(1)];
            for (found, exact) in found.iter().zip(&exact) {
                let list = |one: &Difference| [one.before, one.after, one.error, one.errors[0], one.errors[1]];
                let near = list(found).iter().zip(list(exact)).all(|(found, exact)| (found - exact).abs() < 1e-12);
                assert!(near && found.change.n == exact.change.n, "{found:?} {exact:?}");
            }
            assert_eq!((sums.identical, sums.witness), (pairs.identical(), pairs.witness().map(|game| game as u64)));
            let both = pairs.sums();
            assert_eq!((sums.games, sums.unfinished, sums.signature), (both.games, both.unfinished, both.signature));
            all.push(found.map(|one| one.error));
        }
        assert!(all[0].iter().all(|error| *error > 0.0));
        assert_eq!(all[1][..2], [0.0; 2], "equal games");
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

    /// Pairs of games that were selected by their opening hands.
    #[derive(Default)]
    struct Dealings {
        pairs: Pairs,
        hands: [Hands; 2],
    }

    /// The change of the opening value of a title from ordinary and further pairs.
    fn dealt_on(plan: &Plan, pairs: &Pairs, hands: &Hands, title: u16, more: &Dealings) -> OpeningChange {
        let titles = [(Some(usize::from(title)), Some(usize::from(title)))];
        let further = PairedGames::new(plan, &more.pairs).sums([&more.hands[0], &more.hands[1]], &titles, [None; 2]);
        let sums = PairedGames::new(plan, pairs).sums([hands; 2], &titles, [None; 2]);
        PairedSums::new(&sums).opening_value_dealt_on(0, (&further, 0))
    }

    /// Games after the first `blocks` blocks in which a title is in an opening hand.
    fn further(plan: &Plan, title: u16, blocks: usize) -> (Pairs, Dealings) {
        let (mut before, mut after) = (games(plan, 1), games(plan, 2));
        let (mut further, hands) = (Dealings::default(), hands(plan, 1));
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
        let found = dealt_on(&plan, &pairs, &hands, title, &more);
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
            let further = Dealings {
                pairs: without(&more.pairs, beyond),
                hands: [0, 1].map(|arm| hands_without(&more.hands[arm], more.hands[arm].blocks(), beyond)),
            };
            let hands = hands_without(&hands, 150, main);
            dealt_on(&plan, &pairs, &hands, title, &further).difference
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
