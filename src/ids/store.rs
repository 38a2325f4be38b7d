//! `Store`: a place for results that need not be computed again.

/// Identifies a result: a hash of everything that it follows from.
pub type StoreKey = [u8; 32];

/// A place for results, such as a folder.
pub trait Store: Send + Sync {
    /// The bytes that were stored under a key; `None` if there are none, or if they are damaged.
    fn get(&self, key: &StoreKey) -> Option<Vec<u8>>;

    /// Stores bytes. A store that cannot take them does without; the result is then computed again.
    fn put(&self, key: &StoreKey, bytes: &[u8]);
}
