//! A transition of a value net as an option of the loop.
//!
//! The arcs' conditions come first in the guard and the transition's own behind them, so that one that
//! does not hold hides what is undefined behind it, as in the net. What does not fit is refused with the
//! transition's id; nothing is approximated.

use std::collections::{BTreeSet, HashMap};

use sanderling_interval::Interval;
use sanderling_net::{
    Arc, ArcKind, Inscription, Operator, PlaceId, Term, Transition, TransitionId, Value, VariableId,
};

use super::Frame;
use super::cells::Shape;
use super::expression::Number;
use crate::Refusal;
use crate::document::Choice;

/// The options of all transitions.
pub(super) fn options(frame: &mut Frame<'_>) -> Result<Vec<Choice>, Refusal> {
    let net = frame.net;
    let mut arcs: Vec<Vec<&Arc>> = vec![Vec::new(); net.transitions.len()];
    for arc in &net.arcs {
        arcs[arc.transition.index()].push(arc);
    }
    net.transition_ids().map(|id| option(frame, id, &arcs[id.index()])).collect()
}

fn option(frame: &mut Frame<'_>, id: TransitionId, arcs: &[&Arc]) -> Result<Choice, Refusal> {
    let net = frame.net;
    let transition = net.transition(id);
    let mut scope = Scope::new(frame, transition);
    let outputs = scope.check_balance(arcs)?;
    let mut guard = scope.bind(arcs)?;
    scope.note_put_back(&outputs);
    if let Some(condition) = &transition.guard {
        guard.push(scope.number(condition)?.text);
        scope.note_lengths(condition);
    }
    for assignment in &transition.code {
        scope.assign(assignment.variable, &assignment.value)?;
    }
    scope.put(&outputs)?;
    Ok(Choice { id: transition.id.clone(), guard, effect: scope.effect })
}

/// What names mean while a transition is written.
pub(super) struct Scope<'f, 'n> {
    pub(super) frame: &'f mut Frame<'n>,
    transition: &'n Transition,
    /// The place that a variable was bound to by an arc.
    pub(super) bound: HashMap<VariableId, PlaceId>,
    /// The variables whose places get them back.
    pub(super) put_back: BTreeSet<VariableId>,
    /// The variables that code has assigned and that are no place's, with what they can be.
    pub(super) assigned: HashMap<VariableId, Interval>,
    /// The lists that are known to have an element, and those that are known to have room for one.
    lengths: [BTreeSet<PlaceId>; 2],
    /// What is done, so far.
    pub(super) effect: Vec<String>,
}

impl<'f, 'n> Scope<'f, 'n> {
    fn new(frame: &'f mut Frame<'n>, transition: &'n Transition) -> Self {
        Self {
            frame,
            transition,
            bound: HashMap::new(),
            put_back: BTreeSet::new(),
            assigned: HashMap::new(),
            lengths: [BTreeSet::new(), BTreeSet::new()],
            effect: Vec::new(),
        }
    }

    pub(super) fn refuse(&self, what: &str) -> Refusal {
        format!("transition `{}` has {what}", self.transition.id)
    }

    /// Checks that the transition takes one token from each place that it puts one into; answers the latter
    /// with the terms.
    fn check_balance<'a>(&self, arcs: &[&'a Arc]) -> Result<Vec<(PlaceId, &'a Term)>, Refusal> {
        let of_kind = |kind: ArcKind| {
            let mut places: Vec<PlaceId> = arcs.iter().filter(|a| a.kind == kind).map(|a| a.place).collect();
            places.sort_unstable();
            places
        };
        let (taken, put) = (of_kind(ArcKind::Input), of_kind(ArcKind::Output));
        if taken != put || taken.windows(2).any(|pair| pair[0] == pair[1]) {
            return Err(self.refuse("places that it takes tokens from without putting one back, or more"));
        }
        let outputs = arcs.iter().filter(|arc| arc.kind == ArcKind::Output);
        outputs
            .map(|arc| match &arc.inscription {
                Inscription::Term(term) => Ok((arc.place, &**term)),
                Inscription::Tokens(_) => Err(self.refuse("an arc with plain tokens on a place with values")),
            })
            .collect()
    }

    /// Binds the variables of the arcs, and answers the arcs' conditions.
    fn bind(&mut self, arcs: &[&Arc]) -> Result<Vec<String>, Refusal> {
        let mut tests = Vec::new();
        for arc in arcs {
            match (arc.kind, &arc.inscription) {
                (ArcKind::Output, _) => {}
                (ArcKind::Input | ArcKind::Read, Inscription::Term(term)) => match **term {
                    Term::Variable(variable) if !self.bound.contains_key(&variable) => {
                        self.bound.insert(variable, arc.place);
                    }
                    _ => tests.push((arc.place, term, "==")),
                },
                (ArcKind::Inhibitor, Inscription::Term(term)) => tests.push((arc.place, term, "!=")),
                _ => return Err(self.refuse("an arc that counts or removes tokens with values")),
            }
        }
        tests.into_iter().map(|(place, term, symbol)| self.test(place, term, symbol)).collect()
    }

    fn test(&mut self, place: PlaceId, term: &Term, symbol: &str) -> Result<String, Refusal> {
        let is_plain = matches!(term, Term::Variable(_) | Term::Literal { .. });
        if !is_plain {
            return Err(self.refuse("a term on an arc that is neither a variable nor a constant"));
        }
        let (held, wanted): (Number, Number) = (self.scalar(place)?, self.number(term)?);
        Ok(format!("({} {symbol} {})", held.text, wanted.text))
    }

    fn note_put_back(&mut self, outputs: &[(PlaceId, &Term)]) {
        for &(place, term) in outputs {
            if let Term::Variable(variable) = term
                && self.bound.get(variable) == Some(&place)
            {
                self.put_back.insert(*variable);
            }
        }
    }

    /// What a guard that holds says of the lengths of lists: `length > 0`, `length < capacity`.
    fn note_lengths(&mut self, guard: &Term) {
        let conjuncts = match guard {
            Term::Apply(Operator::And, parts) => parts.as_slice(),
            other => std::slice::from_ref(other),
        };
        for conjunct in conjuncts {
            let Term::Apply(operator, sides) = conjunct else { continue };
            let [Term::Apply(Operator::Length, list), Term::Literal { value: Value::Integer(bound), .. }] =
                sides.as_slice()
            else {
                continue;
            };
            let Term::Variable(variable) = &list[0] else { continue };
            let Some(&place) = self.bound.get(variable) else { continue };
            let Shape::List(capacity, _) = self.frame.cells[place.index()].shape else { continue };
            match operator {
                Operator::Greater if *bound >= 0 => self.lengths[0].insert(place),
                Operator::Less if *bound <= capacity as i64 => self.lengths[1].insert(place),
                _ => false,
            };
        }
    }

    pub(super) fn is_known_to_have_one(&self, place: PlaceId) -> bool {
        self.lengths[0].contains(&place)
    }

    pub(super) fn is_known_to_have_room(&self, place: PlaceId) -> bool {
        self.lengths[1].contains(&place)
    }

    /// A list has changed.
    pub(super) fn forget_length(&mut self, place: PlaceId) {
        self.lengths.iter_mut().for_each(|known| {
            known.remove(&place);
        });
    }
}
