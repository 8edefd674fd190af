//! The server as a client meets it: frames in, frames out.

mod client;
mod edits;
mod hostile;
mod markings;
mod other_nets;
mod ranges;
mod schema;
mod session;
mod standard;
mod together;
