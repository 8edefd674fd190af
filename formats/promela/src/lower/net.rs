//! Places, transitions and assertions of the net.

mod describe;

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use sanderling_net::program::Step;
use sanderling_net::{
    Arc, ArcKind, Assertion, Assignment, Constant, Diagnostic, Diagnostics, Inscription, Net, Operator,
    Place, PlaceId, Reading, Sort, SortId, Span, Term, Transition, TransitionId, Value, VariableDeclaration,
    VariableId,
};

use super::never::Automaton;
use super::terms::{Terms, declare};
use super::{MAX_SIZE, Transition as Lowered, too_large};
use crate::files::Files;
use crate::formula::Formula;
use crate::machine::{Machine, Role};
use crate::path::{Asserted, Fault};
use crate::program::Node;

/// Name of the location of a process that does not exist.
const NONE: &str = "none";

/// Maximum nesting depth of a term.
const MAX_DEPTH: usize = 250;

/// A net under construction.
struct Builder<'m, 'a> {
    machine: &'m Machine<'a>,
    /// The text of the model.
    text: &'m str,
    files: &'m Files,
    terms: Terms<'m, 'a>,
    net: Net,
    places: Vec<Option<PlaceId>>,
    /// Variable and sort for each kind of fault, so that 0 is not of the sort.
    errors: HashMap<&'static str, (VariableId, SortId)>,
    limits: Vec<TransitionId>,
    uses_exclusive: bool,
    ids: HashMap<String, u32>,
    size: usize,
}

