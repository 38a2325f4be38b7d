//! Decks with known card values.

use std::sync::atomic::AtomicBool;

use crate::common;
use common::{deck_of, player};
use kickdoor::deck::Deck;
use kickdoor::ids::{CardId, Seat, SeatSet};
use kickdoor::report::impact::pair::InteractionRow;
use kickdoor::report::sweep::SweepMetric;
use kickdoor::run::tally::{WIN, Way};
use kickdoor::run::{Crew, DrawCrew, Followed, Plan, Tally};
use kickdoor::stats::{DrawValue, Estimate, Opening, draw_values, exchange_value, opening_values};
use kickdoor::strategy::Strategy;
use kickdoor::study::{CardRequest, Control, ImpactRequest, PairRequest, SweepRequest, TableRequest};

const PLAYERS: u8 = 4;
const DOORS: usize = 95;
const TREASURES: usize = 73;

/// A deck of equal monsters with these fields and equal Items, each with its own id. The cards of `planted` replace some of
/// the Items.
fn deck(planted: &[&str], monster: &str, rules: &[&str]) -> Deck {
    deck_of(&text(planted, monster), rules)
}

fn text(planted: &[&str], monster: &str) -> String {
    let head = "[set]\nid = \"known\"\nname = \"Known Answers\"\nplayers = { min = 3, max = 6 }\n";
    let door = |n: usize| {
        format!(
            "[[card]]\nid = \"door-{n:02}\"\nname = \"Door\"\nkind = \"monster\"\n{monster}\ntreasures = 1\norigin = \"modelled\"\n\
             on = [{{ when = \"meet\", do = [{{ roll = [\
             {{ up_to = 3, do = [{{ strengthen = {{ side = \"monsters\", by = 6 }} }}] }}, \
             {{ up_to = 6, do = [{{ strengthen = {{ side = \"monsters\", by = 1 }} }}] }}] }}] }}]\n"
        )
    };
    let treasure = |n: usize| {
        format!(
            "[[card]]\nid = \"item-{n:02}\"\nname = \"Item\"\nkind = \"item\"\ngold = 100\nbonus = 1\norigin = \"modelled\"\n"
        )
    };
    let doors = (0..DOORS).map(door);
    let treasures = (0..TREASURES - planted.len()).map(treasure);
    let planted = planted.iter().map(|card| format!("[[card]]\n{card}\norigin = \"modelled\"\n"));
    std::iter::once(head.to_owned()).chain(doors).chain(treasures).chain(planted).collect()
}

fn title(deck: &Deck, id: &str) -> usize {
    deck.titles.iter().position(|title| title.id == id).expect("a title")
}

fn players(deck: &Deck) -> [Strategy; 1] {
    [player("balanced", deck)]
}

fn play(deck: &Deck, seed: u64, games: u64) -> Tally {
    let plan = Plan::new(PLAYERS, deck.players, &[0], seed, games).expect("a plan");
    let (stop, players) = (AtomicBool::new(false), players(deck));
    let crew = Crew::new(&plan, deck, &players, 2);
    let expected = crew.expected(&stop).expect("it is played");
    let crew = Crew { expected: Some(&expected), ..crew };
    crew.play(&stop, &mut |_| {}, None).expect("it is played").tally
}

fn openings(deck: &Deck, games: u64) -> (Tally, Vec<Opening>) {
    let tally = play(deck, 11, games);
    let values = opening_values(&tally);
    (tally, values)
}

fn draws(deck: &Deck, games: u64) -> Vec<DrawValue> {
    draw_values(&play(deck, 12, games), 0)
}

/// Draws of a title, each with the same game continued with another card.
fn exchanges(deck: &Deck, games: u64, title: usize) -> Vec<Followed> {
    let plan = Plan::new(PLAYERS, deck.players, &[0], 13, games).expect("a plan");
    let players = players(deck);
    let crew = DrawCrew { plan: &plan, deck, players: &players, threads: 2, title, kept: None };
    crew.play(|_| true, &AtomicBool::new(false), &mut |_| {}).expect("it is played").list
}

/// Checks the number of intervals that miss 0: one in twenty is normal, more than twice as many has a probability below 0.1%.
fn assert_nominal(intervals: &[Estimate]) {
    let known: Vec<&Estimate> = intervals.iter().filter(|one| one.n >= 20).collect();
    let missed = known.iter().filter(|one| one.low > 0.0 || one.high < 0.0).count();
    assert!(known.len() >= DOORS && missed * 10 <= known.len() + 10, "{missed} of {} miss 0", known.len());
}

