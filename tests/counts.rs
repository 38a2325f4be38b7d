//! All metrics, counted again from the events of the games as reports/README.md defines them.

mod counter;
pub(crate) mod replayed;

use std::collections::BTreeSet;
use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;

use crate::common;
use common::{deck_of, shipped, shipped_text};
use counter::{Counter, Sums};
use kickdoor::deck::Deck;
use kickdoor::game::{DrawWhy, Event, FightEnd};
use kickdoor::ids::Seat;
use kickdoor::run::tally::{METRICS, Mark, MarkSums, RATIOS, ROUNDS, RatioSums, metric_name};
use kickdoor::run::{Arm, Firing, firings};
use replayed::{ReplayedGame, Run, WATCHED, alone, first, first_at, handled, levels_by_turn, place, run, seats, win};

/// Runs of all shipped players, and of variants with rare events; each is played once.
fn runs() -> impl Iterator<Item = &'static Run> {
    static RUNS: [OnceLock<Run>; 7] = [const { OnceLock::new() }; 7];
    RUNS.iter().enumerate().map(|(place, run)| run.get_or_init(|| nth(place)))
}

fn nth(place: usize) -> Run {
    let variant = |switches: &[&str]| deck_of(&shipped_text(), switches);
    match place {
        0 => run(shipped(), 4, &["balanced"], 120),
        1 => run(shipped(), 3, &["balanced", "greedy", "random"], 60),
        2 => run(variant(&["shared_victory=true", "win_level=5"]), 4, &["greedy", "balanced"], 80),
        3 => run(variant(&["max_turns=150", "runner_order=roll"]), 5, &["random"], 40),
        4 => run(with_rare_cards(), 4, &["random"], 400),
        5 => run(with_taken_fights(), 4, &["random", "balanced"], 60),
        _ => run(with_rare_questions(), 4, &["random"], 80),
    }
}

/// A card entry.
fn card(copies: u8, id: &str, rest: &str) -> String {
    format!("[[card]]\nid = \"{id}\"\nname = \"{id}\"\ncopies = {copies}\norigin = \"modelled\"\n{rest}\n")
}

/// The shipped deck with cards and house rules for questions that it does not pose itself.
fn with_rare_questions() -> Deck {
    let cards = [
        card(2, "clergy", "kind = \"identity\"\ngrants = [\"draws_discards\"]"),
        card(6, "butler", "kind = \"role\""),
        card(1, "veil", "kind = \"item\"\ngold = 100\nstrength = [{ add = 1, if = { gender = \"female\" } }]"),
        "[[kind]]\nid = \"porter\"\nplay = \"slot\"\nlimit = 4\ncarries = \"enhancer\"\n".to_owned(),
        card(10, "sam", "kind = \"porter\""),
        card(
            2,
            "weight",
            "kind = \"item\"\nonce = true\ngold = 0\nuse = [{ when = [\"card_roll\"], do = [\"set_roll\"] }]",
        ),
        card(3, "throw", "kind = \"curse\"\ncurse = [{ roll = [{ up_to = 6, do = [{ lose_levels = 1 }] }] }]"),
    ];
    let switches = ["max_turns=150", "win_level=5", "voluntary_flee=true", "loot_optional=true", "deals=trust"];
    deck_of(&format!("{}\n{}", shipped_text(), cards.concat()), &switches)
}

/// The shipped deck with cards for effects that none of its own cards has.
fn with_rare_cards() -> Deck {
    let card = |id: &str, rest: &str| card(4, id, rest);
    let cards = [
        card(
            "exit",
            "kind = \"special\"\ndeck = \"door\"\nuse = [{ when = [\"combat\"], aim = \"fighter\", do = [\"die\"] }]",
        ),
        card(
            "toll",
            "kind = \"special\"\ndeck = \"door\"\n\
             use = [{ when = [\"turn\"], cost = { levels = 1 }, do = [{ draw = { deck = \"door\" } }] }]",
        ),
        card(
            "crown",
            "kind = \"special\"\ndeck = \"door\"\nuse = [{ when = [\"turn\"], do = [{ gain_winning_levels = 1 }] }]",
        ),
        card(
            "press",
            "kind = \"special\"\ndeck = \"door\"\n\
             use = [{ when = [\"combat\"], aim = \"rival\", if = \"is_main\", do = [\"compel_help\"] }]",
        ),
        card(
            "soft-landing",
            "kind = \"special\"\ndeck = \"door\"\nuse = [{ when = [\"bad_stuff\"], do = [\"cancel_bad_stuff\"] }]",
        ),
        card("sleeves", "kind = \"item\"\ngold = 100\ngrants = [{ extra_hands = 1 }]"),
    ];
    deck_of(&format!("{}\n{}", shipped_text(), cards.concat()), &["max_turns=150", "win_level=3"])
}

