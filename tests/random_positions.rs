//! Random positions of all shipped sets and of tables of several sets, played with random answers. A legal position must not be
//! called impossible; no law may break, no view may differ from the table, and no rule may panic.
//!
//! The position of a failure is printed as a scenario file. A long campaign that checks the laws in optimised code:
//!
//! ```text
//! KICKDOOR_POSITIONS=1000000 cargo test --profile campaign --test suite random_positions -- --ignored --nocapture
//! ```
//!
//! `KICKDOOR_FIRST` is the number of the first position.

mod dealer;
mod text;

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;
use std::sync::Mutex;

use crate::common;
use crate::random_decks::{first_decks, writer::Dice};
use common::guard::{guarded, size, watched};
use dealer::{Dealer, features};
use kickdoor::deck::{Deck, DeckSource};
use kickdoor::game::{EventLog, LoggedTable, Rest, Script, Situation, Start, Table};
use kickdoor::scenario::{CrossCheck, Scenario};

/// Maximum number of answers with more than one option.
const ANSWERS: usize = 12;
/// One in this many positions is also read from a file.
const READ: u64 = 50;

/// Rules that change what positions are legal, or what players may do.
const VARIANTS: [&[&str]; 4] = [
    &[],
    &["listen_at_the_door=true", "shared_victory=true", "companion_slots=shared"],
    &["trades=any_time", "equipment=any_time", "identity_in_combat=true", "identity_slots=shared"],
    &["duplicate_powers=false", "big_limit=2", "win_level=20", "self_payment=true"],
];

/// Shipped sets, the first of which is the base, and rules.
#[derive(Clone, Debug)]
pub(crate) struct Party {
    sets: Vec<&'static str>,
    rules: &'static [&'static str],
}

/// All single sets with all variants, all pairs, and some tables of more sets.
fn parties() -> Vec<Party> {
    let names: Vec<&'static str> = DeckSource::shipped_names().collect();
    let of = |bits: u32, number: usize| {
        let mut sets: Vec<&str> =
            (0..).zip(&names).filter(|(bit, _)| bits >> bit & 1 == 1).map(|(_, name)| *name).collect();
        let base = number % sets.len();
        sets.rotate_left(base);
        Party { sets, rules: VARIANTS[number % VARIANTS.len()] }
    };
    let all = 1..1u32 << names.len();
    let chosen = all.filter(|bits| bits.count_ones() < 3 || bits % 5 == 3);
    let single = |bits: &u32| bits.count_ones() == 1;
    let singles = (0..names.len() as u32).flat_map(|bit| (0..VARIANTS.len()).map(move |number| (1 << bit, number)));
    let mixed = chosen.filter(|bits| !single(bits)).zip(0..);
    singles.chain(mixed).map(|(bits, number)| of(bits, number)).collect()
}

/// The counts and the failures of a campaign.
#[derive(Default)]
struct Campaign {
    positions: u64,
    answers: u64,
    features: BTreeMap<&'static str, u64>,
    failures: Vec<String>,
}

/// Plays these positions of each party.
fn campaign(parties: &[Party], numbers: Range<u64>) -> Campaign {
    let campaign = Mutex::new(Campaign::default());
    watched(|| {
        common::all_cases(0..parties.len() as u64, &|place| {
            let party = &parties[place as usize];
            let deck: Deck = common::deck_of_sets(&party.sets, party.rules);
            for number in numbers.clone() {
                let number = number * parties.len() as u64 + place;
                // A new game rolls dice, which a file would have to name.
                let reads = |situation: &Situation| number.is_multiple_of(READ) && situation.start != Start::Setup;
                let name = format!("position {number} of {party:?}");
                let (situation, played) = examined(&deck, number, &name, &|situation| {
                    if reads(situation) { read(party, &deck, situation) } else { Ok(()) }
                });
                let mut campaign = campaign.lock().expect("a campaign");
                campaign.positions += 1;
                features(&deck, &situation)
                    .into_iter()
                    .for_each(|name| *campaign.features.entry(name).or_default() += 1);
                match played {
                    Ok(answers) => campaign.answers += answers as u64,
                    Err(failure) => {
                        let report = format!("{failure}\n\n{}", text::written(party, &deck, &situation, ""));
                        println!("position {number} of {party:?}: {report}");
                        campaign.failures.push(report);
                    }
                }
                if campaign.positions.is_multiple_of(1_000) {
                    println!("{} positions, {} failures", campaign.positions, campaign.failures.len());
                }
            }
        });
    });
    campaign.into_inner().expect("a campaign")
}

