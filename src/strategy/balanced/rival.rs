//! Rivals' fights: stops a player who is about to win, and hinders a leader if one card is enough.

use std::iter;

use super::best::Best;
use super::thought::Thought;
use crate::deck::Play;
use crate::deck::compiled::{Limit, UseRule};
use crate::deck::language::Cost;
use crate::game::{Choice, Fight, Verb};
use crate::ids::{CardId, CardSet, Seat};
use crate::strategy::worth::Purpose;

/// Worth by which a play that does not stop a win alone must be cheaper than one that does.
const PART_COST: i32 = 5;

/// Plays that could turn a rival's fight.
pub(super) struct Hindrance {
    /// Whether a kill would win the game.
    last: bool,
    /// Strength that the players must lose for the fight to turn.
    enough: i16,
    /// Total strength that the weighed plays can take from the players.
    reach: i16,
    /// Levels that the main player must lose to be unable to win the game with this fight.
    fall: i16,
    /// Whether the main player cannot win the game with this fight without its most rewarding monster.
    by_removal: bool,
    /// The best play so far.
    best: Best,
}

impl<const W: usize> Thought<'_, W> {
    /// The choice of a bystander.
    pub(super) fn rivals_fight(&self) -> Choice {
        if self.lets_them_win() {
            return Choice::PASS;
        }
        let mut hindrance = self.hindrance();
        for &option in self.options() {
            self.weigh_hindrance(&mut hindrance, option, || true);
        }
        self.hinder(&hindrance)
    }

    /// The best play, unless all plays together do too little to stop a win.
    pub(super) fn hinder(&self, hindrance: &Hindrance) -> Choice {
        let [reach, enough] = [hindrance.reach, hindrance.enough].map(i32::from);
        // Cards thrown at a win that cannot be stopped are lost. Others may add to them, so less than the whole need is
        // worth a try.
        let in_vain = hindrance.last && 100 * reach < i32::from(self.brain.weights.stop_share) * enough;
        if in_vain { Choice::PASS } else { hindrance.best.play }
    }

    /// A hindrance without plays, for the current fight.
    pub(super) fn hindrance(&self) -> Hindrance {
        let last = self.view.for_the_win();
        let surplus = |fight: &Fight| {
            self.view.level(fight.main()) + self.view.levels_at_stake() - i16::from(self.view.deck().rules.win_level)
        };
        let stops_by_fall = last && self.brain.weights.stop_by_fall;
        let fall = self.view.fight().filter(|_| stops_by_fall).map_or(i16::MAX, |fight| 1 + surplus(fight));
        let by_removal = last && self.brain.weights.stop_by_removal && self.removal_stops();
        // The monsters win ties, so the margin itself is enough.
        Hindrance { last, enough: self.view.margin().max(1), fall, by_removal, reach: 0, best: Best::none() }
    }

    /// Whether a kill without the most rewarding monster of the fight would not win the game.
    fn removal_stops(&self) -> bool {
        let (view, deck) = (self.view, self.view.deck());
        view.fight().is_some_and(|fight| {
            let most = fight.foes().iter().map(|foe| i16::from(deck.card(foe.card).levels)).max().unwrap_or(0);
            view.level(fight.main()) + view.levels_at_stake() - most < i16::from(deck.rules.win_level)
        })
    }

    /// The only cards that can be worth playing.
    #[inline]
    pub(super) fn hindering(&self, hindrance: &Hindrance) -> CardSet<W> {
        if hindrance.last {
            let lowering = self.brain.combat_cards.lowering().only_if(hindrance.fall < i16::MAX);
            let removing = self.brain.combat_cards.removing().only_if(hindrance.by_removal);
            self.brain.combat_cards.hurting(1) | self.view.deck().masks.curses | lowering | removing
        } else {
            self.brain.combat_cards.hurting(hindrance.enough)
        }
    }

    /// Weighs a play, if it is open. Against a kill that would win the game, all plays are good, and the best is the
    /// cheapest: others may add to it. Otherwise only a single card that turns a leader's fight is good.
    #[inline]
    pub(super) fn weigh_hindrance(&self, hindrance: &mut Hindrance, play: Choice, open: impl FnOnce() -> bool) {
        // Playing such a card is not yet the use of it.
        if play.verb == Verb::Play && self.view.deck().card(play.card).play.is_of_character() {
            return;
        }
        let removes = || self.purpose(&play).is_some_and(|purpose| purpose.removes());
        let stops = self.fall(&play) >= hindrance.fall || hindrance.by_removal && removes();
        let hurts = if stops { i16::MAX } else { self.hurts(&play) };
        if hurts <= 0 || !open() {
            return;
        }
        // Saturating, because a play that stops the win alone counts as the maximum.
        hindrance.reach = hindrance.reach.saturating_add(hurts.saturating_mul(self.times_paid(&play)));
        let enough = hurts >= hindrance.enough;
        let priced = hindrance.last && self.brain.weights.weigh_prices && play.verb == Verb::Use;
        let keep = i32::from(if priced { self.cost(&play) } else { self.brain.worth.keep(play.card) });
        let score = match hindrance.last {
            // A large number first, so that the score of a dear card is still above that of a pass.
            true if enough => 1000 - keep,
            true if self.brain.weights.stop_in_parts => 1000 - keep - PART_COST,
            true => i32::from(hurts),
            // Curses are kept for fights that would win the game.
            false if enough && self.may_turn(&play) => 100 - keep,
            false => return,
        };
        hindrance.best.weigh(play, score);
    }

    /// How often the player's hand could pay for a use without a limit; 1 for other plays.
    fn times_paid(&self, play: &Choice) -> i16 {
        let rule = self.view.deck().uses(play.card).get(usize::from(play.n)).filter(|_| play.verb == Verb::Use);
        match rule {
            Some(&UseRule {
                cost: Some(Cost::Discard(cards) | Cost::Hand(cards)),
                limit: Limit { count: 0, .. },
                ..
            }) => (self.view.hand().len() as i16 / i16::from(cards.max(1))).max(1),
            _ => 1,
        }
    }

    /// Levels that an option takes from the main player.
    fn fall(&self, option: &Choice) -> i16 {
        match option.verb {
            Verb::Play if self.view.deck().masks.curses.contains(option.card) => {
                let in_vain = self.brain.weights.by_position
                    && self.view.fight().is_some_and(|fight| self.view.is_protected(fight.main(), option.card));
                if in_vain { 0 } else { self.brain.worth.fall(option.card) }
            }
            Verb::Play | Verb::Use if self.purpose(option).is_some() => {
                self.brain.worth.fall_by_use(option.card, option.n)
            }
            _ => 0,
        }
    }

    /// Whether to let the players win: they are losing, or their gain does not matter.
    pub(super) fn lets_them_win(&self) -> bool {
        let view = self.view;
        let Some(fight) = view.fight() else { return true };
        let level = self.least_level();
        // The cheap tests, without branches: they settle most fights.
        let dismissing = self.brain.combat_cards.dismissing();
        let dismisses = self.brain.weights.by_position && fight.helper().is_some() && view.hand().meets(&dismissing);
        let concerns = ((view.level(fight.main()) >= level) | view.for_the_win() | dismisses) & view.winning();
        let passes_by = || self.view.level(fight.main()) + self.view.levels_at_stake() > self.view.level(self.me());
        let hinders = || if view.for_the_win() { !self.leaves_it_to_others(fight) } else { passes_by() };
        !(concerns && hinders())
    }

    /// Whether to leave it to the bystanders who are asked after this player to stop a win: they hold enough cards, or have enough
    /// one-shots on their tables.
    fn leaves_it_to_others(&self, fight: &Fight) -> bool {
        let (view, weights) = (self.view, &self.brain.weights);
        let left = |seat: &Seat| Some(seat.left(view.players()));
        // The round goes left from the main player, so these seats have not passed yet.
        let asked_later = iter::successors(left(&self.me()), left).take_while(|&seat| seat != fight.main());
        let bystanders = asked_later.filter(|&seat| view.living().contains(seat) && !view.fighting(seat));
        if weights.open_share > 0 {
            let open: i16 = bystanders.map(|seat| self.open_reach(seat)).sum();
            return 100 * i32::from(open - 2) >= i32::from(weights.open_share) * i32::from(view.margin().max(1));
        }
        let least = usize::from(weights.leave_to_others);
        least > 0 && bystanders.map(|seat| view.hand_size(seat)).sum::<usize>() >= least
    }

    /// The strength of the one-shots that lie on a player's table.
    fn open_reach(&self, seat: Seat) -> i16 {
        let deck = self.view.deck();
        (self.view.table(seat) & deck.masks.boosts).iter().map(|card| i16::from(deck.card(card).bonus).max(0)).sum()
    }

    /// Approximate loss of margin for the players through an option.
    pub(super) fn hurts(&self, option: &Choice) -> i16 {
        if !option.card.is_some() {
            return 0;
        }
        let info = self.view.deck().card(option.card);
        match option.verb {
            // An Item in use is worth more to its owner than to a monster.
            Verb::Arm if self.view.used().contains(option.card) => 0,
            Verb::Hinder | Verb::Arm => info.bonus.into(),
            Verb::Join => info.level,
            Verb::Play if info.play == Play::Enhancer => info.bonus.into(),
            Verb::Play if info.play == Play::BringMonster => {
                self.strongest(self.view.hand() & self.view.deck().masks.monsters)
            }
            // Harm is in tenths of a level and strength is not; a quarter is a rough guess, at least one point.
            Verb::Play if info.play == Play::Curse => self.hurts_by_curse(option.card),
            Verb::Play | Verb::Use => match self.purpose(option) {
                Some(Purpose::Dismiss) => self.helper_strength(),
                purpose => purpose.map_or(0, |purpose| purpose.hurts()),
            },
            _ => 0,
        }
    }

    /// Approximate loss of margin for the players if the main player is cursed.
    fn hurts_by_curse(&self, curse: CardId) -> i16 {
        let Some(fight) = self.view.fight().filter(|_| self.brain.weights.by_position) else {
            return 1 + self.brain.worth.harm(curse) / 4;
        };
        let loss = self.curse_loss(curse, fight.main());
        if loss > 0 { (1 + loss / 4).min(100) as i16 } else { 0 }
    }

    /// Whether to turn a fight that would not win the game with this play: no Curse, and against others than leaders only the dismissal of
    /// the helper, for which such fights are the only use.
    fn may_turn(&self, play: &Choice) -> bool {
        let leads = self.view.fight().is_some_and(|fight| self.view.level(fight.main()) >= self.least_level());
        let dismisses = || self.purpose(play) == Some(Purpose::Dismiss);
        !self.view.deck().masks.curses.contains(play.card) && (leads || dismisses())
    }

    /// The lowest Level of a rival whose fight the player hinders.
    fn least_level(&self) -> i16 {
        let weights = &self.brain.weights;
        if self.is_overfull() { weights.spare_level } else { weights.hinder_level }
    }

    fn helper_strength(&self) -> i16 {
        let helper = self.view.fight().and_then(Fight::helper);
        helper.map_or(0, |helper| self.view.fighter_strength(helper))
    }
}
