//! The search for a change: single numbers first, then pairs of them.

use super::bench::{Bench, Trial};
use crate::deck::Number;
use crate::deck::language::CardSpec;
use crate::stats::Estimate;
use crate::study::control::Control;
use crate::study::error::StudyError;

/// Maximum number of steps by which a number changes.
const FARTHEST: i32 = 30;
/// Maximum number of values of a number that are tried after its first step.
const APPROACHES: usize = 5;
/// Maximum number of numbers, with a direction, whose further steps are tried.
const LADDERS: usize = 6;
/// A number that changes nothing in so many steps is given up.
const INERT: i32 = 9;
/// Maximum number of pairs that are tried.
const PAIRS: usize = 4;
/// Deals of a promising change, for each deal of a first trial.
const MORE: usize = 3;

/// Numbers with their new values: the index of each number, and its steps.
pub(super) type Setting = Vec<(usize, i32)>;

/// A change that was tried.
pub(super) struct Tried {
    pub(super) setting: Setting,
    trial: Trial,
    /// The change of the opening value from the printed card.
    pub(super) change: Estimate,
}

/// A search on a bench.
pub(super) struct Search<'a, 'b> {
    pub(super) bench: &'b mut Bench<'a>,
    pub(super) spec: CardSpec,
    pub(super) numbers: Vec<Number>,
    pub(super) target: f64,
    pub(super) tolerance: f64,
    /// Blocks of deals of a first trial.
    pub(super) blocks: usize,
    pub(super) printed: Trial,
    pub(super) value: Estimate,
    pub(super) tried: Vec<Tried>,
}

impl Search<'_, '_> {
    /// The numbers of steps of a setting together.
    pub(super) fn steps(setting: &[(usize, i32)]) -> i32 {
        setting.iter().map(|(_, steps)| steps.abs()).sum()
    }

    /// The value of a number after some steps, if it is legal.
    pub(super) fn number(&self, number: usize, steps: i32) -> Option<i32> {
        let Number { value, low, high, .. } = self.numbers[number];
        let new = value + steps * step(&self.numbers[number]);
        (low <= new && new <= high && steps.abs() <= FARTHEST).then_some(new)
    }

    /// The changed card, if it is legal.
    pub(super) fn card(&self, setting: &[(usize, i32)]) -> Option<CardSpec> {
        setting.iter().try_fold(self.spec.clone(), |spec, &(number, steps)| {
            self.numbers[number].put(&spec, self.number(number, steps)?).ok()
        })
    }

    /// Tries a setting in this many blocks, or in as many more. Returns its place in the list; `None` if it is not valid.
    fn try_out(
        &mut self,
        setting: &[(usize, i32)],
        blocks: usize,
        control: &mut Control<'_>,
    ) -> Result<Option<usize>, StudyError> {
        let known = self.tried.iter().position(|tried| tried.setting == setting);
        if let Some(place) = known {
            if self.bench.blocks(&self.tried[place].trial) < blocks {
                self.bench.deal_on(&mut self.tried[place].trial, blocks, control)?;
                self.tried[place].change = self.bench.change(&self.printed, &self.tried[place].trial);
            }
            return Ok(known);
        }
        let Some(card) = self.card(setting) else { return Ok(None) };
        let Some(trial) = self.bench.trial(&card, blocks, control)? else { return Ok(None) };
        let change = self.bench.change(&self.printed, &trial);
        self.tried.push(Tried { setting: setting.to_vec(), trial, change });
        Ok(Some(self.tried.len() - 1))
    }

    /// How far a setting is beyond the target, in the direction of the printed card if negative.
    fn beyond(&self, place: usize) -> f64 {
        self.value.value + self.tried[place].change.value - self.target
    }

    /// The direction from the printed card to the target.
    fn towards(&self) -> f64 {
        (self.target - self.value.value).signum()
    }

    /// One step up and one down for each number.
    pub(super) fn first_steps(&mut self, control: &mut Control<'_>) -> Result<(), StudyError> {
        for number in 0..self.numbers.len() {
            for steps in [-1, 1] {
                if !self.bench.stopped {
                    self.try_out(&[(number, steps)], self.blocks, control)?;
                }
            }
        }
        Ok(())
    }

