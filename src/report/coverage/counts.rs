//! How often cards are held and played, and how often their parts take effect.

use std::io::{self, Write};

use serde::{Deserialize, Serialize};

use crate::deck::compiled::Title;
use crate::deck::{Deck, Play, covers};
use crate::report::files::number::{counted, thousands};
use crate::report::files::row::row;
use crate::report::files::table::Table;
use crate::report::manifest::Manifest;
use crate::run::{Firing, FiringCount, Firings};

/// A card that is employed in a smaller share of the games in which it is held is listed.
const RARE: f64 = 0.05;

row! {
    "coverage.csv"
    /// How often one thing happened with a card in the hands of a strategy.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct CoverageRow {
        /// Id of the set.
        pub set: String,
        /// Id of the card.
        pub card: String,
        /// Name of the card.
        pub name: String,
        /// Name of the strategy.
        pub strategy: String,
        /// `held`, `employed`, `drawn`, `played`, or a part of the card's entry, such as `use[0]`.
        pub part: String,
        /// How often it happened.
        pub count: u64,
        /// The reason that the card states for an inert part; empty without one.
        pub reason: String,
    }
}

impl CoverageRow {
    /// Whether it is a part that never took effect.
    pub fn is_unused(&self) -> bool {
        self.count == 0 && self.part != "held"
    }
}

/// The counts of all cards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CoverageReport {
    /// Names of the strategies.
    pub strategies: Vec<String>,
    /// For everything that can happen with a card, a row for each strategy.
    pub rows: Vec<CoverageRow>,
}

/// The reason that a card states for an inert part.
pub(crate) fn reason_for<'t>(title: &'t Title, part: &str) -> Option<&'t str> {
    let reasons = title.spec.inert.iter();
    reasons.filter(|(inert, _)| covers(inert, part)).map(|(_, reason)| reason.as_str()).next()
}

/// The part on which a whole card depends: the only use of a card that is played for it.
fn whole(title: &Title, firing: Firing) -> Option<String> {
    let spec = &title.spec;
    let played = matches!(firing, Firing::Employed | Firing::Played);
    // Without a bonus, a card that leaves play when it is used has no other reason to be played.
    let for_its_use = spec.uses.len() == 1 && spec.bonus.is_none() && (spec.once || spec.kind.play == Play::Special);
    (played && for_its_use).then(|| "use[0]".to_owned())
}

/// The rows of one thing that happens with a card, one for each strategy.
#[derive(Clone, Copy)]
struct Line<'r>(&'r [CoverageRow]);

impl<'r> Line<'r> {
    fn name(self) -> &'r str {
        &self.0[0].name
    }

    fn part(self) -> &'r str {
        &self.0[0].part
    }

    fn reason(self) -> &'r str {
        &self.0[0].reason
    }

    /// Whether some strategy never made it happen.
    fn is_unused(self) -> bool {
        self.0.iter().any(CoverageRow::is_unused)
    }

    /// Whether the reason of a use is no longer true.
    fn is_stale(self) -> bool {
        let used = self.part().starts_with("use[") && !self.is_unused();
        used && !self.reason().is_empty() && self.0.iter().any(|row| row.count > 0)
    }
}

impl CoverageReport {
    pub(crate) fn new(deck: &Deck, strategies: Vec<String>, found: &Firings) -> CoverageReport {
        let row = |title: &Title, firing: Firing, (strategy, count): (&String, &u64)| {
            let part = firing.part().or_else(|| whole(title, firing));
            CoverageRow {
                set: deck.set_of(title).id.clone(),
                card: title.id.clone(),
                name: title.name.clone(),
                strategy: strategy.clone(),
                part: firing.word(),
                count: *count,
                reason: part.and_then(|part| reason_for(title, &part)).unwrap_or_default().to_owned(),
            }
        };
        let mut rows = Vec::new();
        for (title, found) in deck.titles.iter().zip(&found.titles) {
            for FiringCount { firing, counts } in found {
                rows.extend(strategies.iter().zip(counts).map(|count| row(title, *firing, count)));
            }
        }
        CoverageReport { strategies, rows }
    }

