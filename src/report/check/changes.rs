//! The report of a balance check: the changes and their verdicts.

use std::io::{self, Write};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::edits::EditRow;
use super::moved::MovedRow;
use super::targets::TargetRow;
use super::{moved, targets};
use crate::deck::Deck;
use crate::report::files::column::fitted;
use crate::report::files::markdown;
use crate::report::files::markdown::code;
use crate::report::files::number::{Fraction, counted, points, signed, thousands};
use crate::report::files::row::row;
use crate::report::files::rows::{Printed, Rows};
use crate::report::texts::CardText;
use crate::run::Further;
use crate::stats::{Difference, MIN_DIFFERENT, Verdict};

/// Number of games from which on a check knows which number of them would decide.
const FEW: u64 = 8_000;
/// What helps if a baseline has too few games.
const LARGER: &str = "create a baseline of more games (--save, --games)";
/// Columns of the name of a metric.
const NAME: usize = 54;
/// Maximum number of cards named in a line.
const NAMED: usize = 3;

row! {
    "metrics.csv"
/// One metric of a check.
#[derive(Clone, Debug)]
pub struct CheckRow {
    /// The id of the metric.
    pub metric: String,
    /// Its name in words.
    pub name: String,
    /// Its value before the edit.
    pub before: Fraction,
    /// Its value after the edit.
    pub after: Fraction,
    /// After minus before.
    pub change: Fraction,
    /// Lower end of its 95% interval.
    pub low: Fraction,
    /// Upper end of its 95% interval.
    pub high: Fraction,
    /// Largest negligible change.
    pub margin: Fraction,
    /// Blocks of games that were compared.
    pub n: u64,
    /// Number of independent games that give the same precision, per game played; unknown if nothing changed.
    pub gain: Fraction,
    /// Whether it is a share of wins, shown in percentage points.
    pub points: bool,
    /// P-value of two one-sided tests (TOST) of the hypothesis that the change is the margin or more, either way;
    /// unknown if the games are looked at more than once, or if too few of them differ.
    pub equivalence_p: Fraction,
    /// Games that would decide it, if it is inconclusive and their number is not out of reach.
    pub needed_games: Option<u64>,
    /// The verdict.
    pub verdict: Verdict,
}
}

impl CheckRow {
    /// A metric with its verdict, without a p-value of equivalence.
    pub(crate) fn new(
        (metric, name): (String, String),
        difference: &Difference,
        margin: f64,
        points: bool,
        verdict: Verdict,
    ) -> CheckRow {
        let Difference { before, after, change, .. } = *difference;
        CheckRow {
            metric,
            name,
            before: Fraction(before),
            after: Fraction(after),
            change: Fraction(change.value),
            low: Fraction(change.low),
            high: Fraction(change.high),
            margin: Fraction(margin),
            n: change.n,
            gain: Fraction(difference.gain()),
            points,
            equivalence_p: Fraction(f64::NAN),
            needed_games: None,
            verdict,
        }
    }

    /// A metric that decides only because it has left its target.
    pub(crate) fn of_left(target: &TargetRow) -> CheckRow {
        let unknown = Fraction(f64::NAN);
        CheckRow {
            metric: target.metric.clone(),
            name: target.name.clone(),
            before: target.before,
            after: target.after,
            change: Fraction(target.after.0 - target.before.0),
            low: unknown,
            high: unknown,
            margin: unknown,
            n: 0,
            gain: unknown,
            points: target.points,
            equivalence_p: unknown,
            needed_games: None,
            verdict: Verdict::Missed,
        }
    }

    /// The change in one sentence.
    pub(crate) fn sentence(&self) -> String {
        let [before, after, change, interval, margin, _] = self.figures();
        let verdict = verdict_word(self.verdict);
        format!("{}: {before} -> {after}, a change of {change} ({interval}; margin {margin}): {verdict}", self.name)
    }

