//! Loading of decks: several sets, the base and its rules, rule switches, kinds, numbers and blanks.

use kickdoor::deck::language::ranged::Ranged;
use kickdoor::deck::language::rules::FirstPlayer;
use kickdoor::deck::{Deck, DeckSource, Kind, Number, Play, Rules, Sets, load};

const MINI: &str = include_str!("decks/mini.toml");

/// The small test deck.
fn mini() -> DeckSource {
    DeckSource::new("mini.toml", MINI)
}

/// The small test deck with another set id.
fn mini_named(id: &str) -> DeckSource {
    DeckSource::new(format!("{id}.toml"), MINI.replacen("id = \"mini\"", &format!("id = \"{id}\""), 1))
}

fn sets() -> Sets {
    Sets::read(&[mini()]).expect("a deck")
}

#[test]
fn sources_merge_in_any_order() {
    let (a, b, c) = (mini_named("alpha"), mini_named("beta"), mini_named("gamma"));
    let one = load(&[b.clone(), a.clone(), c.clone()], &[]).expect("it loads");
    let other = load(&[b, c, a], &[]).expect("it loads");
    assert_eq!(format!("{one:?}"), format!("{other:?}"));
    assert_eq!(one.sets.iter().map(|set| set.id.as_str()).collect::<Vec<_>>(), ["alpha", "beta", "gamma"]);
    assert_eq!((one.base_id(), one.base), ("beta", 1));
}

#[test]
fn the_rules_are_those_of_the_base() {
    let strict = mini_named("alpha");
    let strict = DeckSource::new("strict.toml", strict.text.replacen("# Identities", "[rules]\nhand_limit = 3\n#", 1));
    let sets = |sources: &[DeckSource]| Sets::read(sources).expect("they parse");
    let limit = |sets: &Sets| *sets.rules(&[]).expect("they are in range").hand_limit;
    let (first, last) = (sets(&[strict.clone(), mini()]), sets(&[mini(), strict]));
    assert_eq!((limit(&first), limit(&last)), (3, 5));
    assert_eq!((first.ids(), last.ids()), (vec!["alpha", "mini"], vec!["mini", "alpha"]));
    assert_eq!(limit(&last.clone().with_base("alpha").expect("it is there")), 3);
    let error = last.with_base("alhpa").expect_err("it is not").to_string();
    assert!(
        error.contains("the base `alhpa` is not one of the sets") && error.contains("did you mean `alpha`?"),
        "{error}"
    );
}

#[test]
fn the_same_set_twice_is_an_error() {
    let error = load(&[mini(), mini()], &[]).expect_err("twice");
    assert!(error.to_string().contains("mini.toml is given twice"), "{error}");
    let copy = DeckSource::new("copy.toml", MINI);
    let error = load(&[mini(), copy], &[]).expect_err("two files with one id");
    assert!(error.to_string().contains("two decks have the set id `mini`: mini.toml and copy.toml"), "{error}");
    assert!(load(&[], &[]).is_err());
}

#[test]
fn cards_are_counted_before_compiling() {
    let deck = load(&[mini()], &[]).expect("it loads");
    assert_eq!(Sets::read(&[mini()]).map(|sets| sets.card_ids()), Ok(deck.cards.len()));
}

/// The rules of the test deck, which are the defaults, with a switch.
fn switched(text: &str) -> Result<Rules, String> {
    assert!(!MINI.contains("[rules]"));
    sets().rules(&[text.to_owned()]).map_err(|error| error.to_string())
}

#[test]
fn switches_take_numbers_words_and_tables() {
    assert_eq!(switched("win_level=5").map(|rules| *rules.win_level), Ok(5));
    assert_eq!(switched("shared_victory = true").map(|rules| rules.shared_victory), Ok(true));
    assert_eq!(switched("first_player=roll").map(|rules| rules.first_player), Ok(FirstPlayer::Roll));
    let form = "rule `first_player`: `seat` needs settings: write `{ seat = 1 }`";
    assert_eq!(switched("first_player=seat"), Err(form.to_owned()));
    assert_eq!(
        switched("first_player={ seat = 2 }").map(|rules| rules.first_player),
        Ok(FirstPlayer::Seat(Ranged::new(2)))
    );
}

#[test]
fn invalid_switches_are_reported_with_the_valid_values() {
    let fails = |text: &str, part: &str| {
        let error = switched(text).expect_err(text);
        assert!(error.contains(part), "{error}");
    };
    fails("win_levle=5", "did you mean `win_level`?");
    fails("win_level", "expected KEY=VALUE");
    fails("win_level=99", "rule `win_level`: expected a number from 2 to 20, found 99");
    fails("win_level=high", "rule `win_level`: expected a whole number from 2 to 20, found the string \"high\"");
    fails("win_level=300", "rule `win_level`: expected a number from 2 to 20, found 300");
    fails("trades=any_tme", "did you mean `any_time`?");
}

#[test]
fn each_play_has_a_standard_kind() {
    let plays: Vec<Play> = Kind::standard().iter().map(|kind| kind.play).collect();
    assert_eq!(plays.len(), 12);
    for play in plays {
        assert_eq!(Kind::played_as(play).play, play);
    }
}

