//! `View`: everything that one seat can see. A strategy sees nothing else.

use crate::deck::compiled::{CondRef, FilterRef, Grants};
use crate::deck::language::{FightRule, Gender, Load, Window};
use crate::deck::{Deck, DeckSide, Play};
use crate::game::Game;
use crate::game::legality::Position;
use crate::game::state::agenda::Frame;
use crate::game::state::choice::{Choice, Moment, Verb};
use crate::game::state::fight::Fight;
use crate::game::state::game::SeatState;
use crate::ids::{CardId, CardSet, Seat, SeatSet, WIDEST};
use crate::random::mix;
use crate::random::sort::sort_uniform;

/// The table as one seat sees it: its own hand, all cards in play, counts, and public information.
#[derive(Clone, Copy)]
pub struct View<'a, const W: usize = WIDEST> {
    deck: &'a Deck<CardSet<W>>,
    game: &'a Game<W>,
    seat: Seat,
}

impl<'a, const W: usize> From<View<'a, W>> for Position<'a, W> {
    fn from(view: View<'a, W>) -> Self {
        view.position()
    }
}

impl<'a, const W: usize> View<'a, W> {
    pub(in crate::game) fn new(deck: &'a Deck<CardSet<W>>, game: &'a Game<W>, seat: Seat) -> Self {
        View { deck, game, seat }
    }

