//! Tests of the server as a client uses it: frames in, frames out.

mod alone;
mod checkpoints;
mod client;
mod client_types;
mod edits;
mod exchanges;
mod explicit_colours;
mod hostile;
mod markings;
mod other_nets;
mod ranges;
mod recorder;
mod reference;
mod schema;
mod session;
mod shapes;
mod shown;
mod standard;
mod together;
mod written;
