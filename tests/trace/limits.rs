//! Limits on the cards in play, loads of companions, Roles, deals, Charity and gifts.

use serde_json::Value;

use super::book::set_of;
use super::measure::Sight;
use super::{Checked, Table, ensure, figure, int, text};

impl Table {
    /// Checks that a player's cards in play exceed no limit.
    pub(super) fn within_limits(&self, seat: i64) -> Checked {
        self.ranks(seat)?;
        self.places(seat)?;
        self.big_items(seat)?;
        self.slots(seat)
    }

    fn ranks(&self, seat: i64) -> Checked {
        let ranks: i64 = self.on_table(seat).map(|card| figure(self.book.title(card), "rank")).sum();
        ensure(ranks <= self.levels[&seat], || format!("seat {seat} has Ranks {ranks}"))
    }

    /// The slots of identities and companions.
    fn places(&self, seat: i64) -> Checked {
        let kinds = || self.on_table(seat).map(|card| self.book.kind(card));
        for kind in kinds().filter(|kind| kind.play == "slot") {
            let counts = |card: &&str| {
                let other = self.book.kind(card);
                other.play == "slot" && other.slot == kind.slot && self.book.title(card)["uncounted"] != true
            };
            let held = self.on_table(seat).filter(counts).count() as i64;
            let rooms = || kinds().filter(|other| other.play == "room" && other.slot == kind.slot);
            let alone = rooms().filter(|room| room.alone).count() as i64;
            let beside = i64::from(rooms().any(|room| !room.alone));
            let granted: i64 = self.on_table(seat).map(|card| self.room_for(card, &kind.slot)).sum();
            let room = self.book.limit(&kind.slot) + alone + beside + granted;
            ensure(held <= room, || format!("seat {seat} has {held} cards for {room} places of {}", kind.slot))?;
        }
        Ok(())
    }

    /// The places of a slot that a card adds.
    fn room_for(&self, card: &str, slot: &str) -> i64 {
        let grants = self.book.title(card)["grants"].as_array().into_iter().flatten();
        let rooms = grants.map(|grant| &grant["room"]).filter(|room| {
            let kind = room["kind"].as_str().and_then(|kind| self.book.kind_named(kind, set_of(card)));
            kind.is_some_and(|kind| kind.slot == slot)
        });
        rooms.map(|room| figure(room, "count")).sum()
    }

    fn big_items(&self, seat: i64) -> Checked {
        let limit = figure(&self.rules, "big_limit");
        let Some(more) = self.allowance(seat, "extra_big").filter(|_| limit > 0) else { return Ok(()) };
        let big = self.on_table(seat).filter(|card| self.book.title(card)["big"] == true && !self.is_exempt(card));
        let (carried, room) = (big.count() as i64, limit + more);
        ensure(carried <= room, || format!("seat {seat} carries {carried} Big Items"))
    }

    /// Checks the slots: one armor, one headgear, one pair of footgear, two hands.
    pub(super) fn slots(&self, seat: i64) -> Checked {
        let hands = 2 + self.allowance(seat, "extra_hands").unwrap_or(99);
        let grip = self.has_grant(seat, "sure_grip");
        let worn = |slot: &str| -> i64 {
            let fits = self.on_table(seat).filter(|card| self.used.contains(*card) && !self.is_exempt(card));
            let fits = fits.filter(|card| self.book.title(card)["slot"] == slot);
            fits.map(|card| if grip { 1 } else { figure(self.book.title(card), "hands").max(1) }).sum()
        };
        let room = |slot: &str| 1 + self.slots_given(seat, slot).unwrap_or(99);
        let worn_slots = ["armor", "headgear", "footgear"].map(|slot| (slot, room(slot)));
        for (slot, room) in worn_slots.into_iter().chain([("hand", hands.max(0))]) {
            let taken = worn(slot);
            ensure(taken <= room, || format!("seat {seat} uses {taken} for {slot}"))?;
        }
        Ok(())
    }

    /// The further Items of a slot for which a player's cards make room.
    fn slots_given(&self, seat: i64, slot: &str) -> Option<i64> {
        let counting = Sight { table: self, fight: self.fight.as_ref() }.counting(seat)?;
        let grants = counting.iter().flat_map(|card| self.book.title(card)["grants"].as_array().into_iter().flatten());
        Some(grants.filter(|grant| grant["extra_slot"] == slot).count() as i64)
    }

    /// The total of the grants of a player's cards that count.
    fn allowance(&self, seat: i64, field: &str) -> Option<i64> {
        let fight = self.fight.as_ref();
        let counting = Sight { table: self, fight }.counting(seat)?;
        Some(counting.iter().map(|card| self.granted(card, field)).sum())
    }

    /// Whether a player has a right from a card that counts.
    fn has_grant(&self, seat: i64, right: &str) -> bool {
        let sight = Sight { table: self, fight: self.fight.as_ref() };
        sight.counting(seat).is_some_and(|cards| cards.iter().any(|card| sight.grants(card, right)))
    }

