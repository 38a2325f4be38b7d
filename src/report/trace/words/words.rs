//! `Words`: writes a game in English sentences.

use std::io::{self, Write};

use crate::deck::compiled::Grants;
use crate::deck::language::{Gender, Lasting};
use crate::deck::{Deck, DeckSide, Rules, content_hash};
use crate::game::{Choice, Decision, DrawWhy, Event, LevelWhy, LoggedTable, Outcome, RollWhy, Verb};
use crate::ids::{CardId, Seat, SeatSet};
use crate::report::files::number::{Fraction, points};
use crate::report::trace::cards::{Cards, listed, plural, seat_word, seats, who};
use crate::report::trace::narrator::{Head, Narrator, number};
use crate::report::trace::page::{Page, Topic};
use crate::run::tally::{question_index, question_name};
use crate::strategy::{Advice, Lead};

/// Indentation of the events of a turn, and of the events of its fight.
pub(super) const TURN: usize = 2;
pub(super) const FIGHT: usize = 4;

/// Writes a game in English sentences.
pub(in crate::report::trace) struct Words<'a> {
    pub(super) cards: Cards<'a>,
    pub(super) head: Head<'a>,
    pub(super) players: u8,
    pub(super) page: Page<'a>,
    pub(super) memory: Memory,
    /// Players whose rolls for cards count one less.
    pub(super) unlucky: SeatSet,
}

/// State needed to describe the next event.
#[derive(Default)]
pub(super) struct Memory {
    pub(super) turn: u16,
    pub(super) active: Seat,
    /// The last choice.
    pub(super) verb: Option<Verb>,
    /// The card whose effect is being resolved.
    pub(super) source: Option<CardId>,
    /// The card drawn when opening the door, until its next move is known.
    pub(super) kicked: Option<CardId>,
    /// Whether the door of this turn is open.
    pub(super) door_open: bool,
    /// A player who takes the top discard instead of drawing, until it moves.
    pub(super) from_discards: Option<Seat>,
    /// A player who took discards in place of draws, and how many are still to be paid for with cards from hand.
    pub(super) owing: (Seat, u8),
    /// A Cheat card that was played, until its Item is known.
    pub(super) cheat: Option<CardId>,
    /// A companion that carries an enhancer, until the enhancer moves to it.
    pub(super) bearer: Option<CardId>,
    /// A card whose next move is already written.
    pub(super) hushed: Option<CardId>,
    /// The Curse that landed last, until it takes effect.
    pub(super) landed: Option<CardId>,
    /// A Curse or Bad Stuff that has begun to take effect, and its victim, until something shows that it changed something.
    pub(super) unfelt: Option<(CardId, Seat)>,
    /// The plays since the last decision of a round.
    pub(super) played: Vec<(CardId, Seat)>,
    /// A use whose cost and target are still open.
    pub(super) using: Option<Using>,
    /// Text of the last use or trigger, until the card adds strength.
    pub(super) announced: Option<(CardId, String)>,
    pub(super) foes: Vec<CardId>,
    pub(super) totals: Option<(i16, i16)>,
    /// Whether a card has added strength since these totals.
    pub(super) boosted: bool,
    pub(super) helper: Option<Seat>,
    /// Whether the main player runs away from a fight that it would win.
    pub(super) runs_anyway: bool,
    pub(super) promised: Vec<CardId>,
    /// Cards of a trade or gift that is being negotiated.
    pub(super) picked: Vec<CardId>,
    /// Cards that the player who opened a trade wants for these, and that player.
    pub(super) wanted: Vec<CardId>,
    pub(super) trader: Seat,
    /// Cards that leave play with those of a sale or trade.
    pub(super) left_too: Vec<String>,
    /// The last die rolled to run away.
    pub(super) die: u8,
    /// Whether the open question is about a roll for a card.
    pub(super) card_roll: bool,
}

