//! Replays a game from its JSON lines alone and checks them. It uses the documented format (`docs/TRACE.md`) and the
//! rules of the game, but no code of the program.

use std::collections::{BTreeSet, HashMap, VecDeque};
use std::ops::AddAssign;

use serde_json::Value;

#[path = "answers.rs"]
mod answers;

use answers::Answers;

type Checked<T = ()> = Result<T, String>;

/// Numbers of checks, to show that the checks had cases.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sums {
    pub(crate) moves: u32,
    pub(crate) draws: u32,
    pub(crate) shuffles: u32,
    pub(crate) levels: u32,
    pub(crate) totals_checked: u32,
    pub(crate) totals_skipped: u32,
    pub(crate) strengths_checked: u32,
    pub(crate) strengths_skipped: u32,
    pub(crate) hands_checked: u32,
    pub(crate) rewards_checked: u32,
    pub(crate) fights: u32,
    pub(crate) flights: u32,
    pub(crate) deaths: u32,
    pub(crate) sales: u32,
    pub(crate) wins: u32,
    pub(crate) forced: u32,
    pub(crate) aims: u32,
    pub(crate) promises: u32,
    pub(crate) random_picks: u32,
}

impl AddAssign for Sums {
    fn add_assign(&mut self, other: Sums) {
        self.moves += other.moves;
        self.draws += other.draws;
        self.shuffles += other.shuffles;
        self.levels += other.levels;
        self.totals_checked += other.totals_checked;
        self.totals_skipped += other.totals_skipped;
        self.strengths_checked += other.strengths_checked;
        self.strengths_skipped += other.strengths_skipped;
        self.hands_checked += other.hands_checked;
        self.rewards_checked += other.rewards_checked;
        self.fights += other.fights;
        self.flights += other.flights;
        self.deaths += other.deaths;
        self.sales += other.sales;
        self.wins += other.wins;
        self.forced += other.forced;
        self.aims += other.aims;
        self.promises += other.promises;
        self.random_picks += other.random_picks;
    }
}

/// Replays a whole game.
pub(crate) fn replay(text: &str) -> Checked<Sums> {
    let mut lines = text.lines();
    let header = parse(lines.next().unwrap_or_default())?;
    let mut table = Table::set_up(&header)?;
    for (number, line) in lines.enumerate() {
        table.event(&parse(line)?).map_err(|error| format!("line {}: {error}\n  {line}", number + 2))?;
    }
    ensure(table.ended, || "there is no end".to_owned())?;
    let Answers { forced, aims, promises, random_picks, .. } = table.answers;
    Ok(Sums { forced, aims, promises, random_picks, ..table.sums })
}

fn parse(line: &str) -> Checked<Value> {
    serde_json::from_str(line).map_err(|error| format!("not JSON: {error}"))
}

fn ensure(holds: bool, why: impl FnOnce() -> String) -> Checked {
    if holds { Ok(()) } else { Err(why()) }
}

fn text<'v>(value: &'v Value, field: &str) -> Checked<&'v str> {
    value[field].as_str().ok_or_else(|| format!("no text `{field}`"))
}

fn int(value: &Value, field: &str) -> Checked<i64> {
    value[field].as_i64().ok_or_else(|| format!("no number `{field}`"))
}

fn flag(value: &Value, field: &str) -> Checked<bool> {
    value[field].as_bool().ok_or_else(|| format!("no flag `{field}`"))
}

fn list<'v>(value: &'v Value, field: &str) -> Checked<Vec<&'v str>> {
    let items = value[field].as_array().ok_or_else(|| format!("no list `{field}`"))?;
    items.iter().map(|item| item.as_str().ok_or_else(|| format!("`{field}` has more than texts"))).collect()
}

fn has(value: &Value, field: &str, word: &str) -> bool {
    value[field].as_array().is_some_and(|words| words.iter().any(|it| it == word))
}

