//! Laws that hold in all games with any players. Debug assertions check the state after each step (each card in one
//! zone, cached sums equal to recomputed ones, legal equipment, Levels in range); these tests check the events.
//!
//! `cargo test` plays about 21,000 games: all shipped sets, numbers of players and variants, and tables of two to six sets. A long
//! campaign that checks the laws in optimised code:
//!
//! ```text
//! KICKDOOR_GAMES=1000000 cargo test --profile campaign --test suite laws::laws_hold -- --ignored --nocapture
//! ```
//!
//! `KICKDOOR_SEED` is the seed of the games.

pub(crate) mod watch;

use std::sync::Mutex;

use crate::common;
use common::guard::{guarded, size, watched};
use kickdoor::deck::{Deck, DeckSource};
use kickdoor::game::Bound;
use kickdoor::run::{Crew, Plan};
use kickdoor::strategy::Strategy;

/// The players around each table, as indices of `PLAYERS`.
const MIXES: [&[u8]; 5] = [&[2, 3], &[1], &[2, 0, 3], &[1, 0, 3, 0, 1], ALL_RANDOM];
const ALL_RANDOM: &[u8] = &[0];
/// One game in this many is played at a live table.
const LIVE: u64 = 8;
/// The rules of the variants: those of the base, each variant of the rule sheets, and the widest windows. In three of them,
/// players trade only on their own turn, because random players would trade most of the time.
///
/// In the first three, a turn of players that are not all random may take a tenth of the usual steps, so that a loop is noticed. In
/// the others, piles run dry or windows are widest.
const VARIANTS: [&[&str]; 5] = [
    &[SHORT_TURNS],
    &[SHORT_TURNS, "listen_at_the_door=true", "trades=own_turn"],
    &[SHORT_TURNS, "shared_victory=true", "trades=own_turn"],
    &["win_level=20", "trades=own_turn"],
    &[
        "listen_at_the_door=true",
        "opening_powers=by_rank",
        "trades=any_time",
        "equipment=any_time",
        "receipt_window=false",
    ],
];
/// Six random players exceed this by chance where equipment changes at any time.
const SHORT_TURNS: &str = "max_steps=500";
/// Most games are short, because their beginnings show most of the variety.
const LENGTHS: [&str; 4] = ["max_turns=15", "max_turns=30", "max_turns=60", "max_turns=500"];

/// The tables of a campaign: shipped sets, the first of which is the base, and rules.
#[derive(Clone, Debug)]
struct Party {
    sets: Vec<&'static str>,
    rules: Vec<&'static str>,
}

impl Party {
    /// Shipped sets by the bits of a number. The base and the variant change from one number to the next.
    fn of(bits: u32, number: usize, length: &'static str) -> Party {
        let names = (0..).zip(DeckSource::shipped_names()).filter(|(bit, _)| bits >> bit & 1 == 1);
        let mut sets: Vec<&str> = names.map(|(_, name)| name).collect();
        let base = number % sets.len();
        sets.rotate_left(base);
        let rules = VARIANTS[number % VARIANTS.len()].iter().copied().chain([length]);
        Party { sets, rules: rules.collect() }
    }

    /// Plays games of all numbers of players and all mixes of players. Returns the failures.
    fn play(&self, seed: u64, games: u64) -> Vec<String> {
        let deck: Deck = common::deck_of_sets(&self.sets, &self.rules);
        let usual: Vec<&str> = self.rules.iter().copied().filter(|&rule| rule != SHORT_TURNS).collect();
        let with_long_turns: Deck = common::deck_of_sets(&self.sets, &usual);
        let players = common::players(&deck);
        let play = |game: u64| {
            let counts = u64::from(deck.players.max - deck.players.min + 1);
            let seats = deck.players.min + (game % counts) as u8;
            let mix = MIXES[(game / counts) as usize % MIXES.len()];
            let deck = if mix == ALL_RANDOM { &with_long_turns } else { &deck };
            let name = format!("{self:?}, {seats} players {mix:?}, seed {seed}, game {game}");
            let played = || match game % LIVE {
                0 => play_live(deck, &players, mix, seats, seed.wrapping_mul(1 << 32).wrapping_add(game)),
                _ => play(
                    deck,
                    &mix.iter().map(|&place| &players[usize::from(place)]).collect::<Vec<_>>(),
                    seats,
                    seed,
                    game,
                ),
            };
            let failed = guarded(|| name.clone(), played).err();
            failed.map(|message| format!("{name}: {message}"))
        };
        common::all_cases(0..games, &play).into_iter().flatten().collect()
    }
}

