//! Replays a game from its JSON lines alone and checks them. It uses the documented format (`docs/TRACE.md`) and the
//! rules of the game, but no code of the program.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::ops::Add;

use serde_json::Value;

#[path = "answers.rs"]
mod answers;
#[path = "book.rs"]
mod book;
#[path = "fights.rs"]
mod fights;
#[path = "limits.rs"]
mod limits;
#[path = "measure.rs"]
mod measure;
#[path = "places.rs"]
mod places;
#[path = "sales.rs"]
mod sales;

use answers::Answers;
use book::Book;
use measure::Sight;
use places::Places;

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
    pub(crate) limits_checked: u32,
    pub(crate) flights_checked: u32,
    pub(crate) flights_skipped: u32,
    pub(crate) charities: u32,
    pub(crate) shares: u32,
    pub(crate) loads: u32,
    pub(crate) roles: u32,
    pub(crate) genders: u32,
    pub(crate) afflictions: u32,
    pub(crate) take_overs: u32,
}

impl Add for Sums {
    type Output = Sums;

    fn add(mut self, other: Sums) -> Sums {
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
        self.limits_checked += other.limits_checked;
        self.flights_checked += other.flights_checked;
        self.flights_skipped += other.flights_skipped;
        self.charities += other.charities;
        self.shares += other.shares;
        self.loads += other.loads;
        self.roles += other.roles;
        self.genders += other.genders;
        self.afflictions += other.afflictions;
        self.take_overs += other.take_overs;
        self
    }
}

/// Replays a whole game.
pub(crate) fn replay(text: &str) -> Checked<Sums> {
    let lines = text.lines().map(parse).collect::<Checked<Vec<Value>>>()?;
    replay_lines(lines.iter())
}

/// Replays a trace from its lines.
pub(crate) fn replay_lines<'v>(mut lines: impl Iterator<Item = &'v Value>) -> Checked<Sums> {
    let mut table = Table::set_up(lines.next().ok_or("no header")?)?;
    for (number, line) in lines.enumerate() {
        table.event(line).map_err(|error| format!("line {}: {error}\n  {line}", number + 2))?;
    }
    ensure(table.ended, || "there is no end".to_owned())?;
    let Answers { forced, aims, promises, random_picks, .. } = table.answers;
    Ok(Sums { forced, aims, promises, random_picks, ..table.sums })
}

