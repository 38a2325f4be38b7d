//! `Dealer`: deals random positions that the rules allow. It knows the limits from the printed figures of the cards.

use kickdoor::deck::Deck;
use kickdoor::deck::Play;
use kickdoor::deck::Slot;
use kickdoor::deck::compiled::Grants;
use kickdoor::deck::language::{AtDeath, DeckSide, FightRule, Gender};
use kickdoor::game::{Character, Encounter, Keys, MAX_FOES, Offer, Situation, Start};
use kickdoor::ids::{CardId, CardSet, Seat};

use crate::random_decks::writer::Dice;

/// The points at which play begins, the more interesting ones several times.
const STARTS: [Start; 13] = [
    Start::Setup,
    Start::Opening,
    Start::Turn,
    Start::Turn,
    Start::Kick,
    Start::Kick,
    Start::AfterDoor,
    Start::BeforeCharity,
    Start::Charity,
    Start::Combat,
    Start::Combat,
    Start::Combat,
    Start::Combat,
];

/// Deals the cards of a deck.
pub(crate) struct Dealer<'d> {
    deck: &'d Deck,
    dice: Dice,
    /// The cards that are not placed yet.
    left: CardSet,
}

impl<'d> Dealer<'d> {
    /// The position with this number.
    pub(crate) fn deal(deck: &'d Deck, number: u64) -> Situation {
        let mut dealer = Dealer { deck, dice: Dice(number), left: deck.masks.all };
        dealer.situation(number)
    }

    fn chance(&mut self, percent: u64) -> bool {
        self.dice.below(100) < percent
    }

    fn situation(&mut self, number: u64) -> Situation {
        let deck = self.deck;
        let start = *self.dice.pick(&STARTS);
        let players = deck.players.min + self.dice.below(u64::from(deck.players.max - deck.players.min + 1)) as u8;
        let active = Seat(self.dice.below(players.into()) as u8);
        let active = if start == Start::Setup { Seat(0) } else { active };
        let fight = if start == Start::Combat { self.encounter(active, players) } else { Encounter::default() };
        let busy = |seat: u8| seat == active.0 && start != Start::Turn || fight.helper == Some(Seat(seat));
        let characters = (0..players).map(|seat| self.character(start, busy(seat))).collect();
        let discards = [DeckSide::Door, DeckSide::Treasure].map(|side| self.some(deck.masks.back(side), 20));
        let piles = [DeckSide::Door, DeckSide::Treasure].map(|side| self.some(deck.masks.back(side), 3));
        Situation { keys: Keys::of_block(number, 0), start, active, characters, piles, discards, fight }
    }

    /// A random card of these that is not placed yet.
    fn card(&mut self, cards: CardSet) -> Option<CardId> {
        let cards = cards & self.left;
        if cards.is_empty() {
            return None;
        }
        let card = cards.nth(self.dice.below(cards.len() as u64) as usize)?;
        self.left.remove(card);
        Some(card)
    }

    /// Fewer than `most` random cards of these.
    fn some(&mut self, cards: CardSet, most: u64) -> Vec<CardId> {
        (0..self.dice.below(most)).filter_map(|_| self.card(cards)).collect()
    }

    /// A fight with monsters, enhancers and a helper, and no promise yet.
    fn encounter(&mut self, main: Seat, players: u8) -> Encounter {
        let masks = &self.deck.masks;
        let most = if self.chance(80) { 3 } else { MAX_FOES as u64 };
        let monsters = (0..=self.dice.below(most)).filter_map(|_| self.card(masks.monsters));
        let mut monsters: Vec<(CardId, Vec<CardId>)> = monsters.map(|card| (card, Vec::new())).collect();
        for enhancer in self.some(masks.enhancers, 4) {
            let place = self.dice.below(monsters.len() as u64) as usize;
            monsters[place].1.push(enhancer);
        }
        let alone = monsters.iter().any(|(monster, _)| self.deck.card(*monster).fight.contains(FightRule::NoHelp));
        let helper = Seat((main.0 + 1 + self.dice.below(u64::from(players - 1)) as u8) % players);
        let helper = Some(helper).filter(|_| !alone && self.chance(45));
        let offer = Offer { treasures: 0, helper_first: helper.is_some() && self.chance(50) };
        Encounter { monsters, helper, offer }
    }

