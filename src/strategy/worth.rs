//! `Worth`: the worth of each card, computed once per deck from the card's own text only, so an edit of one card never
//! changes how players value another.

use crate::deck::compiled::{Adds, Amount, Card, CondRef, CountOrAll, Deck, Op, Program, Span, Test, Traits, UseRule};
use crate::deck::language::{Aim, Chooser, Cost, Happening, HowMany, LevelMark, Side, Who};
use crate::deck::{DeckSide, Play};
use crate::ids::{CardId, CardSet, WIDEST};

/// Scores of cards, in tenths of a level.
#[derive(Clone, Debug)]
pub struct Worth {
    /// Worth in hand or on the table, for its owner.
    keep: Vec<i16>,
    /// Worth for the choice of cards to give away, which spares Items.
    given: Vec<i16>,
    /// Worth in use, for its owner (Items).
    wear: Vec<i16>,
    /// Cost of its Bad Stuff to a caught player, or of a Curse to its victim.
    harm: Vec<i16>,
    /// The effect of each use.
    uses: Vec<Purpose>,
    /// By use: the cards that cost less than the use brings, if cards pay for it.
    payments: Vec<Option<CardSet<WIDEST>>>,
    /// Cost of each branch of a choice to the chooser.
    branches: Vec<i16>,
    /// Cost of each number of a die table to the player who rolls.
    dice: Vec<[i16; 6]>,
    /// First use of each card, in `uses`.
    first_use: Vec<u16>,
    /// Whether a monster's own text makes its kill useful to the helper.
    helps_helper: Vec<bool>,
    /// Cards that bring a level at any time and serve their player.
    raising: CardSet<WIDEST>,
    /// Cards with a use that serves their player out of combat.
    serving: CardSet<WIDEST>,
    /// Cards of `serving` that do not serve if no level can be gained, if their player has no Curse in play, or in both
    /// cases.
    useless: [CardSet<WIDEST>; 4],
    /// Cards of `serving` that serve only if cards pay for them, with the cards that cost less than the use brings.
    paid: Vec<(CardSet<WIDEST>, CardSet<WIDEST>)>,
    /// Traits that a card's strength modifiers test.
    mentions: Vec<Traits>,
    /// Items that a player with a card's trait may not use.
    bars: Vec<CardSet<WIDEST>>,
}

/// Minimum harm to another player that is worth a card.
pub(super) const WORTH_A_CARD: i16 = 10;

/// The purpose of a use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Strength for a side of the fight.
    Strength {
        /// The sides that it can strengthen.
        side: Side,
        /// The strength.
        by: i16,
    },
    /// Removes a monster from the fight.
    Remove,
    /// Makes the fight harder.
    Harden,
    /// Makes the helper leave.
    Dismiss,
    /// Escapes or repeats a roll.
    Escape,
    /// Cancels a Curse.
    Cancel,
    /// Lifts a Curse that stays.
    Lift,
    /// Brings levels, but not the winning one; with its worth.
    Levels(i16),
    /// Benefits its target; with its worth.
    Good(i16),
    /// Harms its target; with the harm.
    Bad(i16),
}

/// Approximate strength of a compelled helper.
const COMPELLED: i16 = 6;

/// Maximum worth or cost of an effect.
const MOST_WORTH: i32 = 1_000;

/// Converts a worth to its stored form. Sums use a wider type, so the cards of a deck cannot overflow it.
fn stored(worth: i32) -> i16 {
    worth.clamp(-10 * MOST_WORTH, 10 * MOST_WORTH) as i16
}

impl Purpose {
    /// Whether it removes a monster from a fight.
    pub fn removes(&self) -> bool {
        *self == Purpose::Remove
    }

    /// Strength that it adds to the players' side of a fight.
    pub fn adds(&self) -> i16 {
        match *self {
            Purpose::Strength { side: Side::Monsters, by } => -by,
            Purpose::Strength { by, .. } => by,
            Purpose::Remove
            | Purpose::Harden
            | Purpose::Dismiss
            | Purpose::Escape
            | Purpose::Cancel
            | Purpose::Lift
            | Purpose::Levels(_)
            | Purpose::Good(_)
            | Purpose::Bad(_) => 0,
        }
    }

