//! Masks: sets of cards by their properties, computed from the compiled cards.

use super::names::MAX_TRAITS;
use crate::deck::compiled::masks::MAX_LEVELS;
use crate::deck::compiled::{
    Adds, Card, CondRef, Counted, Deck, Masks, Measure, Op, Reads, Rights, Test, Traits, UseRule, Whom,
};
use crate::deck::language::rules::PowerTiming;
use crate::deck::language::{Aim, AtDeath, DeckSide, Happening, KindSpec, Lasting, Load, Play, Slot, When, Window};
use crate::ids::{CardId, CardSet};

// Lists of all words, whose numbers are the indices of the tables below.
const SLOTS: [Slot; 4] = [Slot::Armor, Slot::Headgear, Slot::Footgear, Slot::Hand];
const WINDOWS: [Window; 9] = [
    Window::AnyTime,
    Window::Combat,
    Window::Turn,
    Window::BeforeRoll,
    Window::AfterRoll,
    Window::Curse,
    Window::Drawn,
    Window::CardRoll,
    Window::BadStuff,
];
const HAPPENINGS: [Happening; 10] = [
    Happening::Meet,
    Happening::Kill,
    Happening::HelpedKill,
    Happening::Flight,
    Happening::Escape,
    Happening::Caught,
    Happening::TurnStart,
    Happening::Pursuit,
    Happening::Fight,
    Happening::Played,
];

