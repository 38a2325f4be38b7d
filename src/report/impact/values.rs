//! The report of card values: one line per title and strategy.

use super::interval::Interval;
use super::plays::PlayColumns;
use super::sentence::{Parts, sentence};
use crate::deck::compiled::Title;
use crate::deck::{Deck, DeckSide, Kind};
use crate::report::files::number::Fraction;
use crate::report::files::row::row;
use crate::run::Tally;
use crate::run::tally::{WAYS, Way};
use crate::stats::{
    DrawValue, Drawn, Estimate, Opening, benjamini_hochberg, draw_values, handled_rate, opening_values_by,
    shrink_groups, simultaneous_level, unseen_rate,
};

/// Confidence of all intervals.
const LEVEL: f64 = 0.95;

row! {
    "card_values.csv"
    /// One line of `card_values.csv`: a title as one strategy plays it.
    #[derive(Clone, Debug)]
    pub struct ValueRow {
        /// The strategy of the seats that had it.
        pub strategy: String,
        /// Its id.
        pub card: String,
        /// Its name.
        pub name: String,
        /// Its pile.
        pub pile: DeckSide,
        /// Its kind.
        pub kind: Kind,
        /// Copies in the deck.
        pub copies: u8,
        /// The change in the probability of winning from one in the opening hand, relative to the average opening card
        /// of its pile.
        pub opening: CardValue,
        /// The change in the probability of winning from drawing one, relative to another card of its pile.
        pub draw: CardValue,
        /// The same for cards drawn by opening the door.
        pub kick: Interval,
        /// The same for cards drawn by looting the room.
        pub loot: Interval,
        /// The same for cards drawn as the reward of a fight.
        pub reward: Interval,
        /// The same for cards drawn in any other way.
        pub other: Interval,
        /// Draws with no other card left in the pile, which are not part of the draw value.
        pub draw_alone: u64,
        /// Whether another strategy has an opening value significantly on the other side of 0; empty with one strategy.
        pub opening_sign_differs: Option<bool>,
        /// Whether another strategy has a draw value significantly on the other side of 0; empty with one strategy.
        pub draw_sign_differs: Option<bool>,
        /// Descriptive win rate of the players who saw one.
        pub seen: Described,
        /// Descriptive win rate of the players who played one.
        pub played: Described,
        /// Descriptive win rate of the players who did not see one.
        pub unseen: Described,
        /// Its set.
        pub set: String,
        /// Optional plays of it by the strategy.
        pub plays: PlayColumns,
        /// The opening value relative to a card that does nothing; empty unless it was measured.
        pub against_blank: Interval,
        /// What the card is in the opening hand and where it is drawn, as far as the intervals show it.
        pub sentence: String,
    }
}

row! {
    /// A value with its intervals and its p-value.
    #[derive(Clone, Copy, Debug)]
    pub struct CardValue {
        /// Observations.
        pub n: u64,
        /// The estimate.
        pub value: Fraction,
        /// Lower end of its 95% interval.
        pub low: Fraction,
        /// Upper end of its 95% interval.
        pub high: Fraction,
        /// Lower end of the interval that holds for all titles at once.
        pub simultaneous_low: Fraction,
        /// Upper end of the interval that holds for all titles at once.
        pub simultaneous_high: Fraction,
        /// P-value of no value, adjusted by Benjamini and Hochberg over all titles: for screening.
        pub adjusted_p: Fraction,
        /// The value shrunk towards the mean of its pile: the mean of the posterior distribution, which corrects for the
        /// luck of extreme values.
        pub shrunken: Fraction,
        /// Lower end of its 95% posterior interval.
        pub shrunken_low: Fraction,
        /// Upper end of its 95% posterior interval.
        pub shrunken_high: Fraction,
    }
}

row! {
    in "descriptive"
    /// A descriptive win rate. It shows no cause.
    #[derive(Clone, Copy, Debug)]
    pub struct Described {
        /// Seats of games, one for each copy.
        pub n: u64,
        /// Their win rate.
        pub win_rate: Fraction,
        /// Lower end of its 95% interval.
        pub low: Fraction,
        /// Upper end of its 95% interval.
        pub high: Fraction,
        /// Win rate minus the mean of its pile.
        pub centred: Fraction,
    }
}

