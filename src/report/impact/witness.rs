//! Witness games: for each title, one game that shows what it does.

use crate::deck::Deck;
use crate::ids::{Seat, SeatSet};
use crate::report::files::number::thousands;
use crate::report::files::row::row;
use crate::report::trace::ending::ending;
use crate::run::DecidedGame;

row! {
    "witnesses.csv"
    /// A game that the player who draws a title wins only with it or, if its draw value is negative, only with another card in its place.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct WitnessRow {
        /// The strategy of the player.
        pub strategy: String,
        /// Id of the title.
        pub card: String,
        /// Its name.
        pub name: String,
        /// Its set.
        pub set: String,
        /// Number of the game.
        pub game: u64,
        /// Turn of the draw; 0 before the first.
        pub turn: u16,
        /// Seat of the player, from 1.
        pub seat: u8,
        /// Whether the player wins with the drawn card.
        pub wins: bool,
        /// Name of the other card.
        pub instead: String,
        /// Turns of the game.
        pub turns: u16,
        /// Seats of the winners, joined by `+`; empty if nobody wins.
        pub winner_seats: String,
        /// Turns of the game with the other card.
        pub instead_turns: u16,
        /// Seats of its winners.
        pub instead_winner_seats: String,
        /// Both games in words.
        pub sentence: String,
    }
}

impl WitnessRow {
    /// The witness game of a title for a strategy.
    pub(crate) fn new(deck: &Deck, strategy: &str, DecidedGame { draw, turns }: &DecidedGame) -> WitnessRow {
        let (title, other) = (deck.title(draw.card), deck.title(draw.instead));
        let [winner_seats, instead_winner_seats] = draw.winners.map(numbers);
        WitnessRow {
            strategy: strategy.to_owned(),
            card: title.id.clone(),
            name: title.name.clone(),
            set: deck.set_of(title).id.clone(),
            game: draw.game,
            turn: draw.turn,
            seat: draw.seat.0 + 1,
            wins: draw.wins[0] > 0,
            instead: other.name.clone(),
            turns: turns[0],
            winner_seats,
            instead_turns: turns[1],
            instead_winner_seats,
            sentence: sentence(&other.name, &DecidedGame { draw: *draw, turns: *turns }),
        }
    }
}

/// The numbers of seats, from 1.
fn numbers(seats: SeatSet) -> String {
    seats.iter().map(|seat| (seat.0 + 1).to_string()).collect::<Vec<_>>().join("+")
}

/// Both games in words.
fn sentence(other: &str, DecidedGame { draw, turns }: &DecidedGame) -> String {
    let when = if draw.turn == 0 { "before the first turn".to_owned() } else { format!("in turn {}", draw.turn) };
    let was = match draw.winners[0] == SeatSet::one(draw.seat) {
        true => format!("wins in turn {}", turns[0]),
        false => ending(draw.winners[0], turns[0]),
    };
    let (game, Seat(seat)) = (thousands(draw.game), draw.seat);
    let is = ending(draw.winners[1], turns[1]);
    format!("Game {game}: seat {} draws it {when} and {was}; with {other} in its place {is}.", seat + 1)
}
