//! The runs that show the answer to a temporal property.

use std::collections::HashMap;

use sanderling_property::{Formula, PathOperator, PathQuantifier, Quantifier, Temporal as Written};
use sanderling_runs::{AcceptedRun, Branch, Branching, Claim, Evidence, RunTree};

use crate::replay::Meaning;
use crate::replay::finding::Path;
use crate::request::Kind;

/// A claim about a part of a formula.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FormulaClaim {
    /// The part: an operator with its operands.
    pub(crate) formula: Written,
    /// Whether it holds.
    pub(crate) holds: bool,
}

/// Runs that show whether a property holds. A single run may be enough.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Witness {
    pub(crate) tree: RunTree<FormulaClaim>,
    /// The meaning of the events.
    pub(crate) meaning: Meaning,
    /// Whether the path to a marking is known to be shortest; `None` for other runs.
    pub(crate) is_shortest: Option<bool>,
    /// The formula of branching time and the value that the runs show in the initial marking, if the claim is
    /// known.
    pub(crate) shows: Option<FormulaClaim>,
}

impl Witness {
    /// Creates the witness of a run to a marking that a search has found, with the meaning of its events.
    pub(super) fn to_marking(path: &Path, (kind, meaning): (Kind, &Meaning)) -> Self {
        let mut own = Meaning::none(kind);
        let prefix = own.adopt(meaning, &path.events);
        let tree = AcceptedRun { prefix, cycle: None }.into();
        Self { tree, meaning: own, is_shortest: Some(path.is_shortest), shows: None }
    }

    /// Combines witnesses for several claims about the initial marking: the others branch off the first one
    /// there. A claim without a witness is about all runs. Returns `None` if no claim has a witness.
    pub(super) fn of_several(several: Vec<(FormulaClaim, Option<&Self>)>) -> Option<Self> {
        let main = several.iter().position(|(_, witness)| witness.is_some())?;
        let mut together = several[main].1?.clone();
        if several.len() == 1 {
            return Some(together);
        }
        together.is_shortest = None;
        let all = several.iter().map(|(FormulaClaim { formula, holds }, _)| match holds {
            true => formula.clone(),
            false => Written::Not(Box::new(formula.clone())),
        });
        together.shows = Some(FormulaClaim { formula: Written::And(all.collect()), holds: true });
        let mut branches = Vec::new();
        for (position, (claim, witness)) in several.into_iter().enumerate() {
            let evidence = match witness {
                _ if position == main => Evidence::Run,
                None => Evidence::AllRuns,
                Some(other) => Evidence::Branch(Box::new(together.adopted(other))),
            };
            branches.push(Branch { claim, first: 0, last: 0, evidence });
        }
        together.tree.branches = branches;
        Some(together)
    }

    /// Returns the tree of another witness, with its events renumbered for this one.
    fn adopted(&mut self, other: &Self) -> RunTree<FormulaClaim> {
        let meaning = &mut self.meaning;
        let mut adopt = |event| meaning.adopt(&other.meaning, &[event])[0];
        other.tree.clone().with_events(&mut adopt)
    }
}

/// Translates the claims about operators over conditions into claims about the formula from which
/// `over_conditions` produced them.
pub(super) fn in_words(
    tree: RunTree<Claim>,
    (formula, over_conditions): (&Written, &dyn Fn(&Written) -> Branching),
) -> RunTree<FormulaClaim> {
    let mut written = HashMap::new();
    for_each_operator(formula, &mut |part| {
        // An operator over all runs is the negation of one over some run.
        let (operator, is_negated) = match over_conditions(part) {
            Branching::Not(inner) => (*inner, true),
            other => (other, false),
        };
        written.entry(operator).or_insert((part, is_negated));
    });
    let whole = over_conditions(formula);
    let operators: Vec<_> = whole.operators().into_iter().map(|operator| written[operator]).collect();
    tree.map(&|claim: Claim| {
        let (part, is_negated) = operators[claim.operator as usize];
        FormulaClaim { formula: part.clone(), holds: claim.holds != is_negated }
    })
}

fn for_each_operator<'f>(formula: &'f Written, act: &mut impl FnMut(&'f Written)) {
    match formula {
        Written::State(_) => {}
        Written::Not(inner) => for_each_operator(inner, act),
        Written::And(parts) | Written::Or(parts) => {
            parts.iter().for_each(|part| for_each_operator(part, act));
        }
        Written::Path { operands, .. } => {
            act(formula);
            operands.iter().for_each(|part| for_each_operator(part, act));
        }
    }
}

impl FormulaClaim {
    /// Creates the claim that a property of markings holds or fails.
    pub(super) fn of_markings(quantifier: Quantifier, condition: &Formula, holds: bool) -> Self {
        let (quantifier, operator) = match quantifier {
            Quantifier::Always => (PathQuantifier::All, PathOperator::Globally),
            Quantifier::Reach => (PathQuantifier::Some, PathOperator::Finally),
        };
        let formula = Written::path(Some(quantifier), operator, vec![Written::State(condition.clone())]);
        Self { formula, holds }
    }
}
