//! The cards that strategy files name: every shipped and documented strategy plays with every legal deck, and misspellings
//! are found.

use kickdoor::deck::{Deck, DeckSource, load};
use kickdoor::strategy::{Profile, names};

use crate::common::{self, program::kickdoor};
use crate::docs::{PAGES, blocks, page};

/// Parts of small decks, each with enough cards for the opening hands.
const PARTS: [(&str, &str); 8] = [
    ("monster", "level = 1\ntreasures = 1\nbad_stuff = [{ lose_levels = 1 }]"),
    ("curse", "curse = [{ lose_levels = 1 }]"),
    ("identity", "strength = [{ add = 1 }]"),
    ("wandering_monster", ""),
    ("item", "bonus = 1\ngold = 100"),
    ("item", "bonus = 3\ngold = 400\nbig = true\ntags = [\"wood\"]"),
    ("item", "bonus = 2\ngold = 100\nonce = true"),
    ("special", "use = [{ when = [\"turn\"], do = [{ gain_levels = 1 }] }]"),
];
/// Small legal decks, as indices of their parts.
const SMALL: [&[usize]; 6] = [&[0, 4], &[0, 7], &[1, 7], &[0, 1, 5], &[0, 2, 6], &[0, 3, 4, 6]];

fn small(parts: &[usize]) -> DeckSource {
    let mut text = "[set]\nid = \"small\"\nname = \"Small\"\nplayers = { min = 3, max = 4 }\n".to_owned();
    for &part in parts {
        let (kind, fields) = PARTS[part];
        text += &format!(
            "[[card]]\nid = \"c{part}\"\nname = \"C{part}\"\nkind = \"{kind}\"\ncopies = 20\n{fields}\norigin = \"published\"\n"
        );
    }
    DeckSource::new("small.toml", text)
}

/// The shipped strategies, and all examples of the documents.
fn documented() -> Vec<Profile> {
    let shipped = names().map(|name| Profile::find(name).expect("a shipped strategy"));
    // Other tests of this process register kinds of their own.
    let shipped = shipped.filter(|profile| ["random", "greedy", "balanced", "search"].contains(&profile.brain));
    let mut profiles: Vec<Profile> = shipped.collect();
    let count = profiles.len();
    for page_name in PAGES {
        let is_strategy =
            |text: &str| text.lines().any(|line| ["brain", "extends"].iter().any(|key| line.starts_with(key)));
        for block in blocks(&page(page_name), "toml").iter().filter(|block| is_strategy(&block.text)) {
            let name = format!("{page_name}:{}", block.line);
            profiles.push(Profile::parse(&name, &name, &block.text).expect("a strategy"));
        }
    }
    assert!(profiles.len() >= count + 3, "the examples are found");
    profiles
}

fn accepted(profile: &Profile, deck: &Deck) {
    if let Err(error) = profile.check_cards(deck) {
        panic!("{} with {}: {error}", profile.name, deck.base_id());
    }
}

#[test]
fn documented_strategies_load_with_every_shipped_deck() {
    for name in DeckSource::shipped_names() {
        let deck: Deck = common::deck_of_sets(&[name], &[]);
        documented().iter().for_each(|profile| accepted(profile, &deck));
    }
}

#[test]
fn documented_strategies_play_with_small_decks() {
    let fast = "brain = \"search\"\nweights = { playouts = 4, lessons = 20 }";
    for parts in SMALL {
        let deck: Deck = load(&[small(parts)], &["max_turns=12".to_owned()]).expect("a legal deck");
        for profile in documented() {
            accepted(&profile, &deck);
            let fast = || Profile::parse(&profile.name, "fast.toml", fast).expect("a strategy");
            let player = if profile.brain == "search" { fast().compile(&deck) } else { profile.compile(&deck) };
            let mut table = common::table(&deck, common::game_setup(3, 1, 0));
            common::finish(&mut table, &[&player; 3]);
        }
    }
}

