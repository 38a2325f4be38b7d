//! Strength that effects add to a side of a fight.

use crate::deck::compiled::Amount;
use crate::deck::language::Side;
use crate::game::state::agenda::{Frame, Scene};
use crate::game::state::fight::Account;
use crate::game::table::recorder::Recorder;
use crate::game::{Menu, Players, Question, Table, Verb, ask};

impl<const W: usize, R: Recorder, P: Players<W>> Table<'_, W, R, P> {
    pub(super) fn strengthen(&mut self, side: Side, by: Amount, alone: bool, scene: Scene) {
        if self.fight.running {
            let by = self.amount(by, scene);
            // The amount is worked out now: the question of the side may come after other steps, which could change
            // what it counts.
            self.then(Frame::StrengthenSide { side, by, alone, scene });
        }
    }

    /// Adds strength to a side. If the card allows either side, the player who caused the effect chooses.
    pub(in crate::game) fn strengthen_side(&mut self, side: Side, by: i16, alone: bool, scene: Scene) {
        let wasted = self.position().adds_nothing(scene.actor, scene.source);
        let for_players = side == Side::Players || side == Side::Monsters && by < 0;
        if wasted && for_players {
            return;
        }
        let sides = match side {
            Side::Either if wasted => Menu::of(Verb::ForMonsters),
            Side::Players => Menu::of(Verb::ForPlayers),
            Side::Monsters => Menu::of(Verb::ForMonsters),
            Side::Either => Menu::of(Verb::ForPlayers).with(Verb::ForMonsters),
        };
        let choice = ask!(self, self.decider(scene), Question::WhichSide, sides);
        let once = self.deck.card(scene.source).once;
        let account = match choice.verb {
            // Apart from other strength of the monsters: it does not count under rules against one-shots.
            Verb::ForMonsters if once && by < 0 => Account::Weakening,
            Verb::ForMonsters => Account::Monsters,
            _ => self.players_account(alone, scene),
        };
        if account == Account::Monsters && self.fight.foes().iter().any(|foe| foe.card == scene.source) {
            self.strengthen_foe(scene.source, by);
        } else {
            self.boost(scene.source, account, by);
        }
    }

    /// combat-01: the account of strength that a card adds for the players. What was played into the fight stays in it; what a card in play
    /// adds leaves with its player.
    fn players_account(&self, alone: bool, scene: Scene) -> Account {
        let card = scene.source;
        match self.played.contains(card) {
            // First, because a one-shot counts as one wherever it is.
            _ if self.deck.card(card).once => Account::OneShots { alone },
            true if self.deck.masks.items.contains(card) => Account::UsedUp { alone },
            true => Account::Played { alone },
            false if self.fight.helper == Some(scene.you) => Account::Helper,
            false => Account::InPlay { alone },
        }
    }
}
