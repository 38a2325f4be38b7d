//! The plays open in a round. Both the list of plays and the check of a proposed play use this definition.

use super::Position;
use crate::deck::Play;
use crate::deck::compiled::Grants;
use crate::deck::language::Window;
use crate::deck::language::rules::{ActionWindow, GiftWindow, GiftsFromCombatant};
use crate::game::state::fight::Foe;
use crate::game::{Choice, Moment, Verb};
use crate::ids::{CardId, CardSet, Seat};

impl<const W: usize> Position<'_, W> {
    /// timing-04: whether a seat that is asked in a round may make this choice.
    pub(in crate::game) fn is_open(self, moment: Moment, seat: Seat, choice: Choice) -> bool {
        let Choice { verb, card, .. } = choice;
        let in_combat = moment == Moment::Combat;
        match verb {
            // A player may propose any value, so card and number must also be those of a listed option.
            Verb::Pass => true,
            Verb::Play | Verb::Use => self.card_open(moment, seat, choice),
            Verb::Sell => {
                choice == Choice::plain(verb) && self.may_act_on_own_turn(moment, seat) && self.can_sell(seat)
            }
            Verb::Trade => choice == Choice::plain(verb) && self.trades_open(moment, seat) && self.may_trade(seat),
            Verb::Gift => choice == Choice::plain(verb) && self.trades_open(moment, seat) && self.may_give(seat),
            Verb::Leave => choice == Choice::plain(verb) && in_combat && self.may_leave(seat),
            Verb::Ask => choice == Choice::plain(verb) && in_combat && self.may_ask(seat),
            _ if choice != Choice::card(verb, card) => false,
            Verb::Wear => {
                self.may_act_on_own_turn(moment, seat) && self.item_in_hand(seat, card) && self.can_wear(seat, card)
            }
            Verb::Carry => {
                self.may_act_on_own_turn(moment, seat) && self.item_in_hand(seat, card) && self.can_carry(seat, card)
            }
            Verb::Equip => self.equipment_open(moment, seat) && self.can_equip(seat, card),
            Verb::Unequip => self.equipment_open(moment, seat) && self.can_unequip(seat, card),
            Verb::Discard => self.discard_open(moment, seat, card),
            Verb::Aid | Verb::Hinder => in_combat && self.boost_open(seat, card, verb),
            Verb::Join => in_combat && self.may_join(seat, card),
            Verb::Arm => in_combat && self.may_arm(seat, card),
            Verb::Load => {
                let plays = self.game.hands[seat].contains(card);
                self.may_load(moment, seat, card) && !(plays && self.plays_barred(seat))
            }
            Verb::Fight
            // Answers to other questions. They are named one by one, so that the compiler finds a new verb.
            | Verb::Keep
            | Verb::Pick
            | Verb::Player
            | Verb::Everyone
            | Verb::Monster
            | Verb::Number
            | Verb::Branch
            | Verb::Done
            | Verb::Abandon
            | Verb::Accept
            | Verb::Refuse
            | Verb::Counter
            | Verb::MainFirst
            | Verb::HelperFirst
            | Verb::ForPlayers
            | Verb::ForMonsters => false,
        }
    }

    /// turn-03, item-14, flee-13: whether a seat may act on its own turn: it is the active player, out of combat, and below the
    /// limit of actions in a turn.
    #[inline]
    pub(in crate::game) fn may_act_on_own_turn(self, moment: Moment, seat: Seat) -> bool {
        seat == self.game.active && moment.own_turn() && self.game.actions < *self.deck.rules.max_actions
    }

    /// Whether the seat is asked on its own turn, out of combat, even if it has reached the limit of actions in this turn.
    #[inline]
    fn is_on_own_turn(self, moment: Moment, seat: Seat) -> bool {
        seat == self.game.active && moment.own_turn()
    }

    /// enhancer-01, curse-02, interfere-04, interfere-05, special-01, combat-20: whether a seat may play a card from hand, or use
    /// one of its cards.
    fn card_open(self, moment: Moment, seat: Seat, choice: Choice) -> bool {
        let Choice { verb, n, card } = choice;
        if self.is_on_own_turn(moment, seat) && !self.may_act_on_own_turn(moment, seat) {
            return false;
        }
        let play = self.deck.card(card).play;
        if verb == Verb::Use || matches!(play, Play::Item | Play::Special) {
            return self.offers_use(seat, choice, self.window(moment, seat));
        }
        let (fight, hand) = (&self.game.fight, self.game.hands[seat]);
        let in_combat = moment == Moment::Combat;
        hand.contains(card)
            && n == 0
            && !self.plays_barred(seat)
            && match play {
                Play::Slot | Play::Room | Play::Rank => {
                    self.playable_traits(moment, seat).contains(card) && self.trait_fits(seat, card)
                }
                Play::Cheat => self.may_act_on_own_turn(moment, seat) && self.trait_fits(seat, card),
                Play::Curse => !moment.answers(),
                Play::Enhancer => in_combat && fight.foe_count > 0,
                Play::BringMonster => in_combat && fight.has_room() && hand.meets(&self.deck.masks.monsters),
                Play::Monster | Play::Item | Play::Special | Play::Blank | Play::Role => false,
            }
    }

    /// The window in which a seat is asked.
    #[inline]
    pub(in crate::game) fn window(self, moment: Moment, seat: Seat) -> Window {
        match moment {
            Moment::Combat => Window::Combat,
            Moment::BeforeRoll => Window::BeforeRoll,
            Moment::AfterRoll => Window::AfterRoll,
            Moment::CurseLands => Window::Curse,
            Moment::BadStuff => Window::BadStuff,
            Moment::StartOfTurn | Moment::AfterDoor | Moment::BeforeCharity if seat == self.game.active => Window::Turn,
            Moment::StartOfTurn | Moment::AfterDoor | Moment::BeforeCharity => Window::AnyTime,
        }
    }

    /// timing-01, timing-03, ally-01, identity-11, A-06: cards that may be added to a character: at any time the kinds that allow it; on the
    /// player's own turn all of them, in combat as well if the edition allows it.
    pub(in crate::game) fn playable_traits(self, moment: Moment, seat: Seat) -> CardSet<W> {
        let masks = &self.deck.masks;
        match moment {
            moment if moment.answers() => CardSet::EMPTY,
            Moment::Combat if seat == self.game.active && self.deck.rules.identity_in_combat => masks.traits,
            _ if self.is_on_own_turn(moment, seat) => masks.traits,
            _ => masks.any_time_traits,
        }
    }

    fn item_in_hand(self, seat: Seat, card: CardId) -> bool {
        self.game.hands[seat].contains(card) && self.deck.masks.items.contains(card)
    }

    /// item-08, item-12: whether a carried Item may be turned upright.
    fn can_equip(self, seat: Seat, card: CardId) -> bool {
        self.carries(seat, card) && !self.game.used.contains(card) && self.can_use_item(seat, card)
    }

    /// item-12: whether an Item in use may be turned sideways.
    fn can_unequip(self, seat: Seat, card: CardId) -> bool {
        self.carries(seat, card) && self.game.used.contains(card)
    }

    fn carries(self, seat: Seat, card: CardId) -> bool {
        self.game.tables[seat].contains(card) && self.deck.masks.wearables.contains(card)
    }

    fn discard_open(self, moment: Moment, seat: Seat, card: CardId) -> bool {
        self.game.tables[seat].contains(card) && self.deck.masks.traits.contains(card) && self.may_discard(moment, seat)
    }

    /// identity-04, power-07, item-13, ally-03, style-03, G-04: whether a seat may discard identities, multi-identity cards and powers. In
    /// a combat, fighters, players with a companion and players who may not help may; in other rounds, the active
    /// player, fighters, and players with a companion or with an Item in use that does not count for them; after a roll
    /// and before a Curse or Bad Stuff takes effect, nobody.
    pub(in crate::game) fn may_discard(self, moment: Moment, seat: Seat) -> bool {
        let game = self.game;
        match moment {
            moment if moment.answers() => false,
            Moment::Combat => {
                game.fighting(seat)
                    || game.tables[seat].meets(&self.deck.masks.any_time_traits)
                    || game.seats[seat].grants.has(Grants::NO_HELPING)
            }
            _ if self.is_on_own_turn(moment, seat) => self.may_act_on_own_turn(moment, seat),
            _ => seat == game.active || game.fighting(seat) || self.has_idle_cards(seat),
        }
    }

    /// Whether a seat has an Item in use that does not count, or a companion.
    fn has_idle_cards(self, seat: Seat) -> bool {
        let (game, masks) = (self.game, &self.deck.masks);
        let idle = (game.tables[seat] & game.used & masks.restricted).without(game.active_cards);
        !idle.is_empty() || game.tables[seat].meets(&masks.any_time_traits)
    }

    /// interfere-01, oneshot-02: whether a one-shot may be played in a combat. Any player may play it, for either side.
    fn boost_open(self, seat: Seat, card: CardId, verb: Verb) -> bool {
        let owned = self.game.hands[seat].contains(card) || self.game.tables[seat].contains(card);
        owned && self.deck.masks.boosts.contains(card) && self.may_throw(seat, card, verb)
    }

    /// Whether a monster may join the fight from a player's hand without another card.
    fn may_join(self, seat: Seat, card: CardId) -> bool {
        self.game.hands[seat].contains(card)
            && self.deck.masks.joiners.contains(card)
            && !self.plays_barred(seat)
            && self.game.fight.has_room()
            && self.is_let_join(card)
    }

    /// tag-01, tag-03, tag-04, tag-05, tag-06, multi-07: whether a monster of the fight lets another one join: by a joining tag of both, or by
    /// its text.
    pub(in crate::game) fn is_let_join(self, card: CardId) -> bool {
        self.joins_by_tag(card) || self.joins_by_text(card)
    }

    pub(in crate::game) fn joins_by_tag(self, card: CardId) -> bool {
        self.game.fight.tags() & self.deck.joining & self.deck.card(card).tags != 0
    }

    fn joins_by_text(self, card: CardId) -> bool {
        let lets = |(monster, others): &(CardId, CardSet<W>)| {
            others.contains(card) && self.game.fight.foes().iter().any(|foe| foe.card == *monster)
        };
        self.deck.joins.iter().any(lets)
    }

    /// tag-07, tag-08, H-07: whether a seat may give an Item to a monster that shares its tag: anybody from hand; from the table, even an
    /// Item in use, only players who do not fight. The rules may allow fighters more or less.
    pub(in crate::game) fn may_arm(self, seat: Seat, card: CardId) -> bool {
        let game = self.game;
        let gives = self.deck.rules.gifts_from_combatant;
        let owned = match game.fighting(seat) {
            true if gives == GiftsFromCombatant::None => false,
            true if gives == GiftsFromCombatant::HandOnly => game.hands[seat].contains(card),
            _ => game.hands[seat].contains(card) || game.tables[seat].contains(card),
        };
        owned && self.deck.masks.gifts.contains(card) && !self.plays_barred(seat) && self.takers(card) != 0
    }

    /// tag-07, J-14: the indices of the monsters to which an Item may be given, one bit each: all with its tag, or only those that have
    /// just joined.
    pub(in crate::game) fn takers(self, card: CardId) -> u16 {
        let tags = self.deck.card(card).tags & self.deck.gifts;
        let always = self.deck.rules.gift_window == GiftWindow::Combat;
        let fight = &self.game.fight;
        let foes = fight.foes().iter().enumerate();
        let takes = |foe: &Foe| foe.tags & tags != 0 && (always || foe.number > fight.settled);
        // At most `MAX_FOES` places, so 16 bits are enough.
        foes.fold(0, |places, (place, foe)| places | u16::from(takes(foe)) << place)
    }

    /// trade-02: whether a seat may open a trade: on its own turn or, if the rules allow it, at any time when it is not in a combat.
    fn trades_open(self, moment: Moment, seat: Seat) -> bool {
        self.actions_open(self.deck.rules.trades, moment, seat)
    }

    /// item-14, timing-02: whether a seat may change its equipment: on its own turn or, if the rules allow it, at any time when it is not
    /// in a combat.
    pub(in crate::game) fn equipment_open(self, moment: Moment, seat: Seat) -> bool {
        self.actions_open(self.deck.rules.equipment, moment, seat)
    }

    fn actions_open(self, window: ActionWindow, moment: Moment, seat: Seat) -> bool {
        self.may_act_on_own_turn(moment, seat) || window == ActionWindow::AnyTime && self.is_bystander(moment, seat)
    }

    /// timing-02: whether a seat is out of combat on another player's turn.
    pub(in crate::game) fn is_bystander(self, moment: Moment, seat: Seat) -> bool {
        !moment.answers() && seat != self.game.active && !self.game.fighting(seat)
    }
}
