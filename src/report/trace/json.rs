//! The game as JSON lines.

use std::io::{self, Write};

use super::narrator::{Head, Narrator, number, pile_before};
use super::wire::{
    Advised, Answer, CardFacts, CardName, Chosen, DeckFacts, End, FORMAT, Header, Line, SeatEnd, SeatFacts, SetFacts,
};
use crate::deck::compiled::{SetInfo, Title};
use crate::deck::{Deck, DeckSide, Play, canonical, content_hash};
use crate::game::{Choice, Decision, Event, Game, LoggedTable, Outcome, Verb, Zone};
use crate::ids::{CardId, Seat, SeatSet};
use crate::report::files::number::Fraction;
use crate::strategy::{Advice, Lead};

/// Fields of the canonical form of a card that have their own place in the trace.
const APART: [&str; 3] = ["id", "name", "copies"];

/// Writes a game as JSON lines.
pub(super) struct Json<'a> {
    deck: &'a Deck,
    head: Head<'a>,
    players: u8,
    list_options: bool,
    options: usize,
    offered: Option<Vec<Answer>>,
    /// Offers of help made so far.
    offers: u16,
    out: &'a mut dyn Write,
}

impl Narrator for Json<'_> {
    fn head(&mut self, events: &[Event], table: &LoggedTable<'_>) -> io::Result<()> {
        let pile = |side| self.cards(pile_before(self.deck, table.game(), side, events));
        let (door_pile, treasure_pile) = (pile(DeckSide::Door), pile(DeckSide::Treasure));
        self.write(&Line::Header(Header {
            format: FORMAT,
            program: format!("{} {}", env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION")),
            deck: self.deck_facts(),
            seed: self.head.seed,
            game: self.head.game,
            seats: self.seat_facts(),
            rules: &self.deck.rules,
            cards: self.deck.titles.iter().map(|title| (self.title(title.first), card_facts(title))).collect(),
            door_pile,
            treasure_pile,
        }))
    }

    fn offered(&mut self, options: &[Choice]) {
        self.options = options.len();
        if self.list_options {
            // Kept as text until the choice is recorded: the next step of the game replaces the options.
            self.offered = Some(options.iter().map(|&choice| self.answer(choice)).collect());
        }
    }

    fn advised(&mut self, decision: Decision, made: Choice, advice: Advice) -> io::Result<()> {
        let Lead { mean, error, playouts } = advice.lead;
        self.write(&Line::Advised(Advised {
            seat: number(decision.seat),
            question: decision.question,
            made: self.answer(made),
            advice: self.answer(advice.choice),
            lead: Fraction(mean),
            error: Fraction(error),
            playouts,
        }))
    }

    fn write_events(&mut self, events: &[Event], table: &LoggedTable<'_>) -> io::Result<()> {
        for (place, event) in events.iter().enumerate() {
            let line = self.line(*event, &events[place + 1..], table.game());
            self.write(&line)?;
        }
        Ok(())
    }

    fn end(&mut self, outcome: Outcome, table: &LoggedTable<'_>) -> io::Result<()> {
        let pile = |side| self.cards(table.pile_cards(side));
        self.write(&Line::End(End {
            winners: seats(outcome.winners),
            turns: outcome.turns,
            seats: (0..self.players).map(|seat| self.seat_end(table, Seat(seat))).collect(),
            door_pile: pile(DeckSide::Door),
            treasure_pile: pile(DeckSide::Treasure),
            discards: self.cards(table.discards()),
            played: self.cards(table.played()),
            open: self.cards(table.open()),
        }))?;
        self.out.flush()
    }
}

impl<'a> Json<'a> {
    pub(super) fn new(deck: &'a Deck, head: Head<'a>, players: u8, list_options: bool, out: &'a mut dyn Write) -> Self {
        Json { deck, head, players, list_options, options: 0, offered: None, offers: 0, out }
    }

