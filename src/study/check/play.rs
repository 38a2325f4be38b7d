//! Plays a check: the pairs of games, and further deals of an edited card that is in few opening hands.

use std::time::Instant;

use super::baseline::{settled, verify};
use super::course::{Course, Games};
use super::request::{CheckRequest, CheckResult, check_margin, check_power, check_seconds};
use crate::deck::language::text::harmless;
use crate::deck::{Changes, Sets, changes};
use crate::game::{CounterfactualDraw, Outcome};
use crate::report::Study;
use crate::report::check::baseline::Baseline;
use crate::report::check::edits::edits;
use crate::report::check::gates::Gates;
use crate::report::check::judge::{ChangeJudge, Judgement};
use crate::report::check::{CheckReport, EditRow, FurtherRow, Witness};
use crate::report::texts::CardText;
use crate::report::trace::Format;
use crate::report::trace::ending::ending;
use crate::report::{counted, side_by_side, thousands};
use crate::run::{Before, Further, GameSums, PairSums};
use crate::study::control::Control;
use crate::study::error::StudyError;
use crate::study::pairs::TwoDecks;
use crate::study::table::{Setup, TableRequest};
use crate::study::trace::game;

/// Lines of the traces of a witness game in a report.
const TRACED: usize = 40;

impl CheckRequest {
    /// Reads the decks, or the baseline and the deck after the edit, and plays the games.
    ///
    /// # Errors
    /// If an input is missing or wrong, or a game cannot continue.
    pub fn play(&self, control: &mut Control<'_>) -> Result<CheckResult, StudyError> {
        let (sets, stored) = self.read()?;
        self.play_with(&sets, stored.as_ref(), control)
    }

    /// Reads the decks before and after the edit, and the baseline, if any.
    pub(crate) fn read(&self) -> Result<([Sets; 2], Option<Baseline>), StudyError> {
        let (path, after) = (self.place(), self.sets_after()?);
        if !Baseline::is_at(path) {
            return Ok(([self.table.sets()?, after], None));
        }
        let baseline = Baseline::read(path)?;
        Ok(([baseline.sets(path)?, after], Some(baseline)))
    }

    /// Plays the games with these sets, before and after the edit. `stored` is the baseline of the sets before the edit,
    /// if its games are known.
    ///
    /// # Errors
    /// If an input is missing or wrong, the baseline was created with another table, or a game cannot continue.
    pub fn play_with(
        &self,
        sets: &[Sets; 2],
        stored: Option<&Baseline>,
        control: &mut Control<'_>,
    ) -> Result<CheckResult, StudyError> {
        let request = self.ready(sets, stored, control)?;
        Check::new(&request, sets, stored, control)?.play(control)
    }

    /// The request with the table of its baseline, and with a number of games in place of a limit of seconds.
    pub(super) fn ready(
        &self,
        sets: &[Sets; 2],
        stored: Option<&Baseline>,
        control: &mut Control<'_>,
    ) -> Result<CheckRequest, StudyError> {
        check_margin(self.margin)?;
        check_power(self.power)?;
        let table = match stored {
            Some(stored) => settled(&self.table, self.place(), &stored.header, &sets[0])?,
            None => self.table.clone(),
        };
        let request = CheckRequest { table, ..self.clone() };
        let Some(seconds) = self.seconds else { return Ok(request) };
        check_seconds(seconds)?;
        if self.games.is_some() || stored.is_some() {
            let message = "a limit of seconds needs a check that plans its number of games";
            return Err(StudyError::request(message, Some("omit `--games`, and give a deck, not a baseline".into())));
        }
        request.limited(seconds, sets, control)
    }
}

/// A check ready to be played.
pub(super) struct Check<'a> {
    pub(super) request: &'a CheckRequest,
    pub(super) before: Setup,
    pub(super) after: Setup,
    stored: Option<&'a Baseline>,
    edits: Vec<EditRow>,
}

impl<'a> Check<'a> {
    /// Prepares a check and verifies the baseline.
    pub(super) fn new(
        request: &'a CheckRequest,
        sets: &[Sets; 2],
        stored: Option<&'a Baseline>,
        control: &mut Control<'_>,
    ) -> Result<Self, StudyError> {
        let games = request.max_games(stored.map(|stored| stored.header.games));
        let before = Setup::new(&sets[0], &request.table, games, control)?;
        let after = Setup::new(&sets[1], &request.table, games, control)?;
        if let Some(stored) = stored {
            verify(request.place(), &before, stored, control.thread_count())?;
        }
        Ok(Check { request, before, after, stored, edits: edits(&sets[0], &sets[1]) })
    }

