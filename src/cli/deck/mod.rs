//! `kickdoor deck`: lists, checks, shows and compares decks.

mod check;
mod command;
mod coverage;
mod diff;
mod list;
mod show;

pub(super) use command::{Command, run};
