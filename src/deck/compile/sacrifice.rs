//! The sacrifice of a companion: a use that its kind or the rules give to it.

use std::sync::OnceLock;

use crate::deck::language::{CardSpec, Effect, Use};
use crate::deck::toml::from_toml;

impl CardSpec {
    /// ally-05, G-14: the uses of the card: its own, then the sacrifice if its kind has one. By the rule `companion_sacrifice`, every
    /// companion has one that has no such use of its own.
    pub(crate) fn all_uses(&self, companion_sacrifice: bool) -> impl Iterator<Item = &Use> {
        let saves = |rule: &Use| rule.effects.iter().any(|effect| matches!(effect, Effect::EscapeAll));
        let by_rule = companion_sacrifice && self.kind.is_companion() && !self.uses.iter().any(saves);
        self.uses.iter().chain((self.kind.sacrifice || by_rule).then(sacrifice))
    }
}

/// The sacrifice of a companion.
fn sacrifice() -> &'static Use {
    static SACRIFICE: OnceLock<Use> = OnceLock::new();
    SACRIFICE.get_or_init(|| from_toml(include_str!("sacrifice.toml")).expect("the sacrifice is valid"))
}
