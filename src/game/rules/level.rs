//! Levels: gaining them, losing them, and winning the game.

use crate::deck::Deck;
use crate::deck::compiled::Amount;
use crate::deck::language::Lasting;
use crate::deck::language::rules::CapRanking;
use crate::game::state::agenda::Scene;
use crate::game::state::bound::Bound;
use crate::game::state::game::Outcome;
use crate::game::table::event::{Event, LevelWhy};
use crate::game::table::recorder::Recorder;
use crate::game::{Game, Players, Table};
use crate::ids::{BySeat, CardSet, Seat, SeatSet};

impl<const W: usize> Game<W> {
    /// win-02, level-05, sell-05, variant-04: the highest Level that can be reached without a kill.
    pub(in crate::game) fn level_cap(&self, deck: &Deck<CardSet<W>>) -> u8 {
        *deck.rules.win_level - 1
    }
}

impl<const W: usize, R: Recorder, P: Players<W>> Table<'_, W, R, P> {
    /// level-03, badstuff-02, conflict-03: loses levels; a Level is always at least 1.
    pub(in crate::game) fn lose_levels(&mut self, seat: Seat, count: i16, why: LevelWhy) {
        let from = i16::from(self.seats[seat].level);
        // No overflow: a Level is small, and the number is not negative.
        let to = (from - count.max(0)).max(1);
        self.set_level(seat, to as u8, why);
    }

    /// level-02, win-02, conflict-06, death-04: gains levels without a kill, up to one below the winning Level. Dead players gain
    /// none.
    pub(in crate::game) fn gain_levels(&mut self, seat: Seat, count: i16, why: LevelWhy) {
        let cap = i16::from(self.level_cap(self.deck));
        let from = i16::from(self.seats[seat].level);
        if self.alive(seat) && from < cap {
            self.set_level(seat, from.saturating_add(count.max(0)).min(cap) as u8, why);
        }
    }

    /// win-01, win-03, reward-01, conflict-02: gains levels up to the winning Level; the game ends at once when it is reached.
    pub(in crate::game) fn gain_winning_levels(&mut self, seat: Seat, count: i16, why: LevelWhy) {
        if self.alive(seat) && self.rises_to_the_top(seat, count, why) {
            self.win(SeatSet::one(seat));
        }
    }

    /// F-01: several players gain levels at the same time. All who reach the winning Level win together.
    pub(in crate::game) fn gain_levels_together(&mut self, seats: SeatSet, amount: Amount, scene: Scene) {
        // All numbers before any Level changes, since an amount may depend on Levels.
        let counts = BySeat(std::array::from_fn(|n| self.amount(amount, Scene { you: Seat(n as u8), ..scene })));
        let mut winners = SeatSet::EMPTY;
        for seat in seats.iter() {
            self.record(Event::Effect { card: scene.source, seat });
            if self.rises_to_the_top(seat, counts[seat], LevelWhy::Card) {
                winners.insert(seat);
            }
        }
        if !winners.is_empty() {
            self.win(winners);
        }
    }

    /// Adds levels, at most up to the winning Level. Returns whether it is reached.
    fn rises_to_the_top(&mut self, seat: Seat, count: i16, why: LevelWhy) -> bool {
        let top = i16::from(self.deck.rules.win_level);
        let to = i16::from(self.seats[seat].level).saturating_add(count.max(0)).min(top);
        self.set_level(seat, to as u8, why);
        to == top
    }

    /// Sets a Level, and updates strength, Ranks and restrictions at once.
    pub(in crate::game) fn set_level(&mut self, seat: Seat, to: u8, why: LevelWhy) {
        let from = self.seats[seat].level;
        if from != to {
            self.game.seats[seat].level = to;
            self.game.note_change(seat);
            self.record(Event::Level { seat, from, to, why });
            if from < to {
                self.end_until(seat, Lasting::LevelGained);
            }
            // A recount finds exceeded Ranks too; it is needed only if an Item starts or stops counting with the Level.
            if self.tables[seat].meets(&self.deck.masks.by_level) && !self.position().restrictions_stand(seat) {
                self.refresh(seat);
            } else if self.seats[seat].ranks > to {
                self.game.unsettled.insert(seat);
            }
        }
    }

    /// win-01, variant-03, death-05, F-09: ends the game with a win. With shared victory, a living helper in the kill wins as well.
    fn win(&mut self, seats: SeatSet) {
        let mut winners = seats;
        let kills = self.fight.running && self.fight.won && seats.contains(self.fight.main);
        let helper = self.fight.helper.filter(|_| kills);
        if let Some(helper) = helper.filter(|&helper| self.deck.rules.shared_victory && self.alive(helper)) {
            winners.insert(helper);
        }
        self.end_game(winners, None);
        self.record(Event::Won { seats: winners });
    }

    /// Ends a game without a winner because it reached a bound.
    #[cold]
    pub(in crate::game) fn stop_at(&mut self, bound: Bound) {
        self.end_game(SeatSet::EMPTY, Some(bound));
        self.decision = None;
        self.answer = None;
        self.record(Event::Unfinished { bound });
        if bound == Bound::Turns && self.deck.rules.cap_ranking == CapRanking::Standing {
            self.rank_players();
        }
    }

    /// K-02: ranks the players of a game that reached its last turn. Equal players share a place; nobody wins.
    fn rank_players(&mut self) {
        let mut left = SeatSet::all(self.players());
        let mut place = 1;
        while let Some(best) = left.iter().map(|seat| self.standing(seat)).max() {
            let seats = left.filter(|seat| self.standing(seat) == best);
            self.record(Event::Ranked { place, seats });
            // A shared place takes the places after it, as in sports.
            place += seats.len() as u8;
            left = left.filter(|seat| !seats.contains(seat));
        }
    }

    /// K-02: Level, strength and value of the Items in play of a player.
    fn standing(&self, seat: Seat) -> (i16, i16, u32) {
        let position = self.position();
        let items = self.tables[seat] & self.deck.masks.items;
        (self.level(seat), position.resting_strength(seat), position.worth(items))
    }

    /// Ends the game; no further step runs.
    fn end_game(&mut self, winners: SeatSet, bound: Option<Bound>) {
        self.game.outcome = Some(Outcome { winners, turns: self.turn, bound });
        // The step that ended the game may still add steps; a closed agenda ignores them.
        self.game.agenda.close();
        self.game.unsettled = SeatSet::EMPTY;
    }
}
