//! Masks: sets of cards that the engine combines with whole hands. `compile/masks.rs` fills them.

use super::op::Traits;
use crate::deck::language::DeckSide;
use crate::ids::CardSet;

/// More than the highest possible winning level.
pub(in crate::deck) const MAX_LEVELS: usize = 32;

/// Sets of cards with common properties: one mask for each property that the engine checks in whole hands.
#[derive(Clone, Debug, Default)]
pub struct Masks<const W: usize> {
    /// All cards, without the reminders.
    pub all: CardSet<W>,
    /// Reminders of lasting effects.
    pub reminders: CardSet<W>,
    /// Reminders of lasting effects of the next combat.
    pub for_next_combat: CardSet<W>,
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
    /// Cards of slots with limits and cards that make room in such slots.
    pub of_slots: CardSet<W>,
    /// Powers.
    pub powers: CardSet<W>,
    /// Powers with a Rank above 0, above 1, and so on.
    pub above_rank: [CardSet<W>; MAX_LEVELS],
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
    /// Cards of `traits` that anybody may play at any time.
    pub any_time_traits: CardSet<W>,
    /// Cards that make room in a slot and are discarded with the last card of the slot.
    pub discarded_with_last: CardSet<W>,
    /// Cards of `traits` that may be played into a full slot, in place of another one.
    pub replacing: CardSet<W>,
    /// Cards of `traits` that are not allowed in the opening.
    pub closed_in_opening: CardSet<W>,
    /// Cards in play that a player keeps at death: cards of `traits` with this setting, and Curses.
    pub kept_at_death: CardSet<W>,
    /// Cards in play that are discarded at death.
    pub discarded_at_death: CardSet<W>,
    /// Cards of `traits`, and Cheats.
    pub traits_and_cheats: CardSet<W>,
    /// Cards with their own uses from hand or table: one-shots and specials.
    pub one_shots_and_specials: CardSet<W>,
    /// Big Items.
    pub big: CardSet<W>,
    /// Items by slot, indexed by `Slot`.
    pub slots: [CardSet<W>; 4],
    /// Items that a player cannot put on: indexed by the number of free hands (0 to 2), then by a mask of occupied slots.
    pub unwearable: [[CardSet<W>; 8]; 3],
    /// Items that may be given to monsters.
    pub gifts: CardSet<W>,
    /// Monsters with a joining tag.
    pub joiners: CardSet<W>,
    /// Monsters with uses; players other than the main player may use them in a combat.
    pub monsters_with_uses: CardSet<W>,
    /// One-shots with a printed bonus.
    pub boosts: CardSet<W>,
    /// Cards with a use open in a window (`AnyTime` uses count for all windows except `Drawn` and `CardRoll`), indexed by
    /// `Window`.
    pub usable: [CardSet<W>; 8],
    /// Cards other than Items whose strength modifiers depend only on the traits, powers and Curses of their player.
    pub self_modified: CardSet<W>,
    /// Cards other than monsters with other conditional strength modifiers, by when these can hold: without any of
    /// `modifying_tags` and `modifying_traits`; with one of these tags; with one of these traits; with both.
    pub modified: [CardSet<W>; 4],
    /// Monster tags that some of these modifiers require, as a mask.
    pub modifying_tags: u16,
    /// Traits of the modified player that some of these modifiers require.
    pub modifying_traits: Traits,
    /// Cards whose strength modifiers depend on players other than the modified player and the fighters.
    pub modified_by_bystanders: CardSet<W>,
    /// Cards with conditional flee modifiers.
    pub flee_modified: CardSet<W>,
    /// Cards with permissions or restrictions without a number.
    pub flagged: CardSet<W>,
    /// Curses that last for one combat or turn.
    pub timed: CardSet<W>,
    /// Cards with triggers, indexed by `Happening`.
    pub triggered: [CardSet<W>; 8],
    /// Cheats, and enhancers if a companion may carry them.
    pub cheats_and_loads: CardSet<W>,
    /// Companions that may carry a card.
    pub carriers: CardSet<W>,
    /// Items with a use that is open while they are carried sideways.
    pub used_sideways: CardSet<W>,
    /// Specials that give levels at any time and do nothing else.
    pub level_cards: CardSet<W>,
    /// Cards of a character that lift the disadvantages of a single card of a slot.
    pub lifters: CardSet<W>,
    /// Curses that make some Items of their victim not count.
    pub ignoring_curses: CardSet<W>,
    /// Items that not all players may use.
    pub restricted: CardSet<W>,
    /// Items of `restricted` with a condition on the Level.
    pub by_level: CardSet<W>,
    /// Cards that can matter in a combat from hand or table: combat plays, boosts, gifts, combat uses and any-time traits.
    pub combat_cards: CardSet<W>,
    /// Cards that can matter at any time from hand or table: Curses, any-time uses and any-time traits.
    pub any_time_cards: CardSet<W>,
    /// Cards that anybody may play from hand in any combat: combat uses, boosts, enhancers, Wandering Monster, joining
    /// monsters, Curses.
    pub combat_plays: CardSet<W>,
    /// Cards that anybody may play from hand at any time: Curses and any-time uses.
    pub any_time_plays: CardSet<W>,
    /// Specials that may be played from hand at any time on any player.
    pub bribes: CardSet<W>,
    /// Cards that a player may play from hand on their own turn out of combat, or on receipt: Items, identities, multi-identity
    /// cards, powers, Cheats.
    pub own_plays: CardSet<W>,
}

impl<const W: usize> Masks<W> {
    /// The cards with this back.
    #[inline]
    pub fn back(&self, side: DeckSide) -> CardSet<W> {
        match side {
            DeckSide::Door => self.door,
            DeckSide::Treasure => self.treasure,
        }
    }
}

/// Rights to use Items that are not open to all players.
#[derive(Clone, Debug, Default)]
pub struct Rights<const W: usize> {
    /// Items that only owners of certain traits may use.
    pub reserved: CardSet<W>,
    /// For each trait, the Items of `reserved` that it allows.
    pub opened: Vec<CardSet<W>>,
    /// For each trait, the Items that it forbids.
    pub forbidden: Vec<CardSet<W>>,
    /// Items with other conditions and one-shots. The engine tests each of them separately.
    pub others: CardSet<W>,
}
