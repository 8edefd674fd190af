//! The `sanderling` program.

use std::process::ExitCode;

fn main() -> ExitCode {
    sanderling_cli::run(std::env::args_os().collect()).into()
}
