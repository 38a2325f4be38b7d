//! Baselines: plays their games, and verifies that they belong to a check.

use std::collections::BTreeSet;
use std::fmt::Display;
use std::io;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::request::GAMES;
use crate::deck::{Deck, Sets, content_hash};
use crate::ids::{PROGRAM, VERSION};
use crate::random::mix;
use crate::report::check::baseline::{Baseline, BaselineError, Header, StoredDeck, StoredStrategy};
use crate::run::{Blocks, Crew, GameRow, Played, RunError};
use crate::strategy::Haste;
use crate::study::control::Control;
use crate::study::error::StudyError;
use crate::study::table::{Setup, TableRequest, profiles_of};

/// Number of stored games that are replayed before a baseline is used, in whole blocks.
const VERIFIED: u64 = 256;

/// The games of one deck, to compare edits with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct BaselineRequest {
    /// The table. Its last deck is the one that is stored; it is played with the others.
    pub table: TableRequest,
    /// Number of games; they are played in whole blocks of all seatings.
    pub games: u64,
}

impl Default for BaselineRequest {
    fn default() -> Self {
        BaselineRequest { table: TableRequest::default(), games: GAMES }
    }
}

impl BaselineRequest {
    /// A baseline of this table.
    pub fn of(table: TableRequest) -> Self {
        BaselineRequest { table, ..Self::default() }
    }

    /// The number of games.
    #[must_use]
    pub fn games(self, games: u64) -> Self {
        BaselineRequest { games, ..self }
    }

    /// Reads the deck and plays the games; `None` if stopped.
    ///
    /// # Errors
    /// If an input is missing or wrong, or a game cannot continue.
    pub fn play(&self, control: &mut Control<'_>) -> Result<Option<Baseline>, StudyError> {
        self.play_with(&self.table.sets()?, control)
    }

    /// Plays the games with these sets; `None` if stopped.
    ///
    /// # Errors
    /// If an input is missing or wrong, or a game cannot continue.
    pub fn play_with(&self, sets: &Sets, control: &mut Control<'_>) -> Result<Option<Baseline>, StudyError> {
        let setup = Setup::new(sets, &self.table, self.games, control)?;
        control.expect(setup.plan.games());
        let (threads, stop) = (control.thread_count(), control.stop_flag());
        let games = play(&setup, threads, stop, &mut |games| control.played(games))?;
        games.map(|games| self.holding(sets, &setup.deck, games)).transpose()
    }

    /// The baseline of games that were played with these sets.
    ///
    /// # Errors
    /// If an input is missing or wrong.
    pub(crate) fn of_games(&self, sets: &Sets, games: Vec<Played>) -> Result<Baseline, StudyError> {
        self.holding(sets, &self.table.compile(sets)?, games)
    }

    fn holding(&self, sets: &Sets, deck: &Deck, games: Vec<Played>) -> Result<Baseline, StudyError> {
        let (TableRequest { base, players, seed, rules, strategies, .. }, source) =
            (&self.table, &sets.subject().source);
        let header = Header {
            version: VERSION.to_owned(),
            program: PROGRAM.to_owned(),
            deck: StoredDeck { name: source.name.clone(), hash: content_hash(deck), text: source.text.clone() },
            with: self.table.partners().to_vec(),
            base: base.clone(),
            players: *players,
            seed: *seed,
            rules: rules.clone(),
            strategies: stored_strategies(strategies)?,
            games: games.len() as u64,
        };
        Ok(Baseline { header, games })
    }
}

/// The table of a check with a baseline, if the baseline was created with it: it has the rule switches as they are
/// stored. `deck` is the stored deck.
pub(crate) fn settled(
    table: &TableRequest,
    place: &Path,
    header: &Header,
    deck: &Sets,
) -> Result<TableRequest, StudyError> {
    if table.partners() != header.with {
        return Err(differs(place, "--with", listed(&header.with), listed(table.partners())).into());
    }
    if table.base != header.base {
        let [stored, given] = [&header.base, &table.base].map(|base| base.as_deref().unwrap_or("(none)"));
        return Err(differs(place, "--base", stored, given).into());
    }
    if table.players != header.players {
        return Err(differs(place, "--players", header.players, table.players).into());
    }
    if table.seed != header.seed {
        return Err(differs(place, "--seed", header.seed, table.seed).into());
    }
    // Switches can be written in several ways; the rules that follow from them count.
    if deck.rules(&table.rules)? != deck.rules(&header.rules)? {
        return Err(differs(place, "--rule", listed(&header.rules), listed(&table.rules)).into());
    }
    check_strategies(place, header, &table.strategies)?;
    Ok(TableRequest { rules: header.rules.clone(), ..table.clone() })
}

