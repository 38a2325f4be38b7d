//! Rows: one type per file of a report.

use serde::Serialize;

use super::number::{Fraction, Wins};
use crate::deck::{DeckSide, Kind};

/// A file of a report.
pub trait Row: Serialize {
    /// Name of the file.
    const FILE: &'static str;
    /// Its columns, which are part of the interface: they may become more, and keep their names.
    const HEADER: &'static [&'static str];
}

/// One line of `summary.csv`.
#[derive(Clone, Debug, Serialize)]
pub struct SummaryRow {
    /// What is measured, per game unless the name says otherwise.
    pub metric: String,
    /// The estimate.
    pub value: Fraction,
    /// Lower end of its 95% interval.
    pub low: Fraction,
    /// Upper end of its 95% interval.
    pub high: Fraction,
    /// Observations: games, or what a share is of.
    pub n: u64,
    /// Whether fewer than twenty games have what is counted, so that the interval cannot be relied on.
    pub too_few_events: bool,
}

/// One line of `seats.csv`.
#[derive(Clone, Debug, Serialize)]
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
    /// P-value of the hypothesis that all positions win equally often, the same for each of them; empty where several seatings
    /// share a shuffle, and the games are not independent.
    pub equal_chances_p: Fraction,
}

/// One line of `strategies.csv`.
#[derive(Clone, Debug, Serialize)]
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

/// One line of `identities.csv`: an identity or a power.
#[derive(Clone, Debug, Serialize)]
pub struct IdentityRow {
    /// Its id.
    pub identity: String,
    /// Its name in print.
    pub name: String,
    /// What the set calls its sort.
    pub sort: String,
    /// Times that a copy of it was put into play.
    pub holders: u64,
    /// Descriptive: win rate of those who did.
    pub holder_win_rate: Fraction,
    /// Copies dealt in opening hands.
    pub opening_n: u64,
    /// What one adds to the chance of winning.
    pub opening_value: Fraction,
    /// Lower end of its 95% interval.
    pub opening_low: Fraction,
    /// Upper end of its 95% interval.
    pub opening_high: Fraction,
    /// Its set.
    pub set: String,
}

/// One line of `cards.csv`: a title.
#[derive(Clone, Debug, Serialize)]
pub struct CardRow {
    /// Its id.
    pub card: String,
    /// Its name in print.
    pub name: String,
    /// Its back.
    pub deck: DeckSide,
    /// Sort of card.
    pub kind: Kind,
    /// Copies in the deck.
    pub copies: u8,
    /// Copies dealt in opening hands.
    pub opening_n: u64,
    /// Wins of those who were dealt them.
    pub opening_wins: Wins,
    /// What one adds to the chance of winning, relative to the average opening card of its deck.
    pub opening_value: Fraction,
    /// Lower end of its 95% interval.
    pub opening_low: Fraction,
    /// Upper end of its 95% interval.
    pub opening_high: Fraction,
    /// Descriptive: times that a copy came into a hand or before a player.
    pub seen_n: u64,
    /// Descriptive: win rate of those players.
    pub seen_win_rate: Fraction,
    /// Descriptive: times that a copy was played out of a hand.
    pub played_n: u64,
    /// Descriptive: win rate of those players.
    pub played_win_rate: Fraction,
    /// Its set.
    pub set: String,
}

/// One line of `cards_by_strategy.csv`: a title in the opening hands of one strategy.
#[derive(Clone, Debug, Serialize)]
pub struct StrategyCardRow {
    /// The strategy of the seats that were dealt it.
    pub strategy: String,
    /// Its id.
    pub card: String,
    /// Its name in print.
    pub name: String,
    /// Its back.
    pub deck: DeckSide,
    /// Sort of card.
    pub kind: Kind,
    /// Copies in the deck.
    pub copies: u8,
    /// Copies dealt in opening hands of the strategy.
    pub opening_n: u64,
    /// Wins of those who were dealt them.
    pub opening_wins: Wins,
    /// What one adds to the strategy's chance of winning, relative to the average opening card of its deck.
    pub opening_value: Fraction,
    /// Lower end of its 95% interval.
    pub opening_low: Fraction,
    /// Upper end of its 95% interval.
    pub opening_high: Fraction,
    /// Its set.
    pub set: String,
}

/// One line of `games.csv`.
#[derive(Clone, Debug, Serialize)]
pub struct GameLine<'a> {
    /// Number of the game.
    pub game: u64,
    /// Its block: games of one block share their cards and dice.
    pub block: u64,
    /// Which seating of the block.
    pub seating: usize,
    /// Winners' seats from 1, joined by `+`; empty if unfinished.
    pub winner_seats: &'a str,
    /// Winners' strategies, joined by `+`.
    pub winner_strategies: &'a str,
    /// Turns played.
    pub turns: u16,
    /// Hash of every choice, draw and die.
    pub hash: &'a str,
}

impl Row for SummaryRow {
    const FILE: &'static str = "summary.csv";
    const HEADER: &'static [&'static str] = &["metric", "value", "low", "high", "n", "too_few_events"];
}

impl Row for SeatRow {
    const FILE: &'static str = "seats.csv";
    const HEADER: &'static [&'static str] =
        &["position", "games", "wins", "win_rate", "low", "high", "equal_chances_p"];
}

