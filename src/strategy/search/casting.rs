//! `Casting`: who plays in each seat of the playouts of a decision.

use super::deeds::Deeds;
use super::search::Search;
use crate::game::View;
use crate::ids::{BySeat, MAX_SEATS, Seat};
use crate::random::mix;

/// The distance of random fractions from 0 to 1, which have 53 bits.
const SMALLEST: f64 = 1.0 / (1_u64 << 53) as f64;

/// The chances of the players of a population in each seat.
#[derive(Debug)]
pub(super) struct Casting {
    /// The chance of each player of the population; empty for a seat of the base.
    chances: BySeat<Vec<f64>>,
}

impl Casting {
    /// The base in the seat of the viewer, and in the others the population: each player with the chance that it has by its deeds.
    pub(super) fn new<const W: usize, P>(search: &Search<P>, view: View<'_, W>, deeds: &Deeds) -> Casting {
        let mut chances: BySeat<Vec<f64>> = BySeat::default();
        for seat in (0..view.players()).map(Seat).filter(|seat| *seat != view.seat()) {
            chances[seat] = match &search.manners {
                Some(manners) => manners.chances(deeds, seat),
                // One player at most.
                None => vec![1.0; search.population.len()],
            };
        }
        Casting { chances }
    }

    /// The places of the players of a world: 0 for the base, otherwise one more than the place in the population.
    pub(super) fn draw(&self, random: u64) -> BySeat<usize> {
        let place = |seat: usize| {
            let mut left = (mix(random ^ seat as u64) >> 11) as f64 * SMALLEST;
            let is_drawn = |chance: &f64| {
                left -= chance;
                left < 0.0
            };
            let chances = &self.chances.0[seat];
            // Chances may add to a little less than 1.
            chances.iter().position(is_drawn).map_or(chances.len(), |place| 1 + place)
        };
        BySeat(std::array::from_fn::<_, MAX_SEATS, _>(place))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_drawn_as_often_as_their_chances_say() {
        let mut chances = BySeat::<Vec<f64>>::default();
        chances[Seat(1)] = vec![0.2, 0.0, 0.8];
        let casting = Casting { chances };
        let mut counts = [[0; 4]; 2];
        for world in 0..1_000 {
            let places = casting.draw(mix(world));
            (0..2).for_each(|seat| counts[usize::from(seat)][places[Seat(seat)]] += 1);
        }
        assert_eq!(counts[0], [1_000, 0, 0, 0], "a seat of the base");
        assert!(counts[1][0] + counts[1][2] == 0 && (160..240).contains(&counts[1][1]), "{counts:?}");
    }
}