    /// Plays pairs and further deals, and looks at them at planned numbers of games until everything is decided.
    fn play(&self, control: &mut Control<'_>) -> Result<CheckResult, StudyError> {
        let Check { request, before, after, .. } = self;
        let changes = changes(&before.deck, &after.deck);
        let gates = request.gates(&after.deck)?;
        let begun = Instant::now();
        let mut course = self.course(&changes, &gates);
        course.play(control)?;
        let Course { decks, judge, games: Games { pairs, further, after }, looks, .. } = course;
        let PairSums { games, unfinished, signature, interrupted, .. } = pairs;
        let sums = GameSums { games, unfinished, signature };
        let (threads, seconds) = (control.thread_count(), begun.elapsed().as_secs_f64());
        let manifest = decks.manifest(Study::Check, sums, interrupted, threads, seconds);
        let judgement = judge.judge(&pairs, &further);
        let report = self.report(&pairs, &further, looks, judgement)?;
        Ok(CheckResult { manifest, report, pairs, further, after })
    }

    /// The check before its first game.
    pub(super) fn course<'c>(&'c self, changes: &'c Changes, gates: &'c Gates) -> Course<'c> {
        let Check { request, before, after, .. } = self;
        let tallied = !gates.named.is_empty();
        let known = match self.stored {
            // A baseline has the results of its games, without their counts.
            Some(stored) if !tallied => Before::Known(&stored.games),
            _ => Before::Play { arm: before.arm(), changed: changes.cards },
        };
        let judge = ChangeJudge::new(&before.plan, [before.arm(), after.arm()], changes, gates, request.power);
        let games = Games { pairs: judge.count(1).empty(), ..Games::default() };
        Course {
            decks: TwoDecks { before, after },
            planned: self.is_planned(),
            known,
            tallied,
            judge,
            games,
            listed: self.stored.is_some(),
            looks: Vec::new(),
        }
    }

    /// Whether the number of games follows from what they show.
    pub(super) fn is_planned(&self) -> bool {
        self.request.is_planned(self.stored.is_some())
    }

    fn report(
        &self,
        pairs: &PairSums,
        further: &Further,
        looks: Vec<u64>,
        Judgement { metrics, moved, targets }: Judgement,
    ) -> Result<CheckReport, StudyError> {
        Ok(CheckReport {
            title: self.title(pairs),
            games: pairs.games,
            looks,
            max_games: self.is_planned().then_some(self.before.plan.games()),
            identical: pairs.identical,
            replayed: pairs.replayed,
            further: FurtherRow::of(&self.before.deck, further),
            stored: self.stored.is_some(),
            witness: pairs.witness.map(|game| self.witness(game)).transpose()?,
            verdict: CheckReport::worst(&metrics),
            edits: self.edits.clone(),
            metrics,
            targets,
            moved,
            texts: CardText::all_of([&self.before.deck, &self.after.deck]),
        })
    }

    fn title(&self, pairs: &PairSums) -> String {
        format!("{}: {} of games", self.question(), counted(pairs.games, "pair"))
    }

    /// What is compared, at which table.
    pub(super) fn question(&self) -> String {
        let CheckRequest { table: TableRequest { decks, players, seed, .. }, after, .. } = self.request;
        let deck = self.stored.map(|stored| format!(" ({})", stored.header.deck.name)).unwrap_or_default();
        let (before, after) = (decks.join(" + "), after.join(" + "));
        harmless(&format!("{after} against {before}{deck}, {players} players, seed {seed}")).into_owned()
    }

    /// A game with both decks, in words.
    fn witness(&self, game: u64) -> Result<Witness, StudyError> {
        let mut traces = [Vec::new(), Vec::new()];
        let mut ends = Vec::new();
        for (setup, trace) in [&self.before, &self.after].into_iter().zip(&mut traces) {
            let Outcome { winners, turns, .. } =
                game::write(setup, game, Format::Words, CounterfactualDraw::none(&setup.deck), None, trace)?;
            ends.push(ending(winners, turns));
        }
        let traces = traces.map(|trace| String::from_utf8_lossy(&trace).into_owned());
        let lines = side_by_side(["before the edit", "after the edit"], traces.each_ref().map(String::as_str));
        Ok(Witness {
            game,
            commands: self.traces(game),
            sentence: format!("Game {}: before the edit {}; after it {}.", thousands(game), ends[0], ends[1]),
            lines: lines.lines().take(TRACED).map(str::to_owned).collect(),
        })
    }

    /// The commands that trace a game with both decks. The deck of a baseline has to be exported first.
    fn traces(&self, game: u64) -> Vec<String> {
        let TableRequest { decks, base, players, strategies, seed, rules } = &self.request.table;
        let (before, strategies) = (decks.join(" "), strategies.join(","));
        let exported = [self.request.table.partners(), &["before.toml".to_owned()]].concat().join(" ");
        let base = base.as_ref().map(|id| format!(" --base {id}")).unwrap_or_default();
        let rules: String = rules.iter().map(|rule| format!(" --rule {rule}")).collect();
        let command = |deck: &str| {
            format!(
                "kickdoor trace {deck}{base} --game {game} --seed {seed} --players {players} --strategy {strategies}{rules}"
            )
        };
        let old = match self.stored {
            None => vec![command(&before)],
            Some(_) => {
                let place = self.request.place().display();
                vec![format!("kickdoor check {place} --export before.toml"), command(&exported)]
            }
        };
        old.into_iter().chain([command(&self.request.after.join(" "))]).collect()
    }
}
