//! `Reported`: a report with the manifest of its games, as commands print it.

use schemars::JsonSchema;
use serde::Serialize;

use super::files::rows::{Printed, Rows};
use super::manifest::{Manifest, Repeatable, repeatable};

/// A report, with the inputs of its games.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Reported<'a, R> {
    /// The inputs of the games, without what differs between equal runs.
    pub manifest: Repeatable,
    /// The estimates.
    pub report: &'a R,
}

impl<R: Printed> Printed for Reported<'_, R> {
    fn tables(&self) -> Vec<Rows> {
        self.report.tables()
    }
}

impl<'a, R> Reported<'a, R> {
    /// A report, with the inputs of its games.
    pub(crate) fn new(manifest: &Manifest, report: &'a R) -> Self {
        Reported { manifest: repeatable(manifest), report }
    }
}
