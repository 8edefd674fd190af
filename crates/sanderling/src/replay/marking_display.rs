//! Renders markings and firings of the reference semantics as reports show them.
//!
//! A place of a program is a variable, a location or a channel, and is shown by its value. Any other place is
//! shown by its number of tokens, of each colour if it has colours. `read_marking` parses this form. A step
//! of a program shows which processes move, from which lines of the file, and what they communicate.

use sanderling_net::semantics::{Firing, Marking, SemanticsError};
use sanderling_net::{
    Arc, ArcKind, Inscription, Net, PlaceId, Sort, SortId, Term, TransitionId, Value, VariableId, program,
};
use sanderling_report as report;
use sanderling_report::{Binding, Change, Move, Step, TokenValue, Tokens};

/// Largest magnitude of an integer that every JSON reader represents exactly.
const LARGEST_JSON_NUMBER: u64 = 1 << 53;

/// A net prepared for display, with the arcs of each transition.
#[derive(Debug)]
pub struct MarkingDisplay<'n> {
    net: &'n Net,
    arcs: Vec<Vec<&'n Arc>>,
}

impl<'n> MarkingDisplay<'n> {
    /// Creates a display of a net.
    #[must_use]
    pub fn new(net: &'n Net) -> Self {
        let mut arcs = vec![Vec::new(); net.transitions.len()];
        for arc in &net.arcs {
            arcs[arc.transition.index()].push(arc);
        }
        Self { net, arcs }
    }

