//! The metrics of a checkup: those that have a range of healthy values.

use std::borrow::Cow;

use crate::deck::{Deck, DeckSide};
use crate::report::coverage::reason_for;
use crate::report::impact::plays::NEVER_PLAYED;
use crate::report::range::{Side, Unit};
use crate::report::{CardRow, MonsterRow, RunReport};
use crate::run::{Firing, FiringCount, Firings, Tally};
use crate::stats::{Estimate, Metric, named_metrics};

/// A metric of a checkup, with its value.
#[derive(Clone, Debug)]
pub(in crate::report) struct Measure {
    pub(in crate::report) name: Cow<'static, str>,
    pub(in crate::report) estimate: Estimate,
    pub(in crate::report) unit: Unit,
    pub(super) side: Side,
}

/// The metrics of the games that are checked. After those that the page always shows come others.
pub(super) const CHECKED: [(&str, Side); 26] = [
    ("turns_p05", Side::Both),
    ("turns_p50", Side::Both),
    ("turns_p95", Side::Both),
    ("first_last_gap", Side::Both),
    ("share_fights_won", Side::Both),
    ("share_fights_helped", Side::Both),
    ("hostile_plays", Side::Both),
    ("lead_changes", Side::Both),
    ("deaths", Side::Both),
    ("leader_win_rate_half", Side::Both),
    ("won_from_last", Side::Both),
    ("share_turns_after_last_level", Side::Both),
    ("identity_spread", Side::Upper),
    ("explained_by_lead_half", Side::Both),
    ("leader_win_rate_round_3", Side::Both),
    ("leader_win_rate_round_6", Side::Both),
    ("leader_win_rate_round_9", Side::Both),
    ("first_at_last_level_win_rate", Side::Both),
    ("share_fights_won_level_1", Side::Both),
    ("share_fights_won_level_2", Side::Both),
    ("share_fights_won_level_3", Side::Both),
    ("share_fights_won_level_5", Side::Both),
    ("share_fights_won_level_7", Side::Both),
    ("share_fights_won_level_8", Side::Both),
    ("share_fights_won_level_9", Side::Both),
    ("unfinished", Side::Upper),
];

/// Games of a checkup by default, as for the usual ranges.
pub(crate) const GAMES: u64 = 60_000;
/// Games in which parts of cards are counted by default.
pub(crate) const PART_GAMES: u64 = GAMES / 8;

/// Fights with a monster that make its share of fights won a metric.
const FIGHTS: u64 = 200;

/// All metrics of a checkup.
pub(in crate::report) fn measures(
    tally: &Tally,
    deck: &Deck,
    run: &RunReport,
    firings: Option<&Firings>,
) -> Vec<Measure> {
    let named = named_metrics(tally, deck);
    let find = |(name, side): (&'static str, Side)| {
        let Metric { estimate, kind, .. } = named.iter().find(|metric| metric.name == name)?;
        Some(Measure { name: name.into(), estimate: *estimate, unit: (*kind).into(), side })
    };
    let mut measures: Vec<Measure> = CHECKED.into_iter().filter_map(find).collect();
    measures.extend(monsters(run));
    measures.extend(unused(tally.games, deck, run, firings));
    for side in [DeckSide::Door, DeckSide::Treasure] {
        measures.extend(extremes(run, side));
    }
    measures
}

/// The monsters with enough fights.
pub(super) fn fought(run: &RunReport) -> impl Iterator<Item = &MonsterRow> + Clone {
    run.monsters.iter().filter(|monster| monster.fights >= FIGHTS)
}

/// The monsters that are beaten most and least often.
fn monsters(run: &RunReport) -> Vec<Measure> {
    let by_won = |one: &&MonsterRow, other: &&MonsterRow| one.won.0.total_cmp(&other.won.0);
    let measure = |name: &'static str, monster: &MonsterRow| Measure {
        name: name.into(),
        estimate: Estimate { value: monster.won.0, low: monster.low.0, high: monster.high.0, n: monster.fights },
        unit: Unit::Percent,
        side: Side::Both,
    };
    let easiest = fought(run).max_by(by_won).map(|monster| measure("easiest_monster", monster));
    let hardest = fought(run).min_by(by_won).map(|monster| measure("hardest_monster", monster));
    easiest.into_iter().chain(hardest).collect()
}

