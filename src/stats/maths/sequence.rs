//! Anytime-valid inference: intervals and p-values that are valid at a look after every observation.

use super::special::lambert_w_lower;

/// The variance of the normal mixture, per observation and in units of their variance, whose confidence sequence is
/// tightest at `best` observations: `(-W(-alpha^2 / e) - 1) / best` with the lower branch of Lambert's W (Waudby-Smith
/// et al. 2024, Annals of Statistics 52, appendix).
pub fn mixture_variance(level: f64, best: f64) -> f64 {
    let alpha = 1.0 - level;
    (-lambert_w_lower(-alpha * alpha / std::f64::consts::E) - 1.0) / best
}

/// Half the width of the asymptotic confidence sequence of a mean after `n` observations of standard deviation `sd`, by
/// a normal mixture of variance `r`: `sd sqrt((n r + 1) / (n^2 r) ln((n r + 1) / alpha^2))` (Robbins 1970; Waudby-Smith
/// et al. 2024). For blocks the observation is the block.
///
/// Infinite without observations or without a mixture.
pub fn confidence_sequence_normal(n: f64, sd: f64, level: f64, mixture: f64) -> f64 {
    if n <= 0.0 || mixture <= 0.0 {
        return f64::INFINITY;
    }
    let (spread, alpha) = (n * mixture + 1.0, 1.0 - level);
    sd * (spread / (n * n * mixture) * (spread / (alpha * alpha)).ln()).sqrt()
}

/// A mixture sequential probability ratio test at one look.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Msprt {
    /// Evidence against a mean of 0; at least 0. Under that hypothesis it is at most 1 on average, and above `1 /
    /// alpha` at any look with probability at most `alpha`.
    pub e_value: f64,
    /// The p-value of this look alone, `1 / e_value` and at most 1. The always-valid p-value is the smallest of all
    /// looks.
    pub p: f64,
}

/// The mixture SPRT of a mean of 0 after `n` observations of known standard deviation `sigma`, against means that are
/// normal around 0 with standard deviation `tau` (Robbins 1970; Johari et al. 2022, Operations Research 70, 1806-1821).
///
/// Observations without variance decide at once: the e-value is 1 for a mean of 0 and infinite otherwise.
pub fn msprt(n: f64, mean: f64, sigma: f64, tau: f64) -> Msprt {
    let (variance, mixed) = (sigma * sigma, n * tau * tau);
    let e_value = if n <= 0.0 || tau == 0.0 || (variance == 0.0 && mean == 0.0) {
        1.0
    } else if variance == 0.0 {
        f64::INFINITY
    } else {
        let exponent = n * mixed * mean * mean / (2.0 * variance * (variance + mixed));
        (variance / (variance + mixed)).sqrt() * exponent.exp()
    };
    Msprt { e_value, p: (1.0 / e_value).min(1.0) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::mix;

    #[test]
    fn sequences_without_data_or_variance_have_their_limits() {
        assert_eq!(confidence_sequence_normal(0.0, 1.0, 0.95, 0.1), f64::INFINITY);
        assert_eq!(confidence_sequence_normal(5.0, 0.0, 0.95, 0.1), 0.0);
        assert_eq!(
            (msprt(0.0, 0.0, 1.0, 1.0).p, msprt(5.0, 0.0, 0.0, 1.0).p, msprt(5.0, 1.0, 0.0, 1.0).p),
            (1.0, 1.0, 0.0)
        );
    }

    #[test]
    fn a_mixture_is_tightest_at_the_sample_size_it_is_tuned_for() {
        let width = |best: f64| confidence_sequence_normal(10_000.0, 1.0, 0.95, mixture_variance(0.95, best));
        assert!(width(10_000.0) < width(9_000.0) && width(10_000.0) < width(11_000.0));
    }

    #[test]
    fn a_confidence_sequence_keeps_its_level_at_every_observation() {
        let mixture = mixture_variance(0.95, 100.0);
        let outside = (0..400_u64).filter(|seed| {
            let mut wins = 0.0;
            (1..=300_u64).any(|n| {
                wins += f64::from(u32::from(mix(seed << 32 | n).is_multiple_of(4)));
                let reach = confidence_sequence_normal(n as f64, 0.1875_f64.sqrt(), 0.95, mixture);
                (wins / n as f64 - 0.25_f64).abs() > reach
            })
        });
        let outside = outside.count();
        assert!(outside <= 20, "{outside} of 400");
    }
}
