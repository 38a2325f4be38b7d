//! Cross-checks of a table while somebody plays at it. A contradiction is a fault of the program, never of a file or a player.

use super::views::{Noted, misjudged_margin, misjudged_play, noted, unnoted, wrong_question, wrong_view};
use crate::game::{BrokenLaw, Choice, Decision, LoggedTable};
use crate::ids::Seat;

/// Checks of one table, in the order of play.
#[derive(Clone, Debug, Default)]
pub struct CrossCheck {
    /// The state that the counters of changes cover, at the last rest.
    before: Vec<Noted>,
}

/// Two answers of the program to one question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Contradiction {
    /// The table breaks a law.
    Law(BrokenLaw),
    /// What a player sees wrongly.
    View(Seat, &'static str),
    /// A change of the cards in play or the character of a player that was not counted.
    Uncounted(Seat),
    /// A play that is open but not offered, or offered but not open.
    Play(Seat, Choice),
    /// A play in a combat, the margin with it, and the margin that its player foresees.
    Margin(Seat, Choice, [i16; 2]),
}

impl CrossCheck {
    /// Checks the state, and the views of all players.
    pub fn state(&mut self, table: &LoggedTable<'_>) -> Option<Contradiction> {
        let law = || table.broken_law(table.deck()).map(Contradiction::Law);
        let view = || wrong_view(table).map(|(seat, what)| Contradiction::View(seat, what));
        let after = noted(table);
        let uncounted = || unnoted(&self.before, &after).map(Contradiction::Uncounted);
        let found = law().or_else(view).or_else(uncounted);
        self.before = after;
        found
    }

    /// Checks the options of a question.
    pub fn question(table: &LoggedTable<'_>, decision: Decision) -> Option<Contradiction> {
        let (seat, view, options) = (decision.seat, table.view(decision.seat), table.options());
        let play = || misjudged_play(view, decision, options).map(|play| Contradiction::Play(seat, play));
        let wrong = || wrong_question(view, decision, options).map(|what| Contradiction::View(seat, what));
        let margin = || misjudged_margin(table, decision);
        let margin = || margin().map(|(play, margins)| Contradiction::Margin(seat, play, margins));
        play().or_else(wrong).or_else(margin)
    }
}
