//! Dense identifiers. Each table of the net has its own index type, and an entry is identified by its position in the
//! table. Raw integers never cross a function boundary.

use serde::{Deserialize, Serialize};

macro_rules! dense_id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(
            Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
        )]
        #[serde(transparent)]
        pub struct $name(u32);

        impl $name {
            /// Returns the id of the entry at `index`.
            ///
            /// # Panics
            /// If `index` does not fit 32 bits.
            #[must_use]
            pub fn new(index: usize) -> Self {
                Self(u32::try_from(index).expect("a table of a net has less than 2^32 entries"))
            }

            /// Returns the position in the table.
            #[must_use]
            #[inline]
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

dense_id!(
    /// A place: a position in [`Net::places`](crate::Net::places).
    PlaceId
);
dense_id!(
    /// A transition: a position in [`Net::transitions`](crate::Net::transitions).
    TransitionId
);
dense_id!(
    /// A sort: a position in [`Declarations::sorts`](crate::Declarations::sorts).
    SortId
);
dense_id!(
    /// A variable: a position in [`Declarations::variables`](crate::Declarations::variables).
    VariableId
);
dense_id!(
    /// A named operator: a position in [`Declarations::operators`](crate::Declarations::operators).
    OperatorId
);
dense_id!(
    /// A partition of a sort: a position in
    /// [`Declarations::partitions`](crate::Declarations::partitions).
    PartitionId
);
dense_id!(
    /// A page: a position in [`Net::pages`](crate::Net::pages).
    PageId
);
dense_id!(
    /// A unit of a nested-unit net: a position in
    /// [`NestedUnits::units`](crate::NestedUnits::units).
    UnitId
);

impl SortId {
    /// The built-in sort `dot`, which every net declares first.
    pub const DOT: Self = Self(0);
}
