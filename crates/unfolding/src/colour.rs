//! Colours by number.
//!
//! Each value that occurs is stored once, and a tuple is stored as the numbers of its parts. So two colours are equal
//! if their numbers are, a tuple is found with one look-up, and nothing depends on the sort in which a value was found:
//! two ranges may share their numbers.
//!
//! INVARIANT: no two numbers stand for the same value, and the parts of a colour have smaller numbers.

use std::cmp::Ordering;

use sanderling_net::{Net, Sort, SortId, Value};

/// Number of a value that has occurred.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Colour(u32);

impl Colour {
    /// Returns the number.
    #[must_use]
    #[inline(always)]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Node {
    Dot,
    Bool(bool),
    Constant(u32),
    Integer(i64),
    String(Box<str>),
    /// Start position and number of the parts.
    Tuple(u32, u32),
    List(u32, u32),
}

const VACANT: u32 = u32::MAX;

/// All values that have occurred.
#[derive(Debug, Clone)]
pub struct Colours {
    nodes: Vec<Node>,
    parts: Vec<Colour>,
    /// Hash table with open addressing that holds the numbers of the nodes. Its size is a power of two.
    slots: Vec<u32>,
    /// Colours of the constants that have occurred, by position.
    constants: Vec<u32>,
}

impl Default for Colours {
    fn default() -> Self {
        Self::new()
    }
}

impl Colours {
    /// Creates a table without colours.
    #[must_use]
    pub fn new() -> Self {
        Self { nodes: Vec::new(), parts: Vec::new(), slots: vec![VACANT; 64], constants: Vec::new() }
    }

    /// Returns how many numbers are used, for colours or for their parts.
    #[must_use]
    pub fn numbers(&self) -> u64 {
        self.nodes.len().max(self.parts.len()) as u64
    }

