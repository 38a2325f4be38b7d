//! The settings and results of a comparison as stored in its folder, to continue it.

use std::path::Path;

use csv::StringRecord;

use crate::report::files::folder::MANIFEST;
use crate::report::files::row::{Row, row};
use crate::report::manifest::{Manifest, signature_words};
use crate::report::stored::{Continued, StoredError};
use crate::run::tally::WIN;
use crate::run::{BlockResult, Contest, Group, PlayedBlock, Results, SeatedStrategy};

/// What `compare` stores.
const COMPARE: Continued =
    Continued { command: "compare", what: "results", other: "the results of another comparison" };

row! {
    "blocks.csv"
    /// One line of `blocks.csv`: how often blocks had the same result.
    #[derive(Clone, Debug)]
    pub(crate) struct BlockRow {
        /// The result: `GAMES:STRATEGY*SEATS=WINS`, with the strategies in the order of the manifest from 0 and wins in
        /// sixtieths; further strategies after spaces, further tables after `;`.
        pub result: String,
        /// Number of blocks.
        pub blocks: u64,
    }
}

row! {
    "sample.csv"
    /// One line of `sample.csv`: a block as it was played.
    #[derive(Clone, Debug)]
    pub(crate) struct SampleRow {
        /// Number of the block.
        pub block: u64,
        /// Its result, as in `blocks.csv`.
        pub result: String,
        /// Sum of the hashes of its games.
        pub signature: String,
    }
}

impl SampleRow {
    /// The first, the last and some random blocks.
    pub(crate) fn all(results: &Results) -> Vec<SampleRow> {
        let row = |played: &PlayedBlock| SampleRow {
            block: played.block,
            result: text_of(&played.result),
            signature: signature_words(played.signature),
        };
        results.sample.blocks().map(row).collect()
    }
}

impl BlockRow {
    /// The lines of all results, in ascending order.
    pub(crate) fn all(results: &Results) -> Vec<BlockRow> {
        results.iter().map(|(result, blocks)| BlockRow { result: text_of(result), blocks }).collect()
    }
}

/// Reads the results of a comparison with these settings.
///
/// # Errors
/// If the folder has no such results, they are damaged, or a setting differs.
pub(crate) fn stored_results(place: &Path, planned: &Manifest, contest: &Contest) -> Result<Results, StoredError> {
    let stored = COMPARE.folder(place, planned)?;
    let damaged = |file: &str, what: &str| StoredError::Damaged(place.join(file), what.to_owned());
    let signature = stored.manifest["signature"].as_str().and_then(|text| u64::from_str_radix(text, 16).ok());
    let counts = read_rows(&stored.file(BlockRow::FILE)?, |line| block_of(line, contest));
    let counts = counts.map_err(|what| damaged(BlockRow::FILE, &what))?;
    let sample = read_rows(&stored.file(SampleRow::FILE)?, |line| played_of(line, contest));
    let sample = sample.map_err(|what| damaged(SampleRow::FILE, &what))?;
    let blocks = counts.iter().try_fold(0_u64, |sum, (_, blocks)| sum.checked_add(*blocks));
    match (signature, blocks) {
        (Some(signature), Some(blocks))
            // Only whole laps of all tables are counted, also in a run that was stopped. Far below 2^40 blocks, sums
            // cannot overflow.
            if stored.manifest["blocks"] == blocks && blocks.is_multiple_of(contest.tables()) && blocks < 1 << 40 =>
        {
            Ok(Results::of(counts, signature).with_sample(sample))
        }
        _ => Err(damaged(BlockRow::FILE, &format!("its blocks are not those of `{MANIFEST}`"))),
    }
}

/// Reads the lines of a CSV file.
fn read_rows<T>(bytes: &[u8], read: impl Fn(&StringRecord) -> Option<T>) -> Result<Vec<T>, String> {
    // The first line is the header.
    let lines = csv::Reader::from_reader(bytes).into_records().zip(2..).map(|(line, number)| {
        let line = line.map_err(|error| error.to_string())?;
        read(&line).ok_or_else(|| format!("line {number} is not a result of this contest"))
    });
    lines.collect()
}

