//! `kickdoor new` and the files that it writes.

mod command;

pub(super) use command::{Args, SAMPLE_SET, run};
