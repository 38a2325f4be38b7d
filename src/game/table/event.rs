//! Events: everything that happens in a game, for recorders.

use serde::Serialize;

use crate::deck::DeckSide;
use crate::game::state::bound::Bound;
use crate::game::state::zone::Zone;
use crate::game::table::choice::{Choice, Decision};
use crate::ids::{CardId, Seat, SeatSet};

/// Why a card was drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum DrawWhy {
    /// Opening deal.
    Deal,
    /// Deal after a death.
    Revival,
    /// Listening at the door.
    Listen,
    /// Opening the door.
    Kick,
    /// Looting the room.
    Loot,
    /// Reward of a fight.
    Reward,
    /// A card says so.
    Card,
}

/// Why a die was rolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum RollWhy {
    /// Who goes first.
    FirstPlayer,
    /// Running away.
    Flee,
    /// Who decides who runs away first.
    RunnerOrder,
    /// Who loots first.
    LootOrder,
    /// A card says so.
    Card,
}

/// Why a level changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum LevelWhy {
    /// A kill.
    Kill,
    /// A sale.
    Sale,
    /// A card's effect.
    Card,
    /// Paid as a cost.
    Cost,
}

/// How a fight ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum FightEnd {
    /// Monsters killed.
    Killed,
    /// No monster left, none killed.
    Emptied,
    /// Lost: the players ran.
    Lost,
    /// The main player died in the middle of it.
    Died,
}

/// Why a Curse did nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum CurseFailure {
    /// A card in play protects the victim.
    Protected,
    /// A card was played that cancels it.
    Cancelled,
    /// The victim died before it took effect.
    VictimDead,
}

