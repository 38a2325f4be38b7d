//! When a comparison ends.

use clap::ValueEnum;

use crate::cli::count;
use crate::cli::failure::Failure;
use crate::report::compare::Goal;
use crate::run::ContestKind;
use crate::stats::{EloScale, Sprt};
use crate::study::compare::request::GAMES;

/// Maximum number of games of a comparison that stops at a goal.
const MAX_GAMES: u64 = 1_000_000;
/// Maximum distance of an Elo difference from 0.
const MAX_ELO: f64 = 1000.0;

/// The number of games and the goal.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct GoalArgs {
    /// Number of games [default: 20000]; with --precision or --sprt, the maximum [default: 1000000].
    #[arg(short = 'n', long, value_name = "N", value_parser = count::count)]
    games: Option<u64>,

    /// Stop when the half-width of the Elo interval, or of each interval of a ladder, is at most this many points.
    #[arg(long, value_name = "ELO", conflicts_with = "sprt", value_parser = count::number)]
    precision: Option<f64>,

    /// Sequential test of two Elo differences, such as 0,5. Exit code 0 if it accepts the second, 1 if it accepts the
    /// first, 3 if neither.
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    sprt: Option<String>,

    /// Probability that --sprt accepts the second difference although the first is true.
    #[arg(long, value_name = "P", default_value_t = 0.05, requires = "sprt", value_parser = count::number)]
    alpha: f64,

    /// Probability that --sprt accepts the first difference although the second is true.
    #[arg(long, value_name = "P", default_value_t = 0.05, requires = "sprt", value_parser = count::number)]
    beta: f64,

    /// Unit of the differences of --sprt.
    #[arg(long, value_enum, default_value_t = Scale::Logistic, requires = "sprt")]
    elo: Scale,
}

/// Unit of the differences of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Scale {
    /// Usual Elo points, a function of the expected win share.
    Logistic,
    /// Normalized Elo points: standard deviations of a game times 347.4.
    Normalized,
}

impl GoalArgs {
    /// Number of games, or their maximum.
    pub(super) fn games(&self) -> u64 {
        let sequential = self.sprt.is_some() || self.precision.is_some();
        self.games.unwrap_or(if sequential { MAX_GAMES } else { GAMES })
    }

    /// The goal of a contest of this kind.
    pub(super) fn goal(&self, kind: ContestKind) -> Result<Goal, Failure> {
        match (&self.sprt, self.precision) {
            (Some(_), _) if kind == ContestKind::Ladder => Err(Failure::bad_input(
                "--sprt tests one difference, and a ladder has several",
                Some("give two strategies, or one with --field".into()),
            )),
            (Some(differences), _) => self.test(differences).map(Goal::Sprt),
            (None, Some(precision)) if precision > 0.0 && precision <= MAX_ELO => Ok(Goal::Precision(precision)),
            (None, Some(precision)) => Err(Failure::bad_input(
                format!("the precision is {precision}, expected more than 0 and at most {MAX_ELO}"),
                Some("`--precision 5` ends at an interval of 5 Elo points each way".into()),
            )),
            (None, None) => Ok(Goal::Games),
        }
    }

    fn test(&self, differences: &str) -> Result<Sprt, Failure> {
        let GoalArgs { alpha, beta, .. } = *self;
        let number = |text: &str| text.trim().parse::<f64>().ok().filter(|elo| elo.abs() <= MAX_ELO);
        let both = differences.split_once(',').and_then(|(zero, one)| Some((number(zero)?, number(one)?)));
        let Some((elo0, elo1)) = both.filter(|(zero, one)| zero < one) else {
            let message = format!("--sprt is `{differences}`, expected two Elo differences, the lower one first");
            let hint = format!("`--sprt 0,5` tests 0 against 5; differences are {} to {MAX_ELO}", -MAX_ELO);
            return Err(Failure::bad_input(message, Some(hint)));
        };
        for (option, level) in [("--alpha", alpha), ("--beta", beta)] {
            if !(level > 0.0 && level < 0.5) {
                let message = format!("{option} is {level}, expected more than 0 and less than 0.5");
                return Err(Failure::bad_input(message, None));
            }
        }
        let scale = if self.elo == Scale::Normalized { EloScale::Normalized } else { EloScale::Logistic };
        Ok(Sprt { elo0, elo1, alpha, beta, scale })
    }
}
