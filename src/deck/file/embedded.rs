//! The decks in the program: all files of `decks/`, embedded at build time.

/// Name and text of each shipped deck, sorted by name.
pub(in crate::deck) const DECKS: &[(&str, &str)] = &include!(concat!(env!("OUT_DIR"), "/decks.rs"));
