//! `serve`: the engine behind an editor or an agent, over standard input and output.

use std::io;

use crate::arguments::ServeArguments;
use crate::exit::Exit;
use crate::failure::Failure;

/// Serves until the client leaves.
pub(super) fn serve(options: &ServeArguments) -> Result<Exit, Failure> {
    let memory = options.memory.or_else(sanderling::default_memory_limit).unwrap_or(4 << 30);
    let served = if options.mcp {
        agents(memory)?
    } else {
        sanderling_server::serve(io::stdin().lock(), io::stdout(), memory)
    };
    served.map_err(|error| Failure::input(format!("the connection was lost: {error}")))?;
    Ok(Exit::Success)
}

#[cfg(feature = "mcp")]
fn agents(memory: u64) -> Result<io::Result<()>, Failure> {
    Ok(sanderling_mcp::serve(memory))
}

#[cfg(not(feature = "mcp"))]
fn agents(_: u64) -> Result<io::Result<()>, Failure> {
    let message = "this program was built without `--mcp`: build it with `--features mcp`, or use `--stdio`";
    Err(Failure::usage(message))
}
