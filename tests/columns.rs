//! All columns of a report, computed again from the events of the same games.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use crate::common;
use crate::counts::replayed;
use assert_cmd::Command;
use common::shipped;
use kickdoor::deck::Play;
use kickdoor::game::{DrawWhy, Event, Verb, Zone};
use kickdoor::ids::{CardId, Seat};
use kickdoor::run::tally::{COUNTS, METRICS, RATIOS, WIN, metric_name};
use replayed::{ReplayedGame, Run, alone, first_at, levels_by_turn, place, run, seats, win};
use tempfile::TempDir;

const NAMES: [&str; 2] = ["balanced", "greedy"];
/// The strategies of the seats. Three seats have the weaker strategy, so that both strategies win some games.
const TABLE: [&str; 4] = ["balanced", "greedy", "greedy", "greedy"];
const GAMES: u64 = 1_152;

type Line = BTreeMap<String, String>;

/// A report by the program, and its games.
struct Report {
    folder: TempDir,
    run: Run,
}

fn report() -> Report {
    let folder = tempfile::tempdir().expect("a folder");
    let games = GAMES.to_string();
    let table = TABLE.join(",");
    let mut command = Command::new(env!("CARGO_BIN_EXE_kickdoor"));
    command.current_dir(&folder).args(["run", "zombies", "--quiet", "--per-game", "-o", "out", "--seed", "21"]);
    command.args(["-n", &games, "-p", "4", "-s", &table]).assert().success();
    Report { folder, run: run(shipped(), 4, &TABLE, GAMES) }
}

impl Report {
    fn text(&self, file: &str) -> String {
        fs::read_to_string(self.folder.path().join("out").join(file)).expect("it is written")
    }

    fn lines(&self, file: &str) -> Vec<Line> {
        let text = self.text(file);
        csv::Reader::from_reader(text.as_bytes()).deserialize().map(|line| line.expect("a line")).collect()
    }

    fn blocks(&self) -> usize {
        self.run.plan.blocks() as usize
    }

    /// Sums of a number by block.
    fn by_block(&self, figure: impl Fn(&ReplayedGame) -> f64) -> Vec<f64> {
        let mut blocks = vec![0.0; self.blocks()];
        self.run.games.iter().for_each(|replayed| blocks[replayed.block as usize] += figure(replayed));
        blocks
    }
}

/// A number of a line; NaN if it is empty.
fn number(line: &Line, column: &str) -> f64 {
    let text = &line[column];
    if text.is_empty() { f64::NAN } else { text.parse().expect("a number") }
}

/// Checks a number, which the report rounds to six decimals.
fn assert_close(line: &Line, column: &str, expected: f64) {
    let found = number(line, column);
    assert!(found.is_nan() && expected.is_nan() || (found - expected).abs() < 1e-6, "{column} {expected}: {line:?}");
}

/// Checks that the interval contains the estimate and is about as wide as a normal interval.
fn assert_interval(line: &Line, [value, low, high]: [&str; 3], error: f64) {
    let [value, low, high] = [value, low, high].map(|column| number(line, column));
    let reach = 1.96 * error;
    assert!(low < value && value < high, "{line:?}");
    assert!(((high - low) / 2.0 / reach - 1.0).abs() < 0.1, "{reach} either way: {line:?}");
}

/// Checks that the interval of an opening value contains the estimate and is about as wide as a normal interval or wider.
/// Student's quantiles and the moderated design effect make it wider.
fn assert_opening_interval(line: &Line, [value, low, high]: [&str; 3], error: f64) {
    let [value, low, high] = [value, low, high].map(|column| number(line, column));
    let wider = (high - low) / 2.0 / (1.96 * error);
    assert!(low < value && value < high, "{line:?}");
    assert!((0.8..1.6).contains(&wider), "{wider} times as wide as a normal one: {line:?}");
}

/// Standard error of a mean, from the sums of the blocks; `n` is the number of observations.
fn error(blocks: &[f64], n: f64) -> f64 {
    let count = blocks.len() as f64;
    let mean = blocks.iter().sum::<f64>() / count;
    let scatter: f64 = blocks.iter().map(|sum| (sum - mean).powi(2)).sum();
    (scatter * count / (count - 1.0)).sqrt() / n
}

/// A seat's share of the win.
fn part(replayed: &ReplayedGame, seat: Seat) -> f64 {
    win(replayed, seat) as f64 / WIN as f64
}

