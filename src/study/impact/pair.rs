//! Two cards in one opening hand: do they help each other?

use std::time::Instant;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::dealt::ordinary_games;
use super::further::{FurtherGames, WantedDeals};
use super::request::{Counted, ImpactRequest};
use super::tables::{PlayedTable, PlayerAtTable};
use crate::deck::{Deck, Sets};
use crate::ids::CardSet;
use crate::report::impact::pair::InteractionRow;
use crate::report::{Manifest, Study};
use crate::run::{FURTHER, Hands, Holding, RunError, cards_of};
use crate::stats::{HandKind, NeededHands, PairGames, PairValue};
use crate::study::control::Control;
use crate::study::error::StudyError;
use crate::study::table::Setup;
use crate::study::title::find_title;

/// Minimum number of blocks that are found at a time.
const LEAST: f64 = 100.0;
/// At a look, a kind of hand gets at most this many blocks for each one that it has: the first estimates are poor.
const GROWTH: f64 = 4.0;

/// The interaction of two cards in one opening hand.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct PairRequest {
    /// The two cards, by id or name; twice the same for two copies of a card.
    pub cards: [String; 2],
    /// The tables, and the precision of the interaction or the number of games. Draws are not counted.
    pub impact: ImpactRequest,
}

/// The interaction of two cards.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PairResult {
    /// The tables.
    pub tables: Vec<PairTable>,
}

/// The interaction of two cards at one table.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PairTable {
    /// The inputs of the ordinary games.
    pub manifest: Manifest,
    /// The estimates for each strategy.
    pub rows: Vec<InteractionRow>,
    /// Number of further games, with both or one of the cards in an opening hand.
    pub further: u64,
}

impl PairRequest {
    /// Two cards, by id or name, at these tables.
    pub fn of(cards: [impl Into<String>; 2], impact: ImpactRequest) -> Self {
        PairRequest { cards: cards.map(Into::into), impact }
    }

    /// Reads the decks and plays the games.
    ///
    /// # Errors
    /// If an input is missing or wrong, no hand can contain both cards, or a game cannot continue.
    pub fn play(&self, control: &mut Control<'_>) -> Result<PairResult, StudyError> {
        self.play_with(&self.impact.table.sets()?, control)
    }

    /// Plays the games with these sets.
    ///
    /// # Errors
    /// If an input is missing or wrong, no hand can contain both cards, or a game cannot continue.
    pub fn play_with(&self, sets: &Sets, control: &mut Control<'_>) -> Result<PairResult, StudyError> {
        let setups = self.impact.setups(sets, control)?;
        let [first, second] = &self.cards;
        let titles = [find_title(&setups[0].deck, first)?, find_title(&setups[0].deck, second)?];
        check_pair(&setups[0], titles)?;
        let mut result = PairResult { tables: Vec::new() };
        let mut games = 0;
        for setup in &setups {
            control.begin_after(games);
            let played = Played::play(setup, titles, &self.impact, control)?;
            games += played.ordinary.finished.tally.games + played.further_games();
            result.tables.push(played.table(titles, &self.impact, control.thread_count()));
            if result.is_interrupted() {
                break;
            }
        }
        Ok(result)
    }
}

impl PairResult {
    /// Whether the study was stopped before its end.
    pub fn is_interrupted(&self) -> bool {
        self.tables.iter().any(|table| table.manifest.interrupted)
    }
}

/// Checks that one opening hand can contain both titles.
fn check_pair(setup: &Setup, titles: [usize; 2]) -> Result<(), StudyError> {
    let Setup { deck, .. } = setup;
    let name = |title: usize| &deck.titles[title].name;
    let refused = |why: String, hint: &str| Err(StudyError::request(why, Some(hint.to_owned())));
    if let Some(never) = titles.into_iter().find(|title| !setup.can_be_dealt(*title)) {
        return refused(format!("`{}` is never dealt in an opening hand", name(never)), "choose a Door or a Treasure");
    }
    let [first, second] = titles;
    let side = |title: usize| deck.card(deck.titles[title].first).side;
    if first == second && deck.titles[first].copies < 2 {
        return refused(
            format!("the deck has one copy of `{}`, so no hand contains two", name(first)),
            "name two different cards, or a card with several copies",
        );
    }
    if side(first) == side(second) && *deck.rules.deal < 2 {
        let why = format!("`{}` and `{}` are of one pile, of which each hand has one card", name(first), name(second));
        return refused(why, "choose cards of different piles, or raise the rule `deal`");
    }
    Ok(())
}

/// The hands with both titles, and those with one; and the hand without them.
fn hand_kinds(titles: [usize; 2]) -> (Vec<HandKind>, Holding) {
    // A deck has at most as many titles as cards, whose ids fit into 16 bits.
    let [first, second] = titles.map(|title| title as u16);
    let kind = |copies: &[(u16, usize)], weight: f64| HandKind { holding: Holding(copies.to_vec()), weight };
    if first == second {
        return (vec![kind(&[(first, 2)], 1.0), kind(&[(first, 1)], -2.0)], Holding(vec![(first, 0)]));
    }
    let kinds = [([1, 1], 1.0), ([1, 0], -1.0), ([0, 1], -1.0)];
    let kinds = kinds.map(|([one, other], weight)| kind(&[(first, one), (second, other)], weight));
    (kinds.into(), Holding(vec![(first, 0), (second, 0)]))
}

