//! Progress: a bar on a terminal, otherwise a line every ten seconds.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle, TermLike};

use super::stderr::{note, note_once};
use crate::report::thousands;
use crate::study::Event;

/// Time between two lines.
const LINE: Duration = Duration::from_secs(10);
/// Time between two updates of the bar.
const FRAME: Duration = Duration::from_millis(100);
/// Columns of a terminal of unknown width.
const COLUMNS: usize = 80;
const BAR: &str = "[{bar:20}] {msg}";

/// Shows the progress of a run on stderr.
pub(super) struct Progress {
    bar: Option<ProgressBar>,
    quiet: bool,
    total: u64,
    noun: &'static str,
    begun: Instant,
    shown: Instant,
}

impl Progress {
    pub(super) fn new(total: u64, quiet: bool) -> Progress {
        let smart = std::env::var_os("TERM").is_none_or(|term| term != "dumb");
        let bar = (!quiet && smart && io::stderr().is_terminal()).then(|| bar(total));
        Progress { bar, quiet, total, noun: "games", begun: Instant::now(), shown: Instant::now() }
    }

    /// Shows an event of a study.
    pub(super) fn show(&mut self, event: Event<'_>) {
        match event {
            Event::Expects(games) => self.expect(games),
            Event::Played(games) => self.note(games),
            Event::Tried(changes, all) => {
                if self.noun != "changes" {
                    // Changes have a pace of their own, which says how long they still take.
                    (self.noun, self.begun) = ("changes", Instant::now());
                    self.expect(all);
                }
                self.note(changes);
            }
            Event::Note(_) => print_note(event),
            Event::Shows => {
                if self.bar.is_some() {
                    OneLine::draw("");
                }
            }
        }
    }

    /// Sets the expected number of games.
    pub(super) fn expect(&mut self, total: u64) {
        self.total = total;
        if let Some(bar) = &self.bar {
            bar.set_length(total);
        }
    }

    /// Sets the number of games played, or of changes tried.
    pub(super) fn note(&mut self, games: u64) {
        let every = if self.bar.is_some() { FRAME } else { LINE };
        if self.quiet || self.shown.elapsed() < every {
            return;
        }
        self.shown = Instant::now();
        let (done, total) = (thousands(games), thousands(self.total));
        let words = format!("{done} of {total} {}, {}", self.noun, self.pace(games));
        if let Some(bar) = &self.bar {
            // The expected number is an estimate and may be exceeded.
            bar.set_position(games.min(self.total));
            bar.set_message(words);
        } else {
            note!("{words}");
        }
    }

    fn pace(&self, games: u64) -> String {
        let rate = games as f64 / self.begun.elapsed().as_secs_f64().max(1e-9);
        // At the start, neither the time nor the rate may be 0.
        let left = self.total.saturating_sub(games) as f64 / rate.max(1e-9);
        let left = if games == 0 { "?".to_owned() } else { time(left) };
        format!("{}/s, {left} left", thousands(rate as u64))
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// Prints a note of a study; other events are not shown.
pub(super) fn print_note(event: Event<'_>) {
    if let Event::Note(words) = event {
        note_once(words);
    }
}

fn bar(total: u64) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::term_like(Box::new(OneLine)));
    if let Ok(style) = ProgressStyle::with_template(BAR) {
        bar.set_style(style.progress_chars("#-"));
    }
    bar
}

/// Stderr as a one-line terminal. The cursor stays at the start of the line. If the terminal becomes narrower and wraps
/// the line, the whole line is still at or below the cursor, so the next update erases it. Errors are ignored: a run
/// does not depend on its bar.
#[derive(Debug)]
struct OneLine;

impl OneLine {
    fn draw(line: &str) {
        const ERASE_BELOW: &str = "\x1b[J";
        let mut stderr = io::stderr().lock();
        let _ = stderr.write_all(format!("\r{ERASE_BELOW}{line}\r").as_bytes());
        let _ = stderr.flush();
    }
}

impl TermLike for OneLine {
    fn width(&self) -> u16 {
        let columns = terminal_size::terminal_size_of(io::stderr());
        columns.map_or(COLUMNS as u16, |(width, _)| width.0)
    }

    fn move_cursor_up(&self, _: usize) -> io::Result<()> {
        Ok(())
    }

    fn move_cursor_down(&self, _: usize) -> io::Result<()> {
        Ok(())
    }

    fn move_cursor_right(&self, _: usize) -> io::Result<()> {
        Ok(())
    }

    fn move_cursor_left(&self, _: usize) -> io::Result<()> {
        Ok(())
    }

    fn write_line(&self, line: &str) -> io::Result<()> {
        self.write_str(line)
    }

    fn write_str(&self, text: &str) -> io::Result<()> {
        if !text.trim().is_empty() {
            OneLine::draw(&cut(text, usize::from(self.width())));
        }
        Ok(())
    }

    fn clear_line(&self) -> io::Result<()> {
        OneLine::draw("");
        Ok(())
    }

    fn flush(&self) -> io::Result<()> {
        Ok(())
    }
}

/// The part of the text that fits on one line. The last column stays empty: some terminals wrap after a character there.
fn cut(line: &str, columns: usize) -> String {
    line.chars().take(columns.saturating_sub(1)).collect()
}

/// Seconds, in words.
pub(super) fn time(seconds: f64) -> String {
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
        let words = "[##########----------] 1,234 of 100,000 games, 12,345/s, 8 s left";
        for columns in 0..200 {
            assert!(cut(words, columns).chars().count() < columns.max(1), "{columns}");
        }
        assert_eq!(cut(words, 200), words);
    }
}
