//! `Plan`: a scenario file with every word resolved: the position, the steps and the claims.

use std::ops::Range;

use super::abbreviations::{Small, small_steps};
use super::book::{Book, TitleIndex};
use super::claim::{Claim, What, claims};
use super::error::{Problems, ScenarioError, Wrong};
use super::expect::Expect;
use super::format::{ScenarioFile, StepFile, Until};
use super::maker::Maker;
use super::position::{Spots, spots};
use super::rule_ids::known_rule;
use super::spanned::Word;
use super::step::{Phrase, Step};
use crate::deck::DeckSource;
use crate::deck::language::text::{MAX_SAYS, MAX_TAG, fault, name_fault};
use crate::game::Situation;
use crate::ids::Seat;

/// A scenario that is ready to be played.
#[derive(Debug)]
pub(in crate::scenario) struct Plan {
    /// The position.
    pub(in crate::scenario) situation: Situation,
    /// Its place in the file.
    pub(in crate::scenario) spots: Spots,
    /// The scripted dice, in order.
    pub(in crate::scenario) dice: Vec<u8>,
    /// The steps.
    pub(in crate::scenario) steps: Vec<Step>,
    /// The end.
    pub(in crate::scenario) end: End,
    /// The lines that failures name.
    pub(in crate::scenario) lines: Lines,
    /// The claims to check at the end.
    pub(in crate::scenario) expect: Vec<Claim>,
}

/// Lines of a file that state a scenario as a whole.
#[derive(Clone, Copy, Debug)]
pub(in crate::scenario) struct Lines {
    /// What it shows.
    pub(in crate::scenario) says: usize,
    /// The dice, or what it shows if there are none.
    pub(in crate::scenario) dice: usize,
    /// The end, or what it shows if the file does not name it.
    pub(in crate::scenario) end: usize,
}

/// The end of a scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::scenario) enum End {
    /// After this number of turns.
    Turns(u16),
    /// When a combat is completely settled.
    Combat,
    /// When the game is over.
    Game,
    /// After the last step.
    Steps,
}

impl Plan {
    /// Resolves a file.
    pub(in crate::scenario) fn of(
        file: &ScenarioFile,
        source: &DeckSource,
        book: &Book<'_>,
    ) -> Result<Plan, ScenarioError> {
        let mut problems = Problems::of(source);
        let mut maker = Maker { book, problems: &mut problems, placed: vec![Vec::new(); book.deck.titles.len()] };
        maker.check(file);
        // Before the steps and the claims: some of them must name a card that the position has placed.
        let situation = maker.situation(file);
        let plan = Plan {
            spots: spots(file, &maker.placed),
            situation,
            dice: maker.dice(file),
            steps: (1..).zip(&file.steps).flat_map(|(number, step)| maker.steps(number, step)).collect(),
            end: maker.end(file),
            lines: maker.lines(file),
            expect: maker.expected(file),
        };
        problems.settle()?;
        Ok(plan)
    }
}

