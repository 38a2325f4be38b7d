//! Export: a deck as a sheet, from which an import makes the same deck.

use std::collections::BTreeMap;

use serde_json::{Map, Value as Json};
use toml::{Table, Value};

use crate::deck::english::{Names, read, text_of};
use crate::deck::file::error::DeckError;
use crate::deck::file::sets::{LoadedSet, Sets};
use crate::deck::language::{CardSpec, Play};
use crate::deck::sheet::cards::usual_id;
use crate::deck::sheet::field::Field;
use crate::deck::sheet::mapping::Mapping;
use crate::deck::sheet::model::Model;
use crate::deck::sheet::source::SheetSet;
use crate::deck::sheet::write::{Written, csv};

/// The columns of a sheet without a model.
const COLUMNS: [(Field, &str); 16] = [
    (Field::Name, "name"),
    (Field::Kind, "kind"),
    (Field::Copies, "copies"),
    (Field::Level, "level"),
    (Field::Treasures, "treasures"),
    (Field::Levels, "levels"),
    (Field::Bonus, "bonus"),
    (Field::Gold, "gold"),
    (Field::Slot, "slot"),
    (Field::Hands, "hands"),
    (Field::Big, "big"),
    (Field::Once, "once"),
    (Field::Tags, "tags"),
    (Field::UsableBy, "usable by"),
    (Field::Text, "text"),
    (Field::BadStuff, "bad stuff"),
];
/// Columns that are added if a card needs them.
const FURTHER: [(Field, &str); 4] =
    [(Field::Id, "id"), (Field::Rank, "rank"), (Field::Origin, "origin"), (Field::Fields, "fields")];
/// Fields of the card language that have a column.
const FIGURES: [&str; 9] = ["copies", "level", "treasures", "bonus", "gold", "hands", "rank", "slot", "tags"];

/// How much of a card is in columns. Cards that the importer does not read back are written with less.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Form {
    /// Everything.
    Whole,
    /// All but the text.
    Figures,
    /// The name and the kind.
    Fields,
}

/// A deck as a sheet.
#[derive(Debug)]
pub struct Export {
    /// The rows, that of the headers first.
    pub(crate) rows: Vec<Vec<Written>>,
    /// How an import reads them: the head of the set, its rules and kinds.
    pub(crate) mapping: Mapping,
}

/// Further columns of cards: a header, and the cells by id.
pub(crate) type Joined = Vec<(String, BTreeMap<String, Written>)>;

impl Export {
    /// The rows as CSV.
    pub fn csv(&self) -> Vec<u8> {
        csv(&self.rows)
    }

    /// The file beside the sheet, which says how it is read.
    pub fn answers(&self) -> String {
        self.mapping.text()
    }
}

impl Sets {
    /// One of the sets as a sheet, from which an import makes the same set.
    ///
    /// # Errors
    /// If there is no such set, or a card cannot be written so that an import reads it.
    pub fn export(&self, set: &str) -> Result<Export, DeckError> {
        self.export_like(set, None, &Joined::new())
    }

    /// The same with the columns of another sheet in their places, and with further columns.
    ///
    /// # Errors
    /// If there is no such set, or a card cannot be written so that an import reads it.
    pub(crate) fn export_like(&self, set: &str, model: Option<&Model>, joined: &Joined) -> Result<Export, DeckError> {
        let place = self.sets().iter().position(|other| other.id() == set);
        let place = place.ok_or_else(|| DeckError::plain(format!("there is no set `{set}`"), None))?;
        let mapping = mapping(&self.sets()[place], model);
        let sheet = Sheet { sets: self, place, model, mapping, names: self.names_for(place) };
        let mut forms = vec![Form::Whole; sheet.cards().len()];
        loop {
            let rows = sheet.rows(&forms);
            let wrong = sheet.misread(&rows);
            if wrong.is_empty() {
                return Ok(Export { rows: sheet.with_joined(rows, joined), mapping: sheet.mapping });
            }
            wrong.into_iter().try_for_each(|card| sheet.write_less(&mut forms[card], card))?;
        }
    }
}

/// A set while it is written.
struct Sheet<'s> {
    sets: &'s Sets,
    place: usize,
    model: Option<&'s Model>,
    mapping: Mapping,
    names: Names,
}

