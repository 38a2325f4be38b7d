//! Habits of players: how often they waste a card or a play. Each count is per game of four equal players.
//!
//! ```text
//! KICKDOOR_GAMES=2000 cargo test --test suite habits -- --ignored --nocapture
//! ```

use std::fmt;

use crate::common;
use common::guard::size;
use kickdoor::deck::{Deck, DeckSource};
use kickdoor::game::{Choice, Decision, Moment, Progress, Question, Verb, View};
use kickdoor::ids::CardId;
use kickdoor::strategy::Player;

/// Counts over some games.
#[derive(Clone, Copy, Debug, Default)]
struct Habits {
    games: u32,
    /// Monsters paid, given away or discarded by a player who could kill them alone.
    prey_lost: u32,
    /// Those whose kill would have won the game.
    wins_lost: u32,
    /// Those of the latter that the player gave up without need.
    wins_wasted: u32,
    /// Plays against players whose kill would not win the game.
    hostile: u32,
    /// Players who helped in a fight that they had hindered.
    helped_hindered: u32,
}

impl fmt::Display for Habits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Habits { games, prey_lost, wins_lost, wins_wasted, hostile, helped_hindered } = *self;
        let per_game = |count: u32| f64::from(count) / f64::from(games);
        write!(f, "{games} games; per game: prey lost {:.3}, ", per_game(prey_lost))?;
        write!(f, "of which a win {:.3}, without need {:.3}, ", per_game(wins_lost), per_game(wins_wasted))?;
        write!(f, "hostile plays ")?;
        write!(f, "not against a win {:.3}, ", per_game(hostile))?;
        write!(f, "help after hindering {:.3}", per_game(helped_hindered))
    }
}

/// A monster that a player gives up although it could kill it alone.
struct Prey {
    /// Whether the kill would win the game.
    wins: bool,
    /// Whether the player could give up another card, or pays for something other than to stop a win.
    needless: bool,
}

/// The monster that a choice gives up, if the player could kill it alone.
fn prey(view: View<'_>, question: Question, choice: Choice) -> Option<Prey> {
    let gives = matches!(question, Question::Payment | Question::CharityCard | Question::LoseHandCard);
    let (deck, me) = (view.deck(), view.seat());
    let monsters = view.hand() & deck.masks.monsters;
    let killed = |card: &CardId| view.monster_strength(*card, me) < view.strength_to_fight(me);
    if !gives || !choice.card.is_some() || !monsters.contains(choice.card) || !killed(&choice.card) {
        return None;
    }
    let others = view.hand().iter().any(|card| !monsters.contains(card) || !killed(&card));
    Some(Prey {
        wins: view.level(me) + i16::from(deck.card(choice.card).levels) >= i16::from(deck.rules.win_level),
        needless: others || question == Question::Payment && !view.for_the_win(),
    })
}

/// Whether a bystander makes a fight harder.
fn hinders(view: View<'_>, question: Question, choice: Choice) -> bool {
    let harms = matches!(choice.verb, Verb::Hinder | Verb::Join | Verb::Arm)
        || choice.verb == Verb::Play && {
            let masks = &view.deck().masks;
            (masks.enhancers | masks.wandering | masks.curses).contains(choice.card)
        };
    question == Question::Round(Moment::Combat) && !view.fighting(view.seat()) && harms
}

impl Habits {
    fn note(&mut self, view: View<'_>, Decision { seat, question }: Decision, choice: Choice, hinderers: &mut u16) {
        if let Some(Prey { wins, needless }) = prey(view, question, choice) {
            self.prey_lost += 1;
            self.wins_lost += u32::from(wins);
            self.wins_wasted += u32::from(wins && needless);
        }
        if view.fight().is_none() {
            *hinderers = 0;
        } else if hinders(view, question, choice) {
            *hinderers |= 1 << seat.0;
            self.hostile += u32::from(!view.for_the_win());
        } else if question == Question::Reply && choice.verb == Verb::Accept {
            self.helped_hindered += u32::from(*hinderers >> seat.0 & 1);
        }
    }
}

fn habits(deck: &Deck, name: &str, games: u32) -> Habits {
    let player = common::player(name, deck);
    let mut habits = Habits { games, ..Habits::default() };
    for block in 0..games {
        let mut table = common::table(deck, common::game_setup(4, 104, block.into()));
        let mut hinderers = 0;
        while let Progress::Asks(decision) = table.advance().expect("a lawful game") {
            let mut mind = table.mind(decision.seat);
            let view = table.view(decision.seat);
            let choice = player.choose(view, decision.question, table.options(), &mut mind);
            habits.note(view, decision, choice, &mut hinderers);
            table.apply(choice).expect("an offered choice");
        }
    }
    habits
}

#[test]
fn balanced_keeps_monsters_that_it_could_kill() {
    let habits = habits(&common::shipped(), "balanced", 150);
    assert!(f64::from(habits.wins_wasted) < 0.05 * f64::from(habits.games), "{habits}");
    assert!(f64::from(habits.prey_lost) < 0.5 * f64::from(habits.games), "{habits}");
}

#[test]
#[ignore = "prints a table; plays many games"]
fn habits_by_player_and_set() {
    let games = size("KICKDOOR_GAMES", 400) as u32;
    for source in DeckSource::shipped() {
        let deck = common::deck_of(&source.text, &[]);
        for player in ["balanced-1", "balanced"] {
            println!("{}, {player}: {}", source.name, habits(&deck, player, games));
        }
    }
}
