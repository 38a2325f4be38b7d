//! `Adviser`: a player that is asked what it would do in another player's place.

use super::Strategy;
use super::memories::Memories;
use super::player::Player;
use super::search::{Lead, NOTHING, Search, are_alike};
use crate::game::{Choice, Event, Mind, Question, View};
use crate::ids::{BySeat, MAX_SEATS};

/// A player that looks ahead and is asked about the choices of others. It sees only what the seat that chooses may see.
#[derive(Debug)]
pub struct Adviser {
    player: Strategy,
    to_the_end: bool,
}

/// What an adviser would do instead.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Advice {
    /// Its choice.
    pub choice: Choice,
    /// The expected lead of its choice over the one that was made.
    pub lead: Lead,
}

impl Adviser {
    /// An adviser that plays like this strategy; `None` if the strategy does not look ahead, because it then has no
    /// expected values.
    ///
    /// It measures leads with playouts to its horizon, as in its own decisions, or with playouts `to_the_end` of the game. The latter vary
    /// more, but do not depend on how it evaluates positions.
    pub fn new(player: Strategy, to_the_end: bool) -> Option<Adviser> {
        search_of(&player)?;
        Some(Adviser { player, to_the_end })
    }

    /// What it remembers in each seat when a game begins.
    pub(crate) fn memories(&self) -> Memories {
        Memories::of(&self.seats(), BySeat::default())
    }

    /// Hears an event, in each seat what that seat may hear.
    pub(crate) fn hear(&self, event: Event, memories: &mut Memories) {
        memories.note(&self.seats(), event);
    }

    fn seats(&self) -> BySeat<&Strategy> {
        BySeat([&self.player; MAX_SEATS])
    }

    /// What it would do instead of `made` if it had heard nothing of the game; `None` if it would do the same. `mind` is the mind with which
    /// `made` was chosen, so an adviser agrees with itself.
    pub fn advise(
        &self,
        view: View<'_>,
        question: Question,
        options: &[Choice],
        made: Choice,
        mind: Mind,
    ) -> Option<Advice> {
        self.advise_remembering(view, question, options, made, &self.memories(), mind)
    }

    /// `advise` with what it remembers of the game.
    pub(crate) fn advise_remembering(
        &self,
        view: View<'_>,
        question: Question,
        options: &[Choice],
        made: Choice,
        memories: &Memories,
        mut mind: Mind,
    ) -> Option<Advice> {
        let memory = &memories[view.seat()];
        let choice = self.player.choose_remembering(view, question, options, memory, &mut mind);
        if are_alike(view, choice, made) {
            return None;
        }
        // `choose` has advanced the mind, so these are fresh random numbers.
        let imagined = memory.get().unwrap_or(&NOTHING);
        let lead = search_of(&self.player)?.lead(view, options, [choice, made], imagined, mind.draw(), self.to_the_end);
        Some(Advice { choice, lead })
    }
}

/// The player that looks ahead, even if it is restricted.
fn search_of(player: &Strategy) -> Option<&Search<Strategy>> {
    match player {
        Strategy::Search(search) => Some(search),
        Strategy::Restricted(restricted) => search_of(restricted.player()),
        Strategy::Random(_) | Strategy::Greedy(_) | Strategy::Balanced(_) | Strategy::Custom(_) => None,
    }
}
