//! Aggregated samples: the call tree, with the number of samples of each call.

use std::collections::BTreeMap;

/// A number of samples.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(super) struct Samples(pub(super) u64);

impl Samples {
    /// Returns the share of `all` samples.
    #[expect(clippy::cast_precision_loss, reason = "a share is looked at")]
    pub(super) fn share_of(self, all: Self) -> f64 {
        self.0 as f64 / all.0.max(1) as f64
    }
}

/// A function as called by a certain caller.
#[derive(Debug)]
pub(super) struct Call {
    pub(super) name: String,
    /// The number of samples with the call on the stack; `own` counts those in which it is the innermost one.
    pub(super) samples: Samples,
    own: Samples,
    /// The indices of the callees among all calls, by name.
    pub(super) callees: BTreeMap<String, usize>,
}

impl Call {
    fn new(name: &str) -> Self {
        Self { name: name.to_owned(), samples: Samples(0), own: Samples(0), callees: BTreeMap::new() }
    }
}

/// All calls. The first one is the caller of the outermost functions.
#[derive(Debug)]
pub(super) struct Calls(pub(super) Vec<Call>);

impl Calls {
    /// Aggregates stacks, each from the outermost function to the innermost.
    pub(super) fn of(stacks: &[Vec<String>]) -> Self {
        let mut calls = Self(vec![Call::new("all")]);
        for stack in stacks.iter().filter(|stack| !stack.is_empty()) {
            let innermost = stack.iter().fold(0, |caller, name| calls.step(caller, name));
            calls.0[0].samples.0 += 1;
            calls.0[innermost].own.0 += 1;
        }
        calls
    }

    /// Counts a call and returns its index.
    fn step(&mut self, caller: usize, name: &str) -> usize {
        let next = self.0.len();
        let callee = *self.0[caller].callees.entry(name.to_owned()).or_insert(next);
        if callee == next {
            self.0.push(Call::new(name));
        }
        self.0[callee].samples.0 += 1;
        callee
    }

    /// Returns the number of samples.
    pub(super) fn samples(&self) -> Samples {
        self.0[0].samples
    }

    /// Returns the functions with the number of samples in which each was the innermost one, the busiest
    /// first.
    pub(super) fn busiest(&self) -> Vec<(&str, Samples)> {
        let mut own: BTreeMap<&str, Samples> = BTreeMap::new();
        for call in &self.0 {
            own.entry(&call.name).or_default().0 += call.own.0;
        }
        let mut busiest: Vec<_> = own.into_iter().filter(|(_, samples)| samples.0 > 0).collect();
        busiest.sort_by_key(|&(_, samples)| std::cmp::Reverse(samples));
        busiest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stacks(lines: &[&str]) -> Vec<Vec<String>> {
        lines.iter().map(|line| line.split(';').map(String::from).collect()).collect()
    }

    #[test]
    fn the_same_call_is_counted_together() {
        let calls =
            Calls::of(&stacks(&["main;search;fire", "main;search;hash", "main;search;fire", "main;parse"]));
        assert_eq!(calls.samples(), Samples(4));
        let of = |name: &str| {
            calls.0.iter().filter(|call| call.name == name).map(|call| call.samples.0).collect::<Vec<_>>()
        };
        assert_eq!((of("main"), of("search"), of("fire")), (vec![4], vec![3], vec![2]));
    }

    #[test]
    fn the_busiest_function_is_the_one_that_was_innermost_most_often() {
        let calls = Calls::of(&stacks(&["a;fire", "b;fire", "a;b", "a;b;fire", "a;b"]));
        assert_eq!(calls.busiest(), [("fire", Samples(3)), ("b", Samples(2))]);
    }

    #[test]
    fn no_stacks_give_no_samples() {
        let calls = Calls::of(&[Vec::new()]);
        assert_eq!(calls.samples(), Samples(0));
        assert!(calls.busiest().is_empty());
    }
}