/// A number of a card; 0 if it is absent.
fn figure(card: &Value, field: &str) -> i64 {
    card[field].as_i64().unwrap_or(0)
}

/// The sum of modifiers, or nothing if one of them has a condition or a count.
fn plain(card: &Value, field: &str) -> Option<i64> {
    let none = Vec::new();
    let modifiers = card[field].as_array().unwrap_or(&none);
    let depends = modifiers.iter().any(|modifier| !modifier["if"].is_null() || !modifier["each"].is_null());
    (!depends).then(|| modifiers.iter().map(|modifier| figure(modifier, "add")).sum())
}

#[derive(Clone, Default)]
struct Foe {
    card: String,
    number: i64,
    bonus: i64,
    treasures: i64,
}

#[derive(Default)]
struct Fight {
    main: i64,
    helper: Option<i64>,
    foes: Vec<Foe>,
    joined: i64,
    /// Strength of the players by one-shots and by other cards, and strength of the monsters.
    boosts: [i64; 3],
    removed_treasures: i64,
    totals: Option<(i64, i64)>,
    die: i64,
}

struct Table {
    rules: Value,
    titles: Value,
    players: i64,
    zones: HashMap<String, String>,
    piles: HashMap<String, VecDeque<String>>,
    used: BTreeSet<String>,
    cheated: BTreeSet<String>,
    levels: HashMap<i64, i64>,
    dead: BTreeSet<i64>,
    turn: i64,
    active: i64,
    drawn: Option<String>,
    fight: Option<Fight>,
    last_fight: Fight,
    /// Expected and received Treasures of a fight.
    reward: Option<(i64, i64)>,
    selling: Option<(i64, i64)>,
    winners: Option<Value>,
    answers: Answers,
    ended: bool,
    sums: Sums,
}

impl Table {
    fn set_up(header: &Value) -> Checked<Table> {
        ensure(header["event"] == "header" && header["format"] == 2, || "no header of format 2".to_owned())?;
        let mut zones = HashMap::new();
        let mut piles = HashMap::new();
        for side in ["door", "treasure"] {
            let name = format!("{side}_pile");
            let pile: VecDeque<String> = list(header, &name)?.into_iter().map(str::to_owned).collect();
            for card in &pile {
                let (title, _) = card.split_once('#').ok_or("a card without a copy number")?;
                ensure(header["cards"][title]["deck"] == side, || format!("{card} has another back"))?;
                let before = zones.insert(card.clone(), name.clone());
                ensure(before.is_none(), || format!("{card} is there twice"))?;
            }
            piles.insert(name, pile);
        }
        let titles = header["cards"].as_object().ok_or("no cards")?;
        let copies: i64 = titles.values().map(|title| figure(title, "copies")).sum();
        ensure(copies == zones.len() as i64, || format!("{copies} copies, {} cards", zones.len()))?;
        let seats = header["seats"].as_array().ok_or("no seats")?;
        let levels = seats.iter().map(|seat| Ok((int(seat, "seat")?, int(seat, "level")?)));
        Ok(Table {
            rules: header["rules"].clone(),
            titles: header["cards"].clone(),
            players: seats.len() as i64,
            levels: levels.collect::<Checked<_>>()?,
            zones,
            piles,
            used: BTreeSet::new(),
            cheated: BTreeSet::new(),
            dead: BTreeSet::new(),
            turn: 0,
            active: 0,
            drawn: None,
            fight: None,
            last_fight: Fight::default(),
            reward: None,
            selling: None,
            winners: None,
            answers: Answers::default(),
            ended: false,
            sums: Sums::default(),
        })
    }

