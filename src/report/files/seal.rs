//! The seal of a manifest: a SHA-256 of its other bytes, which contain those of the other files of its folder. So every
//! altered byte is found.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use crate::ids::sha256;

/// The beginning of the line of the seal, and the rest of the file after it.
const SEAL: &str = ",\n  \"sha256\": \"";
const END: &str = "\"\n}\n";

/// `manifest.json`: a manifest, and what shows that the files of its folder are as they were written.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct SealedManifest<M> {
    #[serde(flatten)]
    pub(crate) manifest: M,
    /// SHA-256 of the other files of the report; of those that grow during the run, none.
    pub(crate) files: BTreeMap<String, String>,
    /// SHA-256 of this file before this line.
    pub(crate) sha256: String,
}

impl<M: Serialize> SealedManifest<M> {
    /// The text of a manifest with the hashes of these files and its seal.
    pub(crate) fn text(manifest: M, files: BTreeMap<String, String>) -> serde_json::Result<String> {
        let mut sealed = SealedManifest { manifest, files, sha256: String::new() };
        let open = serde_json::to_string_pretty(&sealed)? + "\n";
        sealed.sha256 = sha256(parts(&open).unwrap_or_default().0.as_bytes());
        Ok(serde_json::to_string_pretty(&sealed)? + "\n")
    }
}

/// The text before the seal, and the seal.
fn parts(text: &str) -> Option<(&str, &str)> {
    text.strip_suffix(END)?.rsplit_once(SEAL)
}

/// Whether a file has its seal.
pub(crate) fn is_sealed(bytes: &[u8]) -> bool {
    str::from_utf8(bytes).ok().and_then(parts).is_some_and(|(open, sum)| sum == sha256(open.as_bytes()))
}
