//! The lines of the JSON trace, as types that match `docs/TRACE.md` field by field.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;

use crate::deck::language::{Gender, KindSpec, Terms};
use crate::deck::{DeckSide, Rules};
use crate::game::{Bound, CurseFailure, DrawWhy, FightEnd, LevelWhy, Question, RollWhy, Verb};
use crate::report::files::number::Fraction;

/// Version of the format. It increases when a field changes its meaning or is removed.
pub(super) const FORMAT: u16 = 2;

/// A seat, counted from 1.
pub(super) type SeatNumber = u8;
/// A physical card: `set/card#copy`, copies counted from 0.
pub(super) type CardName = String;

/// One line.
#[derive(Debug, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub(super) enum Line<'a> {
    Header(Header<'a>),
    Begin { first: SeatNumber },
    TurnBegins { seat: SeatNumber, turn: u16, round: u16 },
    Stands { seat: SeatNumber, level: u8, strength: i16 },
    Revived { seat: SeatNumber },
    Advised(Advised),
    Chosen(Chosen),
    Forced { seat: SeatNumber, question: Question, choice: Answer },
    Reshuffle { pile: DeckSide, cards: Vec<CardName> },
    Draw { seat: SeatNumber, card: CardName, why: DrawWhy, face_up: bool },
    Move { card: CardName, from: String, to: String },
    PickedAtRandom { seat: SeatNumber, card: CardName },
    Known { card: CardName },
    Turned { seat: SeatNumber, card: CardName, used: bool },
    Cheated { card: CardName, on: bool },
    Roll { seat: SeatNumber, why: RollWhy, die: u8 },
    DieSet { seat: SeatNumber, die: u8 },
    FightBegins { seat: SeatNumber, card: CardName, number: u8 },
    MonsterJoins { seat: SeatNumber, card: CardName, number: u8, twin: bool, by_tag: bool },
    MonsterLeaves { card: CardName, number: u8, treasure: bool, killed: bool },
    Afflicted { seat: SeatNumber, by: String },
    AfflictionEnds { seat: SeatNumber, by: String },
    Armed { card: CardName, monster: CardName, number: u8 },
    Enhanced { card: CardName, monster: CardName },
    MonsterStrengthened { card: CardName, by: i16 },
    Boosted { card: CardName, side: &'static str, by: i16 },
    Totals { players: i16, monsters: i16 },
    Promised { seat: SeatNumber, offer: u16, card: CardName },
    PromiseKept { seat: SeatNumber, offer: u16, helper: SeatNumber, card: CardName },
    HelpAsked { seat: SeatNumber, offer: u16, asked: Vec<SeatNumber>, treasures: u8, helper_first: bool },
    HelpAgreed { seat: SeatNumber, offer: u16, helper: SeatNumber, treasures: u8, helper_first: bool },
    HelpCompelled { seat: SeatNumber, helper: SeatNumber },
    HelperLeaves { helper: SeatNumber },
    FightEnds { seat: SeatNumber, how: FightEnd, helped: bool },
    NotPursued { seat: SeatNumber, card: CardName, number: u8 },
    Fled { seat: SeatNumber, card: CardName, number: u8, escaped: bool, total: Option<i16> },
    BadStuff { seat: SeatNumber, card: CardName, number: u8 },
    Suffered { seat: SeatNumber, card: CardName },
    CurseLands { card: CardName, victim: SeatNumber, by: SeatNumber, door: bool },
    CurseTurned { card: CardName, victim: SeatNumber, by: SeatNumber },
    CurseFails { card: CardName, why: CurseFailure },
    Used { seat: SeatNumber, card: CardName, n: u8 },
    Aimed { seat: SeatNumber, card: CardName, target: SeatNumber },
    Paid { seat: SeatNumber, card: CardName },
    Triggered { seat: SeatNumber, card: CardName, n: u8 },
    Effect { seat: SeatNumber, card: CardName },
    Level { seat: SeatNumber, from: u8, to: u8, why: LevelWhy },
    Sold { seat: SeatNumber, gold: u32, bonus: i32, levels: u8 },
    Traded { seat: SeatNumber, with: SeatNumber },
    GiftOffered { seat: SeatNumber, to: SeatNumber, card: CardName },
    Given { seat: SeatNumber, to: SeatNumber, card: CardName },
    Gender { seat: SeatNumber, gender: Gender },
    Loaded { card: CardName, bearer: CardName },
    TakenOver { seat: SeatNumber },
    Died { seat: SeatNumber },
    Charity { seat: SeatNumber, to: Option<SeatNumber>, card: CardName },
    Won { seats: Vec<SeatNumber> },
    Unfinished { bound: Bound },
    Ranked { place: u8, seats: Vec<SeatNumber> },
    End(End),
}

/// The first line.
#[derive(Debug, Serialize)]
pub(super) struct Header<'a> {
    pub(super) format: u16,
    pub(super) program: String,
    pub(super) deck: DeckFacts<'a>,
    pub(super) seed: u64,
    pub(super) game: u64,
    pub(super) seats: Vec<SeatFacts<'a>>,
    pub(super) rules: &'a Rules,
    pub(super) cards: BTreeMap<String, CardFacts<'a>>,
    pub(super) door_pile: Vec<CardName>,
    pub(super) treasure_pile: Vec<CardName>,
}

