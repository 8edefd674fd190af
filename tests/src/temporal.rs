//! Temporal properties by their definitions, on the graph of all markings. The engine's results are compared
//! with these.
//!
//! A run continues while some transition is enabled, and a run that ends is also a run. In linear time its
//! last marking is repeated forever; in branching time it has no successor. Nothing here uses automata or
//! labels of the engine. Formulas of branching time are fixpoints computed by sweeping over all markings.
//! Formulas of linear time are decided by a search for fair paths among all guesses of the subformulas that
//! hold.

mod branching;
mod fair;
mod linear;
mod livelock;
mod run;

use std::collections::HashMap;

use rand::RngExt;
use rand::rngs::StdRng;
use sanderling_net::semantics::{self, Firing, Interpreter, Marking};
use sanderling_net::{Net, TransitionId};
use sanderling_property::{
    Bindings, ColouredProperty, Formula, Logic, PathOperator, PathQuantifier, Property, Quantifier,
    ReferenceValuation, Temporal, TemporalProperty, Tokens,
};
use sanderling_testkit::naive::Explored;
use sanderling_testkit::{random_property, random_value_property};

/// The graph of all markings of a net.
pub struct Graph<'a> {
    net: &'a Net,
    markings: Vec<&'a Marking>,
    successors: Vec<Vec<usize>>,
    initial: usize,
}

impl<'a> Graph<'a> {
    /// Creates the graph of an explored net.
    ///
    /// # Panics
    /// If a marking was not found.
    #[must_use]
    pub fn of(net: &'a Net, explored: &'a Explored) -> Self {
        let interpreter = Interpreter::new(net);
        let markings: Vec<&Marking> = explored.markings.keys().collect();
        let numbers: HashMap<&Marking, usize> = markings.iter().copied().zip(0..).collect();
        let successors = markings.iter().map(|marking| {
            let firings = interpreter.enabled(marking).expect("enabledness is defined");
            let successors = firings.iter().map(|firing| {
                let mut next = (*marking).clone();
                interpreter.fire(&mut next, firing).expect("it is enabled");
                numbers[&next]
            });
            successors.collect()
        });
        let initial = numbers[&semantics::initial(net).expect("there is one")];
        Self { net, successors: successors.collect(), markings, initial }
    }

    /// Returns the net.
    #[must_use]
    pub fn net(&self) -> &'a Net {
        self.net
    }

    /// Whether the net has a property. Returns `None` if its formula is too large.
    #[must_use]
    pub fn satisfies(&self, property: &TemporalProperty) -> Option<bool> {
        match property.logic {
            Logic::Ctl => Some(self.labels(&property.formula)[self.initial]),
            Logic::Ltl => self.has_run(&negated(property)).map(|violates| !violates),
        }
    }

    /// Whether a run violates a property of linear time. The cycle is repeated forever after the prefix. If
    /// the cycle is empty, the run must end there. Without a cycle, all continuations must violate the
    /// property. Returns `None` if the formula is too large.
    ///
    /// # Panics
    /// If the firings are not a run.
    #[must_use]
    pub fn is_violated_by(
        &self,
        property: &TemporalProperty,
        prefix: &[TransitionId],
        cycle: Option<&[TransitionId]>,
    ) -> Option<bool> {
        let mut marking = self.markings[self.initial].clone();
        let mut path = vec![self.number(&marking)];
        for &transition in prefix.iter().chain(cycle.unwrap_or_default()) {
            let fired = Interpreter::new(self.net).fire(&mut marking, &Firing::plain(transition));
            assert!(fired.is_ok(), "{} is enabled", self.net.transition(transition).id);
            path.push(self.number(&marking));
        }
        let mut next: Vec<Vec<usize>> = (1..path.len()).map(|next| vec![next]).collect();
        match cycle {
            Some([]) => {
                assert!(self.successors[path[prefix.len()]].is_empty(), "a run ends only in a deadlock");
                next.push(Vec::new());
            }
            Some(_) => {
                assert_eq!(path.pop(), Some(path[prefix.len()]), "a cycle ends where it begins");
                *next.last_mut().expect("it has a firing") = vec![prefix.len()];
            }
            None => {
                let (at, count) = (path[prefix.len()], path.len());
                next.push(self.successors[at].iter().map(|next| next + count).collect());
                path.extend(0..self.markings.len());
                let shifted = |all: &Vec<usize>| all.iter().map(|next| next + count).collect();
                next.extend(self.successors.iter().map(shifted));
            }
        }
        let markings = path.into_iter().map(|number| self.markings[number]).collect();
        let alone = Graph { net: self.net, markings, successors: next, initial: 0 };
        match cycle {
            Some(_) => alone.has_run(&negated(property)),
            None => alone.has_run(&property.formula).map(|satisfies| !satisfies),
        }
    }

    fn number(&self, marking: &Marking) -> usize {
        self.markings.iter().position(|other| *other == marking).expect("it was found")
    }

    /// Returns whether each marking satisfies a condition.
    fn condition(&self, formula: &Formula) -> Vec<bool> {
        let holds = |marking: &&Marking| {
            formula.holds(&ReferenceValuation::build(self.net, marking).expect("enabledness is defined"))
        };
        self.markings.iter().map(holds).collect()
    }
}

