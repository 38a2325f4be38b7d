//! What a player is asked, and what may be answered.

use serde::Serialize;

use crate::ids::{CardId, Seat};

/// What is done by a choice. Most verbs name a card, some a number, a player, or nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum Verb {
    /// Nothing more here.
    Pass,
    /// Put an Item on the table, in use.
    Wear,
    /// Put an Item on the table, sideways.
    Carry,
    /// Turn a carried Item upright.
    Equip,
    /// Turn an Item in use sideways.
    Unequip,
    /// Play a card from hand, or a one-shot from the table (`n`: which of its uses).
    Play,
    /// Use a card in play (`n`: which of its uses).
    Use,
    /// Play a one-shot for the players.
    Aid,
    /// Play a one-shot for the monsters.
    Hinder,
    /// Add a monster from hand by its tag.
    Join,
    /// Discard an identity, multi-identity card or power.
    Discard,
    /// Sell Items for levels.
    Sell,
    /// Open a trade.
    Trade,
    /// Give an Item away.
    Gift,
    /// Ask for help.
    Ask,
    /// Fight this monster.
    Fight,
    /// Take the card into hand.
    Keep,
    /// Choose this card.
    Pick,
    /// Choose this player (`n`: seat).
    Player,
    /// Choose all players.
    Everyone,
    /// Choose this monster of the fight (`n`: its place).
    Monster,
    /// Choose this number (`n`).
    Number,
    /// Choose this branch (`n`).
    Branch,
    /// Enough: settle what was put together.
    Done,
    /// Drop what was put together.
    Abandon,
    /// Agree.
    Accept,
    /// Decline.
    Refuse,
    /// Ask for so many Treasures instead (`n`).
    Counter,
    /// The main player picks first.
    MainFirst,
    /// The helper picks first.
    HelperFirst,
    /// For the players' side.
    ForPlayers,
    /// For the monsters' side.
    ForMonsters,
    /// Give an Item to a monster of the fight.
    Arm,
}

/// One answer: a verb with what it is about. Four bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(C)]
pub struct Choice {
    /// What is done.
    pub verb: Verb,
    /// A number, seat or place, by verb; else 0.
    pub n: u8,
    /// A card, or `CardId::NONE`.
    pub card: CardId,
}

impl Choice {
    /// Nothing more here.
    pub const PASS: Choice = Choice::plain(Verb::Pass);

    /// A verb by itself.
    pub const fn plain(verb: Verb) -> Choice {
        Choice { verb, n: 0, card: CardId::NONE }
    }

    /// A verb with a card.
    pub const fn card(verb: Verb, card: CardId) -> Choice {
        Choice { verb, n: 0, card }
    }

    /// A verb with a number.
    pub const fn number(verb: Verb, n: u8) -> Choice {
        Choice { verb, n, card: CardId::NONE }
    }

    /// All of it in one number.
    #[inline]
    fn bits(self) -> u32 {
        u32::from_le_bytes([self.verb as u8, self.n, self.card.0 as u8, (self.card.0 >> 8) as u8])
    }

    /// The player chosen.
    pub fn seat(self) -> Seat {
        Seat(self.n)
    }
}

/// What is being asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Question {
    /// A play in a round, or pass.
    Round(Moment),
    /// Cards to play before the first turn, or after a revival.
    Opening,
    /// A card just received: play it now?
    Receipt,
    /// A card behind the door that is neither monster nor Curse: play it or take it.
    KickedCard,
    /// A monster from hand to fight, or none.
    LookForTrouble,
    /// A card to give away or discard for Charity.
    CharityCard,
    /// Who gets the card.
    CharityTo,
    /// Whom to ask for help.
    AskWhom,
    /// How many Treasures to offer.
    OfferTreasures,
    /// Who picks first.
    OfferPick,
    /// Items or a card to promise as well.
    OfferExtras,
    /// Help on these terms?
    Reply,
    /// Whose help to take.
    ChooseHelper,
    /// A Treasure of those drawn.
    ShareTreasure,
    /// Which monster of the fight.
    WhichMonster,
    /// Which monster from hand.
    WhichHandMonster,
    /// Which monster to run from next.
    RunFrom,
    /// Which side of the fight.
    WhichSide,
    /// At whom.
    AimAt,
    /// A card to pay with.
    Payment,
    /// An Item to lose.
    LoseItem,
    /// A hand card to lose.
    LoseHandCard,
    /// An identity to lose.
    LoseIdentity,
    /// A power to lose.
    LosePower,
    /// A Big Item to be rid of.
    ExcessBig,
    /// How to be rid of it.
    ExcessBigHow,
    /// A held Item to turn sideways.
    ExcessHands,
    /// An Item to take.
    TakeItem,
    /// A card to take from a hand.
    TakeHandCard,
    /// A card to take from a discard pile.
    TakeDiscard,
    /// One of the ways a card offers.
    Branch,
    /// What the die shall show.
    SetRoll,
    /// Which lasting Curse to lift.
    LiftCurse,
    /// A card of a body.
    LootBody,
    /// An Item to sell, or settle.
    Sale,
    /// With whom to trade.
    TradeWith,
    /// Items of the trade.
    TradeTerms,
    /// Agree to the trade?
    TradeReply,
    /// What to give away.
    GiftWhat,
    /// To whom.
    GiftTo,
    /// Accept the gift?
    GiftReply,
    /// Which Item to cheat with.
    CheatItem,
    /// Who runs away first.
    FirstRunner,
}

/// The rounds in which seats are asked in turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Moment {
    /// Before the door is opened.
    StartOfTurn,
    /// After a door without a monster.
    AfterDoor,
    /// After everything else, before Charity.
    BeforeCharity,
    /// In a combat.
    Combat,
    /// Before a roll to run away.
    BeforeRoll,
    /// After it, before it counts.
    AfterRoll,
    /// A Curse is about to take effect.
    CurseLands,
}

/// A question to a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision {
    /// Who is asked.
    pub seat: Seat,
    /// What.
    pub question: Question,
}

/// Options for which there is room from the start; no position of a printed deck has more.
const USUAL_OPTIONS: usize = 512;

/// The answers on offer, in a fixed order.
#[derive(Clone, Debug)]
pub struct Options {
    list: Vec<Choice>,
}

impl Default for Options {
    fn default() -> Self {
        Options { list: Vec::with_capacity(USUAL_OPTIONS) }
    }
}

impl Options {
    /// No answer.
    #[inline]
    pub fn clear(&mut self) {
        self.list.clear();
    }

    /// Offers one more.
    #[inline]
    pub fn push(&mut self, choice: Choice) {
        self.list.push(choice);
    }

    /// Whether an answer is on offer.
    #[inline]
    pub fn hold(&self, choice: Choice) -> bool {
        self.as_slice().iter().any(|option| option.bits() == choice.bits())
    }

    /// The answers as a slice.
    #[inline]
    pub fn as_slice(&self) -> &[Choice] {
        &self.list
    }
}
