//! Invariants ("laws") that hold after every step. Builds with debug assertions check them.

use crate::deck::{Deck, DeckSide};
use crate::game::legality::Position;
#[cfg(debug_assertions)]
use crate::game::table::lawful::Lawful;
#[cfg(debug_assertions)]
use crate::game::{Choice, Menu, Verb};
use crate::game::{Frame, Game};
use crate::ids::{CardSet, Seat, SeatSet};

impl<const W: usize> Game<W> {
    /// Describes a broken law of the state; `None` if all laws hold.
    pub fn broken_law(&self, deck: &Deck<W>) -> Option<String> {
        let seats = SeatSet::all(self.players);
        self.broken_zone_law(deck).or_else(|| self.broken_sums(deck, seats, seats))
    }

    /// Checks the stored values of the fight, the stored holdings of `holders`, and the stored sums, Levels and equipment of `users`.
    fn broken_sums(&self, deck: &Deck<W>, holders: SeatSet, users: SeatSet) -> Option<String> {
        self.broken_totals(deck)
            .or_else(|| self.broken_levels(deck))
            .or_else(|| holders.iter().find_map(|seat| self.broken_holdings(deck, seat)))
            .or_else(|| users.iter().find_map(|seat| self.broken_character(deck, seat)))
    }

    /// Checks that each card is in exactly one zone.
    fn broken_zone_law(&self, deck: &Deck<W>) -> Option<String> {
        match self.cards_on_piles() {
            Some(piles) => self.broken_places(deck, piles),
            None => Some("a card twice on the piles".to_owned()),
        }
    }

    /// The cards on both draw piles; `None` if there is one twice.
    pub(in crate::game) fn cards_on_piles(&self) -> Option<CardSet<W>> {
        let mut piles = CardSet::EMPTY;
        for side in [DeckSide::Door, DeckSide::Treasure] {
            for card in self.pile_cards(side) {
                if piles.contains(card) {
                    return None;
                }
                piles.insert(card);
            }
        }
        Some(piles)
    }

    /// Checks that each card that is not on the draw piles is in exactly one other zone, and no other card is there.
    fn broken_places(&self, deck: &Deck<W>, piles: CardSet<W>) -> Option<String> {
        let (mut seen, mut twice) = (piles, CardSet::EMPTY);
        let mut tables = self.played;
        for seat in (0..self.players).map(Seat) {
            tables |= self.tables[seat];
            for zone in [self.hands[seat], self.tables[seat].without(deck.masks.reminders)] {
                twice |= seen & zone;
                seen |= zone;
            }
        }
        for zone in [self.discard, self.played, self.open, self.aside(deck)] {
            twice |= seen & zone;
            seen |= zone;
        }
        if !twice.is_empty() || seen != deck.masks.all {
            return Some(format!(
                "{} cards in two zones, {} of {} in one",
                twice.len(),
                seen.len(),
                deck.masks.all.len()
            ));
        }
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
        let kept = (i16::from(self.fight.levels), self.fight.tags(), self.fight.hoard);
        let levels = foes.iter().map(|foe| i16::from(deck.card(foe.card).levels)).sum::<i16>();
        let tags = foes.iter().fold(0, |tags, foe| tags | foe.tags);
        let hoard = foes.iter().map(|foe| position.foe_treasures(foe.card, foe.treasures.into())).sum::<i16>();
        let added = (levels, tags, hoard);
        (kept != added).then(|| format!("kept levels, tags and Treasures {kept:?} are not {added:?}"))
    }

    /// Describes a broken law of one seat; `None` if all laws hold.
    pub(in crate::game) fn broken_seat_law(&self, deck: &Deck<W>, seat: Seat) -> Option<String> {
        self.broken_holdings(deck, seat).or_else(|| self.broken_character(deck, seat))
    }

    /// Checks the stored value of a player's Items and the stored number of its hand cards.
    fn broken_holdings(&self, deck: &Deck<W>, seat: Seat) -> Option<String> {
        let broken = |law: &str| Some(format!("seat {}: {law}", seat.0 + 1));
        if self.seats[seat].gold != (Position { deck, game: self }).gold_held(seat) {
            return broken("the stored Gold Pieces differ from the value of the Items");
        }
        if self.seats[seat].held as usize != self.hands[seat].len() {
            return broken("the stored number of cards differs from the hand");
        }
        None
    }

