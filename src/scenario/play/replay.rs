//! Plays a scenario again with players at the table: the game must be the same for every way of answering.

use crate::deck::Deck;
use crate::game::{
    AnyPlayers, Choice, Decision, EventLog, Game, Impossible, LoggedTable, Menu, Mind, Players, Question, Rest, Script,
    Table, Verb, View,
};
use crate::ids::CardSet;
use crate::scenario::file::plan::Plan;

/// An answer that is never offered.
// The table refuses it, which ends the replay.
const NOTHING: Choice = Choice::number(Verb::Number, u8::MAX);

/// An answer of a scenario.
#[derive(Clone, Copy, Debug)]
pub(in crate::scenario) struct Answer {
    /// The question.
    pub(in crate::scenario) to: Decision,
    /// The choice.
    pub(in crate::scenario) choice: Choice,
    /// Whether it was the only option.
    pub(in crate::scenario) forced: bool,
}

/// The way of answering with which the game ends differently; `None` if there is none.
///
/// # Errors
/// The error for an impossible position.
pub(in crate::scenario) fn other_end(
    plan: &Plan,
    deck: &Deck,
    answers: &[Answer],
    ending: &Game,
) -> Result<Option<&'static str>, Impossible> {
    // What is forced after the last free answer follows without players.
    let last = answers.iter().rposition(|answer| !answer.forced).map_or(0, |last| last + 1);
    let answers = &answers[..last];
    for (way, at_sight) in [("at sight", true), ("from the options", false)] {
        let company = AnyPlayers::new(Answers { answers, next: 0, at_sight, seen: None });
        let script = Script::new(plan.dice.clone());
        let mut table = Table::stage_with(deck, &plan.situation, script, EventLog::new(), company)?;
        let ended = |table: &LoggedTable<'_>| table.game().equals_except_keys(ending);
        // A scenario can end within a turn, so each rest is compared; after that turn the state cannot come any more.
        while !ended(&table) && table.turn() <= ending.turn() && matches!(table.proceed(), Ok(rest) if !over(rest)) {}
        if !ended(&table) {
            return Ok(Some(way));
        }
    }
    Ok(None)
}

fn over(rest: Rest) -> bool {
    matches!(rest, Rest::Over(_))
}

/// Players who give the answers of a scenario, and no answer after the last one.
struct Answers<'a> {
    answers: &'a [Answer],
    next: usize,
    /// Whether they answer before their options are listed.
    at_sight: bool,
    /// The last answer given at sight.
    seen: Option<(Decision, Choice)>,
}

impl Answers<'_> {
    /// The next answer, if it belongs to this question. Forced passes that players are not asked for are skipped.
    fn take(&mut self, decision: Decision) -> Option<Choice> {
        let left = &self.answers[self.next..];
        let meant = |answer: &Answer| if answer.forced { self.at_sight && answer.to == decision } else { true };
        let skipped = left.iter().position(meant)?;
        let answer = left[skipped];
        if answer.to != decision {
            return None;
        }
        self.next += skipped + 1;
        Some(answer.choice)
    }
}

impl Players for Answers<'_> {
    fn at_sight(&mut self, view: View<'_>, question: Question, _: &Menu) -> Option<Choice> {
        self.seen = None;
        if !self.at_sight {
            return None;
        }
        let decision = Decision { seat: view.seat(), question };
        let passes = matches!(question, Question::Round(_)) && self.next < self.answers.len();
        let answer = self.take(decision).or_else(|| passes.then_some(Choice::PASS))?;
        self.seen = Some((decision, answer));
        Some(answer)
    }

    fn choose(&mut self, view: View<'_>, question: Question, _: &[Choice], _: &mut Mind) -> Choice {
        let decision = Decision { seat: view.seat(), question };
        match self.seen {
            Some((seen, answer)) if seen == decision => answer,
            _ => self.take(decision).unwrap_or(NOTHING),
        }
    }

    fn wake_cards(&self, view: View<'_>) -> CardSet {
        // Every card wakes them: a shortcut that spares them a question would hide what they would have answered.
        view.deck().masks.all
    }
}
