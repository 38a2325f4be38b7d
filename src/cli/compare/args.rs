//! Arguments of `compare`.

use super::goal::GoalArgs;
use crate::cli::args::{BaseArg, DEFAULT_SEED, DEFAULT_STRATEGY, ReportArgs, RuleArgs};
use crate::cli::count;
use crate::study::TableRequest;

/// Arguments of `compare`.
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Args {
    /// Strategies, by name or path: two for a duel, three or more for a ladder, one with --field.
    #[arg(required_unless_present = "restrictions", value_name = "STRATEGY")]
    pub(super) strategies: Vec<String>,

    /// Measure what each restriction of strategy files costs: one restricted copy of a strategy against copies without
    /// the restriction, --games games for each.
    #[arg(
        long,
        value_name = "STRATEGY",
        num_args = 0..=1,
        default_missing_value = DEFAULT_STRATEGY,
        conflicts_with_all = ["strategies", "field", "anchor", "precision", "sprt"]
    )]
    pub(in crate::cli) restrictions: Option<String>,

    /// Strategies in the other seats; the compared strategy has one seat at each table.
    #[arg(long, value_name = "STRATEGY", value_delimiter = ',')]
    pub(super) field: Vec<String>,

    /// Strategy of a ladder that has 0 Elo; the ratings of the others are the differences to it [default: the first
    /// strategy].
    #[arg(long, value_name = "STRATEGY")]
    pub(super) anchor: Option<String>,

    /// Decks, by name or path [default: the first shipped deck]. Several decks are shuffled together; the rules of the
    /// first one, the base, apply.
    #[arg(short, long = "deck", value_name = "DECK", value_delimiter = ',')]
    pub(super) decks: Vec<String>,

    #[command(flatten)]
    pub(super) base: BaseArg,

    #[command(flatten)]
    pub(super) goal: GoalArgs,

    /// Number of players.
    #[arg(short, long, value_name = "N", default_value_t = 4, value_parser = count::players)]
    pub(super) players: u8,

    /// Seed of the games.
    #[arg(long, value_name = "N", default_value_t = DEFAULT_SEED, value_parser = count::count)]
    pub(super) seed: u64,

    #[command(flatten)]
    pub(super) rules: RuleArgs,

    #[command(flatten)]
    pub(super) report: ReportArgs,
}

impl Args {
    /// The table of these strategies.
    pub(super) fn table(&self, strategies: &[String]) -> TableRequest {
        let table = TableRequest { rules: self.rules.switches(), ..TableRequest::default() };
        table.players(self.players).seed(self.seed).strategies(strategies)
    }
}
