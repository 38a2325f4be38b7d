//! Small choices: which card goes, which is taken, at whom, which way.

use super::{Purpose, Thought};
use crate::deck::Kind;
use crate::game::{Choice, Fight, Question, Verb};
use crate::ids::{CardId, Seat};

impl<const W: usize> Thought<'_, W> {
    /// Every question that is answered by one score an option.
    pub(super) fn pick(&self, question: Question) -> Choice {
        let keep = |option: &Choice| i32::from(self.brain.worth.keep(option.card));
        match question {
            Question::CharityCard | Question::Payment | Question::LoseHandCard => {
                self.best(|option| self.giving(option))
            }
            Question::LoseItem | Question::ExcessBig | Question::ExcessHands => self.best(|option| self.losing(option)),
            Question::LosePower | Question::LoseIdentity => self.best(|option| -keep(option)),
            Question::ShareTreasure
            | Question::LootBody
            | Question::TakeItem
            | Question::TakeHandCard
            | Question::TakeDiscard => self.best(keep),
            Question::CheatItem => self.best(|option| self.cheat_gain(option.card)),
            Question::CharityTo | Question::GiftTo => self.best(|option| -i32::from(self.view.strength(option.seat()))),
            Question::AimAt => self.aim_at(),
            Question::WhichSide => self.which_side(),
            Question::WhichMonster => self.best(|option| self.monster_level(option)),
            Question::WhichHandMonster => self.best(|option| self.monster_level(option)),
            Question::RunFrom => self.best(|option| -i32::from(self.brain.worth.harm(option.card))),
            Question::ExcessBigHow => self.take_verb(Verb::Sell),
            Question::SetRoll => self.set_roll(),
            Question::LiftCurse => self.best(|option| i32::from(self.brain.worth.harm(option.card))),
            Question::Branch => self.branch(),
            _ => self.options[0],
        }
    }

    /// What is given, paid or discarded first: what is worth least; Items in use last.
    fn giving(&self, option: &Choice) -> i32 {
        let used = i32::from(self.view.used().contains(option.card)) * 100;
        let on_table = i32::from(self.view.table(self.me()).contains(option.card)) * 3;
        let wearable = i32::from(self.view.deck().card(option.card).kind == Kind::Item) * 2;
        -i32::from(self.brain.worth.keep(option.card)) - used - on_table - wearable
    }

    /// The own Item worth least; another's worth most.
    fn losing(&self, option: &Choice) -> i32 {
        let worth = i32::from(self.brain.worth.keep(option.card));
        let used = i32::from(self.view.used().contains(option.card)) * 5;
        if self.view.table(self.me()).contains(option.card) { -worth - used } else { worth + used }
    }

    fn cheat_gain(&self, card: CardId) -> i32 {
        let gain = i32::from(self.brain.worth.wear(card));
        if self.view.used().contains(card) { gain - 100 } else { gain }
    }

    fn monster_level(&self, option: &Choice) -> i32 {
        i32::from(self.view.deck().card(option.card).level)
    }

    /// Harm goes to whoever is about to win, else to the highest Level; good things to oneself.
    fn aim_at(&self) -> Choice {
        let me = self.me();
        let good = self.view.aimed().is_some_and(|(card, n)| {
            let info = self.view.deck().card(card);
            info.kind != Kind::Curse
                && info.uses.len > 0
                && matches!(
                    self.brain.worth.purpose(card, n),
                    Purpose::Good(_) | Purpose::Levels(_) | Purpose::Lift | Purpose::Escape
                )
        });
        self.best(|option| {
            let seat = option.seat();
            if good { i32::from(seat == me) } else { self.threat(seat) }
        })
    }

    /// How much somebody is to be stopped.
    fn threat(&self, seat: Seat) -> i32 {
        if seat == self.me() {
            return -1;
        }
        let fights = self.view.for_the_win() && self.view.fight().is_some_and(|fight| fight.main() == seat);
        let level = i32::from(self.view.level(seat));
        i32::from(fights) * 1000 + 20 * level + i32::from(self.view.strength(seat))
    }

    fn which_side(&self) -> Choice {
        let mine = self.view.fighting(self.me());
        self.take_verb(if mine { Verb::ForPlayers } else { Verb::ForMonsters })
    }

    /// A six for oneself, a one for others.
    fn set_roll(&self) -> Choice {
        let mine = self.view.fight().and_then(Fight::runner).is_some_and(|(seat, _)| seat == self.me());
        self.best(|option| if mine { i32::from(option.n) } else { -i32::from(option.n) })
    }

    /// The way that costs least.
    fn branch(&self) -> Choice {
        let start = self.view.branch_start().unwrap_or(0);
        self.best(|option| -i32::from(self.brain.worth.branch(start + usize::from(option.n))))
    }
}
