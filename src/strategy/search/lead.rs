//! `Lead`: how much better one option is expected to be than another.

use super::imagined::Imagined;
use super::playout::Playouts;
use super::search::Search;
use crate::game::{Choice, View};
use crate::strategy::haste::Haste;
use crate::strategy::player::Player;

/// The expected difference between two options in the viewer's chance to win, from playouts in the same worlds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lead {
    /// The mean difference, from -1 to 1.
    pub mean: f64,
    /// Its standard error.
    pub error: f64,
    /// Playouts of each option, one in each world.
    pub playouts: u32,
}

/// Number of standard errors of a lead that is clear.
// About one in forty differences without any meaning is that large.
const CLEAR: f64 = 2.0;

impl Lead {
    /// The lead with these differences in single worlds.
    pub(in crate::strategy) fn of(differences: impl Iterator<Item = f64>) -> Lead {
        let (mut playouts, mut sum, mut squares) = (0_u32, 0.0, 0.0);
        for difference in differences {
            playouts += 1;
            sum += difference;
            squares += difference * difference;
        }
        let n = f64::from(playouts);
        let mean = sum / n;
        // Rounding can make it slightly negative.
        let variance = (squares - sum * mean).max(0.0) / (n - 1.0);
        Lead { mean, error: (variance / n).sqrt(), playouts }
    }

    /// Whether it is clearly positive: more than `CLEAR` standard errors above 0.
    pub fn is_clear(self) -> bool {
        self.mean > CLEAR * self.error
    }
}

impl<P> Search<P> {
    /// The lead of the first option over the second, from as many playouts of each as the player may use for one
    /// decision. They go to the horizon of the player, or to the end of the game.
    ///
    /// The random numbers must differ from those used to choose one of the options: in the playouts that selected it,
    /// the best of many options looks better than it is.
    pub(in crate::strategy) fn lead<const W: usize>(
        &self,
        view: View<'_, W>,
        options: &[Choice],
        [first, second]: [Choice; 2],
        imagined: &Imagined,
        random: u64,
        to_the_end: bool,
    ) -> Lead
    where
        P: Player<W>,
    {
        let begin = if to_the_end { Playouts::to_the_end } else { Playouts::new };
        let mut playouts = begin(view, self, imagined, options, random);
        let worlds = 0..self.settings.playouts;
        let worlds = worlds.take_while(|_| !Haste::is_asked());
        Lead::of(worlds.map(|world| playouts.value(world, first) - playouts.value(world, second)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lead_is_a_mean_with_its_standard_error() {
        let lead = Lead::of([0.1, 0.3, 0.2, 0.6].into_iter());
        let variance: f64 = [0.04, 0.0, 0.01, 0.09].iter().sum::<f64>() / 3.0;
        assert!((lead.mean - 0.3).abs() < 1e-12 && (lead.error - (variance / 4.0).sqrt()).abs() < 1e-12, "{lead:?}");
        assert_eq!(lead.playouts, 4);
    }
}
