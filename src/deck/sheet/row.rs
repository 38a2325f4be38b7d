//! Rows: which of them are cards, and what their cells say.

use toml::{Table as Fields, Value};

use super::card::{Sentence, SheetCard};
use super::field::Field;
use super::grid::{Cell, CellFault, in_one_line};
use super::mapping::{Fill, Mapping};
use super::plan::{Plan, Weight};
use super::sentences::{clean, sentences, unguarded, without_name};
use super::table::{Column, Table, kind_word};
use super::words::{WORDS, plain};
use crate::deck::Kind;
use crate::deck::file::cells::CellPlace;
use crate::deck::file::nearest::did_you_mean;
use crate::deck::language::fields::allowed;
use crate::deck::language::{CardSpec, Play};

/// What holds for all rows of an import.
pub(super) struct Rules<'m> {
    pub(super) mapping: &'m Mapping,
    /// The kinds that the set declares.
    pub(super) kinds: Vec<Kind>,
}

/// A row while it is read.
struct Row<'t, 'p> {
    rules: &'t Rules<'t>,
    table: &'t Table<'t>,
    row: usize,
    plan: &'p mut Plan,
    card: SheetCard,
}

/// The cards of a table.
pub(super) fn cards(table: &Table<'_>, rules: &Rules<'_>, plan: &mut Plan) -> Vec<SheetCard> {
    let mut section = table.title.clone();
    let mut cards = Vec::new();
    for row in table.rows.clone() {
        match sort_of(table, row, rules.mapping) {
            Sort::Nothing => {}
            Sort::Section(text) => section = kind_word(text).or(section),
            Sort::LeftOut(column, why) => {
                let place = table.grid.place(row, column.index, &column.header);
                plan.note(Weight::Note, place.problem(why, None));
            }
            Sort::Unticked if rules.mapping.unticked == Some(false) => {
                let place = name_place(table, row);
                plan.note(Weight::Note, place.problem("it has no tick: left out", None));
            }
            sort => {
                plan.unticked += usize::from(sort == Sort::Unticked);
                cards.extend(Row::card(table, row, section.as_deref(), rules, plan));
            }
        }
    }
    cards
}

/// What a row is.
#[derive(Clone, Copy, PartialEq)]
enum Sort<'t> {
    /// Nothing, or a comment.
    Nothing,
    /// A title of the rows below.
    Section(&'t str),
    /// A card that is left out, because of the cell in a column.
    LeftOut(&'t Column, &'static str),
    /// A card that is not ready.
    Unticked,
    /// A card.
    Card,
}

fn sort_of<'t>(table: &'t Table<'_>, row: usize, mapping: &Mapping) -> Sort<'t> {
    let cell = |column: &Column| table.grid.cell(row, column.index);
    let mut filled = table.columns.iter().filter(|column| !cell(column).is_empty());
    let (first, second) = (filled.next(), filled.next());
    let Some(first) = first else { return Sort::Nothing };
    let text = cell(first).text.as_str();
    if text.starts_with('#') {
        return Sort::Nothing;
    }
    if second.is_none() {
        return if text.is_empty() { Sort::Nothing } else { Sort::Section(text) };
    }
    let of = |field: Field| table.columns.iter().find(|column| column.field == field);
    let name = of(Field::Name).map(|column| cell(column).text.as_str()).unwrap_or_default();
    let is_number = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    if WORDS.rows.totals.contains(&plain(text)) || WORDS.rows.totals.contains(&plain(name)) || is_number {
        return Sort::LeftOut(first, "a row of totals: left out");
    }
    if let Some(column) = of(Field::Copies).filter(|column| is_zero(&cell(column).text)) {
        return Sort::LeftOut(column, "copies 0: left out");
    }
    if let Some(column) = of(Field::Enabled).filter(|column| {
        let text = &cell(column).text;
        !text.is_empty() && WORDS.meaning(Field::Enabled, text).is_none()
    }) {
        return Sort::LeftOut(column, "not enabled: left out");
    }
    if let Some(column) = of(Field::Status).filter(|column| is_cut(&cell(column).text, mapping)) {
        return Sort::LeftOut(column, "by its status: left out");
    }
    match of(Field::Tick) {
        Some(column) if cell(column).is_empty() => Sort::Unticked,
        _ => Sort::Card,
    }
}

