//! What `balanced` does in its games: sales, trades, replaced identities, monsters taken and brought.

use std::collections::BTreeMap;

use crate::common;
use kickdoor::deck::language::Happening;
use kickdoor::deck::{Deck, DeckSource, Play};
use kickdoor::game::{Choice, Decision, Moment, Progress, Question, Verb, View};
use kickdoor::ids::Seat;
use kickdoor::strategy::{Player, Profile, Taste, Worth};

/// Calls `note` with each decision of some games of four `balanced`.
fn watch(deck: &Deck, games: u64, note: &mut dyn FnMut(View<'_>, Decision, Choice)) {
    watch_options(deck, games, &mut |view, decision, _, choice| note(view, decision, choice));
}

/// Notes a decision, its options and the choice.
type Note<'n> = dyn FnMut(View<'_>, Decision, &[Choice], Choice) + 'n;

/// Like `watch`, with the options of each decision.
fn watch_options(deck: &Deck, games: u64, note: &mut Note<'_>) {
    watch_player("balanced", deck, games, note);
}

/// Like `watch_options`, for games of four such players.
fn watch_player(name: &str, deck: &Deck, games: u64, note: &mut Note<'_>) {
    let player = common::player(name, deck);
    for block in 0..games {
        let mut table = common::table(deck, common::game_setup(4, 31, block));
        while let Progress::Asks(decision) = table.advance().expect("a lawful game") {
            let mut mind = table.mind(decision.seat);
            let view = table.view(decision.seat);
            let choice = player.choose(view, decision.question, table.options(), &mut mind);
            note(view, decision, table.options(), choice);
            table.apply(choice).expect("an offered choice");
        }
    }
}

/// How `balanced` values cards.
fn taste_of_balanced() -> Taste<'static> {
    Taste {
        whole_uses: true,
        proven: true,
        taken: 26,
        lasting_uses: true,
        identity: -6,
        enhancer: 6,
        by_position: true,
        ..Taste::default()
    }
}

/// The shipped sets.
fn decks() -> impl Iterator<Item = Deck> {
    DeckSource::shipped().map(|source| common::deck_of(&source.text, &[]))
}

/// An Item of the shipped sets brings more if it does something each turn or at each kill, and less if it takes room.
#[test]
fn items_are_worth_what_items_like_them_proved_to_be_worth() {
    let (mut triggered, mut roomy) = (0, 0);
    for deck in decks() {
        let worth = |proven| Worth::of(&deck, Taste { proven, ..taste_of_balanced() });
        let (by_text, proven) = (worth(false), worth(true));
        for (title, card) in deck.titles.iter().map(|title| (title, deck.card(title.first))) {
            let more = proven.wear(title.first) - by_text.wear(title.first);
            let happens =
                |when| deck.triggers[card.triggers.range()].iter().filter(|rule| rule.when == when).count() as i16;
            let (turns, kills) = (happens(Happening::TurnStart), happens(Happening::Kill));
            let is_item = card.play == Play::Item && !card.once;
            if is_item && turns + kills > 0 && card.uses.len == 0 {
                triggered += 1;
                assert!(more > 2 * i16::from(card.bonus) - 10 * i16::from(card.big), "{}: {more}", title.id);
            }
            if is_item && card.bonus == 0 && card.uses.len == 0 && card.triggers.len == 0 {
                roomy += i32::from(card.big);
                let takes_room = card.big || card.slot.is_some() || card.hands > 0;
                assert!(more <= i16::from(!takes_room) || card.steady_flee < 0, "{}: {more}", title.id);
            }
            assert!(more == 0 || !matches!(card.play, Play::Monster | Play::Curse), "{}: {more}", title.id);
        }
    }
    assert!(triggered > 5 && roomy > 0, "{triggered} with triggers, {roomy} big");
}

#[test]
fn balanced_sells_only_for_its_last_levels() {
    let (deck, mut sales) = (common::shipped(), 0);
    watch(&deck, 60, &mut |view, decision, choice| {
        if matches!(decision.question, Question::Round(_)) && choice.verb == Verb::Sell {
            assert!(view.level(decision.seat) >= 7, "a sale at Level {}", view.level(decision.seat));
            sales += 1;
        }
    });
    assert!(sales > 30, "{sales} sales");
}

