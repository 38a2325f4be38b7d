//! The judgement: metrics that decide, named before a game is played, and the list of cards for screening.

use crate::cli::setup::Setup;
use crate::deck::{Changes, Kind};
use crate::report::check::CheckRow;
use crate::report::moved::{MovedRow, moved_rows};
use crate::run::{Hands, Pairs};
use crate::stats::{Difference, OpeningChange, PairedGames, verdicts};

/// What the pairs of games come to.
pub(super) struct Judgement {
    pub(super) metrics: Vec<CheckRow>,
    pub(super) moved: Vec<MovedRow>,
}

/// A metric before it is judged.
struct Metric {
    name: String,
    difference: Difference,
    margin: f64,
    points: bool,
}

/// Judges the pairs that were played.
pub(super) fn judge<const W: usize>(
    before: &Setup<W>,
    after: &Setup<W>,
    pairs: &Pairs,
    changes: &Changes<W>,
    margin: f64,
) -> Judgement {
    let games = PairedGames::new(&before.plan, pairs);
    let hands = [before, after].map(|setup| {
        let mut hands = Hands::default();
        hands.deal_up_to(games.blocks(), &setup.deck, &before.plan);
        hands
    });
    let openings = games.opening_values([&hands[0], &hands[1]], &changes.shared);
    let metrics = metrics(before, games, changes, &openings, margin);
    let judged: Vec<(Difference, f64)> = metrics.iter().map(|metric| (metric.difference, metric.margin)).collect();
    let rows = metrics.into_iter().zip(verdicts(&judged));
    let titles: Vec<usize> = changes.shared.iter().map(|pair| pair.0).collect();
    Judgement {
        metrics: rows
            .map(|(Metric { name, difference, margin, points }, verdict)| {
                CheckRow::new(name, &difference, margin, points, verdict)
            })
            .collect(),
        moved: moved_rows(&before.deck, &titles, &openings),
    }
}

/// Length, the gap between first and last turn position, the opening values of each identity that both decks have and
/// of each edited card.
fn metrics<const W: usize>(
    before: &Setup<W>,
    games: PairedGames<'_>,
    changes: &Changes<W>,
    openings: &[OpeningChange],
    margin: f64,
) -> Vec<Metric> {
    let (deck, turns) = (&before.deck, games.turns());
    let of_wins = |name: String, difference| Metric { name, difference, margin, points: true };
    let length = Metric { margin: margin * turns.before, points: false, ..of_wins("turns".to_owned(), turns) };
    let gap = of_wins("gap between first and last position".to_owned(), games.position_gap());
    let decides = |pair: &(usize, usize)| {
        deck.card(deck.titles[pair.0].first).kind == Kind::Identity || changes.edited.contains(pair)
    };
    let deciding = changes.shared.iter().zip(openings).filter(|(pair, _)| decides(pair));
    let values = deciding
        .map(|(pair, opening)| of_wins(format!("opening value of {}", deck.titles[pair.0].name), opening.difference));
    [length, gap].into_iter().chain(values).collect()
}
