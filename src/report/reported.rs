//! `Reported`: a report with the manifest of its games, as commands print it and folders store it.

use std::io;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::files::folder::Folder;
use super::files::rows::{Printed, Rows};
use super::manifest::{Manifest, Repeatable, repeatable};

/// The file of a report with what `--format json` prints.
pub const RESULT: &str = "result.json";

/// A report, with the inputs of its games.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Reported<R> {
    /// The inputs of the games, without what differs between equal runs.
    pub manifest: Repeatable,
    /// The estimates.
    pub report: R,
}

impl<R: Printed> Printed for Reported<R> {
    fn tables(&self) -> Vec<Rows> {
        self.report.tables()
    }

    fn own_markdown(&self) -> Option<String> {
        self.report.own_markdown()
    }
}

impl<R> Reported<R> {
    /// A report, with the inputs of its games.
    pub(crate) fn new(manifest: &Manifest, report: R) -> Self {
        Reported { manifest: repeatable(manifest), report }
    }
}

impl Folder {
    /// Adds the manifest, and the result as `--format json` prints it.
    ///
    /// # Errors
    /// If one of them has no form in JSON.
    pub(crate) fn add_result(&mut self, manifest: &Manifest, report: &impl Printed) -> io::Result<()> {
        let mut bytes = Vec::new();
        Reported::new(manifest, report).write_json(&mut bytes)?;
        self.add(RESULT, bytes);
        self.add_manifest(manifest)
    }
}
