//! The idea behind each shipped strategy is visible in the counts of its games.

use crate::common;
use kickdoor::deck::Deck;
use kickdoor::run::tally::Count;
use kickdoor::run::{Crew, Plan, Tally};

const GAMES: u64 = 1_000;

/// The counts of games with the same strategy in all seats.
fn tally(deck: &Deck, name: &str) -> Tally {
    let players = [common::player(name, deck)];
    let plan = Plan::new(4, deck.players, &[0], 5, GAMES).expect("a plan");
    Crew::new(&plan, deck, &players, 2).play_all().expect("lawful games").tally
}

fn sum(tally: &Tally, count: Count) -> f64 {
    tally.counts.sum(count as usize) as f64
}

/// Hostile plays against players who need at least three levels to win, per turn.
fn early_attacks(tally: &Tally) -> f64 {
    (sum(tally, Count::HostilePlays) - sum(tally, Count::HostilePlaysNearWin)) / sum(tally, Count::Turns)
}

/// Share of hostile plays against players who need at least three levels to win. Games of different length are comparable.
fn early_share(tally: &Tally) -> f64 {
    1.0 - sum(tally, Count::HostilePlaysNearWin) / sum(tally, Count::HostilePlays)
}

/// Treasures promised to a helper, per agreement.
fn price_of_help(tally: &Tally) -> f64 {
    sum(tally, Count::TreasuresPromised) / sum(tally, Count::HelpDeals)
}

fn per_turn(count: Count) -> impl Fn(&Tally) -> f64 {
    move |tally| sum(tally, count) / sum(tally, Count::Turns)
}

type Number = Box<dyn Fn(&Tally) -> f64>;

/// A strategy, a number, and the least and the most that it may be relative to that of `balanced`.
fn beliefs() -> Vec<(&'static str, &'static str, Number, [f64; 2])> {
    let more = |factor: f64| [factor, f64::INFINITY];
    let less = |factor: f64| [0.0, factor];
    let none = [0.0, 0.0];
    vec![
        ("aggressive", "early attacks", Box::new(early_attacks), more(2.0)),
        ("aggressive", "lost fights", Box::new(per_turn(Count::FightsLost)), more(1.1)),
        ("backstabber", "early attacks", Box::new(early_attacks), more(3.0)),
        ("cautious", "trouble sought", Box::new(per_turn(Count::TroubleSought)), less(0.85)),
        ("dear-help", "Treasures for a helper", Box::new(price_of_help), more(2.0)),
        ("helper", "hostile plays", Box::new(per_turn(Count::HostilePlays)), none),
        ("helper", "Treasures for a helper", Box::new(price_of_help), none),
        ("hoarder", "sales", Box::new(per_turn(Count::Sales)), less(0.01)),
        ("lone-wolf", "requests for help", Box::new(per_turn(Count::HelpAsked)), none),
        ("saboteur", "shares of early attacks", Box::new(early_share), more(2.5)),
        ("saboteur", "agreements on help", Box::new(per_turn(Count::HelpDeals)), none),
        ("seller", "levels from sales", Box::new(per_turn(Count::LevelsSale)), more(2.0)),
        ("rusher", "levels from sales", Box::new(per_turn(Count::LevelsSale)), more(1.1)),
        ("rusher", "one-shots against", Box::new(per_turn(Count::OneShotsAgainst)), less(0.5)),
        ("greedy", "requests for help", Box::new(per_turn(Count::HelpAsked)), none),
    ]
}

#[test]
fn the_belief_of_each_strategy_shows_in_its_counts() {
    let deck = common::shipped();
    let balanced = tally(&deck, "balanced");
    let mut wrong = Vec::new();
    let (mut name, mut own) = ("balanced", balanced.clone());
    for (strategy, what, number, [least, most]) in beliefs() {
        if strategy != name {
            (name, own) = (strategy, tally(&deck, strategy));
        }
        let ratio = number(&own) / number(&balanced);
        if !(least..=most).contains(&ratio) {
            wrong.push(format!("{strategy}: {what} are {ratio:.2} of those of balanced"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
