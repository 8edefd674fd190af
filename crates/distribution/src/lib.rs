//! What carries the messages of several processes that search together, on [timely dataflow](https://docs.rs/timely).
//!
//! [`listen`] and [`connect`] bring processes together, and an [`Exchange`] is their [`Peers`](sanderling_analysis::Peers), in terms of which
//! `sanderling-analysis` searches. This crate knows nothing of states, and no other knows timely.
//!
//! Timely has dataflows over several processes with progress tracking (Murray, McSherry, Isaacs, Isard, Barham and Abadi, *Naiad: A Timely
//! Dataflow System*, SOSP 2013). It has neither flow control nor a notion of processes that are lost: the first is not needed as the search goes in
//! steps, of which the driver chooses the size; for the second see `connection`.

mod batch;
mod connection;
mod exchange;
mod greeting;
mod losses;
mod problem;

pub use exchange::{Exchange, LossWatch};
pub use greeting::{Connected, Hosts, address, connect, listen, token};
pub use problem::Problem;
