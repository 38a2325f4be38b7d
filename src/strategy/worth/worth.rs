//! `Worth`: the worth of each card of a deck.

use std::iter::zip;

use super::appraiser::{Appraiser, stored};
use super::cards::cards;

use super::payment::{costs_more, grouped, payments};
use super::proof::{Property, Proven};
use super::purpose::Purpose;
use super::taste::Taste;
use crate::deck::compiled::{Card, Deck, Traits};
use crate::deck::{DeckSide, Play};
use crate::game::{Choice, View};
use crate::ids::{CardId, CardSet, WIDEST};

/// Scores of cards, in tenths of a level.
#[derive(Clone, Debug)]
pub struct Worth {
    /// Worth in hand or on the table, for its owner.
    keep: Vec<i16>,
    /// Price of a use that uses up the card: its worth in hand by its text alone. What a player adds to it stands for the use as well.
    price: Vec<i16>,
    /// Worth for the choice of cards to give away, which spares Items.
    given: Vec<i16>,
    /// Worth in use, for its owner (Items).
    wear: Vec<i16>,
    /// Worth in play, for its owner (identities, powers and companions).
    in_play: Vec<i16>,
    /// Cost of its Bad Stuff to a caught player, or of a Curse to its victim.
    harm: Vec<i16>,
    /// Usual cost of each operation to the affected player.
    ops: Vec<i16>,
    /// Cost of a Curse for as long as it stays with its victim.
    burden: Vec<i16>,
    /// Levels that its Curse takes from its victim.
    falls: Vec<i16>,
    /// Levels that each use takes from its target.
    uses_fall: Vec<i16>,
    /// The effect of each use.
    uses: Vec<Purpose>,
    /// By use: the cards that cost less than the use brings, if cards pay for it.
    payments: Vec<Option<CardSet<WIDEST>>>,
    /// Whether each use does nothing but lift a Curse.
    only_lifts: Vec<bool>,
    /// Cost of each branch of a choice to the chooser.
    branches: Vec<i16>,
    /// Cost of each number of a die table to the player who rolls.
    dice: Vec<[i16; 6]>,
    /// First use of each card, in `uses`.
    first_use: Vec<u16>,
    /// Whether a monster's own text makes its kill useful to the helper.
    helps_helper: Vec<bool>,
    /// Cards that bring a level at any time and serve their player.
    raising: CardSet<WIDEST>,
    /// Cards with a use that serves their player out of combat.
    serving: CardSet<WIDEST>,
    /// Cards of `serving` that do not serve if no level can be gained, if their player has no Curse in play, or in both
    /// cases.
    useless: [CardSet<WIDEST>; 4],
    /// Cards of `serving` that serve only if cards pay for them, with the cards that cost less than the use brings.
    paid: Vec<(CardSet<WIDEST>, CardSet<WIDEST>)>,
    /// The pile from whose discards each use takes a card, if it uses up its own card.
    fetches_from: Vec<Option<DeckSide>>,
    /// Cards with such a use.
    fetching: CardSet<WIDEST>,
    /// Traits that a card's strength modifiers test.
    mentions: Vec<Traits>,
    /// Items that a player with a card's trait may not use.
    bars: Vec<CardSet<WIDEST>>,
}

/// The appraiser of a deck, and the purposes of the deck's uses.
fn appraised<'d>(deck: &'d Deck, taste: &Taste<'_>) -> (Appraiser<'d>, Vec<Purpose>) {
    let appraiser = Appraiser {
        deck,
        whole: taste.whole_uses,
        taken: taste.taken.into(),
        lasting: taste.lasting_uses,
        by_position: false,
        identity: taste.identity.into(),
        enhancer: taste.enhancer.into(),
    };
    // The uses alone: a player who expected more of all draws, such as those of a monster's text, won no more.
    let of_uses = Appraiser { by_position: taste.by_position, ..appraiser };
    let uses = deck.uses.iter().map(|rule| of_uses.purpose(rule)).collect();
    (appraiser, uses)
}

/// For each title of a deck whose kind is measured: its first card, its kind, and its measure of each of [`Property::ALL`].
pub(in crate::strategy) fn measures(deck: &Deck, taste: &Taste<'_>) -> Vec<(CardId, Proven, Vec<i32>)> {
    let (appraiser, uses) = appraised(deck, taste);
    let measure = |card: CardId| {
        let info = deck.card(card);
        let measures = Property::ALL.map(|property| appraiser.measure(property, info, &uses));
        Proven::of(info).map(|kind| (card, kind, measures.to_vec()))
    };
    deck.titles.iter().filter_map(|title| measure(title.first)).collect()
}

