//! Features: what a player has, as numbers of about the same size.

use super::rehearsal::Rehearsing;
use crate::game::View;
use crate::ids::{BySeat, CardId, CardSet, MAX_SEATS, Seat};
use crate::strategy::Worth;

/// Number of features of a player.
pub(super) const FEATURES: usize = 19;

/// The features of a player.
pub(super) type Features = [f64; FEATURES];

/// Maximum strength that counts.
const MOST_STRENGTH: i16 = 60;

/// The features of all players at a table.
pub(super) fn features<const W: usize>(table: &Rehearsing<'_, W>, worth: &Worth) -> BySeat<Features> {
    let mut all = BySeat([[0.0; FEATURES]; MAX_SEATS]);
    for seat in (0..table.players()).map(Seat) {
        all[seat] = features_of(table.view(seat), worth);
    }
    all
}

fn features_of<const W: usize>(view: View<'_, W>, worth: &Worth) -> Features {
    let (deck, me) = (view.deck(), view.seat());
    let (hand, table, masks) = (view.hand(), view.table(me), &deck.masks);
    let level = f64::from(view.level(me)) / f64::from(deck.rules.win_level);
    let strength = f64::from(view.strength(me).clamp(0, MOST_STRENGTH)) / 20.0;
    let near = f64::from(view.level(me) + 1 >= i16::from(deck.rules.win_level));
    let bonus = |cards: CardSet<W>| sum(cards & masks.boosts, |card| deck.card(card).bonus) / 10.0;
    let idle = view.usable_items((hand | table) & masks.wearables).without(view.used());
    let weaker = |card: &CardId| deck.card(*card).level < view.strength(me);
    let beatable: CardSet<W> = (hand & masks.monsters).iter().filter(weaker).collect();
    let count = |cards: CardSet<W>| cards.len() as f64;
    [
        level,
        level * level,
        strength,
        strength * level,
        strength * near,
        level * turns_to_wait(view),
        sum(hand, |card| worth.keep(card)) / 50.0,
        sum(table, |card| worth.keep(card)) / 50.0,
        bonus(hand),
        bonus(table),
        sum(idle, |card| worth.wear(card)) / 10.0,
        sum(table & masks.curses, |card| worth.harm(card)) / 20.0,
        count(hand & masks.monsters),
        count(hand & masks.enhancers),
        count(hand & masks.curses),
        count(table & worth.serving()),
        count(hand & masks.wandering),
        count(hand & masks.door) / 5.0,
        level * count(beatable),
    ]
}

/// The sum of a number over cards.
fn sum<const W: usize>(cards: CardSet<W>, number: impl Fn(CardId) -> i16) -> f64 {
    f64::from(cards.iter().map(|card| i32::from(number(card))).sum::<i32>())
}

/// The part of a round that passes before the player's turn.
fn turns_to_wait<const W: usize>(view: View<'_, W>) -> f64 {
    let turns = (view.players() + view.seat().0 - view.active().0) % view.players();
    f64::from(turns) / f64::from(view.players())
}
