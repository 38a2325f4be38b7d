//! Fights in a trace: monsters, help, totals, results, rewards and rolls to run away.

use serde_json::Value;

use super::measure::Sight;
use super::{Checked, Fight, Foe, Table, book, ensure, figure, flag, has, int, text};

impl Table {
    pub(super) fn fight_event(&mut self, kind: &str, event: &Value) -> Checked {
        match kind {
            "fight_begins" => {
                self.sums.fights += 1;
                ensure(int(event, "seat")? == self.active, || "a fight of another seat".to_owned())?;
                let foe = Foe { card: text(event, "card")?.to_owned(), number: 1, ..Foe::default() };
                self.fight = Some(Fight { main: self.active, foes: vec![foe], joined: 1, ..Fight::default() });
                ensure(int(event, "number")? == 1, || "the first monster has number 1".to_owned())
            }
            "monster_joins" => self.joins(event),
            "monster_leaves" => self.leaves(event),
            "armed" => self.armed(event),
            "enhanced" => self.enhanced(event),
            "monster_strengthened" => self.monster_strengthened(event),
            "boosted" => self.boosted(event),
            "totals" => self.totals(event),
            "help_agreed" | "help_compelled" => self.helped(kind, event),
            "helper_leaves" => {
                let fight = self.running()?;
                fight.boosts.retain(|boost| boost.1 != "helper");
                let helper = fight.helper.take();
                ensure(helper == Some(int(event, "helper")?), || "nobody who helps leaves".to_owned())
            }
            "taken_over" => {
                self.sums.take_overs += 1;
                let seat = int(event, "seat")?;
                ensure(!self.dead.contains(&seat), || "the dead fight".to_owned())?;
                let personal =
                    |card: &str| !self.is_used_up(card) || self.title(card).to_string().contains("\"alone\":true");
                let fight = self.fight.as_ref().ok_or("no fight")?;
                let kept = |boost: &&(String, String, i64)| boost.1 == "monsters" || !personal(&boost.0);
                let boosts = fight.boosts.iter().filter(kept).cloned().collect();
                let fight = self.running()?;
                (fight.main, fight.boosts) = (seat, boosts);
                Ok(())
            }
            "used" | "triggered" | "curse_lands" => self.set_off(event),
            "effect" => {
                self.affected = int(event, "seat")?;
                self.acting = Some(text(event, "card")?.to_owned());
                Ok(())
            }
            "fight_ends" => self.fight_ends(event),
            "die_set" => {
                self.last_fight.die = int(event, "die")?;
                Ok(())
            }
            "fled" => self.fled(event),
            "promised" | "help_asked" | "not_pursued" | "bad_stuff" | "suffered" | "curse_turned" | "curse_fails"
            | "aimed" | "picked_at_random" | "promise_kept" | "paid" | "traded" | "gift_offered" | "unfinished"
            | "ranked" => Ok(()),
            other => Err(format!("unknown event {other}")),
        }
    }

    pub(super) fn helped(&mut self, kind: &str, event: &Value) -> Checked {
        let (seat, helper) = (int(event, "seat")?, int(event, "helper")?);
        ensure(!self.dead.contains(&helper) && helper != seat, || "cannot help".to_owned())?;
        let agreed = if kind == "help_agreed" { int(event, "treasures")? } else { 0 };
        let offered = kind != "help_agreed" || self.answers.offered(helper) == Some(agreed);
        ensure(offered, || format!("seat {helper} did not agree to {agreed} Treasures"))?;
        let fight = self.running()?;
        ensure(fight.main == seat && fight.helper.is_none(), || "one helper in the own fight".to_owned())?;
        (fight.helper, fight.agreed) = (Some(helper), agreed);
        let barred = self.running()?.foes.iter().map(|foe| foe.card.clone()).collect::<Vec<_>>();
        let barred = barred.iter().any(|card| has(self.title(card), "fight", "no_help"));
        ensure(!barred, || "nobody may help".to_owned())
    }

    /// A use or trigger that may change rolls to run away.
    pub(super) fn set_off(&mut self, event: &Value) -> Checked {
        let title = self.title(text(event, "card")?).to_string();
        let changes = ["flee_bonus", "roll_bonus", "twin_flee"].into_iter().any(|effect| title.contains(effect));
        self.last_fight.rolls_changed |= changes;
        if let Some(fight) = &mut self.fight {
            fight.rolls_changed |= changes;
        }
        Ok(())
    }

    pub(super) fn running(&mut self) -> Checked<&mut Fight> {
        self.fight.as_mut().ok_or_else(|| "no fight".to_owned())
    }

