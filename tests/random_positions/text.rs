//! A position as a scenario file.

use std::fmt::Write;

use kickdoor::deck::Deck;
use kickdoor::deck::language::Gender;
use kickdoor::game::{Situation, Start};
use kickdoor::ids::{CardId, Seat};

use super::Party;

/// The names of the players.
const NAMES: [&str; 6] = ["Ada", "Ben", "Cyd", "Dee", "Eve", "Fay"];

/// The scenario file of a position that ends as `end` says. It states the cards in play at the end if nothing is played.
pub(crate) fn written(party: &Party, deck: &Deck, situation: &Situation, end: &str) -> String {
    let mut text = String::new();
    let out = &mut text;
    let deck_words: Vec<String> = party.sets.iter().map(|set| format!("{set:?}")).collect();
    line(out, "rules", r#"["door-01"]"#);
    line(out, "says", r#""A random position.""#);
    line(out, "deck", &format!("[{}]", deck_words.join(", ")));
    line(out, "start", &format!("{:?}", start_word(situation.start)));
    out.push_str(end);
    if situation.start != Start::Setup {
        line(out, "active", &format!("{:?}", NAMES[situation.active.index()]));
    }
    for (key, cards) in ["doors", "treasures", "door_discards", "treasure_discards"]
        .into_iter()
        .zip(situation.piles.iter().chain(&situation.discards))
    {
        zone(out, deck, key, cards);
    }
    if !party.rules.is_empty() {
        out.push_str("\n[rule]\n");
        for (key, value) in party.rules.iter().filter_map(|rule| rule.split_once('=')) {
            let plain = value.parse::<i64>().is_ok() || ["true", "false"].contains(&value);
            line(out, key, &if plain { value.to_owned() } else { format!("{value:?}") });
        }
    }
    seats(out, deck, situation);
    fight(out, deck, situation);
    out.push_str("\n[expect]\nnot_drawn = ");
    let stacked: Vec<CardId> = situation.piles.concat();
    out.push_str(&list(deck, &stacked));
    out.push('\n');
    text
}

fn start_word(start: Start) -> &'static str {
    match start {
        Start::Setup => "setup",
        Start::Opening => "opening",
        Start::Turn => "turn",
        Start::Kick => "kick",
        Start::AfterDoor => "after-door",
        Start::BeforeCharity => "before-charity",
        Start::Charity => "charity",
        Start::Combat => "combat",
    }
}

fn line(out: &mut String, key: &str, value: &str) {
    writeln!(out, "{key} = {value}").expect("a string");
}

/// The name of a card in a file.
fn label(deck: &Deck, card: CardId) -> String {
    let title = deck.title(card);
    let several = deck.titles.iter().filter(|other| other.id == title.id).count() > 1;
    if several { format!("{}/{}", deck.set_of(title).id, title.id) } else { title.id.clone() }
}

fn list(deck: &Deck, cards: &[CardId]) -> String {
    let words: Vec<String> = cards.iter().map(|&card| format!("{:?}", label(deck, card))).collect();
    format!("[{}]", words.join(", "))
}

/// The cards of a zone, if there are any.
fn zone(out: &mut String, deck: &Deck, key: &str, cards: &[CardId]) {
    if !cards.is_empty() {
        line(out, key, &list(deck, cards));
    }
}

fn seats(out: &mut String, deck: &Deck, situation: &Situation) {
    for (name, one) in NAMES.iter().zip(&situation.characters) {
        out.push_str("\n[[seat]]\n");
        line(out, "name", &format!("{name:?}"));
        if situation.start == Start::Setup {
            continue;
        }
        line(out, "level", &one.level.to_string());
        line(out, "gender", if one.gender == Gender::Female { "\"female\"" } else { "\"male\"" });
        if !one.alive {
            line(out, "dead", "true");
        }
        let (carried, in_play) =
            one.in_play.iter().partition::<Vec<CardId>, _>(|card| deck.masks.items.contains(**card));
        let zones = [("hand", &one.hand), ("known", &one.known), ("worn", &one.worn), ("cheated", &one.cheated)];
        for (key, cards) in zones.into_iter().chain([("carried", &carried), ("in_play", &in_play)]) {
            zone(out, deck, key, cards);
        }
    }
}

fn fight(out: &mut String, deck: &Deck, situation: &Situation) {
    if situation.start != Start::Combat {
        return;
    }
    let encounter = &situation.fight;
    out.push_str("\n[fight]\n");
    let monsters: Vec<CardId> = encounter.monsters.iter().map(|(monster, _)| *monster).collect();
    line(out, "monsters", &list(deck, &monsters));
    let on = |(place, (_, cards)): (usize, &(CardId, Vec<CardId>))| {
        cards.iter().map(|&card| format!("{{ card = {:?}, on = {place} }}", label(deck, card))).collect::<Vec<_>>()
    };
    let enhancers: Vec<String> = (1..).zip(&encounter.monsters).flat_map(on).collect();
    line(out, "enhancers", &format!("[{}]", enhancers.join(", ")));
    if let Some(Seat(helper)) = encounter.helper {
        line(out, "helper", &format!("{:?}", NAMES[usize::from(helper)]));
        line(out, "treasures", &encounter.offer.treasures.to_string());
        line(out, "helper_first", &encounter.offer.helper_first.to_string());
    }
}
