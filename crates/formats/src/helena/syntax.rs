//! The syntax tree, with names not yet resolved.

use sanderling_net::Span;

/// A name and its position.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Name<'a> {
    pub(crate) text: &'a str,
    pub(crate) span: Span,
}

/// A net.
#[derive(Debug)]
pub(crate) struct Syntax<'a> {
    pub(crate) name: Name<'a>,
    pub(crate) definitions: Vec<Definition<'a>>,
}

/// The definitions of a net, in the order of the file.
#[derive(Debug)]
pub(crate) enum Definition<'a> {
    /// A constant; parameters of a net are constants of `int`.
    Constant {
        type_name: Name<'a>,
        name: Name<'a>,
        value: Expression<'a>,
    },
    Type(Name<'a>, TypeDefinition<'a>),
    Place(Place<'a>),
    Transition(Transition<'a>),
    /// A state proposition, which belongs to properties.
    Proposition(Name<'a>),
}

/// A type.
#[derive(Debug)]
pub(crate) enum TypeDefinition<'a> {
    Range(Range<'a>),
    Modulo(Expression<'a>),
    Enumeration(Vec<Name<'a>>),
    Subtype { parent: Name<'a>, range: Option<Range<'a>> },
}

/// A range of values, both ends included.
#[derive(Debug)]
pub(crate) struct Range<'a> {
    pub(crate) first: Expression<'a>,
    pub(crate) last: Expression<'a>,
}

/// A place.
#[derive(Debug)]
pub(crate) struct Place<'a> {
    pub(crate) name: Name<'a>,
    /// The types of a token's components; empty for plain tokens.
    pub(crate) domain: Vec<Name<'a>>,
    pub(crate) initial: Option<Label<'a>>,
    pub(crate) capacity: Option<Span>,
}

/// A transition.
#[derive(Debug)]
pub(crate) struct Transition<'a> {
    pub(crate) name: Name<'a>,
    pub(crate) inputs: Vec<Arc<'a>>,
    pub(crate) outputs: Vec<Arc<'a>>,
    pub(crate) inhibitors: Vec<Arc<'a>>,
    pub(crate) free: Vec<Iteration<'a>>,
    pub(crate) bound: Vec<Bound<'a>>,
    pub(crate) guard: Option<Expression<'a>>,
}

/// An arc, from its transition's point of view.
#[derive(Debug)]
pub(crate) struct Arc<'a> {
    pub(crate) place: Name<'a>,
    pub(crate) label: Label<'a>,
}

/// A variable that stands for an expression.
#[derive(Debug)]
pub(crate) struct Bound<'a> {
    pub(crate) type_name: Name<'a>,
    pub(crate) name: Name<'a>,
    pub(crate) value: Expression<'a>,
}

/// A sum of tuples.
pub(crate) type Label<'a> = Vec<Tuple<'a>>;

/// A tuple with an optional factor, condition and loops.
#[derive(Debug)]
pub(crate) struct Tuple<'a> {
    pub(crate) span: Span,
    pub(crate) iterations: Vec<Iteration<'a>>,
    pub(crate) condition: Option<Expression<'a>>,
    pub(crate) factor: Option<Expression<'a>>,
    /// The components; empty for `epsilon`.
    pub(crate) components: Vec<Expression<'a>>,
}

/// A loop variable that takes each value of a type or a range.
#[derive(Debug)]
pub(crate) struct Iteration<'a> {
    pub(crate) name: Name<'a>,
    pub(crate) type_name: Name<'a>,
    pub(crate) range: Option<Range<'a>>,
}

/// An expression. Its [`depth`](Self::depth) is bounded, so that recursion over it is safe.
#[derive(Debug)]
pub(crate) struct Expression<'a> {
    pub(crate) node: Node<'a>,
    pub(crate) span: Span,
    pub(crate) depth: usize,
}

/// The structure of an expression.
#[derive(Debug)]
pub(crate) enum Node<'a> {
    Number(&'a str),
    Name(&'a str),
    /// An attribute such as `type'first`.
    Attribute(&'a str, &'a str),
    /// A type applied to an expression.
    Cast(&'a str, Box<Expression<'a>>),
    Unary(Unary, Box<Expression<'a>>),
    Binary(Binary, Box<[Expression<'a>; 2]>),
    /// A condition, and the values if it is true and if it is false.
    Choice(Box<[Expression<'a>; 3]>),
}

/// A unary operator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unary {
    Plus,
    Minus,
    Not,
    Predecessor,
    Successor,
}

/// A binary operator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Binary {
    Or,
    And,
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
}

impl<'a> Expression<'a> {
    /// Returns the name, if the expression is one.
    pub(crate) fn as_name(&self) -> Option<&'a str> {
        if let Node::Name(name) = self.node { Some(name) } else { None }
    }

    /// Returns whether the expression contains a name.
    pub(crate) fn mentions(&self, name: &str) -> bool {
        match &self.node {
            Node::Number(_) | Node::Attribute(..) => false,
            Node::Name(own) => *own == name,
            Node::Cast(_, operand) | Node::Unary(_, operand) => operand.mentions(name),
            Node::Binary(_, operands) => operands.iter().any(|one| one.mentions(name)),
            Node::Choice(operands) => operands.iter().any(|one| one.mentions(name)),
        }
    }
}
