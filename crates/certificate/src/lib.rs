//! Certificates: answers about place/transition nets, for somebody to check who trusts none of these programs.
//!
//! ```text
//! answer ─▶ a run? ──────────────▶ its firings ─────────────▶ Certificate, checked by `sanderling-certify`
//!        ├▶ nothing reachable? ─▶ a proof, else all markings ┤
//!        └▶ no run violates it? ─▶ components of the product ┘
//! ```
//!
//! What an answer rests on may have been found on a reduced net, with stubborn sets or by another short cut. A certificate
//! does not follow these ways: a run is one of the net as it was read in any case, and that there is no marking of some kind is
//! shown anew, on the same net: by a `proof`, or by the list of all markings up to [`EvidenceBudget::max_markings`], or by hashes of blocks of
//! them beyond, which are evidence and no proof. That no run violates a formula is shown by component numbers of the checker's own
//! product of markings and formula. What is not shown is said not to be.
//!
//! The schema is that of `sanderling_certificate_check`, which knows nothing of this crate. It also numbers the clauses that the
//! lines of a proof are about, so that there is one numbering.

mod accepted;
mod answer;
mod certify;
mod examination;
mod exploration;
mod formula;
mod lasso;
mod net;
mod product;
mod proof;

pub use answer::{Answer, Query, answers};
pub use certify::{EvidenceBudget, Origin, certify};
pub use examination::examined;
pub use sanderling_certificate_check::schema::Certificate;
