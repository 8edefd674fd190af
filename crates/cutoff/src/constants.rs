//! What a line of the [list](mod@crate::list) becomes: a constant with its place in the list.

macro_rules! cutoffs {
    ($($(#[$about:meta])* $name:ident: $usual:expr, $smallest:literal..=$largest:expr;)*) => {
        #[expect(non_camel_case_types, clippy::upper_case_acronyms, reason = "the names of the constants, to number them")]
        enum Index { $($name,)* }

        $($(#[$about])*
        pub const $name: Cutoff = Cutoff {
            index: Index::$name as usize,
            name: stringify!($name),
            usual: $usual,
            smallest: $smallest,
            largest: $largest,
        };)*

        /// In the order of the list.
        pub(crate) const ALL: &[Cutoff] = &[$($name),*];
    };
}

pub(crate) use cutoffs;