impl Maker<'_, '_, '_> {
    fn check(&mut self, file: &ScenarioFile) {
        self.check_rules(file);
        self.check_texts(file);
        let states = |step: &StepFile| {
            step.not_asked
                || !step.offered.is_empty()
                || !step.not_offered.is_empty()
                || step.now.is_some()
                || step.then.is_some()
        };
        if file.expect.is_none() && !file.steps.iter().any(states) {
            let hint = "add `[expect]`, or `then`, `offered` or `not_offered` to a step";
            self.problems.note(file.says.span(), Wrong::new("this scenario checks nothing", hint));
        }
        self.check_position(file);
    }

    fn check_rules(&mut self, file: &ScenarioFile) {
        let rules = file.rules.get_ref();
        if rules.is_empty() {
            let hint = "docs/RULES.md lists the rules";
            self.problems.note(
                file.rules.span(),
                Wrong::new("`rules` is empty: expected the ids of the rules that this scenario covers", hint),
            );
        }
        for (number, rule) in rules.iter().enumerate() {
            self.problems.right(rule.span(), known_rule(rule.get_ref()));
            if rules[..number].iter().any(|other| other.get_ref() == rule.get_ref()) {
                self.problems.note(rule.span(), Wrong::from(format!("`{}` is named twice", rule.get_ref())));
            }
        }
    }

    /// Checks the texts that reports show.
    fn check_texts(&mut self, file: &ScenarioFile) {
        let says = [&file.says].into_iter().chain(file.steps.iter().filter_map(|step| step.says.as_ref()));
        let says = says.map(|says| (says.span(), fault(says.get_ref(), MAX_SAYS)));
        let names = file.seats.iter().map(|seat| (seat.name.span(), name_fault(seat.name.get_ref(), MAX_TAG)));
        for (span, fault) in says.chain(names) {
            if let Some(message) = fault {
                self.problems.note(span, Wrong::from(message));
            }
        }
    }

    pub(in crate::scenario) fn seat(&mut self, word: &Word) -> Option<Seat> {
        self.problems.right(word.span(), self.book.seat(word.get_ref()))
    }

    fn dice(&mut self, file: &ScenarioFile) -> Vec<u8> {
        for die in file.dice.iter().filter(|die| !(1..=6).contains(die.get_ref())) {
            self.problems.note(die.span(), Wrong::from(format!("expected a die from 1 to 6, found {}", die.get_ref())));
        }
        // A wrong die was noted, so a plan with this 0 is never played. The same holds for other replacements of wrong
        // words.
        file.dice.iter().map(|die| u8::try_from(*die.get_ref()).unwrap_or(0)).collect()
    }

    fn lines(&self, file: &ScenarioFile) -> Lines {
        let line = |span: Option<Range<usize>>| self.problems.line(&span.unwrap_or(file.says.span()));
        let until = file.until.as_ref().map(toml::Spanned::span).or(file.turns.as_ref().map(toml::Spanned::span));
        let dice = file.dice.first().map(toml::Spanned::span);
        Lines { says: line(None), dice: line(dice), end: line(until) }
    }

    fn end(&mut self, file: &ScenarioFile) -> End {
        if let Some(turns) = &file.turns {
            if file.until.is_some() {
                self.problems.note(turns.span(), Wrong::new("both `turns` and `until` are given", "leave one out"));
            }
            if *turns.get_ref() == 0 {
                self.problems.note(turns.span(), Wrong::from("expected 1 turn or more, found 0".to_owned()));
            }
            return End::Turns(*turns.get_ref());
        }
        match file.until.as_ref().map(toml::Spanned::get_ref) {
            Some(Until::CombatEnd) => End::Combat,
            Some(Until::GameOver) => End::Game,
            Some(Until::Steps) => End::Steps,
            Some(Until::TurnEnd) | None => End::Turns(1),
        }
    }

    fn claims(&mut self, expect: Option<&toml::Spanned<Expect>>) -> Vec<Claim> {
        let placed = |title: TitleIndex| !self.placed[usize::from(title)].is_empty();
        expect.map(|expect| claims(expect, self.book, &placed, self.problems)).unwrap_or_default()
    }

    /// The claims to check at the end. Unless the file says otherwise, all stacked cards must have been drawn.
    fn expected(&mut self, file: &ScenarioFile) -> Vec<Claim> {
        let mut claims = self.claims(file.expect.as_ref());
        let stacked = file.doors.first().or(file.treasures.first());
        let stated = claims.iter().any(|claim| matches!(claim.what, What::NotDrawn(_)));
        if let Some(first) = stacked.filter(|_| !stated) {
            claims.push(Claim { line: self.problems.line(&first.span()), what: What::NotDrawn(Vec::new()) });
        }
        claims
    }

    /// A step, or the steps of a short form.
    fn steps(&mut self, number: usize, step: &StepFile) -> Vec<Step> {
        self.check_step(step);
        let seat = self.seat(&step.seat).unwrap_or_default();
        let at = step.at.as_ref().and_then(|word| self.problems.right(word.span(), Book::question(word.get_ref())));
        let whole = Step {
            line: self.problems.line(&step.seat.span()),
            number,
            seat,
            at,
            does: None,
            offered: step.offered.iter().filter_map(|word| self.phrase(word, word.get_ref())).collect(),
            not_offered: step.not_offered.iter().filter_map(|word| self.barred(word)).collect(),
            not_asked: step.not_asked,
            now: self.claims(step.now.as_ref()),
            then: self.claims(step.then.as_ref()),
        };
        let Some(does) = &step.does else { return vec![whole] };
        match self.problems.right(does.span(), small_steps(self.book, seat, does.get_ref())) {
            Some(Some(small)) => self.small_steps(does, &small, whole),
            Some(None) => vec![Step { does: self.phrase(does, does.get_ref()), ..whole }],
            None => Vec::new(),
        }
    }

    fn small_steps(&mut self, word: &Word, small: &[Small], whole: Step) -> Vec<Step> {
        let mut steps: Vec<Step> = small.iter().map(|small| self.small_step(word, small, &whole)).collect();
        Small::settle(&mut steps, whole);
        steps
    }

    fn small_step(&mut self, word: &Word, small: &Small, whole: &Step) -> Step {
        Step {
            line: whole.line,
            number: whole.number,
            seat: small.seat,
            at: small.at,
            does: self.phrase(word, &small.does),
            offered: Vec::new(),
            not_offered: Vec::new(),
            not_asked: false,
            now: Vec::new(),
            then: Vec::new(),
        }
    }

    fn check_step(&mut self, step: &StepFile) {
        let checks = step.now.is_some() || !step.offered.is_empty() || !step.not_offered.is_empty();
        let wrong = if step.not_asked && (step.does.is_some() || step.then.is_some() || checks) {
            Wrong::new("a step with `not_asked` takes only `seat` and `at`", "make two steps of it")
        } else if step.then.is_some() && step.does.is_none() {
            Wrong::new("`then` needs `does`: it checks the state after the answer", "write `now`, or add `does`")
        } else if step.does.is_none() && !checks && !step.not_asked {
            Wrong::new("this step does nothing and checks nothing", "add `does`, `offered`, `not_offered` or `now`")
        } else {
            return;
        };
        self.problems.note(step.seat.span(), wrong);
    }

    fn phrase(&mut self, word: &Word, text: &str) -> Option<Phrase> {
        let pattern = self.problems.right(word.span(), self.book.pattern(text))?;
        Some(Phrase { pattern, text: text.to_owned() })
    }

    /// An answer that must not be offered. Its card must occur in the scenario; otherwise the answer could never be
    /// offered.
    fn barred(&mut self, word: &Word) -> Option<Phrase> {
        let phrase = self.phrase(word, word.get_ref())?;
        if let Some(title) = phrase.pattern.title()
            && self.placed[usize::from(title)].is_empty()
        {
            self.problems.note(word.span(), Wrong::nowhere(&self.book.label(title)));
        }
        Some(phrase)
    }
}
