//! The players and the number that an effect means.

use crate::deck::compiled::Amount;
use crate::deck::language::rules::BadStuffChoice;
use crate::deck::language::{Chooser, Who};
use crate::game::state::agenda::Scene;
use crate::game::table::event::Event;
use crate::game::table::recorder::Recorder;
use crate::game::{Choice, Players, Table, Verb};
use crate::ids::{CardSet, Seat, SeatSet};

impl<const W: usize, R: Recorder, P: Players<W>> Table<'_, W, R, P> {
    /// The value of an amount.
    pub(in crate::game) fn amount(&self, amount: Amount, scene: Scene) -> i16 {
        match amount {
            Amount::Number(n) => n,
            Amount::PerCount { each, times, most } => {
                let number = self.position().count(each, scene.you, scene.actor, scene.roll);
                number.saturating_mul(times).clamp(-most, most)
            }
        }
    }

    /// The living players that `who` means.
    pub(in crate::game) fn who(&self, who: Who, scene: Scene) -> SeatSet {
        self.position().who(who, scene.you, scene.actor)
    }

    /// death-03: the player who decides for an effect: the player who caused it or, if that player is dead, the affected player.
    pub(super) fn decider(&self, scene: Scene) -> Seat {
        if self.alive(scene.actor) { scene.actor } else { scene.you }
    }

    /// E-25: the player who picks; `None` for a random pick. If that player is dead, the one who loses the card picks. The rules may
    /// let the victim of a monster pick, even if the card names another player.
    pub(super) fn chooser(&self, by: Chooser, scene: Scene) -> Option<Seat> {
        let victims = self.deck.rules.badstuff_choice == BadStuffChoice::Victim;
        let seat = match by {
            Chooser::Actor | Chooser::Left | Chooser::Right
                if victims && self.deck.masks.monsters.contains(scene.source) =>
            {
                scene.you
            }
            Chooser::You => scene.you,
            Chooser::Actor => scene.actor,
            Chooser::Left => scene.you.left(self.players()),
            Chooser::Right => scene.you.right(self.players()),
            Chooser::Random => return None,
        };
        Some(if self.alive(seat) { seat } else { scene.you })
    }

    /// A random one of these cards of a player.
    pub(in crate::game) fn at_random(&mut self, owner: Seat, cards: CardSet<W>) -> Choice {
        let n = self.game.keys.chance(cards.len().max(1));
        let Some(card) = cards.nth(n) else { return Choice::PASS };
        self.record(Event::PickedAtRandom { seat: owner, card });
        Choice::card(Verb::Pick, card)
    }
}
