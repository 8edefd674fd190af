//! The transport for messages of a distributed search, on [timely dataflow](https://docs.rs/timely).
//!
//! [`listen`] and [`connect`] connect the processes. An [`Exchange`] implements
//! [`Peers`](sanderling_analysis::Peers), the interface through which `sanderling-analysis` searches. This
//! crate is independent of states, and no other crate depends on timely.
//!
//! Timely provides dataflows over several processes with progress tracking (Murray, McSherry, Isaacs, Isard,
//! Barham and Abadi, *Naiad: A Timely Dataflow System*, SOSP 2013). It has no flow control and does not
//! handle lost processes. Flow control is not necessary, because the search proceeds in steps whose size the
//! driver chooses. For lost processes, see `connection`.

mod batch;
mod connection;
mod exchange;
mod greeting;
mod losses;
mod problem;

pub use exchange::{Exchange, LossWatch};
pub use greeting::{Connected, Hosts, address, connect, listen, token};
pub use problem::Problem;
