//! The game: a phase machine that runs the rules until somebody must choose.
//!
//! A step of the rules asks before it does anything else, or not at all, so that it can run again with the answer.

mod legality;
mod rules;
mod state;
mod table;

pub(crate) use legality::prospect::Prospect;
pub use legality::view::View;
pub use rules::setup::GameSetup;
pub use rules::stage::{Character, Encounter, Impossible, Rest, Situation, Start};
pub(crate) use state::agenda::{Agenda, Frame};
pub use state::bound::Bound;
pub use state::choice::{Choice, Decision, Moment, Question, Verb};
pub(crate) use state::fight::{Added, Boosts, Foe, Reply};
pub use state::fight::{Fight, MAX_FOES, Offer};
pub use state::game::{Game, Outcome};
pub use state::zone::Zone;
pub(crate) use table::ask::ask;
pub use table::ask::{GameError, Progress};
pub use table::counterfactual_draw::CounterfactualDraw;
pub use table::event::{CurseFailure, DrawWhy, Event, FightEnd, LevelWhy, RollWhy};
pub use table::event_log::EventLog;
pub use table::laws::BrokenLaw;
pub use table::menu::Menu;
pub use table::players::{AnyPlayers, Players};
pub use table::recorder::{Part, Recorder, Silent};
pub use table::script::Script;
pub use table::table::{LoggedTable, Table};

pub use crate::random::{Keys, Mind};
