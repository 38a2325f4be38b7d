//! `kickdoor deck`: lists, checks, shows and compares decks.

mod command;
mod coverage;
mod diff;
mod perturb;

pub(super) use command::{Command, run};