pub(crate) fn parse(line: &str) -> Checked<Value> {
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

#[derive(Clone, Default)]
struct Foe {
    card: String,
    number: i64,
    bonus: i64,
    armed: i64,
    treasures: i64,
    enhancers: Vec<String>,
}

impl Foe {
    fn has_tag(&self, table: &Table, tag: &Value) -> bool {
        let cards = std::iter::once(&self.card).chain(&self.enhancers);
        tag.as_str().is_some_and(|tag| cards.into_iter().any(|card| has(table.book.title(card), "tags", tag)))
    }
}

#[derive(Default)]
struct Fight {
    main: i64,
    helper: Option<i64>,
    /// Treasures agreed with the helper.
    agreed: i64,
    foes: Vec<Foe>,
    joined: i64,
    /// The card, the side (`helper` for what leaves with the helper) and the strength of each boost.
    boosts: Vec<(String, String, i64)>,
    removed_treasures: i64,
    totals: Option<(i64, i64)>,
    die: i64,
    /// Whether a card may have changed the rolls to run away.
    rolls_changed: bool,
}

impl Fight {
    fn rule(&self, table: &Table, word: &str) -> bool {
        self.foes.iter().any(|foe| has(table.book.title(&foe.card), "fight", word))
    }

    /// Levels for killing all monsters.
    fn levels(&self, table: &Table) -> i64 {
        self.foes.iter().map(|foe| figure(table.book.title(&foe.card), "levels")).sum()
    }

    fn for_the_win(&self, table: &Table) -> bool {
        table.levels[&self.main] + self.levels(table) >= figure(&table.rules, "win_level")
    }
}

/// A sale: the seller, the value of the Items, and the Items discarded so far.
struct Sale {
    seat: i64,
    worth: i64,
    /// What the most valuable Item adds if it counts twice.
    double: i64,
    sold: Vec<i64>,
}

struct Table {
    rules: Value,
    book: Book,
    players: i64,
    zones: Places,
    piles: HashMap<String, VecDeque<String>>,
    used: BTreeSet<String>,
    cheated: BTreeSet<String>,
    /// The cards that companions carry, each with its companion.
    loads: HashMap<String, String>,
    levels: HashMap<i64, i64>,
    genders: HashMap<i64, String>,
    /// The player whom the current effect affects.
    affected: i64,
    /// The card of the current effect.
    acting: Option<String>,
    /// Lasting effects that run, by seat and title, each with the numbers of the last fight and turn in which it does not count.
    afflictions: BTreeMap<(i64, String), (u32, i64)>,
    dead: BTreeSet<i64>,
    turn: i64,
    active: i64,
    drawn: Option<String>,
    fight: Option<Fight>,
    last_fight: Fight,
    /// Expected and received Treasures of a fight.
    reward: Option<(i64, i64)>,
    /// Number of face-up Treasures to be shared, without those that took effect as they were drawn.
    shown: i64,
    /// The shares of open Treasures.
    shares: HashMap<i64, i64>,
    selling: Option<Sale>,
    /// A card that the last line announced to move, and the zone to which it moves.
    due: Option<(String, String)>,
    /// Cards that Charity gave to each player in this turn.
    served: HashMap<i64, i64>,
    sold_double: bool,
    kicked: bool,
    dealt: HashMap<(i64, String), i64>,
    winners: Option<Value>,
    answers: Answers,
    /// Nothing but questions has happened since the limits were checked.
    within_limits: bool,
    ended: bool,
    sums: Sums,
}

impl Table {
    fn set_up(header: &Value) -> Checked<Table> {
        ensure(header["event"] == "header" && header["format"] == 2, || "no header of format 2".to_owned())?;
        let book = Book::read(header)?;
        let mut zones = Places::default();
        let mut piles = HashMap::new();
        for title in book.all().filter(|title| book.play(title) == "role") {
            let copies = figure(book.title(title), "copies");
            (0..copies).for_each(|copy| drop(zones.put(&format!("{title}#{copy}"), "aside")));
        }
        for side in ["door", "treasure"] {
            let name = format!("{side}_pile");
            let pile: VecDeque<String> = list(header, &name)?.into_iter().map(str::to_owned).collect();
            for card in &pile {
                ensure(card.contains('#'), || format!("{card} has no copy number"))?;
                ensure(book.title(card)["deck"] == side, || format!("{card} has another back"))?;
                let before = zones.put(card, &name);
                ensure(before.is_none(), || format!("{card} is there twice"))?;
            }
            piles.insert(name, pile);
        }
        let copies: i64 = book.all().map(|title| figure(book.title(title), "copies")).sum();
        ensure(copies == zones.count() as i64, || format!("{copies} copies, {} cards", zones.count()))?;
        let seats = header["seats"].as_array().ok_or("no seats")?;
        let levels = seats.iter().map(|seat| Ok((int(seat, "seat")?, int(seat, "level")?)));
        Ok(Table {
            rules: header["rules"].clone(),
            book,
            players: seats.len() as i64,
            levels: levels.collect::<Checked<_>>()?,
            zones,
            piles,
            used: BTreeSet::new(),
            cheated: BTreeSet::new(),
            loads: HashMap::new(),
            genders: HashMap::new(),
            affected: 0,
            acting: None,
            afflictions: BTreeMap::new(),
            shown: 0,
            shares: HashMap::new(),
            due: None,
            served: HashMap::new(),
            sold_double: false,
            kicked: false,
            dealt: HashMap::new(),
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
            within_limits: false,
            ended: false,
            sums: Sums::default(),
        })
    }

    fn event(&mut self, event: &Value) -> Checked {
        ensure(!self.ended, || "something after the end".to_owned())?;
        let kind = text(event, "event")?;
        ensure(self.drawn.is_none() || kind == "move", || "a draw without its move".to_owned())?;
        ensure(self.due.is_none() || ["move", "cheated", "known"].contains(&kind), || {
            "an announced card does not move".to_owned()
        })?;
        self.answers.note(kind, event)?;
        self.sale_goes_on(kind)?;
        self.within_limits &= matches!(kind, "chosen" | "forced");
        match kind {
            "begin" => self.active = self.before(int(event, "first")?),
            "turn_begins" => self.turn_begins(event)?,
            "stands" => self.stands(event)?,
            "revived" => {
                let back = self.dead.remove(&int(event, "seat")?);
                ensure(back, || "back from no death".to_owned())?;
            }
            "chosen" | "forced" => self.asked(kind, event)?,
            "reshuffle" => self.reshuffle(event)?,
            "draw" => self.draw(event)?,
            "move" => self.moved(event)?,
            "known" => {
                self.zone(text(event, "card")?)?;
            }
            "turned" => self.turned(event)?,
            "cheated" => {
                let card = text(event, "card")?.to_owned();
                let changed = if flag(event, "on")? { self.cheated.insert(card) } else { self.cheated.remove(&card) };
                ensure(changed, || "no change of a Cheat".to_owned())?;
            }
            "gender" => self.gender(event)?,
            "loaded" => self.loaded(event)?,
            "afflicted" => {
                self.sums.afflictions += 1;
                let (seat, by) = (int(event, "seat")?, text(event, "by")?.to_owned());
                // A bystander may still join the fight of another player as the next combat.
                let joins = self.fight.as_ref().is_some_and(|fight| fight.main != seat && fight.helper != Some(seat));
                self.afflictions.insert((seat, by), (self.sums.fights - u32::from(joins), self.turn));
            }
            "affliction_ends" => {
                let affliction = (int(event, "seat")?, text(event, "by")?.to_owned());
                ensure(self.afflictions.remove(&affliction).is_some(), || format!("{affliction:?} never began"))?;
            }
            "charity" => self.charity(event)?,
            "given" => self.given(event)?,
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

    /// A question: the dead are not asked, and players are asked only when nobody exceeds a limit.
    fn asked(&mut self, kind: &str, event: &Value) -> Checked {
        let seat = int(event, "seat")?;
        // The dead are asked about their Role only.
        let dead =
            self.dead.contains(&seat) && !["swap_role", "role_side"].iter().any(|asked| event["question"] == *asked);
        ensure(!dead, || "the dead are asked".to_owned())?;
        ensure(kind == "forced" || int(event, "options")? > 1, || "no choice at all".to_owned())?;
        if event["question"].is_object() && !self.within_limits {
            self.sums.limits_checked += 1;
            (1..=self.players).try_for_each(|seat| self.within_limits(seat))?;
            self.within_limits = true;
        }
        Ok(())
    }

    fn gender(&mut self, event: &Value) -> Checked {
        self.sums.genders += 1;
        let (seat, gender) = (int(event, "seat")?, text(event, "gender")?);
        ensure(["female", "male"].contains(&gender), || "no gender".to_owned())?;
        self.genders.insert(seat, gender.to_owned());
        Ok(())
    }

    // ----- Cards -----

    fn title(&self, card: &str) -> &Value {
        self.book.title(card)
    }

    fn zone(&self, card: &str) -> Checked<&str> {
        self.zones.zone(card).ok_or_else(|| format!("no card {card}"))
    }

    fn cards_in(&self, zone: &str) -> BTreeSet<&str> {
        self.zones.cards(zone)
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
        self.lawful_draw(event, &pile)
    }

    /// Who may draw from which pile for a reason, and whether the others see the card.
    fn lawful_draw(&mut self, event: &Value, pile: &str) -> Checked {
        let (seat, why, open) = (int(event, "seat")?, text(event, "why")?, flag(event, "face_up")?);
        let listens = self.rules["listen_at_the_door"] == true;
        let right = match why {
            "deal" | "revival" => {
                *self.dealt.entry((seat, pile.to_owned())).or_default() += 1;
                !open
            }
            "kick" => !std::mem::replace(&mut self.kicked, true) && seat == self.active && pile == "door_pile" && open,
            "listen" => listens && seat == self.active && pile == "door_pile" && !open,
            "loot" => seat == self.active && (pile == "treasure_pile") == listens && !open,
            "reward" => {
                let fight = &self.last_fight;
                seat == fight.main && pile == "treasure_pile" && open == fight.helper.is_some()
            }
            _ => true,
        };
        ensure(right, || format!("not a lawful draw of seat {seat}"))
    }

    fn moved(&mut self, event: &Value) -> Checked {
        self.sums.moves += 1;
        let (card, from, to) = (text(event, "card")?, text(event, "from")?, text(event, "to")?);
        let drawn = self.drawn.take();
        ensure(drawn.is_none() || drawn.as_deref() == Some(card), || "another card than was drawn".to_owned())?;
        ensure(drawn.is_some() == from.ends_with("_pile"), || "only draws take from piles".to_owned())?;
        // A Cheat leaves its Item before the Item moves.
        if let Some((due, zone)) = self.due.take_if(|(due, _)| due == card || self.book.play(card) != "cheat") {
            ensure(due == card && (zone == to || zone == "discard" && to.ends_with("_discard")), || {
                format!("{due} moves to {zone}")
            })?;
        }
        let zone = self.zone(card)?;
        ensure(zone == from, || format!("it is in {zone}"))?;
        let role = self.book.play(card) == "role";
        let rests = from == "aside" || from.starts_with("table:");
        let back = to == "aside" || to.starts_with("table:");
        ensure(!role || rests && back, || "a Role stays in play".to_owned())?;
        let side = text(self.title(card), "deck")?;
        let discard = format!("{side}_discard");
        ensure(to == discard || !to.contains("discard"), || format!("{side} card to {to}"))?;
        ensure(!to.ends_with("_pile"), || "back to a pile".to_owned())?;
        if let Some(seat) = to.strip_prefix("hand:").or(to.strip_prefix("table:")) {
            let seat: i64 = seat.parse().map_err(|_| "no seat")?;
            ensure(role || !self.dead.contains(&seat), || "the dead receive nothing".to_owned())?;
        }
        ensure(!(from.starts_with("table:") && to.starts_with("hand:")), || "from table to hand".to_owned())?;
        if from.starts_with("table:") {
            self.used.remove(card);
            self.cheated.remove(card);
        }
        let there = |other: &String| self.zones.zone(other) == Some(to);
        self.loads.retain(|load, bearer| (load != card || there(bearer)) && (bearer != card || there(load)));
        self.sell(card, from, to);
        self.shown += i64::from(to == "open") - i64::from(from == "open" && !to.starts_with("hand:"));
        // A discard that replaces a drawn Treasure.
        if let ("treasure_discard", "open", Some((_, came))) = (from, to, &mut self.reward) {
            *came += 1;
        }
        if let ("open", Some(seat)) = (from, to.strip_prefix("hand:")) {
            *self.shares.entry(seat.parse().map_err(|_| "no seat")?).or_default() += 1;
        }
        self.zones.put(card, to);
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
            self.zones.put(card, &pile);
        }
        self.piles.insert(pile, cards.into_iter().map(str::to_owned).collect());
        Ok(())
    }

    fn turned(&mut self, event: &Value) -> Checked {
        let (seat, card, used) = (int(event, "seat")?, text(event, "card")?, flag(event, "used")?);
        let zone = self.zone(card)?;
        ensure(zone == format!("table:{seat}"), || format!("it is in {zone}"))?;
        let wearable = self.book.play(card) == "item" && self.title(card)["once"] != true;
        ensure(wearable, || "not an Item to be used".to_owned())?;
        if used {
            self.used.insert(card.to_owned());
            self.slots(seat)
        } else {
            self.used.remove(card);
            self.loads.remove(card);
            Ok(())
        }
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
        ensure(int(event, "round")? == (turn + self.players - 1) / self.players, || "another round".to_owned())?;
        self.hands_dealt()?;
        self.roles_are_out()?;
        self.served.clear();
        (self.kicked, self.sold_double) = (false, false);
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

    /// Checks the strength out of combat.
    fn rests(&mut self, seat: i64, said: i64) -> Checked {
        match (Sight { table: self, fight: None }).strength(seat) {
            Some(strength) => {
                self.sums.strengths_checked += 1;
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
        ensure(why != "cost" || to < from, || "a cost that pays".to_owned())?;
        ensure(why != "sale" || seat == self.active, || "sold on the turn of another".to_owned())?;
        if why == "kill" {
            ensure(seat == self.last_fight.main, || "not the main player".to_owned())?;
            let won = self.last_fight.levels(self);
            ensure(to == (from + won).min(top), || format!("the kill brings {won}"))?;
        }
        self.levels.insert(seat, to);
        Ok(())
    }

    fn won(&mut self, event: &Value) -> Checked {
        self.sums.wins += 1;
        let top = int(&self.rules, "win_level")?;
        let seats = event["seats"].as_array().ok_or("no winners")?;
        let reached = |seat: &Value| seat.as_i64().is_some_and(|seat| self.levels[&seat] == top);
        ensure(seats.iter().any(reached), || "nobody is there".to_owned())?;
        let shared = self.rules["shared_victory"] == true;
        let helps = |seat: &Value| shared && seat.as_i64() == self.last_fight.helper;
        ensure(seats.iter().all(|seat| reached(seat) || helps(seat)), || "too many winners".to_owned())?;
        self.winners = Some(event["seats"].clone());
        Ok(())
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