/// The last Level before the winning one may cost the more strength, the more rivals have it.
#[test]
fn dear_items_in_use_are_sold_to_reach_rivals_one_level_short_of_winning() {
    let (mut reaching, mut others) = (0, 0);
    for deck in decks() {
        let worth = Worth::of(&deck, taste_of_balanced());
        let last = i16::from(deck.rules.win_level) - 1;
        watch(&deck, 100, &mut |view, decision, choice| {
            if decision.question != Question::Sale || !view.used().contains(choice.card) {
                return;
            }
            let loss = i32::from(worth.wear(choice.card)) * 1000;
            if loss > 12 * i32::from(deck.card(choice.card).gold) {
                let rivals = view.living().without(decision.seat).filter(|rival| view.level(rival) == last);
                let reaches = view.level(decision.seat) + 1 == last && !rivals.is_empty();
                *(if reaches { &mut reaching } else { &mut others }) += 1;
            }
        });
    }
    assert!(reaching > 10 && others * 10 < reaching, "{reaching} sold to reach rivals, {others} others");
}

/// At a table of several sets, cards of two sets can take each other out of the discards.
#[test]
fn no_card_is_played_over_and_over_in_one_turn() {
    let sets: Vec<&str> = DeckSource::shipped_names().collect();
    let deck: Deck = common::deck_of_sets(&sets, &[]);
    for name in ["balanced", "balanced-1", "balanced-2", "hoarder"] {
        let player = common::player(name, &deck);
        for block in 0..12 {
            let mut table = common::table(&deck, common::game_setup(4, 32, block));
            let mut plays = BTreeMap::<_, u32>::new();
            while let Progress::Asks(decision) = table.advance().expect("a lawful game") {
                let mut mind = table.mind(decision.seat);
                let view = table.view(decision.seat);
                let choice = player.choose(view, decision.question, table.options(), &mut mind);
                if choice.verb == Verb::Play {
                    let times = plays.entry((view.turn(), choice.card)).or_default();
                    *times += 1;
                    assert!(*times <= 3, "{name}, turn {}: {}", view.turn(), deck.title(choice.card).id);
                }
                table.apply(choice).expect("an offered choice");
            }
        }
    }
}

#[test]
fn level_cards_are_not_played_before_the_first_turn() {
    for deck in decks() {
        watch(&deck, 20, &mut |view, decision, choice| {
            let plays = matches!(choice.verb, Verb::Play | Verb::Use) && deck.card(choice.card).uses.len > 0;
            let raises = plays && deck.title(choice.card).id.contains("go-up-a-level");
            assert!(!(raises && decision.question == Question::Opening && view.turn() == 0));
        });
    }
}

#[test]
fn both_sides_of_a_trade_can_use_what_they_receive() {
    let (deck, mut trades) = (common::shipped(), 0);
    watch(&deck, 60, &mut |view, decision, choice| {
        if decision.question == Question::TradeReply && choice.verb == Verb::Accept {
            let (partner, opener) = (decision.seat, view.active());
            for card in view.picked() {
                let new_owner = if view.table(partner).contains(card) { opener } else { partner };
                assert!(view.may_use(new_owner, card) && !view.used().contains(card));
            }
            assert!(view.level(opener) < 9 && view.level(partner) < 9);
            trades += 1;
        }
    });
    assert!(trades > 30, "{trades} trades");
}

