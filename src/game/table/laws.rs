//! Invariants ("laws") that hold after every step. Builds with debug assertions check them.

use std::fmt::{self, Display, Formatter};

#[cfg(debug_assertions)]
use super::lawful::Lawful;
use crate::deck::{Deck, DeckSide};
use crate::game::legality::Position;
#[cfg(debug_assertions)]
use crate::game::{Choice, Menu, Verb};
use crate::game::{Frame, Game};
use crate::ids::{CardId, CardSet, Seat, SeatSet};

/// A law that a state breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrokenLaw {
    /// The fault, in the words of the game.
    pub fault: &'static str,
    /// The player whose cards or sums break the law.
    pub seat: Option<Seat>,
    /// The cards that break the law.
    pub cards: Vec<CardId>,
    /// The stored and the right values, for developers.
    pub values: String,
}

const TWICE_ON_PILES: &str = "a card is twice on the piles";

impl BrokenLaw {
    fn of(fault: &'static str) -> Self {
        BrokenLaw { fault, seat: None, cards: Vec::new(), values: String::new() }
    }

    fn of_seat(fault: &'static str, seat: Seat) -> Self {
        BrokenLaw { seat: Some(seat), ..BrokenLaw::of(fault) }
    }

    fn with_cards<const W: usize>(self, cards: CardSet<W>) -> Self {
        BrokenLaw { cards: cards.iter().collect(), ..self }
    }

    fn with_values(self, values: String) -> Self {
        BrokenLaw { values, ..self }
    }
}

impl Display for BrokenLaw {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let BrokenLaw { fault, seat, cards, values } = self;
        if let Some(seat) = seat {
            write!(f, "seat {}: ", seat.0 + 1)?;
        }
        write!(f, "{fault} {cards:?} {values}")
    }
}

impl<const W: usize> Game<W> {
    /// A law that the state breaks; `None` if all laws hold.
    pub(crate) fn broken_law(&self, deck: &Deck<CardSet<W>>) -> Option<BrokenLaw> {
        let seats = SeatSet::all(self.players);
        self.broken_zone_law(deck).or_else(|| self.broken_sums(deck, seats, seats))
    }

    /// Checks the stored values of the fight, the stored holdings of `holders`, and the stored sums, Levels and equipment of `users`.
    fn broken_sums(&self, deck: &Deck<CardSet<W>>, holders: SeatSet, users: SeatSet) -> Option<BrokenLaw> {
        self.broken_totals(deck)
            .or_else(|| self.broken_levels(deck))
            .or_else(|| holders.iter().find_map(|seat| self.broken_holdings(deck, seat)))
            .or_else(|| users.iter().find_map(|seat| self.broken_character(deck, seat)))
    }

