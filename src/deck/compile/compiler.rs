//! `Compiler`: compiles the heads, then card by card, then what needs all cards.

use super::names::{MAX_TAGS, MAX_TRAITS, Names, short};
use super::report::Report;
use crate::deck::compiled::{
    Card, Deck, MAX_IGNORED_GROUPS, Masks, Rights, SetInfo, Silenced, Test, Traits, max_marks,
};
use crate::deck::file::error::DeckError;
use crate::deck::file::locate::Step;
use crate::deck::file::sets::{LoadedSet, Sets};
use crate::deck::language::moments::Moments;
use crate::deck::language::rules::Rules;
use crate::deck::language::{Cost, DeckSide, Happening, ItemFilter, Play, WornSlot};
use crate::ids::{CardId, CardSet, MAX_SEATS, words_for};

/// Compiles the sets with these rules. At most this number of players gets opening hands.
pub(super) fn compile(sets: &Sets, rules: Rules, players: u8) -> Result<Deck, DeckError> {
    // Before anything is compiled: a set of cards has no room for more.
    let most = <CardSet>::CAPACITY;
    if sets.card_ids() > most {
        let message = format!("expected at most {most} cards, found {}", sets.card_ids());
        let hint = match sets.afflictions() {
            0 => "lower `copies`, or combine fewer sets".to_owned(),
            _ => format!("lower `copies`, or combine fewer sets; each `afflict` counts as {MAX_SEATS} cards"),
        };
        return Err(DeckError::plain(message, Some(hint)));
    }
    let names = Names::of(sets, &rules);
    let deck = empty(sets, rules, &names);
    let mut compiler = Compiler {
        names,
        report: Report::new(sets),
        deck,
        words: words_for(sets.card_ids()),
        marks: 0,
        title: 0,
        reminders: Vec::new(),
        happening: None,
        of_monster: false,
        restricting: None,
        moments: Moments::ALL,
        rolled: false,
    };
    compiler.filter(&ItemFilter::default());
    compiler.every_card();
    compiler.heads(sets);
    compiler.check_supply(sets, players);
    compiler.cards();
    let mut deck = compiler.finish()?;
    deck.name_cards(sets);
    Ok(deck)
}

/// The deck under construction, and the problems found so far.
pub(super) struct Compiler<'a> {
    pub(super) names: Names,
    pub(super) report: Report<'a>,
    pub(super) deck: Deck,
    /// Number of words in the card sets of its games.
    pub(super) words: usize,
    /// Number of marks assigned so far to uses with a limit.
    pub(super) marks: u16,
    /// The title being compiled, an index into `Names::titles`.
    pub(super) title: usize,
    /// One reminder for each lasting effect.
    pub(super) reminders: Vec<Reminder>,
    /// The event that sets off the effects that are being compiled, if one does.
    pub(super) happening: Option<Happening>,
    /// Whether they are those of a monster.
    pub(super) of_monster: bool,
    /// Within `usable_by`: whether a trait that is tested here allows the use of the Item. Beneath `not`, it forbids it.
    pub(super) restricting: Option<bool>,
    /// The moments in which the part that is being compiled can matter.
    pub(super) moments: Moments,
    /// Whether the effects that are being compiled follow a roll of the card.
    pub(super) rolled: bool,
}

/// The reminder of a lasting effect.
pub(super) struct Reminder {
    /// The card for the first seat.
    pub(super) card: Card,
    /// The slots in which the effect makes room.
    pub(super) rooms: Vec<WornSlot>,
    /// The tags of Curses from which it protects, as a mask.
    pub(super) wards: u16,
    /// The cards that it silences.
    pub(super) silenced: Vec<Silenced>,
}