    /// Approximate loss of margin for the players in a fight; without limit if it depends on the helper.
    pub fn hurts(&self) -> i16 {
        match *self {
            Purpose::Strength { side: Side::Players, .. } => 0,
            Purpose::Strength { by, .. } => by,
            Purpose::Harden => 8,
            Purpose::Dismiss => i16::MAX,
            Purpose::Remove
            | Purpose::Escape
            | Purpose::Cancel
            | Purpose::Lift
            | Purpose::Levels(_)
            | Purpose::Good(_)
            | Purpose::Bad(_) => 0,
        }
    }

    fn raises(&self) -> bool {
        matches!(self, Purpose::Levels(_))
    }

    /// Whether it benefits its player out of combat at no cost.
    pub fn serves(&self) -> bool {
        match *self {
            Purpose::Levels(good) | Purpose::Good(good) => good > 0,
            Purpose::Bad(harm) => harm >= WORTH_A_CARD,
            Purpose::Lift => true,
            Purpose::Strength { .. }
            | Purpose::Remove
            | Purpose::Harden
            | Purpose::Dismiss
            | Purpose::Escape
            | Purpose::Cancel => false,
        }
    }

    /// Whether it benefits its player if its cost is a gain.
    fn may_serve(&self) -> bool {
        self.serves() || matches!(self, Purpose::Levels(_) | Purpose::Good(_))
    }
}

impl Worth {
    /// Computes the worth of all cards of a deck.
    pub fn of<const W: usize>(deck: &Deck<W>) -> Worth {
        let appraiser = Appraiser { deck };
        let uses: Vec<Purpose> = deck.uses.iter().map(|rule| appraiser.purpose(rule)).collect();
        let by_card =
            |score: &dyn Fn(&Card) -> i32| deck.cards.iter().map(|card| stored(score(card))).collect::<Vec<i16>>();
        let keep = by_card(&|card| appraiser.keep(card, &uses));
        let payments: Vec<_> =
            deck.uses.iter().zip(&uses).map(|(rule, use_)| payments(deck, &keep, rule, *use_)).collect();
        let serving = cards(deck, deck.masks.all, |card| uses[card.uses.range()].iter().any(Purpose::serves));
        let useful = |card: &Card| card.uses.range().filter(|&place| uses[place].may_serve());
        Worth {
            useless: [(true, true), (false, true), (true, false), (false, false)].map(|(rises, cursed)| {
                let fails = |place: usize| !rises && uses[place].raises() || !cursed && appraiser.lifts_alone(place);
                cards(deck, serving.narrow(), |card| useful(card).all(fails))
            }),
            paid: grouped(serving.iter().filter_map(|id| {
                let pay = |cards, place: usize| payments[place].map(|more| cards | more);
                Some((id, useful(deck.card(id)).try_fold(CardSet::EMPTY, pay)?))
            })),
            serving,
            payments,
            wear: by_card(&|card| appraiser.wear(card)),
            given: deck
                .cards
                .iter()
                .zip(&keep)
                .map(|(card, keep)| keep + 2 * i16::from(card.play == Play::Item))
                .collect(),
            keep,
            harm: by_card(&|card| appraiser.harm(card)),
            branches: deck.branches.iter().map(|(_, program)| stored(appraiser.program(*program))).collect(),
            dice: deck.die_tables.iter().map(|lines| lines.map(|line| stored(appraiser.program(line)))).collect(),
            first_use: deck.cards.iter().map(|card| card.uses.start).collect(),
            mentions: deck.cards.iter().map(|card| appraiser.mentions(card)).collect(),
            raising: cards(deck, deck.masks.any_time_cards, |card| {
                let uses = &uses[card.uses.range()];
                uses.iter().any(Purpose::raises) && uses.iter().any(Purpose::serves)
            }),
            helps_helper: deck.cards.iter().map(|card| appraiser.helps_helper(card)).collect(),
            bars: deck.cards.iter().map(|card| appraiser.bars(card)).collect(),
            uses,
        }
    }

