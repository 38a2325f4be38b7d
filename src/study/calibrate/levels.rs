//! The sweep of a calibration: decks with other Levels of one monster.

use super::play::LevelSweep;
use crate::deck::{Number, Sets, changes};
use crate::ids::CardSet;
use crate::study::control::Control;
use crate::study::error::StudyError;
use crate::study::table::{Setup, TableRequest};

/// Distance of the other Levels from the printed one, clamped to the valid range.
const STEP: i32 = 4;

/// Edits of a monster's Level.
pub(super) struct Sweep {
    title: usize,
    monster: String,
    printed: i32,
    edits: Vec<(i32, Setup)>,
    /// The monster's copies. A game that draws none of them does not change.
    cards: CardSet,
}

impl Sweep {
    /// Makes the edits of a monster.
    pub(super) fn new(
        sets: &Sets,
        setup: &Setup,
        title: usize,
        table: &TableRequest,
        control: &mut Control<'_>,
    ) -> Result<Sweep, StudyError> {
        let monster = &setup.deck.titles[title];
        let set = &setup.deck.set_of(monster).id;
        let number = Number::find("level", &monster.spec)?;
        let Number { value: printed, low, high, .. } = number;
        let others = [printed - STEP, printed + STEP].map(|level| level.clamp(low, high));
        let edit = |level| {
            let edit = sets.with_number(set, &monster.id, &number, level)?;
            Ok((level, Setup::new(&edit, table, setup.plan.games(), control)?))
        };
        // At the end of the range, a clamped Level can be the printed one.
        let edits = others.into_iter().filter(|level| *level != printed).map(edit);
        let edits = edits.collect::<Result<Vec<(i32, Setup)>, StudyError>>()?;
        let changed = edits.iter().filter_map(|(_, edit)| changes(&setup.deck, &edit.deck).cards);
        let cards = changed.fold(CardSet::EMPTY, |all, cards| all | cards);
        Ok(Sweep { title, monster: monster.name.clone(), printed, edits, cards })
    }

    /// Monster and Levels as text.
    pub(super) fn name(&self) -> String {
        let mut levels: Vec<i32> = self.edits.iter().map(|edit| edit.0).chain([self.printed]).collect();
        levels.sort_unstable();
        let levels: Vec<String> = levels.iter().map(i32::to_string).collect();
        format!("{} at level {}", self.monster, levels.join(", "))
    }

    /// The edits, for the calibration.
    pub(super) fn levels(&self) -> LevelSweep<'_> {
        let edits = self.edits.iter().map(|(level, edit)| (*level, edit.arm())).collect();
        LevelSweep { title: self.title, printed: self.printed, edits, cards: self.cards }
    }
}
