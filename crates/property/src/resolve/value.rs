//! Resolution of the terms of a program: names become places, locations and positions, and their kinds are checked.

use sanderling_net::program::{Process, Program};
use sanderling_net::{Diagnostic, Net, PlaceId, Sort, SortId, Span};

use super::{Resolver, SUGGESTIONS};
use crate::colour::ColouredFormula;
use crate::lexer::written;
use crate::nodes::NodeKind;
use crate::operand::too_large;
use crate::suggest::{listed, nearest};
use crate::syntax::{Filling, Index, Name, TermSyntax};
use crate::value::{Elements, Factor, Part, ValueCondition, ValueTerm};
use crate::{Formula, MAX_CONSTANT, Relation, TooLarge};

/// The meaning of a name of a program if a number is wanted.
enum Holder {
    /// One number.
    Variable(PlaceId),
    /// An array with this number of elements.
    Array(PlaceId, u32),
    /// A channel with messages.
    Channel(Buffer),
    Process(PlaceId),
}

/// A buffered channel.
#[derive(Clone, Copy)]
struct Buffer {
    place: PlaceId,
    capacity: u32,
    /// Number of values in a message.
    width: u32,
}

/// A number, and the maximum of its magnitude.
type Bounded = (ValueTerm, i128);

impl Resolver<'_> {
    pub(super) fn values(
        &mut self,
        [left, right]: &[TermSyntax; 2],
        relation: Relation,
    ) -> Option<ColouredFormula> {
        let (left, right) = (self.term(left), self.term(right));
        Some(Formula::Values(Box::new(ValueCondition::Compare([left?, right?], relation))))
    }

    /// Returns the condition that a channel is empty, or full.
    pub(super) fn filling(&mut self, name: &Name, filling: Filling) -> Option<ColouredFormula> {
        let buffer = self.buffer(name)?;
        let length = ValueTerm::Part(Part { place: buffer.place, offset: 0 });
        let number = match filling {
            Filling::Empty => 0,
            Filling::Full => i128::from(buffer.capacity),
        };
        let sides = [length, ValueTerm::Number(number)];
        Some(Formula::Values(Box::new(ValueCondition::Compare(sides, Relation::Equal))))
    }

    /// Returns the condition that a process is at the location with this name.
    pub(super) fn at_location(&mut self, program: &Program, name: &Name) -> Option<ColouredFormula> {
        if let Some(condition) = location(self.net, program, &name.text) {
            return Some(Formula::Values(Box::new(condition)));
        }
        let found = self.no_condition(program, name);
        self.report_once(NodeKind::Transition, name, found);
        None
    }

    /// Returns the error about a name that is not a location.
    fn no_condition(&self, program: &Program, name: &Name) -> Diagnostic {
        let shown = written(&name.text);
        let is = |what: &str| Diagnostic::error(format!("`{shown}` is {what}"));
        match holder(self.net, program, &name.text) {
            Some(Holder::Process(_)) => {
                let process = program.processes.iter().find(|process| process.name == name.text);
                let locations = process.map(|process| locations(self.net, process)).unwrap_or_default();
                let listed = listed(locations.iter().map(String::as_str));
                return is("a process").expected(format!("a condition on its location: {listed}"));
            }
            Some(Holder::Array(..)) => {
                return is("an array").expected(format!("a condition, such as `{shown}[0] == 1`"));
            }
            Some(Holder::Channel(_)) => {
                return is("a channel").expected(format!("a condition, such as `empty({shown})`"));
            }
            Some(Holder::Variable(_)) => {
                return is("a variable").expected(format!("a condition, such as `{shown} == 1`"));
            }
            None => {}
        }
        if let Some((process, _)) = name.text.rsplit_once('.')
            && let Some(process) = program.processes.iter().find(|one| one.name == process)
        {
            let locations = locations(self.net, process);
            let expected = listed(locations.iter().map(String::as_str));
            let found = Diagnostic::error(format!("the program has no location `{shown}`"));
            let found = found.expected(expected);
            return suggested(found, &name.text, locations.iter().map(String::as_str));
        }
        let message = format!("the program has no location and no step `{shown}`");
        let found = Diagnostic::error(message).expected("a process and its location, such as `P.s`");
        let all = program.processes.iter().flat_map(|process| locations(self.net, process));
        let all: Vec<String> = all.collect();
        behind_dot(found, &name.text, all.iter().map(String::as_str))
    }

    /// Resolves a term to a number, and reports errors.
    pub(super) fn term(&mut self, term: &TermSyntax) -> Option<ValueTerm> {
        Some(self.bounded(term)?.0)
    }

    fn bounded(&mut self, term: &TermSyntax) -> Option<Bounded> {
        match term {
            TermSyntax::Number(number) => Some((ValueTerm::Number(*number), number.abs())),
            TermSyntax::Tokens(names) => self.tokens_of_program(names),
            TermSyntax::Length(name) => {
                let buffer = self.buffer(name)?;
                let length = Part { place: buffer.place, offset: 0 };
                Some((ValueTerm::Part(length), i128::from(buffer.capacity)))
            }
            TermSyntax::Held(name, indices) => self.held(name, indices),
            TermSyntax::Sum(terms) => {
                let parts = super::every(terms, |(sign, term)| Some((*sign, self.bounded(term)?)))?;
                let most = parts.iter().map(|(_, (_, most))| *most).fold(0, i128::saturating_add);
                let terms = parts.into_iter().map(|(sign, (term, _))| (sign, term)).collect();
                self.limited(sum(terms), most, first_name(term))
            }
            TermSyntax::Product(first, factors) => {
                let start = self.bounded(first);
                let parts = super::every(factors, |(factor, term)| Some((*factor, self.bounded(term)?)));
                let ((start, mut most), parts) = (start?, parts?);
                for (factor, (other, other_most)) in &parts {
                    if *factor == Factor::Times {
                        most = most.saturating_mul(*other_most);
                    } else if *other == ValueTerm::Number(0) {
                        let found = Diagnostic::error("a division by zero").expected("another divisor");
                        self.diagnostics.push(first_name(term).map_or(found.clone(), |span| found.at(span)));
                        return None;
                    }
                    if most > MAX_CONSTANT {
                        break;
                    }
                }
                let factors = parts.into_iter().map(|(factor, (term, _))| (factor, term)).collect();
                self.limited(ValueTerm::Product(Box::new(start), factors), most, first_name(term))
            }
        }
    }

    /// Returns a term if its magnitude stays within the limit; otherwise reports an error.
    fn limited(&mut self, term: ValueTerm, most: i128, span: Option<Span>) -> Option<Bounded> {
        if most <= MAX_CONSTANT {
            return Some((term, most));
        }
        let mut found = Diagnostic::error("a number that may be beyond 10^30").expected("a smaller one");
        if let Some(span) = span {
            found = too_large(TooLarge::Constant, span);
        }
        self.diagnostics.push(found);
        None
    }

    /// Refuses `tokens(x)`.
    fn tokens_of_program(&mut self, names: &[Name]) -> Option<Bounded> {
        let program = self.net.program.as_ref()?;
        for name in names {
            let Some(holder) = holder(self.net, program, &name.text) else {
                self.report_variable(program, name);
                continue;
            };
            let shown = written(&name.text);
            let ask = match holder {
                Holder::Variable(_) => format!("its value: `{shown}`"),
                Holder::Array(..) => format!("its elements: `{shown}[0]`"),
                Holder::Channel(_) => format!("how many messages it holds: `length({shown})`"),
                Holder::Process(place) => {
                    let process = program.processes.iter().find(|one| one.location == place);
                    let all = process.map(|process| locations(self.net, process)).unwrap_or_default();
                    let first = all.first().map_or("", String::as_str);
                    format!("where the process is: `{}`", written(first))
                }
            };
            let message = format!("`tokens({shown})` of a program, which is 1 in every state");
            let found = Diagnostic::error(message).at(name.span).element(&name.text);
            self.diagnostics.push(found.expected("a value").help(ask));
        }
        None
    }

    fn held(&mut self, name: &Name, indices: &[Index]) -> Option<Bounded> {
        let program = self.net.program.as_ref()?;
        let shown = written(&name.text);
        let is = |what: &str, expected: String| {
            let found = Diagnostic::error(format!("`{shown}` is {what}"));
            found.at(name.span).element(&name.text).expected(expected)
        };
        let found = match (holder(self.net, program, &name.text), indices) {
            (Some(Holder::Variable(place)), []) => {
                let part = Part { place, offset: 0 };
                return Some((ValueTerm::Part(part), max_in(self.net, self.net.place(place).sort)));
            }
            (Some(Holder::Array(place, count)), [index]) => return self.element(name, place, count, index),
            (Some(Holder::Channel(buffer)), [_, ..]) => return self.message(name, buffer, indices),
            (Some(Holder::Process(place)), []) if self.takes_locations => {
                let most = max_in(self.net, self.net.place(place).sort);
                return Some((ValueTerm::Part(Part { place, offset: 0 }), most));
            }
            (Some(Holder::Variable(_)), _) => is("one number", format!("`{shown}`")),
            (Some(Holder::Array(_, count)), []) => {
                let last = count.saturating_sub(1);
                is("an array", format!("one of its elements, `{shown}[0]` to `{shown}[{last}]`"))
            }
            (Some(Holder::Array(..)), _) => is("an array", "one index".into()),
            (Some(Holder::Channel(buffer)), []) => {
                let first = if buffer.width == 1 { "[0]" } else { "[0][0]" };
                let held = format!("how many messages it holds, `length({shown})`");
                is("a channel", format!("{held}, or what the first of them is, `{shown}{first}`"))
            }
            (Some(Holder::Process(place)), _) => {
                let process = program.processes.iter().find(|one| one.location == place);
                let all = process.map(|process| locations(self.net, process)).unwrap_or_default();
                let listed = listed(all.iter().map(String::as_str));
                is("a process", format!("a number; that it is at a location is a condition: {listed}"))
            }
            (None, _) if location(self.net, program, &name.text).is_some() => {
                is("a condition, that a process is at a location", "a number, such as `x`".into())
            }
            (None, _) => {
                self.report_variable(program, name);
                return None;
            }
        };
        self.diagnostics.push(found);
        None
    }

    fn element(&mut self, name: &Name, place: PlaceId, count: u32, index: &Index) -> Option<Bounded> {
        let most = max_in(self.net, self.net.place(place).sort);
        let first = Part { place, offset: 0 };
        let chosen = match self.term(&index.term)? {
            ValueTerm::Number(at) => {
                let offset = self.within(name, at, count, index.span, "elements")?;
                ValueTerm::Part(Part { place, offset })
            }
            other => {
                let elements = Elements { first, stride: 1, count, in_buffer: false };
                ValueTerm::Element(elements, Box::new(other))
            }
        };
        Some((chosen, most))
    }

    /// Resolves a value of a message; if a message has several, an index chooses one.
    fn message(&mut self, name: &Name, buffer: Buffer, indices: &[Index]) -> Option<Bounded> {
        let (position, which) = (&indices[0], &indices[1..]);
        let shown = written(&name.text);
        let offset = match (which, buffer.width) {
            ([], 1) => 0,
            ([which], width) => match which.term {
                TermSyntax::Number(at) => self.within(name, at, width, which.span, "values in a message")?,
                _ => {
                    let found = Diagnostic::error("a value of a message that is not chosen by a number");
                    self.diagnostics.push(found.at(which.span).expected("a number"));
                    return None;
                }
            },
            _ => {
                let width = buffer.width;
                let found = Diagnostic::error(format!("a message of `{shown}` has {width} values"));
                let expected = format!("one of them, such as `{shown}[0][{}]`", width.saturating_sub(1));
                self.diagnostics.push(found.at(name.span).element(&name.text).expected(expected));
                return None;
            }
        };
        let index = self.term(&position.term)?;
        if let ValueTerm::Number(at) = index {
            self.within(name, at, buffer.capacity, position.span, "messages at most")?;
        }
        let first = Part { place: buffer.place, offset: 1 + offset };
        let elements = Elements { first, stride: buffer.width, count: buffer.capacity, in_buffer: true };
        let most = max_in(self.net, self.net.place(buffer.place).sort);
        Some((ValueTerm::Element(elements, Box::new(index)), most))
    }

    /// Returns a constant index, which must be below `count`.
    fn within(&mut self, name: &Name, at: i128, count: u32, span: Span, what: &str) -> Option<u32> {
        if let Some(at) = u32::try_from(at).ok().filter(|&at| at < count) {
            return Some(at);
        }
        let message = format!("an index out of range: `{}` has {count} {what}", written(&name.text));
        let last = count.saturating_sub(1);
        self.diagnostics.push(Diagnostic::error(message).at(span).expected(format!("0 to {last}")));
        None
    }

    fn buffer(&mut self, name: &Name) -> Option<Buffer> {
        let program = self.net.program.as_ref()?;
        if let Some(Holder::Channel(buffer)) = holder(self.net, program, &name.text) {
            return Some(buffer);
        }
        let shown = written(&name.text);
        let found = if program.channels.iter().any(|channel| channel.name == name.text) {
            Diagnostic::error(format!("the channel `{shown}` has no buffer, and never holds a message"))
                .expected("a channel with a buffer")
        } else if let Some(holder) = holder(self.net, program, &name.text) {
            let what = match holder {
                Holder::Process(_) => "a process",
                Holder::Array(..) => "an array",
                Holder::Variable(_) | Holder::Channel(_) => "a variable",
            };
            Diagnostic::error(format!("`{shown}` is {what}")).expected("a channel with a buffer")
        } else {
            let known = program.channels.iter().map(|channel| channel.name.as_str());
            let found = Diagnostic::error(format!("the program has no channel `{shown}`"));
            suggested(found.expected("a channel with a buffer"), &name.text, known)
        };
        self.report_once(NodeKind::Place, name, found);
        None
    }

    /// Reports a name that does not denote a number.
    fn report_variable(&mut self, program: &Program, name: &Name) {
        let shown = written(&name.text);
        let channel = program.channels.iter().any(|channel| channel.name == name.text);
        let found = if channel {
            Diagnostic::error(format!("the channel `{shown}` has no buffer, and never holds a message"))
                .expected("a variable")
        } else {
            let found = Diagnostic::error(format!("the program has no variable `{shown}`"));
            let own = program.processes.iter().flat_map(|process| &process.variables);
            let known = program.variables.iter().chain(own).map(|&place| &*self.net.place(place).id);
            behind_dot(found.expected("a variable"), &name.text, known)
        };
        self.report_once(NodeKind::Place, name, found);
    }

    /// Reports an error about a name, once for each name and kind.
    fn report_once(&mut self, kind: NodeKind, name: &Name, mut found: Diagnostic) {
        if self.reported.insert((kind, name.text.clone())) {
            if self.reported.len() > SUGGESTIONS {
                found.help = None;
            }
            self.diagnostics.push(found.at(name.span).element(&name.text));
        }
    }
}

