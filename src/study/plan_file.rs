//! `PlanFile`: a study divided among machines, as a file. It has everything that a machine needs besides the program.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde::{Deserialize, Serialize};

use crate::deck::Inputs;
use crate::ids::{PROGRAM, VERSION, program_words, sha256, this_program};
use crate::run::OpenCall;

/// Number of the format.
const SCHEMA: u32 = 1;

/// A round of a study: one call of its work, divided into shards.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlanFile {
    /// Number of the format.
    pub(crate) schema: u32,
    /// Version of the program.
    pub(crate) version: String,
    /// SHA-256 of the sources of the program.
    pub(crate) program: String,
    /// The command line of the study.
    pub(crate) command: Vec<String>,
    /// The files that it reads.
    pub(crate) inputs: Vec<InputFile>,
    /// Number of the round, from 1.
    pub(crate) round: u64,
    /// The call that is divided.
    pub(crate) call: PlannedCall,
    /// What the rounds before it have done, in a file beside the plan; `None` in the first round.
    pub(crate) state: Option<StateFile>,
    /// The shards: ranges of places that follow on one another.
    pub(crate) shards: Vec<Shard>,
    /// About how many games they play.
    pub(crate) games: u64,
    /// About how many seconds one thread of the planning machine needs for them; `None` if unknown.
    pub(crate) seconds: Option<f64>,
}

/// An input of a study.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct InputFile {
    /// Its path, as the command gives it.
    pub(crate) path: String,
    /// SHA-256 of its bytes.
    pub(crate) sha256: String,
    /// Its text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) text: Option<String>,
    /// Its bytes in base64, if they are no text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) base64: Option<String>,
}

/// The call that a round divides.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlannedCall {
    /// Its number in the study, from 0.
    pub(crate) number: u64,
    /// What is done in it.
    pub(crate) name: String,
    /// Number of all its places.
    pub(crate) places: u64,
}

/// A journal file with what earlier rounds have done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StateFile {
    /// Its name, in the folder of the plan.
    pub(crate) file: String,
    /// The SHA-256 at its end.
    pub(crate) sha256: String,
}

/// A part of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Shard {
    /// The first place.
    pub(crate) first: u64,
    /// The end, exclusive.
    pub(crate) end: u64,
    /// About how many games it has.
    pub(crate) games: u64,
}

/// Why a file is not a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PlanFault(pub(crate) String);

impl PlanFile {
    /// The plan of the next round: `call` in about this many shards. `done` is the number of places of the rounds before it
    /// that belong to the same call.
    pub(crate) fn of(command: Vec<String>, inputs: &Inputs, round: u64, call: &OpenCall, shards: u64) -> PlanFile {
        let missing = round_of(call);
        let places: u64 = missing.iter().map(|range| range.end - range.start).sum();
        let games_of =
            |places: u64| (u128::from(places) * u128::from(call.games)).div_ceil(call.places.max(1).into()) as u64;
        let size = places.div_ceil(shards.max(1)).max(1);
        let cut = |range: Range<u64>| {
            (range.start..range.end).step_by(size as usize).map(move |first| first..range.end.min(first + size))
        };
        let shard =
            |range: Range<u64>| Shard { first: range.start, end: range.end, games: games_of(range.end - range.start) };
        PlanFile {
            schema: SCHEMA,
            version: VERSION.to_owned(),
            program: PROGRAM.to_owned(),
            command,
            inputs: inputs.iter().map(|(path, bytes)| InputFile::of(path, bytes)).collect(),
            round,
            call: PlannedCall { number: call.number, name: call.name.clone(), places: call.places },
            state: None,
            shards: missing.into_iter().flat_map(cut).map(shard).collect(),
            games: games_of(places),
            seconds: None,
        }
    }

    /// The bytes of the file.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let text = serde_json::to_string_pretty(self).unwrap_or_default();
        (text + "\n").into_bytes()
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// If it is no plan of this program, or is damaged.
    pub(crate) fn parse(bytes: &[u8]) -> Result<PlanFile, PlanFault> {
        let fault = |words: String| Err(PlanFault(words));
        let known: serde_json::Value = match serde_json::from_slice(bytes) {
            Ok(value) => value,
            Err(error) => return fault(format!("it is no plan: {error}")),
        };
        // Before the fields: another schema has others.
        if known["schema"] != SCHEMA {
            return fault(format!("its schema is {}, expected {SCHEMA}", known["schema"]));
        }
        let plan: PlanFile = match serde_json::from_value(known) {
            Ok(plan) => plan,
            Err(error) => return fault(format!("it is no plan: {error}")),
        };
        if plan.program != PROGRAM || plan.version != VERSION {
            let there = program_words(&plan.version, &plan.program);
            return fault(format!("it was made by {there}, and this is {}", this_program()));
        }
        let in_order = plan.shards.is_sorted_by(|one, next| one.end <= next.first);
        let whole = plan.shards.iter().all(|shard| shard.first < shard.end && shard.end <= plan.call.places);
        if !in_order || !whole || plan.shards.is_empty() || plan.round == 0 {
            return fault("its shards do not follow on one another".to_owned());
        }
        if (plan.round == 1) != plan.state.is_none() {
            return fault("only the first round has no rounds before it".to_owned());
        }
        Ok(plan)
    }

    /// The inputs.
    ///
    /// # Errors
    /// If one is damaged.
    pub(crate) fn inputs(&self) -> Result<Inputs, PlanFault> {
        let read = |input: &InputFile| {
            let bytes = input.bytes().filter(|bytes| sha256(bytes) == input.sha256);
            let bytes = bytes.ok_or_else(|| PlanFault(format!("its input `{}` is damaged", input.path)))?;
            Ok((PathBuf::from(&input.path), bytes))
        };
        self.inputs.iter().map(read).collect()
    }

    /// The SHA-256 of each input, by its path.
    pub(crate) fn input_hashes(&self) -> BTreeMap<String, String> {
        self.inputs.iter().map(|input| (input.path.clone(), input.sha256.clone())).collect()
    }
}

impl InputFile {
    fn of(path: &Path, bytes: &[u8]) -> InputFile {
        let text = String::from_utf8(bytes.to_owned()).ok();
        let base64 = text.is_none().then(|| BASE64_STANDARD.encode(bytes));
        InputFile { path: path.to_string_lossy().into_owned(), sha256: sha256(bytes), text, base64 }
    }

    fn bytes(&self) -> Option<Vec<u8>> {
        match (&self.text, &self.base64) {
            (Some(text), None) => Some(text.clone().into_bytes()),
            (None, Some(base64)) => BASE64_STANDARD.decode(base64).ok(),
            _ => None,
        }
    }
}

/// Games of the first round of a call that may end early.
const FIRST_GAMES: u64 = 1 << 16;

/// The places of the next round of a call. A call that may end early is done in rounds that double what is known.
fn round_of(call: &OpenCall) -> Vec<Range<u64>> {
    if !call.may_end {
        return call.missing.clone();
    }
    let missing: u64 = call.missing.iter().map(|range| range.end - range.start).sum();
    let known = call.places - missing;
    let first = (u128::from(FIRST_GAMES) * u128::from(call.places) / u128::from(call.games.max(1))) as u64;
    let mut left = known.max(first).max(1);
    let mut round = Vec::new();
    for range in &call.missing {
        let end = range.end.min(range.start.saturating_add(left));
        left -= end - range.start;
        round.push(range.start..end);
    }
    round.retain(|range| range.start < range.end);
    round
}
