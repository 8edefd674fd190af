//! Random properties of programs, as text and as trees that are evaluated in the simplest way.
//!
//! The text has only the necessary parentheses, and some more, so that an evaluation of it by other precedences than
//! the documented ones differs from the tree's.

use std::collections::BTreeSet;

use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use sanderling_net::program::Program;
use sanderling_net::semantics::Marking;
use sanderling_net::{Net, PlaceId, Sort, TransitionId, Value};

/// Property of a program.
#[derive(Debug, Clone)]
pub struct ValueProperty {
    /// Whether the condition must hold in all states, not in some state.
    pub is_always: bool,
    /// Condition of the property.
    pub condition: Condition,
    /// Property as text.
    pub text: String,
    /// Condition as text.
    pub condition_text: String,
}

/// Condition on a state.
#[derive(Debug, Clone)]
pub enum Condition {
    /// Nothing is enabled.
    Deadlock,
    /// A transition is enabled.
    Fireable(TransitionId),
    /// A process is at the location with this position.
    At(PlaceId, u32),
    /// A channel holds this number of messages.
    Holds(PlaceId, usize),
    /// A comparison of numbers holds.
    Compare(Number, &'static str, Number),
    /// The condition does not hold.
    Not(Box<Condition>),
    /// `and`, `or`, `implies` or `iff`.
    Joined(&'static str, Box<[Condition; 2]>),
}

/// Number in a condition.
#[derive(Debug, Clone)]
pub enum Number {
    /// A constant.
    Literal(i128),
    /// Content of a variable.
    Variable(PlaceId),
    /// Element of an array.
    Element(PlaceId, Box<Number>),
    /// Number of messages in a channel.
    Length(PlaceId),
    /// Message of a channel, or a value of it.
    Message(PlaceId, Box<Number>, Option<usize>),
    /// Negative of a number.
    Negative(Box<Number>),
    /// `+`, `-`, `*`, `/` or `%`.
    Joined(char, Box<[Number; 2]>),
}

/// State of a program, or its error state, with the transitions enabled in it.
#[derive(Debug, Clone, Copy)]
pub struct Moment<'a> {
    /// Marking of the state; `None` for the error state.
    pub marking: Option<&'a Marking>,
    /// Transitions that are enabled, including undefined ones.
    pub enabled: &'a BTreeSet<TransitionId>,
}

impl Condition {
    /// Returns whether the condition holds; `None` if that depends on values and there are none.
    #[must_use]
    pub fn holds(&self, moment: Moment<'_>) -> Option<bool> {
        match self {
            Self::Deadlock => Some(moment.enabled.is_empty()),
            Self::Fireable(transition) => Some(moment.enabled.contains(transition)),
            Self::At(process, position) => {
                Some(held(moment.marking?, *process) == &Value::Constant(*position))
            }
            Self::Holds(channel, count) => Some(list(moment.marking?, *channel).len() == *count),
            Self::Compare(left, relation, right) => {
                let marking = moment.marking?;
                let (Some(left), Some(right)) = (left.of(marking), right.of(marking)) else {
                    return Some(false);
                };
                Some(match *relation {
                    "<" => left < right,
                    "<=" => left <= right,
                    ">" => left > right,
                    ">=" => left >= right,
                    "!=" => left != right,
                    _ => left == right,
                })
            }
            Self::Not(inner) => inner.holds(moment).map(|holds| !holds),
            Self::Joined(word, sides) => {
                let (left, right) = (sides[0].holds(moment), sides[1].holds(moment));
                match (*word, left, right) {
                    ("and", Some(false), _) | ("and", _, Some(false)) => Some(false),
                    ("and", Some(true), Some(true)) => Some(true),
                    ("or" | "implies", _, Some(true)) => Some(true),
                    ("or", Some(true), _) | ("implies", Some(false), _) => Some(true),
                    ("or", Some(false), Some(false)) | ("implies", Some(true), Some(false)) => Some(false),
                    ("iff", Some(left), Some(right)) => Some(left == right),
                    _ => None,
                }
            }
        }
    }
}

impl Number {
    /// Returns whether the number is refused as a divisor.
    fn is_written_zero(&self) -> bool {
        match self {
            Self::Literal(number) => *number == 0,
            Self::Negative(number) => number.is_written_zero(),
            _ => false,
        }
    }

