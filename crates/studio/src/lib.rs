//! A page to look at a net: its drawing, the token game, questions with their progress, traces, small state spaces.
//!
//! ```text
//! browser ──HTTP on loopback──▶ requests of sanderling-server, in the same process ──▶ replies, and notifications as events
//! ```
//!
//! [`Studio`] serves the page and passes its requests on; they are those of `docs/server.md`. [`report`] writes the same page with
//! one result in it, as a file that needs no server; with an [`Engine`] in it, too, the file answers further questions by itself. The page is HTML, CSS and modules of JavaScript as they stand in `assets`.
//!
//! INVARIANT: nobody is answered who does not know the token of the address and does not speak to this machine by its own
//! name; and the page fetches nothing from elsewhere, which its content security policy forbids.

mod access;
mod assets;
mod engine;
mod events;
mod http;
mod report;
mod studio;

pub use engine::Engine;
pub use report::{Explorable, Made, Shown, report};
pub use studio::{Options, Stop, Studio};