    fn lines(&self) -> impl Iterator<Item = Line<'_>> + Clone {
        self.rows.chunks(self.strategies.len().max(1)).map(Line)
    }

    /// Prints the parts that never took effect, the cards that are seldom employed, and unless only `unused` parts are
    /// wanted, all counts.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub fn write_table(&self, manifest: &Manifest, unused: bool, width: usize, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "{}", head(manifest, &self.strategies))?;
        writeln!(out, "{}\n", counted(manifest.games, "game"))?;
        self.write_unused(out)?;
        self.write_rare(width, out)?;
        if !unused {
            writeln!(out)?;
            self.write_counts(width, out)?;
        }
        Ok(())
    }

    /// The counts, one column for each strategy.
    fn write_counts(&self, width: usize, out: &mut impl Write) -> io::Result<()> {
        let heads = ["card", "part"].into_iter().chain(self.strategies.iter().map(String::as_str));
        let mut table = Table::new(&heads.collect::<Vec<_>>());
        for line in self.lines() {
            let counts = line.0.iter().map(|row| thousands(row.count));
            table.add([line.name(), line.part()].map(str::to_owned).into_iter().chain(counts).collect());
        }
        table.write(2, width, out)
    }

    /// The parts that never took effect, without and with a reason, and reasons that are no longer true.
    fn write_unused(&self, out: &mut impl Write) -> io::Result<()> {
        let unused = self.lines().filter(|line| line.is_unused());
        let (count, all) = (unused.clone().count(), self.lines().count());
        writeln!(out, "{count} of {all} parts never take effect")?;
        let (explained, unexplained): (Vec<Line<'_>>, Vec<Line<'_>>) =
            unused.partition(|line| !line.reason().is_empty());
        self.list(&unexplained, out)?;
        let stale: Vec<Line<'_>> = self.lines().filter(|line| line.is_stale()).collect();
        for (lines, head) in [(explained, "of these, explained"), (stale, "explained as inert, but they take effect")] {
            if !lines.is_empty() {
                writeln!(out, "\n{head}")?;
                self.list(&lines, out)?;
            }
        }
        Ok(())
    }

    fn list(&self, lines: &[Line<'_>], out: &mut impl Write) -> io::Result<()> {
        let mut table = Table::new(&[]);
        for line in lines {
            // With one strategy, its name would say nothing.
            let never = line.0.iter().filter(|row| row.count == 0 && self.strategies.len() > 1);
            let who: Vec<&str> = never.map(|row| row.strategy.as_str()).collect();
            let cells = [line.name(), line.part(), &who.join(", "), line.reason()];
            table.add(cells.into_iter().filter(|cell| !cell.is_empty()).map(str::to_owned).collect());
        }
        table.write(usize::MAX, usize::MAX, out)
    }

    /// The cards that their holders seldom employ.
    fn write_rare(&self, width: usize, out: &mut impl Write) -> io::Result<()> {
        let mut table = Table::new(&[]);
        // The games in which a card was employed follow those in which it was held.
        for (held, employed) in self.lines().zip(self.lines().skip(1)).filter(|(_, next)| next.part() == "employed") {
            for (held, employed) in held.0.iter().zip(employed.0) {
                let share = employed.count as f64 / held.count.max(1) as f64;
                if share < RARE {
                    let of = format!("{} of {}", thousands(employed.count), thousands(held.count));
                    let percent = format!("{:.2}%", 100.0 * share);
                    table.add(vec![held.name.clone(), held.strategy.clone(), percent, of]);
                }
            }
        }
        let cards = counted(table.len() as u64, "card");
        let held = if table.len() == 1 { "it is held" } else { "they are held" };
        writeln!(out, "\n{cards} employed in less than 5% of the games in which {held}")?;
        table.write(2, width, out)
    }
}

/// The inputs of the games in a line.
pub(super) fn head(manifest: &Manifest, strategies: &[String]) -> String {
    let Manifest { players, seed, .. } = manifest;
    format!("{}, {players} players ({}), seed {seed}", manifest.deck().name(), strategies.join(", "))
}
