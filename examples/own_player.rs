//! A player of your own: `cargo run --release --example own_player -- run zombies -s wary,greedy -n 2000`.
//!
//! The program is the complete `kickdoor` program with one more strategy. A strategy file with `brain = "wary"` can change its settings.

use std::process::ExitCode;

use kickdoor::deck::Deck;
use kickdoor::game::{Choice, Menu, Mind, Moment, Question, Verb, View};
use kickdoor::ids::CardSet;
use kickdoor::strategy::{Brain, Memo, Player, register};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Settings of a wary player.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
struct Caution {
    /// Minimum margin of strength for fighting a monster from hand.
    #[schemars(range(min = 0, max = 50))]
    margin: i16,
    /// Maximum strength that the player adds to a fight with one-shots.
    #[schemars(range(min = 0, max = 100))]
    spend: i16,
}

impl Default for Caution {
    fn default() -> Self {
        Caution { margin: 4, spend: 10 }
    }
}

/// Puts on Items, saves one-shots for fights that they turn, and looks for easy trouble.
struct Wary {
    caution: Caution,
}

impl Brain for Wary {
    type Settings = Caution;
    type Player = Wary;

    fn player(_: &Deck, caution: &Caution) -> Wary {
        Wary { caution: caution.clone() }
    }
}

impl<const W: usize> Player<W> for Wary {
    fn choose(&self, view: View<'_, W>, question: Question, options: &[Choice], _: &mut Mind) -> Choice {
        let score = |choice: &&Choice| match question {
            Question::Round(_) if is_elsewhere(view) => or_pass(**choice),
            Question::Round(Moment::Combat) => self.in_combat(view, **choice),
            Question::Round(_) | Question::Opening | Question::Receipt => out_of_combat(view, **choice),
            Question::LookForTrouble => self.trouble(view, **choice),
            _ => 0,
        };
        options.iter().rev().max_by_key(score).copied().unwrap_or(Choice::PASS)
    }

    // Saves time: in rounds in which this player always passes, the plays are not listed.
    fn at_sight(&self, view: View<'_, W>, question: Question, _: &Menu<W>, _: &mut Memo<W>) -> Option<Choice> {
        (matches!(question, Question::Round(_)) && is_elsewhere(view)).then_some(Choice::PASS)
    }

    fn wake_cards(&self, _: &Deck<CardSet<W>>) -> CardSet<W> {
        CardSet::EMPTY
    }
}

impl Wary {
    /// A one-shot that turns a losing fight.
    fn in_combat<const W: usize>(&self, view: View<'_, W>, choice: Choice) -> i16 {
        let turns = choice.verb == Verb::Aid && !view.winning() && view.margin_after(choice) > 0;
        if turns && -view.margin() <= self.caution.spend { 1 } else { or_pass(choice) }
    }

    /// The strongest of the monsters that are weak enough.
    fn trouble<const W: usize>(&self, view: View<'_, W>, choice: Choice) -> i16 {
        if choice.verb != Verb::Fight {
            return 0;
        }
        let margin = view.strength(view.seat()) - view.monster_strength(choice.card, view.seat());
        if margin >= self.caution.margin { view.deck().card(choice.card).level } else { -1 }
    }
}

/// Whether it is another player's turn and this player is not in the fight.
fn is_elsewhere<const W: usize>(view: View<'_, W>) -> bool {
    view.active() != view.seat() && !view.fighting(view.seat())
}

/// The best Items first, then identities and powers.
fn out_of_combat<const W: usize>(view: View<'_, W>, choice: Choice) -> i16 {
    match choice.verb {
        Verb::Wear | Verb::Equip => 10 + i16::from(view.deck().card(choice.card).bonus),
        Verb::Play if view.deck().masks.traits.contains(choice.card) => 5,
        _ => or_pass(choice),
    }
}

/// A pass scores higher than a play that no rule above covers.
fn or_pass(choice: Choice) -> i16 {
    if choice == Choice::PASS { 0 } else { -1 }
}

fn main() -> ExitCode {
    register::<Wary>("wary");
    kickdoor::cli::main()
}