/// The games of a table.
struct Played<'s> {
    ordinary: PlayedTable<'s>,
    hands: Hands,
    kinds: Vec<HandKind>,
    neither: Holding,
    cards: CardSet,
    /// Further games for each kind of hand.
    further: Vec<FurtherGames>,
}

impl<'s> Played<'s> {
    /// Plays games until the interactions with all strategies have the requested precision. If a number of games is given,
    /// all of them are ordinary.
    fn play(
        setup: &'s Setup,
        titles: [usize; 2],
        request: &ImpactRequest,
        control: &mut Control<'_>,
    ) -> Result<Self, RunError> {
        let Setup { plan, deck, .. } = setup;
        let first = ordinary_games(deck, plan.players(), request.precision / 100.0);
        let first = first.div_ceil(plan.seatings().len() as u64).min(plan.blocks());
        let first = if request.games.is_some() { plan.blocks() } else { first };
        let (kinds, neither) = hand_kinds(titles);
        // Each kind of hand has blocks of its own, so no game is counted twice.
        let further = (1..).zip(&kinds).map(|(place, _)| FurtherGames::from(place * FURTHER)).collect();
        let mut played = Played {
            ordinary: PlayedTable::begin(setup, first, Counted { draws: false, pairs: false, listed: true }, control)?,
            hands: Hands::default(),
            kinds,
            neither,
            cards: cards_of(deck, |title| titles.contains(&title)),
            further,
        };
        played.deal();
        if request.games.is_none() {
            played.play_until(request.precision / 100.0, control)?;
        }
        Ok(played)
    }

    /// Deals the hands of the ordinary games.
    fn deal(&mut self) {
        let Setup { plan, deck, .. } = self.ordinary.setup;
        self.hands.deal_up_to(self.ordinary.finished.tally.blocks as usize, deck, plan);
    }

    fn play_until(&mut self, half_width: f64, control: &mut Control<'_>) -> Result<(), RunError> {
        for kind in 0..self.kinds.len() {
            self.deal_on(kind, LEAST, control)?;
        }
        while !self.ordinary.finished.interrupted {
            let values: Vec<PairValue> = self.strategies().map(|strategy| self.value(strategy)).collect();
            let reached = |value: &PairValue| value.interaction.half_width() <= half_width;
            if values.iter().all(reached) {
                break;
            }
            let needed: Vec<NeededHands> = values.iter().map(|value| value.needed(half_width)).collect();
            let ordinary = needed.iter().map(|needed| needed.ordinary).fold(0.0, f64::max);
            let played = self.ordinary.finished.tally.blocks as f64;
            if ordinary > 1.05 * played {
                self.ordinary.play_up_to(ordinary.min(GROWTH * played).ceil() as u64, control)?;
                self.deal();
            }
            for kind in 0..self.kinds.len() {
                let known = values.iter().map(|value| value.dealt[kind]).fold(f64::INFINITY, f64::min);
                let needed = needed.iter().map(|needed| needed.kinds[kind]).fold(0.0, f64::max);
                // At least a hundredth, so that the looks have an end.
                let more = (needed - known).min(GROWTH * known).max(known / 100.0).max(LEAST);
                self.deal_on(kind, more, control)?;
            }
        }
        Ok(())
    }

    /// Deals until so many blocks have a hand of a kind, and plays these.
    fn deal_on(&mut self, kind: usize, most: f64, control: &mut Control<'_>) -> Result<(), RunError> {
        if self.ordinary.finished.interrupted {
            return Ok(());
        }
        let begun = Instant::now();
        let others = self.further_games() - self.further[kind].games();
        let before = self.ordinary.finished.tally.games + others;
        let holding = Some(&self.kinds[kind].holding);
        let wanted = WantedDeals { cards: self.cards, holding, most: most.ceil() as usize, before };
        let whole = self.further[kind].deal_on(self.ordinary.setup, &wanted, control)?;
        self.ordinary.finished.interrupted |= !whole;
        self.ordinary.time += begun.elapsed();
        Ok(())
    }

    fn strategies(&self) -> std::ops::Range<usize> {
        0..self.ordinary.setup.plan.strategies()
    }

    fn further_games(&self) -> u64 {
        self.further.iter().map(FurtherGames::games).sum()
    }

    /// The values for a strategy.
    fn value(&self, strategy: usize) -> PairValue {
        let plan = &self.ordinary.setup.plan;
        let games = PairGames {
            ordinary: (self.ordinary.games(), &self.hands),
            further: self.further.iter().map(|further| (further.played(plan), &further.hands)).collect(),
            kinds: &self.kinds,
            neither: &self.neither,
            strategy,
        };
        games.value()
    }

    fn table(&self, titles: [usize; 2], request: &ImpactRequest, threads: usize) -> PairTable {
        let deck: &Deck = &self.ordinary.setup.deck;
        let row = |PlayerAtTable { strategy, name, .. }: PlayerAtTable<'_, '_>| {
            InteractionRow::new(deck, titles, name, &self.value(strategy))
        };
        let further = self.further_games();
        let manifest = self.ordinary.manifest(request, threads);
        PairTable {
            manifest: Manifest { study: Study::Pair { further }, ..manifest },
            rows: self.ordinary.players().map(row).collect(),
            further,
        }
    }
}
