//! `kickdoor deck coverage`: how often cards are drawn and played, and how often their effects take place.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;

use serde::Serialize;

use super::word;

use crate::cli::args::{BaseArg, Format, TableArgs};
use crate::cli::failure::Failure;
use crate::cli::setup::{Setup, threads, with_width};
use crate::cli::{Ending, count};
use crate::deck::Sets;
use crate::deck::language::{CardSpec, Happening};
use crate::report::{row, thousands, write_csv};
use crate::run::{Firing, Firings, firings};

/// Arguments of `deck coverage`.
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Args {
    /// Decks, by name or path. The rules of the first one, the base, apply.
    #[arg(value_name = "DECK", required = true)]
    decks: Vec<String>,

    #[command(flatten)]
    base: BaseArg,

    /// Number of games.
    #[arg(short = 'n', long, value_name = "N", default_value_t = 10_000, value_parser = count::count)]
    games: u64,

    #[command(flatten)]
    table: TableArgs,

    /// Maximum number of threads [default: one per processor].
    #[arg(short = 'j', long, value_name = "N", value_parser = count::from_one)]
    threads: Option<NonZeroUsize>,

    /// Output format.
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

row! {
    "coverage.csv"
    /// How often one thing happened with a card in the hands of a strategy.
    #[derive(Clone, Debug, Serialize)]
    struct CoverageRow {
        set: String,
        card: String,
        name: String,
        strategy: String,
        /// `drawn`, `played`, `use`, `on` with an event, `bad stuff` or `curse`, numbered from 1 if there are several.
        what: String,
        count: u64,
    }
}

pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<Ending, Failure> {
    let sets = args.base.sets(&args.decks)?;
    let (games, rows) = with_width!(sets, counted(&sets, args))?;
    match args.format {
        Format::Table => table(games, &rows, out)?,
        Format::Csv => write_csv(&rows, out)?,
        Format::Json => writeln!(out, "{:#}", serde_json::json!(rows))?,
    }
    Ok(Ending::Done)
}

fn counted<const W: usize>(sets: &Sets, args: &Args) -> Result<(u64, Vec<CoverageRow>), Failure> {
    let setup: Setup<W> = Setup::new(sets, &args.table, args.games)?;
    let counted = firings(setup.arm(), &setup.plan, threads(args.threads), &AtomicBool::new(false), &mut |_| {})?;
    let mut rows = Vec::new();
    for (place, title) in setup.deck.titles.iter().enumerate() {
        for &kind in &counted.kinds[place] {
            for (strategy, name) in setup.names().into_iter().enumerate() {
                rows.push(CoverageRow {
                    set: setup.deck.set_of(title).id.clone(),
                    card: title.id.clone(),
                    name: title.name.clone(),
                    strategy: name,
                    what: what(&title.spec, kind),
                    count: Firings::count(&counted, place, kind, strategy),
                });
            }
        }
    }
    Ok((counted.games, rows))
}

/// A firing in the words of deck files.
fn what(spec: &CardSpec, firing: Firing) -> String {
    match firing {
        Firing::Drawn => "drawn".to_owned(),
        Firing::Played => "played".to_owned(),
        Firing::Use(_) if spec.uses.len() == 1 => "use".to_owned(),
        Firing::Use(n) => format!("use {}", n + 1),
        Firing::Trigger(n) => trigger(spec, usize::from(n)),
        Firing::BadStuff => "bad stuff".to_owned(),
        Firing::Curse => "curse".to_owned(),
    }
}

fn trigger(spec: &CardSpec, n: usize) -> String {
    let when = spec.triggers.get(n).map_or(Happening::Meet, |trigger| trigger.when);
    let same = spec.triggers.iter().filter(|trigger| trigger.when == when).count();
    let nth = spec.triggers[..=n].iter().filter(|trigger| trigger.when == when).count();
    if same == 1 { format!("on {}", word(&when)) } else { format!("on {} {nth}", word(&when)) }
}

fn table(games: u64, rows: &[CoverageRow], out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{} games", thousands(games))?;
    writeln!(out, "\n{:<40} {:<12} {:<16} {:>12}", "card", "strategy", "what", "count")?;
    for row in rows {
        let CoverageRow { name, strategy, what, count, .. } = row;
        writeln!(out, "{name:<40} {strategy:<12} {what:<16} {:>12}", thousands(*count))?;
    }
    let never: Vec<&CoverageRow> = rows.iter().filter(|row| row.count == 0).collect();
    writeln!(out, "\n{} of {} never happened", never.len(), rows.len())?;
    never.iter().try_for_each(|row| writeln!(out, "  {} ({}): {}", row.name, row.strategy, row.what))
}
