//! Findings: what a check says about files, one line each.

use std::borrow::Cow;

use super::files::row::row;
use crate::deck::{DeckError, Problem};

row! {
    "findings.csv"
    /// One line of `findings.csv`: what a check says about a file.
    #[derive(Clone, Debug)]
    pub struct FindingRow {
        /// `error`, `warning` or `note`.
        pub severity: Cow<'static, str>,
        /// The file; empty if it is in no file.
        pub file: String,
        /// Line, from 1.
        pub line: Option<usize>,
        /// Column in characters, from 1.
        pub column: Option<usize>,
        /// Id of the card; empty if it is about no card.
        pub card: String,
        /// Path of the field, such as `strength[0].if.has`; empty if it is about no field.
        pub field: String,
        /// What was found and what was expected.
        pub message: String,
        /// Suggested correction; empty without one.
        pub hint: String,
    }
}

impl FindingRow {
    /// A sentence about no place.
    pub fn sentence(severity: &'static str, message: impl Into<String>) -> FindingRow {
        FindingRow {
            severity: severity.into(),
            ..FindingRow::from(&Problem { message: message.into(), ..Problem::default() })
        }
    }

    /// All errors of a file.
    pub fn errors(error: &DeckError) -> Vec<FindingRow> {
        error.problems().iter().map(FindingRow::from).collect()
    }
}

impl From<&Problem> for FindingRow {
    fn from(Problem { message, place, card, field, hint }: &Problem) -> FindingRow {
        FindingRow {
            severity: "error".into(),
            file: place.as_ref().map(|place| place.file.clone()).unwrap_or_default(),
            line: place.as_ref().map(|place| place.line),
            column: place.as_ref().map(|place| place.column),
            card: card.clone().unwrap_or_default(),
            field: field.clone().unwrap_or_default(),
            message: message.clone(),
            hint: hint.clone().unwrap_or_default(),
        }
    }
}
