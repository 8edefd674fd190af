//! Transitions with their guards and arcs.

use std::collections::HashSet;

use sanderling_net::{
    Arc, ArcKind, Diagnostic, Inscription, Operator, Point, SortId, Term, Transition, TransitionId,
};

use super::variable::{matched, names, variables};
use super::{Building, Parameters};
use crate::cpn_tools::colour::ColourId;
use crate::cpn_tools::meaning::{Meaning, Scope, Shape};
use crate::cpn_tools::ml::{self, Binary, Expression};
use crate::cpn_tools::page::{ArcNode, Direction, TransitionNode};
use crate::cpn_tools::problem::{Outcome, Problem};

impl Building<'_, '_> {
    pub(super) fn transitions_of(&mut self, instance: usize, parameters: &Parameters) {
        let page = self.page(instance);
        let mut arcs: Vec<Vec<&ArcNode>> = vec![Vec::new(); page.transitions.len()];
        page.arcs.iter().for_each(|arc| arcs[arc.transition].push(arc));
        for (node, arcs) in page.transitions.iter().zip(arcs) {
            if node.substitution.is_none() {
                self.transition(instance, node, &arcs, parameters);
            }
        }
    }

    fn transition(
        &mut self,
        instance: usize,
        node: &TransitionNode,
        arcs: &[&ArcNode],
        parameters: &Parameters,
    ) {
        let id = self.id(instance, &node.name, &node.id);
        let mut added = Transition::plain(id);
        (added.position, added.span) = (self.moved(node.position, instance), Some(node.span));
        added.name = Some(node.name.clone()).filter(|name| !name.is_empty() && *name != added.id);
        let transition = self.net.add_transition(added);
        self.evaluator.bound.clear();
        for arc in arcs {
            let number = self.flat.place(instance, arc.place);
            let (Some(value), Ok(Expression::Name(name))) =
                (parameters.get(&number), ml::expression(&arc.inscription))
            else {
                continue;
            };
            let sort = self.net.places[self.places[&number].index()].sort;
            if self.variable(&name).is_some_and(|colour| self.evaluator.colours().get(colour).sort == sort) {
                self.evaluator.bound.insert(name, value.clone());
            }
        }
        let guard = match ml::guard(if node.guard.is_empty() { "[]" } else { &node.guard }) {
            Ok(guard) => guard,
            Err(problem) => {
                self.report.say(problem.within("the guard", &node.guard, node.span));
                return;
            }
        };
        let lists = self.take_apart(instance, arcs);
        if lists.is_refused {
            return;
        }
        self.define(&guard, arcs);
        for (position, arc) in arcs.iter().enumerate() {
            if let Err(problem) = self.arc(instance, transition, arc, lists.whole.get(&position)) {
                self.report.say(problem.within("the inscription", &arc.inscription, arc.span));
            }
        }
        match self.guard(&guard, lists.conditions) {
            Ok(guard) => self.net.transitions[transition.index()].guard = guard,
            Err(problem) => self.report.say(problem.within("the guard", &node.guard, node.span)),
        }
        self.check_bound(transition, node);
    }

    /// Defines variables that have infinitely many values and occur on no input arc, but whose value the guard states.
    fn define(&mut self, guard: &[Expression], arcs: &[&ArcNode]) {
        let mut taken = HashSet::new();
        for arc in arcs.iter().filter(|arc| matches!(arc.direction, Direction::In | Direction::Both)) {
            ml::expression(&arc.inscription).iter().for_each(|read| names(read, &mut taken));
        }
        for condition in guard {
            let Expression::Binary(Binary::Equal, left, right) = condition else { continue };
            for (name, value) in [(left, right), (right, left)] {
                let Expression::Name(name) = &**name else { continue };
                let is_free = !taken.contains(name) && !self.evaluator.bound.contains_key(name);
                if !is_free || !self.is_infinite_variable(name) {
                    continue;
                }
                let mut needed = HashSet::new();
                names(value, &mut needed);
                if let (false, Ok(value)) =
                    (needed.contains(name), self.evaluator.evaluate(value, &Scope::default()))
                {
                    self.evaluator.bound.insert(name.clone(), value);
                    break;
                }
            }
        }
    }