    /// Whether an Item is exempt from the limits: by a Cheat, or because a companion carries it.
    fn is_exempt(&self, card: &str) -> bool {
        self.cheated.contains(card) || self.loads.contains_key(card)
    }

    fn on_table(&self, seat: i64) -> impl Iterator<Item = &str> {
        self.cards_in(&format!("table:{seat}")).into_iter()
    }

    /// A companion gets a card: one each, of the kind that it may carry, from the same table.
    pub(super) fn loaded(&mut self, event: &Value) -> Checked {
        self.sums.loads += 1;
        let (card, bearer) = (text(event, "card")?, text(event, "bearer")?);
        let (place, from) = (self.zone(bearer)?.to_owned(), self.zone(card)?.to_owned());
        ensure(place.starts_with("table:"), || "not a companion in play".to_owned())?;
        if from.starts_with("hand:") {
            self.due = Some((card.to_owned(), place));
        } else if from != place {
            ensure(from.starts_with("table:"), || format!("it is in {from}"))?;
            self.due = Some((bearer.to_owned(), from));
        }
        let meant = |card: &str| {
            let kind = self.book.title(card)["given_to"].as_str();
            kind.is_some_and(|kind| self.book.is_akin(bearer, kind, set_of(card)))
        };
        let carries_one = self.loads.iter().any(|(load, other)| other == bearer && !meant(load));
        ensure(meant(card) || !carries_one, || "it carries a card already".to_owned())?;
        let fits = match self.book.kind(bearer).carries.as_str() {
            _ if meant(card) => self.book.play(card) == "item",
            "item" => self.book.play(card) == "item",
            "enhancer" => self.book.play(card) == "enhancer" && figure(self.book.title(card), "bonus") > 0,
            _ => false,
        };
        ensure(fits, || "it cannot carry this card".to_owned())?;
        if self.book.play(card) == "item" {
            self.used.insert(card.to_owned());
        }
        self.loads.insert(card.to_owned(), bearer.to_owned());
        Ok(())
    }

    /// Checks that each player has a Role, or that all Roles are in play.
    pub(super) fn roles_are_out(&mut self) -> Checked {
        let left = self.cards_in("aside").len();
        for seat in 1..=self.players {
            let roles = self.on_table(seat).filter(|card| self.book.play(card) == "role").count();
            ensure(roles <= 1 && (roles == 1 || left == 0), || format!("seat {seat} has {roles} Roles"))?;
            self.sums.roles += roles as u32;
        }
        Ok(())
    }

    /// Checks that whoever was dealt a hand since the last turn was dealt a whole one.
    pub(super) fn hands_dealt(&mut self) -> Checked {
        let deal = figure(&self.rules, "deal");
        for ((seat, pile), dealt) in std::mem::take(&mut self.dealt) {
            let empty = self.piles[&pile].is_empty();
            ensure(dealt == deal || empty, || format!("seat {seat} was dealt {dealt} cards of the {pile}"))?;
        }
        Ok(())
    }

    /// Charity: the excess goes to the players of the lowest Level in even shares, or is discarded if the giver is one of them.
    pub(super) fn charity(&mut self, event: &Value) -> Checked {
        self.sums.charities += 1;
        let (seat, card) = (int(event, "seat")?, text(event, "card")?);
        ensure(seat == self.active, || "Charity of another seat".to_owned())?;
        let limit = figure(&self.rules, "hand_limit") + self.allowance(seat, "hand_limit").unwrap_or(0);
        let hand = self.cards_in(&format!("hand:{seat}"));
        ensure(hand.contains(card) && hand.len() as i64 > limit, || format!("{} cards in hand", hand.len()))?;
        let living: Vec<i64> = (1..=self.players).filter(|seat| !self.dead.contains(seat)).collect();
        let lowest = living.iter().map(|seat| self.levels[seat]).min();
        let poor: Vec<i64> = living.into_iter().filter(|seat| Some(self.levels[seat]) == lowest).collect();
        match event["to"].as_i64() {
            None => {
                self.due = Some((card.to_owned(), "discard".to_owned()));
                ensure(poor.contains(&seat), || "not the lowest, and gives nothing".to_owned())
            }
            Some(to) => {
                self.due = Some((card.to_owned(), format!("hand:{to}")));
                ensure(poor.contains(&to) && !poor.contains(&seat), || format!("the lowest are {poor:?}"))?;
                let served = |seat: &i64| self.served.get(seat).copied().unwrap_or(0);
                let least = poor.iter().map(served).min().unwrap_or(0);
                ensure(served(&to) == least, || "shares are even".to_owned())?;
                *self.served.entry(to).or_default() += 1;
                Ok(())
            }
        }
    }

    /// A gift or a kept promise: the card moves next.
    pub(super) fn given(&mut self, event: &Value) -> Checked {
        let (card, seat, to) = (text(event, "card")?, int(event, "seat")?, int(event, "to")?);
        ensure(self.book.play(card) == "item", || "not an Item".to_owned())?;
        ensure(!self.dead.contains(&to) && seat != to, || "nobody to give to".to_owned())?;
        self.due = Some((card.to_owned(), format!("table:{to}")));
        Ok(())
    }
}
