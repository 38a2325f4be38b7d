//! Features: the state of a player as numbers of about the same size and as titles of cards.

use crate::deck::Deck;
use crate::game::View;
use crate::ids::{CardId, CardSet};
use crate::strategy::Worth;

/// A feature of a player: its place among all features, and its value.
pub(in crate::strategy) type Feature = (u16, f32);

/// Number of features that are not titles.
const NUMBERS: usize = 24;

/// Maximum strength that counts.
const MAX_STRENGTH: i16 = 60;

/// Prior precision of the weight of a number.
const NUMBER_PRECISION: f64 = 1.0;
/// Prior precision of the weight of a title: without many samples of a card, the numbers decide.
const TITLE_PRECISION: f64 = 20.0;

/// The prior precision of each feature's weight.
pub(super) fn precisions(deck: &Deck) -> Vec<f64> {
    let mut precisions = vec![NUMBER_PRECISION; NUMBERS];
    precisions.resize(NUMBERS + 2 * deck.titles.len(), TITLE_PRECISION);
    precisions
}

/// The features of a player: some numbers, then one for each card. A title has one place for spare cards and one for cards
/// in use, because the numbers alone misjudge cards whose worth is far from what their texts suggest.
pub(super) fn features<const W: usize>(view: View<'_, W>, worth: &Worth) -> impl Iterator<Item = Feature> {
    let numbers = (0..).zip(numbers(view, worth).map(|number| number as f32));
    numbers.chain(titles(view).map(|title| ((NUMBERS + title) as u16, 1.0)))
}

/// Level, strength, worth of cards and the like.
fn numbers<const W: usize>(view: View<'_, W>, worth: &Worth) -> [f64; NUMBERS] {
    let (deck, me) = (view.deck(), view.seat());
    let (hand, table, masks, character) = (view.hand(), view.table(me), &deck.masks, view.character(me));
    let win_level = i16::from(deck.rules.win_level);
    let level = f64::from(view.level(me)) / f64::from(win_level);
    let strength = f64::from(view.strength(me).clamp(0, MAX_STRENGTH)) / 20.0;
    let within = |levels: i16| f64::from(view.level(me) + levels >= win_level);
    let spare = spare(view);
    let wearable = view.usable_items(spare & masks.wearables);
    let weaker = |card: &CardId| deck.card(*card).level < view.strength(me);
    let beatable: CardSet<W> = (hand & masks.monsters).iter().filter(weaker).collect();
    let number = |cards: CardSet<W>| cards.len() as f64;
    let excess = character.held - view.hand_limit();
    let boosts = sum(spare & masks.boosts, |card| deck.card(card).bonus.into()) / 10.0;
    [
        level,
        // Products let a linear sum bend: a Level is worth more near the end, and so are strength and cards there.
        level * level,
        within(1),
        within(2),
        strength,
        strength * level,
        strength * within(1),
        level * turns_to_wait(view),
        // Divisors bring all numbers to about the same size, as the equal priors assume.
        sum(hand, |card| worth.keep(card)) / 50.0,
        sum(table & spare, |card| worth.keep(card)) / 50.0,
        sum(table.without(spare) & masks.items, |card| worth.keep(card)) / 50.0,
        boosts,
        boosts * within(1),
        sum(wearable, |card| worth.wear(card)) / 10.0,
        sum(table & (masks.curses | masks.reminders), |card| worth.harm(card)) / 20.0,
        number(hand & masks.monsters),
        number(hand & masks.enhancers),
        number(hand & masks.curses),
        number(table & worth.serving()),
        number(hand & masks.wandering),
        number(hand & masks.door) / 5.0,
        level * number(beatable),
        f64::from(excess.max(0)),
        f64::from(character.flee),
    ]
}

/// Cards in hand, and Items on the table that are not in use.
fn spare<const W: usize>(view: View<'_, W>) -> CardSet<W> {
    view.hand() | (view.table(view.seat()) & view.deck().masks.items).without(view.used())
}

/// The titles of a player's cards: of spare cards from 0, of cards in use from the number of titles.
fn titles<const W: usize>(view: View<'_, W>) -> impl Iterator<Item = usize> {
    let (spare, deck) = (spare(view), view.deck());
    let in_use = view.table(view.seat()).without(spare);
    let title = |card: CardId| usize::from(deck.card(card).title);
    spare.iter().map(title).chain(in_use.iter().map(move |card| deck.titles.len() + title(card)))
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
