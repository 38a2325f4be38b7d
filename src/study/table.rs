//! The table of a study: its decks, its players and its rules.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::control::Control;
use super::error::StudyError;
use crate::deck::{Deck, DeckError, DeckSource, Sets};
use crate::report::manifest::signature_words;
use crate::report::{DeckEntry, Manifest, StrategyEntry, Study};
use crate::run::{Arm, Crew, Finished, GameSums, Kept, Plan, Tally, cards_of};
use crate::strategy::{Profile, Strategy, keeping_lessons};

/// The default seed.
pub(crate) const DEFAULT_SEED: u64 = 1;
/// The default strategy.
pub(crate) const DEFAULT_STRATEGY: &str = "balanced";

/// The decks, the players and the rules of a study.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct TableRequest {
    /// Decks, by name, by path, or as `FILE@REV` for a file at a git revision, shuffled together. The rules of the first
    /// one apply, unless `base` names another. A set that a deck expands joins as the first one.
    pub decks: Vec<String>,
    /// Base set, by id; its rules apply.
    pub base: Option<String>,
    /// Number of players.
    pub players: u8,
    /// Strategies, by name or path: one for all seats, or several, repeated around the table and rotated through all
    /// seats.
    pub strategies: Vec<String>,
    /// Master seed.
    pub seed: u64,
    /// Rule switches, as `key=value`. If a key occurs twice, the last value applies.
    pub rules: Vec<String>,
}

impl Default for TableRequest {
    fn default() -> Self {
        TableRequest {
            decks: Vec::new(),
            base: None,
            players: 4,
            strategies: vec![DEFAULT_STRATEGY.to_owned()],
            seed: DEFAULT_SEED,
            rules: Vec::new(),
        }
    }
}

impl TableRequest {
    /// Four `balanced` players with these decks, by name or path.
    pub fn of(decks: impl IntoIterator<Item = impl Into<String>>) -> Self {
        TableRequest { decks: decks.into_iter().map(Into::into).collect(), ..Self::default() }
    }

    /// The base set, by id.
    #[must_use]
    pub fn base(self, id: impl Into<String>) -> Self {
        TableRequest { base: Some(id.into()), ..self }
    }

    /// The number of players.
    #[must_use]
    pub fn players(self, players: u8) -> Self {
        TableRequest { players, ..self }
    }

    /// The strategies, by name or path.
    #[must_use]
    pub fn strategies(self, names: impl IntoIterator<Item = impl Into<String>>) -> Self {
        TableRequest { strategies: names.into_iter().map(Into::into).collect(), ..self }
    }

    /// The master seed.
    #[must_use]
    pub fn seed(self, seed: u64) -> Self {
        TableRequest { seed, ..self }
    }

    /// A rule switch, as `key=value`.
    #[must_use]
    pub fn rule(mut self, switch: impl Into<String>) -> Self {
        self.rules.push(switch.into());
        self
    }

    /// Names of the distinct strategies, in the order of a plan.
    ///
    /// # Errors
    /// If a strategy is missing or wrong.
    pub fn strategy_names(&self) -> Result<Vec<String>, StudyError> {
        Ok(profiles_of(&self.strategies)?.0.into_iter().map(|profile| profile.name).collect())
    }

    /// Reads the decks.
    ///
    /// # Errors
    /// If a deck is missing or wrong.
    pub fn sets(&self) -> Result<Sets, DeckError> {
        let sources = self.decks.iter().map(|name| DeckSource::find(name)).collect::<Result<Vec<_>, _>>()?;
        let sets = Sets::read(&sources)?;
        match &self.base {
            Some(id) => sets.with_base(id),
            None => Ok(sets),
        }
    }

    /// The decks before the last one, with which that is played.
    pub(crate) fn partners(&self) -> &[String] {
        self.decks.split_last().map_or(&[], |(_, partners)| partners)
    }

    /// Compiles the cards of these sets, with opening hands for the players of the table.
    pub(crate) fn compile(&self, sets: &Sets) -> Result<Deck, DeckError> {
        sets.compile_for(&self.rules, self.players)
    }
}

/// The deck, the players and the plan of a study.
pub(crate) struct Setup {
    pub(crate) deck: Deck,
    pub(crate) profiles: Vec<Profile>,
    pub(crate) players: Vec<Strategy>,
    pub(crate) plan: Plan,
    /// Where its games are kept, if they are.
    pub(crate) kept: Option<Kept>,
}

/// A table whose inputs are right, without its players: some learn for a long time when they are made.
struct Checked {
    deck: Deck,
    profiles: Vec<Profile>,
    plan: Plan,
}

impl Checked {
    fn new(sets: &Sets, table: &TableRequest, games: u64, control: &mut Control<'_>) -> Result<Checked, StudyError> {
        let (profiles, order) = profiles_of(&table.strategies)?;
        let deck = table.compile(sets)?;
        let plan = Plan::new(table.players, deck.players, &order, table.seed, games)?;
        profiles.iter().try_for_each(|profile| check_cards(profile, &deck, control))?;
        Ok(Checked { deck, profiles, plan })
    }
}

/// Checks the inputs of a plan of `games` games. The decks of the table are `sets`.
pub(crate) fn check_table(sets: &Sets, table: &TableRequest, games: u64) -> Result<(), StudyError> {
    Checked::new(sets, table, games, &mut Control::default()).map(drop)
}

