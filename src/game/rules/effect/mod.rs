//! Effects: the interpreter of the card language, with one file for each group of operations.

mod character;
mod control;
mod dice;
mod draws;
mod escape;
mod gifts;
mod losses;
mod monsters;
mod program;
mod strength;
mod targets;
