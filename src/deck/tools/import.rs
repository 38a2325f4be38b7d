//! Import: sheets as a deck, with everything that was not understood.

use super::diff::diff;
use crate::deck::Kind;
use crate::deck::compiled::Deck;
use crate::deck::english::{Names, is_flavour_text, read};
use crate::deck::file::error::{DeckError, Problem};
use crate::deck::file::sets::{LoadedSet, Sets};
use crate::deck::file::source::DeckSource;
use crate::deck::sheet::card::SheetCard;
use crate::deck::sheet::mapping::{LEAVE_OUT, Mapping};
use crate::deck::sheet::plan::{Note, Plan, Question, Weight};
use crate::deck::sheet::sentences::is_aside;
use crate::deck::sheet::source::SheetSet;

/// How often proposals are accepted: an answer can raise the next question.
const ROUNDS: usize = 9;

/// Sheets as a deck.
#[derive(Debug)]
pub(crate) struct Import {
    /// The sheets as they are read if the proposals to all questions are accepted.
    set: SheetSet,
    /// What only the author knows.
    questions: Vec<Question>,
}

/// Leaves out sentences that say nothing of the game, if the text is not understood with them.
fn without_flavour(card: &mut SheetCard, kind: &Kind, names: &Names, plan: &mut Plan) {
    if card.says.is_empty() || read(&card.text(), kind, names).is_ok() {
        return;
    }
    let is_flavour = |text: &str| is_flavour_text(text) && is_aside(text);
    let (flavour, says): (Vec<_>, Vec<_>) =
        std::mem::take(&mut card.says).into_iter().partition(|sentence| is_flavour(&sentence.text));
    card.says = says;
    for sentence in flavour {
        let message = format!("\"{}\" says nothing of the game: left out", sentence.text);
        plan.notes.push(Note { weight: Weight::Note, problem: sentence.place.problem(message, None) });
        card.unsaid.push(sentence.text);
    }
}

impl Import {
    /// Reads sheets as one set. With `accept`, the proposals to all questions are the answers.
    ///
    /// # Errors
    /// If a file is missing or no sheet.
    pub(crate) fn read(files: &[String], mapping: Mapping, accept: bool) -> Result<Import, DeckError> {
        let mut set = SheetSet::read(files, mapping)?;
        let mut questions: Vec<Question> = Vec::new();
        for _ in 0..ROUNDS {
            let answered =
                set.plan.questions.iter().fold(set.mapping.clone(), |mapping, one| mapping.with(&one.proposal));
            if answered == set.mapping {
                break;
            }
            questions.append(&mut set.plan.questions);
            set = SheetSet::read(files, answered)?;
        }
        // What has no proposal is asked again in each round.
        let open = std::mem::take(&mut set.plan.questions);
        questions.retain(|one| !accept && !open.contains(one));
        questions.extend(open);
        let mut import = Import { set, questions };
        import.check();
        Ok(import)
    }

    /// Finds the cards that the deck language does not allow. A card that is left out may be one that others name.
    fn check(&mut self) {
        self.check_texts();
        while let Err(error) = self.compiled() {
            if !self.refuse(error) {
                break;
            }
        }
        self.check_size();
        self.set.plan.notes.sort_by_key(|note| {
            let place = note.problem.place.as_ref();
            place.map(|place| (place.file.clone(), place.line))
        });
    }

    fn sets(&self) -> Result<Sets, DeckError> {
        Sets::read(&[self.set.sound()])
    }

    fn compiled(&self) -> Result<Deck, DeckError> {
        // Nobody plays, so a few cards are enough.
        self.sets()?.compile_for(&[], 0)
    }

    /// Leaves out flavour, and compares texts with the notes beside them.
    fn check_texts(&mut self) {
        let source = self.set.sound();
        let Ok(names) = LoadedSet::parse(&source).and_then(|set| Sets::merged(vec![set])).map(|sets| sets.names_for(0))
        else {
            return;
        };
        let SheetSet { cards, plan, mapping, .. } = &mut self.set;
        for card in cards.iter_mut().filter(|card| card.refusals.is_empty()) {
            let kind = SheetSet::kind_in(card.word("kind"), mapping);
            without_flavour(card, &kind, &names, plan);
            for note in std::mem::take(&mut card.notes) {
                let text = card.text();
                let said = read(&text, &kind, &names).ok();
                if said.is_none() || said != read(&note.text, &kind, &names).ok() {
                    let message =
                        format!("the text says \"{text}\", the notes say \"{}\": the text is taken", note.text);
                    plan.notes.push(Note { weight: Weight::Warning, problem: note.place.problem(message, None) });
                }
            }
        }
    }

    /// Notes the problems and leaves their cards out. Returns whether a card was left out.
    fn refuse(&mut self, error: DeckError) -> bool {
        let mut found = false;
        let is_later = self.set.cards.iter().any(|card| !card.refusals.is_empty());
        for problem in error.0 {
            let card = self
                .set
                .cards
                .iter_mut()
                .find(|card| card.refusals.is_empty() && problem.card.as_deref() == Some(card.id()));
            if let Some(card) = card {
                card.refusals.push(problem.message.clone());
                found = true;
            }
            let hint = problem
                .hint
                .clone()
                .or_else(|| is_later.then(|| "perhaps it names a card that is not read".to_owned()));
            self.set.plan.notes.push(Note { weight: Weight::Error, problem: Problem { hint, ..problem } });
        }
        found
    }

    /// Few cards are no error of the sheet: they may expand another set.
    fn check_size(&mut self) {
        let Ok(Err(error)) = self.sets().map(|sets| sets.compile(&[]).map(drop)) else { return };
        for problem in error.0 {
            let hint = "an expansion names its base: `--expands SET`".to_owned();
            let problem = Problem { hint: Some(problem.hint.unwrap_or(hint)), ..problem };
            self.set.plan.notes.push(Note { weight: Weight::Warning, problem });
        }
    }

    /// How the sheets are read.
    pub(crate) fn plan(&self) -> &Plan {
        &self.set.plan
    }

    /// What only the author knows.
    pub(crate) fn questions(&self) -> &[Question] {
        &self.questions
    }

    /// Whether every card is read as a whole.
    pub(crate) fn is_whole(&self) -> bool {
        self.questions().is_empty() && self.plan().of(Weight::Error).next().is_none()
    }

    /// Numbers of titles and cards that are read.
    pub(crate) fn size(&self) -> (usize, usize) {
        let read = || self.set.cards.iter().filter(|card| card.refusals.is_empty());
        (read().count(), read().map(|card| usize::try_from(card.copies()).unwrap_or_default()).sum())
    }

    /// The deck file.
    pub(crate) fn text(&self) -> String {
        self.set.text()
    }

    /// The answers of the author, with what each column was taken for.
    pub(crate) fn mapping(&self) -> Mapping {
        let mut mapping = self.set.mapping.clone();
        for column in &self.plan().columns {
            let word = if column.field.is_read() { column.field.word() } else { LEAVE_OUT.to_owned() };
            mapping.columns.entry(column.header.clone()).or_insert(word);
        }
        mapping
    }

    /// The cards that another deck has under another id: shuffles depend on ids.
    pub(crate) fn renamed_since(&self, before: &DeckSource) -> Vec<(String, String)> {
        let old = LoadedSet::parse(before).and_then(|set| Sets::merged(vec![set]));
        let both = old.and_then(|old| diff(&old, &self.sets()?));
        let renamed = both.map(|both| both.renamed).unwrap_or_default();
        renamed.into_iter().map(|one| (one.id_before, one.card.id)).collect()
    }
}
