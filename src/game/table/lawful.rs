//! `Lawful`: the last state in which all laws held. Laws whose inputs have not changed since then need no second check.

use crate::game::Game;
use crate::game::state::game::SeatState;
use crate::ids::{CardSet, SeatSet};

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
            let (top, end) = (now.next[side], now.ends[side]);
            // A start that moved towards the front, or another order of the rest, is a shuffle.
            if last.ends != now.ends || top < last.next[side] || !last.order.agrees(&now.order, top..end) {
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

    /// Seats whose cards, or their stored value or number, are different in another state; and seats whose Level, cards in play or
    /// sums over them, or anything on which those depend, are.
    pub(in crate::game) fn changed_seats(&self, now: &Game<W>) -> (SeatSet, SeatSet) {
        let last = &self.game;
        let mut users = self.turned_seats(now);
        let turned = self.turned_cards(now);
        let mut holders = SeatSet::EMPTY;
        if turned.is_empty() && self.has_the_seats_of(now) {
            return (holders, users);
        }
        for seat in SeatSet::all(now.players).iter() {
            let (before, after) = (&last.seats[seat], &now.seats[seat]);
            let table = last.tables[seat] != now.tables[seat];
            if table || last.hands[seat] != now.hands[seat] || before.held != after.held || before.gold != after.gold {
                holders.insert(seat);
            }
            // The hand changes these two without changing what is in play.
            let sums = SeatState { held: after.held, gold: after.gold, ..*before };
            if table || last.barred[seat] != now.barred[seat] || now.tables[seat].meets(&turned) || sums != *after {
                users.insert(seat);
            }
        }
        (holders, users)
    }

    /// Whether all seats have the same cards and stored sums in another state.
    fn has_the_seats_of(&self, now: &Game<W>) -> bool {
        let last = &self.game;
        last.hands == now.hands && last.tables == now.tables && last.barred == now.barred && last.seats == now.seats
    }

    /// Seats whose part in the game is different in another state: who lives, acts, fights or is being settled.
    fn turned_seats(&self, now: &Game<W>) -> SeatSet {
        let last = &self.game;
        if last.loads != now.loads || last.outcome.is_some() != now.outcome.is_some() {
            return SeatSet::all(now.players);
        }
        let pairs = [
            (self.settling, now.settling()),
            (last.unsettled, now.unsettled),
            (last.living, now.living),
            (SeatSet::one(last.active), SeatSet::one(now.active)),
            (fighters(last), fighters(now)),
        ];
        SeatSet::from_bits(pairs.iter().fold(0, |turned, (before, after)| turned | before.bits() ^ after.bits()))
    }

    /// Cards that were put to use or out of use, or began or ceased to break a limit, to count or to be new.
    fn turned_cards(&self, now: &Game<W>) -> CardSet<W> {
        let last = &self.game;
        let used = last.used ^ now.used;
        used | last.cheated ^ now.cheated | last.active_cards ^ now.active_cards | last.fresh ^ now.fresh
    }
}

/// Players in a running fight.
fn fighters<const W: usize>(game: &Game<W>) -> SeatSet {
    if game.fight.running { game.fight.fighters() } else { SeatSet::EMPTY }
}