    /// Worth of a card in hand or on the table.
    #[inline]
    pub fn keep(&self, card: CardId) -> i16 {
        self.keep[card.index()]
    }

    /// Worth of a card for the choice of cards to give away.
    #[inline]
    pub fn given(&self, card: CardId) -> i16 {
        self.given[card.index()]
    }

    /// Worth of an Item in use.
    #[inline]
    pub fn wear(&self, card: CardId) -> i16 {
        self.wear[card.index()]
    }

    /// Cost of being caught by a monster or hit by a Curse.
    #[inline]
    pub fn harm(&self, card: CardId) -> i16 {
        self.harm[card.index()]
    }

    /// The purpose of use `n` of a card.
    #[inline]
    pub fn purpose(&self, card: CardId, n: u8) -> Purpose {
        self.uses[usize::from(self.first_use[card.index()]) + usize::from(n)]
    }

    /// The purposes of all uses of a card.
    pub fn purposes(&self, card: &Card) -> &[Purpose] {
        &self.uses[card.uses.range()]
    }

    /// Cards that bring a level at any time and serve their player.
    #[inline]
    pub fn raising<const W: usize>(&self) -> CardSet<W> {
        self.raising.narrow()
    }

    /// Cards with a use that serves their player out of combat.
    #[inline]
    pub fn serving<const W: usize>(&self) -> CardSet<W> {
        self.serving.narrow()
    }

    /// Cards of `serving` that do not serve now. `rises`: levels can be gained; `cursed`: the player has a Curse in
    /// play.
    #[inline]
    pub fn useless<const W: usize>(&self, rises: bool, cursed: bool) -> CardSet<W> {
        self.useless[usize::from(!rises) + 2 * usize::from(!cursed)].narrow()
    }

    /// Cards of `serving` that serve only if cards pay for them, each set with the cards of which the hand needs at
    /// least one.
    #[inline]
    pub fn paid<const W: usize>(&self) -> impl Iterator<Item = (CardSet<W>, CardSet<W>)> {
        self.paid.iter().map(|(cards, payments)| (cards.narrow(), payments.narrow()))
    }

    /// Whether a payment from this hand can cost less than use `n` of a card brings; true if no cards pay for it.
    #[inline]
    pub fn may_pay<const W: usize>(&self, card: CardId, n: u8, hand: CardSet<W>) -> bool {
        let payments = &self.payments[usize::from(self.first_use[card.index()]) + usize::from(n)];
        payments.as_ref().is_none_or(|cards| hand.meets(&cards.narrow()))
    }

    /// Whether a monster's own text makes its kill useful to the helper.
    pub fn helps_helper(&self, card: CardId) -> bool {
        self.helps_helper[card.index()]
    }

    /// Traits that a card's strength modifiers test, as a mask.
    pub fn mentions(&self, card: CardId) -> Traits {
        self.mentions[card.index()]
    }

    /// Items that a player with this card's trait may not use.
    #[inline]
    pub fn bars<const W: usize>(&self, card: CardId) -> CardSet<W> {
        self.bars[card.index()].narrow()
    }

    /// Cost of each number of a die table to the player who rolls.
    pub fn dice(&self, table: u16) -> [i16; 6] {
        self.dice[usize::from(table)]
    }

    /// Cost of a branch to the chooser, by its index in the deck's table.
    pub fn branch(&self, place: usize) -> i16 {
        self.branches[place]
    }
}

/// Maximum cost of each card in a payment.
pub(super) const DEAREST_PAYMENT: i16 = 30;