    /// Returns the approximate size in bytes.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        (self.nodes.len() * size_of::<Node>() + (self.parts.len() + self.slots.len()) * 4) as u64
    }

    /// Returns the colour of plain tokens.
    pub fn dot(&mut self) -> Colour {
        self.atom(Node::Dot)
    }

    pub(crate) fn truth(&mut self, truth: bool) -> Colour {
        self.atom(Node::Bool(truth))
    }

    pub(crate) fn constant(&mut self, position: u32) -> Colour {
        match self.constants.get(position as usize) {
            Some(&colour) if colour != VACANT => return Colour(colour),
            Some(_) => {}
            // INVARIANT: a position is below the number of constants of a sort, which is in memory.
            None => self.constants.resize(position as usize + 1, VACANT),
        }
        let colour = self.atom(Node::Constant(position));
        self.constants[position as usize] = colour.0;
        colour
    }

    pub(crate) fn tuple(&mut self, parts: &[Colour]) -> Colour {
        self.composite(parts, Node::Tuple)
    }

    /// Returns the colour of a value.
    pub fn of(&mut self, value: &Value) -> Colour {
        match value {
            Value::Dot => self.dot(),
            Value::Bool(truth) => self.truth(*truth),
            Value::Constant(position) => self.constant(*position),
            Value::Integer(number) => self.atom(Node::Integer(*number)),
            Value::String(text) => self.atom(Node::String(text.as_str().into())),
            Value::Tuple(values) => {
                let parts: Vec<_> = values.iter().map(|value| self.of(value)).collect();
                self.tuple(&parts)
            }
            Value::List(values) => {
                let parts: Vec<_> = values.iter().map(|value| self.of(value)).collect();
                self.composite(&parts, Node::List)
            }
        }
    }

    /// Returns the value of a colour.
    #[must_use]
    pub fn value(&self, colour: Colour) -> Value {
        let values = |start, len| self.range(start, len).iter().map(|&part| self.value(part)).collect();
        match self.nodes[colour.index()] {
            Node::Dot => Value::Dot,
            Node::Bool(truth) => Value::Bool(truth),
            Node::Constant(position) => Value::Constant(position),
            Node::Integer(number) => Value::Integer(number),
            Node::String(ref text) => Value::String(text.to_string()),
            Node::Tuple(start, len) => Value::Tuple(values(start, len)),
            Node::List(start, len) => Value::List(values(start, len)),
        }
    }

    /// Returns the colour of a value, if the value has occurred.
    pub(crate) fn find(&self, value: &Value) -> Option<Colour> {
        let parts = |values: &[Value]| values.iter().map(|v| self.find(v)).collect::<Option<Vec<_>>>();
        let (node, parts) = match value {
            Value::Dot => (Node::Dot, Vec::new()),
            Value::Bool(truth) => (Node::Bool(*truth), Vec::new()),
            Value::Constant(position) => (Node::Constant(*position), Vec::new()),
            Value::Integer(number) => (Node::Integer(*number), Vec::new()),
            Value::String(text) => (Node::String(text.as_str().into()), Vec::new()),
            Value::Tuple(values) => (Node::Tuple(0, 0), parts(values)?),
            Value::List(values) => (Node::List(0, 0), parts(values)?),
        };
        let slot = self.slot(&node, &parts);
        Some(self.slots[slot]).filter(|&found| found != VACANT).map(Colour)
    }

    /// Returns the truth value of a colour, if it is one.
    pub(crate) fn as_truth(&self, colour: Colour) -> Option<bool> {
        match self.nodes[colour.index()] {
            Node::Bool(truth) => Some(truth),
            _ => None,
        }
    }

    /// Returns the position of the constant of a colour, if it is one.
    pub(crate) fn as_constant(&self, colour: Colour) -> Option<u32> {
        match self.nodes[colour.index()] {
            Node::Constant(position) => Some(position),
            _ => None,
        }
    }

    /// Returns the parts of a tuple or a list.
    #[must_use]
    pub fn parts(&self, colour: Colour) -> &[Colour] {
        match self.nodes[colour.index()] {
            Node::Tuple(start, len) | Node::List(start, len) => self.range(start, len),
            _ => &[],
        }
    }

    /// Returns the component at the end of a path.
    pub(crate) fn component(&self, colour: Colour, path: &[u32]) -> Option<Colour> {
        path.iter().try_fold(colour, |colour, &position| self.parts(colour).get(position as usize).copied())
    }

    /// Compares the values of two colours, in the order of [`Value`].
    #[must_use]
    pub fn compare(&self, a: Colour, b: Colour) -> Ordering {
        if a == b {
            return Ordering::Equal;
        }
        let (first, second) = (&self.nodes[a.index()], &self.nodes[b.index()]);
        match (first, second) {
            (Node::Bool(a), Node::Bool(b)) => a.cmp(b),
            (Node::Constant(a), Node::Constant(b)) => a.cmp(b),
            (Node::Integer(a), Node::Integer(b)) => a.cmp(b),
            (Node::String(a), Node::String(b)) => a.cmp(b),
            (Node::Tuple(..), Node::Tuple(..)) | (Node::List(..), Node::List(..)) => {
                let (a, b) = (self.parts(a), self.parts(b));
                let differ = a.iter().zip(b).map(|(&a, &b)| self.compare(a, b)).find(|o| o.is_ne());
                differ.unwrap_or(a.len().cmp(&b.len()))
            }
            _ => kind(first).cmp(&kind(second)),
        }
    }

    /// Returns the position of each colour in the order of the values, by number.
    pub(crate) fn ranks(&self) -> Vec<u32> {
        let mut order: Vec<u32> = (0..self.nodes.len() as u32).collect();
        order.sort_unstable_by(|&a, &b| self.compare(Colour(a), Colour(b)));
        let mut ranks = vec![0; order.len()];
        for (rank, &colour) in order.iter().enumerate() {
            ranks[colour as usize] = rank as u32;
        }
        ranks
    }

    /// Returns whether a colour is a value of a sort.
    pub(crate) fn is_of(&self, net: &Net, sort: SortId, colour: Colour) -> bool {
        let all = |element: SortId| self.parts(colour).iter().all(|&part| self.is_of(net, element, part));
        let len = self.parts(colour).len() as u64;
        match (net.sort(sort), &self.nodes[colour.index()]) {
            (Sort::Enumeration { constants, .. }, Node::Constant(p)) => (*p as usize) < constants.len(),
            (Sort::Product(sorts), Node::Tuple(..)) => {
                sorts.len() as u64 == len
                    && sorts.iter().zip(self.parts(colour)).all(|(&sort, &part)| self.is_of(net, sort, part))
            }
            (Sort::List { element, capacity }, Node::List(..)) => {
                capacity.is_none_or(|capacity| len <= capacity) && all(*element)
            }
            (Sort::Array { element, length }, Node::List(..)) => len == *length && all(*element),
            (_, Node::Tuple(..) | Node::List(..)) => false,
            _ => net.is_value_of(sort, &self.value(colour)),
        }
    }

    fn range(&self, start: u32, len: u32) -> &[Colour] {
        &self.parts[start as usize..][..len as usize]
    }

    fn atom(&mut self, node: Node) -> Colour {
        let slot = self.slot(&node, &[]);
        if self.slots[slot] != VACANT {
            return Colour(self.slots[slot]);
        }
        self.add(slot, node)
    }

    fn composite(&mut self, parts: &[Colour], node: fn(u32, u32) -> Node) -> Colour {
        let slot = self.slot(&node(0, 0), parts);
        if self.slots[slot] != VACANT {
            return Colour(self.slots[slot]);
        }
        let start = number(self.parts.len());
        self.parts.extend_from_slice(parts);
        self.add(slot, node(start, number(parts.len())))
    }

    fn add(&mut self, slot: usize, node: Node) -> Colour {
        let colour = number(self.nodes.len());
        self.nodes.push(node);
        self.slots[slot] = colour;
        if self.nodes.len() * 2 > self.slots.len() {
            self.grow();
        }
        Colour(colour)
    }

    fn grow(&mut self) {
        self.slots = vec![VACANT; self.slots.len() * 2];
        for index in 0..self.nodes.len() {
            let slot = self.slot(&self.nodes[index], self.parts(Colour(index as u32)));
            self.slots[slot] = index as u32;
        }
    }

    /// Returns the slot of the table that has this value or has room for it. `parts` are those of a tuple or a list.
    fn slot(&self, node: &Node, parts: &[Colour]) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = hash(node, parts) as usize & mask;
        while self.slots[slot] != VACANT && !self.is_same(self.slots[slot], node, parts) {
            slot = (slot + 1) & mask;
        }
        slot
    }

    fn is_same(&self, stored: u32, node: &Node, parts: &[Colour]) -> bool {
        match (&self.nodes[stored as usize], node) {
            (Node::Tuple(..), Node::Tuple(..)) | (Node::List(..), Node::List(..)) => {
                self.parts(Colour(stored)) == parts
            }
            (stored, node) => stored == node,
        }
    }
}