/// The draw values by way of drawing.
pub(super) fn ways(draw: &DrawValue) -> Vec<(Way, Interval)> {
    WAYS.into_iter().zip(draw.by_way.iter().map(|drawn| drawn.value.into())).collect()
}

/// The share of the players who saw a title that played it, if one strategy sits in all seats.
pub(super) fn played_share(tally: &Tally, title: &Title) -> Option<f64> {
    let n = |handling| handled_rate(title, handling).n as f64;
    (tally.strata.strategies() == 1).then(|| n(&tally.cards.played) / n(&tally.cards.seen))
}

impl CardValue {
    /// The value with its 95% interval.
    pub(crate) fn interval(&self) -> Interval {
        Interval { n: self.n, value: self.value, low: self.low, high: self.high }
    }

    /// Whether the value differs from 0 significantly, with all titles tested at once.
    pub(crate) fn stands_out(&self) -> bool {
        self.simultaneous_low.0 > 0.0 || self.simultaneous_high.0 < 0.0
    }
}

/// The lines of one strategy, given by its index, in the order of the titles. Descriptive columns apply to whole
/// tables, so they are empty if several strategies share a table.
pub(crate) fn value_rows(deck: &Deck, name: &str, tally: &Tally, strategy: usize) -> Vec<ValueRow> {
    let found = opening_values_by(tally, strategy);
    let values: Vec<(Estimate, f64)> = found.iter().map(|opening| (opening.value, opening.noisy().1)).collect();
    let p: Vec<f64> = found.iter().map(Opening::p).collect();
    let openings = card_values(deck, &values, &p, |place, level| found[place].interval(level));
    let draws = draw_values(tally, strategy);
    let values: Vec<(Estimate, f64)> = draws.iter().map(|draw| (draw.all.value, draw.all.noisy().1)).collect();
    let p: Vec<f64> = draws.iter().map(|draw| draw.all.p()).collect();
    let drawn = card_values(deck, &values, &p, |place, level| draws[place].all.interval(level));
    let alone = |rate: Estimate| if tally.strata.strategies() == 1 { rate } else { Estimate::NONE };
    let seen = described(deck, |title| alone(handled_rate(title, &tally.cards.seen)));
    let played = described(deck, |title| alone(handled_rate(title, &tally.cards.played)));
    let unseen = described(deck, |title| alone(unseen_rate(title, tally)));
    let row = |place: usize| {
        let title = &deck.titles[place];
        let card = deck.card(title.first);
        let [kick, loot, reward, other] = draws[place].by_way.map(|drawn: Drawn| drawn.value.into());
        ValueRow {
            strategy: name.to_owned(),
            card: title.id.clone(),
            name: title.name.clone(),
            pile: card.side,
            kind: title.spec.kind.clone(),
            copies: title.copies,
            opening: openings[place],
            draw: drawn[place],
            kick,
            loot,
            reward,
            other,
            draw_alone: draws[place].alone,
            opening_sign_differs: None,
            draw_sign_differs: None,
            seen: seen[place],
            played: played[place],
            unseen: unseen[place],
            set: deck.set_of(title).id.clone(),
            plays: PlayColumns::of(deck, tally, title, &(strategy..strategy + 1)),
            against_blank: Estimate::NONE.into(),
            sentence: sentence(&Parts {
                play: card.play,
                opening: openings[place].interval(),
                by_way: &ways(&draws[place]),
                played: played_share(tally, title),
            }),
        }
    };
    (0..deck.titles.len()).map(row).collect()
}