    /// Checks a player's Level, cards in play, and the sums over them.
    fn broken_character(&self, deck: &Deck<W>, seat: Seat) -> Option<String> {
        let state = &self.seats[seat];
        let table = self.tables[seat];
        let broken = |law: &str| Some(format!("seat {}: {law}", seat.0 + 1));
        let mut recount = *self;
        recount.recount(deck, seat);
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
            return broken("a dead player has Items in play");
        }
        let on_table = deck.masks.items | deck.masks.traits | deck.masks.curses | deck.masks.cheats | deck.masks.roles;
        let on_table = on_table | deck.masks.reminders;
        let on_table = on_table | self.borne(seat);
        if !table.without(on_table).is_empty() {
            return broken("a card in play that cannot be in play");
        }
        let unsettled = self.outcome.is_some() || self.unsettled.contains(seat) || self.settling().contains(seat);
        (self.alive(seat) && !unsettled).then(|| self.broken_limits(deck, seat)).flatten()
    }

    /// Seats with an exceeded limit that is being settled.
    pub(in crate::game) fn settling(&self) -> SeatSet {
        let mut settling = SeatSet::EMPTY;
        for frame in self.agenda.frames() {
            if let Frame::SettleSeat { seat } = frame {
                settling.insert(*seat);
            }
        }
        settling
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

/// Panics at the first broken law of a state and names the step that led to it. Skips laws whose inputs did not change since the last
/// lawful state.
#[cfg(debug_assertions)]
pub(in crate::game) fn check_laws<const W: usize>(
    lawful: &mut Option<Lawful<W>>,
    deck: &Deck<W>,
    now: &Game<W>,
    frame: Frame,
) {
    let report =
        |law: &str| -> ! { panic!("turn {}, after {frame:?}: {law}; agenda {:?}", now.turn, now.agenda.frames()) };
    let last = lawful.as_ref();
    let known = last.and_then(|last| last.piles_of(now));
    let Some(piles) = known.or_else(|| now.cards_on_piles()) else { report("a card twice on the piles") };
    let placed = last.is_some_and(|last| last.piles == piles && last.has_the_zones_of(now));
    let zones = if placed { None } else { now.broken_places(deck, piles) };
    let seats = SeatSet::all(now.players);
    let (holders, users) = last.map_or((seats, seats), |last| last.changed_seats(now));
    if let Some(law) = zones.or_else(|| now.broken_sums(deck, holders, users)) {
        report(&law);
    }
    match lawful {
        Some(last) => last.note(now, piles),
        none => *none = Some(Lawful::new(now, piles)),
    }
}

/// Checks that a menu holds exactly its laid-out answers, and that the menu rebuilt from the list does as well.
#[cfg(debug_assertions)]
pub(in crate::game) fn check_menu<const W: usize>(menu: &Menu<W>, options: &[Choice]) {
    assert_eq!(menu.holds_several(), options.len() > 1, "{menu:?}");
    assert_eq!(menu.first(), options.first().copied(), "{menu:?}");
    let cards: CardSet<W> = options.iter().map(|option| option.card).filter(|card| card.is_some()).collect();
    assert_eq!(menu.offered(), cards, "{menu:?}");
    let seats: SeatSet =
        options.iter().filter(|option| option.verb == Verb::Player).map(|option| option.seat()).collect();
    assert!(seats.is_empty() || menu.players() == seats, "{menu:?}");
    check_answers(menu, options);
    let rebuilt = Menu::listing(options);
    if rebuilt != *menu {
        check_answers(&rebuilt, options);
    }
}

/// Checks that a menu holds these answers and no similar ones.
#[cfg(debug_assertions)]
fn check_answers<const W: usize>(menu: &Menu<W>, options: &[Choice]) {
    for &option in options {
        assert!(menu.holds(option), "{option:?} is not on {menu:?}");
        let other = Choice { verb: Verb::Gift, ..option };
        assert_eq!(menu.holds(other), options.contains(&other), "{other:?} on {menu:?}");
        let numbered = matches!(option.verb, Verb::Player | Verb::Number | Verb::Counter);
        assert_eq!(menu.says(option.verb), !option.card.is_some() && !numbered, "{option:?} on {menu:?}");
    }
    let numbers = options.iter().filter(|option| option.verb == Verb::Number).count();
    let most = if numbers == 0 { 2 } else { u8::MAX };
    let held = (0..most).filter(|&n| menu.holds(Choice::number(Verb::Number, n))).count();
    assert_eq!(held, numbers, "{options:?} and {menu:?}");
}
