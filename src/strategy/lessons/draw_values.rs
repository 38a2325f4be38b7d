//! Draw values: how much more players win who draw a card than those who draw another card of the same pile.

use std::iter::zip;
use std::ops::{Add, Range};

use rayon::prelude::*;

use crate::deck::{Deck, DeckSide};
use crate::game::{DrawWhy, Event, Game, GameSetup, Keys, Outcome, Progress};
use crate::ids::{CardId, CardSet, Seat, by_width};
use crate::strategy::haste::Haste;
use crate::strategy::player::{Player, PlayerOfAnyWidth};
use crate::strategy::rehearsal::{Noted, Rehearsal, rehearsing};

/// Seed of the games.
// The letters of "lessons": the lessons are the same in every run, with any seed.
const SEED: u64 = 0x006c_6573_736f_6e73;
/// Number of players in the games, if the deck allows it.
const PLAYERS: u8 = 4;
/// Games from one look at a request to stop to the next.
const BLOCK: u32 = 100;
/// A whole win, so that the shares of up to six winners are whole numbers.
const WIN: u64 = 60;
/// Draws of an average card that count besides those of the card: the variance of a win, 0.19, divided by that of the draw values of
/// the shipped sets, about the square of 0.02.
const PRIOR: f64 = 475.0;

/// For each card, by how much players win more in such games who draw a card of its title: the mean of the opening deal and of later draws.
/// From -1 to 1, and 0 without games.
pub(in crate::strategy) fn draw_values<P: PlayerOfAnyWidth>(deck: &Deck, player: &P, games: u32) -> Vec<f64> {
    let tally = by_width!(deck.cards.len(), W => {
        let deck = &deck.narrowed::<W>();
        Lessons { deck, player }.play(games)
    });
    tally.values(deck)
}

/// A card that a player draws for its hand, in the opening deal or later.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Draw {
    seat: Seat,
    card: CardId,
    /// Whether it is of the opening deal.
    dealt: bool,
}

impl Draw {
    /// The draw of an event, if it is one. A card that opens the door is not drawn for a hand.
    fn of(event: &Event) -> Option<Draw> {
        match *event {
            Event::Draw { why: DrawWhy::Kick, .. } => None,
            Event::Draw { seat, card, why, .. } => Some(Draw { seat, card, dealt: why == DrawWhy::Deal }),
            _ => None,
        }
    }
}

/// Draws, and the wins of the players who drew.
#[derive(Clone, Copy, Debug, Default)]
struct Wins {
    draws: u64,
    /// In units of `WIN`.
    wins: u64,
}

impl Add for Wins {
    type Output = Wins;

    fn add(self, other: Wins) -> Wins {
        Wins { draws: self.draws + other.draws, wins: self.wins + other.wins }
    }
}

impl Wins {
    /// The mean share of a win.
    fn mean(self) -> f64 {
        self.wins as f64 / (WIN * self.draws.max(1)) as f64
    }

    /// By how much the mean is above that of an average card, shrunk by the prior.
    fn above(self, average: Wins) -> f64 {
        let draws = self.draws as f64;
        (self.mean() - average.mean()) * draws / (draws + PRIOR)
    }
}

/// The wins of each title: with draws of the opening deal, and with later ones.
#[derive(Clone, Debug)]
struct Tally {
    dealt: Vec<Wins>,
    later: Vec<Wins>,
}

impl Tally {
    fn none(titles: usize) -> Tally {
        Tally { dealt: vec![Wins::default(); titles], later: vec![Wins::default(); titles] }
    }

    fn and(self, other: Tally) -> Tally {
        let sum = |ours: Vec<Wins>, theirs: Vec<Wins>| zip(ours, theirs).map(|(one, other)| one + other).collect();
        Tally { dealt: sum(self.dealt, other.dealt), later: sum(self.later, other.later) }
    }

