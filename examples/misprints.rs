//! A campaign: plants misprints on cards of the shipped sets and counts how many `suggest` brings back within a percentage
//! point.
//!
//! ```console
//! $ cargo run --release --example misprints -- 200
//! ```

use std::error::Error;

use kickdoor::deck::{Deck, DeckSource, Number, Play, Sets};
use kickdoor::report::suggest::Answer;
use kickdoor::study::{CardRequest, Control, ImpactRequest, SuggestRequest, SuggestResult, TableRequest};

/// Largest number of steps of a misprint.
const STEPS: u64 = 6;
/// A misprint is brought back if the value is at most this far from the right one, in percentage points.
const NEAR: f64 = 1.0;

/// A number with a wrong value.
struct Misprint {
    sets: Sets,
    set: String,
    card: String,
    number: Number,
    wrong: i32,
}

fn main() -> Result<(), Box<dyn Error>> {
    let count: usize = std::env::args().nth(1).unwrap_or_else(|| "200".to_owned()).parse()?;
    let mut dice = Dice(1);
    let (mut right, mut moved, mut moved_right) = (0, 0, 0);
    for done in 1..=count {
        let misprint = loop {
            if let Some(misprint) = Misprint::plant(&mut dice)? {
                break misprint;
            }
        };
        let (before, after, words) = misprint.bring_back()?;
        let near = after.abs() <= NEAR;
        right += usize::from(near);
        moved += usize::from(before.abs() > NEAR);
        moved_right += usize::from(before.abs() > NEAR && near);
        let Misprint { set, card, number, wrong, .. } = &misprint;
        let (path, value) = (&number.path, number.value);
        println!("{set}/{card} {path} {value} as {wrong}: {before:+.2} points; {words}: {after:+.2}");
        println!("  {right} of {done} within a point; of those moved by more than a point, {moved_right} of {moved}");
    }
    Ok(())
}

impl Misprint {
    /// A random number of a random card of a random shipped set; `None` if the card is not valid with it.
    fn plant(dice: &mut Dice) -> Result<Option<Misprint>, Box<dyn Error>> {
        let sources: Vec<DeckSource> = DeckSource::shipped().collect();
        let sets = Sets::read(&[dice.one_of(&sources).clone()])?;
        let deck: Deck = sets.compile(&[])?;
        let title = dice.one_of(&deck.titles);
        // A Role is never in an opening hand.
        if title.spec.kind.play == Play::Role {
            return Ok(None);
        }
        let numbers = Number::all(&title.spec);
        let numbers: Vec<&Number> = numbers.iter().filter(|number| number.path != "copies").collect();
        if numbers.is_empty() {
            return Ok(None);
        }
        let number = (*dice.one_of(&numbers)).clone();
        let steps = 1 + dice.below(STEPS) as i32;
        let step = if number.path == "gold" { 100 } else { number.step() };
        let wrong = number.value + if dice.below(2) == 0 { step * steps } else { -step * steps };
        let (set, card) = (deck.set_of(title).id.clone(), title.id.clone());
        let legal = (number.low..=number.high).contains(&wrong)
            && sets.with_number(&set, &card, &number, wrong).is_ok_and(|sets| sets.compile(&[]).is_ok());
        Ok(legal.then_some(Misprint { sets, set, card, number, wrong }))
    }

    /// How far the misprint moves the opening value, how far the suggested card is from the right one, and the suggestion.
    fn bring_back(&self) -> Result<(f64, f64, String), Box<dyn Error>> {
        let Misprint { sets, set, card, number, wrong } = self;
        let printed = sets.with_number(set, card, number, *wrong)?;
        let table = || TableRequest::of([set.clone()]);
        let target = value(sets, table(), card)?;
        let request = SuggestRequest::of(table(), card).target(target);
        let Some(SuggestResult { report, .. }) = request.play_with(&printed, &mut Control::default())? else {
            return Err("it was stopped".into());
        };
        let mut suggested = printed.clone();
        let deck: Deck = printed.compile(&[])?;
        let title = deck.titles.iter().find(|title| title.id == *card).ok_or("no card")?;
        for row in &report.numbers {
            if let Some(value) = row.suggested {
                suggested = suggested.with_number(set, card, &Number::find(&row.number, &title.spec)?, value)?;
            }
        }
        let before = 100.0 * report.printed.value.0 - target;
        let words = match report.answer {
            Answer::Change => report.change,
            Answer::Keep => "kept".to_owned(),
            Answer::None => "nothing found".to_owned(),
        };
        if words == format!("{} {}", number.path, number.value) {
            return Ok((before, 0.0, words));
        }
        // Other games than those that set the target, the same with each card.
        let again = |sets: &Sets| value(sets, table().seed(2), card);
        Ok((before, again(&suggested)? - again(sets)?, words))
    }
}

/// The opening value of a card, in percentage points.
fn value(sets: &Sets, table: TableRequest, card: &str) -> Result<f64, Box<dyn Error>> {
    let request = CardRequest::of(card, ImpactRequest::of(table).without_draws());
    let result = request.play_with(sets, &mut Control::default())?;
    Ok(100.0 * result.tables[0].reports[0].opening.value.0)
}

/// Splitmix64.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ mixed >> 31) % bound
    }

    fn one_of<'l, T>(&mut self, list: &'l [T]) -> &'l T {
        &list[self.below(list.len() as u64) as usize]
    }
}