#[test]
fn intervals_of_cards_with_equal_text_seldom_exclude_zero() {
    let deck = deck(&[], "level = 4", &[]);
    let (tally, openings) = openings(&deck, 1500);
    assert_eq!(openings.len(), DOORS + TREASURES);
    let luck = tally.strata.wins().iter().min().expect("positions");
    assert!(*luck > tally.games, "chance decides: every position wins some games");
    assert_nominal(&openings.iter().map(|opening| opening.value).collect::<Vec<_>>());
    let drawn = draws(&deck, 1500);
    assert_nominal(&drawn.iter().map(|draw| draw.all.value).collect::<Vec<_>>());
}

#[test]
fn the_value_of_a_card_that_always_wins_is_one_minus_the_win_rate() {
    let won = "id = \"won\"\nname = \"Won\"\nkind = \"special\"\nuse = [{ when = [\"any_time\"], do = [{ gain_winning_levels = 9 }] }]";
    let deck = deck(&[won], "level = 1\nfight = [\"no_help\"]", &[]);
    let (tally, openings) = openings(&deck, 2500);
    let Opening { n, wins, value, .. } = openings[title(&deck, "won")];
    let rate = wins as f64 / WIN as f64 / n as f64;
    assert!(rate > 0.999, "each player who is dealt the card wins: {rate}");
    let base = 1.0 - value.value;
    let seats = tally.games as f64 * f64::from(PLAYERS);
    let mean = tally.strata.wins().iter().sum::<u64>() as f64 / WIN as f64 / seats;
    assert!((base - mean).abs() < 0.03, "{base} is about {mean}");
    let place = title(&deck, "won");
    let list = exchanges(&deck, 1000, place);
    let rate = |which: usize| {
        let wins: u64 = list.iter().map(|draw| draw.wins[which]).sum();
        wins as f64 / WIN as f64 / list.len() as f64
    };
    assert!(rate(0) > 0.95, "no helper gets the card, so the player who draws it wins: {}", rate(0));
    let draw = draws(&deck, 4000)[place].all.value;
    let expected = rate(0) - rate(1);
    assert!(draw.n > 100 && draw.low > 0.3, "{draw:?}");
    assert!((draw.value - expected).abs() < 0.08, "{draw:?} is about {expected}");
}

/// Compares the draw values of titles with one to five copies, some of them dealt in the opening, with those of games played
/// again with another card.
#[test]
fn draw_values_agree_with_counterfactual_draws() {
    let card = |id: &str, copies: u8, rest: &str| format!("id = \"{id}\"\nname = \"{id}\"\ncopies = {copies}\n{rest}");
    let up = "kind = \"special\"\nuse = [{ when = [\"any_time\"], do = [{ gain_levels = 1 }] }]";
    let down = "kind = \"special\"\nuse = [{ when = [\"any_time\"], do = [{ lose_levels = 2 }] }]";
    let planted = [
        card("three-up", 5, &up.replace('1', "3")),
        card("up", 2, up),
        card("down", 3, down),
        card("sword", 1, "kind = \"item\"\ngold = 600\nbonus = 5"),
        card("junk", 10, "kind = \"item\"\ngold = 0\nbonus = 0\nbig = true"),
    ];
    let planted: Vec<&str> = planted.iter().map(String::as_str).collect();
    let deck = deck(&planted, "level = 4", &[]);
    assert_agreement(&deck, ["three-up", "up", "down", "sword", "junk"], [4000, 1500]);
}

/// Compares draw values from some games with those of games played again, for some titles.
fn assert_agreement(deck: &Deck, ids: [&str; 5], [games, again]: [u64; 2]) {
    let values = draws(deck, games);
    let mut distance = 0.0;
    for id in ids {
        let place = title(deck, id);
        let list = exchanges(deck, again, place);
        let (value, other) = (values[place].all, exchange_value(list.iter()));
        let z = (value.value.value - other.value) / value.error.hypot(other.half_width() / 1.96);
        assert!(z.abs() < 3.5, "{id}: {value:?} and {other:?}");
        distance += z * z;
    }
    assert!(distance < 16.7, "{distance} is above the 99.5% quantile of chi-squared");
}

/// The piles of this small deck run out several times in a game, each at its own time.
#[test]
fn draw_values_are_right_with_piles_that_are_refilled_at_once() {
    let text = std::fs::read_to_string("tests/decks/mini.toml").expect("the test deck");
    let deck = deck_of(&text, &["reshuffle=eager"]);
    assert_agreement(&deck, ["promotion", "hot-pie", "cheese-bomb", "angry-bun", "burnt-fingers"], [3000, 1000]);
}

