//! The verdicts of `check`: metrics chosen before any game is played, and the list of cards for screening.

use super::changes::{CheckReport, CheckRow};
use super::moved::{MovedRow, moved_rows};
use crate::deck::{Changes, Deck, Play};
use crate::report::Fraction;
use crate::run::{Arm, Further, Hands, Pairs, Plan};
use crate::stats::{
    Difference, Looks, MIN_DIFFERENT, OpeningChange, PairedGames, PlayedGames, SPREAD, Verdict, tost, verdicts,
};

/// Target half-width of the interval of an edited title's opening value, in margins. It separates both no change and a
/// change of twice the margin from the margin.
const TARGET_HALF_WIDTH: f64 = 0.5;
/// Maximum number of extra deals, as a multiple of the games.
const DEALS: f64 = 64.0;

/// Results of the pairs of games.
pub(crate) struct Judgement {
    /// Metrics that decide, with their verdicts.
    pub metrics: Vec<CheckRow>,
    /// Opening values of all shared titles, for screening.
    pub moved: Vec<MovedRow>,
}

/// Edited titles whose change is not yet known precisely enough.
pub(crate) struct Imprecise {
    /// Their indices before and after.
    pub titles: Vec<(usize, usize)>,
    /// Extra blocks to deal. Only those with such a title in an opening hand are played.
    pub deals: u64,
}

/// A metric without its verdict.
struct Metric {
    name: String,
    difference: Difference,
    margin: f64,
    points: bool,
}

/// Judges pairs of games, once or repeatedly while they are played.
pub(crate) struct ChangeJudge<'a> {
    plan: &'a Plan,
    arms: [Arm<'a>; 2],
    changes: &'a Changes,
    margin: f64,
    looks: Looks,
    /// Opening hands with both decks, of the blocks needed so far.
    hands: [Hands; 2],
    /// Number of games at which to look next.
    next: usize,
}

