//! `Watch`: laws for the events of a game.

use std::collections::BTreeSet;

use kickdoor::deck::Deck;
use kickdoor::deck::compiled::Op;
use kickdoor::deck::language::Lasting;
use kickdoor::game::{Event, LevelWhy, Zone};
use kickdoor::ids::{BySeat, CardId, Seat, SeatSet};

/// Checks the laws for the events of a game, in order.
pub(crate) fn watch(deck: &Deck, events: &[Event]) {
    let mut watch = Watch::new(deck);
    events.iter().for_each(|event| watch.check(*event));
}

/// Watches one game.
struct Watch<'d> {
    deck: &'d Deck,
    hands: BySeat<i64>,
    limits: BySeat<i64>,
    dead: SeatSet,
    active: Option<Seat>,
    /// Cards drawn into the active hand and allowances lost after Charity, when receivers play their cards.
    late: i64,
    charity: bool,
    wins: u32,
    /// The reminders of the lasting effects that run.
    afflictions: BTreeSet<CardId>,
    /// Whether cards may give the winning Level.
    cards_win: bool,
}

impl<'d> Watch<'d> {
    /// A watch before the first event.
    fn new(deck: &'d Deck) -> Self {
        let limits = BySeat([i64::from(deck.rules.hand_limit); 6]);
        Watch {
            deck,
            hands: BySeat::default(),
            limits,
            afflictions: BTreeSet::new(),
            dead: SeatSet::EMPTY,
            active: None,
            late: 0,
            charity: false,
            wins: 0,
            cards_win: deck.ops.iter().any(|op| matches!(op, Op::GainWinningLevels(_))),
        }
    }

    fn moved(&mut self, card: CardId, from: Zone, to: Zone) {
        let grant = i64::from(self.deck.card(card).grants.hand_limit).max(0);
        match from {
            Zone::Hand(seat) => self.hands[seat] -= 1,
            Zone::Table(seat) => {
                self.limits[seat] -= grant;
                let own = self.active == Some(seat);
                // The card ends with the turn, after Charity, and its allowance ends too.
                self.charity |= own && self.deck.card(card).lasts == Some(Lasting::NextTurn);
                self.late += if self.charity && own { grant } else { 0 };
            }
            _ => {}
        }
        match to {
            Zone::Hand(seat) | Zone::Table(seat) if self.dead.contains(seat) && from != Zone::Aside => {
                panic!("the dead get {card:?}")
            }
            Zone::Hand(seat) => {
                self.hands[seat] += 1;
                self.late += i64::from(self.charity && self.active == Some(seat));
            }
            Zone::Table(seat) => self.limits[seat] += grant,
            _ => {}
        }
    }

    fn level(&mut self, seat: Seat, from: u8, to: u8, why: LevelWhy) {
        let top = *self.deck.rules.win_level;
        assert!((1..=top).contains(&to), "Level {to}");
        assert!(to < from || !self.dead.contains(seat), "the dead rise");
        if to == top {
            let lawful = why == LevelWhy::Kill || self.cards_win && why == LevelWhy::Card;
            assert!(lawful, "the winning Level comes by {why:?}");
            self.wins += 1;
        }
    }

    fn turn(&mut self, seat: Seat) {
        if let Some(last) = self.active.replace(seat) {
            let kept = self.hands[last] - self.late;
            assert!(kept <= self.limits[last], "{kept} cards kept after Charity");
        }
        (self.late, self.charity) = (0, false);
    }

    fn check(&mut self, event: Event) {
        match event {
            Event::Move { card, from, to } => self.moved(card, from, to),
            // A reminder is placed and removed without a move.
            Event::Afflicted { seat, card } if self.afflictions.insert(card) => {
                self.moved(card, Zone::Aside, Zone::Table(seat));
            }
            Event::AfflictionEnds { seat, card } => {
                self.afflictions.remove(&card);
                self.moved(card, Zone::Table(seat), Zone::Aside);
            }
            Event::Level { seat, from, to, why } => self.level(seat, from, to, why),
            Event::Charity { .. } => self.charity = true,
            Event::Died { seat } => self.dead.insert(seat),
            Event::Revived { seat } => self.dead.remove(seat),
            Event::TurnBegins { seat, .. } => self.turn(seat),
            Event::Won { seats } => {
                assert!((1..=seats.len() as u32).contains(&self.wins), "{} reach the top", self.wins);
            }
            _ => {}
        }
    }
}
