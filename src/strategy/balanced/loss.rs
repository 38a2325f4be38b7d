//! Losses: what an effect would take from a player at present, in tenths of a level.

use super::thought::Thought;
use crate::deck::compiled::{Amount, CountOrAll, Op, Program};
use crate::deck::language::{Chooser, LevelMark, Who};
use crate::ids::{CardId, CardSet, Seat};

/// Maximum loss or gain by an effect.
const MAX_LOSS: i32 = 1_000;

impl<const W: usize> Thought<'_, W> {
    /// The loss of a player by a Curse; 0 if the player is protected from it.
    pub(super) fn curse_loss(&self, curse: CardId, victim: Seat) -> i32 {
        if self.view.is_protected(victim, curse) {
            return 0;
        }
        let burden = i32::from(self.brain.worth.burden(curse));
        burden + self.loss(self.view.deck().card(curse).curse, victim)
    }

    /// The largest loss of a rival by a Curse.
    pub(super) fn best_curse_loss(&self, curse: CardId) -> i32 {
        self.rivals().map(|rival| self.curse_loss(curse, rival)).max().unwrap_or(0)
    }

    /// The largest loss of a rival by use `n` of a card.
    pub(super) fn best_use_loss(&self, card: CardId, n: u8) -> i32 {
        let program = self.view.deck().uses(card)[usize::from(n)].program;
        self.rivals().map(|rival| self.loss(program, rival)).max().unwrap_or(0)
    }

    fn rivals(&self) -> impl Iterator<Item = Seat> {
        self.view.living().without(self.me()).iter()
    }

    /// The loss of a player by these effects; negative if they are a gain. What depends on chance or on hidden cards counts as usual.
    pub(super) fn loss(&self, program: Program, victim: Seat) -> i32 {
        let losses = (program.start..program.end).map(|place| self.loss_by(usize::from(place), victim));
        losses.fold(0, i32::saturating_add).clamp(-MAX_LOSS, MAX_LOSS)
    }

    fn loss_by(&self, place: usize, victim: Seat) -> i32 {
        let (view, deck) = (self.view, self.view.deck());
        let usual = i32::from(self.brain.worth.op(place));
        let usual_if = |possible: bool| if possible { usual } else { 0 };
        let level = i32::from(view.level(victim));
        let has = |cards: &CardSet<W>| view.table(victim).meets(cards);
        match deck.ops[place] {
            Op::LoseLevels(Amount::Number(levels)) => 10 * i32::from(levels).min(level - 1).max(0),
            Op::LoseLevels(_) => usual.min(10 * (level - 1)),
            Op::FallTo(LevelMark::At(mark)) => 10 * (level - i32::from(mark)).max(0),
            Op::FallTo(LevelMark::Lowest) => 10 * (level - self.lowest_level()),
            Op::LoseItems { count, filter, by } => self.items_lost(view.items(victim, filter), count, by),
            Op::LoseHand { .. } => usual_if(view.hand_size(victim) > 0),
            Op::LoseCards { .. } => usual_if(view.hand_size(victim) > 0 || !view.table(victim).is_empty()),
            Op::LoseWorth(_) => usual_if(has(&deck.masks.priced)),
            Op::LoseIdentities { group, .. } | Op::ChangeIdentity { group } => {
                usual_if(has(&deck.groups[usize::from(group)].cards))
            }
            Op::LosePowers { powers, .. } => usual_if(has(&deck.powers[usize::from(powers)])),
            Op::Each { who: Who::You, body, .. } => self.loss(body, victim),
            Op::Each { body, .. } => usual_if(!self.takes_nothing(body, victim)),
            Op::If { test, then, otherwise } => {
                self.loss(if view.holds(test, victim) { then } else { otherwise }, victim)
            }
            Op::Choose(branches) => {
                let branches = deck.branches[branches.range()].iter();
                branches.map(|(_, branch)| self.loss(*branch, victim)).min().unwrap_or(0)
            }
            Op::Roll(table) => {
                let lines = deck.die_tables[usize::from(table)].iter();
                lines.map(|line| self.loss(*line, victim)).sum::<i32>() / 6
            }
            Op::Repeat { times: Amount::Number(times), body } => {
                i32::from(times).saturating_mul(self.loss(body, victim))
            }
            // The active player opens the door, not the victim.
            Op::OpenDoor if view.active() == victim => usual,
            // What a player gains counts like a loss of the victim.
            Op::OpenDoor if view.active() == self.me() => -usual,
            Op::OpenDoor => 0,
            _ => usual,
        }
    }

    /// Whether other players only take from a player, who has nothing to take.
    fn takes_nothing(&self, body: Program, from: Seat) -> bool {
        let in_vain = |op: &Op| match *op {
            Op::TakeItem { from: Who::Actor, filter } => self.view.items(from, filter).is_empty(),
            Op::TakeFromHand { from: Who::Actor, .. } => self.view.hand_size(from) == 0,
            _ => false,
        };
        self.view.deck().ops[usize::from(body.start)..usize::from(body.end)].iter().all(in_vain)
    }

    fn lowest_level(&self) -> i32 {
        let levels = self.view.living().iter().map(|seat| i32::from(self.view.level(seat)));
        levels.min().unwrap_or(1)
    }

    /// The worth of the Items that a player loses of these: usual ones at random, the least ones if the player chooses, and otherwise the best
    /// ones.
    fn items_lost(&self, mut items: CardSet<W>, count: CountOrAll, by: Chooser) -> i32 {
        let count = match count {
            CountOrAll::All => items.len(),
            CountOrAll::Amount(Amount::Number(count)) => usize::try_from(count).unwrap_or(0),
            CountOrAll::Amount(_) => 1,
        };
        if by == Chooser::Random {
            let all: i32 = items.iter().map(|card| self.item_worth(card)).sum();
            return all * count.min(items.len()) as i32 / items.len().max(1) as i32;
        }
        let wish = if by == Chooser::You { -1 } else { 1 };
        let mut worth = 0;
        for _ in 0..count {
            let Some(lost) = items.iter().max_by_key(|&card| wish * self.item_worth(card)) else { break };
            worth += self.item_worth(lost);
            items.remove(lost);
        }
        worth
    }

    /// The worth of an Item to the player who has it: in use, or as a one-shot; otherwise its price.
    fn item_worth(&self, card: CardId) -> i32 {
        let price = i32::from(self.view.deck().card(card).gold / 100);
        if self.view.used().contains(card) {
            price + i32::from(self.brain.worth.wear(card)).max(1)
        } else if self.view.deck().masks.wearables.contains(card) {
            price.max(1)
        } else {
            i32::from(self.brain.worth.keep(card)).max(1)
        }
    }
}