    /// Whether a setting gives the card a number that its entry does not have.
    fn adds(&self, setting: &[(usize, i32)]) -> bool {
        setting.iter().any(|(number, _)| !self.numbers[*number].named)
    }

    /// The first steps that may lead to the target, with the number of steps that they predict: the fewest first, but those
    /// that add a number last.
    fn directions(&self) -> Vec<(f64, (usize, i32))> {
        let needed = (self.target - self.value.value).abs();
        let predicted = |tried: &Tried| {
            let [(number, steps)] = tried.setting[..] else { return None };
            let Estimate { value, low, high, .. } = tried.change;
            let (gain, most) = if self.towards() > 0.0 { (value, high) } else { (-value, -low) };
            // A step that leads away from the target does not count. One that changes nothing may lead there later: nobody wears an
            // Item with a bonus below 0, so the first steps of such a bonus change nothing.
            let predicted = if low < high { needed / gain.max(most / 4.0) } else { f64::INFINITY };
            (steps.abs() == 1 && (most > 0.0 || low == high)).then_some((predicted, (number, steps)))
        };
        let mut all: Vec<(f64, (usize, i32))> = self.tried.iter().filter_map(predicted).collect();
        let adds = |change: (usize, i32)| self.adds(&[change]);
        all.sort_by(|one, other| adds(one.1).cmp(&adds(other.1)).then(one.0.total_cmp(&other.0)));
        all
    }

    /// Single changes that may meet the target, the fewest steps first.
    pub(super) fn singles(&mut self, control: &mut Control<'_>) -> Result<Vec<Setting>, StudyError> {
        let mut found: Vec<usize> = Vec::new();
        for (predicted, (number, direction)) in self.directions().into_iter().take(LADDERS) {
            let fewest = found.iter().map(|&place| Self::steps(&self.tried[place].setting)).min();
            let fewer = fewest.is_some_and(|fewest| predicted < f64::from(fewest));
            let more = found.len() < 2 || fewer && !self.adds(&[(number, direction)]);
            if more && !self.bench.stopped {
                found.extend(self.approach(number, direction, control)?);
            }
        }
        self.promising(found, control)
    }

    /// Tries further steps of a number until the target is reached or passed. Returns the nearest ones, if they are near.
    fn approach(&mut self, number: usize, direction: i32, control: &mut Control<'_>) -> Result<Vec<usize>, StudyError> {
        let most =
            (1..=FARTHEST).take_while(|steps| self.number(number, direction * steps).is_some()).last().unwrap_or(0);
        // Steps with their distances from the target, as far as they were tried.
        let mut known: Vec<(i32, f64)> = vec![(0, self.value.value - self.target)];
        let mut places = Vec::new();
        let mut next = 1;
        for _ in 0..=APPROACHES {
            if self.bench.stopped {
                break;
            }
            let Some(place) = self.try_out(&[(number, direction * next)], self.blocks, control)? else { break };
            if next >= INERT && self.tried[place].change.low == self.tried[place].change.high {
                break;
            }
            places.push(place);
            known.push((next, self.beyond(place)));
            known.sort_by_key(|point| point.0);
            match next_steps(&known, most) {
                Some(steps) => next = steps,
                None => break,
            }
        }
        let near = |place: &usize| self.beyond(*place).abs() <= self.tolerance + self.tried[*place].change.half_width();
        places.retain(near);
        places.sort_by(|one, other| self.beyond(*one).abs().total_cmp(&self.beyond(*other).abs()));
        places.truncate(2);
        Ok(places)
    }

    /// Plays more deals of some settings, and keeps those that stay near the target: the fewest steps first.
    fn promising(&mut self, found: Vec<usize>, control: &mut Control<'_>) -> Result<Vec<Setting>, StudyError> {
        let mut kept = Vec::new();
        for place in found {
            if self.bench.stopped {
                break;
            }
            let setting = self.tried[place].setting.clone();
            self.try_out(&setting, MORE * self.blocks, control)?;
            let (distance, reach) = (self.beyond(place).abs(), self.tried[place].change.half_width());
            if distance <= self.tolerance + reach / 2.0 {
                // What may be near only by chance comes last, and before it what adds a number.
                let order = (distance > self.tolerance, self.adds(&setting), Self::steps(&setting));
                kept.push((order, distance, setting));
            }
        }
        kept.sort_by(|one, other| one.0.cmp(&other.0).then(one.1.total_cmp(&other.1)));
        Ok(kept.into_iter().map(|(_, _, setting)| setting).collect())
    }