/// How an import reads the sheet of a set.
fn mapping(set: &LoadedSet, model: Option<&Model>) -> Mapping {
    let file: Table = set.source.text.parse().unwrap_or_default();
    let table = |key: &str| file.get(key).and_then(Value::as_table).cloned().unwrap_or_default();
    let kinds = file.get("kind").and_then(Value::as_array).into_iter().flatten();
    let kinds = kinds.filter_map(|kind| kind.as_table().cloned()).collect();
    let own = Mapping { set: table("set"), rules: table("rules"), kinds, ..Mapping::default() };
    model.map_or_else(|| own.clone(), |model| own.clone().over(&model.mapping))
}

impl Sheet<'_> {
    fn set(&self) -> &LoadedSet {
        &self.sets.sets()[self.place]
    }

    fn cards(&self) -> &[CardSpec] {
        &self.set().file.cards
    }

    /// Writes a card that was not read back with less in its columns.
    fn write_less(&self, form: &mut Form, card: usize) -> Result<(), DeckError> {
        *form = match form {
            Form::Whole => Form::Figures,
            Form::Figures => Form::Fields,
            Form::Fields => {
                let name = &self.cards()[card].name;
                return Err(DeckError::plain(format!("`{name}` cannot be written as a row of a sheet"), None));
            }
        };
        Ok(())
    }

    /// The places of the cards that an import of these rows would not read as they are.
    fn misread(&self, rows: &[Vec<Written>]) -> Vec<usize> {
        let read = SheetSet::of_rows("export.csv", rows, self.mapping.clone());
        let cards = self.cards();
        let read = LoadedSet::parse(&read.sound())
            .and_then(|read| self.sets.clone().with_version(self.place, read).understood());
        let read = match &read {
            Ok(sets) => &sets.sets()[self.place],
            Err(error) => {
                let wrong: Vec<&str> = error.problems().iter().filter_map(|problem| problem.card.as_deref()).collect();
                let named = |place: &usize| wrong.is_empty() || wrong.contains(&cards[*place].id.as_str());
                return (0..cards.len()).filter(named).collect();
            }
        };
        let by_id: BTreeMap<&str, &CardSpec> = read.file.cards.iter().map(|card| (card.id.as_str(), card)).collect();
        let is_same = |card: &CardSpec| by_id.get(card.id.as_str()).is_some_and(|read| entry(read) == entry(card));
        (0..cards.len()).filter(|place| !is_same(&cards[*place])).collect()
    }

    fn rows(&self, forms: &[Form]) -> Vec<Vec<Written>> {
        let cells: Vec<Cells> = self.cards().iter().zip(forms).map(|(card, form)| self.cells(card, *form)).collect();
        let mut columns: Vec<(Option<Field>, String)> = match self.model {
            Some(model) => model.columns.iter().map(|column| (column.field, column.header.clone())).collect(),
            None => COLUMNS.iter().map(|(field, header)| (Some(*field), (*header).to_owned())).collect(),
        };
        for (field, header) in COLUMNS.into_iter().chain(FURTHER) {
            let is_there = columns.iter().any(|(known, _)| *known == Some(field));
            if !is_there && cells.iter().any(|cells| cells.get(&field).is_some_and(|cell| *cell != Written::Nothing)) {
                columns.push((Some(field), header.to_owned()));
            }
        }
        let mut rows = vec![columns.iter().map(|(_, header)| Written::text(header)).collect::<Vec<_>>()];
        for (card, cells) in self.cards().iter().zip(&cells) {
            let cell = |(place, (field, _)): (usize, &(Option<Field>, String))| match field {
                Some(field) => cells.get(field).cloned().unwrap_or_default(),
                None => self.model.and_then(|model| model.cell(&card.id, &card.name, place)).unwrap_or_default(),
            };
            rows.push(columns.iter().enumerate().map(cell).collect());
        }
        rows
    }

    /// The cells of a card by column.
    fn cells(&self, card: &CardSpec, form: Form) -> Cells {
        let mut rest = entry(card);
        let mut cells = Cells::new();
        cells.insert(Field::Name, Written::text(&card.name));
        cells.insert(Field::Kind, Written::text(self.kind_word(card)));
        if card.id != usual_id(&card.name) {
            cells.insert(Field::Id, Written::text(&card.id));
        }
        for field in ["name", "kind", "id"] {
            rest.remove(field);
        }
        if form < Form::Fields {
            figures(card, &mut rest, &mut cells);
        }
        if form == Form::Whole {
            self.texts(card, &mut rest, &mut cells);
        }
        if !rest.is_empty() {
            let fields: Option<Value> = serde_json::from_value(Json::Object(rest)).ok();
            cells.insert(Field::Fields, Written::text(fields.map(|fields| fields.to_string()).unwrap_or_default()));
        }
        cells
    }

    /// The word for a kind that an import reads as this kind.
    fn kind_word(&self, card: &CardSpec) -> String {
        let name = card.kind.name(&self.set().file.set.terms);
        let is_read = SheetSet::kind_of(&name, &self.mapping).as_deref() == Some(card.kind.id.as_str());
        if is_read { name } else { card.kind.id.clone() }
    }

    /// The text of a card, without its figures.
    fn texts(&self, card: &CardSpec, rest: &mut Map<String, Json>, cells: &mut Cells) {
        let spec = CardSpec { tags: Vec::new(), ..card.clone() };
        let text = text_of(&spec, &self.names);
        let Ok(said) = read(&text, &card.kind, &self.names) else { return };
        rest.retain(|field, value| said.get(field) != Some(value));
        let mut lines: BTreeMap<Field, Vec<&str>> = BTreeMap::new();
        for line in text.lines() {
            let who = line.strip_prefix("Usable by ").and_then(|rest| rest.strip_suffix(" only."));
            let (field, line) = match (line.strip_prefix("Bad Stuff: "), who) {
                (Some(bad), _) => (Field::BadStuff, bad),
                (None, Some(who)) => (Field::UsableBy, who),
                (None, None) => (Field::Text, line),
            };
            lines.entry(field).or_default().push(line);
        }
        cells.extend(lines.into_iter().map(|(field, lines)| (field, Written::text(lines.join("\n")))));
    }

    fn with_joined(&self, mut rows: Vec<Vec<Written>>, joined: &Joined) -> Vec<Vec<Written>> {
        for (header, cells) in joined {
            let of_cards = self.cards().iter().map(|card| cells.get(&card.id).cloned().unwrap_or_default());
            let column: Vec<Written> = std::iter::once(Written::text(header)).chain(of_cards).collect();
            rows.iter_mut().zip(column).for_each(|(row, cell)| row.push(cell));
        }
        rows
    }
}

