//! `kickdoor deck`: lists, checks, shows and compares decks.

mod check;
mod command;
mod coverage;
mod diff;
mod export;
mod fmt;
mod import;
mod list;
mod phrases;
mod show;

pub(super) use check::DeckCheck;
pub(super) use command::{Command, run};
pub(super) use diff::Differences;
pub(super) use import::ImportResult;
pub(super) use list::DeckRow;
pub(super) use phrases::PhraseRow;
pub(super) use show::{ExplainedRow, TextRow};
