//! The stage: puts a game into a given position, with given dice, and runs it to the next resting point.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::deck::language::Gender;
use crate::deck::{Deck, DeckSide};
use crate::game::rules::setup::GameSetup;
use crate::game::state::agenda::Frame;
use crate::game::state::fight::{Fight, Offer};
use crate::game::state::game::{Game, Outcome};
use crate::game::state::zone::Zone;
use crate::game::table::recorder::Recorder;
use crate::game::{AnyPlayers, BrokenLaw, Choice, Decision, GameError, Moment, Players, Progress, Script, Table};
use crate::ids::{CardId, CardSet, Seat, SeatSet};
use crate::random::Keys;

/// The point of a game or turn at which play begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Start {
    /// A new game: first player, deal, opening plays.
    Setup,
    /// The opening plays, with the given hands.
    Opening,
    /// The beginning of a turn.
    #[default]
    Turn,
    /// The door is about to be opened.
    Kick,
    /// The door was opened and there was no monster.
    AfterDoor,
    /// After all other phases, before Charity.
    BeforeCharity,
    /// Charity.
    Charity,
    /// A combat.
    Combat,
}

/// A position from which play continues. Cards that are not placed are shuffled and put below the stacked ones.
#[derive(Clone, Debug)]
pub struct Situation {
    /// The keys for shuffles and random picks.
    pub keys: Keys,
    /// The start of play.
    pub start: Start,
    /// The active player.
    pub active: Seat,
    /// One entry per seat.
    pub characters: Vec<Character>,
    /// The next cards of the Door and Treasure piles, top first.
    pub piles: [Vec<CardId>; 2],
    /// Both discard piles, oldest first.
    pub discards: [Vec<CardId>; 2],
    /// The fight, if play starts in combat.
    pub fight: Encounter,
}

impl Situation {
    /// All cards placed by this situation.
    pub(crate) fn cards<const W: usize>(&self) -> CardSet<W> {
        let characters = self.characters.iter().flat_map(|one| [&one.hand, &one.worn, &one.cheated, &one.in_play]);
        let fight = self.fight.monsters.iter().flat_map(|(monster, enhancers)| enhancers.iter().chain([monster]));
        let piles = self.piles.iter().chain(&self.discards);
        characters.chain(piles).flatten().chain(fight).copied().collect()
    }
}

/// A player in a situation.
#[derive(Clone, Debug)]
pub struct Character {
    /// Level.
    pub level: u8,
    /// Whether the character is alive.
    pub alive: bool,
    /// Gender of the character.
    pub gender: Gender,
    /// Whether the player is dealt a new hand at the start of its own next turn.
    pub awaits_deal: bool,
    /// Cards in hand.
    pub hand: Vec<CardId>,
    /// The hand cards that all players know.
    pub known: Vec<CardId>,
    /// Items in use.
    pub worn: Vec<CardId>,
    /// Items in use by a Cheat.
    pub cheated: Vec<CardId>,
    /// All other cards in play: Items lying sideways, identities, powers, Curses, Cheats.
    pub in_play: Vec<CardId>,
}

/// A fight in a situation, in the round after all monsters were met.
#[derive(Clone, Debug, Default)]
pub struct Encounter {
    /// Monsters, each with its enhancers.
    pub monsters: Vec<(CardId, Vec<CardId>)>,
    /// The helper.
    pub helper: Option<Seat>,
    /// The deal that was made.
    pub offer: Offer,
}

/// Why a game cannot be put into a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Impossible {
    /// This player may not help in the fight.
    Helper(Seat),
    /// More Treasures are promised to the helper than a win brings.
    Promise {
        /// Number of Treasures promised.
        promised: u8,
        /// Number of Treasures for a win.
        stake: u8,
    },
    /// This player has more in play than a limit allows.
    Excess {
        /// The player.
        seat: Seat,
        /// The exceeded limit, as text.
        limit: &'static str,
        /// The cards that count against it.
        cards: Vec<CardId>,
    },
    /// The position breaks a law.
    Broken(BrokenLaw),
}