fn number(index: usize) -> u32 {
    u32::try_from(index).ok().filter(|&index| index != VACANT).expect("the budget allows fewer colours")
}

/// Returns the position of the kind of value in the order of the values.
fn kind(node: &Node) -> u8 {
    match node {
        Node::Dot => 0,
        Node::Bool(_) => 1,
        Node::Constant(_) => 2,
        Node::Integer(_) => 3,
        Node::String(_) => 4,
        Node::Tuple(..) => 5,
        Node::List(..) => 6,
    }
}

fn hash(node: &Node, parts: &[Colour]) -> u64 {
    let atom = match node {
        Node::Dot | Node::Tuple(..) | Node::List(..) => 0,
        Node::Bool(truth) => u64::from(*truth),
        Node::Constant(position) => u64::from(*position),
        Node::Integer(number) => number.cast_unsigned(),
        Node::String(text) => text.bytes().fold(0, |hash, byte| mix(hash, u64::from(byte))),
    };
    parts.iter().fold(mix(u64::from(kind(node)), atom), |hash, part| mix(hash, u64::from(part.0)))
}

/// Returns a hash of a hash and another word.
#[must_use]
#[inline(always)]
pub fn mix(hash: u64, word: u64) -> u64 {
    let product = u128::from(hash ^ word.wrapping_add(0x9e37_79b9_7f4a_7c15)) * 0xd6e8_feb8_6659_fd93_u128;
    (product >> 64) as u64 ^ product as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values() -> Vec<Value> {
        let atoms = [
            Value::Dot,
            Value::Bool(true),
            Value::Constant(3),
            Value::Constant(0),
            Value::Integer(-1),
            Value::Integer(7),
            Value::String("a".into()),
        ];
        let mut values = atoms.to_vec();
        for a in &atoms {
            for b in &atoms {
                values.push(Value::Tuple(vec![a.clone(), b.clone()]));
                values.push(Value::List(vec![b.clone(), a.clone()]));
                values.push(Value::List(vec![a.clone()]));
            }
        }
        values.push(Value::Tuple(values.clone()));
        values
    }

    #[test]
    fn each_value_has_one_number_and_comes_back() {
        let mut colours = Colours::new();
        let first: Vec<_> = values().iter().map(|value| colours.of(value)).collect();
        let count = colours.nodes.len();
        for (value, &colour) in values().iter().zip(&first) {
            assert_eq!((colours.of(value), colours.find(value)), (colour, Some(colour)));
            assert_eq!(&colours.value(colour), value);
        }
        assert_eq!(colours.nodes.len(), count);
        assert_eq!(colours.find(&Value::Integer(99)), None);
    }

    #[test]
    fn the_order_is_that_of_the_values() {
        let mut colours = Colours::new();
        let numbered: Vec<_> = values().into_iter().map(|value| (colours.of(&value), value)).collect();
        let ranks = colours.ranks();
        for (a, first) in &numbered {
            for (b, second) in &numbered {
                assert_eq!(colours.compare(*a, *b), first.cmp(second));
                assert_eq!(ranks[a.index()].cmp(&ranks[b.index()]), first.cmp(second));
            }
        }
    }
}