    pub(super) fn joins(&mut self, event: &Value) -> Checked {
        let (card, twin) = (text(event, "card")?, flag(event, "twin")?);
        let fight = self.fight.as_mut().unwrap_or(&mut self.last_fight);
        fight.joined += 1;
        let number = int(event, "number")?;
        ensure(number == fight.joined, || format!("it is number {}", fight.joined))?;
        let like = fight.foes.iter().find(|foe| twin && foe.card == card).cloned();
        ensure(like.is_some() == twin, || "a twin of nothing".to_owned())?;
        let foe = like.unwrap_or(Foe { card: card.to_owned(), ..Foe::default() });
        fight.foes.push(Foe { number, bonus: foe.bonus - foe.armed, armed: 0, ..foe });
        Ok(())
    }

    pub(super) fn leaves(&mut self, event: &Value) -> Checked {
        let (card, number) = (text(event, "card")?, int(event, "number")?);
        let Some(fight) = &mut self.fight else { return self.leaves_flight(number) };
        let place = fight.foes.iter().position(|foe| foe.card == card && foe.number == number);
        let place = place.ok_or("no such monster")?;
        let foe = fight.foes.remove(place);
        let pays = self.pays_for_leaving(card);
        self.running()?.removed_treasures += pays;
        if flag(event, "treasure")? {
            let won = if flag(event, "killed")? { self.killed_by_card(&foe)? } else { self.treasures(&foe, 0)? };
            self.running()?.removed_treasures += won;
        }
        Ok(())
    }

    /// The Treasures of a monster that a card killed, with those for each kill.
    fn killed_by_card(&self, foe: &Foe) -> Checked<i64> {
        let fight = self.fight.as_ref().ok_or("no fight")?;
        let sight = Sight { table: self, fight: Some(fight) };
        let cards = sight.counting(fight.main).unwrap_or_default();
        let extra: i64 = cards.iter().map(|card| self.granted(card, "extra_treasures")).sum();
        Ok(self.treasures(foe, extra.min(0))? + extra.max(0) + sight.more_treasures(&foe.card).unwrap_or(0))
    }

    /// The Treasures that a monster pays if its own text makes it leave.
    fn pays_for_leaving(&self, card: &str) -> i64 {
        let own = self.acting.as_deref() == Some(card);
        let triggers = self.title(card)["on"].as_array().filter(|_| own).into_iter().flatten();
        let effects = triggers.filter_map(|trigger| trigger["do"].as_array()).flatten();
        effects.filter_map(|effect| effect["leave"]["pays"].as_i64()).sum()
    }

    /// A monster leaves while the players run. Its Treasure is lost with the fight.
    pub(super) fn leaves_flight(&mut self, number: i64) -> Checked {
        let before = self.last_fight.foes.len();
        self.last_fight.foes.retain(|foe| foe.number != number);
        ensure(self.last_fight.foes.len() + 1 == before, || "no such monster".to_owned())
    }

    pub(super) fn enhanced(&mut self, event: &Value) -> Checked {
        let (card, monster) = (text(event, "card")?, text(event, "monster")?);
        let rule = &self.title(monster)["enhancers"];
        let times = rule["times"].as_i64().unwrap_or(1);
        let bonus = times * figure(self.title(card), "bonus") + figure(rule, "more");
        let treasures = if rule["treasures"] == false { 0 } else { figure(self.title(card), "treasures") };
        let mut found = false;
        for foe in self.running()?.foes.iter_mut().filter(|foe| foe.card == monster) {
            foe.bonus += bonus;
            foe.treasures += treasures;
            foe.enhancers.push(card.to_owned());
            found = true;
        }
        ensure(found, || "no such monster".to_owned())
    }

    fn armed(&mut self, event: &Value) -> Checked {
        let bonus = figure(self.title(text(event, "card")?), "bonus");
        let (monster, number) = (text(event, "monster")?, int(event, "number")?);
        let foe = self.running()?.foes.iter_mut().find(|foe| foe.card == monster && foe.number == number);
        let foe = foe.ok_or("no such monster")?;
        foe.bonus += bonus;
        foe.armed += bonus;
        Ok(())
    }

    pub(super) fn monster_strengthened(&mut self, event: &Value) -> Checked {
        let (card, by) = (text(event, "card")?, int(event, "by")?);
        for foe in self.running()?.foes.iter_mut().filter(|foe| foe.card == card) {
            foe.bonus += by;
        }
        Ok(())
    }