/// Checks that a baseline has the games of a plan: replays some of them.
pub(super) fn verify(place: &Path, setup: &Setup, stored: &Baseline, threads: usize) -> Result<(), StudyError> {
    let (here, there) = (setup.plan.games(), stored.header.games);
    if here != there {
        return Err(differs(place, "--games", there, here).into());
    }
    if content_hash(&setup.deck) != stored.header.deck.hash {
        // The text of the deck is stored, and that of its partners is not.
        return Err(match setup.deck.sets.len() {
            1 => stored.differs(place, "the deck"),
            _ => BaselineError::Partner(place.to_owned()),
        }
        .into());
    }
    let Header { version, program, .. } = &stored.header;
    if program == PROGRAM && version != VERSION {
        return Err(stored.differs(place, "the version").into());
    }
    let blocks = verified(&stored.header, setup.plan.blocks(), setup.plan.seatings().len() as u64)?;
    // Without the cache: games that were kept show nothing.
    let crew = Crew { blocks: Blocks::Listed(&blocks), kept: None, ..setup.crew(threads) };
    let mut other = None;
    let mut compare = |row: &GameRow| {
        let is_stored = stored.games.get(row.game as usize) == Some(&Played::from(row));
        other = other.or((!is_stored).then_some(row.game));
        Ok(())
    };
    crew.play(&AtomicBool::new(false), &mut |_| {}, Some(&mut compare))?;
    // Players who were asked to hurry play other games.
    match other.filter(|_| !Haste::inherited().was_obeyed()) {
        None => Ok(()),
        Some(game) => Err(stored.differs(place, &format!("game {game}")).into()),
    }
}

/// The blocks that are replayed, in ascending order: the first, the last, and as many random ones. With all blocks played again, a
/// baseline would save nothing.
fn verified(header: &Header, blocks: u64, seatings: u64) -> io::Result<Vec<u64>> {
    let count = VERIFIED.div_ceil(seatings).min(blocks);
    let ends = count.div_ceil(4);
    let mut chosen: BTreeSet<u64> = (0..ends).chain(blocks - ends..blocks).collect();
    // From the header alone, so that the same games are replayed each time.
    let header = Sha256::digest(serde_json::to_vec(header)?);
    let mut random = header.iter().fold(0, |sum, byte| mix(sum ^ u64::from(*byte)));
    while (chosen.len() as u64) < count {
        random = mix(random);
        chosen.insert(random % blocks);
    }
    Ok(chosen.into_iter().collect())
}

/// All games; `None` if interrupted.
fn play(
    setup: &Setup,
    threads: usize,
    stop: &AtomicBool,
    note: &mut dyn FnMut(u64),
) -> Result<Option<Vec<Played>>, RunError> {
    let crew = setup.crew(threads);
    let mut played = Vec::new();
    let mut list = |row: &GameRow| {
        played.push(Played::from(row));
        Ok(())
    };
    let finished = crew.play(stop, note, Some(&mut list))?;
    Ok((!finished.interrupted).then_some(played))
}

/// Strategies, by name or path, in the form in which a baseline stores them.
fn stored_strategies(given: &[String]) -> Result<Vec<StoredStrategy>, StudyError> {
    let (profiles, order) = profiles_of(given)?;
    let each = given.iter().zip(order).map(|(given, place)| (given, &profiles[usize::from(place)]));
    Ok(each
        .map(|(given, profile)| StoredStrategy {
            given: given.clone(),
            name: profile.name.clone(),
            hash: profile.hash(),
        })
        .collect())
}

/// Checks that the strategies have the stored names and contents. Paths may differ.
fn check_strategies(place: &Path, header: &Header, given: &[String]) -> Result<(), StudyError> {
    let found = stored_strategies(given)?;
    let names = |strategies: &[StoredStrategy]| strategies.iter().map(|one| one.name.clone()).collect::<Vec<_>>();
    let (stored_names, found_names) = (names(&header.strategies), names(&found));
    if found_names != stored_names {
        return Err(differs(place, "--strategy", listed(&stored_names), listed(&found_names)).into());
    }
    match found.iter().zip(&header.strategies).find(|(found, stored)| found.hash != stored.hash) {
        None => Ok(()),
        Some((changed, _)) => Err(BaselineError::Strategy(place.to_owned(), changed.name.clone()).into()),
    }
}

/// The error for an option that differs from the baseline.
fn differs(place: &Path, option: &'static str, stored: impl Display, given: impl Display) -> BaselineError {
    let (place, stored, given) = (place.to_owned(), stored.to_string(), given.to_string());
    BaselineError::Different { place, option, stored, given }
}

fn listed(values: &[String]) -> String {
    if values.is_empty() { "(none)".to_owned() } else { values.join(",") }
}
