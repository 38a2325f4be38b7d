//! The card language: these types *are* the syntax of a deck file.
//!
//! A card is what it *is* (kind, figures) and what it *does*: modifiers that hold while a condition does,
//! uses that a player chooses, triggers that happen by themselves, and effects, the verbs of both.
//! Inside a card `you` is whoever the effect is happening to: the victim of a Curse or of Bad Stuff,
//! the user of a card, the owner of an Item. Inside `each` it is each of the named players in turn,
//! and `actor` is the player outside.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::rules::Rules;

/// A whole deck file: one set of cards with the rules of its edition.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DeckFile {
    /// What the set is called and who may play it.
    pub set: SetHead,
    /// Where the edition differs from the shared rules.
    #[serde(default)]
    pub rules: Rules,
    /// The cards, one entry a title.
    #[serde(default, rename = "card")]
    pub cards: Vec<CardSpec>,
}

/// The head of a set.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SetHead {
    /// Short name in file names, keys and `deck list`: lower case, digits and dashes.
    pub id: String,
    /// Name in print.
    pub name: String,
    /// Fewest and most players, 3 to 6.
    pub players: Players,
    /// The words that this set uses for things that every set has.
    #[serde(default)]
    pub terms: Terms,
    /// Tags whose monsters may join a fight that already holds one of them.
    #[serde(default)]
    pub joining_tags: Vec<String>,
}

/// How many may play.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Players {
    /// Fewest players.
    pub min: u8,
    /// Most players.
    pub max: u8,
}

/// The set's own words, used in traces and reports.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Terms {
    /// What an identity is called, such as Class or Mojo; sets with the same word share one slot.
    pub identity: String,
    /// What a power is called.
    pub power: String,
    /// What a hostile card is called.
    pub curse: String,
    /// The verb of the first phase.
    pub kick: String,
}

impl Default for Terms {
    fn default() -> Self {
        Terms {
            identity: "Class".into(),
            power: "Power".into(),
            curse: "Curse".into(),
            kick: "kicks open the door".into(),
        }
    }
}

/// One title of the set.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CardSpec {
    /// Stable id inside the set: lower case, digits and dashes. Results hang on it, never on the name.
    pub id: String,
    /// Name in print.
    pub name: String,
    /// What sort of card it is.
    pub kind: Kind,
    /// How many copies the set holds (1 if not given).
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub copies: u8,
    /// Which back the card has; by default the one of its kind.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deck: Option<DeckSide>,

    /// Monster: printed Level, 1 to 20.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<i16>,
    /// Monster: Treasures for beating it. Enhancer: change of its monster's Treasures.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub treasures: Option<i8>,
    /// Monster: levels for killing it (1 if not given).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub levels: Option<u8>,
    /// What the card counts as, such as `undead`. Enhancer: what its monster becomes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// Monster: how it must be fought.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fight: Vec<FightRule>,
    /// Monster: whom it runs after; a runner for whom this fails gets away without a roll. Everybody if not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pursues: Option<Condition>,
    /// Monster: what happens to a player it catches.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bad_stuff: Vec<Effect>,

    /// Item, power, identity: strength for its owner while it is in use. One-shot: strength for either side.
    /// Enhancer: strength of its monster.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bonus: Option<i16>,
    /// Strength that counts while a condition holds: the monster's own, or the owner's.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub strength: Vec<Modifier>,
    /// Change of rolls to run away: from this monster, or by the card's owner.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub flee: Vec<Modifier>,

    /// Item: where it is worn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slot: Option<Slot>,
    /// Item: hands it needs, 1 or 2.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hands: Option<u8>,
    /// Item: Big.
    #[serde(default, skip_serializing_if = "is_false")]
    pub big: bool,
    /// Item: value in Gold Pieces (0 = No Value).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gold: Option<u16>,
    /// Item: usable once only, from hand or table.
    #[serde(default, skip_serializing_if = "is_false")]
    pub once: bool,
    /// Item: who may use it. Everybody may carry it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub usable_by: Option<Condition>,
    /// Power: Rank, 1 to 4.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rank: Option<u8>,

    /// Standing rights and burdens of whoever has the card in play (an Item: in use; a Curse: while it lasts).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub grants: Vec<Grant>,
    /// What its owner may choose to do with it.
    #[serde(default, rename = "use", skip_serializing_if = "Vec::is_empty")]
    pub uses: Vec<Use>,
    /// What it does by itself when something happens.
    #[serde(default, rename = "on", skip_serializing_if = "Vec::is_empty")]
    pub triggers: Vec<Trigger>,
    /// Curse: what it does at once to its victim.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub curse: Vec<Effect>,
    /// Curse: how long the card stays with its victim; it is discarded at once if not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lasts: Option<Lasting>,

    /// Where the card's figures come from.
    pub origin: Origin,
    /// Figures and texts of a known card that are not known and were modelled.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub modelled: Vec<String>,
}