    pub(crate) fn net(&self) -> &'n Net {
        self.net
    }

    /// Returns the arcs of a transition.
    pub(crate) fn arcs(&self, transition: TransitionId) -> &[&'n Arc] {
        &self.arcs[transition.index()]
    }

    /// Returns the marked places with their tokens.
    #[must_use]
    pub fn marking(&self, marking: &Marking) -> report::Marking {
        let marked = self.net.place_ids().filter(|&place| !marking.place(place).is_empty());
        marked.map(|place| (self.net.place(place).id.clone(), self.tokens(marking, place))).collect()
    }

    /// Returns a firing as a step without changes. There is no binding if the marking leaves no choice: in a
    /// place/transition net and in a program.
    #[must_use]
    pub fn firing(&self, firing: &Firing) -> Step {
        let transition = self.net.transition(firing.transition);
        let program_step =
            self.net.program.as_ref().and_then(|program| program.steps.get(firing.transition.index()));
        let binding = if self.net.program.is_none() { self.binding(firing) } else { Binding::default() };
        Step {
            event: transition.id.clone(),
            name: transition.name.clone().filter(|name| *name != transition.id),
            binding,
            moves: self.moves(firing.transition),
            communication: program_step.and_then(|step| step.communication.clone()),
            changed: Vec::new(),
            error: None,
        }
    }

    /// Returns the step of a firing from one marking to another.
    #[must_use]
    pub fn step(&self, firing: &Firing, before: &Marking, after: &Marking) -> Step {
        self.step_from(firing, self.around(firing.transition, before), after)
    }

    /// Returns the step of a firing, given only the earlier tokens of the places [around](Self::around) the
    /// transition.
    #[must_use]
    pub fn step_from(&self, firing: &Firing, before: Vec<(PlaceId, Tokens)>, after: &Marking) -> Step {
        Step { changed: self.changes(before, after), ..self.firing(firing) }
    }

    /// Returns the step of an undefined firing, which leads to no marking.
    #[must_use]
    pub fn undefined(&self, firing: &Firing, error: &SemanticsError) -> Step {
        Step { error: Some(error.problem.to_string()), ..self.firing(firing) }
    }

    /// Returns the processes that move, with the control locations that they leave and enter.
    #[must_use]
    pub fn moves(&self, transition: TransitionId) -> Vec<Move> {
        let Some(program) = &self.net.program else { return Vec::new() };
        let Some(step) = program.steps.get(transition.index()) else { return Vec::new() };
        let to_move = |one: &program::Move| {
            let process = program.processes.get(one.process as usize)?;
            let location = |kinds: [ArcKind; 2]| self.constant(transition, process.location, kinds);
            Some(Move {
                process: process.name.clone(),
                line: one.span.line,
                column: one.span.column,
                from: location([ArcKind::Input, ArcKind::Read]).unwrap_or_default(),
                to: location([ArcKind::Output, ArcKind::Read]).unwrap_or_default(),
            })
        };
        step.moves.iter().filter_map(to_move).collect()
    }

    /// Returns the constant that an arc of one of these kinds consumes, tests or produces, as text.
    fn constant(&self, transition: TransitionId, place: PlaceId, kinds: [ArcKind; 2]) -> Option<String> {
        let mut arcs = self.arcs(transition).iter().filter(|arc| arc.place == place);
        arcs.find_map(|arc| {
            let value = literal(&arc.inscription).filter(|_| kinds.contains(&arc.kind))?;
            Some(self.net.value_text(self.net.place(place).sort, value))
        })
    }

    /// Returns the tokens of the places around a transition, each place once, in the order of the net.
    #[must_use]
    pub fn around(&self, transition: TransitionId, marking: &Marking) -> Vec<(PlaceId, Tokens)> {
        let mut places: Vec<PlaceId> = self.arcs(transition).iter().map(|arc| arc.place).collect();
        places.sort_unstable();
        places.dedup();
        places.into_iter().map(|place| (place, self.tokens(marking, place))).collect()
    }

    /// Returns the changes of the places whose tokens differ from `before`.
    pub(crate) fn changes(&self, before: Vec<(PlaceId, Tokens)>, marking: &Marking) -> Vec<Change> {
        let compared = before.into_iter().map(|(place, before)| Change {
            place: self.net.place(place).id.clone(),
            before,
            after: self.tokens(marking, place),
        });
        compared.filter(|change| change.before != change.after).collect()
    }

    /// Returns the values of a firing's variables.
    pub(crate) fn binding(&self, firing: &Firing) -> Binding {
        let to_text = |(variable, value): &(VariableId, Value)| {
            let declaration = &self.net.declarations.variables[variable.index()];
            (declaration.id.clone(), self.net.value_text(declaration.sort, value))
        };
        firing.binding.iter().map(to_text).collect()
    }

    /// Returns the tokens of a place.
    #[must_use]
    pub fn tokens(&self, marking: &Marking, place: PlaceId) -> Tokens {
        let contents = marking.place(place);
        let sort = self.net.place(place).sort;
        if sort == SortId::DOT {
            return contents.total().into();
        }
        if let (true, Some((value, _))) = (self.net.program.is_some(), contents.iter().next()) {
            return self.value(sort, value).into();
        }
        let colours = contents.iter().map(|(value, &count)| (self.net.value_text(sort, value), count.into()));
        Tokens::Coloured(colours.collect())
    }

    fn value(&self, sort: SortId, value: &Value) -> TokenValue {
        match (self.net.sort(sort), value) {
            (_, Value::Integer(number)) if number.unsigned_abs() <= LARGEST_JSON_NUMBER => {
                TokenValue::Number(*number)
            }
            (Sort::List { element, .. } | Sort::Array { element, .. }, Value::List(values)) => {
                TokenValue::List(values.iter().map(|value| self.value(*element, value)).collect())
            }
            (Sort::Product(sorts), Value::Tuple(values)) => {
                let parts = sorts.iter().zip(values).map(|(sort, value)| self.value(*sort, value));
                TokenValue::List(parts.collect())
            }
            (_, Value::String(text)) => TokenValue::Text(text.clone()),
            _ => TokenValue::Text(self.net.value_text(sort, value)),
        }
    }
}

/// Returns the value of an inscription that is a single constant.
pub(crate) fn literal(inscription: &Inscription) -> Option<&Value> {
    match inscription.term()? {
        Term::Literal { value, .. } => Some(value),
        _ => None,
    }
}
