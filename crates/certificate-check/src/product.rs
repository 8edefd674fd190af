//! The product of the markings and a formula's tableau, which shows that no run satisfies the formula.
//!
//! A state of the product is a marking and a set of formulas that must hold from it on. From the initial marking with
//! the formula, a firing is combined with a step of the [`tableau`](crate::tableau). States have numbers in the order
//! of discovery, and are expanded in this order. A certificate contains a component number for each state. If no edge
//! leads to a greater one, an infinite path stays in one component at last; if in each component there is an until that
//! all edges within it postpone, no path belongs to a run that satisfies the formula (S. Wimmer, F. Herbreteau and J.
//! van de Pol, *Certifying Emptiness of Timed Büchi Automata*, FORMATS 2020). All edges are computed here, so that none
//! is missed.

use std::collections::HashMap;

use crate::Refusal;
use crate::graph::Graph;
use crate::ltl::Ltl;
use crate::tableau::Tableau;

/// Product, as far as it has been explored.
#[derive(Debug)]
pub struct Product<'g, 'n> {
    graph: &'g mut Graph<'n>,
    tableau: Tableau,
    /// Letter of each marking that has been expanded.
    letters: HashMap<u32, u32>,
    states: Vec<(u32, u32)>,
    numbers: HashMap<(u32, u32), u32>,
}

impl<'g, 'n> Product<'g, 'n> {
    /// Returns a product with the initial state only: the initial marking, from which the formula must hold.
    ///
    /// # Errors
    /// If the formula is too large.
    pub fn of(graph: &'g mut Graph<'n>, formula: Ltl) -> Result<Self, Refusal> {
        let (tableau, numbers) = (Tableau::of(formula)?, HashMap::from([((0, 0), 0)]));
        Ok(Self { graph, tableau, letters: HashMap::new(), states: vec![(0, 0)], numbers })
    }

    /// Returns the number of discovered states.
    #[must_use]
    pub fn states(&self) -> usize {
        self.states.len()
    }

    /// Returns the marking of a state.
    #[must_use]
    pub fn marking(&self, state: usize) -> Vec<u64> {
        self.graph.marking(self.states[state].0)
    }

    /// Returns the bits of all untils.
    #[must_use]
    pub fn untils(&self) -> u64 {
        self.tableau.untils()
    }

    /// Returns the approximate size in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.graph.bytes() + self.states.len() * 60
    }

    /// Returns the edges from a state: the target of each, and the untils that it postpones.
    ///
    /// # Errors
    /// If something is too large.
    pub fn edges(&mut self, state: usize) -> Result<Vec<(usize, u64)>, Refusal> {
        let (marking, set) = self.states[state];
        let (graph, tableau) = (&self.graph, &mut self.tableau);
        let letter = *self.letters.entry(marking).or_insert_with(|| tableau.letter(&graph.marking(marking)));
        let steps = tableau.steps(set, letter)?;
        if steps.is_empty() {
            return Ok(Vec::new());
        }
        let mut edges = Vec::new();
        for &after in &*self.graph.successors(marking)? {
            for &(left, postponed) in &*steps {
                edges.push((self.number((after, left))?, postponed));
            }
        }
        Ok(edges)
    }

    fn number(&mut self, state: (u32, u32)) -> Result<usize, Refusal> {
        let next = u32::try_from(self.states.len()).map_err(|_| "the product has 2^32 states")?;
        let number = *self.numbers.entry(state).or_insert(next);
        if number == next {
            self.states.push(state);
        }
        Ok(number as usize)
    }
}

/// Checks that component numbers show that no run satisfies a formula.
///
/// # Errors
/// If they do not; the error is the reason.
pub fn check(graph: &mut Graph<'_>, formula: Ltl, components: &[u32]) -> Result<(), Refusal> {
    let mut product = Product::of(graph, formula)?;
    let component = |state: usize| {
        let number = components.get(state).map(|&number| number as usize);
        let number =
            number.ok_or_else(|| format!("the product has more than {} states", components.len()))?;
        if number < components.len() {
            Ok(number)
        } else {
            Err(format!("the component number {number} is too large"))
        }
    };
    let mut always_postponed = vec![u64::MAX; components.len()];
    for from in 0.. {
        if from == product.states() {
            break;
        }
        let within = component(from)?;
        for (to, postponed) in product.edges(from)? {
            let other = component(to)?;
            if other > within {
                return Err(format!(
                    "from state {from} of component {within} an edge leads to component {other}"
                ));
            }
            if other == within {
                always_postponed[within] &= postponed;
                if always_postponed[within] == 0 {
                    return Err(format!("in component {within} no until is postponed by all edges"));
                }
            }
        }
    }
    match product.states() {
        states if states < components.len() => Err(format!("the product has {states} states alone")),
        _ => Ok(()),
    }
}
