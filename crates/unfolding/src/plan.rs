//! Order in which the variables of a transition get their values.
//!
//! A plan is a nested loop, written as a sequence of steps: a pattern is matched with the colours that its place can
//! hold, found by the components that are known already; an equality gives a variable its value; a condition is tested
//! as soon as its variables are bound; and only a variable that nothing else determines iterates over its sort. There
//! is a plan for each pattern, which begins with a colour that has just become live, and one for the moment when the
//! last fixed colour becomes live.
//!
//! The method is the semi-naive evaluation of Datalog: F. Bancilhon and R. Ramakrishnan, *An Amateur's Introduction to
//! Recursive Query Processing Strategies*, SIGMOD 1986. INVARIANT: of the plans for a binding, exactly one finds it,
//! once: that of the first pattern that the newest of its colours matches, since patterns before the one that a plan
//! begins with do not match the new colour.

use sanderling_net::{Net, PlaceId, Sort, SortId};

use crate::expression::{Condition, Expression, Slot};
use crate::live::{IndexId, Live};
use crate::rule::{Content, Leaf, Rule};

/// Step of a plan.
#[derive(Debug)]
pub(crate) enum Step {
    /// The condition must hold.
    Test(Condition),
    /// The slot gets the value of the expression, stepped.
    Bind { slot: Slot, value: Expression, by: u32, count: u32, sort: SortId },
    /// The slot gets a colour of its sort.
    Choose { slot: Slot },
    /// A colour of the place is matched.
    Match(Matching),
}

/// Match of a pattern.
#[derive(Debug)]
pub(crate) struct Matching {
    pub(crate) place: PlaceId,
    pub(crate) index: IndexId,
    /// Components known beforehand, in the order of the index's paths.
    pub(crate) known: Vec<Leaf>,
    /// Components that give a variable its value, with the sort to check if it is not that of the component.
    pub(crate) sets: Vec<(Leaf, Option<SortId>)>,
    /// Components that are compared after that.
    pub(crate) equal: Vec<Leaf>,
    /// Whether the new colour is excluded.
    pub(crate) excludes_new: bool,
}

/// Steps that find bindings of a transition.
#[derive(Debug)]
pub(crate) struct Plan {
    pub(crate) steps: Vec<Step>,
}

impl Plan {
    /// Returns the plan that begins with a match of the pattern at `first`, or with nothing.
    pub(crate) fn of(net: &Net, rule: &Rule, first: Option<usize>, live: &mut Live) -> Self {
        let planner = Planner {
            net,
            rule,
            live,
            bound: vec![false; rule.sorts.len()],
            conjuncts: rule.conjuncts.iter().collect(),
            patterns: (0..rule.patterns.len()).filter(|&pattern| Some(pattern) != first).collect(),
            steps: Vec::new(),
            first,
        };
        planner.plan()
    }
}

struct Planner<'a> {
    net: &'a Net,
    rule: &'a Rule,
    live: &'a mut Live,
    bound: Vec<bool>,
    conjuncts: Vec<&'a Condition>,
    patterns: Vec<usize>,
    steps: Vec<Step>,
    first: Option<usize>,
}

