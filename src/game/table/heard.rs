//! What a seat hears of an event.

use crate::game::state::choice::{Choice, Question, Verb};
use crate::game::state::zone::Zone;
use crate::game::table::event::Event;
use crate::ids::{CardId, Seat};

impl Event {
    /// The event as a seat hears it: cards that it may not see are `CardId::NONE`. `None` if it hears nothing of the event.
    ///
    /// A seat hears its own answers, and of the others their plays and what they say to each other. The events that follow name the cards of
    /// such a play. It does not hear that another seat passed or had a choice between hidden cards. Events that only some recorders get are
    /// heard by nobody, so a seat hears the same in every replay.
    pub fn heard_by(self, seat: Seat) -> Option<Event> {
        let card = CardId::NONE;
        if !self.is_for_ears() {
            return None;
        }
        Some(match self {
            Event::Chosen { decision, choice } if decision.seat != seat => {
                let choice = is_heard(decision.question, choice).then_some(Choice { card, ..choice })?;
                Event::Chosen { decision, choice }
            }
            Event::Draw { seat: other, why, face_up: false, .. } if other != seat => {
                Event::Draw { seat: other, card, why, face_up: false }
            }
            Event::Move { from, to, .. } if !from.is_open_to(seat) && !to.is_open_to(seat) => {
                Event::Move { card, from, to }
            }
            Event::PickedAtRandom { seat: other, .. } if other != seat => Event::PickedAtRandom { seat: other, card },
            Event::Charity { seat: giver, to: Some(to), .. } if giver != seat && to != seat => {
                Event::Charity { seat: giver, to: Some(to), card }
            }
            event => event,
        })
    }

    /// Whether anybody hears such an event.
    // Known at each call site, so no code is left for the others.
    #[inline(always)]
    pub(super) fn is_for_ears(&self) -> bool {
        !matches!(self, Event::Stands { .. } | Event::Totals { .. } | Event::Forced { .. })
    }
}

/// Whether all players hear an answer.
fn is_heard(question: Question, choice: Choice) -> bool {
    use Question::*;
    match question {
        Round(_) | Opening | Receipt | KickedCard | LookForTrouble => !matches!(choice.verb, Verb::Pass | Verb::Keep),
        AskWhom | OfferTreasures | OfferPick | Reply | ChooseHelper | KeepDeal | Withdraw | TradeWith | TradeReply
        | GiftTo | GiftReply | CharityTo | AimAt | FirstRunner | RunAnyway => true,
        OfferExtras | ShareTreasure | WhichMonster | WhichHandMonster | RunFrom | WhichSide | CharityCard | Payment
        | LoseItem | LoseHandCard | LoseIdentity | LosePower | ExcessBig | ExcessBigHow | ExcessHands | TakeItem
        | TakeHandCard | TakeDiscard | Branch | SetRoll | LiftCurse | LootBody | Sale | TradeTerms | GiftWhat
        | CheatItem | OpenDiscard | SwapRole | WhichCompanion | CardRoll | LootTheRoom | RoleSide => false,
    }
}

impl Zone {
    /// Whether a seat sees the cards there.
    fn is_open_to(self, seat: Seat) -> bool {
        match self {
            Zone::Pile => false,
            Zone::Hand(other) => other == seat,
            Zone::Discard | Zone::Table(_) | Zone::Played | Zone::Open | Zone::Aside | Zone::Body(_) => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deck::{Deck, DeckSource, load};
    use crate::game::{EventLog, Game, GameSetup, Keys, LoggedTable, Progress};
    use crate::ids::CardSet;

    /// The cards that a seat does not see.
    fn hidden(deck: &Deck, game: &Game, seat: Seat) -> CardSet {
        let others = (0..game.players()).map(Seat).filter(|&other| other != seat);
        let hands = others.fold(CardSet::EMPTY, |cards, other| cards | game.hand(other));
        let piles: CardSet = deck.masks.all.iter().filter(|&card| game.zone(card) == Zone::Pile).collect();
        piles | hands.without(game.known | game.promised | game.picked)
    }

    /// The cards that an event names.
    fn named(event: Event) -> Vec<CardId> {
        // From its text, so that no card of any event is forgotten.
        let text = format!("{event:?}");
        let ids = text.split("CardId(").skip(1).filter_map(|rest| rest.split(')').next()?.parse().ok());
        ids.map(CardId).filter(|card| card.is_some()).collect()
    }

    /// The cards that came into a hand or left it.
    fn held(events: &[Event], seat: Seat) -> CardSet {
        let hand = Zone::Hand(seat);
        let card = |event: &Event| match *event {
            Event::Move { card, from, to } if from == hand || to == hand => Some(card),
            _ => None,
        };
        events.iter().filter_map(card).collect()
    }

    /// Plays a game at random. Returns the number of heard events that name a card, and of those in which one is hidden.
    fn play(deck: &Deck, players: u8, game: u64) -> [u64; 2] {
        let setup = GameSetup { players, keys: Keys::of_block(8, game) };
        let mut table = LoggedTable::deal(deck, setup, EventLog::new());
        let seats = || (0..players).map(Seat);
        let everything = |_| deck.masks.all;
        let mut before: Vec<CardSet> = seats().map(everything).collect();
        let mut counts = [0; 2];
        loop {
            let progress = table.advance().expect("a lawful game");
            let now: Vec<CardSet> = seats().map(|seat| hidden(deck, table.game(), seat)).collect();
            let mut events = std::mem::take(&mut table.recorder().events);
            // Discards that were shuffled into a pile are hidden only now.
            if events.iter().any(|event| matches!(event, Event::Reshuffle { .. })) {
                events.clear();
            }
            for &event in &events {
                for seat in seats() {
                    let own = matches!(event, Event::Chosen { decision, .. } if decision.seat == seat);
                    let Some(heard) = event.heard_by(seat).filter(|_| !own) else { continue };
                    // What it held between two questions it has seen, too.
                    let secret = (before[seat.index()] & now[seat.index()]).without(held(&events, seat));
                    let named = named(heard);
                    let leak = named.iter().find(|&&card| secret.contains(card));
                    assert_eq!(leak, None, "{seat:?} hears {heard:?}");
                    counts[0] += u64::from(!named.is_empty());
                    counts[1] += u64::from(heard != event);
                }
            }
            before = now;
            match progress {
                Progress::Over(_) => return counts,
                Progress::Asks(decision) => {
                    let mut mind = table.mind(decision.seat);
                    let choice = table.options()[mind.below(table.options().len())];
                    table.apply(choice).expect("an offered choice");
                }
            }
        }
    }

    #[test]
    fn a_seat_hears_of_no_card_that_it_does_not_see() {
        let mut counts = [0; 2];
        for source in DeckSource::shipped() {
            let deck = load(&[source], &["max_turns=60".to_owned()]).expect("it loads");
            for game in 0..3 {
                let [named, masked] = play(&deck, 3 + (game % 3) as u8, game);
                counts = [counts[0] + named, counts[1] + masked];
            }
        }
        assert!(counts.iter().all(|&count| count > 2_000), "{counts:?}");
    }
}
