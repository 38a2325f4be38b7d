//! Tests: evaluates conditions of the card language.

use super::Position;
use crate::deck::compiled::{CondRef, Filter, FilterRef, Group, Span, Test, Traits};
use crate::ids::{CardId, CardSet, Seat, SeatSet};

impl<const W: usize> Position<'_, W> {
    /// combat-08, identity-09, identity-17: whether `condition` holds for `you` at this moment. `actor` is the player who caused the
    /// effect.
    #[inline]
    pub(in crate::game) fn holds(self, condition: CondRef, you: Seat, actor: Seat) -> bool {
        self.holds_beside(condition, you, actor, CardId::NONE)
    }

    /// identity-13: whether `condition` holds for the play of a card. A card that is played from hand does not count as a card in hand.
    #[inline]
    pub(in crate::game) fn holds_beside(self, condition: CondRef, you: Seat, actor: Seat, card: CardId) -> bool {
        condition == CondRef::ALWAYS || self.tested(condition, you, actor, card)
    }

    fn tested(self, condition: CondRef, you: Seat, actor: Seat, card: CardId) -> bool {
        let (game, seat, fight) = (self.game, &self.game.seats[you], &self.game.fight);
        match self.deck.conditions[usize::from(condition.0)] {
            Test::Always => true,
            Test::Has(traits) => seat.traits & traits != 0,
            Test::Lacks(traits) => seat.traits & traits == 0,
            Test::FighterHas(traits) => self.fighters_have(|seat| game.seats[seat].traits & traits),
            Test::FighterUses(slot) => {
                self.fighters_have(|seat| Traits::from(game.seats[seat].slots >> slot as u8 & 1))
            }
            Test::FighterCarries(filter) => {
                self.fighters_have(|seat| Traits::from(!self.items(seat, filter).is_empty()))
            }
            Test::Level(limits) => limits.hold(game.level(you)),
            Test::LowestLevel => game.living().iter().all(|other| game.level(other) >= game.level(you)),
            Test::HighestLevel => game.living().iter().all(|other| game.level(other) <= game.level(you)),
            Test::Uses(slot) => seat.slots >> slot as u8 & 1 == 1,
            Test::Carries(filter) => !self.items(you, filter).is_empty(),
            Test::Hand(limits) => limits.hold(seat.held - i16::from(game.hands[you].contains(card))),
            Test::Cursed(curses) => game.tables[you].meets(&self.deck.curse_types[usize::from(curses)]),
            Test::OwnTurn => game.active == you,
            Test::Fighting => game.in_fight(you),
            Test::IsMain => fight.running && fight.main == you,
            Test::IsHelper => fight.running && fight.helper == Some(you),
            Test::BeforeFirstRoll => fight.fleeing && !fight.rolled.contains(you),
            Test::Tag(tags) => fight.running && fight.tags() & tags != 0,
            Test::Monsters(limits) => fight.running && limits.hold(i16::from(fight.foe_count)),
            Test::Helped => fight.running && fight.helper.is_some(),
            Test::ForTheWin => fight.running && self.for_the_win(),
            Test::Gender(gender) => game.gender(you) == gender,
            Test::Suffers(traits) => seat.traits & traits != 0 && self.suffers(you, traits),
            Test::Hindered(traits) => seat.traits & traits != 0 && self.hindered(you, traits),
            Test::AboveActor => game.level(you) > game.level(actor),
            Test::CanGainLevel => seat.level < game.level_cap(self.deck),
            Test::Unaided => fight.running && self.unaided(),
            Test::Pursuer(limits) => self.pursuer_level().is_some_and(|level| limits.hold(level)),
            Test::Thrown(filter) => {
                fight.running && self.thrown().meets(&self.deck.filters[usize::from(filter.0)].cards)
            }
            Test::Fought => game.marks.met() && !fight.running && !fight.avoided,
            Test::GetsAway => self.would_escape(),
            Test::DiscardTop(side, filter) => {
                let cards = &self.deck.filters[usize::from(filter.0)].cards;
                game.discard_top(side).is_some_and(|card| cards.contains(card))
            }
            Test::Count(counted, limits) => limits.hold(self.count(counted, you, actor, 0)),
            Test::HasChangedGender => game.changed_gender.contains(you),
            Test::HasDied => game.have_died.contains(you),
            Test::WanderedIn(filter) => self.wandered_in(filter, card),
            Test::All(span) => self.all_hold(span, you, actor, card),
            Test::Any(span) => self.any_holds(span, you, actor, card),
            Test::Not(inner) => !self.holds_beside(inner, you, actor, card),
            Test::Fighter(inner) => fight.running && self.holds_for_any(fight.fighters(), inner, actor, card),
            Test::Main(inner) => fight.running && self.holds_beside(inner, fight.main, actor, card),
            Test::Helper(inner) => {
                fight.running && fight.helper.is_some_and(|seat| self.holds_beside(inner, seat, actor, card))
            }
            Test::Rival(inner) => self.holds_for_any(game.living().without(you), inner, actor, card),
            Test::Anyone(inner) => self.holds_for_any(game.living(), inner, actor, card),
            Test::Actor(inner) => self.holds_beside(inner, actor, actor, card),
        }
    }

    // Nested tests are rare. They are separate functions so that they do not slow down the simple tests.
    #[inline(never)]
    fn all_hold(self, span: Span, you: Seat, actor: Seat, card: CardId) -> bool {
        span.conditions().all(|inner| self.holds_beside(inner, you, actor, card))
    }

    #[inline(never)]
    fn any_holds(self, span: Span, you: Seat, actor: Seat, card: CardId) -> bool {
        span.conditions().any(|inner| self.holds_beside(inner, you, actor, card))
    }

    #[inline(never)]
    fn holds_for_any(self, seats: SeatSet, inner: CondRef, actor: Seat, card: CardId) -> bool {
        seats.iter().any(|seat| self.holds_beside(inner, seat, actor, card))
    }

    /// Whether a fight is running and its main player or helper has any of the bits that `some` returns.
    #[inline]
    fn fighters_have(self, some: impl Fn(Seat) -> Traits) -> bool {
        let fight = &self.game.fight;
        fight.running && some(fight.main) | fight.helper.map_or(0, &some) != 0
    }

    /// Whether a kill would bring the main player to the winning Level.
    #[inline]
    pub(in crate::game) fn for_the_win(self) -> bool {
        let fight = &self.game.fight;
        self.game.level(fight.main) + fight.levels() >= i16::from(self.deck.rules.win_level)
    }

    /// identity-09: whether the disadvantages of an identity with one of these traits apply. They do not apply to an identity that is alone
    /// in its slot with a multi-identity card that says so.
    fn suffers(self, seat: Seat, traits: Traits) -> bool {
        let table = self.game.tables[seat];
        let bears = |group: &Group<CardSet<W>>| {
            let held = table & group.cards;
            let alone = held.len() == 1 && (table & self.game.active_cards).meets(&group.lifters);
            !alone && held.iter().any(|card| self.deck.card(card).trait_bit() & traits != 0)
        };
        self.deck.groups.iter().any(bears)
    }

    /// identity-09, item-10: whether the restrictions of Items by one of these traits apply to a player.
    fn hindered(self, seat: Seat, traits: Traits) -> bool {
        let traits_in_play = self.game.tables[seat] & (self.deck.masks.slotted | self.deck.masks.powers);
        let hinders = |card: CardId| self.deck.card(card).trait_bit() & traits != 0 && !self.is_lifted(seat, card);
        traits_in_play.iter().any(hinders)
    }

    /// identity-09: whether an identity in play restricts no Item: it is alone in its slot beside a card of the character that lifts its
    /// disadvantages. An Item lifts no restriction of Items.
    pub(in crate::game) fn is_lifted(self, seat: Seat, card: CardId) -> bool {
        let (table, masks) = (self.game.tables[seat], &self.deck.masks);
        let lifts = |group: &Group<CardSet<W>>| {
            table.meets(&(group.lifters & masks.lifters))
                && group.cards.contains(card)
                && (table & group.cards).len() == 1
        };
        table.meets(&masks.lifters) && self.deck.groups.iter().any(lifts)
    }

    /// Whether the main player fights alone, without a bonus of any kind. Penalties are no bonus, and do not make up for one.
    fn unaided(self) -> bool {
        let fight = &self.game.fight;
        let helps = |card: CardId| self.added_by_card(card, fight.main) > 0;
        // `aided`, not the sums: a penalty could bring a sum back to 0.
        fight.helper.is_none() && fight.aided == 0 && !self.strengthening(fight.main).iter().any(helps)
    }

    /// Level of the monster from which the runner runs, with its enhancers.
    fn pursuer_level(self) -> Option<i16> {
        let (_, number) = self.game.fight.runner?;
        self.game.fight.place_of(number.get()).map(|place| self.foe_level(place))
    }

    /// combat-02: whether a monster with a text has joined a running fight: the given copy of the card or, if none is given, any of them. A twin
    /// of the monster that was met counts like it, as long as that one fights.
    #[inline(never)]
    fn wandered_in(self, filter: FilterRef, card: CardId) -> bool {
        let cards = self.deck.filters[usize::from(filter.0)].cards;
        let foes = self.game.fight.foes().iter();
        let meant = foes.filter(|foe| if cards.contains(card) { foe.card == card } else { cards.contains(foe.card) });
        // The monster that was met has the first number.
        meant.map(|foe| foe.number).min().is_some_and(|number| self.game.fight.running && number > 1)
    }

    /// One-shots used for the players in this fight.
    fn thrown(self) -> CardSet<W> {
        self.game.played & self.game.used
    }

    /// deck-08, curse-07, ally-10: the Items on a player's table, or the cards of a kind, that match a filter. Hands are never
    /// searched.
    pub(in crate::game) fn items(self, seat: Seat, filter: FilterRef) -> CardSet<W> {
        self.items_except(seat, filter, CardSet::EMPTY)
    }

    /// Like `items`, for an effect that cannot touch the `spared` cards.
    pub(in crate::game) fn items_except(self, seat: Seat, filter: FilterRef, spared: CardSet<W>) -> CardSet<W> {
        let Filter { cards, used, used_first, best, dearest, strongest, .. } = self.deck.filters[usize::from(filter.0)];
        let carried = self.game.tables[seat] & cards.without(spared);
        let in_use = carried & self.game.used;
        let found = match used {
            Some(true) => in_use,
            Some(false) => carried.without(in_use),
            None if used_first && !in_use.is_empty() => in_use,
            None => carried,
        };
        // Best, dearest and strongest are relative to the Items that the filter means so far, not to all Items.
        let found = if best { self.highest(found, |card| self.deck.card(card).bonus) } else { found };
        let found = if dearest { self.highest(found, |card| self.deck.card(card).gold) } else { found };
        if strongest { self.strongest_items(found, seat) } else { found }
    }

    /// Among the Items, those that add the most strength for their player at this moment; none if none adds any.
    fn strongest_items(self, items: CardSet<W>, seat: Seat) -> CardSet<W> {
        let counting = items & self.game.active_cards;
        let most = counting.iter().map(|card| self.added_by_card(card, seat)).max().unwrap_or(0);
        counting.filter(|card| most > 0 && self.added_by_card(card, seat) == most)
    }

    /// The cards with the highest number.
    fn highest<N: Ord>(self, cards: CardSet<W>, number: impl Fn(CardId) -> N) -> CardSet<W> {
        let highest = cards.iter().map(&number).max();
        cards.filter(|card| Some(number(card)) == highest)
    }
}
