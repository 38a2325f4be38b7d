//! `Deeds`: what the players of a game did, as all of them heard it.

use super::features::Feature;
use crate::game::{Event, Question, Verb};
use crate::ids::{BySeat, MAX_SEATS, Seat};

/// A deed of a player, or a chance to do one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Deed {
    /// Began a turn.
    Turn,
    /// Looked for trouble.
    Trouble,
    /// Began a fight.
    Fight,
    /// Asked for help.
    Request,
    /// Agreed to help, perhaps for more.
    Consent,
    /// Refused to help.
    Refusal,
    /// A Treasure for which it helped.
    Price,
    /// Another player began a fight.
    FightOfOther,
    /// Another player began a fight with which it may win.
    FightForWin,
    /// Played for the monsters in a fight of another player.
    Hindrance,
    /// Played another card, or used one, on another player's turn.
    PlayOnTurnOfOther,
    /// Cursed another player.
    Curse,
}

/// Number of deeds.
const DEEDS: usize = Deed::Curse as usize + 1;
/// Number of features of a seat: one that is always 1, and its deeds.
pub(super) const FEATURES: usize = 1 + DEEDS;
/// The number of deeds that is the unit of a feature.
const UNIT: f32 = 10.0;

/// The number of each deed of each player so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct Deeds {
    counts: BySeat<[u16; DEEDS]>,
    /// Whose turn it is.
    active: Option<Seat>,
    levels: BySeat<u8>,
}

impl Default for Deeds {
    fn default() -> Self {
        Deeds::NONE
    }
}

impl Deeds {
    /// No deeds so far.
    pub(super) const NONE: Deeds =
        Deeds { counts: BySeat([[0; DEEDS]; MAX_SEATS]), active: None, levels: BySeat([1; MAX_SEATS]) };

    /// Counts the deed of an event, if it is one.
    pub(super) fn note(&mut self, event: Event, win_level: u8) {
        match event {
            Event::TurnBegins { seat, .. } => {
                self.active = Some(seat);
                self.add(seat, Deed::Turn, 1);
            }
            Event::FightBegins { seat, .. } => {
                self.add(seat, Deed::Fight, 1);
                let others = (0..MAX_SEATS as u8).map(Seat).filter(|&other| other != seat);
                let near = self.levels[seat] + 1 >= win_level;
                others.for_each(|other| self.add(other, if near { Deed::FightForWin } else { Deed::FightOfOther }, 1));
            }
            Event::Level { seat, to, .. } => self.levels[seat] = to,
            Event::HelpAsked { main, .. } => self.add(main, Deed::Request, 1),
            Event::HelpAgreed { helper, treasures, .. } => self.add(helper, Deed::Price, treasures.into()),
            Event::CurseLands { victim, actor, door: false, .. } if actor != victim => self.add(actor, Deed::Curse, 1),
            Event::Chosen { decision, choice } => {
                if let Some(deed) = self.deed_of(decision.seat, decision.question, choice.verb) {
                    self.add(decision.seat, deed, 1);
                }
            }
            _ => {}
        }
    }

    /// The deed of an answer.
    fn deed_of(&self, seat: Seat, question: Question, verb: Verb) -> Option<Deed> {
        match (question, verb) {
            (Question::Reply, Verb::Refuse) => Some(Deed::Refusal),
            (Question::Reply, _) => Some(Deed::Consent),
            (Question::LookForTrouble, Verb::Fight) => Some(Deed::Trouble),
            (Question::Round(_), _) if self.active == Some(seat) => None,
            (Question::Round(_), Verb::Hinder | Verb::Join | Verb::Arm) => Some(Deed::Hindrance),
            (Question::Round(_), Verb::Play | Verb::Use | Verb::Aid) => Some(Deed::PlayOnTurnOfOther),
            _ => None,
        }
    }

    fn add(&mut self, seat: Seat, deed: Deed, n: u16) {
        let count = &mut self.counts[seat][deed as usize];
        *count = count.saturating_add(n);
    }

    /// The features of a seat.
    pub(super) fn features(&self, seat: Seat) -> impl Iterator<Item = Feature> {
        let deeds = self.counts[seat].map(|count| f32::from(count) / UNIT);
        (0..).zip(std::iter::once(1.0).chain(deeds)).filter(|&(_, value)| value != 0.0)
    }
}
