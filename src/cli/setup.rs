//! Setup: makes a deck, players and a plan from the arguments.

use std::num::NonZeroUsize;

use super::args::TableArgs;
use super::failure::Failure;
use super::stderr;
use crate::deck::{Deck, DeckSource, Sets};
use crate::run::{Arm, Plan};
use crate::strategy::{Profile, Strategy};

/// Reads a deck by name or path.
pub(super) fn set_of(deck: &str) -> Result<Sets, Failure> {
    Ok(Sets::read(&[DeckSource::find(deck)?])?)
}

/// Calls a function with the number of words in a card set for these sets.
macro_rules! with_width {
    ($sets:expr, $function:ident($($argument:expr),* $(,)?)) => {
        $crate::ids::by_width!($sets.card_ids(), W => $function::<W>($($argument),*))
    };
}
pub(super) use with_width;

/// The deck, players and plan of a run.
pub(super) struct Setup<const W: usize> {
    pub(super) deck: Deck<W>,
    pub(super) profiles: Vec<Profile>,
    pub(super) players: Vec<Strategy<W>>,
    pub(super) plan: Plan,
}

impl<const W: usize> Setup<W> {
    /// A plan of `games` games.
    pub(super) fn new(sets: &Sets, table: &TableArgs, games: u64) -> Result<Setup<W>, Failure> {
        let (profiles, order) = profiles_of(&table.strategies)?;
        let deck: Deck<W> = sets.compile(&table.switches())?;
        let plan = Plan::new(table.players, deck.players, &order, table.seed, games)?;
        let players = players_of(&profiles, &deck)?;
        Ok(Setup { deck, profiles, players, plan })
    }

    /// The deck with its players.
    pub(super) fn arm(&self) -> Arm<'_, W> {
        Arm { deck: &self.deck, players: &self.players }
    }

    /// Names of the strategies, in the order of the plan.
    pub(super) fn names(&self) -> Vec<String> {
        self.profiles.iter().map(|profile| profile.name.clone()).collect()
    }
}

/// The distinct strategies, and the index of the strategy for each name.
pub(super) fn profiles_of(names: &[String]) -> Result<(Vec<Profile>, Vec<u8>), Failure> {
    let mut profiles: Vec<Profile> = Vec::new();
    let mut order = Vec::new();
    for name in names {
        let profile = Profile::find(name)?;
        let known = profiles.iter().position(|known| *known == profile);
        if known.is_none() && profiles.iter().any(|other| other.name == profile.name) {
            let message = format!("two different strategies are called `{}`", profile.name);
            return Err(Failure::bad_input(message, Some("rename one of the files".into())));
        }
        let place = known.unwrap_or(profiles.len());
        if known.is_none() {
            profiles.push(profile);
        }
        order.push(u8::try_from(place).unwrap_or(u8::MAX));
    }
    Ok((profiles, order))
}

/// The players of these profiles.
pub(super) fn players_of<const W: usize>(profiles: &[Profile], deck: &Deck<W>) -> Result<Vec<Strategy<W>>, Failure> {
    profiles.iter().try_for_each(|profile| check_cards(profile, deck))?;
    Ok(profiles.iter().map(|profile| profile.compile(deck)).collect())
}

/// Checks the cards that a profile names, and notes those that the deck does not have.
pub(super) fn check_cards<const W: usize>(profile: &Profile, deck: &Deck<W>) -> Result<(), Failure> {
    for words in profile.check_cards(deck)? {
        stderr::note_once(&format!("strategy `{}` names `{words}`, but the deck has no such card", profile.name));
    }
    Ok(())
}

/// Maximum number of threads; more would only delay the start.
const MAX_THREADS: usize = 1024;

/// Number of threads: the requested number, or one per processor.
pub(super) fn threads(asked: Option<NonZeroUsize>) -> usize {
    asked.or_else(|| std::thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get).min(MAX_THREADS)
}
