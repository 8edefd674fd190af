//! The tableau of a formula: the formulas that remain to hold after a marking, given those that must hold from it on.
//!
//! A set of formulas is expanded over a marking into *branches*. *Any* and the temporal operators are choices: `a U b`
//! is `b`, or `a` and again `a U b` next, which *postpones* it; `a R b` is `b` with `a`, or `b` and again `a R b` next.
//! A run satisfies the set if and only if there is an infinite path of branches along its markings on which no until is
//! always postponed (R. Gerth, D. Peled, M. Y. Vardi and P. Wolper, *Simple On-the-Fly Automatic Verification of Linear
//! Temporal Logic*, PSTV 1995; with the choices on steps, J.-M. Couvreur, *On-the-Fly Verification of Linear Temporal
//! Logic*, FM 1999).
//!
//! INVARIANT: for a run that satisfies a set, some branch requires only formulas that the rest of the run satisfies,
//! and postpones only untils `a U b` whose `b` does not hold yet. Such branches form an infinite path, on which nothing
//! is always postponed. This stays true if parts whose values the marking determines are no choices, and if a branch is
//! omitted because another one requires no more and postpones no more.

use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use crate::Refusal;
use crate::ltl::{Ltl, Node};

/// Maximum number of branches of a set of formulas over a marking.
const MAX_BRANCHES: usize = 2_000;

/// Positions of the formulas that remain to hold after a marking.
type Left = BTreeSet<usize>;

/// Step: the number of the set that remains to hold, and the untils that are postponed, a bit for each.
pub type Step = (u32, u64);

/// Branch under construction.
#[derive(Debug, Clone, Default)]
struct Branch {
    /// Formulas that are still to be expanded.
    rest: Vec<usize>,
    /// Formulas that have been expanded.
    seen: BTreeSet<usize>,
    left: Left,
    postponed: u64,
}

/// Formula with the sets to which it is expanded, by numbers in the order of discovery; the set of the formula alone is
/// the first.
#[derive(Debug)]
pub struct Tableau {
    ltl: Ltl,
    /// Bit of each until.
    bits: HashMap<usize, u64>,
    sets: Vec<Left>,
    numbers: HashMap<Left, u32>,
    /// Conditions that markings satisfy, by the number of the letter.
    letters: Vec<Box<[bool]>>,
    numbers_of_letters: HashMap<Box<[bool]>, u32>,
    /// Known expansions of a set over markings with a letter.
    steps: HashMap<(u32, u32), Rc<[Step]>>,
}

impl Tableau {
    /// Returns a tableau with the set of the formula alone.
    ///
    /// # Errors
    /// If there are more than 64 untils.
    pub fn of(ltl: Ltl) -> Result<Self, Refusal> {
        let is_until = |at: &usize| matches!(ltl.nodes[*at], Node::Until(..));
        let untils: Vec<usize> = (0..ltl.nodes.len()).filter(is_until).collect();
        if untils.len() > 64 {
            return Err(format!("the formula has {} untils: expected at most 64", untils.len()));
        }
        let bits = untils.into_iter().enumerate().map(|(bit, at)| (at, 1_u64 << bit)).collect();
        let first = Left::from([ltl.root]);
        let numbers = HashMap::from([(first.clone(), 0)]);
        let (letters, numbers_of_letters, steps) = (Vec::new(), HashMap::new(), HashMap::new());
        Ok(Self { ltl, bits, sets: vec![first], numbers, letters, numbers_of_letters, steps })
    }

    /// Returns the bits of all untils.
    #[must_use]
    pub fn untils(&self) -> u64 {
        self.bits.values().fold(0, |all, bit| all | bit)
    }

    /// Returns the number of the letter of a marking, which is the set of conditions that it satisfies.
    #[must_use]
    pub fn letter(&mut self, marking: &[u64]) -> u32 {
        let (letter, next) = (self.ltl.letter(marking), self.letters.len() as u32);
        let number = *self.numbers_of_letters.entry(letter.clone()).or_insert(next);
        if number == next {
            self.letters.push(letter);
        }
        number
    }

