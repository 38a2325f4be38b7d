//! `kickdoor compare`: decides which strategy is better.

mod args;
mod command;
mod goal;
mod restrictions;

pub(super) use args::Args;
pub(super) use command::{plan, run};
