//! The state of a game: a plain value of fixed size, copied by a memory copy.

use serde::{Deserialize, Serialize};

use crate::deck::DeckSide;
use crate::deck::compiled::{Deck, Grants, Traits};
use crate::deck::language::rules::CarriedItems;
use crate::deck::language::{Gender, Which};
use crate::game::state::agenda::Agenda;
use crate::game::state::bound::Bound;
use crate::game::state::fight::Fight;
use crate::game::state::loads::Loads;
use crate::game::state::offers::Offers;
use crate::game::state::order::PileOrder;
use crate::game::state::spent::Spent;
use crate::game::state::turn_marks::TurnMarks;
use crate::game::state::zone::Zone;
use crate::ids::{BySeat, CardId, CardSet, MAX_SEATS, Seat, SeatSet, WIDEST};
use crate::random::Keys;

/// A game in progress: cards, levels, the fight and the agenda.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Game<const W: usize = WIDEST> {
    pub(in crate::game) keys: Keys,
    /// Both decks in order, Doors before Treasures. The region of each deck has its discards at the front (oldest first) and its
    /// draw pile at the end (top first).
    pub(in crate::game) order: PileOrder<W>,
    /// The end of each region.
    pub(in crate::game) ends: [u16; 2],
    /// The start of each draw pile.
    pub(in crate::game) next: [u16; 2],
    /// Number of cards in each discard pile.
    pub(in crate::game) discarded: [u16; 2],
    pub(in crate::game) discard: CardSet<W>,
    /// Cards in hand; for a dead player, the cards of the body that have not been taken yet.
    pub(in crate::game) hands: BySeat<CardSet<W>>,
    pub(in crate::game) tables: BySeat<CardSet<W>>,
    /// The Items in use of all players, and the one-shots thrown for the players in this fight.
    pub(in crate::game) used: CardSet<W>,
    /// Items that break the limits by a Cheat.
    pub(in crate::game) cheated: CardSet<W>,
    /// What companions carry.
    pub(in crate::game) loads: Loads<W>,
    /// Cards in play whose values count at present.
    pub(in crate::game) active_cards: CardSet<W>,
    /// Items that each player may not use because of the traits that it has or lacks (item-10; without `Rights::others`), and
    /// identities, multi-identity cards and powers that do not fit beside its cards in play.
    pub(in crate::game) barred: BySeat<CardSet<W>>,
    /// Hand cards that all players know.
    pub(in crate::game) known: CardSet<W>,
    /// Hand cards that were just received, and Curses for the next turn that were received in the current turn and do not count in it.
    pub(in crate::game) fresh: CardSet<W>,
    pub(in crate::game) played: CardSet<W>,
    pub(in crate::game) open: CardSet<W>,
    /// Cards picked for the sale or trade that is being prepared.
    pub(in crate::game) picked: CardSet<W>,
    /// Discards that a player has taken in place of face-up draws, until they are paid for.
    pub(in crate::game) taken: CardSet<W>,
    /// Items and hand cards promised to the helper.
    pub(in crate::game) promised: CardSet<W>,
    pub(in crate::game) seats: BySeat<SeatState>,
    pub(in crate::game) fight: Fight,
    pub(in crate::game) agenda: Agenda,
    pub(in crate::game) players: u8,
    pub(in crate::game) living: SeatSet,
    /// Players who are dealt a new hand at the start of their own next turn.
    pub(in crate::game) awaiting_deal: SeatSet,
    pub(in crate::game) first: Seat,
    pub(in crate::game) active: Seat,
    pub(in crate::game) turn: u16,
    pub(in crate::game) actions: u16,
    /// Number of steps of this turn.
    pub(in crate::game) steps: u32,
    /// Number of requests for help in a row, of all players, to which nobody agreed.
    pub(in crate::game) unheeded: u8,
    /// What has happened this turn.
    pub(in crate::game) marks: TurnMarks,
    /// Female characters; the others are male.
    pub(in crate::game) females: SeatSet,
    /// Characters that have changed gender in this game.
    pub(in crate::game) changed_gender: SeatSet,
    /// Characters that have died in this game.
    pub(in crate::game) have_died: SeatSet,
    /// The card that the last loss took last, or `CardId::NONE`.
    pub(in crate::game) lost: CardId,
    /// The Curse that is about to take effect, or `CardId::NONE`.
    pub(in crate::game) landing: CardId,
    /// The victim of the Curse that lands.
    pub(in crate::game) cursed: Seat,
    pub(in crate::game) curse_cancelled: bool,
    /// Seats whose cards in play may exceed a limit.
    pub(in crate::game) unsettled: SeatSet,
    /// Number of changes to each player's cards in play or character.
    pub(in crate::game) changes: BySeat<u16>,
    pub(in crate::game) spent: Spent<W>,
    /// Players who have received one card more than others in the current Charity.
    pub(in crate::game) served: SeatSet,
    pub(in crate::game) outcome: Option<Outcome>,
}