/// Plays a block at a live table: its sets of cards are as narrow as the deck allows, those of other tables are the widest.
fn play_live(deck: &Deck, players: &[Strategy], mix: &[u8], seats: u8, seed: u64) {
    let plan = Plan::new(seats, deck.players, &mix[..mix.len().min(seats.into())], seed, 1).expect("a plan");
    let finished = Crew::new(&plan, deck, players, 1).play_all().expect("lawful games");
    assert_eq!(finished.tally.first_stopped, None);
}

fn play(deck: &Deck, brains: &[&Strategy], players: u8, seed: u64, game: u64) {
    let mut table = common::table(deck, common::game_setup(players, seed, game));
    let outcome = common::finish(&mut table, brains);
    assert_ne!(outcome.bound, Some(Bound::Steps));
    watch::watch(deck, &table.into_recorder().events);
}

/// All tables of one set or of several; `first` shifts the variants.
fn parties(several: bool, first: usize, length: &'static str) -> Vec<Party> {
    let all = 1..1u32 << DeckSource::shipped_names().count();
    let sized = all.filter(|bits| (bits.count_ones() > 1) == several);
    sized.zip(first..).map(|(bits, number)| Party::of(bits, number, length)).collect()
}

fn campaign(parties: &[Party], seed: u64, games: u64) {
    let failures: Vec<String> = watched(|| parties.iter().flat_map(|party| party.play(seed, games)).collect());
    assert!(failures.is_empty(), "{} games fail:\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn laws_hold_in_every_shipped_set_and_variant() {
    for (first, games) in [1_200, 500, 500, 500, 500].into_iter().enumerate() {
        campaign(&parties(false, first, LENGTHS[first % 3]), 5, games);
    }
}

#[test]
fn laws_hold_at_tables_of_several_sets() {
    campaign(&parties(true, 0, "max_turns=12"), 7, 20);
}

#[test]
fn laws_hold_to_the_end_of_games() {
    campaign(&parties(false, 2, "max_turns=500"), 8, 150);
}

/// Games in which a player once turned an Item sideways and put it in use again until its turn was stopped.
#[test]
fn nobody_turns_an_item_to_and_fro() {
    let found = |sets: &[&'static str], rules: &[&'static str]| Party {
        sets: sets.to_vec(),
        rules: [&[SHORT_TURNS], rules].concat(),
    };
    let games = [
        (found(&["age-of-sigmar", "classic", "zombies"], &["max_turns=15"]), 3, 1036, 500),
        (found(&["x-men", "zombies", "fu"], &["shared_victory=true", "trades=own_turn"]), 5, 1244, 982),
    ];
    for (Party { sets, rules }, players, seed, game) in games {
        let deck: Deck = common::deck_of_sets(&sets, &rules);
        play(&deck, &[&common::player("balanced", &deck)], players, seed, game);
    }
}

#[test]
#[ignore = "plays a million games"]
fn laws_hold_in_a_long_campaign() {
    let (games, seed) = (size("KICKDOOR_GAMES", 1_000_000), size("KICKDOOR_SEED", 1_000));
    let tables = |(first, length)| [parties(false, first, length), parties(true, first, length)].concat();
    let parties: Vec<Party> = LENGTHS.into_iter().enumerate().flat_map(tables).collect();
    let share = games.div_ceil(parties.len() as u64);
    let (mut played, failures) = (0, Mutex::new(Vec::new()));
    watched(|| {
        for (number, party) in parties.iter().enumerate() {
            failures.lock().expect("failures").extend(party.play(seed + number as u64, share));
            played += share;
            println!("{played} games, {} failures, {party:?}", failures.lock().expect("failures").len());
        }
    });
    let failures = failures.into_inner().expect("failures");
    assert!(failures.is_empty(), "{} of {played} games fail:\n{}", failures.len(), failures.join("\n"));
}
