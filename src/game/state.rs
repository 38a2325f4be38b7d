//! The state of a game: a plain value of fixed size, copied by a memory copy.

use super::event::Zone;
use super::frame::Agenda;
use super::keys::Keys;
use super::order::Order;
use crate::deck::DeckSide;
use crate::deck::compiled::{FightRules, Grants};
use crate::ids::{BySeat, CardId, CardSet, Seat, SeatSet};

/// Most monsters in one fight; when it is full, nothing more can join.
pub const MOST_FOES: usize = 8;

/// A game in progress: cards, levels, the fight and what is to be done next.
#[derive(Clone, Copy, Debug)]
pub struct Game<const W: usize> {
    pub(super) keys: Keys,
    /// Both decks in order, Doors before Treasures: in the region of each, its discards from the front (oldest
    /// first) and its draw pile at the end (top first).
    pub(super) order: Order<W>,
    /// Where the regions begin, and where the last one ends.
    pub(super) bounds: [u16; 3],
    /// Where the draw piles begin.
    pub(super) next: [u16; 2],
    /// How many cards the discard piles hold.
    pub(super) discarded: [u16; 2],
    pub(super) discard: CardSet<W>,
    pub(super) hands: BySeat<CardSet<W>>,
    pub(super) tables: BySeat<CardSet<W>>,
    /// Items in use, of all players.
    pub(super) used: CardSet<W>,
    /// Items that break the limits by a Cheat.
    pub(super) cheated: CardSet<W>,
    /// Cards in play whose figures count at present.
    pub(super) active_cards: CardSet<W>,
    /// Hand cards that everybody knows.
    pub(super) known: CardSet<W>,
    /// Hand cards received just now.
    pub(super) fresh: CardSet<W>,
    pub(super) played: CardSet<W>,
    pub(super) open: CardSet<W>,
    /// Cards picked for a sale or trade that is being put together.
    pub(super) picked: CardSet<W>,
    /// Items and hand cards promised to the helper.
    pub(super) promised: CardSet<W>,
    pub(super) seats: BySeat<SeatState>,
    pub(super) fight: Fight,
    pub(super) agenda: Agenda,
    pub(super) players: u8,
    pub(super) living: SeatSet,
    pub(super) first: Seat,
    pub(super) active: Seat,
    pub(super) turn: u16,
    pub(super) actions: u16,
    /// A monster was met this turn.
    pub(super) met: bool,
    /// The Curse that is about to take effect, and whom it threatens.
    pub(super) landing: Option<(CardId, Seat)>,
    pub(super) curse_cancelled: bool,
    /// Seats whose cards in play may have come to exceed a limit.
    pub(super) unsettled: SeatSet,
    pub(super) spent: Spent,
    pub(super) shares: BySeat<u8>,
    /// Value of the Items in hand and in play, in Gold Pieces.
    pub(super) gold: BySeat<u32>,
    pub(super) outcome: Option<Outcome>,
}

/// One player's character and the sums over its cards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SeatState {
    /// Traits of identities and powers in play.
    pub traits: u64,
    /// Rights and burdens.
    pub grants: Grants,
    /// Strength from Items in use, without conditional modifiers.
    pub items: i16,
    /// Strength from everything else but Level.
    pub others: i16,
    /// Level.
    pub level: u8,
    /// Rolls to run away, without conditional modifiers.
    pub flee: i8,
    /// Extra for this fight's rolls.
    pub flee_extra: i8,
    /// Hands in use.
    pub hands: u8,
    /// Slots in use, one bit each.
    pub slots: u8,
    /// Big Items carried.
    pub big: u8,
    /// Ranks of powers in play, added up.
    pub ranks: u8,
    /// Is dealt a new hand at the start of the own next turn.
    pub awaits_deal: bool,
    /// Trades and gifts offered this turn.
    pub trades: u8,
}

impl SeatState {
    /// Forgets what the cards in play give; Level and the rest stay.
    pub(super) fn clear_sums(&mut self) {
        let SeatState { level, flee_extra, awaits_deal, trades, .. } = *self;
        *self = SeatState { level, flee_extra, awaits_deal, trades, ..SeatState::default() };
    }
}

/// One monster of a fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Foe {
    /// The monster.
    pub card: CardId,
    /// The card that made it a twin of another, or `CardId::NONE`.
    pub twin_by: CardId,
    /// Enhancers' strength.
    pub bonus: i16,
    /// Enhancers' Treasures.
    pub treasures: i8,
    /// Tags, with those that enhancers gave.
    pub tags: u16,
}

/// The terms of an offer of help.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Offer {
    /// Treasures for the helper.
    pub treasures: u8,
    /// The helper picks first.
    pub helper_first: bool,
}

/// What a seat said to an offer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reply {
    /// Not asked, or not yet.
    #[default]
    None,
    /// No.
    Refused,
    /// Yes, for so many Treasures.
    Agreed(u8),
}

