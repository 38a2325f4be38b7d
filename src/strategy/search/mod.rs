//! `search`: looks ahead. It tries the promising options in worlds in which all hidden cards are drawn again at random:
//! its base player, by default `balanced`, and a population of others continue the game, and the position after some turns is evaluated.

mod casting;
mod contest;
mod deeds;
mod features;
mod fit;
mod imagined;
mod lead;
mod lesson;
mod manners;
mod outlook;
mod player;
mod playout;
mod search;
mod settings;

pub(super) use contest::Contest;
pub(super) use imagined::NOTHING;
pub use lead::Lead;
pub(super) use playout::Playouts;
pub use search::Search;
pub(super) use search::are_alike;
pub use settings::Foresight;
