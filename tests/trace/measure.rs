//! Measures: conditions, counts, strength and bonuses on rolls, computed from the cards on the table.

use serde_json::Value;

use super::book::set_of;
use super::{Fight, Table, figure, has};

/// The state on which conditions and counts of cards depend, with or without a fight.
#[derive(Clone, Copy)]
pub(super) struct Sight<'t> {
    pub(super) table: &'t Table,
    pub(super) fight: Option<&'t Fight>,
}

impl<'t> Sight<'t> {
    /// Strength of a player from Level and cards. In a fight, its rules and the texts of its monsters apply.
    pub(super) fn strength(self, seat: i64) -> Option<i64> {
        let rule = |word: &str| self.fight.is_some_and(|fight| fight.rule(self.table, word));
        let level = if rule("bonus_only") { 0 } else { self.table.levels[&seat] };
        if rule("level_only") { Some(level) } else { Some(level + self.bonuses(seat, rule("no_items"))?) }
    }

    fn bonuses(self, seat: i64, no_items: bool) -> Option<i64> {
        let counting = self.counting(seat)?;
        let no_items = no_items || counting.iter().any(|card| self.grants(card, "no_items"));
        let ignored = |card: &str| self.ignored(seat, card);
        let item = |card: &str| self.table.book.play(card) == "item";
        let counts = counting.iter().filter(|card| !(item(card) && no_items || ignored(card)));
        let cards = counts.map(|card| self.adds(card, "strength", seat).map(|adds| adds + self.bonus(card)));
        cards.chain([self.afflicted(seat, "strength")]).sum()
    }

    fn bonus(self, card: &str) -> i64 {
        figure(self.table.book.title(card), "bonus")
    }

    /// Strength of one monster.
    pub(super) fn monster(self, card: &str, bonus: i64) -> Option<i64> {
        let main = self.fight?.main;
        let floor = figure(&self.table.rules, "level_floor");
        let level = figure(self.table.book.title(card), "level") + bonus;
        let level = if floor == 0 { level } else { level.max(floor) };
        Some(level + self.adds(card, "strength", main)?)
    }

    /// Further Treasures for killing one monster.
    pub(super) fn more_treasures(self, card: &str) -> Option<i64> {
        self.adds(card, "more_treasures", self.fight?.main)
    }

    /// What the cards of a runner and the text of a monster add to a roll to run away.
    pub(super) fn flee(self, seat: i64, monster: &str) -> Option<i64> {
        let counting = self.counting(seat)?;
        let counted = counting.iter().filter(|card| !self.cursed(seat, card));
        let own: i64 = counted.map(|card| self.adds(card, "flee", seat)).sum::<Option<i64>>()?;
        let unlucky = counting.iter().any(|card| self.grants(card, "unlucky"));
        Some(own + self.afflicted(seat, "flee")? - i64::from(unlucky) + self.adds(monster, "flee", seat)?)
    }

    /// The sum of a card's modifiers for a player; `None` if one of them depends on something that the trace does not show.
    fn adds(self, card: &str, field: &str, you: i64) -> Option<i64> {
        self.sum(&self.table.book.title(card)[field], set_of(card), you)
    }

    /// What the lasting effects on a player add in this fight or turn. They do not count where they began.
    fn afflicted(self, seat: i64, field: &str) -> Option<i64> {
        let table = self.table;
        let running = table.afflictions.iter().filter(|((victim, _), _)| *victim == seat);
        let adds = running.map(|((_, title), (fights, turn))| {
            let affliction = table.book.affliction(title)?;
            let counts = match affliction["lasts"].as_str()? {
                "next_combat" => self.fighters().contains(&seat) && table.sums.fights > *fights,
                "next_turn" => table.active == seat && table.turn > *turn,
                _ => true,
            };
            if counts { self.sum(&affliction[field], set_of(title), seat) } else { Some(0) }
        });
        adds.sum()
    }

    /// The sum of modifiers on a card of a set.
    fn sum(self, modifiers: &Value, set: &str, you: i64) -> Option<i64> {
        let one = |modifier: &Value| {
            let holds = modifier["if"].is_null() || self.holds(&modifier["if"], set, you)?;
            let each = if modifier["each"].is_null() { Some(1) } else { self.counted(&modifier["each"], set, you) };
            let most = modifier["most"].as_i64().unwrap_or(i64::MAX);
            Some(if holds { (figure(modifier, "add") * each?).clamp(-most, most) } else { 0 })
        };
        modifiers.as_array().into_iter().flatten().map(one).sum()
    }