/// The fight, if one is running, and what is left to settle of the last one.
#[derive(Clone, Copy, Debug)]
pub struct Fight {
    pub(super) foes: [Foe; MOST_FOES],
    pub(super) foe_count: u8,
    /// A fight is running, its flight included.
    pub(super) running: bool,
    /// It has been lost and the players run.
    pub(super) fleeing: bool,
    /// It has been won; what is left to do binds nobody.
    pub(super) won: bool,
    pub(super) main: Seat,
    pub(super) helper: Option<Seat>,
    pub(super) rules: FightRules,
    /// Strength for the players from one-shots, from elsewhere, and for the monsters.
    pub(super) boosts: [i16; 3],
    /// Treasures of monsters that were removed.
    pub(super) treasures: u8,
    pub(super) offer: Offer,
    pub(super) replies: BySeat<Reply>,
    /// Times help was asked since the totals last changed.
    pub(super) asks: u8,
    /// The die for running away, 0 before the roll.
    pub(super) die: u8,
    /// Who is running at present, and from which foe.
    pub(super) runner: Option<(Seat, u8)>,
    /// The present roll is not needed.
    pub(super) escape: bool,
    /// Runners who got away from everything.
    pub(super) away: SeatSet,
    /// Players' and monsters' totals, while they are known to stand.
    pub(super) totals: Option<(i16, i16)>,
}

impl Default for Fight {
    fn default() -> Self {
        let foe = Foe { card: CardId::NONE, twin_by: CardId::NONE, bonus: 0, treasures: 0, tags: 0 };
        Fight {
            foes: [foe; MOST_FOES],
            foe_count: 0,
            running: false,
            fleeing: false,
            won: false,
            main: Seat(0),
            helper: None,
            rules: FightRules::default(),
            boosts: [0; 3],
            treasures: 0,
            offer: Offer::default(),
            replies: BySeat::default(),
            asks: 0,
            die: 0,
            runner: None,
            escape: false,
            away: SeatSet::EMPTY,
            totals: None,
        }
    }
}

impl Fight {
    /// The monsters.
    #[inline]
    pub fn foes(&self) -> &[Foe] {
        &self.foes[..usize::from(self.foe_count)]
    }

    /// Whose fight it is.
    pub fn main(&self) -> Seat {
        self.main
    }

    /// Who helps.
    pub fn helper(&self) -> Option<Seat> {
        self.helper
    }

    /// Whether it has been lost and the players run.
    pub fn fleeing(&self) -> bool {
        self.fleeing
    }

    /// How it must be fought.
    pub fn rules(&self) -> FightRules {
        self.rules
    }

    /// The offer on the table, or the deal that was made.
    pub fn offer(&self) -> Offer {
        self.offer
    }

    /// Times help was asked since the totals last changed.
    pub fn asks(&self) -> u8 {
        self.asks
    }

    /// Treasures for which a seat agreed to help, if it did.
    pub fn asked_for(&self, seat: Seat) -> Option<u8> {
        match self.replies[seat] {
            Reply::Agreed(treasures) => Some(treasures),
            _ => None,
        }
    }

    /// The die for running away, 0 before the roll.
    pub fn die(&self) -> u8 {
        self.die
    }

    /// Who is running at present, and from which place.
    pub fn runner(&self) -> Option<(Seat, u8)> {
        self.runner
    }

    /// Main player and helper.
    #[inline]
    pub fn fighters(&self) -> SeatSet {
        let mut seats = SeatSet::one(self.main);
        if let Some(helper) = self.helper {
            seats.insert(helper);
        }
        seats
    }

    /// Whether another monster can join.
    #[inline]
    pub fn has_room(&self) -> bool {
        usize::from(self.foe_count) < MOST_FOES
    }

    /// Tags of all its monsters.
    #[inline]
    pub fn tags(&self) -> u16 {
        self.foes().iter().fold(0, |tags, foe| tags | foe.tags)
    }
}

const MOST_SPENT: usize = 8;

/// How often limited uses were chosen, in this combat and, apart from it, in this turn.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Spent {
    len: u8,
    uses: [Tally; MOST_SPENT],
}

/// One use of one card, in combat or out of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Tally {
    card: u16,
    /// Number of the use, with a bit for in combat.
    n: u8,
    count: u8,
}

impl Tally {
    const IN_COMBAT: u8 = 0x80;

    fn of(card: CardId, n: u8, in_combat: bool) -> Tally {
        Tally { card: card.0, n: if in_combat { n | Self::IN_COMBAT } else { n }, count: 1 }
    }
}

impl Spent {
    /// How often this use was chosen; a full list counts as often enough.
    pub(super) fn count(&self, card: CardId, n: u8, in_combat: bool) -> u8 {
        let full = usize::from(self.len) == MOST_SPENT;
        let place = self.find(Tally::of(card, n, in_combat));
        place.map_or(if full { u8::MAX } else { 0 }, |place| self.uses[place].count)
    }

    /// Notes one more.
    pub(super) fn note(&mut self, card: CardId, n: u8, in_combat: bool) {
        let len = usize::from(self.len);
        let tally = Tally::of(card, n, in_combat);
        match self.find(tally) {
            Some(place) => self.uses[place].count = self.uses[place].count.saturating_add(1),
            None if len < MOST_SPENT => {
                self.uses[len] = tally;
                self.len += 1;
            }
            None => {}
        }
    }

