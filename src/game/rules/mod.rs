//! The rules: one file per chapter of the rule sheet, one function per rule.

pub(in crate::game) mod affliction;
pub(in crate::game) mod charity;
pub(in crate::game) mod combat;
pub(in crate::game) mod companion;
pub(in crate::game) mod curse;
pub(in crate::game) mod death;
pub(in crate::game) mod door;
pub(in crate::game) mod effect;
pub(in crate::game) mod flee;
pub(in crate::game) mod help;
pub(in crate::game) mod item;
pub(in crate::game) mod level;
pub(in crate::game) mod limits;
pub(in crate::game) mod play;
pub(in crate::game) mod reward;
pub(in crate::game) mod sell;
pub(in crate::game) mod setup;
pub(in crate::game) mod take;
pub(in crate::game) mod trade;
pub(in crate::game) mod triggers;
pub(in crate::game) mod turn;