    fn event(&mut self, event: &Value) -> Checked {
        ensure(!self.ended, || "something after the end".to_owned())?;
        let kind = text(event, "event")?;
        ensure(self.drawn.is_none() || kind == "move", || "a draw without its move".to_owned())?;
        self.answers.note(kind, event)?;
        match kind {
            "begin" => self.active = self.before(int(event, "first")?),
            "turn_begins" => self.turn_begins(event)?,
            "stands" => self.stands(event)?,
            "revived" => {
                let back = self.dead.remove(&int(event, "seat")?);
                ensure(back, || "back from no death".to_owned())?;
            }
            "chosen" => {
                ensure(int(event, "options")? > 1, || "no choice at all".to_owned())?;
                ensure(!self.dead.contains(&int(event, "seat")?), || "the dead choose".to_owned())?;
            }
            "forced" => ensure(!self.dead.contains(&int(event, "seat")?), || "the dead are asked".to_owned())?,
            "reshuffle" => self.reshuffle(event)?,
            "draw" => self.draw(event)?,
            "move" => self.moved(event)?,
            "known" => {
                self.zone(text(event, "card")?)?;
            }
            "turned" => self.turned(event)?,
            "cheated" => {
                self.cheated.insert(text(event, "card")?.to_owned());
            }
            "roll" => self.roll(event)?,
            "level" => self.level(event)?,
            "sold" => self.sold(event)?,
            "died" => {
                self.sums.deaths += 1;
                ensure(self.dead.insert(int(event, "seat")?), || "dead already".to_owned())?;
            }
            "won" => self.won(event)?,
            "end" => self.end(event)?,
            _ => self.fight_event(kind, event)?,
        }
        Ok(())
    }

