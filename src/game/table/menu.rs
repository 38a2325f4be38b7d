//! `Menu`: the answers to a question as sets. They are listed one by one only for players who ask for the list.

use crate::game::state::choice::{Choice, Options, Verb};
use crate::ids::{CardId, CardSet, SeatSet, WIDEST};

/// Plain verbs, and one verb combined with each card, number or player of a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Menu<const W: usize = WIDEST> {
    plain: [Option<Verb>; 2],
    verb: Verb,
    cards: CardSet<W>,
    /// Numbers or seats, one bit each.
    // Wide enough for Treasures, of which at most 99 can be offered.
    numbers: u128,
}

impl<const W: usize> Menu<W> {
    /// The menu of a round. It is empty: the player finds the open plays with its `View`.
    pub(crate) const UNLISTED: Menu<W> = Menu::NOTHING;
    const NOTHING: Menu<W> = Menu { plain: [None; 2], verb: Verb::Pass, cards: CardSet::EMPTY, numbers: 0 };

    /// A plain verb.
    #[inline]
    pub(in crate::game) fn of(verb: Verb) -> Self {
        Menu::NOTHING.with(verb)
    }

    /// One verb with each of these cards.
    #[inline]
    pub(in crate::game) fn cards_to(verb: Verb, cards: CardSet<W>) -> Self {
        Menu { verb, cards, ..Menu::NOTHING }
    }

    /// `Pick` with each of these cards.
    #[inline]
    pub(in crate::game) fn cards(cards: CardSet<W>) -> Self {
        Menu::cards_to(Verb::Pick, cards)
    }

    /// One verb with each number from `low` to `high`; `high` is at most 127.
    #[inline]
    pub(in crate::game) fn numbers(verb: Verb, low: u8, high: u8) -> Self {
        // All bits below `end`. A shift by the full width gives 0 here, and 0 - 1 has all bits.
        let below = |end: u32| 1u128.checked_shl(end).unwrap_or(0).wrapping_sub(1);
        Menu { verb, numbers: below(u32::from(high) + 1) & !below(u32::from(low)), ..Menu::NOTHING }
    }

    /// `Player` with each of these seats.
    #[inline]
    pub(in crate::game) fn seats(seats: SeatSet) -> Self {
        Menu { verb: Verb::Player, numbers: u128::from(seats.bits()), ..Menu::NOTHING }
    }

    /// The same menu with a plain verb, which precedes all cards and numbers. A menu has at most two plain verbs.
    #[inline]
    pub(in crate::game) fn with(mut self, verb: Verb) -> Self {
        let [first, second] = &mut self.plain;
        debug_assert!(second.is_none(), "too many verbs");
        *if first.is_none() { first } else { second } = Some(verb);
        self
    }

    /// The same menu, with a plain verb if `open`.
    #[inline]
    pub(in crate::game) fn with_if(self, open: bool, verb: Verb) -> Self {
        if open { self.with(verb) } else { self }
    }

    /// Rebuilds a menu from the list of its answers.
    pub(crate) fn listing(options: &[Choice]) -> Self {
        options.iter().fold(Menu::NOTHING, |menu, option| match *option {
            Choice { verb, card, .. } if card.is_some() => {
                Menu { verb, cards: menu.cards | CardSet::one(card), ..menu }
            }
            Choice { verb: verb @ (Verb::Player | Verb::Number | Verb::Counter), n, .. } => {
                Menu { verb, numbers: menu.numbers | 1 << n, ..menu }
            }
            Choice { verb, .. } => menu.with(verb),
        })
    }

    /// Lists the answers: plain verbs, then cards in id order, then numbers in ascending order.
    pub(in crate::game) fn lay_out(&self, options: &mut Options) {
        options.clear();
        self.plain.iter().flatten().for_each(|&verb| options.push(Choice::plain(verb)));
        self.cards.iter().for_each(|card| options.push(Choice::card(self.verb, card)));
        self.choosable().for_each(|n| options.push(Choice::number(self.verb, n)));
    }

    /// Whether there is more than one answer.
    #[inline]
    pub(in crate::game) fn holds_several(&self) -> bool {
        let [first, second] = self.plain;
        let more = || !self.cards.is_empty() || self.numbers != 0;
        // The lowest bit removed: something is left only if there are two.
        let several = || self.cards.holds_several() || self.numbers & self.numbers.wrapping_sub(1) != 0;
        second.is_some() || if first.is_some() { more() } else { several() }
    }

