//! `balanced` is a local optimum: no step of a single setting wins clearly more against three copies of it.
//!
//! ```text
//! KICKDOOR_GAMES=40000 cargo test --profile campaign --test suite local_optimum -- --ignored --nocapture
//! ```
//!
//! `KICKDOOR_SEED` is the seed of the games, which no setting was tuned on.

use crate::common;
use common::guard::size;
use kickdoor::deck::Deck;
use kickdoor::strategy::{Profile, Strategy};

/// Maximum gain of a step, as a share of the games.
const MAX_GAIN: f64 = 0.005;

/// The values next to a setting: a quarter less and a quarter more, at least by 1.
fn steps(value: &toml::Value) -> Vec<toml::Value> {
    match *value {
        toml::Value::Integer(n) => {
            let step = (n.abs() / 4).max(1);
            vec![toml::Value::Integer(n - step), toml::Value::Integer(n + step)]
        }
        toml::Value::Boolean(on) => vec![toml::Value::Boolean(!on)],
        _ => Vec::new(),
    }
}

/// `balanced` with another value of one setting; `None` if the value is out of range.
fn variant(deck: &Deck, setting: &str, value: &toml::Value) -> Option<Strategy> {
    let text = format!("extends = \"balanced\"\n[weights]\n{setting} = {value}\n");
    Some(Profile::parse("variant", "variant.toml", &text).ok()?.compile(deck))
}

/// Share of the games that a player wins against three copies of another one. It changes seats from game to game.
fn share(deck: &Deck, player: &Strategy, field: &Strategy, games: u64, seed: u64) -> f64 {
    let wins = |block: u64| {
        let seat = (block % 4) as usize;
        let mut seats = [field; 4];
        seats[seat] = player;
        let (outcome, _) = common::play_at_table(deck, common::game_setup(4, seed, block), &seats);
        u64::from(outcome.winners.contains(kickdoor::ids::Seat(seat as u8)))
    };
    common::all_cases(0..games, &wins).iter().sum::<u64>() as f64 / games as f64
}

#[test]
#[ignore = "plays about a million games"]
fn no_step_of_one_setting_gains_half_a_point() {
    let (games, seed) = (size("KICKDOOR_GAMES", 40_000), size("KICKDOOR_SEED", 5_077));
    let deck = common::shipped();
    let profile = Profile::find("balanced").expect("a shipped profile");
    let field = profile.compile(&deck);
    let mut better = Vec::new();
    for (setting, value) in &profile.weights {
        for step in steps(value) {
            let Some(player) = variant(&deck, setting, &step) else { continue };
            let gain = share(&deck, &player, &field, games, seed) - 0.25;
            println!("{setting} = {step} instead of {value}: {:+.2} points", 100.0 * gain);
            if gain > MAX_GAIN {
                better.push(format!("{setting} = {step}"));
            }
        }
    }
    assert_eq!(better, Vec::<String>::new());
}
