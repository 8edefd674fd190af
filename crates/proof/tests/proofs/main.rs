//! Tests of proofs: by hand, on random nets and on those of a collection.

mod corpora;
mod hand_made;
mod random_nets;
