//! A player that looks ahead: `cargo run --release --example planner -- run zombies -s planner,balanced -n 40`.
//!
//! It plays like `balanced`, but thinks about fights, and about the hand at the end of its turn.

use std::process::ExitCode;

use kickdoor::deck::Deck;
use kickdoor::game::{Choice, Mind, Moment, Question, View};
use kickdoor::strategy::{Brain, Foresight, Lookahead, Player, Profile, register};

struct Planner {
    lookahead: Lookahead,
}

impl Brain for Planner {
    type Settings = Foresight;
    type Player = Planner;
    const LOOKS_AHEAD: bool = true;

    fn player(deck: &Deck, settings: &Foresight) -> Planner {
        let base = Profile::find("balanced").expect("a shipped strategy").compile(deck);
        Planner { lookahead: Lookahead::new(deck, base, settings) }
    }
}

impl<const W: usize> Player<W> for Planner {
    fn choose(&self, view: View<'_, W>, question: Question, options: &[Choice], mind: &mut Mind) -> Choice {
        let usual = self.lookahead.base().choose(view, question, options, mind);
        match question {
            // As `search` would: the usual choice, unless another one wins more in equal worlds.
            Question::Round(Moment::Combat | Moment::BeforeCharity) => {
                self.lookahead.best(view, usual, options, mind.draw())
            }
            // By an evaluation of its own: help that leaves the main player far ahead is refused.
            Question::Reply => self.reply(view, usual, options, mind.draw()),
            _ => usual,
        }
    }
}

impl Planner {
    /// The reply after which this player is least behind the active one, two turns later.
    fn reply<const W: usize>(&self, view: View<'_, W>, usual: Choice, options: &[Choice], random: u64) -> Choice {
        let (me, rival, turn) = (view.seat(), view.active(), view.turn() + 2);
        let mut playouts = self.lookahead.playouts(view, options, random);
        let others = options.iter().copied().filter(|option| *option != usual);
        let candidates = [usual].into_iter().chain(others).collect();
        let best = self.lookahead.contest(candidates, |world, choice| match playouts.play(world, choice, turn) {
            Ok(Some(outcome)) => f64::from(u8::from(outcome.winners.contains(me))),
            _ => f64::from(playouts.view(me).level(me) - playouts.view(me).level(rival)) / 20.0,
        });
        best.unwrap_or(usual)
    }
}

fn main() -> ExitCode {
    register::<Planner>("planner");
    kickdoor::cli::main()
}