    /// Checks that each card is in exactly one zone.
    fn broken_zone_law(&self, deck: &Deck<CardSet<W>>) -> Option<BrokenLaw> {
        match self.cards_on_piles() {
            Some(piles) => self.broken_places(deck, piles),
            None => Some(BrokenLaw::of(TWICE_ON_PILES)),
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
    fn broken_places(&self, deck: &Deck<CardSet<W>>, piles: CardSet<W>) -> Option<BrokenLaw> {
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
            let astray = twice | seen.without(deck.masks.all) | deck.masks.all.without(seen);
            return Some(BrokenLaw::of("a card is not in exactly one place").with_cards(astray));
        }
        let unused = self.used.without(tables);
        if !unused.is_empty() {
            return Some(BrokenLaw::of("a card in use is neither in play nor played").with_cards(unused));
        }
        let (piled, discards) = (usize::from(self.discarded[0] + self.discarded[1]), self.discard.len());
        let broken = || BrokenLaw::of("the discard piles do not hold the discards");
        (piled != discards).then(|| broken().with_values(format!("{piled}, not {discards}")))
    }

    /// Checks that the stored totals of a fight equal the recomputed ones.
    fn broken_totals(&self, deck: &Deck<CardSet<W>>) -> Option<BrokenLaw> {
        let (kept, added) = (self.fight.totals?, Position { deck, game: self }.add_up());
        let broken = || BrokenLaw::of("the stored totals of the fight are wrong");
        (kept != added).then(|| broken().with_values(format!("{kept:?}, not {added:?}")))
    }

    /// Checks that the stored levels, tags and Treasures of a fight are those of its monsters.
    fn broken_levels(&self, deck: &Deck<CardSet<W>>) -> Option<BrokenLaw> {
        let (foes, position) = (self.fight.foes(), Position { deck, game: self });
        let kept = (i16::from(self.fight.levels), self.fight.tags(), self.fight.hoard);
        let levels = foes.iter().map(|foe| i16::from(deck.card(foe.card).levels)).sum::<i16>();
        let tags = foes.iter().fold(0, |tags, foe| tags | foe.tags);
        let hoard = foes.iter().map(|foe| position.foe_treasures(foe.card, foe.treasures.into())).sum::<i16>();
        let added = (levels, tags, hoard);
        let broken = || BrokenLaw::of("the stored Levels, tags and Treasures of the fight are wrong");
        (kept != added).then(|| broken().with_values(format!("{kept:?}, not {added:?}")))
    }

    /// Checks the stored value of a player's Items and the stored number of its hand cards.
    fn broken_holdings(&self, deck: &Deck<CardSet<W>>, seat: Seat) -> Option<BrokenLaw> {
        let broken = |fault| Some(BrokenLaw::of_seat(fault, seat));
        if self.seats[seat].gold != (Position { deck, game: self }).gold_held(seat) {
            return broken("the stored Gold Pieces differ from the value of the Items");
        }
        if self.seats[seat].held as usize != self.hands[seat].len() {
            return broken("the stored number of cards differs from the hand");
        }
        None
    }

    /// Checks a player's Level, cards in play, and the sums over them.
    fn broken_character(&self, deck: &Deck<CardSet<W>>, seat: Seat) -> Option<BrokenLaw> {
        let state = &self.seats[seat];
        let table = self.tables[seat];
        let broken = |fault| Some(BrokenLaw::of_seat(fault, seat));
        let mut recount = *self;
        recount.recount(deck, seat);
        // A count of cards that have changed forgets a refusal.
        recount.seats[seat].offers = state.offers;
        if recount.seats[seat] != *state {
            let values = format!("{state:?}, not {:?}", recount.seats[seat]);
            return broken("the stored sums over the cards in play are wrong").map(|law| law.with_values(values));
        }
        if recount.barred[seat] != self.barred[seat] {
            return broken("the stored Items that the character may not use are wrong");
        }
        if (Position { deck, game: self }).misplaced(seat) != self.barred[seat] & deck.masks.traits {
            return broken("the stored identities and powers that do not fit are wrong");
        }
        if recount.active_cards & table != self.active_cards & table {
            return broken("the stored cards that count are wrong");
        }
        if !(1..=*deck.rules.win_level).contains(&state.level) {
            return broken("the Level is out of range");
        }
        if state.level == *deck.rules.win_level && self.outcome.is_none() {
            return broken("the Level is the winning one, but the game is not over");
        }
        let left = table.without(deck.masks.kept_at_death);
        if !self.alive(seat) && !left.is_empty() {
            return broken("a dead player has cards in play that a character loses at death")
                .map(|law| law.with_cards(left));
        }
        let on_table = deck.masks.items | deck.masks.traits | deck.masks.curses | deck.masks.cheats | deck.masks.roles;
        let on_table = on_table | deck.masks.reminders;
        let on_table = on_table | self.borne(seat);
        let odd = table.without(on_table);
        if !odd.is_empty() {
            return broken("a card is in play that cannot be in play").map(|law| law.with_cards(odd));
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
    fn broken_limits(&self, deck: &Deck<CardSet<W>>, seat: Seat) -> Option<BrokenLaw> {
        let worn = (self.tables[seat] & self.used).without(self.cheated | self.exempt_loads(deck, seat));
        let state = &self.seats[seat];
        let broken = |fault, cards| Some(BrokenLaw::of_seat(fault, seat).with_cards(cards));
        let position = Position { deck, game: self };
        let crowded = (0..3).find(|&slot| (worn & deck.masks.slots[slot]).len() > position.slot_room(seat, slot));
        if let Some(slot) = crowded {
            return broken("more Items are in use than their slot holds", worn & deck.masks.slots[slot]);
        }
        if position.has_excess_hands(seat) {
            return broken("more hands are in use than there are", worn & deck.masks.slots[3]);
        }
        let powers = self.tables[seat] & deck.masks.powers;
        if state.ranks > state.level { broken("the Ranks are above the Level", powers) } else { None }
    }
}

/// Panics at the first broken law of a state and names the step that led to it. Skips laws whose inputs did not change since the last
/// lawful state.
#[cfg(debug_assertions)]
pub(in crate::game) fn check_laws<const W: usize>(
    lawful: &mut Option<Lawful<W>>,
    deck: &Deck<CardSet<W>>,
    now: &Game<W>,
    frame: Frame,
) {
    let report = |law: &BrokenLaw| -> ! {
        panic!("turn {}, after {frame:?}: {law}; agenda {:?}", now.turn, now.agenda.frames())
    };
    let last = lawful.as_ref();
    let known = last.and_then(|last| last.piles_of(now));
    let Some(piles) = known.or_else(|| now.cards_on_piles()) else { report(&BrokenLaw::of(TWICE_ON_PILES)) };
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
