//! The game: a phase machine that runs the rules until somebody must choose.
//!
//! A step of the rules asks before it does anything else, or not at all, so that it can run again with the answer.

mod legality;
mod rules;
mod state;
mod table;

pub use legality::view::View;
pub use rules::setup::GameSetup;
pub(crate) use rules::stage::Impossible;
pub use rules::stage::{Character, Encounter, Rest, Situation, Start};
pub(crate) use state::agenda::{Agenda, Frame};
pub use state::bound::Bound;
pub use state::choice::{Choice, Decision, Moment, Question, Verb};
pub(crate) use state::fight::{Added, Boosts, Fight, Foe};
pub use state::fight::{MAX_FOES, Offer};
pub(crate) use state::game::SeatState;
pub use state::game::{Game, Outcome};
pub use state::zone::Zone;
pub(crate) use table::ask::ask;
pub use table::ask::{GameError, Progress};
pub use table::counterfactual_draw::CounterfactualDraw;
pub(crate) use table::event::CurseFailure;
pub use table::event::{DrawWhy, Event, FightEnd, LevelWhy, RollWhy};
pub use table::event_log::EventLog;
pub(crate) use table::laws::BrokenLaw;
pub use table::menu::Menu;
pub use table::players::{AnyPlayers, Players};
pub use table::recorder::Silent;
pub(crate) use table::recorder::{Part, Recorder};
pub use table::script::Script;
pub use table::table::{LoggedTable, Table};

pub use crate::random::{Keys, Mind};
