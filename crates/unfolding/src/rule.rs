//! A compiled transition with its arcs.
//!
//! The inscription of an input or read arc is divided into *patterns* (tuples of variables, their neighbours and
//! constants), which determine the values of variables from the tokens; *fixed* colours, which the transition as a
//! whole waits for; and the rest, which is evaluated when all variables have a value. A guard is divided into
//! conjuncts, but only if none of them can be undefined: otherwise an undefined one on the left would decide, and a
//! false one on the right would hide it.

use std::collections::{BTreeSet, HashMap};

use sanderling_net::{Arc, ArcKind, Inscription, Net, PlaceId, SortId, Term, TransitionId, VariableId};

use crate::colour::Colour;
use crate::evaluator::Evaluator;
use crate::expression::{Bag, Compiler, Condition, Expression, Slot, variables};

/// Arc with its inscription.
#[derive(Debug)]
pub(crate) struct Inscribed {
    /// Position among the net's arcs.
    pub(crate) arc: usize,
    pub(crate) place: PlaceId,
    pub(crate) bag: Bag,
    /// Whether patterns and fixed colours describe the arc completely.
    pub(crate) is_covered: bool,
}

/// Inhibitor arc that counts the tokens of all colours.
#[derive(Debug)]
pub(crate) struct Counted {
    pub(crate) arc: usize,
    pub(crate) place: PlaceId,
    pub(crate) weight: u64,
}

/// Part of a pattern: at the end of the path, there is a constant or a variable's value, stepped.
#[derive(Debug, Clone)]
pub(crate) struct Leaf {
    pub(crate) path: Vec<u32>,
    pub(crate) content: Content,
}

#[derive(Debug, Clone, Copy)]
pub(crate) enum Content {
    Known(Colour),
    /// Value in a slot; `by` positions further in an enumeration of `count` constants.
    Slot {
        slot: Slot,
        by: u32,
        count: u32,
    },
}

/// Colour that a place must hold, with variables in it.
#[derive(Debug)]
pub(crate) struct Pattern {
    pub(crate) place: PlaceId,
    pub(crate) leaves: Vec<Leaf>,
}

/// Assignment of the code segment.
#[derive(Debug)]
pub(crate) struct Assigned {
    pub(crate) slot: Slot,
    pub(crate) value: Expression,
}

/// Compiled transition.
#[derive(Debug)]
pub(crate) struct Rule {
    pub(crate) transition: TransitionId,
    /// Variables of a binding, which have the first slots.
    pub(crate) scope: Vec<VariableId>,
    /// Sort of the variable of each slot.
    pub(crate) sorts: Vec<SortId>,
    /// Conditions that are necessary for the guard and never undefined.
    pub(crate) conjuncts: Vec<Condition>,
    /// Guard, if it may be undefined.
    pub(crate) fallible: Option<Condition>,
    pub(crate) patterns: Vec<Pattern>,
    pub(crate) fixed: Vec<(PlaceId, Colour)>,
    /// Approximate number of arcs that the patterns and fixed colours become.
    pub(crate) min_inputs: usize,
    pub(crate) inputs: Vec<Inscribed>,
    pub(crate) reads: Vec<Inscribed>,
    pub(crate) inhibitors: Vec<Inscribed>,
    pub(crate) counted: Vec<Counted>,
    pub(crate) code: Vec<Assigned>,
    pub(crate) outputs: Vec<Inscribed>,
    pub(crate) resets: Vec<PlaceId>,
}

/// Returns the arcs of each transition, by their positions.
pub(crate) fn arcs_by_transition(net: &Net) -> Vec<Vec<usize>> {
    let mut arcs = vec![Vec::new(); net.transitions.len()];
    for (index, arc) in net.arcs.iter().enumerate() {
        arcs[arc.transition.index()].push(index);
    }
    arcs
}

