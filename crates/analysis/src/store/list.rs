//! The list of stores: one row for each.
//!
//! The row generates the choice of the store. For a store with ids it also generates a variant of [`ById`]
//! and one of [`Stored`], so that the sequential driver can use the store.

mod packed;
mod pair_repacking;
mod pairs;

use sanderling_store::pairs::{PairOptions, PairStore};
use sanderling_store::{Bitstate, HashCompaction, PackedStore};

use super::choice::{Abilities, Kind, Number, Parameter};
use super::{DiskStates, HashedVisited, Identified, TreeStates};

/// Generates the enumerations of stores. A row has the name of a variant, its parameter, if any, and its
/// [`Kind`]. A row of a store [with ids](Identified) also has its type, and the type that holds it. The list
/// begins with a dollar sign, for the generated macros. These name a type through `with_ids`, since it is not
/// in scope where they are used.
macro_rules! stores {
    ($d:tt $(
        #[doc = $doc:literal]
        $name:ident $(($parameter:ident: $parameter_type:ty))? $(: $store:ty, $held:ty)? = $kind:expr;
    )*) => {
        /// The store of a search.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum StoreChoice {
            $(#[doc = $doc] $name $(($parameter_type))?,)*
        }

        impl StoreChoice {
            /// Returns all stores, each with its default parameter.
            pub fn all() -> impl Iterator<Item = Self> {
                let all = [$(Self::$name $((<$parameter_type>::default()))?),*];
                all.into_iter().map(|choice| choice.with(choice.kind().number.map_or(0, |one| one.default)))
            }

            /// Returns the description of the store.
            #[must_use]
            pub const fn kind(self) -> &'static Kind {
                match self {
                    $(Self::$name { .. } => const { &$kind },)*
                }
            }

            /// Returns the number of the store, if it has one.
            pub(super) fn number(self) -> Option<u32> {
                match self {
                    $(Self::$name $(($parameter))? => [$(Parameter::number($parameter),)? None][0],)*
                }
            }

            /// Returns the store with this number, if it has one.
            pub(super) fn with(self, number: u32) -> Self {
                match self {
                    $(Self::$name { .. } => Self::$name $((<$parameter_type as Parameter>::of(number)))?,)*
                }
            }
        }

        /// States that are identified by ids.
        #[derive(Debug)]
        pub(crate) enum ById {
            $($($name($held),)?)*
        }

        /// The types of the stores with ids, under the names of their variants.
        pub(super) mod with_ids {
            #[allow(clippy::wildcard_imports, reason = "a row may name any type of the list")]
            use super::*;

            $($(pub(crate) type $name = $store;)?)*
        }

        /// The states that a search has stored, in the chosen store.
        #[derive(Debug)]
        pub enum Stored {
            $($(#[doc = $doc] $name($held),)?)*
            /// Pairs of numbers of state halves, a level at a time.
            Tree(Box<TreeStates>),
            /// Sorted runs on disk.
            Disk(Box<DiskStates>),
            /// Whole states while they are open, and a set of visited states.
            HashedVisited(Box<HashedVisited>),
        }

        $($(
            impl From<$store> for ById {
                fn from(store: $store) -> Self {
                    Self::$name(store.into())
                }
            }
        )?)*

        impl From<ById> for Stored {
            fn from(store: ById) -> Self {
                match store {
                    $($(ById::$name(store) => { let store: $held = store; Self::$name(store) })?)*
                }
            }
        }

        impl Stored {
            /// Returns the name of the store, for messages.
            #[must_use]
            pub fn name(&self) -> &'static str {
                match self {
                    $($(Self::$name(store) => { let _: &$held = store; $kind.name })?)*
                    Self::Tree(_) => "tree",
                    Self::Disk(_) => "disk",
                    Self::HashedVisited(_) => "visited states",
                }
            }
        }

        /// Evaluates an expression for the store of a [`ById`], whose type is `Itself`.
        macro_rules! of_each {
            ($d stored:expr, $d one:ident => $d expression:expr) => {
                match $d stored {
                    $($(ById::$name($d one) => {
                        #[doc = stringify!($store)]
                        #[allow(dead_code, reason = "some expressions call methods alone")]
                        type Itself = crate::store::list::with_ids::$name;
                        $d expression
                    })?)*
                }
            };
        }

        /// Evaluates an expression for a choice of a store with ids, whose type is `Itself`, and another one
        /// for other choices.
        macro_rules! of_choice {
            ($d choice:expr, $d expression:expr, $d otherwise:expr) => {
                match $d choice {
                    $($(StoreChoice::$name { .. } => {
                        #[doc = stringify!($store)]
                        #[allow(dead_code, reason = "some expressions call methods alone")]
                        type Itself = crate::store::list::with_ids::$name;
                        $d expression
                    })?)*
                    _ => $d otherwise,
                }
            };
        }

        /// Evaluates an expression for the stored states.
        macro_rules! of_stored {
            ($d stored:expr, $d one:ident => $d expression:expr) => {
                match $d stored {
                    $($(Stored::$name($d one) => {
                        #[doc = stringify!($store)]
                        const _: () = ();
                        $d expression
                    })?)*
                    Stored::Tree($d one) => $d expression,
                    Stored::Disk($d one) => $d expression,
                    Stored::HashedVisited($d one) => $d expression,
                }
            };
        }
    };
}

stores! { $
    /// Whole states, and the tree when memory runs out (see [`explore`](crate::explore)).
    Auto = Kind { name: "auto", number: None, basis: None, abilities: Abilities::ALL };
    /// Whole states, word by word.
    Packed: PackedStore, PackedStore = Kind {
        name: "packed",
        number: None,
        basis: Some("its words, its predecessor and its share of the index"),
        abilities: Abilities::ALL,
    };
    /// Pairs of numbers of state halves, over a tree, in a few bytes each.
    Tree = Kind {
        name: "tree",
        number: None,
        basis: None,
        abilities: Abilities { forgets: false, ..Abilities::ALL },
    };
    /// Whole states, in sorted runs on disk.
    Disk = Kind {
        name: "disk",
        number: None,
        basis: None,
        abilities: Abilities { forgets: false, ..Abilities::ALL },
    };
    /// Pairs of predecessor and event, from which states are reconstructed.
    ComBack(pairs: PairOptions): PairStore, Box<PairStore> = Kind {
        name: "comback",
        number: None,
        basis: Some("its predecessor, an event and its share of the index; a cache besides"),
        abilities: Abilities {
            keeps_paths: <PairStore as Identified>::KEEPS_PATHS,
            goes_by_level: true,
            has_checkpoints: true,
            ..Abilities::LEAST
        },
    };
    /// Signatures with this number of bits. Inexact.
    HashCompaction(bits: u32) = Kind {
        name: "hash-compaction",
        number: Some(Number {
            word: "BITS",
            default: 64,
            // Shorter signatures would omit states of every state space of relevant size.
            range: (32, HashCompaction::MAX_BITS),
            meaning: "bits of a signature",
        }),
        basis: None,
        abilities: Abilities::INEXACT,
    };
    /// An array of bits with this number of bits for each state, one for each hash function. Inexact.
    Bitstate(hashes: u32) = Kind {
        name: "bitstate",
        number: Some(Number {
            word: "HASHES",
            // Holzmann's choice for bitstate hashing.
            default: 3,
            range: (1, Bitstate::MAX_HASHES),
            meaning: "hash functions",
        }),
        basis: None,
        abilities: Abilities::INEXACT,
    };
}

#[expect(clippy::derivable_impls, reason = "the enumeration is generated")]
impl Default for StoreChoice {
    fn default() -> Self {
        Self::Packed
    }
}
