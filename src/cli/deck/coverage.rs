//! `kickdoor deck coverage`: how often cards are held and played, and how often their parts take effect.

use std::io::{self, Write};
use std::num::NonZeroUsize;

use serde::Serialize;

use crate::cli::args::{BaseArg, Format, TableArgs};
use crate::cli::failure::Failure;
use crate::cli::page::{Cut, PageArgs, width};
use crate::cli::progress::Progress;
use crate::cli::setup::{Setup, set_up, threads, with_width};
use crate::cli::stderr::unless_quiet;
use crate::cli::{Ending, count, interrupt};
use crate::deck::compiled::Title;
use crate::deck::{Play, Sets, covers};
use crate::report::{Table, counted, row, thousands, write_csv};
use crate::run::{Firing, Firings, firings};

/// A card that is employed in a smaller share of the games in which it is held is listed.
const RARE: f64 = 0.05;

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
    pub(super) games: u64,

    #[command(flatten)]
    pub(super) table: TableArgs,

    /// List only the parts that never take effect.
    #[arg(long)]
    unused: bool,

    /// Change each number and remove each part of each card, one at a time, and list the changes that leave every game
    /// the same.
    #[arg(long, conflicts_with = "unused")]
    pub(super) perturb: bool,

    /// Maximum number of threads [default: one per processor].
    #[arg(short = 'j', long, value_name = "N", value_parser = count::from_one)]
    pub(super) threads: Option<NonZeroUsize>,

    /// Print only results and errors.
    #[arg(short, long)]
    pub(super) quiet: bool,

    /// Output format.
    #[arg(long, value_enum, default_value_t = Format::Table)]
    pub(super) format: Format,

    #[command(flatten)]
    pub(super) page: PageArgs,
}

impl Args {
    /// Reads the decks.
    pub(super) fn sets(&self) -> Result<Sets, Failure> {
        Ok(self.base.sets(&self.decks)?)
    }
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
        /// `held`, `employed`, `drawn`, `played`, or a part of the card's entry, such as `use[0]`.
        part: String,
        count: u64,
        /// The reason that the card states for an inert part; empty without one.
        reason: String,
    }
}

pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<Ending, Failure> {
    let sets = args.sets()?;
    with_width!(sets, measure(&sets, args, out))
}

fn measure<const W: usize>(sets: &Sets, args: &Args, out: &mut impl Write) -> Result<Ending, Failure> {
    let setup: Setup<W> = set_up(sets, &args.table, args.games)?;
    let stop = interrupt::listen(args.quiet);
    let mut progress = Progress::new(setup.plan.games(), args.quiet);
    let found = firings(setup.arm(), &setup.plan, threads(args.threads), stop, &mut |games| progress.note(games))?;
    progress.finish();
    let coverage = Coverage { setup: &setup, counted: &found, strategies: setup.names() };
    let rows: Vec<CoverageRow> = coverage.lines().iter().flat_map(|line| coverage.rows(line)).collect();
    let rows: Vec<CoverageRow> = rows.into_iter().filter(|row| !args.unused || row.is_unused()).collect();
    match args.format {
        Format::Table => args.page.print(Cut::First, out, |page| coverage.write(args, page))?,
        Format::Csv => write_csv(&rows, out)?,
        Format::Json => writeln!(out, "{:#}", serde_json::json!(rows))?,
    }
    unless_quiet!(args.quiet || !found.interrupted, "stopped after {}", counted(found.games, "game"));
    Ok(if found.interrupted { Ending::Interrupted } else { Ending::Done })
}

impl CoverageRow {
    /// Whether it is a part that never took effect.
    fn is_unused(&self) -> bool {
        self.count == 0 && self.part != "held"
    }
}

/// The counts of a run.
struct Coverage<'a, const W: usize> {
    setup: &'a Setup<W>,
    counted: &'a Firings,
    strategies: Vec<String>,
}

/// One thing that happens with a title, and how often it happened with each strategy.
struct Line<'a> {
    title: &'a Title,
    firing: Firing,
    counts: Vec<u64>,
    reason: Option<&'a str>,
}

impl Line<'_> {
    fn what(&self) -> String {
        self.firing.part().unwrap_or_else(|| {
            let word = match self.firing {
                Firing::Held => "held",
                Firing::Employed => "employed",
                Firing::Drawn => "drawn",
                _ => "played",
            };
            word.to_owned()
        })
    }

    /// Whether some strategy never made it happen.
    fn is_unused(&self) -> bool {
        self.firing != Firing::Held && self.counts.contains(&0)
    }
}

/// The part on which a whole card depends: the only use of a card that is played for it.
fn whole(title: &Title, firing: Firing) -> Option<String> {
    let spec = &title.spec;
    let played = matches!(firing, Firing::Employed | Firing::Played);
    let for_its_use = spec.uses.len() == 1 && spec.bonus.is_none() && (spec.once || spec.kind.play == Play::Special);
    (played && for_its_use).then(|| "use[0]".to_owned())
}

/// The reason that a card states for an inert part.
pub(super) fn reason_for<'t>(title: &'t Title, part: &str) -> Option<&'t str> {
    let reasons = title.spec.inert.iter();
    reasons.filter(|(inert, _)| covers(inert, part)).map(|(_, reason)| reason.as_str()).next()
}

