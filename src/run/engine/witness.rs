//! `Witness`: a live table whose games are compared, not counted.

use serde::{Deserialize, Serialize};

use super::game_counter::{Drawn, Follows, Live};
use super::plan::Seating;
use super::seated_players::Company;
use crate::deck::Deck;
use crate::game::{CounterfactualDraw, GameError, GameSetup, Outcome, Table};
use crate::ids::{CardId, CardSet};
use crate::strategy::Strategy;

/// A table whose games are compared with others.
pub(in crate::run) trait Watch: Send {
    /// Plays a game of the strategies in these seats.
    fn play(&mut self, setup: GameSetup, seating: Seating) -> Result<Seen, GameError>;

    /// Plays a game and follows the draws of a title. With an exchange, the draw with this number is exchanged for a card
    /// that the key selects.
    fn follow(
        &mut self,
        setup: GameSetup,
        seating: Seating,
        title: u16,
        exchange: Option<(u32, u64)>,
    ) -> Result<FollowedGame, GameError>;

    /// Plays a game and lists its draws.
    fn list(&mut self, setup: GameSetup, seating: Seating) -> Result<Listed, GameError>;
}

/// A game and its draws.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(in crate::run) struct Listed {
    pub(in crate::run) outcome: Outcome,
    /// The draws after the opening deal, in order.
    pub(in crate::run) draws: Vec<Drawn>,
}

/// A game in which the draws of a title were followed.
#[derive(Clone, Copy, Debug)]
pub(in crate::run) struct FollowedGame {
    pub(in crate::run) outcome: Outcome,
    /// The first draw of the title after the opening deal.
    pub(in crate::run) first: Option<Drawn>,
    /// The card that was drawn instead of the exchanged one.
    pub(in crate::run) partner: Option<CardId>,
}

/// A game, as far as it is compared.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(in crate::run) struct Seen {
    /// Hash of all choices, draws and dice.
    pub(in crate::run) signature: u64,
    pub(in crate::run) outcome: Outcome,
    /// The cards that were in it.
    pub(in crate::run) cards: CardSet,
}

/// A live table that records only the signature of a game and the cards that were in it.
pub(in crate::run) struct Witness<'a, const W: usize> {
    deck: &'a Deck<CardSet<W>>,
    players: &'a [Strategy],
    table: Option<Table<'a, W, Live<'a, W>, Company<'a, W>>>,
}

impl<'a, const W: usize> Witness<'a, W> {
    pub(in crate::run) fn new(deck: &'a Deck<CardSet<W>>, players: &'a [Strategy]) -> Self {
        Witness { deck, players, table: None }
    }
}

impl<'a, const W: usize> Witness<'a, W> {
    /// Plays a game. The recorder at the table then has what it recorded.
    fn play_game(
        &mut self,
        setup: GameSetup,
        seating: Seating,
        follows: Follows<'a>,
    ) -> Result<(Outcome, &mut Live<'a, W>), GameError> {
        let company = Company::new(self.players, seating);
        let table = match &mut self.table {
            // The last game may have ended early, and has left a part of its records.
            Some(table) => {
                table.recorder().begin_witness(follows);
                table.deal_again_to(setup, company.clone());
                table
            }
            none => none.insert(Table::deal_to(self.deck, setup, Live::witness(self.deck, follows), company.clone())),
        };
        let outcome = company.play_on(table)?;
        Ok((outcome, table.recorder()))
    }
}

impl<const W: usize> Watch for Witness<'_, W> {
    fn play(&mut self, setup: GameSetup, seating: Seating) -> Result<Seen, GameError> {
        let (outcome, live) = self.play_game(setup, seating, Follows::default())?;
        Ok(Seen { signature: live.signature.take(), outcome, cards: live.seen.widened() })
    }

    fn follow(
        &mut self,
        setup: GameSetup,
        seating: Seating,
        title: u16,
        exchange: Option<(u32, u64)>,
    ) -> Result<FollowedGame, GameError> {
        let exchange = exchange.map(|(draw, key)| CounterfactualDraw::new(self.deck, draw, key));
        let (outcome, live) = self.play_game(setup, seating, Follows::title(title, exchange))?;
        let partner = live.follows.exchange.and_then(|exchange| exchange.partner());
        Ok(FollowedGame { outcome, first: live.follows.first, partner })
    }

    fn list(&mut self, setup: GameSetup, seating: Seating) -> Result<Listed, GameError> {
        let (outcome, live) = self.play_game(setup, seating, Follows::all())?;
        Ok(Listed { outcome, draws: live.follows.list.take().unwrap_or_default() })
    }
}
