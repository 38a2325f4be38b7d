//! Invariants ("laws") that hold after every step. Builds with debug assertions check them.

use crate::deck::{Deck, DeckSide};
use crate::game::legality::Position;
use crate::game::table::recorder::Recorder;
#[cfg(debug_assertions)]
use crate::game::{Choice, Menu, Verb};
use crate::game::{Frame, Game, Players, Table};
use crate::ids::{CardSet, Seat, SeatSet};

impl<const W: usize> Game<W> {
    /// Describes a broken law of the state; `None` if all laws hold.
    pub fn broken_law(&self, deck: &Deck<W>) -> Option<String> {
        self.broken_zone_law(deck).or_else(|| self.broken_sums(deck, SeatSet::all(self.players)))
    }

    /// Checks the stored sums, Levels and equipment of these seats, and the stored values of the fight.
    fn broken_sums(&self, deck: &Deck<W>, seats: SeatSet) -> Option<String> {
        self.broken_totals(deck)
            .or_else(|| self.broken_levels(deck))
            .or_else(|| seats.iter().find_map(|seat| self.broken_seat_law(deck, seat)))
    }

    /// Checks that each card is in exactly one zone.
    fn broken_zone_law(&self, deck: &Deck<W>) -> Option<String> {
        let mut seen = CardSet::EMPTY;
        for side in [DeckSide::Door, DeckSide::Treasure] {
            for card in self.pile_cards(side) {
                seen.insert(card);
            }
        }
        let mut count = seen.len();
        let hands = (0..self.players).map(|n| self.hands[Seat(n)]);
        let tables = (0..self.players).map(|n| self.tables[Seat(n)]);
        for zone in hands.chain(tables).chain([self.discard, self.played, self.open, self.aside(deck)]) {
            seen |= zone;
            count += zone.len();
        }
        if seen != deck.masks.all || count != deck.masks.all.len() {
            return Some(format!("{count} places for {} cards", deck.masks.all.len()));
        }
        let tables = (0..self.players).fold(self.played, |all, n| all | self.tables[Seat(n)]);
        if !self.used.without(tables).is_empty() {
            return Some("a card in use that is neither in play nor played".to_owned());
        }
        let discarded = usize::from(self.discarded[0] + self.discarded[1]);
        (discarded != self.discard.len()).then(|| format!("{discarded} on piles of {}", self.discard.len()))
    }

    /// Checks that the stored totals of a fight equal the recomputed ones.
    fn broken_totals(&self, deck: &Deck<W>) -> Option<String> {
        let (kept, added) = (self.fight.totals?, Position { deck, game: self }.add_up());
        (kept != added).then(|| format!("kept totals {kept:?} are not {added:?}"))
    }

    /// Checks that the stored levels, tags and Treasures of a fight are those of its monsters.
    fn broken_levels(&self, deck: &Deck<W>) -> Option<String> {
        let (foes, position) = (self.fight.foes(), Position { deck, game: self });
        let kept = (self.fight.levels(), self.fight.tags(), self.fight.hoard);
        let levels = foes.iter().map(|foe| i16::from(deck.card(foe.card).levels)).sum::<i16>();
        let tags = foes.iter().fold(0, |tags, foe| tags | foe.tags);
        let hoard = foes.iter().map(|foe| position.foe_treasures(foe.card, foe.treasures)).sum::<i16>();
        let added = (levels, tags, hoard);
        (kept != added).then(|| format!("kept levels, tags and Treasures {kept:?} are not {added:?}"))
    }

    /// Describes a broken law of one seat; `None` if all laws hold.
    pub(in crate::game) fn broken_seat_law(&self, deck: &Deck<W>, seat: Seat) -> Option<String> {
        let state = &self.seats[seat];
        let table = self.tables[seat];
        let broken = |law: &str| Some(format!("seat {}: {law}", seat.0 + 1));
        let mut recount = *self;
        recount.recount(deck, seat);
        if self.seats[seat].gold != (Position { deck, game: self }).gold_held(seat) {
            return broken("gold held is not what the Items are worth");
        }
        if state.held as usize != self.hands[seat].len() {
            return broken("cards held are not those in hand");
        }
        if recount.seats[seat] != *state {
            return broken(&format!("kept sums {state:?} are not {:?}", recount.seats[seat]));
        }
        if recount.barred[seat] != self.barred[seat] {
            return broken("barred Items are not those that the character may not use");
        }
        if (Position { deck, game: self }).misplaced(seat) != self.barred[seat] & deck.masks.traits {
            return broken("identities and powers without a place are not those that do not fit");
        }
        if recount.active_cards & table != self.active_cards & table {
            return broken("cards in effect are not those that count");
        }
        if !(1..=deck.rules.win_level).contains(&state.level) {
            return broken("Level out of range");
        }
        if state.level == deck.rules.win_level && self.outcome.is_none() {
            return broken("winning Level without a win");
        }
        if !self.alive(seat) && !table.without(deck.masks.kept_at_death).is_empty() {
            return broken("the dead have Items in play");
        }
        let on_table = deck.masks.items | deck.masks.traits | deck.masks.curses | deck.masks.cheats | deck.masks.roles;
        let on_table = on_table | self.borne(seat);
        if !table.without(on_table).is_empty() {
            return broken("a card on the table that cannot lie there");
        }
        let unsettled = self.outcome.is_some() || self.unsettled.contains(seat) || self.settling(seat);
        (self.alive(seat) && !unsettled).then(|| self.broken_limits(deck, seat)).flatten()
    }

