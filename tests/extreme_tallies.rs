//! Tallies of ten billion games with the largest numbers that a deck allows: every sum is exact. An overflow panics here.

use kickdoor::game::DrawWhy;
use kickdoor::ids::{BySeat, CardId, Seat, SeatSet};
use kickdoor::run::Tally;
use kickdoor::run::tally::{
    Count, Counts, Drawer, Draws, FINE, FightResult, Fights, Handled, Mark, Openings, Race, Shape, Sheet, Strata, WAYS,
    WIN, Way,
};
use kickdoor::stats::{draw_values, opening_values, strategy_rate, summary};

const SEATS: u8 = 6;
/// Games of a block: one for each rotation.
const GAMES: u64 = 6;
/// Maximum number of cards of one title in an opening hand.
const DEAL: u64 = 8;
/// Maximum number of steps of a game, each of which may count something once.
const STEPS: u64 = TURNS * 1_000_000;
/// The largest amount that one event adds to a count.
const AMOUNT: u64 = u32::MAX as u64;
/// Gold of a sale of every card of a large deck, at double price, in each turn.
const TURNS: u64 = 60_000;
const SALE: u32 = 2 * 1024 * 20_000;
/// Cards drawn from a pile between two shuffles, at most.
const PILE: i64 = 1024;
/// Number of times that the tally is doubled: to more than ten billion games.
const DOUBLINGS: u32 = 31;

/// A block in which one strategy wins every game, and everything happens as often as possible.
fn block() -> Tally {
    let seats = usize::from(SEATS);
    let mut tally = Tally::new(Shape { players: seats, strategies: seats, titles: 1, cards: 64, uses: 1 });
    let (mut strata, mut by_strategy) = (Strata::new(seats, seats), Openings::new(seats, seats * seats));
    let (mut openings, mut draws) = (Openings::new(1, seats * seats), Draws::new(1, seats));
    let (mut counts, mut sheet) = (Counts::default(), Sheet::<1>::default());
    tally.draws = kickdoor::run::tally::DrawTally::new(1, seats);
    let (mut race, mut fights, mut turns) = (Race::default(), Fights::new(1), Vec::new());
    for game in 0..GAMES as usize {
        for seat in 0..seats {
            let (strategy, win) = ((seat + game) % seats, if (seat + game).is_multiple_of(seats) { WIN } else { 0 });
            let stratum = strata.index(strategy, seat);
            strata.add(stratum, win);
            for _ in 0..DEAL {
                openings.add(0, stratum, win);
                by_strategy.add(strategy, stratum, win);
            }
            let drawer = Drawer { seat: Seat(seat as u8), strategy, way: Way::from(DrawWhy::Kick) };
            draws.draw(0, drawer, win);
            WAYS.iter().for_each(|way| draws.differ(0, strategy, *way as usize, PILE * WIN as i64 * FINE));
        }
        let all = BySeat([(0..64).map(CardId).collect(); 6]);
        sheet.add(&mut tally.cards, &Handled { seen: all, played: all, tabled: all }, SeatSet::from_bits(1));
        race.add(Mark::LeaderAtHalf, Some(WIN));
        (0..10 * TURNS).for_each(|_| fights.add(FightResult { level: 20, title: 0, won: true }));
        turns.push(TURNS as u16);
        counts.decision(0);
        for count in [Count::Turns, Count::FightsWon, Count::Fights, Count::HostilePlays] {
            (0..STEPS / AMOUNT + 1).for_each(|_| counts.add(count, u32::MAX));
        }
        (0..TURNS).for_each(|_| counts.add(Count::GoldSold, SALE));
    }
    sheet.close(&mut tally.cards);
    tally.openings.add_block(&mut openings, &strata);
    tally.openings_by_strategy.add_block(&mut by_strategy, &strata);
    tally.strata.add_block(&mut strata);
    tally.draws.add_block(&mut draws);
    tally.race.add_block(&mut race);
    tally.fights.add_block(&mut fights);
    tally.lengths.add_block(&mut turns);
    tally.counts.add_block(&mut counts);
    (tally.blocks, tally.games) = (1, GAMES);
    tally
}

#[test]
fn sums_of_ten_billion_extreme_games_are_exact() {
    let one = block();
    let mut all = one.clone();
    for _ in 0..DOUBLINGS {
        let half = all.clone();
        all.merge(&half);
    }
    assert!(all.games > 10_000_000_000);
    let times = 1_u128 << DOUBLINGS;
    for count in [Count::Turns, Count::HostilePlays, Count::GoldSold] {
        let (metric, a_game) = (count as usize, one.counts.sum(count as usize) / u128::from(GAMES));
        assert!(a_game >= u128::from(STEPS));
        assert_eq!(all.counts.sum(metric), a_game * u128::from(GAMES) * times);
        assert_eq!(all.counts.square(metric), (a_game * u128::from(GAMES)).pow(2) * times);
    }
    assert_eq!(all.counts.product(0), one.counts.product(0) * times);
    let (block, openings) = (one.openings.title(0), all.openings.title(0));
    assert_eq!(u128::from(block.square()), u128::from(GAMES * DEAL * WIN).pow(2));
    assert_eq!(u128::from(openings.square()), u128::from(block.square()) * times);
    let [draw, draws] = [&one, &all].map(|tally| tally.draws.of(0, 0).expect("draws").all);
    assert_eq!(draws.difference, draw.difference * times as i128);
    assert_eq!(draws.difference_square, draw.difference_square * times);
    for metric in summary(&all) {
        let value = metric.estimate.value;
        assert!(value.is_nan() || value.is_finite() && value >= 0.0, "a share of nothing is NaN: {metric:?}");
    }
    let turns = summary(&all).into_iter().find(|metric| metric.name == "turns").expect("a line").estimate;
    assert!(turns.value >= STEPS as f64 && turns.low <= turns.value && turns.value <= turns.high, "{turns:?}");
    assert!((turns.high / turns.low - 1.0).abs() < 1e-9, "equal blocks: {turns:?}");
    assert_eq!(strategy_rate(&all, 0).rate.value, 1.0);
    assert!(opening_values(&all)[0].value.value.abs() < 1e-12);
    assert_eq!(draw_values(&all, 0).len(), 1);
}
