//! Fights, flights and Curses.

use std::io;

use super::words::{FIGHT, TURN, Words};
use crate::deck::Play;
use crate::game::{CurseFailure, Event, FightEnd, RollWhy, Verb, Zone};
use crate::ids::{CardId, Seat, SeatSet};
use crate::report::trace::cards::{plural, seat_word, seats, who};
use crate::report::trace::page::Topic;

impl Words<'_> {
    pub(super) fn fight_begins(&mut self, seat: Seat, card: CardId) -> io::Result<()> {
        // The door was described when it was opened.
        let kicked = self.memory.kicked.take() == Some(card);
        if !kicked {
            self.say(&format!("{} looks for trouble: {}.", who(seat), self.cards.presented(card)))?;
        }
        self.page.indent(FIGHT)?;
        self.memory.foes = vec![card];
        self.memory.played.clear();
        (self.memory.totals, self.memory.boosted, self.memory.helper) = (None, false, None);
        self.fine_print(card)
    }

    /// The rules of a monster for its fight.
    fn fine_print(&mut self, card: CardId) -> io::Result<()> {
        let print = self.cards.fine_print(card);
        if print.is_empty() { Ok(()) } else { self.say(&format!("{}: {print}", self.name(card))) }
    }

    pub(super) fn monster_joins(&mut self, card: CardId, seat: Seat, twin: bool, by_tag: bool) -> io::Result<()> {
        self.memory.foes.push(card);
        let (monster, by) = (self.cards.presented(card), seat_word(seat));
        if twin {
            return self.say(&format!("{} gets a twin, by {by}.", self.name(card)));
        }
        let tag = if by_tag { " by its tag" } else { "" };
        self.say(&format!("{monster} joins the fight{tag}, brought by {by}."))?;
        self.fine_print(card)
    }

    pub(super) fn monster_leaves(&mut self, card: CardId, treasure: bool) -> io::Result<()> {
        if let Some(place) = self.memory.foes.iter().position(|foe| *foe == card) {
            self.memory.foes.remove(place);
        }
        let treasure = if treasure { "; its Treasure is still won" } else { "" };
        self.say(&format!("{} leaves the fight{treasure}.", self.name(card)))
    }

    pub(super) fn enhanced(&mut self, card: CardId, monster: CardId) -> io::Result<()> {
        let (by, what) = (self.player_of(card), self.cards.presented(card));
        let print = self.cards.fine_print(card);
        let print = if print.is_empty() { print } else { format!(" {print}") };
        self.say(&format!("{by}{what} on {}.{print}", self.name(monster)))
    }

    pub(super) fn boosted(&mut self, card: CardId, players: bool, by: i16) -> io::Result<()> {
        let side = if players { "players" } else { "monsters" };
        self.memory.boosted = true;
        let announced = self.memory.announced.take_if(|(source, _)| *source == card);
        // The text of the use has just said the same.
        if announced.is_some_and(|(_, text)| text == format!("add {by:+} to the {side}' side")) {
            return Ok(());
        }
        let thrown = matches!(self.memory.verb, Some(Verb::Aid | Verb::Hinder));
        let by_whom = if thrown { self.player_of(card) } else { String::new() };
        self.say(&format!("{by_whom}{}: {by:+} for the {side}.", self.name(card)))
    }

    pub(super) fn armed(&mut self, card: CardId, monster: CardId) -> io::Result<()> {
        let (item, monster) = (self.cards.presented(card), self.name(monster));
        match self.seat_of(card) {
            Some(seat) => self.say(&format!("{} gives {item} to {monster}.", who(seat))),
            None => self.say(&format!("{monster} gets {item}.")),
        }
    }

    /// The seat that played a card into this fight, if known.
    fn seat_of(&self, card: CardId) -> Option<Seat> {
        self.memory.played.iter().rev().find(|(played, _)| *played == card).map(|(_, seat)| *seat)
    }

    /// `Seat 2 plays `, if the player of the card is known.
    fn player_of(&self, card: CardId) -> String {
        self.seat_of(card).map(|seat| format!("{} plays ", who(seat))).unwrap_or_default()
    }

    /// The totals, if they have changed, if they should have (a bonus may not count in a fight), or if other players fight.
    pub(super) fn totals(&mut self, players: i16, monsters: i16) -> io::Result<()> {
        let boosted = std::mem::take(&mut self.memory.boosted);
        if self.memory.totals == Some((players, monsters)) {
            return if boosted { self.say(&format!("Still {players} against {monsters}.")) } else { Ok(()) };
        }
        self.memory.totals = Some((players, monsters));
        self.say(&format!("{players} against {monsters}."))
    }

    pub(super) fn help_asked(&mut self, main: Seat, asked: SeatSet, count: u8, helper_first: bool) -> io::Result<()> {
        let offer = self.terms(count, helper_first);
        self.say(&format!("{} asks {} for help, offering {offer}.", who(main), seats(asked)))
    }

    pub(super) fn reply(&mut self, seat: Seat, verb: Verb, wanted: u8) -> io::Result<()> {
        let answer = match verb {
            Verb::Accept => "agrees".to_owned(),
            Verb::Counter => format!("wants {}", plural(wanted, "Treasure")),
            _ => "declines".to_owned(),
        };
        self.join(Topic::Replies, "Answers:", &format!("{} {answer}", seat_word(seat)))
    }

    pub(super) fn help_agreed(&mut self, helper: Seat, treasures: u8, helper_first: bool) -> io::Result<()> {
        // Other players fight now, so even equal totals are news.
        (self.memory.helper, self.memory.totals) = (Some(helper), None);
        let terms = self.terms(treasures, helper_first);
        self.say(&format!("{} helps for {terms}.", who(helper)))
    }

    /// Whether the fight has a helper.
    pub(super) fn helped(&self) -> bool {
        self.memory.helper.is_some()
    }

    /// The reward of a helper: Treasures, Items, and cards to be played on the helper.
    fn terms(&self, treasures: u8, helper_first: bool) -> String {
        let is_item = |card: &CardId| self.cards.deck.card(*card).play == Play::Item;
        let (items, plays): (Vec<CardId>, Vec<CardId>) = self.memory.promised.iter().copied().partition(is_item);
        let mut terms = Vec::new();
        match treasures {
            0 if self.memory.promised.is_empty() => terms.push("no Treasure".to_owned()),
            0 => {}
            count if helper_first => terms.push(format!("{}, first pick", plural(count, "Treasure"))),
            count => terms.push(plural(count, "Treasure")),
        }
        if !items.is_empty() {
            let noun = if items.len() == 1 { "Item" } else { "Items" };
            terms.push(format!("the {noun} {}", self.names(&items)));
        }
        if !plays.is_empty() {
            terms.push(format!("the play of {}", self.names(&plays)));
        }
        terms.join(", and ")
    }

    pub(super) fn fight_ends(&mut self, main: Seat, how: FightEnd) -> io::Result<()> {
        let helper = self.memory.helper;
        let with = helper.map(|helper| format!(" with the help of {}", seat_word(helper))).unwrap_or_default();
        let losers = helper
            .map_or(format!("{} loses", who(main)), |helper| format!("{} and {} lose", who(main), seat_word(helper)));
        let monsters = self.names(&self.memory.foes);
        let text = match how {
            FightEnd::Killed if self.memory.foes.is_empty() => format!("{} wins the fight{with}.", who(main)),
            FightEnd::Killed => format!("{} kills {monsters}{with}.", who(main)),
            FightEnd::Emptied => format!("{} has no monster left to fight.", who(main)),
            FightEnd::Avoided => "There is no fight.".to_owned(),
            FightEnd::Lost if self.memory.runs_anyway => {
                let with = helper.map(|helper| format!(", and {} with it", seat_word(helper))).unwrap_or_default();
                format!("{} chooses to run away{with}.", who(main))
            }
            FightEnd::Lost => format!("{losers} the fight."),
            FightEnd::Died => format!("The fight of {} is over.", seat_word(main)),
        };
        self.say(&text)?;
        (self.memory.source, self.memory.runs_anyway) = (None, false);
        self.page.indent(TURN)
    }

    pub(super) fn flee_roll(&mut self, seat: Seat, die: u8) -> io::Result<()> {
        self.memory.die = die;
        self.flight(seat, &format!("rolls {die}"))
    }

    /// The die for running away, or the one rolled for a card.
    pub(super) fn die_set(&mut self, seat: Seat, die: u8) -> io::Result<()> {
        if self.memory.card_roll {
            return self.say(&format!("The die of {} is set to {die}.", seat_word(seat)));
        }
        self.memory.die = die;
        self.flight(seat, &format!("the die is set to {die}"))
    }

    fn flight(&mut self, seat: Seat, part: &str) -> io::Result<()> {
        self.join(Topic::Flight(seat), &format!("{} runs away:", who(seat)), part)
    }

    pub(super) fn not_pursued(&mut self, seat: Seat, card: CardId) -> io::Result<()> {
        self.flight(seat, &format!("{} does not pursue", self.name(card)))
    }

    pub(super) fn fled(&mut self, seat: Seat, card: CardId, escaped: bool, total: i16) -> io::Result<()> {
        let outcome = if escaped { "gets away from" } else { "is caught by" };
        let modified = total != i16::from(self.memory.die) && total != i16::MAX;
        let total = if modified { format!("{total} in all, ") } else { String::new() };
        self.flight(seat, &format!("{total}{outcome} {}", self.name(card)))
    }

    pub(super) fn bad_stuff(&mut self, seat: Seat, card: CardId) -> io::Result<()> {
        (self.memory.source, self.memory.unfelt) = (Some(card), Some((card, seat)));
        let text = self.cards.bad_stuff(card, self.helped());
        self.say(&format!("Bad Stuff of {} for {}: {text}", self.name(card), seat_word(seat)))
    }

    pub(super) fn suffered(&mut self, seat: Seat, card: CardId) -> io::Result<()> {
        (self.memory.source, self.memory.unfelt) = (Some(card), Some((card, seat)));
        let text = self.cards.harm(card, self.helped());
        self.say(&format!("{}, from the discards, for {}: {text}", self.name(card), seat_word(seat)))
    }

    pub(super) fn curse_lands(&mut self, card: CardId, victim: Seat, actor: Seat, door: bool) -> io::Result<()> {
        let print = self.cards.fine_print(card);
        let (name, curse, victim) = (self.name(card), &self.cards.terms(card).curse, seat_word(victim));
        (self.memory.source, self.memory.landed) = (Some(card), Some(card));
        if door {
            self.say(&format!("{name} hits {victim}: {print}"))
        } else {
            self.say(&format!("{} plays the {curse} {name} on {victim}: {print}", who(actor)))
        }
    }

    pub(super) fn curse_turned(&mut self, card: CardId, victim: Seat, actor: Seat) -> io::Result<()> {
        self.say(&format!("{} turns {} on {}.", who(actor), self.name(card), seat_word(victim)))
    }

    pub(super) fn curse_fails(&mut self, card: CardId, why: CurseFailure) -> io::Result<()> {
        let why = match why {
            CurseFailure::Protected => "its victim is protected",
            CurseFailure::Cancelled => "it is cancelled",
            CurseFailure::VictimDead => "its victim is dead",
        };
        self.say(&format!("{} has no effect: {why}.", self.name(card)))
    }

    /// A Curse or Bad Stuff that found nothing to change says so when it is over.
    pub(super) fn note_felt(&mut self, event: Event) -> io::Result<()> {
        match event {
            Event::Level { .. }
            | Event::Died { .. }
            | Event::Gender { .. }
            | Event::Afflicted { .. }
            | Event::Suffered { .. }
            | Event::Draw { .. }
            | Event::PickedAtRandom { .. }
            | Event::HelperLeaves { .. }
            | Event::Boosted { .. }
            | Event::MonsterLeaves { .. }
            | Event::MonsterStrengthened { .. }
            | Event::Move { from: Zone::Hand(_) | Zone::Table(_) | Zone::Discard, .. } => self.memory.unfelt = None,
            Event::Move { from: Zone::Played, to: Zone::Discard, .. }
            | Event::BadStuff { .. }
            | Event::Roll { why: RollWhy::Flee, .. }
            | Event::Fled { .. }
            | Event::NotPursued { .. }
            | Event::TurnBegins { .. } => {
                if let Some((card, victim)) = self.memory.unfelt.take() {
                    self.say(&format!("{} changes nothing for {}.", self.name(card), seat_word(victim)))?;
                }
            }
            _ => {}
        }
        Ok(())
    }
}
