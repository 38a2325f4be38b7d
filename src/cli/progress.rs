//! Progress: a bar on a terminal, a line every ten seconds elsewhere.

use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

use super::stderr::note;
use crate::report::thousands;

/// How often a line is written.
const LINE: Duration = Duration::from_secs(10);
/// How often the bar is drawn.
const FRAME: Duration = Duration::from_millis(100);
/// Columns of a terminal that does not say how many it has.
const COLUMNS: usize = 80;
/// The longest and the shortest bar worth drawing, in columns.
const BAR: std::ops::RangeInclusive<usize> = 5..=40;

/// Tells on stderr how far a run is.
pub(super) struct Progress {
    bar: bool,
    quiet: bool,
    total: u64,
    begun: Instant,
    told: Instant,
}

impl Progress {
    pub(super) fn new(total: u64, quiet: bool) -> Progress {
        let smart = std::env::var_os("TERM").is_none_or(|term| term != "dumb");
        let bar = !quiet && smart && std::io::stderr().is_terminal();
        Progress { bar, quiet, total, begun: Instant::now(), told: Instant::now() }
    }

    /// So many games are to be played, as far as is known by now.
    pub(super) fn expect(&mut self, total: u64) {
        self.total = total;
    }

    /// So many games have been played.
    pub(super) fn note(&mut self, games: u64) {
        let every = if self.bar { FRAME } else { LINE };
        if self.quiet || self.told.elapsed() < every {
            return;
        }
        self.told = Instant::now();
        let words = format!("{} of {} games, {}", thousands(games), thousands(self.total), self.pace(games));
        if self.bar {
            let columns = terminal_size::terminal_size_of(std::io::stderr());
            let columns = columns.map_or(COLUMNS, |(width, _)| usize::from(width.0));
            draw(&line(games as f64 / self.total.max(1) as f64, &words, columns));
        } else {
            note!("{words}");
        }
    }

    fn pace(&self, games: u64) -> String {
        let rate = games as f64 / self.begun.elapsed().as_secs_f64().max(1e-9);
        let left = self.total.saturating_sub(games) as f64 / rate.max(1e-9);
        let left = if games == 0 { "?".to_owned() } else { time(left) };
        format!("{}/s, {left} left", thousands(rate as u64))
    }

    /// The run is over; returns how long it took. The bar is removed.
    pub(super) fn finish(self) -> Duration {
        self.begun.elapsed()
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if self.bar {
            draw("");
        }
    }
}

/// Draws a line in the place of the last one. The cursor stays at its start: if the terminal becomes narrower and
/// breaks the line, all of it is still at or below the cursor and is erased by the next one.
fn draw(line: &str) {
    const ERASE_BELOW: &str = "\x1b[J";
    let mut stderr = std::io::stderr().lock();
    let _ = stderr.write_all(format!("\r{ERASE_BELOW}{line}\r").as_bytes());
    let _ = stderr.flush();
}

/// A bar and what is said beside it, in one line of a terminal with so many columns.
fn line(share: f64, words: &str, columns: usize) -> String {
    // The last column stays free: a character there would make some terminals begin a new line.
    let room = columns.saturating_sub(1);
    let bar = room.saturating_sub(words.chars().count() + 3).min(*BAR.end());
    if bar < *BAR.start() {
        return words.chars().take(room).collect();
    }
    let done = ((share.clamp(0.0, 1.0) * bar as f64) as usize).min(bar);
    format!("[{}{}] {words}", "#".repeat(done), "-".repeat(bar - done))
}

fn time(seconds: f64) -> String {
    let seconds = seconds.ceil() as u64;
    match (seconds / 3600, seconds / 60 % 60, seconds % 60) {
        (0, 0, seconds) => format!("{seconds} s"),
        (0, minutes, seconds) => format!("{minutes} min {seconds} s"),
        (hours, minutes, _) => format!("{hours} h {minutes} min"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_fits_its_terminal() {
        let words = "1,234 of 100,000 games, 12,345/s, 8 s left";
        for columns in 0..200 {
            for share in [0.0, 0.4, 1.0, 7.0, f64::NAN] {
                assert!(line(share, words, columns).chars().count() < columns.max(1), "{columns} {share}");
            }
        }
        assert_eq!(line(0.5, "half", 18), "[#####-----] half");
        assert!(line(0.5, words, 200).starts_with("[####################--------------------] 1,234"));
        assert_eq!(line(0.5, words, 10), "1,234 of ");
    }
}
