//! The sweep of a calibration: a monster with its printed Level and with others.

use super::super::failure::Failure;
use super::super::setup::Setup;
use super::Args;
use crate::deck::{Kind, Number, Sets, changes};
use crate::ids::CardSet;
use crate::report::sweep::SweepMetric;
use crate::run::{Arm, Hands, Plan, Played};
use crate::stats::{Figure, PlayedGames, Response};

/// How far the other Levels are from the printed one, as far as there are such Levels.
const STEP: i32 = 4;

/// Edits of a monster's Level.
pub(super) struct Sweep<const W: usize> {
    title: usize,
    monster: String,
    printed: i32,
    edits: Vec<(i32, Setup<W>)>,
    /// The monster's copies, without which a game stays as it is.
    pub(super) cards: CardSet<W>,
}

impl<const W: usize> Sweep<W> {
    /// The edits of a title that is a monster.
    pub(super) fn new(sets: &Sets, setup: &Setup<W>, title: usize, args: &Args) -> Result<Sweep<W>, Failure> {
        let monster = &setup.deck.titles[title];
        let set = &setup.deck.set_of(monster).id;
        let printed = Number::Level.of(&monster.spec);
        let (low, high) = Number::Level.range(Kind::Monster);
        let others = [printed - STEP, printed + STEP].map(|level| level.clamp(low.into(), high.into()));
        let edit = |level| {
            let edit = sets.with_number(set, &monster.id, Number::Level, level)?;
            Ok((level, Setup::new(&edit, &args.table, args.games)?))
        };
        let edits = others.into_iter().filter(|level| *level != printed).map(edit);
        let edits = edits.collect::<Result<Vec<(i32, Setup<W>)>, Failure>>()?;
        let changed = edits.iter().filter_map(|(_, edit)| changes(&setup.deck, &edit.deck).cards);
        let cards = changed.fold(CardSet::EMPTY, |all, cards| all | cards);
        Ok(Sweep { title, monster: monster.name.clone(), printed, edits, cards })
    }

    /// Monster and Levels for reading.
    pub(super) fn name(&self) -> String {
        let mut levels: Vec<i32> = self.edits.iter().map(|edit| edit.0).chain([self.printed]).collect();
        levels.sort_unstable();
        let levels: Vec<String> = levels.iter().map(i32::to_string).collect();
        format!("{} at level {}", self.monster, levels.join(", "))
    }

    /// The edited decks with their players.
    pub(super) fn arms(&self) -> impl Iterator<Item = Arm<'_, W>> {
        self.edits.iter().map(|(_, edit)| edit.arm())
    }

    /// The curve of each metric, from games with the printed deck and with each of the edits. All deal the same hands.
    pub(super) fn curves(
        &self,
        plan: &Plan,
        hands: &Hands,
        printed: &[Played],
        edits: &[Vec<Played>],
    ) -> Vec<Response> {
        let edits = self.edits.iter().zip(edits).map(|((level, _), played)| (*level, &played[..]));
        let mut levels: Vec<(i32, &[Played])> = edits.chain([(self.printed, printed)]).collect();
        levels.sort_unstable_by_key(|level| level.0);
        let curve = |metric: SweepMetric| {
            let figure = |played| metric.figure(PlayedGames::new(plan, played), hands, self.title);
            let figures: Vec<(f64, Figure)> =
                levels.iter().map(|(level, played)| (f64::from(*level), figure(played))).collect();
            let points: Vec<(f64, &Figure)> = figures.iter().map(|(level, figure)| (*level, figure)).collect();
            Response::new(&points)
        };
        SweepMetric::ALL.map(curve).into()
    }
}
