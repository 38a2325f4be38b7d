//! Setup: the two decks, the deal, the first player and the opening plays.

use crate::deck::language::Window;
use crate::deck::language::rules::{FirstPlayer, Genders, OpeningPowers, PowerTiming};
use crate::deck::{Deck, DeckSide, Play};
use crate::game::state::agenda::Frame;
use crate::game::state::fight::Fight;
use crate::game::state::game::SeatState;
use crate::game::state::loads::Loads;
use crate::game::state::order::PileOrder;
use crate::game::state::spent::Spent;
use crate::game::state::turn_marks::TurnMarks;
use crate::game::state::zone::Zone;
use crate::game::table::event::{DrawWhy, Event, RollWhy};
use crate::game::table::recorder::Recorder;
use crate::game::{Agenda, AnyPlayers, Choice, Game, Keys, Players, Question, Table, Verb, ask};
use crate::ids::{BySeat, CardId, CardSet, MAX_SEATS, Seat, SeatSet};

/// The number of players at the table, and the keys for shuffles and dice.
#[derive(Clone, Copy, Debug)]
pub struct GameSetup {
    /// Number of players, within the limits of the deck.
    pub players: u8,
    /// The keys of the game's block.
    pub keys: Keys,
}

/// identity-08: the cards that make room in a slot. They do not fit without a card of that slot in play.
fn unattached<const W: usize>(deck: &Deck<CardSet<W>>) -> CardSet<W> {
    deck.groups.iter().fold(CardSet::EMPTY, |all, group| all | group.rooms)
}

impl<const W: usize> Game<W> {
    /// setup-02, setup-08: all players with Level 1 and no cards, before anything is shuffled or dealt.
    pub(crate) fn empty(deck: &Deck<CardSet<W>>, setup: GameSetup) -> Game<W> {
        let doors = deck.masks.door.len() as u16;
        let all = doors + deck.masks.treasure.len() as u16;
        Game {
            keys: setup.keys,
            order: PileOrder::default(),
            ends: [doors, all],
            // Empty draw piles: each starts at its end, and the shuffle moves the start down.
            next: [doors, all],
            discarded: [0; 2],
            discard: CardSet::EMPTY,
            hands: BySeat::default(),
            tables: BySeat::default(),
            used: CardSet::EMPTY,
            cheated: CardSet::EMPTY,
            loads: Loads::NONE,
            active_cards: CardSet::EMPTY,
            barred: BySeat([deck.rights.reserved | unattached(deck); MAX_SEATS]),
            known: CardSet::EMPTY,
            fresh: CardSet::EMPTY,
            played: CardSet::EMPTY,
            open: CardSet::EMPTY,
            picked: CardSet::EMPTY,
            taken: CardSet::EMPTY,
            promised: CardSet::EMPTY,
            seats: BySeat([SeatState { level: 1, ..SeatState::default() }; MAX_SEATS]),
            fight: Fight::default(),
            agenda: Agenda::default(),
            players: setup.players,
            living: SeatSet::all(setup.players),
            awaiting_deal: SeatSet::EMPTY,
            first: Seat(0),
            active: Seat(0),
            turn: 0,
            actions: 0,
            steps: 0,
            unheeded: 0,
            marks: TurnMarks::default(),
            females: SeatSet::EMPTY,
            changed_gender: SeatSet::EMPTY,
            have_died: SeatSet::EMPTY,
            lost: CardId::NONE,
            landing: CardId::NONE,
            cursed: Seat(0),
            curse_cancelled: false,
            unsettled: SeatSet::EMPTY,
            // Not 0, so that the fresh memo of a player is out of date.
            changes: BySeat([1; MAX_SEATS]),
            spent: Spent::NOTHING,
            served: SeatSet::EMPTY,
            outcome: None,
        }
    }
}

impl<'d, const W: usize, R: Recorder> Table<'d, W, R> {
    /// Sets up a new game: shuffles both decks, deals the opening hands and chooses the first player.
    pub fn deal(deck: &'d Deck<CardSet<W>>, setup: GameSetup, recorder: R) -> Self {
        Table::deal_to(deck, setup, recorder, AnyPlayers::none())
    }

    /// Sets up another game at the same table.
    pub fn deal_again(&mut self, setup: GameSetup) {
        self.deal_again_to(setup, AnyPlayers::none());
    }
}

impl<'d, const W: usize, R: Recorder, P: Players<W>> Table<'d, W, R, P> {
    /// Sets up a new game for these players.
    pub fn deal_to(deck: &'d Deck<CardSet<W>>, setup: GameSetup, recorder: R, company: P) -> Self {
        let mut table = Table::resume_with(deck, Game::empty(deck, setup), recorder, company);
        table.set_up();
        table
    }