impl Row for StrategyRow {
    const FILE: &'static str = "strategies.csv";
    const HEADER: &'static [&'static str] = &["strategy", "seat_games", "wins", "win_rate", "low", "high"];
}

impl Row for IdentityRow {
    const FILE: &'static str = "identities.csv";
    const HEADER: &'static [&'static str] = &[
        "identity",
        "name",
        "sort",
        "holders",
        "holder_win_rate",
        "opening_n",
        "opening_value",
        "opening_low",
        "opening_high",
        "set",
    ];
}

impl Row for CardRow {
    const FILE: &'static str = "cards.csv";
    const HEADER: &'static [&'static str] = &[
        "card",
        "name",
        "deck",
        "kind",
        "copies",
        "opening_n",
        "opening_wins",
        "opening_value",
        "opening_low",
        "opening_high",
        "seen_n",
        "seen_win_rate",
        "played_n",
        "played_win_rate",
        "set",
    ];
}

impl Row for StrategyCardRow {
    const FILE: &'static str = "cards_by_strategy.csv";
    const HEADER: &'static [&'static str] = &[
        "strategy",
        "card",
        "name",
        "deck",
        "kind",
        "copies",
        "opening_n",
        "opening_wins",
        "opening_value",
        "opening_low",
        "opening_high",
        "set",
    ];
}

impl Row for GameLine<'_> {
    const FILE: &'static str = "games.csv";
    const HEADER: &'static [&'static str] =
        &["game", "block", "seating", "winner_seats", "winner_strategies", "turns", "hash"];
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::sweep::SweepRow;
    use crate::run::tally::WIN;

    /// The header that the fields of a row make by themselves.
    fn header(row: impl Row) -> String {
        let mut file = csv::Writer::from_writer(Vec::new());
        file.serialize(row).expect("it is written");
        let text = String::from_utf8(file.into_inner().expect("all of it")).expect("text");
        text.lines().next().unwrap_or_default().to_owned()
    }

    fn check<R: Row>(row: R, expected: &str) {
        assert_eq!(R::HEADER.join(","), expected, "the header of {} is part of the interface", R::FILE);
        assert_eq!(header(row), expected, "{}", R::FILE);
    }

    const X: Fraction = Fraction(0.5);

    fn text() -> String {
        "x".to_owned()
    }

    #[test]
    fn headers_stay() {
        let summary = SummaryRow { metric: text(), value: X, low: X, high: X, n: 1, too_few_events: false };
        check(summary, "metric,value,low,high,n,too_few_events");
        let seat = SeatRow { position: 1, games: 1, wins: Wins(WIN), win_rate: X, low: X, high: X, equal_chances_p: X };
        check(seat, "position,games,wins,win_rate,low,high,equal_chances_p");
        let strategy = StrategyRow { strategy: text(), seat_games: 1, wins: Wins(0), win_rate: X, low: X, high: X };
        check(strategy, "strategy,seat_games,wins,win_rate,low,high");
        let game =
            GameLine { game: 0, block: 0, seating: 0, winner_seats: "1", winner_strategies: "x", turns: 1, hash: "0" };
        check(game, "game,block,seating,winner_seats,winner_strategies,turns,hash");
    }

    #[test]
    fn headers_of_cards_by_strategy_stay() {
        let row = StrategyCardRow {
            strategy: text(),
            card: text(),
            name: text(),
            deck: DeckSide::Door,
            kind: Kind::Curse,
            copies: 1,
            opening_n: 1,
            opening_wins: Wins(0),
            opening_value: X,
            opening_low: X,
            opening_high: X,
            set: text(),
        };
        let opening = "opening_n,opening_wins,opening_value,opening_low,opening_high";
        check(row, &format!("strategy,card,name,deck,kind,copies,{opening},set"));
    }

    #[test]
    fn headers_of_sweeps_stay() {
        let sweep = SweepRow {
            metric: "x",
            value: 1,
            games: 1,
            n: 1,
            estimate: X,
            low: X,
            high: X,
            change: X,
            change_low: X,
            change_high: X,
            identical: X,
        };
        check(sweep, "metric,value,games,n,estimate,low,high,change,change_low,change_high,identical");
    }

    #[test]
    fn headers_of_cards_stay() {
        let identity = IdentityRow {
            identity: text(),
            name: text(),
            sort: text(),
            holders: 1,
            holder_win_rate: X,
            opening_n: 1,
            opening_value: X,
            opening_low: X,
            opening_high: X,
            set: text(),
        };
        let columns = "identity,name,sort,holders,holder_win_rate,opening_n,opening_value,opening_low,opening_high,set";
        check(identity, columns);
        let card = CardRow {
            card: text(),
            name: text(),
            deck: DeckSide::Door,
            kind: Kind::Item,
            copies: 1,
            opening_n: 1,
            opening_wins: Wins(0),
            opening_value: X,
            opening_low: X,
            opening_high: X,
            seen_n: 1,
            seen_win_rate: X,
            played_n: 1,
            played_win_rate: X,
            set: text(),
        };
        let columns = "card,name,deck,kind,copies,opening_n,opening_wins,opening_value,opening_low,opening_high,\
                       seen_n,seen_win_rate,played_n,played_win_rate,set";
        check(card, columns);
    }
}
