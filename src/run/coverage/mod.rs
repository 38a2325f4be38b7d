//! Coverage: the parts of cards that take effect.

pub(super) mod firings;
pub(super) mod trials;