fn is_zero(text: &str) -> bool {
    WORDS.number(Field::Copies, text, false) == Some(0)
}

/// Whether cards with a status are left out.
fn is_cut(status: &str, mapping: &Mapping) -> bool {
    if mapping.status.is_empty() {
        return WORDS.meaning(Field::Status, status).is_some_and(|meaning| meaning.fields.contains_key("cut"));
    }
    !mapping.status.iter().any(|wanted| plain(wanted) == plain(status))
}

fn name_place(table: &Table<'_>, row: usize) -> CellPlace {
    let column = table.columns.iter().find(|column| column.field == Field::Name);
    let (index, header) = column.map_or((0, ""), |column| (column.index, column.header.as_str()));
    table.grid.place(row, index, header)
}

impl<'t, 'p> Row<'t, 'p> {
    /// The card of a row.
    fn card(
        table: &'t Table<'t>,
        row: usize,
        section: Option<&str>,
        rules: &'t Rules<'t>,
        plan: &'p mut Plan,
    ) -> Option<SheetCard> {
        let place = name_place(table, row);
        let (name, _) = clean(&place.text, &rules.mapping.icons);
        if name.is_empty() {
            plan.note(Weight::Error, place.problem("a card without a name", None));
            return None;
        }
        let card = SheetCard::new(&name, place);
        let mut row = Row { rules, table, row, plan, card };
        row.read(section);
        Some(row.card)
    }

    fn read(&mut self, section: Option<&str>) {
        self.check_cells();
        self.kind(section);
        let table = self.table;
        for column in table.columns.iter().filter(|column| column.field.is_read()) {
            self.cell(column);
        }
        self.gift();
        self.machine();
        self.status();
        self.completed();
        self.once_each();
        self.own();
        self.prune();
        self.extra();
        self.needed();
        self.unlikely();
    }

    fn place(&self, column: &Column) -> CellPlace {
        self.table.grid.place(self.row, column.index, &column.header)
    }

