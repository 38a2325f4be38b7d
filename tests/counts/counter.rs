//! Counts the events of a game as reports/README.md defines the metrics.

#![allow(unreachable_pub)]

use std::collections::BTreeMap;

use kickdoor::deck::{Deck, DeckSide, Play};
use kickdoor::game::{
    Bound, Choice, Decision, DrawWhy, Event, FightEnd, LevelWhy, Outcome, Question, RollWhy, Verb, Zone,
};
use kickdoor::ids::{CardId, MAX_SEATS, Seat};

/// Numbers by the names of their metrics.
pub type Sums = BTreeMap<String, u64>;

/// The state of a fight.
struct Fight {
    main: Seat,
    helper: Option<Seat>,
    monsters: Vec<CardId>,
    /// Monsters that cards killed in it, with the main player at that time.
    killed: Vec<(Seat, CardId)>,
}

/// Counts one game.
pub struct Counter<'d> {
    deck: &'d Deck,
    sums: Sums,
    levels: [u8; MAX_SEATS],
    /// The players with the sole lead, in sequence.
    leaders: Vec<usize>,
    fight: Option<Fight>,
    /// Treasures for which each player asked would help.
    terms: [Option<u8>; MAX_SEATS],
    last_rise: Option<LevelWhy>,
    /// The zone from which each card was last played.
    origin: BTreeMap<u16, Zone>,
    /// Whether the last answer added a monster with an enhancer.
    brought: bool,
    /// Whether the current play is in a fight for the win.
    at_stake: bool,
}

impl<'d> Counter<'d> {
    /// A counter before the first event.
    pub fn new(deck: &'d Deck) -> Self {
        Counter {
            deck,
            sums: Sums::new(),
            levels: [1; MAX_SEATS],
            leaders: Vec::new(),
            fight: None,
            terms: [None; MAX_SEATS],
            last_rise: None,
            origin: BTreeMap::new(),
            brought: false,
            at_stake: false,
        }
    }

    fn add(&mut self, name: &str, number: u64) {
        *self.sums.entry(name.to_owned()).or_default() += number;
    }

    fn when(&mut self, condition: bool, name: &str) {
        self.add(name, u64::from(condition));
    }

    /// Counts a game.
    pub fn game(mut self, events: &[Event], outcome: Outcome) -> Sums {
        let mut first = Seat(0);
        for (n, &event) in events.iter().enumerate() {
            let later = &events[n + 1..];
            match event {
                Event::Begin { first: seat } => first = seat,
                Event::TurnBegins { seat, .. } => {
                    self.add("turns", 1);
                    self.when(seat == first, "rounds");
                }
                Event::Move { card, from, to } => self.moved(card, from, to, later),
                Event::Chosen { decision, choice } => self.chosen(decision, choice),
                Event::Level { seat, to, why, .. } => self.level(seat, to, why),
                Event::Sold { bonus, .. } => self.sold(bonus, later),
                Event::Draw { why, .. } => self.drawn(why),
                _ => self.fight_or_other(event),
            }
        }
        self.leaders.dedup();
        let changes = self.leaders.len().saturating_sub(1) as u64;
        self.add("lead_changes", changes);
        let kill = self.last_rise == Some(LevelWhy::Kill);
        self.when(outcome.winners.iter().next().is_some() && kill, "won_by_kill");
        self.sums
    }

    /// Counts a moved card by its zones. The following events show what the card did.
    fn moved(&mut self, card: CardId, from: Zone, to: Zone, later: &[Event]) {
        self.when(from == Zone::Pile, "draws");
        let kind = self.deck.card(card).play;
        self.when(kind == Play::Cheat && matches!(to, Zone::Table(_)), "cheats");
        if to != Zone::Played {
            return;
        }
        self.origin.insert(card.0, from);
        let (Zone::Hand(actor) | Zone::Table(actor)) = from else { return };
        self.at_stake = self.at_stake();
        match (kind, later.first()) {
            (_, Some(&Event::Boosted { card: by, players, .. })) if by == card => self.thrown(actor, players),
            (Play::Enhancer, _) if self.deck.card(card).bonus > 0 => self.against_main(actor),
            (Play::BringMonster, _) => self.against_main(actor),
            (Play::Monster, Some(Event::MonsterJoins { by_tag: true, .. })) if !self.brought => {
                self.against_main(actor);
            }
            _ => {}
        }
    }

