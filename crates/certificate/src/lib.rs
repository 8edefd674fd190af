//! Certificates: answers about place/transition nets that can be checked without trust in any of these programs.
//!
//! ```text
//! answer ─▶ a run? ──────────────▶ its firings ─────────────▶ Certificate, checked by `sanderling-certify`
//!        ├▶ nothing reachable? ─▶ a proof, else all markings ┤
//!        └▶ no run violates it? ─▶ components of the product ┘
//! ```
//!
//! An answer may have been found on a reduced net, with stubborn sets or by another shortcut. A certificate does not
//! rely on these techniques: a run is always one of the original net, and the absence of a kind of marking is shown
//! again on that net: by a `proof`, or by a list of all markings up to [`EvidenceBudget::max_markings`]. For more
//! markings, the certificate has hashes of blocks of them, which are evidence but no proof. That no run violates a
//! formula is shown by component numbers of the checker's own product of markings and formula. Anything that is not
//! shown is marked as such.
//!
//! `sanderling_certificate_check`, which is independent of this crate, defines the schema. It also numbers the clauses
//! that the lines of a proof refer to, so there is only one numbering.

mod accepted;
mod answer;
mod boxes;
mod certify;
mod examination;
mod exploration;
mod formula;
mod lasso;
mod live;
mod net;
mod product;
mod proof;

pub use answer::{Answer, Query, answers};
pub use certify::{EvidenceBudget, Origin, certify};
pub use examination::examined;
pub use sanderling_certificate_check::schema::Certificate;