fn one() -> u8 {
    1
}
#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_one(copies: &u8) -> bool {
    *copies == 1
}
#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_false(flag: &bool) -> bool {
    !*flag
}

/// What sort of card it is, which decides when it may be played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Fights whoever meets it.
    #[default]
    Monster,
    /// Hurts a player: at the door its drawer, from a hand anybody at any time.
    Curse,
    /// A class, affiliation, mojo or army.
    Identity,
    /// Allows a second identity.
    MultiIdentity,
    /// A power with a Rank.
    Power,
    /// Changes one monster of a fight.
    Enhancer,
    /// Brings a monster from hand into a fight.
    WanderingMonster,
    /// Lets one Item break the limits of use.
    Cheat,
    /// Anything with a Gold Piece value (or No Value).
    Item,
    /// Any other card: played for its `use`, then discarded.
    Special,
    /// Does nothing: it only takes the place of a card.
    Blank,
}

/// The back of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DeckSide {
    /// The Door deck.
    Door,
    /// The Treasure deck.
    Treasure,
}

/// Where an Item is worn. Items without a slot are used without limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Slot {
    /// One suit.
    Armor,
    /// One.
    Headgear,
    /// One pair.
    Footgear,
    /// Two hands in all; see `hands`.
    Hand,
}

/// Where a card's figures come from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    /// Printed in the set's rule sheet.
    Rulebook,
    /// Published elsewhere.
    Published,
    /// Invented to fill the set's known composition.
    #[default]
    Modelled,
}

/// How a monster must be fought; it holds for the whole fight while the monster is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FightRule {
    /// Only Levels count for the players.
    LevelOnly,
    /// Levels do not count for the players, only bonuses.
    BonusOnly,
    /// Nobody may help.
    NoHelp,
    /// One-shots do nothing for the players, and nobody may play one on their side.
    NoOneShots,
    /// Bonuses of Items in use do not count.
    NoItems,
    /// There is no getting away: every roll to run away from it fails.
    NoEscape,
}

/// A number added while a condition holds.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Modifier {
    /// What is added; times `each`, if given.
    pub add: i16,
    /// Adds once for each of these.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub each: Option<Count>,
    /// When it counts; always if not given.
    #[serde(default, rename = "if", skip_serializing_if = "Option::is_none")]
    pub condition: Option<Condition>,
}

/// Something that can be counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Count {
    /// The die just rolled by this card.
    Roll,
    /// Your Level.
    Level,
    /// Cards in your hand.
    Hand,
    /// Items you carry.
    Items,
    /// Big Items you carry.
    BigItems,
    /// Powers you have in play.
    Powers,
    /// Curses that stay with you.
    Curses,
    /// Monsters in the fight.
    Monsters,
    /// Living players other than you.
    Rivals,
    /// Level of the helper in the fight (0 without one).
    HelperLevel,
}

/// An amount: a number, or `{ each = COUNT, times = N }`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Amount {
    /// Just this many.
    Number(i16),
    /// `times` for each of something.
    PerCount {
        /// What is counted.
        each: Count,
        /// How many for each one (1 if not given).
        #[serde(default = "one_time")]
        times: i16,
    },
}

fn one_time() -> i16 {
    1
}

/// How many: a number or `"all"`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum HowMany {
    /// This many, or as many as there are.
    Number(u8),
    /// Every one.
    All(AllWord),
}

/// The word `"all"`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AllWord {
    /// Every one.
    All,
}

