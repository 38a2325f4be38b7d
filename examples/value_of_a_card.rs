//! A study called from Rust: the best and the worst card of a deck. Try `cargo run --release --example value_of_a_card -- zombies`.

use std::error::Error;

use kickdoor::report::impact::ValueRow;
use kickdoor::study::{Control, Event, ImpactRequest, TableRequest};

fn main() -> Result<(), Box<dyn Error>> {
    let deck = std::env::args().nth(1).unwrap_or_else(|| "tests/decks/mini.toml".to_owned());
    let request = ImpactRequest::of(TableRequest::of([deck]).players(3)).precision(2.0);
    let mut control = Control::default().watch(|event| {
        if let Event::Note(words) = event {
            eprintln!("{words}");
        }
    });
    let result = request.play(&mut control)?;
    println!("{} games; values in percentage points of winning:", result.runs[0].games);
    let mut rows: Vec<&ValueRow> = result.report.card_values.iter().filter(|row| row.opening.n > 0).collect();
    rows.sort_by(|one, other| other.opening.shrunken.0.total_cmp(&one.opening.shrunken.0));
    for (word, row) in [("best", rows.first()), ("worst", rows.last())] {
        let Some(ValueRow { name, opening, .. }) = row else { continue };
        let [value, low, high] =
            [opening.shrunken, opening.shrunken_low, opening.shrunken_high].map(|share| 100.0 * share.0);
        println!("{word}: {name} {value:+.2} ({low:+.2} to {high:+.2})");
    }
    Ok(())
}
