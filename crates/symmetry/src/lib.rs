//! Symmetries of place/transition nets, and the quotient of their state spaces.
//!
//! Many nets consist of equal parts: ten clients, or five philosophers around a table. Exchanging two clients, or
//! turning the table, maps the net to itself: it is an *automorphism*. Markings that automorphisms map to each other
//! form an *orbit*. All markings of an orbit have the same futures, up to the exchange. So a search needs only one
//! marking of each orbit, its *representative*, and the number of orbits is often smaller by orders of magnitude.
//!
//! ```text
//! names of places ──arrays──▶ candidates ──automorphism──▶ Symmetries ──canonical──▶ OrbitModel
//! P(a,b), fork_3              exchanges, rotations         checked on the net         representatives
//! ```
//!
//! Candidates come from the names of places, which contain the colours of an unfolded net or the numbers of its parts.
//! A name is only a hint: each candidate is checked to be an automorphism of the net that fixes the initial marking.
//!
//! Sources: Huber, Jensen, Jepsen, Jensen, *Towards Reachability Trees for High-Level Petri Nets*, LNCS 188, 1985;
//! Starke, *Reachability Analysis of Petri Nets Using Symmetries*, Systems Analysis, Modelling, Simulation 8, 1991;
//! Chiola, Dutheillet, Franceschinis and Haddad, *Stochastic Well-Formed Colored Nets and Symmetric Modeling
//! Applications*, IEEE Transactions on Computers 42, 1993. These use the declarations of colours, and the last one
//! replaces colours by symbols. We use the unfolded net, where a symmetry can be checked by comparing arcs.
//!
//! INVARIANT: every permutation in use is an automorphism of the net, and fixes its initial marking. So orbits of
//! reachable markings are reachable.

mod arrays;
mod automorphism;
mod canonical;
mod classes;
mod finder;
mod formula;
mod model;

pub use classes::Symmetries;
pub use model::{OrbitModel, OrbitScratch, Totals};
