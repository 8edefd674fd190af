//! Orders of the variables of a diagram.
//!
//! The order decides the size of a diagram more than anything else, and no heuristic is always good. So there are
//! several, and [`candidates`] lists them in the order in which to try them. Two numbers compare orders without a
//! diagram: the [sum of spans](sum_of_spans), which FORCE makes small, and the [sum of tops](sum_of_tops), which decides
//! between an order and its mirror image (Siminiceanu and Ciardo, *New Metrics for Static Variable Ordering in Decision
//! Diagrams*, TACAS 2006). Saturation fires an event at its top level, so low tops are good if variables have many
//! values; some systems prefer high ones.
//!
//! INVARIANT: an order is a permutation. Unless interrupted, it depends only on the heuristic and the incidence.
//!
//! The time is nearly linear in the incidence, and no function is recursive.

mod clock;
mod force;
mod louvain;
mod rows;
#[cfg(test)]
mod tests;
mod units;

use std::fmt;
use std::str::FromStr;

use clock::Clock;
use rows::Rows;

/// What orders depend on: which variables each event reads or changes, and groups of related variables.
#[derive(Debug, Clone, Copy)]
pub struct Incidence<'a> {
    /// The number of variables.
    pub variables: usize,
    /// For each event, the variables that it reads or changes, ascending.
    pub events: &'a [Vec<u32>],
    /// The units of a nested-unit net: disjoint groups of variables, in the order of a walk through the tree of units;
    /// empty if there are none.
    pub units: &'a [Vec<u32>],
    /// The variables of each known invariant.
    pub invariants: &'a [Vec<u32>],
}

/// A heuristic for the order of the variables.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Heuristic {
    /// The order of the variables' numbers.
    Given,
    /// FORCE on the events, starting from the given order.
    Force,
    /// Communities of variables that share events.
    Louvain,
    /// FORCE on events and invariants, starting from the communities.
    LouvainForce,
    /// FORCE on the units, then inside each unit.
    Units,
    /// FORCE on events and invariants, starting from the given order.
    Invariants,
}

/// An order: a heuristic, possibly upside down.
///
/// Except for [`Heuristic::Given`], the order that is not mirrored is the one with the lower sum of tops.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Order {
    /// The heuristic.
    pub heuristic: Heuristic,
    /// Whether the order is upside down.
    pub mirrored: bool,
}

const NAMES: [(Heuristic, &str); 6] = [
    (Heuristic::Given, "given"),
    (Heuristic::Force, "force"),
    (Heuristic::Louvain, "louvain"),
    (Heuristic::LouvainForce, "louvain-force"),
    (Heuristic::Units, "units"),
    (Heuristic::Invariants, "invariants"),
];

/// The end of the name of a mirrored order.
const MIRRORED: &str = "-mirrored";

impl Heuristic {
    /// Returns the names of all heuristics.
    pub fn names() -> impl Iterator<Item = &'static str> {
        NAMES.into_iter().map(|(_, name)| name)
    }

    fn arrange(self, incidence: &Incidence<'_>, clock: &mut Clock<'_>) -> Vec<u32> {
        let given = || (0..incidence.variables as u32).collect();
        let (start, invariants) = match self {
            Self::Given => return given(),
            Self::Louvain => return louvain::arrange(incidence, clock),
            Self::Units => return units::arrange(incidence, clock),
            Self::Force => (given(), [].as_slice()),
            Self::LouvainForce => (louvain::arrange(incidence, clock), incidence.invariants),
            Self::Invariants => (given(), incidence.invariants),
        };
        let edges = Rows::edges(incidence.events.iter().chain(invariants), clock);
        force::arrange(&edges, &[], start, clock)
    }
}

impl fmt::Display for Heuristic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (_, name) = NAMES.iter().find(|(heuristic, _)| heuristic == self).expect("each has a name");
        f.write_str(name)
    }
}

impl FromStr for Heuristic {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let known = NAMES.into_iter().find(|&(_, name)| name == text);
        known.map(|(heuristic, _)| heuristic).ok_or_else(|| {
            let names: Vec<_> = Self::names().collect();
            format!("unknown order of variables `{text}`: expected one of {}", names.join(", "))
        })
    }
}

