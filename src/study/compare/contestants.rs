//! The strategies of a comparison.

use crate::deck::file::nearest::did_you_mean;
use crate::report::compare::Goal;
use crate::run::{ContestKind, MAX_STRATEGIES};
use crate::strategy::Profile;
use crate::study::error::StudyError;

/// The strategies, with different names, and who plays whom.
pub(crate) struct Contestants {
    pub(crate) kind: ContestKind,
    pub(crate) names: Vec<String>,
    pub(crate) profiles: Vec<Profile>,
    /// The place of the strategy to which the ratings are relative.
    pub(crate) anchor: usize,
}

impl Contestants {
    /// Reads the strategies. A strategy that is given twice gets a number after its name.
    pub(crate) fn find(
        strategies: &[String],
        field: &[String],
        anchor: Option<&str>,
    ) -> Result<Contestants, StudyError> {
        let profiles =
            strategies.iter().chain(field).map(|given| Profile::find(given)).collect::<Result<Vec<_>, _>>()?;
        let kind = kind(strategies.len(), field.len())?;
        let mut found = Contestants { kind, names: Vec::new(), profiles: Vec::new(), anchor: 0 };
        for profile in profiles {
            found.add(profile)?;
        }
        if let Some(anchor) = anchor {
            found.anchor = found.place_of_anchor(anchor, strategies)?;
        }
        Ok(found)
    }

    fn add(&mut self, profile: Profile) -> Result<(), StudyError> {
        let alike = |other: &&Profile| **other == profile || other.hash() == profile.hash();
        // Equal strategies have a difference of 0, so a ladder would play games to measure nothing.
        if let Some(other) = self.profiles.iter().find(alike).filter(|_| self.kind == ContestKind::Ladder) {
            let message = format!("`{}` and `{}` are the same strategy", other.name, profile.name);
            return Err(StudyError::request(message, Some("a ladder takes each strategy once".into())));
        }
        if self.profiles.iter().any(|other| other.name == profile.name && *other != profile) {
            let message = format!("two different strategies are called `{}`", profile.name);
            return Err(StudyError::request(message, Some("rename one of the files".into())));
        }
        // A strategy may play against itself, and its copies need different names.
        let before = self.profiles.iter().filter(|other| other.name == profile.name).count();
        self.names.push(if before > 0 { format!("{} ({})", profile.name, before + 1) } else { profile.name.clone() });
        self.profiles.push(profile);
        Ok(())
    }

    /// The place of the strategy of a ladder with this name, or given by this path.
    fn place_of_anchor(&self, anchor: &str, given: &[String]) -> Result<usize, StudyError> {
        if self.kind != ContestKind::Ladder {
            let message = "--anchor is the origin of the ratings of a ladder, and this is not a ladder";
            return Err(StudyError::request(
                message,
                Some("a ladder has three or more strategies and no --field".into()),
            ));
        }
        let place = |list: &[String]| list.iter().position(|own| own == anchor);
        place(&self.names).or_else(|| place(given)).ok_or_else(|| {
            let names: Vec<&str> = self.names.iter().chain(given).map(String::as_str).collect();
            let hint =
                did_you_mean(anchor, names).unwrap_or_else(|| format!("expected one of {}", self.names.join(", ")));
            StudyError::request(format!("the anchor `{anchor}` is not one of the compared strategies"), Some(hint))
        })
    }

    /// The name of the anchor, if the differences to it decide when the contest ends.
    pub(crate) fn deciding_anchor(&self, goal: Goal) -> Option<String> {
        let decides = self.kind == ContestKind::Ladder && matches!(goal, Goal::Precision(_));
        decides.then(|| self.names[self.anchor].clone())
    }
}

/// Who plays whom, from the numbers of strategies before and in the field.
fn kind(strategies: usize, field: usize) -> Result<ContestKind, StudyError> {
    let refused = |message: String, hint: &str| Err(StudyError::request(message, Some(hint.to_owned())));
    match (strategies, field) {
        (all, field) if all + field > MAX_STRATEGIES => {
            refused(format!("{} strategies, but at most {MAX_STRATEGIES} can be compared", all + field), "omit some")
        }
        (1, 0) => refused(
            "there is only one strategy to compare".to_owned(),
            "add a second one, or the strategies of the other seats with --field",
        ),
        (2, 0) => Ok(ContestKind::Duel),
        (_, 0) => Ok(ContestKind::Ladder),
        (1, _) => Ok(ContestKind::Field),
        (all, _) => refused(format!("--field takes one strategy before it, not {all}"), "omit --field for a ladder"),
    }
}
