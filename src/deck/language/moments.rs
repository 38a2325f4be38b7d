//! Moments of a game, and the parts of the language that can matter only in some of them.

use std::ops::BitOr;

use super::condition::Condition;
use super::effect::Effect;
use super::measure::Number;
use super::uses::{Aim, Happening, Window};

/// A set of moments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::deck) struct Moments(u16);

impl Moments {
    /// No fight is in progress.
    const PEACE: Moments = Moments(1);
    /// A fight is not decided yet.
    const COMBAT: Moments = Moments(2);
    /// A fight is lost, and nobody runs yet.
    const FLIGHT: Moments = Moments(4);
    /// A player is about to roll to run away.
    const BEFORE: Moments = Moments(8);
    /// A player has rolled to run away, and the roll does not count yet.
    const ROLLED: Moments = Moments(16);
    /// A player has got away from a monster, or suffers its Bad Stuff.
    const AFTER: Moments = Moments(32);
    /// A fight is won.
    const WON: Moments = Moments(64);
    /// A Curse is about to take effect.
    const CURSE: Moments = Moments(128);
    /// A player has rolled for a card, and the roll does not count yet.
    const CARD: Moments = Moments(256);

    /// A monster has caught a player, who does not suffer yet.
    const CAUGHT: Moments = Moments(512);

    const ROLLS: Moments = Moments(Self::BEFORE.0 | Self::ROLLED.0);
    const RUNNING: Moments = Moments(Self::FLIGHT.0 | Self::ROLLS.0 | Self::CAUGHT.0 | Self::AFTER.0);
    const UNWON: Moments = Moments(Self::COMBAT.0 | Self::RUNNING.0);
    const FIGHT: Moments = Moments(Self::UNWON.0 | Self::WON.0);
    /// All moments.
    pub(in crate::deck) const ALL: Moments = Moments(0x3ff);

    /// When the modifiers of strength count.
    pub(in crate::deck) const STRENGTH: Moments = Self::COMBAT;
    /// When players are asked for help.
    pub(in crate::deck) const HELP: Moments = Self::COMBAT;
    /// When rolls to run away are made.
    pub(in crate::deck) const FLEE: Moments = Self::ROLLS;
    /// When Treasures are counted.
    pub(in crate::deck) const TREASURES: Moments = Self::FIGHT;
    /// When Bad Stuff takes effect.
    pub(in crate::deck) const BAD_STUFF: Moments = Self::AFTER;
    /// When a Curse takes effect.
    pub(in crate::deck) const STRUCK: Moments = Moments(Self::ALL.0 & !Self::CURSE.0);

    /// Whether the sets have a moment in common.
    pub(in crate::deck) fn meet(self, other: Moments) -> bool {
        self.0 & other.0 != 0
    }
}

impl BitOr for Moments {
    type Output = Moments;

    fn bitor(self, other: Moments) -> Moments {
        Moments(self.0 | other.0)
    }
}

impl Window {
    /// The moments in which a use with this window can be open.
    pub(in crate::deck) fn moments(self) -> Moments {
        match self {
            Window::AnyTime => Moments::PEACE | Moments::COMBAT | Moments::BEFORE,
            Window::Combat => Moments::COMBAT,
            Window::Turn => Moments::PEACE,
            Window::BeforeRoll => Moments::BEFORE,
            Window::AfterRoll => Moments::ROLLED,
            Window::Curse => Moments::ALL,
            Window::CardRoll => Moments::STRUCK,
            Window::BadStuff => Moments::CAUGHT,
            Window::Drawn => Moments(Moments::STRUCK.0 & !Moments::CARD.0),
        }
    }
}

impl Aim {
    /// The moments in which there can be such a target.
    pub(in crate::deck) fn moments(self) -> Moments {
        match self {
            Aim::You | Aim::AnyPlayer | Aim::Rival => Moments::ALL,
            Aim::Fighter => Moments::FIGHT | Moments::CURSE | Moments::CARD,
            Aim::Runner => Moments::ROLLS | Moments::CAUGHT | Moments::CURSE | Moments::CARD,
        }
    }
}

impl Happening {
    /// The moments in which the effects of a trigger take place.
    pub(in crate::deck) fn moments(self) -> Moments {
        match self {
            Happening::Meet | Happening::Fight | Happening::Played => Moments::COMBAT,
            Happening::Kill | Happening::HelpedKill => Moments::WON,
            Happening::Flight => Moments::FLIGHT,
            Happening::Pursuit => Moments::ROLLED,
            Happening::Escape => Moments::AFTER,
            Happening::Caught => Moments::CAUGHT,
            Happening::TurnStart => Moments::PEACE,
        }
    }
}

