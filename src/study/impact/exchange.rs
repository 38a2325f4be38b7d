//! One game twice: as played, and with another card instead of the drawn one.

use serde::{Deserialize, Serialize};

use super::card::CardRequest;
use crate::deck::Sets;
use crate::game::CounterfactualDraw;
use crate::report::trace::Format;
use crate::run::{DrawCrew, FirstDraw, partner_key};
use crate::study::control::Control;
use crate::study::error::StudyError;
use crate::study::table::Setup;
use crate::study::title::find_title;
use crate::study::trace::game;

/// One game twice: as played, and with another card instead of the drawn one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExchangedGame {
    /// The strategy of the player that draws the card.
    pub strategy: String,
    /// The turn in which it is drawn.
    pub turn: u16,
    /// The seat of the player, from 1.
    pub seat: u8,
    /// Names of the drawn card and of the other one.
    pub cards: [String; 2],
    /// The game in words with each of them.
    pub traces: [String; 2],
}

impl CardRequest {
    /// Plays a game of each table twice, with these sets.
    ///
    /// # Errors
    /// If an input is missing or wrong, the card is not drawn, or a game cannot continue.
    pub fn exchange(
        &self,
        game: u64,
        sets: &Sets,
        control: &mut Control<'_>,
    ) -> Result<Vec<ExchangedGame>, StudyError> {
        let impact = self.impact.clone().games(game.saturating_add(1));
        let setups: Vec<Setup> = impact.setups(sets, control)?;
        let title = find_title(&setups[0].deck, &self.card)?;
        setups.iter().map(|setup| exchanged(setup, title, game)).collect()
    }
}

fn exchanged(setup: &Setup, title: usize, game: u64) -> Result<ExchangedGame, StudyError> {
    let Setup { plan, deck, players, .. } = setup;
    let draw = match (DrawCrew { plan, deck, players, threads: 1, title, kept: None }).follow_game(game)? {
        FirstDraw::Followed(draw) => draw,
        other => return Err(cannot_exchange(&deck.titles[title].name, game, other)),
    };
    let exchange = CounterfactualDraw::new(deck, draw.nth, partner_key(plan.seed(), game, title));
    let mut traces = [Vec::new(), Vec::new()];
    for (exchange, trace) in [CounterfactualDraw::none(deck), exchange].into_iter().zip(&mut traces) {
        game::write(setup, game, Format::Words, exchange, None, trace)?;
    }
    Ok(ExchangedGame {
        strategy: setup.profiles[usize::from(draw.strategy)].name.clone(),
        turn: draw.turn,
        seat: draw.seat.0 + 1,
        cards: [draw.card, draw.instead].map(|card| deck.title(card).name.clone()),
        traces: traces.map(|trace| String::from_utf8_lossy(&trace).into_owned()),
    })
}

/// The error for a game without an exchange.
fn cannot_exchange(name: &str, game: u64, draw: FirstDraw) -> StudyError {
    let message = match draw {
        FirstDraw::Alone { turn, seat } => format!(
            "in game {game} seat {} draws {name} in turn {turn}, but no card of another title was left in its pile to exchange it for",
            seat.0 + 1
        ),
        _ => format!("{name} is not drawn in game {game}, apart from the opening deal"),
    };
    StudyError::request(message, Some("omit `--game` to list games in which the card matters".into()))
}
