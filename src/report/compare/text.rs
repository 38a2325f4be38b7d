//! The report of a comparison for the terminal.

use std::io::{self, Write};

use super::contest::{CompareReport, Goal, HeadToHead, LadderRow, PairRow, SprtState};
use crate::report::files::number::{Fraction, interval_words, percent, signed, thousands};
use crate::report::files::table::Table;
use crate::report::manifest::Manifest;
use crate::run::ContestKind;
use crate::stats::{EloScale, Hypothesis, Sprt, Standing};

/// Maximum number of strategies in a matrix of 80 columns.
// The names take 22 columns and each strategy 7 more.
const WIDEST: usize = 8;

impl CompareReport {
    /// Who plays whom.
    pub(crate) fn question(&self) -> String {
        match (self.kind, self.names.split_first()) {
            (ContestKind::Duel, Some((first, others))) => format!("{first} against {}", others.join(", ")),
            (ContestKind::Field, Some((first, others))) => format!("{first} against the field {}", others.join(", ")),
            _ => format!("ladder of {} strategies", self.names.len()),
        }
    }

    /// The decks, the players and the question.
    pub(crate) fn title(&self, manifest: &Manifest) -> String {
        let Manifest { players, seed, .. } = manifest;
        format!("{}, {players} players, seed {seed}: {}", manifest.deck().words(), self.question())
    }

    /// Prints the tables and the conclusion, in at most `width` columns.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub(crate) fn write_table(&self, width: usize, out: &mut impl Write) -> io::Result<()> {
        self.conclusion().iter().try_for_each(|line| writeln!(out, "{line}"))?;
        if let Some(found) = &self.head_to_head {
            writeln!(out)?;
            self.write_scores(out)?;
            write_head_to_head(found, self.kind, out)?;
        }
        if self.kind != ContestKind::Duel {
            writeln!(out)?;
            write_ladder(&self.ladder, width, out)?;
            writeln!(out)?;
            self.write_matrix(width, out)?;
        }
        Ok(())
    }

    fn write_scores(&self, out: &mut impl Write) -> io::Result<()> {
        let block = if self.kind == ContestKind::Duel { "pair" } else { "block" };
        let wins: String = self.scores.iter().map(|row| format!(" {:>8}", row.wins.0)).collect();
        let counts: String = self.scores.iter().map(|row| format!(" {:>8}", thousands(row.blocks))).collect();
        writeln!(out, "{:<20}{wins}", format!("wins in a {block}"))?;
        writeln!(out, "{:<20}{counts}\n", format!("{block}s"))
    }

    /// The share of each strategy in the wins per seat of both, in the games in which both sat.
    fn write_matrix(&self, width: usize, out: &mut impl Write) -> io::Result<()> {
        let names: Vec<&str> = self.ladder.iter().map(|row| row.strategy.as_str()).collect();
        if names.len() > WIDEST {
            return writeln!(out, "pairs of strategies: see `pairs.csv`");
        }
        let numbers: Vec<String> = (1..=names.len()).map(|number| number.to_string()).collect();
        let heads = ["", "share of wins"].into_iter().chain(numbers.iter().map(String::as_str));
        let mut table = Table::new(&heads.collect::<Vec<_>>());
        for (number, name) in numbers.iter().zip(&names) {
            let shares = names.iter().map(|other| self.share(name, other));
            table.add([number.clone(), (*name).to_owned()].into_iter().chain(shares).collect());
        }
        table.write(2, width, out)
    }

    /// Why the intervals have not become narrow enough, and what helps.
    fn too_wide(&self, precision: f64) -> String {
        let is_ladder = self.kind == ContestKind::Ladder;
        let open = |row: &&LadderRow| is_ladder && ![Standing::Reference, Standing::Rated].contains(&row.standing);
        match self.ladder.iter().find(open) {
            None => format!("inconclusive: an interval is wider than {precision} Elo each way; play more games"),
            Some(row) => format!(
                "inconclusive: no chain of wins bounds the interval of `{}` on both sides, and more games may not help; \
                 leave it out or choose another --anchor",
                row.strategy
            ),
        }
    }

    fn share(&self, one: &str, other: &str) -> String {
        let found = |one: &str, other: &str| {
            let is = |pair: &&PairRow| pair.strategy == one && pair.opponent == other;
            self.pairs.iter().find(is).map(|pair| pair.share.0)
        };
        // Each pair is listed once.
        let share = found(one, other).or_else(|| found(other, one).map(|share| 1.0 - share));
        share.filter(|share| share.is_finite()).map_or("-".to_owned(), |share| format!("{:.1}%", 100.0 * share))
    }

    /// What follows from the results; the last line decides the exit code.
    pub(crate) fn conclusion(&self) -> Vec<String> {
        let mut lines = Vec::new();
        if self.kind == ContestKind::Ladder {
            lines.push(match &self.cycle {
                Some(cycle) => format!("cycle: {} > {}", cycle.join(" > "), cycle[0]),
                None => "no cycle: all differences beyond their intervals agree with one order".to_owned(),
            });
        }
        if let (Some(found), None) = (&self.head_to_head, &self.sprt) {
            lines.push(self.verdict(found));
        }
        if let Some(state) = &self.sprt {
            let SprtState { llr, lower, upper, accepted, .. } = state;
            if accepted.is_some() {
                // The test stops when the difference happens to look large, or small.
                lines.push("the estimates above are biased, because the test chose when to stop".to_owned());
            }
            lines
                .push(format!("log-likelihood ratio {:.2}, bounds {:.2} (H0) and {:.2} (H1)", llr.0, lower.0, upper.0));
            lines.push(self.accepted(state));
        }
        if let (Goal::Precision(precision), false) = (self.goal, self.reached) {
            lines.push(self.too_wide(precision));
        }
        lines
    }

    /// Whether the games leave the question open: the goal is not reached, or a fixed number of games shows no difference.
    pub(crate) fn is_open(&self) -> bool {
        let is_straddled = |found: &HeadToHead| found.share_low.0 <= found.fair.0 && found.share_high.0 >= found.fair.0;
        !self.reached || (self.sprt.is_none() && self.head_to_head.as_ref().is_some_and(is_straddled))
    }

    fn verdict(&self, found: &HeadToHead) -> String {
        let first = &self.names[0];
        let others = match self.kind {
            ContestKind::Duel => self.names[1].as_str(),
            ContestKind::Field | ContestKind::Ladder => "the field",
        };
        match (found.share_low.0 > found.fair.0, found.share_high.0 < found.fair.0) {
            (true, _) => format!("{first} is better than {others}: the interval is above 0 Elo"),
            (_, true) => format!("{first} is worse than {others}: the interval is below 0 Elo"),
            _ => format!("no difference between {first} and {others} found: the interval includes 0 Elo"),
        }
    }

    fn accepted(&self, SprtState { test, accepted, .. }: &SprtState) -> String {
        let (first, Sprt { elo0, elo1, scale, .. }) = (&self.names[0], test);
        let unit = if *scale == EloScale::Normalized { "normalized Elo" } else { "Elo" };
        match accepted {
            Some(Hypothesis::H0) => {
                format!("H0 accepted: the difference of {first} is {elo0} {unit} rather than {elo1}")
            }
            Some(Hypothesis::H1) => {
                format!("H1 accepted: the difference of {first} is {elo1} {unit} rather than {elo0}")
            }
            None => "inconclusive: neither H0 nor H1 accepted; play more games".to_owned(),
        }
    }
}

