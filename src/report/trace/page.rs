//! The page of a game in words: one sentence per line, with indentation.

use std::io::{self, Write};

use crate::deck::DeckSide;
use crate::game::{DrawWhy, RollWhy};
use crate::ids::{CardId, Seat};

/// The topic of a sentence; further parts of the same topic join it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Topic {
    /// Cards drawn, by a card's effect or not.
    Draw(Seat, DrawWhy, DeckSide, Option<CardId>),
    /// The Levels of the other players.
    Standings,
    /// Dice for an order of players.
    Order(RollWhy),
    /// Cards put into play and turned.
    Plays(Seat),
    /// Cards lost or discarded, by a card's effect or not.
    Loss(Seat, Option<CardId>),
    /// Answers to an offer of help.
    Replies,
    /// Rolls to run away.
    Flight(Seat),
    /// The cards that a dead player leaves.
    Body,
    /// The cards that looters take.
    Looting,
    /// The cards that no player takes.
    Rest,
    /// The Treasures that fighters take.
    Sharing,
    /// Items sold.
    Sale,
    /// Items traded.
    Trade,
    /// Cards given away at the end of a turn.
    Charity(Seat),
}

/// Writes sentences. The last sentence stays open as long as parts can join it.
pub(super) struct Page<'a> {
    out: &'a mut dyn Write,
    indent: usize,
    open: Option<(Topic, String)>,
    /// Notes to the open sentence.
    notes: Vec<String>,
}

impl<'a> Page<'a> {
    pub(super) fn new(out: &'a mut dyn Write) -> Self {
        Page { out, indent: 0, open: None, notes: Vec::new() }
    }

    /// Indentation of the next sentences.
    pub(super) fn indent(&mut self, indent: usize) -> io::Result<()> {
        self.close()?;
        self.indent = indent;
        Ok(())
    }

    /// A line by itself.
    pub(super) fn say(&mut self, text: &str) -> io::Result<()> {
        self.close()?;
        self.write(text)
    }

    /// A part of a sentence: `start: part; part ...`, as names of cards may have commas.
    pub(super) fn join(&mut self, topic: Topic, start: &str, part: &str) -> io::Result<()> {
        if let Some((open, sentence)) = &mut self.open
            && *open == topic
        {
            let mark = if sentence.ends_with(':') { "" } else { ";" };
            *sentence += &format!("{mark} {part}");
            return Ok(());
        }
        self.close()?;
        self.open = Some((topic, format!("{start} {part}")));
        Ok(())
    }

    /// Begins a sentence whose parts follow.
    pub(super) fn begin(&mut self, topic: Topic, start: String) -> io::Result<()> {
        self.close()?;
        self.open = Some((topic, start));
        Ok(())
    }

    /// A line that does not end the open sentence: it follows that sentence.
    pub(super) fn note(&mut self, text: &str) -> io::Result<()> {
        if self.open.is_none() {
            return self.write(text);
        }
        self.notes.push(text.to_owned());
        Ok(())
    }

    /// Whether the open sentence is about this.
    pub(super) fn is_about(&self, topic: Topic) -> bool {
        self.open.as_ref().is_some_and(|(open, _)| *open == topic)
    }

    /// Ends the open sentence.
    pub(super) fn close(&mut self) -> io::Result<()> {
        let Some((_, sentence)) = self.open.take() else { return Ok(()) };
        self.write(&format!("{}.", sentence.trim_end_matches(':')))?;
        std::mem::take(&mut self.notes).iter().try_for_each(|note| self.write(note))
    }

    /// Ends the page.
    pub(super) fn finish(&mut self) -> io::Result<()> {
        self.close()?;
        self.out.flush()
    }

    fn write(&mut self, text: &str) -> io::Result<()> {
        let indent = if text.is_empty() { 0 } else { self.indent };
        writeln!(self.out, "{}{text}", " ".repeat(indent))
    }
}
