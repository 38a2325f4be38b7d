//! `Deviations`: where the choices of players differ from those of an adviser, and what the adviser expects to gain.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use serde::{Deserialize, Serialize};

use super::check::pairs::Arm;
use super::engine::batches::Batches;
use super::engine::error::RunError;
use super::engine::game_sums::GameSums;
use super::engine::plan::Plan;
use super::engine::seated_players::Company;
use super::tally::question_index;
use crate::deck::Deck;
use crate::game::{Choice, Decision, EventLog, LoggedTable, Mind, Players, Progress, Question, Verb, View};
use crate::ids::Seat;
use crate::strategy::{Advice, Adviser, Memories};

/// Units of a chance of 1 in the sums.
// Leads are fractions, but sums of whole numbers do not depend on the order of the threads.
const UNITS: f64 = 1e6;

/// Who is asked about which seats.
#[derive(Clone, Copy, Debug)]
pub struct Advising<'a> {
    /// The adviser.
    pub adviser: &'a Adviser,
    /// The only seat whose choices are judged; `None` for all seats.
    pub seat: Option<Seat>,
}

/// A kind of deviation: the question, and the kinds of the two moves.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Deviation {
    /// The question, by `question_index`.
    pub question: usize,
    /// What the player did.
    pub made: String,
    /// What the adviser would do.
    pub advised: String,
}

/// The deviations of one kind in one block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct InBlock {
    block: u64,
    times: u32,
    /// Sum of the leads, in millionths.
    lead: i64,
}

impl InBlock {
    /// The sum of the leads, and the number of deviations.
    pub(crate) fn sums(self) -> (f64, f64) {
        (self.lead as f64 / UNITS, f64::from(self.times))
    }
}

/// The deviations of some games.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Deviations {
    /// The games.
    pub sums: GameSums,
    /// Decisions that were judged, by `question_index`.
    pub judged: BTreeMap<usize, u64>,
    /// The deviations by kind; those of each kind in ascending order of the blocks.
    #[serde(with = "pairs")]
    pub kinds: BTreeMap<Deviation, Vec<InBlock>>,
    /// The block of the current game.
    #[serde(skip)]
    block: u64,
}

impl Advising<'_> {
    /// Judges and counts a choice that was made with `mind`, with what the adviser remembers of the game. A single option is not judged.
    pub(crate) fn judge(
        &self,
        view: View<'_>,
        Decision { question, .. }: Decision,
        options: &[Choice],
        made: Choice,
        (memories, mind): (&Memories, Mind),
        found: &mut Deviations,
    ) -> Option<Advice> {
        if options.len() < 2 || self.seat.is_some_and(|seat| seat != view.seat()) {
            return None;
        }
        let advice = self.adviser.advise_remembering(view, question, options, made, memories, mind);
        found.count(view.deck(), question, made, advice);
        advice
    }
}

/// A map as a list of pairs, since the keys of JSON are strings.
mod pairs {
    use std::collections::BTreeMap;

    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(super) fn serialize<K: Serialize, V: Serialize, S: Serializer>(
        map: &BTreeMap<K, V>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(map)
    }

    pub(super) fn deserialize<'de, K: Ord + Deserialize<'de>, V: Deserialize<'de>, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<BTreeMap<K, V>, D::Error> {
        Ok(Vec::deserialize(deserializer)?.into_iter().collect())
    }
}

impl Deviations {
    /// Counts a judged choice.
    fn count(&mut self, deck: &Deck, question: Question, made: Choice, advice: Option<Advice>) {
        let question = question_index(question);
        *self.judged.entry(question).or_default() += 1;
        let Some(Advice { choice, lead }) = advice else { return };
        let kind = Deviation { question, made: kind_of(deck, made), advised: kind_of(deck, choice) };
        let lead = (lead.mean * UNITS).round() as i64;
        let blocks = self.kinds.entry(kind).or_default();
        // By block, because the games of a block share their cards: they are one observation.
        match blocks.last_mut().filter(|last| last.block == self.block) {
            Some(last) => *last = InBlock { times: last.times + 1, lead: last.lead + lead, ..*last },
            None => blocks.push(InBlock { block: self.block, times: 1, lead }),
        }
    }

