//! Statements about players: subject, verb and object.

/// The subject of a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Subject {
    You,
    Runner,
    Fighter,
    Main,
    Helper,
    Rival,
    Anyone,
    /// A player named by this noun, such as the player who caused the effect.
    Named(&'static str),
}

impl Subject {
    pub(super) fn noun(self) -> &'static str {
        match self {
            Subject::You => "you",
            Subject::Runner => "the runner",
            Subject::Fighter => "the main player or the helper",
            Subject::Main => "the main player",
            Subject::Helper => "the helper",
            Subject::Rival => "another player",
            Subject::Anyone => "any player",
            Subject::Named(noun) => noun,
        }
    }

    /// The subject of a statement that is true for none of these players.
    fn none(self) -> Option<&'static str> {
        match self {
            Subject::Fighter => Some("neither the main player nor the helper"),
            Subject::Rival => Some("no other player"),
            Subject::Anyone => Some("no player"),
            Subject::You | Subject::Runner | Subject::Main | Subject::Helper | Subject::Named(_) => None,
        }
    }

    /// A statement about the subject, such as `you have Baker` or `the runner does not have Baker`.
    pub(super) fn says(self, form: Form, verb: Verb, what: &str) -> String {
        let (plural, singular) = verb.forms();
        let (noun, finite) = (self.noun(), if self == Subject::You { plural } else { singular });
        let auxiliary = if self == Subject::You { "do" } else { "does" };
        match (form, self.none()) {
            (Form::Holds, _) => format!("{noun} {finite} {what}"),
            (Form::ForNone, Some(none)) => format!("{none} {singular} {what}"),
            _ if verb == Verb::Be => format!("{noun} {finite} not {what}"),
            _ => format!("{noun} {auxiliary} not {plural} {what}"),
        }
    }
}

/// A verb of conditions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verb {
    Be,
    Have,
    Use,
    Carry,
}

impl Verb {
    /// The form for "you" and the form for other subjects.
    pub(super) fn forms(self) -> (&'static str, &'static str) {
        match self {
            Verb::Be => ("are", "is"),
            Verb::Have => ("have", "has"),
            Verb::Use => ("use", "uses"),
            Verb::Carry => ("carry", "carries"),
        }
    }
}

/// What a clause states about its condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// It holds.
    Holds,
    /// It does not hold.
    Fails,
    /// It holds for none of the players that the subject means.
    ForNone,
}
