//! Cards wherever they are: filters for them, tests of discarded cards, and texts of these that players suffer.

use super::compiler::Compiler;
use super::condition::copies_of;
use super::names::short;
use crate::deck::compiled::{Filter, FilterRef, Op, Test, Title};
use crate::deck::language::contents::passes_on;
use crate::deck::language::fields::side_of;
use crate::deck::language::{CardFilter, CardSpec, DiscardTest, Play, Suffering};
use crate::ids::CardSet;

impl Compiler<'_> {
    /// A test of the top card of a discard pile.
    pub(super) fn discard_test(&mut self, test: &DiscardTest) -> Test {
        if test.kind.is_none() && test.tag.is_none() && test.card.is_none() {
            self.report.wrong("expected `kind`, `tag` or `card`, found none of them", None);
        }
        if let Some(kind) = &test.kind {
            self.within("kind", |c| c.kind_where("a kind of cards", kind, |_| true));
        }
        if let Some(tag) = &test.tag {
            self.within("tag", |c| c.tag(tag));
        }
        if let Some(card) = &test.card {
            self.within("card", |c| c.known_card(card));
        }
        let fits = |spec: &CardSpec| {
            test.tag.as_ref().is_none_or(|tag| spec.tags.contains(tag))
                && test.card.as_ref().is_none_or(|card| spec.id == *card)
        };
        Test::DiscardTop(test.deck, self.cards_like(test.kind.as_deref(), fits))
    }

    /// badstuff-01: the cards whose text is suffered have one, and do not pass on another one: nothing is suffered without end.
    pub(super) fn suffering(&mut self, suffering: &Suffering) -> Op {
        let harms = |play: Play| matches!(play, Play::Monster | Play::Curse);
        self.within("kind", |c| c.kind_where("a kind of monsters or Curses", &suffering.kind, harms));
        let fits = |spec: &CardSpec| {
            let effects = if spec.kind.play == Play::Monster { &spec.bad_stuff } else { &spec.curse };
            !effects.is_empty() && !passes_on(effects)
        };
        let cards = self.cards_like(Some(&suffering.kind), fits);
        Op::Suffer { side: suffering.deck, cards, which: suffering.which }
    }

    /// deck-08: a filter for cards of any sort. Some card must match.
    pub(super) fn card_filter(&mut self, filter: &CardFilter) -> FilterRef {
        if *filter == CardFilter::default() {
            return FilterRef::EVERY_CARD;
        }
        let CardFilter { kind, tag, deck, once, card } = filter;
        if let Some(kind) = kind {
            self.within("kind", |c| c.kind_where("a kind of cards", kind, |_| true));
        }
        if let Some(tag) = tag {
            self.within("tag", |c| c.tag(tag));
        }
        if let Some(card) = card {
            self.within("card", |c| c.known_card(card));
        }
        let fits = |spec: &CardSpec| {
            tag.as_ref().is_none_or(|tag| spec.tags.contains(tag))
                && deck.is_none_or(|side| side_of(spec) == side)
                && once.is_none_or(|once| spec.once == once)
                && card.as_ref().is_none_or(|card| spec.id == *card)
                && spec.kind.play != Play::Role
        };
        let found = self.cards_like(kind.as_deref(), fits);
        if self.deck.filters[usize::from(found.0)].cards.is_empty() {
            self.report.wrong("no card matches this filter", None);
        }
        found
    }

    /// The filter for every card: the one after that for all Items.
    pub(super) fn every_card(&mut self) {
        let filter = self.cards_like(None, |_| true);
        debug_assert_eq!(filter, FilterRef::EVERY_CARD);
    }

    /// Checks that a set declares the kind.
    fn kind_where(&mut self, what: &str, id: &str, fits: impl Fn(Play) -> bool) {
        let kinds = self.names.kinds.iter().filter(|kind| fits(kind.play)).map(|kind| kind.id.as_str());
        let kinds: Vec<&str> = kinds.collect();
        if !kinds.contains(&id) {
            self.report.unfit(what, id, kinds.into_iter());
        }
    }

    /// The cards of a kind for which a test holds, wherever they are.
    fn cards_like(&mut self, kind: Option<&str>, fits: impl Fn(&CardSpec) -> bool) -> FilterRef {
        let akin = kind.map(|kind| self.akin(kind));
        let found =
            |(place, title): &(usize, &Title)| akin.as_ref().is_none_or(|akin| akin[*place]) && fits(&title.spec);
        let titles = self.names.titles.iter().enumerate().filter(found);
        let cards = titles.flat_map(|(_, title)| copies_of(title)).collect();
        self.filter_of(cards)
    }

    /// A filter of these cards, wherever they are.
    pub(super) fn filter_of(&mut self, cards: CardSet) -> FilterRef {
        let filter = Filter {
            cards,
            shed: CardSet::EMPTY,
            used: None,
            used_first: false,
            best: false,
            dearest: false,
            strongest: false,
        };
        self.deck.filters.push(filter);
        FilterRef(short(self.deck.filters.len() - 1))
    }
}
