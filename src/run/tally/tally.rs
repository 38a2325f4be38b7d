//! `Tally`: all sums of a run.

use serde::{Deserialize, Serialize};

use super::cards::CardTally;
use super::counts::CountTally;
use super::draws::DrawTally;
use super::fights::FightTally;
use super::lengths::LengthTally;
use super::openings::OpeningTally;
use super::pairs::PairTally;
use super::plays::PlayTally;
use super::race::RaceTally;
use super::strata::StrataTally;

/// The sums of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// Blocks played.
    pub blocks: u64,
    /// Games played.
    pub games: u64,
    /// Games without a winner.
    pub unfinished: u64,
    /// Number of the first game that was stopped by a bound other than that on turns.
    pub first_stopped: Option<u64>,
    /// Games and wins by strategy and turn position.
    pub strata: StrataTally,
    /// Deals in opening hands, and the wins with them.
    pub openings: OpeningTally,
    /// The same by strategy, in rows of title x strategy; empty with one strategy.
    pub openings_by_strategy: OpeningTally,
    /// First draws of each title after the opening deal; empty if they were not counted.
    pub draws: DrawTally,
    /// Opening hands with one copy of each of two titles; empty if they were not counted.
    // Never skipped: kept games are stored without the names of fields.
    #[serde(default)]
    pub pairs: PairTally,
    /// Cards seen, played and put on the table, and the wins with them.
    pub cards: CardTally,
    /// Cards held and played, and uses made, by strategy.
    pub plays: PlayTally,
    /// Games by their length.
    pub lengths: LengthTally,
    /// Players that stood out at a moment of the game, and their wins.
    pub race: RaceTally,
    /// Fights by the Level of the fighter and by monster.
    pub fights: FightTally,
    /// All other counts.
    pub counts: CountTally,
    /// Sum of the signatures of the games; equal runs have equal sums.
    pub signature: u64,
}

/// The dimensions of the tallies of a run.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// Number of seats.
    pub players: usize,
    /// Number of strategies.
    pub strategies: usize,
    /// Number of titles in the deck.
    pub titles: usize,
    /// Number of physical cards in the deck.
    pub cards: usize,
    /// Number of uses in the deck.
    pub uses: usize,
}

impl Tally {
    /// An empty tally.
    pub fn new(shape: Shape) -> Tally {
        let strata = shape.players * shape.strategies;
        // With one strategy these would be the same sums again.
        let apart = if shape.strategies > 1 { shape.titles * shape.strategies } else { 0 };
        Tally {
            blocks: 0,
            games: 0,
            unfinished: 0,
            first_stopped: None,
            strata: StrataTally::new(shape.strategies, shape.players),
            openings: OpeningTally::new(shape.titles, strata),
            openings_by_strategy: OpeningTally::new(apart, strata),
            draws: DrawTally::default(),
            pairs: PairTally::default(),
            cards: CardTally::new(shape.cards),
            plays: PlayTally::new(shape.strategies, shape.cards, shape.uses),
            lengths: LengthTally::default(),
            race: RaceTally::default(),
            fights: FightTally::new(shape.titles),
            counts: CountTally::default(),
            signature: 0,
        }
    }

    /// Adds the tally of another worker.
    pub fn merge(&mut self, other: &Tally) {
        self.blocks += other.blocks;
        self.games += other.games;
        self.unfinished += other.unfinished;
        self.first_stopped = self.first_stopped.into_iter().chain(other.first_stopped).min();
        self.strata.merge(&other.strata);
        self.openings.merge(&other.openings);
        self.openings_by_strategy.merge(&other.openings_by_strategy);
        self.draws.merge(&other.draws);
        self.pairs.merge(&other.pairs);
        self.cards.merge(&other.cards);
        self.plays.merge(&other.plays);
        self.lengths.merge(&other.lengths);
        self.race.merge(&other.race);
        self.fights.merge(&other.fights);
        self.counts.merge(&other.counts);
        self.signature = self.signature.wrapping_add(other.signature);
    }
}
