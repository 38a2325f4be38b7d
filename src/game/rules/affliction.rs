//! Lasting effects that are not Curses, such as Bad Stuff for the next combat.

use crate::deck::language::Lasting;
use crate::game::state::zone::Zone;
use crate::game::table::event::Event;
use crate::game::table::recorder::Recorder;
use crate::game::{Players, Table};
use crate::ids::{CardId, Seat};

impl<const W: usize, R: Recorder, P: Players<W>> Table<'_, W, R, P> {
    /// badstuff-01, curse-03: the effect begins, or begins anew. Its reminder lies in front of the player until it ends. The combat or
    /// turn in which it begins is not the next one.
    pub(in crate::game) fn afflict(&mut self, seat: Seat, affliction: u16) {
        let card = self.deck.reminder(affliction, seat);
        let waits = match self.deck.card(card).lasts {
            Some(Lasting::NextCombat) => self.in_fight(seat),
            Some(Lasting::NextTurn) => self.active == seat,
            Some(Lasting::Always | Lasting::NextRoll | Lasting::SoloKill | Lasting::LevelGained) | None => false,
        };
        if waits {
            self.game.fresh.insert(card);
        }
        // The reminder of an effect that begins anew is in play already; only its duration starts again.
        if self.tables[seat].contains(card) {
            self.refresh_curses(seat);
        } else {
            self.put(card, Zone::Table(seat));
        }
        self.record(Event::Afflicted { seat, card });
        self.part_from_helper(seat);
    }

    /// curse-03: what lasts until something happens to its player ends as it happens.
    #[inline]
    pub(in crate::game) fn end_until(&mut self, seat: Seat, lasts: Lasting) {
        if self.tables[seat].meets(&self.deck.masks.until) {
            self.end_all_until(seat, lasts);
        }
    }

    #[cold]
    fn end_all_until(&mut self, seat: Seat, lasts: Lasting) {
        for card in self.tables[seat] & self.deck.masks.until {
            if self.deck.card(card).lasts == Some(lasts) {
                self.end_lasting(seat, card);
            }
        }
    }

    /// curse-03: a Curse or another lasting effect of a player is over. The Curse is discarded.
    pub(in crate::game) fn end_lasting(&mut self, seat: Seat, card: CardId) {
        if self.deck.masks.reminders.contains(card) {
            self.lift(card, Zone::Table(seat));
            self.record(Event::AfflictionEnds { seat, card });
        } else {
            self.discard_card(card);
        }
    }
}
