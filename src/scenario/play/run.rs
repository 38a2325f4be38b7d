//! Plays a scenario: takes the steps in order, passes for all other questions, and checks the claims.

use super::log::{described, roll_word};
use super::replay::{Answer, other_end};
use super::report::Failure;
use crate::game::{
    Bound, Choice, Decision, Event, EventLog, Fight, Foe, Game, Impossible, LoggedTable, Outcome, Rest, Script, Table,
    Verb, Zone,
};
use crate::ids::{CardId, Seat};
use crate::scenario::check::cross_checks::{Contradiction, CrossCheck};
use crate::scenario::check::table::Look;
use crate::scenario::file::book::Book;
use crate::scenario::file::claim::Claim;
use crate::scenario::file::plan::{End, Plan};
use crate::scenario::file::step::{Phrase, Step};
use crate::scenario::file::words::{PASSES, question_word};

/// Plays a plan and returns the failures and the trail.
///
/// # Errors
/// The error for an impossible position.
pub(in crate::scenario) fn play(plan: &Plan, book: &Book<'_>) -> Result<(Vec<Failure>, Vec<String>), Impossible> {
    let script = Script::new(plan.dice.clone());
    let table = Table::stage(book.deck, &plan.situation, script, EventLog::new().stopping_at_forced())?;
    let mut runner = Runner {
        plan,
        book,
        table,
        next: 0,
        watches: Vec::new(),
        due: Vec::new(),
        failures: Vec::new(),
        trail: Vec::new(),
        noted: 0,
        missed: Vec::new(),
        ended: false,
        broken: false,
        answers: Vec::new(),
        ending: None,
        checks: CrossCheck::default(),
        fought: false,
    };
    runner.run();
    runner.play_again()?;
    Ok((runner.failures, runner.trail))
}

/// Maximum number of decisions listed that a waiting step did not match.
const MAX_MISSED: usize = 8;

pub(in crate::scenario) struct Runner<'p, 'd> {
    pub(in crate::scenario) plan: &'p Plan,
    pub(in crate::scenario) book: &'p Book<'d>,
    pub(in crate::scenario) table: LoggedTable<'d>,
    /// The next step.
    pub(in crate::scenario) next: usize,
    /// Steps whose seat must not be asked.
    pub(in crate::scenario) watches: Vec<usize>,
    /// Steps whose `then` is to be checked.
    pub(in crate::scenario) due: Vec<usize>,
    pub(in crate::scenario) failures: Vec<Failure>,
    pub(in crate::scenario) trail: Vec<String>,
    /// Number of events already in the trail.
    pub(in crate::scenario) noted: usize,
    /// Questions to the seat of the next step that did not fit the step.
    pub(in crate::scenario) missed: Vec<String>,
    pub(in crate::scenario) ended: bool,
    /// The scenario cannot continue.
    pub(in crate::scenario) broken: bool,
    /// All answers so far, except forced answers other than passes.
    answers: Vec<Answer>,
    /// The final state, unless the scenario ended before a forced answer.
    ending: Option<Game>,
    checks: CrossCheck,
    /// Whether a fight was running at the last rest.
    fought: bool,
}

impl Step {
    /// Whether the step applies to this decision.
    fn meets(&self, decision: Decision) -> bool {
        self.seat == decision.seat && self.at.is_none_or(|at| at == decision.question)
    }
}

impl Runner<'_, '_> {
    fn run(&mut self) {
        self.watch();
        self.note_events();
        self.check_dice();
        self.ended |= self.plan.end == End::Steps && self.plan.steps.is_empty();
        while !self.ended && !self.broken {
            match self.table.proceed() {
                Ok(rest) => self.rest(rest),
                Err(_) => self.stuck(),
            }
        }
        if !self.broken {
            self.finish();
        }
    }

    /// Checks that the scenario ends in the same state with players at the table.
    fn play_again(&mut self) -> Result<(), Impossible> {
        let Some(ending) = self.ending.filter(|_| !self.broken) else { return Ok(()) };
        if let Some(way) = other_end(self.plan, self.book.deck, &self.answers, &ending)? {
            self.fault(&format!("the game ends differently if its players answer {way}"));
        }
        Ok(())
    }

    pub(in crate::scenario) fn steps_done(&self) -> bool {
        self.next >= self.plan.steps.len()
    }

