//! The `kickdoor` program.

use std::process::ExitCode;

fn main() -> ExitCode {
    kickdoor::cli::main()
}