/// Only the coin can win the game, with probability one half; the game ends before the coin is drawn again.
const COIN: &str = "id = \"coin\"\nname = \"Coin\"\nkind = \"special\"\nuse = [{ when = [\"any_time\"], do = [{ roll = [\
                    { up_to = 3, do = [{ gain_winning_levels = 9 }] }, { up_to = 6, do = [{ lose_levels = 1 }] }] }] }]";

#[test]
fn the_interval_of_a_planted_effect_contains_the_value_computed_by_hand() {
    let deck = deck(&[COIN], "level = 20", &["max_turns=4"]);
    let (_, openings) = openings(&deck, 6000);
    let Opening { n, value, .. } = openings[title(&deck, "coin")];
    let dealt = f64::from(deck.rules.deal) / TREASURES as f64;
    let expected = 0.5 - dealt * 0.5;
    assert!(n > 1000 && value.low < expected && expected < value.high, "{value:?} contains {expected}");
}

/// The same from deals with the coin in an opening hand alone: of one card, and of a sweep over a number of its dice.
#[test]
fn planted_effects_are_found_in_deals_with_the_card() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("coin.toml");
    std::fs::write(&path, text(&[COIN], "level = 20")).expect("it is written");
    let table = TableRequest::of([path.to_string_lossy()]).rule("max_turns=4").seed(8);
    let value = |chance: f64| chance - f64::from(4_u8) / TREASURES as f64 * chance;
    let impact = ImpactRequest::of(table.clone()).precision(2.5).without_draws();
    let result = CardRequest::of("coin", impact.against_blank()).play(&mut Control::default()).expect("it is played");
    let (table_of_card, opening) = (&result.tables[0], &result.tables[0].reports[0].opening);
    assert!(opening.low.0 < value(0.5) && value(0.5) < opening.high.0, "{opening:?}");
    assert!(opening.high.0 - opening.low.0 <= 0.05, "{opening:?}");
    // Every other card does nothing as well, so a blank has their value, and the coin half a win more.
    let report = &table_of_card.reports[0];
    let (blank, against) = (&report.blank, &report.against_blank);
    assert!(blank.low.0 < -0.007 && -0.007 < blank.high.0 && blank.high.0 - blank.low.0 <= 0.1, "{blank:?}");
    assert!(against.low.0 < value(0.5) + 0.007 && value(0.5) + 0.007 < against.high.0, "{against:?}");
    assert!(report.sentence.starts_with("In the hand a help (+"), "{}", report.sentence);
    assert!(table_of_card.further + table_of_card.tally.games < 3 * opening.n, "few games without the card");

    let sweep = SweepRequest::of(table, "coin", "use[0].do[0].roll[0].up_to").values([1, 3, 5]).precision(3.0);
    let result = sweep.play(&mut Control::default()).expect("it is played").expect("it is complete");
    let rows: Vec<_> = result.report.rows.iter().filter(|row| row.metric == SweepMetric::OpeningValue).collect();
    assert_eq!(rows.len(), 3);
    for row in rows {
        let expected = value(f64::from(row.value) / 6.0);
        assert!(row.low.0 < expected && expected < row.high.0, "{expected} at {}: {row:?}", row.value);
        assert!(row.high.0 - row.low.0 <= 0.06 && row.n + 100 > row.games / 3, "{row:?}");
        let change = value((f64::from(row.value) - 3.0) / 6.0);
        assert!(row.change_low.0 <= change && change <= row.change_high.0, "{change} at {}: {row:?}", row.value);
    }
}

#[test]
fn a_free_level_has_a_positive_opening_value_and_draw_value() {
    let planted =
        "id = \"up\"\nname = \"Up\"\nkind = \"special\"\nuse = [{ when = [\"any_time\"], do = [{ gain_levels = 1 }] }]";
    let deck = deck(&[planted], "level = 4", &[]);
    let place = title(&deck, "up");
    let opening = openings(&deck, 3000).1[place].value;
    let draw = draws(&deck, 3000)[place].all.value;
    assert!(opening.low > 0.0, "{opening:?}");
    assert!(draw.low > 0.0, "{draw:?}");
}

#[test]
fn intervals_of_two_equal_cards_overlap() {
    let twin = |id: &str| {
        format!("id = \"{id}\"\nname = \"Twin\"\nkind = \"item\"\ngold = 600\nbonus = 4\nslot = \"headgear\"")
    };
    let deck = deck(&[&twin("one"), &twin("other")], "level = 4", &[]);
    let (one, other) = (title(&deck, "one"), title(&deck, "other"));
    let values = openings(&deck, 2000).1;
    let drawn = draws(&deck, 2000);
    for pair in [[values[one].value, values[other].value], [drawn[one].all.value, drawn[other].all.value]] {
        let [first, second] = pair;
        assert!(first.low <= second.high && second.low <= first.high, "{pair:?}");
    }
}