    fn of(&self, marking: &Marking) -> Option<i128> {
        match self {
            Self::Literal(number) => Some(*number),
            Self::Variable(place) => Some(scalar(held(marking, *place))),
            Self::Element(place, index) => {
                list(marking, *place).get(usize::try_from(index.of(marking)?).ok()?).map(scalar)
            }
            Self::Length(place) => Some(list(marking, *place).len() as i128),
            Self::Message(place, index, which) => {
                let message = list(marking, *place).get(usize::try_from(index.of(marking)?).ok()?)?;
                match (message, which) {
                    (Value::Tuple(values), Some(which)) => values.get(*which).map(scalar),
                    (one, _) => Some(scalar(one)),
                }
            }
            Self::Negative(number) => Some(-number.of(marking)?),
            Self::Joined(operator, sides) => {
                let (left, right) = (sides[0].of(marking)?, sides[1].of(marking)?);
                match operator {
                    '+' => Some(left + right),
                    '-' => Some(left - right),
                    '*' => Some(left * right),
                    '/' if right != 0 => Some(left / right),
                    '%' if right != 0 => Some(left % right),
                    _ => None,
                }
            }
        }
    }
}

fn held(marking: &Marking, place: PlaceId) -> &Value {
    marking.place(place).iter().next().expect("a place of a program holds a token").0
}

fn list(marking: &Marking, place: PlaceId) -> &[Value] {
    let Value::List(values) = held(marking, place) else { panic!("an array or a channel") };
    values
}

fn scalar(value: &Value) -> i128 {
    match value {
        Value::Integer(number) => (*number).into(),
        Value::Bool(truth) => i128::from(*truth),
        other => panic!("no number: {other:?}"),
    }
}

/// Returns a property of a program, which has variables, channels or processes.
#[must_use]
pub fn random_value_property(net: &Net, random: &mut StdRng) -> ValueProperty {
    let mut writer = Writer { net, program: net.program.as_ref().expect("a program"), random };
    let is_always = writer.random.random_bool(0.5);
    let condition = writer.condition(3);
    let condition_text = writer.text(&condition, 0);
    let text = format!("{} {condition_text}", if is_always { "always" } else { "reach" });
    ValueProperty { is_always, condition, text, condition_text }
}

struct Writer<'a> {
    net: &'a Net,
    program: &'a Program,
    random: &'a mut StdRng,
}

