//! A server for editors: JSON-RPC 2.0 with `Content-Length` frames, as language servers use it.
//!
//! ```text
//! bytes ──frame──▶ message ──Server──▶ nets, simulations, analyses ──▶ replies and notifications
//! ```
//!
//! [`serve`] reads requests one after the other. Long work, such as an analysis or the description of a net, runs on a
//! thread of its own and is answered when it is done. So does each token game. A request to cancel therefore never
//! waits. Elements have the ids of the file. Whatever the client sends, the server answers and continues: bad frames
//! and requests are errors with a code, and an analysis that panics reports this in its own result. `docs/server.md`
//! describes every request; [`protocol`] has their types.

mod analyses;
mod beginning;
mod budget;
mod edit;
mod frame;
mod game;
mod graph;
mod hands;
mod info;
mod message;
mod nets;
mod other_nets;
mod pending;
pub mod protocol;
mod replay;
mod search;
mod server;
mod simulation;
mod standard;

use std::io::{self, BufRead, Write};

pub use graph::states;
pub use message::{Code, Refusal};
pub use sanderling_drawing::drawing;
pub use server::{Server, Sink, TakeReply};

/// Serves until the input ends or the client sends `exit`. Running analyses are then cancelled.
///
/// # Errors
/// If the input cannot be read or the output cannot be written.
pub fn serve(
    input: impl BufRead,
    mut output: impl Write + Send + 'static,
    memory_bytes: u64,
) -> io::Result<()> {
    let send = move |message: &str| frame::write(&mut output, message);
    let mut server = Server::new(Box::new(send), memory_bytes);
    let mut frames = frame::Frames::of(input);
    loop {
        let continues = match frames.read()? {
            frame::Frame::End => false,
            frame::Frame::Broken(problem) => server.refuse(&problem),
            frame::Frame::Message(bytes) => server.answer(&bytes),
        };
        if !continues {
            return server.end();
        }
    }
}
