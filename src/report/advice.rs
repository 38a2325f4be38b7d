//! The choices that an adviser would make differently: tables of deviations.

use std::io::{self, Write};

use serde::{Deserialize, Serialize};

use super::files::column::fitted;
use super::files::number::{Fraction, percent, points, thousands};
use super::files::table::Table;
use crate::run::tally::question_name;
use crate::run::{Deviation, Deviations, InBlock};
use crate::stats::clustered_ratio;

/// Width of the names of questions.
const NAME: usize = 22;

/// A kind of deviation, the most frequent one first.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct DeviationRow {
    /// The question.
    pub question: String,
    /// The kind of move that the player made.
    pub made: String,
    /// The kind of move that the adviser would make.
    pub advised: String,
    /// Number of such deviations.
    pub times: u64,
    /// Mean lead of the adviser's move in the chance to win.
    pub lead: Fraction,
    /// Lower end of its 95% interval.
    pub low: Fraction,
    /// Upper end of its 95% interval.
    pub high: Fraction,
    /// Sum of the leads per game.
    pub lead_per_game: Fraction,
}

/// How often the adviser would decide differently at one kind of question.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct QuestionRow {
    /// The question.
    pub question: String,
    /// Decisions that were judged.
    pub decisions: u64,
    /// Decisions at which the adviser would choose differently.
    pub deviations: u64,
}

/// The advice in some games.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct AdviceReport {
    /// The adviser.
    adviser: String,
    /// Number of games.
    games: u64,
    /// By question, the one with the most deviations first.
    questions: Vec<QuestionRow>,
    /// By kind of deviation, the most frequent one first.
    deviations: Vec<DeviationRow>,
}

impl AdviceReport {
    /// The report of these deviations with an adviser.
    pub(crate) fn new(adviser: &str, found: &Deviations) -> AdviceReport {
        let mut deviations: Vec<DeviationRow> =
            found.kinds.iter().map(|(kind, blocks)| deviation(kind, blocks, found.sums.games)).collect();
        deviations.sort_by_key(|row| std::cmp::Reverse(row.times));
        let mut questions: Vec<QuestionRow> =
            found.judged.iter().map(|(&place, &decisions)| question(place, decisions, found)).collect();
        questions.sort_by_key(|row| std::cmp::Reverse(row.deviations));
        AdviceReport { adviser: adviser.to_owned(), games: found.sums.games, questions, deviations }
    }

    /// Prints how often the adviser would decide differently, by question.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub(crate) fn write_questions(&self, out: &mut impl Write) -> io::Result<()> {
        let sum = |number: fn(&QuestionRow) -> u64| thousands(self.questions.iter().map(number).sum());
        let (differ, judged) = (sum(|row| row.deviations), sum(|row| row.decisions));
        writeln!(out, "Advice of {}: differs at {differ} of {judged} decisions", self.adviser)?;
        writeln!(out, "\n{:<NAME$} {:>10} {:>10} {:>8}", "question", "decisions", "differs", "share")?;
        for row in &self.questions {
            let share = percent(Fraction(row.deviations as f64 / row.decisions as f64));
            let (decisions, differ) = (thousands(row.decisions), thousands(row.deviations));
            writeln!(out, "{:<NAME$} {decisions:>10} {differ:>10} {share:>8}", fitted(&row.question, NAME))?;
        }
        Ok(())
    }

    /// Prints the most frequent kinds of deviations.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub(crate) fn write_deviations(&self, width: usize, out: &mut impl Write) -> io::Result<()> {
        writeln!(out)?;
        let heads = ["question", "made", "advised", "times", "pp", "95% interval", "pp/game"];
        let mut table = Table::new(&heads);
        for row in &self.deviations {
            let names = [&row.question, &row.made, &row.advised].map(String::clone);
            let interval = format!("{} to {}", points(row.low), points(row.high));
            let figures = [thousands(row.times), points(row.lead), interval, points(row.lead_per_game)];
            table.add(names.into_iter().chain(figures).collect());
        }
        table.write(3, width, out)?;
        writeln!(out, "\npp: expected lead of the advised move, in percentage points of the chance to win")
    }
}

/// The sums of a kind of deviation, with the block as the sampling unit.
fn deviation(kind: &Deviation, blocks: &[InBlock], games: u64) -> DeviationRow {
    let sums: Vec<(f64, f64)> = blocks.iter().map(|block| block.sums()).collect();
    let (lead, mean) = (sums.iter().map(|sum| sum.0).sum::<f64>(), clustered_ratio(&sums));
    let (low, high) = mean.interval(0.95);
    DeviationRow {
        question: words(kind.question),
        made: kind.made.clone(),
        advised: kind.advised.clone(),
        times: sums.iter().map(|sum| sum.1 as u64).sum(),
        lead: Fraction(mean.value),
        low: Fraction(low),
        high: Fraction(high),
        lead_per_game: Fraction(lead / games as f64),
    }
}

/// The sums of a question.
fn question(place: usize, decisions: u64, found: &Deviations) -> QuestionRow {
    let of_question = found.kinds.iter().filter(|(kind, _)| kind.question == place);
    let times = of_question.flat_map(|(_, blocks)| blocks).map(|block| block.sums().1 as u64).sum();
    QuestionRow { question: words(place), decisions, deviations: times }
}

/// A question in words.
fn words(question: usize) -> String {
    question_name(question).replace('_', " ")
}
