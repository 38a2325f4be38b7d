//! `kickdoor deck`: lists, checks, shows and compares decks.

mod command;
mod coverage;
mod diff;

pub(super) use command::{Command, run};