/// One player's character, and the sums over its cards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct SeatState {
    /// Traits of identities and powers in play.
    pub traits: Traits,
    /// Permissions and restrictions.
    pub grants: Grants,
    /// Cards in hand.
    pub held: i16,
    /// Strength from Items in use, without conditional modifiers.
    pub items: i16,
    /// Strength from all other cards and effects, without Level.
    pub others: i16,
    /// Strength from modifiers of cards other than Items that depend only on the player's own traits, powers and Curses.
    pub modifiers: i16,
    /// Level.
    pub level: u8,
    /// Bonus to rolls to run away, without conditional modifiers.
    pub flee: i16,
    /// Additional bonus to the rolls of this fight.
    pub flee_extra: i8,
    /// Additional bonus to the current roll to run away.
    pub(in crate::game) roll_extra: i8,
    /// Places of the monsters from which the player gets away without a roll, one bit each.
    pub(in crate::game) spared: u8,
    /// The die that the player rolled for a card and may still change; 0 without one.
    pub(in crate::game) card_die: u8,
    /// Number of hands that the Items in use need, without a `sure_grip`.
    pub(in crate::game) hands: u8,
    /// Slots, by `Slot`: the low four bits for those of all Items in use, the high four for those that are taken. An exempt
    /// Item (`is_exempt`) uses its slot without taking it.
    pub slots: u8,
    /// Number of Big Items carried, if the rules limit them.
    pub big: u8,
    /// Sum of the Ranks of the powers in play.
    pub ranks: u8,
    /// Value of the Items in hand and in play, in Gold Pieces.
    pub(in crate::game) gold: u32,
    /// Trades and gifts that the player offered this turn.
    pub(in crate::game) offers: Offers,
}

impl SeatState {
    /// Clears the sums over the cards in play; Level and the other fields stay.
    pub(in crate::game) fn clear_sums(&mut self) {
        let SeatState { held, level, flee_extra, roll_extra, spared, card_die, gold, offers, .. } = *self;
        let kept = SeatState { roll_extra, spared, card_die, ..SeatState::default() };
        *self = SeatState { held, level, flee_extra, gold, offers, ..kept };
    }
}

/// The outcome of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// The winners; empty if nobody won.
    pub winners: SeatSet,
    /// Turns played.
    pub turns: u16,
    /// The bound that stopped an unfinished game.
    pub bound: Option<Bound>,
}

impl<const W: usize> Game<W> {
    /// Whether two games are equal except for the use of their random streams.
    pub(crate) fn equals_except_keys(&self, other: &Self) -> bool {
        Game { keys: other.keys, ..*self } == *other
    }

    /// Number of players.
    pub(crate) fn players(&self) -> u8 {
        self.players
    }

    /// The outcome, if the game is over.
    pub(crate) fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// The first player of the game.
    pub fn first(&self) -> Seat {
        self.first
    }

    /// The active player.
    pub(crate) fn active(&self) -> Seat {
        self.active
    }

    /// The number of the turn, from 1.
    pub fn turn(&self) -> u16 {
        self.turn
    }

    /// A player's character.
    #[inline]
    pub(crate) fn seat(&self, seat: Seat) -> &SeatState {
        &self.seats[seat]
    }

    /// The gender of a player's character.
    pub(crate) fn gender(&self, seat: Seat) -> Gender {
        if self.females.contains(seat) { Gender::Female } else { Gender::Male }
    }

