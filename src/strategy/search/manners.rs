//! `Manners`: which player of a population a seat resembles, judged by what it did.

use super::deeds::{Deeds, FEATURES};
use super::features::Feature;
use super::fit::{Sample, softmax, weighted};
use super::lesson::{Lesson, learned};
use crate::deck::Deck;
use crate::game::{Game, GameSetup, Keys};
use crate::ids::{BySeat, CardSet, MAX_SEATS, Seat};
use crate::random::mix;
use crate::strategy::lessons::kept;
use crate::strategy::player::{Player, PlayerOfAnyWidth};
use crate::strategy::rehearsal::{Noted, Rehearsal, rehearsing};

/// The weights of the deeds, for each player of the population.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Manners {
    weights: Vec<f64>,
    /// The Level that wins.
    pub(super) win_level: u8,
}

/// Seed of the games that the weights are fitted to.
// The letters of "manners": the lessons are the same in every run, with any seed.
const SEED: u64 = 0x006d_616e_6e65_7273;
/// Number of players in these games, if the deck allows it.
const PLAYERS: u8 = 4;
/// Number of turns from one sample of a game to the next.
const INTERVAL: u16 = 5;
/// Prior precision of a weight.
const PRECISION: f64 = 0.1;

impl Manners {
    /// Fits the weights to games of players of the population, drawn at random for each seat; to fewer games if the player is asked to
    /// stop.
    pub(super) fn fitted<P: PlayerOfAnyWidth>(deck: &Deck, population: &[&P], games: u32) -> Manners {
        let precisions = vec![PRECISION; population.len() * FEATURES];
        let weights = kept(deck, "manners", || learned(deck, &Mixture(population), games, &precisions));
        Manners { weights, win_level: *deck.rules.win_level }
    }

    /// The chance of each player of the population that it plays in a seat.
    pub(super) fn chances(&self, deeds: &Deeds, seat: Seat) -> Vec<f64> {
        let players = self.weights.len() / FEATURES;
        let mut chances: Vec<f64> =
            (0..players).map(|player| weighted(&self.weights, of_player(player, deeds, seat))).collect();
        softmax(&mut chances);
        chances
    }
}

/// The features of a seat, for a player of the population: each player has its own weights.
fn of_player(player: usize, deeds: &Deeds, seat: Seat) -> impl Iterator<Item = Feature> {
    deeds.features(seat).map(move |(place, value)| ((player * FEATURES) as u16 + place, value))
}

/// The lesson: games of players of a population, drawn at random for each seat.
struct Mixture<'a, P>(&'a [&'a P]);

impl<P: PlayerOfAnyWidth> Lesson for Mixture<'_, P> {
    type Player = P;

    /// At some turns, a sample: the deeds of a seat, and who plays there.
    fn samples<const W: usize>(&self, deck: &Deck<CardSet<W>>, game: u64) -> Vec<Sample>
    where
        P: Player<W>,
    {
        let players = PLAYERS.clamp(deck.players.min, deck.players.max);
        let setup = GameSetup { players, keys: Keys::of_block(SEED, game) };
        let all = self.0.len();
        let place = |seat: usize| (mix(game << 8 | seat as u64) % all as u64) as usize;
        let cast: [usize; MAX_SEATS] = std::array::from_fn(place);
        let rehearsal = || Rehearsal::of(BySeat(cast.map(|place| self.0[place])), BySeat::default(), None);
        let mut table = rehearsing(deck, Game::empty(deck, setup), rehearsal(), Noted::Deeds);
        table.deal(setup, rehearsal());
        let (mut deeds, mut samples) = (Deeds::NONE, Vec::new());
        // Shifted by the game, so that all turns are sampled equally often.
        let shift = 2 + (game % u64::from(INTERVAL)) as u16;
        let mut turn = 0_u16;
        while let Ok(None) = table.advance_to_turn(turn.saturating_add(shift)) {
            table.take_notes().into_iter().for_each(|event| deeds.note(event, *deck.rules.win_level));
            let seat = Seat((mix(game ^ u64::from(turn) << 32) % u64::from(players)) as u8);
            let player = |place| of_player(place, &deeds, seat).collect();
            let share = |place| f64::from(u8::from(place == cast[seat.index()]));
            samples.push(Sample { players: (0..all).map(player).collect(), shares: (0..all).map(share).collect() });
            turn = turn.saturating_add(INTERVAL);
        }
        samples
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deck::{DeckSource, load};
    use crate::ids::WIDEST;
    use crate::strategy::Profile;

    fn deck() -> Deck {
        let text = include_str!("../../../tests/decks/mini.toml");
        load(&[DeckSource::new("mini.toml", text)], &[]).expect("a deck")
    }

    #[test]
    fn a_player_is_recognized_by_its_deeds() {
        let deck = deck();
        let players = ["balanced", "lone-wolf", "helper"].map(|name| Profile::find(name).expect(name).compile(&deck));
        let players = players.each_ref();
        let manners = Manners::fitted(&deck, &players, 300);
        let nothing = manners.chances(&Deeds::NONE, Seat(0));
        assert!(nothing.iter().all(|chance| (chance - 1.0 / 3.0).abs() < 0.15), "{nothing:?}");
        // The chance of the player that sits there, in the fourth sample of other games: after about twenty turns.
        let chance = |sample: &Sample| {
            let sum = |player: &Vec<Feature>| weighted(&manners.weights, player.iter().copied());
            let mut chances: Vec<f64> = sample.players.iter().map(sum).collect();
            softmax(&mut chances);
            chances.iter().zip(&sample.shares).map(|(chance, share)| chance * share).sum::<f64>()
        };
        let late = |game| Mixture(&players).samples::<WIDEST>(&deck, game).get(3).map(chance);
        let chances: Vec<f64> = (1_000..1_200).filter_map(late).collect();
        let mean = chances.iter().sum::<f64>() / chances.len() as f64;
        assert!(chances.len() > 50 && mean > 0.6, "{mean} in {} games", chances.len());
    }

    #[test]
    fn the_number_of_threads_changes_nothing() {
        let deck = deck();
        let players = ["balanced", "lone-wolf"].map(|name| Profile::find(name).expect(name).compile(&deck));
        let fitted = [1, 3].map(|threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
            pool.install(|| Manners::fitted(&deck, &players.each_ref(), 40))
        });
        assert_eq!(fitted[0], fitted[1]);
    }
}