    pub(super) fn boosted(&mut self, event: &Value) -> Checked {
        let (card, side, by) = (text(event, "card")?, text(event, "side")?, int(event, "by")?);
        ensure(["players", "monsters"].contains(&side), || "no side".to_owned())?;
        let (affected, used_up) = (self.affected, self.is_used_up(card));
        let goes_with_helper = side == "players" && !used_up && self.running()?.helper == Some(affected);
        let side = if goes_with_helper { "helper" } else { side };
        self.running()?.boosts.push((card.to_owned(), side.to_owned(), by));
        Ok(())
    }

    pub(super) fn treasures(&self, foe: &Foe, added: i64) -> Checked<i64> {
        let printed = figure(self.title(&foe.card), "treasures");
        Ok((printed + foe.treasures + added).max(int(&self.rules, "treasure_floor")?))
    }

    pub(super) fn totals(&mut self, event: &Value) -> Checked {
        let said = (int(event, "players")?, int(event, "monsters")?);
        let fight = self.fight.as_ref().ok_or("no fight")?;
        for (side, said, total) in
            [("players", said.0, self.players_total(fight)), ("monsters", said.1, self.monsters_total(fight))]
        {
            match total {
                Some(total) => {
                    self.sums.totals_checked += 1;
                    ensure(total == said, || format!("the {side} have {total}"))?;
                }
                None => self.sums.totals_skipped += 1,
            }
        }
        self.running()?.totals = Some(said);
        Ok(())
    }

    pub(super) fn monsters_total(&self, fight: &Fight) -> Option<i64> {
        let sight = Sight { table: self, fight: Some(fight) };
        let foes: Option<i64> = fight.foes.iter().map(|foe| sight.monster(&foe.card, foe.bonus)).sum();
        let boosts = fight.boosts.iter().filter(|boost| boost.1 == "monsters");
        let counted = |(card, _, by): &(String, String, i64)| if *by < 0 { self.boost(fight, card, *by) } else { *by };
        Some(foes? + boosts.map(counted).sum::<i64>())
    }

    pub(super) fn players_total(&self, fight: &Fight) -> Option<i64> {
        let sight = Sight { table: self, fight: Some(fight) };
        let fighters = [Some(fight.main), fight.helper].into_iter().flatten();
        let strengths: Option<i64> = fighters.map(|seat| sight.strength(seat)).sum();
        let boosts = fight.boosts.iter().filter(|boost| boost.1 != "monsters");
        let boosts: i64 = boosts.map(|(card, _, by)| self.boost(fight, card, *by)).sum();
        Some(strengths? + if fight.rule(self, "level_only") { 0 } else { boosts })
    }

    /// What a card played for the players, or against the monsters, adds: nothing if it was used up and does not count.
    pub(super) fn boost(&self, fight: &Fight, card: &str, by: i64) -> i64 {
        let once = self.title(card)["once"] == true;
        if fight.helper.is_some() && self.title(card).to_string().contains("\"alone\":true") {
            return 0;
        }
        let foes = || fight.foes.iter().map(|foe| self.title(&foe.card)["ignores"].clone()).zip(&fight.foes);
        let ignored =
            || foes().any(|(filter, foe)| !filter.is_null() && self.book.fits(card, &filter, book::set_of(&foe.card)));
        let silent = once && fight.rule(self, "no_one_shots") || self.is_used_up(card) && ignored();
        if silent { 0 } else { by }
    }

    /// Whether an Item is used up by its uses.
    fn is_used_up(&self, card: &str) -> bool {
        let title = self.title(card);
        title["once"] == true || title["kind"] == "item" && title["use"].to_string().contains("\"cost\":\"this_card\"")
    }

    pub(super) fn fight_ends(&mut self, event: &Value) -> Checked {
        let fight = self.fight.take().ok_or("no fight")?;
        let how = text(event, "how")?;
        ensure(flag(event, "helped")? == fight.helper.is_some(), || "help".to_owned())?;
        if how == "avoided" {
            return self.avoided(fight);
        }
        let (players, monsters) = fight.totals.ok_or("no totals")?;
        let fighters = [Some(fight.main), fight.helper].into_iter().flatten();
        let sight = Sight { table: self, fight: Some(&fight) };
        let ties = fighters.flat_map(|seat| sight.counting(seat).unwrap_or_default());
        let ties = ties.into_iter().any(|card| has(self.title(card), "grants", "wins_ties"));
        let right = match how {
            "killed" => players > monsters || players == monsters && ties,
            "lost" => !fight.foes.is_empty() && (players < monsters || players == monsters && !ties),
            "emptied" => fight.foes.is_empty(),
            _ => self.dead.contains(&fight.main),
        };
        ensure(right, || format!("{how} by {players} against {monsters}"))?;
        if how != "died" {
            let living = (1..=self.players).filter(|seat| !self.dead.contains(seat)).collect();
            self.answers.all_passed(&living)?;
        }
        self.expect_reward(how, &fight)?;
        self.last_fight = fight;
        Ok(())
    }

