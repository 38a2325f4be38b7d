//! The contest between candidates: sequential halving, with the same worlds for all candidates of a round.

use super::settings::Foresight;
use crate::game::Choice;

/// A candidate, with its values in all worlds so far.
struct Candidate {
    choice: Choice,
    sum: f64,
    /// Sum and sum of squares of the differences from the first candidate.
    lead: f64,
    squares: f64,
}

/// The contest between candidates. The first one is the choice of the base player and stays to the end.
pub(super) struct Contest {
    field: Vec<Candidate>,
    worlds: u32,
    budget: u32,
    caution: f64,
}

impl Contest {
    pub(super) fn new(candidates: Vec<Choice>, settings: &Foresight) -> Contest {
        let entrant = |choice| Candidate { choice, sum: 0.0, lead: 0.0, squares: 0.0 };
        Contest {
            field: candidates.into_iter().map(entrant).collect(),
            worlds: 0,
            budget: settings.playouts,
            caution: f64::from(settings.caution) / 10.0,
        }
    }

    /// Runs all rounds. After each, the better half of the challengers stays.
    pub(super) fn run(&mut self, mut value: impl FnMut(u32, Choice) -> f64) {
        let mut rounds = (self.field.len() - 1).next_power_of_two().ilog2() + 1;
        while rounds > 0 && self.field.len() > 1 {
            let worlds = (self.budget / rounds / self.field.len() as u32).max(1);
            self.play(worlds, &mut value);
            rounds -= 1;
            if rounds > 0 {
                self.halve();
            }
        }
    }

    fn play(&mut self, worlds: u32, value: &mut impl FnMut(u32, Choice) -> f64) {
        let mut left = worlds;
        while left > 0 && self.field.len() > 1 {
            let batch = left.min(8);
            self.play_batch(batch, value);
            left -= batch;
            self.drop_hopeless();
        }
    }

    fn drop_hopeless(&mut self) {
        let n = f64::from(self.worlds);
        let z = knob("X_Z", 0.0);
        if z == 0.0 || n < knob("X_MIN", 8.0) {
            return;
        }
        let open = |candidate: &Candidate, far: f64| {
            let mean = candidate.lead / n;
            let variance = (candidate.squares / n - mean * mean).max(0.0) / n;
            (mean > 0.0 && candidate.squares > 0.0) || mean * mean < far * far * variance
        };
        let mut first = true;
        self.field.retain(|candidate| std::mem::take(&mut first) || open(candidate, z));
    }

    fn play_batch(&mut self, worlds: u32, value: &mut impl FnMut(u32, Choice) -> f64) {
        self.budget = self.budget.saturating_sub(worlds * self.field.len() as u32);
        for world in self.worlds..self.worlds + worlds {
            let base = value(world, self.field[0].choice);
            self.field[0].sum += base;
            for candidate in &mut self.field[1..] {
                let value = value(world, candidate.choice);
                candidate.sum += value;
                candidate.lead += value - base;
                candidate.squares += (value - base) * (value - base);
            }
        }
        self.worlds += worlds;
    }

    /// Removes the worse half of the challengers.
    fn halve(&mut self) {
        self.field[1..].sort_by(|one, other| other.sum.total_cmp(&one.sum));
        let stay = 1 + (self.field.len() - 1).div_ceil(2);
        self.field.truncate(stay);
    }

    /// The best candidate, if its lead over the first one is large enough; otherwise the first one.
    pub(super) fn winner(&self) -> Choice {
        let best = self.field[1..].iter().max_by(|one, other| one.lead.total_cmp(&other.lead));
        let n = f64::from(self.worlds);
        let ahead = |candidate: &&Candidate| {
            let mean = candidate.lead / n;
            let variance = (candidate.squares / n - mean * mean).max(0.0) / n;
            mean > 0.0 && mean * mean > self.caution * self.caution * variance
        };
        best.filter(ahead).unwrap_or(&self.field[0]).choice
    }
}

pub(super) fn knob(name: &str, usual: f64) -> f64 {
    std::env::var(name).map_or(usual, |text| text.parse().unwrap())
}
impl Contest {
    pub(super) fn report(&self, question: crate::game::Question, k: usize) {
        let best = self.field[1..].iter().max_by(|one, other| one.lead.total_cmp(&other.lead));
        let n = f64::from(self.worlds);
        let (mean, se) = best.map_or((0.0, 0.0), |c| {
            let mean = c.lead / n;
            (mean, ((c.squares / n - mean * mean).max(0.0) / n).sqrt())
        });
        let question = format!("{question:?}");
        eprintln!("Q {question} {k} {n} {} {mean:.4} {se:.4} {:?} {:?} base {:.3}", u8::from(self.winner() != self.field[0].choice), self.field[0].choice, self.winner(), self.field[0].sum / n);
    }
}
