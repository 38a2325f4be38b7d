//! `CardText`: what a card says.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::deck::{Deck, DeckSide, Kind};

/// A card and its text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CardText {
    /// Id of its set.
    pub set: String,
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its pile.
    pub pile: DeckSide,
    /// Its kind.
    pub kind: Kind,
    /// Copies in the deck.
    pub copies: u8,
    /// Its text, in lines.
    pub text: Vec<String>,
}

impl CardText {
    /// The text of a title.
    pub(crate) fn of(deck: &Deck, title: usize) -> CardText {
        let title = &deck.titles[title];
        CardText {
            set: deck.set_of(title).id.clone(),
            id: title.id.clone(),
            name: title.name.clone(),
            pile: deck.card(title.first).side,
            kind: title.spec.kind.clone(),
            copies: title.copies,
            text: deck.describe_title(title),
        }
    }

    /// The texts of all titles, in the order of the deck.
    pub(crate) fn all(deck: &Deck) -> Vec<CardText> {
        (0..deck.titles.len()).map(|title| CardText::of(deck, title)).collect()
    }

    /// The texts of all titles after an edit, and of those that it removed.
    pub(crate) fn all_of([before, after]: [&Deck; 2]) -> Vec<CardText> {
        let mut texts = CardText::all(after);
        let is_kept = |text: &CardText, texts: &[CardText]| {
            texts.iter().any(|other| (&other.set, &other.id) == (&text.set, &text.id))
        };
        let removed: Vec<CardText> = CardText::all(before).into_iter().filter(|text| !is_kept(text, &texts)).collect();
        texts.extend(removed);
        texts
    }
}
