//! Lessons that are kept: what a player has learned from a deck is the same at its next start.

use std::cell::RefCell;
use std::sync::Arc;

use sha2::{Digest, Sha256};

use crate::deck::Deck;
use crate::ids::{PROGRAM, Store, hash_debug};
use crate::strategy::haste::Haste;

/// Where lessons are kept, and the hash of the player that learns.
#[derive(Clone)]
struct Shelf {
    store: Arc<dyn Store>,
    /// `None` for a player that may change without a trace, such as one of another crate.
    player: Option<String>,
}

thread_local! {
    // By thread, as `Haste`: studies side by side have their own stores.
    static SHELF: RefCell<Option<Shelf>> = const { RefCell::new(None) };
}

/// Makes players whose lessons are kept in a store, if there is one.
pub(crate) fn keeping_lessons<T>(store: Option<&Arc<dyn Store>>, make: impl FnOnce() -> T) -> T {
    with(store.map(|store| Shelf { store: Arc::clone(store), player: None }), make)
}

/// Makes a player with this hash.
pub(in crate::strategy) fn learner<T>(hash: impl FnOnce() -> Option<String>, make: impl FnOnce() -> T) -> T {
    match SHELF.with_borrow(Clone::clone) {
        Some(shelf) => with(Some(Shelf { player: hash(), ..shelf }), make),
        None => make(),
    }
}

fn with<T>(shelf: Option<Shelf>, make: impl FnOnce() -> T) -> T {
    let before = SHELF.replace(shelf);
    let made = make();
    SHELF.set(before);
    made
}

/// Numbers that a player learns from games with a deck: those that were kept, or new ones. `what` names them.
pub(in crate::strategy) fn kept(deck: &Deck, what: &str, learn: impl FnOnce() -> Vec<f64>) -> Vec<f64> {
    let Some(Shelf { store, player: Some(player) }) = SHELF.with_borrow(Clone::clone) else { return learn() };
    let mut key = Sha256::new_with_prefix(PROGRAM);
    hash_debug(&mut key, &(what, player, deck));
    let key = key.finalize().into();
    if let Some(known) = store.get(&key).and_then(|bytes| postcard::from_bytes(&bytes).ok()) {
        return known;
    }
    let learned = learn();
    // A player that was asked to stop has learned less than usual.
    if !Haste::inherited().was_obeyed()
        && let Ok(bytes) = postcard::to_allocvec(&learned)
    {
        store.put(&key, &bytes);
    }
    learned
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;
    use std::sync::Mutex;
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;
    use crate::deck::{DeckSource, load};
    use crate::ids::StoreKey;

    /// A store in memory.
    #[derive(Default)]
    struct Shelves(Mutex<HashMap<StoreKey, Vec<u8>>>);

    impl Store for Shelves {
        fn get(&self, key: &StoreKey) -> Option<Vec<u8>> {
            self.0.lock().expect("a store").get(key).cloned()
        }

        fn put(&self, key: &StoreKey, bytes: &[u8]) {
            self.0.lock().expect("a store").insert(*key, bytes.to_owned());
        }
    }

    #[test]
    fn lessons_are_learned_once_for_a_player_and_a_deck() {
        let text = include_str!("../../../tests/decks/mini.toml");
        let deck = |rule: &str| load(&[DeckSource::new("mini.toml", text)], &[rule.to_owned()]).expect("a deck");
        let (deck, other) = (deck("win_level=10"), deck("win_level=9"));
        let (store, learned): (Arc<dyn Store>, AtomicU32) = (Arc::new(Shelves::default()), AtomicU32::new(0));
        let learn = |deck: &Deck, player: Option<&str>| {
            let learn = || vec![f64::from(learned.fetch_add(1, Ordering::Relaxed)), 0.1];
            let make = || kept(deck, "worths", learn);
            keeping_lessons(Some(&store), || learner(|| player.map(str::to_owned), make))
        };
        assert_eq!(learn(&deck, Some("one")), learn(&deck, Some("one")), "kept");
        assert_ne!(learn(&deck, Some("one")), learn(&deck, Some("two")), "another player");
        assert_ne!(learn(&deck, Some("one")), learn(&other, Some("one")), "another deck");
        assert_ne!(learn(&deck, None), learn(&deck, None), "a player that may change");
        let alone = || kept(&deck, "worths", || vec![1.5]);
        assert_eq!((alone(), alone()), (vec![1.5], vec![1.5]), "no store");
    }
}
