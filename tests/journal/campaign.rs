//! Random ends of all studies: signals at any moment, full disks, and two processes in one folder.
//!
//! ```text
//! KICKDOOR_KILLS=300 cargo test --release --test suite journal::campaign -- --ignored --nocapture
//! ```
//!
//! `KICKDOOR_FIRST` is the number of the first case; `KICKDOOR_PROGRAM` is another program than that of the tests.

use std::collections::BTreeMap;
use std::process::Command;
use std::sync::Mutex;
use std::thread::sleep;
use std::time::{Duration, Instant};

use kickdoor::random::mix;

use super::desk::{Desk, Ended, Living};
use super::{Results, Study, assert_all, studies};
use crate::common::all_cases;
use crate::common::guard::size;

/// Signals that end a process, and the exit codes of a command that they end.
const SIGNALS: [(&str, Option<i32>); 4] = [("KILL", None), ("TERM", Some(143)), ("INT", Some(130)), ("HUP", Some(129))];

/// What happened in the cases, counted.
type Counts = Mutex<BTreeMap<String, u64>>;

/// A study that is ended at random moments, until it ends by itself.
struct Case<'c> {
    number: u64,
    study: Study,
    desk: Desk,
    counts: &'c Counts,
}

impl Case<'_> {
    /// A random number below an end. `word` tells numbers of one case from each other.
    fn below(&self, word: u64, end: u64) -> u64 {
        mix(mix(self.number) ^ word) % end
    }

    fn count(&self, what: &str) {
        *self.counts.lock().expect("no panic").entry(what.to_owned()).or_default() += 1;
    }

    /// Its command line. After the first start, it is continued.
    fn line(&self, start: u64) -> String {
        let (threads, interval) = (1 + self.below(start, 3), [0.001, 0.01, 0.05][self.below(start + 100, 3) as usize]);
        let resume = if start > 0 { "--resume" } else { "" };
        format!("{} -q -j {threads} --checkpoint {interval} {resume}", self.study.line_to("a"))
    }

    /// Ends it once with a random signal at a random moment. The end of the command, if it came first.
    fn interrupted(&self, start: u64, time: Duration) -> Result<Option<Ended>, String> {
        let child = self.desk.start(&self.line(start));
        let (signal, code) = SIGNALS[self.below(start + 200, 4) as usize];
        sleep(time.mul_f64(self.below(start + 300, 1000) as f64 / 1000.0));
        // A process that has ended has no effect of a signal.
        let _ = Command::new("kill").args(["-s", signal, &child.id().to_string()]).output();
        let ended = Ended::of(child);
        match ended.code {
            Some(0 | 1 | 3) => {
                self.count("ended before the signal");
                Ok(Some(ended))
            }
            // Before it listens to signals, each of them ends it like the first one.
            found if found == code || found.is_none() => {
                self.count(&format!("signal {signal}"));
                if self.desk.segments().is_empty() {
                    self.count("of these, without a state yet");
                }
                Ok(None)
            }
            found => Err(format!("{}: SIG{signal}, code {found:?}: {}", self.study.name, ended.said)),
        }
    }

    /// Ends it with a disk that is full after a random number of blocks.
    fn on_a_full_disk(&self, start: u64) -> Option<Ended> {
        let blocks = self.below(start + 400, 12);
        let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$KICKDOOR\" {}", self.line(start));
        let mut command = Command::new("sh");
        command.args(["-c", &script]).env("KICKDOOR", self.desk.command("").get_program());
        self.desk.dress(&mut command);
        let ended = Ended::of(command.spawn().expect("it starts"));
        self.count("full disk");
        // A result that has another place is not in its own.
        let _ = std::fs::remove_dir_all(self.desk.path("tmp"));
        std::fs::create_dir(self.desk.path("tmp")).expect("a folder");
        matches!(ended.code, Some(0 | 1 | 3)).then_some(ended)
    }

    /// Starts it twice in one folder; the first process is killed at a random moment.
    fn twice(&self, start: u64, time: Duration) -> Option<Ended> {
        let mut first = Living(self.desk.start(&self.line(start)));
        sleep(time.mul_f64(self.below(start + 500, 1000) as f64 / 2000.0));
        let second = self.desk.start(&self.line(start));
        sleep(time.mul_f64(self.below(start + 600, 1000) as f64 / 2000.0));
        let _ = first.0.kill();
        let _ = first.0.wait();
        let ended = Ended::of(second);
        self.count(if ended.code == Some(2) { "two processes, the second one refused" } else { "two processes" });
        matches!(ended.code, Some(0 | 1 | 3)).then_some(ended)
    }

    /// Plays it to its end, with what happens on the way.
    fn played(&self, whole: &Results, time: Duration) -> Result<(), String> {
        const STARTS: u64 = 4;
        for start in 0..STARTS {
            let ended = match self.below(start + 700, 12) {
                0 => self.on_a_full_disk(start),
                1 if start > 0 => self.twice(start, time),
                _ => self.interrupted(start, time)?,
            };
            // A result beside that of another process, or in a second place, is not the one to compare.
            if let Some(ended) = ended.filter(|_| self.desk.left().is_empty()) {
                return self.study.fault(&self.desk, &ended, "a", whole);
            }
        }
        let ended = self.desk.run(&self.line(STARTS));
        self.count("continued to the end");
        self.study.fault(&self.desk, &ended, "a", whole)
    }
}

#[test]
#[ignore = "a long campaign"]
fn studies_that_end_at_any_moment_are_continued_to_the_same_bytes() {
    let (first, kills) = (size("KICKDOOR_FIRST", 0), size("KICKDOOR_KILLS", 100));
    let (counts, studies) = (Counts::default(), studies());
    // About three ends in a case.
    let faults = all_cases(first..first + kills.div_ceil(3), &|number| {
        let study = studies[(number % studies.len() as u64) as usize];
        let (whole, begin) = (study.whole()?, Instant::now());
        let case = Case { number, study, desk: study.desk(), counts: &counts };
        drop(study.desk().run(&format!("{} -q --checkpoint 0", study.line_to("a"))));
        let played = case.played(&whole, begin.elapsed());
        played.map_err(|fault| format!("case {number}, {fault}")).inspect_err(|fault| println!("{fault}\n"))
    });
    for (what, count) in counts.lock().expect("no panic").iter() {
        println!("{what}: {count}");
    }
    assert_all(faults);
}
