//! Sanderling for agents: tools of the Model Context Protocol (versions 2026-07-28 and before), over standard input and output.
//!
//! ```text
//! lines ──rmcp──▶ Agents ──▶ a tool ──▶ Engine ──▶ the requests of sanderling-server
//!                               └──▶ an answer of bounded size ──▶ Kept, for `more`
//! ```
//!
//! Each call names its model anew and leaves nothing behind but the last few answers, of which `more` reads what was cut. A tool that searches has to be
//! told how many seconds and how much memory it may take. What is wrong with a call is an answer, too: a text that says what to
//! do instead. `docs/agents.md` is for whoever connects an agent.

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

/// So long the end waits for calls that were cancelled.
const END: Duration = Duration::from_secs(5);

/// Serves an agent over standard input and output until the input ends. All calls together take so much memory.
///
/// # Errors
/// That the first message is none of the protocol, or that the output cannot be written.
pub fn serve(memory_bytes: u64) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build()?;
    let engine = Arc::new(Engine::new(memory_bytes));
    let agents = Agents::new(Arc::clone(&engine));
    let served = runtime.block_on(async {
        match agents.serve(stdio()).await {
            Ok(service) => service.waiting().await.map(drop).map_err(io::Error::other),
            // Nobody has asked for anything.
            Err(ServerInitializeError::ConnectionClosed(_)) => Ok(()),
            Err(error) => Err(io::Error::other(error)),
        }
    });
    runtime.shutdown_timeout(END);
    engine.end();
    served
}
