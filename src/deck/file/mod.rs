//! Deck files: reads, locates and merges them, and explains their errors.

pub(super) mod cells;
pub(super) mod embedded;
pub mod error;
pub(super) mod faults;
pub(super) mod forms;
pub(super) mod input;
pub(crate) mod locate;
pub(crate) mod nearest;
pub(super) mod overrides;
pub(super) mod plain;
pub(super) mod revision;
pub mod sets;
pub(super) mod source;
pub(super) mod texts;