fn payments<const W: usize>(deck: &Deck<W>, keep: &[i16], rule: &UseRule, purpose: Purpose) -> Option<CardSet<WIDEST>> {
    let (Some(Cost::Discard(count)), Purpose::Levels(good) | Purpose::Good(good)) = (rule.cost, purpose) else {
        return None;
    };
    let pays = |keep: i16| i16::from(count).saturating_mul(keep.min(DEAREST_PAYMENT)) < good;
    let cards = || deck.masks.all.iter().filter(|card| pays(keep[card.index()])).collect();
    (!pays(DEAREST_PAYMENT)).then(cards)
}

/// Groups cards with equal sets.
fn grouped(cards: impl Iterator<Item = (CardId, CardSet<WIDEST>)>) -> Vec<(CardSet<WIDEST>, CardSet<WIDEST>)> {
    let mut groups: Vec<(CardSet<WIDEST>, CardSet<WIDEST>)> = Vec::new();
    for (card, with) in cards {
        match groups.iter_mut().find(|group| group.1 == with) {
            Some(group) => group.0.insert(card),
            None => groups.push((CardSet::one(card), with)),
        }
    }
    groups
}

/// The cards of a set that pass a test, as a set of the widest type.
pub(super) fn cards<const W: usize>(
    deck: &Deck<W>,
    among: CardSet<W>,
    passes: impl Fn(&Card) -> bool,
) -> CardSet<WIDEST> {
    among.iter().filter(|&card| passes(deck.card(card))).collect()
}

struct Appraiser<'d, const W: usize> {
    deck: &'d Deck<W>,
}

