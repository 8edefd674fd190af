//! The runs that show what is known of a temporal property.

use std::collections::HashMap;

use sanderling_analysis::{AcceptedRun, Branch, Branching, Claim, Evidence, RunTree};
use sanderling_property::{Formula, PathOperator, PathQuantifier, Quantifier, Temporal as Written};

use super::super::finding::Path;
use crate::explain::meaning::Meaning;
use crate::prepare::Kind;

/// What a part of a formula is said to be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Said {
    /// The part: an operator with its operands.
    pub(crate) formula: Written,
    /// Whether it holds.
    pub(crate) holds: bool,
}

/// Runs that show whether a property holds; a single one, where that is enough.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Witness {
    pub(crate) tree: RunTree<Said>,
    /// What the events are.
    pub(crate) meaning: Meaning,
    /// Where it is the way to a marking: whether no other is known to be shorter.
    pub(crate) is_shortest: Option<bool>,
    /// The formula of branching time that the runs show to hold of the initial marking, or to fail, if it has been told apart.
    pub(crate) shows: Option<Said>,
}

impl Witness {
    /// A run to a marking that a search over a net of some kind has found, whose events mean this.
    pub(super) fn to_marking(path: &Path, (kind, meaning): (Kind, &Meaning)) -> Self {
        let mut own = Meaning::none(kind);
        let prefix = own.adopt(meaning, &path.events);
        let tree = AcceptedRun { prefix, cycle: None }.into();
        Self { tree, meaning: own, is_shortest: Some(path.is_shortest), shows: None }
    }

    /// Runs that show several things said of the initial marking: the first one, from which the others branch off there. Where there is no run for
    /// one, it is about all runs. `None` where there is none for any.
    pub(super) fn of_several(several: Vec<(Said, Option<&Self>)>) -> Option<Self> {
        let main = several.iter().position(|(_, witness)| witness.is_some())?;
        let mut together = several[main].1?.clone();
        if several.len() == 1 {
            return Some(together);
        }
        together.is_shortest = None;
        let all = several.iter().map(|(Said { formula, holds }, _)| match holds {
            true => formula.clone(),
            false => Written::Not(Box::new(formula.clone())),
        });
        together.shows = Some(Said { formula: Written::And(all.collect()), holds: true });
        let mut branches = Vec::new();
        for (position, (said, witness)) in several.into_iter().enumerate() {
            let evidence = match witness {
                _ if position == main => Evidence::Run,
                None => Evidence::AllRuns,
                Some(other) => Evidence::Branch(Box::new(together.adopted(other))),
            };
            branches.push(Branch { claim: said, first: 0, last: 0, evidence });
        }
        together.tree.branches = branches;
        Some(together)
    }

    /// The tree of another one, with events that mean the same here.
    fn adopted(&mut self, other: &Self) -> RunTree<Said> {
        let meaning = &mut self.meaning;
        let mut adopt = |event| meaning.adopt(&other.meaning, &[event])[0];
        other.tree.clone().with_events(&mut adopt)
    }
}

/// What was said of the operators of a formula over conditions, in terms of a formula that it was made from by `over_conditions`.
pub(super) fn in_words(
    tree: RunTree<Claim>,
    (formula, over_conditions): (&Written, &dyn Fn(&Written) -> Branching),
) -> RunTree<Said> {
    let mut written = HashMap::new();
    for_each_operator(formula, &mut |part| {
        // It holds on all runs where something does on none.
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
        Said { formula: part.clone(), holds: claim.holds != is_negated }
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

impl Said {
    /// Whether a question about single markings holds.
    pub(super) fn of_markings(quantifier: Quantifier, condition: &Formula, holds: bool) -> Self {
        let (quantifier, operator) = match quantifier {
            Quantifier::Always => (PathQuantifier::All, PathOperator::Globally),
            Quantifier::Reach => (PathQuantifier::Some, PathOperator::Finally),
        };
        let formula = Written::path(Some(quantifier), operator, vec![Written::State(condition.clone())]);
        Self { formula, holds }
    }
}