fn negated(property: &TemporalProperty) -> Temporal {
    Temporal::Not(Box::new(property.formula.clone()))
}

/// Returns a random property of a net, with at most `operators` temporal operators.
#[must_use]
pub fn random_temporal(net: &Net, logic: Logic, operators: usize, random: &mut StdRng) -> TemporalProperty {
    let mut left = operators;
    let formula = formula(net, logic, (&mut left, 5), random);
    let text = formula.display(net).to_string();
    TemporalProperty { name: None, logic, formula, text }
}

fn formula(net: &Net, logic: Logic, (left, depth): (&mut usize, usize), random: &mut StdRng) -> Temporal {
    use PathOperator::{Finally, Globally, Next, Release, StrongRelease, Until, WeakUntil};
    if *left == 0 || depth == 0 {
        let text = match net.program {
            Some(_) => random_value_property(net, random).text,
            None => random_property(net, random),
        };
        let property = Property::parse(&text, net).unwrap_or_else(|found| panic!("{text}: {found}"));
        return Temporal::State(property.formula);
    }
    let part = formula(net, logic, (&mut 0, depth - 1), random);
    match random.random_range(0..10) {
        0 => Temporal::Not(Box::new(formula(net, logic, (left, depth - 1), random))),
        1 => Temporal::And(vec![part, formula(net, logic, (left, depth - 1), random)]),
        2 => Temporal::Or(vec![formula(net, logic, (left, depth - 1), random), part]),
        _ => {
            *left -= 1;
            let all = [Next, Finally, Globally, Until, WeakUntil, Release, StrongRelease];
            let operator = all[random.random_range(0..all.len())];
            let quantifiers = [PathQuantifier::All, PathQuantifier::Some];
            let quantifier = (logic == Logic::Ctl).then(|| quantifiers[usize::from(random.random_bool(0.5))]);
            let count = if matches!(operator, Next | Finally | Globally) { 1 } else { 2 };
            let operands = (0..count).map(|_| formula(net, logic, (left, depth - 1), random)).collect();
            Temporal::path(quantifier, operator, operands)
        }
    }
}

/// Returns a random property of branching time that needs several runs, with this number of levels of
/// operators.
#[must_use]
pub fn random_branching(net: &Net, depth: usize, random: &mut StdRng) -> TemporalProperty {
    let formula = branching(net, depth, random);
    let formula = if random.random_bool(0.3) { Temporal::Not(Box::new(formula)) } else { formula };
    let text = formula.display(net).to_string();
    TemporalProperty { name: None, logic: Logic::Ctl, formula, text }
}

/// Returns a formula that needs several runs from a marking: some run reaches a marking in which several
/// formulas hold, or satisfies one along it. A few formulas are about all runs, or arbitrary.
fn branching(net: &Net, depth: usize, random: &mut StdRng) -> Temporal {
    use PathOperator::{Finally, Globally, Next, Release, Until, WeakUntil};
    if random.random_bool(0.05) {
        return random_temporal(net, Logic::Ctl, 2, random).formula;
    }
    let any = |operators: &[PathOperator], random: &mut StdRng| {
        let quantifier = if random.random_bool(0.1) { PathQuantifier::All } else { PathQuantifier::Some };
        (Some(quantifier), operators[random.random_range(0..operators.len())])
    };
    if depth == 0 {
        let transition = TransitionId::new(random.random_range(0..net.transitions.len()));
        let enabled = Temporal::State(Formula::Enabled(vec![transition]));
        let condition = if random.random_bool(0.5) { enabled } else { Temporal::Not(Box::new(enabled)) };
        let (quantifier, operator) = any(&[Next, Next, Finally], random);
        return Temporal::path(quantifier, operator, vec![condition]);
    }
    let parts = (0..random.random_range(1..=3)).map(|_| branching(net, depth - 1, random)).collect();
    let (quantifier, operator) = any(&[Next, Finally, Globally, Until, WeakUntil, Release], random);
    let first = matches!(operator, Until | WeakUntil | Release).then(|| branching(net, depth - 1, random));
    Temporal::path(quantifier, operator, first.into_iter().chain([Temporal::And(parts)]).collect())
}

/// Converts a property without colours to one of a coloured net.
///
/// # Panics
/// If it is not about the net.
#[must_use]
pub fn without_colours(property: &TemporalProperty, net: &Net) -> TemporalProperty<Tokens, Bindings> {
    let read = |formula: &Formula| {
        let text = formula.display(net).to_string();
        let read = ColouredProperty::parse_condition_coloured(Quantifier::Always, &text, net);
        read.map(|property| property.formula)
    };
    let formula = property.formula.try_map(&mut |formula| read(formula)).expect("it is about the net");
    TemporalProperty { name: None, logic: property.logic, formula, text: property.text.clone() }
}
