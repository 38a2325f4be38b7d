//! What effects contain and give.

use super::card::CardSpec;
use super::effect::{Drawing, Effect};
use super::number::Amount;
use super::values::{DeckSide, Who};

/// What an effect contains or gives.
pub(in crate::deck) enum Facts<'e> {
    /// These effects, for these players.
    Each(Who, &'e [Effect]),
    /// One of these lists, by choice or by a condition.
    OneOf(Vec<&'e [Effect]>),
    /// One of these lists, by a roll.
    Rolled(Vec<&'e [Effect]>),
    /// These effects, repeated.
    Repeated(&'e Amount, &'e [Effect]),
    /// These effects, if a loss is not enough.
    Penalty(&'e [Effect]),
    /// Levels.
    Levels(&'e Amount),
    /// Cards of a draw pile.
    Cards(&'e Drawing),
    /// A card of a discard pile.
    Discard(DeckSide),
    /// Nothing that could pay for a use.
    Nothing,
}

/// The table of effects.
pub(in crate::deck) fn facts(effect: &Effect) -> Facts<'_> {
    use Effect::*;
    match effect {
        Each(each) => Facts::Each(each.who, &each.effects),
        Choose(branches) => Facts::OneOf(branches.iter().map(|branch| &branch.effects[..]).collect()),
        If(either) => Facts::OneOf(vec![&either.then, &either.otherwise]),
        Roll(lines) => Facts::Rolled(lines.iter().map(|line| &line.effects[..]).collect()),
        Repeat(repeat) => Facts::Repeated(&repeat.times, &repeat.effects),
        LoseAsMuch(effects) => Facts::Penalty(effects),
        GainLevels(count) | GainWinningLevels(count) => Facts::Levels(count),
        Draw(drawing) => Facts::Cards(drawing),
        TakeDiscard(taking) => Facts::Discard(taking.deck),
        LoseLevels(_) | FallTo(_) | Die | LoseItems(_) | LoseWorth(_) | LoseHand(_) | LoseCards(_) | Suffer(_)
        | LoseIdentities(_) | LosePowers(_) | ChangeIdentity | ChangeKind(_) | ChangeGender | Exchange(_)
        | TakeItem(_) | TakeFromHand(_) | LootRoom | Afflict(_) | Give(_) | ExchangeHands(_) | RevealHand
        | OpenDoor => Facts::Nothing,
        Strengthen(_) | RemoveMonster(_) | RemoveAll(_) | SendMonster(_) | ReplaceMonster(_) | AddMonster
        | CopyMonster | TwinFlee(_) | Leave(_) | DefeatThis | DismissHelper | CompelHelp | CompelHelpFor(_)
        | TakeOver | TakeWinningItem => Facts::Nothing,
        Escape | EscapeAll | EscapeThis | FleeBonus(_) | Reroll | RollAnyway | SetRoll | RollBonus(_) | CancelCurse
        | RedirectCurse(_) | CancelBadStuff | LiftCurse => Facts::Nothing,
    }
}

/// The least number of an amount.
pub(in crate::deck) fn least(amount: &Amount) -> i64 {
    match *amount {
        Amount::Number(count) => i64::from(count),
        Amount::PerCount { times, most, .. } => i64::from(times).min(most.map_or(i64::MAX, i64::from)),
    }
}

/// Number of lasting effects in the programs of a card.
pub(in crate::deck) fn afflictions(spec: &CardSpec) -> usize {
    let mut count = 0;
    for effects in programs(spec) {
        visit(effects, 1, &mut |effect, _| count += usize::from(matches!(effect, Effect::Afflict(_))));
    }
    count
}

/// Whether effects can make a runner roll who would escape without a roll.
pub(in crate::deck) fn forces_roll(effects: &[Effect]) -> bool {
    let mut forces = false;
    visit(effects, 1, &mut |effect, _| forces |= matches!(effect, Effect::RollAnyway));
    forces
}

/// Whether effects pass on the text of a discarded card.
pub(in crate::deck) fn passes_on(effects: &[Effect]) -> bool {
    let mut passes = false;
    visit(effects, 1, &mut |effect, _| passes |= matches!(effect, Effect::Suffer(_)));
    passes
}

/// All programs of a card.
pub(in crate::deck) fn programs(spec: &CardSpec) -> impl Iterator<Item = &[Effect]> {
    let uses = spec.uses.iter().map(|rule| rule.effects.as_slice());
    let triggers = spec.triggers.iter().map(|trigger| trigger.effects.as_slice());
    uses.chain(triggers).chain([spec.bad_stuff.as_slice(), spec.curse.as_slice()])
}

/// Calls `call` with each effect, including nested ones, and with the number of its repetitions.
pub(in crate::deck) fn visit(effects: &[Effect], times: u64, call: &mut impl FnMut(&Effect, u64)) {
    for effect in effects {
        call(effect, times);
        match facts(effect) {
            Facts::Each(_, body) | Facts::Penalty(body) => visit(body, times, call),
            Facts::OneOf(lists) | Facts::Rolled(lists) => lists.into_iter().for_each(|list| visit(list, times, call)),
            Facts::Repeated(count, body) => {
                let more = u64::try_from(least(count)).unwrap_or(0).max(1);
                visit(body, times.saturating_mul(more), call);
            }
            Facts::Levels(_) | Facts::Cards(_) | Facts::Discard(_) | Facts::Nothing => {}
        }
    }
}