    /// Changes of two numbers that together may meet the target, if their changes add up: the fewest steps first.
    pub(super) fn pairs(&mut self, control: &mut Control<'_>) -> Result<Vec<Setting>, StudyError> {
        let needed = self.target - self.value.value;
        let singles =
            || self.tried.iter().filter(|tried| tried.setting.len() == 1 && tried.change.low < tried.change.high);
        let mut all: Vec<(i32, f64, Setting)> = Vec::new();
        for one in singles() {
            for other in singles().filter(|other| one.setting[0].0 < other.setting[0].0) {
                let distance = (one.change.value + other.change.value - needed).abs();
                let setting = [&one.setting[..], &other.setting].concat();
                if distance <= self.tolerance {
                    all.push((Self::steps(&setting), distance, setting));
                }
            }
        }
        all.sort_by(|one, other| one.0.cmp(&other.0).then(one.1.total_cmp(&other.1)));
        let mut found = Vec::new();
        for (_, _, setting) in all.into_iter().take(PAIRS) {
            if !self.bench.stopped {
                found.extend(self.try_out(&setting, self.blocks, control)?);
            }
        }
        self.promising(found, control)
    }

    /// The same setting with one more or one fewer step, if fresh deals show it on the other side of the target.
    pub(super) fn neighbour(&self, setting: &[(usize, i32)], fresh: Estimate) -> Option<Setting> {
        let [(number, steps)] = setting[..] else { return None };
        let further = (fresh.value - self.target) * self.towards() < 0.0;
        let next = if further { steps + steps.signum() } else { steps - steps.signum() };
        (next != 0 && self.number(number, next).is_some()).then(|| vec![(number, next)])
    }
}

/// The step of a number. An unpriced Item is priced in hundreds, like others.
fn step(number: &Number) -> i32 {
    if number.path == "gold" && number.value == 0 { 100 } else { number.step() }
}

/// The next number of steps to try, from those known with their distances from the target; `None` if none is left that may
/// be nearer.
fn next_steps(known: &[(i32, f64)], most: i32) -> Option<i32> {
    let crossing = known.windows(2).find(|pair| (pair[0].1 < 0.0) != (pair[1].1 < 0.0));
    if let Some([(low, at_low), (high, at_high)]) = crossing {
        let share = at_low / (at_low - at_high);
        let between = f64::from(*low) + share * f64::from(high - low);
        return (high - low > 1).then(|| (between.round() as i32).clamp(low + 1, high - 1));
    }
    let [(_, start), .., (last, end)] = known else { return None };
    let gained = (start.abs() - end.abs()) / f64::from(*last);
    let needed = if gained > 0.0 { f64::from(*last) + end.abs() / gained } else { f64::INFINITY };
    // At most three times as far: the first steps are measured with an error, and curves are bent.
    let next = needed.min(f64::from(3 * last)).ceil().max(f64::from(last + 1)) as i32;
    (*last < most).then(|| next.min(most))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_go_on_until_they_cross_the_target_and_then_between() {
        let next = |known: &[(i32, f64)]| next_steps(known, 10);
        assert_eq!(next(&[(0, -6.0), (1, -4.0)]), Some(3));
        assert_eq!(next(&[(0, -6.0), (1, -5.9)]), Some(3), "at most three times as far");
        assert_eq!(next(&[(0, 6.0), (1, 6.5)]), Some(3), "a step that leads away may be due to chance");
        assert_eq!(next(&[(0, -6.0), (1, -4.0), (9, 2.0)]), Some(6));
        assert_eq!(next(&[(0, -6.0), (3, -1.0), (4, 1.0)]), None, "no value is between");
        assert_eq!(next(&[(0, -6.0), (10, -1.0)]), None, "the end of the range");
    }
}