/// The cells of a card by column.
type Cells = BTreeMap<Field, Written>;

/// Moves the figures of a card into their columns.
fn figures(card: &CardSpec, rest: &mut Map<String, Json>, cells: &mut Cells) {
    // A sheet leaves out one level for a kill.
    if let Some(levels) = rest.get("levels").filter(|levels| **levels != 1).cloned() {
        rest.remove("levels");
        cells.insert(Field::Levels, written(&levels));
    }
    for field in FIGURES {
        let column: Option<Field> = serde_json::from_value(Json::String(field.to_owned())).ok();
        if let (Some(column), Some(value)) = (column, rest.remove(field)) {
            cells.insert(column, written(&value));
        }
    }
    let [big, once] = ["big", "once"].map(|field| rest.remove(field).is_some());
    if card.kind.play == Play::Item {
        let yes = |flag: bool| Written::text(if flag { "yes" } else { "no" });
        cells.insert(Field::Big, yes(big));
        cells.insert(Field::Once, yes(once));
    }
    let origin = rest.remove("origin").filter(|origin| origin != "published");
    cells.insert(Field::Origin, origin.as_ref().map(written).unwrap_or_default());
    cells.insert(Field::Copies, Written::Number(i64::from(*card.copies)));
    cells.insert(Field::Figure, figure(card));
}

/// The entry of a card in a deck file.
fn entry(card: &CardSpec) -> Map<String, Json> {
    serde_json::to_value(card).ok().and_then(|value| value.as_object().cloned()).unwrap_or_default()
}

/// The Level of a monster, the bonus of another card.
fn figure(card: &CardSpec) -> Written {
    let number = match card.kind.play {
        Play::Monster => card.level.map(i64::from),
        _ => card.bonus.map(i64::from),
    };
    number.map_or(Written::Nothing, Written::Number)
}

/// A value in a cell.
fn written(value: &Json) -> Written {
    match value {
        Json::Number(number) => number.as_i64().map_or(Written::Nothing, Written::Number),
        Json::String(word) => Written::text(word),
        Json::Array(words) => Written::text(words.iter().filter_map(Json::as_str).collect::<Vec<_>>().join(", ")),
        _ => Written::Nothing,
    }
}