    /// Adds the deviations of later blocks.
    fn add(&mut self, other: Deviations) {
        self.sums.merge(other.sums);
        other.judged.into_iter().for_each(|(question, more)| *self.judged.entry(question).or_default() += more);
        for (kind, more) in other.kinds {
            self.kinds.entry(kind).or_default().extend(more);
        }
    }
}

/// The kind of a move: its verb, and the kind of its card or its number.
fn kind_of(deck: &Deck, choice: Choice) -> String {
    let word = verb_words(choice.verb);
    match choice.verb {
        Verb::Number | Verb::Counter => format!("{word} {}", choice.n),
        _ if choice.card.is_some() => format!("{word} {}", deck.title(choice.card).spec.kind.id),
        _ => word,
    }
}

/// A verb in words, from its name in JSON.
pub(crate) fn verb_words(verb: Verb) -> String {
    let name = serde_json::to_value(verb).unwrap_or_default();
    name.as_str().unwrap_or_default().replace('_', " ")
}

/// Plays a plan and judges the choices of its players, until stopped.
///
/// # Errors
/// If a game cannot continue.
pub fn deviations(
    arm: Arm<'_>,
    plan: &Plan,
    advising: Advising<'_>,
    threads: usize,
    stop: &AtomicBool,
    on_progress: &mut dyn FnMut(u64),
) -> Result<Deviations, RunError> {
    let batches = Batches { count: plan.blocks(), threads, stop };
    let judged = Judged { arm, plan, advising };
    let batch = |_: &mut (), number: u64| {
        let mut found = Deviations::default();
        judged.play_block(number, &mut found)?;
        Ok(found)
    };
    let mut sum = Deviations::default();
    let mut take = |found: Option<(u64, Deviations)>| {
        if let Some((_, found)) = found {
            sum.add(found);
        }
        on_progress(sum.sums.games);
        Ok(())
    };
    batches.work(|| (), batch, &mut take)?;
    Ok(sum)
}

/// The games of a plan, in which choices are judged.
#[derive(Clone, Copy)]
struct Judged<'a> {
    arm: Arm<'a>,
    plan: &'a Plan,
    advising: Advising<'a>,
}

impl Judged<'_> {
    /// Plays all seatings of a block.
    fn play_block(&self, block: u64, found: &mut Deviations) -> Result<(), RunError> {
        let (plan, first) = (self.plan, block * self.plan.seatings().len() as u64);
        for (game, seating) in (first..).zip(plan.seatings()) {
            let mut company = Company::new(self.arm.players, *seating);
            let mut table = LoggedTable::deal(self.arm.deck, plan.game_setup(block), EventLog::new());
            let failed = |error| RunError::Game { seed: plan.seed(), game, error };
            found.block = block;
            let (mut heard, mut memories) = (0, self.advising.adviser.memories());
            let outcome = loop {
                let progress = table.advance().map_err(failed)?;
                let events = &table.recorder().events;
                company.hear_all(&events[heard..]);
                events[heard..].iter().for_each(|&event| self.advising.adviser.hear(event, &mut memories));
                heard = events.len();
                let decision = match progress {
                    Progress::Over(outcome) => break outcome,
                    Progress::Asks(decision) => decision,
                };
                // The adviser gets a copy of the mind as it was before the choice, so it draws the same numbers.
                let mut mind = table.mind(decision.seat);
                let (before, view, options) = (mind, table.view(decision.seat), table.options());
                let made = company.choose(view, decision.question, options, &mut mind);
                self.advising.judge(view, decision, options, made, (&memories, before), found);
                table.apply(made).map_err(failed)?;
            };
            found.sums.add_game(self.arm.deck, outcome, &table.recorder().events);
        }
        Ok(())
    }
}
