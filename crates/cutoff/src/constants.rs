//! Macro that turns each line of the [list](mod@crate::list) into a constant that knows its position.

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

        /// All cutoffs, in the order of the list.
        pub(crate) const ALL: &[Cutoff] = &[$($name),*];
    };
}

pub(crate) use cutoffs;
