//! The state of a game: a plain value of fixed size, copied by a memory copy.

use serde::Serialize;

use super::event::Zone;
use super::fight::Fight;
use super::frame::Agenda;
use super::keys::Keys;
use super::order::Order;
use super::spent::Spent;
use crate::deck::DeckSide;
use crate::deck::compiled::Grants;
use crate::ids::{BySeat, CardId, CardSet, MAX_SEATS, Seat, SeatSet};

/// A game in progress: cards, levels, the fight and what is to be done next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    /// Cards in hand; of a dead player those of the body that nobody has taken yet.
    pub(super) hands: BySeat<CardSet<W>>,
    pub(super) tables: BySeat<CardSet<W>>,
    /// Items in use, of all players.
    pub(super) used: CardSet<W>,
    /// Items that break the limits by a Cheat.
    pub(super) cheated: CardSet<W>,
    /// Cards in play whose figures count at present.
    pub(super) active_cards: CardSet<W>,
    /// Items that each player may not use for the traits it has or lacks (item-10; `Rights::others` are not among them), and
    /// identities, multi-identity cards and powers that have no place beside its cards in play.
    pub(super) barred: BySeat<CardSet<W>>,
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
    /// Those who are dealt a new hand at the start of their own next turn.
    pub(super) awaiting_deal: SeatSet,
    pub(super) first: Seat,
    pub(super) active: Seat,
    pub(super) turn: u16,
    pub(super) actions: u16,
    /// Steps of this turn.
    pub(super) steps: u32,
    /// A monster was met this turn.
    pub(super) met: bool,
    /// The Curse that is about to take effect, and whom it threatens.
    pub(super) landing: Option<(CardId, Seat)>,
    pub(super) curse_cancelled: bool,
    /// Seats whose cards in play may have come to exceed a limit.
    pub(super) unsettled: SeatSet,
    /// How often each player's cards in play or character changed.
    pub(super) changes: BySeat<u32>,
    pub(super) spent: Spent<W>,
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
    /// Cards in hand.
    pub held: u8,
    /// Strength from Items in use, without conditional modifiers.
    pub items: i16,
    /// Strength from everything else but Level.
    pub others: i16,
    /// Strength by modifiers of other cards than Items that depend on nothing but the own traits, powers and Curses.
    pub modifiers: i16,
    /// Level.
    pub level: u8,
    /// Rolls to run away, without conditional modifiers.
    pub flee: i16,
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
    /// Trades and gifts offered this turn.
    pub trades: u8,
}

impl SeatState {
    /// Forgets what the cards in play give; Level and the rest stay.
    pub(super) fn clear_sums(&mut self) {
        let SeatState { held, level, flee_extra, trades, .. } = *self;
        *self = SeatState { held, level, flee_extra, trades, ..SeatState::default() };
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The winners; empty if the game is unfinished.
    pub winners: SeatSet,
    /// Turns played.
    pub turns: u16,
    /// The bound that stopped an unfinished game.
    pub bound: Option<Bound>,
}

/// A bound that stops a game which does not end by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
pub enum Bound {
    /// The rule `max_turns`: turns of a game.
    #[error("the most turns of a game, `max_turns`")]
    Turns,
    /// The rule `max_steps`: steps of one turn, which are plays, answers and parts of effects.
    #[error("the most steps of a turn, `max_steps`")]
    Steps,
    /// Steps that wait for others to be done first.
    #[error("the most steps that may wait for one another")]
    Depth,
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

    /// A player's cards, in hand and in play.
    #[inline]
    pub(super) fn cards_of(&self, seat: Seat) -> CardSet<W> {
        self.hands[seat] | self.tables[seat]
    }

    /// A player's cards in play or character changed.
    #[inline]
    pub(super) fn note_change(&mut self, seat: Seat) {
        self.changes[seat] = self.changes[seat].wrapping_add(1);
    }

    /// The fight, if one is running.
    #[inline]
    pub fn fight(&self) -> Option<&Fight> {
        self.fight.running.then_some(&self.fight)
    }

    /// Whether this player belongs to the fight, as main player or helper, until everything of it is discarded.
    #[inline]
    pub fn in_fight(&self, seat: Seat) -> bool {
        self.fight.running & ((self.fight.main == seat) | (self.fight.helper == Some(seat)))
    }

    /// combat-18: whether this player is bound by a fight: it is not won yet, or the player has still to run.
    #[inline]
    pub fn fighting(&self, seat: Seat) -> bool {
        !self.fight.won & self.in_fight(seat)
    }

    /// A player's hand.
    pub fn hand(&self, seat: Seat) -> CardSet<W> {
        if self.alive(seat) { self.hands[seat] } else { CardSet::EMPTY }
    }

    /// What nobody has taken yet of a dead player's body.
    pub fn body(&self, seat: Seat) -> CardSet<W> {
        if self.alive(seat) { CardSet::EMPTY } else { self.hands[seat] }
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

    /// Cards played and not yet discarded: monsters of the fight, cards played into it, a card taking effect.
    pub fn played(&self) -> CardSet<W> {
        self.played
    }

    /// Treasures laid out for all to see, being shared out.
    pub fn open(&self) -> CardSet<W> {
        self.open
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
    pub fn pile_cards(&self, side: DeckSide) -> impl Iterator<Item = CardId> + Clone + '_ {
        (self.next[side as usize]..self.bounds[side as usize + 1]).map(|place| self.at(place))
    }

    /// Puts a card at a place of the stored order.
    #[inline]
    pub(super) fn put_at(&mut self, place: u16, card: CardId) {
        self.order.put(place, card);
    }

    /// Who has a card in hand or in play.
    #[inline]
    fn holders(&self, card: CardId) -> SeatSet {
        let bits = (0..MAX_SEATS as u8).map(Seat).fold(0, |bits, seat| {
            let holds = self.hands[seat].contains(card) | self.tables[seat].contains(card);
            bits | u8::from(holds) << seat.0
        });
        SeatSet::from_bits(bits)
    }

    /// Where a card is.
    pub fn zone(&self, card: CardId) -> Zone {
        let holders = self.holders(card);
        if let Some(seat) = holders.iter().next() {
            return match self.hands[seat].contains(card) {
                true if self.alive(seat) => Zone::Hand(seat),
                true => Zone::Body(seat),
                false => Zone::Table(seat),
            };
        }
        match card {
            _ if self.discard.contains(card) => Zone::Discard,
            _ if self.played.contains(card) => Zone::Played,
            _ if self.open.contains(card) => Zone::Open,
            _ => Zone::Pile,
        }
    }
}