impl Compiler<'_> {
    /// Runs `work` one step deeper in the file.
    pub(super) fn within<R>(&mut self, step: impl Into<Step<'static>>, work: impl FnOnce(&mut Self) -> R) -> R {
        self.report.enter(step);
        let result = work(self);
        self.report.leave();
        result
    }

    /// Runs `work` on a part that can matter only in these moments.
    pub(super) fn at<R>(&mut self, moments: Moments, work: impl FnOnce(&mut Self) -> R) -> R {
        let outer = std::mem::replace(&mut self.moments, moments);
        let result = work(self);
        self.moments = outer;
        result
    }

    /// Runs `work` on each entry of a list.
    pub(super) fn each<T, R>(&mut self, list: &[T], mut work: impl FnMut(&mut Self, &T) -> R) -> Vec<R> {
        list.iter().enumerate().map(|(index, entry)| self.within(index, |c| work(c, entry))).collect()
    }

    fn finish(mut self) -> Result<Deck, DeckError> {
        self.deck.ignored_groups = ignored_groups(&self.deck);
        self.check_sizes();
        self.lay_reminders();
        self.check_totals();
        // All problems are reported at once. What follows relies on a deck without problems.
        self.report.result()?;
        self.deck.titles = self.names.titles.clone();
        // The order matters: masks read the titles and cards, and all that follows reads the masks.
        self.deck.masks = Masks::of(&self.deck);
        self.deck.curse_types = curse_types(&self.deck);
        self.deck.piles = [self.deck.masks.door, self.deck.masks.treasure].map(|pile| pile.iter().collect());
        self.deck.rights = Rights::of(&self.deck);
        self.deck.akin = self.names.akin().into_iter().map(|traits| bearers(&self.deck, traits)).collect();
        self.deck.traits = self.names.traits;
        self.deck.tags = self.names.tags;
        Ok(self.deck)
    }

    /// Adds the reminders of all seats after the cards of the decks.
    fn lay_reminders(&mut self) {
        for Reminder { card, rooms, wards, silenced } in std::mem::take(&mut self.reminders) {
            self.deck.afflictions.push(CardId(short(self.deck.cards.len())));
            for copy in 0..MAX_SEATS as u8 {
                let id = CardId(short(self.deck.cards.len()));
                self.deck.cards.push(Card { copy, ..card });
                self.deck.wards.extend((wards != 0).then_some((id, wards)));
                self.deck.slot_rooms.extend(rooms.iter().map(|slot| (id, *slot)));
                self.deck.silencing.extend(silenced.iter().map(|silenced| (id, *silenced)));
                // Never shuffled, so reminders need no stable id.
                self.deck.stable.push(0);
            }
        }
    }

    fn check_sizes(&mut self) {
        let deck = &self.deck;
        let limit = usize::from(u16::MAX);
        let sizes = [
            ("identities and powers", self.names.traits.len(), MAX_TRAITS),
            ("tags", self.names.tags.len(), MAX_TAGS),
            ("effects", deck.ops.len(), limit),
            ("conditions", deck.conditions.len(), limit),
            ("branches", deck.branches.len(), limit),
            ("die tables", deck.die_tables.len(), limit),
            ("modifiers", deck.modifiers.len(), limit),
            ("counts of certain players", deck.tallies.len(), limit),
            ("uses", deck.uses.len(), limit),
            ("limited uses (`limit` times `copies` over all cards)", self.marks.into(), max_marks(self.words)),
            ("triggers", deck.triggers.len(), limit),
            ("filters", deck.filters.len(), limit),
            ("groups of Items that monsters ignore differently", deck.ignored_groups.len(), MAX_IGNORED_GROUPS),
            ("removals", deck.removals.len(), limit),
        ];
        for (what, size, most) in sizes.into_iter().filter(|(_, size, most)| size > most) {
            self.report.wrong_overall(format!("expected at most {most} {what}, found {size}"));
        }
    }

    /// Checks that each pile has enough cards for the opening hands of at most this number of players.
    fn check_supply(&mut self, sets: &Sets, players: u8) {
        let (most, deal) = (self.deck.players.max, *self.deck.rules.deal);
        let players = players.min(most);
        if players == 0 {
            return;
        }
        let needed = (usize::from(players) * usize::from(deal)).max(1);
        let ids: Vec<&str> = self.deck.sets.iter().map(|set| set.id.as_str()).collect();
        let ids = ids.join(" + ");
        self.report.start(self.deck.base, None);
        self.report.enter("set");
        for (side, name) in [(DeckSide::Door, "Door"), (DeckSide::Treasure, "Treasure")] {
            let held = sets.held(side);
            if held < needed {
                let (message, hint) = match deal {
                    0 => (format!("expected a {name} card in {ids}, found none"), format!("add a {name} card")),
                    _ => (
                        format!(
                            "expected at least {needed} {name} cards in {ids} ({players} players with {deal} each), found {held}"
                        ),
                        match players == most {
                            true => format!("add {name} cards, or lower `players.max` or the rule `deal`"),
                            false => format!("add {name} cards, or lower the number of players or the rule `deal`"),
                        },
                    ),
                };
                self.report.wrong_field("players", message, Some(hint));
            }
        }
    }
}