/// Something that happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// The game began; this seat has the first turn.
    Begin {
        /// First player.
        first: Seat,
    },
    /// A pile was shuffled anew from its discards.
    Reshuffle {
        /// Which.
        side: DeckSide,
        /// Cards in the new pile.
        cards: u16,
    },
    /// A card was drawn; its move follows.
    Draw {
        /// Who.
        seat: Seat,
        /// What.
        card: CardId,
        /// Why.
        why: DrawWhy,
        /// Shown to all.
        face_up: bool,
    },
    /// A card changed its place.
    Move {
        /// What.
        card: CardId,
        /// Where it was.
        from: Zone,
        /// Where it is.
        to: Zone,
    },
    /// An Item was turned.
    Turned {
        /// What.
        card: CardId,
        /// Whose.
        seat: Seat,
        /// In use now.
        used: bool,
    },
    /// A Cheat was put on an Item, or has left it.
    Cheated {
        /// The Item.
        card: CardId,
        /// It is on it now.
        on: bool,
    },
    /// A die was rolled.
    Roll {
        /// Who.
        seat: Seat,
        /// Why.
        why: RollWhy,
        /// 1 to 6.
        die: u8,
    },
    /// The die for running away was changed.
    DieSet {
        /// Who runs.
        seat: Seat,
        /// New number.
        die: u8,
    },
    /// A player answered.
    Chosen {
        /// The question.
        decision: Decision,
        /// The answer.
        choice: Choice,
    },
    /// A question had no more than one answer (only for recorders that want details, or stop there).
    Forced {
        /// The question.
        decision: Decision,
        /// The only answer, or a pass if there was none.
        choice: Choice,
    },
    /// A turn began.
    TurnBegins {
        /// Whose.
        seat: Seat,
        /// Count from 1.
        turn: u16,
    },
    /// A player's Level and strength as a turn begins (only for recorders that want details).
    Stands {
        /// Whose.
        seat: Seat,
        /// Level.
        level: u8,
        /// Combat strength out of combat.
        strength: i16,
    },
    /// A dead character came back.
    Revived {
        /// Whose.
        seat: Seat,
    },
    /// A fight began.
    FightBegins {
        /// Whose.
        seat: Seat,
        /// With what.
        card: CardId,
    },
    /// A monster joined a fight.
    MonsterJoins {
        /// Which.
        card: CardId,
        /// Number of the monster in the fight.
        number: u8,
        /// Brought by.
        seat: Seat,
        /// As a twin of one that is there.
        twin: bool,
        /// By its tag, without another card.
        by_tag: bool,
    },
    /// A monster left a fight.
    MonsterLeaves {
        /// Which.
        card: CardId,
        /// Number of the monster in the fight.
        number: u8,
        /// Its Treasure is still won.
        treasure: bool,
    },
    /// A card changed a monster.
    Enhanced {
        /// The enhancer.
        card: CardId,
        /// The monster.
        monster: CardId,
    },
    /// A monster got stronger or weaker by its own text.
    MonsterStrengthened {
        /// The monster.
        card: CardId,
        /// By how much.
        by: i16,
    },
    /// A side got stronger or weaker.
    Boosted {
        /// By what.
        card: CardId,
        /// The players' side.
        players: bool,
        /// By how much.
        by: i16,
    },
    /// The totals as they stand.
    Totals {
        /// Players.
        players: i16,
        /// Monsters.
        monsters: i16,
    },
    /// A player was asked for help.
    HelpAsked {
        /// Main player.
        main: Seat,
        /// Who was asked.
        asked: SeatSet,
        /// Treasures offered.
        treasures: u8,
        /// The helper would pick first.
        helper_first: bool,
    },
    /// An Item or hand card goes with the next offer of help.
    Promised {
        /// Main player.
        main: Seat,
        /// What.
        card: CardId,
    },
    /// A promise is kept: the Item goes to the helper, or the card is played on the helper.
    PromiseKept {
        /// Main player.
        main: Seat,
        /// Helper.
        helper: Seat,
        /// What.
        card: CardId,
    },
    /// Somebody helps.
    HelpAgreed {
        /// Main player.
        main: Seat,
        /// Helper.
        helper: Seat,
        /// Treasures promised.
        treasures: u8,
        /// The helper picks first.
        helper_first: bool,
    },
    /// A helper left.
    HelperLeaves {
        /// Helper.
        helper: Seat,
    },
    /// A fight ended.
    FightEnds {
        /// Whose.
        seat: Seat,
        /// How.
        how: FightEnd,
        /// With help.
        helped: bool,
    },
    /// A monster does not run after a player.
    NotPursued {
        /// Who.
        seat: Seat,
        /// What.
        card: CardId,
        /// Number of the monster in the fight.
        number: u8,
    },
    /// A roll to run away was decided.
    Fled {
        /// Who.
        seat: Seat,
        /// From what.
        card: CardId,
        /// Number of the monster in the fight.
        number: u8,
        /// Got away.
        escaped: bool,
        /// The total; `i16::MAX` if it was sure.
        total: i16,
    },
    /// A Curse is about to strike.
    CurseLands {
        /// The Curse.
        card: CardId,
        /// Whom.
        victim: Seat,
        /// Who played it; the victim itself at the door.
        actor: Seat,
        /// From the door.
        door: bool,
    },
    /// A Curse did nothing.
    CurseFails {
        /// The Curse.
        card: CardId,
        /// Why.
        why: CurseFailure,
    },
    /// A use of a card, or a card with one, was played.
    Used {
        /// Who.
        seat: Seat,
        /// What.
        card: CardId,
        /// Which use.
        n: u8,
    },
    /// A use has found its target.
    Aimed {
        /// Who uses the card.
        seat: Seat,
        /// What.
        card: CardId,
        /// To whom its effects happen.
        target: Seat,
    },
    /// A card paid for a use.
    Paid {
        /// Who.
        seat: Seat,
        /// With what.
        card: CardId,
    },
    /// Something sets off what a card does by itself.
    Triggered {
        /// The card.
        card: CardId,
        /// To whom it happens.
        seat: Seat,
        /// Which of its triggers.
        n: u8,
    },
    /// A caught runner suffers what the monster's card says.
    BadStuff {
        /// Who.
        seat: Seat,
        /// What caught them.
        card: CardId,
        /// Number of the monster in the fight.
        number: u8,
    },
    /// The next step of what a card does; everything up to the next such event comes of it.
    Effect {
        /// The card.
        card: CardId,
        /// To whom it happens.
        seat: Seat,
    },
    /// A card of a player was picked at random; its move follows.
    PickedAtRandom {
        /// Whose card.
        seat: Seat,
        /// Which.
        card: CardId,
    },
    /// Everybody knows this card while it stays in the hand it is in or goes to.
    Known {
        /// Which.
        card: CardId,
    },
    /// A level changed.
    Level {
        /// Whose.
        seat: Seat,
        /// Before.
        from: u8,
        /// After.
        to: u8,
        /// Why.
        why: LevelWhy,
    },
    /// Items were sold.
    Sold {
        /// Who.
        seat: Seat,
        /// Their value in Gold Pieces, with the bonus.
        gold: u32,
        /// Gold Pieces that the seller's cards add to each sale.
        bonus: u16,
        /// Levels for it.
        levels: u8,
    },
    /// A trade was made.
    Traded {
        /// Who opened it.
        seat: Seat,
        /// With whom.
        with: Seat,
    },
    /// An Item was offered as a gift.
    GiftOffered {
        /// By whom.
        seat: Seat,
        /// To whom.
        to: Seat,
        /// What.
        card: CardId,
    },
    /// An Item was given away.
    Given {
        /// Who.
        seat: Seat,
        /// To whom.
        to: Seat,
        /// What.
        card: CardId,
    },
    /// A character died.
    Died {
        /// Whose.
        seat: Seat,
    },
    /// A hand card went to another player for Charity.
    Charity {
        /// Who.
        seat: Seat,
        /// To whom; nobody if discarded.
        to: Option<Seat>,
        /// What.
        card: CardId,
    },
    /// The game was won.
    Won {
        /// By whom.
        seats: SeatSet,
    },
    /// The game was stopped without a winner.
    Unfinished {
        /// By which bound.
        bound: Bound,
    },
}