    /// Whether an answer is on the menu.
    #[inline]
    pub(crate) fn holds(&self, choice: Choice) -> bool {
        let Choice { verb, n, card } = choice;
        if self.says(verb) {
            choice == Choice::plain(verb)
        } else if card.is_some() {
            verb == self.verb && n == 0 && self.cards.contains(card)
        } else {
            verb == self.verb && n < 128 && self.numbers >> n & 1 == 1
        }
    }

    /// Whether a plain verb is offered.
    #[inline]
    pub(crate) fn says(&self, verb: Verb) -> bool {
        self.plain[0] == Some(verb) || self.plain[1] == Some(verb)
    }

    /// The cards on offer.
    #[inline]
    pub(crate) fn offered(&self) -> CardSet<W> {
        self.cards
    }

    /// The answer for one of the cards.
    #[inline]
    pub(crate) fn card(&self, card: CardId) -> Choice {
        Choice::card(self.verb, card)
    }

    /// The numbers on offer, lowest first.
    #[inline]
    pub(crate) fn choosable(&self) -> impl Iterator<Item = u8> + use<W> {
        let mut left = self.numbers;
        std::iter::from_fn(move || {
            let n = (left != 0).then(|| left.trailing_zeros() as u8);
            // Wrapping, because 0 must stay 0.
            left &= left.wrapping_sub(1);
            n
        })
    }

    /// The highest number on offer, 0 if there is none.
    #[inline]
    pub(crate) fn highest(&self) -> u8 {
        // Without numbers all 128 bits are leading zeros.
        127u32.saturating_sub(self.numbers.leading_zeros()) as u8
    }

    /// The players on offer.
    #[inline]
    pub(crate) fn players(&self) -> SeatSet {
        // Seats have the lowest bits.
        SeatSet::from_bits(self.numbers as u8)
    }

    /// The answer for one of the numbers or players.
    #[inline]
    pub(crate) fn number(&self, n: u8) -> Choice {
        Choice::number(self.verb, n)
    }

    /// The first answer, if there is one.
    pub(crate) fn first(&self) -> Option<Choice> {
        let plain = self.plain[0].map(Choice::plain);
        let card = || self.cards.first().map(|card| self.card(card));
        let number = || self.choosable().next().map(|n| self.number(n));
        plain.or_else(card).or_else(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::Seat;

    /// The list of a menu's answers.
    fn laid_out(menu: Menu<3>) -> Vec<Choice> {
        let mut options = Options::default();
        menu.lay_out(&mut options);
        options.as_slice().to_vec()
    }

    #[test]
    fn a_menu_is_the_list_that_it_is_laid_out_to() {
        let cards = [3, 70, 190].map(CardId).into_iter().collect();
        let menus = [
            Menu::cards(cards).with(Verb::Done),
            Menu::cards_to(Verb::Fight, cards),
            Menu::seats(SeatSet::all(6).without(Seat(2))).with_if(true, Verb::Everyone),
            Menu::numbers(Verb::Counter, 3, 127).with(Verb::Refuse).with(Verb::Accept),
            Menu::numbers(Verb::Number, 0, 0),
            Menu::numbers(Verb::Number, 4, 3),
            Menu::of(Verb::Accept).with_if(false, Verb::Refuse),
        ];
        let lengths = [4, 3, 6, 127, 1, 0, 1];
        for (menu, length) in menus.into_iter().zip(lengths) {
            let options = laid_out(menu);
            assert_eq!(options.len(), length, "{menu:?}");
            assert_eq!(laid_out(Menu::listing(&options)), options);
            assert_eq!(menu.first(), options.first().copied());
            assert_eq!(menu.holds_several(), options.len() > 1, "{menu:?}");
            assert!(options.iter().all(|&option| menu.holds(option)), "{menu:?}");
        }
    }

    #[test]
    fn a_menu_holds_nothing_else() {
        let menu = Menu::<3>::cards(CardSet::one(CardId(5))).with(Verb::Done);
        assert!(!menu.holds(Choice::PASS) && !menu.holds(Choice::card(Verb::Pick, CardId(6))));
        assert!(!menu.holds(Choice { verb: Verb::Done, n: 1, card: CardId::NONE }));
        assert!(!menu.holds(Choice { verb: Verb::Pick, n: 1, card: CardId(5) }));
        assert!(!menu.holds(Choice::number(Verb::Pick, 0)) && !menu.holds(Choice::card(Verb::Pick, CardId(999))));
        assert_eq!(Menu::<3>::numbers(Verb::Number, 2, 9).highest(), 9);
    }
}
