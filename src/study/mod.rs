//! Studies: what a user of the library calls. Each takes a request, plays the games, and returns a result that can be
//! stored and read again.
//!
//! | study | question |
//! |---|---|
//! | [`run`] | How do games of these decks go, and who wins them? |
//! | [`checkup`] | Is a set healthy? |
//! | [`compare`] | Which strategy is better? |
//! | [`history`] | How have the metrics of a deck changed from version to version? |
//! | [`suggest`] | Which numbers of a card bring its opening value to a target? |
//! | [`sweep`] | Which printed number balances a card? |
//! | [`tune`] | Which settings of a strategy are better? |
//! | [`calibrate`] | How often do the intervals cover the true value? |
//! | [`impact`] | What does each card contribute to winning? |
//! | [`check`] | Did an edit of the cards shift the balance? |
//! | [`plan`] | How many games does a study need, and how long do they take? |
//! | [`trace`] | What happens in a game, and where would another player choose differently? |
//! | [`coverage`] | Which parts of cards take effect, and on which does no game depend? |
//!
//! A request is built in steps, or read from JSON. A [`Control`] has the threads, a stop flag and a callback.
//!
//! ```
//! use kickdoor::study::{Control, RunRequest, TableRequest};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let table = TableRequest::of(["tests/decks/mini.toml"]).strategies(["greedy"]).players(3);
//! let result = RunRequest::of(table).games(60).play(&mut Control::default())?;
//! assert_eq!(result.tally.games, 60);
//! let stored = serde_json::to_string(&result)?;
//! assert_eq!(serde_json::from_str::<kickdoor::study::RunResult>(&stored)?.tally, result.tally);
//! # Ok(())
//! # }
//! ```

pub(crate) mod cache;
pub mod calibrate;
pub mod check;
pub mod checkup;
pub mod compare;
pub(crate) mod control;
pub mod coverage;
pub(crate) mod error;
pub mod history;
pub mod impact;
pub(crate) mod journal;
pub(crate) mod metric_names;
pub(crate) mod pairs;
pub(crate) mod pilot;
pub mod plan;
pub(crate) mod plan_file;
pub(crate) mod project;
pub mod run;
pub mod suggest;
pub mod sweep;
pub(crate) mod table;
pub(crate) mod title;
pub mod trace;
pub mod tune;

pub use cache::{CacheSize, GameCache};
pub use calibrate::{CalibrateRequest, CalibrateResult, VerdictsRequest, VerdictsResult};
pub use check::{BaselineRequest, CheckRequest, CheckResult};
pub use checkup::{CheckupRequest, CheckupResult};
pub use compare::{CompareRequest, CompareResult, RestrictionsRequest, RestrictionsResult};
pub use control::{Control, Event};
pub use coverage::{CoverageRequest, CoverageResult, PerturbResult};
pub use error::StudyError;
pub use history::{History, HistoryRequest, HistoryResult};
pub use impact::{
    BlankRequest, BlankResult, BlankTable, CardRequest, CardResult, CardTable, ExchangedGame, ImpactRequest,
    ImpactResult, PairRequest, PairResult, PairTable, TableGames,
};
pub use plan::{PlanRequest, PlanResult};
pub use run::{RunRequest, RunResult, StoppedGames};
pub use suggest::{SuggestRequest, SuggestResult};
pub use sweep::{SweepRequest, SweepResult};
pub use table::TableRequest;
pub use trace::{AdviceRequest, AdviceResult, AdviserRequest, TraceRequest};
pub use tune::{TuneRequest, TuneResult};