/// Builds the net from all paths. `stored` are the locations in which an instance can be in a stored state.
pub(super) fn build(
    (machine, files): (&Machine<'_>, &Files),
    initial: &[i64],
    (transitions, claim): (&[Lowered], Option<&Automaton<'_>>),
    stored: &HashSet<(usize, usize, bool)>,
    (name, text): (&str, &str),
) -> Result<Net, Diagnostics> {
    let mut net = Net::new(name);
    let terms = Terms::new(machine, &mut net.declarations);
    let uses_exclusive = transitions.iter().any(|transition| transition.holds);
    let places = vec![None; machine.cells.len()];
    let mut builder = Builder {
        machine,
        text,
        files,
        terms,
        net,
        places,
        errors: HashMap::new(),
        limits: Vec::new(),
        uses_exclusive,
        ids: HashMap::new(),
        size: 0,
    };
    let used = builder.used(transitions, claim);
    builder.add_places(initial, stored, &used);
    let mut steps = Vec::new();
    for transition in transitions {
        steps.push(builder.transition(transition)?);
    }
    let mut described = builder.program(stored, steps);
    described.property = claim.map(|claim| builder.property(claim)).transpose()?.map(Box::new);
    builder.net.program = Some(described);
    Ok(builder.net)
}

impl Builder<'_, '_> {
    fn add_places(&mut self, initial: &[i64], stored: &HashSet<(usize, usize, bool)>, used: &HashSet<usize>) {
        let living: HashSet<usize> = stored.iter().map(|(instance, ..)| *instance).collect();
        for (number, cell) in self.machine.cells.iter().enumerate() {
            let is_dead = cell.owner.is_some_and(|owner| !living.contains(&owner));
            let is_unused = !used.contains(&number) && !matches!(cell.role, Role::Location(_));
            if is_dead || is_unused {
                continue;
            }
            let (sort, value) = match (cell.role, cell.count) {
                (Role::Location(instance), _) => {
                    let value = Value::Constant(0);
                    (self.locations(instance, stored), value)
                }
                (_, None) => {
                    let sort = self.terms.range(&mut self.net.declarations, cell.range);
                    (sort, Value::Integer(initial[cell.offset]))
                }
                (_, Some(count)) => {
                    let sort = self.terms.array(&mut self.net.declarations, cell.range, count);
                    let values = &initial[cell.offset..cell.offset + count as usize];
                    (sort, Value::List(values.iter().map(|number| Value::Integer(*number)).collect()))
                }
            };
            let value = match cell.role {
                Role::Location(instance) => {
                    let position = self.terms.positions[instance].get(&initial[cell.offset]);
                    Value::Constant(position.copied().unwrap_or(0))
                }
                _ => value,
            };
            let declared = VariableDeclaration { id: cell.name.clone(), name: None, sort };
            self.net.declarations.variables.push(declared);
            self.terms.variables[number] = Some(VariableId::new(self.net.declarations.variables.len() - 1));
            self.terms.sorts_of_cells[number] = sort;
            let initial = Inscription::Term(Box::new(Term::Literal { sort, value }));
            let place = Place { sort, initial, span: Some(cell.span), ..Place::with_tokens(&cell.name, 0) };
            self.places[number] = Some(self.net.add_place(place));
        }
    }

    /// Returns the cells that a transition reads or writes, or that the never claim reads.
    fn used(&self, transitions: &[Lowered], claim: Option<&Automaton<'_>>) -> HashSet<usize> {
        fn of(formula: &Formula, used: &mut HashSet<usize>) {
            match formula {
                Formula::Number(_) => {}
                Formula::Cell(cell, _) => {
                    used.insert(*cell);
                }
                Formula::Element(cell, _, part) => {
                    used.insert(*cell);
                    of(part, used);
                }
                Formula::Unary(_, part) | Formula::Wrap(_, part) | Formula::Within(_, part) => of(part, used),
                Formula::Binary(_, parts) => parts.iter().for_each(|part| of(part, used)),
                Formula::If(parts) => parts.iter().for_each(|part| of(part, used)),
                Formula::All(parts) | Formula::Any(parts) => parts.iter().for_each(|part| of(part, used)),
            }
        }
        let mut used = HashSet::new();
        for Lowered { path, .. } in transitions {
            path.conditions.iter().for_each(|condition| of(condition, &mut used));
            path.assertions.iter().for_each(|asserted| of(&asserted.condition, &mut used));
            for store in &path.code {
                of(&store.value, &mut used);
                store.index.iter().for_each(|index| of(index, &mut used));
                used.insert(store.cell);
            }
        }
        if let Some(claim) = claim {
            claim.moves.iter().for_each(|moved| of(&moved.guard, &mut used));
            of(&claim.is_process_accepting, &mut used);
        }
        used.extend(
            self.machine
                .globals
                .iter()
                .copied()
                .filter(|cell| self.machine.cells[*cell].role != Role::Channel),
        );
        if self.uses_exclusive {
            used.insert(self.machine.exclusive);
        }
        used
    }

    /// Declares the locations of an instance that states can have.
    fn locations(&mut self, instance: usize, stored: &HashSet<(usize, usize, bool)>) -> SortId {
        let process = self.machine.process(instance);
        let nodes: BTreeSet<usize> =
            stored.iter().filter(|(other, ..)| *other == instance).map(|(_, node, _)| *node).collect();
        let mut nodes: Vec<usize> = nodes.into_iter().collect();
        nodes.sort_by_key(|node| (process.nodes[*node].line, *node));
        let mut constants = vec![Constant { id: NONE.to_owned(), name: None }];
        // A label names its own location, even if it looks like the name of another one.
        let mut used: HashSet<String> = process.labels.keys().map(ToString::to_string).collect();
        used.insert(NONE.to_owned());
        let mut copies: HashMap<String, u32> = HashMap::new();
        self.terms.positions[instance].insert(0, 0);
        for node in nodes {
            let declared = &process.nodes[node];
            let id = match labels_of(declared).next() {
                Some(label) => label.to_owned(),
                None => {
                    let name = match node == process.end {
                        true => "end".to_owned(),
                        false => self.files.location(declared.line),
                    };
                    let copies = copies.entry(name.clone()).or_insert(0);
                    *copies += 1;
                    let mut id = if *copies == 1 { name } else { format!("{name}_{copies}") };
                    while !used.insert(id.clone()) {
                        id.push('_');
                    }
                    id
                }
            };
            self.terms.positions[instance].insert(node as i64 + 1, constants.len() as u32);
            constants.push(Constant { id, name: None });
        }
        let id = format!("location of {}", self.machine.instances[instance].name);
        declare(&mut self.net.declarations, &id, Sort::Enumeration { cyclic: false, constants })
    }

    fn transition(&mut self, lowered: &Lowered) -> Result<Step, Diagnostics> {
        let Lowered { path, instance, node, .. } = lowered;
        let span = path.moves.first().map_or(self.machine.process(*instance).span, |(_, span)| *span);
        self.declare_sorts(lowered);
        self.terms.reads.clear();
        let mut guard: Vec<Term> = path.conditions.iter().map(|part| self.terms.condition(part)).collect();
        let mut code = Vec::new();
        let mut written = BTreeSet::new();
        for store in &path.code {
            let value = self.terms.number(&store.value);
            let Some(variable) = self.terms.variables[store.cell] else { continue };
            let value = match &store.index {
                None => value,
                Some(index) => {
                    let index = self.terms.number(index);
                    let array = self.terms.variable(store.cell);
                    Term::Apply(Operator::Update, vec![array, index, value])
                }
            };
            code.push(Assignment { variable, value });
            written.insert(store.cell);
        }
        self.exclude(lowered, &mut guard, &mut code, &mut written);
        if let Some(fault) = path.fault {
            code.push(self.error(fault));
        }
        // A location that conditions read needs arcs with a variable; others have arcs with constants.
        let mut fixed = Vec::new();
        for (mover, from) in &path.from {
            let cell = self.machine.instances[*mover].location;
            let to = path.location(self.machine, *mover).unwrap_or(*from);
            let (from, to) = (self.terms.location(*mover, *from), self.terms.location(*mover, to));
            if !self.terms.reads.contains(&cell) {
                fixed.push((cell, from, to));
                continue;
            }
            let variable = self.terms.variable(cell);
            guard.insert(0, Term::Apply(Operator::Equal, vec![variable, from.clone()]));
            if let (true, Some(variable)) = (from != to, self.terms.variables[cell]) {
                code.push(Assignment { variable, value: to });
                written.insert(cell);
            }
        }
        let guard = match guard.len() {
            0 => None,
            1 => guard.pop(),
            _ => Some(Term::Apply(Operator::And, guard)),
        };
        let names =
            (&self.machine.instances[*instance].name, self.machine.process(*instance).nodes[*node].line);
        let location = self.files.location(span.line.max(names.1));
        let line = location.strip_prefix("line").unwrap_or(&location);
        let id = self.unused(&format!("{}.{line}", names.0));
        self.count(guard.iter().chain(code.iter().map(|assignment| &assignment.value)), span)?;
        let transition = Transition { guard, code, span: Some(span), ..Transition::plain(id) };
        let number = self.add(transition, fixed, &written);
        self.limits.extend(Some(number).filter(|_| path.fault == Some(Fault::Unforeseen)));
        for asserted in &path.assertions {
            self.assertion(lowered, asserted)?;
        }
        Ok(self.step(path, *instance, span))
    }

    fn declare_sorts(&mut self, lowered: &Lowered) {
        let path = &lowered.path;
        let stores = path.code.iter().flat_map(|store| store.index.iter().chain([&store.value]));
        let assertions = path.assertions.iter().map(|asserted| &asserted.condition);
        for formula in path.conditions.iter().chain(stores).chain(assertions) {
            self.terms.declare_sorts(&mut self.net.declarations, formula);
        }
    }

    /// Lets only the process move whose `atomic` is interrupted, if there is one.
    fn exclude(
        &mut self,
        lowered: &Lowered,
        guard: &mut Vec<Term>,
        code: &mut Vec<Assignment>,
        written: &mut BTreeSet<usize>,
    ) {
        if !self.uses_exclusive {
            return;
        }
        let cell = self.machine.exclusive;
        let now = if lowered.holds { lowered.instance as i64 + 1 } else { 0 };
        let next = lowered.path.holder.map_or(0, |holder| holder as i64 + 1);
        let is_now =
            Formula::equal(Formula::Cell(cell, self.machine.cells[cell].range), Formula::Number(now));
        guard.insert(0, self.terms.condition(&is_now));
        if let (true, Some(variable)) = (now != next, self.terms.variables[cell]) {
            code.push(Assignment { variable, value: self.terms.literal(next) });
            written.insert(cell);
        }
    }

    /// Returns an assignment that is never defined: 0 to a variable that must be positive. Messages show its sort.
    fn error(&mut self, fault: Fault) -> Assignment {
        let sort = match fault {
            Fault::Blocked => "number of executable statements in the d_step",
            Fault::Unforeseen => "number of processes that was foreseen",
        };
        let declarations = &mut self.net.declarations;
        let (variable, sort) = *self.errors.entry(sort).or_insert_with(|| {
            let positive = declare(declarations, sort, Sort::Range { start: 1, end: 255 });
            let variable = VariableDeclaration { id: sort.to_owned(), name: None, sort: positive };
            declarations.variables.push(variable);
            (VariableId::new(declarations.variables.len() - 1), positive)
        });
        Assignment { variable, value: Term::Apply(Operator::Within(sort), vec![self.terms.literal(0)]) }
    }

    fn add(
        &mut self,
        transition: Transition,
        fixed: Vec<(usize, Term, Term)>,
        written: &BTreeSet<usize>,
    ) -> TransitionId {
        let number = self.net.add_transition(transition);
        let (net, places) = (&mut self.net, &self.places);
        let mut add = |cell: usize, kind, term| {
            let Some(place) = places[cell] else { return };
            let inscription = Inscription::Term(Box::new(term));
            net.add_arc(Arc { inscription, ..Arc::weighted(place, number, kind, 1) });
        };
        for (cell, from, to) in fixed {
            if from == to {
                add(cell, ArcKind::Read, from);
            } else {
                add(cell, ArcKind::Input, from);
                add(cell, ArcKind::Output, to);
            }
        }
        let mut touched: BTreeMap<usize, bool> = self.terms.reads.iter().map(|cell| (*cell, false)).collect();
        touched.extend(written.iter().map(|cell| (*cell, true)));
        for (cell, is_written) in touched {
            let Some(variable) = self.terms.variables[cell] else { continue };
            let term = Term::Variable(variable);
            if is_written {
                add(cell, ArcKind::Input, term.clone());
                add(cell, ArcKind::Output, term);
            } else {
                add(cell, ArcKind::Read, term);
            }
        }
        number
    }

    fn assertion(&mut self, lowered: &Lowered, asserted: &Asserted) -> Result<(), Diagnostics> {
        self.terms.reads.clear();
        let mut parts = Vec::new();
        for (mover, from) in &asserted.from {
            let cell = self.machine.instances[*mover].location;
            let variable = self.terms.variable(cell);
            parts.push(Term::Apply(Operator::NotEqual, vec![variable, self.terms.location(*mover, *from)]));
        }
        if self.uses_exclusive {
            let now = if lowered.holds { lowered.instance as i64 + 1 } else { 0 };
            let cell = self.machine.exclusive;
            let is_now =
                Formula::equal(Formula::Cell(cell, self.machine.cells[cell].range), Formula::Number(now));
            parts.push(self.terms.condition(&is_now.not()));
        }
        for condition in &lowered.path.conditions[..asserted.conditions] {
            parts.push(self.terms.condition(&condition.clone().not()));
        }
        parts.push(self.terms.condition(&asserted.condition));
        let condition =
            if parts.len() == 1 { parts.swap_remove(0) } else { Term::Apply(Operator::Or, parts) };
        let name = &self.machine.instances[lowered.instance].name;
        let id = format!("{name}, {}", self.files.line(asserted.span.line));
        let assertion = self.asserted(&id, condition, asserted.span)?;
        self.net.assertions.push(assertion);
        Ok(())
    }

    /// Returns a condition as an assertion. `terms` has recorded what it reads.
    fn asserted(&mut self, id: &str, condition: Term, span: Span) -> Result<Assertion, Diagnostics> {
        self.count([&condition], span)?;
        let read = |cell: &usize| {
            Some(Reading { place: self.places[*cell]?, variable: self.terms.variables[*cell]? })
        };
        let reads = self.terms.reads.iter().filter_map(read).collect();
        Ok(Assertion { id: self.unused(id), reads, condition, span: Some(span) })
    }

    fn unused(&mut self, id: &str) -> String {
        let copies = self.ids.entry(id.to_owned()).or_insert(0);
        *copies += 1;
        if *copies == 1 { id.to_owned() } else { format!("{id}#{copies}") }
    }

    /// Counts the parts of terms.
    fn count<'t>(
        &mut self,
        terms: impl IntoIterator<Item = &'t Term>,
        span: Span,
    ) -> Result<(), Diagnostics> {
        for term in terms {
            let mut open = vec![(term, 1)];
            while let Some((term, depth)) = open.pop() {
                self.size += 1;
                if let Term::Tuple(parts) | Term::Apply(_, parts) = term {
                    open.extend(parts.iter().map(|part| (part, depth + 1)));
                }
                if depth > MAX_DEPTH {
                    let deep = Diagnostic::error("an expression that nests too deep").at(span);
                    return Err(deep.help("store a part of it in a variable first").into());
                }
            }
        }
        if self.size + self.net.arcs.len() > MAX_SIZE {
            return Err(too_large().at(span).into());
        }
        Ok(())
    }
}

/// Returns the labels of a location, as names of it.
fn labels_of(node: &Node) -> impl Iterator<Item = &str> {
    node.labels.iter().map(|label| &**label).filter(|label| *label != NONE)
}