/// A use of a card that has been announced.
pub(super) struct Using {
    pub(super) seat: Seat,
    pub(super) card: CardId,
    pub(super) n: u8,
    pub(super) paid: Vec<String>,
    /// Cards that leave play with those, because of their room or their companion.
    pub(super) followers: Vec<String>,
}

impl Narrator for Words<'_> {
    fn head(&mut self, _: &[Event], _: &LoggedTable<'_>) -> io::Result<()> {
        let deck = self.cards.deck;
        let names: Vec<String> = deck.sets.iter().map(|set| set.name.clone()).collect();
        let Head { seed, game, strategies } = self.head;
        let (players, cards) = (self.players, deck.masks.all.len());
        self.page.say(&format!("{}: seed {seed}, game {game}, {players} players", listed(&names)))?;
        if names.len() > 1 {
            self.page.say(&format!("Base: {}", names[deck.base]))?;
        }
        let hash = content_hash(deck);
        self.page.say(&format!("{cards} cards, deck {}", hash.get(..12).unwrap_or(&hash)))?;
        let switches = switches(&deck.rules);
        if !switches.is_empty() {
            self.page.say(&format!("Rules: {switches}"))?;
        }
        self.page.indent(TURN)?;
        for (place, strategy) in strategies.iter().enumerate() {
            self.page.say(&format!("Seat {}: {strategy}", place + 1))?;
        }
        self.heading("Setup")
    }

    fn advised(&mut self, decision: Decision, made: Choice, advice: Advice) -> io::Result<()> {
        let Lead { mean, error, playouts } = advice.lead;
        let question = question_name(question_index(decision.question)).replace('_', " ");
        let (seat, made, choice) =
            (seat_word(decision.seat), self.cards.choice(made), self.cards.choice(advice.choice));
        let (lead, error) = (points(Fraction(mean)), 100.0 * error);
        self.page.note(&format!(
            "Advice to {seat} ({question}): {choice} instead of {made}, {lead} pp (error {error:.2}, {playouts} playouts)."
        ))
    }

    fn write_events(&mut self, events: &[Event], table: &LoggedTable<'_>) -> io::Result<()> {
        events.iter().try_for_each(|event| self.event(*event, table))?;
        // A roll happens between two decisions, and the table is known only at them: `note_luck` follows the Curses in
        // between.
        let unlucky = |seat| table.view(seat).character(seat).grants.has(Grants::UNLUCKY);
        self.unlucky = SeatSet::all(self.players).filter(unlucky);
        Ok(())
    }

    fn end(&mut self, outcome: Outcome, table: &LoggedTable<'_>) -> io::Result<()> {
        self.heading(&format!("After {}", plural(i64::from(outcome.turns), "turn")))?;
        for place in (0..self.players).map(Seat) {
            let (level, strength) = (table.level(place), table.view(place).strength_at_rest(place));
            let hand = plural(table.hand(place).len() as i64, "card");
            let won = if outcome.winners.contains(place) { ", wins" } else { "" };
            self.page.say(&format!("{}: Level {level}, strength {strength}, {hand} in hand{won}", who(place)))?;
        }
        self.page.finish()
    }
}

impl<'a> Words<'a> {
    pub(in crate::report::trace) fn new(deck: &'a Deck, head: Head<'a>, players: u8, out: &'a mut dyn Write) -> Self {
        Words {
            cards: Cards { deck },
            head,
            players,
            page: Page::new(out),
            memory: Memory::default(),
            unlucky: SeatSet::EMPTY,
        }
    }

    /// A line without indentation, after an empty line.
    fn heading(&mut self, text: &str) -> io::Result<()> {
        self.page.indent(0)?;
        self.page.say("")?;
        self.page.say(text)?;
        self.page.indent(TURN)
    }

    pub(super) fn say(&mut self, text: &str) -> io::Result<()> {
        self.announce_use(None)?;
        self.page.say(text)
    }

    pub(super) fn join(&mut self, topic: Topic, start: &str, part: &str) -> io::Result<()> {
        self.announce_use(None)?;
        self.page.join(topic, start, part)
    }

