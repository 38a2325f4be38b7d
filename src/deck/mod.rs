//! Decks: the card language, the rule switches, and the compiled decks for play.

mod compile;
pub mod compiled;
pub mod english;
pub mod file;
pub mod language;
pub(crate) mod sheet;
pub(crate) mod toml;
pub mod tools;

pub use compile::load::load;
pub(crate) use compiled::Card;
pub use compiled::Deck;
pub use file::error::DeckError;
pub(crate) use file::error::Problem;
pub(crate) use file::input::{
    BASELINE, Inputs, give_inputs, inputs_read, is_no_file, is_there, open_file, open_input, read_file,
};
pub(crate) use file::revision::{Commit, commit_of, file_of, revisions};
pub use file::sets::Sets;
pub use file::source::DeckSource;
pub(crate) use file::source::{not_a_file, read_text};
pub use language::kinds::Kind;
pub(crate) use language::parts::covers;
pub use language::rules::Rules;
pub use language::{DeckSide, Play, Slot};
pub use tools::canonical::{canonical, content_hash, schema};
pub use tools::changes::{Changes, changes};
pub use tools::export::Export;
pub use tools::numbers::Number;
pub use tools::perturb::{Edit, Perturbation, perturbations};
pub(crate) use tools::selections::Unmatched;
