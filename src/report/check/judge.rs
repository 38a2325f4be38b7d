//! The verdicts of `check`: metrics chosen before any game is played, and the list of cards for screening.

use super::changes::CheckRow;
use super::gates::{Gates, NamedMetric, VALUE};
use super::moved::{MovedRow, moved_rows};
use super::targets::TargetRow;
use crate::deck::{Changes, Deck, Play};
use crate::report::Fraction;
use crate::report::files::number::two_digits;
use crate::run::{Arm, Further, PairCount, PairSums, PairedTitle, Plan};
use crate::stats::{
    Difference, Looks, MIN_DIFFERENT, OpeningChange, PairedSums, SPENT, Verdict, Z95, intervals_at_once, named_changes,
    shrink_groups, tost, verdicts, z_of,
};

/// Maximum number of extra deals, as a multiple of the games.
pub(crate) const DEALS: f64 = 64.0;
/// The largest number of games that is named as enough, as a multiple of those played.
const FAR: f64 = 1_000.0;

/// Results of the pairs of games.
pub(crate) struct Judgement {
    /// Metrics that decide, with their verdicts.
    pub metrics: Vec<CheckRow>,
    /// Opening values of all shared titles, for screening.
    pub moved: Vec<MovedRow>,
    /// The targets.
    pub targets: Vec<TargetRow>,
}

/// The metrics without a verdict at a look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Undecided {
    /// Whether one of them needs more pairs.
    pub pairs: bool,
    /// Whether one of them needs more deals of an edited title.
    pub deals: bool,
}

/// Further deals of the edited titles.
pub(crate) struct Imprecise {
    /// Their indices before and after.
    pub titles: Vec<(usize, usize)>,
    /// Extra blocks to deal in all. Only those with such a title in an opening hand are played.
    pub deals: u64,
}

/// What a metric needs for a verdict at the first look.
#[derive(Clone, Debug)]
pub(crate) struct Need {
    /// Its id.
    pub id: String,
    /// Its name in words.
    pub name: String,
    /// Its change in the pilot.
    pub difference: Difference,
    /// Whether it is a share of wins.
    pub points: bool,
    /// Blocks for a verdict on no change, with the planned probability.
    pub blocks: f64,
    /// Blocks for a verdict on a change like that of the pilot, with probability 90%.
    pub as_seen: f64,
    /// The share of all blocks that have the title in an opening hand, if only those are played: of an edited title.
    pub dealt: Option<f64>,
}

/// A metric without its verdict.
struct Metric {
    id: String,
    name: String,
    difference: Difference,
    margin: f64,
    points: bool,
    /// Whether it is measured by further deals too.
    dealt_on: bool,
}

/// What was known at the looks so far.
#[derive(Default)]
struct Past {
    /// The shares of the error probability that the looks up to each one spend together.
    spent: Vec<f64>,
    /// Blocks of pairs at each look.
    blocks: Vec<f64>,
    /// The inverse variance of each metric at each look.
    information: Vec<Vec<f64>>,
}

impl Past {
    fn add(&mut self, spent: f64, blocks: usize, metrics: &[Metric]) {
        self.spent.push(spent);
        self.blocks.push(blocks as f64);
        self.information.resize(metrics.len(), Vec::new());
        for (past, metric) in self.information.iter_mut().zip(metrics) {
            past.push(metric.difference.error.powi(-2));
        }
    }

    /// The looks at the pairs.
    fn of_pairs(&self) -> Looks {
        Looks::planned(&self.spent, &self.blocks)
    }

    /// The looks at each metric: more pairs and more deals need not come together.
    fn of_metrics(&self, metrics: &[Metric]) -> Vec<Looks> {
        let pairs = self.of_pairs();
        let looks = |(metric, information): (&Metric, &Vec<f64>)| match metric.dealt_on {
            true => Looks::planned(&self.spent, information),
            false => pairs.clone(),
        };
        metrics.iter().zip(&self.information).map(looks).collect()
    }
}

