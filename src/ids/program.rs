//! The identity of the program, which everything that it stores contains.

/// The version of the program.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");
/// A hash, in hex, of the sources that decide games: programs of one identity play the same games.
// A version has many programs while it is developed.
pub(crate) const PROGRAM: &str = include_str!(concat!(env!("OUT_DIR"), "/program.txt"));
/// Digits by which people tell programs apart.
const SHORT: usize = 12;

/// A program, in words. Its identity is empty in files of programs that did not store it.
pub(crate) fn program_words(version: &str, program: &str) -> String {
    let short: String = program.chars().take(SHORT).collect();
    let short = if short.is_empty() { "unknown" } else { &short };
    format!("kickdoor {version} (program {short})")
}

/// This program, in words.
pub(crate) fn this_program() -> String {
    program_words(VERSION, PROGRAM)
}
