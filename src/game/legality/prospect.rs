//! What a fight would be: with a monster from hand, before it begins, or with a helper.

use crate::deck::language::FightRule;
use crate::game::Game;
use crate::game::legality::{Position, View};
use crate::game::state::choice::Verb;
use crate::game::state::fight::Fight;
use crate::ids::{CardId, Seat, SeatSet};

/// A fight with a monster from hand, with the cards in play alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Prospect {
    /// The player's total minus the monster's.
    pub margin: i16,
    /// Whether the player wins with these totals, or the monster is defeated at once.
    pub wins: bool,
    /// Whether a kill would win the game.
    pub for_the_win: bool,
    /// Players who may be asked for help.
    pub helpers: SeatSet,
    /// Strength that the player's own one-shots can add together.
    pub reach: i16,
}

impl<const W: usize> View<'_, W> {
    /// What the viewing seat expects of a fight with a monster from hand. The fight rules of the monster count, and
    /// what its text does when it is met does not, unless it is defeated at once.
    pub(crate) fn prospect(self, card: CardId) -> Prospect {
        let game = self.meeting(card, self.seat());
        let position = Position { deck: self.deck(), game: &game };
        let (players, monsters) = position.add_up();
        Prospect {
            margin: players - monsters,
            wins: position.decides(players, monsters) || position.is_defeated_at_once(),
            for_the_win: position.for_the_win(),
            helpers: position.may_help(),
            reach: self.reach_in(position),
        }
    }

    /// The sum of the one-shots of the viewing seat that count for the players in a fight.
    fn reach_in(self, fight: Position<'_, W>) -> i16 {
        let rules = fight.game.fight.rules;
        if rules.contains(FightRule::LevelOnly) || rules.contains(FightRule::NoPlays) {
            return 0;
        }
        let mine = (self.hand() | self.table(self.seat())) & self.deck().masks.boosts;
        let counts = |card: &CardId| fight.may_throw(self.seat(), *card, Verb::Aid);
        let bonus = |card: CardId| i16::from(self.deck().card(card).bonus).max(0);
        mine.iter().filter(counts).map(bonus).sum()
    }

    /// The players' total minus the monsters' with this helper, and whether the players win with it.
    pub(crate) fn standing_with(self, helper: Seat) -> (i16, bool) {
        let mut game = *self.position().game;
        (game.fight.helper, game.fight.totals) = (Some(helper), None);
        if game.tables[helper].meets(&self.deck().masks.of_fights) {
            game.count_curses(self.deck(), helper);
        }
        let position = Position { deck: self.deck(), game: &game };
        let (players, monsters) = position.add_up();
        (players - monsters, position.decides(players, monsters))
    }

    /// The game at the beginning of a fight of a player with one monster.
    pub(in crate::game) fn meeting(self, card: CardId, main: Seat) -> Game<W> {
        let info = self.deck().card(card);
        let mut game = *self.position().game;
        let mut fight = Fight { running: true, main, levels: info.levels, tags: info.tags, ..Fight::default() };
        fight.foe_count = 1;
        (fight.foes[0].card, fight.foes[0].number, fight.foes[0].tags) = (card, 1, info.tags);
        fight.rules = info.fight;
        if self.deck().ignored.iter().any(|(monster, _)| *monster == card) {
            fight.rules.ignore();
        }
        game.fight = fight;
        if game.tables[main].meets(&self.deck().masks.of_fights) {
            game.count_curses(self.deck(), main);
        }
        game
    }
}