fn write_head_to_head(found: &HeadToHead, kind: ContestKind, out: &mut impl Write) -> io::Result<()> {
    let mark = if found.too_few_events { " *" } else { "" };
    let mut line = |name: &str, value: String, low: String, high: String| {
        writeln!(out, "{name:<28} {value:>10}  {low} to {high}{mark}")
    };
    let share = if kind == ContestKind::Duel { "win share" } else { "win rate in its seat" };
    line(share, percent(found.share), percent(found.share_low), percent(found.share_high))?;
    line("Elo", elo(found.elo), elo(found.elo_low), elo(found.elo_high))?;
    line("normalized Elo", elo(found.normalized), elo(found.normalized_low), elo(found.normalized_high))?;
    writeln!(out, "{:<28} {:>10}", "likelihood of superiority", percent(found.superiority))?;
    if found.too_few_events {
        writeln!(out, "* too few games won or lost: the interval is unreliable")?;
    }
    Ok(())
}

fn write_ladder(rows: &[LadderRow], width: usize, out: &mut impl Write) -> io::Result<()> {
    let mut table = Table::new(&["strategy", "games", "win rate", "Elo", "95% interval", "lead"]);
    for row in rows {
        let (low, high) = (row.elo_low, row.elo_high);
        let unknown = match row.standing {
            standing @ (Standing::Reference | Standing::Unknown) => standing.word(),
            _ => "-",
        };
        let interval = interval_words(low, high, elo).unwrap_or_else(|| unknown.to_owned());
        let reach = (row.lead_high.0 - row.lead_low.0) / 2.0;
        let lead = if reach.is_finite() { format!("{} +-{reach:.1}", elo(row.lead)) } else { "-".to_owned() };
        let (games, rate) = (thousands(row.elo_n), percent(row.win_rate));
        table.add(vec![row.strategy.clone(), games, rate, elo(row.elo), interval, lead]);
    }
    table.write(1, width, out)?;
    if let Some(row) = rows.iter().find(|row| row.standing == Standing::Reference) {
        writeln!(out, "Elo: relative to {}", row.strategy)?;
    }
    writeln!(out, "lead: Elo ahead of the next strategy, with the half-width of its 95% interval")
}

/// Elo points with their sign; a dash if unknown or infinite.
fn elo(points: Fraction) -> String {
    signed(points.0, 1)
}