    /// Returns the colour set of a variable.
    pub(super) fn variable(&self, name: &str) -> Option<ColourId> {
        match self.evaluator.globals.get(name).map(Meaning::shape) {
            Some(Shape::Term(Term::Variable(_), colour)) => *colour,
            _ => None,
        }
    }

    fn is_infinite_variable(&self, name: &str) -> bool {
        let colours = self.evaluator.colours();
        self.variable(name).is_some_and(|colour| !colours.is_finite(colours.get(colour).sort))
    }

    /// Adds an arc. `whole` is the list that it takes, if the list is taken apart.
    fn arc(
        &mut self,
        instance: usize,
        transition: TransitionId,
        node: &ArcNode,
        whole: Option<&Meaning>,
    ) -> Outcome<()> {
        let number = self.flat.place(instance, node.place);
        let place = self.places[&number];
        let kinds: &[ArcKind] = match node.direction {
            Direction::In => &[ArcKind::Input],
            Direction::Out => &[ArcKind::Output],
            Direction::Both => &[ArcKind::Input, ArcKind::Output],
            Direction::Inhibitor => &[ArcKind::Inhibitor],
            Direction::Reset => &[ArcKind::Reset],
        };
        let inscription = match node.direction {
            Direction::Inhibitor | Direction::Reset if node.inscription.is_empty() => Inscription::Tokens(1),
            Direction::Inhibitor | Direction::Reset => {
                return Err(Problem::new("an inscription of an inhibitor or reset arc"));
            }
            _ if node.inscription.is_empty() => {
                return Err(Problem::new("an arc without inscription")
                    .help("write `empty` if the arc is to move nothing"));
            }
            _ => {
                let meaning = match whole {
                    Some(whole) => whole.clone(),
                    None => {
                        self.evaluator.evaluate(&ml::expression(&node.inscription)?, &Scope::default())?
                    }
                };
                self.inscription(&meaning, self.net.places[place.index()].sort)?
            }
        };
        let bends: Vec<Point> =
            node.bends.iter().filter_map(|bend| self.moved(Some(*bend), instance)).collect();
        for &kind in kinds {
            let (id, inscription, bends) = (Some(node.id.clone()), inscription.clone(), bends.clone());
            let inscription = match inscription {
                Inscription::Tokens(0) => Inscription::Term(Box::new(Term::Empty(SortId::DOT))),
                other => other,
            };
            self.net.add_arc(Arc { id, place, transition, kind, inscription, bends, span: Some(node.span) });
        }
        Ok(())
    }

    fn guard(&mut self, conditions: &[Expression], mut terms: Vec<Term>) -> Outcome<Option<Term>> {
        for condition in conditions {
            let meaning = self.evaluator.evaluate(condition, &Scope::default())?;
            if !matches!(meaning.shape(), Shape::Truth(true)) {
                terms.push(self.evaluator.lower.condition(&meaning)?);
            }
        }
        Ok(match terms.len() {
            0 | 1 => terms.pop(),
            _ => Some(Term::Apply(Operator::And, terms)),
        })
    }

    /// Refuses variables with infinitely many values that are taken from no place.
    fn check_bound(&mut self, transition: TransitionId, node: &TransitionNode) {
        let (mut used, mut taken) = (HashSet::new(), HashSet::new());
        let arcs = self.net.arcs.iter().rev().take_while(|arc| arc.transition == transition);
        for arc in arcs {
            let Inscription::Term(term) = &arc.inscription else { continue };
            variables(term, &mut used);
            if arc.kind == ArcKind::Input {
                matched(term, &mut taken);
            }
        }
        let guard = self.net.transitions[transition.index()].guard.iter();
        guard.for_each(|guard| variables(guard, &mut used));
        let colours = self.evaluator.colours();
        let mut free: Vec<_> = used.difference(&taken).collect();
        free.sort();
        for variable in free {
            let declared = &colours.declarations.variables[variable.index()];
            if !colours.is_finite(declared.sort) {
                let found =
                    format!("the variable `{}`, which may have any of infinitely many values", declared.id);
                let error = Diagnostic::error(found)
                    .expected("an arc that takes it from a place, alone or in a tuple");
                self.report.say(error.help("or give its colour set a range").at(node.span));
            }
        }
    }
}