    /// Sets up another game at the same table for other players.
    pub(crate) fn deal_again_to(&mut self, setup: GameSetup, company: P) {
        let game = Game::empty(self.deck, setup);
        self.restart_with(game, company);
        self.set_up();
    }

    fn set_up(&mut self) {
        self.divide_and_shuffle();
        self.begin();
    }

    /// setup-15, setup-04, setup-09: chooses the first player, deals, and starts the opening plays.
    pub(in crate::game) fn begin(&mut self) {
        // The order of dice, Roles, genders and hands is part of every game: some draw from the same stream.
        self.game.first = self.choose_first_player();
        let first = self.first;
        self.game.active = first;
        self.record(Event::Begin { first });
        for seat in self.game().seats_from(first) {
            self.deal_role(seat);
        }
        if self.deck.gendered {
            self.deal_genders();
        }
        let left = self.players() - 1;
        self.then(Frame::BeginTurn {});
        // Below what the deal itself puts on the agenda: cards that take effect as they are drawn.
        self.then(Frame::Opening { seat: first, left, revival: false });
        self.deal_hands();
    }

    /// setup-06, deck-05: a player gets a Role at random, if one is left. Roles belong to neither deck and stay in play.
    pub(in crate::game) fn deal_role(&mut self, seat: Seat) {
        let left = self.aside(self.deck);
        if !left.is_empty() {
            let n = self.game.keys.chance(left.len());
            left.nth(n).into_iter().for_each(|card| self.move_from(card, Zone::Aside, Zone::Table(seat)));
        }
    }

    /// gender-01, gender-02, gender-03: each character has a gender if a card of the deck asks for it.
    fn deal_genders(&mut self) {
        for seat in (0..self.players()).map(Seat) {
            self.deal_gender(seat);
        }
    }

    /// gender-01: the rule `genders` determines the gender, for example by the side of the Role that is face up.
    pub(in crate::game) fn deal_gender(&mut self, seat: Seat) {
        let female = match self.deck.rules.genders {
            Genders::Dealt => self.game.keys.chance(2) == 0,
            Genders::Alternate => seat.0.is_multiple_of(2),
            Genders::Female => true,
            Genders::Male => false,
        };
        match female {
            true => self.game.females.insert(seat),
            false => self.game.females.remove(seat),
        }
        self.record(Event::Gender { seat, gender: self.gender(seat) });
    }

    /// setup-03, setup-05: divides the cards by their backs and shuffles each deck separately, face down.
    fn divide_and_shuffle(&mut self) {
        let deck = self.deck;
        self.game.shuffle_all(deck, DeckSide::Door);
        self.game.shuffle_all(deck, DeckSide::Treasure);
    }

    /// setup-04: deals a hand to each player in turn, Doors first.
    fn deal_hands(&mut self) {
        for seat in self.game().seats_from(self.first) {
            self.deal_hand(seat, DrawWhy::Deal);
        }
    }

    /// setup-04, death-08: deals a full hand to one player.
    pub(in crate::game) fn deal_hand(&mut self, seat: Seat, why: DrawWhy) {
        let count = *self.deck.rules.deal;
        self.draw_to_hand(DeckSide::Door, seat, why, count);
        self.draw_to_hand(DeckSide::Treasure, seat, why, count);
    }

    /// setup-15, B-01: the rule `first_player` determines the first player. By default all players roll, and those tied for the highest
    /// roll again.
    fn choose_first_player(&mut self) -> Seat {
        match self.deck.rules.first_player {
            FirstPlayer::Seat(n) => Seat(n.saturating_sub(1).min(self.players() - 1)),
            FirstPlayer::Random => Seat(self.game.keys.chance(usize::from(self.players())) as u8),
            FirstPlayer::Roll => self.highest_roller(SeatSet::all(self.players()), RollWhy::FirstPlayer),
        }
    }

    /// setup-16: all `seats` roll, and those tied for the highest roll again among themselves. Returns the winner.
    pub(in crate::game) fn highest_roller(&mut self, seats: SeatSet, why: RollWhy) -> Seat {
        let mut tied = seats;
        loop {
            let mut dice = BySeat::<u8>::default();
            for seat in tied.iter() {
                dice[seat] = self.roll(seat, why);
            }
            let highest = tied.iter().map(|seat| dice[seat]).max();
            tied = tied.filter(|seat| Some(dice[seat]) == highest);
            if tied.len() <= 1 {
                return tied.iter().next().unwrap_or_default();
            }
        }
    }