#[test]
fn a_discarded_identity_makes_room_for_another_of_its_kind() {
    let (mut replaced, mut kept) = (0, 0);
    for deck in decks() {
        let mut discarded = None;
        watch(&deck, 40, &mut |view, decision, choice| {
            let own_turn = matches!(
                decision.question,
                Question::Round(Moment::StartOfTurn | Moment::AfterDoor | Moment::BeforeCharity)
            );
            let plays = matches!(choice.verb, Verb::Play | Verb::Pass);
            if own_turn
                && plays
                && let Some((seat, old)) = discarded.take()
            {
                // Without the old identity an Item can count that the new one bars.
                if choice.verb == Verb::Pass {
                    kept += 1;
                    return;
                }
                let [old, new] = [old, choice.card].map(|card| deck.card(card));
                assert!(decision.seat == seat && choice.verb == Verb::Play, "{choice:?}");
                assert!(new.group == old.group && new.title != old.title);
                replaced += 1;
            }
            if own_turn && choice.verb == Verb::Discard && view.active() == decision.seat {
                discarded = Some((decision.seat, choice.card));
            }
        });
    }
    assert!(replaced > 30 && 20 * kept < replaced, "{replaced} replaced, {kept} without a new one");
}

#[test]
fn a_monster_sent_away_comes_to_the_hand_of_its_sender() {
    let mut sent = 0;
    for deck in decks() {
        watch(&deck, 60, &mut |view, decision, choice| {
            if view.sends_monster() && decision.question == Question::AimAt {
                assert_eq!(choice.seat(), decision.seat);
                sent += 1;
            }
        });
    }
    assert!(sent > 10, "{sent} sent");
}

#[test]
fn a_further_monster_leaves_a_fight_that_its_player_wins() {
    let (mut won, mut lost) = (0, 0);
    for deck in decks() {
        let mut brought = false;
        watch(&deck, 60, &mut |view, decision, choice| {
            if decision.question != Question::Round(Moment::Combat) {
                return;
            }
            if std::mem::take(&mut brought) {
                *(if view.winning() { &mut won } else { &mut lost }) += 1;
            }
            let own = view.fight().is_some_and(|fight| fight.main() == decision.seat);
            brought = own && choice.verb == Verb::Play && deck.masks.wandering.contains(choice.card);
        });
    }
    // Some monsters become stronger beside others.
    assert!(won > 30 && lost * 20 < won, "{won} won, {lost} lost");
}

/// The use of such an Item would be left to strengthen the monsters of the player's own fight.
#[test]
fn fighters_keep_the_items_that_a_monster_of_their_fight_ignores() {
    let mut kept = 0;
    for deck in decks() {
        let spec = |card| &deck.titles[usize::from(deck.card(card).title)].spec;
        let strengthens = |card| format!("{:?}", spec(card).uses).contains("Strengthen");
        watch_options(&deck, 60, &mut |view, decision, options, choice| {
            if decision.question != Question::Round(Moment::Combat) || !view.fighting(decision.seat) {
                return;
            }
            let ignored = |play: &Choice| {
                matches!(play.verb, Verb::Play | Verb::Use)
                    && deck.masks.items.contains(play.card)
                    && strengthens(play.card)
                    && view.adds_nothing(play.card)
            };
            assert!(!ignored(&choice), "{} in vain", spec(choice.card).id);
            kept += options.iter().filter(|option| ignored(option)).count();
        });
    }
    assert!(kept > 30, "{kept} kept");
}

#[test]
fn a_strategy_file_adds_to_the_worth_of_selected_cards() {
    let deck = common::shipped();
    let added = [("curse", 5), ("big", 7), ("one-shot", -3), ("tag undead", 4), ("double-mojo", 9)];
    let selected = added.map(|(words, more)| (deck.selected(words), more));
    assert!(selected.iter().all(|(cards, _)| !cards.is_empty() && cards.len() < deck.cards.len() / 2), "{selected:?}");
    let added = added.map(|(words, more)| (words.to_owned(), more)).into();
    let [plain, other] = [None, Some(&added)].map(|added| Worth::of(&deck, Taste { added, ..Taste::default() }));
    for card in deck.masks.all {
        let sum: i16 = selected.iter().filter(|(cards, _)| cards.contains(card)).map(|(_, more)| more).sum();
        assert_eq!(other.keep(card) - plain.keep(card), sum, "{}", deck.title(card).id);
        assert_eq!(other.in_play(card) - plain.in_play(card), sum, "{}", deck.title(card).id);
    }
}

/// Whether a player is asked as a bystander of a fight that would win the game.
fn may_stop_a_win(view: View<'_>, decision: Decision) -> bool {
    let bystander = decision.question == Question::Round(Moment::Combat) && !view.fighting(decision.seat);
    bystander && view.for_the_win() && view.winning()
}

