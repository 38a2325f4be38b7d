//! Restricted players never make the plays that their profiles forbid.

use crate::common;
use kickdoor::deck::Deck;
use kickdoor::game::{Choice, Decision, Moment, Progress, Question, Silent, Table, Verb, View};
use kickdoor::strategy::{Player, Profile, Strategy};

/// Whether a choice is forbidden.
type Forbidden = fn(View<'_, 3>, Decision, Choice) -> bool;

fn restricted(deck: &Deck<3>, never: &str) -> Strategy<3> {
    let text = format!("extends = \"balanced-1\"\nnever = [\"{never}\"]");
    Profile::parse("x", "x.toml", &text).expect("a profile").compile(deck)
}

/// Number of forbidden choices of four equal players in some games.
fn forbidden_choices(deck: &Deck<3>, player: &Strategy<3>, forbidden: Forbidden) -> u32 {
    let mut count = 0;
    for block in 0..20 {
        let mut table = Table::deal(deck, common::seating(4, 3, block), Silent);
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
        let mut table = Table::deal(&deck, common::seating(4, 3, block), Silent);
        while let Progress::Asks(decision) = table.advance().expect("a lawful game") {
            let mut mind = table.mind(decision.seat);
            let choice = player.choose(table.view(decision.seat), decision.question, table.options(), &mut mind);
            let unwanted = choice.verb == Verb::Play && deck.title(choice.card).id == title.id;
            assert!(!unwanted, "{decision:?} {choice:?}");
            table.apply(choice).expect("an offered choice");
        }
    }
}
