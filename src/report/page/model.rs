//! What a page shows: plain data for its template.

use serde::Serialize;

/// A page.
#[derive(Debug, Serialize)]
pub(crate) struct Page {
    /// The deck, in words.
    pub(crate) title: String,
    /// Version of the program.
    pub(crate) version: String,
    /// What a reader must know before all else; empty if nothing.
    pub(crate) warnings: Vec<String>,
    /// The studies, in the order of their results.
    pub(crate) studies: Vec<StudyPart>,
    /// The cards, each once, with what all studies found.
    pub(crate) cards: Vec<CardPart>,
}

/// The part of a page about one study.
#[derive(Debug, Serialize)]
pub(crate) struct StudyPart {
    /// The id of its heading.
    pub(crate) id: String,
    /// Its heading.
    pub(crate) name: String,
    /// Its inputs: names and values.
    pub(crate) facts: Vec<(&'static str, String)>,
    /// What follows from it, the most important first.
    pub(crate) verdicts: Vec<Sentence>,
    /// Its tables and pictures.
    pub(crate) sections: Vec<Section>,
}

/// A sentence of a verdict.
#[derive(Debug, Serialize)]
pub(crate) struct Sentence {
    pub(crate) tone: Tone,
    pub(crate) text: String,
}

/// How a verdict or a cell is marked. Words say the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Tone {
    /// Not marked.
    #[default]
    Plain,
    /// As it should be.
    Good,
    /// Not as it should be.
    Bad,
    /// Not known.
    Unsure,
}

/// A part with a heading.
#[derive(Debug, Serialize)]
pub(crate) struct Section {
    /// Its heading.
    pub(crate) name: String,
    /// How to read it; empty if it needs no words.
    pub(crate) note: String,
    /// Its content.
    pub(crate) blocks: Vec<Block>,
}

/// A piece of content.
#[derive(Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Block {
    /// Paragraphs.
    Text(Vec<String>),
    /// Lines whose breaks and spaces are kept.
    Lines(String),
    /// A picture, as SVG.
    Picture(String),
    /// A table.
    Table(Table),
}

impl Block {
    /// The pictures of a report.
    pub(crate) fn pictures(pictures: Vec<(String, String)>) -> impl Iterator<Item = Block> {
        pictures.into_iter().map(|(_, picture)| Block::Picture(picture))
    }
}

/// A card with what the studies found.
#[derive(Debug, Serialize)]
pub(crate) struct CardPart {
    /// The id of its place on the page.
    pub(crate) id: String,
    /// Its name.
    pub(crate) name: String,
    /// Its kind, copies and set, in words.
    pub(crate) about: String,
    /// Its text, in lines.
    pub(crate) text: Vec<String>,
    /// What the studies found.
    pub(crate) blocks: Vec<Block>,
}

impl Page {
    /// Removes the links to cards that are not on the page.
    pub(crate) fn keep_links(&mut self) {
        let known: Vec<&str> = self.cards.iter().map(|card| card.id.as_str()).collect();
        let sections = self.studies.iter_mut().flat_map(|study| &mut study.sections);
        for block in sections.flat_map(|section| &mut section.blocks) {
            let Block::Table(table) = block else { continue };
            for cell in table.rows.iter_mut().flatten() {
                cell.link.take_if(|link| !known.contains(&link.as_str()));
            }
        }
    }
}

/// A table.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Table {
    /// What it contains, for readers who do not see where it stands.
    pub(crate) caption: String,
    /// Its columns.
    pub(crate) columns: Vec<Column>,
    /// Its rows; the first cell of each is its heading.
    pub(crate) rows: Vec<Vec<Cell>>,
    /// Whether it is long enough for a filter.
    pub(crate) is_long: bool,
}

/// A column of a table.
#[derive(Debug, Serialize)]
pub(crate) struct Column {
    /// Its heading.
    pub(crate) name: String,
    /// Whether it has numbers, which are aligned to the right.
    pub(crate) is_number: bool,
    /// The axis of its bars, if it has bars.
    pub(crate) axis: Option<Ends>,
}

/// An axis: the numbers at its ends, in words.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Ends {
    pub(crate) low: String,
    pub(crate) high: String,
    /// The place of the number of reference, in per cent of its width.
    pub(crate) zero: String,
}

/// A cell of a table.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Cell {
    /// Its text.
    pub(crate) text: String,
    /// The number by which it is sorted, if that is not its text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) number: Option<String>,
    /// The id of the place to which it leads.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) link: Option<String>,
    /// Its bar.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) bar: Option<Bar>,
    /// How it is marked.
    pub(crate) tone: Tone,
}

/// An interval with its estimate, in per cent of the width of its axis.
#[derive(Debug, Serialize)]
pub(crate) struct Bar {
    pub(crate) low: String,
    pub(crate) value: String,
    pub(crate) high: String,
}

/// Rows from which on a table is long.
const LONG: usize = 20;

impl Table {
    /// A table with these columns: a name that begins with `#` is that of a column of numbers.
    pub(crate) fn new(caption: impl Into<String>, columns: &[&str]) -> Table {
        let column = |name: &&str| {
            let number = name.strip_prefix('#');
            Column { name: number.unwrap_or(name).to_owned(), is_number: number.is_some(), axis: None }
        };
        Table { caption: caption.into(), columns: columns.iter().map(column).collect(), ..Table::default() }
    }

    /// Adds a row.
    pub(crate) fn add(&mut self, cells: Vec<Cell>) {
        debug_assert_eq!(cells.len(), self.columns.len(), "{}", self.caption);
        self.rows.push(cells);
        self.is_long = self.rows.len() >= LONG;
    }

    /// The table as a block; nothing if it has no rows.
    pub(crate) fn block(self) -> Option<Block> {
        (!self.rows.is_empty()).then_some(Block::Table(self))
    }
}

impl Section {
    /// A section; nothing if it has no content.
    pub(crate) fn of(name: impl Into<String>, note: impl Into<String>, blocks: Vec<Block>) -> Option<Section> {
        (!blocks.is_empty()).then(|| Section { name: name.into(), note: note.into(), blocks })
    }
}

impl Sentence {
    pub(crate) fn new(tone: Tone, text: impl Into<String>) -> Sentence {
        let mut text = text.into();
        // A verdict of the terminal begins with a small letter.
        if let Some(first) = text.get_mut(..1) {
            first.make_ascii_uppercase();
        }
        Sentence { tone, text }
    }
}

impl Cell {
    /// A text.
    pub(crate) fn text(text: impl Into<String>) -> Cell {
        Cell { text: text.into(), ..Cell::default() }
    }

    /// A text that is sorted by a number.
    pub(crate) fn number(text: impl Into<String>, number: f64) -> Cell {
        let text = text.into();
        // The script reads the number at the beginning of a text by itself.
        let is_read = text.starts_with(|sign: char| sign.is_ascii_digit() || "+-".contains(sign)) && text != "-";
        let number = (number.is_finite() && !is_read).then(|| format!("{number:.4}"));
        Cell { number, ..Cell::text(text) }
    }

    /// The name of a card, which leads to it.
    pub(crate) fn card(name: &str, set: &str, card: &str) -> Cell {
        Cell { link: Some(card_id(set, card)), ..Cell::text(name) }
    }

    /// The same, marked.
    pub(crate) fn toned(self, tone: Tone) -> Cell {
        Cell { tone, ..self }
    }
}

/// The id of the place of a card.
pub(crate) fn card_id(set: &str, card: &str) -> String {
    format!("card-{set}-{card}")
}
