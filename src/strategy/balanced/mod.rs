//! `balanced`: plays the whole game with judgement. Each file covers one kind of decision.

mod actions;
mod bargain;
mod best;
mod combat_cards;
mod fight;
mod loss;
mod outfit;
mod pick;
mod player;
mod plays;
mod prey;
mod rival;
mod sale;
mod thought;
mod trade;
mod weights;

pub use thought::Balanced;
pub use weights::Weights;