    pub(super) fn begin(&mut self, topic: Topic, start: String) -> io::Result<()> {
        self.announce_use(None)?;
        self.page.begin(topic, start)
    }

    pub(super) fn name(&self, card: CardId) -> &'a str {
        self.cards.name(card)
    }

    pub(super) fn names(&self, cards: &[CardId]) -> String {
        listed(&cards.iter().map(|&card| self.name(card).to_owned()).collect::<Vec<_>>())
    }

    /// `(name)` of the card whose effect is being resolved.
    pub(super) fn cause(&self) -> String {
        self.memory.source.map(|card| format!(" ({})", self.name(card))).unwrap_or_default()
    }

    /// Writes one event. Events that only accompany another are not written. `table` is the state at the next decision.
    fn event(&mut self, event: Event, table: &LoggedTable<'_>) -> io::Result<()> {
        self.note_felt(event)?;
        match event {
            Event::Begin { first } => self.say(&format!("{} goes first.", who(first))),
            Event::TurnBegins { seat, turn } => self.turn_begins(seat, turn),
            Event::Stands { seat, level, strength } => self.stands(seat, level, strength),
            Event::Revived { seat } => self.say(&format!("{} is back with a new character.", who(seat))),
            Event::Chosen { decision, choice, .. } => self.chosen(decision, choice, table),
            Event::Reshuffle { side, cards } => self.reshuffled(side, cards),
            Event::Draw { seat, card, why, face_up } => self.drawn(seat, card, why, face_up),
            Event::Move { card, from, to } => self.moved(card, from, to),
            Event::Known { .. }
            | Event::Cheated { .. }
            | Event::Forced { .. }
            | Event::Aimed { .. }
            | Event::PickedAtRandom { .. }
            | Event::PromiseKept { .. } => Ok(()),
            Event::Turned { card, seat, used } => self.turned(card, seat, used),
            Event::Roll { seat, why, die } => self.rolled(seat, why, die),
            Event::Gender { seat, gender: Gender::Female } => self.say(&format!("{} is female.", who(seat))),
            Event::Gender { seat, gender: Gender::Male } => self.say(&format!("{} is male.", who(seat))),
            Event::Loaded { card, bearer } => self.loaded(card, bearer),
            Event::TakenOver { seat } => {
                self.memory.totals = None;
                self.say(&format!("{} fights from now on.", who(seat)))
            }
            Event::DieSet { seat, die } => self.die_set(seat, die),
            Event::FightBegins { seat, card } => self.fight_begins(seat, card),
            Event::MonsterJoins { card, seat, twin, by_tag, .. } => self.monster_joins(card, seat, twin, by_tag),
            Event::MonsterLeaves { card, treasure, .. } => self.monster_leaves(card, treasure),
            Event::Afflicted { seat, card } => self.afflicted(seat, card),
            Event::AfflictionEnds { seat, card } => {
                self.say(&format!("The effect of {} on {} ends.", self.name(card), seat_word(seat)))
            }
            Event::Armed { card, monster, .. } => self.armed(card, monster),
            Event::Enhanced { card, monster } => self.enhanced(card, monster),
            Event::MonsterStrengthened { card, by } => {
                self.say(&format!("{}: {by:+} by its own text.", self.name(card)))
            }
            Event::Boosted { card, players, by } => self.boosted(card, players, by),
            Event::Totals { players, monsters } => self.totals(players, monsters),
            Event::Promised { card, .. } => {
                self.memory.promised.push(card);
                Ok(())
            }
            Event::HelpAsked { main, asked, treasures, helper_first } => {
                self.help_asked(main, asked, treasures, helper_first)
            }
            Event::HelpAgreed { helper, treasures, helper_first, .. } => {
                self.help_agreed(helper, treasures, helper_first)
            }
            Event::HelpCompelled { helper, .. } => {
                (self.memory.helper, self.memory.totals) = (Some(helper), None);
                self.say(&format!("{} must help.", who(helper)))
            }
            Event::HelperLeaves { helper } => {
                (self.memory.helper, self.memory.totals) = (None, None);
                self.say(&format!("{} leaves the fight.", who(helper)))
            }
            Event::FightEnds { seat, how, .. } => self.fight_ends(seat, how),
            Event::NotPursued { seat, card, .. } => self.not_pursued(seat, card),
            Event::Fled { seat, card, escaped, total, .. } => self.fled(seat, card, escaped, total),
            Event::BadStuff { seat, card, .. } => self.bad_stuff(seat, card),
            Event::Suffered { seat, card } => self.suffered(seat, card),
            Event::CurseLands { card, victim, actor, door } => self.curse_lands(card, victim, actor, door),
            Event::CurseTurned { card, victim, actor } => self.curse_turned(card, victim, actor),
            Event::CurseFails { card, why } => self.curse_fails(card, why),
            Event::Used { seat, card, n } => self.used(seat, card, n),
            Event::Paid { card, .. } => self.paid(card),
            Event::Triggered { card, seat, n } => self.triggered(card, seat, n),
            Event::Effect { card, seat } => self.effect(card, seat),
            Event::Level { seat, from, to, why } => self.level(seat, from, to, why),
            Event::Sold { seat, gold, levels, .. } => self.sold(seat, gold, levels),
            Event::Traded { seat, with } => {
                self.begin(Topic::Trade, format!("{} and {} trade:", who(seat), seat_word(with)))
            }
            Event::GiftOffered { card, .. } => {
                self.memory.picked = vec![card];
                Ok(())
            }
            Event::Given { seat, to, card } => self.given(seat, to, card),
            Event::Died { seat } => self.died(seat),
            Event::Charity { seat, to, card } => self.charity(seat, to, card),
            Event::Unfinished { bound } => self.say(&format!("The game is stopped at a bound: {bound}.")),
            Event::Ranked { place, seats: players } => self.say(&format!("Place {place}: {}.", seats(players))),
            Event::Won { seats: winners } => {
                let win = if winners.len() == 1 { "wins" } else { "win" };
                self.say(&format!("{} {win} the game.", capital(&seats(winners))))
            }
        }
    }

    fn afflicted(&mut self, seat: Seat, card: CardId) -> io::Result<()> {
        let scope = match self.cards.deck.card(card).lasts {
            Some(Lasting::NextCombat) => "the next combat",
            Some(Lasting::NextTurn) => "the next turn",
            Some(Lasting::NextRoll) => "the next roll to run away",
            Some(Lasting::SoloKill) => "the time until a kill alone",
            Some(Lasting::LevelGained) => "the time until a level is gained",
            Some(Lasting::Always) | None => "the rest of the game",
        };
        self.say(&format!("{} will affect {} in {scope}.", self.name(card), seat_word(seat)))
    }

    fn turn_begins(&mut self, seat: Seat, turn: u16) -> io::Result<()> {
        self.announce_use(None)?;
        // Nothing of a turn explains an event of the next one.
        self.memory = Memory { turn, active: seat, ..Memory::default() };
        Ok(())
    }

    /// The heading of a turn shows its player's level and strength; a line shows those of the others.
    fn stands(&mut self, seat: Seat, level: u8, strength: i16) -> io::Result<()> {
        if seat == self.memory.active {
            let (turn, round) = (self.memory.turn, self.memory.turn.div_ceil(u16::from(self.players)));
            let strategy = self.head.strategies.get(seat.index()).copied().unwrap_or_default();
            let place = number(seat);
            return self.heading(&format!(
                "Turn {turn}, round {round}: seat {place} ({strategy}), Level {level}, strength {strength}"
            ));
        }
        let part = format!("{} Level {level}, strength {strength}", seat_word(seat));
        self.join(Topic::Standings, "Others:", &part)
    }

    fn reshuffled(&mut self, side: DeckSide, cards: u16) -> io::Result<()> {
        self.say(&format!("The {} discards are shuffled: {}.", side_name(side), plural(cards, "card")))
    }

    fn drawn(&mut self, seat: Seat, card: CardId, why: DrawWhy, face_up: bool) -> io::Result<()> {
        let side = self.cards.deck.card(card).side;
        if why == DrawWhy::Kick {
            (self.memory.kicked, self.memory.door_open) = (Some(card), true);
            let kick = &self.cards.base_terms().kick;
            return self.say(&format!("{} {kick}: {}.", who(seat), self.cards.presented(card)));
        }
        let how = match why {
            DrawWhy::Deal => "is dealt",
            DrawWhy::Revival => "is dealt a new hand",
            DrawWhy::Listen => "listens at the door",
            DrawWhy::Loot => "loots the room",
            DrawWhy::Kick | DrawWhy::Reward | DrawWhy::Card => "draws",
        };
        let shown = if face_up { "face up" } else { "face down" };
        let source = self.memory.source.filter(|_| why == DrawWhy::Card);
        let cause = source.map(|card| format!("; {}", self.name(card))).unwrap_or_default();
        let start = format!("{} {how} ({}, {shown}{cause}):", who(seat), side_name(side));
        self.join(Topic::Draw(seat, why, side, source), &start, self.name(card))
    }

    fn rolled(&mut self, seat: Seat, why: RollWhy, die: u8) -> io::Result<()> {
        let part = format!("{} rolls {die}", seat_word(seat));
        match why {
            RollWhy::FirstPlayer => self.join(Topic::Order(why), "Who goes first:", &part),
            RollWhy::RunnerOrder => self.join(Topic::Order(why), "Who decides who runs first:", &part),
            RollWhy::LootOrder => self.join(Topic::Order(why), "Who loots first:", &part),
            RollWhy::Card => {
                let unlucky = self.unlucky.contains(seat);
                let counted = if unlucky { format!(", {} in all", die - 1) } else { String::new() };
                self.say(&format!("{} rolls {die}{counted}{}.", who(seat), self.cause()))
            }
            RollWhy::Flee => self.flee_roll(seat, die),
        }
    }

    fn level(&mut self, seat: Seat, from: u8, to: u8, why: LevelWhy) -> io::Result<()> {
        let why = match why {
            LevelWhy::Kill => " for the kill".to_owned(),
            LevelWhy::Sale => " by the sale".to_owned(),
            LevelWhy::Cost => " as the price".to_owned(),
            LevelWhy::Card => self.cause(),
        };
        let verb = if to > from { "rises" } else { "falls" };
        self.say(&format!("{} {verb} from Level {from} to {to}{why}.", who(seat)))
    }

    fn died(&mut self, dead: Seat) -> io::Result<()> {
        self.say(&format!("{} dies.", who(dead)))
    }

    fn charity(&mut self, from: Seat, to: Option<Seat>, card: CardId) -> io::Result<()> {
        self.memory.hushed = Some(card);
        let name = self.name(card);
        let part = match to {
            Some(to) => format!("{name} to {}", seat_word(to)),
            None => format!("{name} discarded"),
        };
        self.join(Topic::Charity(from), &format!("Charity of {}:", seat_word(from)), &part)
    }
}

/// The rules that differ from the defaults.
fn switches(rules: &Rules) -> String {
    let fields = |rules: &Rules| serde_json::to_value(rules).ok().and_then(|value| value.as_object().cloned());
    let (ours, shared) = (fields(rules).unwrap_or_default(), fields(&Rules::default()).unwrap_or_default());
    let changed = ours.iter().filter(|(key, value)| shared.get(*key) != Some(value));
    changed.map(|(key, value)| format!("{key} = {value}")).collect::<Vec<_>>().join(", ")
}

pub(super) fn side_name(side: DeckSide) -> &'static str {
    match side {
        DeckSide::Door => "Door",
        DeckSide::Treasure => "Treasure",
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
