//! The report of the balance without one card.

use serde::{Deserialize, Serialize};

use crate::deck::{Deck, Play};
use crate::report::files::number::Fraction;
use crate::report::files::row::row;
use crate::run::{Hands, Pairs, Plan};
use crate::stats::{Difference, PairedGames};

/// The effect of a card at one table.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct BlankReport {
    /// Name of the card.
    pub card: String,
    /// The strategies of the table.
    pub strategies: Vec<String>,
    /// Games played with both decks.
    pub games: u64,
    /// Games that are identical in every choice.
    pub identical: u64,
    /// The figures.
    pub rows: Vec<BlankRow>,
}

row! {
    "blank.csv"
/// A figure with the card and without it.
#[derive(Clone, Debug)]
pub struct BlankRow {
    /// The strategies of the table, joined by `+`.
    pub strategies: String,
    /// The name of the figure.
    pub figure: String,
    /// Whether it is a share, shown in percentage points.
    pub points: bool,
    /// Its value with the card.
    pub with: Fraction,
    /// Its value without the card.
    pub without: Fraction,
    /// Without minus with.
    pub change: Fraction,
    /// Lower end of its 95% interval.
    pub low: Fraction,
    /// Upper end of its 95% interval.
    pub high: Fraction,
    /// Blocks of games that were compared.
    pub n: u64,
    /// Number of independent games that give the same precision, per game played; unknown if nothing changed.
    pub gain: Fraction,
}
}

impl BlankReport {
    /// The effect of a title, from the same games with it and with a blank in its place.
    pub(crate) fn new(
        plan: &Plan,
        decks: [&Deck; 2],
        title: usize,
        strategies: Vec<String>,
        pairs: &Pairs,
    ) -> BlankReport {
        let games = PairedGames::new(plan, pairs);
        let row = |figure: &str, difference, points| BlankRow::new(&strategies, figure, difference, points);
        let mut rows = vec![
            row("turns per game", games.turns(), false),
            row("deaths per game", games.deaths(), false),
            row("games unfinished", games.unfinished(), true),
            row("first - last position", games.position_gap(), true),
        ];
        let others = identities(decks[0], title);
        // A single value has no spread.
        if others.len() > 1 {
            let hands = decks.map(|deck| Hands::of(games.blocks(), deck, plan));
            let spread = games.opening_spread([&hands[0], &hands[1]], &others);
            rows.push(row(&format!("spread of {} identities", others.len()), spread, true));
        }
        BlankReport {
            card: decks[0].titles[title].name.clone(),
            strategies,
            games: pairs.before.len() as u64,
            identical: pairs.identical(),
            rows,
        }
    }
}

impl BlankRow {
    fn new(strategies: &[String], figure: &str, difference: Difference, points: bool) -> BlankRow {
        let Difference { before, after, change, .. } = difference;
        BlankRow {
            strategies: strategies.join("+"),
            figure: figure.to_owned(),
            points,
            with: Fraction(before),
            without: Fraction(after),
            change: Fraction(change.value),
            low: Fraction(change.low),
            high: Fraction(change.high),
            n: change.n,
            gain: Fraction(difference.gain()),
        }
    }
}

/// All identities except this title; a blank keeps the index of its title.
fn identities(deck: &Deck, title: usize) -> Vec<(usize, usize)> {
    let kind = |title: usize| deck.card(deck.titles[title].first).play;
    let others = (0..deck.titles.len()).filter(|&other| other != title && kind(other) == Play::Slot);
    others.map(|other| (other, other)).collect()
}