    fn text(&self, column: &Column) -> &'t str {
        unguarded(&self.table.grid.cell(self.row, column.index).text)
    }

    fn column(&self, field: Field) -> Option<&'t Column> {
        self.table.columns.iter().find(|column| column.field == field)
    }

    /// The text of a column, unless it stands for nothing.
    fn said(&self, field: Field) -> Option<(&'t Column, &'t str)> {
        let column = self.column(field)?;
        Some((column, self.text(column))).filter(|(_, text)| !WORDS.is_nothing(text))
    }

    fn refuse(&mut self, place: &CellPlace, message: impl Into<String>, hint: Option<String>) {
        let problem = place.problem(message, hint);
        self.card.refusals.push(problem.message.clone());
        self.plan.note(Weight::Error, problem);
    }

    fn warn(&mut self, place: &CellPlace, message: impl Into<String>) {
        self.plan.note(Weight::Warning, place.problem(message, None));
    }

    /// Cells whose value is not in the file.
    fn check_cells(&mut self) {
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

    /// The kind: from its column, the answers of the author, the first sentence of the text, or the title above.
    fn kind(&mut self, section: Option<&str>) {
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
    fn kind_word(&mut self, word: &str, place: &CellPlace) -> bool {
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
    fn kind_in_parts(&mut self, text: &str, place: &CellPlace) -> bool {
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

    fn unknown_kind(&mut self, text: &str, place: &CellPlace) {
        let known = WORDS.words_of(Field::Kind).chain(self.rules.kinds.iter().map(|kind| kind.id.as_str()));
        let near = did_you_mean(text, known);
        let hint = near.unwrap_or_else(|| {
            "declare it in `[[kind]]` of the import file, or give the known word in `[words.kind]`".to_owned()
        });
        self.refuse(place, format!("`{}` is no kind of card", in_one_line(text)), Some(hint));
    }

    fn no_kind(&mut self, place: &CellPlace) {
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

    fn play(&self) -> Play {
        self.rules.play(self.card.word("kind"))
    }

    /// Fields that a phrase or a word states; a column of their own counts more.
    fn take(&mut self, fields: &Fields, place: &CellPlace) {
        for (field, value) in fields {
            match self.card.fields.get(field) {
                Some(known) if known != value && field != "slot" => {
                    let message = format!("`{field}` is {value} here and {known} elsewhere: {known} is taken");
                    self.warn(place, message);
                }
                Some(_) => {}
                None => self.card.set(field, value.clone(), Some(place)),
            }
        }
    }

    fn cell(&mut self, column: &Column) {
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

    fn number(&mut self, column: &Column, text: &str, place: &CellPlace) {
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
    fn conditional(&mut self, target: &str, text: &str, place: &CellPlace) -> bool {
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
    fn flag(&mut self, column: &Column, text: &str, place: &CellPlace) {
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

    /// The more exact kind: a slot, or the tag of a monster.
    fn subkind(&mut self, text: &str, place: &CellPlace) {
        let word = self.rules.mapping.word(Field::Subkind, text).unwrap_or(text);
        let meaning = [Field::Subkind, Field::Slot].into_iter().find_map(|field| WORDS.meaning(field, word));
        match (self.play(), meaning) {
            (Play::Item, Some(meaning)) => self.take(&meaning.fields, place),
            (Play::Monster, _) => self.tags(word, place),
            _ => {}
        }
    }

    fn tags(&mut self, text: &str, place: &CellPlace) {
        let words = text.split([',', ';']).map(str::trim).filter(|word| !word.is_empty());
        let tags = words.filter(|word| WORDS.meaning(Field::Tags, word).is_none());
        let tags: Vec<Value> = tags.map(|word| Value::String(in_one_line(word))).collect();
        if !tags.is_empty() {
            self.card.set("tags", tags, Some(place));
        }
    }

    /// A restriction becomes a sentence of the text.
    fn usable_by(&mut self, text: &str, place: &CellPlace) {
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
    fn extra(&mut self) {
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

    /// Icons that state figures.
    fn symbols(&mut self, column: &Column) {
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
    fn cleaned(&mut self, column: &Column) -> Option<String> {
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
    fn texts(&mut self, column: &Column) {
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

    fn sentence(&mut self, sentence: &str, is_bad: bool, place: &CellPlace) {
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

    fn warn_of_hands(&mut self, fields: &Fields, place: &CellPlace) {
        let no_columns = [Field::Hands, Field::Slot].into_iter().all(|field| self.column(field).is_none());
        if fields.contains_key("hands") && no_columns && self.column(Field::Kind).is_some() {
            self.warn(place, "the hands are taken from the text");
        }
    }

    /// English for words of the sheet, from the answers of the author.
    fn translated(&mut self, text: &str, place: &CellPlace) {
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
    fn effect(&mut self, column: &Column, effect: &str, place: &CellPlace) {
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

    /// What a card gives, and how much of it.
    fn gift(&mut self) {
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

    /// Notes for a program: figures for a card without a text, otherwise something to compare.
    fn machine(&mut self) {
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

    fn status(&mut self) {
        let Some((column, text)) = self.said(Field::Status) else { return };
        let unfinished =
            WORDS.meaning(Field::Status, text).is_some_and(|meaning| meaning.fields.contains_key("unfinished"));
        if unfinished && self.rules.mapping.status.is_empty() {
            self.warn(&self.place(column), format!("its status is `{text}`"));
        }
    }

    /// Texts that need a figure of the card to be a sentence.
    fn completed(&mut self) {
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
    fn once_each(&mut self) {
        let mut said: Vec<String> = Vec::new();
        self.card.says.retain(|sentence| {
            let words = plain(&sentence.text);
            let is_new = !said.contains(&words);
            said.push(words);
            is_new
        });
    }

    /// Fields that the author has given for this card.
    fn own(&mut self) {
        let place = self.card.place.clone();
        if let (Some(origin), false) = (&self.rules.mapping.origin, self.card.fields.contains_key("origin")) {
            self.card.set("origin", origin.clone(), Some(&place));
        }
        let own = self.rules.mapping.card(self.card.name());
        for (field, value) in own.into_iter().flatten().filter(|(field, _)| *field != "kind") {
            self.card.set(field, value.clone(), Some(&place));
        }
    }

    /// Figures that a card of its kind does not have are left out, and so is what is the default.
    fn prune(&mut self) {
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

    /// The kind of the card and what decides which fields it may have.
    fn spec(&self) -> CardSpec {
        let kind = self.rules.kind_named(self.card.word("kind"));
        CardSpec {
            kind,
            once: self.card.fields.contains_key("once"),
            bonus: Some(Default::default()),
            ..CardSpec::default()
        }
    }

    /// Figures that every card of a kind has.
    fn needed(&mut self) {
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
    fn no_level(&mut self, place: &CellPlace) {
        let is_idea = self.card.says.is_empty() && self.card.bad.is_empty();
        if is_idea {
            self.card.refusals.push("no Level".to_owned());
            self.plan.note(Weight::Note, place.problem("no Level: left out as unfinished", None));
        } else {
            self.refuse(place, "no Level", None);
        }
    }

    fn fill(&mut self, field: Field, asks: &str) {
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
    fn unlikely(&mut self) {
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

    fn unlikely_texts(&mut self) {
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

    fn monster_without_bad_stuff(&mut self, silent: bool, place: &CellPlace) {
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

impl<'m> Rules<'m> {
    pub(super) fn of(mapping: &'m Mapping) -> Rules<'m> {
        let kinds = mapping.kinds.iter().filter_map(|kind| kind.clone().try_into().ok()).map(Kind::new).collect();
        Rules { mapping, kinds }
    }

    /// The fields that a word for a kind states, and the declaration that the set needs for it.
    pub(super) fn kind(&self, word: &str) -> Option<(Fields, Option<Fields>)> {
        let word = self.mapping.word(Field::Kind, word).unwrap_or(word);
        let of = |id: &str| Some(([("kind".to_owned(), Value::String(id.to_owned()))].into_iter().collect(), None));
        let is_it = |known: &str| plain(known) == plain(word);
        if let Some(kind) = self.kinds.iter().find(|kind| is_it(&kind.id) || kind.name.as_deref().is_some_and(is_it)) {
            return of(&kind.id);
        }
        let terms = self.mapping.set.get("terms").and_then(Value::as_table);
        for term in ["identity", "power", "curse"] {
            if terms.and_then(|terms| terms.get(term)?.as_str()).is_some_and(is_it) {
                return of(term);
            }
        }
        if let Some(kind) = Kind::standard().iter().find(|kind| is_it(&kind.id)) {
            return of(&kind.id);
        }
        WORDS.meaning(Field::Kind, word).map(|meaning| (meaning.fields.clone(), meaning.declare.clone()))
    }

    fn is_declared(&self, id: &str) -> bool {
        self.kinds.iter().any(|kind| kind.id == id)
    }

    /// The kind with an id.
    pub(super) fn kind_named(&self, id: &str) -> Kind {
        let declared = self.kinds.iter().find(|kind| kind.id == id).cloned();
        declared.or_else(|| Kind::named(id)).unwrap_or_else(|| Kind::played_as(Play::Slot))
    }

    /// How cards of a kind are played.
    fn play(&self, id: &str) -> Play {
        self.kind_named(id).play
    }
}