    fn at_stake(&self) -> bool {
        self.fight.as_ref().is_some_and(|fight| {
            let killed = fight.killed.iter().filter(|(main, _)| *main == fight.main).map(|(_, card)| card);
            let levels: u8 = fight.monsters.iter().chain(killed).map(|&card| self.deck.card(card).levels).sum();
            self.levels[fight.main.index()] + levels >= *self.deck.rules.win_level
        })
    }

    fn thrown(&mut self, actor: Seat, players: bool) {
        let fights = self.fight.as_ref().is_some_and(|fight| fight.main == actor || fight.helper == Some(actor));
        self.when(players, "one_shots_for");
        self.when(players && !fights, "one_shots_for_others");
        self.when(!players, "one_shots_against");
        if !players {
            self.against_main(actor);
        }
    }

    fn against_main(&mut self, actor: Seat) {
        let main = self.fight.as_ref().map(|fight| fight.main);
        if let Some(main) = main.filter(|&main| main != actor) {
            self.hostile(actor, main);
        }
    }

    fn hostile(&mut self, actor: Seat, victim: Seat) {
        let fight = self.fight.as_ref().filter(|fight| fight.main == victim || fight.helper == Some(victim));
        let (in_fight, betrayal) = (fight.is_some(), fight.is_some_and(|fight| fight.helper == Some(actor)));
        let short = *self.deck.rules.win_level - self.levels[victim.index()];
        let at_stake = in_fight && self.at_stake;
        self.add("hostile_plays", 1);
        self.when(at_stake, "hostile_plays_for_the_win");
        self.when(short == 1 || short == 2, "hostile_plays_near_win");
        self.when(betrayal, "betrayals");
        self.when(betrayal && at_stake, "betrayals_for_the_win");
    }

    fn chosen(&mut self, Decision { seat, question }: Decision, Choice { verb, n, .. }: Choice) {
        let name = serde_json::to_value(question).expect("a question has a name");
        let name = name.as_str().or(name["round"].as_str()).expect("text");
        self.add(&format!("decisions_{name}"), 1);
        self.add("decisions", 1);
        self.brought = question == Question::WhichMonster && verb == Verb::Join;
        match question {
            Question::Reply => {
                self.add("offers_made", 1);
                self.reply(seat, verb, n);
            }
            Question::TradeReply => self.add("trades_proposed", 1),
            Question::GiftReply => self.when(verb != Verb::Accept, "gifts_refused"),
            _ => {}
        }
    }

    fn reply(&mut self, seat: Seat, verb: Verb, n: u8) {
        match verb {
            Verb::Counter => {
                self.add("offers_countered", 1);
                self.terms[seat.index()] = Some(n);
            }
            Verb::Accept => self.add("offers_accepted", 1),
            Verb::Refuse => self.add("offers_refused", 1),
            other => panic!("{other:?} is no reply"),
        }
    }

    fn level(&mut self, seat: Seat, to: u8, why: LevelWhy) {
        let from = std::mem::replace(&mut self.levels[seat.index()], to);
        let by = u64::from(from.abs_diff(to));
        let source = match why {
            LevelWhy::Kill => "levels_from_kills",
            LevelWhy::Sale => "levels_from_sales",
            LevelWhy::Card => "levels_from_cards",
            LevelWhy::Cost => "levels_paid",
        };
        self.add(if to > from { "levels_gained" } else { "levels_lost" }, by);
        if (to > from) == (why != LevelWhy::Cost) {
            self.add(source, by);
        }
        if to > from {
            self.last_rise = Some(why);
        }
        let mut order: Vec<usize> = (0..MAX_SEATS).collect();
        order.sort_by_key(|&place| self.levels[place]);
        let [.., second, top] = order[..] else { return };
        if self.levels[top] > self.levels[second] {
            self.leaders.push(top);
        }
    }

    /// Adds the value of the sold Items, which are discarded next, and the bonus of the sale.
    fn sold(&mut self, bonus: i32, later: &[Event]) {
        let discards = later.iter().map_while(|event| match event {
            Event::Move { card, to: Zone::Discard, .. } => Some(u64::from(self.deck.card(*card).gold)),
            _ => None,
        });
        let gold = discards.sum::<u64>().saturating_add_signed(bonus.into());
        self.add("sales", 1);
        self.add("gold_sold", gold);
    }

    fn drawn(&mut self, why: DrawWhy) {
        match why {
            DrawWhy::Loot => self.add("draws_loot", 1),
            DrawWhy::Reward => self.add("draws_reward", 1),
            DrawWhy::Card => self.add("draws_card", 1),
            DrawWhy::Revival => self.add("draws_revival", 1),
            DrawWhy::Deal | DrawWhy::Listen | DrawWhy::Kick => {}
        }
    }