/// A point at which play rests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rest {
    /// A player must choose.
    Asks(Decision),
    /// A player has only this answer (for recorders that stop there).
    Forced(Decision, Choice),
    /// All have passed in a combat; the totals are about to be compared.
    Reckoning,
    /// The door and the fight, if any, are settled.
    Aftermath,
    /// The turn has ended; the next is about to begin.
    TurnEnd,
    /// The game is over.
    Over(Outcome),
}

impl<'d, const W: usize, R: Recorder> Table<'d, W, R> {
    /// Puts a game into a position.
    ///
    /// # Errors
    /// If the position is impossible; the error gives the reason.
    pub fn stage(
        deck: &'d Deck<CardSet<W>>,
        situation: &Situation,
        script: Script,
        recorder: R,
    ) -> Result<Self, Impossible> {
        Table::stage_with(deck, situation, script, recorder, AnyPlayers::none())
    }
}

impl<'d, const W: usize, R: Recorder, P: Players<W>> Table<'d, W, R, P> {
    /// Puts a game into a position with these players.
    ///
    /// # Errors
    /// If the position is impossible; the error gives the reason.
    pub(crate) fn stage_with(
        deck: &'d Deck<CardSet<W>>,
        situation: &Situation,
        script: Script,
        recorder: R,
        company: P,
    ) -> Result<Self, Impossible> {
        let setup = GameSetup { players: situation.characters.len() as u8, keys: situation.keys };
        let mut table = Table::resume_with(deck, Game::empty(deck, setup), recorder, company);
        table.script = Some(Box::new(script));
        table.stack(situation);
        if situation.start == Start::Setup {
            table.begin();
        } else {
            table.place(situation);
            table.open_with(situation)?;
        }
        table.impossible().map_or(Ok(table), Err)
    }

    fn impossible(&self) -> Option<Impossible> {
        let excess = |seat| {
            let (limit, cards) = self.position().exceeded(seat)?;
            Some(Impossible::Excess { seat, limit, cards: cards.iter().collect() })
        };
        let broken = || self.broken_law(self.deck).map(Impossible::Broken);
        (0..self.players()).map(Seat).find_map(excess).or_else(broken)
    }
}

