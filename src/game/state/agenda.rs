//! The agenda of a game and its frames. Each frame is one step of the rule sheet, with the few values that the step needs.

use crate::deck::compiled::{FilterRef, Program};
use crate::deck::language::{Chooser, DeckSide, Side};
use crate::game::state::choice::Moment;
use crate::ids::{CardId, Seat, SeatSet};

/// The players and the card of a running effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Scene {
    /// The card with the effect.
    pub source: CardId,
    /// The player affected by the effect.
    pub you: Seat,
    /// The player who caused the effect.
    pub actor: Seat,
    /// The last die that the card rolled, or 0.
    pub roll: u8,
    /// The cards of each discard pile that paid for the effect.
    pub paid: Paid,
}

/// The number of cards on top of each discard pile that paid for a use, at most 15 each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Paid(u8);

impl Paid {
    /// Adds one card.
    pub(in crate::game) fn add(&mut self, side: DeckSide) {
        // Four bits each, so that `Scene`, which is in most frames, stays small.
        if self.of(side) < 15 {
            self.0 += 1 << (4 * side as u8);
        }
    }

    /// The number of cards on one pile.
    pub(in crate::game) fn of(self, side: DeckSide) -> u16 {
        u16::from(self.0 >> (4 * side as u8) & 15)
    }
}