    /// The value of each card.
    fn values(&self, deck: &Deck) -> Vec<f64> {
        let titles_of = |side| {
            let mut titles: Vec<usize> =
                deck.cards.iter().filter(|card| card.side == side).map(|card| usize::from(card.title)).collect();
            titles.sort_unstable();
            titles.dedup();
            titles
        };
        let mut values = vec![0.0; deck.titles.len()];
        for titles in [DeckSide::Door, DeckSide::Treasure].map(titles_of) {
            for wins in [&self.dealt, &self.later] {
                let average = titles.iter().map(|&title| wins[title]).fold(Wins::default(), Wins::add);
                titles.iter().for_each(|&title| values[title] += wins[title].above(average) / 2.0);
            }
        }
        deck.cards.iter().map(|card| values[usize::from(card.title)]).collect()
    }
}

/// Games of a player with a deck.
struct Lessons<'a, const W: usize, P> {
    deck: &'a Deck<CardSet<W>>,
    player: &'a P,
}

impl<const W: usize, P: Player<W>> Lessons<'_, W, P> {
    /// The tally of this number of games; of fewer if the player is asked to stop.
    fn play(&self, games: u32) -> Tally {
        // The threads of the pool may have another `Haste`, or none.
        let haste = Haste::inherited();
        let none = || Tally::none(self.deck.titles.len());
        let block = |place: u32| {
            let games = place * BLOCK..games.min((place + 1) * BLOCK);
            if haste.is_obeyed() { none() } else { self.play_block(games) }
        };
        (0..games.div_ceil(BLOCK)).into_par_iter().map(block).reduce(none, Tally::and)
    }

    fn play_block(&self, games: Range<u32>) -> Tally {
        let players = PLAYERS.clamp(self.deck.players.min, self.deck.players.max);
        let setup = |game: u32| GameSetup { players, keys: Keys::of_block(SEED, game.into()) };
        let rehearsal = || Rehearsal::new(self.player);
        let first = Game::empty(self.deck, setup(games.start));
        let mut table = rehearsing(self.deck, first, rehearsal(), Noted::Draws);
        let mut tally = Tally::none(self.deck.titles.len());
        for game in games {
            table.deal(setup(game), rehearsal());
            let end = table.advance_to_turn(u16::MAX);
            let notes = table.take_notes();
            let Ok(Some(Progress::Over(Outcome { winners, .. }))) = end else { continue };
            let share = |seat| if winners.contains(seat) { WIN / winners.len() as u64 } else { 0 };
            for draw in notes.iter().filter_map(Draw::of) {
                let title = usize::from(self.deck.card(draw.card).title);
                let wins = if draw.dealt { &mut tally.dealt[title] } else { &mut tally.later[title] };
                *wins = *wins + Wins { draws: 1, wins: share(draw.seat) };
            }
        }
        tally
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deck::{DeckSource, load};
    use crate::strategy::Balanced;
    use crate::strategy::brain::Brain;

    fn deck() -> Deck {
        let text = include_str!("../../../tests/decks/mini.toml");
        load(&[DeckSource::new("mini.toml", text)], &[]).expect("a deck")
    }

    #[test]
    fn copies_of_a_title_have_one_value_and_a_weapon_is_worth_more_than_a_bribe() {
        let deck = deck();
        let values = draw_values(&deck, &Balanced::player(&deck, &Default::default()), 400);
        let of = |id: &str| {
            let cards = deck.selected(id);
            let values: Vec<f64> = cards.iter().map(|card| values[card.index()]).collect();
            assert!(!values.is_empty() && values.iter().all(|value| *value == values[0]), "{id}: {values:?}");
            values[0]
        };
        assert!(of("rolling-pin") > of("bribe"), "{} {}", of("rolling-pin"), of("bribe"));
    }

    #[test]
    fn the_number_of_threads_changes_nothing() {
        let deck = deck();
        let player = Balanced::player(&deck, &Default::default());
        let values = [1, 3].map(|threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
            pool.install(|| draw_values(&deck, &player, 250))
        });
        assert_eq!(values[0], values[1]);
    }

    #[test]
    fn no_games_teach_nothing() {
        let deck = deck();
        let values = draw_values(&deck, &Balanced::player(&deck, &Default::default()), 0);
        assert!(values.iter().all(|value| *value == 0.0));
    }

    #[test]
    fn few_draws_count_little() {
        let average = Wins { draws: 1_000, wins: 250 * WIN };
        let few = Wins { draws: 25, wins: 25 * WIN };
        assert!((few.above(average) - 0.75 / 20.0).abs() < 1e-12, "{}", few.above(average));
    }
}