    fn write(&mut self, line: &Line<'_>) -> io::Result<()> {
        serde_json::to_writer(&mut *self.out, line)?;
        self.out.write_all(b"\n")
    }

    fn deck_facts(&self) -> DeckFacts<'a> {
        let deck = self.deck;
        let tags = |bits: u16| {
            let tags = (0..).zip(&deck.tags).filter(|(bit, _)| bits >> bit & 1 == 1);
            tags.map(|(_, tag)| tag.as_str()).collect()
        };
        let set = |set: &'a SetInfo| SetFacts { id: &set.id, name: &set.name, terms: &set.terms, kinds: &set.kinds };
        DeckFacts {
            hash: content_hash(deck),
            sets: deck.sets.iter().map(set).collect(),
            base: deck.base_id(),
            joining_tags: tags(deck.joining),
            native_tags: tags(deck.joining & !deck.bringing),
            gift_tags: tags(deck.gifts),
        }
    }

    fn seat_facts(&self) -> Vec<SeatFacts<'a>> {
        let strategy = |seat: u8| self.head.strategies.get(usize::from(seat)).copied().unwrap_or_default();
        (0..self.players).map(|seat| SeatFacts { seat: seat + 1, strategy: strategy(seat), level: 1 }).collect()
    }

    fn seat_end(&self, table: &LoggedTable<'_>, seat: Seat) -> SeatEnd {
        let state = table.seat(seat);
        SeatEnd {
            seat: number(seat),
            level: state.level,
            strength: table.view(seat).strength_at_rest(seat),
            alive: table.alive(seat),
            hand: self.cards(table.hand(seat)),
            body: self.cards(table.body(seat)),
            // A reminder is no printed card: it only marks an effect that lasts.
            table: self.cards(table.table(seat).without(self.deck.masks.reminders)),
            used: self.cards(table.table(seat) & table.used()),
        }
    }

    /// `set/card`.
    fn title(&self, card: CardId) -> String {
        let title = self.deck.title(card);
        format!("{}/{}", self.deck.set_of(title).id, title.id)
    }

    /// `set/card#copy`.
    fn card(&self, card: CardId) -> CardName {
        format!("{}#{}", self.title(card), self.deck.card(card).copy)
    }

    fn cards(&self, cards: impl IntoIterator<Item = CardId>) -> Vec<CardName> {
        cards.into_iter().map(|card| self.card(card)).collect()
    }

    fn zone(&self, card: CardId, zone: Zone) -> String {
        let side = match self.deck.card(card).side {
            DeckSide::Door => "door",
            DeckSide::Treasure => "treasure",
        };
        match zone {
            Zone::Pile => format!("{side}_pile"),
            Zone::Discard => format!("{side}_discard"),
            Zone::Hand(seat) => format!("hand:{}", number(seat)),
            Zone::Table(seat) => format!("table:{}", number(seat)),
            Zone::Played => "played".to_owned(),
            Zone::Open => "open".to_owned(),
            Zone::Aside => "aside".to_owned(),
            Zone::Body(seat) => format!("body:{}", number(seat)),
        }
    }

    fn answer(&self, choice: Choice) -> Answer {
        let Choice { verb, n, card } = choice;
        let player = verb == Verb::Player;
        // A number is an amount and stays as it is; a place in a list counts from 1, as readers do.
        let counted = matches!(verb, Verb::Number | Verb::Counter);
        let listed = matches!(verb, Verb::Use | Verb::Monster | Verb::Branch)
            || verb == Verb::Play && matches!(self.deck.card(card).play, Play::Item | Play::Special);
        Answer {
            verb,
            card: card.is_some().then(|| self.card(card)),
            seat: player.then_some(n + 1),
            n: if counted { Some(n) } else { listed.then_some(n + 1) },
        }
    }

    /// Writes one event as one line. `later` are the events recorded after it so far.
    fn line(&mut self, event: Event, later: &[Event], game: &Game) -> Line<'static> {
        match event {
            Event::Begin { first } => Line::Begin { first: number(first) },
            Event::TurnBegins { seat, turn } => {
                let round = turn.div_ceil(u16::from(self.players));
                Line::TurnBegins { seat: number(seat), turn, round }
            }
            Event::Stands { seat, level, strength } => Line::Stands { seat: number(seat), level, strength },
            Event::Revived { seat } => Line::Revived { seat: number(seat) },
            Event::Chosen { decision, choice } => {
                let (seat, question, offered) = (number(decision.seat), decision.question, self.offered.take());
                Line::Chosen(Chosen { seat, question, choice: self.answer(choice), options: self.options, offered })
            }
            Event::Forced { decision, choice } => {
                let (seat, question) = (number(decision.seat), decision.question);
                Line::Forced { seat, question, choice: self.answer(choice) }
            }
            Event::Reshuffle { side, .. } => {
                Line::Reshuffle { pile: side, cards: self.cards(pile_before(self.deck, game, side, later)) }
            }
            Event::Draw { seat, card, why, face_up } => {
                Line::Draw { seat: number(seat), card: self.card(card), why, face_up }
            }
            Event::Move { card, from, to } => {
                Line::Move { card: self.card(card), from: self.zone(card, from), to: self.zone(card, to) }
            }
            Event::PickedAtRandom { seat, card } => Line::PickedAtRandom { seat: number(seat), card: self.card(card) },
            Event::Known { card } => Line::Known { card: self.card(card) },
            Event::Turned { card, seat, used } => Line::Turned { seat: number(seat), card: self.card(card), used },
            Event::Cheated { card, on } => Line::Cheated { card: self.card(card), on },
            Event::Roll { seat, why, die } => Line::Roll { seat: number(seat), why, die },
            Event::Gender { seat, gender } => Line::Gender { seat: number(seat), gender },
            Event::Loaded { card, bearer } => Line::Loaded { card: self.card(card), bearer: self.card(bearer) },
            Event::TakenOver { seat } => Line::TakenOver { seat: number(seat) },
            Event::DieSet { seat, die } => Line::DieSet { seat: number(seat), die },
            Event::FightBegins { seat, card } => {
                Line::FightBegins { seat: number(seat), card: self.card(card), number: 1 }
            }
            Event::MonsterJoins { card, number: joined, seat, twin, by_tag } => {
                Line::MonsterJoins { seat: number(seat), card: self.card(card), number: joined, twin, by_tag }
            }
            Event::MonsterLeaves { card, number, treasure, killed } => {
                Line::MonsterLeaves { card: self.card(card), number, treasure, killed }
            }
            Event::Afflicted { seat, card } => Line::Afflicted { seat: number(seat), by: self.title(card) },
            Event::AfflictionEnds { seat, card } => Line::AfflictionEnds { seat: number(seat), by: self.title(card) },
            Event::Armed { card, monster, number } => {
                Line::Armed { card: self.card(card), monster: self.card(monster), number }
            }
            Event::Enhanced { card, monster } => Line::Enhanced { card: self.card(card), monster: self.card(monster) },
            Event::MonsterStrengthened { card, by } => Line::MonsterStrengthened { card: self.card(card), by },
            Event::Boosted { card, players, by } => {
                Line::Boosted { card: self.card(card), side: if players { "players" } else { "monsters" }, by }
            }
            Event::Totals { players, monsters } => Line::Totals { players, monsters },
            Event::Promised { main, card } => {
                Line::Promised { seat: number(main), offer: self.offers + 1, card: self.card(card) }
            }
            Event::HelpAsked { main, asked, treasures, helper_first } => {
                // A fight can have several offers, and later lines name the one that they belong to.
                self.offers += 1;
                let (seat, offer) = (number(main), self.offers);
                Line::HelpAsked { seat, offer, asked: seats(asked), treasures, helper_first }
            }
            Event::HelpAgreed { main, helper, treasures, helper_first } => {
                let (seat, offer) = (number(main), self.offers);
                Line::HelpAgreed { seat, offer, helper: number(helper), treasures, helper_first }
            }
            Event::PromiseKept { main, helper, card } => {
                let (seat, offer) = (number(main), self.offers);
                Line::PromiseKept { seat, offer, helper: number(helper), card: self.card(card) }
            }
            Event::HelpCompelled { main, helper } => Line::HelpCompelled { seat: number(main), helper: number(helper) },
            Event::HelperLeaves { helper } => Line::HelperLeaves { helper: number(helper) },
            Event::FightEnds { seat, how, helped } => Line::FightEnds { seat: number(seat), how, helped },
            Event::NotPursued { seat, card, number: foe } => {
                Line::NotPursued { seat: number(seat), card: self.card(card), number: foe }
            }
            Event::Fled { seat, card, number: foe, escaped, total } => {
                // This value marks an escape without a roll.
                let total = (total != i16::MAX).then_some(total);
                Line::Fled { seat: number(seat), card: self.card(card), number: foe, escaped, total }
            }
            Event::BadStuff { seat, card, number: foe } => {
                Line::BadStuff { seat: number(seat), card: self.card(card), number: foe }
            }
            Event::Suffered { seat, card } => Line::Suffered { seat: number(seat), card: self.card(card) },
            Event::CurseLands { card, victim, actor, door } => {
                Line::CurseLands { card: self.card(card), victim: number(victim), by: number(actor), door }
            }
            Event::CurseTurned { card, victim, actor } => {
                Line::CurseTurned { card: self.card(card), victim: number(victim), by: number(actor) }
            }
            Event::CurseFails { card, why } => Line::CurseFails { card: self.card(card), why },
            Event::Used { seat, card, n } => Line::Used { seat: number(seat), card: self.card(card), n: n + 1 },
            Event::Aimed { seat, card, target } => {
                Line::Aimed { seat: number(seat), card: self.card(card), target: number(target) }
            }
            Event::Paid { seat, card } => Line::Paid { seat: number(seat), card: self.card(card) },
            Event::Triggered { card, seat, n } => {
                Line::Triggered { seat: number(seat), card: self.card(card), n: n + 1 }
            }
            Event::Effect { card, seat } => Line::Effect { seat: number(seat), card: self.card(card) },
            Event::Level { seat, from, to, why } => Line::Level { seat: number(seat), from, to, why },
            Event::Sold { seat, gold, bonus, levels } => Line::Sold { seat: number(seat), gold, bonus, levels },
            Event::Traded { seat, with } => Line::Traded { seat: number(seat), with: number(with) },
            Event::GiftOffered { seat, to, card } => {
                Line::GiftOffered { seat: number(seat), to: number(to), card: self.card(card) }
            }
            Event::Given { seat, to, card } => {
                Line::Given { seat: number(seat), to: number(to), card: self.card(card) }
            }
            Event::Died { seat } => Line::Died { seat: number(seat) },
            Event::Charity { seat, to, card } => {
                Line::Charity { seat: number(seat), to: to.map(number), card: self.card(card) }
            }
            Event::Won { seats: winners } => Line::Won { seats: seats(winners) },
            Event::Unfinished { bound } => Line::Unfinished { bound },
            Event::Ranked { place, seats: players } => Line::Ranked { place, seats: seats(players) },
        }
    }
}

fn card_facts(title: &Title) -> CardFacts<'_> {
    let mut figures = canonical(&title.spec);
    if let Some(fields) = figures.as_object_mut() {
        fields.retain(|field, _| !APART.contains(&field.as_str()));
    }
    CardFacts { name: &title.name, copies: title.copies, figures }
}

fn seats(seats: SeatSet) -> Vec<u8> {
    seats.iter().map(number).collect()
}
