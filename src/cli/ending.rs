//! How a command ends, and its exit code.

use super::{failure, interrupt};

/// The outcome of a command that did not fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    /// The command completed. It gives no verdict.
    Done,
    /// The answer is "yes".
    Yes,
    /// The answer is "no".
    No,
    /// The answer needs more games.
    Undecided,
    /// The answer needs a further round of shards.
    Round,
    /// A signal stopped the command.
    Interrupted,
}

impl Ending {
    /// The exit code. A verdict does not depend on whether the reader of the output closed the pipe.
    pub(super) fn code(self, closed_pipe: bool) -> u8 {
        match self {
            Ending::Done if closed_pipe => failure::CLOSED_PIPE,
            Ending::Done | Ending::Yes => 0,
            Ending::No => 1,
            Ending::Undecided => 3,
            Ending::Round => 4,
            Ending::Interrupted => interrupt::exit_code(),
        }
    }

    /// A verdict.
    pub(super) fn verdict(yes: bool) -> Ending {
        if yes { Ending::Yes } else { Ending::No }
    }
}
