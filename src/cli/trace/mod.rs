//! `kickdoor trace`: prints one game in words or as JSON.

mod advice;
mod args;
mod command;

pub(super) use args::Args;
pub(super) use command::run;