/// Listens to a game. A run uses one that counts, a trace one that keeps.
pub trait Recorder {
    /// Whether it wants events that must be worked out for it, such as the totals of a fight.
    const DETAILED: bool = false;

    /// Takes note of an event.
    fn record(&mut self, event: Event);

    /// Whether the game stops at every question, even if only one answer is possible.
    #[inline]
    fn stops_at_forced(&self) -> bool {
        false
    }

    /// Which card of a draw pile changes places with its top card before that is drawn, counted from the top card, 0;
    /// as a rule none. `pile` are its cards, top first.
    #[inline]
    fn exchange(&mut self, _pile: impl Iterator<Item = CardId> + Clone) -> Option<u16> {
        None
    }
}

/// Listens to nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Recorder for Silent {
    #[inline]
    fn record(&mut self, _: Event) {}
}

impl Recorder for Vec<Event> {
    const DETAILED: bool = true;

    fn record(&mut self, event: Event) {
        self.push(event);
    }
}

impl<A: Recorder, B: Recorder> Recorder for (A, B) {
    const DETAILED: bool = A::DETAILED || B::DETAILED;

    #[inline]
    fn record(&mut self, event: Event) {
        self.0.record(event);
        self.1.record(event);
    }

    #[inline]
    fn stops_at_forced(&self) -> bool {
        self.0.stops_at_forced() || self.1.stops_at_forced()
    }

    #[inline]
    fn exchange(&mut self, pile: impl Iterator<Item = CardId> + Clone) -> Option<u16> {
        self.0.exchange(pile)
    }
}

impl<R: Recorder> Recorder for &mut R {
    const DETAILED: bool = R::DETAILED;

    #[inline]
    fn record(&mut self, event: Event) {
        (**self).record(event);
    }

    #[inline]
    fn stops_at_forced(&self) -> bool {
        (**self).stops_at_forced()
    }

    #[inline]
    fn exchange(&mut self, pile: impl Iterator<Item = CardId> + Clone) -> Option<u16> {
        (**self).exchange(pile)
    }
}
