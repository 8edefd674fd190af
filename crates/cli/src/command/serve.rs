//! `serve`: the engine behind an editor, over standard input and output.

use std::io;

use crate::arguments::ServeArguments;
use crate::exit::Exit;
use crate::failure::Failure;

/// Serves until the client leaves.
pub(super) fn serve(options: &ServeArguments) -> Result<Exit, Failure> {
    let memory = options.memory.or_else(sanderling::default_memory_limit).unwrap_or(4 << 30);
    let served = sanderling_server::serve(io::stdin().lock(), io::stdout(), memory);
    served.map_err(|error| Failure::input(format!("the connection was lost: {error}")))?;
    Ok(Exit::Success)
}
