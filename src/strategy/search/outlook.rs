//! `Outlook`: each player's chance to win, from a position at the beginning of a turn.

use super::features::{Feature, features, precisions};
use super::fit::{Sample, softmax, weighted};
use super::lesson::{Lesson, learned};
use crate::deck::Deck;
use crate::game::{Game, GameSetup, Keys, Progress};
use crate::ids::{BySeat, CardSet, MAX_SEATS, Seat, SeatSet};
use crate::random::mix;
use crate::strategy::Worth;
use crate::strategy::lessons::kept;
use crate::strategy::player::{Player, PlayerOfAnyWidth};
use crate::strategy::rehearsal::{Noted, Rehearsal, Rehearsing, rehearsing};

/// The weights of the features.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Outlook {
    weights: Vec<f64>,
}

/// Seed of the games that the weights are fitted to.
// The letters of "outlook": the lessons are the same in every run, with any seed.
const SEED: u64 = 0x006f_7574_6c6f_6f6b;
/// Number of turns from one sample of a game to the next.
const INTERVAL: u64 = 4;
/// Number of players in these games, if the deck allows it.
const PLAYERS: u8 = 4;

impl Outlook {
    /// Fits the weights to games of the base player with a deck; to fewer games if the player is asked to stop.
    pub(super) fn fitted<P: PlayerOfAnyWidth>(deck: &Deck, player: &P, worth: &Worth, games: u32) -> Outlook {
        let lesson = Positions { player, worth };
        Outlook { weights: kept(deck, "outlook", || learned(deck, &lesson, games, &precisions(deck))) }
    }

    /// The chance of a seat to win.
    pub(super) fn chance<const W: usize, P>(&self, table: &dyn Rehearsing<'_, W, P>, worth: &Worth, seat: Seat) -> f64 {
        let players = table.game().players();
        let mut chances = [0.0; MAX_SEATS];
        for (chance, seat) in chances.iter_mut().zip((0..players).map(Seat)) {
            *chance = weighted(&self.weights, features(table.view(seat), worth));
        }
        softmax(&mut chances[..usize::from(players)]);
        chances[usize::from(seat.0)]
    }
}

/// The lesson: positions of games of the base player, with their outcomes.
struct Positions<'a, P> {
    player: &'a P,
    worth: &'a Worth,
}

impl<P: PlayerOfAnyWidth> Lesson for Positions<'_, P> {
    type Player = P;

    fn samples<const W: usize>(&self, deck: &Deck<CardSet<W>>, game: u64) -> Vec<Sample>
    where
        P: Player<W>,
    {
        let mut games = Games { deck, player: self.player, worth: self.worth, samples: Vec::new() };
        games.play(game);
        games.samples
    }
}

/// Games of the base player, and positions of them with their outcomes.
struct Games<'a, const W: usize, P> {
    deck: &'a Deck<CardSet<W>>,
    player: &'a P,
    worth: &'a Worth,
    samples: Vec<Sample>,
}

impl<'a, const W: usize, P: Player<W>> Games<'a, W, P> {
    /// A table with a game.
    fn table(&self, game: Game<W>) -> Box<dyn Rehearsing<'a, W, P> + 'a> {
        rehearsing(self.deck, game, Rehearsal::new(self.player), Noted::Nothing)
    }

    /// Plays a game. At the beginning of some turns, adds a sample.
    fn play(&mut self, game: u64) {
        let players = PLAYERS.clamp(self.deck.players.min, self.deck.players.max);
        let setup = GameSetup { players, keys: Keys::of_block(SEED, game) };
        let mut table = self.table(Game::empty(self.deck, setup));
        table.deal(setup, Rehearsal::new(self.player));
        loop {
            let turn = table.game().turn() + 1;
            let Ok(None) = table.advance_to_turn(turn) else { return };
            // Shifted by the game, so that all turns are sampled equally often.
            if (u64::from(turn) + game).is_multiple_of(INTERVAL) {
                let seat = Seat((mix(game ^ u64::from(turn) << 32) % u64::from(players)) as u8);
                self.add(table.view(seat).resample(mix(game << 16 | u64::from(turn))));
            }
        }
    }

    /// Plays a position to its end, and adds it with its outcome.
    ///
    /// The position has hands drawn at random. In positions of whole games, hands also show how well a player fares, so the
    /// weights of cards in hand would be biased.
    fn add(&mut self, game: Game<W>) {
        let mut table = self.table(game);
        let seats = (0..game.players()).map(Seat);
        let players: Vec<Vec<Feature>> = seats.map(|seat| features(table.view(seat), self.worth).collect()).collect();
        if let Ok(Some(Progress::Over(outcome))) = table.advance_to_turn(u16::MAX)
            // A game without a winner says nothing about chances.
            && !outcome.winners.is_empty()
        {
            let shares = shares(outcome.winners).0[..players.len()].to_vec();
            self.samples.push(Sample { players, shares });
        }
    }
}

/// Each seat's share of a win.
pub(super) fn shares(winners: SeatSet) -> BySeat<f64> {
    let mut shares = BySeat([0.0; MAX_SEATS]);
    winners.iter().for_each(|seat| shares[seat] = 1.0 / winners.len() as f64);
    shares
}
