//! `Rehearsal`: the players of a playout.

use crate::deck::Deck;
use crate::game::{
    AnyPlayers, Choice, EventLog, Game, GameError, GameSetup, Menu, Mind, Players, Progress, Question, Recorder,
    Silent, Table, View,
};
use crate::ids::{BySeat, CardSet, MAX_SEATS, Seat, WIDEST};
use crate::strategy::balanced::Balanced;
use crate::strategy::player::{Memo, Player};

/// `balanced` in all seats, except that the first answer may be given.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rehearsal<'a, const W: usize> {
    player: &'a Balanced,
    memos: BySeat<Memo<W>>,
    given: Option<Choice>,
}

impl<'a, const W: usize> Rehearsal<'a, W> {
    /// A game whose first answer is given, if any.
    pub(super) fn new(player: &'a Balanced, given: Option<Choice>) -> Self {
        Rehearsal { player, memos: BySeat([Memo::default(); MAX_SEATS]), given }
    }
}

impl<const W: usize> Players<W> for Rehearsal<'_, W> {
    #[inline(always)]
    fn at_sight(&mut self, view: View<'_, W>, question: Question, menu: &Menu<W>) -> Option<Choice> {
        // The first answer comes from `choose`, where the options are listed as they were for the viewer.
        if self.given.is_some() {
            return None;
        }
        self.player.at_sight(view, question, menu, &mut self.memos[view.seat()])
    }

    fn choose(&mut self, view: View<'_, W>, question: Question, options: &[Choice], mind: &mut Mind) -> Choice {
        match self.given.take() {
            Some(choice) => choice,
            None => self.player.choose(view, question, options, mind),
        }
    }

    fn wake_cards(&self, view: View<'_, W>) -> CardSet<W> {
        self.player.wake_cards(view.deck())
    }
}

impl<'a, const W: usize> From<Rehearsal<'a, W>> for AnyPlayers<'a, W> {
    fn from(players: Rehearsal<'a, W>) -> Self {
        AnyPlayers::new(players)
    }
}

/// A table with `balanced` in all seats.
pub(super) trait Rehearsing<'a, const W: usize> {
    /// Deals another game.
    fn deal(&mut self, setup: GameSetup, players: Rehearsal<'a, W>);

    /// Replaces the game.
    fn restart(&mut self, game: Game<W>, players: Rehearsal<'a, W>);

    /// Plays to the beginning of this turn, or to the end of the game.
    fn advance_to_turn(&mut self, turn: u16) -> Result<Option<Progress>, GameError>;

    /// The state of the game.
    fn game(&self) -> &Game<W>;

    /// What a seat can see.
    fn view(&self, seat: Seat) -> View<'_, W>;
}

impl<'a, const W: usize, R: Recorder, P: Players<W> + From<Rehearsal<'a, W>>> Rehearsing<'a, W> for Table<'a, W, R, P> {
    fn deal(&mut self, setup: GameSetup, players: Rehearsal<'a, W>) {
        self.deal_again_to(setup, players.into());
    }

    fn restart(&mut self, game: Game<W>, players: Rehearsal<'a, W>) {
        self.restart_with(game, players.into());
    }

    fn advance_to_turn(&mut self, turn: u16) -> Result<Option<Progress>, GameError> {
        Table::advance_to_turn(self, turn)
    }

    fn game(&self) -> &Game<W> {
        Table::game(self)
    }

    fn view(&self, seat: Seat) -> View<'_, W> {
        Table::view(self, seat)
    }
}

/// A table for these games, without a recorder.
pub(super) fn rehearsing<'a, const W: usize>(
    deck: &'a Deck<CardSet<W>>,
    game: Game<W>,
    players: Rehearsal<'a, W>,
) -> Box<dyn Rehearsing<'a, W> + 'a> {
    // Games with the widest sets are rare, and are slow anyway: they share the code of logged tables. The condition is
    // known before code is generated, so each width has one kind of table.
    if const { W == WIDEST } {
        Box::new(Table::resume_with(deck, game, EventLog::ignoring(), AnyPlayers::from(players)))
    } else {
        Box::new(Table::resume_with(deck, game, Silent, players))
    }
}
