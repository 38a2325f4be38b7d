//! The command line: parses arguments, calls the stages and prints the results.
//!
//! Results go to stdout, everything else to stderr.

mod args;
mod bench;
mod cache;
mod calibrate;
mod check;
mod checkup;
mod compare;
mod count;
mod deck;
mod ending;
mod failure;
mod given;
mod history;
mod impact;
mod interrupt;
mod job;
mod manual;
mod merge;
mod new;
mod output;
mod page;
mod parts;
mod pilot;
mod plan;
mod program;
mod progress;
mod report;
mod run;
mod scenario;
mod schema;
mod shard;
mod show;
mod state;
mod stderr;
mod stdout;
mod strategy;
mod suggest;
mod sweep;
mod trace;
mod tune;

use ending::Ending;
pub use program::{command, main};
