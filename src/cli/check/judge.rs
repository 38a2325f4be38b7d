//! The judgement: metrics that decide, named before a game is played, and the list of cards for screening.

use crate::cli::setup::Setup;
use crate::deck::{Changes, Deck, Kind};
use crate::report::Fraction;
use crate::report::check::{CheckReport, CheckRow};
use crate::report::moved::{MovedRow, moved_rows};
use crate::run::{Further, Hands, Pairs};
use crate::stats::{
    Difference, FEWEST_DIFFERENT, Looks, OpeningChange, PairedGames, PlayedGames, SPREAD, Verdict, tost, verdicts,
};

/// How closely the opening value of an edited title is to be known, in margins: then no change and one of twice the margin
/// are told from it.
const CLOSELY: f64 = 0.5;
/// Deals behind the last game are at most so many times the games.
const DEALS: f64 = 64.0;

/// What the pairs of games come to.
pub(super) struct Judgement {
    pub(super) metrics: Vec<CheckRow>,
    pub(super) moved: Vec<MovedRow>,
}

/// Edited titles whose change is not known closely enough.
pub(super) struct Wanting {
    /// Their indices before and after.
    pub(super) titles: Vec<(usize, usize)>,
    /// How many more blocks would do, if all were played in which they are dealt.
    pub(super) deals: u64,
}

/// A metric before it is judged.
struct Metric {
    name: String,
    difference: Difference,
    margin: f64,
    points: bool,
}

/// Judges pairs of games, once or again and again.
pub(super) struct Judge<'a, const W: usize> {
    setups: [&'a Setup<W>; 2],
    changes: &'a Changes<W>,
    margin: f64,
    looks: Looks,
    /// Opening hands with both decks, as far as they were wanted.
    hands: [Hands; 2],
    /// Games at which is looked next, to see whether everything is decided.
    next: usize,
}

impl<'a, const W: usize> Judge<'a, W> {
    pub(super) fn new(setups: [&'a Setup<W>; 2], changes: &'a Changes<W>, margin: f64, looks: Looks) -> Self {
        Judge { setups, changes, margin, looks, hands: <[Hands; 2]>::default(), next: 0 }
    }

    /// Judges the pairs that were played, with the further ones in which the edited titles were dealt.
    pub(super) fn judge(&mut self, pairs: &Pairs, further: &Further) -> Judgement {
        self.deal_up_to(pairs);
        let games = PairedGames::new(&self.setups[0].plan, pairs);
        let hands = [&self.hands[0], &self.hands[1]];
        let mut openings = games.opening_values(hands, &self.changes.shared);
        for (pair, opening) in self.changes.shared.iter().zip(&mut openings) {
            if further.titles.contains(pair) {
                *opening = games.opening_value_dealt_on(hands, *pair, further);
            }
        }
        let deck = &self.setups[0].deck;
        let titles: Vec<usize> = self.changes.shared.iter().map(|pair| pair.0).collect();
        Judgement {
            metrics: self.rows(metrics(deck, games, self.changes, &openings, self.margin), games.different()),
            moved: moved_rows(deck, &titles, &openings, self.looks),
        }
    }

    /// The edited titles that should be dealt more often.
    pub(super) fn wanting(&mut self, pairs: &Pairs) -> Wanting {
        self.deal_up_to(pairs);
        let Setup { plan, deck, .. } = self.setups[0];
        let games = PairedGames::new(plan, pairs);
        let openings = games.opening_values([&self.hands[0], &self.hands[1]], &self.changes.edited);
        let unknown = if deck.rules.deal > 0 { DEALS } else { 0.0 };
        let more = openings.iter().map(|opening| opening.more_deals(CLOSELY * self.margin));
        let more: Vec<f64> = more.map(|more| if more.is_nan() { unknown } else { more.min(DEALS) }).collect();
        let wanting = self.changes.edited.iter().zip(&more).filter(|(_, more)| **more > 0.0);
        Wanting {
            titles: wanting.map(|(pair, _)| *pair).collect(),
            deals: (more.iter().copied().fold(0.0, f64::max) * games.blocks() as f64).ceil() as u64,
        }
    }

    fn deal_up_to(&mut self, pairs: &Pairs) {
        let plan = &self.setups[0].plan;
        for (hands, setup) in self.hands.iter_mut().zip(self.setups) {
            hands.deal_up_to(PlayedGames::new(plan, &pairs.before).blocks(), &setup.deck, plan);
        }
    }

    /// The metrics with their verdicts; there is none where a few games only differ.
    fn rows(&self, metrics: Vec<Metric>, different: u64) -> Vec<CheckRow> {
        let judged: Vec<(Difference, f64)> = metrics.iter().map(|metric| (metric.difference, metric.margin)).collect();
        let few = (1..FEWEST_DIFFERENT).contains(&different);
        let verdicts = verdicts(self.looks, &judged);
        let verdicts = verdicts.into_iter().map(|verdict| if few { Verdict::Inconclusive } else { verdict });
        let rows = metrics.into_iter().zip(verdicts);
        rows.map(|(Metric { name, difference, margin, points }, verdict)| {
            let row = CheckRow::new(name, &self.looks.interval(difference), margin, points, verdict);
            let Difference { change, error, freedom, .. } = difference;
            match self.looks {
                Looks::Once if !few => {
                    let p = tost(change.value, error, freedom, (-margin, margin)).p();
                    CheckRow { equivalence_p: Fraction(p), ..row }
                }
                _ => row,
            }
        })
        .collect()
    }

    /// Whether there is a shift, or every metric has a verdict. It is looked at fixed numbers of games, each a quarter more
    /// than the last; and not before so many games differ that their spread is known, unless none can.
    pub(super) fn is_decided(&mut self, pairs: &Pairs) -> bool {
        let games = pairs.before.len();
        if self.looks == Looks::Once || games < self.next {
            return false;
        }
        self.next = games + games / 4;
        let none_can = self.changes.cards.is_some_and(|cards| cards.is_empty());
        let known = games as u64 - pairs.identical() >= SPREAD;
        let decided = |found: Judgement| CheckReport::worst(&found.metrics) != Verdict::Inconclusive;
        (known || none_can) && decided(self.judge(pairs, &Further::default()))
    }
}

/// Length, the gap between first and last turn position, the opening values of each identity that both decks have and
/// of each edited card.
fn metrics<const W: usize>(
    deck: &Deck<W>,
    games: PairedGames<'_>,
    changes: &Changes<W>,
    openings: &[OpeningChange],
    margin: f64,
) -> Vec<Metric> {
    let turns = games.turns();
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
