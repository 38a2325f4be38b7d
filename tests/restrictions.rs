//! Restricted players never make the plays that their profiles forbid.

use crate::common;
use kickdoor::deck::Deck;
use kickdoor::game::{Choice, Decision, Moment, Progress, Question, Verb, View};
use kickdoor::strategy::{Player, Profile, Strategy};

/// Whether a choice is forbidden.
type Forbidden = fn(View<'_>, Decision, Choice) -> bool;

fn restricted(deck: &Deck, never: &str) -> Strategy {
    let text = format!("extends = \"balanced-1\"\nnever = [\"{never}\"]");
    Profile::parse("x", "x.toml", &text).expect("a profile").compile(deck)
}

/// Number of forbidden choices of four equal players in some games.
fn forbidden_choices(deck: &Deck, player: &Strategy, forbidden: Forbidden) -> u32 {
    let mut count = 0;
    for block in 0..20 {
        let mut table = common::table(deck, common::game_setup(4, 3, block));
        while let Progress::Asks(decision) = table.advance().expect("a lawful game") {
            let mut mind = table.mind(decision.seat);
            let view = table.view(decision.seat);
            let choice = player.choose(view, decision.question, table.options(), &mut mind);
            count += u32::from(forbidden(view, decision, choice));
            table.apply(choice).expect("an offered choice");
        }
    }
    count
}

#[test]
fn no_restricted_player_does_what_it_never_does() {
    let deck = common::shipped();
    let cases: [(&str, Forbidden); 6] = [
        ("ask for help", |_, _, choice| choice.verb == Verb::Ask),
        ("play curse", |view, _, choice| choice.verb == Verb::Play && view.deck().masks.curses.contains(choice.card)),
        ("help", |_, asked, choice| asked.question == Question::Reply && choice.verb != Verb::Refuse),
        ("interfere", |view, asked, choice| {
            asked.question == Question::Round(Moment::Combat)
                && !view.fighting(view.seat())
                && choice.verb != Verb::Pass
        }),
        ("look for trouble", |_, asked, choice| {
            asked.question == Question::LookForTrouble && choice.verb != Verb::Pass
        }),
        ("sell", |_, _, choice| choice.verb == Verb::Sell),
    ];
    for (never, forbidden) in cases {
        let free = common::player("balanced-1", &deck);
        assert!(forbidden_choices(&deck, &free, forbidden) > 0, "{never}: an unrestricted player does it");
        assert_eq!(forbidden_choices(&deck, &restricted(&deck, never), forbidden), 0, "{never}");
    }
}

#[test]
fn a_card_that_is_never_played_stays_unplayed() {
    let deck = common::shipped();
    let title = deck.titles.iter().find(|title| deck.masks.curses.contains(title.first)).expect("a Curse");
    let player = restricted(&deck, &format!("play {}", title.id));
    for block in 0..20 {
        let mut table = common::table(&deck, common::game_setup(4, 3, block));
        while let Progress::Asks(decision) = table.advance().expect("a lawful game") {
            let mut mind = table.mind(decision.seat);
            let choice = player.choose(table.view(decision.seat), decision.question, table.options(), &mut mind);
            let unwanted = choice.verb == Verb::Play && deck.title(choice.card).id == title.id;
            assert!(!unwanted, "{decision:?} {choice:?}");
            table.apply(choice).expect("an offered choice");
        }
    }
}

#[test]
fn every_command_refuses_a_misspelt_card() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str| folder.path().join(name);
    std::fs::copy("tests/decks/mini.toml", file("mini.toml")).expect("the test deck");
    std::fs::write(file("odd.toml"), "extends = \"balanced\"\nnever = [\"play inspektor\"]\n").expect("written");
    for arguments in [
        "run mini.toml -s odd.toml -n 10",
        "trace mini.toml -s odd.toml --game 1",
        "impact mini.toml -s odd.toml -n 10",
        "check mini.toml mini.toml -s odd.toml -n 10",
        "compare odd.toml balanced -d mini.toml -n 100",
        "tune mini.toml --strategy odd.toml",
        "deck coverage mini.toml -s odd.toml -n 10",
        "bench mini.toml -s odd.toml -n 10",
    ] {
        let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_kickdoor"));
        let refused = command.current_dir(folder.path()).args(arguments.split(' ')).assert().code(2);
        let output = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
        let explained = output.contains("names `inspektor`") && output.contains("did you mean `inspector`?");
        assert!(explained, "{arguments}: {output}");
    }
}

/// With debug assertions, a game compares each answer at sight with the answer from the options.
#[test]
fn a_card_that_is_never_played_does_not_sway_answers_at_sight() {
    let deck = common::deck_of(include_str!("decks/mini.toml"), &[]);
    for title in &deck.titles {
        for base in ["balanced", "helper"] {
            for never in ["play", "wear"] {
                let text = format!("extends = \"{base}\"\nnever = [\"{never} {}\"]", title.id);
                let player = Profile::parse("x", "x.toml", &text).expect("a profile").compile(&deck);
                for block in 0..8 {
                    common::play_at_table(&deck, common::game_setup(4, 1, block), &[&player; 4]);
                }
            }
        }
    }
}