    /// A player's Level.
    #[inline]
    pub(crate) fn level(&self, seat: Seat) -> i16 {
        i16::from(self.seats[seat].level)
    }

    /// All seats from `start` to the left.
    #[inline]
    pub(crate) fn seats_from(&self, start: Seat) -> impl Iterator<Item = Seat> + use<W> {
        let players = self.players;
        (0..players).map(move |k| Seat((start.0 + k) % players))
    }

    /// Living players.
    #[inline]
    pub(crate) fn living(&self) -> SeatSet {
        self.living
    }

    /// Whether a player's character is alive.
    #[inline]
    pub(crate) fn alive(&self, seat: Seat) -> bool {
        self.living.contains(seat)
    }

    /// A player's cards, in hand and in play.
    #[inline]
    pub(in crate::game) fn cards_of(&self, seat: Seat) -> CardSet<W> {
        self.hands[seat] | self.tables[seat]
    }

    /// The cards in play of all players.
    pub(in crate::game) fn in_play(&self) -> CardSet<W> {
        self.tables.0.iter().fold(CardSet::EMPTY, |all, table| all | *table)
    }

    /// Records a change to a player's cards in play or character.
    #[inline]
    pub(in crate::game) fn note_change(&mut self, seat: Seat) {
        // Compared only for equality with a recent number, so it may wrap.
        self.changes[seat] = self.changes[seat].wrapping_add(1);
        self.seats[seat].offers.forget_refusal();
    }

    /// The fight, if one is running.
    #[inline]
    pub fn fight(&self) -> Option<&Fight> {
        self.fight.running.then_some(&self.fight)
    }

    /// Whether this player is in the fight, as main player or helper, until everything of the fight is discarded.
    #[inline]
    pub(crate) fn in_fight(&self, seat: Seat) -> bool {
        self.fight.running & ((self.fight.main == seat) | (self.fight.helper == Some(seat)))
    }

    /// combat-18: whether this player is bound by a fight: it is not won yet, or the player still has to run.
    #[inline]
    pub(crate) fn fighting(&self, seat: Seat) -> bool {
        !self.fight.won & self.in_fight(seat)
    }

    /// A player's hand.
    #[inline]
    pub fn hand(&self, seat: Seat) -> CardSet<W> {
        if self.alive(seat) { self.hands[seat] } else { CardSet::EMPTY }
    }

    /// The cards of a dead player's body that have not been taken yet.
    pub(crate) fn body(&self, seat: Seat) -> CardSet<W> {
        if self.alive(seat) { CardSet::EMPTY } else { self.hands[seat] }
    }

    /// A player's cards in play.
    pub(crate) fn table(&self, seat: Seat) -> CardSet<W> {
        self.tables[seat]
    }

    /// The Items in use of all players.
    pub(crate) fn used(&self) -> CardSet<W> {
        self.used
    }

    /// Items that break the limits of use by a Cheat.
    pub(crate) fn cheated(&self) -> CardSet<W> {
        self.cheated
    }

    /// Number of cards left in a draw pile.
    pub(crate) fn pile(&self, side: DeckSide) -> u16 {
        self.ends[side as usize] - self.next[side as usize]
    }

    /// All discarded cards.
    pub(crate) fn discards(&self) -> CardSet<W> {
        self.discard
    }

    /// Cards played and not yet discarded: monsters of the fight, cards played into it, a card taking effect.
    pub(crate) fn played(&self) -> CardSet<W> {
        self.played
    }

    /// Treasures that are laid out face up and being shared.
    pub(crate) fn open(&self) -> CardSet<W> {
        self.open
    }

    /// The card on top of a discard pile.
    #[inline]
    pub(crate) fn discard_top(&self, side: DeckSide) -> Option<CardId> {
        self.discard_below(side, 0)
    }

    /// The discarded card below a number of cards from the top.
    #[inline]
    pub(in crate::game) fn discard_below(&self, side: DeckSide, cards: u16) -> Option<CardId> {
        let side = side as usize;
        let top = self.discarded[side].checked_sub(1 + cards)?;
        Some(self.at(self.start(side) + top))
    }

