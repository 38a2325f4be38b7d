//! The decks inside the program: every file of `decks/`, found at build time.

/// Name and text of each shipped deck, by name.
pub(super) const DECKS: &[(&str, &str)] = &include!(concat!(env!("OUT_DIR"), "/decks.rs"));