/// The cards with one of these traits.
fn bearers(deck: &Deck, traits: Traits) -> CardSet {
    deck.masks.all.iter().filter(|&card| deck.card(card).trait_bit() & traits != 0).collect()
}

/// Items that can be used up, divided by the monsters that ignore them; those that no monster ignores are left out.
fn ignored_groups(deck: &Deck) -> Vec<CardSet> {
    let used_up = |card: &CardId| {
        let card = deck.card(*card);
        let gives_itself = || deck.uses[card.uses.range()].iter().any(|rule| rule.cost == Some(Cost::ThisCard));
        card.play == Play::Item && (card.once || gives_itself())
    };
    let mut groups: Vec<CardSet> = Vec::new();
    for &(_, filter) in deck.ignored.iter().filter(|(card, _)| deck.card(*card).play == Play::Monster) {
        let mut rest: CardSet = deck.filters[usize::from(filter.0)].cards.iter().filter(used_up).collect();
        let mut divided = Vec::new();
        // Each group is split into what this monster ignores and what it does not, so the groups stay disjoint.
        for group in groups {
            divided.extend([group & rest, group.without(rest)].into_iter().filter(|part| !part.is_empty()));
            rest = rest.without(group);
        }
        divided.extend(Some(rest).filter(|rest| !rest.is_empty()));
        groups = divided;
    }
    groups
}

/// J-03: the Curses of each type.
fn curse_types(deck: &Deck) -> Vec<CardSet> {
    let type_of = |card: CardId| deck.set_of(&deck.titles[usize::from(deck.card(card).title)]).curses;
    let types = deck.sets.iter().map(|set| set.curses).max().map_or(0, |last| last + 1);
    (0..types).map(|n| deck.masks.curses.iter().filter(|&card| type_of(card) == n).collect()).collect()
}

fn empty(sets: &Sets, rules: Rules, names: &Names) -> Deck {
    Deck {
        players: sets.players_by(&rules),
        rules,
        sets: sets.sets().iter().map(|set| set_info(set, names)).collect(),
        base: sets.base_place(),
        titles: Vec::new(),
        cards: Vec::new(),
        stable: Vec::new(),
        piles: Default::default(),
        groups: Vec::new(),
        powers: Vec::new(),
        curse_types: Vec::new(),
        traits: Vec::new(),
        akin: Vec::new(),
        tags: Vec::new(),
        joining: 0,
        bringing: 0,
        gifts: 0,
        ops: Vec::new(),
        // Place 0 is `CondRef::ALWAYS`.
        conditions: vec![Test::Always],
        branches: Vec::new(),
        die_tables: Vec::new(),
        uses: Vec::new(),
        triggers: Vec::new(),
        modifiers: Vec::new(),
        tallies: Vec::new(),
        carriers: Vec::new(),
        given: Vec::new(),
        slot_rooms: Vec::new(),
        wards: Vec::new(),
        afflictions: Vec::new(),
        gendered: false,
        ignored: Vec::new(),
        ignored_groups: Vec::new(),
        joins: Vec::new(),
        silencing: Vec::new(),
        helped_by: Vec::new(),
        enhanced: Vec::new(),
        more_treasures: Vec::new(),
        roll_marks: Vec::new(),
        fighter_marks: Default::default(),
        filters: Vec::new(),
        removals: Vec::new(),
        rights: Rights::default(),
        masks: Masks::default(),
    }
}

fn set_info(set: &LoadedSet, names: &Names) -> SetInfo {
    let head = &set.file.set;
    let curses = names.curse_type(&head.terms);
    let kinds = set.file.kinds.clone();
    let names = crate::deck::english::Names::default();
    SetInfo { id: head.id.clone(), name: head.name.clone(), terms: head.terms.clone(), kinds, curses, names }
}
