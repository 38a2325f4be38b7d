//! `impact`: measures what each card contributes to winning.

mod against;
mod blank;
mod card;
mod dealt;
mod exchange;
mod forecast;
mod further;
mod pair;
mod play;
mod request;
mod tables;
mod witnesses;

pub use blank::{BlankRequest, BlankResult, BlankTable};
pub use card::{CardRequest, CardResult, CardTable};
pub(crate) use dealt::ordinary_games;
pub use exchange::ExchangedGame;
pub use pair::{PairRequest, PairResult, PairTable};
pub(crate) use request::{COARSE, PRECISION, TABLES, check_precision};
pub use request::{ImpactRequest, ImpactResult, TableGames};
