//! Masks: sets of cards that the engine combines with whole hands. `compile/masks.rs` fills them.

use super::op::Traits;
use super::sets::with_sets;
use crate::deck::language::DeckSide;

/// More than the highest possible winning level.
pub(in crate::deck) const MAX_LEVELS: usize = 32;

with_sets! {
    /// Sets of cards with common properties: one mask for each property that the engine checks in whole hands.
    #[derive(Clone, Debug, Default)]
    pub struct Masks<S> {
        /// Monster tags that some of these modifiers require, as a mask.
        pub modifying_tags: u16,
        /// Traits of the modified player that some of these modifiers require.
        pub modifying_traits: Traits,
        with sets:
        /// All cards, without the reminders.
        pub all: S,
        /// Reminders of lasting effects.
        pub reminders: S,
        /// Reminders of lasting effects of the next combat.
        pub for_next_combat: S,
        /// Door backs.
        pub door: S,
        /// Treasure backs.
        pub treasure: S,
        /// Roles, which belong to neither deck.
        pub roles: S,
        /// Monsters.
        pub monsters: S,
        /// Curses.
        pub curses: S,
        /// Cards in slots with limits, such as identities.
        pub slotted: S,
        /// Cards that make room for one more card of a slot, such as multi-identity cards.
        pub rooms: S,
        /// Cards of slots with limits and cards that make room in such slots.
        pub of_slots: S,
        /// Powers.
        pub powers: S,
        /// Powers with a Rank above 0, above 1, and so on.
        pub above_rank: [S; MAX_LEVELS],
        /// Enhancers.
        pub enhancers: S,
        /// Wandering Monster cards.
        pub wandering: S,
        /// Cheat cards.
        pub cheats: S,
        /// Items, one-shots among them.
        pub items: S,
        /// Items that may be traded, given and promised.
        pub tradeable: S,
        /// Items with a value in Gold Pieces.
        pub priced: S,
        /// Specials.
        pub specials: S,
        /// One-shots.
        pub once: S,
        /// Items that can be in use: all but one-shots.
        pub wearables: S,
        /// Cards that stay in play as part of a character: in slots, making room, and powers.
        pub traits: S,
        /// Cards of `traits` that anybody may play at any time.
        pub any_time_traits: S,
        /// Cards that make room in a slot and are discarded with the last card of the slot.
        pub discarded_with_last: S,
        /// Cards of `traits` that may be played into a full slot, in place of another one.
        pub replacing: S,
        /// Cards of `traits` that are not allowed in the opening.
        pub closed_in_opening: S,
        /// Cards in play that a player keeps at death: cards of `traits` with this setting, and Curses.
        pub kept_at_death: S,
        /// Cards in play that are discarded at death.
        pub discarded_at_death: S,
        /// Cards of `traits`, and Cheats.
        pub traits_and_cheats: S,
        /// Cards with their own uses from hand or table: one-shots and specials.
        pub one_shots_and_specials: S,
        /// Big Items.
        pub big: S,
        /// Cards that make room for one more Item of a slot, see `Deck::slot_rooms`.
        pub slot_givers: S,
        /// Items by slot, indexed by `Slot`.
        pub slots: [S; 4],
        /// Items that a player cannot put on: indexed by the number of free hands (0 to 2), then by a mask of occupied slots.
        pub unwearable: [[S; 8]; 3],
        /// Items that may be given to monsters.
        pub gifts: S,
        /// Monsters with a joining tag, or that some monster lets join its fight.
        pub joiners: S,
        /// Monsters with uses for the main player.
        pub used_by_main: S,
        /// Monsters with uses; all others are for players other than the main player.
        pub monsters_with_uses: S,
        /// Cards that may be sold: Items, and specials and enhancers with a price.
        pub saleable: S,
        /// One-shots with a printed bonus.
        pub boosts: S,
        /// Cards with a use open in a window (`AnyTime` uses count for all windows except `Drawn`, `CardRoll` and `BadStuff`), indexed
        /// by `Window`.
        pub usable: [S; 9],
        /// Cards other than Items whose strength modifiers depend only on the traits, powers and Curses of their player.
        pub self_modified: S,
        /// Cards other than monsters with other conditional strength modifiers, by when these can hold: without any of
        /// `modifying_tags` and `modifying_traits`; with one of these tags; with one of these traits; with both.
        pub modified: [S; 4],
        /// Cards with strength modifiers that an Item put on or turned sideways may change.
        pub heeding_outfit: S,
        /// Items to wear that are not among them and change the strength of no other card.
        pub plain_wearables: S,
        /// Cards whose strength modifiers depend on players other than the modified player and the fighters.
        pub modified_by_bystanders: S,
        /// Cards with conditional flee modifiers.
        pub flee_modified: S,
        /// Cards with permissions or restrictions without a number.
        pub flagged: S,
        /// Curses and reminders that last until something happens to their player.
        pub until: S,
        /// Curses that last for one combat or turn.
        pub timed: S,
        /// Those of them, and cards that some monster silences: a fight of their player may change whether they count.
        pub of_fights: S,
        /// Cards with triggers, indexed by `Happening`.
        pub triggered: [S; 10],
        /// Cheats, and enhancers if a companion may carry them.
        pub cheats_and_loads: S,
        /// Companions that may carry a card.
        pub carriers: S,
        /// Items with a use that is open while they are carried sideways.
        pub used_sideways: S,
        /// Specials that give levels at any time and do nothing else.
        pub level_cards: S,
        /// Cards of a character that lift the disadvantages of a single card of a slot.
        pub lifters: S,
        /// Curses that make some Items of their victim not count.
        pub ignoring_curses: S,
        /// Items that not all players may use.
        pub restricted: S,
        /// Items of `restricted` with a condition on the Level.
        pub by_level: S,
        /// Cards that can matter in a combat from hand or table: combat plays, boosts, gifts, combat uses and any-time traits.
        pub combat_cards: S,
        /// Cards that can matter at any time from hand or table: Curses, any-time uses and any-time traits.
        pub any_time_cards: S,
        /// Cards that anybody may play from hand in any combat: combat uses, boosts, enhancers, Wandering Monster, joining
        /// monsters, Curses.
        pub combat_plays: S,
        /// Cards that anybody may play from hand at any time: Curses and any-time uses.
        pub any_time_plays: S,
        /// Specials that may be played from hand at any time on any player.
        pub bribes: S,
        /// Cards that a player may play from hand on their own turn out of combat, or on receipt: Items, identities, multi-identity
        /// cards, powers, Cheats.
        pub own_plays: S,
    }
}

impl<S: Copy> Masks<S> {
    /// The cards with this back.
    #[inline]
    pub fn back(&self, side: DeckSide) -> S {
        match side {
            DeckSide::Door => self.door,
            DeckSide::Treasure => self.treasure,
        }
    }
}

with_sets! {
    /// Rights to use Items that are not open to all players.
    #[derive(Clone, Debug, Default)]
    pub struct Rights<S> {
        with sets:
        /// Items that only owners of certain traits may use.
        pub reserved: S,
        /// For each trait, the Items of `reserved` that it allows.
        pub opened: Vec<S>,
        /// For each trait, the Items that it forbids.
        pub forbidden: Vec<S>,
        /// Items with other conditions and one-shots. The engine tests each of them separately.
        pub others: S,
    }
}