/// The table of all frames: each with its values and the rule that it runs. Passes the table to another macro.
macro_rules! frames {
    ($each:ident) => {
        $each! {
            /// Opening plays before the first turn, with `left` more players to follow, or plays after a revival.
            Opening { seat: Seat, left: u8, revival: bool } => opening_plays;
            /// The turn of the next player begins.
            BeginTurn {} => begin_turn;
            /// A revived character is dealt a new hand.
            RevivalDeal {} => revival_deal;
            /// Variant: a hidden Door card before anything else.
            ListenAtTheDoor {} => listen_at_the_door;
            /// Triggers at the beginning of a turn.
            TurnTriggers {} => turn_triggers;
            /// Seats are asked in turn until all pass in a row.
            Round { moment: Moment, asked: Seat, passed: u8 } => round;
            KickOpenTheDoor {} => kick_open_the_door;
            /// The top discard may replace the card drawn when opening the door.
            OpenDiscard {} => open_discard;
            KickedCard { card: CardId } => kicked_card;
            /// A card takes effect as it is drawn.
            TakesEffect { seat: Seat, card: CardId } => takes_effect;
            /// The fight at the door is over; the player may look for trouble if no monster was fought.
            IfUnfought {} => if_unfought;
            LookForTrouble {} => look_for_trouble;
            /// The room may be looted or not.
            LootTheRoom {} => loot_or_not;
            /// A card lets the active player loot the room after the fight.
            LootAfterFight {} => then_loot;
            Charity {} => charity;
            /// Number of cards left to give, and the chosen card, if any.
            CharityGift { left: u16, card: CardId } => charity_gift;
            EndTurn {} => end_turn;

            /// The fight begins unless its monster has left.
            Confront {} => confront;
            /// A monster joins the fight; its own text may have an effect.
            MonsterMeets { card: CardId } => monster_meets;
            /// The window has closed; the totals decide the fight.
            Reckoning {} => reckoning;
            /// The end of a fight that was won.
            Spoils { treasures: u8 } => spoils;
            /// Treasure is drawn after everything of the fight is discarded.
            DrawReward { treasures: u8 } => draw_reward;
            /// Cards drawn face up one by one; the top discard may replace each. For a reward they are laid out face up; otherwise they are taken
            /// into hand.
            DrawShown { seat: Seat, door: bool, left: u8, reward: bool, shared: bool } => draw_shown;
            /// The payment for discards that replaced face-up draws, after all draws.
            PayForTaken { seat: Seat, left: u8 } => pay_for_one;
            /// The open Treasures are shared.
            ShareOpen { won: u8 } => share_open;
            /// Sharing open Treasures. `left` is the number of remaining picks of the player who picks first.
            ShareTreasure { left: u8 } => share_treasure;
            /// Promised Items and cards go to the helper.
            KeepPromises {} => keep_promises;
            /// The main player keeps the deal or breaks it.
            KeepWord {} => keep_word;
            EndCombat {} => end_combat;

            RunnerOrder {} => runner_order;
            Withdraw {} => withdraw;
            FirstRunner { decider: Seat } => first_runner;

            AskWhom {} => ask_whom;
            OfferTreasures { asked: SeatSet } => offer_treasures;
            OfferPick { asked: SeatSet } => offer_pick;
            OfferExtras { asked: SeatSet } => offer_extras;
            Replies { asked: SeatSet, seat: Seat } => replies;
            ChooseHelper { asked: SeatSet } => choose_helper;

            /// A runner runs from the monsters one by one.
            Runner { seat: Seat } => runner;
            RollToFlee { seat: Seat } => roll_to_flee;
            FleeOutcome { seat: Seat } => flee_outcome;
            /// A caught runner suffers the Bad Stuff of the card.
            BadStuff { seat: Seat, card: CardId, number: u8 } => bad_stuff;

            /// The looting of a body begins after the flight.
            BeginLooting { dead: Seat } => begin_looting;
            /// Looting of a body: `order` has the looters' seats in order, 3 bits each, and `left` is their number.
            LootBody { dead: Seat, order: u16, left: u8 } => loot_body;
            DiscardBody { dead: Seat } => discard_body;
            /// A dead player may get another Role.
            SwapRole { seat: Seat } => swap_role;
            /// The side of a new Role.
            RoleSide { seat: Seat } => role_side;

            CurseStrikes { card: CardId, victim: Seat, actor: Seat, door: bool } => curse_strikes;
            /// A Curse that is about to take effect turns to one of these players.
            TurnCurse { to: SeatSet, scene: Scene } => turn_curse;
            DiscardPlayed { card: CardId } => discard_played;

            /// Payment for a use. The use is paid for, then aimed, then takes effect.
            /// Cards go from hand to one of these players.
            GiveTo { to: SeatSet, left: u8, scene: Scene } => give_to;
            GiveCard { to: Seat, left: u8, scene: Scene } => give_card;
            /// Hands are exchanged with one of these players.
            ExchangeHandsWith { with: SeatSet, scene: Scene } => exchange_hands_with;
            Pay { seat: Seat, card: CardId, left: u8, from_hand: bool } => pay;
            AimAt { seat: Seat, card: CardId, n: u8, paid: Paid } => aim_at;
            CurseAim { seat: Seat, card: CardId } => curse_aim;
            ReplaceWhich { seat: Seat, card: CardId } => replace_which;
            EnhanceWhich { seat: Seat, card: CardId } => enhance_which;
            ArmWhich { seat: Seat, card: CardId } => arm_which;
            LoadOn { seat: Seat, card: CardId } => load_on;
            WanderingWhich { seat: Seat, card: CardId } => wandering_which;
            CheatItem { seat: Seat, card: CardId } => cheat_item;

            /// A trigger of a card.
            Trigger { card: CardId, n: u8, you: Seat } => trigger;
            /// The remaining operations of a program.
            Effect { program: Program, scene: Scene } => effect;
            /// A program for each of the remaining players, clockwise from the left of `scene.you`.
            EachOf { body: Program, left: SeatSet, scene: Scene } => each_of;
            /// The same, counterclockwise from the right.
            EachFromRight { body: Program, left: SeatSet, scene: Scene } => each_from_right;
            RepeatEffect { body: Program, left: u8, scene: Scene } => repeat_effect;
            BranchOf { start: u16, len: u16, scene: Scene } => branch_of;
            LoseItem { left: u8, filter: FilterRef, by: Chooser, scene: Scene } => lose_item;
            LoseWorth { gold: u16, scene: Scene } => lose_worth;
            Exchange { left: u8, count: u8, door: bool, scene: Scene } => exchange;
            LoseHandCard { left: u8, filter: FilterRef, by: Chooser, scene: Scene } => lose_hand_card;
            LoseCard { left: u8, by: Chooser, scene: Scene } => lose_card;
            /// The loss of identities of a slot, or of powers of a kind.
            LoseIdentity { seat: Seat, group: u8, left: u8 } => lose_identity;
            LosePower { seat: Seat, powers: u8, left: u8 } => lose_power;
            TakeItemFrom { from: SeatSet, filter: FilterRef, scene: Scene } => take_item_from;
            TakeItem { from: Seat, filter: FilterRef, scene: Scene } => take_item;
            TakeHandFrom { from: SeatSet, looking: bool, side: Option<DeckSide>, scene: Scene } => take_hand_from;
            TakeHandCard { from: Seat, side: Option<DeckSide>, scene: Scene } => take_hand_card;
            TakeWinningItem { scene: Scene } => take_winning_item;
            /// One of the player's own Items makes room for the Item that is taken.
            MakeRoom { card: CardId, seat: Seat } => make_room;
            TakeDiscard { door: bool, scene: Scene } => take_discard;
            ChooseRival { body: Program, left: SeatSet, scene: Scene } => choose_rival;
            StrengthenSide { side: Side, by: i16, alone: bool, scene: Scene } => strengthen_side;
            RemoveMonster { removal: u16, scene: Scene } => remove_monster;
            CopyMonster { scene: Scene } => copy_monster;
            SendMonster { removal: u16, scene: Scene } => send_monster;
            SendMonsterTo { removal: u16, number: u8, scene: Scene } => send_monster_to;
            AddMonster { scene: Scene } => add_monster;
            SetRoll { scene: Scene } => set_roll;
            /// A die was rolled for a card and may still be changed.
            CardRoll { table: u16, scene: Scene } => card_roll;
            LiftCurse { curses: u8, scene: Scene } => lift_curse;

            /// A player's cards in play must be brought within the limits.
            SettleSeat { seat: Seat } => settle_seat;
            ExcessBigHow { seat: Seat, card: CardId } => excess_big_how;
            /// Cards that were just received may be played at once.
            Receipt { seat: Seat } => receipt;

            Sale { seat: Seat } => sale;
            TradeWith { seat: Seat } => trade_with;
            TradeTerms { seat: Seat, with: Seat } => trade_terms;
            TradeReply { seat: Seat, with: Seat } => trade_reply;
            GiftWhat { seat: Seat } => gift_what;
            GiftTo { seat: Seat, card: CardId } => gift_to;
            GiftReply { seat: Seat, to: Seat, card: CardId } => gift_reply;
        }
    };
}
pub(in crate::game) use frames;