/// Returns a sum in normal form. The sign of a number belongs to the number at the beginning, and to the operator
/// elsewhere. A sum of one term is that term.
fn sum(mut terms: Vec<(bool, ValueTerm)>) -> ValueTerm {
    for (position, (is_added, term)) in terms.iter_mut().enumerate() {
        if let ValueTerm::Number(number) = term {
            let signed = if *is_added { *number } else { -*number };
            *is_added = position == 0 || signed >= 0;
            *number = if position == 0 { signed } else { signed.abs() };
        }
    }
    match terms.as_mut_slice() {
        [(true, only)] => std::mem::replace(only, ValueTerm::Number(0)),
        _ => ValueTerm::Sum(terms),
    }
}

/// Returns the meaning of a name if a number is wanted.
fn holder(net: &Net, program: &Program, name: &str) -> Option<Holder> {
    if let Some(process) = program.processes.iter().find(|process| process.name == name) {
        return Some(Holder::Process(process.location));
    }
    if let Some(channel) = program.channels.iter().find(|channel| channel.name == name) {
        return buffer(net, channel.buffer?).map(Holder::Channel);
    }
    let own = program.processes.iter().flat_map(|process| &process.variables);
    let place = program.variables.iter().chain(own).copied().find(|&place| net.place(place).id == name)?;
    match net.sort(net.place(place).sort) {
        Sort::Array { length, .. } => Some(Holder::Array(place, u32::try_from(*length).ok()?)),
        Sort::Range { .. } | Sort::Bool | Sort::Enumeration { .. } => Some(Holder::Variable(place)),
        _ => None,
    }
}

