//! The tables of phrases.

/// The tables, from numbers to whole sentences.
pub(super) const TABLES: [&str; 7] = [
    include_str!("phrases/numbers.txt"),
    include_str!("phrases/players.txt"),
    include_str!("phrases/things.txt"),
    include_str!("phrases/conditions.txt"),
    include_str!("phrases/effects.txt"),
    include_str!("phrases/rules.txt"),
    include_str!("phrases/cards.txt"),
];
