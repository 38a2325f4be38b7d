//! What a pilot says of the games of a comparison: how many it needs, and how long they take.

use std::time::Instant;

use super::request::{CompareRequest, Comparison};
use crate::deck::Sets;
use crate::report::Fraction;
use crate::report::compare::{CompareReport, Goal, half_widths};
use crate::report::plan::{NeedRow, PlanReport, StepRow, Unit, games_needed};
use crate::run::{LOOK, Results};
use crate::stats::{Scores, Sprt};
use crate::study::control::Control;
use crate::study::error::StudyError;
use crate::study::pilot::{PILOT, Pace};

/// Half-widths of an Elo interval whose games are named without a goal.
const WIDTHS: [f64; 3] = [20.0, 10.0, 5.0];

impl CompareRequest {
    /// Plays a pilot, and says what the comparison will play.
    ///
    /// # Errors
    /// If an input is missing or wrong, or a game cannot continue.
    pub(crate) fn plan(&self, sets: &Sets, control: &mut Control<'_>) -> Result<PlanReport, StudyError> {
        let pilot = CompareRequest { games: PILOT.min(self.games), goal: Goal::Games, ..self.clone() };
        let begun = Instant::now();
        let result = pilot.play_on(sets, Results::default(), control)?;
        let pace = Pace::since(begun, result.results.games());
        let Comparison { contest, contestants, .. } = self.prepare(sets)?;
        let (results, per_block) = (&result.results, contest.games_per_block() as f64);
        let most = contest.blocks_for(self.games) as f64;
        let look = (LOOK * contest.tables()) as f64;
        let step = |words: String, blocks: f64| StepRow {
            step: words,
            games: (blocks * per_block) as u64,
            seconds: Fraction(pace.seconds_of(blocks * per_block)),
        };
        // It ends at a look, and at most at the maximum.
        let ends = |words: String, blocks: f64| match blocks {
            blocks if blocks.is_finite() => step(words, ((blocks / look).ceil().max(1.0) * look).min(most)),
            _ => step(words, most),
        };
        let widths = half_widths(&contest, results, contestants.anchor);
        let widest =
            widths.iter().fold(0.0, |most: f64, width| if width.is_nan() { f64::INFINITY } else { most.max(*width) });
        let blocks_for = |width: f64| results.blocks() as f64 * (widest / width).powi(2);
        let steps = match self.goal {
            Goal::Games => {
                let other = WIDTHS.map(|width| (format!("would give Elo to +-{width}"), blocks_for(width)));
                let other = other.into_iter().filter(|(_, blocks)| blocks.is_finite());
                [("games as requested".to_owned(), most)]
                    .into_iter()
                    .chain(other)
                    .map(|(words, blocks)| step(words, blocks.ceil()))
                    .collect()
            }
            Goal::Precision(width) => {
                vec![ends(format!("Elo to +-{width}, about"), blocks_for(width)), step("at most".to_owned(), most)]
            }
            Goal::Sprt(test) => {
                let scores = Scores::of_contest(&contest, results);
                let expected = scores.map_or([f64::NAN; 2], |scores| test.expected_blocks(&scores));
                let Sprt { elo0, elo1, .. } = test;
                let words = [elo0, elo1].map(|elo| format!("test, if the difference is {elo} Elo, about"));
                let expected = words.into_iter().zip(expected).map(|(words, blocks)| ends(words, blocks));
                expected.chain([step("at most".to_owned(), most)]).collect()
            }
        };
        let needs = needs(&result.report, self.goal, pace);
        let report = &result.report;
        let (players, seed) = (self.table.players, self.table.seed);
        let decks = result.manifest.deck().words();
        let title = format!("{decks}, {players} players, seed {seed}: {}", report.question());
        Ok(PlanReport::new(title, Unit::Game, control.thread_count(), (pace.games, pace.seconds), steps, needs))
    }
}

/// The Elo differences of the pilot.
fn needs(report: &CompareReport, goal: Goal, pace: Pace) -> Vec<NeedRow> {
    let row = |metric: String, name: String, [value, low, high]: [Fraction; 3]| {
        let reach = (high.0 - low.0) / 2.0;
        let games = |width: f64| pace.games as f64 * (reach / width).powi(2);
        let needed = if let Goal::Precision(width) = goal { games(width) } else { f64::NAN };
        let decides = games(value.0.abs());
        NeedRow {
            metric,
            name,
            value,
            low,
            high,
            points: false,
            games: games_needed(needed),
            seconds: Fraction(pace.seconds_of(needed)),
            decides: games_needed(decides),
            decides_seconds: Fraction(pace.seconds_of(decides)),
        }
    };
    if let Some(duel) = &report.head_to_head {
        return vec![row(
            "elo".to_owned(),
            format!("Elo difference of {}", report.names[0]),
            [duel.elo, duel.elo_low, duel.elo_high],
        )];
    }
    let rated = report.ladder.iter().filter(|rating| rating.elo.0.is_finite() && rating.elo_low.0.is_finite());
    let rated = rated.filter(|rating| rating.elo_error.0 > 0.0);
    rated
        .map(|rating| {
            let name = format!("Elo of {}", rating.strategy);
            row(format!("elo.{}", rating.strategy), name, [rating.elo, rating.elo_low, rating.elo_high])
        })
        .collect()
}