    fn rest(&mut self, rest: Rest) {
        self.check_helper();
        self.note_events();
        self.check_dice();
        if let Rest::Forced(decision, only) = rest {
            return self.forced(decision, only);
        }
        if rest != Rest::Aftermath {
            self.check_due();
        }
        if let Some(found) = self.checks.state(&self.table) {
            self.contradicted(&found);
        }
        if let Rest::Over(Outcome { bound: Some(bound @ (Bound::Steps | Bound::Depth)), .. }) = rest {
            self.give_up(None, format!("the game does not end by itself: it was stopped by a bound ({bound})"));
        }
        self.ended = match rest {
            Rest::Aftermath => self.plan.end == End::Combat && self.a_fight_is_over(),
            _ if self.plan.end == End::Steps && self.steps_done() => true,
            Rest::TurnEnd => matches!(self.plan.end, End::Turns(turns) if turns <= self.table.turn()),
            Rest::Over(_) => true,
            Rest::Asks(_) | Rest::Forced(..) | Rest::Reckoning => false,
        };
        if self.ended {
            self.ending = Some(*self.table.game());
        }
        match rest {
            Rest::Asks(decision) if self.ended => self.trip_watches(decision),
            Rest::Asks(decision) if !self.broken => self.answer(decision),
            _ => {}
        }
    }

    /// Checks that no helper leaves without a fight.
    fn check_helper(&mut self) {
        let news = &self.table.recorder().events[self.noted..];
        let leaves = news.iter().any(|event| matches!(event, Event::HelperLeaves { .. }));
        let begins = news.iter().any(|event| matches!(event, Event::FightBegins { .. }));
        let fights = self.table.fight().is_some();
        if leaves && !begins && !fights && !self.fought {
            self.fault("a helper leaves, but there is no fight");
        }
        self.fought = fights;
    }

    fn a_fight_is_over(&mut self) -> bool {
        let over = |event: &Event| matches!(event, Event::FightEnds { .. });
        self.table.fight().is_none() && self.table.recorder().events.iter().any(over)
    }

    fn answer(&mut self, decision: Decision) {
        let plan = self.plan;
        let options = self.table.options().to_vec();
        if let Some(found) = CrossCheck::question(&self.table, decision) {
            self.contradicted(&found);
        }
        self.trip_watches(decision);
        while let Some(step) = plan.steps.get(self.next) {
            if !step.meets(decision) {
                self.miss(decision, &options);
                break;
            }
            let Some(phrase) = &step.does else {
                self.check_step(step, decision, &options);
                self.step_done();
                continue;
            };
            match self.book.chosen(phrase.pattern, &options) {
                Ok(Some(choice)) => {
                    self.check_step(step, decision, &options);
                    self.apply(decision, choice, Some(self.next));
                    return self.step_done();
                }
                Ok(None) if step.at.is_none() => {
                    self.miss(decision, &options);
                    break;
                }
                Ok(None) => return self.not_offered(step, phrase, decision, &options),
                Err(meant) => {
                    let meant = self.in_words(&meant);
                    return self.give_up(Some(step), format!("`{}` could be {meant}", phrase.text));
                }
            }
        }
        if self.plan.end == End::Steps && self.steps_done() {
            self.ended = true;
            self.ending = Some(*self.table.game());
        } else {
            self.pass(decision, &options);
        }
    }

    /// Gives up because of a fault of the program.
    fn contradicted(&mut self, found: &Contradiction) {
        let words = |play: Choice| self.book.words(play, self.foes());
        let name = |seat: Seat| self.book.name(seat);
        let what = match found {
            Contradiction::Law(law) => self.book.law(law),
            Contradiction::View(seat, what) => format!("{} has a wrong view of {what}", name(*seat)),
            Contradiction::Uncounted(seat) => {
                format!("a change of the cards or the character of {} was not counted", name(*seat))
            }
            Contradiction::Play(seat, play) => {
                format!("`{}` is open to {} or offered, but not both", words(*play), name(*seat))
            }
            Contradiction::Margin(seat, play, [margin, foreseen]) => {
                format!("{} foresees a margin of {foreseen} after `{}`, but it is {margin}", name(*seat), words(*play))
            }
        };
        self.fault(&what);
    }

    /// Gives up because the rules do not go on.
    fn stuck(&mut self) {
        self.fault("the rules stop without a question");
    }

    fn fault(&mut self, what: &str) {
        self.give_up(None, format!("{what}; this is a fault of kickdoor, not of the scenario"));
    }

    fn not_offered(&mut self, step: &Step, phrase: &Phrase, decision: Decision, options: &[Choice]) {
        let (asked, options) = (self.book.asked(decision), self.in_words(options));
        self.give_up(Some(step), format!("`{}` is not an option of {asked}: {options}", phrase.text));
    }

    /// A seat without a script passes.
    fn pass(&mut self, decision: Decision, options: &[Choice]) {
        let pass = PASSES.iter().find_map(|verb| options.iter().find(|choice| choice.verb == *verb));
        if let Some(&choice) = pass {
            return self.apply(decision, choice, None);
        }
        let (asked, options) = (self.book.asked(decision), self.in_words(options));
        let next = self.plan.steps.get(self.next).map_or("no step is left".to_owned(), |step| {
            let (words, name) = (self.step_in_words(step), self.book.name(step.seat));
            format!("the next step is {} ({words}), and {name} was asked {}", step.number, self.asked_so_far())
        });
        self.give_up(None, format!("no step answers for {asked}, who cannot pass: {options}; {next}"));
    }