/// The selections that a strategy names in vain, or the hint.
fn found(deck: &Deck, file: &str) -> Result<Vec<String>, String> {
    let profile = Profile::parse("mine", "mine.toml", &format!("extends = \"balanced\"\n{file}")).expect("a strategy");
    let absent = profile.check_cards(deck).map(|words| words.into_iter().map(str::to_owned).collect());
    absent.map_err(|error| error.to_string())
}

#[test]
fn a_selection_is_present_absent_or_misspelt() {
    let deck = common::shipped();
    let without: Deck = load(&[small(&[0, 5])], &[]).expect("a legal deck");
    let title = deck.titles[0].id.as_str();
    let absent = |words: &str| Ok(vec![words.to_owned()]);
    let misspelt = |near: &str| Err(format!("did you mean `{near}`?"));
    let cases = [
        (&deck, "curse", Ok(vec![])),
        (&deck, "tag undead", Ok(vec![])),
        (&deck, title, Ok(vec![])),
        (&deck, "zombies:double-mojo", Ok(vec![])),
        (&without, "tag wood", Ok(vec![])),
        // Words of the language and of shipped decks, and words unlike all words of the deck.
        (&without, "curse", absent("curse")),
        (&without, "multi_identity", absent("multi_identity")),
        (&without, "one-shot", absent("one-shot")),
        (&without, "tag undead", absent("tag undead")),
        (&without, title, absent(title)),
        (&without, "zombies:double-mojo", absent("zombies:double-mojo")),
        (&without, "tag quixotic", absent("tag quixotic")),
        (&without, "quixotic", absent("quixotic")),
        // Misspellings.
        (&deck, "cruse", misspelt("curse")),
        (&without, "cruse", misspelt("curse")),
        (&deck, "undead", misspelt("tag undead")),
        (&deck, "tag undaed", misspelt("tag undead")),
        (&without, "tag wod", misspelt("tag wood")),
        (&without, "one-shots", misspelt("one-shot")),
        (&without, "monsters", misspelt("monster")),
        (&deck, "zombies:dooble-mojo", misspelt("zombies:double-mojo")),
    ];
    for (deck, words, expected) in cases {
        for file in [format!("[weights.worth]\n{words:?} = 3"), format!("never = [\"play {words}\"]")] {
            match (found(deck, &file), &expected) {
                (Err(error), Err(hint)) => {
                    assert!(error.contains(hint) && error.contains(&format!("`mine` names `{words}`")), "{error}");
                }
                (found, expected) => assert_eq!(found, *expected, "{words}"),
            }
        }
    }
}

#[test]
fn a_restriction_names_cards_by_tag_and_property() {
    let deck = common::shipped();
    for words in ["big", "one-shot", "tag undead", "curse"] {
        assert!(!deck.selected(words).is_empty(), "{words}");
    }
    assert_eq!(found(&deck, "never = [\"wear big\", \"play one-shot\", \"play tag undead\"]"), Ok(vec![]));
}

#[test]
fn a_note_names_absent_cards_once() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("small.toml"), small(&[0, 4]).text).expect("a file");
    let note = "note: strategy `helper` names `curse`, but the deck has no such card\n";
    let notes = |words: &str| {
        let (code, _, error) = kickdoor(&folder, words);
        assert!(code.is_some_and(|code| code != 2), "{error}");
        error.matches(note).count()
    };
    assert_eq!(notes("run small.toml -s helper -p 3 -n 8 -o r"), 1);
    assert_eq!(notes("run small.toml -s helper -p 3 -n 8 -o q -q"), 0);
    assert_eq!(notes("compare helper balanced --deck small.toml -p 3 -n 60 -o c"), 1);
    assert_eq!(notes("check small.toml small.toml -s helper -p 3 -n 60"), 1);
    assert_eq!(notes("deck coverage small.toml -s helper -p 3 -n 8"), 1);
}
