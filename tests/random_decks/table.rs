//! Games with random decks: players, laws and results.

use std::sync::atomic::AtomicBool;

use kickdoor::deck::Deck;
use kickdoor::game::{Bound, Outcome};
use kickdoor::run::{Blocks, Crew, GameRow, Plan};
use kickdoor::strategy::Strategy;

use crate::common::guard::guarded;
use crate::common::{self, Trail};
use crate::laws::watch::watch;

/// The players around each table, as indices of `PLAYERS`.
const TABLES: [&[u8]; 4] = [&[0], &[1], &[2, 3], &[0, 3, 2]];

/// One game of a deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Match {
    table: usize,
    players: u8,
    seed: u64,
    game: u64,
    /// Whether the game is played again with all options listed.
    again: bool,
}

impl Match {
    /// The `n`-th game of a deck.
    pub(crate) fn nth(seed: u64, n: u64) -> Match {
        let (table, players, again) = (n % 4, 3 + (n / 4 + seed) % 4, (n + seed).is_multiple_of(4));
        Match { table: table as usize, players: players as u8, seed, game: n / 4, again }
    }

    /// The options of `kickdoor trace` that play this game.
    pub(crate) fn options(self) -> String {
        let names: Vec<&str> = TABLES[self.table].iter().map(|&place| common::PLAYERS[usize::from(place)]).collect();
        format!("-s {} -p {} --seed {} --game {}", names.join(","), self.players, self.seed, self.game)
    }
}

/// The end of a game.
pub(crate) type End = Result<Option<Bound>, String>;

/// Plays a game with players that may answer at sight. One in four is played again with all options listed, and
/// at a live table, and must be the same.
pub(crate) fn play(deck: &Deck, players: &[Strategy], one: Match) -> End {
    let end = guarded(|| format!("{one:?}"), || played(deck, players, one));
    end.map(|Outcome { bound, .. }| bound)
}

fn played(deck: &Deck, players: &[Strategy], one: Match) -> Outcome {
    let plan = Plan::new(one.players, deck.players, TABLES[one.table], one.seed, one.game + 1).expect("a plan");
    let (block, seating) = plan.game(one.game);
    let brains: Vec<&Strategy> =
        seating.0[..usize::from(one.players)].iter().map(|&place| &players[usize::from(place)]).collect();
    let (at_sight, events) = common::play_at_table(deck, plan.game_setup(block), &brains);
    watch(deck, &events);
    if one.again {
        let mut live = None;
        let mut note = |row: &GameRow| {
            live = live.or((row.game == one.game).then_some((row.winners, row.turns)));
            Ok(())
        };
        let blocks = Blocks::Listed(&[block]);
        let crew = Crew { blocks, ..Crew::new(&plan, deck, players, 1) };
        crew.play(&AtomicBool::new(false), &mut |_| (), Some(&mut note)).expect("a lawful game");
        assert_eq!(
            live,
            Some((at_sight.winners, at_sight.turns)),
            "at a live table, with card sets of the deck's own width"
        );
        let mut table = common::table(deck, plan.game_setup(block));
        let asked = common::finish(&mut table, &brains);
        let [listed, trail] = [&table.into_recorder().events, &events].map(|events| Trail::new(deck, events).hash);
        assert!((asked, listed) == (at_sight, trail), "at sight: {at_sight:?}, from the options: {asked:?}");
    }
    at_sight
}