/// Judges pairs of games at planned looks.
pub(crate) struct ChangeJudge<'a> {
    plan: &'a Plan,
    arms: [Arm<'a>; 2],
    changes: &'a Changes,
    gates: &'a Gates,
    /// Probability that a look decides a metric that does not change.
    power: f64,
    /// The titles whose deals are counted: those that both decks have, then those that were added.
    titles: Vec<PairedTitle>,
    past: Past,
}

impl<'a> ChangeJudge<'a> {
    /// A judge of games with the decks `arms`, before and after an edit. `gates` says what decides.
    pub(crate) fn new(plan: &'a Plan, arms: [Arm<'a>; 2], changes: &'a Changes, gates: &'a Gates, power: f64) -> Self {
        let shared = changes.shared.iter().map(|&(old, new)| (Some(old), Some(new)));
        let titles = shared.chain(changes.added.iter().map(|&new| (None, Some(new)))).collect();
        ChangeJudge { plan, arms, changes, gates, power, titles, past: Past::default() }
    }

    /// What it needs to be counted of the pairs.
    pub(crate) fn count(&self, threads: usize) -> PairCount<'_> {
        PairCount { plan: self.plan, decks: self.arms.map(|arm| arm.deck), titles: &self.titles, threads }
    }

    /// The number of blocks after which a look decides each metric that does not change, with the planned probability.
    ///
    /// It depends on how much the games differ from each other, not on the changes themselves, so this number favours no
    /// verdict (Stein 1945, Ann. Math. Statist. 16, 243-258).
    pub(crate) fn blocks_needed(needs: &[Need]) -> f64 {
        // Edited titles can be dealt more often; the others need more pairs.
        let paired = needs.iter().filter(|need| need.dealt.is_none()).map(|need| need.blocks);
        paired.filter(|needed| !needed.is_nan()).fold(0.0, f64::max)
    }

    /// What each metric needs, by a pilot.
    pub(crate) fn needs(&self, pilot: &PairSums) -> Vec<Need> {
        let (metrics, openings) = self.metrics(pilot, &Further::default());
        let blocks = pilot.blocks as f64;
        let (reach, alpha) = (self.reach(), first_look().alpha());
        let share_of = |metric: &Metric| {
            let id = |pair: &(usize, usize)| format!("{VALUE}{}", self.arms[0].deck.titles[pair.0].id);
            let place = self.changes.shared.iter().position(|pair| id(pair) == metric.id)?;
            Some(openings[place].blocks / blocks).filter(|share| share.is_finite())
        };
        let need = |metric: Metric| {
            let dealt = metric.dealt_on.then(|| share_of(&metric).unwrap_or(0.0));
            // Of an edited title, only blocks with it in an opening hand are played.
            let all = blocks * dealt.unwrap_or(1.0);
            let Metric { id, name, difference, margin, points, .. } = metric;
            Need {
                blocks: all * (difference.error / margin / reach).powi(2),
                as_seen: all * times_needed(&difference, margin, alpha),
                id,
                name,
                difference,
                points,
                dealt,
            }
        };
        metrics.into_iter().map(need).collect()
    }

    /// The further deals that the edited titles need for the same at this look, counted from 0: each look has half the
    /// variance of the one before it.
    pub(crate) fn deals_needed(&self, pairs: &PairSums, look: u32) -> Imprecise {
        let most = self.more_deals(pairs, look).min(DEALS);
        let deals = (most * pairs.blocks as f64).ceil() as u64;
        Imprecise { titles: if deals > 0 { self.changes.edited.clone() } else { Vec::new() }, deals }
    }

    /// The same, as a multiple of the deals of these pairs.
    pub(crate) fn more_deals(&self, pairs: &PairSums, look: u32) -> f64 {
        let games = PairedSums::new(pairs);
        let edited = self.changes.shared.iter().enumerate().filter(|(_, title)| self.changes.edited.contains(title));
        let openings: Vec<OpeningChange> = edited.map(|(place, _)| games.opening_value(place)).collect();
        // Without a deal of the title nothing tells how many more are needed; without opening hands more deals would
        // not help.
        let unknown = if *self.arms[0].deck.rules.deal > 0 { DEALS } else { 0.0 };
        let half_width = Z95 * self.reach() * self.gates.margin * 0.5_f64.powi(look as i32).sqrt();
        let more = openings.iter().map(|opening| opening.more_deals(half_width));
        more.map(|more| if more.is_nan() { unknown } else { more }).fold(0.0, f64::max)
    }

    /// The standard error, in margins, at which a look decides a metric that does not change with the planned
    /// probability: the interval is then within the margin.
    fn reach(&self) -> f64 {
        1.0 / (z_of(1.0 - first_look().alpha()) + z_of(self.power))
    }

    /// Looks at the pairs played, and at the further pairs in which the edited titles were dealt. `spent` is the share of
    /// the error probability that all looks so far spend.
    pub(crate) fn look(&mut self, pairs: &PairSums, further: &Further, spent: f64) -> Undecided {
        let (metrics, _) = self.metrics(pairs, further);
        self.past.add(spent, pairs.blocks as usize, &metrics);
        let found = self.verdicts(&metrics, different(pairs));
        if found.contains(&Verdict::Shift) {
            return Undecided { pairs: false, deals: false };
        }
        let any = |wanted: bool| {
            let mut each = metrics.iter().zip(&found);
            each.any(|(metric, verdict)| *verdict == Verdict::Inconclusive && metric.dealt_on == wanted)
        };
        Undecided { pairs: any(false), deals: any(true) }
    }

    /// The verdicts of the last look.
    pub(crate) fn judge(&self, pairs: &PairSums, further: &Further) -> Judgement {
        let (metrics, openings) = self.metrics(pairs, further);
        let edited = |pair: &(usize, usize)| self.changes.edited.contains(pair);
        let titles: Vec<(usize, bool)> = self.changes.shared.iter().map(|pair| (pair.0, edited(pair))).collect();
        let targets = self.targets(&metrics, &openings);
        let left = targets.iter().filter(|row| row.left() && !metrics.iter().any(|metric| metric.id == row.metric));
        let left: Vec<CheckRow> = left.map(CheckRow::of_left).collect();
        Judgement {
            metrics: [self.rows(metrics, different(pairs)), left].concat(),
            targets,
            moved: moved_rows(self.arms[0].deck, &titles, &openings, &self.past.of_pairs()),
        }
    }

    /// The verdicts, which are inconclusive if only a few games differ.
    fn verdicts(&self, metrics: &[Metric], different: u64) -> Vec<Verdict> {
        let looks = self.past.of_metrics(metrics);
        let judged: Vec<(Difference, f64, Looks)> =
            metrics.iter().zip(looks).map(|(metric, looks)| (metric.difference, metric.margin, looks)).collect();
        let few = (1..MIN_DIFFERENT).contains(&different);
        let plain = verdicts(&judged).into_iter().zip(&judged).zip(metrics);
        plain
            .map(|((verdict, (difference, _, looks)), metric)| match self.gates.target_of(&metric.id) {
                _ if few => Verdict::Inconclusive,
                None => verdict,
                Some(target) => {
                    let seen = intervals_at_once(difference, looks, self.targets_in_all());
                    let states = seen.map(|interval| target.state(interval));
                    target.verdict(verdict, &looks.interval(*difference), states)
                }
            })
            .collect()
    }

    /// Number of metrics that have a target.
    fn targets_in_all(&self) -> usize {
        let shared = self.changes.shared.iter().map(|pair| &self.arms[0].deck.titles[pair.0]);
        let added = self.changes.added.iter().map(|&title| &self.arms[1].deck.titles[title]);
        let values =
            shared.chain(added).filter(|title| self.gates.target_of(&format!("{VALUE}{}", title.id)).is_some());
        values.count() + self.gates.targets.iter().filter(|(name, _)| !name.starts_with(VALUE)).count()
    }

    /// The targets, of metrics that decide and of all other opening values.
    fn targets(&self, metrics: &[Metric], openings: &[OpeningChange]) -> Vec<TargetRow> {
        let count = self.targets_in_all();
        let row = |metric: &Metric, looks: &Looks| {
            let target = self.gates.target_of(&metric.id)?;
            let seen = intervals_at_once(&metric.difference, looks, count);
            let names = (metric.id.clone(), metric.name.clone());
            Some(TargetRow::new(names, &metric.difference, target, seen, metric.points))
        };
        let decided =
            metrics.iter().zip(self.past.of_metrics(metrics)).filter_map(|(metric, looks)| row(metric, &looks));
        let pairs = self.past.of_pairs();
        let value = |(pair, opening): (&(usize, usize), &OpeningChange)| {
            self.value_of(self.arms[0].deck, pair.0, opening.difference)
        };
        let values = self.changes.shared.iter().zip(openings).map(value);
        let others = values.filter(|value| metrics.iter().all(|metric| metric.id != value.id));
        decided.chain(others.filter_map(|value| row(&value, &pairs))).collect()
    }

    fn rows(&self, metrics: Vec<Metric>, different: u64) -> Vec<CheckRow> {
        let verdicts = self.verdicts(&metrics, different);
        let looks = self.past.of_metrics(&metrics);
        let few = (1..MIN_DIFFERENT).contains(&different);
        let games = (self.past.blocks.last().copied().unwrap_or(0.0)) * self.plan.seatings().len() as f64;
        let rows = metrics.into_iter().zip(verdicts).zip(looks);
        rows.map(|((Metric { id, name, difference, margin, points, .. }, verdict), looks)| {
            let row = CheckRow::new((id, name), &looks.interval(difference), margin, points, verdict);
            let Difference { change, error, freedom, .. } = difference;
            let needed = games * times_needed(&difference, margin, looks.alpha());
            let row = CheckRow { needed_games: needed_games(verdict, needed, games), ..row };
            match looks {
                // A p-value of equivalence holds for one look only.
                Looks::Once if !few => {
                    let p = tost(change.value, error, freedom, (-margin, margin)).p();
                    CheckRow { equivalence_p: Fraction(p), ..row }
                }
                _ => row,
            }
        })
        .collect()
    }

    /// Length, the gap between first and last turn position, the opening values of each identity that both decks have and
    /// of each edited or added card. Also returns the changes of the opening values of all shared titles.
    fn metrics(&self, pairs: &PairSums, further: &Further) -> (Vec<Metric>, Vec<OpeningChange>) {
        let games = PairedSums::new(pairs);
        let turns = games.turns();
        // The margin is a share, and turns are no share: one per cent of the length.
        let turns = self.metric("turns", "turns", turns);
        let length = Metric { margin: turns.margin * turns.difference.before, points: false, ..turns };
        let gap = self.metric("first_last_gap", "gap between first and last position", games.position_gap());
        let openings = self.openings(games, further);
        let mut metrics = vec![length, gap];
        for (pair, opening) in self.changes.shared.iter().zip(&openings) {
            let (deck, edited) = (self.arms[0].deck, self.changes.edited.contains(pair));
            let value = self.value_of(deck, pair.0, opening.difference);
            let identity = deck.card(deck.titles[pair.0].first).play == Play::Slot;
            if edited || identity || self.gates.asks_for(&value.id) {
                metrics.push(Metric { dealt_on: edited, ..value });
            }
        }
        for (place, &title) in (openings.len()..).zip(&self.changes.added) {
            let metric = self.value_of(self.arms[1].deck, title, games.opening_value_after(place));
            let (name, margin) = (format!("{} (added)", metric.name), self.widest(title, &openings));
            metrics.push(Metric { name, margin: self.gates.own_margin(&metric.id).unwrap_or(margin), ..metric });
        }
        metrics.extend(self.named(pairs));
        (metrics, openings)
    }

    /// The metrics that are computed from counts.
    fn named(&self, pairs: &PairSums) -> Vec<Metric> {
        let named = &self.gates.named;
        let names: Vec<String> = named.iter().map(|named| named.name.clone()).collect();
        let found = named_changes(&pairs.tallies, self.arms.map(|arm| arm.deck), &names);
        let metric = |(named, difference): (&NamedMetric, Difference)| {
            let metric = self.metric(&named.name, &named.name.replace('_', " "), difference);
            let margin = metric.margin * if named.relative { difference.before.abs() } else { 1.0 };
            Metric { margin, points: named.points, ..metric }
        };
        named.iter().zip(found).map(metric).collect()
    }

    fn metric(&self, id: &str, name: &str, difference: Difference) -> Metric {
        let (id, name) = (id.to_owned(), name.to_owned());
        Metric { margin: self.gates.margin_of(&id), id, name, difference, points: true, dealt_on: false }
    }

    fn value_of(&self, deck: &Deck, title: usize, difference: Difference) -> Metric {
        let title = &deck.titles[title];
        self.metric(&format!("{VALUE}{}", title.id), &format!("opening value of {}", title.name), difference)
    }

    /// The changes of the opening values of the shared titles, with the further games in which edited ones were dealt.
    fn openings(&self, games: PairedSums<'_>, further: &Further) -> Vec<OpeningChange> {
        let opening = |(place, pair)| match further.titles.iter().position(|title| title == pair) {
            Some(dealt) => games.opening_value_dealt_on(place, (&further.pairs, dealt)),
            None => games.opening_value(place),
        };
        self.changes.shared.iter().enumerate().map(opening).collect()
    }

    /// The margin of an added title, whose value is 0 if it is worth as much as the average card of its pile: the largest
    /// value, either way, of a card that the pile had before.
    fn widest(&self, added: usize, openings: &[OpeningChange]) -> f64 {
        let (piles, side) = (self.arms[0].deck.piles(), self.arms[1].deck.piles()[added]);
        let of_pile = self.changes.shared.iter().zip(openings).filter(|(pair, _)| piles[pair.0] == side);
        let known: Vec<(f64, f64)> =
            of_pile.map(|(_, OpeningChange { difference, .. })| (difference.before, difference.errors[0])).collect();
        let sizes = shrink_groups(&known, &vec![side; known.len()]).into_iter().map(|shrunk| shrunk.value.abs());
        sizes.filter(|size| size.is_finite()).fold(self.gates.margin, f64::max)
    }
}

/// Number of games that differ in any choice.
fn different(pairs: &PairSums) -> u64 {
    pairs.games - pairs.identical
}

/// The first of the planned looks.
fn first_look() -> Looks {
    Looks::planned(&SPENT[..1], &[1.0])
}

/// How many times the games played decide a change like this one with probability 90%, at one look: its interval, of
/// this error probability, then reaches the nearer end of the margin.
fn times_needed(difference: &Difference, margin: f64, alpha: f64) -> f64 {
    let distance = (difference.change.value.abs() - margin).abs();
    ((z_of(1.0 - alpha) + z_of(0.8)) * difference.error / distance).powi(2)
}

/// The number of games that would decide, in two digits.
fn needed_games(verdict: Verdict, needed: f64, games: f64) -> Option<u64> {
    if verdict != Verdict::Inconclusive || !needed.is_finite() || needed > FAR * games {
        return None;
    }
    Some(two_digits(needed.max(2.0 * games)))
}
