//! Arguments of `impact`.

use clap::builder::ArgPredicate;

use crate::cli::args::{DEFAULT_STRATEGY, DeckArgs, ReportArgs, TableArgs};
use crate::cli::cache::CacheArg;
use crate::cli::count;
use crate::cli::failure::Failure;
use crate::study::impact::{PRECISION, TABLES};
use crate::study::{Control, ImpactRequest, StudyError};

/// The players of `impact` by default: the usual one and the strongest one that does not look ahead.
const PLAYERS: [&str; 2] = [DEFAULT_STRATEGY, "expert"];

/// Arguments of `impact`.
#[derive(Debug, clap::Args)]
#[command(mut_arg("strategies", two_players))]
pub(in crate::cli) struct Args {
    #[command(flatten)]
    pub(super) decks: DeckArgs,

    /// Half-width of the 95% intervals of opening values, in percentage points; determines the number of games.
    #[arg(long, value_name = "POINTS", default_value_t = PRECISION, value_parser = count::number)]
    pub(super) precision: f64,

    /// Half-width of the 95% intervals of draw values, in percentage points: continue until every title drawn in at
    /// least 1% of games reaches it [default: no extra games].
    #[arg(long, value_name = "POINTS", value_parser = count::number)]
    pub(super) draw_precision: Option<f64>,

    /// Skip draw values.
    #[arg(long, conflicts_with = "draw_precision")]
    pub(super) no_draws: bool,

    /// Number of games per table, instead of --precision.
    #[arg(short = 'n', long, value_name = "N", value_parser = count::count,
        conflicts_with_all = ["precision", "draw_precision"])]
    pub(super) games: Option<u64>,

    /// Analyse one card in depth, by id or name; writes no files.
    #[arg(long, value_name = "ID", conflicts_with_all = ["blank", "out", "force"])]
    pub(super) card: Option<String>,

    /// Print this game twice, side by side: as played, and with another card instead of the drawn one.
    #[arg(long, value_name = "N", value_parser = count::count, requires = "card")]
    pub(super) game: Option<u64>,

    /// Show the balance without one card: replace it with a card that does nothing; writes no files.
    #[arg(long, value_name = "ID", conflicts_with_all = ["out", "force", "html"])]
    pub(super) blank: Option<String>,

    /// Decide whether two cards in one opening hand are worth more or less than the sum of both, by id or name; the same
    /// card twice for two copies. --precision applies to the difference; writes no files.
    #[arg(long, num_args = 2, value_names = ["A", "B"],
        conflicts_with_all = ["card", "blank", "pairs", "out", "force", "html", "draw_precision"])]
    pub(in crate::cli) pair: Option<Vec<String>>,

    /// Screen all pairs of cards in one opening hand for synergy and redundancy, and list those that stand out.
    #[arg(long, conflicts_with_all = ["card", "blank", "together"])]
    pub(super) pairs: bool,

    /// Also measure a card that does nothing in each pile, for values relative to it. (`--card` always does.)
    #[arg(long, conflicts_with_all = ["blank", "pair", "pairs"])]
    pub(super) against_blank: bool,

    /// Seat all strategies at one table and rotate them, as `run` does; otherwise each strategy plays at its own
    /// table.
    #[arg(long)]
    pub(super) together: bool,

    /// Measure the values at six tables with different manners, and show which values depend on the table: balanced, expert,
    /// dear-help, lone-wolf (nobody helps), helper (nobody hinders) and backstabber (everybody hinders).
    #[arg(long, conflicts_with_all = ["strategies", "together", "pairs"])]
    pub(super) tables: bool,

    #[command(flatten)]
    pub(super) table: TableArgs,

    #[command(flatten)]
    pub(super) cache: CacheArg,

    #[command(flatten)]
    pub(super) report: ReportArgs,
}

/// Without `--strategy`, each of two players has its own table. One card in depth is measured with one player.
fn two_players(strategies: clap::Arg) -> clap::Arg {
    let one = |option| (option, ArgPredicate::IsPresent, Some(DEFAULT_STRATEGY));
    // A flag is always present, with its default.
    let all = ("tables", ArgPredicate::Equals("true".into()), Some(TABLES));
    strategies.default_values(PLAYERS).default_value_ifs([all, one("card"), one("blank"), one("pair")])
}

impl Args {
    pub(super) fn request(&self) -> ImpactRequest {
        ImpactRequest {
            table: self.table.request(),
            together: self.together,
            precision: self.precision,
            draw_precision: self.draw_precision,
            draws: !self.no_draws,
            pairs: self.pairs,
            against_blank: self.against_blank || self.card.is_some(),
            games: self.games,
        }
    }

    /// Plays a study of the cards.
    pub(super) fn play<R>(&self, study: impl FnOnce(&mut Control<'_>) -> Result<R, StudyError>) -> Result<R, Failure> {
        self.report.play.study_with(&self.cache, self.games.unwrap_or_default(), study)
    }
}