    /// Whether two states are equal in all values that a law reads.
    #[cfg(debug_assertions)]
    fn is_alike(&self, other: &Self) -> bool {
        let Game { keys, agenda, steps, changes, .. } = *other;
        Game { keys, agenda, steps, changes, ..*self } == *other
    }

    /// Whether all cards are at the same places in another state.
    #[cfg(debug_assertions)]
    fn has_the_places_of(&self, other: &Self) -> bool {
        let piles = |game: &Self| (game.bounds, game.next, game.discarded);
        self.hands == other.hands
            && self.tables == other.tables
            && self.discard == other.discard
            && self.played == other.played
            && self.open == other.open
            && piles(self) == piles(other)
            && self.order == other.order
    }

    /// Whether a seat is equal in another state, in all values that the laws of a seat read.
    #[cfg(debug_assertions)]
    fn has_the_seat_of(&self, other: &Self, seat: Seat) -> bool {
        let table = self.tables[seat];
        let around =
            |game: &Self| (game.active, game.in_fight(seat), game.unsettled.contains(seat), game.outcome.is_some());
        table == other.tables[seat]
            && self.hands[seat] == other.hands[seat]
            && self.seats[seat] == other.seats[seat]
            && self.barred[seat] == other.barred[seat]
            && self.loads == other.loads
            && self.alive(seat) == other.alive(seat)
            && around(self) == around(other)
            && table & self.used == table & other.used
            && table & self.cheated == table & other.cheated
            && table & self.active_cards == table & other.active_cards
    }

    /// Whether an exceeded limit of this seat is being settled.
    fn settling(&self, seat: Seat) -> bool {
        self.agenda.frames().contains(&Frame::SetRight { seat })
    }

    /// Checks that equipment is within the limits.
    fn broken_limits(&self, deck: &Deck<W>, seat: Seat) -> Option<String> {
        let worn = (self.tables[seat] & self.used).without(self.cheated | self.exempt_loads(deck, seat));
        let state = &self.seats[seat];
        let crowded = deck.masks.slots[..3].iter().any(|slot| (worn & *slot).len() > 1);
        if crowded || (Position { deck, game: self }).has_excess_hands(seat) {
            return Some(format!("seat {}: more in use than the slots allow", seat.0 + 1));
        }
        (state.ranks > state.level).then(|| format!("seat {}: Ranks above Level", seat.0 + 1))
    }
}

impl<const W: usize, R: Recorder, P: Players<W>> Table<'_, W, R, P> {
    /// Panics at the first broken law and names the step that broke it. Skips laws whose inputs did not change since the last step.
    #[cfg(debug_assertions)]
    pub(in crate::game) fn check_laws(&mut self, frame: Frame) {
        let seats = SeatSet::all(self.game.players);
        let settling: SeatSet = seats.iter().filter(|&seat| self.game.settling(seat)).collect();
        let last = self.lawful.as_ref();
        if last.is_some_and(|(game, settled)| *settled == settling && game.is_alike(&self.game)) {
            return;
        }
        let placed = last.is_some_and(|(game, _)| game.has_the_places_of(&self.game));
        let zones = if placed { None } else { self.game.broken_zone_law(self.deck) };
        let unchanged = |seat: Seat| {
            let same = |(game, settled): &(Game<W>, SeatSet)| {
                settled.contains(seat) == settling.contains(seat) && game.has_the_seat_of(&self.game, seat)
            };
            last.is_some_and(same)
        };
        let changed = seats.iter().filter(|&seat| !unchanged(seat)).collect();
        if let Some(law) = zones.or_else(|| self.game.broken_sums(self.deck, changed)) {
            panic!("turn {}, after {:?}: {law}; agenda {:?}", self.game.turn, frame, self.game.agenda.frames());
        }
        self.lawful = Some((self.game, settling));
    }

    /// Checks that a menu holds exactly its laid-out answers, and that the menu rebuilt from the list does as well.
    #[cfg(debug_assertions)]
    pub(in crate::game) fn check_menu(&self, menu: &Menu<W>) {
        let options = self.options();
        assert_eq!(menu.holds_several(), options.len() > 1, "{menu:?}");
        assert_eq!(menu.first(), options.first().copied(), "{menu:?}");
        let cards: CardSet<W> = options.iter().map(|option| option.card).filter(|card| card.is_some()).collect();
        assert_eq!(menu.offered(), cards, "{menu:?}");
        let seats: SeatSet =
            options.iter().filter(|option| option.verb == Verb::Player).map(|option| option.seat()).collect();
        assert!(seats.is_empty() || menu.players() == seats, "{menu:?}");
        for same in [menu, &Menu::listing(options)] {
            for &option in options {
                assert!(same.holds(option), "{option:?} is not on {same:?}");
                let other = Choice { verb: Verb::Gift, ..option };
                assert_eq!(same.holds(other), options.contains(&other), "{other:?} on {same:?}");
                let numbered = matches!(option.verb, Verb::Player | Verb::Number | Verb::Counter);
                assert_eq!(same.says(option.verb), !option.card.is_some() && !numbered, "{option:?} on {same:?}");
            }
            let numbers = options.iter().filter(|option| option.verb == Verb::Number).count();
            let most = if numbers == 0 { 2 } else { u8::MAX };
            let held = (0..most).filter(|&n| same.holds(Choice::number(Verb::Number, n))).count();
            assert_eq!(held, numbers, "{options:?} and {same:?}");
        }
    }
}
