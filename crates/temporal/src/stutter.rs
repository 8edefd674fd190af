//! Stutter invariance: whether repeating letters of a word changes the value of a formula.
//!
//! Two words are stutter-equivalent if they only differ in repetitions of letters. A formula without X has the same
//! value on both; one with X may, too. The automaton of a formula is extended such that it also accepts the words with
//! letters repeated more often. If the extended automata of `f` and of `not f` accept a common word, it results from a
//! word of `f` and from a word of `not f` by repeating letters. Conversely, if there are stutter-equivalent words of
//! `f` and of `not f`, repeating the letters of both gives a common word.
//!
//! Source: Michaud and Duret-Lutz, *Practical Stutter-Invariance Checks for ω-Regular Languages*, SPIN 2015, where the
//! automaton is called `sl(A)`. We add an acceptance set if the automaton has none, so that a letter is not repeated
//! forever.

use std::collections::BTreeMap;

use crate::emptiness::Run;
use crate::guard::Cube;
use crate::product::Product;
use crate::{Automaton, Edge, Guard, Lasso, Ltl, TooLarge, translate, translate_negation};

/// Maximum number of atoms, because letters are enumerated.
const MAX_ATOMS: u32 = 8;
/// Maximum number of states of the automata here.
const MAX_STATES: usize = 20_000;
/// Maximum number of edges of such an automaton, if each allowed all letters.
const MAX_EDGES: usize = 1 << 19;
/// Maximum number of pairs of edges of two automata.
const MAX_PAIRS: usize = 1 << 22;

impl Ltl {
    /// Returns whether the formula is known to have the same value on any two words that differ only in repetitions of
    /// letters. Also returns `false` if the formula has X and is too large for its automata to be compared.
    #[must_use]
    pub fn is_stutter_invariant(&self) -> bool {
        self.is_next_free() || matches!(self.stutter_witness(), Ok(None))
    }

    /// Returns a word that satisfies the formula and one that does not, which differ only in repetitions of letters;
    /// `None` if there are no such words.
    ///
    /// # Errors
    /// If the formula or the automata to compare are too large.
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
    /// Number of original states. In the states from this number on, a letter is repeated before an original state is
    /// entered.
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

    /// Returns the word of the original automaton whose letters the run repeats; `states` are the states of this
    /// automaton in the run.
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

/// Returns every letter over the atoms.
fn letters(atoms: u64) -> impl Iterator<Item = u64> {
    let next = move |letter: &u64| Some(letter.wrapping_sub(atoms) & atoms).filter(|&next| next != 0);
    std::iter::successors(Some(0), next)
}

fn exactly(letter: u64, atoms: u64) -> Guard {
    Guard::any_of([Cube { positive: letter, negative: atoms & !letter }])
}
