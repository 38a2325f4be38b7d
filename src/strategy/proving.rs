//! Finds the figures of `strategies/proof.csv`: what cards proved to be worth, by their properties.

use super::balanced::{Balanced, Weights};
use super::equations::solved;
use super::lessons::draw_values;
use super::strategy::Strategy;
use super::worth::{Figure, Property, Proven, measures};
use crate::deck::Deck;

/// Cards without worth that count besides the measured ones, for each property, so that a figure that few cards show stays small.
// With a whole one, the player won as much.
const PRIOR: f64 = 0.25;

/// A measured card.
#[derive(Clone, Debug)]
struct Sample {
    /// The place of its deck.
    deck: usize,
    kind: Proven,
    /// Its measure of each property.
    measures: Vec<i32>,
    /// What it proved to be worth beyond its text, in tenths of a level.
    worth: f64,
}

/// The figures that explain best what the cards of these decks proved to be worth in this number of games with each deck, and the share of
/// the variance that the figures of the other decks explain in a deck, from 1 down.
///
/// A ridge regression for each kind, of the draw values on the properties. The games are the same in every call.
pub fn proof_figures(decks: &[Deck], games: u32) -> (Vec<Figure>, f64) {
    let samples: Vec<Sample> = decks.iter().enumerate().flat_map(|(place, deck)| samples(place, deck, games)).collect();
    let figures = fitted(&samples.iter());
    let (mut left, mut all) = (0.0, 0.0);
    for place in 0..decks.len() {
        let others = fitted(&samples.iter().filter(|sample| sample.deck != place));
        for sample in samples.iter().filter(|sample| sample.deck == place) {
            left += (sample.worth - explained(&others, sample)).powi(2);
            all += sample.worth.powi(2);
        }
    }
    (figures, 1.0 - left / all)
}

/// The measured cards of a deck.
fn samples(place: usize, deck: &Deck, games: u32) -> Vec<Sample> {
    // As for lessons: the games of a player that knows cards by their texts alone teach more than those of one that judges them well.
    let weights = Weights { proven_worth: false, ..Weights::default() };
    let novice = Strategy::Balanced(Box::new(Balanced::valuing(deck, &weights, &[])));
    let values = draw_values(deck, &novice, games);
    let worth = |value: f64| f64::from(weights.lesson_worth) * 100.0 * value;
    let measured = measures(deck, &weights.taste()).into_iter();
    measured
        .map(|(card, kind, measures)| Sample { deck: place, kind, measures, worth: worth(values[card.index()]) })
        .collect()
}

/// The figures of all kinds that are not 0.
fn fitted<'s>(samples: &(impl Iterator<Item = &'s Sample> + Clone)) -> Vec<Figure> {
    let of_kind = |kind| {
        let figures = ridge(samples.clone().filter(move |sample| sample.kind == kind));
        let figure =
            move |(property, tenths): (Property, f64)| Figure { kind, property, tenths: tenths.round() as i32 };
        Property::ALL.into_iter().zip(figures).map(figure)
    };
    Proven::ALL.into_iter().flat_map(of_kind).filter(|figure| figure.tenths != 0).collect()
}

/// The tenths of a level for a unit of each property, by ridge regression.
fn ridge<'s>(samples: impl Iterator<Item = &'s Sample>) -> Vec<f64> {
    let size = Property::ALL.len();
    let (mut matrix, mut right) = (vec![vec![0.0; size]; size], vec![0.0; size]);
    (0..size).for_each(|n| matrix[n][n] = PRIOR);
    for sample in samples {
        for (n, one) in sample.measures.iter().map(|measure| f64::from(*measure)).enumerate() {
            right[n] += one * sample.worth;
            matrix[n].iter_mut().zip(&sample.measures).for_each(|(sum, other)| *sum += one * f64::from(*other));
        }
    }
    solved(matrix, right)
}

/// What a card is worth by these figures, in tenths of a level.
fn explained(figures: &[Figure], sample: &Sample) -> f64 {
    let tenths = |property| {
        let figure = figures.iter().find(|figure| figure.kind == sample.kind && figure.property == property);
        figure.map_or(0, |figure| figure.tenths)
    };
    Property::ALL
        .into_iter()
        .zip(&sample.measures)
        .map(|(property, measure)| f64::from(tenths(property) * measure))
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deck::{DeckSource, load};

    #[test]
    fn the_figures_behind_the_worth_of_cards_are_found() {
        let figures = [(Property::Bonus, 3), (Property::TurnStart, 20)];
        let figures = figures.map(|(property, tenths)| Figure { kind: Proven::Item, property, tenths });
        let sample = |n: i32| {
            let measure = |property| match property {
                Property::Bonus => n % 5,
                Property::TurnStart => i32::from(n % 7 == 0),
                _ => 0,
            };
            let sample =
                Sample { deck: 0, kind: Proven::Item, measures: Property::ALL.map(measure).to_vec(), worth: 0.0 };
            Sample { worth: explained(&figures, &sample), ..sample }
        };
        let samples: Vec<Sample> = (0..200).map(sample).collect();
        assert_eq!(fitted(&samples.iter()), figures);
    }

    #[test]
    fn each_title_of_a_measured_kind_is_measured_once() {
        let text = include_str!("../../tests/decks/mini.toml");
        let deck = load(&[DeckSource::new("mini.toml", text)], &[]).expect("a deck");
        let samples = samples(0, &deck, 0);
        let is_measured = |title: &&crate::deck::compiled::Title| Proven::of(deck.card(title.first)).is_some();
        assert_eq!(samples.len(), deck.titles.iter().filter(is_measured).count());
        assert!(samples.iter().all(|sample| sample.worth == 0.0 && sample.measures[0] == 1));
    }
}