    fn fight_event(&mut self, kind: &str, event: &Value) -> Checked {
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
            "enhanced" => self.enhanced(event),
            "monster_strengthened" => self.monster_strengthened(event),
            "boosted" => self.boosted(event),
            "totals" => self.totals(event),
            "help_agreed" | "help_compelled" => {
                self.running()?.helper = Some(int(event, "helper")?);
                Ok(())
            }
            "helper_leaves" => {
                self.running()?.helper = None;
                Ok(())
            }
            "fight_ends" => self.fight_ends(event),
            "die_set" => {
                self.last_fight.die = int(event, "die")?;
                Ok(())
            }
            "fled" => self.fled(event),
            "promised" | "help_asked" | "not_pursued" | "bad_stuff" | "curse_lands" | "curse_fails" | "used"
            | "aimed" | "picked_at_random" | "promise_kept" | "paid" | "triggered" | "effect" | "traded"
            | "gift_offered" | "given" | "charity" | "unfinished" | "ranked" => Ok(()),
            other => Err(format!("unknown event {other}")),
        }
    }

    // ----- Cards -----

    fn title(&self, card: &str) -> &Value {
        &self.titles[card.split('#').next().unwrap_or_default()]
    }

    fn zone(&self, card: &str) -> Checked<&str> {
        self.zones.get(card).map(String::as_str).ok_or_else(|| format!("no card {card}"))
    }

    fn cards_in(&self, zone: &str) -> BTreeSet<&str> {
        self.zones.iter().filter(|(_, place)| *place == zone).map(|(card, _)| card.as_str()).collect()
    }

    fn draw(&mut self, event: &Value) -> Checked {
        self.sums.draws += 1;
        let card = text(event, "card")?;
        let pile = format!("{}_pile", text(self.title(card), "deck")?);
        let top = self.piles.get_mut(&pile).and_then(VecDeque::pop_front);
        ensure(top.as_deref() == Some(card), || format!("{top:?} lies on top"))?;
        if event["why"] == "reward"
            && let Some((_, came)) = &mut self.reward
        {
            *came += 1;
        }
        self.drawn = Some(card.to_owned());
        Ok(())
    }

    fn moved(&mut self, event: &Value) -> Checked {
        self.sums.moves += 1;
        let (card, from, to) = (text(event, "card")?, text(event, "from")?, text(event, "to")?);
        let drawn = self.drawn.take();
        ensure(drawn.is_none() || drawn.as_deref() == Some(card), || "another card than was drawn".to_owned())?;
        ensure(drawn.is_some() == from.ends_with("_pile"), || "only draws take from piles".to_owned())?;
        let zone = self.zone(card)?;
        ensure(zone == from, || format!("it is in {zone}"))?;
        let side = text(self.title(card), "deck")?;
        let discard = format!("{side}_discard");
        ensure(to == discard || !to.contains("discard"), || format!("{side} card to {to}"))?;
        ensure(!to.ends_with("_pile"), || "back to a pile".to_owned())?;
        if let Some(seat) = to.strip_prefix("hand:").or(to.strip_prefix("table:")) {
            let seat: i64 = seat.parse().map_err(|_| "no seat")?;
            ensure(!self.dead.contains(&seat), || "the dead receive nothing".to_owned())?;
        }
        ensure(!(from.starts_with("table:") && to.starts_with("hand:")), || "from table to hand".to_owned())?;
        self.used.remove(card);
        self.cheated.remove(card);
        self.sell(card, to)?;
        self.zones.insert(card.to_owned(), to.to_owned());
        Ok(())
    }

    fn reshuffle(&mut self, event: &Value) -> Checked {
        self.sums.shuffles += 1;
        let side = text(event, "pile")?;
        let (pile, discard) = (format!("{side}_pile"), format!("{side}_discard"));
        ensure(self.piles[&pile].is_empty(), || "the pile has cards left".to_owned())?;
        let cards = list(event, "cards")?;
        let shuffled: BTreeSet<&str> = cards.iter().copied().collect();
        ensure(shuffled == self.cards_in(&discard), || "not the discards".to_owned())?;
        for card in &cards {
            self.zones.insert((*card).to_owned(), pile.clone());
        }
        self.piles.insert(pile, cards.into_iter().map(str::to_owned).collect());
        Ok(())
    }

    fn turned(&mut self, event: &Value) -> Checked {
        let (seat, card, used) = (int(event, "seat")?, text(event, "card")?, flag(event, "used")?);
        let zone = self.zone(card)?;
        ensure(zone == format!("table:{seat}"), || format!("it is in {zone}"))?;
        let title = self.title(card);
        ensure(title["kind"] == "item" && title["once"] != true, || "not an Item to be used".to_owned())?;
        if used {
            self.used.insert(card.to_owned());
            self.slots(seat)
        } else {
            self.used.remove(card);
            Ok(())
        }
    }

    /// Checks the slots: one armor, one headgear, one pair of footgear, two hands.
    fn slots(&self, seat: i64) -> Checked {
        let table = self.cards_in(&format!("table:{seat}"));
        let grants = |card: &&str| self.title(card)["grants"].to_string().contains("extra_hands");
        if table.iter().any(grants) {
            return Ok(());
        }
        let worn = |slot: &str| {
            let fits = table.iter().filter(|card| self.used.contains(**card) && !self.cheated.contains(**card));
            fits.filter(|card| self.title(card)["slot"] == slot)
                .map(|card| figure(self.title(card), "hands").max(1))
                .sum()
        };
        for (slot, room) in [("armor", 1), ("headgear", 1), ("footgear", 1), ("hand", 2)] {
            let taken: i64 = worn(slot);
            ensure(taken <= room, || format!("{taken} used for {slot}"))?;
        }
        Ok(())
    }

    // ----- Turns and levels -----

    fn before(&self, seat: i64) -> i64 {
        if seat == 1 { self.players } else { seat - 1 }
    }

    fn turn_begins(&mut self, event: &Value) -> Checked {
        self.hand_is_down()?;
        self.reward_came()?;
        let (seat, turn) = (int(event, "seat")?, int(event, "turn")?);
        ensure(turn == self.turn + 1 && self.before(seat) == self.active, || "out of turn".to_owned())?;
        let bodies = (1..=self.players).map(|seat| format!("body:{seat}"));
        let loose: Vec<String> = ["played", "open"].map(str::to_owned).into_iter().chain(bodies).collect();
        let loose: Vec<_> = loose.iter().flat_map(|zone| self.cards_in(zone)).collect();
        ensure(loose.is_empty(), || format!("left lying: {loose:?}"))?;
        (self.turn, self.active, self.fight) = (turn, seat, None);
        Ok(())
    }

    /// Checks that Charity has reduced the hand to the hand limit.
    fn hand_is_down(&mut self) -> Checked {
        if self.turn == 0 {
            return Ok(());
        }
        self.sums.hands_checked += 1;
        let table = self.cards_in(&format!("table:{}", self.active));
        let grants = table.iter().flat_map(|card| self.title(card)["grants"].as_array().cloned().unwrap_or_default());
        let more: i64 = grants.map(|grant| figure(&grant, "hand_limit").max(0)).sum();
        let (hand, limit) =
            (self.cards_in(&format!("hand:{}", self.active)).len() as i64, int(&self.rules, "hand_limit")?);
        ensure(hand <= limit + more, || format!("seat {} keeps {hand} cards", self.active))
    }

    fn stands(&mut self, event: &Value) -> Checked {
        let (seat, level) = (int(event, "seat")?, int(event, "level")?);
        ensure(self.levels[&seat] == level, || format!("its Level is {}", self.levels[&seat]))?;
        self.rests(seat, int(event, "strength")?)
    }

    /// Checks the strength out of combat if it depends on no condition and no count.
    fn rests(&mut self, seat: i64, said: i64) -> Checked {
        match self.bonuses(seat, false, false) {
            Some(bonuses) => {
                self.sums.strengths_checked += 1;
                let strength = self.levels[&seat] + bonuses;
                ensure(strength == said, || format!("its strength is {strength}"))
            }
            None => {
                self.sums.strengths_skipped += 1;
                Ok(())
            }
        }
    }

    fn level(&mut self, event: &Value) -> Checked {
        self.sums.levels += 1;
        let (seat, from, to) = (int(event, "seat")?, int(event, "from")?, int(event, "to")?);
        ensure(self.levels[&seat] == from, || format!("its Level is {}", self.levels[&seat]))?;
        let (why, top) = (text(event, "why")?, int(&self.rules, "win_level")?);
        ensure(to >= 1 && to <= top && to != from, || "out of range".to_owned())?;
        ensure(to < top || why == "kill" || why == "card", || "won without a kill".to_owned())?;
        ensure(to < from || !self.dead.contains(&seat), || "the dead gain nothing".to_owned())?;
        if why == "kill" {
            let foes = &self.last_fight.foes;
            let won: i64 = foes.iter().map(|foe| figure(self.title(&foe.card), "levels")).sum();
            ensure(to == (from + won).min(top), || format!("the kill brings {won}"))?;
        }
        self.levels.insert(seat, to);
        Ok(())
    }

    fn sold(&mut self, event: &Value) -> Checked {
        self.sums.sales += 1;
        let (seat, gold, bonus) = (int(event, "seat")?, int(event, "gold")?, int(event, "bonus")?);
        if let Some(cards) = self.counting(seat, false) {
            let due: i64 = cards.iter().map(|card| self.granted(card, "sale_bonus")).sum();
            ensure(bonus == due, || format!("the bonus is {due}"))?;
        }
        let levels = gold / int(&self.rules, "gold_per_level")?;
        ensure(levels > 0 && levels == int(event, "levels")?, || format!("{levels} levels for the gold"))?;
        self.selling = Some((seat, gold - bonus));
        Ok(())
    }

    /// The total of a card's grants of one kind.
    fn granted(&self, card: &str, field: &str) -> i64 {
        let grants = self.title(card)["grants"].as_array().into_iter().flatten();
        grants.map(|grant| figure(grant, field)).sum()
    }

    /// Checks that the gold of the sold Items adds up.
    fn sell(&mut self, card: &str, to: &str) -> Checked {
        let worth = figure(self.title(card), "gold");
        if let Some((_, left)) = &mut self.selling
            && to == "treasure_discard"
        {
            *left -= worth;
            ensure(*left >= 0, || "more than was sold".to_owned())?;
            if *left == 0 {
                self.selling = None;
            }
        }
        Ok(())
    }

    fn won(&mut self, event: &Value) -> Checked {
        self.sums.wins += 1;
        let top = int(&self.rules, "win_level")?;
        let seats = event["seats"].as_array().ok_or("no winners")?;
        let reached = |seat: &Value| seat.as_i64().is_some_and(|seat| self.levels[&seat] == top);
        ensure(seats.iter().any(reached), || "nobody is there".to_owned())?;
        self.winners = Some(event["seats"].clone());
        Ok(())
    }

    // ----- Fights -----

    fn running(&mut self) -> Checked<&mut Fight> {
        self.fight.as_mut().ok_or_else(|| "no fight".to_owned())
    }

    fn joins(&mut self, event: &Value) -> Checked {
        let (card, twin) = (text(event, "card")?, flag(event, "twin")?);
        let fight = self.fight.as_mut().unwrap_or(&mut self.last_fight);
        fight.joined += 1;
        let number = int(event, "number")?;
        ensure(number == fight.joined, || format!("it is number {}", fight.joined))?;
        let like = fight.foes.iter().find(|foe| twin && foe.card == card).cloned();
        ensure(like.is_some() == twin, || "a twin of nothing".to_owned())?;
        let foe = like.unwrap_or(Foe { card: card.to_owned(), ..Foe::default() });
        fight.foes.push(Foe { number, ..foe });
        Ok(())
    }

    fn leaves(&mut self, event: &Value) -> Checked {
        let (card, number) = (text(event, "card")?, int(event, "number")?);
        let Some(fight) = &mut self.fight else { return self.leaves_flight(number) };
        let place = fight.foes.iter().position(|foe| foe.card == card && foe.number == number);
        let place = place.ok_or("no such monster")?;
        let foe = fight.foes.remove(place);
        if flag(event, "treasure")? {
            let won = self.treasures(&foe)?;
            self.running()?.removed_treasures += won;
        }
        Ok(())
    }

    /// A monster leaves while the players run. Its Treasure is lost with the fight.
    fn leaves_flight(&mut self, number: i64) -> Checked {
        let before = self.last_fight.foes.len();
        self.last_fight.foes.retain(|foe| foe.number != number);
        ensure(self.last_fight.foes.len() + 1 == before, || "no such monster".to_owned())
    }

    fn enhanced(&mut self, event: &Value) -> Checked {
        let (card, monster) = (text(event, "card")?, text(event, "monster")?);
        let (bonus, treasures) = (figure(self.title(card), "bonus"), figure(self.title(card), "treasures"));
        let mut found = false;
        for foe in self.running()?.foes.iter_mut().filter(|foe| foe.card == monster) {
            foe.bonus += bonus;
            foe.treasures += treasures;
            found = true;
        }
        ensure(found, || "no such monster".to_owned())
    }

    fn monster_strengthened(&mut self, event: &Value) -> Checked {
        let (card, by) = (text(event, "card")?, int(event, "by")?);
        for foe in self.running()?.foes.iter_mut().filter(|foe| foe.card == card) {
            foe.bonus += by;
        }
        Ok(())
    }

    fn boosted(&mut self, event: &Value) -> Checked {
        let once = self.title(text(event, "card")?)["once"] == true;
        let account = match text(event, "side")? {
            "monsters" => 2,
            _ if once => 0,
            _ => 1,
        };
        self.running()?.boosts[account] += int(event, "by")?;
        Ok(())
    }

    fn treasures(&self, foe: &Foe) -> Checked<i64> {
        let printed = figure(self.title(&foe.card), "treasures");
        Ok((printed + foe.treasures).max(int(&self.rules, "treasure_floor")?))
    }

    fn totals(&mut self, event: &Value) -> Checked {
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

    fn monsters_total(&self, fight: &Fight) -> Option<i64> {
        let strength = |foe: &Foe| {
            let title = self.title(&foe.card);
            Some(figure(title, "level") + foe.bonus + plain(title, "strength")?)
        };
        let foes: Option<i64> = fight.foes.iter().map(strength).sum();
        Some(foes? + fight.boosts[2])
    }

    fn players_total(&self, fight: &Fight) -> Option<i64> {
        let rule = |word: &str| fight.foes.iter().any(|foe| has(self.title(&foe.card), "fight", word));
        let mut total = 0;
        for seat in [Some(fight.main), fight.helper].into_iter().flatten() {
            if !rule("bonus_only") {
                total += self.levels[&seat];
            }
            if !rule("level_only") {
                total += self.bonuses(seat, true, rule("no_items"))?;
            }
        }
        let boosts = match (rule("level_only"), rule("no_one_shots")) {
            (true, _) => 0,
            (false, true) => fight.boosts[1],
            (false, false) => fight.boosts[0] + fight.boosts[1],
        };
        Some(total + boosts)
    }

    /// The sum of the bonuses of a seat's cards in play, or nothing if one of them has a condition or a count.
    fn bonuses(&self, seat: i64, fighting: bool, no_items: bool) -> Option<i64> {
        let counting = self.counting(seat, fighting)?;
        let no_items = no_items || counting.iter().any(|card| has(self.title(card), "grants", "no_items"));
        let counts = counting.iter().filter(|card| !(no_items && self.title(card)["kind"] == "item"));
        counts.map(|card| Some(figure(self.title(card), "bonus") + plain(self.title(card), "strength")?)).sum()
    }

    /// The cards that count: each identity and power once, Items in use, Curses while they last.
    fn counting(&self, seat: i64, fighting: bool) -> Option<Vec<&str>> {
        let mut titles = BTreeSet::new();
        let mut counting = Vec::new();
        for card in self.cards_in(&format!("table:{seat}")) {
            let title = self.title(card);
            let counts = match title["kind"].as_str()? {
                "identity" | "power" => titles.insert(card.split('#').next()),
                "curse" => match title["lasts"].as_str()? {
                    "next_combat" => fighting,
                    "next_turn" => self.active == seat,
                    _ => true,
                },
                "item" if !self.used.contains(card) || title["once"] == true => false,
                "item" if !title["usable_by"].is_null() && !self.cheated.contains(card) => return None,
                _ => true,
            };
            if counts {
                counting.push(card);
            }
        }
        Some(counting)
    }

    fn fight_ends(&mut self, event: &Value) -> Checked {
        let fight = self.fight.take().ok_or("no fight")?;
        let how = text(event, "how")?;
        ensure(flag(event, "helped")? == fight.helper.is_some(), || "help".to_owned())?;
        let (players, monsters) = fight.totals.ok_or("no totals")?;
        let fighters = [Some(fight.main), fight.helper].into_iter().flatten();
        let ties = fighters.flat_map(|seat| self.cards_in(&format!("table:{seat}")));
        let ties = ties.into_iter().any(|card| has(self.title(card), "grants", "wins_ties"));
        let right = match how {
            "killed" => players > monsters || players == monsters && ties,
            "lost" => players < monsters || players == monsters && !fight.foes.is_empty(),
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

    /// Computes the expected Treasures: those of killed monsters, and of monsters removed with their Treasure.
    fn expect_reward(&mut self, how: &str, fight: &Fight) -> Checked {
        let killed: i64 = fight.foes.iter().map(|foe| self.treasures(foe)).sum::<Checked<i64>>()?;
        let extra = |card: &&str| self.granted(card, "extra_treasures");
        let kills = fight.foes.len() as i64;
        let more = self.counting(fight.main, true).map(|cards| cards.iter().map(extra).sum::<i64>() * kills);
        self.reward = match (how, more) {
            ("killed", Some(more)) => Some(((killed + more + fight.removed_treasures).max(0), 0)),
            ("killed", None) => None,
            ("emptied", _) => Some((fight.removed_treasures, 0)),
            _ => Some((0, 0)),
        };
        Ok(())
    }

    fn reward_came(&mut self) -> Checked {
        let Some((due, came)) = self.reward.take() else { return Ok(()) };
        self.sums.rewards_checked += 1;
        let dead = self.dead.contains(&self.active);
        let short = self.piles["treasure_pile"].is_empty();
        ensure(came == due || came < due && (dead || short), || format!("{came} Treasures instead of {due}"))
    }

    fn roll(&mut self, event: &Value) -> Checked {
        let die = int(event, "die")?;
        ensure((1..=6).contains(&die), || "no die".to_owned())?;
        if event["why"] == "flee" {
            self.last_fight.die = die;
        }
        Ok(())
    }

    fn fled(&mut self, event: &Value) -> Checked {
        self.sums.flights += 1;
        let (card, number) = (text(event, "card")?, int(event, "number")?);
        let there = self.last_fight.foes.iter().any(|foe| foe.card == card && foe.number == number);
        ensure(there, || format!("{card} is not monster {number} of the fight"))?;
        let held = has(self.title(text(event, "card")?), "fight", "no_escape");
        let escaped = flag(event, "escaped")?;
        match event["total"].as_i64() {
            Some(total) => {
                let far = total >= int(&self.rules, "flee_target")?;
                ensure(escaped == (far && !held), || format!("{total} in all"))
            }
            None => ensure(escaped, || "caught for sure".to_owned()),
        }
    }

    // ----- The end -----

    fn end(&mut self, event: &Value) -> Checked {
        self.ended = true;
        ensure(int(event, "turns")? == self.turn, || format!("{} turns", self.turn))?;
        let winners = self.winners.clone().unwrap_or_else(|| Value::Array(Vec::new()));
        ensure(event["winners"] == winners, || format!("{winners} won"))?;
        for side in ["door_pile", "treasure_pile"] {
            let pile = list(event, side)?;
            ensure(self.piles[side].iter().eq(pile), || format!("another {side}"))?;
        }
        let discards = |side: &str| self.cards_in(&format!("{side}_discard"));
        let discards: BTreeSet<&str> = discards("door").union(&discards("treasure")).copied().collect();
        ensure(list(event, "discards")?.into_iter().collect::<BTreeSet<_>>() == discards, || "discards".to_owned())?;
        for zone in ["played", "open"] {
            let said: BTreeSet<&str> = list(event, zone)?.into_iter().collect();
            ensure(said == self.cards_in(zone), || format!("another `{zone}`"))?;
        }
        let seats = event["seats"].as_array().cloned().unwrap_or_default();
        ensure(seats.len() as i64 == self.players, || "a seat is missing".to_owned())?;
        seats.iter().try_for_each(|seat| self.seat_end(seat))
    }

    fn seat_end(&mut self, end: &Value) -> Checked {
        let seat = int(end, "seat")?;
        ensure(self.levels[&seat] == int(end, "level")?, || format!("seat {seat} has Level {}", self.levels[&seat]))?;
        ensure(self.dead.contains(&seat) != flag(end, "alive")?, || format!("seat {seat} dead or alive"))?;
        self.rests(seat, int(end, "strength")?)?;
        for zone in ["hand", "body", "table"] {
            let said: BTreeSet<&str> = list(end, zone)?.into_iter().collect();
            ensure(said == self.cards_in(&format!("{zone}:{seat}")), || format!("another {zone} of seat {seat}"))?;
        }
        let table = self.cards_in(&format!("table:{seat}"));
        let used: BTreeSet<&str> = table.into_iter().filter(|card| self.used.contains(*card)).collect();
        ensure(used == list(end, "used")?.into_iter().collect(), || format!("seat {seat} uses {used:?}"))
    }
}
