//! A transition of the net under construction: its guard, its code segment and its arcs.
//!
//! The code segment follows the order of execution of the program, on variables that hold the current values of the
//! places. INVARIANT: reads and writes determine the arcs. A place that is only read has a read arc, and a place that
//! is written has an input and an output arc, all with the place's own variable. The locations of the moving processes
//! are known, so their arcs have constants.

use std::collections::{BTreeMap, BTreeSet};

use sanderling_net::{
    Arc, ArcKind, Assignment, Inscription, Net, Operator, PlaceId, Term, Transition, Value,
};

use super::frame::{Frame, variable};
use super::interval::of_width;
use super::number::{Condition, Number, Reader, Truth};
use super::temporary::{Temporaries, Use};
use crate::Semantics;
use crate::arithmetic;
use crate::check::resolved::{CellId, Expression, ProcessId, Step, Target};
use crate::syntax::Width;

/// A process and the transition that it takes.
pub(super) type Mover<'a> = (ProcessId, &'a Step);

/// A transition under construction.
#[derive(Debug)]
pub(super) struct Firing<'a> {
    pub(super) frame: &'a Frame<'a>,
    pub(super) reader: Reader<'a>,
    temporaries: &'a mut Temporaries,
    movers: Vec<Mover<'a>>,
    guard: Condition,
    code: Vec<Assignment>,
    written: BTreeSet<PlaceId>,
    frozen: [usize; 2],
}

