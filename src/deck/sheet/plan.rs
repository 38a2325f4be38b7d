//! `Plan`: how a sheet is read, and what of it is not understood.

use std::collections::BTreeSet;

use super::field::Field;
use crate::deck::file::error::{Place, Problem};

/// How sheets are read.
#[derive(Clone, Debug, Default)]
pub(crate) struct Plan {
    /// What each sheet is, in words.
    pub(crate) sheets: Vec<String>,
    /// The columns.
    pub(crate) columns: Vec<PlannedColumn>,
    /// What is not read as it stands.
    pub(crate) notes: Vec<Note>,
    /// What only the author knows.
    pub(crate) questions: Vec<Question>,
    /// Number of rows without a tick.
    pub(crate) unticked: usize,
    /// Words of the sheet for effects.
    pub(crate) foreign: Foreign,
    /// Number of titles.
    pub(crate) titles: usize,
    /// Number of cards.
    pub(crate) cards: usize,
}

/// What a column is taken for.
#[derive(Clone, Debug)]
pub(crate) struct PlannedColumn {
    /// The file, with the sheet of a workbook.
    pub(crate) file: String,
    /// The row of the header, from 1.
    pub(crate) row: usize,
    /// The letters of the column.
    pub(crate) letters: String,
    /// The header.
    pub(crate) header: String,
    /// What it is.
    pub(crate) field: Field,
}

impl PlannedColumn {
    /// The field in words, or why the column is left out.
    pub(crate) fn read_as(&self) -> String {
        match self.field {
            Field::Layout => "left out".to_owned(),
            Field::Note => "left out: notes".to_owned(),
            Field::Unknown => "left out: not known".to_owned(),
            field => field.word().replace('_', " "),
        }
    }
}

/// How much is lost by what a note says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Weight {
    /// A card, or a part of one.
    Error,
    /// Perhaps nothing: it was read, but is worth a look.
    Warning,
    /// Nothing that belongs to a card of the set.
    Note,
}

/// Something that is not read as it stands.
#[derive(Clone, Debug)]
pub(crate) struct Note {
    /// How much is lost.
    pub(crate) weight: Weight,
    /// What was found and where.
    pub(crate) problem: Problem,
}

/// A question to the author, with the lines of the mapping that would answer it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Question {
    /// The question.
    pub(crate) asks: String,
    /// A proposal: lines of the mapping.
    pub(crate) proposal: String,
}

/// Words for effects that only the author of a sheet knows.
#[derive(Clone, Debug, Default)]
pub(crate) struct Foreign {
    columns: Vec<String>,
    triggers: BTreeSet<String>,
    effects: BTreeSet<String>,
    words: BTreeSet<String>,
    pairs: BTreeSet<String>,
}

impl Foreign {
    pub(super) fn add<'h>(&mut self, trigger: Option<&str>, effect: &str, headers: impl Iterator<Item = &'h str>) {
        for header in headers.map(|header| format!("`{header}`")) {
            if !self.columns.contains(&header) {
                self.columns.push(header);
            }
        }
        let pair = trigger.map_or_else(|| effect.to_owned(), |trigger| format!("{trigger} + {effect}"));
        self.pairs.insert(pair);
        let list = if trigger.is_some() { &mut self.effects } else { &mut self.words };
        list.insert(effect.to_owned());
        self.triggers.extend(trigger.map(str::to_owned));
    }

    /// The question for the English of all words.
    fn question(&self) -> Option<Question> {
        let Foreign { columns, triggers, effects, words, pairs } = self;
        if pairs.is_empty() {
            return None;
        }
        let counted = [(triggers.len(), "trigger"), (effects.len(), "effect"), (words.len(), "other word")];
        let counted = counted.into_iter().filter(|(count, _)| *count > 0);
        let counted = counted.map(|(count, word)| format!("{count} {word}{}", if count == 1 { "" } else { "s" }));
        let counts = counted.collect::<Vec<_>>().join(" and ");
        let asks = format!(
            "the columns {} have {counts} that are not English: write each once in English, or use the column `text`",
            columns.join(", ")
        );
        let lines = pairs.iter().map(|pair| format!("# {pair:?} = \"\"\n"));
        Some(Question { asks, proposal: format!("[texts]\n{}", lines.collect::<String>()) })
    }
}

impl Note {
    pub(super) fn new(weight: Weight, problem: Problem) -> Note {
        Note { weight, problem }
    }

    /// The note in one line.
    pub(crate) fn line(&self) -> String {
        format!("{}{}", whereabouts(self.problem.place.as_ref()), self.problem.message)
    }
}

/// A place of a sheet at the start of a line.
fn whereabouts(place: Option<&Place>) -> String {
    let Some((place, column)) = place.and_then(|place| Some((place, place.cell.as_deref()?))) else {
        return String::new();
    };
    let header = column.split_once(", ").map_or(column, |(_, header)| header);
    format!("{} row {}, {header}: ", place.file, place.line)
}

impl Plan {
    /// Adds a question once.
    pub(super) fn ask(&mut self, asks: impl Into<String>, proposal: impl Into<String>) {
        let question = Question { asks: asks.into(), proposal: proposal.into() };
        if !self.questions.contains(&question) {
            self.questions.push(question);
        }
    }

    /// The questions about all rows together.
    pub(super) fn ask_of_rows(&mut self, ticks_matter: bool) {
        let rows = self.unticked;
        if ticks_matter && rows > 0 {
            let (row, has, it) = if rows == 1 { ("row", "has", "it") } else { ("rows", "have", "them") };
            self.ask(format!("{rows} {row} {has} no tick: leave {it} out?"), "unticked = false");
        }
        let question = self.foreign.question();
        self.questions.extend(question);
    }

    pub(super) fn note(&mut self, weight: Weight, problem: Problem) {
        self.notes.push(Note::new(weight, problem));
    }

    /// The notes of a weight.
    pub(crate) fn of(&self, weight: Weight) -> impl Iterator<Item = &Note> {
        self.notes.iter().filter(move |note| note.weight == weight)
    }
}