    /// Nobody fights if the only monster leaves before the first round.
    fn avoided(&mut self, fight: Fight) -> Checked {
        ensure(fight.foes.is_empty() && fight.totals.is_none(), || {
            "a fight was avoided, but not its monster".to_owned()
        })?;
        self.expect_reward("emptied", &fight)?;
        self.last_fight = fight;
        Ok(())
    }

    /// Computes the expected Treasures: those of killed monsters, and of monsters removed with their Treasure.
    pub(super) fn expect_reward(&mut self, how: &str, fight: &Fight) -> Checked {
        let extra = |card: &&str| self.granted(card, "extra_treasures");
        let kills = fight.foes.len() as i64;
        let counting = Sight { table: self, fight: Some(fight) }.counting(fight.main);
        let sight = Sight { table: self, fight: Some(fight) };
        let conditional: Option<i64> = fight.foes.iter().map(|foe| sight.more_treasures(&foe.card)).sum();
        let extra = counting.map(|cards| cards.iter().map(extra).sum::<i64>());
        let less = extra.unwrap_or(0).min(0);
        let killed: i64 = fight.foes.iter().map(|foe| self.treasures(foe, less)).sum::<Checked<i64>>()?;
        let more = extra.and_then(|extra| Some(extra.max(0) * kills + conditional?));
        self.reward = match (how, more) {
            ("killed", Some(more)) => Some(((killed + more + fight.removed_treasures).max(0), 0)),
            ("killed", None) => None,
            ("emptied", _) => Some((fight.removed_treasures, 0)),
            _ => Some((0, 0)),
        };
        Ok(())
    }

    pub(super) fn reward_came(&mut self) -> Checked {
        let (shares, shown) = (std::mem::take(&mut self.shares), std::mem::take(&mut self.shown));
        let Some((due, came)) = self.reward.take() else { return Ok(()) };
        self.sums.rewards_checked += 1;
        let Fight { main, helper, agreed, .. } = self.last_fight;
        let dead = self.dead.contains(&main);
        if let Some(helper) = helper.filter(|helper| came > 0 && !self.dead.contains(helper)) {
            self.sums.shares += 1;
            let share = shares.get(&helper).copied().unwrap_or(0);
            ensure(share == agreed.min(shown), || format!("the helper gets {share} of {shown}, not {agreed}"))?;
        }
        let short = self.piles["treasure_pile"].is_empty();
        ensure(came == due || came < due && (dead || short), || format!("{came} Treasures instead of {due}"))
    }

    pub(super) fn roll(&mut self, event: &Value) -> Checked {
        let die = int(event, "die")?;
        ensure((1..=6).contains(&die), || "no die".to_owned())?;
        if event["why"] == "flee" {
            self.last_fight.die = die;
        }
        Ok(())
    }

    pub(super) fn fled(&mut self, event: &Value) -> Checked {
        self.sums.flights += 1;
        let (card, number) = (text(event, "card")?, int(event, "number")?);
        let there = self.last_fight.foes.iter().any(|foe| foe.card == card && foe.number == number);
        ensure(there, || format!("{card} is not monster {number} of the fight"))?;
        let held = has(self.title(text(event, "card")?), "fight", "no_escape");
        let escaped = flag(event, "escaped")?;
        match event["total"].as_i64() {
            Some(total) => {
                self.flight_total(int(event, "seat")?, card, total)?;
                let far = total >= int(&self.rules, "flee_target")?;
                ensure(escaped == (far && !held), || format!("{total} in all"))
            }
            None => ensure(escaped, || "caught for sure".to_owned()),
        }
    }

    /// Checks the total of a roll to run away, unless a card may have changed it.
    pub(super) fn flight_total(&mut self, seat: i64, card: &str, total: i64) -> Checked {
        let fight = &self.last_fight;
        let dead = [Some(fight.main), fight.helper].into_iter().flatten().any(|seat| self.dead.contains(&seat));
        let added = Sight { table: self, fight: Some(fight) }.flee(seat, card);
        match added.filter(|_| !dead && !fight.rolls_changed) {
            Some(added) => {
                let due = fight.die + added;
                self.sums.flights_checked += 1;
                ensure(due == total, || format!("the roll is {due} in all"))
            }
            None => {
                self.sums.flights_skipped += 1;
                Ok(())
            }
        }
    }
}