/// The shipped deck with cards that take fights over and kill monsters in them.
fn with_taken_fights() -> Deck {
    let special = |id: &str, rest: &str| {
        let combat = "kind = \"special\"\ndeck = \"door\"\nuse = [{ when = [\"combat\"], ";
        card(8, id, &format!("{combat}{rest} }}]"))
    };
    let cards = [
        special("relay", "aim = \"rival\", do = [\"take_over\"]"),
        special("herd", "do = [\"add_monster\"]"),
        special("arrow", "do = [{ remove_monster = { treasure = true, killed = true } }]"),
    ];
    deck_of(&format!("{}\n{}", shipped_text(), cards.concat()), &["max_turns=150", "win_level=3"])
}

/// The counts of each block.
fn blocks(run: &Run) -> Vec<Sums> {
    let mut blocks = vec![Sums::new(); run.plan.blocks() as usize];
    for replayed in &run.games {
        let mut sums = Counter::new(&run.deck).game(&replayed.events, replayed.outcome);
        sums.extend(course(run, replayed));
        for (name, number) in sums {
            *blocks[replayed.block as usize].entry(name).or_default() += number;
        }
    }
    blocks
}

/// The metrics of the Levels over the turns.
fn course(run: &Run, replayed: &ReplayedGame) -> [(String, u64); 2] {
    let turns = levels_by_turn(replayed);
    let was_last =
        rounds(run, &turns).any(|levels| alone(run, levels, true).is_some_and(|seat| win(replayed, seat) > 0));
    let after = first_at(replayed, *run.deck.rules.win_level - 1).map_or(0, |(_, turn)| turns.len() - turn);
    [("won_from_last".to_owned(), u64::from(was_last)), ("turns_after_last_level".to_owned(), after as u64)]
}

/// The Levels after each round that was not the last one.
fn rounds<'l>(run: &Run, turns: &'l [[u8; 6]]) -> impl Iterator<Item = &'l [u8; 6]> + use<'l> {
    let players = usize::from(run.plan.players());
    turns.iter().enumerate().filter(move |(turn, _)| turn % players == 0).map(|(_, levels)| levels).skip(1)
}

fn of(block: &Sums, name: &str) -> u64 {
    block.get(name).copied().unwrap_or(0)
}

#[test]
fn every_metric_counts_what_it_says() {
    let mut seen = BTreeSet::new();
    for (place, run) in runs().enumerate() {
        let (blocks, counts) = (blocks(run), &run.tally.counts);
        for metric in 0..METRICS {
            let name = metric_name(metric);
            let own = blocks.iter().map(|block| of(block, &name));
            assert_eq!(counts.sum(metric), own.clone().map(u128::from).sum::<u128>(), "{name} of run {place}");
            assert_eq!(
                counts.square(metric),
                own.clone().map(|n| u128::from(n * n)).sum::<u128>(),
                "squares of {name}, run {place}"
            );
            seen.extend(own.clone().any(|n| n > 0).then_some(name));
        }
        let known: BTreeSet<String> = (0..METRICS).map(metric_name).collect();
        let strange = blocks.iter().flat_map(Sums::keys).find(|name| !known.contains(*name));
        assert_eq!(strange, None, "no metric has this name");
    }
    let never: Vec<String> = (0..METRICS).map(metric_name).filter(|name| !seen.contains(name)).collect();
    assert_eq!(never, ["unfinished_steps", "unfinished_depth"], "only these are for decks that do not end");
}

#[test]
fn gold_from_sales_includes_bonuses() {
    let events = || runs().flat_map(|run| &run.games).flat_map(|game| &game.events);
    let with_bonus = |event: &&Event| matches!(event, Event::Sold { bonus: 1.., .. });
    assert!(events().any(|event| with_bonus(&event)), "some sales have a bonus, so their whole Gold is counted");
}

