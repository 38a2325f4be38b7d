//! Answers in a trace: passes, targets of uses, and promises that were made and kept.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::{Checked, ensure, int, text};

/// Answers with which later lines must agree.
#[derive(Default)]
pub(super) struct Answers {
    /// Seats that passed in the combat round since the last play.
    passed: BTreeSet<i64>,
    /// The last card used and its user.
    used: Option<(String, i64)>,
    /// The last card with a target, and the target.
    aimed: Option<(String, i64)>,
    /// The card picked at random, and the zones from which it can move.
    picked: Option<(String, [String; 2])>,
    /// Number of offers of help so far, and the cards promised with the last offer.
    offers: i64,
    promised: BTreeSet<String>,
    /// Treasures of the last offer, and by seat the number for which it would help.
    treasures: i64,
    terms: BTreeMap<i64, i64>,
    /// Number and helper of the accepted offer.
    deal: Option<(i64, i64)>,
    /// Numbers of forced answers, targets and kept promises, to show that there are some.
    pub(super) forced: u32,
    pub(super) aims: u32,
    pub(super) promises: u32,
    pub(super) random_picks: u32,
}

/// Whether a zone of an event is a table.
fn in_play(event: &Value, zone: &str) -> bool {
    text(event, zone).is_ok_and(|zone| zone.starts_with("table:"))
}

impl Answers {
    /// Processes any line.
    pub(super) fn note(&mut self, kind: &str, event: &Value) -> Checked {
        // A Cheat, or what a companion carries, leaves the table before the card that was picked.
        let leads = |card: &str| kind == "move" && event["card"] != card && in_play(event, "from");
        if let Some((card, zones)) = self.picked.take_if(|(card, _)| !leads(card)) {
            let from = text(event, "from").unwrap_or_default();
            let moves = kind == "move" && event["card"] == card.as_str() && zones.iter().any(|zone| zone == from);
            ensure(moves, || format!("{card} was picked at random and does not move"))?;
        }
        match kind {
            "chosen" => self.answered(event),
            "forced" => {
                self.forced += 1;
                self.answered(event)
            }
            "used" => {
                self.used = Some((text(event, "card")?.to_owned(), int(event, "seat")?));
                Ok(())
            }
            "aimed" => self.aimed(event),
            "effect" => self.effect(event),
            "picked_at_random" => {
                self.random_picks += 1;
                let seat = int(event, "seat")?;
                self.picked =
                    Some((text(event, "card")?.to_owned(), [format!("hand:{seat}"), format!("table:{seat}")]));
                Ok(())
            }
            "fight_begins" => {
                self.passed.clear();
                Ok(())
            }
            "promised" => {
                ensure(int(event, "offer")? == self.offers + 1, || "promised with another offer".to_owned())?;
                self.promised.insert(text(event, "card")?.to_owned());
                Ok(())
            }
            "help_asked" => {
                self.offers += 1;
                self.treasures = int(event, "treasures")?;
                self.terms.clear();
                ensure(int(event, "offer")? == self.offers, || "offers are numbered in order".to_owned())
            }
            "help_agreed" => {
                ensure(int(event, "offer")? == self.offers, || "not the last offer".to_owned())?;
                self.deal = Some((self.offers, int(event, "helper")?));
                Ok(())
            }
            "promise_kept" => self.kept(event),
            _ => Ok(()),
        }
    }

    /// The Treasures for which a seat agreed to help.
    pub(super) fn offered(&self, helper: i64) -> Option<i64> {
        self.terms.get(&helper).copied()
    }

    /// Checks that all living players have passed in a row.
    pub(super) fn all_passed(&self, living: &BTreeSet<i64>) -> Checked {
        let missing: Vec<_> = living.difference(&self.passed).collect();
        ensure(missing.is_empty(), || format!("{missing:?} did not pass"))
    }

    fn answered(&mut self, event: &Value) -> Checked {
        let verb = text(&event["choice"], "verb")?;
        if event["question"]["round"] == "combat" {
            if verb == "pass" {
                self.passed.insert(int(event, "seat")?);
            } else {
                self.passed.clear();
            }
        }
        if verb == "ask" {
            self.promised.clear();
        }
        if event["question"] == "reply" && verb != "refuse" {
            let wanted = if verb == "counter" { int(&event["choice"], "n")? } else { self.treasures };
            self.terms.insert(int(event, "seat")?, wanted);
        }
        Ok(())
    }

    fn aimed(&mut self, event: &Value) -> Checked {
        self.aims += 1;
        let (card, seat) = (text(event, "card")?.to_owned(), int(event, "seat")?);
        ensure(self.used == Some((card.clone(), seat)), || "aimed without a use".to_owned())?;
        self.aimed = Some((card, int(event, "target")?));
        Ok(())
    }

    fn effect(&mut self, event: &Value) -> Checked {
        match self.aimed.take() {
            Some((card, target)) if event["card"] == card.as_str() => {
                ensure(int(event, "seat")? == target, || format!("it was aimed at seat {target}"))
            }
            _ => Ok(()),
        }
    }

    fn kept(&mut self, event: &Value) -> Checked {
        self.promises += 1;
        let deal = (int(event, "offer")?, int(event, "helper")?);
        ensure(self.deal == Some(deal), || "a promise of another deal".to_owned())?;
        let card = text(event, "card")?;
        ensure(self.promised.contains(card), || format!("{card} was not promised"))
    }
}
