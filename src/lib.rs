//! `kickdoor`: a Monte Carlo balance simulator for the Munchkin family of card games.
//!
//! One way through: ids -> deck -> game -> scenario -> strategy -> run -> stats -> report -> cli. Each stage imports
//! only from its left.

pub mod cli;
pub mod deck;
pub mod game;
pub mod ids;
pub mod report;
pub mod run;
pub mod scenario;
pub mod stats;
pub mod strategy;