fn buffer(net: &Net, place: PlaceId) -> Option<Buffer> {
    let Sort::List { element, capacity: Some(capacity) } = net.sort(net.place(place).sort) else {
        return None;
    };
    let width = if let Sort::Product(sorts) = net.sort(*element) { sorts.len() } else { 1 };
    Some(Buffer { place, capacity: u32::try_from(*capacity).ok()?, width: u32::try_from(width).ok()? })
}

/// Returns the maximum magnitude of a number of this sort.
fn max_in(net: &Net, sort: SortId) -> i128 {
    match net.sort(sort) {
        Sort::Bool => 1,
        Sort::Enumeration { constants, .. } => constants.len() as i128,
        Sort::Range { start, end } => i128::from(*start).abs().max(i128::from(*end).abs()),
        Sort::Array { element, .. } | Sort::List { element, .. } => max_in(net, *element),
        Sort::Product(sorts) => sorts.iter().map(|&sort| max_in(net, sort)).max().unwrap_or(0),
        Sort::Integer { .. } | Sort::String | Sort::Dot => i128::from(i64::MAX),
    }
}

/// Returns the condition that a process is at a location: `P.s`.
fn location(net: &Net, program: &Program, name: &str) -> Option<ValueCondition> {
    let at = |process: &Process| {
        let location = name.strip_prefix(process.name.as_str())?.strip_prefix('.')?;
        let Sort::Enumeration { constants, .. } = net.sort(net.place(process.location).sort) else {
            return None;
        };
        let position = match constants.iter().position(|constant| constant.id == location) {
            Some(position) => u32::try_from(position).ok()?,
            None => process.aliases.iter().find(|alias| alias.name == location)?.location,
        };
        Some(ValueCondition::At(process.location, position))
    };
    program.processes.iter().find_map(at)
}

