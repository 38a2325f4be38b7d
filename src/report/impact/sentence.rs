//! One sentence that explains the value of a card by its kind, from its measured parts. It claims only what the intervals
//! show.

use super::interval::Interval;
use crate::deck::Play;
use crate::report::files::number::{points, signed};
use crate::run::tally::Way;

/// The measured parts of the value of a card.
pub(crate) struct Parts<'a> {
    pub(crate) play: Play,
    pub(crate) opening: Interval,
    /// The draw value by way of drawing.
    pub(crate) by_way: &'a [(Way, Interval)],
    /// The share of the players who saw the card that played it, if it is known.
    pub(crate) played: Option<f64>,
}

/// What a card is to a player for whom it is good, and for whom it is bad.
struct Nouns {
    /// In the hand.
    hand: [&'static str; 2],
    /// To the player who opens the door to it.
    door: [&'static str; 2],
}

fn nouns(play: Play) -> Nouns {
    let (hand, door) = match play {
        Play::Monster => (["a chance", "a burden"], ["a chance", "a danger"]),
        Play::Curse => (["a weapon", "a burden"], ["a blessing", "a wound"]),
        Play::Enhancer | Play::BringMonster => (["a weapon", "a burden"], ["a weapon", "a burden"]),
        Play::Slot | Play::Room | Play::Rank | Play::Role => (["a talent", "a burden"], ["a talent", "a burden"]),
        Play::Item | Play::Cheat => (["equipment", "ballast"], ["equipment", "ballast"]),
        Play::Special => (["a help", "a burden"], ["a help", "a burden"]),
        Play::Blank => (["better than the average", "an empty place"], ["better than the average", "an empty place"]),
    };
    Nouns { hand, door }
}

/// The sentence; empty if nothing was measured.
pub(crate) fn sentence(parts: &Parts<'_>) -> String {
    let Parts { play, opening, by_way, played } = parts;
    let nouns = nouns(*play);
    let mut clauses = vec![clause("in the hand", *opening, Some(nouns.hand), true)];
    for (way, value) in *by_way {
        let (place, nouns, is_always) = match way {
            Way::Kick => ("from the door", Some(nouns.door), true),
            Way::Loot => ("looted", None, false),
            Way::Reward => ("as a reward", None, false),
            Way::Other => continue,
        };
        clauses.push(clause(place, *value, nouns, is_always));
    }
    let clauses: Vec<String> = clauses.into_iter().flatten().collect();
    if clauses.is_empty() {
        return String::new();
    }
    let mut text = clauses.join("; ");
    text[..1].make_ascii_uppercase();
    let share = played
        .filter(|share| share.is_finite())
        .map(|share| format!(". {:.0}% of those who had it played it", 100.0 * share));
    format!("{text}{}.", share.unwrap_or_default())
}

/// The value in one place: with its noun if the interval excludes 0; otherwise that none is shown, if `is_always`.
fn clause(place: &str, value: Interval, nouns: Option<[&str; 2]>, is_always: bool) -> Option<String> {
    if !(value.n > 0 && value.low.0.is_finite() && value.high.0.is_finite()) {
        return None;
    }
    let is_shown = value.low.0 > 0.0 || value.high.0 < 0.0;
    let number = signed(100.0 * value.value.0, 1);
    match nouns {
        Some([good, bad]) if is_shown => {
            Some(format!("{place} {} ({number})", if value.value.0 > 0.0 { good } else { bad }))
        }
        None if is_shown => Some(format!("{place} {number}")),
        _ if is_always => Some(format!("{place} no effect shown ({} to {})", points(value.low), points(value.high))),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Fraction;

    fn value(low: f64, high: f64) -> Interval {
        Interval { n: 9, value: Fraction((low + high) / 2.0), low: Fraction(low), high: Fraction(high) }
    }

    const NONE: Interval =
        Interval { n: 0, value: Fraction(f64::NAN), low: Fraction(f64::NAN), high: Fraction(f64::NAN) };

    #[test]
    fn a_sentence_claims_what_the_intervals_show() {
        let says =
            |play, opening, by_way: &[(Way, Interval)], played| sentence(&Parts { play, opening, by_way, played });
        let by_way = [(Way::Kick, value(-0.04, -0.02)), (Way::Loot, value(-0.01, 0.02)), (Way::Reward, NONE)];
        assert_eq!(
            says(Play::Curse, value(0.01, 0.014), &by_way, Some(0.61)),
            "In the hand a weapon (+1.2); from the door a wound (-3.0). 61% of those who had it played it."
        );
        assert_eq!(
            says(Play::Curse, value(-0.01, 0.014), &[(Way::Kick, value(-0.01, 0.03))], None),
            "In the hand no effect shown (-1.00 to +1.40); from the door no effect shown (-1.00 to +3.00)."
        );
        let treasure = [(Way::Kick, NONE), (Way::Reward, value(0.01, 0.03))];
        assert_eq!(
            says(Play::Item, value(0.06, 0.08), &treasure, None),
            "In the hand equipment (+7.0); as a reward +2.0."
        );
        let monster = [(Way::Kick, value(-0.03, -0.01))];
        assert_eq!(
            says(Play::Monster, value(-0.03, -0.01), &monster, None),
            "In the hand a burden (-2.0); from the door a danger (-2.0)."
        );
        assert_eq!(says(Play::Role, NONE, &[], Some(1.0)), "");
    }
}