    /// A player. One who is `busy` is alive.
    fn character(&mut self, start: Start, busy: bool) -> Character {
        let top = u64::from(self.deck.rules.win_level) - 1;
        let gender = if self.chance(50) { Gender::Female } else { Gender::Male };
        let mut one = Character {
            level: 1,
            alive: true,
            gender: Gender::Male,
            awaits_deal: false,
            hand: Vec::new(),
            known: Vec::new(),
            worn: Vec::new(),
            cheated: Vec::new(),
            in_play: Vec::new(),
        };
        if start == Start::Setup {
            return one;
        }
        one.gender = gender;
        let role = self.card(self.deck.masks.roles);
        one.in_play.extend(role);
        if start == Start::Opening {
            one.hand = self.some(self.in_piles(), 9);
            return one;
        }
        one.level = 1 + self.dice.below(top) as u8;
        one.alive = busy || self.chance(93);
        one.awaits_deal = !one.alive;
        self.identities(&mut one);
        self.powers(&mut one);
        self.curses(&mut one);
        if one.alive {
            self.equipment(&mut one);
            let plays = self.deck.masks.combat_plays | self.deck.masks.any_time_plays | self.deck.masks.traits;
            one.hand = [self.some(plays, 6), self.some(self.in_piles(), 6)].concat();
            one.known = one.hand.iter().copied().filter(|_| self.chance(15)).collect();
        }
        one
    }

    fn in_piles(&self) -> CardSet {
        self.deck.masks.door | self.deck.masks.treasure
    }

    /// Whether a character keeps a card at death, or is alive.
    fn stays(&self, card: CardId, one: &Character) -> bool {
        one.alive || self.deck.title(card).spec.kind.at_death == AtDeath::Kept
    }

    /// Identities, companions and other cards of slots, up to the limits of the slots.
    fn identities(&mut self, one: &mut Character) {
        let deck = self.deck;
        for group in &deck.groups {
            let mut room = usize::from(group.limit);
            let mut held: Vec<CardId> = Vec::new();
            while held.len() < room && self.chance(if held.is_empty() { 60 } else { 40 }) {
                let akin = |card: CardId| deck.akin[usize::from(deck.card(card).trait_place)];
                let same = held.iter().fold(CardSet::EMPTY, |all, card| all | akin(*card));
                let Some(card) = self.card(group.cards.without(same)).filter(|card| self.stays(*card, one)) else {
                    break;
                };
                held.push(card);
                room += if group.wideners.contains(card) { usize::from(deck.card(card).room) } else { 0 };
                if held.len() == 1 && *deck.rules.max_multi > 1 && self.chance(30) {
                    let multi = self.card(group.rooms).filter(|card| self.stays(*card, one));
                    room += if multi.is_some() { usize::from(deck.rules.max_multi) - 1 } else { 0 };
                    one.in_play.extend(multi);
                }
            }
            one.in_play.extend(held);
        }
    }

    /// Powers whose Ranks add up to at most the Level.
    fn powers(&mut self, one: &mut Character) {
        let deck = self.deck;
        let mut ranks = 0;
        let mut same = CardSet::EMPTY;
        while self.chance(50) {
            let Some(card) = self.card(deck.masks.powers.without(same)).filter(|card| self.stays(*card, one)) else {
                return;
            };
            ranks += deck.card(card).rank;
            if ranks > one.level {
                return;
            }
            if !deck.rules.duplicate_powers {
                same |= deck.akin[usize::from(deck.card(card).trait_place)];
            }
            one.in_play.push(card);
        }
    }