#[test]
fn few_exchanges_have_no_impossible_interval() {
    let exchange = |wins: [u64; 2]| Followed {
        game: 0,
        strategy: 0,
        turn: 1,
        nth: 40,
        card: CardId(0),
        instead: CardId(1),
        seat: Seat(0),
        way: Way::Kick,
        winners: [SeatSet::EMPTY; 2],
        wins,
    };
    let list = [exchange([0, WIN]), exchange([0, WIN]), exchange([0, 0])];
    let Estimate { low, high, .. } = exchange_value(list.iter());
    assert!(low == -1.0 && 0.0 < high && high < 1.0, "{low} to {high}");
}

/// A second coin.
fn other_coin() -> String {
    COIN.replacen("coin", "penny", 1)
}

/// An identity, and a card that wins half of the time for the player who has it.
const KEY: &str = "id = \"key\"\nname = \"Key\"\nkind = \"identity\"";

fn lock() -> String {
    COIN.replacen("coin", "lock", 1).replacen("any_time\"]", "any_time\"], if = { has = \"key\" }", 1)
}

/// The interaction of two cards that are planted in a deck in which nobody wins otherwise.
fn interaction(planted: &[&str], cards: [&str; 2], precision: f64) -> InteractionRow {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("pair.toml");
    std::fs::write(&path, text(planted, "level = 20")).expect("it is written");
    let table = TableRequest::of([path.to_string_lossy()]).rule("max_turns=4").seed(8);
    let request = PairRequest::of(cards, ImpactRequest::of(table).precision(precision).without_draws());
    let result = request.play(&mut Control::default()).expect("it is played");
    let row = result.tables[0].rows[0].clone();
    assert!(row.interaction.high.0 - row.interaction.low.0 <= precision / 50.0, "{row:?}");
    assert!(result.tables[0].further > 2 * row.both.n, "each kind of hand has games of its own");
    row
}

#[test]
fn planted_interactions_of_two_cards_are_found() {
    // Two coins win three of four times together, and once in two alone.
    let (penny, lock) = (other_coin(), lock());
    let two = interaction(&[COIN, &penny], ["coin", "penny"], 8.0);
    assert_eq!(two.verdict, "redundancy", "{two:?}");
    assert!(two.interaction.low.0 < -0.25 && two.interaction.high.0 > -0.25, "{two:?}");
    let copies = format!("{COIN}\ncopies = 3");
    let same = interaction(&[&copies], ["coin", "coin"], 8.0);
    assert_eq!((same.verdict.as_ref(), same.second_alone), ("redundancy", same.first_alone), "{same:?}");
    assert!(same.interaction.low.0 < -0.2 && same.interaction.high.0 > -0.3, "{same:?}");
    let both = interaction(&[KEY, &lock], ["key", "lock"], 8.0);
    assert!(both.verdict == "synergy" && both.interaction.high.0 > 0.4, "{both:?}");
    let neither = interaction(&[COIN], ["coin", "item-02"], 8.0);
    assert_eq!(neither.verdict, "neither shown", "{neither:?}");
}

/// The same in a screening: it finds the planted pair among all pairs.
#[test]
fn a_screening_finds_a_planted_pair() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("pair.toml");
    let (key, lock) = (format!("{KEY}\ncopies = 4"), format!("{}\ncopies = 4", lock()));
    let penny = format!("{}\ncopies = 4", other_coin());
    std::fs::write(&path, text(&[&key, &lock, &penny], "level = 20")).expect("it is written");
    let table = TableRequest::of([path.to_string_lossy()]).rule("max_turns=4").seed(8);
    let impact = ImpactRequest::of(table.clone()).games(800).without_draws().with_pairs();
    let result = impact.play(&mut Control::default()).expect("it is played");
    let (first, others) = result.report.pairs.split_first().expect("pairs");
    assert!([first.first.as_str(), &first.second] == ["lock", "key"] || first.first == "key", "{first:?}");
    assert!(first.stands_out() && first.value.0 > 0.2 && first.shrunken_low.0 > 0.0, "{first:?}");
    assert!(others.len() > 10 && others.iter().filter(|row| row.stands_out()).count() <= 1, "{others:?}");
    assert!(others.iter().all(|row| row.n >= 20 && row.low.0 < row.value.0));
    let together = impact.together().play(&mut Control::default()).expect_err("several strategies at a table");
    assert!(together.to_string().contains("their own tables"), "{together}");
}
