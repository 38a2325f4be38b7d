//! `Lawful`: the last state in which all laws held, which shows the laws that need no second check.

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

    /// Whether another state has the same draw piles.
    pub(in crate::game) fn has_the_piles_of(&self, now: &Game<W>) -> bool {
        let last = &self.game;
        last.bounds == now.bounds && last.next == now.next && last.order == now.order
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

    /// Seats with other cards, or another stored value or number of them, in another state.
    pub(in crate::game) fn changed_holdings(&self, now: &Game<W>) -> SeatSet {
        let last = &self.game;
        let equal = |seat: Seat| {
            last.hands[seat] == now.hands[seat]
                && last.tables[seat] == now.tables[seat]
                && last.seats[seat].held == now.seats[seat].held
                && last.seats[seat].gold == now.seats[seat].gold
        };
        SeatSet::all(now.players).iter().filter(|&seat| !equal(seat)).collect()
    }

    /// Seats whose Level, cards in play or sums over them, or anything on which those depend, are different in another state.
    pub(in crate::game) fn changed_characters(&self, now: &Game<W>) -> SeatSet {
        let (last, seats) = (&self.game, SeatSet::all(now.players));
        let settling = now.settling();
        let shared =
            last.loads == now.loads && last.active == now.active && last.outcome.is_some() == now.outcome.is_some();
        if !shared {
            return seats;
        }
        let turned = self.turned_cards(now);
        let equal = |seat: Seat| {
            let SeatState { held, gold, .. } = now.seats[seat];
            self.settling.contains(seat) == settling.contains(seat)
                && last.unsettled.contains(seat) == now.unsettled.contains(seat)
                && last.alive(seat) == now.alive(seat)
                && last.in_fight(seat) == now.in_fight(seat)
                && last.tables[seat] == now.tables[seat]
                && last.barred[seat] == now.barred[seat]
                && !now.tables[seat].meets(&turned)
                && SeatState { held, gold, ..last.seats[seat] } == now.seats[seat]
        };
        seats.iter().filter(|&seat| !equal(seat)).collect()
    }

    /// Cards that were put to use or out of use, or began or ceased to break a limit or to count.
    fn turned_cards(&self, now: &Game<W>) -> CardSet<W> {
        let last = &self.game;
        let pairs = [(last.used, now.used), (last.cheated, now.cheated), (last.active_cards, now.active_cards)];
        pairs.into_iter().fold(CardSet::EMPTY, |turned, (was, is)| turned | was.without(is) | is.without(was))
    }
}
