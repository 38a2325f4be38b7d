//! Events: a record of all changes in a game, for recorders.

use serde::Serialize;

use crate::deck::DeckSide;
use crate::deck::language::Gender;
use crate::game::state::bound::Bound;
use crate::game::state::choice::{Choice, Decision};
use crate::game::state::zone::Zone;
use crate::ids::{CardId, Seat, SeatSet};

/// Why a card was drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
// Signatures hash the number of a reason: a new one is the last.
pub enum DrawWhy {
    /// The opening deal.
    Deal,
    /// The deal after a death.
    Revival,
    /// Listening at the door.
    Listen,
    /// Opening the door.
    Kick,
    /// Looting the room.
    Loot,
    /// The reward of a fight.
    Reward,
    /// The effect of a card.
    Card,
}

/// Why a die was rolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
// Signatures hash the number of a reason: a new one is the last.
pub enum RollWhy {
    /// To choose the first player.
    FirstPlayer,
    /// To run away.
    Flee,
    /// Who loots first.
    LootOrder,
    /// The effect of a card.
    Card,
    /// Who decides who runs away first.
    RunnerOrder,
}

/// Why a Level changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum LevelWhy {
    /// A kill.
    Kill,
    /// A sale.
    Sale,
    /// A card's effect.
    Card,
    /// The cost of a use.
    Cost,
}

/// How a fight ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum FightEnd {
    /// The monsters were killed.
    Killed,
    /// No monster was left, and none was killed.
    Emptied,
    /// The fight was lost, and the players ran.
    Lost,
    /// The main player died during the fight.
    Died,
    /// The monster left as it was met, so there was no fight.
    Avoided,
}

/// Why a Curse had no effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum CurseFailure {
    /// A card in play protects the victim.
    Protected,
    /// A card was played that cancels the Curse.
    Cancelled,
    /// The victim died before it took effect.
    VictimDead,
}

