//! `Wording`: the context for card texts.

use super::statement::Subject;
use crate::deck::language::Terms;

/// The context for card texts: the set's terms, the names of the cards, and the players of an effect.
#[derive(Clone, Copy)]
pub struct Wording<'a> {
    pub(super) terms: &'a Terms,
    /// The word for the hostile cards that effects concern, such as `Trap` or `Trap or Curse`.
    pub(super) hostile: &'a str,
    pub(super) name_of: &'a dyn Fn(&str) -> String,
    pub(super) scene: Scene,
    /// Whether the effects follow a kill.
    pub(super) won: bool,
}

/// The players of an effect, as nouns.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scene {
    /// The affected player.
    pub(super) you: &'static str,
    /// The player who caused the effect.
    pub(super) actor: &'static str,
}

impl Scene {
    pub(super) const fn of(player: &'static str) -> Scene {
        Scene { you: player, actor: player }
    }

    /// The subject of conditions: the reader, or another player by name.
    pub(super) fn subject(self) -> Subject {
        if [TARGET, THAT_PLAYER].contains(&self.you) { Subject::Named(self.you) } else { Subject::You }
    }
}

pub(super) const TARGET: &str = "the target";
pub(super) const THAT_PLAYER: &str = "that player";
pub(super) const VICTIM: &str = "the victim";
pub(super) const OWNER: &str = "the owner of this card";
pub(super) const USER: &str = "the player who uses this card";

impl<'a> Wording<'a> {
    /// The wording of a set with these terms; `name_of` gives the printed name of the card with an id.
    pub fn new(terms: &'a Terms, name_of: &'a dyn Fn(&str) -> String) -> Wording<'a> {
        Wording { terms, hostile: &terms.curse, name_of, scene: Scene::of(OWNER), won: false }
    }

    /// The same wording with other words for the hostile cards that effects concern.
    pub(crate) fn concerning(self, hostile: &'a str) -> Wording<'a> {
        Wording { hostile, ..self }
    }

    pub(super) fn within(self, scene: Scene) -> Wording<'a> {
        Wording { scene, ..self }
    }
}