impl Setup {
    /// A plan of `games` games. The decks of the table are `sets`.
    pub(crate) fn new(
        sets: &Sets,
        table: &TableRequest,
        games: u64,
        control: &mut Control<'_>,
    ) -> Result<Setup, StudyError> {
        let Checked { deck, profiles, plan } = Checked::new(sets, table, games, control)?;
        let make = || profiles.iter().map(|profile| profile.compile(&deck)).collect();
        // Without a store of its own, a study has that of its caller.
        let players = if let Some(store) = control.kept_in() { keeping_lessons(Some(store), make) } else { make() };
        let kept = kept(&deck, &profiles, control);
        Ok(Setup { deck, profiles, players, plan, kept })
    }

    /// A crew that plays the plan.
    pub(crate) fn crew(&self, threads: usize) -> Crew<'_> {
        Crew { kept: self.kept.as_ref(), ..Crew::new(&self.plan, &self.deck, &self.players, threads) }
    }

    /// The deck with its players.
    pub(crate) fn arm(&self) -> Arm<'_> {
        Arm { kept: self.kept.as_ref(), ..Arm::new(&self.deck, &self.players) }
    }

    /// Whether a title can be in an opening hand. A Role is never dealt, nor is any card if nothing is.
    pub(crate) fn can_be_dealt(&self, title: usize) -> bool {
        let cards = cards_of(&self.deck, |other| other == title);
        *self.deck.rules.deal > 0 && cards.meets(&(self.deck.masks.door | self.deck.masks.treasure))
    }

    /// Names of the strategies, in the order of the plan.
    pub(crate) fn names(&self) -> Vec<String> {
        self.profiles.iter().map(|profile| profile.name.clone()).collect()
    }

    /// The players, in the order of the seats of the first seating.
    pub(crate) fn seated(&self) -> Vec<StrategyEntry> {
        let first = self.plan.seatings()[0];
        let profiles =
            first.0[..usize::from(self.plan.players())].iter().map(|&place| &self.profiles[usize::from(place)]);
        profiles.map(|profile| entry(&profile.name, profile)).collect()
    }

    /// The inputs of the games of this table, and how they were played.
    pub(crate) fn manifest(&self, study: Study, finished: &Finished, threads: usize, seconds: f64) -> Manifest {
        let Tally { games, unfinished, signature, .. } = finished.tally;
        let manifest = self.manifest_of(study, GameSums { games, unfinished, signature }, threads, seconds);
        Manifest { interrupted: finished.interrupted, ..manifest }
    }

    /// The same, from the sums of the games. If they are not all games of the plan, it was interrupted.
    pub(crate) fn manifest_of(&self, study: Study, sums: GameSums, threads: usize, seconds: f64) -> Manifest {
        let (plan, GameSums { games, unfinished, signature }) = (&self.plan, sums);
        let seatings = plan.seatings().len() as u64;
        let decks = vec![DeckEntry::of(&self.deck)];
        let manifest = Manifest {
            games,
            blocks: games / seatings,
            seatings,
            unfinished,
            interrupted: games < plan.games(),
            signature: signature_words(signature),
            ..Manifest::of(study, decks, self.seated(), plan.players(), plan.seed())
        };
        manifest.timed(games, threads, seconds)
    }
}

/// Where the games of a table are kept, if they are. A player from another crate can change without a trace, so its games
/// are not.
fn kept(deck: &Deck, profiles: &[Profile], control: &Control<'_>) -> Option<Kept> {
    let store = control.kept_in().filter(|_| profiles.iter().all(Profile::is_ours))?;
    let strategies: Vec<String> = profiles.iter().map(Profile::hash).collect();
    Some(Kept::new(Arc::clone(store), deck, strategies.iter().map(String::as_str)))
}

/// A strategy in a manifest, by its name at the table.
pub(crate) fn entry(name: &str, profile: &Profile) -> StrategyEntry {
    StrategyEntry { name: name.to_owned(), hash: profile.hash() }
}

/// The distinct strategies, and the index of the strategy for each name.
pub(crate) fn profiles_of(names: &[String]) -> Result<(Vec<Profile>, Vec<u8>), StudyError> {
    let mut profiles: Vec<Profile> = Vec::new();
    let mut order = Vec::new();
    for name in names {
        let profile = Profile::find(name)?;
        // Two names of one strategy are one player: its seats count together.
        let known = profiles.iter().position(|known| *known == profile);
        if known.is_none() && profiles.iter().any(|other| other.name == profile.name) {
            let message = format!("two different strategies are called `{}`", profile.name);
            return Err(StudyError::request(message, Some("rename one of the files".into())));
        }
        let place = known.unwrap_or(profiles.len());
        if known.is_none() {
            profiles.push(profile);
        }
        // There are at most as many strategies as seats; a plan refuses more of them.
        order.push(u8::try_from(place).unwrap_or(u8::MAX));
    }
    Ok((profiles, order))
}

/// The players of these profiles.
pub(crate) fn players_of(
    profiles: &[Profile],
    deck: &Deck,
    control: &mut Control<'_>,
) -> Result<Vec<Strategy>, StudyError> {
    profiles.iter().try_for_each(|profile| check_cards(profile, deck, control))?;
    Ok(profiles.iter().map(|profile| profile.compile(deck)).collect())
}

/// Checks the cards that a profile names, and notes those that the deck does not have.
pub(crate) fn check_cards(profile: &Profile, deck: &Deck, control: &mut Control<'_>) -> Result<(), StudyError> {
    for words in profile.check_cards(deck)? {
        control.note(&format!("strategy `{}` names `{words}`, but the deck has no such card", profile.name));
    }
    Ok(())
}
