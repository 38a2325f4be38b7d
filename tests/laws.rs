//! Laws that hold in all games with any players. Debug assertions check the state after each step (each card in one
//! zone, cached sums equal to recomputed ones, legal equipment, Levels in range); these tests check the events.

pub(crate) mod watch;

use crate::common;
use kickdoor::deck::{Deck, DeckSource};
use kickdoor::game::Table;
use kickdoor::strategy::Strategy;
use rayon::prelude::*;
use watch::Watch;

fn watch(deck: &Deck<3>, mixes: &[&[&Strategy<3>]], games: u64) {
    (0..games).into_par_iter().for_each(|game| {
        let players = 3 + (game % 4) as u8;
        let brains = mixes[(game / 4) as usize % mixes.len()];
        let mut table = Table::deal(deck, common::seating(players, 5, game), Watch::new(deck));
        common::finish(&mut table, brains);
    });
}

#[test]
fn laws_hold_whoever_plays() {
    mixed_tables(6_000);
}

#[test]
fn laws_hold_under_random_play() {
    random_play(6_000);
}

#[test]
#[ignore = "plays 200,000 games"]
fn laws_hold_in_a_long_campaign() {
    mixed_tables(100_000);
    random_play(100_000);
}

fn mixed_tables(games: u64) {
    let deck = common::shipped();
    let [random, greedy, balanced] = ["random", "greedy", "balanced"].map(|name| common::player(name, &deck));
    let mixes: [&[&Strategy<3>]; 4] =
        [&[&balanced], &[&greedy], &[&balanced, &random, &greedy], &[&greedy, &random, &balanced, &random, &greedy]];
    watch(&deck, &mixes, games);
}

#[test]
fn laws_hold_in_every_shipped_set() {
    for source in DeckSource::shipped() {
        let deck = common::deck_of(&source.text, &["max_turns=60"]);
        let [random, greedy, balanced] = ["random", "greedy", "balanced"].map(|name| common::player(name, &deck));
        watch(&deck, &[&[&balanced], &[&random], &[&balanced, &random, &greedy]], 1_200);
    }
}

/// Most games are short, because their beginnings show most of the variety; some continue, with trades at any time.
fn random_play(games: u64) {
    for (switches, games) in [(&["max_turns=20"][..], games), (&["max_turns=60", "trades=any_time"], games / 8)] {
        let deck = common::deck_of(&common::shipped_text(), switches);
        let random = common::player("random", &deck);
        watch(&deck, &[&[&random]], games);
    }
}

#[test]
fn laws_hold_in_variants() {
    let variants = ["listen_at_the_door=true", "shared_victory=true", "opening_powers=true", "win_level=12"];
    for switches in [
        &variants[..],
        &["trades=any_time", "equipment=any_time"],
        &["trades=any_time", "receipt_window=false", "win_level=20"],
    ] {
        let deck = common::deck_of(&common::shipped_text(), switches);
        let [greedy, balanced] = ["greedy", "balanced"].map(|name| common::player(name, &deck));
        watch(&deck, &[&[&balanced], &[&greedy, &balanced]], 800);
    }
}