    /// Returns the steps from a set over a marking with a letter.
    ///
    /// # Errors
    /// If there are too many.
    pub fn steps(&mut self, set: u32, letter: u32) -> Result<Rc<[Step]>, Refusal> {
        if let Some(known) = self.steps.get(&(set, letter)) {
            return Ok(known.clone());
        }
        let branches = self.branches(&self.sets[set as usize], &self.letters[letter as usize])?;
        let steps = branches.into_iter().map(|(left, postponed)| (self.number(left), postponed));
        let steps: Rc<[Step]> = steps.collect();
        self.steps.insert((set, letter), steps.clone());
        Ok(steps)
    }

    fn number(&mut self, left: Left) -> u32 {
        let next = self.sets.len() as u32;
        let number = *self.numbers.entry(left.clone()).or_insert(next);
        if number == next {
            self.sets.push(left);
        }
        number
    }

    /// Returns the branches of a set over a marking that satisfies the conditions of a letter.
    fn branches(&self, set: &Left, letter: &[bool]) -> Result<Vec<(Left, u64)>, Refusal> {
        let (determined, mut whole) = (self.ltl.determined(letter), BTreeSet::new());
        let mut open = vec![Branch { rest: set.iter().copied().collect(), ..Branch::default() }];
        while let Some(mut branch) = open.pop() {
            if open.len() + whole.len() > MAX_BRANCHES {
                return Err(format!("the formula has more than {MAX_BRANCHES} branches over a marking"));
            }
            let Some(at) = branch.rest.pop() else {
                whole.insert((branch.left, branch.postponed));
                continue;
            };
            match (determined[at], &self.ltl.nodes[at]) {
                (Some(false), _) => continue,
                (Some(true), _) => {}
                _ if !branch.seen.insert(at) => {}
                (None, Node::Now(_)) => unreachable!("a marking determines every condition"),
                (None, Node::All(parts)) => branch.rest.extend(parts),
                (None, Node::Any(parts)) => {
                    open.extend(parts.iter().map(|&part| branch.with(&[part])));
                    continue;
                }
                (None, Node::Next(inner)) => {
                    branch.left.insert(*inner);
                }
                (None, &Node::Until(first, second)) => {
                    open.push(branch.with(&[second]));
                    branch.rest.push(first);
                    branch.left.insert(at);
                    branch.postponed |= self.bits[&at];
                }
                (None, &Node::Release(first, second)) => {
                    open.push(branch.with(&[first, second]));
                    branch.rest.push(second);
                    branch.left.insert(at);
                }
            }
            open.push(branch);
        }
        let asks_no_more = |one: &(Left, u64), other: &(Left, u64)| {
            one != other && one.0.is_subset(&other.0) && one.1 & !other.1 == 0
        };
        let is_needed = |one: &&(Left, u64)| !whole.iter().any(|other| asks_no_more(other, one));
        Ok(whole.iter().filter(is_needed).cloned().collect())
    }
}

impl Branch {
    /// Returns the branch with more formulas to expand.
    fn with(&self, more: &[usize]) -> Self {
        let mut branch = self.clone();
        branch.rest.extend(more);
        branch
    }
}

impl Ltl {
    /// Returns the value of each part, if the letter of the first marking alone determines it.
    fn determined(&self, letter: &[bool]) -> Vec<Option<bool>> {
        let mut values: Vec<Option<bool>> = Vec::new();
        for node in &self.nodes {
            let is = |part: &usize, value| values[*part] == Some(value);
            let one = match node {
                Node::Now(condition) => Some(letter[*condition]),
                Node::All(parts) if parts.iter().any(|part| is(part, false)) => Some(false),
                Node::All(parts) => parts.iter().all(|part| is(part, true)).then_some(true),
                Node::Any(parts) if parts.iter().any(|part| is(part, true)) => Some(true),
                Node::Any(parts) => parts.iter().all(|part| is(part, false)).then_some(false),
                Node::Next(_) => None,
                Node::Until(_, second) if is(second, true) => Some(true),
                Node::Until(first, second) => (is(first, false) && is(second, false)).then_some(false),
                Node::Release(_, second) if is(second, false) => Some(false),
                Node::Release(first, second) => (is(first, true) && is(second, true)).then_some(true),
            };
            values.push(one);
        }
        values
    }
}