/// A range of whole numbers, both ends included.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Bounds {
    /// Lowest value that counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_least: Option<i16>,
    /// Highest value that counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_most: Option<i16>,
}

/// A test. Bare tests look at `you` (for a monster's own figures: the player whose fight it is);
/// `fighter`, `main`, `helper`, `rival`, `anyone` and `actor` look at somebody else.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Condition {
    /// All of these hold.
    All(Vec<Condition>),
    /// At least one of these holds.
    Any(Vec<Condition>),
    /// This does not hold.
    Not(Box<Condition>),
    /// It holds for the main player or the helper of the fight.
    Fighter(Box<Condition>),
    /// It holds for the player whose fight it is.
    Main(Box<Condition>),
    /// There is a helper for whom it holds.
    Helper(Box<Condition>),
    /// It holds for some living player other than you.
    Rival(Box<Condition>),
    /// It holds for some living player.
    Anyone(Box<Condition>),
    /// It holds for the player who set this off.
    Actor(Box<Condition>),
    /// Has this identity or power (by card id) in play.
    Has(String),
    /// Has any identity in play.
    HasIdentity,
    /// Has any power in play.
    HasPower,
    /// Level within bounds.
    Level(Bounds),
    /// No living player has a lower Level.
    LowestLevel,
    /// No living player has a higher Level.
    HighestLevel,
    /// Uses an Item in this slot.
    Uses(Slot),
    /// Carries an Item of this sort (used or not).
    Carries(ItemFilter),
    /// Cards in hand within bounds.
    Hand(Bounds),
    /// A Curse stays with the player.
    Cursed,
    /// It is the player's own turn.
    OwnTurn,
    /// The player fights, as main player or helper.
    Fighting,
    /// The player's own fight.
    IsMain,
    /// The player helps in the fight.
    IsHelper,
    /// A monster of the fight has this tag.
    Tag(String),
    /// Number of monsters in the fight within bounds.
    Monsters(Bounds),
    /// Somebody helps in the fight.
    Helped,
    /// A kill would bring the main player to the winning level.
    ForTheWin,
}

/// Which Items count.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ItemFilter {
    /// Only Items worn there; of these, ones in use before ones merely carried.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slot: Option<Slot>,
    /// Only Big (true) or only small (false) Items.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub big: Option<bool>,
    /// Only one-shots (true) or none of them (false).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub once: Option<bool>,
    /// Only Items with this tag.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tag: Option<String>,
    /// Only Items worth at least this many Gold Pieces.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub worth: Option<u16>,
    /// Only Items in use (true) or not in use (false).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub used: Option<bool>,
    /// Only those with the highest bonus among the rest.
    #[serde(default, skip_serializing_if = "is_false")]
    pub best: bool,
}

/// A right or burden that holds while its card is in play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Grant {
    /// So many more Big Items may be carried.
    ExtraBig(u8),
    /// So many more hands.
    ExtraHands(u8),
    /// So many more cards may be kept at the end of the turn (may be negative).
    HandLimit(i8),
    /// So many more Treasures for each fight won by a kill as main player.
    ExtraTreasures(i8),
    /// So many more steps on the way up: Gold Pieces added once to each sale.
    SaleBonus(u16),
    /// An equal total wins.
    WinsTies,
    /// Curses from the door have no effect.
    DoorCurseProof,
    /// Curses from other players have no effect.
    CurseProof,
    /// May not be helped.
    NoHelp,
    /// May not help.
    NoHelping,
    /// Bonuses of Items in use do not count.
    NoItems,
    /// May not play one-shots in own fights.
    NoOneShots,
    /// Does not loot the room.
    NoLoot,
    /// May not sell Items.
    NoSale,
}

/// When a use may be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Window {
    /// In every round but those after a roll and for a Curse.
    AnyTime,
    /// In any combat, by anybody, until the result is final.
    Combat,
    /// On your own turn, out of combat.
    Turn,
    /// Before a roll to run away.
    BeforeRoll,
    /// After a roll to run away, before it counts.
    AfterRoll,
    /// When a Curse is about to take effect.
    Curse,
}