    fn apply(&mut self, decision: Decision, choice: Choice, step: Option<usize>) {
        let words = self.book.words(choice, self.foes());
        let totals = if self.table.fight().is_some() {
            let (players, monsters) = self.table.totals();
            format!(" ({players} against {monsters})")
        } else {
            String::new()
        };
        let mark = step.map_or(String::new(), |step| format!("   <- step {}", self.plan.steps[step].number));
        let forced = self.table.options().len() == 1;
        if !forced || step.is_some() || choice.verb != Verb::Pass {
            let forced = if forced { " (nothing else is possible)" } else { "" };
            self.trail.push(format!("{}{totals}: {words}{forced}{mark}", self.book.asked(decision)));
        }
        if !forced || choice == Choice::PASS {
            self.answers.push(Answer { to: decision, choice, forced });
        }
        if self.table.apply(choice).is_err() {
            self.stuck();
        }
    }

    /// Continues with the next step.
    fn step_done(&mut self) {
        if self.plan.steps.get(self.next).is_some_and(|step| !step.then.is_empty()) {
            self.due.push(self.next);
        }
        self.next += 1;
        self.watches.clear();
        self.missed.clear();
        self.watch();
    }

    /// Begins to watch for seats that must not be asked.
    fn watch(&mut self) {
        while self.plan.steps.get(self.next).is_some_and(|step| step.not_asked) {
            self.watches.push(self.next);
            self.next += 1;
        }
    }

    fn trip_watches(&mut self, decision: Decision) {
        let plan = self.plan;
        let (tripped, watches): (Vec<usize>, Vec<usize>) =
            self.watches.iter().partition(|&&watch| plan.steps[watch].meets(decision));
        self.watches = watches;
        for watch in tripped {
            let (asked, options) = (self.book.asked(decision), self.in_words(self.table.options()));
            self.fail_step(watch, plan.steps[watch].line, format!("{asked} is asked; the options are {options}"));
        }
    }

    /// Applies the only answer to a question. It is not a rest, unless the next step applies to it. Statements of the
    /// step are checked before the answer.
    fn forced(&mut self, decision: Decision, only: Choice) {
        let plan = self.plan;
        let mut looked = false;
        let mut answers = None;
        if only.verb != Verb::Pass && !PASSES.contains(&only.verb) {
            self.trip_watches(decision);
        }
        while let Some(step) = plan.steps.get(self.next).filter(|step| self.applies_to(step, decision, only)) {
            self.check_due();
            self.check_step(step, decision, &[only]);
            answers = step.does.as_ref().map(|_| self.next);
            if answers.is_some() {
                break;
            }
            looked = true;
            self.step_done();
        }
        if answers.is_none() {
            self.miss(decision, &[only]);
        }
        if looked && self.plan.end == End::Steps && self.steps_done() {
            self.ended = true;
            return;
        }
        self.apply(decision, only, answers);
        if answers.is_some() {
            self.step_done();
        }
    }

    /// Whether a step applies to a forced answer; to a forced pass only if it names the question.
    fn applies_to(&self, step: &Step, decision: Decision, only: Choice) -> bool {
        let named = step.at.is_some();
        let fits = match &step.does {
            Some(phrase) => self.book.means(phrase.pattern, only) && (named || !PASSES.contains(&only.verb)),
            None => named,
        };
        fits && step.meets(decision)
    }

    /// Stores a question to the seat of the next step that does not fit the step.
    fn miss(&mut self, decision: Decision, options: &[Choice]) {
        let waits = self.plan.steps.get(self.next).is_some_and(|step| step.seat == decision.seat);
        if waits && self.missed.len() < MAX_MISSED {
            self.missed.push(format!("`{}`: {}", question_word(decision.question), self.in_words(options)));
        }
    }

    fn check_step(&mut self, step: &Step, decision: Decision, options: &[Choice]) {
        let offered = |phrase: &&Phrase| options.iter().any(|&choice| self.book.means(phrase.pattern, choice));
        let (asked, listed) = (self.book.asked(decision), self.in_words(options));
        let missing = step.offered.iter().filter(|phrase| !offered(phrase));
        let missing = missing.map(|phrase| format!("`{}` is not an option of {asked}: {listed}", phrase.text));
        let vacuous = step.not_offered.iter().filter_map(|phrase| self.vacuous(phrase, decision.seat));
        let wrong = step.not_offered.iter().filter(offered);
        let wrong = wrong.map(|phrase| format!("`{}` is an option of {asked}: {listed}", phrase.text));
        for message in missing.chain(vacuous).chain(wrong).collect::<Vec<_>>() {
            self.fail_step(self.next, step.line, message);
        }
        self.check(&step.now, Some(self.next));
    }

