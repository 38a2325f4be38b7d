//! Detects cards whose effects can repeat without limit, so that a game might never end.

use crate::deck::language::contents::{Facts, facts, least, programs, visit};
use crate::deck::language::fields::side_of;
use crate::deck::language::{CardSpec, Cost, DeckSide, Effect, Play, Use, Who, Window};

/// Maximum number of repetitions. Nested repeats beyond it take longer than a game.
const MAX_REPEATS: u64 = 1000;

/// Apparent infinite loops among the cards of a deck, one sentence each.
pub(super) fn warnings(specs: &[CardSpec]) -> Vec<String> {
    let mut found: Vec<String> = specs.iter().filter_map(pays_for_itself).collect();
    found.extend(specs.iter().filter_map(repeats_too_often));
    for side in [DeckSide::Door, DeckSide::Treasure] {
        found.extend(fetch_each_other(specs, side));
        found.extend(fetch_and_draw(specs, side));
    }
    found
}

/// Finds a use without a limit that gives back its cost.
fn pays_for_itself(spec: &CardSpec) -> Option<String> {
    let repaid = |rule: &&Use| {
        rule.limit.is_none()
            && match rule.cost {
                Some(Cost::Levels(count)) => gain(&rule.effects, &levels) >= i64::from(count),
                Some(Cost::Discard(count) | Cost::Hand(count)) => gain(&rule.effects, &drawn) >= i64::from(count),
                // One card is enough to pay with the whole hand.
                Some(Cost::WholeHand) => gain(&rule.effects, &drawn) > 0,
                Some(Cost::ThisCard) | None => false,
            }
    };
    spec.uses.iter().find(repaid)?;
    Some(format!(
        "`{}` has a use without `limit` that gives back what it costs: a player could use it forever",
        spec.id
    ))
}

/// Number of levels that an effect gives.
fn levels(gift: &Facts<'_>) -> i64 {
    if let Facts::Levels(count) = gift { least(count) } else { 0 }
}

/// Number of cards that an effect draws.
fn drawn(gift: &Facts<'_>) -> i64 {
    if let Facts::Cards(drawing) = gift { least(&drawing.count) } else { 0 }
}

/// What effects give to the player who causes them: with the best choices and conditions, and with the worst rolls.
fn gain(effects: &[Effect], of: &dyn Fn(&Facts<'_>) -> i64) -> i64 {
    let one = |effect: &Effect| match facts(effect) {
        Facts::Each(Who::You | Who::Actor | Who::Everyone | Who::Fighters | Who::Main, body) => gain(body, of),
        Facts::Each(..) | Facts::Penalty(_) => 0,
        Facts::OneOf(lists) => lists.into_iter().map(|list| gain(list, of)).max().unwrap_or(0),
        // A loop is certain only if every roll keeps it going.
        Facts::Rolled(lists) => lists.into_iter().map(|list| gain(list, of)).min().unwrap_or(0),
        Facts::Repeated(times, body) => least(times).saturating_mul(gain(body, of)),
        gift @ (Facts::Levels(_) | Facts::Cards(_) | Facts::Discard(_) | Facts::Nothing) => of(&gift),
    };
    effects.iter().map(one).fold(0, i64::saturating_add)
}

/// Finds nested repeats.
fn repeats_too_often(spec: &CardSpec) -> Option<String> {
    let mut most = 0;
    for effects in programs(spec) {
        visit(effects, 1, &mut |_, times| most = most.max(times));
    }
    (most > MAX_REPEATS).then(|| format!("`{}` repeats an effect {most} times", spec.id))
}

/// Finds cards that, when used up, can take copies of each other from the discards.
fn fetch_each_other(specs: &[CardSpec], side: DeckSide) -> Option<String> {
    let fetches = |spec: &&CardSpec| {
        let mut fetches = false;
        for effects in used_up_by(spec) {
            visit(effects, 1, &mut |effect, _| {
                fetches |= matches!(effect, Effect::TakeDiscard(taking) if taking.deck == side);
            });
        }
        fetches && side_of(spec) == side
    };
    let found: Vec<&CardSpec> = specs.iter().filter(fetches).collect();
    let copies: usize = found.iter().map(|spec| usize::from(spec.copies)).sum();
    let ids: Vec<String> = found.iter().map(|spec| format!("`{}`", spec.id)).collect();
    (copies > 1).then(|| {
        format!(
            "copies of {} can take each other out of the discards: a player could play them forever",
            ids.join(", ")
        )
    })
}

/// Finds cards that take others out of the discards, and cards that draw them again once their pile is otherwise empty.
fn fetch_and_draw(specs: &[CardSpec], side: DeckSide) -> Option<String> {
    let taken = |gift: &Facts<'_>| i64::from(matches!(gift, Facts::Discard(pile) if *pile == side));
    let of_side =
        |gift: &Facts<'_>| if matches!(gift, Facts::Cards(cards) if cards.deck == side) { drawn(gift) } else { 0 };
    let fetches = |rule: &Use| gain(&rule.effects, &taken) > 0;
    let draws = |rule: &Use| gain(&rule.effects, &of_side) > 0 && gain(&rule.effects, &levels) <= 0;
    let can = |which: &dyn Fn(&Use) -> bool| -> Vec<String> {
        let has = |spec: &&CardSpec| side_of(spec) == side && free_uses(spec).any(which);
        specs.iter().filter(has).map(|spec| format!("`{}`", spec.id)).collect()
    };
    let (fetching, drawing) = (can(&fetches).join(", "), can(&draws).join(", "));
    (!fetching.is_empty() && !drawing.is_empty()).then(|| {
        format!(
            "{fetching} can take {drawing} out of the discards and be drawn again from the shuffled discards: a player could play \
             them forever"
        )
    })
}

/// The uses of a one-shot or special that have no limit and no price, and that need not be made when it is drawn.
fn free_uses(spec: &CardSpec) -> impl Iterator<Item = &Use> {
    let single = spec.once || spec.kind.play == Play::Special;
    let free = |rule: &&Use| rule.limit.is_none() && matches!(rule.cost, None | Some(Cost::ThisCard));
    let in_time = |rule: &&Use| rule.when.iter().any(|window| *window != Window::Drawn);
    spec.uses.iter().filter(move |_| single).filter(free).filter(in_time)
}

/// The effects of using up a card.
fn used_up_by(spec: &CardSpec) -> Vec<&[Effect]> {
    let curse = (spec.kind.play == Play::Curse && spec.lasts.is_none()).then_some(spec.curse.as_slice());
    let single = spec.once || spec.kind.play == Play::Special;
    let uses = spec.uses.iter().filter(|rule| single || rule.cost == Some(Cost::ThisCard));
    uses.map(|rule| rule.effects.as_slice()).chain(curse).collect()
}
