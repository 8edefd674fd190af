//! Whether a formula sees how often a letter is repeated.
//!
//! Two words are stutter-equivalent if they are the same but for repetitions of letters. A formula without X is true of both or of
//! neither; one with X may be, too. From the automaton of a formula, another one is made that also accepts the words with letters
//! repeated more often. If this one of `f` and this one of `not f` accept a common word, that is what a word of `f` and one of `not f` become when
//! their letters are repeated; and if there are stutter-equivalent words of `f` and of `not f`, repeating the letters of both gives a common word.
//!
//! Source: Michaud and Duret-Lutz, *Practical Stutter-Invariance Checks for ω-Regular Languages*, SPIN 2015, where the automaton is
//! called `sl(A)`. Ours differs in an acceptance set that is added where the automaton has none, so that a letter is not repeated for ever.

use std::collections::BTreeMap;

use crate::emptiness::Run;
use crate::guard::Cube;
use crate::product::Product;
use crate::{Automaton, Edge, Guard, Lasso, Ltl, TooLarge, translate, translate_negation};

/// Letters are taken one by one: up to this number of atoms.
const MAX_ATOMS: u32 = 8;
/// The most states of the automata here.
const MAX_STATES: usize = 20_000;
/// The most edges of such an automaton, if each allowed all letters.
const MAX_EDGES: usize = 1 << 19;
/// The most pairs of edges of two automata.
const MAX_PAIRS: usize = 1 << 22;

impl Ltl {
    /// Whether it is known that the formula has the same value on any two words that differ only in how often letters are repeated. False, too,
    /// where the formula has X and is too large for its automata to be compared.
    #[must_use]
    pub fn is_stutter_invariant(&self) -> bool {
        self.is_next_free() || matches!(self.stutter_witness(), Ok(None))
    }

    /// A word that satisfies the formula and one that does not, which differ only in how often letters are repeated; nothing if there are no such words.
    ///
    /// # Errors
    /// That the formula or the automata that are compared are too large.
    pub fn stutter_witness(&self) -> Result<Option<[Lasso; 2]>, TooLarge> {
        if self.simplified().is_ok_and(|simple| simple.is_next_free()) {
            return Ok(None);
        }
        let automata = [translate(self)?, translate_negation(self)?];
        let atoms = automata[0].atoms() | automata[1].atoms();
        let [holds, fails] = [Stuttering::of(&automata[0], atoms)?, Stuttering::of(&automata[1], atoms)?];
        let product = Product::of(&holds.automaton, &fails.automaton, MAX_STATES, MAX_PAIRS)?;
        Ok(product.automaton.accepting_run().map(|run| {
            let states =
                |side: fn(&(usize, usize)) -> usize| product.pairs.iter().map(side).collect::<Vec<_>>();
            [
                holds.without_repetitions(&run, &states(|pair| pair.0)),
                fails.without_repetitions(&run, &states(|pair| pair.1)),
            ]
        }))
    }
}

/// An automaton that also accepts words with letters repeated.
struct Stuttering {
    automaton: Automaton,
    /// States from this number on are those in which a letter is repeated before a state of the original is entered.
    originals: usize,
}

impl Stuttering {
    fn of(automaton: &Automaton, atoms: u64) -> Result<Self, TooLarge> {
        if atoms.count_ones() > MAX_ATOMS {
            return Err(TooLarge::Atoms(MAX_ATOMS as usize));
        }
        let originals = automaton.states();
        let added = u32::from(automaton.acceptance_sets() == 0);
        let mut repeating: BTreeMap<(usize, u64), usize> = BTreeMap::new();
        let all_edges = (0..originals).map(|state| automaton.edges(state).len()).sum::<usize>();
        if all_edges << atoms.count_ones() > MAX_EDGES {
            return Err(TooLarge::Edges(MAX_EDGES));
        }
        let mut edges: Vec<Vec<Edge>> = Vec::new();
        for state in 0..originals {
            let mut leaving = Vec::new();
            for edge in automaton.edges(state) {
                for letter in letters(atoms).filter(|&letter| edge.guard.allows(letter)) {
                    let number = originals + repeating.len();
                    let repeats = *repeating.entry((edge.target, letter)).or_insert(number);
                    let to =
                        |target| Edge { guard: exactly(letter, atoms), target, marks: edge.marks | added };
                    leaving.extend([to(edge.target), to(repeats)]);
                }
            }
            edges.push(leaving);
            if originals + repeating.len() > MAX_STATES {
                return Err(TooLarge::States(MAX_STATES));
            }
        }
        edges.resize(originals + repeating.len(), Vec::new());
        for (&(target, letter), &repeats) in &repeating {
            let to = |target| Edge { guard: exactly(letter, atoms), target, marks: 0 };
            edges[repeats] = vec![to(repeats), to(target)];
        }
        let acceptance_sets = automaton.acceptance_sets() + added as usize;
        Ok(Self { automaton: Automaton::new(automaton.initial(), acceptance_sets, edges), originals })
    }

    /// The word of the original automaton whose letters the run repeats; `states` are the states here of those of the run.
    fn without_repetitions(&self, run: &Run, states: &[usize]) -> Lasso {
        let read = |steps: &[(usize, u64)]| {
            steps
                .iter()
                .filter(|(state, _)| states[*state] < self.originals)
                .map(|&(_, letter)| letter)
                .collect()
        };
        Lasso { prefix: read(&run.prefix), cycle: read(&run.cycle) }
    }
}

/// Every letter over the atoms.
fn letters(atoms: u64) -> impl Iterator<Item = u64> {
    let next = move |letter: &u64| Some(letter.wrapping_sub(atoms) & atoms).filter(|&next| next != 0);
    std::iter::successors(Some(0), next)
}

fn exactly(letter: u64, atoms: u64) -> Guard {
    Guard::any_of([Cube { positive: letter, negative: atoms & !letter }])
}
