//! Translation of formulas to generalised Büchi automata.
//!
//! A state is a set of formulas that the rest of the word must satisfy. Each is expanded into requirements on the
//! letter and formulas to satisfy next: `a U b` holds if `b` does, or if `a` does and `a U b` holds next. The second
//! choice *postpones* the until. Acceptance set `k` has the edges that do not postpone until number `k`, because an
//! until that is postponed forever is never satisfied.
//!
//! Source: Couvreur, *On-the-fly Verification of Linear Temporal Logic*, FM 1999. We differ in two ways. Expansions are
//! lists of clauses, without clauses that require more than another one, where Couvreur has decision diagrams. States
//! with equal expansions are merged as soon as they are found. The result is [`reduced`](Automaton::reduced).

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use crate::automaton::MAX_ACCEPTANCE_SETS;
use crate::formulas::{Formulas, Id, Node};
use crate::guard::Cube;
use crate::{Automaton, Edge, Guard, Ltl, TooLarge};

/// Limits of a translation.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Maximum number of states, before the automaton is reduced.
    pub states: usize,
    /// Maximum number of clauses in the expansion of a state. Each clause is an edge until edges are merged. Time is
    /// quadratic in it.
    pub clauses: usize,
}

impl Default for Limits {
    /// Limits that bound the time to a second or two in the worst case.
    fn default() -> Self {
        Self { states: 2000, clauses: 1000 }
    }
}

/// Returns the automaton of the words that satisfy the formula, reduced, within the default [`Limits`].
///
/// Expansions are disjunctive normal forms, so long propositional conditions should be replaced by atoms.
///
/// # Errors
/// The limit that the formula exceeds.
pub fn translate(formula: &Ltl) -> Result<Automaton, TooLarge> {
    translate_within(formula, Limits::default())
}

/// Returns the automaton of the words that do not satisfy the formula, which a search looks for.
///
/// # Errors
/// The limit that the formula exceeds.
pub fn translate_negation(formula: &Ltl) -> Result<Automaton, TooLarge> {
    let mut formulas = Formulas::default();
    let root = formulas.add(formula)?;
    let negation = formulas.not(root);
    automaton_of(&mut formulas, negation, Limits::default())
}

/// Returns the automaton of the words that satisfy the formula, reduced.
///
/// # Errors
/// The limit that the formula exceeds.
pub fn translate_within(formula: &Ltl, limits: Limits) -> Result<Automaton, TooLarge> {
    let mut formulas = Formulas::default();
    let root = formulas.add(formula)?;
    automaton_of(&mut formulas, root, limits)
}

fn automaton_of(formulas: &mut Formulas, id: Id, limits: Limits) -> Result<Automaton, TooLarge> {
    let simple = formulas.simplify(id);
    Ok(Tableau::new(formulas, limits).automaton(simple)?.reduced())
}

/// One alternative of the requirements of a set of formulas.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Clause {
    letter: Cube,
    /// The formulas to satisfy next, ascending.
    next: Vec<Id>,
    /// The untils that are postponed, ascending.
    postponed: Vec<Id>,
}

impl Clause {
    const TRUE: Self = Self { letter: Cube::TRUE, next: Vec::new(), postponed: Vec::new() };

    fn and(&self, other: &Self) -> Option<Self> {
        let letter = self.letter.and(other.letter)?;
        let next = united(&self.next, &other.next);
        let postponed = united(&self.postponed, &other.postponed);
        Some(Self { letter, next, postponed })
    }

    /// Returns whether the other clause requires nothing beyond this one.
    fn is_within(&self, other: &Self) -> bool {
        self.letter.is_within(other.letter)
            && is_subset(&other.next, &self.next)
            && is_subset(&other.postponed, &self.postponed)
    }
}

fn united(a: &[Id], b: &[Id]) -> Vec<Id> {
    let mut all = [a, b].concat();
    all.sort_unstable();
    all.dedup();
    all
}

fn is_subset(a: &[Id], b: &[Id]) -> bool {
    a.iter().all(|id| b.binary_search(id).is_ok())
}

/// The expansion of a set of formulas; no clause requires more than another one.
type Clauses = Rc<Vec<Clause>>;

struct Tableau<'a> {
    formulas: &'a Formulas,
    limits: Limits,
    expansions: HashMap<Id, Clauses>,
}

impl<'a> Tableau<'a> {
    fn new(formulas: &'a Formulas, limits: Limits) -> Self {
        Self { formulas, limits, expansions: HashMap::new() }
    }

    /// Returns the automaton of one formula, without reduction.
    fn automaton(mut self, root: Id) -> Result<Automaton, TooLarge> {
        let mut found = Found::default();
        let initial = self.state_of(&self.conjuncts(root), &mut found)?;
        let mut edges = Vec::new();
        while let Some(clauses) = found.expansions.get(edges.len()).cloned() {
            let targets = clauses.iter().map(|clause| self.state_of(&clause.next, &mut found));
            edges.push(targets.collect::<Result<Vec<_>, _>>()?);
        }
        finish(initial, &found.expansions, &edges)
    }

    /// Returns the state for a set of formulas, and creates it if it is new.
    fn state_of(&mut self, set: &[Id], found: &mut Found) -> Result<usize, TooLarge> {
        if let Some(&state) = found.by_set.get(set) {
            return Ok(state);
        }
        let clauses = self.expand_all(&self.without_released(set))?;
        let state = *found.by_expansion.entry(Rc::clone(&clauses)).or_insert(found.expansions.len());
        if state == found.expansions.len() {
            found.expansions.push(clauses);
        }
        if found.expansions.len() > self.limits.states {
            return Err(TooLarge::States(self.limits.states));
        }
        found.by_set.insert(set.to_vec(), state);
        Ok(state)
    }