    /// Before, after, change, interval, margin and gain, in words.
    pub(in crate::report) fn figures(&self) -> [String; 6] {
        let text = |number: Fraction, sign: bool| match sign {
            _ if !number.0.is_finite() => "-".to_owned(),
            _ if self.points && (sign || targets::signed(&self.metric)) => points(number),
            _ if self.points => format!("{:.2}%", 100.0 * number.0),
            true => signed(number.0, 3),
            false => format!("{:.3}", number.0),
        };
        let unit = if self.points { " pp" } else { "" };
        [
            text(self.before, false),
            text(self.after, false),
            text(self.change, true) + unit,
            format!("{} to {}{unit}", text(self.low, true), text(self.high, true)),
            text(self.margin, true).trim_start_matches('+').to_owned() + unit,
            if self.gain.0.is_finite() { format!("{:.1}x", self.gain.0) } else { "-".to_owned() },
        ]
    }
}

/// A game whose winner the edit changed.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Witness {
    /// Its number.
    pub game: u64,
    /// The commands that trace it with each deck.
    pub commands: Vec<String>,
    /// How it ends with each deck, in words.
    pub sentence: String,
    /// The first lines of both traces, side by side from their first difference.
    pub lines: Vec<String>,
}

/// Additional games in which edited cards are in an opening hand.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct FurtherRow {
    /// Names of the cards.
    pub cards: Vec<String>,
    /// Games played with both decks.
    pub games: u64,
    /// Blocks dealt to find them.
    pub blocks: u64,
}

impl FurtherRow {
    /// `None` if no further games were played.
    pub(crate) fn of(deck: &Deck, further: &Further) -> Option<FurtherRow> {
        let cards: Vec<String> = further.titles.iter().map(|pair| deck.titles[pair.0].name.clone()).collect();
        let games = further.pairs.games;
        (!cards.is_empty()).then_some(FurtherRow { cards, games, blocks: further.dealt })
    }
}

/// The result of a check.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CheckReport {
    /// The compared decks and the settings.
    pub title: String,
    /// Games played with both decks.
    pub games: u64,
    /// Number of games at each look; the intervals and p-values hold at all looks together.
    pub looks: Vec<u64>,
    /// Maximum number of games, if their number follows from what they show.
    pub max_games: Option<u64>,
    /// Games that are identical in every choice.
    pub identical: u64,
    /// Games that had to be played with the deck after the edit.
    pub replayed: u64,
    /// Further games, in which the edited cards were dealt in the opening.
    pub further: Option<FurtherRow>,
    /// Whether the games of the deck before the edit come from a baseline.
    pub stored: bool,
    /// The first game with another winner.
    pub witness: Option<Witness>,
    /// The edits that can change games.
    #[serde(default)]
    pub edits: Vec<EditRow>,
    /// The metrics.
    pub metrics: Vec<CheckRow>,
    /// The targets, if there are any.
    #[serde(default)]
    pub targets: Vec<TargetRow>,
    /// All cards of both decks, sorted by the size of their change, for screening; see `MovedRow`.
    pub moved: Vec<MovedRow>,
    /// The texts of all cards after the edit, in the order of the deck, and then those of removed cards.
    pub texts: Vec<CardText>,
    /// The worst verdict of all.
    pub verdict: Verdict,
}

impl CheckReport {
    /// The verdict that decides: `Missed` and `Shift` before `Inconclusive`, that before all others.
    pub(crate) fn worst(metrics: &[CheckRow]) -> Verdict {
        let rank = |verdict: Verdict| match verdict {
            Verdict::Equivalent => 0,
            Verdict::Minor => 1,
            Verdict::Improved => 2,
            Verdict::Inconclusive => 3,
            Verdict::Shift => 4,
            Verdict::Missed => 5,
        };
        metrics.iter().map(|row| row.verdict).max_by_key(|verdict| rank(*verdict)).unwrap_or(Verdict::Equivalent)
    }

