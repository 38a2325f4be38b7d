//! Checks of tables and views.

pub(super) mod cross_checks;
pub(super) mod table;
pub(super) mod views;