impl Effect {
    /// The moments in which the effect itself can change a game.
    pub(in crate::deck) fn moments(&self) -> Moments {
        use Effect::*;
        match self {
            Strengthen(_) | CompelHelp | CompelHelpFor(_) | TakeOver | TakeWinningItem | DefeatThis => Moments::COMBAT,
            RemoveMonster(_) | RemoveAll(_) | SendMonster(_) | ReplaceMonster(_) | Leave(_) => Moments::UNWON,
            CopyMonster | AddMonster | TwinFlee(_) | DismissHelper | EscapeAll | FleeBonus(_) => Moments::UNWON,
            Escape => Moments::ROLLS | Moments::CAUGHT,
            RollAnyway | RollBonus(_) => Moments::ROLLS,
            Reroll => Moments::ROLLED,
            SetRoll => Moments::ROLLED | Moments::CARD,
            EscapeThis => Moments::FLIGHT | Moments::AFTER,
            CancelCurse | RedirectCurse(_) => Moments::CURSE,
            CancelBadStuff => Moments::CAUGHT,
            OpenDoor => Moments::PEACE | Moments::CARD,
            LoseLevels(_) | GainLevels(_) | GainWinningLevels(_) | FallTo(_) | Die | ChangeGender => Moments::ALL,
            LoseItems(_) | LoseWorth(_) | LoseHand(_) | LoseCards(_) | LoseIdentities(_) => Moments::ALL,
            LosePowers(_) | Suffer(_) => Moments::ALL,
            LoseAsMuch(_) | ChangeIdentity | ChangeKind(_) | LiftCurse | Afflict(_) | LootRoom => Moments::ALL,
            Give(_) | ExchangeHands(_) | RevealHand => Moments::ALL,
            Draw(_) | Exchange(_) | TakeItem(_) | TakeFromHand(_) | TakeDiscard(_) => Moments::ALL,
            Each(_) | Choose(_) | If(_) | Roll(_) | Repeat(_) => Moments::ALL,
        }
    }
}

impl Condition {
    /// The moments in which a condition without parts can hold.
    pub(in crate::deck) fn moments(&self) -> Moments {
        use Condition::*;
        match self {
            Fighting | IsMain | IsHelper | Tag(_) | Monsters(_) | Helped | ForTheWin | Unaided | Thrown(_)
            | WanderedIn => Moments::FIGHT | Moments::CURSE | Moments::CARD,
            BeforeFirstRoll | Pursuer(_) => Moments::RUNNING | Moments::CURSE | Moments::CARD,
            GetsAway => Moments::ROLLS | Moments::CURSE | Moments::CARD,
            Fought => Moments::PEACE | Moments::CURSE | Moments::CARD,
            All(_) | Any(_) | Not(_) | Fighter(_) | Main(_) | Helper(_) | Rival(_) | Anyone(_) | Actor(_) => {
                Moments::ALL
            }
            Has(_) | HasIdentity | HasPower | Suffers(_) | Level(_) | LowestLevel | HighestLevel => Moments::ALL,
            AboveActor | CanGainLevel | Uses(_) | Carries(_) | Hand(_) | Cursed | OwnTurn | Gender(_) => Moments::ALL,
            HasChangedGender | HasDied | Count(_) | DiscardTop(_) => Moments::ALL,
        }
    }

    /// Whether a condition depends on the player that it tests.
    pub(in crate::deck) fn depends_on_the_player(&self) -> bool {
        use Condition::*;
        match self {
            All(parts) | Any(parts) => parts.iter().any(Condition::depends_on_the_player),
            Not(part) => part.depends_on_the_player(),
            Rival(_) | AboveActor => true,
            Fighter(_) | Main(_) | Helper(_) | Anyone(_) | Actor(_) => false,
            Tag(_) | Monsters(_) | Helped | ForTheWin | Unaided | Pursuer(_) | Thrown(_) => false,
            Fought | GetsAway | DiscardTop(_) | WanderedIn => false,
            Has(_) | HasIdentity | HasPower | Suffers(_) | Level(_) | LowestLevel | HighestLevel => true,
            CanGainLevel | Uses(_) | Carries(_) | Hand(_) | Cursed | OwnTurn | Gender(_) => true,
            Fighting | IsMain | IsHelper | BeforeFirstRoll | HasChangedGender | HasDied | Count(_) => true,
        }
    }
}

impl Number {
    /// The moments in which a number can be more than 0.
    pub(in crate::deck) fn moments(self) -> Moments {
        use Number::*;
        let also = Moments::CURSE | Moments::CARD;
        match self {
            Monsters | HelperLevel | Strength => Moments::FIGHT | also,
            WonBy => Moments::WON | also,
            LostBy => Moments::RUNNING | also,
            Die => Moments::ROLLED | Moments::CAUGHT | Moments::AFTER | also,
            RollMissedBy => Moments::CAUGHT | Moments::AFTER | also,
            Level | Total | Hand | FreeHands | Items | BigItems | Identities | Powers | Curses => Moments::ALL,
            Players | Rivals | Roll | LostBonus | LostRank | LostGold => Moments::ALL,
        }
    }
}
