//! Cards whose optional plays a player never makes: their values do not show what the card can do.

use std::borrow::Cow;
use std::ops::Range;

use crate::deck::compiled::Title;
use crate::deck::{Deck, Play};
use crate::report::files::number::counted;
use crate::report::files::row::row;
use crate::run::Tally;
use crate::run::tally::TitlePlays;

/// The flag of a title that was held and never played.
pub(crate) const NEVER_PLAYED: &str = "never played";
/// The flag of a title that was played, but none of whose uses was ever made.
pub(crate) const NO_USE_MADE: &str = "no use made";
/// The mark of a value whose card was never played or used, on the terminal.
pub(crate) const UNPLAYED: &str = "?";

row! {
    /// The optional plays of a title by the players of a value.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct PlayColumns {
        /// Number of uses of the title.
        pub uses: usize,
        /// Number of these that the players never made.
        pub uses_unmade: usize,
        /// Number of games on which this is based.
        pub games: u64,
        /// `never played`, `no use made`, or empty.
        pub flag: Cow<'static, str>,
    }
}

impl PlayColumns {
    /// The plays of a title by some strategies.
    pub(crate) fn of(deck: &Deck, tally: &Tally, title: &Title, strategies: &Range<usize>) -> PlayColumns {
        let plays = tally.plays.of(deck, title, strategies);
        let flag = flag(deck.card(title.first).play, plays).into();
        PlayColumns { uses: plays.uses, uses_unmade: plays.unmade, games: tally.games, flag }
    }

    /// Whether the players never made an optional play of the title.
    pub(crate) fn is_flagged(&self) -> bool {
        !self.flag.is_empty()
    }

    /// The mark of the value on the terminal; empty without a flag.
    pub(crate) fn mark(&self) -> &'static str {
        if self.is_flagged() { UNPLAYED } else { "" }
    }

    /// The flag with the number of games on which it is based.
    pub(crate) fn words(&self) -> String {
        format!("{} in {}", self.flag, counted(self.games, "game"))
    }
}

/// The flag of a title that was held: it was never played, or it has uses and none was made. A Role is in play from the
/// start, and a blank cannot be played.
fn flag(play: Play, TitlePlays { held, played, uses, unmade }: TitlePlays) -> &'static str {
    match play {
        _ if !held => "",
        Play::Blank => "",
        Play::Role if uses == 0 || unmade < uses => "",
        Play::Role => NO_USE_MADE,
        _ if !played => NEVER_PLAYED,
        _ if uses > 0 && unmade == uses => NO_USE_MADE,
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_without_an_optional_play_made_are_flagged() {
        let plays = |played, uses, unmade| TitlePlays { held: true, played, uses, unmade };
        assert_eq!(flag(Play::Item, plays(false, 0, 0)), "never played");
        assert_eq!(flag(Play::Item, plays(true, 0, 0)), "");
        assert_eq!(flag(Play::Item, plays(true, 2, 2)), "no use made");
        assert_eq!(flag(Play::Item, plays(true, 2, 1)), "");
        assert_eq!(flag(Play::Item, TitlePlays { held: false, ..plays(false, 1, 1) }), "", "nobody had it");
        assert_eq!([flag(Play::Role, plays(false, 0, 0)), flag(Play::Role, plays(false, 1, 1))], ["", "no use made"]);
        assert_eq!(flag(Play::Blank, plays(false, 0, 0)), "");
    }
}