    /// A sentence that explains the verdict. `seconds` is the duration of the games, if the reader has this machine.
    pub(in crate::report) fn conclusion(&self, seconds: Option<f64>) -> String {
        let different = self.games - self.identical;
        let text = match self.verdict {
            Verdict::Equivalent => "equivalent: no significant change, and none beyond its margin",
            Verdict::Minor => "minor: a significant change, and none beyond its margin",
            Verdict::Shift => "shift: a change beyond its margin",
            Verdict::Improved => "improved: a change towards its target, and no other beyond its margin",
            Verdict::Missed => "missed: a metric left its target",
            // With no different game the change is exactly 0 and needs no spread.
            Verdict::Inconclusive if (1..MIN_DIFFERENT).contains(&different) => {
                let games = if different == 1 { "game differs" } else { "games differ" };
                return format!(
                    "inconclusive: {different} {games}, and a verdict needs {MIN_DIFFERENT}; {}",
                    self.more_games(seconds)
                );
            }
            Verdict::Inconclusive => {
                return format!("inconclusive: an interval includes its margin; {}", self.more_games(seconds));
            }
        };
        text.to_owned()
    }

    /// The metrics that have no verdict, and how many games would decide them.
    fn more_games(&self, seconds: Option<f64>) -> String {
        let open: Vec<&CheckRow> = self.metrics.iter().filter(|row| row.verdict == Verdict::Inconclusive).collect();
        let named = match &open[..] {
            [one] => one.name.clone(),
            several => format!("{} metrics", several.len()),
        };
        let Some(games) = open.iter().map(|row| row.needed_games).collect::<Option<Vec<_>>>() else {
            if self.stored {
                return format!("{named}; {LARGER}");
            }
            // So few games do not show how close to the margin a change is.
            if self.games < FEW {
                return format!("{named}; play more games (--games)");
            }
            return format!(
                "{named}: close to the margin, so no practical number of games would decide; choose another --margin"
            );
        };
        let games = games.into_iter().max().unwrap_or(0);
        let how = if self.stored { LARGER.to_owned() } else { format!("--games {games}") };
        let time = seconds.map(|seconds| seconds * games as f64 / self.games as f64);
        let time = time.map(|seconds| format!(", {} s,", thousands(seconds.ceil() as u64))).unwrap_or_default();
        format!("{named}: about {} of games{time} would decide; {how}", counted(games, "pair"))
    }

    /// A sentence about the looks at the games, if their number was not fixed.
    pub(in crate::report) fn seen(&self) -> Option<String> {
        let most = counted(self.max_games?, "pair");
        let looks: Vec<String> = self.looks.iter().map(|games| thousands(*games)).collect();
        Some(match &looks[..] {
            [] => return None,
            [one] => format!("planned: one look at {one} of at most {most} of games"),
            several => format!(
                "planned: looks at {} of at most {most} of games; 95% intervals hold at all looks together",
                several.join(", ")
            ),
        })
    }

    /// A sentence about the further games, with the names of cards in this form.
    pub(in crate::report) fn dealt_on(&self, form: fn(&str) -> String) -> Option<String> {
        let FurtherRow { cards, games, blocks } = self.further.as_ref()?;
        let (games, deals) = (counted(*games, "more pair"), counted(*blocks, "deal"));
        let cards = if cards.len() > NAMED {
            "an edited card".to_owned()
        } else {
            cards.iter().map(|name| form(name)).collect::<Vec<_>>().join(" or ")
        };
        Some(format!("{games}, those of {deals} with {cards} in an opening hand"))
    }

    pub(in crate::report) fn sameness(&self) -> String {
        let share = 100.0 * self.identical as f64 / self.games.max(1) as f64;
        format!("{} of {} identical ({share:.2}%)", thousands(self.identical), counted(self.games, "game"))
    }

