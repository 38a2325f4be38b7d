//! Scenarios: a position, a script and the expected result, in one file.
//!
//! A file is read (`format`), its words are resolved with its deck (`book`, `plan`), the position is played with the
//! scripted answers and dice (`run`), and every claim is checked (`claim`). `docs/SCENARIOS.md` describes the format.

mod check;
pub mod file;
mod folder;
mod play;
mod scenario;

pub use check::cross_checks::{Contradiction, CrossCheck};
pub use file::error::ScenarioError;
pub use folder::files;
pub use play::report::{Failure, Report};
pub(crate) use scenario::schema;
pub use scenario::{Scenario, run_file};