impl Writer<'_> {
    fn condition(&mut self, depth: usize) -> Condition {
        if depth == 0 || self.random.random_bool(0.35) {
            return self.atom();
        }
        if self.random.random_bool(0.2) {
            return Condition::Not(Box::new(self.condition(depth - 1)));
        }
        let word = self.pick(&["and", "and", "or", "or", "implies", "iff"]);
        Condition::Joined(word, Box::new([self.condition(depth - 1), self.condition(depth - 1)]))
    }

    fn atom(&mut self) -> Condition {
        let buffers = self.buffers();
        match self.random.random_range(0..12) {
            0 => Condition::Deadlock,
            1 if !self.net.transitions.is_empty() => {
                let transition = self.random.random_range(0..self.net.transitions.len());
                Condition::Fireable(TransitionId::new(transition))
            }
            2..5 if !self.program.processes.is_empty() => {
                let process = self.random.random_range(0..self.program.processes.len());
                let place = self.program.processes[process].location;
                let Sort::Enumeration { constants, .. } = self.net.sort(self.net.place(place).sort) else {
                    panic!("locations are an enumeration")
                };
                Condition::At(place, self.random.random_range(0..constants.len() as u32))
            }
            5 if !buffers.is_empty() => {
                let (place, capacity, _) = self.pick(&buffers);
                Condition::Holds(place, self.pick(&[0, capacity]))
            }
            _ => {
                let relation = self.pick(&["<", "<=", ">", ">=", "==", "!="]);
                let right = if self.random.random_bool(0.5) { self.literal() } else { self.number(2) };
                Condition::Compare(self.number(2), relation, right)
            }
        }
    }

    fn number(&mut self, depth: usize) -> Number {
        if depth == 0 || self.random.random_bool(0.6) {
            return self.held(depth);
        }
        if self.random.random_bool(0.1) {
            return Number::Negative(Box::new(self.held(depth)));
        }
        let operator = self.pick(&['+', '+', '-', '-', '*', '/', '%']);
        let (left, mut right) = (self.number(depth - 1), self.number(depth - 1));
        if matches!(operator, '/' | '%') && right.is_written_zero() {
            right = Number::Literal(2);
        }
        Number::Joined(operator, Box::new([left, right]))
    }

    fn literal(&mut self) -> Number {
        Number::Literal(self.random.random_range(-1..=4))
    }

    /// Returns a number: the content of a variable or a channel, or a constant.
    fn held(&mut self, depth: usize) -> Number {
        let (variables, buffers) = (self.variables(), self.buffers());
        let choice = self.random.random_range(0..10);
        if choice < 2 && !buffers.is_empty() {
            let (place, capacity, width) = self.pick(&buffers);
            if self.random.random_bool(0.4) {
                return Number::Length(place);
            }
            let index = self.index(capacity, depth);
            let which = (width > 1).then(|| self.random.random_range(0..width));
            return Number::Message(place, Box::new(index), which);
        }
        if choice == 9 || variables.is_empty() {
            return self.literal();
        }
        let place = self.pick(&variables);
        match self.net.sort(self.net.place(place).sort) {
            Sort::Array { length, .. } => {
                let index = self.index(*length as usize, depth);
                Number::Element(place, Box::new(index))
            }
            _ => Number::Variable(place),
        }
    }

    /// Returns a number that is an index, or an expression that may be one.
    fn index(&mut self, count: usize, depth: usize) -> Number {
        if depth == 0 || self.random.random_bool(0.5) {
            return Number::Literal(self.random.random_range(0..count.max(1)) as i128);
        }
        // A constant must be in range.
        match self.number(depth - 1) {
            Number::Literal(_) | Number::Negative(_) => Number::Literal(0),
            other => other,
        }
    }

    fn variables(&self) -> Vec<PlaceId> {
        let own = self.program.processes.iter().flat_map(|process| &process.variables);
        self.program.variables.iter().chain(own).copied().collect()
    }

    /// Returns the channels with a buffer, with the capacity of each and the number of values of a message.
    fn buffers(&self) -> Vec<(PlaceId, usize, usize)> {
        let places = self.program.channels.iter().filter_map(|channel| channel.buffer);
        let with_size = |place: PlaceId| match self.net.sort(self.net.place(place).sort) {
            Sort::List { element, capacity: Some(capacity) } => {
                let width = if let Sort::Product(sorts) = self.net.sort(*element) { sorts.len() } else { 1 };
                (place, *capacity as usize, width)
            }
            other => panic!("a buffer is a list, not {other:?}"),
        };
        places.map(with_size).collect()
    }

    fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        *choices.choose(self.random).expect("there are some")
    }

    /// Returns the text of a condition as an operand of an operator with the precedence `least`.
    fn text(&mut self, condition: &Condition, least: u8) -> String {
        let (power, text) = match condition {
            Condition::Deadlock => (5, "deadlock".into()),
            Condition::Fireable(transition) => {
                (5, format!("fireable(\"{}\")", self.net.transition(*transition).id))
            }
            Condition::At(place, position) => (5, self.location(*place, *position)),
            Condition::Holds(place, count) => {
                let id = self.id(*place);
                (5, format!("{}({id})", if *count == 0 { "empty" } else { "full" }))
            }
            Condition::Compare(left, relation, right) => {
                (5, format!("{} {relation} {}", self.number_text(left, 0), self.number_text(right, 0)))
            }
            Condition::Not(inner) => {
                let word = self.pick(&["not ", "!"]);
                (4, format!("{word}{}", self.text(inner, 4)))
            }
            Condition::Joined(word, sides) => {
                let (power, left, right) = match *word {
                    "iff" => (0, 1, 1),
                    "implies" => (1, 2, 1),
                    "or" => (2, 2, 3),
                    _ => (3, 3, 4),
                };
                (power, format!("{} {word} {}", self.text(&sides[0], left), self.text(&sides[1], right)))
            }
        };
        self.wrapped(text, power < least)
    }

    /// Returns the text of a number as an operand of an operator with the precedence `least`: 0 for sums, 1 for
    /// products, 2 for signs.
    fn number_text(&mut self, number: &Number, least: u8) -> String {
        let (power, text) = match number {
            Number::Literal(number) => (if *number < 0 { 2 } else { 3 }, number.to_string()),
            Number::Variable(place) => {
                let id = self.id(*place);
                (3, if self.random.random_bool(0.2) { format!("value({id})") } else { id })
            }
            Number::Element(place, index) => {
                (3, format!("{}[{}]", self.id(*place), self.number_text(index, 0)))
            }
            Number::Length(place) => (3, format!("length({})", self.id(*place))),
            Number::Message(place, index, which) => {
                let which = which.map_or(String::new(), |which| format!("[{which}]"));
                (3, format!("{}[{}]{which}", self.id(*place), self.number_text(index, 0)))
            }
            Number::Negative(number) => (2, format!("-{}", self.number_text(number, 3))),
            Number::Joined(operator, sides) => {
                let power = u8::from(!matches!(operator, '+' | '-'));
                let (left, right) =
                    (self.number_text(&sides[0], power), self.number_text(&sides[1], power + 1));
                let blank = self.pick(&["", " "]);
                (power, format!("{left}{blank}{operator}{blank}{right}"))
            }
        };
        self.wrapped(text, power < least)
    }

    fn wrapped(&mut self, text: String, needs_parentheses: bool) -> String {
        if needs_parentheses || self.random.random_bool(0.1) { format!("({text})") } else { text }
    }

    fn location(&mut self, place: PlaceId, position: u32) -> String {
        let Sort::Enumeration { constants, .. } = self.net.sort(self.net.place(place).sort) else {
            panic!("locations are an enumeration")
        };
        let name = format!("{}.{}", self.net.place(place).id, constants[position as usize].id);
        self.quoted(name)
    }

    fn id(&mut self, place: PlaceId) -> String {
        self.quoted(self.net.place(place).id.clone())
    }

    fn quoted(&mut self, name: String) -> String {
        let is_bare = name.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '.');
        // Keywords of the language are not names if they are unquoted.
        let is_word =
            name.chars().all(|c| c.is_ascii_uppercase()) || !name.contains(['.', '_']) && name.len() > 1;
        if !is_bare || is_word || self.random.random_bool(0.2) { format!("\"{name}\"") } else { name }
    }
}
