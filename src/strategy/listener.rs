//! `Listener`: a player that hears the events of the game, and remembers.

use super::memory::Memory;
use super::player::Player;
use crate::game::{Choice, Event, Mind, Question, View};
use crate::ids::{Seat, WIDEST};

/// A player that hears what happens in the game, and has a memory for each seat. It implements this trait in place of [`Player`].
pub trait Listener<const W: usize = WIDEST>: Send + Sync {
    /// What it remembers in one seat. Each game begins with the default.
    type Memory: Clone + Default + Send + Sync + 'static;

    /// Hears an event as the seat may: see [`Event::heard_by`]. The memory must depend only on what the seat heard, which includes its own
    /// answers.
    fn hear(&self, seat: Seat, event: Event, memory: &mut Self::Memory);

    /// Answers a question as [`Player::choose`] does, with what it remembers.
    fn choose(
        &self,
        view: View<'_, W>,
        question: Question,
        options: &[Choice],
        memory: &Self::Memory,
        mind: &mut Mind,
    ) -> Choice;
}

impl<const W: usize, L: Listener<W>> Player<W> for L {
    fn choose(&self, view: View<'_, W>, question: Question, options: &[Choice], mind: &mut Mind) -> Choice {
        Listener::choose(self, view, question, options, &L::Memory::default(), mind)
    }

    fn choose_remembering(
        &self,
        view: View<'_, W>,
        question: Question,
        options: &[Choice],
        memory: &Memory,
        mind: &mut Mind,
    ) -> Choice {
        match memory.get() {
            Some(memory) => Listener::choose(self, view, question, options, memory, mind),
            None => Player::choose(self, view, question, options, mind),
        }
    }

    fn hears(&self) -> bool {
        true
    }

    fn hear(&self, seat: Seat, event: Event, memory: &mut Memory) {
        Listener::hear(self, seat, event, memory.get_mut());
    }
}