/// The number of cards of the bystanders between a player and the main player.
fn cards_of_later_bystanders(view: View<'_>, seat: Seat) -> usize {
    let main = view.fight().expect("a fight").main();
    let mut later = seat.left(view.players());
    let mut cards = 0;
    while later != main {
        cards += if view.fighting(later) { 0 } else { view.hand_size(later) };
        later = later.left(view.players());
    }
    cards
}

#[test]
fn a_win_is_left_to_later_bystanders_with_many_cards() {
    let (mut left, mut stopped) = (0, 0);
    for deck in decks() {
        watch_player("balanced-3", &deck, 60, &mut |view, decision, _, choice| {
            if !may_stop_a_win(view, decision) {
                return;
            }
            let many = cards_of_later_bystanders(view, decision.seat) >= 8;
            assert!(!many || choice.verb == Verb::Pass, "{choice:?}");
            left += usize::from(many);
            stopped += usize::from(choice.verb != Verb::Pass);
        });
    }
    assert!(left > 30 && stopped > 30, "{left} left to others, {stopped} plays");
}

/// The strength of the one-shots on the tables of the bystanders between a player and the main player.
fn open_strength_of_later_bystanders(view: View<'_>, seat: Seat) -> i16 {
    let main = view.fight().expect("a fight").main();
    let later = std::iter::successors(Some(seat.left(view.players())), |seat| Some(seat.left(view.players())));
    let later = later.take_while(|seat| *seat != main).filter(|seat| !view.fighting(*seat));
    let open = later.flat_map(|seat| (view.table(seat) & view.deck().masks.boosts).iter());
    open.map(|card| i16::from(view.deck().card(card).bonus).max(0)).sum()
}

#[test]
fn a_win_is_left_to_later_bystanders_with_enough_one_shots_on_their_tables() {
    let (mut left, mut stopped) = (0, 0);
    for deck in decks() {
        watch(&deck, 60, &mut |view, decision, choice| {
            if !may_stop_a_win(view, decision) {
                return;
            }
            // A quarter of the margin, and two points to be safe.
            let enough = 4 * (open_strength_of_later_bystanders(view, decision.seat) - 2) >= view.margin().max(1);
            assert!(!enough || choice.verb == Verb::Pass, "{choice:?}");
            left += usize::from(enough);
            stopped += usize::from(choice.verb != Verb::Pass);
        });
    }
    assert!(left > 30 && stopped > 30, "{left} left to others, {stopped} plays");
}

#[test]
fn no_card_is_spent_on_a_win_that_lacks_too_much_strength() {
    let (mut spared, mut stopped) = (0, 0);
    for deck in decks() {
        watch_player("balanced-3", &deck, 100, &mut |view, decision, options, choice| {
            if !may_stop_a_win(view, decision) || cards_of_later_bystanders(view, decision.seat) >= 8 {
                return;
            }
            let boosts = |option: &&Choice| match option.verb {
                Verb::Hinder => true,
                Verb::Play => deck.masks.enhancers.contains(option.card),
                _ => false,
            };
            let plain = |option: &Choice| {
                boosts(&option)
                    || matches!(option.verb, Verb::Pass | Verb::Unequip | Verb::Equip | Verb::Trade | Verb::Gift)
            };
            let reach: i16 =
                options.iter().filter(boosts).map(|option| i16::from(deck.card(option.card).bonus.max(0))).sum();
            if reach > 0 && options.iter().all(plain) {
                let enough = 2 * reach >= view.margin();
                assert_eq!(choice.verb != Verb::Pass, enough, "{choice:?} with {reach} of {}", view.margin());
                *(if enough { &mut stopped } else { &mut spared }) += 1;
            }
        });
    }
    assert!(spared > 10 && stopped > 30, "{spared} spared, {stopped} plays");
}