/// The deck without its cards.
#[derive(Debug, Serialize)]
pub(super) struct DeckFacts<'a> {
    pub(super) hash: String,
    pub(super) sets: Vec<SetFacts<'a>>,
    pub(super) base: &'a str,
    pub(super) joining_tags: Vec<&'a str>,
    pub(super) native_tags: Vec<&'a str>,
    pub(super) gift_tags: Vec<&'a str>,
}

/// One set of the deck.
#[derive(Debug, Serialize)]
pub(super) struct SetFacts<'a> {
    pub(super) id: &'a str,
    pub(super) name: &'a str,
    pub(super) terms: &'a Terms,
    pub(super) kinds: &'a [KindSpec],
}

/// A player and its seat.
#[derive(Debug, Serialize)]
pub(super) struct SeatFacts<'a> {
    pub(super) seat: SeatNumber,
    pub(super) strategy: &'a str,
    pub(super) level: u8,
}

/// A title: the number of copies, and the fields of its deck file with all defaults.
#[derive(Debug, Serialize)]
pub(super) struct CardFacts<'a> {
    pub(super) name: &'a str,
    pub(super) copies: u8,
    #[serde(flatten)]
    pub(super) figures: Value,
}

/// What an adviser would do at a decision.
#[derive(Debug, Serialize)]
pub(super) struct Advised {
    pub(super) seat: SeatNumber,
    pub(super) question: Question,
    pub(super) made: Answer,
    pub(super) advice: Answer,
    pub(super) lead: Fraction,
    pub(super) error: Fraction,
    pub(super) playouts: u32,
}

/// A decision.
#[derive(Debug, Serialize)]
pub(super) struct Chosen {
    pub(super) seat: SeatNumber,
    pub(super) question: Question,
    pub(super) choice: Answer,
    pub(super) options: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) offered: Option<Vec<Answer>>,
}

/// The choice.
#[derive(Debug, Serialize)]
pub(super) struct Answer {
    pub(super) verb: Verb,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) card: Option<CardName>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) seat: Option<SeatNumber>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) n: Option<u8>,
}

/// The last line.
#[derive(Debug, Serialize)]
pub(super) struct End {
    pub(super) winners: Vec<SeatNumber>,
    pub(super) turns: u16,
    pub(super) seats: Vec<SeatEnd>,
    pub(super) door_pile: Vec<CardName>,
    pub(super) treasure_pile: Vec<CardName>,
    pub(super) discards: Vec<CardName>,
    pub(super) played: Vec<CardName>,
    pub(super) open: Vec<CardName>,
}

/// The final state of a seat.
#[derive(Debug, Serialize)]
pub(super) struct SeatEnd {
    pub(super) seat: SeatNumber,
    pub(super) level: u8,
    pub(super) strength: i16,
    pub(super) alive: bool,
    pub(super) hand: Vec<CardName>,
    pub(super) body: Vec<CardName>,
    pub(super) table: Vec<CardName>,
    pub(super) used: Vec<CardName>,
}