impl Masks {
    /// The masks of a deck with compiled cards.
    pub(super) fn of(deck: &Deck) -> Masks {
        let play = |play: Play| cards(deck, |card| card.play == play);
        // Reminders follow the last card and belong to no deck; they are left out wherever cards of the decks are meant.
        let reminders = cards_from(deck, deck.afflictions.first());
        let mut masks = Masks {
            all: cards(deck, |_| true).without(reminders),
            reminders,
            for_next_combat: cards(deck, |card| card.lasts == Some(Lasting::NextCombat)) & reminders,
            door: cards(deck, |card| card.side == DeckSide::Door && card.play != Play::Role).without(reminders),
            treasure: cards(deck, |card| card.side == DeckSide::Treasure && card.play != Play::Role),
            roles: play(Play::Role),
            monsters: play(Play::Monster),
            curses: play(Play::Curse).without(reminders),
            slotted: play(Play::Slot),
            rooms: play(Play::Room),
            of_slots: cards(deck, |card| card.room > 0 || matches!(card.play, Play::Slot | Play::Room)),
            powers: play(Play::Rank),
            above_rank: [CardSet::EMPTY; MAX_LEVELS],
            enhancers: play(Play::Enhancer),
            wandering: play(Play::BringMonster),
            cheats: play(Play::Cheat),
            items: play(Play::Item),
            tradeable: cards(deck, |card| card.play == Play::Item && !kind(deck, card).not_traded),
            priced: cards(deck, |card| card.gold > 0),
            specials: play(Play::Special),
            once: cards(deck, |card| card.once),
            wearables: cards(deck, |card| card.play == Play::Item && !card.once),
            traits: cards(deck, |card| card.play.is_of_character()),
            any_time_traits: characters(deck, |kind| kind.when == When::AnyTime)
                | play(Play::Rank).only_if(deck.rules.power_timing == PowerTiming::AnyTime),
            discarded_with_last: characters(deck, |kind| kind.goes_with_last),
            replacing: characters(deck, |kind| kind.replaces),
            closed_in_opening: characters(deck, |kind| kind.not_in_opening),
            kept_at_death: characters(deck, |kind| kind.at_death == AtDeath::Kept)
                | play(Play::Curse)
                | play(Play::Role),
            discarded_at_death: characters(deck, |kind| kind.at_death == AtDeath::Discarded),
            traits_and_cheats: CardSet::EMPTY,
            one_shots_and_specials: cards(deck, |card| card.once || card.play == Play::Special),
            big: cards(deck, |card| card.big),
            slot_givers: deck.slot_rooms.iter().map(|&(card, _)| card).collect(),
            saleable: cards(deck, |card| card.play == Play::Item || is_priced(deck, card)),
            slots: [CardSet::EMPTY; 4],
            unwearable: [[CardSet::EMPTY; 8]; 3],
            gifts: cards(deck, |card| card.play == Play::Item && card.tags & deck.gifts != 0),
            joiners: deck.joins.iter().fold(
                cards(deck, |card| card.play == Play::Monster && card.tags & deck.joining != 0),
                |all, (_, monsters)| all | *monsters,
            ),
            used_by_main: cards(deck, |card| {
                let for_main = |rule: &UseRule| required(deck, rule.condition).contains(&Test::IsMain);
                card.play == Play::Monster && deck.uses[card.uses.range()].iter().any(for_main)
            }),
            monsters_with_uses: cards(deck, |card| card.play == Play::Monster && card.uses.len > 0),
            boosts: cards(deck, |card| card.once && card.bonus != 0),
            usable: [CardSet::EMPTY; 9],
            flagged: cards(deck, |card| card.grants.flags != 0),
            self_modified: cards(deck, |card| !card.strength.is_empty() && modifies_itself(deck, card)),
            heeding_outfit: cards(deck, |card| heeds_outfit(deck, card)),
            plain_wearables: cards(deck, |card| {
                card.play == Play::Item && !card.once && card.grants.flags == 0 && !heeds_outfit(deck, card)
            }),
            modified: [CardSet::EMPTY; 4],
            modifying_tags: 0,
            modifying_traits: 0,
            modified_by_bystanders: cards(deck, |card| {
                deck.adds(card.strength).iter().any(|adds| depends_on_others(deck, adds))
            }),
            flee_modified: cards(deck, |card| !card.flee.is_empty()),
            until: cards(deck, |card| {
                matches!(card.lasts, Some(Lasting::NextRoll | Lasting::SoloKill | Lasting::LevelGained))
            }),
            of_fights: CardSet::EMPTY,
            timed: cards(deck, |card| matches!(card.lasts, Some(Lasting::NextCombat | Lasting::NextTurn))),
            triggered: [CardSet::EMPTY; 10],
            cheats_and_loads: play(Play::Cheat) | play(Play::Enhancer).only_if(keeps_enhancers(deck)),
            carriers: carriers(deck),
            level_cards: CardSet::EMPTY,
            used_sideways: cards(deck, |card| deck.uses[card.uses.range()].iter().any(|rule| rule.flags.carried())),
            lifters: deck.groups.iter().fold(CardSet::EMPTY, |all, group| all | group.lifters)
                & cards(deck, |card| card.play.is_of_character()),
            ignoring_curses: CardSet::EMPTY,
            restricted: cards(deck, |card| card.usable_by != CondRef::ALWAYS),
            by_level: cards(deck, |card| {
                deck.reads_any(card.usable_by, |whom, reads| whom == Whom::You && reads == Reads::Level)
            }),
            combat_cards: CardSet::EMPTY,
            any_time_cards: CardSet::EMPTY,
            combat_plays: CardSet::EMPTY,
            any_time_plays: CardSet::EMPTY,
            bribes: CardSet::EMPTY,
            own_plays: CardSet::EMPTY,
        };
        masks.ignoring_curses = deck.ignored.iter().map(|&(card, _)| card).collect::<CardSet>() & masks.curses;
        let by_monster = deck.silencing.iter().filter(|(card, _)| masks.monsters.contains(*card));
        masks.of_fights = by_monster.fold(masks.timed, |all, (_, silenced)| all | deck.silenced(*silenced));
        // These need the masks above.
        masks.fill_modified(deck);
        masks.fill_tables(deck);
        masks.fill_plays();
        masks
    }

    fn fill_modified(&mut self, deck: &Deck) {
        let conditions = |card: CardId| deck.adds(deck.card(card).strength).iter().map(|adds| adds.condition);
        let all = cards(deck, |card| !card.strength.is_empty() && !modifies_itself(deck, card)).without(self.monsters);
        // Bit 0 of the index: a required tag is present; bit 1: a required trait is. A fight without them skips these cards.
        for (n, modified) in self.modified.iter_mut().enumerate() {
            let counts = |card: &CardId| conditions(*card).any(|part| may_hold(deck, part, n & 1 != 0, n & 2 != 0));
            *modified = all.iter().filter(counts).collect();
        }
        for test in all.iter().flat_map(conditions).flat_map(|condition| required(deck, condition)) {
            match test {
                Test::Tag(tags) => self.modifying_tags |= tags,
                Test::Has(traits) => self.modifying_traits |= traits,
                _ => {}
            }
        }
    }

