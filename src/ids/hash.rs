//! Hashes in hex, by which decks, strategies and files are known.

use std::fmt::{self, Write};

use sha2::{Digest, Sha256};

/// The SHA-256 of some bytes, in hex.
pub(crate) fn sha256(bytes: impl AsRef<[u8]>) -> String {
    hex(&Sha256::digest(bytes))
}

/// Adds the debug form of a value to a hash, without the string.
pub(crate) fn hash_debug(hash: &mut Sha256, value: &impl fmt::Debug) {
    struct Hashing<'h>(&'h mut Sha256);

    impl Write for Hashing<'_> {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            self.0.update(text);
            Ok(())
        }
    }
    let written = write!(Hashing(hash), "{value:?}");
    debug_assert!(written.is_ok(), "hashing cannot fail");
}

/// Bytes in hex.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(2 * bytes.len()), |mut text, byte| {
        let written = write!(text, "{byte:02x}");
        debug_assert!(written.is_ok(), "writing to a string cannot fail");
        text
    })
}
