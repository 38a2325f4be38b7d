//! The cells of a row: figures, flags, tags and notes for machines.

use toml::{Table as Fields, Value};

use super::read::Row;
use crate::deck::file::cells::CellPlace;
use crate::deck::file::nearest::did_you_mean;
use crate::deck::language::Play;
use crate::deck::sheet::card::Sentence;
use crate::deck::sheet::field::Field;
use crate::deck::sheet::grid::{Cell, CellFault, in_one_line};
use crate::deck::sheet::table::Column;
use crate::deck::sheet::words::{WORDS, plain};

impl<'t> Row<'t, '_> {
    /// Cells whose value is not in the file.
    pub(super) fn check_cells(&mut self) {
        let table = self.table;
        for column in table.columns.iter().filter(|column| column.field.is_read() && column.field != Field::Tick) {
            let cell: &Cell = table.grid.cell(self.row, column.index);
            let (message, hint) = match cell.fault {
                None => continue,
                Some(CellFault::Unstored) => (
                    "a formula without a stored value".to_owned(),
                    "save the file once in your spreadsheet program, or export as CSV",
                ),
                Some(CellFault::Error) => {
                    (format!("an error of the spreadsheet program: {}", cell.text), "mend its formula")
                }
                Some(CellFault::Date) => (
                    "a date that a spreadsheet program made".to_owned(),
                    "format the column as text, and write the cell again",
                ),
            };
            self.refuse(&self.place(column), message, Some(hint.to_owned()));
        }
    }

    pub(super) fn cell(&mut self, column: &Column) {
        let text = self.text(column);
        let place = self.place(column);
        if WORDS.is_nothing(text) && column.field != Field::Gold {
            return;
        }
        match column.field {
            Field::Id => self.card.set("id", text, Some(&place)),
            Field::Subkind => self.subkind(text, &place),
            Field::Slot | Field::Big | Field::Once => self.flag(column, text, &place),
            Field::Tags => self.tags(text, &place),
            Field::UsableBy => self.usable_by(text, &place),
            Field::Text | Field::BadStuff => self.texts(column),
            Field::Symbols => self.symbols(column),
            Field::Effect => self.effect(column, text, &place),
            Field::Origin => self.card.set("origin", text, Some(&place)),
            field if field.is_number() && field != Field::HowMuch => self.number(column, text, &place),
            _ => {}
        }
    }

    pub(super) fn number(&mut self, column: &Column, text: &str, place: &CellPlace) {
        let field = column.field;
        let semicolons = self.table.grid.semicolons;
        let word = self.rules.mapping.word(field, text).unwrap_or(text);
        let target = match field {
            Field::Figure if self.play() == Play::Monster => "level".to_owned(),
            Field::Figure => "bonus".to_owned(),
            field => field.word(),
        };
        if let Some(number) = WORDS.number(field, word, semicolons) {
            // A program writes 0 for nothing.
            if number != 0 || !matches!(field, Field::Figure | Field::Bonus | Field::Hands | Field::Rank) {
                self.card.set(&target, number, Some(place));
            }
        } else if let Some(meaning) = WORDS.meaning(field, word) {
            self.take(&meaning.fields, place);
        } else if !self.conditional(&target, word, place) && !WORDS.is_nothing(word) {
            let hint = match target.as_str() {
                "level" => Some("a Level that depends on the game is written as `strength`: docs/CARDS.md".to_owned()),
                _ => None,
            };
            self.refuse(place, format!("`{}` is not a number", in_one_line(word)), hint);
        }
    }

    /// A bonus that is larger for some: `+1 (+3 for Interns)`.
    pub(super) fn conditional(&mut self, target: &str, text: &str, place: &CellPlace) -> bool {
        let read = |text: &str| WORDS.number(Field::Bonus, text, false);
        let parts = || {
            let (plain, more) = text.strip_suffix(')')?.split_once('(')?;
            let (other, who) = more.split_once(" for ")?;
            Some((read(plain.trim())?, read(other.trim())?, who.trim()))
        };
        let Some((number, other, who)) = parts().filter(|_| target == "bonus") else { return false };
        let more = format!("{:+}", other - number);
        let sentence = WORDS.language.conditional.replace("+N", &more).replace("WHO", who);
        self.warn(place, format!("read as bonus {number} and \"{sentence}\""));
        self.card.set("bonus", number, Some(place));
        self.card.says.push(Sentence { text: sentence, place: place.clone() });
        true
    }

    /// Words for a slot, and for yes and no.
    pub(super) fn flag(&mut self, column: &Column, text: &str, place: &CellPlace) {
        let field = column.field;
        let word = self.rules.mapping.word(field, text).unwrap_or(text);
        if let Some(meaning) = WORDS.meaning(field, word) {
            return self.take(&meaning.fields, place);
        }
        let parts = word.split(',').map(|part| {
            let part = part.trim();
            WORDS.meaning(field, part).map(|meaning| meaning.fields.clone()).or_else(|| WORDS.stated(part, false))
        });
        if let Some(parts) = parts.collect::<Option<Vec<_>>>() {
            return parts.iter().for_each(|fields| self.take(fields, place));
        }
        let text = in_one_line(text);
        match field {
            Field::Slot => {
                let message = format!("`{text}` is no slot; use armor, headgear, footgear, hand or nothing");
                let near = did_you_mean(word, WORDS.words_of(Field::Slot));
                self.refuse(place, message, near);
            }
            _ => self.refuse(place, format!("expected yes or no, found `{text}`"), None),
        }
    }

    pub(super) fn tags(&mut self, text: &str, place: &CellPlace) {
        let words = text.split([',', ';']).map(str::trim).filter(|word| !word.is_empty());
        let tags = words.filter(|word| WORDS.meaning(Field::Tags, word).is_none());
        let tags: Vec<Value> = tags.map(|word| Value::String(in_one_line(word))).collect();
        if !tags.is_empty() {
            self.card.set("tags", tags, Some(place));
        }
    }

    /// A restriction becomes a sentence of the text.
    pub(super) fn usable_by(&mut self, text: &str, place: &CellPlace) {
        let text = in_one_line(text);
        let word = plain(&text);
        let is_sentence = ["usable", "not ", "only ", "cannot"].iter().any(|start| word.starts_with(start));
        let sentence = match (is_sentence, text.strip_suffix(" only")) {
            (true, _) => text.clone(),
            (false, Some(who)) => format!("Usable by {who} only"),
            (false, None) => format!("Usable by {text} only"),
        };
        self.card.says.push(Sentence { text: sentence, place: place.clone() });
    }

    /// Fields as the card language has them. They count more than all columns.
    pub(super) fn extra(&mut self) {
        let Some((column, text)) = self.said(Field::Fields) else { return };
        let place = &self.place(column);
        match format!("fields = {text}").parse::<Fields>().map(|mut file| file.remove("fields")) {
            Ok(Some(Value::Table(fields))) => {
                fields.into_iter().for_each(|(field, value)| self.card.set(&field, value, Some(place)));
            }
            Ok(_) => self.refuse(place, "expected a table in TOML, such as `{ rank = 1 }`", None),
            Err(error) => self.refuse(place, format!("no table in TOML: {}", error.message()), None),
        }
    }

    /// Notes for a program: figures for a card without a text, otherwise something to compare.
    pub(super) fn machine(&mut self) {
        let Some((column, text)) = self.said(Field::Machine) else { return };
        let place = self.place(column);
        match WORDS.stated(text, self.table.grid.semicolons) {
            Some(fields) if matches!(self.play(), Play::Item | Play::Enhancer) => {
                self.take(&fields, &place);
                self.card.says.retain(|sentence| plain(&sentence.text) != plain(text));
            }
            _ if self.card.says.is_empty() && self.card.bad.is_empty() => {
                self.card.says.push(Sentence { text: in_one_line(text), place });
            }
            _ => self.card.notes.push(Sentence { text: in_one_line(text), place }),
        }
    }

    pub(super) fn status(&mut self) {
        let Some((column, text)) = self.said(Field::Status) else { return };
        let unfinished =
            WORDS.meaning(Field::Status, text).is_some_and(|meaning| meaning.fields.contains_key("unfinished"));
        if unfinished && self.rules.mapping.status.is_empty() {
            self.warn(&self.place(column), format!("its status is `{text}`"));
        }
    }
}
