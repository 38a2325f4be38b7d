//! How `balanced` judges cards and positions that are rare in the shipped sets.

use crate::common;
use kickdoor::deck::{Deck, Play};
use kickdoor::game::{Bound, Choice, Decision, Progress, Question, Verb, View};
use kickdoor::strategy::{Player, Profile, Taste, Worth};

/// A small deck with more cards.
fn deck_with(cards: &str) -> Deck {
    common::deck_of(&format!("{}\n{cards}", include_str!("decks/mini.toml")), &[])
}

/// Notes a decision, its options and the choice.
type Note<'n> = dyn FnMut(View<'_>, Decision, &[Choice], Choice) + 'n;

/// Calls `note` with each decision of some games of four such players.
fn watch(deck: &Deck, weights: &str, note: &mut Note<'_>) {
    let text = format!("extends = \"balanced\"\n[weights]\n{weights}\n");
    let player = Profile::parse("mine", "mine.toml", &text).expect("a profile").compile(deck);
    for block in 0..60 {
        let mut table = common::table(deck, common::game_setup(4, 41, block));
        while let Progress::Asks(decision) = table.advance().expect("a lawful game") {
            let mut mind = table.mind(decision.seat);
            let choice = player.choose(table.view(decision.seat), decision.question, table.options(), &mut mind);
            note(table.view(decision.seat), decision, table.options(), choice);
            table.apply(choice).expect("an offered choice");
        }
    }
}

/// The figures of `proven_worth` come from rolls that change by 3 at the most.
#[test]
fn an_identity_of_unheard_of_strength_is_not_worth_more_than_measured_ones() {
    let more = |flee: i32| {
        let deck = deck_with(&format!(
            "[[card]]\nid = \"odd\"\nname = \"Odd\"\nkind = \"identity\"\norigin = \"modelled\"\nflee = [{{ add = {flee} }}]\n"
        ));
        let worth = |proven| Worth::of(&deck, Taste { proven, ..Taste::default() });
        let card = deck.selected("odd").iter().next().expect("the card");
        i32::from(worth(true).in_play(card)) - i32::from(worth(false).in_play(card))
    };
    assert!(more(-3) > more(3), "{} {}", more(-3), more(3));
    assert_eq!((more(-50), more(50)), (more(-3), more(3)));
}

/// Whoever taught the worth of an Item did not wear what is bad by its text.
#[test]
fn lessons_do_not_tell_whether_an_item_is_worn() {
    let deck = deck_with(
        "[[card]]\nid = \"odd\"\nname = \"Odd\"\nkind = \"item\"\nbonus = 4\ngold = 0\ngrants = [{ extra_treasures = -9 }]\norigin = \"modelled\"\n",
    );
    let worth = |more| Worth::of(&deck, Taste { learned: &vec![more; deck.cards.len()], ..Taste::default() });
    let (poor, rich) = (worth(-300), worth(300));
    let bad = deck.selected("odd").iter().next().expect("the card");
    assert!(poor.wear(bad) == rich.wear(bad) && rich.wear(bad) < 0, "{}", rich.wear(bad));
    let good = deck.selected("rolling-pin").iter().next().expect("the card");
    assert!(poor.wear(good) == 1 && rich.wear(good) > 300, "{} {}", poor.wear(good), rich.wear(good));
}

#[test]
fn a_poor_identity_is_played_if_it_costs_nothing() {
    let (deck, mut played) = (deck_with(""), 0);
    watch(&deck, "worth = { identity = -40 }", &mut |_, _, _, choice| {
        played += i32::from(choice.verb == Verb::Play && deck.card(choice.card).play == Play::Slot);
    });
    assert!(played > 100, "{played}");
}

/// A door serves the active player, even if a rival suffers the Curse that opens it.
#[test]
fn a_curse_that_opens_a_door_is_played_by_the_active_player() {
    let deck = deck_with(
        "[[card]]\nid = \"odd\"\nname = \"Odd\"\nkind = \"curse\"\ncopies = 8\ncurse = [\"open_door\"]\norigin = \"modelled\"\n",
    );
    let (odd, mut played) = (deck.selected("odd"), [0, 0]);
    watch(&deck, "", &mut |view, decision, _, choice| {
        if choice.verb == Verb::Play && odd.contains(choice.card) {
            played[usize::from(view.active() == decision.seat)] += 1;
        }
    });
    assert!(played[0] == 0 && played[1] > 20, "by others, by the active player: {played:?}");
}

#[test]
fn trouble_is_sought_with_a_monster_that_is_defeated_at_once() {
    let deck = deck_with(
        "[[card]]\nid = \"odd\"\nname = \"Odd\"\nkind = \"monster\"\ncopies = 8\nlevel = 19\ntreasures = 1\norigin = \"modelled\"\n\
         on = [{ when = \"fight\", do = [\"defeat_this\"] }]\n",
    );
    let (odd, mut sought) = (deck.selected("odd"), [0, 0]);
    watch(&deck, "", &mut |_, decision, options, choice| {
        if decision.question == Question::LookForTrouble && options.iter().any(|option| odd.contains(option.card)) {
            sought[usize::from(choice != Choice::PASS)] += 1;
        }
    });
    assert!(sought[0] == 0 && sought[1] > 20, "passes, fights: {sought:?}");
}

/// Six players can hold all Treasures but two that draw each other.
#[test]
fn a_card_is_not_played_to_draw_the_last_one_of_a_pile() {
    let deck = common::deck_of_sets(&["axe-cop"], &["max_steps=1000"]);
    let player = common::player("balanced", &deck);
    for game in 0..60 {
        let mut table = common::table(&deck, common::game_setup(6, 1, game));
        let outcome = common::finish(&mut table, &[&player]);
        assert_ne!(outcome.bound, Some(Bound::Steps), "game {game}");
    }
}
