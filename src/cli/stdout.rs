//! `Stdout`: standard output, whose reader may close the pipe before the end.

use std::io::{self, Write};

/// Standard output. After its reader has closed the pipe, nothing is written any more and the command goes on, so its
/// verdict and its files do not depend on the reader. Other errors say that the output cannot be written.
pub(super) struct Stdout<W> {
    out: W,
    /// Whether the command only prints, so that it ends with its reader.
    only_prints: bool,
    closed: bool,
}

impl<W: Write> Stdout<W> {
    pub(super) fn new(out: W, only_prints: bool) -> Stdout<W> {
        Stdout { out, only_prints, closed: false }
    }

    /// Whether the reader closed the pipe.
    pub(super) fn is_closed(&self) -> bool {
        self.closed
    }

    /// The result of an operation, or `instead` once the pipe is closed.
    fn unless_closed<T>(&mut self, instead: T, operation: impl FnOnce(&mut W) -> io::Result<T>) -> io::Result<T> {
        let done = if self.closed { Err(io::ErrorKind::BrokenPipe.into()) } else { operation(&mut self.out) };
        match done {
            Err(error) if is_closed_pipe(&error) => {
                self.closed = true;
                if self.only_prints { Err(error) } else { Ok(instead) }
            }
            done => done.map_err(|error| unwritten(&error)),
        }
    }
}

impl<W: Write> Write for Stdout<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.unless_closed(bytes.len(), |out| out.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.unless_closed((), Write::flush)
    }
}

/// An error that says what cannot be written.
pub(super) fn unwritten(error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("cannot write to standard output: {error}"))
}

/// Whether the reader closed the pipe.
pub(super) fn is_closed_pipe(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::BrokenPipe
}