/// Returns the locations of a process, as written in properties.
fn locations(net: &Net, process: &Process) -> Vec<String> {
    let Sort::Enumeration { constants, .. } = net.sort(net.place(process.location).sort) else {
        return Vec::new();
    };
    let aliases = process.aliases.iter().map(|alias| &alias.name);
    let names = constants.iter().map(|constant| &constant.id).chain(aliases);
    names.map(|name| format!("{}.{name}", process.name)).collect()
}

/// Adds the most similar known word as a suggestion, if there is one.
fn suggested<'n>(found: Diagnostic, word: &str, known: impl Iterator<Item = &'n str>) -> Diagnostic {
    match nearest(word, known) {
        Some(near) => found.help(format!("did you mean `{}`?", written(near))),
        None => found,
    }
}

/// Adds as suggestions the known words that end in a dot and this word, or the most similar one.
fn behind_dot<'n>(found: Diagnostic, word: &str, known: impl Iterator<Item = &'n str> + Clone) -> Diagnostic {
    let own = |name: &&str| name.rsplit_once('.').is_some_and(|(_, own)| own == word);
    let same: Vec<&str> = known.clone().filter(own).collect();
    if same.is_empty() {
        return suggested(found, word, known);
    }
    found.help(format!("of a process it is {}", listed(same.into_iter())))
}

/// Returns the span of the first name in a term.
fn first_name(term: &TermSyntax) -> Option<Span> {
    match term {
        TermSyntax::Number(_) => None,
        TermSyntax::Held(name, _) | TermSyntax::Length(name) => Some(name.span),
        TermSyntax::Tokens(names) => names.first().map(|name| name.span),
        TermSyntax::Sum(terms) => terms.iter().find_map(|(_, term)| first_name(term)),
        TermSyntax::Product(first, factors) => {
            first_name(first).or_else(|| factors.iter().find_map(|(_, term)| first_name(term)))
        }
    }
}
