//! The compiled form of the small test deck.

use kickdoor::deck::compiled::{Adds, Card, CondRef, Deck, FilterRef, Op, Test};
use kickdoor::deck::language::{Happening, Play, Slot, Window};
use kickdoor::deck::{DeckSource, load};
use kickdoor::ids::{CardId, CardSet};

const MINI: &str = include_str!("decks/mini.toml");

fn deck() -> Deck {
    load(&[DeckSource::new("mini.toml", MINI)], &[]).expect("it loads")
}

fn id(deck: &Deck, title: &str) -> CardId {
    deck.titles.iter().find(|known| known.id == title).expect("it is in the deck").first
}

fn card<'d>(deck: &'d Deck, title: &str) -> &'d Card {
    deck.card(id(deck, title))
}

#[test]
fn cards_are_numbered_by_id_and_copy() {
    let deck = deck();
    let ids: Vec<(&str, u8)> = deck.cards.iter().map(|card| (title(&deck, card), card.copy)).collect();
    assert!(ids.is_sorted() && ids.windows(2).all(|pair| pair[0] != pair[1]));
    for (number, card) in deck.cards.iter().enumerate() {
        let title = &deck.titles[usize::from(card.title)];
        assert_eq!(number, title.first.index() + usize::from(card.copy));
    }
}

fn title<'d>(deck: &'d Deck, card: &Card) -> &'d str {
    &deck.titles[usize::from(card.title)].id
}

#[test]
fn traits_and_tags_are_bits() {
    let deck = deck();
    let names: Vec<&str> = deck.traits.iter().map(|title| deck.titles[usize::from(*title)].id.as_str()).collect();
    assert_eq!(names, ["baker", "butcher", "grocer", "kneading", "proving", "sourdough"]);
    assert_eq!(card(&deck, "butcher").trait_bit(), 0b10);
    assert_eq!(card(&deck, "angry-bun").trait_bit(), 0);
    assert_eq!(deck.tags, ["leather", "mouldy"]);
    assert_eq!((card(&deck, "apron").tags, card(&deck, "gone-off").tags, deck.joining), (1, 2, 2));
}

#[test]
fn conditions_are_compiled_to_tests() {
    let deck = deck();
    let Adds { add, condition, .. } = deck.adds(card(&deck, "taste-tester").strength)[0];
    assert_eq!(add, 4);
    assert_eq!(deck.conditions[usize::from(condition.0)], Test::FighterHas(0b1));
    assert_eq!(card(&deck, "angry-bun").pursues, CondRef::ALWAYS);
    assert_eq!(deck.conditions[0], Test::Always);
    let any = deck.conditions.iter().find_map(|test| if let Test::Any(span) = test { Some(*span) } else { None });
    let parts = &deck.conditions[any.expect("there is one").range()];
    assert_eq!(parts, [Test::Has(0b11_1000), Test::Uses(Slot::Armor)]);
}

#[test]
fn die_tables_have_a_program_for_each_number() {
    let deck = deck();
    let [table] = &deck.die_tables[..] else { panic!("one table") };
    let first = |number: usize| deck.ops[usize::from(table[number - 1].start)];
    assert!(matches!(first(1), Op::Die) && matches!(first(2), Op::Die));
    assert!(matches!(first(3), Op::LoseLevels(_)) && table[2] == table[5]);
}

#[test]
fn a_body_is_stored_before_the_operation_that_contains_it() {
    let deck = deck();
    let program = card(&deck, "bribe").uses.range().map(|rule| deck.uses[rule].program).next().expect("a use");
    let ops = &deck.ops[usize::from(program.start)..usize::from(program.end)];
    let [Op::Repeat { body, .. }, Op::DismissHelper] = ops else { panic!("two operations: {ops:?}") };
    assert!(body.end <= program.start);
    assert!(matches!(deck.ops[usize::from(body.start)], Op::Draw { .. }));
}

#[test]
fn filters_contain_their_items() {
    let deck = deck();
    let everything = deck.filters[usize::from(FilterRef::default().0)];
    assert_eq!(everything.cards, deck.masks.items);
    let hats = deck.filters.iter().find(|filter| filter.used_first).expect("one by slot");
    assert_eq!(hats.cards, deck.masks.slots[Slot::Headgear as usize]);
    let removals: Vec<_> = deck.removals.iter().map(|one| (one.level_at_most, one.tags, one.treasure)).collect();
    assert_eq!(removals.len(), 2, "one takes a monster out, one sends it away");
    assert!(removals.contains(&(8, 0, Some(true))) && removals.contains(&(i16::MAX, 0, None)), "{removals:?}");
}

#[test]
fn masks_contain_the_playable_cards() {
    let deck = deck();
    let masks = &deck.masks;
    let playable = |set: &CardSet, title: &str| set.contains(id(&deck, title));
    for title in ["pepper", "hot-pie", "delivery", "gone-off", "tailgater", "fungus-mob", "burnt-fingers", "promotion"]
    {
        assert!(playable(&masks.combat_plays, title), "{title}");
    }
    for title in ["cat-flap", "angry-bun", "rolling-pin", "pilfer"] {
        assert!(!playable(&masks.combat_plays, title), "{title}");
    }
    let mut any_time: Vec<&str> = masks.any_time_plays.iter().map(|card| deck.title(card).id.as_str()).collect();
    any_time.dedup();
    assert_eq!(any_time, ["antidote", "burnt-fingers", "no-yeast", "promotion", "spilt-flour", "sugar-tax"]);
    assert!(playable(&masks.usable[Window::Turn as usize], "antidote"));
    assert!(!playable(&masks.usable[Window::AnyTime as usize], "pilfer"));
    assert!(playable(&masks.triggered[Happening::Kill as usize], "sourdough"));
    assert_eq!(masks.door | masks.treasure, masks.all);
    assert!(!masks.door.meets(&masks.treasure));
    assert_eq!(masks.all.len(), deck.cards.len());
}

#[test]
fn omitted_numbers_have_their_defaults() {
    let deck = deck();
    assert_eq!((card(&deck, "rolling-pin").hands, card(&deck, "apron").hands), (1, 0));
    assert_eq!((card(&deck, "angry-bun").levels, card(&deck, "wedding-cake").levels), (1, 2));
    assert_eq!(card(&deck, "grocer").grants.sale_bonus, 200);
    let [guild] = &deck.groups[..] else { panic!("one slot") };
    assert_eq!((guild.name.as_str(), guild.cards, guild.rooms), ("Guild", deck.masks.slotted, deck.masks.rooms));
    assert!(deck.cards.iter().filter(|card| card.play == Play::Slot).all(|card| card.group == 0));
}