#[test]
fn the_player_who_took_a_fight_over_plays_the_monsters_that_join() {
    let run = runs().nth(5).expect("taken fights");
    let players = ["random", "balanced"].map(|name| common::player(name, &run.deck));
    let arm = Arm::new(&run.deck, &players);
    let firings = firings(arm, &run.plan, 2, &AtomicBool::new(false), &mut |_| {}).expect("lawful games");
    let (mut played, mut elsewhere) = (vec![[0; 2]; run.deck.titles.len()], 0);
    for game in &run.games {
        let (mut first, mut main) = (Seat(0), Seat(0));
        for event in &game.events {
            let card = match *event {
                Event::FightBegins { seat, card } => {
                    (first, main) = (seat, seat);
                    card
                }
                Event::TakenOver { seat } => {
                    main = seat;
                    continue;
                }
                Event::MonsterJoins { card, .. } => card,
                _ => continue,
            };
            let strategy = |seat: Seat| usize::from(game.seating[seat.index()]);
            played[usize::from(run.deck.card(card).title)][strategy(main)] += 1;
            elsewhere += u32::from(strategy(main) != strategy(first));
        }
    }
    assert!(elsewhere > 0, "monsters join a fight that another strategy has taken over");
    for (title, counts) in played.into_iter().enumerate().filter(|(_, counts)| *counts != [0; 2]) {
        let found = firings.titles[title].iter().find(|found| found.firing == Firing::Played).expect("it is counted");
        assert_eq!(found.counts, counts, "{}", run.deck.titles[title].id);
    }
}

/// The shares of reports/README.md, with numerator and denominator.
const SHARES: [(&str, &str, &str); 11] = [
    ("share_turns_after_last_level", "turns_after_last_level", "turns"),
    ("share_fights_won", "fights_won", "fights"),
    ("share_fights_helped", "fights_helped", "fights"),
    ("share_helped_fights_won", "helped_fights_won", "fights_helped"),
    ("share_asks_agreed", "help_deals", "help_asked"),
    ("share_offers_accepted", "offers_accepted", "offers_made"),
    ("share_flights_escaped", "escapes", "flights"),
    ("share_curses_cancelled", "curses_cancelled", "curses"),
    ("share_hostile_for_the_win", "hostile_plays_for_the_win", "hostile_plays"),
    ("share_trades_accepted", "trades", "trades_proposed"),
    ("share_levels_from_kills", "levels_from_kills", "levels_gained"),
];

#[test]
fn shares_have_the_right_part_and_whole() {
    for run in runs().take(2) {
        let (blocks, summary) = (blocks(run), kickdoor::stats::summary(&run.tally));
        for (place, ratio) in RATIOS.iter().enumerate() {
            let (name, part, whole) = SHARES[place];
            let product: u128 = blocks.iter().map(|block| u128::from(of(block, part) * of(block, whole))).sum();
            assert_eq!((ratio.name, run.tally.counts.product(place)), (name, product));
        }
        for (name, part, whole) in SHARES {
            let sum = |name: &str| blocks.iter().map(|block| of(block, name)).sum::<u64>();
            let found = summary.iter().find(|metric| metric.name == name).expect("a line").estimate;
            let share = sum(part) as f64 / sum(whole) as f64;
            assert_eq!(found.n, sum(whole), "{name}");
            assert!(found.n == 0 && found.value.is_nan() || (found.value - share).abs() < 1e-12, "{name}: {found:?}");
        }
    }
}

#[test]
fn games_and_wins_are_those_of_the_strata() {
    for run in runs() {
        let strata = &run.tally.strata;
        let all = strata.strategies() * strata.players();
        let (mut games, mut blocks) = (vec![0; all], vec![vec![0; all]; run.plan.blocks() as usize]);
        for replayed in &run.games {
            for seat in seats(run) {
                let (strategy, position) = place(run, replayed, seat);
                let stratum = strategy * strata.players() + position;
                games[stratum] += 1;
                blocks[replayed.block as usize][stratum] += win(replayed, seat);
            }
        }
        assert_eq!(strata.games(), games);
        for s in 0..all {
            assert_eq!(strata.wins()[s], blocks.iter().map(|block| block[s]).sum::<u64>());
            for t in 0..all {
                assert_eq!(strata.product(s, t), blocks.iter().map(|block| block[s] * block[t]).sum::<u64>());
            }
        }
        let unfinished = run.games.iter().filter(|replayed| replayed.outcome.winners.is_empty()).count() as u64;
        let tally = &run.tally;
        assert_eq!((tally.games, tally.blocks), (run.plan.games(), run.plan.blocks()));
        assert_eq!(tally.unfinished, unfinished);
    }
}