    fn fight_or_other(&mut self, event: Event) {
        match event {
            Event::FightBegins { seat, card } => {
                let sought = matches!(self.origin.get(&card.0), Some(Zone::Hand(_)));
                self.add("fights", 1);
                self.when(sought, "trouble_sought");
                self.fight = Some(Fight { main: seat, helper: None, monsters: vec![card], killed: Vec::new() });
            }
            Event::FightEnds { how, .. } => self.fight_ends(how),
            Event::MonsterJoins { card, twin, by_tag, .. } => {
                self.add(
                    if twin {
                        "twins"
                    } else if by_tag {
                        "joins_by_tag"
                    } else {
                        "wandering_monsters"
                    },
                    1,
                );
                self.fight.as_mut().expect("a fight").monsters.push(card);
            }
            Event::MonsterLeaves { card, killed, .. } => {
                self.add("monsters_removed", 1);
                let fight = self.fight.as_mut().expect("a fight");
                let place = fight.monsters.iter().position(|&other| other == card).expect("a monster of the fight");
                let monster = fight.monsters.remove(place);
                fight.killed.extend(killed.then_some((fight.main, monster)));
            }
            Event::HelpAsked { treasures, .. } => {
                self.add("help_asked", 1);
                self.terms = [Some(treasures); MAX_SEATS];
            }
            Event::HelpAgreed { helper, .. } => {
                self.add("help_deals", 1);
                self.add("treasures_promised", u64::from(self.terms[helper.index()].expect("an offer")));
                self.fight.as_mut().expect("a fight").helper = Some(helper);
            }
            Event::HelpCompelled { helper, .. } => {
                self.fight.as_mut().expect("a fight").helper = Some(helper);
            }
            Event::TakenOver { seat } => self.fight.as_mut().expect("a fight").main = seat,
            Event::HelperLeaves { .. } => {
                self.add("helpers_lost", 1);
                if let Some(fight) = &mut self.fight {
                    fight.helper = None;
                }
            }
            Event::CurseLands { card, victim, actor, .. } => self.curse(card, victim, actor),
            _ => self.other(event),
        }
    }

    fn fight_ends(&mut self, how: FightEnd) {
        let helped = self.fight.take().expect("a fight").helper.is_some();
        let name = match how {
            FightEnd::Killed => "fights_won",
            FightEnd::Emptied | FightEnd::Avoided => "fights_emptied",
            FightEnd::Lost => "fights_lost",
            FightEnd::Died => "fights_died",
        };
        self.add(name, 1);
        self.when(helped, "fights_helped");
        self.when(helped && how == FightEnd::Killed, "helped_fights_won");
    }

    fn curse(&mut self, card: CardId, victim: Seat, actor: Seat) {
        let from_hand = matches!(self.origin.get(&card.0), Some(Zone::Hand(_)));
        self.add("curses", 1);
        self.add(if from_hand { "curses_from_hand" } else { "curses_from_door" }, 1);
        self.when(from_hand && actor == victim, "curses_on_oneself");
        if actor != victim {
            self.hostile(actor, victim);
        }
    }

    fn other(&mut self, event: Event) {
        let name = match event {
            Event::Died { .. } => "deaths",
            Event::Revived { .. } => "revivals",
            Event::Enhanced { .. } | Event::Armed { .. } => "enhancers",
            Event::CurseFails { .. } => "curses_cancelled",
            Event::Used { .. } => "uses",
            Event::Turned { .. } => "items_turned",
            Event::Traded { .. } => "trades",
            Event::Given { .. } => "gifts",
            Event::NotPursued { .. } => "not_pursued",
            Event::Charity { to: Some(_), .. } => "charity_given",
            Event::Charity { to: None, .. } => "charity_discarded",
            Event::Reshuffle { side: DeckSide::Door, .. } => "reshuffles_door",
            Event::Reshuffle { side: DeckSide::Treasure, .. } => "reshuffles_treasure",
            Event::Unfinished { bound } => {
                self.when(bound == Bound::Turns, "unfinished_turns");
                self.when(bound == Bound::Steps, "unfinished_steps");
                self.when(bound == Bound::Depth, "unfinished_depth");
                "unfinished"
            }
            Event::Won { seats } if seats.len() > 1 => "shared_wins",
            Event::Roll { why, .. } => {
                self.when(why == RollWhy::Flee, "flee_rolls");
                "rolls"
            }
            Event::Fled { escaped, .. } => {
                self.when(escaped, "escapes");
                "flights"
            }
            _ => return,
        };
        self.add(name, 1);
    }
}