#[test]
fn a_card_in_play_is_taken_from_the_rival_with_the_best_one() {
    let mut best_of_others = 0;
    for deck in decks() {
        let worth = Worth::of(&deck, taste_of_balanced());
        watch_options(&deck, 100, &mut |view, decision, options, choice| {
            let best = |seat: Seat| view.loot(seat).iter().map(|card| worth.keep(card)).max();
            let rivals = || options.iter().map(|option| option.seat());
            if decision.question != Question::AimAt || rivals().all(|seat| best(seat).is_none()) {
                return;
            }
            let taken = best(choice.seat());
            assert!(rivals().all(|seat| best(seat) <= taken), "{taken:?}");
            let leader = rivals().filter(|seat| best(*seat).is_some()).max_by_key(|seat| view.level(*seat));
            best_of_others += usize::from(leader.and_then(best) < taken);
        });
    }
    assert!(best_of_others > 10, "{best_of_others} taken from others than the leader");
}

#[test]
fn strength_below_0_counts_for_the_other_side() {
    let text = common::shipped_text().replace("strengthen = { by = ", "strengthen = { by = -");
    assert_ne!(text, common::shipped_text());
    let (deck, mut sides) = (common::deck_of(&text, &[]), [0, 0]);
    watch(&deck, 200, &mut |view, decision, choice| {
        if decision.question == Question::WhichSide {
            let fights = view.fighting(decision.seat);
            assert_eq!(choice.verb, if fights { Verb::ForMonsters } else { Verb::ForPlayers });
            sides[usize::from(fights)] += 1;
        }
    });
    assert!(sides[0] > 0 && sides[1] > 5, "{sides:?}");
}

/// Who is asked last knows whether nobody else helps.
#[test]
fn the_only_willing_helper_asks_for_all_treasures() {
    let deck = common::deck_of(&DeckSource::find("zombies").expect("a shipped set").text, &[]);
    let (mut refusals, mut bids) = (0, [0, 0]);
    watch_options(&deck, 300, &mut |_, decision, options, choice| {
        if decision.question != Question::Reply {
            refusals = 0;
        } else if choice.verb == Verb::Refuse {
            refusals += 1;
        } else if refusals == 2 && choice.verb == Verb::Counter {
            bids[usize::from(options.iter().any(|option| option.n > choice.n))] += 1;
        }
    });
    assert!(bids[0] >= 5 && bids[1] == 0, "for all, for less: {bids:?}");
}

/// Looks for trouble by the first seat in some games, and requests that it saw unheeded at the most.
fn troubles_among(others: &str, doubt: u8) -> (u32, u8) {
    let deck = common::deck_of(&DeckSource::find("zombies").expect("a shipped set").text, &[]);
    let text = format!("extends = \"balanced\"\n[weights]\ndoubt_help = {doubt}\n");
    let player = Profile::parse("mine", "mine.toml", &text).expect("a profile").compile(&deck);
    let (other, mut troubles, mut unheeded) = (common::player(others, &deck), 0, 0);
    for block in 0..60 {
        let mut table = common::table(&deck, common::game_setup(4, 37, block));
        while let Progress::Asks(decision) = table.advance().expect("a lawful game") {
            let mut mind = table.mind(decision.seat);
            let (view, first) = (table.view(decision.seat), decision.seat == Seat(0));
            let asked = if first { &player } else { &other };
            let choice = asked.choose(view, decision.question, table.options(), &mut mind);
            unheeded = unheeded.max(view.unheeded_requests());
            troubles += u32::from(first && decision.question == Question::LookForTrouble && choice != Choice::PASS);
            table.apply(choice).expect("an offered choice");
        }
    }
    (troubles, unheeded)
}

#[test]
fn fewer_fights_are_looked_for_where_nobody_helps() {
    let [(trusting, _), (doubting, unheeded)] = [0, 2].map(|doubt| troubles_among("lone-wolf", doubt));
    assert!(doubting < trusting * 9 / 10 && unheeded >= 5, "{doubting} of {trusting}, {unheeded} requests");
    // An agreement ends the doubt.
    let [(trusting, _), (doubting, _)] = [0, 2].map(|doubt| troubles_among("balanced", doubt));
    assert!(doubting > trusting * 9 / 10, "{doubting} of {trusting}");
}