impl Planner<'_> {
    fn plan(mut self) -> Plan {
        if let Some(first) = self.first {
            self.match_pattern(first);
        }
        loop {
            self.test_what_is_bound();
            if self.bind_by_equality() {
                continue;
            }
            if let Some(position) = self.best_pattern() {
                let pattern = self.patterns.remove(position);
                self.match_pattern(pattern);
            } else if let Some(slot) = (0..self.rule.scope.len()).find(|&slot| !self.bound[slot]) {
                self.bound[slot] = true;
                self.steps.push(Step::Choose { slot });
            } else {
                return Plan { steps: self.steps };
            }
        }
    }

    fn test_what_is_bound(&mut self) {
        let bound = &self.bound;
        let (ready, later) = self.conjuncts.iter().partition(|condition| {
            let mut slots = Vec::new();
            condition.collect_slots(&mut slots);
            slots.iter().all(|&slot| bound[slot])
        });
        self.conjuncts = later;
        let ready: Vec<&Condition> = ready;
        self.steps.extend(ready.into_iter().cloned().map(Step::Test));
    }

    /// Uses an equality with one known side and a variable on the other, if there is one.
    fn bind_by_equality(&mut self) -> bool {
        for position in 0..self.conjuncts.len() {
            let Condition::Equal(a, b) = self.conjuncts[position] else { continue };
            let found = [(a, b), (b, a)].into_iter().find_map(|(variable, value)| {
                let (slot, by, count) = stepped(variable)?;
                (!self.bound[slot] && self.is_bound(value)).then_some((slot, by, count, value))
            });
            if let Some((slot, by, count, value)) = found {
                let value = value.clone();
                let sort = self.rule.sorts[slot];
                self.steps.push(Step::Bind { slot, value, by: back(by, count), count, sort });
                self.bound[slot] = true;
                self.conjuncts.remove(position);
                return true;
            }
        }
        false
    }

    fn is_bound(&self, expression: &Expression) -> bool {
        let mut slots = Vec::new();
        expression.collect_slots(&mut slots);
        slots.iter().all(|&slot| self.bound[slot])
    }

    /// Returns the pattern with the fewest unbound leaves, and of those the one with the most bound leaves.
    fn best_pattern(&self) -> Option<usize> {
        let openness = |&pattern: &usize| {
            let leaves = &self.rule.patterns[pattern].leaves;
            let open = leaves.iter().filter(|leaf| !self.is_known(leaf)).count();
            let has_hold = open < leaves.len();
            (open > 0, !has_hold, open)
        };
        let scored =
            self.patterns.iter().enumerate().map(|(position, pattern)| (openness(pattern), position));
        scored.min().map(|(_, position)| position)
    }

    fn is_known(&self, leaf: &Leaf) -> bool {
        match leaf.content {
            Content::Known(_) => true,
            Content::Slot { slot, .. } => self.bound[slot],
        }
    }

    fn match_pattern(&mut self, position: usize) {
        let pattern = &self.rule.patterns[position];
        let (known, open): (Vec<Leaf>, Vec<Leaf>) =
            pattern.leaves.iter().cloned().partition(|leaf| self.is_known(leaf));
        let (mut sets, mut equal) = (Vec::new(), Vec::new());
        for leaf in open {
            match leaf.content {
                Content::Slot { slot, .. } if !self.bound[slot] => {
                    self.bound[slot] = true;
                    let sort = self.rule.sorts[slot];
                    let component = component_sort(self.net, self.net.place(pattern.place).sort, &leaf.path);
                    sets.push((leaf, (component != Some(sort)).then_some(sort)));
                }
                _ => equal.push(leaf),
            }
        }
        let new_place = self.first.map(|first| self.rule.patterns[first].place);
        let excludes_new =
            self.first.is_some_and(|first| position < first) && new_place == Some(pattern.place);
        let paths = known.iter().map(|leaf| leaf.path.clone()).collect();
        let index = self.live.index(pattern.place, paths);
        self.steps.push(Step::Match(Matching {
            place: pattern.place,
            index,
            known,
            sets,
            equal,
            excludes_new,
        }));
    }
}

/// Returns the only slot that an expression reads, with the steps from there.
fn stepped(expression: &Expression) -> Option<(Slot, u32, u32)> {
    match expression {
        Expression::Slot(slot) => Some((*slot, 0, 0)),
        Expression::Step { argument, by, count } => match **argument {
            Expression::Slot(slot) => Some((slot, *by, *count)),
            _ => None,
        },
        _ => None,
    }
}

/// Returns the steps that lead back.
pub(crate) fn back(by: u32, count: u32) -> u32 {
    if by == 0 { 0 } else { count - by }
}

/// Returns the sort of a component of the values of a sort.
fn component_sort(net: &Net, sort: SortId, path: &[u32]) -> Option<SortId> {
    path.iter().try_fold(sort, |sort, &position| match net.sort(sort) {
        Sort::Product(sorts) => sorts.get(position as usize).copied(),
        _ => None,
    })
}
