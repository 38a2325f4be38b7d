//! The next command: what to measure about what is farthest from healthy.

use super::games::CheckupGames;
use super::measures::{Part, fought, parts};
use crate::deck::DeckSide;
use crate::report::check::gates::VALUE;
use crate::report::range::{Basis, CheckupRow, RangeVerdict};
use crate::report::{CardRow, MonsterRow};

/// Levels that a sweep of a monster tries beyond the printed one.
const LEVELS: i32 = 6;

/// The first command for a metric out of its range, those with targets first, then the farthest; without one, the command
/// that measures all cards.
pub(super) fn next(games: &CheckupGames<'_>, metrics: &[CheckupRow]) -> String {
    let mut out: Vec<&CheckupRow> = metrics.iter().filter(|row| row.verdict.is_out()).collect();
    let has_target = |row: &CheckupRow| row.basis == Basis::Target;
    out.sort_by(|one, other| has_target(other).cmp(&has_target(one)).then(distance(other).total_cmp(&distance(one))));
    let command = out.into_iter().find_map(|row| command(games, row));
    command.unwrap_or_else(|| format!("kickdoor impact {}", games.table))
}

/// Distance of a value from its range, in widths of the range.
pub(super) fn distance(row: &CheckupRow) -> f64 {
    let (value, low, high) = (row.value.0, row.range_low.0, row.range_high.0);
    let beyond = if row.verdict == RangeVerdict::Low { low - value } else { value - high };
    let width = match (low.is_finite(), high.is_finite()) {
        // The shipped sets leave hardly anything unused, so the width of their range says nothing.
        _ if row.metric.starts_with("unused_") => 1.0,
        (true, true) => high - low,
        // A target with one end.
        (true, false) => low.abs(),
        _ => high.abs(),
    };
    beyond / width.max(1e-3)
}

fn command(games: &CheckupGames<'_>, row: &CheckupRow) -> Option<String> {
    let table = games.table;
    let extreme = |side: DeckSide, sign: f64| {
        let cards = games.run.cards.iter().filter(|card| card.pile == side && card.opening.value.0.is_finite());
        let value = |card: &&CardRow| sign * card.opening.shrunken.0;
        let card = cards.max_by(|one, other| value(one).total_cmp(&value(other)))?;
        Some(format!("kickdoor suggest {table} --card {}", card.card))
    };
    if let Some(card) = row.metric.strip_prefix(VALUE) {
        return Some(format!("kickdoor suggest {table} --card {card}{}", aim(row)));
    }
    match row.metric.as_str() {
        "highest_door_value" => extreme(DeckSide::Door, 1.0),
        "lowest_door_value" => extreme(DeckSide::Door, -1.0),
        "highest_treasure_value" => extreme(DeckSide::Treasure, 1.0),
        "lowest_treasure_value" => extreme(DeckSide::Treasure, -1.0),
        "unused_cards" | "unused_parts" | "unused_bad_stuff" => {
            let unused = games.firings.is_some_and(|firings| parts(games.deck, firings).iter().any(Part::is_unused));
            let option = if unused { " --unused" } else { "" };
            Some(format!("kickdoor deck coverage {table}{option}"))
        }
        name if name.starts_with("share_fights_won") || name.ends_with("_monster") => sweep(games, row.verdict),
        "turns_p05" | "turns_p50" | "turns_p95" | "unfinished" => {
            sweep(games, if row.verdict == RangeVerdict::Low { RangeVerdict::High } else { RangeVerdict::Low })
                .map(|command| command + " --metric turns")
        }
        "first_last_gap" => sweep(games, RangeVerdict::High).map(|command| command + " --metric gap"),
        _ => None,
    }
}

/// The option that makes a search go for the middle of a target; nothing if 0 will do.
fn aim(row: &CheckupRow) -> String {
    let (low, high) = (row.range_low.0, row.range_high.0);
    let aim = match (low.is_finite(), high.is_finite()) {
        _ if low <= 0.0 && high >= 0.0 => return String::new(),
        (true, true) => (low + high) / 2.0,
        (true, false) => low,
        _ => high,
    };
    format!(" --target {}", (1000.0 * aim).round() / 10.0)
}

/// A sweep of the Level of the monster that costs or gives the most fights.
fn sweep(games: &CheckupGames<'_>, verdict: RangeVerdict) -> Option<String> {
    let too_easy = verdict == RangeVerdict::High;
    let share = |row: &&MonsterRow| if too_easy { row.won.0 } else { 1.0 - row.won.0 };
    let weight = |row: &&MonsterRow| row.fights as f64 * share(row);
    let monster = fought(games.run).max_by(|one, other| weight(one).total_cmp(&weight(other)))?;
    let level = monster.level;
    let (least, most) = if too_easy { (level, level + LEVELS) } else { ((level - LEVELS).max(1), level) };
    Some(format!("kickdoor sweep {} --card {} --field level --range {least}..{most}", games.table, monster.monster))
}
