//! The screening of pairs on the terminal: those that stand out most, and the command that confirms one.

use std::io::{self, Write};

use super::args::Args;
use super::show::{head, probability};
use crate::cli::page::{more, width};
use crate::cli::show::between;
use crate::report::impact::pairs::{CardPairRow, FALSE_SHARE};
use crate::report::{Table, counted, points, thousands};
use crate::study::ImpactResult;

/// Number of lines, shared by the players.
const LISTED: usize = 20;

/// Shows the pairs of all players.
pub(super) fn results(result: &ImpactResult, args: &Args, out: &mut impl Write) -> io::Result<()> {
    let ImpactResult { runs, report, .. } = result;
    let players = report.by_strategy();
    for (rows, run) in players.iter().zip(runs) {
        let strategy = &rows[0].strategy;
        let pairs: Vec<&CardPairRow> = report.pairs.iter().filter(|row| row.strategy == *strategy).collect();
        head(rows, run, out)?;
        list(&pairs, args, players.len(), out)?;
    }
    writeln!(
        out,
        "the interaction is the win rate with both, minus that with each alone, plus that with neither: percentage points;"
    )?;
    writeln!(
        out,
        "about {:.0}% of the pairs marked * are false; shrunken values correct extremes for luck",
        100.0 * FALSE_SHARE
    )?;
    if let Some(first) = report.pairs.first() {
        let (decks, players) = (args.decks.words(), args.table.players);
        // Other games than those that selected the pair.
        let seed = args.table.seed.wrapping_add(1);
        let rules: String = args.table.switches().iter().map(|switch| format!(" --rule '{switch}'")).collect();
        let [one, other] = [(&first.first, &first.first_set), (&first.second, &first.second_set)];
        let id = |(card, set): (&String, &String)| match runs.iter().any(|run| run.deck().sets.len() > 1) {
            true => format!("{set}/{card}"),
            false => card.clone(),
        };
        let strategy = &first.strategy;
        writeln!(
            out,
            "confirm: kickdoor impact {decks} --pair {} {} --seed {seed} --players {players} --strategy {strategy}{rules}",
            id(one),
            id(other)
        )?;
    }
    Ok(())
}

/// The pairs of one player.
fn list(pairs: &[&CardPairRow], args: &Args, players: usize, out: &mut impl Write) -> io::Result<()> {
    let clear = pairs.iter().filter(|row| row.stands_out()).count();
    writeln!(
        out,
        "{} of {} stand out in one opening hand\n",
        thousands(clear as u64),
        counted(pairs.len() as u64, "pair")
    )?;
    let shown = if args.report.output.page.all { pairs.len() } else { pairs.len().min(LISTED / players.max(1)) };
    let mut table = Table::new(&["pair", "hands", "shrunken", "95% interval", "adj. p"]);
    for row in &pairs[..shown] {
        let star = if row.stands_out() { "*" } else { " " };
        table.add(vec![
            format!("{} + {}", row.first_name, row.second_name),
            thousands(row.n),
            points(row.shrunken),
            between(row.shrunken_low, row.shrunken_high, points),
            format!("{}{star}", probability(row.adjusted_p)),
        ]);
    }
    table.write(1, width(), out)?;
    if shown < pairs.len() {
        writeln!(out, "{}", more(pairs.len() - shown))?;
    }
    writeln!(out)
}
