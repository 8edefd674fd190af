//! A page for a net: its drawing, the token game, questions with their progress, traces, and small state spaces.
//!
//! ```text
//! browser ──HTTP on loopback──▶ requests of sanderling-server, in the same process ──▶ replies, and notifications as events
//! ```
//!
//! [`Studio`] serves the page and passes its requests to the server; `docs/server.md` describes them. [`report`] writes
//! the same page with one result as a file that needs no server. With an [`Engine`], the file also answers further
//! questions by itself, and [`standalone`] writes the page of the studio for several nets. The page consists of the
//! HTML, CSS and JavaScript modules in `assets`.
//!
//! INVARIANT: a request is answered only if it has the token of the address and addresses this machine by its own name.
//! The page fetches nothing from elsewhere, which its content security policy forbids.

mod access;
mod assets;
mod engine;
mod events;
mod http;
mod report;
mod standalone;
mod studio;

pub use engine::Engine;
pub use report::{Explorable, Made, Shown, report};
pub use standalone::{Standalone, standalone};
pub use studio::{Options, Stop, Studio};
