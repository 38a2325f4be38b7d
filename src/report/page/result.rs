//! Results read back, and the page that they make.

use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::model::{Block, CardPart, Page, Section, Sentence, StudyPart, card_id};
use super::render::render;
use crate::deck::open_file;
use crate::report::check::CheckReport;
use crate::report::checkup::CheckupReport;
use crate::report::compare::CompareReport;
use crate::report::files::number::{counted, thousands};
use crate::report::impact::ImpactReport;
use crate::report::impact::card::CardTables;
use crate::report::manifest::{Manifest, Repeatable, Study};
use crate::report::sweep::SweepReport;
use crate::report::texts::CardText;
use crate::report::tune::TuneReport;
use crate::report::{RESULT, RunReport};

/// A result that has a page.
pub(crate) trait Paged {
    /// What follows from it, the most important first.
    fn verdicts(&self, manifest: &Manifest) -> Vec<Sentence>;

    /// Its tables and pictures.
    fn sections(&self, manifest: &Manifest) -> Vec<Section>;

    /// What is impossible in it, if it comes from a damaged file.
    fn fault(&self) -> Option<&'static str> {
        None
    }

    /// The texts of the cards that it names.
    fn texts(&self) -> &[CardText] {
        &[]
    }

    /// Adds what it knows of each card.
    fn add_cards(&self, _manifest: &Manifest, _cards: &mut Cards) {}
}

/// The cards of a page.
#[derive(Debug, Default)]
pub(crate) struct Cards(Vec<CardPart>);

impl Cards {
    /// The cards with these texts, each once.
    fn of(texts: &[CardText]) -> Cards {
        let mut cards = Cards::default();
        for text in texts {
            let id = card_id(&text.set, &text.id);
            if cards.0.iter().any(|part| part.id == id) {
                continue;
            }
            let copies = if text.copies == 1 { "1 copy".to_owned() } else { format!("{} copies", text.copies) };
            let about = format!("{}, {copies}, {}", text.kind.id.as_str().replace('_', " "), text.set);
            cards.0.push(CardPart { id, name: text.name.clone(), about, text: text.text.clone(), blocks: Vec::new() });
        }
        cards
    }

    /// Adds a block to a card; nothing if its text is not known.
    pub(crate) fn add(&mut self, set: &str, card: &str, block: Option<Block>) {
        let id = card_id(set, card);
        let part = self.0.iter_mut().find(|part| part.id == id);
        if let Some(part) = part {
            part.blocks.extend(block);
        }
    }
}

/// A result: a report with the manifest of its games.
pub struct PageResult {
    manifest: Manifest,
    report: Box<dyn Paged>,
}

/// Results that have no page together.
#[derive(Debug, thiserror::Error)]
pub enum PageError {
    /// There is no result.
    #[error("`{0}` has no result: no file `{RESULT}` of a command")]
    None(PathBuf),
    /// A file cannot be read.
    #[error("cannot read `{0}`: {1}")]
    Unreadable(PathBuf, std::io::Error),
    /// A file is damaged, or not the result of a command.
    #[error("`{0}` is not a result of a command: {1}")]
    Damaged(PathBuf, String),
    /// A result cannot be read back from its JSON.
    #[error("cannot make a page of the result: {0}")]
    Unmade(String),
    /// A result that has no page.
    #[error("`{0}` is a result of `{1}`, which has no page")]
    NoPage(PathBuf, String),
    /// Results of different decks, or of different programs.
    #[error("`{one}` has {first} and `{other}` has {second}: a page is about one deck and one program")]
    Different {
        /// A place.
        one: PathBuf,
        /// What it has.
        first: String,
        /// Another place.
        other: PathBuf,
        /// What that has.
        second: String,
    },
}

impl PageResult {
    /// A report with the manifest of its games. Its numbers are rounded as in its file, so both make the same page.
    ///
    /// # Errors
    /// If the report cannot be read back from its JSON.
    pub(crate) fn new<R>(manifest: &Manifest, report: &R) -> Result<PageResult, PageError>
    where
        R: Paged + Serialize + DeserializeOwned + 'static,
    {
        let report = serde_json::to_value(report).and_then(typed::<R>);
        let report = report.map_err(|error| PageError::Unmade(error.to_string()))?;
        Ok(PageResult { manifest: manifest.clone(), report })
    }