    /// Prints a table, with the duration of the games.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(crate) fn write_table(&self, seconds: f64, width: usize, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "{} in {seconds:.1} s", self.title)?;
        let twice = format!("{} played twice", thousands(self.replayed));
        writeln!(out, "{}, {}", self.sameness(), if self.stored { "compared with stored ones" } else { &twice })?;
        self.seen().iter().chain(&self.dealt_on(str::to_owned)).try_for_each(|line| writeln!(out, "{line}"))?;
        writeln!(out, "{}\n", self.conclusion(Some(seconds)))?;
        let mut line = |metric: &str, [a, b, c, d, e, f]: [&str; 6], verdict: &str| {
            writeln!(out, "{:<NAME$} {verdict}", fitted(metric, NAME))?;
            writeln!(out, "  {a:>8} {b:>8} {c:>10} {d:>21} {e:>8} {f:>7}")
        };
        let head = ["before", "after", "change", "95% interval", "margin", "paired"];
        line("metric (pp: percentage points)", head, "verdict")?;
        for row in &self.metrics {
            let figures = row.figures();
            line(&row.name, figures.each_ref().map(String::as_str), verdict_word(row.verdict))?;
        }
        targets::write_table(&self.targets, width, out)?;
        writeln!(out)?;
        moved::write_table(&self.moved, width, out)?;
        if let Some(witness) = &self.witness {
            writeln!(out, "\ngame {} has a different winner:", witness.game)?;
            witness.commands.iter().try_for_each(|command| writeln!(out, "  {command}"))?;
        }
        Ok(())
    }
}

impl Printed for CheckReport {
    fn tables(&self) -> Vec<Rows> {
        vec![Rows::of(&self.metrics), Rows::of(&self.moved), Rows::of(&self.targets), Rows::of(&self.edits)]
    }

    fn own_markdown(&self) -> Option<String> {
        let mut text = Vec::new();
        let written = self.write_comment(&mut text);
        debug_assert!(written.is_ok(), "writing to memory cannot fail");
        Some(String::from_utf8_lossy(&text).into_owned())
    }
}

impl CheckReport {
    /// Writes Markdown for a pull request.
    ///
    /// # Errors
    /// If it cannot be written.
    fn write_comment(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "### Balance check: {}\n", verdict_word(self.verdict))?;
        let looks: String = self.seen().iter().chain(&self.dealt_on(code)).map(|line| format!("; {line}")).collect();
        writeln!(out, "{}; {}{looks}.\n", code(&self.title), self.sameness())?;
        if let Some(why) = self.why() {
            writeln!(out, "{}\n", code(&why))?;
        }
        if self.edits.len() > 1 {
            writeln!(out, "<details><summary>{}</summary>\n", counted(self.edits.len() as u64, "edit"))?;
            for edit in &self.edits {
                writeln!(out, "- {}: {}", code(&edit.name), code(&edit.words))?;
            }
            writeln!(out, "\n</details>\n")?;
        }
        writeln!(out, "| metric | before | after | change | 95% interval | margin | paired | verdict |")?;
        writeln!(out, "|---|--:|--:|--:|--:|--:|--:|---|")?;
        for row in &self.metrics {
            let (figures, verdict) = (row.figures().join(" | "), verdict_word(row.verdict));
            writeln!(out, "| {} | {figures} | {verdict} |", markdown::cell(&row.name))?;
        }
        targets::write_markdown(&self.targets, out)?;
        if let Some(witness) = &self.witness {
            let commands: Vec<String> = witness.commands.iter().map(|command| code(command)).collect();
            writeln!(out, "\nGame {} has a different winner: {}.", witness.game, commands.join(", "))?;
        }
        writeln!(out, "\n{}.", self.conclusion(None))?;
        moved::write_markdown(&self.moved, out)
    }
}

/// The word of a verdict.
pub(in crate::report) fn verdict_word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Equivalent => "equivalent",
        Verdict::Minor => "minor",
        Verdict::Shift => "SHIFT",
        Verdict::Inconclusive => "inconclusive",
        Verdict::Improved => "improved",
        Verdict::Missed => "MISSED",
    }
}