    /// The cards that count for a player: each identity and power once, Items in use that the player may use, Curses while they last.
    pub(super) fn counting(self, seat: i64) -> Option<Vec<&'t str>> {
        let table = self.table;
        let mut titles = std::collections::BTreeSet::new();
        let mut counting = Vec::new();
        for card in table.cards_in(&format!("table:{seat}")) {
            let title = table.book.title(card);
            let counts = match table.book.play(card) {
                "slot" | "rank" => titles.insert(super::book::title_of(card)),
                "curse" => match title["lasts"].as_str()? {
                    "next_combat" => self.fighters().contains(&seat),
                    "next_turn" => table.active == seat,
                    _ => true,
                },
                "item" => table.used.contains(card) && title["once"] != true && self.may_use(seat, card)?,
                _ => true,
            };
            if counts {
                counting.push(card);
            }
        }
        Some(counting)
    }

    fn may_use(self, seat: i64, card: &str) -> Option<bool> {
        let usable = &self.table.book.title(card)["usable_by"];
        let free = self.table.cheated.contains(card) || usable.is_null();
        if free { Some(true) } else { self.permits(usable, set_of(card), seat, true) }
    }

    /// Whether the restriction of an Item holds. Under `not`, an identity whose disadvantages are lifted does not count.
    fn permits(self, test: &Value, set: &str, you: i64, allows: bool) -> Option<bool> {
        let parts = |word: &str| {
            test[word].as_array().map(|parts| parts.iter().map(|part| self.permits(part, set, you, allows)))
        };
        if let Some(parts) = parts("all") {
            all(parts)
        } else if let Some(parts) = parts("any") {
            any(parts)
        } else if !test["not"].is_null() {
            Some(!self.permits(&test["not"], set, you, !allows)?)
        } else if let (Some(id), false) = (test["has"].as_str(), allows) {
            Some(self.has(id, set, you) && (!self.lifts(you) || self.suffers(id, set, you)))
        } else {
            self.holds(test, set, you)
        }
    }

    /// Whether a card that makes room lifts disadvantages for a player.
    fn lifts(self, you: i64) -> bool {
        let cards = self.table.cards_in(&format!("table:{you}"));
        cards.iter().any(|card| self.table.book.play(card) == "room" && self.grants(card, "no_disadvantages"))
    }

    /// Whether a card grants a permission or restriction.
    pub(super) fn grants(self, card: &str, word: &str) -> bool {
        has(self.table.book.title(card), "grants", word)
    }

    /// Whether a monster of the fight or a Curse of the player ignores a card.
    pub(super) fn ignored(self, seat: i64, card: &str) -> bool {
        let mut foes = self.fight.into_iter().flat_map(|fight| &fight.foes);
        foes.any(|foe| self.ignores(&foe.card, card)) || self.cursed(seat, card)
    }

    /// Whether a Curse of the player ignores a card.
    fn cursed(self, seat: i64, card: &str) -> bool {
        self.counting(seat).unwrap_or_default().into_iter().any(|by| self.ignores(by, card))
    }

    fn ignores(self, by: &str, card: &str) -> bool {
        let filter = &self.table.book.title(by)["ignores"];
        !filter.is_null() && self.table.book.fits(card, filter, set_of(by))
    }

    fn fighters(self) -> Vec<i64> {
        self.fight.into_iter().flat_map(|fight| [Some(fight.main), fight.helper]).flatten().collect()
    }

    fn living(self) -> Vec<i64> {
        (1..=self.table.players).filter(|seat| !self.table.dead.contains(seat)).collect()
    }

    /// Whether a test holds for a player; `None` if the trace does not show it.
    fn holds(self, test: &Value, set: &str, you: i64) -> Option<bool> {
        match test.as_str() {
            Some(word) => self.word_holds(word, set, you),
            None => {
                let (word, inner) = test.as_object()?.iter().next()?;
                self.table_holds(word, inner, set, you)
            }
        }
    }

    fn word_holds(self, word: &str, set: &str, you: i64) -> Option<bool> {
        let (table, levels) = (self.table, &self.table.levels);
        let in_play = |play: &str, slot: &str| {
            let cards = table.cards_in(&format!("table:{you}"));
            cards.iter().any(|card| table.book.play(card) == play && table.book.kind(card).slot == slot)
        };
        Some(match word {
            "has_identity" => in_play("slot", table.book.term(set, "identity")),
            "has_power" => in_play("rank", table.book.term(set, "power")),
            "lowest_level" => self.living().iter().all(|other| levels[other] >= levels[&you]),
            "highest_level" => self.living().iter().all(|other| levels[other] <= levels[&you]),
            "cursed" => self.count("curses", set, you)? > 0,
            "own_turn" => table.active == you,
            "fighting" => self.fighters().contains(&you),
            "is_main" => self.fight.is_some_and(|fight| fight.main == you),
            "is_helper" => self.fight.is_some_and(|fight| fight.helper == Some(you)),
            "helped" => self.fight.is_some_and(|fight| fight.helper.is_some()),
            "for_the_win" => self.fight.is_some_and(|fight| fight.for_the_win(table)),
            _ => return None,
        })
    }

    fn table_holds(self, word: &str, inner: &Value, set: &str, you: i64) -> Option<bool> {
        let table = self.table;
        let for_any = |seats: Vec<i64>| any(seats.into_iter().map(|seat| self.holds(inner, set, seat)));
        match word {
            "all" => all(inner.as_array()?.iter().map(|test| self.holds(test, set, you))),
            "any" => any(inner.as_array()?.iter().map(|test| self.holds(test, set, you))),
            "not" => Some(!self.holds(inner, set, you)?),
            "fighter" => for_any(self.fighters()),
            "main" => for_any(self.fight.map(|fight| fight.main).into_iter().collect()),
            "helper" => for_any(self.fight.and_then(|fight| fight.helper).into_iter().collect()),
            "rival" => for_any(self.living().into_iter().filter(|seat| *seat != you).collect()),
            "anyone" => for_any(self.living()),
            "has" => Some(self.has(inner.as_str()?, set, you)),
            "suffers" => Some(self.suffers(inner.as_str()?, set, you)),
            "level" => Some(within(inner, table.levels[&you])),
            "uses" => Some(self.uses(inner, you)),
            "carries" => Some(!self.carried(you, inner, set).is_empty()),
            "hand" => Some(within(inner, self.count("hand", set, you)?)),
            "tag" => Some(self.fight.is_some_and(|fight| fight.foes.iter().any(|foe| foe.has_tag(table, inner)))),
            "monsters" => Some(self.fight.is_some_and(|fight| within(inner, fight.foes.len() as i64))),
            "count" => Some(within(inner, self.counted(inner, set, you)?)),
            "gender" => Some(table.genders.get(&you)?.as_str() == inner.as_str()?),
            _ => None,
        }
    }

    fn has(self, id: &str, set: &str, you: i64) -> bool {
        let titles = self.table.book.called(id, set);
        let cards = self.table.cards_in(&format!("table:{you}"));
        cards.iter().any(|card| titles.contains(&super::book::title_of(card)))
    }

    /// Whether the player has an identity and its disadvantages apply: it is not alone in its slot with a card that
    /// makes room.
    fn suffers(self, id: &str, set: &str, you: i64) -> bool {
        let book = &self.table.book;
        let titles = book.called(id, set);
        let cards = self.table.cards_in(&format!("table:{you}"));
        let of = |play: &str, slot: &str| {
            let fits = cards.iter().filter(|card| book.play(card) == play && book.kind(card).slot == slot);
            fits.filter(|card| play != "room" || !book.kind(card).alone).count()
        };
        let held = cards.iter().filter(|card| titles.contains(&super::book::title_of(card)));
        held.map(|card| &book.kind(card).slot).any(|slot| of("slot", slot) != 1 || of("room", slot) == 0)
    }

    fn uses(self, slot: &Value, you: i64) -> bool {
        let cards = self.table.cards_in(&format!("table:{you}"));
        cards.iter().any(|card| self.table.used.contains(*card) && self.table.book.title(card)["slot"] == *slot)
    }

    /// The cards on a player's table that a filter selects.
    fn carried(self, you: i64, filter: &Value, set: &str) -> Vec<&'t str> {
        let table = self.table;
        let cards = table.cards_in(&format!("table:{you}")).into_iter();
        let found: Vec<&str> = cards.filter(|card| table.book.fits(card, filter, set)).collect();
        match filter["used"].as_bool() {
            Some(used) => found.into_iter().filter(|card| table.used.contains(*card) == used).collect(),
            None => found,
        }
    }

    /// A count: a word, or what is counted and whose.
    fn counted(self, count: &Value, set: &str, you: i64) -> Option<i64> {
        if let Some(word) = count.as_str() {
            return self.count(word, set, you);
        }
        let mut sum = 0;
        for seat in self.who(count["of"].as_str().unwrap_or("you"), you)? {
            let counts = count["if"].is_null() || self.holds(&count["if"], set, seat)?;
            sum += if counts { self.measured(&count["what"], set, seat)? } else { 0 };
        }
        Some(sum)
    }

    /// What is counted of one player.
    fn measured(self, what: &Value, set: &str, seat: i64) -> Option<i64> {
        if let Some(word) = what.as_str() {
            return self.count(word, set, seat);
        }
        let (sum, filter) = what.as_object()?.iter().next()?;
        // Which of these a trace shows depends on more than the cards.
        let relative = ["best", "dearest", "strongest"].iter().any(|word| filter[word] == true);
        let used_first = filter["used"].is_null() && !filter["slot"].is_null();
        if relative || used_first {
            return None;
        }
        let cards = self.carried(seat, filter, set);
        let of = |field: &str| cards.iter().map(|card| figure(self.table.book.title(card), field)).sum();
        Some(if sum == "cards" { cards.len() as i64 } else { of(sum) })
    }

    /// The living players that a word means.
    fn who(self, of: &str, you: i64) -> Option<Vec<i64>> {
        let living = self.living();
        let side = |step: i64| (you - 1 + step).rem_euclid(self.table.players) + 1;
        let seats = match of {
            // Modifiers have no other actor.
            "you" | "actor" => vec![you],
            "left" => vec![side(1)],
            "right" => vec![side(-1)],
            "neighbours" if self.table.players == 2 => vec![side(1)],
            "neighbours" => vec![side(1), side(-1)],
            "rivals" => living.iter().copied().filter(|seat| *seat != you).collect(),
            "everyone" => living.clone(),
            "fighters" => self.fighters(),
            "main" => self.fight.map(|fight| fight.main).into_iter().collect(),
            "helper" => self.fight.and_then(|fight| fight.helper).into_iter().collect(),
            _ => return None,
        };
        Some(seats.into_iter().filter(|seat| living.contains(seat)).collect())
    }

    fn count(self, what: &str, set: &str, you: i64) -> Option<i64> {
        let (table, book) = (self.table, &self.table.book);
        let on_table = |fits: &dyn Fn(&str) -> bool| {
            table.cards_in(&format!("table:{you}")).into_iter().filter(|card| fits(card)).count() as i64
        };
        Some(match what {
            "level" => table.levels[&you],
            "hand" => table.cards_in(&format!("hand:{you}")).len() as i64,
            "items" => on_table(&|card| book.play(card) == "item"),
            "big_items" => on_table(&|card| book.title(card)["big"] == true),
            "identities" => {
                on_table(&|card| book.play(card) == "slot" && book.kind(card).slot == book.term(set, "identity"))
            }
            "players" => 1,
            "powers" => on_table(&|card| book.play(card) == "rank" && book.kind(card).slot == book.term(set, "power")),
            "curses" => on_table(&|card| book.play(card) == "curse"),
            "monsters" => self.fight.map_or(0, |fight| fight.foes.len() as i64),
            "rivals" => self.living().iter().filter(|seat| **seat != you).count() as i64,
            "helper_level" => self.fight.and_then(|fight| fight.helper).map_or(0, |helper| table.levels[&helper]),
            _ => return None,
        })
    }
}

pub(super) fn within(bounds: &Value, number: i64) -> bool {
    bounds["at_least"].as_i64().is_none_or(|low| number >= low)
        && bounds["at_most"].as_i64().is_none_or(|high| number <= high)
}

/// Whether all tests hold. A single failed test decides, even if others are unknown.
fn all(tests: impl Iterator<Item = Option<bool>>) -> Option<bool> {
    let tests: Vec<Option<bool>> = tests.collect();
    if tests.contains(&Some(false)) {
        Some(false)
    } else {
        tests.into_iter().all(|test| test.is_some()).then_some(true)
    }
}

fn any(tests: impl Iterator<Item = Option<bool>>) -> Option<bool> {
    Some(!all(tests.map(|test| test.map(|holds| !holds)))?)
}
