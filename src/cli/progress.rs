//! Progress: a bar on a terminal, a line every ten seconds elsewhere.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use super::stderr::note;
use crate::report::thousands;

/// How often a line is written.
const LINE: Duration = Duration::from_secs(10);
/// How often the bar is drawn.
const FRAME: Duration = Duration::from_millis(100);
const BAR: &str = "{wide_bar} {human_pos} of {human_len} games, {msg}";

/// Tells on stderr how far a run is.
pub(super) struct Progress {
    bar: Option<ProgressBar>,
    quiet: bool,
    total: u64,
    begun: Instant,
    told: Instant,
}

impl Progress {
    pub(super) fn new(total: u64, quiet: bool) -> Progress {
        let bar = (!quiet && std::io::stderr().is_terminal()).then(|| ProgressBar::new(total));
        if let (Some(bar), Ok(style)) = (&bar, ProgressStyle::with_template(BAR)) {
            bar.set_style(style);
        }
        Progress { bar, quiet, total, begun: Instant::now(), told: Instant::now() }
    }

    /// So many games are to be played, as far as is known by now.
    pub(super) fn expect(&mut self, total: u64) {
        self.total = total;
        if let Some(bar) = &self.bar {
            bar.set_length(total);
        }
    }

    /// So many games have been played.
    pub(super) fn note(&mut self, games: u64) {
        let every = if self.bar.is_some() { FRAME } else { LINE };
        if self.quiet || self.told.elapsed() < every {
            return;
        }
        self.told = Instant::now();
        if let Some(bar) = &self.bar {
            bar.set_position(games);
            bar.set_message(self.pace(games));
        } else {
            let (done, total) = (thousands(games), thousands(self.total));
            note!("{done} of {total} games, {}", self.pace(games));
        }
    }

    fn pace(&self, games: u64) -> String {
        let rate = games as f64 / self.begun.elapsed().as_secs_f64().max(1e-9);
        let left = self.total.saturating_sub(games) as f64 / rate.max(1e-9);
        let left = if games == 0 { "?".to_owned() } else { time(left) };
        format!("{}/s, {left} left", thousands(rate as u64))
    }

    /// The run is over; returns how long it took.
    pub(super) fn finish(self) -> Duration {
        if let Some(bar) = self.bar {
            bar.finish_and_clear();
        }
        self.begun.elapsed()
    }
}

fn time(seconds: f64) -> String {
    let seconds = seconds.ceil() as u64;
    match (seconds / 3600, seconds / 60 % 60, seconds % 60) {
        (0, 0, seconds) => format!("{seconds} s"),
        (0, minutes, seconds) => format!("{minutes} min {seconds} s"),
        (hours, minutes, _) => format!("{hours} h {minutes} min"),
    }
}