impl<const W: usize, R: Recorder, P: Players<W>> Table<'_, W, R, P> {
    /// Runs the rules to the next resting point.
    ///
    /// # Errors
    /// See `advance`.
    pub fn proceed(&mut self) -> Result<Rest, GameError> {
        loop {
            match self.tick()? {
                Some(Progress::Asks(decision)) => {
                    return Ok(match self.options() {
                        &[only] => Rest::Forced(decision, only),
                        _ => Rest::Asks(decision),
                    });
                }
                Some(Progress::Over(outcome)) => return Ok(Rest::Over(outcome)),
                None => {}
            }
            if let Some(rest) = self.resting_place() {
                return Ok(rest);
            }
        }
    }

    /// Players' and monsters' totals of the running fight.
    pub(crate) fn totals(&self) -> (i16, i16) {
        self.position().totals()
    }

    /// The bonus of a runner's own cards to each roll.
    pub(crate) fn flee_bonus(&self, seat: Seat) -> i16 {
        self.position().flee_bonus(seat)
    }

    fn resting_place(&self) -> Option<Rest> {
        if self.decision.is_some() || self.outcome.is_some() || !self.unsettled.is_empty() {
            return None;
        }
        match self.agenda.frames().last()? {
            Frame::BeginTurn {} => Some(Rest::TurnEnd),
            Frame::Reckoning {} if self.fight.running => Some(Rest::Reckoning),
            Frame::Round { moment: Moment::BeforeCharity, .. } => Some(Rest::Aftermath),
            _ => None,
        }
    }

    /// Fills the piles: shuffles the cards that are not placed, and puts the stacked cards on top.
    fn stack(&mut self, situation: &Situation) {
        let deck = self.deck;
        let placed = situation.cards();
        let sides = [(DeckSide::Door, deck.masks.door), (DeckSide::Treasure, deck.masks.treasure)];
        for ((side, cards), stacked) in sides.into_iter().zip(&situation.piles) {
            self.game.shuffle(deck, side, cards.without(placed));
            // From the bottom, so that the first card of the list is on top.
            for &card in stacked.iter().rev() {
                let top = self.next[side as usize] - 1;
                self.game.next[side as usize] = top;
                self.game.put_at(top, card);
            }
        }
        for &card in situation.discards.iter().flatten() {
            self.put(card, Zone::Discard);
        }
    }

    fn place(&mut self, situation: &Situation) {
        self.game.active = situation.active;
        self.game.first = situation.active;
        for (seat, character) in (0..).map(Seat).zip(&situation.characters) {
            self.place_character(seat, character);
        }
        self.game.unsettled = SeatSet::EMPTY;
        self.refresh_all();
    }

    fn place_character(&mut self, seat: Seat, character: &Character) {
        if !character.alive {
            self.game.living.remove(seat);
        }
        self.game.hands[seat] = set(&character.hand);
        let sums = &mut self.game.seats[seat];
        sums.held = self.game.hands[seat].len() as i16;
        sums.level = character.level;
        if character.gender == Gender::Female {
            self.game.females.insert(seat);
        }
        if character.awaits_deal {
            self.game.awaiting_deal.insert(seat);
            self.game.have_died.insert(seat);
        }
        let (worn, cheated) = (set(&character.worn), set(&character.cheated));
        self.game.tables[seat] = worn | cheated | set(&character.in_play);
        self.game.used |= worn | cheated;
        self.game.cheated |= cheated;
        self.game.known |= set(&character.known);
        self.game.seats[seat].gold = self.position().gold_held(seat);
    }

    /// Puts the rest of the turn, from its start, on the agenda.
    fn open_with(&mut self, situation: &Situation) -> Result<(), Impossible> {
        let seat = situation.active;
        match situation.start {
            Start::Setup | Start::Opening | Start::Turn => {
                self.then(Frame::BeginTurn {});
                if situation.start == Start::Opening {
                    let left = self.players() - 1;
                    self.then(Frame::Opening { seat, left, revival: false });
                }
                return Ok(());
            }
            _ => self.game.turn = 1,
        }
        if situation.start == Start::Kick {
            self.then(Frame::KickOpenTheDoor {});
            return Ok(());
        }
        if situation.start == Start::Charity {
            self.then(Frame::Charity {});
            return Ok(());
        }
        self.then(self.round_from(Moment::BeforeCharity));
        if situation.start == Start::AfterDoor {
            self.then(Frame::LookForTrouble {});
            self.then(self.round_from(Moment::AfterDoor));
        }
        if situation.start == Start::Combat { self.join_battle(&situation.fight) } else { Ok(()) }
    }

    fn join_battle(&mut self, fight: &Encounter) -> Result<(), Impossible> {
        self.game.marks.meet();
        let main = self.active;
        self.game.fight = Fight { running: true, main, helper: fight.helper, offer: fight.offer, ..Fight::default() };
        self.then(Frame::Reckoning {});
        self.then_interrupts(Moment::Combat);
        for (place, (monster, enhancers)) in fight.monsters.iter().enumerate() {
            self.put(*monster, Zone::Played);
            self.add_foe(*monster, CardId::NONE);
            for &enhancer in enhancers {
                self.put(enhancer, Zone::Played);
                self.enhance(enhancer, place);
            }
        }
        self.refresh_all();
        let (promised, stake) = (fight.offer.treasures, self.position().treasures_at_stake());
        match fight.helper {
            Some(helper) if self.fight.helper.is_none() => Err(Impossible::Helper(helper)),
            _ if promised > stake => Err(Impossible::Promise { promised, stake }),
            _ => Ok(()),
        }
    }
}

fn set<const W: usize>(cards: &[CardId]) -> CardSet<W> {
    cards.iter().copied().collect()
}
