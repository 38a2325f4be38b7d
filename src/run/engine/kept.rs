//! Games that are kept, so that they need not be played again.

use std::fmt;
use std::sync::Arc;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::plan::Plan;
use super::worker::GameRow;
use crate::deck::Deck;
use crate::ids::{CardSet, PROGRAM, Seat, SeatSet, Store, StoreKey, hash_debug};
use crate::run::tally::Tally;

/// A store, and what the games of a table have in common: the program, the deck and the players.
#[derive(Clone)]
pub struct Kept {
    store: Arc<dyn Store>,
    table: Sha256,
}

impl fmt::Debug for Kept {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Kept")
    }
}

impl Kept {
    /// The games with a deck and strategies of these hashes.
    pub fn new<'h>(store: Arc<dyn Store>, deck: &Deck, strategies: impl IntoIterator<Item = &'h str>) -> Self {
        let mut table = Sha256::new_with_prefix(PROGRAM);
        // Hashes have one length, so their sequence is unambiguous.
        strategies.into_iter().for_each(|strategy| table.update(strategy));
        // All that was compiled, with the indices to which the counts belong: a hash of the content leaves out names and
        // order.
        hash_debug(&mut table, deck);
        Kept { store, table }
    }

    /// The key of what is kept of some blocks of a plan. `what` names it, and what else it follows from.
    pub(in crate::run) fn key(&self, plan: &Plan, blocks: &[u64], what: &impl Serialize) -> StoreKey {
        let mut key = self.table.clone();
        let seatings: Vec<[u8; 6]> = plan.seatings().iter().map(|seating| seating.0).collect();
        let parts = (plan.players(), plan.strategies(), seatings, plan.seed(), blocks, what);
        key.update(postcard::to_allocvec(&parts).unwrap_or_default());
        key.finalize().into()
    }

    /// What was kept under a key.
    pub(in crate::run) fn find<T: DeserializeOwned>(&self, key: &StoreKey) -> Option<T> {
        postcard::from_bytes(&self.store.get(key)?).ok()
    }

    /// Keeps something under a key.
    pub(in crate::run) fn keep(&self, key: &StoreKey, value: &impl Serialize) {
        if let Ok(bytes) = postcard::to_allocvec(value) {
            self.store.put(key, &bytes);
        }
    }
}

/// The games of some blocks.
#[derive(Debug, Serialize, Deserialize)]
pub(in crate::run) struct KeptPart {
    pub(in crate::run) tally: Tally,
    /// The games, if they are listed.
    pub(in crate::run) games: Vec<KeptGame>,
}

/// A game without its number.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(in crate::run) struct KeptGame {
    pub(in crate::run) winners: SeatSet,
    pub(in crate::run) first: Seat,
    pub(in crate::run) turns: u16,
    pub(in crate::run) deaths: u8,
    pub(in crate::run) signature: u64,
    /// The cards that were drawn in it. Which of them are watched differs from study to study.
    cards: Vec<u8>,
}

impl KeptGame {
    /// The cards that were drawn in it.
    pub(in crate::run) fn cards(&self) -> CardSet {
        CardSet::of_bytes(&self.cards)
    }
}

impl KeptPart {
    pub(in crate::run) fn of(tally: Tally, rows: &[(GameRow, CardSet)]) -> KeptPart {
        let game = |(row, cards): &(GameRow, CardSet)| {
            let GameRow { winners, first, turns, deaths, signature, .. } = *row;
            KeptGame { winners, first, turns, deaths, signature, cards: cards.to_bytes() }
        };
        KeptPart { tally, games: rows.iter().map(game).collect() }
    }

    /// The same part without the cards that nobody watches.
    pub(in crate::run) fn watching(&self, watched: CardSet) -> KeptPart {
        let watching = |game: &KeptGame| KeptGame { cards: (game.cards() & watched).to_bytes(), ..game.clone() };
        KeptPart { tally: self.tally.clone(), games: self.games.iter().map(watching).collect() }
    }

    /// Adds the games after these.
    pub(in crate::run) fn add(&mut self, next: KeptPart) {
        self.tally.merge(&next.tally);
        self.games.extend(next.games);
    }
}
