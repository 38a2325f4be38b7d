//! `kickdoor check`: checks whether an edit of the cards shifted the balance.

mod args;
mod baseline;
mod command;

pub(super) use args::Args;
pub(super) use command::{plan, run};
