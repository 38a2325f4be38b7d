//! Monsters that leave, join or are copied by effects.

use crate::deck::DeckSide;
use crate::deck::compiled::Removal;
use crate::deck::language::Happening;
use crate::game::state::agenda::{Frame, Scene};
use crate::game::state::fight::Foe;
use crate::game::state::zone::Zone;
use crate::game::table::event::Event;
use crate::game::table::recorder::Recorder;
use crate::game::{Menu, Players, Question, Table, Verb, ask};
use crate::ids::{CardId, CardSet};

impl<const W: usize, R: Recorder, P: Players<W>> Table<'_, W, R, P> {
    /// Puts a step of a fight on the agenda, if a fight is running and not won yet.
    pub(super) fn in_unwon_fight(&mut self, frame: Frame) {
        if self.fight.running && !self.fight.won {
            self.then(frame);
        }
    }

    /// combat-07, conflict-05: the monster with this text leaves the fight. What it pays waits for the end of the fight.
    pub(super) fn leave(&mut self, treasure: bool, pays: u8, scene: Scene) {
        let place = self.fight.foes().iter().position(|foe| foe.card == scene.source);
        let Some(place) = place.filter(|_| self.fight.running && !self.fight.won) else { return };
        self.take_out(place, Some(treasure), false);
        self.win_treasures(pays);
    }

    /// combat-05, multi-03: the monster with this text is killed without a comparison. Its levels and its Treasure are won with the fight.
    pub(super) fn defeat_this(&mut self, scene: Scene) {
        let place = self.fight.foes().iter().position(|foe| foe.card == scene.source);
        let Some(place) = place.filter(|_| self.fight.undecided()) else { return };
        self.take_out(place, Some(true), true);
        self.game.fight.totals = None;
        self.fire_card(Happening::Kill, scene.source, self.fight.main);
    }

    /// multi-03, combat-07, enhancer-04: one monster leaves with its enhancers. The card decides whether its Treasure is won; if it
    /// does not say, the edition decides. If the players are running away, the player who caused the effect draws the Treasure at once.
    pub(in crate::game) fn remove_monster(&mut self, removal: u16, scene: Scene) {
        let places = self.position().removable(removal);
        let choice = ask!(self, self.decider(scene), Question::WhichMonster, { self.offer_foes(places) });
        if choice.verb == Verb::Monster {
            self.remove(usize::from(choice.n), removal, scene);
        }
    }

    /// multi-03: all monsters that the card means leave at once.
    pub(super) fn remove_all(&mut self, removal: u16, scene: Scene) {
        if !self.fight.running || self.fight.won {
            return;
        }
        // From the end, because a removal moves the monsters behind it. The test is made anew each time: a removal may
        // change what is removable.
        for place in (0..self.fight.foes().len()).rev() {
            if self.position().removable(removal) >> place & 1 == 1 {
                self.remove(place, removal, scene);
            }
        }
    }

    fn remove(&mut self, place: usize, removal: u16, scene: Scene) {
        let Removal { treasure, killed, .. } = self.deck.removals[usize::from(removal)];
        let fleeing = self.fight.fleeing;
        let Foe { card, treasures, .. } = self.fight.foes[place];
        // A fight that was lost has no kills: the players run, and no levels are won any more.
        self.take_out(place, treasure, killed && !fleeing);
        if fleeing && treasure == Some(true) {
            let won = self.position().foe_treasures(card, treasures.into()).clamp(0, 99);
            self.draw_by_card(DeckSide::Treasure, won, false, Scene { you: self.decider(scene), ..scene });
        }
    }

    /// combat-07, multi-03: removes a monster. The card decides whether its Treasure is won; if it does not say, the edition
    /// decides. If it counts as killed, its levels are won with the fight, and its Treasure is that of a kill.
    fn take_out(&mut self, place: usize, says: Option<bool>, killed: bool) -> CardId {
        let (position, foe) = (self.position(), self.fight.foes[place]);
        let extra = i16::from(self.seats[self.fight.main].grants.extra_treasures);
        let won = if killed {
            position.kill_treasures(&foe, extra)
        } else {
            position.foe_treasures(foe.card, foe.treasures.into())
        };
        let Foe { card, number, .. } = self.remove_foe(place);
        let treasure = says.unwrap_or(self.deck.rules.nonlethal_treasure) && !self.fight.fleeing;
        if treasure {
            self.win_treasures(won.clamp(0, 99) as u8);
        }
        if killed {
            let main = self.fight.main;
            self.game.fight.killed[main].add(self.deck.card(card).levels);
        }
        self.record(Event::MonsterLeaves { card, number, treasure, killed });
        card
    }

    /// conflict-05: adds Treasures that the main player gets after the fight.
    fn win_treasures(&mut self, count: u8) {
        let won = &mut self.game.fight.treasures[self.game.fight.main];
        *won = won.saturating_add(count);
    }

    /// Adds a twin of a monster in the fight.
    pub(in crate::game) fn copy_monster(&mut self, scene: Scene) {
        let room = self.fight.has_room();
        let choice = ask!(self, self.decider(scene), Question::WhichMonster, {
            if room {
                self.offer_foes(u16::MAX);
            }
        });
        if choice.verb == Verb::Monster {
            self.add_twin(self.decider(scene), usize::from(choice.n), scene.source);
        }
    }

    /// multi-03: sends a monster of the fight to a player's hand. This step chooses the monster.
    pub(in crate::game) fn send_monster(&mut self, removal: u16, scene: Scene) {
        let places = self.position().removable(removal);
        let choice = ask!(self, self.decider(scene), Question::WhichMonster, { self.offer_foes(places) });
        if choice.verb == Verb::Monster {
            // Its number, not its place: others may leave before the player is chosen.
            let number = self.fight.foes[usize::from(choice.n)].number;
            self.then(Frame::SendMonsterTo { removal, number, scene });
        }
    }

    /// The second step of `send_monster`: chooses the player. If the monster has a twin, it vanishes and the card stays for the
    /// twin.
    pub(in crate::game) fn send_monster_to(&mut self, removal: u16, number: u8, scene: Scene) {
        let choice = ask!(self, self.decider(scene), Question::AimAt, Menu::seats(self.living()));
        let Some(place) = self.fight.place_of(number) else { return };
        let card = self.take_out(place, self.deck.removals[usize::from(removal)].treasure, false);
        if !self.fight.foes().iter().any(|other| other.card == card) {
            self.move_card(card, Zone::Hand(choice.seat()));
            self.make_known(card);
        }
    }

    /// multi-07: adds a monster from hand by this card.
    pub(in crate::game) fn add_monster(&mut self, scene: Scene) {
        let room = self.fight.has_room();
        let seat = self.decider(scene);
        let monsters = self.hands[seat] & self.deck.masks.monsters;
        let joining = if room { monsters } else { CardSet::EMPTY };
        let choice = ask!(self, self.decider(scene), Question::WhichHandMonster, Menu::cards(joining));
        if choice.verb == Verb::Pick {
            self.join_fight(seat, choice.card, false);
        }
    }
}
