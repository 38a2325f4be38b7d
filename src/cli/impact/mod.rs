//! `kickdoor impact`: measures what each card contributes to winning.

mod across;
mod args;
mod blank;
mod card;
mod command;
mod pair;
mod pairs;
mod show;

pub(super) use args::Args;
pub(super) use command::{plan, run};
