//! `Speaker`: parts of cards in words, for traces and differences.

use serde::Serialize;
use serde_json::{Value, json};

use super::card::with_die_faces;
use super::glue::glued;
use super::grammar::Grammar;
use super::names::Names;
use super::say::Writer;
use crate::deck::language::{Aim, Effect};

/// Says parts of cards.
#[derive(Clone, Copy)]
pub(crate) struct Speaker<'a> {
    names: &'a Names,
}

impl<'a> Speaker<'a> {
    /// With the names of a table.
    pub(crate) fn new(names: &'a Names) -> Self {
        Speaker { names }
    }

    fn says(self, block: &str, part: &impl Serialize) -> String {
        let grammar = Grammar::get();
        let mut part: Value = json!(part);
        with_die_faces(&mut part);
        let written = Writer::new(self.names, false).block(grammar.block(block), &part);
        written.map_or_else(|| part.to_string(), |written| glued(&written))
    }

    /// Effects on the affected player, whom the aim of a use tells.
    pub(crate) fn effects(self, effects: &[Effect], aim: Aim) -> String {
        self.says(if aim == Aim::You { "program.you" } else { "program.one" }, &effects)
    }
}
