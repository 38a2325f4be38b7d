//! The whole card: what it needs besides its cells, and what is unlikely.

use toml::Value;

use super::read::Row;
use crate::deck::file::cells::CellPlace;
use crate::deck::language::Play;
use crate::deck::language::fields::allowed;
use crate::deck::sheet::field::Field;
use crate::deck::sheet::mapping::Fill;
use crate::deck::sheet::plan::Weight;
use crate::deck::sheet::words::{WORDS, plain};

impl<'t> Row<'t, '_> {
    /// Texts that need a figure of the card to be a sentence.
    pub(super) fn completed(&mut self) {
        for place in 0..self.card.says.len() {
            let sentence = &self.card.says[place];
            let known = WORDS.complete.iter().find(|known| plain(&known.text) == plain(&sentence.text));
            let number = known.and_then(|known| self.card.number(&known.figure));
            if let (Some(known), Some(number)) = (known, number) {
                let text = known.sentence.replace("+N", &format!("{number:+}"));
                let whole = sentence.place.clone();
                self.warn(&whole, format!("read as \"{text}\""));
                self.card.says[place].text = text;
            }
        }
    }

    /// A kind may say what the text repeats.
    pub(super) fn once_each(&mut self) {
        let mut said: Vec<String> = Vec::new();
        self.card.says.retain(|sentence| {
            let words = plain(&sentence.text);
            let is_new = !said.contains(&words);
            said.push(words);
            is_new
        });
    }

    /// Figures that a card of its kind does not have are left out, and so is what is the default.
    pub(super) fn prune(&mut self) {
        const FIGURES: [&str; 10] =
            ["level", "treasures", "levels", "bonus", "gold", "slot", "hands", "big", "rank", "once"];
        let spec = self.spec();
        let has = |field: &str| allowed(&spec).contains(&field) || field == "once" && spec.kind.play == Play::Item;
        for field in FIGURES.into_iter().filter(|field| !has(field)) {
            let Some(value) = self.card.fields.remove(field) else { continue };
            let place = self.card.places.remove(field).unwrap_or_else(|| self.card.place.clone());
            if value.as_integer() != Some(0) {
                let message =
                    format!("`{field}` {value} is no figure of a card of the kind `{}`: left out", spec.kind.id);
                self.warn(&place, message);
            }
        }
        if self.card.word("slot") != "hand" && self.card.fields.contains_key("slot") {
            self.card.fields.remove("hands");
        }
        for field in ["levels", "copies"] {
            if self.card.number(field) == Some(1) {
                self.card.fields.remove(field);
            }
        }
    }

    /// Figures that every card of a kind has.
    pub(super) fn needed(&mut self) {
        let level = self.card.number("level");
        let place = self.card.place.clone();
        match self.play() {
            Play::Monster => {
                if level.is_none() && self.card.refusals.is_empty() {
                    self.no_level(&place);
                }
                self.fill(
                    Field::Treasures,
                    "no column for Treasures: give a number for all monsters, a number from each Level on, or a column",
                );
            }
            Play::Item => self.fill(Field::Gold, "no column for Gold Pieces: give a value for all Items, or a column"),
            _ => {}
        }
    }

    /// A row with a name and a kind alone is no card yet.
    pub(super) fn no_level(&mut self, place: &CellPlace) {
        let is_idea = self.card.says.is_empty() && self.card.bad.is_empty();
        if is_idea {
            self.card.refusals.push("no Level".to_owned());
            self.plan.note(Weight::Note, place.problem("no Level: left out as unfinished", None));
        } else {
            self.refuse(place, "no Level", None);
        }
    }

    pub(super) fn fill(&mut self, field: Field, asks: &str) {
        let word = field.word();
        if self.card.fields.contains_key(&word) {
            return;
        }
        let place = self.card.place.clone();
        let level = self.card.number("level");
        if let Some(number) = self.rules.mapping.fill.get(&field).and_then(|fill: &Fill| fill.at(level)) {
            self.card.set(&word, number, Some(&place));
            self.card.set("modelled", vec![Value::String(word)], Some(&place));
            return;
        }
        // An unknown column may have it.
        let is_open = self.plan.questions.iter().any(|question| question.proposal.starts_with("[columns]"));
        match (self.column(field), field) {
            (None, _) if is_open => self.card.refusals.push(format!("no {word}")),
            (None, Field::Treasures) if self.column(Field::Symbols).is_none() && level.is_some() => {
                self.plan.ask(asks, "[fill]\ntreasures = { 1 = 1, 6 = 2, 11 = 3, 16 = 4 }\n");
            }
            (None, Field::Gold) => self.plan.ask(asks, "[fill]\ngold = 0\n"),
            (Some(column), Field::Gold) => {
                if self.text(column).is_empty() {
                    self.warn(&self.place(column), "no value is given: read as No Value");
                }
                self.card.set("gold", 0, Some(&place));
            }
            _ if self.card.refusals.is_empty() => self.refuse(&place, format!("no {word}"), None),
            _ => {}
        }
    }

    /// Figures that are hardly meant.
    pub(super) fn unlikely(&mut self) {
        for limit in &WORDS.limit {
            let Some(number) = self.card.number(&limit.field) else { continue };
            let place = self.card.places.get(&limit.field).unwrap_or(&self.card.place).clone();
            if let Some(most) = limit.most.filter(|most| number > *most) {
                self.warn(
                    &place,
                    format!("`{}` {number} is unusual: more than {most}; has a column slipped?", limit.field),
                );
            }
            if let Some(multiple) = limit.multiple.filter(|multiple| number % multiple != 0) {
                self.warn(&place, format!("`{}` {number} is unusual: no multiple of {multiple}", limit.field));
            }
        }
        self.unlikely_texts();
    }

    pub(super) fn unlikely_texts(&mut self) {
        let place = self.card.place.clone();
        let play = self.play();
        let silent = self.card.says.is_empty() && self.card.bad.is_empty();
        if play == Play::Monster && self.card.bad.is_empty() && self.card.refusals.is_empty() {
            self.monster_without_bad_stuff(silent, &place);
        }
        if play == Play::Item && self.card.fields.contains_key("once") && silent && self.card.number("bonus").is_none()
        {
            self.warn(&place, "a one-shot without a bonus and without a text");
        }
        if play == Play::Item && self.card.number("hands").is_some() && self.card.word("slot") != "hand" {
            self.warn(&place, "hands without the slot `hand`");
        }
        let in_name = self.card.name().rsplit(' ').next().and_then(|word| word.strip_prefix('+')?.parse::<i64>().ok());
        if let (Some(said), Some(bonus)) = (in_name, self.card.number("bonus"))
            && said != bonus
        {
            self.warn(&place, format!("the bonus in the name is {said}, that of the card {bonus}"));
        }
        let modifier =
            self.card.bad.iter().find(|sentence| sentence.text.starts_with('+')).map(|sentence| sentence.place.clone());
        if let Some(place) = modifier {
            self.warn(&place, "a modifier in place of Bad Stuff: has a column slipped?");
        }
    }

    pub(super) fn monster_without_bad_stuff(&mut self, silent: bool, place: &CellPlace) {
        let is_placeholder = silent && plain(self.card.name()).split(' ').any(|word| word == "level");
        match (is_placeholder, self.rules.mapping.placeholders) {
            (true, false) => {
                let message = format!("`{}` has no text and no Bad Stuff: a placeholder?", self.card.name());
                let hint = "--placeholders imports it as it is".to_owned();
                self.refuse(place, message, Some(hint));
            }
            _ => self.warn(place, "a monster without Bad Stuff"),
        }
    }
}
