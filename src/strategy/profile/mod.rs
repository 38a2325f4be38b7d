//! Strategy files and the kinds of players that they name.

pub(super) mod file;
pub(super) mod registry;
pub(super) mod setting;

pub use file::*;
