//! `Lawful`: the last state in which all laws held. Laws whose inputs have not changed since then need no second check.

use crate::game::{Game, SeatState};
use crate::ids::{CardSet, Seat, SeatSet};

/// A state in which all laws hold.
pub(in crate::game) struct Lawful<const W: usize> {
    game: Game<W>,
    /// Seats whose exceeded limits were being settled.
    settling: SeatSet,
    /// The cards on both draw piles.
    pub(in crate::game) piles: CardSet<W>,
}

impl<const W: usize> Lawful<W> {
    /// A lawful state with these cards on its draw piles.
    pub(in crate::game) fn new(game: &Game<W>, piles: CardSet<W>) -> Self {
        Lawful { game: *game, settling: game.settling(), piles }
    }

    /// Replaces the state by a later one.
    pub(in crate::game) fn note(&mut self, now: &Game<W>, piles: CardSet<W>) {
        self.game = *now;
        self.settling = now.settling();
        self.piles = piles;
    }

    /// The cards on the draw piles of another state; `None` if the piles changed in any other way than by draws from the top.
    pub(in crate::game) fn piles_of(&self, now: &Game<W>) -> Option<CardSet<W>> {
        let last = &self.game;
        let mut piles = self.piles;
        for side in 0..2 {
            let (top, end) = (now.next[side], now.bounds[side + 1]);
            if last.bounds != now.bounds || top < last.next[side] || !last.order.agrees(&now.order, top..end) {
                return None;
            }
            for place in last.next[side]..top {
                piles.remove(last.at(place));
            }
        }
        Some(piles)
    }

    /// Whether another state has the same cards in all zones other than the draw piles.
    pub(in crate::game) fn has_the_zones_of(&self, now: &Game<W>) -> bool {
        let last = &self.game;
        last.hands == now.hands
            && last.tables == now.tables
            && last.used == now.used
            && last.discard == now.discard
            && last.discarded == now.discarded
            && last.played == now.played
            && last.open == now.open
    }

    /// Seats whose cards, or their stored value or number, are different in another state.
    pub(in crate::game) fn changed_holdings(&self, now: &Game<W>) -> SeatSet {
        let last = &self.game;
        let equal = |seat: Seat| {
            last.hands[seat] == now.hands[seat]
                && last.tables[seat] == now.tables[seat]
                && last.seats[seat].held == now.seats[seat].held
                && last.seats[seat].gold == now.seats[seat].gold
        };
        SeatSet::all(now.players).filter(|seat| !equal(seat))
    }

    /// Seats whose Level, cards in play or sums over them, or anything on which those depend, are different in another state.
    pub(in crate::game) fn changed_characters(&self, now: &Game<W>) -> SeatSet {
        let (last, seats) = (&self.game, SeatSet::all(now.players));
        if last.loads != now.loads || last.outcome.is_some() != now.outcome.is_some() {
            return seats;
        }
        let (settling, turned) = (now.settling(), self.turned_cards(now));
        let equal = |seat: Seat| {
            let SeatState { held, gold, .. } = now.seats[seat];
            self.settling.contains(seat) == settling.contains(seat)
                && last.unsettled.contains(seat) == now.unsettled.contains(seat)
                && last.alive(seat) == now.alive(seat)
                && (last.active == seat) == (now.active == seat)
                && last.in_fight(seat) == now.in_fight(seat)
                && last.tables[seat] == now.tables[seat]
                && last.barred[seat] == now.barred[seat]
                && !now.tables[seat].meets(&turned)
                && SeatState { held, gold, ..last.seats[seat] } == now.seats[seat]
        };
        seats.filter(|seat| !equal(seat))
    }

    /// Cards that were put to use or out of use, or began or ceased to break a limit, to count or to be new.
    fn turned_cards(&self, now: &Game<W>) -> CardSet<W> {
        let last = &self.game;
        let used = last.used ^ now.used;
        used | last.cheated ^ now.cheated | last.active_cards ^ now.active_cards | last.fresh ^ now.fresh
    }
}