#[test]
fn cards_get_the_kinds_that_their_set_declares() {
    let before = sets().sets()[0].file.cards.len();
    let with_cards = |kinds: &[&str]| {
        let card = |(n, kind): (usize, &&str)| {
            format!("[[card]]\nid = \"card-{n}\"\nname = \"Card {n}\"\nkind = \"{kind}\"\norigin = \"modelled\"\n")
        };
        let cards: String = kinds.iter().enumerate().map(card).collect();
        let text = format!("{MINI}\n[[kind]]\nid = \"ally\"\nplay = \"slot\"\n{cards}");
        Sets::read(&[DeckSource::new("ally.toml", text)])
    };
    let error = with_cards(&["ally", "item", "aly"]).expect_err("an unknown kind");
    let cards: Vec<Option<&str>> = error.problems().iter().map(|problem| problem.card.as_deref()).collect();
    assert_eq!(cards, [Some("card-2")]);
    let sets = with_cards(&["ally", "item"]).expect("known kinds");
    let cards = &sets.sets()[0].file.cards[before..];
    assert_eq!((cards[0].kind.play, cards[1].kind.play), (Play::Slot, Play::Item));
}

#[test]
fn every_number_of_every_card_accepts_exactly_its_range() {
    let deck: Deck = sets().compile(&[]).expect("a deck");
    let (mut fields, mut parts) = (0, 0);
    for title in &deck.titles {
        for number in Number::all(&title.spec) {
            let Number { path, value, low, high, .. } = &number;
            assert!(low <= value && value <= high, "{} {path}: {value} from {low} to {high}", title.id);
            assert_eq!(Number::find(path, &title.spec).as_ref(), Ok(&number));
            for (value, lawful) in [(*low, true), (*high, true), (low - 1, false), (high + 1, false)] {
                let edited = sets().with_number("mini", &title.id, &number, value);
                let spec = |sets: &Sets| {
                    let cards = &sets.sets()[0].file.cards;
                    cards.iter().find(|card| card.id == title.id).expect("the card").clone()
                };
                if let Ok(sets) = &edited {
                    assert_eq!(Number::find(path, &spec(sets)).map(|number| number.value), Ok(value), "{path}");
                }
                // The compiler refuses a few numbers that the reader accepts.
                let compiled = edited.as_ref().map_err(Clone::clone).and_then(|sets| sets.compile(&[]));
                let problem = compiled.err().map(|error| error.to_string()).unwrap_or_default();
                let refused = edited.is_err() || problem.contains("expected a number from");
                assert_eq!(refused, !lawful, "{} {path} {value}: {problem}", title.id);
            }
            *if path.contains(['.', '[']) { &mut parts } else { &mut fields } += 1;
        }
    }
    assert!(fields > 2 * deck.titles.len() && parts > deck.titles.len() / 2, "{fields} {parts}");
}

#[test]
fn an_unknown_number_of_a_card_is_reported_with_the_known_ones() {
    let deck: Deck = sets().compile(&[]).expect("a deck");
    let spec = |id: &str| &deck.titles.iter().find(|title| title.id == id).expect("a card").spec;
    let error = |word, id| Number::find(word, spec(id)).expect_err("no number").to_string();
    let text = error("levle", "angry-bun");
    assert!(text.contains("unknown number `levle` of Angry Bun, a monster"), "{text}");
    assert!(text.contains("did you mean `level`?"), "{text}");
    assert!(text.contains("expected one of `copies`, `level`, `treasures`, `levels`"), "{text}");
    for (word, id) in [("bad_stuff", "angry-bun"), ("hands", "apron"), ("level", "apron"), ("bonus", "promotion")] {
        assert!(error(word, id).contains("unknown number"), "{word} {id}");
    }
    assert_eq!(Number::find("hands", spec("rolling-pin")).map(|number| number.value), Ok(1));
    let parts = |id| Number::all(spec(id)).into_iter().filter(|number| number.path.contains('.')).collect::<Vec<_>>();
    let with_parts = deck.titles.iter().find(|title| !parts(&title.id).is_empty()).expect("a card with parts");
    let Number { path, .. } = &parts(&with_parts.id)[0];
    let text = error(&path.replacen('.', "..", 1), &with_parts.id);
    assert!(text.contains(&format!("did you mean `{path}`?")), "{text}");
}

#[test]
fn every_title_of_a_deck_can_be_blanked() {
    let sets = Sets::read(&[DeckSource::shipped().last().expect("a shipped deck")]).expect("a deck");
    let deck: Deck = sets.compile(&[]).expect("a deck");
    for title in &deck.titles {
        let without: Deck = sets.with_blank(sets.sets()[0].id(), &title.id).compile(&[]).expect(&title.id);
        let (was, is) = (deck.card(title.first), without.card(title.first));
        let place = title.first.index();
        assert_eq!((was.side, Play::Blank), (is.side, is.play), "{}", title.id);
        assert_eq!(deck.stable[place], without.stable[place], "{}", title.id);
    }
}
