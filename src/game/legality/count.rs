//! Counts: the numbers of players, cards in play and the fight on which cards depend.

use super::Position;
use crate::deck::compiled::{Card, Counted, FilterRef, Measure, Tally};
use crate::deck::language::Who;
use crate::game::state::fight::Fight;
use crate::ids::{CardId, Seat, SeatSet};

impl<'g, const W: usize> Position<'g, W> {
    /// The living players that `who` means.
    pub(in crate::game) fn who(self, who: Who, you: Seat, actor: Seat) -> SeatSet {
        let (game, players) = (self.game, self.game.players());
        let living = game.living();
        let rivals = living.without(you);
        let fight = game.fight();
        let seats = match who {
            Who::You => SeatSet::one(you),
            Who::Actor => SeatSet::one(actor),
            Who::Left => SeatSet::one(you.left(players)),
            Who::Right => SeatSet::one(you.right(players)),
            Who::Neighbours => [you.left(players), you.right(players)].into_iter().collect(),
            Who::Rivals | Who::ChosenRival => rivals,
            Who::Everyone => living,
            Who::HighestRivals => self.at_level(rivals, rivals.iter().map(|seat| game.level(seat)).max()),
            Who::LowestRivals => self.at_level(rivals, rivals.iter().map(|seat| game.level(seat)).min()),
            Who::Fighters => fight.map_or(SeatSet::EMPTY, Fight::fighters),
            Who::Main => fight.map_or(SeatSet::EMPTY, |fight| SeatSet::one(fight.main)),
            Who::Helper => fight.and_then(|fight| fight.helper).map_or(SeatSet::EMPTY, SeatSet::one),
        };
        seats.filter(|seat| living.contains(seat))
    }

    fn at_level(self, seats: SeatSet, level: Option<i16>) -> SeatSet {
        seats.filter(|seat| Some(self.game.level(seat)) == level)
    }

    /// badstuff-01: the value of a count for `you`. `actor` is the player who caused the effect, `roll` the last die that the card rolled.
    #[inline]
    pub(in crate::game) fn count(self, counted: Counted, you: Seat, actor: Seat, roll: u8) -> i16 {
        match counted {
            Counted::Own(what) => self.measured(what, you, roll),
            Counted::Of(place) => self.tally(place, you, actor),
        }
    }

    /// The sum of a number over the players that a count means.
    #[inline(never)]
    fn tally(self, place: u16, you: Seat, actor: Seat) -> i16 {
        let Tally { what, of, condition } = self.deck.tallies[usize::from(place)];
        let counts = |seat: &Seat| self.holds(condition, *seat, you);
        let seats = self.who(of, you, actor);
        fitting(seats.iter().filter(counts).map(|seat| i32::from(self.measured(what, seat, 0))).sum())
    }

    /// A number of a player, or of the game.
    fn measured(self, what: Measure, seat: Seat, roll: u8) -> i16 {
        let (game, fight) = (self.game, &self.game.fight);
        let table = game.tables[seat];
        let number = match what {
            Measure::Roll => usize::from(roll),
            Measure::Level => usize::from(game.seats[seat].level),
            Measure::Hand => game.seats[seat].held as usize,
            Measure::Cards(filter) => self.items(seat, filter).len(),
            Measure::Identities(group) => (table & self.deck.groups[usize::from(group)].cards).len(),
            Measure::Powers(powers) => (table & self.deck.powers[usize::from(powers)]).len(),
            Measure::Curses(curses) => (table & self.deck.curse_types[usize::from(curses)]).len(),
            Measure::FreeHands => usize::from(self.free_hands(seat)),
            Measure::Players => 1,
            Measure::Die => usize::from(self.die_of(seat)),
            Measure::Monsters if fight.running => usize::from(fight.monsters()),
            Measure::Monsters => 0,
            Measure::LostRank => self.lost().map_or(0, |card| card.rank.into()),
            Measure::Bonus(filter) => return self.sum(filter, seat, |card| self.deck.card(card).bonus.into()),
            Measure::Gold(filter) => return self.sum(filter, seat, |card| self.deck.card(card).gold.into()),
            Measure::Total => return self.own_total(seat),
            Measure::Strength => return if fight.running { self.players_total() } else { 0 },
            Measure::WonBy => return if fight.won { fight.margin.max(0).into() } else { 0 },
            Measure::LostBy => return if fight.fleeing { (-fight.margin).max(0).into() } else { 0 },
            Measure::RollMissedBy => return self.short_of_escape(),
            Measure::LostBonus => return self.lost().map_or(0, |card| card.bonus.into()),
            Measure::LostGold => usize::from(self.lost().map_or(0, |card| card.gold)),
        };
        number as i16
    }

    /// The die that a player has rolled for a card, or else the one for running away.
    fn die_of(self, seat: Seat) -> u8 {
        match self.game.seats[seat].card_die {
            0 => self.game.fight.die,
            // Stored as one more than the die.
            die => die - 1,
        }
    }

    /// The card that the last loss took last.
    pub(in crate::game) fn lost(self) -> Option<&'g Card> {
        let card = self.game.lost;
        card.is_some().then(|| self.deck.card(card))
    }

    /// A sum over the cards in play of a player that match a filter.
    fn sum(self, filter: FilterRef, seat: Seat, of: impl Fn(CardId) -> i32) -> i16 {
        fitting(self.items(seat, filter).iter().map(of).sum())
    }

    /// The Level of a player with all bonuses: in the fight as they count there.
    fn own_total(self, seat: Seat) -> i16 {
        if self.game.in_fight(seat) { self.fighter_strength(seat) } else { self.resting_strength(seat) }
    }
}

/// A sum as a count. No effect needs a larger number.
fn fitting(sum: i32) -> i16 {
    sum.clamp(-i32::from(i16::MAX), i16::MAX.into()) as i16
}
