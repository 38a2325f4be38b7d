//! Plays a check: the pairs of games, and further deals of an edited card that is in few opening hands.

use std::time::Instant;

use super::baseline::{settled, verify};
use super::course::{Course, Games};
use super::request::{CheckRequest, CheckResult, check_margin, check_power};
use crate::deck::language::text::harmless;
use crate::deck::{Sets, changes};
use crate::report::Study;
use crate::report::check::baseline::Baseline;
use crate::report::check::edits::edits;
use crate::report::check::judge::{ChangeJudge, Judgement};
use crate::report::check::{CheckReport, EditRow, FurtherRow, Witness};
use crate::report::counted;
use crate::run::{Before, Further, Pairs};
use crate::study::control::Control;
use crate::study::error::StudyError;
use crate::study::pairs::TwoDecks;
use crate::study::table::{Setup, TableRequest};

impl CheckRequest {
    /// Reads the decks, or the baseline and the deck after the edit, and plays the games.
    ///
    /// # Errors
    /// If an input is missing or wrong, or a game cannot continue.
    pub fn play(&self, control: &mut Control<'_>) -> Result<CheckResult, StudyError> {
        let (path, after) = (self.place(), self.sets_after()?);
        if !Baseline::is_at(path) {
            return self.play_with(&[self.table.sets()?, after], None, control);
        }
        let baseline = Baseline::read(path)?;
        self.play_with(&[baseline.sets(path)?, after], Some(&baseline), control)
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
        check_margin(self.margin)?;
        check_power(self.power)?;
        let table = match stored {
            Some(stored) => settled(&self.table, self.place(), &stored.header, &sets[0])?,
            None => self.table.clone(),
        };
        let request = CheckRequest { table, ..self.clone() };
        Check::new(&request, sets, stored, control)?.play(control)
    }
}

/// A check ready to be played.
struct Check<'a> {
    request: &'a CheckRequest,
    before: Setup,
    after: Setup,
    stored: Option<&'a Baseline>,
    edits: Vec<EditRow>,
}

impl<'a> Check<'a> {
    /// Prepares a check and verifies the baseline.
    fn new(
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
        let decks = TwoDecks { before, after };
        let changes = changes(&before.deck, &after.deck);
        let arms = [before.arm(), after.arm()];
        let gates = request.gates(&after.deck)?;
        let judge = ChangeJudge::new(&before.plan, arms, &changes, &gates, request.power);
        let tallied = !gates.named.is_empty();
        let known = match self.stored {
            // A baseline has the results of its games, without their counts.
            Some(stored) if !tallied => Before::Known(&stored.games),
            _ => Before::Play { arm: before.arm(), changed: changes.cards },
        };
        let begun = Instant::now();
        let mut course = Course {
            decks,
            planned: self.is_planned(),
            known,
            tallied,
            judge,
            games: Games::default(),
            looks: Vec::new(),
        };
        course.play(control)?;
        let Course { mut judge, games: Games { pairs, further }, looks, .. } = course;
        let manifest = decks.manifest(Study::Check, &pairs, control.thread_count(), begun.elapsed().as_secs_f64());
        let judgement = judge.judge(&pairs, &further);
        let report = self.report(&pairs, &further, looks, judgement);
        Ok(CheckResult { manifest, report, pairs, further })
    }

    /// Whether the number of games follows from what they show.
    fn is_planned(&self) -> bool {
        self.request.is_planned(self.stored.is_some())
    }

    fn report(
        &self,
        pairs: &Pairs,
        further: &Further,
        looks: Vec<u64>,
        Judgement { metrics, moved, targets }: Judgement,
    ) -> CheckReport {
        CheckReport {
            title: self.title(pairs),
            games: pairs.before.len() as u64,
            looks,
            max_games: self.is_planned().then_some(self.before.plan.games()),
            identical: pairs.identical(),
            replayed: pairs.replayed,
            further: FurtherRow::of(&self.before.deck, further),
            stored: self.stored.is_some(),
            witness: pairs.witness().map(|game| self.witness(game as u64)),
            verdict: CheckReport::worst(&metrics),
            edits: self.edits.clone(),
            metrics,
            targets,
            moved,
        }
    }

    fn title(&self, pairs: &Pairs) -> String {
        let CheckRequest { table: TableRequest { decks, players, seed, .. }, after, .. } = self.request;
        let deck = self.stored.map(|stored| format!(" ({})", stored.header.deck.name)).unwrap_or_default();
        let (before, after) = (decks.join(" + "), after.join(" + "));
        let games = counted(pairs.before.len() as u64, "pair");
        let title = format!("{after} against {before}{deck}, {players} players, seed {seed}: {games} of games");
        harmless(&title).into_owned()
    }

    /// The commands that trace a game with both decks. The deck of a baseline has to be exported first.
    fn witness(&self, game: u64) -> Witness {
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
        Witness { game, commands: old.into_iter().chain([command(&self.request.after.join(" "))]).collect() }
    }
}
