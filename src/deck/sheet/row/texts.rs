//! The texts of a row, sentence by sentence.

use toml::Table as Fields;

use super::read::Row;
use crate::deck::file::cells::CellPlace;
use crate::deck::language::Play;
use crate::deck::sheet::card::Sentence;
use crate::deck::sheet::field::Field;
use crate::deck::sheet::grid::in_one_line;
use crate::deck::sheet::sentences::{clean, sentences, without_name};
use crate::deck::sheet::table::Column;
use crate::deck::sheet::words::{WORDS, plain};

impl<'t> Row<'t, '_> {
    /// Icons that state figures.
    pub(super) fn symbols(&mut self, column: &Column) {
        let place = self.place(column);
        let Some(words) = self.cleaned(column) else { return };
        for word in words.split(',').map(str::trim) {
            let counted = || WORDS.stated(&format!("1 {word}"), false);
            let fields =
                WORDS.stated(word, false).or_else(|| WORDS.meaning(Field::Slot, word).map(|one| one.fields.clone()));
            match fields.or_else(counted) {
                Some(fields) => self.take(&fields, &place),
                None => self.refuse(&place, format!("`{word}` states no figure"), None),
            }
        }
    }

    /// The text of a cell without markup; none if it has unknown icons.
    pub(super) fn cleaned(&mut self, column: &Column) -> Option<String> {
        let (text, unknown) = clean(self.text(column), &self.rules.mapping.icons);
        for icon in &unknown {
            let (word, asks) = match WORDS.icons.get(icon) {
                Some(word) => (word.as_str(), format!("the icon `{{{icon}}}`: {word}?")),
                None => ("", format!("the icon `{{{icon}}}` is not known: what is it?")),
            };
            let sign = if word.is_empty() { "# " } else { "" };
            self.plan.ask(asks, format!("[icons]\n{sign}{icon:?} = {word:?}\n"));
        }
        if unknown.is_empty() { Some(text) } else { None }
    }

    /// The sentences of a text: figures, Bad Stuff, and the others.
    pub(super) fn texts(&mut self, column: &Column) {
        const BAD: &str = "bad stuff:";
        let Some(text) = self.cleaned(column) else { return };
        let line = in_one_line(&text);
        // A Curse has nothing but a text.
        let can_be_bad = self.play() != Play::Curse;
        let mut is_bad = column.field == Field::BadStuff && can_be_bad;
        for (number, range) in sentences(&text).into_iter().enumerate() {
            let (mut start, end) = (range.start, range.end);
            if line[start..end].to_lowercase().starts_with(BAD) {
                is_bad = can_be_bad;
                start += BAD.len();
                start += line[start..end].len() - line[start..end].trim_start().len();
            }
            let sentence = line[start..end].to_owned();
            if number == 0 && !is_bad && self.said(Field::Kind).is_none() && self.rules.kind(&sentence).is_some() {
                continue;
            }
            let place = self.table.grid.place_of(self.row, column.index, &column.header, line.clone(), start..end);
            if start < end {
                self.sentence(&sentence, is_bad, &place);
            }
        }
    }

    pub(super) fn sentence(&mut self, sentence: &str, is_bad: bool, place: &CellPlace) {
        if let Some(own) = self.rules.mapping.texts.iter().find(|(known, _)| plain(known) == plain(sentence)) {
            return self.translated(own.1, place);
        }
        // In a footer, figures stand in place of Bad Stuff.
        let can_state = !is_bad || self.play() != Play::Monster;
        if let Some(fields) = WORDS.stated(sentence, self.table.grid.semicolons).filter(|_| can_state) {
            self.warn_of_hands(&fields, place);
            return self.take(&fields, place);
        }
        let mut text = without_name(sentence);
        while let Some((rest, fields)) =
            text.rsplit_once(", ").and_then(|(rest, last)| Some((rest, WORDS.stated(last, false)?)))
        {
            self.take(&fields, place);
            text = rest;
        }
        let mut place = place.clone();
        if let Some(at) = sentence.find(text) {
            place.part = place.part.start + at..place.part.start + at + text.len();
        }
        let list = if is_bad { &mut self.card.bad } else { &mut self.card.says };
        list.push(Sentence { text: text.to_owned(), place });
    }

    pub(super) fn warn_of_hands(&mut self, fields: &Fields, place: &CellPlace) {
        let no_columns = [Field::Hands, Field::Slot].into_iter().all(|field| self.column(field).is_none());
        if fields.contains_key("hands") && no_columns && self.column(Field::Kind).is_some() {
            self.warn(place, "the hands are taken from the text");
        }
    }

    /// English for words of the sheet, from the answers of the author.
    pub(super) fn translated(&mut self, text: &str, place: &CellPlace) {
        const BAD: &str = "Bad Stuff:";
        let (says, bad) = text.split_once(BAD).map_or((text, None), |(says, bad)| (says, Some(bad)));
        for (text, is_bad) in [(says.trim(), false), (bad.unwrap_or_default().trim(), true)] {
            match WORDS.stated(text, false) {
                _ if text.is_empty() => {}
                Some(fields) => self.take(&fields, place),
                None => {
                    let list = if is_bad { &mut self.card.bad } else { &mut self.card.says };
                    list.push(Sentence { text: text.to_owned(), place: place.clone() });
                }
            }
        }
    }

    /// An effect in the words of the sheet, with the trigger in the column before it if there is one.
    pub(super) fn effect(&mut self, column: &Column, effect: &str, place: &CellPlace) {
        let columns = &self.table.columns;
        let before = columns.iter().rev().find(|other| other.index < column.index);
        let trigger = before.filter(|column| column.field == Field::Trigger).map(|column| self.text(column));
        let trigger = trigger.filter(|trigger| !trigger.is_empty());
        let words = trigger.map_or_else(|| effect.to_owned(), |trigger| format!("{trigger} + {effect}"));
        let known = self.rules.mapping.texts.iter().find(|(known, _)| plain(known) == plain(&words));
        match (known, WORDS.stated(effect, false).filter(|_| trigger.is_none())) {
            (Some((_, text)), _) => self.translated(text, place),
            (None, Some(fields)) => self.take(&fields, place),
            (None, None) => {
                self.plan.foreign.add(
                    trigger,
                    effect,
                    before.iter().filter(|_| trigger.is_some()).chain([&column]).map(|one| one.header.as_str()),
                );
                self.card.refusals.push(format!("`{}` is not English", in_one_line(&words)));
            }
        }
    }
}