impl<'a> ChangeJudge<'a> {
    /// A judge of games with the decks `arms`, before and after an edit. `margin` is the largest change that does not
    /// matter: a fraction of 1 for win rates, relative for game length.
    pub(crate) fn new(plan: &'a Plan, arms: [Arm<'a>; 2], changes: &'a Changes, margin: f64, looks: Looks) -> Self {
        ChangeJudge { plan, arms, changes, margin, looks, hands: <[Hands; 2]>::default(), next: 0 }
    }

    /// Judges the pairs played, and the further pairs in which the edited titles were dealt.
    pub(crate) fn judge(&mut self, pairs: &Pairs, further: &Further) -> Judgement {
        self.deal_up_to(pairs);
        let games = PairedGames::new(self.plan, pairs);
        let hands = [&self.hands[0], &self.hands[1]];
        let mut openings = games.opening_values(hands, &self.changes.shared);
        for (pair, opening) in self.changes.shared.iter().zip(&mut openings) {
            if further.titles.contains(pair) {
                *opening = games.opening_value_dealt_on(hands, *pair, further);
            }
        }
        let deck = self.arms[0].deck;
        let edited = |pair: &(usize, usize)| self.changes.edited.contains(pair);
        let titles: Vec<(usize, bool)> = self.changes.shared.iter().map(|pair| (pair.0, edited(pair))).collect();
        Judgement {
            metrics: self.rows(metrics(deck, games, self.changes, &openings, self.margin), games.different()),
            moved: moved_rows(deck, &titles, &openings, self.looks),
        }
    }

    /// The edited titles that should be dealt more often.
    pub(crate) fn imprecise(&mut self, pairs: &Pairs) -> Imprecise {
        self.deal_up_to(pairs);
        let deck = self.arms[0].deck;
        let games = PairedGames::new(self.plan, pairs);
        let openings = games.opening_values([&self.hands[0], &self.hands[1]], &self.changes.edited);
        // Without a deal of the title nothing tells how many more are needed; without opening hands more deals would
        // not help.
        let unknown = if *deck.rules.deal > 0 { DEALS } else { 0.0 };
        let more = openings.iter().map(|opening| opening.more_deals(TARGET_HALF_WIDTH * self.margin));
        let more: Vec<f64> = more.map(|more| if more.is_nan() { unknown } else { more.min(DEALS) }).collect();
        let imprecise = self.changes.edited.iter().zip(&more).filter(|(_, more)| **more > 0.0);
        Imprecise {
            titles: imprecise.map(|(pair, _)| *pair).collect(),
            deals: (more.iter().copied().fold(0.0, f64::max) * games.blocks() as f64).ceil() as u64,
        }
    }

    fn deal_up_to(&mut self, pairs: &Pairs) {
        let blocks = PlayedGames::new(self.plan, &pairs.before).blocks();
        for (hands, arm) in self.hands.iter_mut().zip(self.arms) {
            hands.deal_up_to(blocks, arm.deck, self.plan);
        }
    }

    /// The metrics with their verdicts, which are inconclusive if only a few games differ.
    fn rows(&self, metrics: Vec<Metric>, different: u64) -> Vec<CheckRow> {
        let judged: Vec<(Difference, f64)> = metrics.iter().map(|metric| (metric.difference, metric.margin)).collect();
        let few = (1..MIN_DIFFERENT).contains(&different);
        let verdicts = verdicts(self.looks, &judged);
        let verdicts = verdicts.into_iter().map(|verdict| if few { Verdict::Inconclusive } else { verdict });
        let rows = metrics.into_iter().zip(verdicts);
        rows.map(|(Metric { name, difference, margin, points }, verdict)| {
            let row = CheckRow::new(name, &self.looks.interval(difference), margin, points, verdict);
            let Difference { change, error, freedom, .. } = difference;
            match self.looks {
                // A p-value of equivalence holds for one look only, unlike the confidence sequences.
                Looks::Once if !few => {
                    let p = tost(change.value, error, freedom, (-margin, margin)).p();
                    CheckRow { equivalence_p: Fraction(p), ..row }
                }
                _ => row,
            }
        })
        .collect()
    }

    /// Whether there is a shift, or every metric has a verdict. Looks only at fixed numbers of games, each a quarter
    /// larger than the last, and only once enough games differ to estimate their spread, unless no game can differ.
    pub(crate) fn is_decided(&mut self, pairs: &Pairs) -> bool {
        let games = pairs.before.len();
        if self.looks == Looks::Once || games < self.next {
            return false;
        }
        // A look goes through all games so far. At growing distances, all looks together go through each game about
        // five times.
        self.next = games + games / 4;
        // Then waiting for games that differ would use up the budget.
        let none_can = self.changes.cards.is_some_and(|cards| cards.is_empty());
        let known = games as u64 - pairs.identical() >= SPREAD;
        let decided = |found: Judgement| CheckReport::worst(&found.metrics) != Verdict::Inconclusive;
        (known || none_can) && decided(self.judge(pairs, &Further::default()))
    }
}

/// Length, the gap between first and last turn position, the opening values of each identity that both decks have and
/// of each edited card.
fn metrics(
    deck: &Deck,
    games: PairedGames<'_>,
    changes: &Changes,
    openings: &[OpeningChange],
    margin: f64,
) -> Vec<Metric> {
    let turns = games.turns();
    let of_wins = |name: String, difference| Metric { name, difference, margin, points: true };
    // The margin is a share, and turns are no share: one per cent of the length.
    let length = Metric { margin: margin * turns.before, points: false, ..of_wins("turns".to_owned(), turns) };
    let gap = of_wins("gap between first and last position".to_owned(), games.position_gap());
    let decides = |pair: &(usize, usize)| {
        deck.card(deck.titles[pair.0].first).play == Play::Slot || changes.edited.contains(pair)
    };
    let deciding = changes.shared.iter().zip(openings).filter(|(pair, _)| decides(pair));
    let values = deciding
        .map(|(pair, opening)| of_wins(format!("opening value of {}", deck.titles[pair.0].name), opening.difference));
    [length, gap].into_iter().chain(values).collect()
}
