//! The subcommands of `deck`.

use std::io::{self, Write};

use clap::Subcommand;

use super::{coverage, diff};
use crate::cli::args::DeckArgs;
use crate::cli::failure::Failure;
use crate::cli::page::{Cut, PageArgs, indent, width, wrapped};
use crate::cli::setup::set_of;
use crate::cli::{Ending, stderr};
use crate::deck::compiled::Title;
use crate::deck::tools::check::{Summary, Tally, check, summary};
use crate::deck::{Deck, DeckSource, Sets, content_hash, schema};
use crate::ids::WIDEST;
use crate::report::{Table, counted};
use crate::study::title::find_titles;

/// The subcommands of `deck`.
#[derive(Debug, Subcommand)]
pub(in crate::cli) enum Command {
    /// List the shipped decks.
    List,
    /// Check decks for errors and summarise their composition.
    Check {
        #[command(flatten)]
        decks: DeckArgs,
        #[command(flatten)]
        page: PageArgs,
    },
    /// Describe cards in words generated from their effects.
    Show {
        /// Deck, by name or path.
        deck: String,
        /// Show only this card, by id or name, or the cards whose names contain these words.
        card: Option<String>,
    },
    /// Show the rule switches that apply, as TOML.
    Rules {
        #[command(flatten)]
        decks: DeckArgs,
        /// Rule switch (repeatable).
        #[arg(long = "rule", value_name = "KEY=VALUE")]
        rules: Vec<String>,
    },
    /// Show the differences between two decks, card by card.
    Diff(diff::Args),
    /// Count how often cards are held and played and how often their parts take effect.
    Coverage(coverage::Args),
    /// Print the JSON schema of a deck file.
    Schema,
}

pub(in crate::cli) fn run(command: Command, out: &mut impl Write) -> Result<Ending, Failure> {
    match command {
        Command::List => list(out)?,
        Command::Check { decks, page } => return check_all(&decks, page, out),
        Command::Show { deck, card } => show(&deck, card.as_deref(), out)?,
        Command::Rules { decks, rules } => show_rules(&decks.sets()?, &rules, out)?,
        Command::Diff(args) => return diff::run(&args, out),
        Command::Coverage(args) => return coverage::run(&args, out),
        Command::Schema => writeln!(out, "{}", schema())?,
    }
    Ok(Ending::Done)
}

fn list(out: &mut impl Write) -> Result<(), Failure> {
    let mut table = Table::new(&["deck", "name", "cards", "players", "exact", "partly", "modelled"]);
    for source in DeckSource::shipped() {
        let sets = Sets::read(&[source])?;
        for set in sets.sets() {
            let players = set.file.set.players;
            let (id, name) = (set.id(), &set.file.set.name);
            let Summary { all, exact, partly, .. } = summary(set);
            let (cards, exact, partly) = (all.cards, exact.cards, partly.cards);
            let modelled = cards - exact - partly;
            let players = format!("{}-{}", players.min, players.max);
            let numbers = [cards, exact, partly, modelled].map(|number| number.to_string());
            let [cards, exact, partly, modelled] = numbers;
            table.add(vec![id.to_owned(), name.clone(), cards, players, exact, partly, modelled]);
        }
    }
    Ok(table.write(2, width(), out)?)
}

fn check_all(args: &DeckArgs, page: PageArgs, out: &mut impl Write) -> Result<Ending, Failure> {
    let sources = args.decks.iter().map(|name| DeckSource::find(name)).collect::<Result<Vec<_>, _>>();
    let sets = match sources {
        Err(error) if !error.is_in_a_file() => return Err(error.into()),
        sources => sources.and_then(|sources| Sets::read(&sources)),
    };
    let checked = match sets {
        Ok(sets) => check(&args.base.of(sets)?),
        Err(error) => Err(error),
    };
    match checked {
        Ok(summaries) => {
            page.print(Cut::First, out, |page| summaries.iter().try_for_each(|summary| made_up(summary, page)))?;
            summaries.iter().flat_map(|summary| &summary.warnings).for_each(|warning| stderr::warn(warning));
            Ok(Ending::Yes)
        }
        Err(error) => {
            stderr::report(&error.to_string(), None);
            Ok(Ending::No)
        }
    }
}

fn made_up(summary: &Summary, out: &mut impl Write) -> io::Result<()> {
    let Summary { set, name, all, doors, treasures, .. } = summary;
    writeln!(out, "{set}: {name}, {} of {}", counted(all.cards as u64, "card"), counted(all.titles as u64, "title"))?;
    line("doors", *doors, out)?;
    line("treasures", *treasures, out)?;
    for (kind, tally) in &summary.kinds {
        line(&word(kind), *tally, out)?;
    }
    for (origin, tally) in &summary.origins {
        line(&format!("from {}", word(origin)), *tally, out)?;
    }
    let twins = summary.twins.iter();
    twins.into_iter().try_for_each(|(one, other)| writeln!(out, "  `{one}` and `{other}` mean the same"))
}

fn line(name: &str, tally: Tally, out: &mut impl Write) -> io::Result<()> {
    let plural = |number: usize| if number == 1 { "" } else { "s" };
    let (cards, titles) = (tally.cards, tally.titles);
    let noun = format!("card{}", plural(cards));
    writeln!(out, "  {name:<20} {cards:>4} {noun:<5} {titles:>4} title{}", plural(titles))
}

/// A word of the deck language as text.
fn word(value: &impl serde::Serialize) -> String {
    let text = serde_json::to_value(value).unwrap_or_default();
    text.as_str().unwrap_or_default().replace('_', " ")
}

fn show(deck: &str, card: Option<&str>, out: &mut impl Write) -> Result<(), Failure> {
    let compiled: Deck<WIDEST> = set_of(deck)?.compile(&[])?;
    if let Some(card) = card {
        for title in find_titles(&compiled, card)? {
            show_title(&compiled, &compiled.titles[title], out)?;
        }
        return Ok(());
    }
    writeln!(out, "{}, {}\n", counted(compiled.masks.all.len() as u64, "card"), content_hash(&compiled))?;
    for title in &compiled.titles {
        show_title(&compiled, title, out)?;
    }
    Ok(())
}

fn show_title(deck: &Deck<WIDEST>, title: &Title, out: &mut impl Write) -> io::Result<()> {
    let copies = if title.copies > 1 { format!(", {} copies", title.copies) } else { String::new() };
    writeln!(out, "{} ({}{copies})", title.name, title.id)?;
    let says = deck.describe_title(title);
    let lines = says.iter().map(|text| format!("  {text}")).flat_map(|line| wrapped(&line, indent(&line), width()));
    { lines }.try_for_each(|line| writeln!(out, "{line}"))?;
    writeln!(out)
}

fn show_rules(sets: &Sets, overrides: &[String], out: &mut impl Write) -> Result<(), Failure> {
    let rules = sets.rules(overrides)?;
    let text = toml::to_string(&rules).map_err(|error| Failure::bad_input(error.to_string(), None))?;
    Ok(write!(out, "{text}")?)
}