/// Shares of cards and of their parts that no game used. They are facts of these games. In more games they are smaller, so
/// with fewer games than those of the ranges they are only upper limits.
fn unused(games: u64, deck: &Deck, run: &RunReport, firings: Option<&Firings>) -> Vec<Measure> {
    let share = |name: &'static str, part: usize, whole: usize, enough: bool| {
        let value = if whole == 0 { f64::NAN } else { part as f64 / whole as f64 };
        let estimate = Estimate { value, low: if enough { value } else { 0.0 }, high: value, n: whole as u64 };
        Measure { name: name.into(), estimate, unit: Unit::Percent, side: Side::Upper }
    };
    let mut measures = vec![share("unused_cards", never_played(run).count(), run.cards.len(), games >= GAMES)];
    if let Some(firings) = firings {
        let (parts, enough) = (parts(deck, firings), firings.sums.games >= PART_GAMES);
        let is_bad_stuff = |part: &&Part<'_>| part.firing == Firing::BadStuff;
        let count = |parts: &mut dyn Iterator<Item = &Part<'_>>| {
            parts.fold((0, 0), |(unused, all), part| (unused + usize::from(part.is_unused()), all + 1))
        };
        let (unused, all) = count(&mut parts.iter());
        measures.push(share("unused_parts", unused, all, enough));
        let (unused, all) = count(&mut parts.iter().filter(is_bad_stuff));
        measures.push(share("unused_bad_stuff", unused, all, enough));
    }
    measures
}

/// The cards that players held and never played.
pub(super) fn never_played(run: &RunReport) -> impl Iterator<Item = &CardRow> {
    run.cards.iter().filter(|card| card.plays.flag == NEVER_PLAYED)
}

/// A part of a card, and how often it took effect.
pub(super) struct Part<'d> {
    pub(super) title: usize,
    pub(super) firing: Firing,
    times: u64,
    /// The reason that the card states for an inert part.
    reason: Option<&'d str>,
}

impl Part<'_> {
    /// Whether it never took effect, and the card does not say why.
    pub(super) fn is_unused(&self) -> bool {
        self.times == 0 && self.reason.is_none()
    }
}

/// All parts of all cards.
pub(super) fn parts<'d>(deck: &'d Deck, firings: &Firings) -> Vec<Part<'d>> {
    let mut parts = Vec::new();
    for (place, (title, counts)) in deck.titles.iter().zip(&firings.titles).enumerate() {
        parts.extend(counts.iter().filter_map(|FiringCount { firing, counts }| {
            let reason = reason_for(title, &firing.part()?);
            Some(Part { title: place, firing: *firing, times: counts.iter().sum(), reason })
        }));
    }
    parts
}

/// The highest and the lowest shrunken opening value of a pile.
fn extremes(run: &RunReport, side: DeckSide) -> Vec<Measure> {
    let names = match side {
        DeckSide::Door => ["highest_door_value", "lowest_door_value"],
        DeckSide::Treasure => ["highest_treasure_value", "lowest_treasure_value"],
    };
    let cards = || run.cards.iter().filter(|card| card.pile == side && card.opening.value.0.is_finite());
    let by_value = |one: &&CardRow, other: &&CardRow| one.opening.shrunken.0.total_cmp(&other.opening.shrunken.0);
    let measure = |name: &'static str, side: Side, card: &CardRow| Measure {
        name: name.into(),
        estimate: shrunken(card),
        unit: Unit::Points,
        side,
    };
    let highest = cards().max_by(by_value).map(|card| measure(names[0], Side::Upper, card));
    let lowest = cards().min_by(by_value).map(|card| measure(names[1], Side::Lower, card));
    highest.into_iter().chain(lowest).collect()
}

/// The shrunken opening value of a card with its posterior interval.
pub(super) fn shrunken(card: &CardRow) -> Estimate {
    let opening = card.opening;
    Estimate {
        value: opening.shrunken.0,
        low: opening.shrunken_low.0,
        high: opening.shrunken_high.0,
        n: card.opening_n,
    }
}