/// For each block: games that reached the moment of a mark, those with a marked player, and the wins of these players.
fn marked(run: &Run, mark: Mark) -> Vec<[u64; 3]> {
    let mut blocks = vec![[0; 3]; run.plan.blocks() as usize];
    for replayed in run.games.iter().filter(|replayed| !replayed.outcome.winners.is_empty()) {
        let turns = levels_by_turn(replayed);
        let half = &turns[turns.len() / 2];
        let marked = match mark {
            Mark::LeaderAtHalf => alone(run, half, false),
            Mark::LastAtHalf => alone(run, half, true),
            Mark::FirstAtLastLevel => first_at(replayed, *run.deck.rules.win_level - 1).map(|(seat, _)| seat),
            Mark::LeaderAfter(round) => match rounds(run, &turns).nth(round - 1) {
                Some(levels) => alone(run, levels, false),
                None => continue,
            },
        };
        let [games, with, wins] = &mut blocks[replayed.block as usize];
        *games += 1;
        *with += u64::from(marked.is_some());
        *wins += marked.map_or(0, |seat| win(replayed, seat));
    }
    blocks
}

#[test]
fn players_that_stand_out_are_counted_with_their_wins() {
    let marks = [Mark::LeaderAtHalf, Mark::LastAtHalf, Mark::FirstAtLastLevel];
    for mark in marks.into_iter().chain((1..=ROUNDS).map(Mark::LeaderAfter)) {
        for run in runs() {
            let blocks = marked(run, mark);
            let sum = |of: fn(&[u64; 3]) -> u64| blocks.iter().map(of).sum::<u64>();
            let expected = MarkSums {
                games: sum(|block| block[0]),
                marked: sum(|block| block[1]),
                wins: sum(|block| block[2]),
                games_games: sum(|block| block[0] * block[0]),
                games_marked: sum(|block| block[0] * block[1]),
                games_wins: sum(|block| block[0] * block[2]),
                marked_marked: sum(|block| block[1] * block[1]),
                marked_wins: sum(|block| block[1] * block[2]),
                wins_wins: sum(|block| block[2] * block[2]),
            };
            assert_eq!(run.tally.race.of(mark), expected, "{mark:?}");
        }
        assert!(runs().any(|run| run.tally.race.of(mark).wins > 0), "{mark:?}");
    }
}

/// Fights of each block: the Level of the main player and the title of the monster at the beginning, and whether the
/// monsters were killed.
fn fights(run: &Run) -> Vec<Vec<(u8, usize, bool)>> {
    let mut blocks = vec![Vec::new(); run.plan.blocks() as usize];
    for replayed in &run.games {
        let (mut levels, mut fight) = ([1; 6], None);
        for event in &replayed.events {
            match *event {
                Event::Level { seat, to, .. } => levels[seat.index()] = to,
                Event::FightBegins { seat, card } => {
                    fight = Some((levels[seat.index()], usize::from(run.deck.card(card).title)));
                }
                Event::FightEnds { how, .. } => {
                    let (level, title) = fight.take().expect("a fight");
                    blocks[replayed.block as usize].push((level, title, how == FightEnd::Killed));
                }
                _ => {}
            }
        }
    }
    blocks
}

#[test]
fn fights_are_counted_by_level_and_by_monster() {
    for run in runs() {
        let blocks = fights(run);
        let check = |found: &RatioSums, is_own: &dyn Fn(u8, usize) -> bool| {
            let mut expected = RatioSums::default();
            for block in &blocks {
                let own = block.iter().filter(|(level, title, _)| is_own(*level, *title));
                expected.add_block(own.clone().filter(|(.., won)| *won).count() as u64, own.count() as u64);
            }
            assert_eq!(*found, expected);
        };
        let tally = &run.tally.fights;
        (1..).zip(&tally.by_level).for_each(|(level, found)| check(found, &|own, _| own == level));
        tally.by_title.iter().enumerate().for_each(|(title, found)| check(found, &|_, own| own == title));
    }
}