    fn fill_tables(&mut self, deck: &Deck) {
        for slot in SLOTS {
            self.slots[slot as usize] = cards(deck, |card| card.slot == Some(slot));
        }
        for (free_hands, by_slots) in (0..).zip(&mut self.unwearable) {
            for (taken, items) in by_slots.iter_mut().enumerate() {
                *items = cards(deck, |card| match card.slot {
                    None => false,
                    Some(Slot::Hand) => card.hands > free_hands,
                    Some(slot) => taken >> slot as u8 & 1 == 1,
                });
            }
        }
        for (rank, powers) in (0..).zip(&mut self.above_rank) {
            *powers = cards(deck, |card| card.rank > rank);
        }
        for window in WINDOWS {
            // By window, not by condition: the mask is a quick test before the rules of each use are checked.
            let uses = |card: &Card| deck.uses[card.uses.range()].iter().any(|rule| rule.windows.open(window));
            self.usable[window as usize] = cards(deck, uses);
        }
        for when in HAPPENINGS {
            let fires = |card: &Card| deck.triggers[card.triggers.range()].iter().any(|rule| rule.when == when);
            self.triggered[when as usize] = cards(deck, fires);
        }
        let for_anybody = |card: &Card| deck.uses[card.uses.range()].iter().any(|rule| rule.aim == Aim::AnyPlayer);
        let gives_levels = |op: &Op| matches!(op, Op::GainLevels(_));
        let only_levels = |card: &Card| {
            deck.uses[card.uses.range()].iter().all(|rule| deck.ops[rule.program.range()].iter().all(gives_levels))
        };
        self.level_cards = self.specials & self.usable[Window::AnyTime as usize] & cards(deck, only_levels);
        self.bribes = self.specials & self.usable[Window::AnyTime as usize] & cards(deck, for_anybody);
    }

    fn fill_plays(&mut self) {
        let in_combat = self.usable[Window::Combat as usize];
        let any_time = self.usable[Window::AnyTime as usize];
        let monsters = self.enhancers | self.wandering | self.joiners;
        self.combat_plays = self.once & (self.boosts | in_combat) | self.specials & in_combat | monsters | self.curses;
        self.combat_cards = self.combat_plays | self.boosts | self.gifts | in_combat | self.any_time_traits;
        self.any_time_cards = self.curses | any_time | self.any_time_traits;
        self.any_time_plays = self.curses | (self.specials | self.once) & any_time;
        self.traits_and_cheats = self.traits | self.cheats;
        self.own_plays = self.items | self.traits_and_cheats;
    }
}

impl Rights {
    /// The rights of a deck with compiled cards and masks.
    pub(super) fn of(deck: &Deck) -> Rights {
        let mut rights = Rights {
            opened: vec![CardSet::EMPTY; MAX_TRAITS],
            forbidden: vec![CardSet::EMPTY; MAX_TRAITS],
            ..Rights::default()
        };
        for card in deck.masks.restricted {
            match deck.test(deck.card(card).usable_by) {
                // A one-shot may test more than the character.
                _ if deck.masks.once.contains(card) => rights.others.insert(card),
                Test::Has(traits) => {
                    // Barred for everybody until a trait opens it. A forbidden Item is open until a trait bars it.
                    rights.reserved.insert(card);
                    note(&mut rights.opened, traits, card);
                }
                Test::Not(part) if let Test::Hindered(traits) = deck.test(part) => {
                    note(&mut rights.forbidden, traits, card);
                }
                _ => rights.others.insert(card),
            }
        }
        rights
    }
}

/// Adds a card to the sets of all these traits.
fn note(by_trait: &mut [CardSet], traits: Traits, card: CardId) {
    for (bit, cards) in by_trait.iter_mut().enumerate() {
        if traits >> bit & 1 == 1 {
            cards.insert(card);
        }
    }
}