#[test]
fn every_column_contains_what_its_name_states() {
    let report = report();
    games(&report);
    summary(&report);
    rates(&report, "seats.csv", "position", "games", |run, replayed, seat| {
        (place(run, replayed, seat).1 + 1).to_string()
    });
    rates(&report, "strategies.csv", "strategy", "seat_games", |run, replayed, seat| {
        NAMES[place(run, replayed, seat).0].to_owned()
    });
    course(&report);
    monsters(&report);
    cards(&report);
    cards_by_strategy(&report);
    identities(&report);
}

fn games(report: &Report) {
    let lines = report.lines("games.csv");
    assert_eq!(lines.len(), report.run.games.len());
    let mut signature = 0u64;
    let seatings = report.run.plan.seatings().len();
    for (game, (line, replayed)) in lines.iter().zip(&report.run.games).enumerate() {
        let joined = |name: &dyn Fn(Seat) -> String| {
            let winners: Vec<String> = replayed.outcome.winners.iter().map(name).collect();
            winners.join("+")
        };
        let turns = replayed.events.iter().filter(|event| matches!(event, Event::TurnBegins { .. })).count();
        assert_eq!(line["game"], game.to_string());
        assert_eq!(line["block"], (game / seatings).to_string());
        assert_eq!(line["seating"], (game % seatings).to_string());
        assert_eq!(line["winner_seats"], joined(&|seat| (seat.index() + 1).to_string()));
        assert_eq!(
            line["winner_strategies"],
            joined(&|seat| NAMES[usize::from(replayed.seating[seat.index()])].to_owned())
        );
        assert_eq!(line["turns"], turns.to_string());
        signature = signature.wrapping_add(u64::from_str_radix(&line["hash"], 16).expect("a hash"));
    }
    let manifest: serde_json::Value = serde_json::from_str(&report.text("manifest.json")).expect("JSON");
    assert_eq!(manifest["signature"], format!("{signature:016x}"), "the signature is the sum of the hashes");
}

/// Checks that each line has the numbers of its metric. tests/counts.rs checks the metrics themselves.
fn summary(report: &Report) {
    let lines = report.lines("summary.csv");
    let names: BTreeSet<&String> = lines.iter().map(|line| &line["metric"]).collect();
    assert_eq!(lines.len(), names.len(), "each metric has its own name");
    let (counts, games) = (&report.run.tally.counts, report.run.plan.games() as f64);
    let line = |name: &str| lines.iter().find(|line| line["metric"] == name).expect("a line");
    for metric in 0..METRICS {
        let (line, sum, square) = (line(&metric_name(metric)), counts.sum(metric) as f64, counts.square(metric) as f64);
        let scatter = square - sum * sum / report.blocks() as f64;
        assert_close(line, "value", sum / games);
        assert_close(line, "n", games);
        if sum > 500.0 && metric < COUNTS {
            let blocks = report.blocks() as f64;
            assert_interval(line, ["value", "low", "high"], (scatter * blocks / (blocks - 1.0)).sqrt() / games);
        }
    }
    for (place, ratio) in RATIOS.iter().enumerate() {
        let [part, whole] = [ratio.part, ratio.whole].map(|count| counts.sum(count as usize) as f64);
        let [parts, wholes] = [ratio.part, ratio.whole].map(|count| counts.square(count as usize) as f64);
        let share = part / whole;
        assert_close(line(ratio.name), "value", share);
        assert_close(line(ratio.name), "n", whole);
        if part > 100.0 && share < 0.95 {
            let squares = parts - 2.0 * share * counts.product(place) as f64 + share * share * wholes;
            assert_interval(line(ratio.name), ["value", "low", "high"], squares.sqrt() / whole);
        }
    }
    let [unfinished, kill] = ["unfinished", "won_by_kill"].map(line);
    let is_unfinished = |replayed: &ReplayedGame| replayed.outcome.winners.is_empty();
    let blocks = report.by_block(|replayed| f64::from(u8::from(is_unfinished(replayed))));
    assert_close(unfinished, "value", blocks.iter().sum::<f64>() / games);
    assert!(number(kill, "high") <= 1.0 && number(kill, "low") < number(kill, "value"), "{kill:?}");
}