impl Worth {
    /// Computes the worth of all cards of a deck.
    pub fn of(deck: &Deck, taste: Taste<'_>) -> Worth {
        let (appraiser, uses) = appraised(deck, &taste);
        let mut added = taste.added(deck);
        // Lessons with the deck itself say the same, and more exactly.
        if taste.proven && taste.learned.is_empty() {
            zip(&mut added, &deck.cards).for_each(|(more, card)| *more += appraiser.proof(card, &uses));
        }
        let by_card =
            |score: &dyn Fn(&Card) -> i32| deck.cards.iter().map(|card| stored(score(card))).collect::<Vec<i16>>();
        let owned = |score: &dyn Fn(&Card) -> i32| {
            deck.cards.iter().zip(&added).map(|(card, more)| stored(score(card) + more)).collect::<Vec<i16>>()
        };
        let keep = owned(&|card| appraiser.keep(card, &uses));
        let price = by_card(&|card| appraiser.keep(card, &uses));
        let prices = taste.least_prices(deck, &keep);
        let payments: Vec<_> =
            deck.uses.iter().zip(&uses).map(|(rule, use_)| payments(deck, &prices, rule, *use_)).collect();
        let serving = cards(deck, deck.masks.all, |card| uses[card.uses.range()].iter().any(Purpose::serves));
        let mut fetches_from = vec![None; deck.uses.len()];
        for card in &deck.cards {
            card.uses.range().for_each(|place| fetches_from[place] = appraiser.fetches_from(card, &deck.uses[place]));
        }
        let mut in_vain = vec![false; deck.uses.len()];
        for (card, price) in deck.cards.iter().zip(&price) {
            for place in card.uses.range() {
                in_vain[place] = costs_more(card, *price, &deck.uses[place], uses[place]);
            }
        }
        let useful = |card: &Card| card.uses.range().filter(|&place| uses[place].may_serve() && !in_vain[place]);
        Worth {
            // In the order of the index in `useless`.
            useless: [(true, true), (false, true), (true, false), (false, false)].map(|(rises, cursed)| {
                let fails = |place: usize| !rises && uses[place].raises() || !cursed && appraiser.lifts_alone(place);
                cards(deck, serving.narrow(), |card| useful(card).all(fails))
            }),
            paid: grouped(serving.iter().filter_map(|id| {
                let pay = |cards, place: usize| payments[place].map(|more| cards | more);
                Some((id, useful(deck.card(id)).try_fold(CardSet::EMPTY, pay)?))
            })),
            serving,
            payments,
            wear: zip(&deck.cards, &added).map(|(card, more)| stored(appraiser.worn(card, *more, &uses))).collect(),
            in_play: owned(&|card| appraiser.in_play(card, &uses)),
            given: deck
                .cards
                .iter()
                .zip(&keep)
                .map(|(card, keep)| keep + 2 * i16::from(card.play == Play::Item))
                .collect(),
            keep,
            price,
            ops: deck.ops.iter().map(|op| stored(appraiser.op(*op))).collect(),
            burden: by_card(&|card| if card.lasts.is_some() { appraiser.burden(card) } else { 0 }),
            falls: by_card(&|card| appraiser.fall(card.curse)),
            uses_fall: deck.uses.iter().map(|rule| stored(appraiser.fall(rule.program))).collect(),
            only_lifts: deck.uses.iter().map(|rule| appraiser.only_lifts(rule)).collect(),
            harm: by_card(&|card| appraiser.harm(card)),
            branches: deck.branches.iter().map(|(_, program)| stored(appraiser.program(*program))).collect(),
            dice: deck.die_tables.iter().map(|lines| lines.map(|line| stored(appraiser.program(line)))).collect(),
            first_use: deck.cards.iter().map(|card| card.uses.start).collect(),
            mentions: deck.cards.iter().map(|card| appraiser.mentions(card)).collect(),
            raising: cards(deck, deck.masks.any_time_cards, |card| {
                let uses = &uses[card.uses.range()];
                uses.iter().any(Purpose::raises) && uses.iter().any(Purpose::serves)
            }),
            fetching: cards(deck, deck.masks.all, |card| fetches_from[card.uses.range()].iter().any(Option::is_some)),
            fetches_from,
            helps_helper: deck.cards.iter().map(|card| appraiser.helps_helper(card)).collect(),
            bars: deck.cards.iter().map(|card| appraiser.bars(card)).collect(),
            uses,
        }
    }

    /// Worth of a card in hand or on the table.
    #[inline]
    pub fn keep(&self, card: CardId) -> i16 {
        self.keep[card.index()]
    }

    /// Price of a use that uses up the card.
    #[inline]
    pub(crate) fn price(&self, card: CardId) -> i16 {
        self.price[card.index()]
    }

    /// Worth of a card for the choice of cards to give away.
    #[inline]
    pub(crate) fn given(&self, card: CardId) -> i16 {
        self.given[card.index()]
    }

    /// Worth of an Item in use.
    #[inline]
    pub fn wear(&self, card: CardId) -> i16 {
        self.wear[card.index()]
    }

    /// Worth of an identity, power or companion in play.
    #[inline]
    pub fn in_play(&self, card: CardId) -> i16 {
        self.in_play[card.index()]
    }