    /// Returns the set whose conjunction is the formula.
    fn conjuncts(&self, id: Id) -> Vec<Id> {
        match self.formulas.node(id) {
            Node::Constant(true) => Vec::new(),
            Node::And(operands) => operands.clone(),
            _ => vec![id],
        }
    }

    /// Returns the set without formulas that its releases imply: every clause of `a R b` contains one of `b`, so the
    /// expansion does not change.
    fn without_released(&self, set: &[Id]) -> Vec<Id> {
        let mut released = Vec::new();
        for &id in set {
            if let Node::Release(_, b) = self.formulas.node(id) {
                released.extend(self.conjuncts(*b));
            }
        }
        set.iter().copied().filter(|id| !released.contains(id)).collect()
    }

    fn expand_all(&mut self, set: &[Id]) -> Result<Clauses, TooLarge> {
        let mut product = Rc::new(vec![Clause::TRUE]);
        for &id in set {
            let clauses = self.expand(id)?;
            product = self.and(&product, &clauses)?;
        }
        Ok(product)
    }

    fn expand(&mut self, id: Id) -> Result<Clauses, TooLarge> {
        if let Some(known) = self.expansions.get(&id) {
            return Ok(Rc::clone(known));
        }
        let clauses = match self.formulas.node(id) {
            Node::Constant(true) => Rc::new(vec![Clause::TRUE]),
            Node::Constant(false) => Rc::default(),
            Node::Literal { atom, positive } => {
                let mask = 1 << atom;
                let (positive, negative) = if *positive { (mask, 0) } else { (0, mask) };
                Rc::new(vec![Clause { letter: Cube { positive, negative }, ..Clause::TRUE }])
            }
            Node::And(operands) => self.expand_all(operands)?,
            Node::Or(operands) => {
                let mut all = Vec::new();
                for &operand in operands {
                    all.extend_from_slice(&self.expand(operand)?);
                }
                self.minimal(all)?
            }
            Node::Next(a) => Rc::new(vec![Clause { next: self.conjuncts(*a), ..Clause::TRUE }]),
            Node::Until(a, b) => {
                let again = Clause { next: vec![id], postponed: vec![id], ..Clause::TRUE };
                let (now, wait) = (self.expand(*b)?, self.expand(*a)?);
                let later = self.and(&wait, &[again])?;
                self.minimal([&now[..], &later[..]].concat())?
            }
            Node::Release(a, b) => {
                let again = Clause { next: vec![id], ..Clause::TRUE };
                let (end, hold) = (self.expand(*a)?, self.expand(*b)?);
                let choices = self.minimal([&end[..], &[again]].concat())?;
                self.and(&hold, &choices)?
            }
        };
        self.expansions.insert(id, Rc::clone(&clauses));
        Ok(clauses)
    }

    fn and(&self, a: &[Clause], b: &[Clause]) -> Result<Clauses, TooLarge> {
        let mut minimal = Vec::new();
        for one in a {
            for clause in b.iter().filter_map(|other| one.and(other)) {
                self.add(&mut minimal, clause)?;
            }
        }
        minimal.sort_unstable();
        Ok(Rc::new(minimal))
    }

    /// Returns the clauses without those that require more than another one, ascending.
    fn minimal(&self, clauses: Vec<Clause>) -> Result<Clauses, TooLarge> {
        let mut minimal = Vec::new();
        for clause in clauses {
            self.add(&mut minimal, clause)?;
        }
        minimal.sort_unstable();
        Ok(Rc::new(minimal))
    }

    fn add(&self, minimal: &mut Vec<Clause>, clause: Clause) -> Result<(), TooLarge> {
        if minimal.iter().any(|known| clause.is_within(known)) {
            return Ok(());
        }
        minimal.retain(|known| !known.is_within(&clause));
        minimal.push(clause);
        if minimal.len() > self.limits.clauses { Err(TooLarge::Edges(self.limits.clauses)) } else { Ok(()) }
    }
}

/// The known states, by the sets of formulas and by their expansions.
#[derive(Default)]
struct Found {
    by_set: HashMap<Vec<Id>, usize>,
    by_expansion: HashMap<Clauses, usize>,
    expansions: Vec<Clauses>,
}

/// Numbers the acceptance sets, and merges the edges that differ only in their letters.
fn finish(initial: usize, expansions: &[Clauses], targets: &[Vec<usize>]) -> Result<Automaton, TooLarge> {
    let mut untils: Vec<Id> =
        expansions.iter().flat_map(|clauses| clauses.iter()).flat_map(|c| c.postponed.clone()).collect();
    untils.sort_unstable();
    untils.dedup();
    if untils.len() > MAX_ACCEPTANCE_SETS {
        return Err(TooLarge::AcceptanceSets(MAX_ACCEPTANCE_SETS));
    }
    let marks = |clause: &Clause| {
        let kept = (0..untils.len()).filter(|&k| clause.postponed.binary_search(&untils[k]).is_err());
        kept.fold(0_u32, |marks, k| marks | 1 << k)
    };
    let edges = expansions.iter().zip(targets).map(|(clauses, targets)| {
        let mut cubes: BTreeMap<(usize, u32), Vec<Cube>> = BTreeMap::new();
        for (clause, &target) in clauses.iter().zip(targets) {
            cubes.entry((target, marks(clause))).or_default().push(clause.letter);
        }
        let edge = |((target, marks), cubes)| Edge { guard: Guard::any_of(cubes), target, marks };
        cubes.into_iter().map(edge).collect()
    });
    Ok(Automaton::new(initial, untils.len(), edges.collect()))
}