/// The values of all titles, from their estimates with standard errors for shrinkage and their p-values, in the same
/// order.
/// `interval` gives the interval of a title at a level, from the same distribution as the p-values.
fn card_values(
    deck: &Deck,
    values: &[(Estimate, f64)],
    p: &[f64],
    interval: impl Fn(usize, f64) -> (f64, f64),
) -> Vec<CardValue> {
    let adjusted = benjamini_hochberg(p);
    // A title that was never dealt has no interval, so it takes no share of the error.
    let level = simultaneous_level(values.iter().filter(|(value, _)| value.n > 0).count(), LEVEL);
    let noisy: Vec<(f64, f64)> = values.iter().map(|(value, error)| (value.value, *error)).collect();
    let shrunken = shrink_groups(&noisy, &deck.piles());
    let value = |place: usize| {
        let Estimate { n, value, low, high } = values[place].0;
        let at_once = interval(place, level);
        CardValue {
            n,
            value: Fraction(value),
            low: Fraction(low),
            high: Fraction(high),
            simultaneous_low: Fraction(at_once.0),
            simultaneous_high: Fraction(at_once.1),
            adjusted_p: Fraction(adjusted[place]),
            shrunken: Fraction(shrunken[place].value),
            shrunken_low: Fraction(shrunken[place].low),
            shrunken_high: Fraction(shrunken[place].high),
        }
    };
    (0..values.len()).map(value).collect()
}

/// The titles of a pile.
fn places(deck: &Deck, side: DeckSide) -> Vec<usize> {
    (0..deck.titles.len()).filter(|&place| deck.card(deck.titles[place].first).side == side).collect()
}

/// Descriptive win rates of all titles, and their differences from the mean of their pile.
fn described(deck: &Deck, rate: impl Fn(&Title) -> Estimate) -> Vec<Described> {
    let rates: Vec<Estimate> = deck.titles.iter().map(rate).collect();
    let mean = |side| {
        let known = places(deck, side).into_iter().map(|place| rates[place]).filter(|rate| rate.n > 0);
        let (n, wins) =
            known.fold((0.0, 0.0), |(n, wins), rate| (n + rate.n as f64, wins + rate.n as f64 * rate.value));
        wins / n
    };
    let means = [DeckSide::Door, DeckSide::Treasure].map(mean);
    let described = |(title, &Estimate { n, value, low, high }): (&Title, &Estimate)| {
        let centred = Fraction(value - means[deck.card(title.first).side as usize]);
        Described { n, win_rate: Fraction(value), low: Fraction(low), high: Fraction(high), centred }
    };
    deck.titles.iter().zip(&rates).map(described).collect()
}

/// Marks titles for which two strategies have values on different sides of 0, both with intervals that exclude 0.
pub(crate) fn mark_signs(strategies: &mut [Vec<ValueRow>]) {
    if strategies.len() < 2 {
        return;
    }
    for place in 0..strategies[0].len() {
        let differs = |value: fn(&ValueRow) -> &CardValue| {
            let above = strategies.iter().any(|rows| value(&rows[place]).low.0 > 0.0);
            let below = strategies.iter().any(|rows| value(&rows[place]).high.0 < 0.0);
            Some(above && below)
        };
        let (opening, draw) = (differs(|row| &row.opening), differs(|row| &row.draw));
        for rows in strategies.iter_mut() {
            (rows[place].opening_sign_differs, rows[place].draw_sign_differs) = (opening, draw);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Row;

    #[test]
    fn columns_of_card_values_keep_their_names_and_order() {
        let value =
            "n value low high simultaneous_low simultaneous_high adjusted_p shrunken shrunken_low shrunken_high";
        let (interval, described) = ("n value low high", "n win_rate low high centred");
        let columns = |group: &str, names: &str| -> Vec<String> {
            names
                .split(' ')
                .map(|name| if group.is_empty() { name.to_owned() } else { format!("{group}_{name}") })
                .collect()
        };
        let expected = [
            columns("", "strategy card name pile kind copies"),
            columns("opening", value),
            columns("draw", value),
            columns("kick", interval),
            columns("loot", interval),
            columns("reward", interval),
            columns("other", interval),
            columns("", "draw_alone opening_sign_differs draw_sign_differs"),
            columns("descriptive_seen", described),
            columns("descriptive_played", described),
            columns("descriptive_unseen", described),
            columns("", "set"),
            columns("plays", "uses uses_unmade games flag"),
            columns("against_blank", interval),
            columns("", "sentence"),
        ];
        assert_eq!(ValueRow::header(), expected.concat());
    }
}
