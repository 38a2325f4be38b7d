//! The rules: one file per chapter of the rule sheet, one function per rule.

pub(super) mod affliction;
pub(super) mod charity;
pub(super) mod combat;
pub(super) mod companion;
pub(super) mod curse;
pub(super) mod death;
pub(super) mod dispatch;
pub(super) mod door;
pub(super) mod effect;
pub(super) mod flee;
pub(super) mod help;
pub(super) mod item;
pub(super) mod level;
pub(super) mod limits;
pub(super) mod play;
pub(super) mod reward;
pub(super) mod sell;
pub(super) mod setup;
pub(super) mod stage;
pub(super) mod take;
pub(super) mod trade;
pub(super) mod triggers;
pub(super) mod turn;
