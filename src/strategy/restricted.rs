//! `Restricted`: a player that never makes some plays. Otherwise it plays like another player.

use std::fmt;

use super::memory::{EMPTY, Memory};
use super::player::{Memo, Player};
use crate::deck::Deck;
use crate::deck::file::nearest::did_you_mean;
use crate::deck::language::text::MAX_SELECTION;
use crate::game::{Choice, Event, Menu, Mind, Moment, Question, Verb, View};
use crate::ids::{CardSet, Seat};

/// Something that a player never does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Restriction {
    /// One of the actions in `ACTIONS`, by its index.
    Action(usize),
    /// Play or use a card of this selection, see [`Deck::selected`].
    Play(String),
    /// Put on an Item of this selection, or bring an identity or power of it into play.
    Wear(String),
}

/// Maximum number of characters of a restriction: a word and a selection.
pub(super) const MAX_RESTRICTION: usize = "play ".len() + MAX_SELECTION;

/// Whether an option of a question is a certain action. The last argument: whether the player fights.
type IsAction = fn(Question, Choice, bool) -> bool;

/// What a player never does, by its words in a strategy file.
const ACTIONS: [(&str, IsAction); 7] = [
    ("ask for help", |_, choice, _| choice.verb == Verb::Ask),
    ("gift", |_, choice, _| choice.verb == Verb::Gift),
    ("help", |question, choice, _| question == Question::Reply && choice.verb != Verb::Refuse),
    ("interfere", |question, choice, fights| {
        let round = matches!(question, Question::Round(Moment::Combat | Moment::BeforeRoll | Moment::AfterRoll));
        round && !fights && choice.verb != Verb::Pass
    }),
    ("look for trouble", |question, choice, _| question == Question::LookForTrouble && choice.verb != Verb::Pass),
    ("sell", |_, choice, _| choice.verb == Verb::Sell),
    ("trade", |question, choice, _| {
        choice.verb == Verb::Trade || question == Question::TradeReply && choice.verb == Verb::Accept
    }),
];

impl Restriction {
    /// Reads a restriction.
    ///
    /// # Errors
    /// If there is no such restriction. The message includes a hint.
    pub(crate) fn parse(words: &str) -> Result<Restriction, String> {
        let names = || ACTIONS.iter().map(|(name, _)| *name);
        let cards = |start: &str| words.strip_prefix(start).map(|cards| cards.trim().to_owned());
        let [play, wear] = ["play ", "wear "].map(|start| cards(start).filter(|cards| !cards.is_empty()));
        match (names().position(|name| name == words), play, wear) {
            (Some(action), ..) => Ok(Restriction::Action(action)),
            (_, Some(cards), _) => Ok(Restriction::Play(cards)),
            (_, _, Some(cards)) => Ok(Restriction::Wear(cards)),
            _ => Err(did_you_mean(words, names()).unwrap_or_else(|| {
                let words: Vec<String> =
                    names().chain(["play CARDS", "wear CARDS"]).map(|name| format!("`{name}`")).collect();
                format!("expected one of {}", words.join(", "))
            })),
        }
    }

    /// All restrictions that name no card.
    pub(crate) fn actions() -> impl Iterator<Item = Restriction> {
        (0..ACTIONS.len()).map(Restriction::Action)
    }

    /// The selection of cards to which it refers.
    pub(crate) fn cards(&self) -> Option<&str> {
        match self {
            Restriction::Action(_) => None,
            Restriction::Play(cards) | Restriction::Wear(cards) => Some(cards),
        }
    }
}

impl fmt::Display for Restriction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Restriction::Action(action) => f.write_str(ACTIONS[*action].0),
            Restriction::Play(cards) => write!(f, "play {cards}"),
            Restriction::Wear(cards) => write!(f, "wear {cards}"),
        }
    }
}

/// A player that never makes some plays.
#[derive(Debug)]
pub struct Restricted<P> {
    player: P,
    actions: Vec<IsAction>,
    unplayed: CardSet,
    unworn: CardSet,
}

impl<P> Restricted<P> {
    /// Restricts a player. A selection without cards in the deck restricts nothing.
    pub(crate) fn new(player: P, deck: &Deck, never: &[Restriction]) -> Self {
        let mut restricted =
            Restricted { player, actions: Vec::new(), unplayed: CardSet::EMPTY, unworn: CardSet::EMPTY };
        for restriction in never {
            match restriction {
                Restriction::Action(action) => restricted.actions.push(ACTIONS[*action].1),
                Restriction::Play(cards) => restricted.unplayed |= deck.selected(cards),
                Restriction::Wear(cards) => restricted.unworn |= deck.selected(cards),
            }
        }
        restricted
    }

    /// The player without its restrictions.
    pub(super) fn player(&self) -> &P {
        &self.player
    }

    /// Whether the player may choose an option.
    fn allows<const W: usize>(&self, view: View<'_, W>, question: Question, choice: Choice) -> bool {
        let fights = view.fighting(view.seat());
        let acts = |is_action: &IsAction| is_action(question, choice, fights);
        !self.actions.iter().any(acts) && !self.plays_unwanted(view, choice)
    }

    /// Whether an option plays or wears a card that the player never plays or wears.
    fn plays_unwanted<const W: usize>(&self, view: View<'_, W>, choice: Choice) -> bool {
        let worn = view.deck().masks.traits.contains(choice.card);
        match choice.verb {
            Verb::Wear | Verb::Carry | Verb::Equip => self.unworn.contains(choice.card),
            Verb::Play if worn => (self.unworn | self.unplayed).contains(choice.card),
            Verb::Play | Verb::Use | Verb::Aid | Verb::Hinder | Verb::Join | Verb::Arm | Verb::Load => {
                self.unplayed.contains(choice.card)
            }
            _ => false,
        }
    }
}

impl<P: Player<W>, const W: usize> Player<W> for Restricted<P> {
    fn choose(&self, view: View<'_, W>, question: Question, options: &[Choice], mind: &mut Mind) -> Choice {
        self.choose_remembering(view, question, options, &EMPTY, mind)
    }

    fn choose_remembering(
        &self,
        view: View<'_, W>,
        question: Question,
        options: &[Choice],
        memory: &Memory,
        mind: &mut Mind,
    ) -> Choice {
        let allows = |option: &Choice| self.allows(view, question, *option);
        if options.iter().all(allows) {
            return self.player.choose_remembering(view, question, options, memory, mind);
        }
        let allowed: Vec<Choice> = options.iter().copied().filter(allows).collect();
        match allowed[..] {
            // Some answer must be given: without an allowed one the restriction cannot hold.
            [] => self.player.choose_remembering(view, question, options, memory, mind),
            // A player is asked with at least two options.
            [only] => only,
            _ => self.player.choose_remembering(view, question, &allowed, memory, mind),
        }
    }

    fn at_sight(&self, view: View<'_, W>, question: Question, menu: &Menu<W>, memo: &mut Memo<W>) -> Option<Choice> {
        // With such a card, the player judges its other plays without it, from the options.
        if (view.hand() | view.table(view.seat())).meets(&(self.unplayed | self.unworn).narrow()) {
            return None;
        }
        let choice = self.player.at_sight(view, question, menu, memo);
        choice.filter(|choice| self.allows(view, question, *choice))
    }

    fn wake_cards(&self, deck: &Deck<CardSet<W>>) -> CardSet<W> {
        self.player.wake_cards(deck)
    }

    fn hears(&self) -> bool {
        Player::<W>::hears(&self.player)
    }

    fn hear(&self, seat: Seat, event: Event, memory: &mut Memory) {
        Player::<W>::hear(&self.player, seat, event, memory);
    }
}
