//! Plays: the identities, powers and uses that are open to a player.

use super::Position;
use crate::deck::compiled::{Amount, Grants, Group, Needs, Op, Program, TriggerRule, UseRule};
use crate::deck::language::{Aim, Cost, FightRule, Happening, Side, Window};
use crate::deck::{Card, Play};
use crate::game::{Choice, Verb};
use crate::ids::{CardId, CardSet, Seat, SeatSet};

impl<const W: usize> Position<'_, W> {
    /// Identities, multi-identity cards and powers that do not fit beside a player's cards in play, regardless of its Level.
    pub(in crate::game) fn misplaced(self, seat: Seat) -> CardSet<W> {
        let groups = self.deck.groups.iter();
        let misplaced = groups.map(|group| self.misplaced_identities(seat, group) | self.misplaced_multi(seat, group));
        misplaced.fold(self.misplaced_powers(seat), |all, more| all | more)
    }

    /// identity-05, identity-06, identity-07, style-01: a slot has a limit, such as one identity. A multi-identity card makes room
    /// for another identity, but not for the same one.
    fn misplaced_identities(self, seat: Seat, group: &Group<CardSet<W>>) -> CardSet<W> {
        let held = self.game.tables[seat] & group.cards;
        if held.is_empty() {
            return held;
        }
        let full = (held & group.counted).len() >= self.room(seat, group);
        // Exact: copies of held cards belong to the group, so they are among its cards anyway.
        if full && group.counted == group.cards {
            return group.cards;
        }
        group.counted.only_if(full) | self.copies_of(held, group.cards)
    }

    /// identity-08: a multi-identity card needs an identity in play, and only one multi-identity card of its kind may be in play.
    #[inline]
    fn misplaced_multi(self, seat: Seat, group: &Group<CardSet<W>>) -> CardSet<W> {
        let table = self.game.tables[seat];
        group.rooms.only_if(!table.meets(&group.cards) | table.meets(&group.rooms))
    }

    /// power-08: if the rules forbid it, a second copy of a power does not fit.
    fn misplaced_powers(self, seat: Seat) -> CardSet<W> {
        let powers = self.deck.masks.powers;
        if self.deck.rules.duplicate_powers {
            return CardSet::EMPTY;
        }
        self.copies_of(self.game.tables[seat] & powers, powers)
    }

    /// The given cards that are the same identity or power as one of the held cards, even from another set.
    fn copies_of(self, held: CardSet<W>, cards: CardSet<W>) -> CardSet<W> {
        let same = |card: CardId| self.deck.akin[usize::from(self.deck.card(card).trait_place)];
        held.iter().fold(CardSet::EMPTY, |all, card| all | same(card)) & cards
    }

    /// power-03, power-06: the given identities, multi-identity cards and powers that could be put into play. The sum of Ranks may
    /// not exceed the Level.
    #[inline]
    pub(in crate::game) fn fitting_traits(self, seat: Seat, traits: CardSet<W>) -> CardSet<W> {
        let (masks, sums) = (&self.deck.masks, &self.game.seats[seat]);
        // The Ranks may be above a Level that was just lost, until that is settled.
        let room = usize::from(sums.level.saturating_sub(sums.ranks));
        // No Level reaches the end of the table, so the default is never taken.
        let too_high = masks.above_rank.get(room).copied().unwrap_or_default();
        (traits & masks.traits).without(self.game.barred[seat] | too_high)
    }

    /// identity-04, power-07: whether an identity or power could be put into play once the `old` one of its slot or kind is discarded.
    pub(in crate::game) fn could_replace(self, seat: Seat, new: CardId, old: CardId) -> bool {
        let (masks, left) = (&self.deck.masks, self.game.tables[seat].without(CardSet::one(old)));
        let (new_card, old_card) = (self.deck.card(new), self.deck.card(old));
        let is_copy = |cards: CardSet<W>| self.copies_of(left & cards, cards).contains(new);
        if masks.powers.contains(new) && masks.powers.contains(old) {
            let (sums, rules) = (&self.game.seats[seat], &self.deck.rules);
            // Signed: without the old power, the Ranks of the others may still be too high.
            let room = i16::from(sums.level) - i16::from(sums.ranks) + i16::from(old_card.rank);
            return i16::from(new_card.rank) <= room && (rules.duplicate_powers || !is_copy(masks.powers));
        }
        let group = self.deck.groups.get(usize::from(new_card.group));
        let same = group.filter(|group| group.cards.contains(new) && group.cards.contains(old));
        same.is_some_and(|group| {
            let full = group.counted.contains(new) && (left & group.counted).len() >= self.room(seat, group);
            !full && !is_copy(group.cards)
        })
    }

    /// Whether an identity, multi-identity card, power or Cheat from hand can be put into play.
    #[inline]
    pub(in crate::game) fn trait_fits(self, seat: Seat, card: CardId) -> bool {
        if self.deck.masks.cheats.contains(card) {
            return !self.cheatable(seat).is_empty();
        }
        self.has_place(seat, card) || !self.replaceable(seat, card).is_empty()
    }

    /// Whether an identity, multi-identity card or power fits beside the cards in play.
    #[inline]
    pub(in crate::game) fn has_place(self, seat: Seat, card: CardId) -> bool {
        self.fitting_traits(seat, CardSet::one(card)).contains(card)
    }

    /// ally-03: the cards in play that this one from hand may replace in a full slot.
    pub(in crate::game) fn replaceable(self, seat: Seat, new: CardId) -> CardSet<W> {
        if !self.deck.masks.replacing.contains(new) {
            return CardSet::EMPTY;
        }
        let group = &self.deck.groups[usize::from(self.deck.card(new).group)];
        (self.game.tables[seat] & group.cards).filter(|old| self.could_replace(seat, new, old))
    }

    /// item-09: Items on which a Cheat can be put.
    pub(in crate::game) fn cheatable(self, seat: Seat) -> CardSet<W> {
        let items = self.deck.masks.wearables;
        let borne = self.game.borne(seat);
        (self.game.hands[seat] | self.game.tables[seat]).without(self.game.cheated | borne) & items
    }

    /// identity-12, power-10, curse-04, G-07: cards that can pay for a use of `card`. A card in play pays for itself only if the
    /// rules allow it.
    pub(in crate::game) fn payable(self, seat: Seat, card: CardId) -> CardSet<W> {
        let mut cards = self.game.hands[seat] | self.game.tables[seat].without(self.never_paid());
        let pays = self.deck.rules.self_payment && !self.deck.masks.one_shots_and_specials.contains(card);
        if cards.contains(card) && !pays {
            cards.remove(card);
        }
        cards
    }

    /// identity-12: cards that can pay for a use of `card`, in hand alone or also in play.
    pub(in crate::game) fn payments(self, seat: Seat, card: CardId, from_hand: bool) -> CardSet<W> {
        if from_hand { self.payable_from_hand(seat, card) } else { self.payable(seat, card) }
    }

    /// identity-12: cards in hand that can pay for a use of `card`.
    fn payable_from_hand(self, seat: Seat, card: CardId) -> CardSet<W> {
        self.game.hands[seat].without(CardSet::one(card))
    }

    /// curse-04, setup-06, ally-11: cards in play that cannot be used as payment: Curses, Roles, and enhancers that companions carry.
    fn never_paid(self) -> CardSet<W> {
        let masks = &self.deck.masks;
        masks.curses | masks.reminders | masks.roles | masks.enhancers
    }

    /// oneshot-01, special-01: cards with uses that may be open to a player in a window: one-shots and specials in hand and in play,
    /// other cards in play that count, and monsters of the fight whose uses are open to the player.
    #[inline]
    pub(in crate::game) fn usable(self, seat: Seat, window: Window) -> CardSet<W> {
        let (game, masks) = (self.game, &self.deck.masks);
        let table = game.tables[seat];
        let used_up = (game.hands[seat] | table) & masks.one_shots_and_specials;
        let own = used_up | table & (game.active_cards | masks.used_sideways);
        let fed = if window == Window::Combat { self.usable_monsters(seat) } else { CardSet::EMPTY };
        (own | fed) & masks.usable[window as usize]
    }

    /// Monsters of the combat that may have uses for a player: most are for all players except the main player.
    #[inline]
    pub(in crate::game) fn usable_monsters(self, seat: Seat) -> CardSet<W> {
        let masks = &self.deck.masks;
        let main = seat == self.game.fight.main;
        let played = self.game.played & if main { masks.used_by_main } else { masks.monsters_with_uses };
        if played.is_empty() {
            played
        } else {
            played.filter(|card| self.game.fight.foes().iter().any(|foe| foe.card == card))
        }
    }

    /// Whether `usable` contains a card; faster for a single card.
    #[inline]
    fn is_usable(self, seat: Seat, card: CardId, window: Window) -> bool {
        let (game, masks) = (self.game, &self.deck.masks);
        let in_play = game.tables[seat].contains(card);
        let counts = game.hands[seat].contains(card) || in_play;
        let fed = || window == Window::Combat && self.usable_monsters(seat).contains(card);
        let sideways = || masks.used_sideways.contains(card);
        (counts && masks.one_shots_and_specials.contains(card)
            || in_play && (game.active_cards.contains(card) || sideways())
            || fed())
            && masks.usable[window as usize].contains(card)
    }

    /// The option for use `n` of a card.
    #[inline]
    pub(in crate::game) fn use_of(self, card: CardId, n: u8) -> Choice {
        // An index in place of a branch: it is read for each use of each candidate card.
        let verb = [Verb::Use, Verb::Play][usize::from(self.deck.masks.one_shots_and_specials.contains(card))];
        Choice { verb, n, card }
    }

    /// Whether an option is a use of the seat's own card that is open in a window.
    pub(in crate::game) fn offers_use(self, seat: Seat, choice: Choice, window: Window) -> bool {
        let (card, n) = (choice.card, usize::from(choice.n));
        self.is_usable(seat, card, window)
            && n < self.deck.uses(card).len()
            && choice == self.use_of(card, choice.n)
            && self.use_open(seat, card, n, window)
    }

    /// Whether a one-shot with a bonus may be played for the players (`Verb::Aid`) or against them (`Verb::Hinder`).
    pub(in crate::game) fn may_throw(self, seat: Seat, card: CardId, verb: Verb) -> bool {
        let useless = verb == Verb::Aid && self.adds_nothing(seat, card);
        !self.one_shots_barred(seat) && !useless && self.may_use(seat, card)
    }

    /// multi-02: whether the monsters are immune to a card: it is a one-shot and they suffer none, or one of them ignores it.
    fn monsters_are_immune(self, card: CardId) -> bool {
        self.deck.card(card).once && self.game.fight.rules.contains(FightRule::NoOneShots)
            || self.ignored().contains(card)
    }

    /// multi-02, curse-03: whether a card of this player adds no strength for the players because of the monsters or of a Curse.
    pub(in crate::game) fn adds_nothing(self, seat: Seat, card: CardId) -> bool {
        self.monsters_are_immune(card) || self.cursed_cards(seat).contains(card)
    }

    /// identity-14, special-01, oneshot-03, combat-21: whether use `n` of a card is open to its owner in a window.
    pub(in crate::game) fn use_open(self, seat: Seat, card: CardId, n: usize, window: Window) -> bool {
        self.rule_open(&self.deck.uses(card)[n], seat, card, window)
    }

    pub(in crate::game) fn rule_open(self, rule: &UseRule, seat: Seat, card: CardId, window: Window) -> bool {
        let info = self.deck.card(card);
        self.window_open(rule, window, seat)
            && self.below_limit(rule, info)
            && self.is_at_hand(rule, seat, card)
            && (window != Window::AfterRoll || self.answers_roll(rule))
            && self.holds_beside(rule.condition, seat, seat, card)
            && self.can_pay(rule, seat, card)
            && self.has_effect(rule, seat, card)
            && self.has_target(rule, seat, card)
            && self.may_use(seat, card)
            && !(info.once && self.one_shots_barred(seat))
            && !(info.play == Play::Special && self.plays_barred(seat))
    }

    /// item-10: whether the card of a use counts, or the use is open while the card is carried sideways.
    fn is_at_hand(self, rule: &UseRule, seat: Seat, card: CardId) -> bool {
        let idle = || self.game.tables[seat].contains(card) && !self.game.active_cards.contains(card);
        rule.flags.carried() || !self.deck.masks.used_sideways.contains(card) || !idle()
    }

    /// Rolls to run away, Curses and Bad Stuff can be answered only by uses that name these windows.
    fn window_open(self, rule: &UseRule, window: Window, seat: Seat) -> bool {
        let runner = self.game.fight.runner.map(|(runner, _)| runner);
        match window {
            Window::AfterRoll if rule.aim == Aim::You => rule.windows.exactly(window) && runner == Some(seat),
            Window::AfterRoll => rule.windows.exactly(window),
            Window::CardRoll => rule.windows.exactly(window) && self.game.seats[seat].card_die > 0,
            Window::BeforeRoll if rule.windows.exactly(window) && rule.aim == Aim::You => runner == Some(seat),
            Window::BadStuff => rule.windows.exactly(window) && (rule.aim != Aim::You || runner == Some(seat)),
            Window::Curse => rule.windows.exactly(window) && (rule.aim != Aim::You || self.game.victim() == Some(seat)),
            Window::AnyTime | Window::Combat | Window::Turn | Window::BeforeRoll | Window::Drawn => {
                rule.windows.open(window)
            }
        }
    }

    /// combat-18, multi-02: whether this player may not play one-shots, because of a Curse on its fights or of the monsters.
    fn one_shots_barred(self, seat: Seat) -> bool {
        self.game.fighting(seat) && self.game.seats[seat].grants.has(Grants::NO_ONE_SHOTS) || self.plays_barred(seat)
    }

    /// multi-02: whether the monsters of the fight let this player play no card.
    #[inline]
    pub(in crate::game) fn plays_barred(self, seat: Seat) -> bool {
        let fight = &self.game.fight;
        fight.rules.contains(FightRule::NoPlays) && fight.running && fight.main == seat
    }

    fn below_limit(self, rule: &UseRule, info: &Card) -> bool {
        !self.game.spent.is_up(rule.limit_of(info.copy), self.game.fight.running)
    }

    /// identity-13: a use is legal only if its cost can be paid.
    fn can_pay(self, rule: &UseRule, seat: Seat, card: CardId) -> bool {
        match rule.cost {
            None | Some(Cost::ThisCard) => true,
            // The usual cost: a test for any card is cheaper than a count of them.
            Some(Cost::Discard(count)) if *count == 1 => !self.payable(seat, card).is_empty(),
            Some(Cost::Discard(count)) => self.payable(seat, card).len() >= usize::from(count),
            Some(Cost::Hand(count)) => self.payable_from_hand(seat, card).len() >= usize::from(count),
            Some(Cost::WholeHand) => !self.game.hands[seat].without(CardSet::one(card)).is_empty(),
            // More than the cost, because a Level is at least 1 and no part of a cost may be skipped.
            Some(Cost::Levels(count)) => self.game.seats[seat].level > *count,
        }
    }

    #[inline]
    fn has_target(self, rule: &UseRule, seat: Seat, card: CardId) -> bool {
        match rule.aim {
            Aim::You => self.game.living().contains(seat) && self.can_suffer(rule, seat, seat, card),
            _ => self.in_reach(rule, seat).iter().any(|target| self.can_suffer(rule, target, seat, card)),
        }
    }

    /// special-01, level-04, level-05: the living players at whom a use can be aimed.
    pub(in crate::game) fn targets(self, rule: &UseRule, seat: Seat) -> SeatSet {
        self.in_reach(rule, seat).filter(|target| self.can_suffer(rule, target, seat, CardId::NONE))
    }

    /// The living players to whom the aim of a use refers.
    #[inline]
    fn in_reach(self, rule: &UseRule, seat: Seat) -> SeatSet {
        let living = self.game.living();
        let fight = &self.game.fight;
        let seats = match rule.aim {
            Aim::You => SeatSet::one(seat),
            Aim::AnyPlayer if rule.windows.exactly(Window::Curse) => self.game.victim().into_iter().collect(),
            Aim::AnyPlayer => living,
            Aim::Rival => living.without(seat),
            Aim::Fighter if fight.running => fight.fighters(),
            Aim::Runner => fight.runner.map_or(SeatSet::EMPTY, |(runner, _)| SeatSet::one(runner)),
            Aim::Fighter => SeatSet::EMPTY,
        };
        seats.and(living)
    }

    /// level-05: a card cannot be played on a player on whom it would have no effect, such as levels that it cannot give.
    fn can_suffer(self, rule: &UseRule, target: Seat, actor: Seat, card: CardId) -> bool {
        match self.first_op(rule) {
            None => true,
            // level-05: a level card is not played for its other effects where it gives no level.
            Some(op @ Op::GainLevels(_)) => self.may_do_something(op, target, actor, card),
            Some(_) => self.does_something(rule.program, target, actor, card),
        }
    }

    fn does_something(self, program: Program, you: Seat, actor: Seat, card: CardId) -> bool {
        let ops = &self.deck.ops[program.range()];
        ops.iter().any(|&op| self.may_do_something(op, you, actor, card))
    }

    /// Whether an operation can change anything for `you`, as far as this is known before it runs.
    fn may_do_something(self, op: Op, you: Seat, actor: Seat, card: CardId) -> bool {
        match op {
            Op::GainLevels(_) => self.game.seats[you].level < self.game.level_cap(self.deck),
            Op::LiftCurse { curses } => self.game.tables[you].meets(&self.deck.curse_types[usize::from(curses)]),
            Op::CompelHelp(_) => self.compellable().contains(you),
            Op::ChangeIdentity { group } => self.game.tables[you].meets(&self.deck.groups[usize::from(group)].cards),
            Op::TakeOver => self.may_take_over(you),
            Op::If { test, then, otherwise } => {
                let branch = if self.holds_beside(test, you, actor, card) { then } else { otherwise };
                self.does_something(branch, you, actor, card)
            }
            op => {
                debug_assert!(!op.facts().picky, "no rule says whom {op:?} can affect");
                true
            }
        }
    }

    fn first_op(self, rule: &UseRule) -> Option<Op> {
        (!rule.program.is_empty()).then(|| self.deck.ops[usize::from(rule.program.start)])
    }

    /// combat-09, conflict-01: whether the first operation of a use has a target to act on. The card decides this; fighters cannot
    /// take Items from others.
    fn has_effect(self, rule: &UseRule, seat: Seat, card: CardId) -> bool {
        let game = self.game;
        let fight = &game.fight;
        let combat = fight.running && !fight.fleeing;
        let Some(first) = self.first_op(rule) else { return true };
        if fight.runner.is_some() && rule.cost == Some(Cost::ThisCard) && !self.may_sacrifice(seat, card) {
            return false;
        }
        let immune = || self.monsters_are_immune(card);
        // ally-05: a companion that does not count in the fight still helps its player to get away.
        let holds = || self.deck.masks.items.contains(card) && immune();
        let in_time = match first.facts().needs {
            Needs::Nothing => true,
            Needs::Combat => combat,
            Needs::Runner => fight.runner.is_some(),
            Needs::Roll => fight.runner.is_some() && fight.die > 0,
            Needs::Curse => game.landing.is_some(),
        };
        match first {
            _ if fight.rules.contains(FightRule::NoCardEscape) && self.only_escapes(rule.program) => false,
            Op::RemoveMonster(removal) | Op::RemoveAll(removal) => {
                let rolled = fight.die > 0 && rule.windows.exactly(Window::AfterRoll);
                (combat || fight.fleeing && rolled) && self.removable(removal) != 0 && !immune()
            }
            // Before the check of the moment: a roll for a card needs no fight.
            Op::SetRoll if game.seats[seat].card_die > 0 => true,
            _ if !in_time => false,
            Op::SendMonster(removal) => self.removable(removal) != 0 && !immune(),
            Op::CopyMonster => fight.foe_count > 0 && fight.has_room(),
            Op::AddMonster => fight.has_room() && self.holds_monster(seat, card),
            Op::ReplaceMonster(removal) => self.removable(removal) != 0 && self.holds_monster(seat, card) && !immune(),
            Op::Strengthen { side: Side::Players, .. } => !self.adds_nothing(seat, card),
            // Strength taken from the monsters is strength for the players.
            Op::Strengthen { side: Side::Monsters, by: Amount::Number(..0), .. } => !self.adds_nothing(seat, card),
            Op::DismissHelper => fight.helper.is_some(),
            Op::CompelHelp(_) => !self.compellable().is_empty(),
            // Monsters are immune to what helps against them. A penalty on the roll harms the runner and stays open.
            Op::Escape | Op::EscapeAll | Op::FleeBonus(1..) => !holds(),
            Op::Reroll | Op::SetRoll | Op::RollBonus(1..) => !holds(),
            Op::CancelCurse { curses } | Op::RedirectCurse { curses, .. } => {
                self.deck.curse_types[usize::from(curses)].contains(game.landing)
            }
            Op::TakeDiscard { side, .. } => game.discard_top(side).is_some(),
            Op::TakeItem { from, filter } => {
                let owners = self.who(from, seat, seat).without(seat);
                !game.fighting(seat)
                    && owners.iter().any(|owner| !self.takeable(seat, owner, filter, CardSet::EMPTY).is_empty())
            }
            Op::TakeWinningItem => !self.winning_items(seat).is_empty(),
            Op::OpenDoor => !fight.running && game.landing == CardId::NONE && game.living().contains(game.active),
            Op::TakeOver => fight.undecided(),
            op => {
                debug_assert!(!op.facts().object, "no rule says on what {op:?} can act");
                true
            }
        }
    }

    /// multi-02: whether a program does nothing but let players escape.
    fn only_escapes(self, program: Program) -> bool {
        self.deck.ops[program.range()].iter().all(|op| match *op {
            Op::Escape | Op::EscapeAll => true,
            Op::Each { body, .. } => self.only_escapes(body),
            Op::Choose(span) => self.deck.branches[span.range()].iter().all(|(_, branch)| self.only_escapes(*branch)),
            Op::If { then, otherwise, .. } => self.only_escapes(then) && self.only_escapes(otherwise),
            _ => false,
        })
    }

    /// ally-06, E-07: whether a player may sacrifice a card to get away; the rules may deny it to a helper with a companion.
    fn may_sacrifice(self, seat: Seat, card: CardId) -> bool {
        let companion = || self.deck.titles[usize::from(self.deck.card(card).title)].spec.kind.is_companion();
        self.deck.rules.helper_sacrifice || self.game.fight.helper != Some(seat) || !companion()
    }

    /// Whether a player has a monster in hand other than this card.
    fn holds_monster(self, seat: Seat, card: CardId) -> bool {
        self.game.hands[seat].without(CardSet::one(card)).meets(&self.deck.masks.monsters)
    }

    /// combat-05: a monster of the fight to which something happens now, as its condition holds, and the index of the trigger.
    #[inline]
    pub(in crate::game) fn due(self) -> Option<(CardId, u8)> {
        // Few decks have such a monster.
        if self.deck.masks.triggered[Happening::Fight as usize].is_empty() { None } else { self.due_now() }
    }

    #[inline(never)]
    fn due_now(self) -> Option<(CardId, u8)> {
        let fight = &self.game.fight;
        let main = fight.main;
        let due = |card: CardId| {
            let mut rules = (0..).zip(self.deck.triggers(card));
            let holds = |(_, rule): &(u8, &TriggerRule)| {
                rule.when == Happening::Fight && self.holds_beside(rule.condition, main, main, card)
            };
            rules.find(holds).map(|(n, _)| (card, n))
        };
        fight.foes().iter().find_map(|foe| due(foe.card)).filter(|_| fight.undecided() && self.game.alive(main))
    }

    /// combat-05: whether the first thing that happens in the fight defeats its monster.
    pub(in crate::game) fn is_defeated_at_once(self) -> bool {
        self.due().is_some_and(|(card, n)| {
            let program = self.deck.triggers(card)[usize::from(n)].program;
            let mut ops = self.deck.ops[usize::from(program.start)..usize::from(program.end)].iter();
            ops.any(|op| matches!(op, Op::DefeatThis))
        })
    }

    /// multi-03: the indices of the monsters that a removal can remove, one bit each.
    pub(in crate::game) fn removable(self, removal: u16) -> u16 {
        let removal = &self.deck.removals[usize::from(removal)];
        let foes = self.game.fight.foes().iter().enumerate();
        let fits = foes.filter(|(_, foe)| {
            self.deck.card(foe.card).level <= removal.level_at_most
                && removal.cards.contains(foe.card)
                && (removal.tags == 0 || foe.tags & removal.tags != 0)
        });
        fits.fold(0, |places, (place, _)| places | 1 << place)
    }
}
