//! A player that remembers: `cargo run --release --example grudge -- run zombies -s grudge,balanced -n 4000`.
//!
//! It plays like `balanced`, but refuses to help those who cursed it or strengthened its monsters, and aims at them.

use std::process::ExitCode;

use kickdoor::deck::Deck;
use kickdoor::game::{Choice, Event, Mind, Question, Verb, View};
use kickdoor::ids::{BySeat, Seat};
use kickdoor::strategy::{Balanced, Brain, Listener, Player, Weights, register};

struct Grudge(Balanced);

impl Brain for Grudge {
    type Settings = Weights;
    type Player = Grudge;

    fn player(deck: &Deck, weights: &Weights) -> Grudge {
        Grudge(Balanced::player(deck, weights))
    }
}

impl<const W: usize> Listener<W> for Grudge {
    /// Whose fight it is, and how often each player did it wrong.
    type Memory = (Option<Seat>, BySeat<u8>);

    fn hear(&self, me: Seat, event: Event, (main, wrongs): &mut Self::Memory) {
        match event {
            Event::FightBegins { seat, .. } | Event::TakenOver { seat } => *main = Some(seat),
            Event::CurseLands { victim, actor, .. } if victim == me && actor != me => wrongs[actor] += 1,
            Event::Chosen { decision, choice } if matches!(choice.verb, Verb::Hinder | Verb::Join | Verb::Arm) => {
                wrongs[decision.seat] += u8::from(*main == Some(me) && decision.seat != me);
            }
            _ => {}
        }
    }

    fn choose(
        &self,
        view: View<'_, W>,
        question: Question,
        options: &[Choice],
        (_, wrongs): &Self::Memory,
        mind: &mut Mind,
    ) -> Choice {
        let usual = self.0.choose(view, question, options, mind);
        match question {
            Question::Reply if wrongs[view.active()] > 0 => Choice::plain(Verb::Refuse),
            Question::AimAt if usual.seat() != view.seat() => {
                options.iter().copied().max_by_key(|aim| (wrongs[aim.seat()], *aim == usual)).unwrap_or(usual)
            }
            _ => usual,
        }
    }
}

fn main() -> ExitCode {
    register::<Grudge>("grudge");
    kickdoor::cli::main()
}