    /// The victim of the Curse that is about to take effect.
    #[inline]
    pub(crate) fn victim(&self) -> Option<Seat> {
        self.landing.is_some().then_some(self.cursed)
    }

    /// The newest of these cards in a discard pile; Doors are searched before Treasures.
    pub(in crate::game) fn newest_discard(&self, cards: CardSet<W>) -> Option<CardId> {
        let piles = [DeckSide::Door, DeckSide::Treasure].map(|side| side as usize);
        let newest_first = |side: usize| (self.start(side)..self.start(side) + self.discarded[side]).rev();
        piles.into_iter().flat_map(newest_first).map(|place| self.at(place)).find(|&card| cards.contains(card))
    }

    /// One of these cards in a discard pile.
    pub(in crate::game) fn discarded(&self, side: DeckSide, cards: &CardSet<W>, which: Which) -> Option<CardId> {
        let first = self.start(side as usize);
        let mut found = (first..first + self.discarded[side as usize]).map(|place| self.at(place));
        match which {
            Which::Newest => found.rfind(|card| cards.contains(*card)),
            Which::Top => found.next_back().filter(|card| cards.contains(*card)),
            Which::Oldest => found.find(|card| cards.contains(*card)),
        }
    }

    /// Where a pile begins in the stored order.
    #[inline]
    pub(in crate::game) fn start(&self, side: usize) -> u16 {
        // The Doors come first, so only the start of the Treasures is stored, as the end of the Doors.
        if side == 0 { 0 } else { self.ends[0] }
    }

    /// The agenda, for inspection.
    pub(crate) fn agenda(&self) -> &Agenda {
        &self.agenda
    }

    /// The card at a place of the stored order.
    #[inline]
    pub(in crate::game) fn at(&self, place: u16) -> CardId {
        self.order.at(place)
    }

    /// The cards left in a draw pile, top first.
    pub(crate) fn pile_cards(&self, side: DeckSide) -> impl Iterator<Item = CardId> + Clone + '_ {
        (self.next[side as usize]..self.ends[side as usize]).map(|place| self.at(place))
    }

    /// Puts a card at a place of the stored order.
    #[inline]
    pub(in crate::game) fn put_at(&mut self, place: u16, card: CardId) {
        self.order.put(place, card);
    }

    /// The player who has a card in hand or in play; empty if there is none.
    #[inline]
    fn holders(&self, card: CardId) -> SeatSet {
        let bits = (0..MAX_SEATS as u8).map(Seat).fold(0, |bits, seat| {
            let holds = self.hands[seat].contains(card) | self.tables[seat].contains(card);
            bits | u8::from(holds) << seat.0
        });
        SeatSet::from_bits(bits)
    }

    /// Roles that no player has.
    pub(in crate::game) fn aside(&self, deck: &Deck<CardSet<W>>) -> CardSet<W> {
        self.tables.0.iter().fold(deck.masks.roles, |left, table| left.without(*table))
    }

    /// The zone of a card. Roles that no player has are not on the table and count as cards of a pile.
    pub(crate) fn zone(&self, card: CardId) -> Zone {
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

    /// ally-08: the cards in play of a player that its companions carry.
    #[inline]
    pub(in crate::game) fn borne(&self, seat: Seat) -> CardSet<W> {
        self.loads.cards() & self.tables[seat]
    }

    /// H-06: the Items in play of a player that count against no limit because companions carry them, if the rules say so.
    #[inline]
    pub(in crate::game) fn exempt_loads(&self, deck: &Deck<CardSet<W>>, seat: Seat) -> CardSet<W> {
        if deck.rules.carried_items == CarriedItems::Exempt { self.borne(seat) } else { CardSet::EMPTY }
    }

    /// Whether a companion carries an Item in play.
    #[inline]
    pub(in crate::game) fn is_borne(&self, card: CardId) -> bool {
        self.loads.bearer(card).is_some()
    }

    /// item-09, H-06: whether an Item in play does not count against the limits of slots, hands and Big Items.
    #[inline]
    pub(in crate::game) fn is_exempt(&self, deck: &Deck<CardSet<W>>, card: CardId) -> bool {
        self.cheated.contains(card) || deck.rules.carried_items == CarriedItems::Exempt && self.is_borne(card)
    }
}