/// A change in the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// The game began.
    Begin {
        /// The first player.
        first: Seat,
    },
    /// The discards were reshuffled into a pile.
    Reshuffle {
        /// The pile.
        side: DeckSide,
        /// Number of cards in the new pile.
        cards: u16,
    },
    /// A card was drawn; a `Move` of the card follows.
    Draw {
        /// The player who draws.
        seat: Seat,
        /// The card.
        card: CardId,
        /// The reason.
        why: DrawWhy,
        /// Whether all players see the card.
        face_up: bool,
    },
    /// A card was moved to another zone.
    Move {
        /// The card.
        card: CardId,
        /// The old zone.
        from: Zone,
        /// The new zone.
        to: Zone,
    },
    /// An Item was turned upright or sideways.
    Turned {
        /// The Item.
        card: CardId,
        /// Its owner.
        seat: Seat,
        /// Whether the Item is now in use.
        used: bool,
    },
    /// A Cheat was put on an Item, or was removed from it.
    Cheated {
        /// The Item.
        card: CardId,
        /// Whether the Cheat is now on the Item.
        on: bool,
    },
    /// A die was rolled.
    Roll {
        /// The player who rolls.
        seat: Seat,
        /// The reason.
        why: RollWhy,
        /// The number rolled, 1 to 6.
        die: u8,
    },
    /// The die for running away was changed.
    DieSet {
        /// The runner.
        seat: Seat,
        /// The new number, 1 to 6.
        die: u8,
    },
    /// A player answered.
    Chosen {
        /// The question.
        decision: Decision,
        /// The answer.
        choice: Choice,
    },
    /// A question had at most one answer (only for recorders that want details, or stop there).
    Forced {
        /// The question.
        decision: Decision,
        /// The only answer, or `Pass` if there was none.
        choice: Choice,
    },
    /// A turn began.
    TurnBegins {
        /// The active player.
        seat: Seat,
        /// The number of the turn, from 1.
        turn: u16,
    },
    /// A player's Level and strength at the beginning of a turn (only for recorders that want details).
    Stands {
        /// The player.
        seat: Seat,
        /// Level.
        level: u8,
        /// Strength out of combat.
        strength: i16,
    },
    /// A dead character was revived.
    Revived {
        /// The player.
        seat: Seat,
    },
    /// A fight began.
    FightBegins {
        /// The main player.
        seat: Seat,
        /// The monster.
        card: CardId,
    },
    /// A monster joined a fight.
    MonsterJoins {
        /// The monster.
        card: CardId,
        /// Number of the monster in the fight.
        number: u8,
        /// The player who added it.
        seat: Seat,
        /// Whether it is the twin of a monster in the fight.
        twin: bool,
        /// Whether it joined by its tag, without another card.
        by_tag: bool,
    },
    /// A monster left a fight.
    MonsterLeaves {
        /// The monster.
        card: CardId,
        /// Number of the monster in the fight.
        number: u8,
        /// Whether its Treasure can still be won.
        treasure: bool,
        /// Whether it counts as killed: its levels can still be won.
        killed: bool,
    },
    /// An enhancer was played on a monster; it also counts for its twins.
    Enhanced {
        /// The enhancer.
        card: CardId,
        /// The monster.
        monster: CardId,
    },
    /// A monster's own text changed its strength.
    MonsterStrengthened {
        /// The monster.
        card: CardId,
        /// The change of its strength.
        by: i16,
    },
    /// The strength of a side changed.
    Boosted {
        /// The card that changed it.
        card: CardId,
        /// True for the players' side, false for the monsters'.
        players: bool,
        /// The change of the strength.
        by: i16,
    },
    /// The current totals of the fight.
    Totals {
        /// The players' total.
        players: i16,
        /// The monsters' total.
        monsters: i16,
    },
    /// Players were asked for help.
    HelpAsked {
        /// The main player.
        main: Seat,
        /// The players who were asked.
        asked: SeatSet,
        /// Number of Treasures offered.
        treasures: u8,
        /// Whether the helper would pick first.
        helper_first: bool,
    },
    /// An Item or hand card was added to the next offer of help.
    Promised {
        /// The main player.
        main: Seat,
        /// The card.
        card: CardId,
    },
    /// A promise was kept: the helper receives the Item, or the card is played on the helper.
    PromiseKept {
        /// The main player.
        main: Seat,
        /// The helper.
        helper: Seat,
        /// The card.
        card: CardId,
    },
    /// A helper joined the fight.
    HelpAgreed {
        /// The main player.
        main: Seat,
        /// The helper.
        helper: Seat,
        /// Number of Treasures promised.
        treasures: u8,
        /// Whether the helper picks first.
        helper_first: bool,
    },
    /// A player was compelled to help.
    HelpCompelled {
        /// The main player.
        main: Seat,
        /// The helper.
        helper: Seat,
    },
    /// A helper left the fight.
    HelperLeaves {
        /// The helper.
        helper: Seat,
    },
    /// A fight ended.
    FightEnds {
        /// The main player.
        seat: Seat,
        /// The result.
        how: FightEnd,
        /// Whether a helper took part.
        helped: bool,
    },
    /// A monster does not pursue a player.
    NotPursued {
        /// The player.
        seat: Seat,
        /// The monster.
        card: CardId,
        /// Number of the monster in the fight.
        number: u8,
    },
    /// A roll to run away was evaluated.
    Fled {
        /// The runner.
        seat: Seat,
        /// The monster.
        card: CardId,
        /// Number of the monster in the fight.
        number: u8,
        /// Whether the runner got away.
        escaped: bool,
        /// The total; `i16::MAX` if the escape was certain.
        total: i16,
    },
    /// A Curse is about to take effect.
    CurseLands {
        /// The Curse.
        card: CardId,
        /// The victim.
        victim: Seat,
        /// The player who played it; the victim if the Curse was drawn when opening the door.
        actor: Seat,
        /// Whether the Curse was drawn when opening the door.
        door: bool,
    },
    /// A Curse that is about to take effect has another victim now.
    CurseTurned {
        /// The Curse.
        card: CardId,
        /// The new victim.
        victim: Seat,
        /// The player who turned it.
        actor: Seat,
    },
    /// A Curse had no effect.
    CurseFails {
        /// The Curse.
        card: CardId,
        /// The reason.
        why: CurseFailure,
    },
    /// A use of a card was chosen, or a card with a use was played.
    Used {
        /// The player.
        seat: Seat,
        /// The card.
        card: CardId,
        /// Index of the use.
        n: u8,
    },
    /// The target of a use was determined.
    Aimed {
        /// The player who uses the card.
        seat: Seat,
        /// The card.
        card: CardId,
        /// The player affected.
        target: Seat,
    },
    /// A card was used as payment.
    Paid {
        /// The player who pays.
        seat: Seat,
        /// The card paid.
        card: CardId,
    },
    /// A trigger of a card took effect.
    Triggered {
        /// The card.
        card: CardId,
        /// The player affected.
        seat: Seat,
        /// Index of the trigger.
        n: u8,
    },
    /// A caught runner suffers the Bad Stuff of the monster's card.
    BadStuff {
        /// The runner.
        seat: Seat,
        /// The monster.
        card: CardId,
        /// Number of the monster in the fight.
        number: u8,
    },
    /// A player suffers the Bad Stuff or the Curse of a discarded card.
    Suffered {
        /// The player.
        seat: Seat,
        /// The discarded card.
        card: CardId,
    },
    /// The next step of an effect begins. All events up to the next `Effect` result from it.
    Effect {
        /// The card.
        card: CardId,
        /// The player affected.
        seat: Seat,
    },
    /// A card of a player was picked at random; a `Move` of the card follows.
    PickedAtRandom {
        /// The owner of the card.
        seat: Seat,
        /// The card.
        card: CardId,
    },
    /// All players know this card as long as it stays in its hand, or in the hand to which it moves.
    Known {
        /// The card.
        card: CardId,
    },
    /// A level changed.
    Level {
        /// The player.
        seat: Seat,
        /// The old Level.
        from: u8,
        /// The new Level.
        to: u8,
        /// The reason.
        why: LevelWhy,
    },
    /// Items were sold.
    Sold {
        /// The seller.
        seat: Seat,
        /// The total in Gold Pieces, including the bonus.
        gold: u32,
        /// The Gold Pieces that the seller's cards add to the sale, or take from it.
        bonus: i32,
        /// Number of levels gained.
        levels: u8,
    },
    /// A trade was made.
    Traded {
        /// The player who opened the trade.
        seat: Seat,
        /// The other player.
        with: Seat,
    },
    /// An Item was offered as a gift.
    GiftOffered {
        /// The giver.
        seat: Seat,
        /// The player to whom it was offered.
        to: Seat,
        /// The Item.
        card: CardId,
    },
    /// An Item was given away.
    Given {
        /// The giver.
        seat: Seat,
        /// The receiver.
        to: Seat,
        /// The Item.
        card: CardId,
    },
    /// A character died.
    Died {
        /// The player.
        seat: Seat,
    },
    /// A card in hand was given away or discarded for Charity.
    Charity {
        /// The giver.
        seat: Seat,
        /// The receiver; `None` if the card was discarded.
        to: Option<Seat>,
        /// The card.
        card: CardId,
    },
    /// A companion carries a card.
    Loaded {
        /// The card.
        card: CardId,
        /// The companion.
        bearer: CardId,
    },
    /// A player took the place of the main player.
    TakenOver {
        /// The new main player.
        seat: Seat,
    },
    /// The gender of a character was determined, or has changed.
    Gender {
        /// The player.
        seat: Seat,
        /// The gender from now on.
        gender: Gender,
    },
    /// The game was won.
    Won {
        /// The winners.
        seats: SeatSet,
    },
    /// The game was stopped without a winner.
    Unfinished {
        /// The bound that stopped the game.
        bound: Bound,
    },
    /// The players at a place of a game that reached its last turn.
    Ranked {
        /// The place, from 1.
        place: u8,
        /// The players.
        seats: SeatSet,
    },
    /// An Item was given to a monster.
    Armed {
        /// The Item.
        card: CardId,
        /// The monster.
        monster: CardId,
        /// The number of the monster in this fight.
        number: u8,
    },
    /// A lasting effect on a player begins, or begins anew.
    Afflicted {
        /// The player.
        seat: Seat,
        /// The reminder of the effect; its title is the card with the effect.
        card: CardId,
    },
    /// A lasting effect on a player ends.
    AfflictionEnds {
        /// The player.
        seat: Seat,
        /// The reminder of the effect.
        card: CardId,
    },
}