#[test]
fn games_are_counted_by_their_turns() {
    for run in runs() {
        let most = run.rows.iter().map(|row| row.turns).max().expect("games");
        let games = (0..=most).map(|turns| run.rows.iter().filter(|row| row.turns == turns).count() as u64);
        assert_eq!(run.tally.lengths.games, games.collect::<Vec<u64>>());
    }
}

/// For each title and block: the deals by stratum, and their wins.
fn dealt(run: &Run) -> Vec<Vec<(Vec<u64>, u64)>> {
    let strata = run.tally.strata.strategies() * run.tally.strata.players();
    let empty = vec![(vec![0; strata], 0); run.plan.blocks() as usize];
    let mut titles = vec![empty; run.deck.titles.len()];
    for replayed in &run.games {
        for event in &replayed.events {
            if let Event::Draw { seat, card, why: DrawWhy::Deal, .. } = *event {
                let (strategy, position) = place(run, replayed, seat);
                let title = usize::from(run.deck.card(card).title);
                let (seen, won) = &mut titles[title][replayed.block as usize];
                seen[strategy * run.tally.strata.players() + position] += 1;
                *won += win(replayed, seat);
            }
        }
    }
    titles
}

#[test]
fn opening_deals_are_counted_with_their_wins() {
    for run in runs().skip(1) {
        for (title, blocks) in dealt(run).iter().enumerate() {
            let sums = run.tally.openings.title(title);
            assert_eq!(sums.wins(), blocks.iter().map(|(_, won)| won).sum::<u64>());
            assert_eq!(sums.square(), blocks.iter().map(|(_, won)| won * won).sum::<u64>());
            for s in 0..blocks[0].0.len() {
                assert_eq!(sums.seen(s), blocks.iter().map(|(seen, _)| seen[s]).sum::<u64>());
                assert_eq!(sums.wins_seen(s), blocks.iter().map(|(seen, won)| seen[s] * won).sum::<u64>());
                let both = |t: usize| blocks.iter().map(|(seen, _)| seen[s] * seen[t]).sum::<u64>();
                assert!((0..blocks[0].0.len()).all(|t| sums.seen_seen(s, t) == both(t)));
            }
        }
    }
}

#[test]
fn cards_are_seen_played_and_put_on_the_table() {
    for run in runs() {
        let cards = &run.tally.cards;
        for (way, handling) in [&cards.seen, &cards.played, &cards.tabled].into_iter().enumerate() {
            let mut own = vec![[0; 4]; run.deck.cards.len()];
            for replayed in &run.games {
                let pairs = &handled(replayed)[way];
                for &(seat, card) in pairs {
                    let others = pairs.iter().filter(|(other, same)| *same == card && *other < seat);
                    let own = &mut own[usize::from(card.0)];
                    own[0] += 1;
                    own[1] += win(replayed, seat);
                    for &(other, _) in others {
                        own[2] += 1;
                        own[3] += win(replayed, seat) + win(replayed, other);
                    }
                }
            }
            for (card, own) in own.into_iter().enumerate() {
                let found = [&handling.times, &handling.wins, &handling.pairs, &handling.pair_wins];
                assert_eq!(found.map(|list| list[card]), own, "card {card}, way {way}");
            }
        }
    }
}

#[test]
fn rows_of_games_say_what_happened() {
    for run in runs() {
        assert_eq!(run.rows.len(), run.games.len());
        let seatings = run.plan.seatings().len();
        for (game, (row, replayed)) in run.rows.iter().zip(&run.games).enumerate() {
            let times = |like: fn(&Event) -> bool| replayed.events.iter().filter(|event| like(event)).count();
            let is_drawn = |event: &Event| matches!(event, Event::Draw { card: WATCHED, .. });
            assert_eq!((row.game, row.block, row.number), (game as u64, replayed.block, game % seatings));
            assert_eq!(
                (row.seating.0, row.winners, row.first),
                (replayed.seating, replayed.outcome.winners, first(replayed))
            );
            assert_eq!(usize::from(row.turns), times(|event| matches!(event, Event::TurnBegins { .. })));
            assert_eq!(usize::from(row.deaths), times(|event| matches!(event, Event::Died { .. })), "game {game}");
            assert_eq!(row.drawn, replayed.events.iter().any(is_drawn), "game {game}");
        }
    }
}
