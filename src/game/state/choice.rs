//! Questions to players and their possible answers.

use serde::Serialize;

use crate::ids::{CardId, Seat};

/// The action of a choice. Most verbs need a card, some a number, a player, or nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
// Signatures hash the number of a verb: a new verb is the last one.
pub enum Verb {
    /// Make no play or choice.
    Pass,
    /// Put an Item into play, in use.
    Wear,
    /// Put an Item into play, carried (sideways).
    Carry,
    /// Turn a carried Item upright.
    Equip,
    /// Turn an Item in use sideways.
    Unequip,
    /// Play a card from hand, or a one-shot in play (`n`: index of the use).
    Play,
    /// Use a card in play (`n`: index of the use).
    Use,
    /// Play a one-shot for the players.
    Aid,
    /// Play a one-shot for the monsters.
    Hinder,
    /// Add a monster from hand to the fight by its tag.
    Join,
    /// Discard an identity, multi-identity card or power.
    Discard,
    /// Sell Items for levels.
    Sell,
    /// Open a trade.
    Trade,
    /// Give an Item to another player.
    Gift,
    /// Ask for help.
    Ask,
    /// Fight this monster.
    Fight,
    /// Take the card into the hand.
    Keep,
    /// Choose this card.
    Pick,
    /// Choose this player (`n`: seat).
    Player,
    /// Choose all players.
    Everyone,
    /// Choose this monster of the fight (`n`: its index).
    Monster,
    /// Choose this number (`n`).
    Number,
    /// Choose this branch (`n`: its index).
    Branch,
    /// Complete the prepared sale, trade or offer.
    Done,
    /// Cancel the prepared sale or trade.
    Abandon,
    /// Agree.
    Accept,
    /// Decline.
    Refuse,
    /// Ask for a different number of Treasures (`n`).
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
    /// Have a companion carry a card.
    Load,
    /// Stop helping.
    Leave,
}

/// One answer: a verb with its card or number. Four bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(C)]
pub struct Choice {
    /// The action.
    pub verb: Verb,
    /// A number, seat or index, depending on the verb; otherwise 0.
    pub n: u8,
    /// A card, or `CardId::NONE`.
    pub card: CardId,
}

impl Choice {
    /// The verb `Pass`.
    pub const PASS: Choice = Choice::plain(Verb::Pass);

    /// A verb without card and number.
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

    /// All fields as one number.
    // One comparison in place of three: answers are checked against long lists of options.
    #[inline]
    fn bits(self) -> u32 {
        u32::from_le_bytes([self.verb as u8, self.n, self.card.0 as u8, (self.card.0 >> 8) as u8])
    }

    /// The chosen player.
    pub fn seat(self) -> Seat {
        Seat(self.n)
    }
}

/// The subject of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Question {
    /// A play in a round, or pass.
    Round(Moment),
    /// Opening plays: cards to play before the first turn, or after a revival.
    Opening,
    /// Whether to play a card that was just received.
    Receipt,
    /// A card drawn when opening the door that is neither monster nor Curse: play it or take it into hand.
    KickedCard,
    /// A monster from hand to fight, or `Pass`.
    LookForTrouble,
    /// A card to give away or discard for Charity.
    CharityCard,
    /// Who receives the card for Charity.
    CharityTo,
    /// Which player to ask for help.
    AskWhom,
    /// How many Treasures to offer.
    OfferTreasures,
    /// Who picks first.
    OfferPick,
    /// Items or a card to promise in addition.
    OfferExtras,
    /// Whether to help on these terms.
    Reply,
    /// Which helper to accept.
    ChooseHelper,
    /// Which of the drawn Treasures to take.
    ShareTreasure,
    /// Which monster of the fight.
    WhichMonster,
    /// Which monster from hand.
    WhichHandMonster,
    /// Which monster to run from next.
    RunFrom,
    /// Which side of the fight to strengthen.
    WhichSide,
    /// Which player to aim at.
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
    /// A Big Item to give up.
    ExcessBig,
    /// How to give it up.
    ExcessBigHow,
    /// An Item in hand slots to turn sideways.
    ExcessHands,
    /// An Item to take.
    TakeItem,
    /// A card to take from a hand.
    TakeHandCard,
    /// A card to take from a discard pile.
    TakeDiscard,
    /// One of the branches that a card offers.
    Branch,
    /// The number to which the die is set.
    SetRoll,
    /// Which lasting Curse to lift.
    LiftCurse,
    /// A card of a body.
    LootBody,
    /// An Item to add to the sale, or its completion or cancellation.
    Sale,
    /// Which player to trade with.
    TradeWith,
    /// Items of the trade.
    TradeTerms,
    /// Whether to accept the trade.
    TradeReply,
    /// Which Item to give away.
    GiftWhat,
    /// Which player receives the gift.
    GiftTo,
    /// Whether to accept the gift.
    GiftReply,
    /// Which Item to put a Cheat on.
    CheatItem,
    /// Who runs away first.
    FirstRunner,
    /// Whether a compelled helper leaves.
    Withdraw,
    /// Whether the main player runs from a fight that would be won.
    RunAnyway,
    /// Whether to take the top discard instead of drawing a card face up.
    OpenDiscard,
    /// Whether to exchange the Role, or for which one.
    SwapRole,
    /// Which companion carries the card.
    WhichCompanion,
    /// Whether to change a die that was rolled for a card.
    CardRoll,
    /// Whether to loot the room.
    LootTheRoom,
    /// Whether to keep the deal with the helper.
    KeepDeal,
    /// Whether to turn the new Role to the side of the other gender.
    RoleSide,
}

/// The moments at which a round takes place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Moment {
    /// Before the door is opened.
    StartOfTurn,
    /// After a door that had no monster.
    AfterDoor,
    /// After all other phases, before Charity.
    BeforeCharity,
    /// In a combat.
    Combat,
    /// Before a roll to run away.
    BeforeRoll,
    /// After a roll to run away, before it counts.
    AfterRoll,
    /// Before a Curse takes effect.
    CurseLands,
    /// Before the Bad Stuff of a monster takes effect.
    BadStuff,
}

/// A question to a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The seat.
    pub seat: Seat,
    /// The question.
    pub question: Question,
}

/// Initial capacity of the options. No position of a printed deck has more options.
const USUAL_OPTIONS: usize = 512;

/// The possible answers, in a fixed order.
#[derive(Clone, Debug)]
pub(crate) struct Options {
    list: Vec<Choice>,
}

impl Default for Options {
    fn default() -> Self {
        Options { list: Vec::with_capacity(USUAL_OPTIONS) }
    }
}

impl Options {
    /// Removes all answers.
    #[inline]
    pub(crate) fn clear(&mut self) {
        self.list.clear();
    }

    /// Adds an answer.
    #[inline]
    pub(crate) fn push(&mut self, choice: Choice) {
        self.list.push(choice);
    }

    /// Whether an answer is among the options.
    #[inline]
    pub(crate) fn hold(&self, choice: Choice) -> bool {
        self.as_slice().iter().any(|option| option.bits() == choice.bits())
    }

    /// The answers as a slice.
    #[inline]
    pub(crate) fn as_slice(&self) -> &[Choice] {
        &self.list
    }
}