impl<const W: usize> Appraiser<'_, W> {
    /// Worth of an Item in use or another card in play: four per point of strength.
    fn wear(&self, card: &Card) -> i32 {
        let grants = &card.grants;
        let rights = 4 * i32::from(grants.extra_big.min(2))
            + 4 * i32::from(grants.extra_hands)
            + 6 * i32::from(card.room.min(2))
            + 2 * i32::from(grants.hand_limit)
            + 6 * i32::from(grants.extra_treasures)
            + 2 * i32::from(grants.sale_bonus.min(1000) / 200);
        let uses = 5 * i32::from(card.uses.len) + 4 * i32::from(card.triggers.len);
        let bonus = i32::from(card.bonus);
        let strength = self.modifiers(i32::from(card.steady_strength) - bonus, card.strength);
        4 * bonus + 3 * self.modifiers(i32::from(card.steady_flee), card.flee) + 2 * strength + rights + uses
    }

    /// Sum of modifiers; those without condition count twice.
    fn modifiers(&self, steady: i32, others: Span) -> i32 {
        let others = self.deck.adds(others).iter();
        let worth =
            |adds: &Adds| if adds.condition == CondRef::ALWAYS { 2 * i32::from(adds.add) } else { i32::from(adds.add) };
        2 * steady + others.map(worth).sum::<i32>()
    }

    fn keep(&self, card: &Card, uses: &[Purpose]) -> i32 {
        let purposes = uses[card.uses.range()].iter().map(|purpose| purpose_worth(*purpose)).max().unwrap_or(0);
        match card.play {
            Play::Item if card.once => (3 * i32::from(card.bonus)).max(purposes) + 2 + i32::from(card.gold / 200),
            Play::Item => self.wear(card) + i32::from(card.gold / 100),
            Play::Monster if card.level <= 6 => 8,
            Play::Monster => 5,
            Play::Curse => 3 + self.harm(card) / 2,
            Play::Slot => 9 + self.wear(card) / 2,
            Play::Rank => 7 + self.wear(card) / 2,
            Play::Room => 6,
            Play::Enhancer => 6 + i32::from(card.bonus).abs() / 2,
            Play::BringMonster => 9,
            Play::Cheat => 8,
            Play::Special => 3 + purposes,
            Play::Blank => 0,
            Play::Role => self.wear(card),
        }
    }

    fn harm(&self, card: &Card) -> i32 {
        match card.play {
            Play::Monster => self.program(card.bad_stuff),
            Play::Curse if card.lasts.is_some() => self.program(card.curse) - self.wear(card).min(-4),
            Play::Curse => self.program(card.curse),
            _ => 0,
        }
    }

    fn mentions(&self, card: &Card) -> Traits {
        self.deck.adds(card.strength).iter().fold(0, |traits, adds| traits | self.traits_in(adds.condition))
    }

    fn traits_in(&self, condition: CondRef) -> Traits {
        let all = |span: Span| span.range().fold(0, |traits, n| traits | self.traits_in(CondRef(n as u16)));
        match self.deck.conditions[usize::from(condition.0)] {
            Test::All(span) | Test::Any(span) => all(span),
            Test::Not(inner) | Test::Fighter(inner) | Test::Main(inner) | Test::Helper(inner) => self.traits_in(inner),
            Test::Has(traits) | Test::Lacks(traits) | Test::FighterHas(traits) | Test::Suffers(traits) => traits,
            Test::Always
            | Test::FighterUses(_)
            | Test::FighterCarries(_)
            | Test::Rival(_)
            | Test::Anyone(_)
            | Test::Actor(_)
            | Test::Level(_)
            | Test::LowestLevel
            | Test::HighestLevel
            | Test::Uses(_)
            | Test::Carries(_)
            | Test::Hand(_)
            | Test::Cursed(_)
            | Test::OwnTurn
            | Test::Fighting
            | Test::IsMain
            | Test::IsHelper
            | Test::BeforeFirstRoll
            | Test::Tag(_)
            | Test::Monsters(_)
            | Test::Helped
            | Test::ForTheWin
            | Test::Gender(_)
            | Test::AboveActor
            | Test::Unaided
            | Test::Pursuer(_)
            | Test::Thrown(_)
            | Test::Fought
            | Test::GetsAway => 0,
        }
    }

    fn bars(&self, card: &Card) -> CardSet<WIDEST> {
        cards(self.deck, self.deck.masks.wearables, |item| self.barred(item.usable_by, card.trait_bit()))
    }

    /// Whether a condition fails for all players with a trait, independent of anything else.
    fn barred(&self, condition: CondRef, trait_bit: Traits) -> bool {
        let parts = |span: Span| span.range().map(|n| self.barred(CondRef(n as u16), trait_bit));
        match self.deck.conditions[usize::from(condition.0)] {
            Test::Lacks(traits) => traits & trait_bit != 0,
            Test::All(span) => parts(span).any(|barred| barred),
            Test::Any(span) => !span.is_empty() && parts(span).all(|barred| barred),
            Test::Always
            | Test::Not(_)
            | Test::Fighter(_)
            | Test::FighterHas(_)
            | Test::FighterUses(_)
            | Test::FighterCarries(_)
            | Test::Main(_)
            | Test::Helper(_)
            | Test::Rival(_)
            | Test::Anyone(_)
            | Test::Actor(_)
            | Test::Has(_)
            | Test::Level(_)
            | Test::LowestLevel
            | Test::HighestLevel
            | Test::Uses(_)
            | Test::Carries(_)
            | Test::Hand(_)
            | Test::Cursed(_)
            | Test::OwnTurn
            | Test::Fighting
            | Test::IsMain
            | Test::IsHelper
            | Test::BeforeFirstRoll
            | Test::Tag(_)
            | Test::Monsters(_)
            | Test::Helped
            | Test::ForTheWin
            | Test::Gender(_)
            | Test::Suffers(_)
            | Test::AboveActor
            | Test::Unaided
            | Test::Pursuer(_)
            | Test::Thrown(_)
            | Test::Fought
            | Test::GetsAway => false,
        }
    }

    fn helps_helper(&self, card: &Card) -> bool {
        let kills = self.deck.triggers[card.triggers.range()].iter().filter(|rule| rule.when == Happening::Kill);
        let ops = kills.flat_map(|rule| rule.program.start..rule.program.end);
        ops.map(|at| self.deck.ops[usize::from(at)])
            .any(|op| matches!(op, Op::Each { who: Who::Helper, body, .. } if self.program(body) < 0))
    }

    /// Whether the only effect of a use is to lift a Curse from its player.
    fn lifts_alone(&self, place: usize) -> bool {
        let rule = &self.deck.uses[place];
        let ops = &self.deck.ops[usize::from(rule.program.start)..usize::from(rule.program.end)];
        rule.aim == Aim::You && matches!(ops, [Op::LiftCurse { .. }])
    }

    fn purpose(&self, rule: &UseRule) -> Purpose {
        if rule.program.is_empty() {
            return Purpose::Good(0);
        }
        match self.deck.ops[usize::from(rule.program.start)] {
            Op::Strengthen { side, by } => Purpose::Strength { side, by: stored(self.amount(by)) },
            Op::RemoveMonster(_) | Op::SendMonster(_) => Purpose::Remove,
            Op::CopyMonster | Op::AddMonster | Op::TwinFlee(_) => Purpose::Harden,
            Op::ReplaceMonster(_) => Purpose::Remove,
            Op::DismissHelper => Purpose::Dismiss,
            Op::CompelHelp => Purpose::Strength { side: Side::Players, by: COMPELLED },
            Op::Escape
            | Op::EscapeAll
            | Op::Reroll
            | Op::RollAnyway
            | Op::SetRoll
            | Op::FleeBonus(_)
            | Op::RollBonus(_) => Purpose::Escape,
            Op::CancelCurse { .. } => Purpose::Cancel,
            Op::LiftCurse { .. } => Purpose::Lift,
            Op::TakeWinningItem => Purpose::Strength { side: Side::Players, by: COMPELLED },
            Op::GainLevels(_) => Purpose::Levels(stored(-self.program(rule.program))),
            Op::LoseLevels(_)
            | Op::GainWinningLevels(_)
            | Op::FallTo(_)
            | Op::Die
            | Op::LoseItems { .. }
            | Op::LoseWorth(_)
            | Op::LoseHand { .. }
            | Op::LoseIdentities { .. }
            | Op::ChangeIdentity { .. }
            | Op::LosePowers { .. }
            | Op::Draw { .. }
            | Op::Exchange { .. }
            | Op::TakeItem { .. }
            | Op::TakeFromHand { .. }
            | Op::TakeDiscard { .. }
            | Op::Each { .. }
            | Op::Choose(_)
            | Op::If { .. }
            | Op::Roll(_)
            | Op::Repeat { .. }
            | Op::ChangeGender
            | Op::Leave { .. }
            | Op::LoseAsMuch(_)
            | Op::EscapeThis
            | Op::LootRoom
            | Op::TakeOver => match stored(self.program(rule.program)) {
                harm if harm > 0 => Purpose::Bad(harm),
                harm => Purpose::Good(-harm),
            },
        }
    }

    /// Cost of a program to the affected player; negative if it is a gain.
    fn program(&self, program: Program) -> i32 {
        let ops = (program.start..program.end).map(|at| self.op(self.deck.ops[usize::from(at)]));
        ops.fold(0, i32::saturating_add).clamp(-MOST_WORTH, MOST_WORTH)
    }

    fn op(&self, op: Op) -> i32 {
        match op {
            Op::LoseLevels(n) => 10 * self.amount(n),
            Op::GainLevels(n) => -10 * self.amount(n),
            Op::GainWinningLevels(n) => -20 * self.amount(n),
            Op::FallTo(LevelMark::Lowest) => 25,
            Op::FallTo(LevelMark::At(_)) => 35,
            Op::Die => 60,
            Op::LoseItems { count, by, .. } => self.count(count, 40) * if by == Chooser::You { 8 } else { 12 } / 10,
            Op::LoseWorth(gold) => i32::from(gold / 60),
            Op::LoseHand { count, .. } => self.count(count, 40) * 4 / 10,
            Op::LoseIdentities { count, .. } | Op::LosePowers { count, .. } => match count {
                HowMany::Number(n) => 6 * i32::from(n),
                HowMany::All(_) => 8,
            },
            Op::Draw { side, count, .. } => -self.amount(count) * if side == DeckSide::Door { 3 } else { 6 },
            Op::Exchange { count, .. } => -2 * i32::from(count),
            Op::TakeItem { from: Who::Actor, .. } => 12,
            Op::TakeFromHand { from: Who::Actor, .. } => 4,
            Op::TakeItem { .. } => -12,
            Op::TakeFromHand { .. } => -6,
            Op::TakeDiscard { search, .. } => {
                if search {
                    -14
                } else {
                    -7
                }
            }
            Op::Each { who, body, .. } => self.each(who, body),
            Op::Choose(span) => {
                self.deck.branches[span.range()].iter().map(|(_, p)| self.program(*p)).min().unwrap_or(0)
            }
            Op::If { then, otherwise, .. } => (self.program(then) + self.program(otherwise)) / 2,
            Op::Roll(table) => {
                self.deck.die_tables[usize::from(table)].iter().map(|p| self.program(*p)).sum::<i32>() / 6
            }
            Op::Repeat { times, body } => self.amount(times).saturating_mul(self.program(body)),
            Op::ChangeIdentity { .. } => 2,
            Op::LiftCurse { .. } => -8,
            Op::ChangeGender => 4,
            Op::LoseAsMuch(short) => 8 + self.program(short) / 4,
            Op::EscapeThis => -10,
            Op::LootRoom => -3,
            Op::TakeOver => 10,
            Op::Strengthen { .. }
            | Op::RemoveMonster(_)
            | Op::CopyMonster
            | Op::TwinFlee(_)
            | Op::SendMonster(_)
            | Op::AddMonster
            | Op::ReplaceMonster(_)
            | Op::DismissHelper
            | Op::CompelHelp
            | Op::Escape
            | Op::EscapeAll
            | Op::Reroll
            | Op::RollAnyway
            | Op::SetRoll
            | Op::FleeBonus(_)
            | Op::RollBonus(_)
            | Op::CancelCurse { .. }
            | Op::Leave { .. }
            | Op::TakeWinningItem => 0,
        }
    }

    /// Cost of effects on other players: what they take from the outer player is a cost, their harm a small gain.
    fn each(&self, who: Who, body: Program) -> i32 {
        let inside = self.program(body);
        let takes = (body.start..body.end).any(|at| {
            matches!(
                self.deck.ops[usize::from(at)],
                Op::TakeItem { from: Who::Actor, .. } | Op::TakeFromHand { from: Who::Actor, .. }
            )
        });
        let several = matches!(who, Who::Rivals | Who::Everyone | Who::Neighbours);
        match (who, takes) {
            (Who::You, _) => inside,
            (_, true) => inside * if several { 2 } else { 1 },
            (_, false) => -inside / if several { 2 } else { 3 },
        }
    }

    fn amount(&self, amount: Amount) -> i32 {
        match amount {
            Amount::Number(n) => n.into(),
            Amount::PerCount { times, .. } => 3 * i32::from(times),
        }
    }

    /// Ten per card, or `all`.
    fn count(&self, count: CountOrAll, all: i32) -> i32 {
        match count {
            CountOrAll::All => all,
            CountOrAll::Amount(amount) => 10 * self.amount(amount),
        }
    }
}

fn purpose_worth(purpose: Purpose) -> i32 {
    match purpose {
        Purpose::Strength { by, .. } => 3 * i32::from(by).abs(),
        Purpose::Remove => 16,
        Purpose::Harden => 8,
        Purpose::Dismiss => 6,
        Purpose::Escape => 10,
        Purpose::Cancel => 10,
        Purpose::Lift => 6,
        Purpose::Levels(worth) | Purpose::Good(worth) => worth.into(),
        Purpose::Bad(harm) => i32::from(harm) / 2 + 4,
    }
}