    #[inline]
    pub(in crate::game) fn position(self) -> Position<'a, W> {
        Position { deck: self.deck, game: self.game }
    }

    /// The deck of the game. The texts of all cards are public; their zones are not.
    #[inline]
    pub fn deck(self) -> &'a Deck<CardSet<W>> {
        self.deck
    }

    /// The viewing seat.
    #[inline]
    pub fn seat(self) -> Seat {
        self.seat
    }

    /// Number of players.
    #[inline]
    pub fn players(self) -> u8 {
        self.game.players
    }

    /// The active player.
    #[inline]
    pub fn active(self) -> Seat {
        self.game.active
    }

    /// The number of the turn, from 1.
    #[inline]
    pub fn turn(self) -> u16 {
        self.game.turn
    }

    /// Living players.
    #[inline]
    pub fn living(self) -> SeatSet {
        self.game.living()
    }

    /// The viewing seat's hand.
    #[inline]
    pub fn hand(self) -> CardSet<W> {
        self.game.hand(self.seat)
    }

    /// setup-05, deck-11, deck-12: the viewing seat's whole hand, or the publicly known cards of another hand.
    pub(crate) fn known_hand(self, seat: Seat) -> CardSet<W> {
        let hand = self.game.hand(seat);
        if seat == self.seat { hand } else { hand & self.game.known }
    }

    /// Number of cards in a hand.
    #[inline]
    pub fn hand_size(self, seat: Seat) -> usize {
        self.game.hand(seat).len()
    }

    /// Number of cards in a hand, by their backs: (Doors, Treasures).
    pub(crate) fn hand_count(self, seat: Seat) -> (usize, usize) {
        let hand = self.game.hand(seat);
        let doors = (hand & self.deck.masks.door).len();
        (doors, hand.len() - doors)
    }

    /// deck-05, deck-06: all cards that a player has in play.
    #[inline]
    pub fn table(self, seat: Seat) -> CardSet<W> {
        self.game.tables[seat]
    }

    /// The Items in use of all players.
    #[inline]
    pub fn used(self) -> CardSet<W> {
        self.game.used
    }

    /// The cards in play of all players whose values count at present.
    #[inline]
    pub(crate) fn counting(self) -> CardSet<W> {
        self.game.active_cards
    }

    /// The Items of all players that break the limits of use by a Cheat.
    #[inline]
    pub(crate) fn cheated(self) -> CardSet<W> {
        self.game.cheated
    }

    /// A player's cards in play that companions carry.
    #[inline]
    pub(crate) fn borne(self, seat: Seat) -> CardSet<W> {
        self.game.borne(seat)
    }

    /// What a companion may carry; `None` if it carries a card already.
    #[inline]
    pub(crate) fn free_load(self, bearer: CardId) -> Option<Load> {
        self.game.loads.free(self.deck, bearer)
    }

    /// deck-12: cards played and not yet discarded: monsters of the fight, cards played into it, the card drawn when opening the
    /// door.
    #[inline]
    pub(crate) fn played(self) -> CardSet<W> {
        self.game.played
    }

    /// Cards laid out face up: Treasures that are being shared, bodies that are being looted.
    pub(crate) fn open(self) -> CardSet<W> {
        let bodies = (0..self.game.players).map(|seat| self.game.body(Seat(seat)));
        bodies.fold(self.game.open, |open, body| open | body)
    }

    /// Cards picked so far for the sale or trade that is being prepared.
    #[inline]
    pub fn picked(self) -> CardSet<W> {
        self.game.picked
    }

    /// identity-18: a player's character: Level, traits, rights and sums.
    #[inline]
    pub(crate) fn character(self, seat: Seat) -> &'a SeatState {
        &self.game.seats[seat]
    }

    /// The gender of a player's character.
    #[inline]
    pub(crate) fn gender(self, seat: Seat) -> Gender {
        self.game.gender(seat)
    }

    /// A player's Level.
    #[inline]
    pub fn level(self, seat: Seat) -> i16 {
        self.game.level(seat)
    }

    /// A player's strength out of combat.
    #[inline]
    pub fn strength(self, seat: Seat) -> i16 {
        self.position().resting_strength(seat)
    }

    /// The viewing seat's strength out of combat after it has put on an Item in place of others, with everything that depends on them.
    pub(crate) fn strength_wearing(self, new: CardId, old: CardSet<W>) -> i16 {
        let (worn, masks) = (self.table(self.seat) & self.counting(), &self.deck.masks);
        let alone = self.deck.silencing.is_empty() && !worn.meets(&masks.heeding_outfit);
        // Most Items add their own strength and change no other, so the sum over all cards is not needed.
        if !alone || !(old | CardSet::one(new)).without(masks.plain_wearables).is_empty() {
            return self.recounted_wearing(new, old);
        }
        let strength = self.strength(self.seat) + self.plain_change(new, old & worn);
        debug_assert_eq!(strength, self.recounted_wearing(new, old), "{new:?} for {old:?}");
        strength
    }

    /// The change of strength by an Item in place of others, if none of them changes what another card adds.
    fn plain_change(self, new: CardId, old: CardSet<W>) -> i16 {
        if self.character(self.seat).grants.has(Grants::NO_ITEMS) {
            return 0;
        }
        let adds = |card: CardId| {
            let info = self.deck.card(card);
            info.steady_strength + self.position().conditional(info.strength, self.seat)
        };
        let counts = self.may_use(self.seat, new) || self.cheated().contains(new);
        let gained = if counts { adds(new) } else { 0 };
        gained - old.iter().map(adds).sum::<i16>()
    }

    /// The same from all cards of the player.
    #[inline(never)]
    fn recounted_wearing(self, new: CardId, old: CardSet<W>) -> i16 {
        let mut game = *self.game;
        game.used = game.used.without(old);
        game.used.insert(new);
        if game.hands[self.seat].contains(new) {
            game.hands[self.seat].remove(new);
            game.seats[self.seat].held -= 1;
            game.tables[self.seat].insert(new);
        }
        game.recount(self.deck, self.seat);
        Position { deck: self.deck, game: &game }.resting_strength(self.seat)
    }

    /// The viewing seat's strength out of combat without one of its Items.
    pub(crate) fn strength_without(self, card: CardId) -> i16 {
        let mut game = *self.game;
        game.drop_item(self.deck, self.seat, card);
        Position { deck: self.deck, game: &game }.resting_strength(self.seat)
    }

    /// Whether only Levels count in the fight, and no one-shots.
    pub(crate) fn only_levels_count(self) -> bool {
        self.game.fight.rules.contains(FightRule::LevelOnly)
    }

    /// A player's strength after the running fight, if any, is over.
    pub(crate) fn strength_at_rest(self, seat: Seat) -> i16 {
        let Some(fight) = self.game.fight() else { return self.strength(seat) };
        let mut game = *self.game;
        game.fight = Fight::default();
        // Curses on the next combat count in this fight only.
        fight.fighters().iter().for_each(|fighter| game.count_curses(self.deck, fighter));
        Position { deck: self.deck, game: &game }.resting_strength(seat)
    }

    /// The strength that a player adds to the fight, or would add as a helper. For a possible helper, strength that
    /// counts only without help is left out.
    pub(crate) fn fighter_strength(self, seat: Seat) -> i16 {
        let fight = &self.game.fight;
        let ended = if fight.helper.is_none() && seat != fight.main { self.position().added_alone() } else { 0 };
        self.strength_in_fight(seat) - ended
    }

    fn strength_in_fight(self, seat: Seat) -> i16 {
        // A copy of the state costs time. Without such Curses, the sums are the same in any fight.
        if !self.is_to_suffer(seat) {
            return self.position().fighter_strength(seat);
        }
        let mut game = *self.game;
        game.fight.helper = Some(seat);
        game.count_curses(self.deck, seat);
        Position { deck: self.deck, game: &game }.fighter_strength(seat)
    }

    /// The strength that a player would have in a new fight of their own.
    pub fn strength_to_fight(self, seat: Seat) -> i16 {
        if !self.is_to_suffer(seat) {
            return self.strength(seat);
        }
        let mut game = *self.game;
        game.fight = Fight { running: true, main: seat, ..Fight::default() };
        game.count_curses(self.deck, seat);
        Position { deck: self.deck, game: &game }.fighter_strength(seat)
    }

    /// curse-05: whether a player has Curses that may start to count in their next fight.
    fn is_to_suffer(self, seat: Seat) -> bool {
        self.game.tables[seat].meets(&self.deck.masks.of_fights) && !self.game.in_fight(seat)
    }

    /// The fight, if one is running.
    #[inline]
    pub fn fight(self) -> Option<&'a Fight> {
        self.game.fight()
    }

    /// Whether a player fights, as main player or helper.
    #[inline]
    pub fn fighting(self, seat: Seat) -> bool {
        self.game.fighting(seat)
    }

    /// The victim of the Curse that is about to take effect.
    #[inline]
    pub(crate) fn victim(self) -> Option<Seat> {
        self.game.victim()
    }

    /// The Curse that is about to take effect.
    #[inline]
    pub(crate) fn landing(self) -> Option<CardId> {
        Some(self.game.landing).filter(|card| card.is_some())
    }

    /// J-03: whether a Curse from the viewing seat's hand would have no effect on a player.
    pub(crate) fn is_protected(self, victim: Seat, curse: CardId) -> bool {
        self.position().protected(curse, victim, self.seat, false)
    }

    /// deck-08: the cards on a player's table that a filter means.
    pub(crate) fn items(self, seat: Seat, filter: FilterRef) -> CardSet<W> {
        self.position().items(seat, filter)
    }

    /// Whether a condition of an effect that the viewing seat causes holds for a player.
    pub(crate) fn holds(self, condition: CondRef, you: Seat) -> bool {
        self.position().holds(condition, you, self.seat)
    }

    /// The card that is being aimed, and the index of its use.
    pub(crate) fn aimed(self) -> Option<(CardId, u8)> {
        match *self.game.agenda.frames().last()? {
            Frame::AimAt { card, n, .. } => Some((card, n)),
            Frame::CurseAim { card, .. } => Some((card, 0)),
            _ => None,
        }
    }

    /// The strength for which the viewing seat chooses a side.
    pub(crate) fn strength_to_place(self) -> i16 {
        match self.game.agenda.frames().last() {
            Some(&Frame::StrengthenSide { by, .. }) => by,
            _ => 0,
        }
    }

    /// Whether the viewing seat chooses the player whose hand gets a monster of the fight.
    #[inline]
    pub fn sends_monster(self) -> bool {
        matches!(self.game.agenda.frames().last(), Some(Frame::SendMonsterTo { .. }))
    }

    /// Whether the viewing seat chooses the player who gets cards from its hand.
    #[inline]
    pub(crate) fn gives_cards(self) -> bool {
        matches!(self.game.agenda.frames().last(), Some(Frame::GiveTo { .. }))
    }

    /// Whether the viewing seat chooses the player with whom it exchanges hands.
    #[inline]
    pub(crate) fn exchanges_hands(self) -> bool {
        matches!(self.game.agenda.frames().last(), Some(Frame::ExchangeHandsWith { .. }))
    }

    /// Cards in play that the viewing seat could take from a player, while it chooses the player to take one from.
    pub fn loot(self, from: Seat) -> CardSet<W> {
        match self.game.agenda.frames().last() {
            Some(&Frame::TakeItemFrom { filter, .. }) => {
                self.position().takeable(self.seat, from, filter, CardSet::EMPTY)
            }
            _ => CardSet::EMPTY,
        }
    }

    /// The deck of the face-up draw that the top discard may replace, other than at the door.
    pub(crate) fn shown_draw(self) -> Option<DeckSide> {
        match *self.game.agenda.frames().last()? {
            Frame::DrawShown { door: true, .. } => Some(DeckSide::Door),
            Frame::DrawShown { .. } => Some(DeckSide::Treasure),
            _ => None,
        }
    }

    /// Hand cards that can pay for discards taken in place of face-up draws, and the number of those taken so far.
    pub(crate) fn payment_for_taken(self) -> (CardSet<W>, usize) {
        (self.hand().without(self.game.taken), self.game.taken.len())
    }

    /// The start of the offered branches in the deck's table of branches.
    pub(crate) fn branch_start(self) -> Option<usize> {
        match *self.game.agenda.frames().last()? {
            Frame::BranchOf { start, .. } => Some(usize::from(start)),
            _ => None,
        }
    }

    /// item-10: the given Items that the viewing seat's character may use.
    #[inline]
    pub(crate) fn usable_items(self, items: CardSet<W>) -> CardSet<W> {
        self.position().usable_items(self.seat, items)
    }

    /// item-10: whether a player's character may use an Item, or could if the player had it.
    #[inline]
    pub fn may_use(self, seat: Seat, card: CardId) -> bool {
        self.position().may_use(seat, card)
    }

    /// Items for which a player has no free slot.
    #[inline]
    pub(crate) fn taken_slots_of(self, seat: Seat) -> CardSet<W> {
        self.position().taken_slots(seat)
    }

    /// Number of trades and gifts that the viewing seat opened this turn.
    #[inline]
    pub(crate) fn offers(self) -> u8 {
        self.game.seats[self.seat].offers.opened()
    }

    /// Number of requests for help in a row, of all players, to which nobody agreed.
    #[inline]
    pub fn unheeded_requests(self) -> u8 {
        self.game.unheeded
    }

    /// Whether a trade or gift that the viewing seat offered this turn was refused, and its cards in play have not changed since.
    pub fn was_refused(self) -> bool {
        self.game.seats[self.seat].offers.was_refused()
    }

    /// The given identities, multi-identity cards and powers in the viewing seat's hand that could be put into play.
    #[inline]
    pub(crate) fn fitting_traits(self, cards: CardSet<W>) -> CardSet<W> {
        self.position().fitting_traits(self.seat, cards)
    }

    /// ally-03: whether a card from hand may be played into a full slot, in place of another one.
    pub(crate) fn replaces(self, new: CardId) -> bool {
        !self.position().replaceable(self.seat, new).is_empty()
    }

    /// identity-04, power-07: whether the viewing seat could put an identity or power into play once it discards an `old` one.
    #[inline]
    pub(crate) fn could_replace(self, new: CardId, old: CardId) -> bool {
        self.position().could_replace(self.seat, new, old)
    }

    /// The option for use `n` of a card.
    #[inline]
    pub(crate) fn use_of(self, card: CardId, n: u8) -> Choice {
        self.position().use_of(card, n)
    }

    /// Whether use `n` of a card of `usable` is currently open in a window.
    pub(crate) fn use_is_open(self, card: CardId, n: u8, window: Window) -> bool {
        let position = self.position();
        let masks = &self.deck.masks;
        let counts = masks.one_shots_and_specials
            | masks.used_sideways & self.game.tables[self.seat]
            | self.game.active_cards
            | position.usable_monsters(self.seat);
        counts.contains(card) && position.use_open(self.seat, card, usize::from(n), window)
    }

    /// The viewing seat's cards that count and have uses that may be open in a window, and monsters whose uses may be
    /// open to it.
    #[inline]
    pub(crate) fn usable(self, window: Window) -> CardSet<W> {
        self.position().usable(self.seat, window)
    }

    /// Whether one of the viewing seat's one-shots with a bonus may be played: `Verb::Aid` for the players, `Verb::Hinder` against them.
    #[inline]
    pub(crate) fn may_throw(self, card: CardId, verb: Verb) -> bool {
        self.position().may_throw(self.seat, card, verb)
    }

    /// Whether one of the player's own Items may be given to a monster of the fight.
    #[inline]
    pub(crate) fn may_arm(self, card: CardId) -> bool {
        self.position().may_arm(self.seat, card)
    }

    /// Whether a monster of the fight lets another one join from hand, by its tag or by its text.
    #[inline]
    pub(crate) fn is_let_join(self, card: CardId) -> bool {
        self.position().is_let_join(card)
    }

    /// Whether this player may ask for help at present.
    #[inline]
    pub(crate) fn may_ask(self) -> bool {
        self.position().may_ask(self.seat)
    }

    /// Whether the slot that an Item needs is free.
    #[inline]
    pub(crate) fn slot_free(self, card: CardId) -> bool {
        self.position().slot_free(self.seat, card)
    }

    /// Items whose slot is not free.
    #[inline]
    pub(crate) fn taken_slots(self) -> CardSet<W> {
        self.position().taken_slots(self.seat)
    }

    /// The number of cards that the viewing seat may keep in hand when its turn ends; never negative.
    #[inline]
    pub(crate) fn hand_limit(self) -> i16 {
        self.position().hand_limit(self.seat)
    }

    /// Whether an Item of the viewing seat adds no strength for the players, because of the monsters of the fight or of a Curse.
    pub fn adds_nothing(self, card: CardId) -> bool {
        self.position().adds_nothing(self.seat, card)
    }

    /// Whether one more Big Item could be carried.
    #[inline]
    pub(crate) fn has_room_for_big(self) -> bool {
        self.position().has_room_for_big(self.seat)
    }

    /// Whether a sale could bring a level on the viewing seat's turn.
    #[inline]
    pub(crate) fn can_sell(self) -> bool {
        self.position().can_sell(self.seat)
    }

    /// The maximum number of Gold Pieces that may be sold at once, below the highest Level that a sale can bring.
    #[inline]
    pub(crate) fn most_gold(self) -> u32 {
        self.position().most_gold(self.seat)
    }

    /// The cards of the viewing seat that may be sold.
    #[inline]
    pub(crate) fn saleable(self) -> CardSet<W> {
        self.position().saleable(self.seat)
    }

    /// Value in Gold Pieces of the viewing seat's Items, in hand and in play.
    #[inline]
    pub(crate) fn gold(self) -> u32 {
        self.game.seats[self.seat].gold
    }

    /// The monster that the runner runs from, if it currently pursues the runner.
    pub(crate) fn pursuer(self) -> Option<CardId> {
        let fight = self.game.fight()?;
        let (runner, foe) = fight.runner().zip(fight.pursuer())?;
        self.position().still_pursues(foe.card, runner).then_some(foe.card)
    }

    /// The die that the viewing seat rolled for a card and may still change, with its table.
    pub(crate) fn card_roll(self) -> Option<(u16, u8)> {
        let die = Some(self.game.seats[self.seat].card_die).filter(|die| *die > 0)?;
        let tables = self.game.agenda.frames().iter().rev();
        tables
            .filter_map(|frame| if let Frame::CardRoll { table, .. } = *frame { Some((table, die - 1)) } else { None })
            .next()
    }

    /// Whether the current roll to run away is high enough.
    #[inline]
    pub(crate) fn would_escape(self) -> bool {
        self.position().would_escape()
    }

    /// Number of changes to the viewing seat's cards in play and character: Level, traits, rights, Items in use. Results that a
    /// player derived only from these stay valid until this number changes.
    #[inline]
    pub(crate) fn changes(self) -> u16 {
        self.game.changes[self.seat]
    }

    /// Whether a play is open to the seat in a round at this moment.
    #[inline]
    pub(crate) fn is_open(self, moment: Moment, choice: Choice) -> bool {
        self.position().is_open(moment, self.seat, choice)
    }

    /// Cards of the kinds that the seat may add to its character in a round at this moment, whether or not they fit.
    #[inline]
    pub(crate) fn playable_traits(self, moment: Moment) -> CardSet<W> {
        self.position().playable_traits(moment, self.seat)
    }

    /// Whether the monsters of the fight let the viewing seat play no card.
    #[inline]
    pub(crate) fn plays_barred(self) -> bool {
        self.position().plays_barred(self.seat)
    }

    /// Number of cards left in a draw pile.
    #[inline]
    pub(crate) fn pile(self, side: DeckSide) -> u16 {
        self.game.pile(side)
    }

    /// deck-02: the cards of a discard pile.
    #[inline]
    pub(crate) fn discards(self, side: DeckSide) -> CardSet<W> {
        self.game.discard & self.deck.masks.back(side)
    }

    /// deck-02: the card on top of a discard pile.
    #[inline]
    pub(crate) fn discard_top(self, side: DeckSide) -> Option<CardId> {
        self.game.discard_top(side)
    }

    /// Players' total minus monsters' total of the running fight, and whether the players win with the current totals.
    pub(crate) fn standing(self) -> (i16, bool) {
        let (players, monsters) = self.position().totals();
        (players - monsters, self.position().decides(players, monsters))
    }

    /// Players' total minus monsters' total of the running fight.
    pub fn margin(self) -> i16 {
        let (players, monsters) = self.position().totals();
        players - monsters
    }

    /// Whether the players win with the current totals.
    #[inline]
    pub fn winning(self) -> bool {
        self.position().players_win()
    }

    /// Number of Treasures for a win.
    #[inline]
    pub fn treasures_at_stake(self) -> u8 {
        self.position().treasures_at_stake()
    }

    /// Levels for killing all monsters of the fight.
    #[inline]
    pub(crate) fn levels_at_stake(self) -> i16 {
        self.game.fight.levels()
    }

    /// Whether a kill would win the game.
    #[inline]
    pub fn for_the_win(self) -> bool {
        self.game.fight.running && self.position().for_the_win()
    }

    /// Players who may be asked for help.
    #[inline]
    pub(crate) fn may_help(self) -> SeatSet {
        self.position().may_help()
    }

    /// Strength of a monster from hand against a player in its current state, if it were met alone.
    pub fn monster_strength(self, card: CardId, against: Seat) -> i16 {
        let info = self.deck.card(card);
        // Nothing depends on the fight, and no copy of the state is needed.
        if info.strength.is_empty() {
            return info.level + info.steady_strength;
        }
        let game = self.meeting(card, against);
        let position = Position { deck: self.deck, game: &game };
        position.foe_strength(0)
    }

    /// The margin of the fight after this option, if nothing else follows. A card that changes the character counts with everything that
    /// depends on it; if it may replace several others, it replaces the first. One-shots, enhancers, Items for a monster and monsters that
    /// join count once, by their printed bonus or Level, without what the monsters and the rules change. All other options give the
    /// current margin.
    pub fn margin_after(self, choice: Choice) -> i16 {
        let info = |card: CardId| self.deck.card(card);
        let bonus = || i16::from(info(choice.card).bonus);
        match choice.verb {
            Verb::Aid => self.margin() + bonus(),
            Verb::Hinder | Verb::Arm => self.margin() - bonus(),
            Verb::Play if info(choice.card).play == Play::Enhancer => self.margin() - bonus(),
            Verb::Join => self.margin() - info(choice.card).level,
            Verb::Play if self.changes_table(choice) => {
                self.margin_in(&self.without_excess(self.with_trait(choice.card)))
            }
            Verb::Discard if self.changes_table(choice) => {
                self.margin_in(&self.without_excess(self.without_trait(choice.card)))
            }
            _ => self.margin(),
        }
    }

    fn margin_in(self, game: &Game<W>) -> i16 {
        // Not the kept totals: those are from before the change.
        let (players, monsters) = Position { deck: self.deck, game }.add_up();
        players - monsters
    }

    /// The game after the viewing seat has played a card of its character from hand.
    fn with_trait(self, card: CardId) -> Game<W> {
        let full = !self.position().has_place(self.seat, card);
        let replaced = self.position().replaceable(self.seat, card).only_if(full).first();
        let mut game = replaced.map_or(*self.game, |old| self.without_trait(old));
        if game.hands[self.seat].contains(card) {
            game.hands[self.seat].remove(card);
            game.seats[self.seat].held -= 1;
        }
        game.tables[self.seat].insert(card);
        game.add_other(self.deck, self.seat, card);
        game
    }

    /// The game after a card of the viewing seat's character has left play, and with it a card that it carries by its kind and the cards that go
    /// with the last of their slot. Items given to it are laid down.
    fn without_trait(self, card: CardId) -> Game<W> {
        let mut game = *self.game;
        for load in game.loads.of(card) {
            game.loads.remove(load);
            if self.deck.is_meant_for(load, card) {
                game.used.remove(load);
                game.recount(self.deck, self.seat);
            } else if self.deck.masks.items.contains(load) {
                game.drop_item(self.deck, self.seat, load);
            } else {
                game.remove_other(self.deck, self.seat, load);
            }
        }
        game.remove_other(self.deck, self.seat, card);
        let last = game.tables[self.seat] & self.deck.masks.discarded_with_last;
        for room in last {
            let group = &self.deck.groups[usize::from(self.deck.card(room).group)];
            if !game.tables[self.seat].meets(&group.cards) {
                game.remove_other(self.deck, self.seat, room);
            }
        }
        game
    }

    /// item-08: the game after the viewing seat has turned the Items sideways for which it has no hand any more, the weakest first.
    fn without_excess(self, mut game: Game<W>) -> Game<W> {
        loop {
            let position = Position { deck: self.deck, game: &game };
            let excess = position.has_excess_hands(self.seat);
            let held = position.excess_items(self.seat).only_if(excess);
            let Some(weakest) = held.iter().min_by_key(|card| self.deck.card(*card).bonus) else { return game };
            game.used.remove(weakest);
            game.recount(self.deck, self.seat);
        }
    }

    fn changes_table(self, choice: Choice) -> bool {
        matches!(self.deck.card(choice.card).play, Play::Slot | Play::Room | Play::Rank)
    }

    /// The same table with all information hidden from this seat drawn again at random: other hands, pile orders and all keys,
    /// consistent with the public information.
    #[inline]
    pub fn resample(self, random: u64) -> Game<W> {
        self.resample_beside(CardSet::EMPTY, random)
    }

    /// Like `resample`, but the cards that the seat has `seen`, such as those of a hand that it looks at, stay in place.
    pub fn resample_beside(self, seen: CardSet<W>, random: u64) -> Game<W> {
        let mut game = *self.game;
        game.keys = game.keys.rekeyed(random);
        // What is promised or picked has been shown, even if it is still in a hand.
        let fixed = seen | game.known | game.promised | game.picked;
        for side in [DeckSide::Door, DeckSide::Treasure] {
            // One random number for each pile, so the order of one says nothing about the other.
            self.resample_side(&mut game, side, fixed, mix(random ^ side as u64));
        }
        game
    }

    fn resample_side(self, game: &mut Game<W>, side: DeckSide, fixed: CardSet<W>, random: u64) {
        let back = match side {
            DeckSide::Door => self.deck.masks.door,
            DeckSide::Treasure => self.deck.masks.treasure,
        };
        let others = (0..game.players).map(Seat).filter(|&seat| seat != self.seat);
        let unknown = |hand: CardSet<W>| (hand & back).without(fixed);
        let held = others.clone().flat_map(|seat| unknown(game.hands[seat]).iter());
        let hidden: CardSet<W> = game.pile_cards(side).chain(held).collect();
        // The new order depends on the ids and `random` alone: nothing of the true order is left in it.
        let priority = |card: CardId| mix(random ^ u64::from(card.0)) & !0xffff | u64::from(card.0);
        let mut sorted = [[0u64; 64]; W];
        let sorted = sort_uniform::<W>(hidden.len(), hidden.iter().map(priority), sorted.as_flattened_mut());
        let mut drawn = sorted.iter().map(|&priority| CardId(priority as u16));
        for seat in others {
            let old = unknown(game.hands[seat]);
            let new: CardSet<W> = drawn.by_ref().take(old.len()).collect();
            game.hands[seat] = game.hands[seat].without(old) | new;
            game.seats[seat].gold = Position { deck: self.deck, game }.gold_held(seat);
            // The new cards of that hand were not just received.
            game.fresh = game.fresh.without(old);
        }
        let start = game.next[side as usize];
        for (place, card) in (start..).zip(drawn) {
            game.put_at(place, card);
        }
    }
}
