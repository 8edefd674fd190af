//! Random formulas, words and automata.

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
pub(super) use sanderling_testkit::random::{for_seeds_as_usual as for_seeds, is_met};

use crate::{Automaton, Cube, Edge, Guard, Lasso, Ltl};

/// Returns the number of seeds: all of them in an optimised build, a twentieth otherwise.
pub(super) const fn seeds(optimised: u64) -> u64 {
    if cfg!(debug_assertions) { optimised / 20 } else { optimised }
}

pub(super) fn random_from(seed: u64) -> StdRng {
    StdRng::seed_from_u64(seed)
}

/// Returns a formula with up to this number of temporal operators, and up to six others, over this number of atoms.
pub(super) fn formula(random: &mut StdRng, temporal: usize, atoms: usize) -> Ltl {
    let size =
        Size { temporal: random.random_range(0..=temporal), propositional: random.random_range(0..=6) };
    size.formula(random, atoms)
}

/// Numbers of operators of a formula.
#[derive(Clone, Copy)]
struct Size {
    temporal: usize,
    propositional: usize,
}

impl Size {
    fn formula(self, random: &mut StdRng, atoms: usize) -> Ltl {
        match self.temporal + self.propositional {
            0 => leaf(random, atoms),
            operators if random.random_range(0..operators) < self.temporal => {
                Self { temporal: self.temporal - 1, ..self }.temporal(random, atoms)
            }
            _ => Self { propositional: self.propositional - 1, ..self }.propositional(random, atoms),
        }
    }

    /// Returns a formula with a temporal operator, whose operands have this size.
    fn temporal(self, random: &mut StdRng, atoms: usize) -> Ltl {
        if random.random_bool(0.5) {
            let operand = Box::new(self.formula(random, atoms));
            return match random.random_range(0..3) {
                0 => Ltl::Next(operand),
                1 => Ltl::Finally(operand),
                _ => Ltl::Globally(operand),
            };
        }
        let operands = Box::new(self.two(random, atoms));
        match random.random_range(0..4) {
            0 => Ltl::Until(operands),
            1 => Ltl::WeakUntil(operands),
            2 => Ltl::Release(operands),
            _ => Ltl::StrongRelease(operands),
        }
    }

    fn propositional(self, random: &mut StdRng, atoms: usize) -> Ltl {
        match random.random_range(0..8) {
            0 => Ltl::Not(Box::new(self.formula(random, atoms))),
            1 => Ltl::Implies(Box::new(self.two(random, atoms))),
            2 => Ltl::Iff(Box::new(self.two(random, atoms))),
            3 => {
                let [a, b] = self.two(random, atoms);
                Ltl::And(vec![a, leaf(random, atoms), b])
            }
            4 | 5 => Ltl::And(self.two(random, atoms).into()),
            _ => Ltl::Or(self.two(random, atoms).into()),
        }
    }

    /// Returns two formulas that share this size.
    fn two(self, random: &mut StdRng, atoms: usize) -> [Ltl; 2] {
        let left = Self {
            temporal: random.random_range(0..=self.temporal),
            propositional: random.random_range(0..=self.propositional),
        };
        let right = Self {
            temporal: self.temporal - left.temporal,
            propositional: self.propositional - left.propositional,
        };
        [left.formula(random, atoms), right.formula(random, atoms)]
    }
}

fn leaf(random: &mut StdRng, atoms: usize) -> Ltl {
    match random.random_range(0..20) {
        0 => Ltl::Constant(random.random_bool(0.5)),
        n if n < 8 => Ltl::Not(Box::new(Ltl::Atom(random.random_range(0..atoms)))),
        _ => Ltl::Atom(random.random_range(0..atoms)),
    }
}

/// Returns a word whose letters are over this number of atoms.
pub(super) fn word(random: &mut StdRng, atoms: usize) -> Lasso {
    let mut letters =
        |count: usize| (0..count).map(|_| random.random_range(0..1_u64 << atoms)).collect::<Vec<_>>();
    let cycle = letters(4);
    let prefix = letters(4);
    Lasso {
        prefix: prefix[..random.random_range(0..=4)].to_vec(),
        cycle: cycle[..random.random_range(1..=4)].to_vec(),
    }
}

/// Returns an automaton of up to five states over two atoms, with up to two acceptance sets.
pub(super) fn automaton(random: &mut StdRng) -> Automaton {
    let states = random.random_range(1..=5);
    let acceptance_sets = random.random_range(0..=2);
    let mut edge = || {
        let [mentioned, holds] = [0; 2].map(|_: u64| random.random_range(0..4_u64));
        Edge {
            guard: Guard::any_of([Cube { positive: mentioned & holds, negative: mentioned & !holds }]),
            target: random.random_range(0..states),
            marks: random.random_range(0..1 << acceptance_sets),
        }
    };
    let edges = (0..states).map(|_| [edge(), edge(), edge()]).collect::<Vec<_>>();
    let count = |_: &[Edge; 3]| random.random_range(0..=3);
    let counts: Vec<usize> = edges.iter().map(count).collect();
    Automaton::new(
        0,
        acceptance_sets,
        edges.iter().zip(counts).map(|(edges, count)| edges[..count].to_vec()).collect(),
    )
}
