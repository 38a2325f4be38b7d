//! Two cards in one opening hand.

use std::io::{self, Write};

use super::args::Args;
use super::card::line;
use crate::cli::Ending;
use crate::cli::failure::Failure;
use crate::cli::stderr::unless_quiet;
use crate::deck::Sets;
use crate::report::impact::pair::{InteractionRow, NEITHER};
use crate::report::{Fraction, Manifest, Reported, counted, fitted, points, thousands};
use crate::study::{PairRequest, PairTable};

/// Width of the name of a card in the table.
const NAME: usize = 18;

/// Measures the interaction of two cards with each strategy.
pub(super) fn measure(sets: &Sets, args: &Args, cards: &[String; 2], out: &mut impl Write) -> Result<Ending, Failure> {
    let request = PairRequest::of(cards.each_ref().map(String::as_str), args.request());
    let result = args.play(|control| request.play_with(sets, control))?;
    let joined = Manifest::joined(result.tables.iter().map(|table| &table.manifest));
    let Some(manifest) = joined else { return Ok(Ending::Interrupted) };
    let rows: Vec<InteractionRow> = result.tables.iter().flat_map(|table| table.rows.iter().cloned()).collect();
    let text = |out: &mut _| result.tables.iter().try_for_each(|table| show(table, out));
    args.report.output.format.print(&Reported::new(&manifest, &rows), out, text)?;
    if result.is_interrupted() {
        unless_quiet!(args.report.play.quiet, "stopped after {}", counted(manifest.played(), "game"));
        return Ok(Ending::Interrupted);
    }
    Ok(Ending::Done)
}

fn show(PairTable { manifest, rows, further }: &PairTable, out: &mut impl Write) -> io::Result<()> {
    for row in rows {
        writeln!(out, "{}", verdict(row))?;
        let (games, players) = (counted(manifest.games, "game"), manifest.players);
        let further = thousands(*further);
        writeln!(
            out,
            "{}, {players} players, {games} and {further} with one or both in an opening hand",
            row.strategy
        )?;
        writeln!(out, "\npercentage points of winning, against an opening hand without them:")?;
        let InteractionRow { first_name, second_name, .. } = row;
        if row.is_same_card() {
            line("two copies", row.both, out)?;
            line("one copy", row.first_alone, out)?;
        } else {
            line("both", row.both, out)?;
            let alone = |name: &str| format!("{} alone", fitted(name, NAME));
            line(&alone(first_name), row.first_alone, out)?;
            line(&alone(second_name), row.second_alone, out)?;
        }
        line("more than their sum", row.interaction, out)?;
    }
    Ok(())
}

/// The verdict in a line.
fn verdict(row: &InteractionRow) -> String {
    let InteractionRow { first_name, second_name, verdict, interaction, .. } = row;
    let pair = match row.is_same_card() {
        true => format!("two copies of {first_name}"),
        false => format!("{first_name} and {second_name}"),
    };
    if verdict == NEITHER {
        return format!("{pair}: neither synergy nor redundancy is shown");
    }
    let what = if interaction.value.0 > 0.0 { "more" } else { "less" };
    let by = points(Fraction(interaction.value.0.abs()));
    let by = by.trim_start_matches('+');
    format!("{pair}: {verdict}: one hand with both is worth {by} points {what} than their sum")
}