/// Whom a use is aimed at; the effects happen to that player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Aim {
    /// Its user.
    #[default]
    You,
    /// Any living player.
    AnyPlayer,
    /// Any living player but its user.
    Rival,
    /// The main player or the helper of the fight.
    Fighter,
    /// The player who is running away.
    Runner,
}

/// Something its owner may choose to do.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Use {
    /// The windows in which it may be chosen.
    pub when: Vec<Window>,
    /// Whom it is aimed at.
    #[serde(default)]
    pub aim: Aim,
    /// What must hold for its user.
    #[serde(default, rename = "if", skip_serializing_if = "Option::is_none")]
    pub condition: Option<Condition>,
    /// What it costs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<Cost>,
    /// How often it may be chosen in one combat (or, out of combat, in one turn). If not given: once if it costs nothing
    /// and its card is not used up, else without limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u8>,
    /// What it does.
    #[serde(rename = "do")]
    pub effects: Vec<Effect>,
}

/// What a use costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Cost {
    /// Discard so many cards, from hand or from play (not Curses that stay, not the card itself).
    Discard(u8),
    /// Discard the whole hand, at least one card.
    WholeHand,
    /// Lose so many levels; not payable below.
    Levels(u8),
    /// Discard this card.
    ThisCard,
}

/// Something that happens by itself.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Trigger {
    /// What sets it off.
    pub when: Happening,
    /// What must hold.
    #[serde(default, rename = "if", skip_serializing_if = "Option::is_none")]
    pub condition: Option<Condition>,
    /// What it does.
    #[serde(rename = "do")]
    pub effects: Vec<Effect>,
}

/// What can set a trigger off. `you` is in brackets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Happening {
    /// Monster: it enters a fight (the main player). Player's card: its owner's fight begins (the owner).
    Meet,
    /// Monster: it is killed (the main player). Player's card: its owner killed, as main player (the owner).
    Kill,
    /// Player's card: its owner helped to kill (the owner).
    HelpedKill,
    /// Monster: a player lost to it and must run, before any roll (each runner).
    Flight,
    /// Monster: a runner got away from it (the runner). Player's card: its owner got away (the owner).
    Escape,
    /// Player's card: its owner was caught, before the Bad Stuff (the owner).
    Caught,
    /// Player's card: its owner's turn begins (the owner).
    TurnStart,
}

/// How long a Curse stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Lasting {
    /// Through the victim's next combat (the present one, if there is one), and only in it.
    NextCombat,
    /// Through the victim's next turn (the present one, if it is theirs), and only in it.
    NextTurn,
    /// Until something lifts it.
    Always,
}

/// Somebody, seen from `you`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Who {
    /// The player it is happening to.
    You,
    /// The player who set this off; inside `each`, the player outside.
    Actor,
    /// The player to the left.
    Left,
    /// The player to the right.
    Right,
    /// Left and right.
    Neighbours,
    /// All other living players, from the left.
    Rivals,
    /// All living players, from the active one.
    Everyone,
    /// Other living players of the highest Level among them.
    HighestRivals,
    /// Other living players of the lowest Level among them.
    LowestRivals,
    /// Main player and helper.
    Fighters,
    /// The player whose fight it is.
    Main,
    /// The helper, if any.
    Helper,
    /// One other living player, chosen by you.
    ChosenRival,
}

/// Who picks the cards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Chooser {
    /// The one who loses them.
    #[default]
    You,
    /// The player who set this off.
    Actor,
    /// The player to the left.
    Left,
    /// The player to the right.
    Right,
    /// Chance.
    Random,
}

/// A level to fall or rise to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum LevelMark {
    /// The lowest Level among living players.
    Lowest,
    /// This Level.
    At(u8),
}

