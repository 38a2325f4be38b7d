//! The contest between options: sequential halving, in which all options of a round play the same worlds.

use super::settings::Foresight;
use crate::game::Choice;
use crate::strategy::haste::Haste;

/// An option, with the values of its playouts.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    choice: Choice,
    sum: f64,
    /// Sum of the differences from the value of the first candidate in the same world.
    lead: f64,
    /// Sum of the squares of these differences.
    squares: f64,
}

/// The contest. The first candidate is the choice of the base player and stays to the end.
#[derive(Debug)]
pub(in crate::strategy) struct Contest {
    field: Vec<Candidate>,
    /// Number of worlds so far.
    worlds: u32,
    /// Number of playouts left.
    playouts: u32,
    caution: f64,
}

/// Number of worlds after which hopeless candidates are removed.
// Fewer worlds give no usable standard error.
const BATCH: u32 = 8;
/// Number of standard errors behind the first candidate that make a candidate hopeless.
const HOPELESS: f64 = 3.0;

impl Contest {
    /// A contest between at least one candidate.
    pub(in crate::strategy) fn new(candidates: Vec<Choice>, settings: &Foresight) -> Contest {
        let entrant = |choice| Candidate { choice, sum: 0.0, lead: 0.0, squares: 0.0 };
        Contest {
            field: candidates.into_iter().map(entrant).collect(),
            worlds: 0,
            playouts: settings.playouts,
            caution: f64::from(settings.caution) / 10.0,
        }
    }

    /// Runs all rounds. After each round the better half of the challengers stays. `value` plays a choice in a world.
    pub(in crate::strategy) fn run(&mut self, mut value: impl FnMut(u32, Choice) -> f64) {
        // Enough halvings to leave one challenger, and one more round for it against the first candidate.
        let mut rounds = self.field.len().saturating_sub(1).next_power_of_two().ilog2() + 1;
        while rounds > 0 && self.field.len() > 1 && !Haste::is_asked() {
            // Each round gets an equal part of the playouts left, so fewer candidates play more worlds each.
            let worlds = (self.playouts / rounds / self.field.len() as u32).max(1);
            self.play_round(worlds, &mut value);
            rounds -= 1;
            if rounds > 0 {
                self.halve();
            }
        }
    }

    fn play_round(&mut self, worlds: u32, value: &mut impl FnMut(u32, Choice) -> f64) {
        let end = self.worlds + worlds;
        while self.worlds < end && self.field.len() > 1 && !Haste::is_asked() {
            let batch = BATCH.min(end - self.worlds);
            (0..batch).for_each(|_| self.play_world(value));
            if self.worlds >= BATCH {
                self.remove_hopeless();
            }
        }
    }

    /// Plays all candidates in the next world.
    fn play_world(&mut self, value: &mut impl FnMut(u32, Choice) -> f64) {
        let base = value(self.worlds, self.field[0].choice);
        self.field[0].sum += base;
        for candidate in &mut self.field[1..] {
            let value = value(self.worlds, candidate.choice);
            candidate.sum += value;
            // Differences in the same world: hidden cards and dice affect both options alike and cancel.
            candidate.lead += value - base;
            candidate.squares += (value - base) * (value - base);
        }
        self.worlds += 1;
        self.playouts = self.playouts.saturating_sub(self.field.len() as u32);
    }

    /// Removes candidates far behind the first one, and those that never differed from it.
    fn remove_hopeless(&mut self) {
        let (worlds, mut first) = (self.worlds, true);
        self.field.retain(|candidate| {
            let stays = first || candidate.lead > 0.0 || !candidate.leads_by(-HOPELESS, worlds);
            // An option that never differs cannot lead, so its playouts are better spent on others.
            std::mem::take(&mut first) || stays && candidate.squares > 0.0
        });
    }

    /// Removes the worse half of the challengers.
    fn halve(&mut self) {
        self.field[1..].sort_by(|one, other| other.sum.total_cmp(&one.sum));
        self.field.truncate(1 + (self.field.len() - 1).div_ceil(2));
    }

    /// The best challenger if its lead is large enough, otherwise the first candidate.
    pub(in crate::strategy) fn winner(&self) -> Choice {
        let best = self.field[1..].iter().max_by(|one, other| one.lead.total_cmp(&other.lead));
        let ahead = best.filter(|best| best.lead > 0.0 && best.leads_by(self.caution, self.worlds));
        ahead.unwrap_or(&self.field[0]).choice
    }
}

impl Candidate {
    /// Whether the mean difference from the first candidate is at least `errors` standard errors from 0, on the side of
    /// its sign.
    fn leads_by(&self, errors: f64, worlds: u32) -> bool {
        let worlds = f64::from(worlds);
        let mean = self.lead / worlds;
        // Rounding can make it slightly negative.
        let variance = (self.squares / worlds - mean * mean).max(0.0) / worlds;
        // Squares, because both sides are compared without a root.
        mean * mean >= errors * errors * variance
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contest(candidates: u8, caution: u8) -> Contest {
        let settings = Foresight { playouts: 400, caution, ..Foresight::default() };
        Contest::new((0..candidates).map(choice).collect(), &settings)
    }

    fn choice(n: u8) -> Choice {
        Choice::number(crate::game::Verb::Number, n)
    }

    /// A value between 0 and 1 that depends on the world.
    fn noise(world: u32) -> f64 {
        (crate::random::mix(u64::from(world)) >> 11) as f64 / (1u64 << 53) as f64
    }

    #[test]
    fn the_best_candidate_wins() {
        let mut contest = contest(9, 10);
        contest.run(|world, choice| noise(world) + f64::from(u8::from(choice.n == 6)) * noise(world ^ 77) / 10.0);
        assert_eq!(contest.winner(), choice(6));
    }

    #[test]
    fn a_lead_within_the_error_does_not_count() {
        let mut contest = contest(2, 100);
        contest.run(|world, choice| if choice.n == 1 { noise(world) } else { 0.45 });
        assert_eq!(contest.winner(), choice(0));
    }

    #[test]
    fn candidates_that_never_differ_end_the_contest() {
        let mut contest = contest(5, 10);
        let mut playouts = 0;
        contest.run(|world, _| {
            playouts += 1;
            noise(world)
        });
        assert_eq!((contest.winner(), playouts), (choice(0), 5 * BATCH));
    }

    #[test]
    fn a_contest_keeps_to_its_playouts() {
        for candidates in 2..60 {
            let mut contest = contest(candidates, 10);
            let mut playouts = 0;
            contest.run(|world, choice| {
                playouts += 1;
                noise(world ^ u32::from(choice.n) << 16)
            });
            assert!((150..=440).contains(&playouts), "{candidates} candidates: {playouts} playouts");
        }
    }
}