impl Rule {
    pub(crate) fn compile<'a>(
        net: &'a Net,
        id: TransitionId,
        arcs: &[usize],
        evaluator: &mut Evaluator<'a>,
    ) -> Self {
        let transition = net.transition(id);
        let scope = scope(net, id, arcs);
        let mut all = scope.clone();
        for assignment in &transition.code {
            if !all.contains(&assignment.variable) {
                all.push(assignment.variable);
            }
        }
        let slots: HashMap<VariableId, Slot> = all.iter().enumerate().map(|(slot, &v)| (v, slot)).collect();
        let sorts = all.iter().map(|v| net.declarations.variables[v.index()].sort).collect();
        let dot = evaluator.colours.dot();
        let mut compiler = Compiler { net, evaluator, slots: &slots };
        let mut rule = Self::with_guard(id, scope, sorts, transition.guard.as_ref(), &mut compiler);
        for assignment in &transition.code {
            let slot = slots[&assignment.variable];
            rule.code.push(Assigned { slot, value: compiler.value(&assignment.value) });
        }
        for &index in arcs {
            rule.add_arc(index, &net.arcs[index], dot, &mut compiler);
        }
        rule.fixed.sort_unstable_by_key(|&(place, colour)| (place, colour.index()));
        rule.fixed.dedup();
        rule.min_inputs = rule.patterns.len() + rule.fixed.len();
        rule
    }

    fn with_guard(
        transition: TransitionId,
        scope: Vec<VariableId>,
        sorts: Vec<SortId>,
        guard: Option<&Term>,
        compiler: &mut Compiler<'_, '_>,
    ) -> Self {
        let (conjuncts, fallible) = match guard.map(|guard| compiler.condition(guard)) {
            None => (Vec::new(), None),
            Some(guard) if guard.is_total() => (guard.conjuncts(), None),
            Some(guard) => (Vec::new(), Some(guard)),
        };
        Self {
            transition,
            scope,
            sorts,
            conjuncts,
            fallible,
            patterns: Vec::new(),
            fixed: Vec::new(),
            min_inputs: 0,
            inputs: Vec::new(),
            reads: Vec::new(),
            inhibitors: Vec::new(),
            counted: Vec::new(),
            code: Vec::new(),
            outputs: Vec::new(),
            resets: Vec::new(),
        }
    }

    fn add_arc(&mut self, index: usize, arc: &Arc, dot: Colour, compiler: &mut Compiler<'_, '_>) {
        let place = arc.place;
        let bag = match (&arc.inscription, arc.kind) {
            (_, ArcKind::Reset) => return self.resets.push(place),
            (Inscription::Tokens(weight), ArcKind::Inhibitor) => {
                return self.counted.push(Counted { arc: index, place, weight: *weight });
            }
            (Inscription::Tokens(weight), _) => Bag::Copies(*weight, Expression::Known(dot)),
            (Inscription::Term(term), _) => compiler.bag(term),
        };
        let takes = matches!(arc.kind, ArcKind::Input | ArcKind::Read);
        let is_covered = takes && self.take_apart(place, &bag);
        let inscribed = Inscribed { arc: index, place, bag, is_covered };
        match arc.kind {
            ArcKind::Input => self.inputs.push(inscribed),
            ArcKind::Read => self.reads.push(inscribed),
            ArcKind::Inhibitor => self.inhibitors.push(inscribed),
            _ => self.outputs.push(inscribed),
        }
    }

    /// Notes the patterns and fixed colours of a multiset, and returns whether they cover it.
    fn take_apart(&mut self, place: PlaceId, bag: &Bag) -> bool {
        match bag {
            Bag::Copies(_, value) => match leaves(value) {
                Some(leaves) => {
                    self.add_pattern(place, value, leaves);
                    true
                }
                None => false,
            },
            Bag::Times(1.., bag) => self.take_apart(place, bag),
            Bag::Sum(parts) => {
                let rest = parts.iter().filter(|part| !self.take_apart(place, part)).count();
                rest == 0
            }
            _ => false,
        }
    }

    fn add_pattern(&mut self, place: PlaceId, value: &Expression, leaves: Vec<Leaf>) {
        match value {
            Expression::Known(colour) => self.fixed.push((place, *colour)),
            _ => self.patterns.push(Pattern { place, leaves }),
        }
    }
}

/// Returns the leaves of an expression that is a pattern.
fn leaves(value: &Expression) -> Option<Vec<Leaf>> {
    let (mut open, mut leaves) = (vec![(value, Vec::new())], Vec::new());
    while let Some((value, path)) = open.pop() {
        let content = match value {
            Expression::Known(colour) => Content::Known(*colour),
            Expression::Slot(slot) => Content::Slot { slot: *slot, by: 0, count: 0 },
            Expression::Step { argument, by, count } => match **argument {
                Expression::Slot(slot) => Content::Slot { slot, by: *by, count: *count },
                _ => return None,
            },
            Expression::Tuple(parts) => {
                let below = parts.iter().enumerate().rev();
                open.extend(below.map(|(i, part)| (part, [path.as_slice(), &[i as u32]].concat())));
                continue;
            }
            _ => return None,
        };
        leaves.push(Leaf { path, content });
    }
    Some(leaves)
}

/// Returns the variables of a binding, in order: all except those that the code segment binds before their first use.
/// The same as in the reference semantics.
fn scope(net: &Net, id: TransitionId, arcs: &[usize]) -> Vec<VariableId> {
    let transition = net.transition(id);
    let (mut needed, mut assigned) = (BTreeSet::new(), BTreeSet::new());
    let terms = |is_output: bool| {
        let arcs = arcs.iter().map(|&arc| &net.arcs[arc]).filter(|arc| arc.kind != ArcKind::Reset);
        arcs.filter(move |arc| (arc.kind == ArcKind::Output) == is_output)
            .filter_map(|arc| arc.inscription.term())
    };
    for term in transition.guard.iter().chain(terms(false)) {
        needed.extend(variables(term));
    }
    for assignment in &transition.code {
        needed.extend(variables(&assignment.value).filter(|variable| !assigned.contains(variable)));
        assigned.insert(assignment.variable);
    }
    for term in terms(true) {
        needed.extend(variables(term).filter(|variable| !assigned.contains(variable)));
    }
    needed.into_iter().collect()
}