/// A verb of the language: one thing that happens, to `you` unless it says otherwise.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Effect {
    /// Lose levels, never below 1.
    LoseLevels(Amount),
    /// Gain levels, never the winning one.
    GainLevels(Amount),
    /// Gain levels, the winning one too.
    GainWinningLevels(Amount),
    /// Fall to a level, if above it.
    FallTo(LevelMark),
    /// Die.
    Die,
    /// Discard Items from the table.
    LoseItems(ItemLoss),
    /// Discard Items from the table worth at least this in all, or all of them.
    LoseWorth(u16),
    /// Discard cards from hand.
    LoseHand(HandLoss),
    /// Discard identities in play, owner's choice.
    LoseIdentities(HowMany),
    /// Discard powers in play, owner's choice.
    LosePowers(HowMany),
    /// Draw cards.
    Draw(Drawing),
    /// Take an Item from somebody's table into play, your choice.
    TakeItem(ItemTaking),
    /// Take a card from somebody's hand into yours.
    TakeFromHand(HandTaking),
    /// Take a card from a discard pile into hand.
    TakeDiscard(DiscardTaking),
    /// Do this to each of some players, one after the other: inside, `you` is that player and `actor` the one outside.
    Each(Each),
    /// Do one of these, your choice among those possible.
    Choose(Vec<Branch>),
    /// Do this if something holds, else that.
    If(IfElse),
    /// Roll a die: the first line whose `up_to` is not below it.
    Roll(Vec<RollLine>),
    /// Do this several times.
    Repeat(Repeat),
    /// Add strength to a side of the fight.
    Strengthen(Strengthen),
    /// Take one monster out of the fight.
    RemoveMonster(MonsterRemoval),
    /// Double one monster of the fight: a twin with the same figures joins it.
    CopyMonster,
    /// Put one monster of the fight into the hand of a player of your choice.
    SendMonster,
    /// Add a monster from your hand to the fight.
    AddMonster,
    /// Make the helper leave the fight.
    DismissHelper,
    /// Get away from the monster being run from, whatever the die says.
    Escape,
    /// Get away from every monster of the fight.
    EscapeAll,
    /// Roll the die for running away again.
    Reroll,
    /// Change the die for running away to a number of your choice.
    SetRoll,
    /// Add to all rolls to run away in this fight.
    FleeBonus(i8),
    /// The Curse about to take effect has none.
    CancelCurse,
    /// Discard one Curse that stays with you, your choice.
    LiftCurse,
}

/// Losing Items.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ItemLoss {
    /// How many.
    #[serde(default = "one_of_them")]
    pub count: CountOrAll,
    /// Which ones.
    #[serde(default)]
    pub what: ItemFilter,
    /// Who picks.
    #[serde(default)]
    pub chosen_by: Chooser,
}

fn one_of_them() -> CountOrAll {
    CountOrAll::Amount(Amount::Number(1))
}

/// An amount, or `"all"`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum CountOrAll {
    /// Every one.
    All(AllWord),
    /// So many.
    Amount(Amount),
}

/// Losing cards from hand.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HandLoss {
    /// How many.
    pub count: CountOrAll,
    /// Who picks.
    #[serde(default)]
    pub chosen_by: Chooser,
}

/// Drawing cards.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Drawing {
    /// From which deck.
    pub deck: DeckSide,
    /// How many (1 if not given).
    #[serde(default = "one_amount")]
    pub count: Amount,
    /// Shown to all.
    #[serde(default, skip_serializing_if = "is_false")]
    pub face_up: bool,
}

fn one_amount() -> Amount {
    Amount::Number(1)
}

/// Taking an Item.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ItemTaking {
    /// From whom.
    pub from: Who,
    /// Which ones may be taken.
    #[serde(default)]
    pub what: ItemFilter,
}

/// Taking a card from a hand.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HandTaking {
    /// From whom.
    pub from: Who,
    /// Looking at the hand and choosing; by chance if not given.
    #[serde(default, skip_serializing_if = "is_false")]
    pub looking: bool,
}

/// Taking a discarded card.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DiscardTaking {
    /// Which pile.
    pub deck: DeckSide,
    /// Searching the whole pile; only its top card if not given.
    #[serde(default, skip_serializing_if = "is_false")]
    pub search: bool,
}

/// Doing something to each of some players.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Each {
    /// To whom.
    pub who: Who,
    /// Only to those for whom this holds.
    #[serde(default, rename = "if", skip_serializing_if = "Option::is_none")]
    pub condition: Option<Condition>,
    /// What.
    #[serde(rename = "do")]
    pub effects: Vec<Effect>,
}

/// One way out of a choice.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Branch {
    /// When it is open; always if not given.
    #[serde(default, rename = "if", skip_serializing_if = "Option::is_none")]
    pub condition: Option<Condition>,
    /// What it does.
    #[serde(rename = "do")]
    pub effects: Vec<Effect>,
}