/// Checks the metrics of the length, of the first turn and of the lead.
fn course(report: &Report) {
    let (run, lines) = (&report.run, report.lines("summary.csv"));
    let games = run.plan.games() as f64;
    let line = |name: &str| lines.iter().find(|line| line["metric"] == name).unwrap_or_else(|| panic!("{name}"));
    let gap = |replayed: &ReplayedGame| {
        let at = |position| seats(run).find(|&seat| place(run, replayed, seat).1 == position).expect("a seat");
        part(replayed, at(0)) - part(replayed, at(3))
    };
    let blocks = report.by_block(gap);
    assert_close(line("first_last_gap"), "value", blocks.iter().sum::<f64>() / games);
    assert_interval(line("first_last_gap"), ["value", "low", "high"], error(&blocks, games));
    let mut turns: Vec<usize> = run.games.iter().map(|replayed| levels_by_turn(replayed).len()).collect();
    turns.sort_unstable();
    for (name, place) in
        [("turns_p05", GAMES / 20), ("turns_p50", GAMES / 2 - 1), ("turns_p95", GAMES - GAMES / 20 - 1)]
    {
        let [value, low, high] = ["value", "low", "high"].map(|column| number(line(name), column));
        assert_eq!(value, turns[place as usize] as f64, "{name}");
        assert!(low <= value && value <= high && low < high, "{name}: {low} to {high}");
    }
    let half = |replayed: &ReplayedGame, last| {
        let turns = levels_by_turn(replayed);
        alone(run, &turns[turns.len() / 2], last)
    };
    type Marked<'m> = &'m dyn Fn(&ReplayedGame) -> Option<Seat>;
    let marks: [(&str, Marked<'_>); 3] = [
        ("leader_win_rate_half", &|replayed| half(replayed, false)),
        ("last_win_rate_half", &|replayed| half(replayed, true)),
        ("first_at_last_level_win_rate", &|replayed| first_at(replayed, 9).map(|(seat, _)| seat)),
    ];
    for (name, marked) in marks {
        let seats: Vec<f64> = report.by_block(|replayed| f64::from(u8::from(marked(replayed).is_some())));
        let wins = report.by_block(|replayed| marked(replayed).map_or(0.0, |seat| part(replayed, seat)));
        let (n, won) = (seats.iter().sum::<f64>(), wins.iter().sum::<f64>());
        assert_close(line(name), "n", n);
        assert_close(line(name), "value", won / n);
        let residuals: Vec<f64> = wins.iter().zip(&seats).map(|(own, sat)| own - won / n * sat).collect();
        if won > 10.0 {
            assert_interval(line(name), ["value", "low", "high"], error(&residuals, n));
        }
    }
    // Over all seats of games with a winner, the square of the correlation of leading and winning within the game.
    let (chance, mut sums) = (0.25, [0.0; 3]);
    for replayed in run.games.iter().filter(|replayed| !replayed.outcome.winners.is_empty()) {
        let leader = half(replayed, false);
        let leaders = f64::from(u8::from(leader.is_some()));
        for seat in seats(run) {
            let leads = f64::from(u8::from(leader == Some(seat))) - leaders * chance;
            let wins = part(replayed, seat) - chance;
            sums.iter_mut().zip([leads * wins, leads * leads, wins * wins]).for_each(|(sum, own)| *sum += own);
        }
    }
    let explained = line("explained_by_lead_half");
    assert_close(explained, "value", sums[0] * sums[0] / sums[1] / sums[2]);
    let [value, low, high] = ["value", "low", "high"].map(|column| number(explained, column));
    assert!(low <= value && value <= high && low < high, "{explained:?}");
}

/// Checks the fights by monster.
fn monsters(report: &Report) {
    let run = &report.run;
    let lines = report.lines("monsters.csv");
    let titles = run.deck.titles.iter().filter(|title| run.deck.card(title.first).play == Play::Monster);
    let ids: Vec<&String> = titles.map(|title| &title.id).collect();
    assert_eq!(lines.iter().map(|line| &line["monster"]).collect::<Vec<_>>(), ids);
    let begins = |event: &Event| match *event {
        Event::FightBegins { card, .. } => Some(&run.deck.title(card).id),
        _ => None,
    };
    let mut fights: BTreeMap<&String, f64> = BTreeMap::new();
    let begun = run.games.iter().flat_map(|replayed| replayed.events.iter().filter_map(begins));
    begun.for_each(|id| *fights.entry(id).or_default() += 1.0);
    for line in &lines {
        assert_close(line, "fights", fights.get(&line["monster"]).copied().unwrap_or(0.0));
        assert!(number(line, "fights") == 0.0 || (0.0..=1.0).contains(&number(line, "won")), "{line:?}");
    }
}

/// Checks the win rates of all seats with the same key.
fn rates(report: &Report, file: &str, key: &str, n: &str, of: impl Fn(&Run, &ReplayedGame, Seat) -> String) {
    let run = &report.run;
    let lines = report.lines(file);
    let keys: BTreeSet<String> =
        run.games.iter().flat_map(|replayed| seats(run).map(|seat| of(run, replayed, seat))).collect();
    assert_eq!(lines.iter().map(|line| line[key].clone()).collect::<BTreeSet<String>>(), keys, "{file}");
    for line in &lines {
        let own = |replayed: &ReplayedGame| {
            seats(run).filter(|&seat| of(run, replayed, seat) == line[key]).collect::<Vec<Seat>>()
        };
        let sat: usize = run.games.iter().map(|replayed| own(replayed).len()).sum();
        let blocks = report.by_block(|replayed| own(replayed).into_iter().map(|seat| part(replayed, seat)).sum());
        let wins: f64 = blocks.iter().sum();
        assert_close(line, n, sat as f64);
        assert_close(line, "wins", wins);
        assert_close(line, "win_rate", wins / sat as f64);
        if wins > 10.0 {
            assert_interval(line, ["win_rate", "low", "high"], error(&blocks, sat as f64));
        }
    }
}

/// The seats that had a title: their number, their wins, and the expected wins.
#[derive(Default)]
struct Had {
    n: f64,
    wins: f64,
    expected: f64,
    /// By block: the number of seats, and their wins minus the expected wins.
    blocks: BTreeMap<u64, (f64, f64)>,
}

impl Had {
    fn rate(&self) -> f64 {
        self.wins / self.n
    }

    fn value(&self) -> f64 {
        (self.wins - self.expected) / self.n
    }

    /// Standard error of the value over blocks.
    fn error(&self) -> f64 {
        let squares: f64 = self.blocks.values().map(|(n, beyond)| (beyond - n * self.value()).powi(2)).sum();
        squares.sqrt() / self.n
    }
}

/// By title: cards dealt in the opening, seen, played and put on the table.
fn handled(run: &Run) -> [Vec<Had>; 4] {
    let bases = bases(run);
    let mut had = [(); 4].map(|()| run.deck.titles.iter().map(|_| Had::default()).collect::<Vec<Had>>());
    for replayed in &run.games {
        let [seen, played, tabled] = replayed::handled(replayed);
        let pairs = [dealt(replayed), seen, played, tabled];
        for (had, pairs) in had.iter_mut().zip(&pairs) {
            pairs.iter().for_each(|&(seat, card)| note(run, replayed, &bases, had, seat, card));
        }
    }
    had
}

/// By title: opening deals to the seats of one strategy.
fn dealt_to(run: &Run, strategy: usize) -> Vec<Had> {
    let bases = bases(run);
    let mut had: Vec<Had> = run.deck.titles.iter().map(|_| Had::default()).collect();
    for replayed in &run.games {
        let own = dealt(replayed).into_iter().filter(|(seat, _)| place(run, replayed, *seat).0 == strategy);
        own.for_each(|(seat, card)| note(run, replayed, &bases, &mut had, seat, card));
    }
    had
}

fn note(
    run: &Run,
    replayed: &ReplayedGame,
    bases: &BTreeMap<(usize, usize), f64>,
    had: &mut [Had],
    seat: Seat,
    card: CardId,
) {
    let had = &mut had[usize::from(run.deck.card(card).title)];
    had.n += 1.0;
    had.wins += part(replayed, seat);
    let base = bases[&place(run, replayed, seat)];
    had.expected += base;
    let (n, beyond) = had.blocks.entry(replayed.block).or_default();
    (*n, *beyond) = (*n + 1.0, *beyond + part(replayed, seat) - base);
}

/// The cards dealt to each seat.
fn dealt(replayed: &ReplayedGame) -> BTreeSet<(Seat, CardId)> {
    let deals = replayed.events.iter().filter_map(|event| match *event {
        Event::Draw { seat, card, why: DrawWhy::Deal, .. } => Some((seat, card)),
        _ => None,
    });
    deals.collect()
}

/// Win rate of each strategy at each turn position.
fn bases(run: &Run) -> BTreeMap<(usize, usize), f64> {
    let mut sums: BTreeMap<(usize, usize), (f64, f64)> = BTreeMap::new();
    for replayed in &run.games {
        for seat in seats(run) {
            let (wins, games) = sums.entry(place(run, replayed, seat)).or_default();
            *wins += part(replayed, seat);
            *games += 1.0;
        }
    }
    sums.into_iter().map(|(place, (wins, games))| (place, wins / games)).collect()
}

fn assert_opening(line: &Line, dealt: &Had) {
    assert_close(line, "opening_n", dealt.n);
    assert_close(line, "opening_value", dealt.value());
    // Cards of at least a dozen deals: the error of fewer is noise.
    if dealt.wins > 120.0 {
        assert_opening_interval(line, ["opening_value", "opening_low", "opening_high"], dealt.error());
    }
}

/// Checks the shrunken values of some titles: they lie in their posterior intervals, nearer together than the measured
/// values, and the intervals are not wider.
fn assert_shrunken(lines: &[Line]) {
    let dealt: Vec<&Line> = lines.iter().filter(|line| number(line, "opening_n") > 0.0).collect();
    let sum = |figure: &dyn Fn(&Line) -> f64| dealt.iter().map(|line| figure(line)).sum::<f64>();
    for line in &dealt {
        let [low, value, high] = ["_low", "", "_high"].map(|end| number(line, &format!("opening_shrunken{end}")));
        assert!(low < value && value < high, "{line:?}");
    }
    let width =
        |column: &str| sum(&|line| number(line, &format!("{column}_high")) - number(line, &format!("{column}_low")));
    assert!(sum(&|line| number(line, "opening_shrunken").abs()) < sum(&|line| number(line, "opening_value").abs()));
    assert!(width("opening_shrunken") < width("opening"), "posterior intervals use what is known of other titles");
}

fn cards(report: &Report) {
    let deck = &report.run.deck;
    let [dealt, seen, played, _] = handled(&report.run);
    let lines = report.lines("cards.csv");
    assert_eq!(lines.len(), deck.titles.len());
    assert_shrunken(&lines);
    for (place, (line, title)) in lines.iter().zip(&deck.titles).enumerate() {
        let of = deck.cards.iter().filter(|card| usize::from(card.title) == place);
        assert_eq!((&line["card"], &line["name"]), (&title.id, &title.name));
        assert_close(line, "copies", of.clone().count() as f64);
        for card in of {
            let word = |value| serde_json::to_value(value).expect("a word");
            assert_eq!(word(card.side), line["pile"]);
            assert_eq!(serde_json::to_value(&title.spec.kind).expect("a word"), line["kind"]);
        }
        assert_eq!(line["set"], deck.sets[usize::from(title.set)].id);
        assert_close(line, "opening_wins", dealt[place].wins);
        assert_opening(line, &dealt[place]);
        assert_close(line, "descriptive_seen_n", seen[place].n);
        assert_close(line, "descriptive_seen_win_rate", seen[place].rate());
        assert_close(line, "descriptive_played_n", played[place].n);
        assert_close(line, "descriptive_played_win_rate", played[place].rate());
    }
}

/// The flag and the number of unmade uses of a title of a strategy. A card is played if it moves from hand to the table or into a fight;
/// a one-shot or special, if it leaves for its use or its bonus.
fn plays(run: &Run, strategy: usize, title: usize) -> (&'static str, usize) {
    let spec = &run.deck.titles[title].spec;
    let is_own = |card: CardId| usize::from(run.deck.card(card).title) == title;
    let mut made = BTreeSet::new();
    let (mut held, mut played) = (false, false);
    for told in &run.games {
        let own = |seat: Seat| place(run, told, seat).0 == strategy;
        for event in &told.events {
            match *event {
                Event::Used { seat, card, n } if own(seat) && is_own(card) => {
                    made.insert(n);
                    played = true;
                }
                Event::Chosen { decision, choice } if matches!(choice.verb, Verb::Aid | Verb::Hinder) => {
                    played |= own(decision.seat) && is_own(choice.card);
                }
                Event::Move { card, from, to } if is_own(card) => {
                    let comes = matches!(to, Zone::Hand(seat) | Zone::Table(seat) if own(seat));
                    let leaves = matches!(from, Zone::Hand(seat) if own(seat));
                    let lands = matches!(to, Zone::Table(seat) if own(seat)) && spec.kind.play != Play::Curse;
                    held |= comes;
                    let settles = lands || leaves && matches!(to, Zone::Played | Zone::Table(_));
                    played |= settles && !spec.once && spec.kind.play != Play::Special;
                }
                _ => {}
            }
        }
    }
    let unmade = (0..spec.uses.len() as u8).filter(|n| !made.contains(n)).count();
    let flag = match (held, played) {
        (false, _) => "",
        (true, false) => "never played",
        (true, true) if !spec.uses.is_empty() && unmade == spec.uses.len() => "no use made",
        _ => "",
    };
    (flag, unmade)
}

fn cards_by_strategy(report: &Report) {
    let titles = &report.run.deck.titles;
    let lines = report.lines("cards_by_strategy.csv");
    assert_eq!(lines.len(), NAMES.len() * titles.len());
    for ((strategy, name), lines) in NAMES.iter().enumerate().zip(lines.chunks(titles.len())) {
        assert_shrunken(lines);
        let dealt = dealt_to(&report.run, strategy);
        for ((line, title), dealt) in lines.iter().zip(titles).zip(&dealt) {
            assert_eq!((line["strategy"].as_str(), &line["card"]), (*name, &title.id));
            assert_close(line, "opening_n", dealt.n);
            assert_close(line, "opening_wins", dealt.wins);
            assert_close(line, "opening_value", dealt.value());
            let end = |column: &str| line[column].parse::<f64>().unwrap_or(f64::NAN);
            let (low, value, high) = (end("opening_low"), end("opening_value"), end("opening_high"));
            assert!(dealt.n == 0.0 || low <= value && value <= high && low < high, "{line:?}");
        }
        for (title, line) in lines.iter().enumerate() {
            let (flag, unmade) = plays(&report.run, strategy, title);
            assert_eq!(line["plays_flag"], flag, "{line:?}");
            assert_close(line, "plays_uses", titles[title].spec.uses.len() as f64);
            assert_close(line, "plays_uses_unmade", unmade as f64);
            assert_eq!(line["plays_games"], GAMES.to_string());
        }
        assert!(lines.iter().any(|line| line["plays_flag"].is_empty()), "{name}");
    }
}

fn identities(report: &Report) {
    let deck = &report.run.deck;
    let [dealt, .., tabled] = handled(&report.run);
    let lines = report.lines("identities.csv");
    let kind = |place: usize| deck.card(deck.titles[place].first).play;
    let listed = (0..deck.titles.len()).filter(|&place| matches!(kind(place), Play::Slot | Play::Rank));
    let listed: Vec<usize> = listed.collect();
    assert_eq!(lines.len(), listed.len());
    for (line, place) in lines.iter().zip(listed) {
        let title = &deck.titles[place];
        let set = &deck.sets[usize::from(title.set)];
        let sort = if kind(place) == Play::Slot { &set.terms.identity } else { &set.terms.power };
        assert_eq!((&line["identity"], &line["name"], &line["sort"]), (&title.id, &title.name, sort));
        assert_eq!(line["set"], set.id);
        assert_close(line, "descriptive_held_n", tabled[place].n);
        assert_close(line, "descriptive_held_win_rate", tabled[place].rate());
        assert_opening(line, &dealt[place]);
    }
}

/// Ids of the set and of the cards of a deck file.
fn ids(text: &str) -> (String, BTreeSet<String>) {
    let file: toml::Value = toml::from_str(text).expect("a deck file");
    let id = |value: &toml::Value| value["id"].as_str().expect("an id").to_owned();
    (id(&file["set"]), file["card"].as_array().expect("cards").iter().map(id).collect())
}

#[test]
fn rows_of_two_decks_have_the_ids_of_their_sets() {
    let folder = tempfile::tempdir().expect("a folder");
    let small = fs::read_to_string("tests/decks/mini.toml").expect("the test deck");
    fs::write(folder.path().join("mini.toml"), &small).expect("the same deck");
    let mut command = Command::new(env!("CARGO_BIN_EXE_kickdoor"));
    command.current_dir(&folder).args(["run", "zombies", "mini.toml", "--quiet", "-n", "2", "-o", "out"]);
    command.assert().success();
    let decks = [ids(&common::shipped_text()), ids(&small)];
    for (file, column) in [("cards.csv", "card"), ("identities.csv", "identity")] {
        let text = fs::read_to_string(folder.path().join("out").join(file)).expect("it is written");
        let lines = csv::Reader::from_reader(text.as_bytes()).into_deserialize();
        let mut found = BTreeSet::new();
        for line in lines.map(|line: Result<Line, csv::Error>| line.expect("a line")) {
            let set = decks.iter().find(|(_, cards)| cards.contains(&line[column])).map(|(set, _)| set);
            assert_eq!(Some(&line["set"]), set, "{line:?}");
            found.insert(line["set"].clone());
        }
        assert_eq!(found.len(), 2, "{file}");
    }
}