/// The tests that a condition requires: itself, or its parts if all of them must hold.
fn required(deck: &Deck, condition: CondRef) -> Vec<Test> {
    match deck.test(condition) {
        Test::All(parts) => parts.conditions().flat_map(|part| required(deck, part)).collect(),
        test => vec![test],
    }
}

/// Whether a condition can hold. `tagged` and `traited` say whether the tags and the traits that it requires are present.
fn may_hold(deck: &Deck, condition: CondRef, tagged: bool, traited: bool) -> bool {
    required(deck, condition).into_iter().all(|test| match test {
        Test::Tag(_) => tagged,
        Test::Has(_) => traited,
        // The mask may contain more cards than those whose modifiers count: any other test may hold.
        _ => true,
    })
}

/// Whether all strength modifiers of a card that is not an Item depend only on the traits, powers and Curses of its player.
fn modifies_itself(deck: &Deck, card: &Card) -> bool {
    let by_traits = |adds: &Adds| {
        let by_traits = matches!(adds.each, None | Some(Counted::Own(Measure::Powers(_) | Measure::Curses(_))));
        by_traits && tests_traits(deck, adds.condition)
    };
    card.play != Play::Item && deck.adds(card.strength).iter().all(by_traits)
}

/// Whether a condition depends only on the traits of a character and on Curses.
fn tests_traits(deck: &Deck, condition: CondRef) -> bool {
    let steady = |reads| matches!(reads, Reads::Nothing | Reads::Traits(_) | Reads::Curses);
    deck.reads_only(condition, |whom, reads| whom == Whom::You && steady(reads))
}

/// Whether a play of another player can change a modifier. It changes no Level of other players.
fn depends_on_others(deck: &Deck, adds: &Adds) -> bool {
    deck.modifier_reads_any(adds, |whom, reads| whom == Whom::Other || reads == Reads::ActorLevel)
}

/// Whether an Item put on or turned sideways may change a strength modifier of the card.
fn heeds_outfit(deck: &Deck, card: &Card) -> bool {
    let by_cards = |_, reads| matches!(reads, Reads::Matching(_) | Reads::Cards | Reads::Totals | Reads::Effect);
    deck.adds(card.strength).iter().any(|adds| deck.modifier_reads_any(adds, by_cards))
}

/// The companions that may carry a card, by their kind or because the card says so.
fn carriers(deck: &Deck) -> CardSet {
    let by_kind = deck.carriers.iter().map(|&(card, _)| card).collect();
    deck.given.iter().fold(by_kind, |all, &(_, companions)| all | companions)
}

/// Whether a companion may carry an enhancer.
fn keeps_enhancers(deck: &Deck) -> bool {
    deck.carriers.iter().any(|(_, load)| *load == Load::Enhancer)
}

/// Whether a card that is not an Item states a price, even if it is No Value.
fn is_priced(deck: &Deck, card: &Card) -> bool {
    let sold = matches!(card.play, Play::Special | Play::Enhancer);
    sold && deck.titles[usize::from(card.title)].spec.gold.is_some()
}

/// The kind of a card.
fn kind<'d>(deck: &'d Deck, card: &Card) -> &'d KindSpec {
    &deck.titles[usize::from(card.title)].spec.kind
}

/// The cards of certain kinds that stay in play as part of a character.
fn characters(deck: &Deck, which: impl Fn(&KindSpec) -> bool) -> CardSet {
    cards(deck, |card| card.play.is_of_character() && which(kind(deck, card)))
}

/// All cards from this one on; none without it.
fn cards_from(deck: &Deck, first: Option<&CardId>) -> CardSet {
    first.map_or(CardSet::EMPTY, |first| (first.0..deck.cards.len() as u16).map(CardId).collect())
}

/// The cards with a property.
// A plain loop: iterators would be compiled anew for each of the many properties.
fn cards(deck: &Deck, which: impl Fn(&Card) -> bool) -> CardSet {
    let mut cards = CardSet::EMPTY;
    for (id, card) in (0..).zip(&deck.cards) {
        if which(card) {
            cards.insert(CardId(id));
        }
    }
    cards
}
