//! Card values: counterfactual draws and the odds of a draw.

pub(super) mod draw_odds;
pub(super) mod draws;
