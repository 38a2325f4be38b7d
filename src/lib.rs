//! `kickdoor` plays millions of seeded games of the Munchkin family of card games and measures what each card
//! contributes to winning, which strategy is better, and whether an edit of a card shifted the balance. Every number
//! comes with its sample size and an interval.
//!
//! This is the library behind the program of the same name. It works in stages, and each stage imports only from those
//! above it:
//!
//! | module | holds |
//! |---|---|
//! | [`ids`] | cards, seats, and sets of them as bits |
//! | [`random`] | keyed randomness: shuffles, dice, minds |
//! | [`deck`] | the card language: deck files are read, checked and compiled |
//! | [`game`] | the rules: a [`game::Table`] runs a game until a player must choose |
//! | [`strategy`] | players: strategy files, the shipped players, and traits for players of your own |
//! | [`run`] | many games in parallel, counted in integers |
//! | [`stats`] | estimates with intervals, from those counts |
//! | [`report`] | tables, files, pictures and traces |
//! | [`study`] | questions and answers: a request, the games, and a result that can be stored |
//! | [`scenario`] | a position, a script and the expected result: tests of rules and cards |
//! | [`cli`] | the program, with the default feature `cli` |
//!
//! # Play a game
//!
//! A table stops at every decision. The player sees only what its seat may see.
//!
//! ```
//! use kickdoor::deck::{DeckSource, load};
//! use kickdoor::game::{EventLog, GameSetup, Keys, LoggedTable, Progress};
//! use kickdoor::strategy::{Player, Profile};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let deck = load(&[DeckSource::find("tests/decks/mini.toml")?], &[])?;
//! let player = Profile::find("balanced")?.compile(&deck);
//! let setup = GameSetup { players: 4, keys: Keys::of_block(1, 0) };
//! let mut table = LoggedTable::deal(&deck, setup, EventLog::new());
//! let outcome = loop {
//!     match table.advance()? {
//!         Progress::Over(outcome) => break outcome,
//!         Progress::Asks(decision) => {
//!             let mut mind = table.mind(decision.seat);
//!             let view = table.view(decision.seat);
//!             let choice = player.choose(view, decision.question, table.options(), &mut mind);
//!             table.apply(choice)?;
//!         }
//!     }
//! };
//! assert_eq!(outcome.winners.len(), 1);
//! # Ok(())
//! # }
//! ```
//!
//! # Write a player
//!
//! A player answers questions with one of their options. `examples/own_player.rs` adds settings, and the player to all
//! commands.
//!
//! ```
//! use kickdoor::deck::{DeckSource, load};
//! use kickdoor::game::{Choice, Mind, Question, Verb, View};
//! use kickdoor::run::{Crew, Plan};
//! use kickdoor::stats::strategy_rate;
//! use kickdoor::strategy::{Player, Profile, Strategy, random};
//!
//! /// Puts on every Item at once, and makes all other choices at random.
//! struct Dresser;
//!
//! impl<const W: usize> Player<W> for Dresser {
//!     fn choose(&self, _: View<'_, W>, _: Question, options: &[Choice], mind: &mut Mind) -> Choice {
//!         let wears = options.iter().find(|option| option.verb == Verb::Wear);
//!         wears.copied().unwrap_or_else(|| random::choose(options, mind))
//!     }
//! }
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let deck = load(&[DeckSource::find("tests/decks/mini.toml")?], &[])?;
//! let strategies = [Strategy::custom(Dresser), Profile::find("random")?.compile(&deck)];
//! let plan = Plan::new(4, deck.players, &[0, 1, 1, 1], 1, 200)?;
//! let finished = Crew::new(&plan, &deck, &strategies, 2).play_all()?;
//! let wins = strategy_rate(&finished.tally, 0).rate;
//! println!("win rate {:.3}, {:.3} to {:.3}, n = {}", wins.value, wins.low, wins.high, wins.n);
//! assert!(wins.high < 0.25, "Items alone do not win");
//! # Ok(())
//! # }
//! ```
//!
//! # Value a card
//!
//! The opening value of a card is its effect in the opening hand on the chance of winning, compared with an average
//! card.
//!
//! ```
//! use kickdoor::deck::{DeckSource, load};
//! use kickdoor::run::{Crew, Plan};
//! use kickdoor::stats::opening_values;
//! use kickdoor::strategy::Profile;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let deck = load(&[DeckSource::find("tests/decks/mini.toml")?], &[])?;
//! let strategies = [Profile::find("greedy")?.compile(&deck)];
//! let plan = Plan::new(4, deck.players, &[0], 1, 200)?;
//! let finished = Crew::new(&plan, &deck, &strategies, 2).play_all()?;
//! for (title, opening) in deck.titles.iter().zip(opening_values(&finished.tally)) {
//!     let (low, high) = opening.interval(0.95);
//!     println!("{}: {:+.3}, {low:+.3} to {high:+.3}, n = {}", title.name, opening.value.value, opening.n);
//! }
//! # Ok(())
//! # }
//! ```

// Some items below `pub`, and their re-exports, serve only the program.
#![cfg_attr(not(feature = "cli"), allow(dead_code, unused_imports))]

#[cfg(feature = "cli")]
pub mod cli;
pub mod deck;
pub mod game;
pub mod ids;
pub mod random;
pub mod report;
pub mod run;
pub mod scenario;
pub mod stats;
pub mod strategy;
pub mod study;
