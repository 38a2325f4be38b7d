//! Plays scenarios.

pub(super) mod finish;
pub(super) mod log;
pub(super) mod replay;
pub(super) mod report;
pub(super) mod run;
