//! The server as a client meets it: frames in, frames out.

mod client;
mod hostile;
mod schema;
mod session;
mod standard;
mod together;