/// A position, and the number of answers given in it, or the failure.
fn examined(
    deck: &Deck,
    number: u64,
    name: &str,
    read: &dyn Fn(&Situation) -> Result<(), String>,
) -> (Situation, Result<usize, String>) {
    let mut situation = Dealer::deal(deck, number);
    let played = guarded(
        || name.to_owned(),
        || {
            let stake = stage(deck, &situation)?.view(situation.active).treasures_at_stake();
            if situation.fight.helper.is_some() {
                situation.fight.offer.treasures = Dice(number).below(u64::from(stake) + 1) as u8;
            }
            read(&situation)?;
            play(stage(deck, &situation)?, number)
        },
    );
    (situation, played.and_then(|played| played))
}

fn stage<'d>(deck: &'d Deck, situation: &Situation) -> Result<LoggedTable<'d>, String> {
    let log = EventLog::new().stopping_at_forced();
    Table::stage(deck, situation, Script::default(), log).map_err(|impossible| format!("{impossible:?}"))
}

/// Plays with random answers. Returns their number.
fn play(mut table: LoggedTable<'_>, number: u64) -> Result<usize, String> {
    let (mut checks, mut dice, mut trail) = (CrossCheck::default(), Dice(!number), Vec::new());
    while trail.len() < ANSWERS {
        let rest = table.proceed().map_err(|error| error.to_string())?;
        if let Rest::Forced(_, only) = rest {
            table.apply(only).map_err(|error| error.to_string())?;
            continue;
        }
        let found = checks.state(&table).or_else(|| match rest {
            Rest::Asks(decision) => CrossCheck::question(&table, decision),
            _ => None,
        });
        if let Some(found) = found {
            return Err(format!("{found:?} at {rest:?} after {trail:#?}"));
        }
        match rest {
            Rest::Asks(decision) => {
                let choice = *dice.pick(table.options());
                trail.push((decision, choice));
                table.apply(choice).map_err(|error| error.to_string())?;
            }
            Rest::Over(_) => break,
            Rest::Forced(..) | Rest::Reckoning | Rest::Aftermath | Rest::TurnEnd => {}
        }
    }
    Ok(trail.len())
}

/// Reads the position from a scenario file that plays nothing, and plays its turn without answers.
fn read(party: &Party, deck: &Deck, situation: &Situation) -> Result<(), String> {
    let report = |end: &str| {
        let text = text::written(party, deck, situation, end);
        let scenario = Scenario::read(DeckSource::new("position.toml", text), Path::new(""));
        scenario.and_then(|scenario| scenario.play()).map_err(|error| error.to_string())
    };
    for end in ["until = \"steps\"\n", "until = \"steps\"\nonly_these = true\n"] {
        let staged = report(end)?;
        if !staged.passed() {
            return Err(staged.to_string());
        }
    }
    let turn = report("")?;
    let faults = ["fault of kickdoor", "differently", "bound"];
    if faults.iter().any(|fault| turn.to_string().contains(fault)) { Err(turn.to_string()) } else { Ok(()) }
}

#[test]
fn random_positions_raise_no_false_alarm() {
    let campaign = campaign(&parties(), 0..50);
    let Campaign { positions, answers, features, failures } = campaign;
    println!("{positions} positions, {answers} answers, {features:?}");
    assert!(failures.is_empty(), "{} positions fail", failures.len());
    assert!(features.len() == 14 && features.values().all(|count| *count > 100), "{features:?}");
}

/// The cards of random decks use the whole card language.
#[test]
fn positions_of_random_decks_raise_no_false_alarm() {
    let decks = first_decks();
    let failures = common::all_cases(0..60, &|place| {
        let deck: Deck = decks[place as usize].0.deck().expect("a valid deck");
        let name = |number: u64| format!("position {number} of random deck {place}");
        let failure = |number: u64| {
            let (situation, played) = examined(&deck, number, &name(number), &|_| Ok(()));
            played.err().map(|failure| format!("{}: {failure}\n{situation:?}", name(number)))
        };
        (10 * place..10 * place + 10).filter_map(failure).collect::<Vec<String>>()
    });
    let failures = failures.concat();
    assert!(failures.is_empty(), "{} positions fail:\n{}", failures.len(), failures.join("\n\n"));
}

#[test]
#[ignore = "a long campaign"]
fn many_random_positions_raise_no_false_alarm() {
    let parties = parties();
    let first = size("KICKDOOR_FIRST", 1_000_000).div_ceil(parties.len() as u64);
    let share = size("KICKDOOR_POSITIONS", 20_000).div_ceil(parties.len() as u64);
    let campaign = campaign(&parties, first..first + share);
    let Campaign { positions, answers, features, failures } = campaign;
    println!("{positions} positions, {answers} answers, {features:?}");
    assert!(failures.is_empty(), "{} positions fail", failures.len());
}
