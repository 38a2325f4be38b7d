//! Masks: sets of cards that the engine asks of whole hands; `compile/masks.rs` fills them.

use super::ops::Traits;
use crate::ids::CardSet;

/// More than the highest Level that the rules can be set to.
pub(super) const MOST_LEVELS: usize = 32;

/// Sets of cards with common properties: one mask for each question that the engine asks of whole hands.
#[derive(Clone, Debug, Default)]
pub struct Masks<const W: usize> {
    /// All cards.
    pub all: CardSet<W>,
    /// Door backs.
    pub door: CardSet<W>,
    /// Treasure backs.
    pub treasure: CardSet<W>,
    /// Roles, which belong to neither deck.
    pub roles: CardSet<W>,
    /// Monsters.
    pub monsters: CardSet<W>,
    /// Curses.
    pub curses: CardSet<W>,
    /// Cards in slots with limits, such as identities.
    pub slotted: CardSet<W>,
    /// Cards that make room for one more card of a slot, such as multi-identity cards.
    pub rooms: CardSet<W>,
    /// Cards that have to do with the limit of a slot: those for it, and those that make room in it.
    pub of_slots: CardSet<W>,
    /// Powers.
    pub powers: CardSet<W>,
    /// Powers with a Rank above 0, above 1, and so on.
    pub above_rank: [CardSet<W>; MOST_LEVELS],
    /// Enhancers.
    pub enhancers: CardSet<W>,
    /// Wandering Monster cards.
    pub wandering: CardSet<W>,
    /// Cheat cards.
    pub cheats: CardSet<W>,
    /// Items, one-shots among them.
    pub items: CardSet<W>,
    /// Items that may be traded, given and promised.
    pub tradeable: CardSet<W>,
    /// Items with a value in Gold Pieces.
    pub priced: CardSet<W>,
    /// Specials.
    pub specials: CardSet<W>,
    /// One-shots.
    pub once: CardSet<W>,
    /// Items that can be in use: all but one-shots.
    pub wearables: CardSet<W>,
    /// Cards that stay in play as part of a character: in slots, making room, and powers.
    pub traits: CardSet<W>,
    /// Those of them that may be played at any time by anybody.
    pub any_time_traits: CardSet<W>,
    /// Those of them that are not allowed in the opening.
    pub closed_in_opening: CardSet<W>,
    /// Cards in play that a player keeps at death: such cards, and Curses.
    pub kept_at_death: CardSet<W>,
    /// Cards in play that are discarded at death.
    pub discarded_at_death: CardSet<W>,
    /// Those cards and Cheats.
    pub traits_and_cheats: CardSet<W>,
    /// Cards with uses of their own, played from hand or table: one-shots and specials.
    pub singles: CardSet<W>,
    /// Big Items.
    pub big: CardSet<W>,
    /// Items by slot, indexed by `Slot`.
    pub slots: [CardSet<W>; 4],
    /// Items that cannot be put on with none, one or both hands free and with the slots taken that have a bit, by `Slot`.
    pub unwearable: [[CardSet<W>; 8]; 3],
    /// Items that may be given to monsters.
    pub gifts: CardSet<W>,
    /// Monsters with a joining tag.
    pub joiners: CardSet<W>,
    /// One-shots with a printed bonus.
    pub boosts: CardSet<W>,
    /// Cards with a use open in a window (`AnyTime` uses counted in all), indexed by `Window`.
    pub usable: [CardSet<W>; 7],
    /// Cards other than Items whose strength modifiers depend on nothing but their player's traits, powers and Curses.
    pub self_modified: CardSet<W>,
    /// Cards but monsters with other strength modifiers that do not always hold: those that may hold without any of
    /// `modifying_tags` and `modifying_traits`, with one of those tags, with one of those traits, with both.
    pub modified: [CardSet<W>; 4],
    /// Tags of monsters without which some strength modifiers never hold, one bit each.
    pub modifying_tags: u16,
    /// The same for traits of the player whom they are for.
    pub modifying_traits: Traits,
    /// Cards with strength modifiers that look at others than the player whom they are for and the fighters.
    pub outward: CardSet<W>,
    /// Cards with flee modifiers that do not always hold.
    pub flee_modified: CardSet<W>,
    /// Cards with permissions or restrictions that do not add up.
    pub flagged: CardSet<W>,
    /// Curses that last for one combat or turn.
    pub timed: CardSet<W>,
    /// Cards with triggers, indexed by `Happening`.
    pub triggered: [CardSet<W>; 7],
    /// Companions that may carry a card.
    pub carriers: CardSet<W>,
    /// Curses whose victim's Items do not count.
    pub ignoring_curses: CardSet<W>,
    /// Items that not everybody may use.
    pub restricted: CardSet<W>,
    /// Of those, Items whose use depends on the Level.
    pub by_level: CardSet<W>,
    /// Cards that can matter in a combat from hand or table: combat plays, boosts, combat uses and traits for any time.
    pub combat_cards: CardSet<W>,
    /// Cards that can matter at any time from hand or table: Curses, any-time uses and traits for any time.
    pub any_time_cards: CardSet<W>,
    /// Cards that may be played from hand in any combat by anybody: combat uses, boosts, enhancers, Wandering
    /// Monster, joining monsters, Curses.
    pub combat_plays: CardSet<W>,
    /// Cards that may be played from hand at any time by anybody: Curses and any-time uses.
    pub any_time_plays: CardSet<W>,
    /// Specials that may be played from hand at any time on anybody.
    pub bribes: CardSet<W>,
    /// Cards that may be played from hand out of combat on the own turn or on receipt: Items, identities,
    /// multi-identity cards, powers, Cheats.
    pub own_plays: CardSet<W>,
}

/// Rights to use Items that not every player may use.
#[derive(Clone, Debug, Default)]
pub struct Rights<const W: usize> {
    /// Items that only owners of certain traits may use.
    pub reserved: CardSet<W>,
    /// For each trait the Items of these that it allows.
    pub opened: Vec<CardSet<W>>,
    /// For each trait the Items that it forbids.
    pub forbidden: Vec<CardSet<W>>,
    /// Items with other conditions, and one-shots: each is tested separately.
    pub others: CardSet<W>,
}
