//! Payments for uses.

use super::purpose::Purpose;
use crate::deck::Play;
use crate::deck::compiled::{Card, Deck, UseRule};
use crate::deck::language::Cost;
use crate::ids::{CardId, CardSet, WIDEST};

/// Maximum cost of each card in a payment.
pub(in crate::strategy) const DEAREST_PAYMENT: i16 = 30;

/// Whether a use always costs at least what it brings, because it uses up its own card or costs Levels.
pub(super) fn costs_more(card: &Card, price: i16, rule: &UseRule, purpose: Purpose) -> bool {
    let Purpose::Good(good) = purpose else { return false };
    match rule.cost {
        Some(Cost::Discard(_) | Cost::Hand(_) | Cost::WholeHand) => false,
        Some(Cost::Levels(count)) => 10 * i16::from(count) >= good,
        Some(Cost::ThisCard) => price >= good,
        None => (card.once || card.play == Play::Special) && price / 2 >= good,
    }
}

/// By use: the cards that can cost less than the use brings, if cards pay for it. `prices`: the least worth of each card.
pub(super) fn payments(deck: &Deck, prices: &[i16], rule: &UseRule, purpose: Purpose) -> Option<CardSet<WIDEST>> {
    let (Some(Cost::Discard(count) | Cost::Hand(count)), Purpose::Levels(good) | Purpose::Good(good)) =
        (rule.cost, purpose)
    else {
        return None;
    };
    // Necessary, not sufficient: one card at the least price. The player weighs the real price later.
    let pays = |price: i16| i16::from(count).saturating_mul(price.min(DEAREST_PAYMENT)) < good;
    let cards = || deck.masks.all.iter().filter(|card| pays(prices[card.index()])).collect();
    // If even the dearest payment is worth it, no hand needs a test.
    (!pays(DEAREST_PAYMENT)).then(cards)
}

/// Groups cards with equal sets.
pub(super) fn grouped(
    cards: impl Iterator<Item = (CardId, CardSet<WIDEST>)>,
) -> Vec<(CardSet<WIDEST>, CardSet<WIDEST>)> {
    let mut groups: Vec<(CardSet<WIDEST>, CardSet<WIDEST>)> = Vec::new();
    for (card, with) in cards {
        match groups.iter_mut().find(|group| group.1 == with) {
            Some(group) => group.0.insert(card),
            None => groups.push((CardSet::one(card), with)),
        }
    }
    groups
}
