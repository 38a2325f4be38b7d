//! `kickdoor deck show` and `kickdoor deck rules`: the cards of a deck in words, and its rules.

use std::io::{self, Write};

use crate::cli::args::WithArg;
use crate::cli::failure::Failure;
use crate::cli::output::FormatArg;
use crate::cli::page::{indent, width, wrapped};
use crate::deck::compiled::Title;
use crate::deck::{Deck, DeckSide, DeckSource, Kind, Sets, content_hash};
use crate::report::settings::SettingRow;
use crate::report::{counted, row};
use crate::study::title::find_titles;

row! {
    "texts.csv"
    /// A card in words.
    #[derive(Clone, Debug)]
    pub(in crate::cli) struct TextRow {
        /// Id of the set.
        set: String,
        /// Id of the card.
        card: String,
        /// Its name.
        name: String,
        /// Its pile.
        pile: DeckSide,
        /// Its kind.
        kind: Kind,
        /// Copies in the deck.
        copies: u8,
        /// What it does, in sentences separated by semicolons.
        text: String,
    }
}

row! {
    "explained.csv"
    /// A line of a card's text, and the fields that say the same.
    #[derive(Clone, Debug)]
    pub(in crate::cli) struct ExplainedRow {
        /// Id of the set.
        set: String,
        /// Id of the card.
        card: String,
        /// The line.
        text: String,
        /// The fields of the card's entry that it says, in TOML, separated by semicolons.
        fields: String,
    }
}

impl ExplainedRow {
    fn all(deck: &Deck, title: &Title) -> Vec<ExplainedRow> {
        let row = |(text, fields): (String, Vec<String>)| ExplainedRow {
            set: deck.set_of(title).id.clone(),
            card: title.id.clone(),
            text,
            fields: fields.join("; "),
        };
        deck.explain_title(title).into_iter().map(row).collect()
    }
}

impl TextRow {
    fn of(deck: &Deck, title: &Title) -> TextRow {
        TextRow {
            set: deck.set_of(title).id.clone(),
            card: title.id.clone(),
            name: title.name.clone(),
            pile: deck.card(title.first).side,
            kind: title.spec.kind.clone(),
            copies: title.copies,
            text: deck.describe_title(title).join("; "),
        }
    }
}

/// Arguments of `deck show`.
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Args {
    /// Decks, by name or path. A last word that is no deck is a card, by id or name, or words in the names of cards: only
    /// these are shown.
    #[arg(required = true, value_name = "DECK")]
    words: Vec<String>,

    /// Show under each line of a text the fields that say the same.
    #[arg(long)]
    explain: bool,

    #[command(flatten)]
    with: WithArg,

    #[command(flatten)]
    format: FormatArg,
}

impl Args {
    /// The decks, and the card.
    fn parts(&self) -> (&[String], Option<&str>) {
        match self.words.split_last() {
            Some((card, decks)) if !decks.is_empty() && !DeckSource::is_name(card) => (decks, Some(card)),
            _ => (&self.words, None),
        }
    }
}

pub(super) fn show<W: Write>(args: &Args, out: &mut W) -> Result<(), Failure> {
    let (decks, card) = args.parts();
    let sets = args.with.sets(decks)?;
    // Nobody plays, so an expansion that names no card of another set can be shown alone.
    let deck: Deck = sets.compile_for(&[], 0)?;
    let titles: Vec<&Title> = match card {
        Some(card) => find_titles(&deck, card)?.into_iter().map(|title| &deck.titles[title]).collect(),
        None => {
            let given = WithArg::given(decks, &sets)?;
            let is_given = |title: &&Title| given.iter().any(|set| set.id() == deck.set_of(title).id);
            deck.titles.iter().filter(is_given).collect()
        }
    };
    let page = |out: &mut W| -> Result<(), Failure> {
        if card.is_none() {
            let cards = titles.iter().map(|title| u64::from(title.copies)).sum();
            writeln!(out, "{}, {}\n", counted(cards, "card"), content_hash(&deck))?;
        }
        Ok(titles.iter().try_for_each(|title| show_title(&deck, title, args.explain, out))?)
    };
    if args.explain {
        let rows: Vec<ExplainedRow> = titles.iter().flat_map(|title| ExplainedRow::all(&deck, title)).collect();
        return args.format.print(&rows, out, page);
    }
    let rows: Vec<TextRow> = titles.iter().map(|title| TextRow::of(&deck, title)).collect();
    args.format.print(&rows, out, page)
}

fn show_title(deck: &Deck, title: &Title, explain: bool, out: &mut impl Write) -> io::Result<()> {
    let copies = if title.copies > 1 { format!(", {} copies", title.copies) } else { String::new() };
    writeln!(out, "{} ({}{copies})", title.name, title.id)?;
    let fields = if explain { deck.explain_title(title) } else { Vec::new() };
    for text in deck.describe_title(title) {
        let says = fields.iter().find(|(line, _)| *line == text).map_or(&[][..], |(_, fields)| fields);
        for line in [format!("  {text}")].into_iter().chain(says.iter().map(|field| format!("      {field}"))) {
            wrapped(&line, indent(&line), width()).iter().try_for_each(|line| writeln!(out, "{line}"))?;
        }
    }
    writeln!(out)
}

pub(super) fn show_rules(
    sets: &Sets,
    overrides: &[String],
    format: FormatArg,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let rules = sets.rules(overrides)?;
    let text = toml::to_string(&rules).map_err(|error| Failure::bad_input(error.to_string(), None))?;
    format.print(&SettingRow::all(&rules), out, |out| Ok(write!(out, "{text}")?))
}