impl<'a> Firing<'a> {
    /// Starts a transition in which these processes leave their locations.
    pub(super) fn start(
        frame: &'a Frame<'a>,
        temporaries: &'a mut Temporaries,
        movers: &[Mover<'a>],
    ) -> Self {
        let mut reader = Reader::new(frame);
        movers.iter().for_each(|(process, step)| reader.set_location(*process, step.source));
        let mut firing = Self {
            frame,
            reader,
            temporaries,
            movers: movers.to_vec(),
            guard: Condition::Known(true),
            code: Vec::new(),
            written: BTreeSet::new(),
            frozen: [0; 2],
        };
        firing.set_communicating(false);
        firing
    }

    /// Sets whether the following expressions are sent values or their targets. In these, DiVinE 2 treats negative
    /// numbers on the right of `and` and `or` as true, and elsewhere as false.
    pub(super) fn set_communicating(&mut self, is_communicating: bool) {
        let is_lenient = is_communicating || self.frame.semantics == Semantics::Ltsmin;
        self.reader.right = if is_lenient { Truth::NonZero } else { Truth::Positive };
    }

    /// Adds a condition to the guard, after the existing ones.
    pub(super) fn require(&mut self, condition: Condition) {
        self.guard = match std::mem::replace(&mut self.guard, Condition::Known(false)) {
            Condition::Known(true) => condition,
            Condition::Known(false) => Condition::Known(false),
            Condition::Term(guard) => Condition::Term(self.reader.join(Operator::And, guard, condition)),
        };
    }

    /// Adds the guard of a step.
    pub(super) fn require_guard(&mut self, step: &Step) {
        if let Some(guard) = &step.guard {
            let guard = self.reader.condition(guard, Truth::NonZero);
            self.require(guard);
        }
    }

    /// Moves a process to its new location and executes its effects.
    pub(super) fn arrive(&mut self, (process, step): Mover<'_>) {
        self.reader.set_location(process, step.target);
        for store in &step.effects {
            let value = self.reader.number(&store.value);
            self.write(&store.target, value);
        }
    }

    /// Writes a value; the index is evaluated now.
    pub(super) fn write(&mut self, target: &Target, value: Number) {
        let index = target.index.as_ref().map(|index| self.reader.number(index));
        self.write_at(target.cell, index, value);
    }

    /// Writes a value to a variable, or to an element of an array.
    pub(super) fn write_at(&mut self, cell: CellId, index: Option<Number>, value: Number) {
        let place = self.frame.cell(cell);
        let value = match self.frame.semantics {
            Semantics::Ltsmin => self.wrapped(self.frame.program.cells[cell.index()].width, value),
            Semantics::Divine2 => value,
        };
        let value = match index {
            None => value.term,
            Some(index) => {
                let array = self.reader.read(place);
                Term::Apply(Operator::Update, vec![array, index.term, value.term])
            }
        };
        self.assign(place, value);
    }

    /// Sets a new value of a place's token.
    pub(super) fn assign(&mut self, place: PlaceId, value: Term) {
        self.written.insert(place);
        self.code.push(Assignment { variable: variable(place), value });
    }

    /// Wraps a number to a width.
    pub(super) fn wrapped(&self, width: Width, number: Number) -> Number {
        let range = of_width(width);
        if range.includes(number.range) {
            return number;
        }
        match number.constant() {
            Some(constant) => self.reader.literal(arithmetic::wrap(width, constant)),
            None => {
                let wrap = Operator::Wrap(self.frame.sorts.width(width));
                Number { term: Term::Apply(wrap, vec![number.term]), range }
            }
        }
    }

    /// Returns a number and the places that it depends on.
    pub(super) fn number_and_reads(&mut self, expression: &Expression) -> (Number, Vec<PlaceId>) {
        let start = self.reader.reads.len();
        let number = self.reader.number(expression);
        (number, self.reader.reads[start..].to_vec())
    }

    /// Returns the current value of a number, unaffected by later writes.
    pub(super) fn freeze(&mut self, what: Use, number: Number) -> Number {
        if number.constant().is_some() {
            return number;
        }
        let position = self.frozen[what as usize];
        self.frozen[what as usize] += 1;
        let variable = self.temporaries.variable(what, position);
        self.code.push(Assignment { variable, value: number.term });
        Number { term: Term::Variable(variable), range: number.range }
    }

    /// Makes every firing an error, because the two processes write the same variable.
    pub(super) fn conflict(&mut self) {
        let (variable, sort) = self.temporaries.conflict();
        let two = Term::Literal { sort: self.frame.sorts.number, value: Value::Integer(2) };
        let value = Term::Apply(Operator::Within(sort), vec![two]);
        self.code.push(Assignment { variable, value });
    }

    /// Adds the transition to the net. `committed` are the committed locations of all processes.
    pub(super) fn finish(self, net: &mut Net, id: String, committed: &[(PlaceId, Term)]) {
        let (guard, span) = (self.guard_term(), self.movers[0].1.span);
        let transition = net.add_transition(Transition {
            guard,
            code: self.code,
            span: Some(span),
            ..Transition::plain(id)
        });
        let mut add = |place, kind, term| {
            let inscription = Inscription::Term(Box::new(term));
            net.add_arc(Arc { inscription, ..Arc::weighted(place, transition, kind, 1) });
        };
        for (process, step) in &self.movers {
            let (place, source) = self.frame.at(*process, step.source);
            if step.source == step.target {
                add(place, ArcKind::Read, source);
            } else {
                add(place, ArcKind::Input, source);
                add(place, ArcKind::Output, self.frame.at(*process, step.target).1);
            }
        }
        let moves = |place| self.movers.iter().any(|(process, _)| self.frame.location(*process) == place);
        for (place, location) in committed.iter().filter(|(place, _)| !moves(*place)) {
            add(*place, ArcKind::Inhibitor, location.clone());
        }
        let reads = self.reader.reads.iter().map(|place| (*place, false));
        let mut touched: BTreeMap<PlaceId, bool> = reads.collect();
        touched.extend(self.written.iter().map(|place| (*place, true)));
        for (place, is_written) in touched {
            let term = Term::Variable(variable(place));
            if is_written {
                add(place, ArcKind::Input, term.clone());
                add(place, ArcKind::Output, term);
            } else {
                add(place, ArcKind::Read, term);
            }
        }
    }

    fn guard_term(&self) -> Option<Term> {
        match &self.guard {
            Condition::Known(true) => None,
            Condition::Known(false) => {
                Some(Term::Literal { sort: self.frame.sorts.truth, value: Value::Bool(false) })
            }
            Condition::Term(guard) => Some(guard.clone()),
        }
    }
}
