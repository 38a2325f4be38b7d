//! `Report`: the result of a scenario.

use std::fmt::{self, Display, Formatter};

use crate::deck::language::text::harmless;

/// The result of playing a scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The file.
    pub file: String,
    /// The sentence that the scenario shows.
    pub says: String,
    /// Ids of the rules that it covers.
    pub rules: Vec<String>,
    /// The statements that failed; empty if the scenario passed.
    pub failures: Vec<Failure>,
    /// Every answer and die, in order.
    pub trail: Vec<String>,
}

/// A failure of the scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// Line in the file: of the statement that failed, otherwise of the last step before the failure.
    pub line: usize,
    /// The step, from 1, if the failure belongs to one.
    pub step: Option<usize>,
    /// The expected and the actual value.
    pub message: String,
}

impl Report {
    /// Whether the scenario passed.
    pub fn passed(&self) -> bool {
        self.failures.is_empty()
    }
}

impl Display for Report {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let verdict = if self.passed() { "ok" } else { "FAILED" };
        write!(f, "{verdict}  {}: {}", harmless(&self.file), self.says)?;
        if self.passed() {
            return Ok(());
        }
        for failure in &self.failures {
            write!(f, "\n  {}{}", self.place(failure), failure.message)?;
        }
        f.write_str("\n  what happened:")?;
        self.trail.iter().try_for_each(|line| write!(f, "\n    {line}"))
    }
}

impl Report {
    fn place(&self, failure: &Failure) -> String {
        let step = failure.step.map_or(String::new(), |step| format!("step {step}: "));
        format!("{}:{}: {step}", harmless(&self.file), failure.line)
    }
}