    /// Rolls one die for `seat`.
    pub(in crate::game) fn roll(&mut self, seat: Seat, why: RollWhy) -> u8 {
        debug_assert!(self.alive(seat), "the dead roll nothing");
        let die = self.next_die(seat, why);
        self.record(Event::Roll { seat, why, die });
        die
    }

    /// setup-09, setup-12, setup-14, death-08: before the first turn, or after a revival, a player may play one
    /// identity and any usable Items from hand, or nothing.
    pub(in crate::game) fn opening_plays(&mut self, seat: Seat, left: u8, revival: bool) {
        if !self.alive(seat) {
            return self.next_opening(seat, left, revival);
        }
        let cards = self.opening_cards(seat, revival);
        let choice = ask!(self, seat, Question::Opening, { self.offer_opening(seat, cards) });
        if choice.verb != Verb::Pass {
            self.then(Frame::Opening { seat, left, revival });
            self.play(seat, choice);
        } else {
            self.next_opening(seat, left, revival);
        }
    }

    fn next_opening(&mut self, seat: Seat, left: u8, revival: bool) {
        if left > 0 {
            let next = seat.left(self.players());
            self.then(Frame::Opening { seat: next, left: left - 1, revival });
        }
    }

    /// power-11, setup-10, death-08, level-04, setup-13: the cards that may be played in the opening: identities, Items, companions and
    /// level cards. Powers are allowed only if the edition allows them, but always after a revival.
    fn opening_cards(&self, seat: Seat, revival: bool) -> CardSet<W> {
        let (masks, rules) = (&self.deck.masks, &self.deck.rules);
        let mut allowed = masks.items | masks.slotted | masks.level_cards;
        if rules.opening_multi_identity {
            allowed |= masks.rooms;
        }
        let mut any_time = masks.any_time_traits;
        if rules.power_timing == PowerTiming::AnyTime {
            any_time = any_time.without(masks.powers);
        }
        allowed |= match rules.opening_powers {
            OpeningPowers::ByRank => masks.powers,
            _ if revival => masks.powers,
            // One power of Rank 1, even if level cards have been played before.
            OpeningPowers::One if !self.tables[seat].meets(&masks.powers) => masks.powers.without(masks.above_rank[1]),
            OpeningPowers::One | OpeningPowers::None => CardSet::EMPTY,
        };
        self.hands[seat] & (allowed | any_time).without(masks.closed_in_opening)
    }

    /// setup-09, setup-12, power-11, level-04, A-05: offers the opening plays of these cards: powers as far as their Rank allows. No card
    /// in play and no Item is used before the first turn.
    fn offer_opening(&mut self, seat: Seat, cards: CardSet<W>) {
        self.options.push(Choice::PASS);
        for card in cards {
            match self.deck.card(card).play {
                Play::Item => self.offer_usable_item(seat, card),
                Play::Slot => self.offer_opening_identity(seat, card),
                Play::Special => self.offer_uses_of(seat, card, Window::AnyTime),
                _ => self.offer_card(seat, card),
            }
        }
    }

    /// setup-12: offers an Item only if it can be used within the limits.
    fn offer_usable_item(&mut self, seat: Seat, card: CardId) {
        if self.position().can_wear(seat, card) {
            self.options.push(Choice::card(Verb::Wear, card));
        } else if self.may_lay_one_shot(seat, card) {
            self.options.push(Choice::card(Verb::Carry, card));
        }
    }

    /// setup-12: whether a one-shot may be put into play: its owner must be able to use it.
    fn may_lay_one_shot(&self, seat: Seat, card: CardId) -> bool {
        let position = self.position();
        self.deck.masks.once.contains(card) && position.can_carry(seat, card) && position.may_use(seat, card)
    }

    /// setup-09, setup-11, setup-13: whether a card fits into its slot in the opening. At most one card per slot, such as one
    /// identity, may be played; of cards that may be played at any time, as many as the slot holds.
    fn opens_with_identity(&self, seat: Seat, card: CardId) -> bool {
        let group = &self.deck.groups[usize::from(self.deck.card(card).group)];
        self.deck.rules.opening_multi_identity
            || self.deck.masks.any_time_traits.contains(card)
            || !self.tables[seat].meets(&group.cards)
    }

    fn offer_opening_identity(&mut self, seat: Seat, card: CardId) {
        if self.opens_with_identity(seat, card) {
            self.offer_card(seat, card);
        }
    }
}