    /// Cost of being caught by a monster or hit by a Curse.
    #[inline]
    pub(crate) fn harm(&self, card: CardId) -> i16 {
        self.harm[card.index()]
    }

    /// Usual cost of an operation to the affected player, by its index in the deck's table.
    pub(crate) fn op(&self, place: usize) -> i16 {
        self.ops[place]
    }

    /// Cost of a Curse for as long as it stays with its victim.
    pub(crate) fn burden(&self, card: CardId) -> i16 {
        self.burden[card.index()]
    }

    /// Levels that a Curse takes from its victim.
    pub(crate) fn fall(&self, card: CardId) -> i16 {
        self.falls[card.index()]
    }

    /// Levels that use `n` of a card takes from its target.
    pub(crate) fn fall_by_use(&self, card: CardId, n: u8) -> i16 {
        self.uses_fall[usize::from(self.first_use[card.index()]) + usize::from(n)]
    }

    /// Whether a use of a card takes levels from its target.
    pub(crate) fn takes_levels(&self, card: &Card) -> bool {
        self.uses_fall[card.uses.range()].iter().any(|levels| *levels > 0)
    }

    /// The purpose of use `n` of a card.
    #[inline]
    pub(crate) fn purpose(&self, card: CardId, n: u8) -> Purpose {
        self.uses[usize::from(self.first_use[card.index()]) + usize::from(n)]
    }

    /// Whether use `n` of a card does nothing but lift a Curse.
    pub(crate) fn only_lifts(&self, card: CardId, n: u8) -> bool {
        self.only_lifts[usize::from(self.first_use[card.index()]) + usize::from(n)]
    }

    /// The purposes of all uses of a card.
    pub(crate) fn purposes(&self, card: &Card) -> &[Purpose] {
        &self.uses[card.uses.range()]
    }

    /// Whether a play uses up a card to take another such card from the discards: two such cards could take each other forever.
    #[inline]
    pub(in crate::strategy) fn fetches_in_vain<const W: usize>(
        &self,
        view: View<'_, W>,
        Choice { card, n, .. }: Choice,
    ) -> bool {
        let fetching = self.fetching();
        fetching.contains(card) && {
            let side = self.fetches_from[usize::from(self.first_use[card.index()]) + usize::from(n)];
            side.is_some_and(|side| view.discards(side).without(fetching).is_empty())
        }
    }

    /// Cards that are used up to take another card out of the discards.
    #[inline]
    pub(crate) fn fetching<const W: usize>(&self) -> CardSet<W> {
        self.fetching.narrow()
    }

    /// Cards that bring a level at any time and serve their player.
    #[inline]
    pub(crate) fn raising<const W: usize>(&self) -> CardSet<W> {
        self.raising.narrow()
    }

    /// Cards with a use that serves their player out of combat.
    #[inline]
    pub(crate) fn serving<const W: usize>(&self) -> CardSet<W> {
        self.serving.narrow()
    }

    /// Cards of `serving` that do not serve now. `rises`: levels can be gained; `cursed`: the player has a Curse in
    /// play.
    #[inline]
    pub(crate) fn useless<const W: usize>(&self, rises: bool, cursed: bool) -> CardSet<W> {
        self.useless[usize::from(!rises) + 2 * usize::from(!cursed)].narrow()
    }

    /// Cards of `serving` that serve only if cards pay for them, each set with the cards of which the hand needs at
    /// least one.
    #[inline]
    pub(crate) fn paid<const W: usize>(&self) -> impl Iterator<Item = (CardSet<W>, CardSet<W>)> {
        self.paid.iter().map(|(cards, payments)| (cards.narrow(), payments.narrow()))
    }

    /// Whether a payment from this hand can cost less than use `n` of a card brings; true if no cards pay for it.
    #[inline]
    pub(crate) fn may_pay<const W: usize>(&self, card: CardId, n: u8, hand: CardSet<W>) -> bool {
        let payments = &self.payments[usize::from(self.first_use[card.index()]) + usize::from(n)];
        payments.as_ref().is_none_or(|cards| hand.meets(&cards.narrow()))
    }

    /// Whether a monster's own text makes its kill useful to the helper.
    pub(crate) fn helps_helper(&self, card: CardId) -> bool {
        self.helps_helper[card.index()]
    }

    /// Traits that a card's strength modifiers test, as a mask.
    pub(crate) fn mentions(&self, card: CardId) -> Traits {
        self.mentions[card.index()]
    }

    /// Items that a player with this card's trait may not use.
    #[inline]
    pub(crate) fn bars<const W: usize>(&self, card: CardId) -> CardSet<W> {
        self.bars[card.index()].narrow()
    }

    /// Cost of each number of a die table to the player who rolls.
    pub(crate) fn dice(&self, table: u16) -> [i16; 6] {
        self.dice[usize::from(table)]
    }

    /// Cost of a branch to the chooser, by its index in the deck's table.
    pub(crate) fn branch(&self, place: usize) -> i16 {
        self.branches[place]
    }
}
