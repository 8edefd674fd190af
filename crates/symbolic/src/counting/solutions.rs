//! Nets whose reachable markings are all solutions of their place invariants, counted without a diagram.
//!
//! [`proof`] shows for some nets that every marking with the sums of the place invariants is reachable. [`system`] counts
//! the solutions of such equations in non-negative integers. [`chambers`] derives the number for many tokens from the
//! numbers for few tokens, and finds the greatest sums.
//!
//! A firing of a transition that demands d(p) tokens of each place p is a solution m with m ≥ d, so m − d is a solution
//! of the equations for smaller sums. A place with several parts is that number of variables with equal factors.

mod chambers;
mod proof;
mod system;

use num_bigint::BigUint;
use sanderling_model::{Invariants, OverApproximation, Structure};

use self::chambers::Chambers;
use self::system::System;
use super::{Counting, Counts};

/// Maximum number of places, and of transitions.
const MAX_NODES: usize = 256;

/// Maximum number of tokens and maximum weight, so that products fit 128 bits.
const MAX_NUMBER: u64 = 1 << 32;

impl Counting {
    /// Returns the numbers of the original net, if the reachable markings of the smaller net are proved to be all
    /// solutions of its place invariants, and their number is found with little effort.
    #[must_use]
    pub fn solve(&self, is_over: &dyn Fn() -> bool) -> Option<Counts> {
        if self.net.places.len().max(self.limits.len()) > MAX_NODES {
            return None;
        }
        let structure = Structure::build(&self.net).ok()?;
        let initial: Vec<i128> = structure.initial().iter().map(|&tokens| i128::from(tokens)).collect();
        let found = Invariants::find_until(&structure, &OverApproximation::of(&structure), is_over)?;
        let exact = found.invariants.iter().filter(|invariant| invariant.exact);
        let dense = |weights: &[(sanderling_net::PlaceId, u64)]| {
            let mut row = vec![0i128; initial.len()];
            weights.iter().for_each(|&(place, weight)| row[place.index()] = weight.into());
            row
        };
        let mut flows: Vec<_> = exact.map(|invariant| dense(&invariant.weights)).collect();
        // Places without transitions are in no invariant of the search.
        for place in structure.place_ids() {
            if structure.preset(place).is_empty() && structure.postset(place).is_empty() {
                flows.push(dense(&[(place, 1)]));
            }
        }
        let demands = self.limits.iter().map(|limits| {
            let is_monotone = limits.iter().all(|&(_, (low, high))| high.is_none() && low <= MAX_NUMBER);
            let low: Vec<_> = limits.iter().map(|&(place, (low, _))| (place, low)).collect();
            is_monotone.then(|| dense(&low))
        });
        let demands: Vec<Vec<i128>> = demands.collect::<Option<_>>()?;
        let is_small = |number: &i128| (0..=i128::from(MAX_NUMBER)).contains(number);
        if !initial.iter().chain(flows.iter().flatten()).all(is_small)
            || !proof::are_all_solutions_reachable(&structure, &initial, &flows, is_over)
        {
            return None;
        }
        let parts: Vec<u32> = self.parts.iter().map(|parts| parts.len() as u32).collect();
        let system = System::new(&flows, &parts)?;
        let chambers = Chambers::new(&system, &initial, is_over)?;
        let count = |demand: &[i128], known: &mut chambers::Known| chambers.count(demand, known, is_over);
        let mut known = chambers::Known::default();
        let markings = count(&vec![0; initial.len()], &mut known)?;
        let firings = demands.iter().map(|demand| count(demand, &mut known)).sum::<Option<BigUint>>()?;
        let (weights, constant) = self.weights_of_marking();
        let max_in_marking = chambers.greatest(&weights) + constant;
        let places = (0..initial.len()).map(|place| (std::iter::once((place, 1)).collect(), 0));
        let sums = self.sums.iter().map(|sum| (self.weights_of(sum), sum.constant));
        let greatest =
            places.chain(sums).map(|(of_place, constant): (std::collections::BTreeMap<_, _>, i128)| {
                let weights: Vec<i64> =
                    (0..initial.len()).map(|place| of_place.get(&place).copied().unwrap_or(0)).collect();
                chambers.greatest(&weights) + constant
            });
        let max_in_place = greatest.max().unwrap_or(0);
        Some(Counts {
            markings,
            firings,
            max_in_place: max_in_place.unsigned_abs(),
            max_in_marking: max_in_marking.unsigned_abs(),
        })
    }
}
