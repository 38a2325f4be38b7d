//! The kind of a row's card.

use toml::{Table as Fields, Value};

use super::read::Row;
use crate::deck::file::cells::CellPlace;
use crate::deck::file::nearest::did_you_mean;
use crate::deck::language::Play;
use crate::deck::sheet::card::Sentence;
use crate::deck::sheet::field::Field;
use crate::deck::sheet::grid::in_one_line;
use crate::deck::sheet::sentences::sentences;
use crate::deck::sheet::words::WORDS;

impl<'t> Row<'t, '_> {
    /// The kind: from its column, the answers of the author, the first sentence of the text, or the title above.
    pub(super) fn kind(&mut self, section: Option<&str>) {
        let own =
            self.rules.mapping.card(self.card.name()).and_then(|fields| fields.get("kind")).and_then(Value::as_str);
        let place = self.card.place.clone();
        if let Some(word) = own {
            if !self.kind_word(word, &place) {
                self.unknown_kind(word, &place);
            }
            return;
        }
        if let Some((column, text)) = self.said(Field::Kind) {
            let place = self.place(column);
            if !self.kind_word(text, &place) && !self.kind_in_parts(text, &place) {
                self.unknown_kind(text, &place);
            }
            return;
        }
        let first = self.said(Field::Text).and_then(|(column, text)| {
            let first = sentences(text).into_iter().next()?;
            Some((text[first].to_owned(), self.place(column)))
        });
        let found = first.is_some_and(|(first, place)| self.kind_word(&first, &place))
            || section.is_some_and(|section| self.kind_word(section, &place));
        if !found {
            self.no_kind(&place);
        }
    }

    /// Takes the fields of a word for a kind.
    pub(super) fn kind_word(&mut self, word: &str, place: &CellPlace) -> bool {
        let Some((fields, declare)) = self.rules.kind(word) else { return false };
        for (field, value) in &fields {
            if field == "text" {
                let text = value.as_str().unwrap_or_default().to_owned();
                self.card.says.push(Sentence { text, place: place.clone() });
            } else {
                self.card.set(field, value.clone(), Some(place));
            }
        }
        if let Some(declare) = declare.filter(|_| !self.rules.is_declared(fields["kind"].as_str().unwrap_or_default()))
        {
            let asks = format!("`{}` is no kind of this set: declare it?", in_one_line(word).trim_matches('.'));
            let mut file = Fields::new();
            file.insert("kind".to_owned(), Value::Array(vec![Value::Table(declare)]));
            self.plan.ask(asks, file.to_string());
        }
        true
    }

    /// A kind with figures behind it: `Item +3, 1 hand, 500 GP`.
    pub(super) fn kind_in_parts(&mut self, text: &str, place: &CellPlace) -> bool {
        let mut parts = text.split(',').map(str::trim);
        let first = parts.next().unwrap_or_default();
        let (word, rest) = first.split_once(' ').unwrap_or((first, ""));
        let semicolons = self.table.grid.semicolons;
        let rest = Some(rest).filter(|rest| !rest.is_empty());
        let Some(figures) =
            rest.into_iter().chain(parts).map(|part| WORDS.stated(part, semicolons)).collect::<Option<Vec<_>>>()
        else {
            return false;
        };
        if !self.kind_word(word, place) {
            return false;
        }
        figures.into_iter().for_each(|fields| self.take(&fields, place));
        true
    }

    pub(super) fn unknown_kind(&mut self, text: &str, place: &CellPlace) {
        let known = WORDS.words_of(Field::Kind).chain(self.rules.kinds.iter().map(|kind| kind.id.as_str()));
        let near = did_you_mean(text, known);
        let hint = near.unwrap_or_else(|| {
            "declare it in `[[kind]]` of the import file, or give the known word in `[words.kind]`".to_owned()
        });
        self.refuse(place, format!("`{}` is no kind of card", in_one_line(text)), Some(hint));
    }

    pub(super) fn no_kind(&mut self, place: &CellPlace) {
        let name = self.card.name().to_owned();
        let gives = self.said(Field::Gives).map(|(_, word)| word);
        let levels = gives.and_then(|word| WORDS.meaning(Field::Gives, word));
        let levels =
            levels.is_some_and(|meaning| meaning.fields.get("gives").and_then(Value::as_str) == Some("levels"));
        let (asks, word) = match levels {
            true => (format!("`{name}` gives a level and has no kind: a card that gives a level?"), "level up"),
            false => (format!("`{name}` has no kind: an Item?"), "item"),
        };
        let mut card = Fields::new();
        card.insert("kind".to_owned(), word.into());
        let mut cards = Fields::new();
        cards.insert(name, card.into());
        let mut file = Fields::new();
        file.insert("cards".to_owned(), cards.into());
        self.plan.ask(asks, file.to_string());
        self.card.refusals.push("no kind".to_owned());
        self.card.set("kind", "blank", Some(place));
    }

    /// The more exact kind: a slot, or the tag of a monster.
    pub(super) fn subkind(&mut self, text: &str, place: &CellPlace) {
        let word = self.rules.mapping.word(Field::Subkind, text).unwrap_or(text);
        let meaning = [Field::Subkind, Field::Slot].into_iter().find_map(|field| WORDS.meaning(field, word));
        match (self.play(), meaning) {
            (Play::Item, Some(meaning)) => self.take(&meaning.fields, place),
            (Play::Monster, _) => self.tags(word, place),
            _ => {}
        }
    }

    /// What a card gives, and how much of it.
    pub(super) fn gift(&mut self) {
        let (Some((column, word)), Some((_, amount))) = (self.said(Field::Gives), self.said(Field::HowMuch)) else {
            return;
        };
        let place = self.place(column);
        let field = WORDS.meaning(Field::Gives, word).and_then(|meaning| meaning.fields.get("gives")?.as_str());
        match (field, WORDS.number(Field::HowMuch, amount, self.table.grid.semicolons)) {
            // A card that gives a level says so in its text.
            (Some("levels"), Some(_)) if self.play() != Play::Monster => {}
            (Some(field), Some(number)) => {
                let fields = [(field.to_owned(), Value::Integer(number))].into_iter().collect();
                self.take(&fields, &place);
            }
            _ => self.refuse(&place, format!("`{word}` `{amount}` is neither levels nor a bonus"), None),
        }
    }

    /// Fields that the author has given for this card.
    pub(super) fn own(&mut self) {
        let place = self.card.place.clone();
        if let (Some(origin), false) = (&self.rules.mapping.origin, self.card.fields.contains_key("origin")) {
            self.card.set("origin", origin.clone(), Some(&place));
        }
        let own = self.rules.mapping.card(self.card.name());
        for (field, value) in own.into_iter().flatten().filter(|(field, _)| *field != "kind") {
            self.card.set(field, value.clone(), Some(&place));
        }
    }
}
