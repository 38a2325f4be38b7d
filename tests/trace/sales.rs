//! Sales in a trace: value, bonus and levels.

use serde_json::Value;

use super::measure::Sight;
use super::{Checked, Sale, Table, ensure, figure, has, int};

impl Table {
    pub(super) fn sold(&mut self, event: &Value) -> Checked {
        self.sums.sales += 1;
        let (seat, gold, bonus) = (int(event, "seat")?, int(event, "gold")?, int(event, "bonus")?);
        ensure(seat == self.active && self.fight.is_none(), || "no time to sell".to_owned())?;
        let mut double = 0;
        if let Some(cards) = (Sight { table: self, fight: None }).counting(seat) {
            let due: i64 = cards.iter().map(|card| self.granted(card, "sale_bonus")).sum();
            let doubles = !self.sold_double && cards.iter().any(|card| has(self.title(card), "grants", "double_sale"));
            ensure(bonus == due || doubles && bonus > due, || format!("the bonus is {due}"))?;
            self.sold_double |= doubles;
            double = bonus - due;
        }
        let levels = gold / int(&self.rules, "gold_per_level")?;
        ensure(levels > 0 && levels == int(event, "levels")?, || format!("{levels} levels for the gold"))?;
        ensure(self.levels[&seat] + levels < int(&self.rules, "win_level")?, || "a sale for the win".to_owned())?;
        self.selling = Some(Sale { seat, worth: gold - bonus, double, sold: Vec::new() });
        Ok(())
    }

    /// The total of a card's grants of one kind.
    pub(super) fn granted(&self, card: &str, field: &str) -> i64 {
        let grants = self.title(card)["grants"].as_array().into_iter().flatten();
        grants.map(|grant| figure(grant, field)).sum()
    }

    /// Notes an Item that a seller discards.
    pub(super) fn sell(&mut self, card: &str, from: &str, to: &str) {
        let worth = figure(self.title(card), "gold");
        let wares = self.book.play(card) == "item" || !self.title(card)["gold"].is_null();
        if let Some(sale) = &mut self.selling {
            let own = [format!("hand:{}", sale.seat), format!("table:{}", sale.seat)].iter().any(|zone| zone == from);
            if wares && own && to.ends_with("_discard") {
                sale.sold.push(worth);
            }
        }
    }

    /// Checks that the gold of the sold Items adds up, as soon as the seller's Level rises.
    pub(super) fn sale_goes_on(&mut self, kind: &str) -> Checked {
        if kind != "level" {
            return Ok(());
        }
        let Some(Sale { worth, double, sold, .. }) = self.selling.take() else { return Ok(()) };
        let sum: i64 = sold.iter().sum();
        ensure(sum == worth, || format!("the Items are worth {sum}"))?;
        let most = sold.iter().max().copied().unwrap_or(0);
        ensure(double == 0 || double == most, || format!("the most valuable Item is worth {most}"))
    }
}
