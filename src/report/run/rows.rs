//! Rows: one type per file of a report.

use crate::deck::{DeckSide, Kind};
use crate::report::files::number::{Fraction, Wins};
use crate::report::files::row::row;
use crate::report::impact::plays::PlayColumns;

row! {
    "summary.csv"
    /// One line of `summary.csv`.
    #[derive(Clone, Debug)]
    pub struct SummaryRow {
        /// The metric, per game unless its name says otherwise.
        pub metric: String,
        /// The estimate.
        pub value: Fraction,
        /// Lower end of its 95% interval.
        pub low: Fraction,
        /// Upper end of its 95% interval.
        pub high: Fraction,
        /// Observations: games, or the denominator of a share.
        pub n: u64,
        /// Whether too few blocks have the event, or too few do not, so that the interval is unreliable.
        pub too_few_events: bool,
    }
}

row! {
    "seats.csv"
    /// One line of `seats.csv`.
    #[derive(Clone, Debug)]
    pub struct SeatRow {
        /// Turn position; 1 is the first player.
        pub position: usize,
        /// Games.
        pub games: u64,
        /// Wins; a win shared by k counts 1/k.
        pub wins: Wins,
        /// Wins per game.
        pub win_rate: Fraction,
        /// Lower end of its 95% interval.
        pub low: Fraction,
        /// Upper end of its 95% interval.
        pub high: Fraction,
        /// P-value of the hypothesis that all positions win equally often, the same for each position; empty if the games
        /// do not determine it.
        pub equal_chances_p: Fraction,
    }
}

row! {
    "strategies.csv"
    /// One line of `strategies.csv`.
    #[derive(Clone, Debug)]
    pub struct StrategyRow {
        /// The strategy.
        pub strategy: String,
        /// Seats that it occupied, over all games.
        pub seat_games: u64,
        /// Wins; a win shared by k counts 1/k.
        pub wins: Wins,
        /// Wins per seat occupied.
        pub win_rate: Fraction,
        /// Lower end of its 95% interval.
        pub low: Fraction,
        /// Upper end of its 95% interval.
        pub high: Fraction,
    }
}

row! {
    "identities.csv"
    /// One line of `identities.csv`: an identity or a power.
    #[derive(Clone, Debug)]
    pub struct IdentityRow {
        /// Its id.
        pub identity: String,
        /// Its name in print.
        pub name: String,
        /// The set's word for its kind.
        pub sort: String,
        /// Times that a copy of it was put into play.
        pub descriptive_held_n: u64,
        /// Win rate of the players who put it into play.
        pub descriptive_held_win_rate: Fraction,
        /// Copies dealt in opening hands.
        pub opening_n: u64,
        /// The change in the probability of winning from one such card.
        pub opening: OpeningColumns,
        /// Its set.
        pub set: String,
        /// Optional plays of it by any player.
        pub plays: PlayColumns,
    }
}

row! {
    "cards.csv"
    /// One line of `cards.csv`: a title.
    #[derive(Clone, Debug)]
    pub struct CardRow {
        /// Its id.
        pub card: String,
        /// Its name in print.
        pub name: String,
        /// Its pile.
        pub pile: DeckSide,
        /// Its kind.
        pub kind: Kind,
        /// Copies in the deck.
        pub copies: u8,
        /// Copies dealt in opening hands.
        pub opening_n: u64,
        /// Wins of the players to whom they were dealt.
        pub opening_wins: Wins,
        /// The change in the probability of winning from one such card, relative to the average opening card of its
        /// pile.
        pub opening: OpeningColumns,
        /// Times that a copy reached the hand or table of a player.
        pub descriptive_seen_n: u64,
        /// Win rate of those players.
        pub descriptive_seen_win_rate: Fraction,
        /// Times that a copy was played from hand.
        pub descriptive_played_n: u64,
        /// Win rate of those players.
        pub descriptive_played_win_rate: Fraction,
        /// Its set.
        pub set: String,
        /// Optional plays of it by any player.
        pub plays: PlayColumns,
    }
}

row! {
    "monsters.csv"
    /// One line of `monsters.csv`: a monster.
    #[derive(Clone, Debug)]
    pub struct MonsterRow {
        /// Its id.
        pub monster: String,
        /// Its name in print.
        pub name: String,
        /// Its printed Level.
        pub level: i32,
        /// Fights that began with it.
        pub fights: u64,
        /// Share of them that were won.
        pub won: Fraction,
        /// Lower end of its 95% interval.
        pub low: Fraction,
        /// Upper end of its 95% interval.
        pub high: Fraction,
        /// Whether too few blocks have fights that were won, or that were not, so that the interval is unreliable.
        pub too_few_events: bool,
        /// Its set.
        pub set: String,
    }
}

row! {
    "cards_by_strategy.csv"
    /// One line of `cards_by_strategy.csv`: a title in the opening hands of one strategy.
    #[derive(Clone, Debug)]
    pub struct StrategyCardRow {
        /// The strategy of the seats to which it was dealt.
        pub strategy: String,
        /// Its id.
        pub card: String,
        /// Its name in print.
        pub name: String,
        /// Its pile.
        pub pile: DeckSide,
        /// Its kind.
        pub kind: Kind,
        /// Copies in the deck.
        pub copies: u8,
        /// Copies dealt in opening hands of the strategy.
        pub opening_n: u64,
        /// Wins of the players to whom they were dealt.
        pub opening_wins: Wins,
        /// The change in the probability that the strategy wins from one such card, relative to the average opening
        /// card of its pile.
        pub opening: OpeningColumns,
        /// Its set.
        pub set: String,
        /// Optional plays of it by the strategy.
        pub plays: PlayColumns,
    }
}

row! {
    /// A value in opening hands.
    #[derive(Clone, Copy, Debug)]
    pub struct OpeningColumns {
        /// The estimate.
        pub value: Fraction,
        /// Lower end of its 95% interval.
        pub low: Fraction,
        /// Upper end of its 95% interval.
        pub high: Fraction,
        /// The value shrunk towards the mean of its pile: the mean of the posterior distribution, which corrects for the
        /// luck of extreme values.
        pub shrunken: Fraction,
        /// Lower end of its 95% posterior interval.
        pub shrunken_low: Fraction,
        /// Upper end of its 95% posterior interval.
        pub shrunken_high: Fraction,
    }
}

row! {
    "games.csv"
    /// One line of `games.csv`.
    #[derive(Clone, Debug)]
    pub(crate) struct GameLine {
        /// Number of the game.
        pub game: u64,
        /// Its block: games of one block share their cards and dice.
        pub block: u64,
        /// Number of the seating in the block.
        pub seating: usize,
        /// Winners' seats from 1, joined by `+`; empty if unfinished.
        pub winner_seats: String,
        /// Winners' strategies, joined by `+`.
        pub winner_strategies: String,
        /// Turns played.
        pub turns: u16,
        /// Hash of every choice, draw and die.
        pub hash: String,
    }
}
