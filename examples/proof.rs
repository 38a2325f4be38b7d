//! Writes `strategies/proof.csv`: what cards proved to be worth beyond their texts, by their properties, in games with the shipped sets.
//!
//! ```text
//! cargo run --release --example proof
//! ```

use std::error::Error;

use kickdoor::deck::DeckSource;
use kickdoor::strategy::proof_figures;
use kickdoor::study::TableRequest;

/// Games with each set.
const GAMES: u32 = 200_000;

fn main() -> Result<(), Box<dyn Error>> {
    let compiled = |set| TableRequest::of([set]).sets()?.compile(&[]);
    let decks = DeckSource::shipped_names().map(compiled).collect::<Result<Vec<_>, _>>()?;
    let (figures, explained) = proof_figures(&decks, GAMES);
    let mut file = csv::Writer::from_path(concat!(env!("CARGO_MANIFEST_DIR"), "/strategies/proof.csv"))?;
    figures.iter().try_for_each(|figure| file.serialize(figure))?;
    file.flush()?;
    eprintln!("explained of the variance in a set that was left out: {explained:.2}");
    Ok(())
}
