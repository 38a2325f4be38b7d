//! Laws that hold in every game, whoever plays. Debug assertions check the state after each step (each card in one
//! zone, kept sums equal to recomputed ones, equipment legal, Levels in range); these tests watch the events.

mod common;

use kickdoor::deck::Deck;
use kickdoor::game::{Event, LevelWhy, Recorder, Table, Zone};
use kickdoor::ids::{BySeat, CardId, Seat, SeatSet};
use kickdoor::strategy::Player;
use rayon::prelude::*;

/// Watches one game.
struct Watch<'d> {
    deck: &'d Deck<3>,
    hands: BySeat<i64>,
    limits: BySeat<i64>,
    dead: SeatSet,
    active: Option<Seat>,
    /// Cards that came to the active hand, and allowances that went, after Charity, when receivers played what they got.
    late: i64,
    charity: bool,
    wins: u32,
}

impl<'d> Watch<'d> {
    fn new(deck: &'d Deck<3>) -> Self {
        let limits = BySeat([i64::from(deck.rules.hand_limit); 6]);
        Watch {
            deck,
            hands: BySeat::default(),
            limits,
            dead: SeatSet::EMPTY,
            active: None,
            late: 0,
            charity: false,
            wins: 0,
        }
    }

    fn moved(&mut self, card: CardId, from: Zone, to: Zone) {
        let grant = i64::from(self.deck.card(card).grants.hand_limit).max(0);
        match from {
            Zone::Hand(seat) => self.hands[seat] -= 1,
            Zone::Table(seat) => {
                self.limits[seat] -= grant;
                self.late += if self.charity && self.active == Some(seat) { grant } else { 0 };
            }
            _ => {}
        }
        match to {
            Zone::Hand(seat) | Zone::Table(seat) if self.dead.contains(seat) => panic!("the dead get {card:?}"),
            Zone::Hand(seat) => {
                self.hands[seat] += 1;
                self.late += i64::from(self.charity && self.active == Some(seat));
            }
            Zone::Table(seat) => self.limits[seat] += grant,
            _ => {}
        }
    }

    fn level(&mut self, seat: Seat, from: u8, to: u8, why: LevelWhy) {
        let top = self.deck.rules.win_level;
        assert!((1..=top).contains(&to), "Level {to}");
        assert!(to < from || !self.dead.contains(seat), "the dead rise");
        if to == top {
            assert_eq!(why, LevelWhy::Kill, "the winning Level comes by a kill");
            self.wins += 1;
        }
    }

    fn turn(&mut self, seat: Seat) {
        if let Some(last) = self.active.replace(seat) {
            let kept = self.hands[last] - self.late;
            assert!(kept <= self.limits[last], "{kept} cards kept after Charity");
        }
        (self.late, self.charity) = (0, false);
    }
}

impl Recorder for Watch<'_> {
    fn record(&mut self, event: Event) {
        match event {
            Event::Move { card, from, to } => self.moved(card, from, to),
            Event::Level { seat, from, to, why } => self.level(seat, from, to, why),
            Event::Charity { .. } => self.charity = true,
            Event::Died { seat } => self.dead.insert(seat),
            Event::Revived { seat } => self.dead.remove(seat),
            Event::TurnBegins { seat, .. } => self.turn(seat),
            Event::Won { seats } => assert!(!seats.is_empty() && self.wins == 1),
            _ => {}
        }
    }
}

fn watch(deck: &Deck<3>, mixes: &[&[&Player]], games: u64) {
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
    let mixes: [&[&Player]; 4] =
        [&[&balanced], &[&greedy], &[&balanced, &random, &greedy], &[&greedy, &random, &balanced, &random, &greedy]];
    watch(&deck, &mixes, games);
}

/// Most games are short, as beginnings differ as much as what follows; some go on, with trades at any time.
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
    for switches in [&variants[..], &["trades=any_time"], &["trades=any_time", "receipt_window=false", "win_level=20"]]
    {
        let deck = common::deck_of(&common::shipped_text(), switches);
        let [greedy, balanced] = ["greedy", "balanced"].map(|name| common::player(name, &deck));
        watch(&deck, &[&[&balanced], &[&greedy, &balanced]], 800);
    }
}
