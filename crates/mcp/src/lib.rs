//! Sanderling for agents: tools of the Model Context Protocol (versions up to 2026-07-28), over standard input and
//! output.
//!
//! ```text
//! lines ──rmcp──▶ Agents ──▶ a tool ──▶ Engine ──▶ the requests of sanderling-server
//!                               └──▶ an answer of bounded size ──▶ Kept, for `more`
//! ```
//!
//! Each call names its model again. Between calls only the most recent answers are kept, from which `more` reads the
//! parts that were cut. A tool that searches needs a time limit and a memory limit. An invalid call also gets an
//! answer: a text that says what to do instead. `docs/agents.md` is the guide for connecting an agent.

mod advice;
mod answer;
mod arguments;
mod bounded;
mod engine;
mod kept;
mod model;
mod service;
mod tools;

use std::io;
use std::sync::Arc;
use std::time::Duration;

use engine::Engine;
use rmcp::ServiceExt;
use rmcp::service::ServerInitializeError;
use rmcp::transport::stdio;
use service::Agents;

/// Time that cancelled calls have to end when the session ends.
const END: Duration = Duration::from_secs(5);

/// Serves an agent over standard input and output until the input ends. All calls share this much memory.
///
/// # Errors
/// If the first message is not one of the protocol, or if the output cannot be written.
pub fn serve(memory_bytes: u64) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build()?;
    let engine = Arc::new(Engine::new(memory_bytes));
    let agents = Agents::new(Arc::clone(&engine));
    let served = runtime.block_on(async {
        match agents.serve(stdio()).await {
            Ok(service) => service.waiting().await.map(drop).map_err(io::Error::other),
            // The client left before any request.
            Err(ServerInitializeError::ConnectionClosed(_)) => Ok(()),
            Err(error) => Err(io::Error::other(error)),
        }
    });
    runtime.shutdown_timeout(END);
    engine.end();
    served
}
