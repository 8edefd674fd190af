//! The expected statistics of the conformance nets of the place/transition dialect.

/// Expected statistics of one conformance net.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Expectation {
    /// File name without `.pnml`.
    pub file: &'static str,
    /// Id of the net, if the file has several.
    pub net: Option<&'static str>,
    /// Statistics; `None` for a net that is unbounded.
    pub statistics: Option<Statistics>,
}

/// Statistics of a bounded net.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Statistics {
    /// Reachable markings.
    pub states: u64,
    /// Firings in all reachable markings.
    pub firings: u64,
    /// Deadlocks.
    pub deadlocks: u64,
    /// Maximum number of tokens in a place.
    pub max_tokens_in_place: u64,
    /// Maximum number of tokens in a marking.
    pub max_tokens_in_marking: u128,
}

const fn bounded(file: &'static str, statistics: (u64, u64, u64, u64, u128)) -> Expectation {
    let (states, firings, deadlocks, max_tokens_in_place, max_tokens_in_marking) = statistics;
    let statistics = Statistics { states, firings, deadlocks, max_tokens_in_place, max_tokens_in_marking };
    Expectation { file, net: None, statistics: Some(statistics) }
}

const fn of_net(net: &'static str, expectation: Expectation) -> Expectation {
    Expectation { net: Some(net), ..expectation }
}

/// Conformance nets C01 to C16, in order; the file C11 has two.
pub const CONFORMANCE: &[Expectation] = &[
    bounded("C01", (3, 2, 1, 2, 2)),
    bounded("C02", (2, 1, 1, 3, 4)),
    bounded("C03", (1, 0, 1, 1, 2)),
    bounded("C04", (2, 3, 0, 5, 6)),
    bounded("C05", (3, 2, 2, 1, 1)),
    bounded("C06", (2, 1, 1, 1, 1)),
    bounded("C07", (2, 1, 1, 1, 1)),
    bounded("C08", (2, 1, 1, 2, 2)),
    bounded("C09", (2, 1, 1, 4_294_967_296, 8_589_934_591)),
    Expectation { file: "C10", net: None, statistics: None },
    of_net("n1", bounded("C11", (2, 1, 1, 1, 1))),
    of_net("n2", bounded("C11", (3, 2, 1, 2, 2))),
    bounded("C12", (2, 1, 1, 1, 1)),
    bounded("C13", (2, 1, 1, 1, 2)),
    bounded("C14", (7, 8, 1, 2, 4)),
    bounded("C15", (5, 7, 1, 3, 4)),
    bounded("C16", (3, 2, 1, 2, 2)),
];