/// Defines `Frame` from the table of frames.
macro_rules! define {
    ($($(#[$doc:meta])* $name:ident { $($field:ident: $type:ty),* } => $rule:ident;)*) => {
        /// One step of the rule sheet, on the agenda.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[allow(missing_docs)]
        pub(crate) enum Frame { $($(#[$doc])* $name { $($field: $type),* },)* }
    };
}
frames!(define);

/// Maximum depth of the agenda.
// It decides the size of a game, which is copied to look ahead. Effects that go deeper stop the game, which is counted.
pub(in crate::game) const DEPTH: usize = 22;

/// The agenda: the next step is on top.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Agenda {
    /// Number of frames, or a marker that no more frames are accepted.
    len: u8,
    frames: [Frame; DEPTH],
}

/// Compares only the frames on the agenda, not those already taken.
impl PartialEq for Agenda {
    fn eq(&self, other: &Self) -> bool {
        self.len == other.len && self.frames() == other.frames()
    }
}

impl Eq for Agenda {}

impl Default for Agenda {
    fn default() -> Self {
        Agenda { len: 0, frames: [Frame::BeginTurn {}; DEPTH] }
    }
}

impl Agenda {
    /// The game is over: frames that the current step adds are ignored.
    // Both markers are beyond the depth, so that `push` and `take` need no test of their own for them.
    const CLOSED: u8 = u8::MAX - 1;
    /// A frame was lost because the agenda was full.
    const OVERFLOWED: u8 = u8::MAX;

    /// Puts a frame on top. If the agenda is full, it records this, and `advance` ends the game.
    #[inline(always)]
    pub(in crate::game) fn push(&mut self, frame: Frame) {
        match self.frames.get_mut(usize::from(self.len)) {
            Some(place) => {
                *place = frame;
                self.len += 1;
            }
            None if self.len == Agenda::CLOSED => {}
            None => self.len = Agenda::OVERFLOWED,
        }
    }

    /// Puts a frame directly above the topmost `below`. Returns whether there is such a frame.
    pub(in crate::game) fn put_above(&mut self, below: Frame, frame: Frame) -> bool {
        let Some(place) = self.frames().iter().rposition(|&other| other == below) else { return false };
        self.push(frame);
        if let Some(above) = self.frames.get_mut(place + 1..usize::from(self.len)) {
            // The new frame moves from the top to its place, and those above move up.
            above.rotate_right(1);
        }
        true
    }

    /// Changes the victim and the player who caused it for a Curse that waits to take effect.
    pub(in crate::game) fn turn_curse(&mut self, card: CardId, victim: Seat, actor: Seat) {
        let frames = self.frames.get_mut(..usize::from(self.len)).unwrap_or_default();
        let waits = |frame: &&mut Frame| matches!(frame, Frame::CurseStrikes { card: other, .. } if *other == card);
        if let Some(frame) = frames.iter_mut().rev().find(waits) {
            *frame = Frame::CurseStrikes { card, victim, actor, door: false };
        }
    }

    /// Notes a card that paid for the use on top, with the pile on which it lies.
    pub(in crate::game) fn note_payment(&mut self, side: DeckSide) {
        let top = usize::from(self.len).checked_sub(1);
        if let Some(Frame::AimAt { paid, .. }) = top.and_then(|top| self.frames.get_mut(top)) {
            paid.add(side);
        }
    }

    /// Takes the frame from the top, if there is one. `taken` can read it until another frame is pushed.
    #[inline]
    pub(in crate::game) fn take(&mut self) -> bool {
        // 0 wraps to a number beyond the depth, as the markers are: one comparison covers all three.
        let top = self.len.wrapping_sub(1);
        let some = usize::from(top) < DEPTH;
        if some {
            self.len = top;
        }
        some
    }

    /// The frame that was taken last.
    #[inline]
    pub(in crate::game) fn taken(&self) -> &Frame {
        &self.frames[usize::from(self.len)]
    }

    /// Puts the frame that was taken last back on top. No frame may have been pushed since.
    #[inline]
    pub(in crate::game) fn put_back(&mut self) {
        self.len = self.len.saturating_add(1);
    }

    /// Whether a frame was lost because the agenda was full.
    pub(in crate::game) fn overflowed(&self) -> bool {
        self.len == Agenda::OVERFLOWED
    }

    /// The frames from the bottom up; empty if the agenda is closed or has overflowed.
    #[inline]
    pub(crate) fn frames(&self) -> &[Frame] {
        self.frames.get(..usize::from(self.len)).unwrap_or_default()
    }

    /// Drops all frames and closes the agenda.
    pub(in crate::game) fn close(&mut self) {
        self.len = Agenda::CLOSED;
    }
}