    /// Reads the result of a command: in its folder, or as it was printed with `--format json`.
    ///
    /// # Errors
    /// If there is no result, or none that has a page.
    pub fn read(place: &Path) -> Result<PageResult, PageError> {
        let file = if place.is_dir() { place.join(RESULT) } else { place.to_owned() };
        let text = open_file(&file).and_then(std::io::read_to_string).map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound => PageError::None(place.to_owned()),
            _ => PageError::Unreadable(file.clone(), error),
        })?;
        let damaged = |error: serde_json::Error| PageError::Damaged(file.clone(), error.to_string());
        let mut value: Value = serde_json::from_str(&text).map_err(damaged)?;
        if !(value["manifest"].is_object() && value.get("report").is_some()) {
            return Err(PageError::Damaged(file, "it has no `manifest` and `report`".to_owned()));
        }
        let report = value["report"].take();
        let manifest: Repeatable = serde_json::from_value(value["manifest"].take()).map_err(damaged)?;
        let manifest = manifest.manifest().clone();
        let report: Box<dyn Paged> = match &manifest.study {
            Study::Run => typed::<RunReport>(report).map_err(damaged)?,
            Study::Impact { .. } if !report["card_values"].is_null() => {
                typed::<ImpactReport>(report).map_err(damaged)?
            }
            Study::Check => typed::<CheckReport>(report).map_err(damaged)?,
            Study::Checkup => typed::<CheckupReport>(report).map_err(damaged)?,
            Study::Sweep { .. } => typed::<SweepReport>(report).map_err(damaged)?,
            Study::Compare { .. } => typed::<CompareReport>(report).map_err(damaged)?,
            Study::Tune { .. } => typed::<TuneReport>(report).map_err(damaged)?,
            Study::Impact { .. } => typed::<CardTables>(report).map_err(damaged)?,
            other => return Err(PageError::NoPage(place.to_owned(), study_name(other))),
        };
        let fault = match (&manifest.decks[..], &manifest.strategies[..]) {
            ([], _) => Some("its manifest has no deck"),
            (_, []) => Some("its manifest has no strategy"),
            _ => report.fault(),
        };
        match fault {
            Some(fault) => Err(PageError::Damaged(file, fault.to_owned())),
            None => Ok(PageResult { manifest, report }),
        }
    }

    /// What must be the same for all results of a page, in words.
    fn subject(&self) -> String {
        let deck = self.manifest.last_deck();
        format!("the deck {} ({}) of {}", deck.words(), deck.short_hash(), self.manifest.program_words())
    }

    fn part(&self, number: usize) -> StudyPart {
        let Manifest { players, seed, games, blocks, unfinished, signature, strategies, study, .. } = &self.manifest;
        let mut names: Vec<&str> = Vec::new();
        for strategy in strategies {
            if !names.contains(&strategy.name.as_str()) {
                names.push(&strategy.name);
            }
        }
        let name = study_name(study);
        let decks = self.manifest.decks.iter().map(|deck| format!("{} {}", deck.words(), deck.short_hash()));
        StudyPart {
            id: format!("study-{number}-{name}"),
            name,
            facts: vec![
                ("deck", decks.collect::<Vec<_>>().join(" -> ")),
                ("players", players.to_string()),
                ("strategies", names.join(", ")),
                (
                    "games",
                    format!(
                        "{} in {}, {} unfinished",
                        thousands(*games),
                        counted(*blocks, "block"),
                        thousands(*unfinished)
                    ),
                ),
                ("seed", seed.to_string()),
                ("signature", signature.clone()),
            ],
            verdicts: self.report.verdicts(&self.manifest),
            sections: self.report.sections(&self.manifest),
        }
    }
}

fn typed<R: Paged + DeserializeOwned + 'static>(report: Value) -> serde_json::Result<Box<dyn Paged>> {
    Ok(Box::new(serde_json::from_value::<R>(report)?))
}

/// The name of a study: that of its command.
fn study_name(study: &Study) -> String {
    let value = serde_json::to_value(study).unwrap_or_default();
    value["name"].as_str().unwrap_or_default().to_owned()
}

/// The page of some results of one deck, as HTML. `places` name them in messages.
///
/// # Errors
/// If they are of different decks, or of different programs.
pub fn page(results: &[PageResult], places: &[PathBuf]) -> Result<String, PageError> {
    let Some(first) = results.first() else { return Ok(String::new()) };
    for (result, place) in results.iter().zip(places).skip(1) {
        if result.subject() != first.subject() {
            let (one, other) = (places[0].clone(), place.clone());
            return Err(PageError::Different { one, first: first.subject(), other, second: result.subject() });
        }
    }
    let texts: Vec<CardText> = results.iter().flat_map(|result| result.report.texts()).cloned().collect();
    let mut cards = Cards::of(&texts);
    results.iter().for_each(|result| result.report.add_cards(&result.manifest, &mut cards));
    let stopped = results.iter().filter(|result| result.manifest.interrupted);
    let warnings = stopped.map(|result| {
        let Manifest { study, games, .. } = &result.manifest;
        format!(
            "This {} was stopped after {}: its numbers rest on these alone.",
            study_name(study),
            counted(*games, "game")
        )
    });
    let mut page = Page {
        title: first.manifest.last_deck().words(),
        version: first.manifest.version.clone(),
        warnings: warnings.collect(),
        studies: results.iter().zip(1..).map(|(result, number)| result.part(number)).collect(),
        cards: cards.0,
    };
    page.keep_links();
    Ok(render(&page))
}