    /// A combat is over: what was used in it may be used again.
    pub(super) fn end_combat(&mut self) {
        let mut kept = Spent::default();
        for tally in self.uses[..usize::from(self.len)].iter().filter(|tally| tally.n & Tally::IN_COMBAT == 0) {
            kept.uses[usize::from(kept.len)] = *tally;
            kept.len += 1;
        }
        *self = kept;
    }

    fn find(&self, tally: Tally) -> Option<usize> {
        let uses = &self.uses[..usize::from(self.len)];
        uses.iter().position(|used| (used.card, used.n) == (tally.card, tally.n))
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The winners; empty if the game is unfinished.
    pub winners: SeatSet,
    /// Turns played.
    pub turns: u16,
}

impl<const W: usize> Game<W> {
    /// How many play.
    pub fn players(&self) -> u8 {
        self.players
    }

    /// How it ended, once it has.
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// The first player of the game.
    pub fn first(&self) -> Seat {
        self.first
    }

    /// Whose turn it is.
    pub fn active(&self) -> Seat {
        self.active
    }

    /// The turn's number, from 1.
    pub fn turn(&self) -> u16 {
        self.turn
    }

    /// A player's character.
    #[inline]
    pub fn seat(&self, seat: Seat) -> &SeatState {
        &self.seats[seat]
    }

    /// A player's Level.
    #[inline]
    pub fn level(&self, seat: Seat) -> i16 {
        i16::from(self.seats[seat].level)
    }

    /// All seats from `start` to the left.
    #[inline]
    pub fn seats_from(&self, start: Seat) -> impl Iterator<Item = Seat> + use<W> {
        let players = self.players;
        (0..players).map(move |k| Seat((start.0 + k) % players))
    }

    /// Living players.
    #[inline]
    pub fn living(&self) -> SeatSet {
        self.living
    }

    /// Whether a player's character is not dead.
    #[inline]
    pub fn alive(&self, seat: Seat) -> bool {
        self.living.contains(seat)
    }

    /// The fight, if one is running.
    #[inline]
    pub fn fight(&self) -> Option<&Fight> {
        self.fight.running.then_some(&self.fight)
    }

    /// Whether this player belongs to the fight, as main player or helper, until everything of it is discarded.
    #[inline]
    pub fn in_fight(&self, seat: Seat) -> bool {
        self.fight.running && (self.fight.main == seat || self.fight.helper == Some(seat))
    }

    /// combat-18: whether this player is bound by a fight: it is not won yet, or the player has still to run.
    #[inline]
    pub fn fighting(&self, seat: Seat) -> bool {
        !self.fight.won && self.in_fight(seat)
    }

    /// A player's hand.
    pub fn hand(&self, seat: Seat) -> CardSet<W> {
        self.hands[seat]
    }

    /// A player's cards in play.
    pub fn table(&self, seat: Seat) -> CardSet<W> {
        self.tables[seat]
    }

    /// Items in use, of all players.
    pub fn used(&self) -> CardSet<W> {
        self.used
    }

    /// Items that break the limits of use by a Cheat.
    pub fn cheated(&self) -> CardSet<W> {
        self.cheated
    }

    /// Cards left in a draw pile.
    pub fn pile(&self, side: DeckSide) -> u16 {
        self.bounds[side as usize + 1] - self.next[side as usize]
    }

    /// All discarded cards.
    pub fn discards(&self) -> CardSet<W> {
        self.discard
    }

    /// The card on top of a discard pile.
    pub fn discard_top(&self, side: DeckSide) -> Option<CardId> {
        let side = side as usize;
        let top = self.discarded[side].checked_sub(1)?;
        Some(self.at(self.bounds[side] + top))
    }

    /// Whom the Curse threatens that is about to take effect.
    pub fn victim(&self) -> Option<Seat> {
        self.landing.map(|(_, victim)| victim)
    }

    /// The agenda, for those who look inside.
    pub fn agenda(&self) -> &Agenda {
        &self.agenda
    }

    /// The card at a place of the stored order.
    #[inline]
    pub(super) fn at(&self, place: u16) -> CardId {
        self.order.at(place)
    }

    /// The cards left in a draw pile, top first.
    pub fn pile_cards(&self, side: DeckSide) -> impl Iterator<Item = CardId> + '_ {
        (self.next[side as usize]..self.bounds[side as usize + 1]).map(|place| self.at(place))
    }

    /// Puts a card at a place of the stored order.
    #[inline]
    pub(super) fn put_at(&mut self, place: u16, card: CardId) {
        self.order.put(place, card);
    }

    /// Where a card is.
    pub fn zone(&self, card: CardId) -> Zone {
        for seat in (0..self.players).map(Seat) {
            if self.hands[seat].contains(card) {
                return Zone::Hand(seat);
            }
            if self.tables[seat].contains(card) {
                return Zone::Table(seat);
            }
        }
        match card {
            _ if self.discard.contains(card) => Zone::Discard,
            _ if self.played.contains(card) => Zone::Played,
            _ if self.open.contains(card) => Zone::Open,
            _ => Zone::Pile,
        }
    }
}
