//! The player's own fights: monsters to fight, cards to spend, ways to escape.

use super::best::Best;
use super::best::best_of;
use super::outfit::STRENGTH;
use super::thought::Thought;
use crate::deck::language::{Cost, Window};
use crate::game::{Choice, Fight, Foe, Menu, Prospect, Verb};
use crate::ids::{CardId, CardSet};
use crate::strategy::worth::Purpose;

/// Plays that could turn a losing fight.
pub(super) struct Rescue {
    /// Missing strength.
    need: i16,
    /// The worth of the fight.
    stake: i16,
    /// Total strength that the player's own cards can add.
    reach: i16,
    /// The cheapest sufficient card, otherwise the strongest one, if the stake is worth it.
    spend: Best,
    /// A card that removes a monster, if the stake is worth it.
    removal: Best,
}

impl<const W: usize> Thought<'_, W> {
    /// Chooses the most rewarding beatable monster from hand.
    pub(super) fn look_for_trouble(&self, menu: &Menu<W>) -> Choice {
        if self.brain.weights.by_position {
            return self.trouble_by_position(menu);
        }
        let (mine, least) = (self.view.strength_to_fight(self.me()), self.brain.weights.trouble_margin);
        let beatable = (menu.offered() & self.brain.combat_cards.beatable(mine - least)).without(self.saved());
        let worth = |card: CardId| {
            let margin = mine - self.view.monster_strength(card, self.me());
            if margin < least { -1 } else { self.reward(card, margin) }
        };
        let best = || best_of(beatable, 0, worth);
        let sought = if beatable.holds_several() {
            best()
        } else {
            let weak = self.brain.combat_cards.weak::<W>(mine - least);
            // Exact: a monster that is weak under any condition is beaten with at least this margin, and a larger
            // margin is worth more.
            let surely = |card| weak.contains(card) && self.reward(card, least) > 0;
            beatable.first().filter(|&card| surely(card) || worth(card) > 0)
        };
        debug_assert_eq!(sought, best());
        sought.map_or(Choice::PASS, |card| menu.card(card))
    }

    /// Chooses the most rewarding monster that the player expects to beat under its fight rules.
    fn trouble_by_position(&self, menu: &Menu<W>) -> Choice {
        let worth = |card: CardId| {
            let prospect = self.view.prospect(card);
            if self.expects_to_win(&prospect) { self.reward(card, prospect.margin) } else { -1 }
        };
        let sought = best_of(menu.offered().without(self.saved()), 0, worth);
        sought.map_or(Choice::PASS, |card| menu.card(card))
    }

    /// Whether the player could win a fight: with its own cards alone if nobody helps.
    fn expects_to_win(&self, prospect: &Prospect) -> bool {
        let least = self.brain.weights.trouble_margin;
        let shared = self.view.deck().rules.shared_victory;
        let alone = prospect.helpers.is_empty() || prospect.for_the_win && !shared;
        let hopeful = prospect.margin >= least && (!alone || prospect.margin + prospect.reach > 0);
        prospect.wins || hopeful && !self.doubts_help()
    }

    /// Whether nobody seems to help at this table.
    fn doubts_help(&self) -> bool {
        let doubt = self.brain.weights.doubt_help;
        doubt > 0 && self.view.unheeded_requests() >= doubt
    }

    /// Weak monsters, while the player saves them for its last Levels.
    fn saved(&self) -> CardSet<W> {
        let (me, weights) = (self.me(), &self.brain.weights);
        let last = i16::from(self.view.deck().rules.win_level) - weights.save_until;
        let saves = self.view.level(me) < last && !self.is_overfull();
        self.brain.combat_cards.saved().only_if(saves)
    }

    /// The worth of killing a monster from hand with this margin.
    fn reward(&self, card: CardId, margin: i16) -> i32 {
        let (deck, info) = (self.view.deck(), self.view.deck().card(card));
        let level = self.view.level(self.me()) + i16::from(info.levels);
        i32::from(if level >= i16::from(deck.rules.win_level) {
            // Above the reward of any printed monster.
            100 + margin
        } else {
            // In tenths of a level, with a Treasure as half a level.
            5 * i16::from(info.treasures) + 10 * i16::from(info.levels) + margin / 2
        })
    }

    /// The worth of a win to a fighter, plus the cost of a defeat.
    fn stake(&self) -> i16 {
        let Some(fight) = self.view.fight() else { return 0 };
        // Two thirds of it count below: without a bonus, four of six numbers of the die are too low to get away.
        let harm: i16 = fight.foes().iter().map(|foe| self.brain.worth.harm(foe.card)).sum();
        let treasures = i16::from(self.view.treasures_at_stake());
        if fight.main() == self.me() {
            // More than the prices of cards, so that any of them may be spent on the win.
            let win = if self.view.for_the_win() { 300 } else { 0 };
            win + self.brain.weights.level * self.view.levels_at_stake()
                + self.brain.weights.treasure * treasures
                + harm * 2 / 3
        } else {
            self.brain.weights.treasure * i16::from(fight.offer().treasures) + harm * 2 / 3
        }
    }

    /// The choice of a fighter: a pass while winning, otherwise the cheapest play that turns the fight. Help comes
    /// before cards.
    pub(super) fn own_fight(&self) -> Choice {
        let (margin, winning) = self.view.standing();
        if winning {
            return self.enlarge(margin);
        }
        let (picky, traits) = (self.meets_picky_foes(), self.view.deck().masks.traits);
        let matters = |option: &Choice| traits.contains(option.card) && (picky || option.verb == Verb::Play);
        if let Some(turns) = self.turned_by_trait(self.options().iter().copied().filter(matters)) {
            return turns;
        }
        let mut rescue = self.rescue(1 - margin);
        for &option in self.options() {
            self.weigh_rescue(&mut rescue, option, || true);
        }
        self.resolve(&rescue, || self.options().iter().any(|option| option.verb == Verb::Ask))
    }

    /// A rescue without plays, for a fight that lacks this much strength.
    pub(super) fn rescue(&self, need: i16) -> Rescue {
        Rescue { need, stake: self.stake(), reach: 0, spend: Best::none(), removal: Best::none() }
    }

    /// Weighs a play, if it is open.
    #[inline]
    pub(super) fn weigh_rescue(&self, rescue: &mut Rescue, play: Choice, open: impl FnOnce() -> bool) {
        let adds = self.adds(&play);
        let removes = adds == 0 && self.purpose(&play).is_some_and(|purpose| purpose.removes());
        self.weigh_adding(rescue, play, adds, removes, open);
    }

    /// Weighs a use, if it is open.
    #[inline]
    pub(super) fn weigh_use(&self, rescue: &mut Rescue, play: Choice, open: impl FnOnce() -> bool) {
        let purpose = self.brain.worth.purpose(play.card, play.n);
        self.weigh_adding(rescue, play, purpose.adds(), purpose.removes(), open);
    }

    #[inline]
    fn weigh_adding(&self, rescue: &mut Rescue, play: Choice, adds: i16, removes: bool, open: impl FnOnce() -> bool) {
        // `open` comes after the quick tests, because it is expensive and most cards fail them.
        if (adds <= 0 && !removes) || !open() || adds > 0 && self.gains_nothing(play) {
            return;
        }
        if removes {
            let gain = i32::from(rescue.stake - self.brain.worth.keep(play.card));
            return rescue.removal.weigh(play, gain);
        }
        rescue.reach += adds;
        let price = if play.verb == Verb::Aid { self.brain.worth.keep(play.card) } else { self.cost(&play) };
        if price * 2 <= rescue.stake + 20 {
            // A card that is enough comes before all others, the cheapest first; otherwise the strongest, as it leaves
            // the least to add.
            let score = if adds >= rescue.need { 1000 - i32::from(price) } else { i32::from(adds) };
            rescue.spend.weigh(play, score);
        }
    }

    /// Whether only Levels count in the fight, not a one-shot, or a monster of the fight ignores the Item of a use. The Item could then still
    /// be used for the monsters.
    fn gains_nothing(&self, play: Choice) -> bool {
        if play.verb == Verb::Aid {
            return self.brain.weights.by_position && self.view.only_levels_count();
        }
        self.brain.weights.heed_immunity
            && matches!(play.verb, Verb::Play | Verb::Use)
            && self.view.adds_nothing(play.card)
    }

    /// The final choice: a cheap card, help, an expensive card, or a card that removes a monster.
    pub(super) fn resolve(&self, rescue: &Rescue, may_ask: impl FnOnce() -> bool) -> Choice {
        // Nobody helps in such a fight, so asking is pointless.
        let last = self.view.for_the_win() && !self.view.deck().rules.shared_victory;
        // Cards are spent only if all of them together are enough.
        let spend = if rescue.reach >= rescue.need { rescue.spend.play } else { Choice::PASS };
        let spends = spend.verb != Verb::Pass;
        if spends && (last || 3 * self.brain.worth.keep(spend.card) < rescue.stake) {
            return spend;
        }
        if !last && may_ask() && self.offers_more() && self.help_could_turn(rescue.need, rescue.reach) {
            return Choice::plain(Verb::Ask);
        }
        if spends { spend } else { rescue.removal.play }
    }

    /// A play that makes a fight that the player wins more rewarding: a further monster, or an enhancer.
    pub(super) fn enlarge(&self, margin: i16) -> Choice {
        match self.crowding(margin) {
            Some(play) => play,
            None => self.fatten(margin),
        }
    }

    /// Brings a monster from hand, or copies one, if a sufficient margin is left.
    fn crowding(&self, margin: i16) -> Option<Choice> {
        if margin <= self.brain.weights.crowd_margin {
            return None;
        }
        let masks = &self.view.deck().masks;
        let (bringing, copying) = (self.view.hand() & masks.wandering, self.mine() & self.brain.combat_cards.copying());
        if (bringing | copying).is_empty() || self.view.for_the_win() {
            return None;
        }
        let alone = |fight: &&Fight| fight.main() == self.me() && fight.helper().is_none();
        let fight = self.view.fight().filter(alone).filter(|fight| fight.has_room())?;
        let brought = bringing.first().filter(|_| self.beaten_beside(margin).is_some());
        let play = brought.map(|card| Choice::card(Verb::Play, card));
        self.if_open(play.or_else(|| self.copying(copying, fight, margin)))
    }

    /// Copies the monster of its fight with one of these cards, if a sufficient margin is left.
    fn copying(&self, cards: CardSet<W>, fight: &Fight, margin: i16) -> Option<Choice> {
        let strength = |foe: &Foe| self.view.monster_strength(foe.card, self.me());
        let strongest = fight.foes().iter().map(strength).max()?;
        let beaten =
            (cards & self.view.usable(Window::Combat)).only_if(strongest <= margin - self.brain.weights.crowd_margin);
        let mut uses = beaten.iter().map(|card| self.view.use_of(card, 0));
        uses.find(|play| self.view.use_is_open(play.card, play.n, Window::Combat))
    }

    /// The most rewarding monster from hand that the player beats with a sufficient margin beside those of its fight.
    pub(super) fn beaten_beside(&self, margin: i16) -> Option<CardId> {
        let monsters = self.view.hand() & self.view.deck().masks.monsters;
        let most = margin - self.brain.weights.crowd_margin;
        best_of(monsters, 0, |card| {
            if self.view.monster_strength(card, self.me()) <= most { self.reward(card, 0) } else { -1 }
        })
    }

    /// Plays an enhancer on the player's own monster for more Treasures, if the margin is large.
    pub(super) fn fatten(&self, margin: i16) -> Choice {
        let mut best = Best::none();
        let enhancers = self.view.hand() & self.view.deck().masks.enhancers;
        if (margin < self.brain.weights.fatten_margin) | enhancers.is_empty()
            || !self.foes_left()
            || self.view.plays_barred()
            || self.view.for_the_win()
        {
            return best.play;
        }
        for card in enhancers {
            let info = self.view.deck().card(card);
            if margin - i16::from(info.bonus) >= 7 {
                best.weigh(Choice::card(Verb::Play, card), info.treasures.into());
            }
        }
        best.play
    }

    /// The first play or discard of an identity or power that turns the fight.
    pub(super) fn turned_by_trait(&self, mut options: impl Iterator<Item = Choice>) -> Option<Choice> {
        options.find(|option| self.view.margin_after(*option) > 0)
    }

    /// Whether a monster of the fight tests one of the player's traits, so the discard of the trait can turn the fight.
    pub(super) fn meets_picky_foes(&self) -> bool {
        let mine = self.view.character(self.me()).traits;
        let foes = self.view.fight().map(Fight::foes).unwrap_or_default();
        foes.iter().any(|foe| self.brain.worth.mentions(foe.card) & mine != 0)
    }

    /// Strength that an option adds to the players' side; a power from hand counts as its use.
    fn adds(&self, option: &Choice) -> i16 {
        match option.verb {
            Verb::Aid => self.view.deck().card(option.card).bonus.into(),
            Verb::Play if self.view.deck().masks.enhancers.contains(option.card) => {
                -i16::from(self.view.deck().card(option.card).bonus)
            }
            Verb::Play | Verb::Use => self.purpose(option).map_or(0, |purpose| purpose.adds()),
            _ => 0,
        }
    }

    /// The harm from the current pursuer.
    fn caught_harm(&self) -> i16 {
        self.view.pursuer().map_or(0, |card| self.brain.worth.harm(card))
    }

    fn running(&self) -> bool {
        self.view.fight().and_then(Fight::runner) == Some(self.me())
    }

    /// Before the roll: uses an escape card if the harm would be very large.
    pub(super) fn before_roll(&self) -> Choice {
        if !self.flees_at_any_price() {
            return Choice::PASS;
        }
        let harm = self.caught_harm();
        self.worth_it(|option| match self.purpose(option) {
            // Twice the cost: the roll could still succeed without the card.
            Some(Purpose::Escape) => i32::from(harm - 2 * self.cost(option)),
            _ => -1,
        })
    }

    pub(super) fn flees_at_any_price(&self) -> bool {
        self.running() && self.caught_harm() >= 2 * self.brain.weights.escape_harm
    }

    /// After the roll: repeats a failed roll or escapes if the harm is large enough, or changes a leader's successful
    /// roll.
    pub(super) fn after_roll(&self) -> Choice {
        if !self.minds_the_roll() {
            return Choice::PASS;
        }
        let (mine, harm) = (self.running(), self.caught_harm());
        self.worth_it(|option| match self.purpose(option) {
            Some(Purpose::Escape | Purpose::Remove) if mine => i32::from(harm - self.cost(option)),
            Some(Purpose::Escape) => 1,
            _ => -1,
        })
    }

    /// Whether to change the roll: the player's own roll failed or a leader's roll succeeded, and the harm is large
    /// enough.
    pub(super) fn minds_the_roll(&self) -> bool {
        let Some(runner) = self.view.fight().and_then(Fight::runner) else { return false };
        let harm = self.caught_harm();
        if runner == self.me() {
            harm >= self.brain.weights.escape_harm && !self.view.would_escape()
        } else {
            let leads = self.view.level(runner) >= self.brain.weights.hinder_level;
            leads && harm >= 2 * self.brain.weights.escape_harm && self.view.would_escape()
        }
    }

    /// Cancels the Bad Stuff of the pursuer if its harm is large enough.
    pub(super) fn bad_stuff(&self) -> Choice {
        if !self.minds_bad_stuff() {
            return Choice::PASS;
        }
        let harm = self.caught_harm();
        self.worth_it(|option| match self.purpose(option) {
            Some(Purpose::Cancel | Purpose::Escape) => i32::from(harm - self.cost(option)),
            _ => -1,
        })
    }

    pub(super) fn minds_bad_stuff(&self) -> bool {
        self.running() && self.caught_harm() >= self.brain.weights.escape_harm
    }

    /// Cancels a Curse if its harm is large enough.
    pub(super) fn curse_lands(&self) -> Choice {
        if !self.minds_the_curse() {
            return Choice::PASS;
        }
        let harm = self.landing_harm();
        let price = |option: &Choice| self.cost(option).max(self.strength_paid(option));
        let gain = |option: &Choice| if self.brain.weights.weigh_prices { i32::from(harm - price(option)) } else { 1 };
        self.worth_it(|option| if self.purpose(option) == Some(Purpose::Cancel) { gain(option) } else { 0 })
    }

    /// The worth of the strength that the player loses with the card of a use, if that pays for it.
    fn strength_paid(&self, option: &Choice) -> i16 {
        let rule = self.view.deck().uses(option.card).get(usize::from(option.n));
        let pays = rule.is_some_and(|rule| rule.cost == Some(Cost::ThisCard));
        if pays && self.brain.weights.by_position {
            STRENGTH * (self.view.strength(self.me()) - self.view.strength_without(option.card))
        } else {
            0
        }
    }

    /// The harm of the Curse that is about to take effect.
    fn landing_harm(&self) -> i16 {
        let Some(curse) = self.view.landing() else { return 0 };
        if !self.brain.weights.by_position {
            return self.brain.worth.harm(curse);
        }
        let burden = i32::from(self.brain.worth.burden(curse));
        (burden + self.loss(self.view.deck().card(curse).curse, self.me())) as i16
    }

    pub(super) fn minds_the_curse(&self) -> bool {
        self.view.victim() == Some(self.me()) && self.landing_harm() >= self.brain.weights.escape_harm
    }
}
