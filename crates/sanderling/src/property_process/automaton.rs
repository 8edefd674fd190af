//! The automaton of a property process, and a net that evaluates its guards.
//!
//! Each guard becomes an assertion of the searched net, compiled with it, and a bit of the letter. A guard
//! that may be undefined has a second bit, which says that it is false; if neither bit is set, the guard is
//! undefined. An edge carries the marks of the accepting sets that contain its source, because a run visits a
//! location infinitely often if it leaves it infinitely often.

use sanderling_analysis::Goal;
use sanderling_model::NetModel;
use sanderling_net::{Assertion, Net, Operator, PropertyProcess, Term, Watch};
use sanderling_report::Reason;
use sanderling_runs::Product;
use sanderling_temporal::{Automaton, Cube, Edge, Guard, MAX_ACCEPTANCE_SETS};

use crate::portfolio::temporal::Undecided;

/// Number of bits of a letter.
const MAX_BITS: usize = u64::BITS as usize;

/// An automaton, with the net that evaluates its guards.
#[derive(Debug)]
pub(super) struct Watched {
    /// The net, with one assertion for each bit of the letter.
    pub(super) net: Net,
    /// The automaton.
    pub(super) automaton: Automaton,
    /// For each state, pairs of bits. A guard is defined if one bit of its pair is set.
    pub(super) defined: Vec<Vec<u64>>,
}

impl Watched {
    /// Translates a property process of a net.
    ///
    /// # Errors
    /// The process has too many guards or accepting sets.
    pub(super) fn of(net: &Net, process: &PropertyProcess) -> Result<Self, Undecided> {
        let mut letters = Letters::default();
        let mut edges = vec![Vec::new(); process.locations.len()];
        let mut defined = vec![Vec::new(); process.locations.len()];
        for Watch { source, target, guard } in &process.transitions {
            let guard_bits = guard.as_ref().map(|guard| letters.bits_of(guard)).unwrap_or_default();
            if letters.bits.len() > MAX_BITS {
                let name = &process.name;
                let many =
                    format!("the property process `{name}` has more than {MAX_BITS} different conditions");
                return Err(unsupported(format!("{many}; conditions that may be undefined count twice")));
            }
            let marks = marks(process, *source)?;
            let cube = Cube { positive: guard_bits.holds, negative: 0 };
            edges[*source as usize].push(Edge {
                guard: Guard::any_of([cube]),
                target: *target as usize,
                marks,
            });
            defined[*source as usize].extend(guard_bits.fails.map(|fails| guard_bits.holds | fails));
        }
        let automaton = Automaton::new(process.initial as usize, process.accepting.len(), edges);
        let net = Net { assertions: letters.bits, ..net.clone() };
        Ok(Self { net, automaton, defined })
    }

    /// Returns the product of the net and the automaton.
    pub(super) fn product<M: NetModel>(&self) -> Product<'_, M> {
        let atoms = (0..self.net.assertions.len()).map(atom).collect();
        Product { defined: self.defined.clone(), ..Product::new(&self.automaton, atoms) }
    }
}

/// Returns the goal that a bit of the letter is set.
fn atom<'a, M: NetModel>(bit: usize) -> Goal<'a, M> {
    Box::new(move |model, state, scratch, _| model.asserts(state, scratch, bit))
}

/// Returns the accepting sets that contain a location, as a bit set.
fn marks(process: &PropertyProcess, location: u32) -> Result<u32, Undecided> {
    let sets = process.accepting.len();
    if sets > MAX_ACCEPTANCE_SETS {
        let many = format!("the property process `{}` has {sets} sets of accepting locations", process.name);
        return Err(unsupported(format!("{many}, and at most {MAX_ACCEPTANCE_SETS} are supported")));
    }
    let is_in = |set: &Vec<u32>| set.contains(&location);
    let all = process.accepting.iter().enumerate();
    Ok(all.filter(|(_, set)| is_in(set)).fold(0, |marks, (number, _)| marks | 1 << number))
}

fn unsupported(text: String) -> Undecided {
    Undecided { reason: Reason::Unsupported, text: Some(text) }
}

/// The assertions for the bits of a letter.
#[derive(Debug, Default)]
struct Letters {
    bits: Vec<Assertion>,
}

/// The bits of a guard: that it holds and, if it may be undefined, that it fails.
#[derive(Debug, Clone, Copy, Default)]
struct Bits {
    holds: u64,
    fails: Option<u64>,
}

impl Letters {
    fn bits_of(&mut self, guard: &Assertion) -> Bits {
        let holds = self.bit(guard, guard.condition.clone());
        let fails = (!is_defined(&guard.condition))
            .then(|| self.bit(guard, Term::Apply(Operator::Not, vec![guard.condition.clone()])));
        Bits { holds, fails }
    }

    /// Returns the bit of a condition over the same places as a guard; 0 if there are too many.
    fn bit(&mut self, guard: &Assertion, condition: Term) -> u64 {
        let is_it = |one: &Assertion| one.reads == guard.reads && one.condition == condition;
        let position = self.bits.iter().position(is_it).unwrap_or_else(|| {
            let id = format!("bit {}", self.bits.len());
            self.bits.push(Assertion { id, condition, ..guard.clone() });
            self.bits.len() - 1
        });
        1_u64.checked_shl(position as u32).unwrap_or(0)
    }
}

/// Returns whether a condition is known to be defined in all states: it consists of comparisons of variables
/// and constants.
fn is_defined(condition: &Term) -> bool {
    match condition {
        Term::Variable(_) | Term::Literal { .. } => true,
        Term::Apply(operator, operands) => is_total(operator) && operands.iter().all(is_defined),
        _ => false,
    }
}

fn is_total(operator: &Operator) -> bool {
    use Operator as Op;
    matches!(
        operator,
        Op::And
            | Op::Or
            | Op::Not
            | Op::Imply
            | Op::IfThenElse
            | Op::Equal
            | Op::NotEqual
            | Op::Less
            | Op::LessOrEqual
            | Op::Greater
            | Op::GreaterOrEqual
    )
}