impl Order {
    /// Returns the variables from the bottom level upwards.
    ///
    /// If `is_over` returns true, the result is the best permutation so far, and `is_over` is not called again. Between
    /// two calls are about a millisecond and at most a few passes over all variables.
    #[must_use]
    pub fn arrange(self, incidence: &Incidence<'_>, is_over: &dyn Fn() -> bool) -> Vec<u32> {
        let mut clock = Clock::new(is_over);
        let mut arranged = self.heuristic.arrange(incidence, &mut clock);
        let is_upside_down =
            self.heuristic != Heuristic::Given && has_high_tops(incidence, &arranged, &mut clock);
        if is_upside_down != self.mirrored {
            arranged.reverse();
        }
        arranged
    }
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.heuristic, if self.mirrored { MIRRORED } else { "" })
    }
}

impl FromStr for Order {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let heuristic = text.strip_suffix(MIRRORED);
        Ok(Self { heuristic: heuristic.unwrap_or(text).parse()?, mirrored: heuristic.is_some() })
    }
}

/// Returns the orders to try, the most promising first. Heuristics that add nothing are absent: units and invariants if
/// there are none, and everything but the given order if no event relates two variables.
///
/// The sequence follows the answers that only one order had in the comparison of libHSC on the nets of the Model
/// Checking Contest (Thierry-Mieg, 2026).
#[must_use]
pub fn candidates(incidence: &Incidence<'_>) -> Vec<Order> {
    use Heuristic::{Force, Given, Invariants, Louvain, LouvainForce, Units};
    const BY_PROMISE: [(Heuristic, bool); 12] = [
        (Louvain, false),
        (Force, false),
        (Force, true),
        (Given, false),
        (LouvainForce, true),
        (Invariants, false),
        (LouvainForce, false),
        (Units, false),
        (Louvain, true),
        (Given, true),
        (Invariants, true),
        (Units, true),
    ];
    let has_links = incidence.events.iter().any(|event| event.len() > 1);
    let adds = |order: &Order| match order.heuristic {
        Given => has_links || !order.mirrored,
        Units => has_links && !incidence.units.is_empty(),
        Invariants => has_links && !incidence.invariants.is_empty(),
        Force | Louvain | LouvainForce => has_links,
    };
    BY_PROMISE.map(|(heuristic, mirrored)| Order { heuristic, mirrored }).into_iter().filter(adds).collect()
}

/// Returns the sum of the top levels of all events. The bottom level is 1.
#[must_use]
pub fn sum_of_tops(incidence: &Incidence<'_>, arranged: &[u32]) -> u64 {
    let levels = levels(arranged);
    incidence.events.iter().filter_map(|event| extent(event, &levels)).map(|(_, top)| top).sum()
}

/// Returns the sum over all events of the number of levels from the lowest to the highest one.
#[must_use]
pub fn sum_of_spans(incidence: &Incidence<'_>, arranged: &[u32]) -> u64 {
    let levels = levels(arranged);
    let extents = incidence.events.iter().filter_map(|event| extent(event, &levels));
    extents.map(|(bottom, top)| top - bottom + 1).sum()
}

/// Returns the lowest and the highest level of an event, from 1; `None` if it has no variables.
fn extent(event: &[u32], levels: &[u32]) -> Option<(u64, u64)> {
    let levels = event.iter().map(|&variable| u64::from(levels[variable as usize]) + 1);
    Some((levels.clone().min()?, levels.max()?))
}

/// Returns the level of each variable, from 0.
fn levels(arranged: &[u32]) -> Vec<u32> {
    let mut levels = vec![0; arranged.len()];
    for (level, &variable) in arranged.iter().enumerate() {
        levels[variable as usize] = level as u32;
    }
    levels
}

/// Returns whether the mirror image has a lower sum of tops. After an interruption, the first events decide.
fn has_high_tops(incidence: &Incidence<'_>, arranged: &[u32], clock: &mut Clock<'_>) -> bool {
    let levels = levels(arranged);
    let (mut tops, mut mirrored) = (0, 0);
    for event in incidence.events {
        if clock.is_over_after(event.len()) {
            break;
        }
        if let Some((bottom, top)) = extent(event, &levels) {
            tops += top;
            mirrored += arranged.len() as u64 + 1 - bottom;
        }
    }
    tops > mirrored
}