    pub(in crate::scenario) fn check_due(&mut self) {
        let plan = self.plan;
        for step in std::mem::take(&mut self.due) {
            self.check(&plan.steps[step].then, Some(step));
        }
    }

    pub(in crate::scenario) fn check(&mut self, claims: &[Claim], step: Option<usize>) {
        // Claims look at the table while they read the events, and the recorder belongs to the table.
        let events = self.table.recorder().events.clone();
        for claim in claims {
            let stacked = &self.plan.situation.piles;
            let look = Look { book: self.book, table: &self.table, events: &events, stacked };
            if let Some(message) = look.broken(&claim.what) {
                self.failures.push(Failure {
                    line: claim.line,
                    step: step.map(|step| self.plan.steps[step].number),
                    message,
                });
            }
        }
    }

    pub(in crate::scenario) fn fail_step(&mut self, step: usize, line: usize, message: String) {
        self.failures.push(Failure { line, step: Some(self.plan.steps[step].number), message });
    }

    /// Ends the scenario with a failure of this step, or of no step.
    fn give_up(&mut self, step: Option<&Step>, message: String) {
        let (line, step) = (step.map_or(self.line(), |step| step.line), step.map(|step| step.number));
        // What goes wrong after the first of these failures only follows from it.
        if !self.broken {
            self.failures.push(Failure { line, step, message });
        }
        self.broken = true;
    }

    /// The line of the last step that was done, otherwise of the next one, otherwise of the whole scenario.
    fn line(&self) -> usize {
        let steps = &self.plan.steps;
        let last = self.next.checked_sub(1).and_then(|last| steps.get(last)).or(steps.first());
        last.map_or(self.plan.lines.says, |step| step.line)
    }

    fn note_events(&mut self) {
        let events = self.table.recorder().events.split_off(self.noted);
        self.trail.extend(events.iter().filter_map(|event| described(self.book, event)));
        self.noted += events.len();
        self.table.recorder().events.extend(events);
    }

    fn check_dice(&mut self) {
        let missing = self.table.script().and_then(|script| script.missing());
        if let Some((seat, why)) = missing {
            let (name, why) = (self.book.name(seat), roll_word(why));
            let message = match self.plan.dice.len() {
                0 => format!("{name} rolls ({why}), but the file has no `dice`"),
                dice => format!("{name} rolls ({why}), but `dice` holds only {dice}"),
            };
            self.give_up(None, message);
        }
    }

    /// Why an answer could not be offered in any case: its card was not drawn yet, or only other players have it.
    fn vacuous(&self, phrase: &Phrase, seat: Seat) -> Option<String> {
        let title = phrase.pattern.title()?;
        let info = &self.book.deck.titles[usize::from(title)];
        let copies = (info.first.0..).take(usize::from(info.copies)).map(|card| self.table.zone(CardId(card)));
        let drawn: Vec<Zone> = copies.filter(|zone| *zone != Zone::Pile).collect();
        let elsewhere = |zone: &Zone| matches!(zone, Zone::Hand(owner) | Zone::Table(owner) if *owner != seat);
        if drawn.is_empty() {
            Some(format!("`{}`: no copy has been drawn yet, so this check proves nothing", phrase.text))
        } else if phrase.pattern.of_own_card() && drawn.iter().all(elsewhere) {
            let name = self.book.name(seat);
            Some(format!(
                "`{}`: only players other than {name} have this card, so this check proves nothing",
                phrase.text
            ))
        } else {
            None
        }
    }

    /// Questions to the seat of the next step that did not fit the step.
    pub(in crate::scenario) fn asked_so_far(&self) -> String {
        if self.missed.is_empty() { "nothing".to_owned() } else { self.missed.join("; ") }
    }

    pub(in crate::scenario) fn step_in_words(&self, step: &Step) -> String {
        let name = self.book.name(step.seat);
        let does = step.does.as_ref().map_or(String::new(), |phrase| format!(" `{}`", phrase.text));
        let at = step.at.map_or(String::new(), |at| format!(" at `{}`", question_word(at)));
        format!("{name}{does}{at}")
    }

    fn foes(&self) -> &[Foe] {
        self.table.fight().map(Fight::foes).unwrap_or_default()
    }

    fn in_words(&self, options: &[Choice]) -> String {
        let words: Vec<String> = options.iter().map(|&choice| self.book.words(choice, self.foes())).collect();
        format!("[{}]", words.join(", "))
    }
}