/// A result, and its number of blocks.
fn block_of(line: &StringRecord, contest: &Contest) -> Option<(BlockResult, u64)> {
    let blocks = line.get(1)?.parse().ok().filter(|blocks| *blocks > 0)?;
    Some((result_of(line.get(0)?, contest)?, blocks))
}

fn played_of(line: &StringRecord, contest: &Contest) -> Option<PlayedBlock> {
    let signature = u64::from_str_radix(line.get(2)?, 16).ok()?;
    Some(PlayedBlock { block: line.get(0)?.parse().ok()?, result: result_of(line.get(1)?, contest)?, signature })
}

fn text_of(result: &BlockResult) -> String {
    let sat = |sat: &SeatedStrategy| format!("{}*{}={}", sat.strategy, sat.seats, sat.wins);
    let group = |group: &Group| {
        let seats: Vec<String> = group.sat.iter().map(sat).collect();
        format!("{}:{}", group.games, seats.join(" "))
    };
    let groups: Vec<String> = result.groups.iter().map(group).collect();
    groups.join(";")
}

/// Reads a result; `None` if it is not possible in this contest.
fn result_of(text: &str, contest: &Contest) -> Option<BlockResult> {
    let groups = text.split(';').map(|text| group_of(text, contest)).collect::<Option<Vec<Group>>>()?;
    let result = BlockResult { groups };
    (result.games() <= contest.games_per_block()).then_some(result)
}

fn group_of(text: &str, contest: &Contest) -> Option<Group> {
    let (games, seats) = text.split_once(':')?;
    let sat = |text: &str| {
        let (strategy, rest) = text.split_once('*')?;
        let (seats, wins) = rest.split_once('=')?;
        Some(SeatedStrategy { strategy: strategy.parse().ok()?, seats: seats.parse().ok()?, wins: wins.parse().ok()? })
    };
    let group = Group { games: games.parse().ok()?, sat: seats.split(' ').map(sat).collect::<Option<_>>()? };
    // The text of a result must be unique, because equal results are counted together.
    let ascending = group.sat.windows(2).all(|pair| pair[0].strategy < pair[1].strategy);
    let known = group.sat.iter().all(|sat| usize::from(sat.strategy) < contest.strategies() && sat.seats > 0);
    let seats: u64 = group.sat.iter().map(|sat| u64::from(sat.seats)).sum();
    let wins: u64 = group.sat.iter().map(|sat| u64::from(sat.wins)).sum();
    let possible = seats == u64::from(contest.players()) && group.games > 0 && wins <= u64::from(group.games) * WIN;
    // The file may have been edited, and estimates rely on results that the contest can have.
    (ascending && known && possible).then_some(group)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deck::language::PlayerCounts;
    use crate::run::ContestKind;

    fn contest() -> Contest {
        Contest::new(ContestKind::Duel, 2, 3, PlayerCounts { min: 3, max: 6 }, 1).expect("a contest")
    }

    #[test]
    fn a_stored_result_is_read_unchanged() {
        let sat = |strategy, seats, wins| SeatedStrategy { strategy, seats, wins };
        let one = Group { games: 1, sat: vec![sat(0, 1, 0), sat(1, 2, 60)] };
        let other = Group { games: 1, sat: vec![sat(0, 2, 30), sat(1, 1, 30)] };
        let result = BlockResult { groups: vec![one, other] };
        assert_eq!(text_of(&result), "1:0*1=0 1*2=60;1:0*2=30 1*1=30");
        assert_eq!(result_of(&text_of(&result), &contest()), Some(result));
    }

    #[test]
    fn impossible_results_are_rejected() {
        for text in [
            "",
            "1:",
            "1:0*3=61",
            "1:0*2=0",
            "0:0*3=0",
            "1:2*3=0",
            "1:0*1=0 0*2=0",
            "3:0*3=0",
            "1:0*0=0 1*3=0",
            "1:0*3=-1",
            "1:0*3=0;",
            "x",
        ] {
            assert_eq!(result_of(text, &contest()), None, "{text}");
        }
    }
}