    fn curses(&mut self, one: &mut Character) {
        let deck = self.deck;
        let lasting = (deck.masks.curses & self.left).iter().filter(|card| deck.card(*card).lasts.is_some()).collect();
        if self.chance(30) {
            let curses = self.some(lasting, 3);
            one.in_play.extend(curses);
        }
    }

    /// Items in use within the slots, hands and Big Items of the character, Items that are cheated, and Items carried.
    fn equipment(&mut self, one: &mut Character) {
        let deck = self.deck;
        let grants = |card: &CardId| deck.card(*card).grants;
        // A Curse may not count at first, so only what it takes is certain to hold.
        let sure = |card: &CardId, change: i8| if deck.masks.curses.contains(*card) { change.min(0) } else { change };
        let sum = |change: fn(Grants) -> i8| {
            one.in_play.iter().map(|card| i16::from(sure(card, change(grants(card))))).sum::<i16>()
        };
        let mut hands = 2 + sum(|grants| grants.extra_hands);
        let unlimited = *deck.rules.big_limit == 0;
        let mut limit =
            if unlimited { i16::MAX } else { i16::from(deck.rules.big_limit) + sum(|grants| grants.extra_big) };
        let (mut in_hand, mut big, mut slots) = (0, 0, [false; 3]);
        for _ in 0..self.dice.below(9) {
            let Some(item) = self.card(deck.masks.items) else { return };
            let info = deck.card(item);
            if info.big && big >= limit {
                continue;
            }
            big += i16::from(info.big);
            let [fewer_hands, fewer_big] =
                [info.grants.extra_hands, info.grants.extra_big].map(|change| i16::from(change.min(0)));
            let fits =
                in_hand + i16::from(info.hands) <= hands + fewer_hands && (unlimited || big <= limit + fewer_big);
            let free = match info.slot {
                _ if info.once => false,
                None => true,
                Some(Slot::Hand) => true,
                Some(slot) => !slots[slot as usize],
            };
            if free && fits && self.chance(80) {
                in_hand += i16::from(info.hands);
                hands += fewer_hands;
                limit = if unlimited { limit } else { limit + fewer_big };
                if let Some(slot) = info.slot.filter(|slot| *slot != Slot::Hand) {
                    slots[slot as usize] = true;
                }
                one.worn.push(item);
            } else {
                one.in_play.push(item);
            }
        }
        if self.chance(15)
            && let Some(cheat) = self.card(deck.masks.cheats)
            && let Some(item) = self.card(deck.masks.wearables)
            && deck.card(item).grants == Grants::default()
        {
            one.in_play.push(cheat);
            one.cheated.push(item);
        }
    }
}

/// The place of a position in words, for counts: its start, and what is special about it.
pub(crate) fn features(deck: &Deck, situation: &Situation) -> Vec<&'static str> {
    let placed: CardSet = situation.characters.iter().flat_map(|one| &one.in_play).copied().collect();
    let any = |play: Play| placed.iter().any(|card| deck.card(card).play == play);
    let companion = |card: CardId| deck.title(card).spec.kind.is_companion();
    let found = [
        ("fight", situation.start == Start::Combat),
        ("several monsters", situation.fight.monsters.len() > 1),
        ("enhancer", situation.fight.monsters.iter().any(|(_, enhancers)| !enhancers.is_empty())),
        ("helper", situation.fight.helper.is_some()),
        ("promise", situation.fight.offer.treasures > 0),
        ("cheat", any(Play::Cheat)),
        ("lasting Curse", any(Play::Curse)),
        ("identity", any(Play::Slot)),
        ("companion", placed.iter().any(companion)),
        ("room", any(Play::Room)),
        ("power", any(Play::Rank)),
        ("role", any(Play::Role)),
        ("dead", situation.characters.iter().any(|one| !one.alive)),
        ("worn", situation.characters.iter().any(|one| !one.worn.is_empty())),
    ];
    found.into_iter().filter(|(_, holds)| *holds).map(|(name, _)| name).collect()
}