/// One thing or the other.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct IfElse {
    /// What is tested.
    pub test: Condition,
    /// If it holds.
    pub then: Vec<Effect>,
    /// If it does not.
    #[serde(default, rename = "else", skip_serializing_if = "Vec::is_empty")]
    pub otherwise: Vec<Effect>,
}

/// One line of a die table.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RollLine {
    /// Highest number of this line, 1 to 6; the last line goes to 6.
    pub up_to: u8,
    /// What happens.
    #[serde(rename = "do")]
    pub effects: Vec<Effect>,
}

/// Something done several times.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Repeat {
    /// How often.
    pub times: Amount,
    /// What.
    #[serde(rename = "do")]
    pub effects: Vec<Effect>,
}

/// Strength for a side.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Strengthen {
    /// Which side.
    #[serde(default)]
    pub side: Side,
    /// How much (may be negative).
    pub by: Amount,
}

/// A side of the fight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// Whichever its player names.
    #[default]
    Either,
    /// The players.
    Players,
    /// The monsters.
    Monsters,
}

/// Taking a monster out of a fight.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MonsterRemoval {
    /// Only monsters of at most this printed Level.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level_at_most: Option<i16>,
    /// Only monsters with this tag.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tag: Option<String>,
    /// Whether its Treasure is still won; the edition's rule decides if not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub treasure: Option<bool>,
}

/// `deserialize` for the enums that are a bare number, a word or a table, with errors that say so.
mod bare {
    use super::{AllWord, Amount, Count, CountOrAll, HowMany};
    use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor, value::MapAccessDeserializer};
    use std::fmt;

    #[derive(serde::Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Each {
        each: Count,
        #[serde(default = "super::one_time")]
        times: i16,
    }

    struct Bare {
        word: bool,
        table: bool,
    }

    impl<'de> Visitor<'de> for Bare {
        type Value = CountOrAll;
        fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
            f.write_str("a whole number")?;
            if self.word {
                f.write_str(", \"all\"")?;
            }
            if self.table {
                f.write_str(" or { each = COUNT, times = N }")?;
            }
            Ok(())
        }
        fn visit_i64<E: Error>(self, number: i64) -> Result<CountOrAll, E> {
            let number = i16::try_from(number).ok().filter(|n| n.abs() <= 99);
            let number = number.ok_or_else(|| E::custom("expected a number from -99 to 99"))?;
            Ok(CountOrAll::Amount(Amount::Number(number)))
        }
        fn visit_u64<E: Error>(self, number: u64) -> Result<CountOrAll, E> {
            self.visit_i64(i64::try_from(number).unwrap_or(i64::MAX))
        }
        fn visit_str<E: Error>(self, word: &str) -> Result<CountOrAll, E> {
            match word {
                "all" if self.word => Ok(CountOrAll::All(AllWord::All)),
                _ => Err(E::invalid_value(serde::de::Unexpected::Str(word), &self)),
            }
        }
        fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<CountOrAll, A::Error> {
            if !self.table {
                return Err(A::Error::invalid_type(serde::de::Unexpected::Map, &self));
            }
            let Each { each, times } = Each::deserialize(MapAccessDeserializer::new(map))?;
            Ok(CountOrAll::Amount(Amount::PerCount { each, times }))
        }
    }

    impl<'de> Deserialize<'de> for CountOrAll {
        fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
            from.deserialize_any(Bare { word: true, table: true })
        }
    }

    impl<'de> Deserialize<'de> for Amount {
        fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
            match from.deserialize_any(Bare { word: false, table: true })? {
                CountOrAll::Amount(amount) => Ok(amount),
                CountOrAll::All(_) => Err(D::Error::custom("expected a number")),
            }
        }
    }

    impl<'de> Deserialize<'de> for HowMany {
        fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
            match from.deserialize_any(Bare { word: true, table: false })? {
                CountOrAll::All(all) => Ok(HowMany::All(all)),
                CountOrAll::Amount(Amount::Number(n)) if n > 0 => Ok(HowMany::Number(n as u8)),
                CountOrAll::Amount(_) => Err(D::Error::custom("expected a number from 1 to 99")),
            }
        }
    }
}