impl<const W: usize> Coverage<'_, W> {
    /// All lines, in the order of the titles.
    fn lines(&self) -> Vec<Line<'_>> {
        let titles = self.setup.deck.titles.iter().enumerate();
        let lines = titles.flat_map(|(place, title)| {
            let line = move |&firing: &Firing| {
                let count = |strategy| self.counted.count(place, firing, strategy);
                let counts = (0..self.strategies.len()).map(count).collect();
                let part = firing.part().or_else(|| whole(title, firing));
                let reason = part.and_then(|part| reason_for(title, &part));
                Line { title, firing, counts, reason }
            };
            self.counted.kinds[place].iter().map(line)
        });
        lines.collect()
    }

    /// One row for each strategy.
    fn rows<'l>(&'l self, line: &'l Line<'l>) -> impl Iterator<Item = CoverageRow> + 'l {
        self.strategies.iter().zip(&line.counts).map(|(strategy, &count)| CoverageRow {
            set: self.setup.deck.set_of(line.title).id.clone(),
            card: line.title.id.clone(),
            name: line.title.name.clone(),
            strategy: strategy.clone(),
            part: line.what(),
            count,
            reason: line.reason.unwrap_or_default().to_owned(),
        })
    }

    fn write(&self, args: &Args, out: &mut impl Write) -> io::Result<()> {
        let lines = self.lines();
        let (players, strategies) = (args.table.players, self.strategies.join(", "));
        let sets = self.setup.deck.sets.iter().map(|set| set.id.as_str()).collect::<Vec<_>>().join(" + ");
        writeln!(out, "{sets}, {players} players ({strategies}), seed {}", args.table.seed)?;
        writeln!(out, "{}\n", counted(self.counted.games, "game"))?;
        self.write_unused(&lines, out)?;
        self.write_rare(&lines, out)?;
        if !args.unused {
            writeln!(out)?;
            self.write_counts(&lines, out)?;
        }
        Ok(())
    }

    /// The counts, one column for each strategy.
    fn write_counts(&self, lines: &[Line<'_>], out: &mut impl Write) -> io::Result<()> {
        let heads = ["card", "part"].into_iter().chain(self.strategies.iter().map(String::as_str));
        let mut table = Table::new(&heads.collect::<Vec<_>>());
        for line in lines {
            let counts = line.counts.iter().map(|count| thousands(*count));
            table.add([line.title.name.clone(), line.what()].into_iter().chain(counts).collect());
        }
        table.write(2, width(), out)
    }

    /// The parts that never took effect, without and with a reason, and reasons that are no longer true.
    fn write_unused(&self, lines: &[Line<'_>], out: &mut impl Write) -> io::Result<()> {
        let unused: Vec<&Line<'_>> = lines.iter().filter(|line| line.is_unused()).collect();
        let (explained, unexplained): (Vec<&Line<'_>>, Vec<&Line<'_>>) =
            unused.iter().partition(|line| line.reason.is_some());
        writeln!(out, "{} of {} parts never take effect", unused.len(), lines.len())?;
        self.list(&unexplained, out)?;
        if !explained.is_empty() {
            writeln!(out, "\nof these, explained")?;
            self.list(&explained, out)?;
        }
        let chosen = |line: &&Line<'_>| matches!(line.firing, Firing::Use(_)) && line.counts.iter().any(|n| *n > 0);
        let stale: Vec<&Line<'_>> =
            lines.iter().filter(chosen).filter(|line| line.reason.is_some() && !line.is_unused()).collect();
        if !stale.is_empty() {
            writeln!(out, "\nexplained as inert, but they take effect")?;
            self.list(&stale, out)?;
        }
        Ok(())
    }

    fn list(&self, lines: &[&Line<'_>], out: &mut impl Write) -> io::Result<()> {
        let mut table = Table::new(&[]);
        for line in lines {
            let never = self.strategies.iter().zip(&line.counts).filter(|(_, count)| **count == 0);
            let who: Vec<&str> = never.map(|(strategy, _)| strategy.as_str()).collect();
            let who = if self.strategies.len() > 1 { who.join(", ") } else { String::new() };
            let cells = [line.title.name.clone(), line.what(), who, line.reason.unwrap_or_default().to_owned()];
            table.add(cells.into_iter().filter(|cell| !cell.is_empty()).collect());
        }
        table.write(usize::MAX, usize::MAX, out)
    }

    /// The cards that their holders seldom employ.
    fn write_rare(&self, lines: &[Line<'_>], out: &mut impl Write) -> io::Result<()> {
        let mut table = Table::new(&[]);
        for pair in lines.windows(2).filter(|pair| pair[1].firing == Firing::Employed) {
            for (strategy, (&held, &employed)) in self.strategies.iter().zip(pair[0].counts.iter().zip(&pair[1].counts))
            {
                let share = employed as f64 / held.max(1) as f64;
                if share < RARE {
                    let of = format!("{} of {}", thousands(employed), thousands(held));
                    let percent = format!("{:.2}%", 100.0 * share);
                    table.add(vec![pair[0].title.name.clone(), strategy.clone(), percent, of]);
                }
            }
        }
        let cards = counted(table.len() as u64, "card");
        let held = if table.len() == 1 { "it is held" } else { "they are held" };
        writeln!(out, "\n{cards} employed in less than 5% of the games in which {held}")?;
        table.write(2, width(), out)
    }
}
