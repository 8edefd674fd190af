//! The net itself: places, transitions and the arcs between them.

use serde::{Deserialize, Serialize};

use crate::{
    Assertion, Differences, FinalMarking, NestedUnits, OperatorId, Page, PartitionId, PlaceId, Program, Sort,
    SortId, Span, Term, TransitionId, Value, VariableId,
};

/// A coloured Petri net with inhibitor, read and reset arcs, capacities and nested units.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Net {
    /// The modeller's id; may be empty.
    pub id: String,
    /// The modeller's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Sorts, variables, operators and partitions.
    pub declarations: Declarations,
    /// The places; a [`PlaceId`] is a position here.
    pub places: Vec<Place>,
    /// The transitions; a [`TransitionId`] is a position here.
    pub transitions: Vec<Transition>,
    /// The arcs. Parallel input arcs add up, and so do parallel output arcs. Of several inhibitor or read arcs between
    /// the same nodes, the strictest one counts.
    pub arcs: Vec<Arc>,
    /// The nested units, if the file gives them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub units: Option<NestedUnits>,
    /// The pages, if the file spreads the net over several. Nodes may be on no page.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pages: Vec<Page>,
    /// The final markings, if the file gives them. Several ones are alternatives.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub final_markings: Vec<FinalMarking>,
    /// The conditions that the modeller claims to hold in every reachable marking.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub assertions: Vec<Assertion>,
    /// The processes and channels, if the model was written as a program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program: Option<Program>,
}

/// The declarations of a net.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Declarations {
    /// The sorts; the first one is always the built-in `dot`.
    pub sorts: Vec<SortDeclaration>,
    /// The variables. Each transition has its own bindings, so one declaration may serve many transitions.
    #[serde(default)]
    pub variables: Vec<VariableDeclaration>,
    /// The named operators.
    #[serde(default)]
    pub operators: Vec<OperatorDeclaration>,
    /// The partitions.
    #[serde(default)]
    pub partitions: Vec<PartitionDeclaration>,
}

impl Default for Declarations {
    /// Returns the declarations of a place/transition net: the sort `dot`.
    fn default() -> Self {
        Self {
            sorts: vec![SortDeclaration { id: "dot".into(), name: None, sort: Sort::Dot }],
            variables: Vec::new(),
            operators: Vec::new(),
            partitions: Vec::new(),
        }
    }
}

/// A named sort.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SortDeclaration {
    /// The modeller's id.
    pub id: String,
    /// The modeller's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The sort that is declared.
    pub sort: Sort,
}

/// A variable.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VariableDeclaration {
    /// The modeller's id.
    pub id: String,
    /// The modeller's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The sort of the variable.
    pub sort: SortId,
}

/// A named operator: a term with parameters. Operators are not recursive.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OperatorDeclaration {
    /// The modeller's id.
    pub id: String,
    /// The parameters.
    pub parameters: Vec<VariableId>,
    /// The term.
    pub body: Term,
}

/// A partition of a sort into named classes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PartitionDeclaration {
    /// The modeller's id.
    pub id: String,
    /// The sort that is partitioned.
    pub sort: SortId,
    /// The classes, in order.
    pub elements: Vec<PartitionElement>,
}

/// A class of a partition.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PartitionElement {
    /// The modeller's id.
    pub id: String,
    /// The values in the class.
    pub values: Vec<Value>,
}

/// A place of a net.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// The modeller's id: the identity of the place.
    pub id: String,
    /// The modeller's name: a label, not an identity.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The colours that its tokens may have.
    #[serde(default = "dot", skip_serializing_if = "is_dot")]
    pub sort: SortId,
    /// The tokens in the initial marking.
    #[serde(default = "no_tokens", skip_serializing_if = "is_no_tokens")]
    pub initial: Inscription,
    /// Maximum number of tokens that a firing may leave in the place; `None` for no limit.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "crate::number::option")]
    pub capacity: Option<u64>,
    /// The position in a drawing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<Point>,
    /// Span in the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub span: Option<Span>,
}

/// A transition.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Transition {
    /// The modeller's id: the identity of the transition.
    pub id: String,
    /// The modeller's name: a label, not an identity.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The condition under which a binding is enabled; `None` if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub guard: Option<Term>,
    /// Assignments, executed in order after the tokens are removed and before new ones are produced.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub code: Vec<Assignment>,
    /// The position in a drawing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<Point>,
    /// Span in the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub span: Option<Span>,
}

/// An assignment of a code segment.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Assignment {
    /// The variable that is assigned.
    pub variable: VariableId,
    /// The new value of the variable.
    pub value: Term,
}

/// An arc between a place and a transition.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Arc {
    /// The modeller's id; optional, and need not be unique.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The place.
    pub place: PlaceId,
    /// The transition.
    pub transition: TransitionId,
    /// The kind of the arc.
    pub kind: ArcKind,
    /// The tokens that the arc moves or tests; without meaning on a reset arc.
    #[serde(default = "one_token", skip_serializing_if = "is_one_token")]
    pub inscription: Inscription,
    /// The bend points in a drawing, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bends: Vec<Point>,
    /// Span in the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub span: Option<Span>,
}

/// The effect of an arc when its transition fires.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ArcKind {
    /// Removes tokens from the place, which must hold them.
    Input,
    /// Adds tokens to the place.
    Output,
    /// Requires that the place holds *fewer* tokens than the weight; moves nothing. On a coloured place, a number
    /// counts the tokens of all colours, and a term denotes a multiset that the place must not include.
    Inhibitor,
    /// Requires that the place holds at least the weight; moves nothing.
    Read,
    /// Empties the place, after the input arcs and before the output arcs; never disables its transition.
    Reset,
}

impl ArcKind {
    /// Returns the weight of one arc that has the effect of two parallel arcs of this kind; `None` if it does not fit
    /// 64 bits.
    #[must_use]
    pub fn aggregate(self, left: u64, right: u64) -> Option<u64> {
        match self {
            Self::Input | Self::Output => left.checked_add(right),
            Self::Inhibitor => Some(left.min(right)),
            Self::Read | Self::Reset => Some(left.max(right)),
        }
    }
}

/// The tokens of an initial marking, or those that an arc moves.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Inscription {
    /// This number of tokens of the colour `dot`.
    Tokens(#[serde(with = "crate::number")] u64),
    /// A multiset term over the place's sort.
    Term(Box<Term>),
}

impl Inscription {
    /// Returns the number of plain tokens: 0 for a term, which a place/transition net does not have.
    #[must_use]
    pub fn tokens(&self) -> u64 {
        if let Self::Tokens(tokens) = self { *tokens } else { 0 }
    }

    /// Returns the term, if the inscription is one.
    #[must_use]
    pub fn term(&self) -> Option<&Term> {
        if let Self::Term(term) = self { Some(term) } else { None }
    }
}

/// A point of a drawing, in the editor's unit; y grows downwards.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Point {
    /// Distance to the right.
    pub x: f64,
    /// Distance downwards.
    pub y: f64,
}

fn dot() -> SortId {
    SortId::DOT
}
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it with a reference")]
fn is_dot(sort: &SortId) -> bool {
    *sort == SortId::DOT
}
fn no_tokens() -> Inscription {
    Inscription::Tokens(0)
}
fn is_no_tokens(inscription: &Inscription) -> bool {
    *inscription == Inscription::Tokens(0)
}
fn one_token() -> Inscription {
    Inscription::Tokens(1)
}
fn is_one_token(inscription: &Inscription) -> bool {
    *inscription == Inscription::Tokens(1)
}

impl Place {
    /// Creates a place of the sort `dot` with this number of tokens in the initial marking.
    #[must_use]
    pub fn with_tokens(id: impl Into<String>, tokens: u64) -> Self {
        Self {
            id: id.into(),
            name: None,
            sort: SortId::DOT,
            initial: Inscription::Tokens(tokens),
            capacity: None,
            position: None,
            span: None,
        }
    }
}

impl Transition {
    /// Creates a transition without guard and code.
    #[must_use]
    pub fn plain(id: impl Into<String>) -> Self {
        Self { id: id.into(), name: None, guard: None, code: Vec::new(), position: None, span: None }
    }
}

impl Arc {
    /// Creates an arc of a place/transition net.
    #[must_use]
    pub fn weighted(place: PlaceId, transition: TransitionId, kind: ArcKind, weight: u64) -> Self {
        Self {
            id: None,
            place,
            transition,
            kind,
            inscription: Inscription::Tokens(weight),
            bends: Vec::new(),
            span: None,
        }
    }
}

impl Net {
    /// Creates an empty net, which declares only the sort `dot`.
    #[must_use]
    pub fn new(id: impl Into<String>) -> Self {
        Self {
            id: id.into(),
            name: None,
            declarations: Declarations::default(),
            places: Vec::new(),
            transitions: Vec::new(),
            arcs: Vec::new(),
            units: None,
            pages: Vec::new(),
            final_markings: Vec::new(),
            assertions: Vec::new(),
            program: None,
        }
    }

    /// Adds a place and returns its id.
    pub fn add_place(&mut self, place: Place) -> PlaceId {
        self.places.push(place);
        PlaceId::new(self.places.len() - 1)
    }

    /// Adds a transition and returns its id.
    pub fn add_transition(&mut self, transition: Transition) -> TransitionId {
        self.transitions.push(transition);
        TransitionId::new(self.transitions.len() - 1)
    }

    /// Adds an arc.
    pub fn add_arc(&mut self, arc: Arc) {
        self.arcs.push(arc);
    }

    /// Returns the place with this id.
    ///
    /// # Panics
    /// If the id is not of this net.
    #[must_use]
    pub fn place(&self, id: PlaceId) -> &Place {
        &self.places[id.index()]
    }

    /// Returns the transition with this id.
    ///
    /// # Panics
    /// If the id is not of this net.
    #[must_use]
    pub fn transition(&self, id: TransitionId) -> &Transition {
        &self.transitions[id.index()]
    }

    /// Returns the sort with this id.
    ///
    /// # Panics
    /// If the id is not of this net.
    #[must_use]
    pub fn sort(&self, id: SortId) -> &Sort {
        &self.declarations.sorts[id.index()].sort
    }

    /// Returns the declared operator with this id.
    ///
    /// # Panics
    /// If the id is not of this net.
    #[must_use]
    pub fn operator(&self, id: OperatorId) -> &OperatorDeclaration {
        &self.declarations.operators[id.index()]
    }

    /// Returns the partition with this id.
    ///
    /// # Panics
    /// If the id is not of this net.
    #[must_use]
    pub fn partition(&self, id: PartitionId) -> &PartitionDeclaration {
        &self.declarations.partitions[id.index()]
    }

    /// Returns the ids of the places, in order.
    pub fn place_ids(&self) -> impl ExactSizeIterator<Item = PlaceId> + use<> {
        (0..self.places.len()).map(PlaceId::new)
    }

    /// Returns the ids of the transitions, in order.
    pub fn transition_ids(&self) -> impl ExactSizeIterator<Item = TransitionId> + use<> {
        (0..self.transitions.len()).map(TransitionId::new)
    }

    /// Returns whether all tokens are of the sort `dot`. Every inscription is then [`Inscription::Tokens`], and there
    /// are no guards, no code and no assertions.
    #[must_use]
    pub fn is_place_transition(&self) -> bool {
        self.places.iter().all(|p| p.sort == SortId::DOT && matches!(p.initial, Inscription::Tokens(_)))
            && self.arcs.iter().all(|a| matches!(a.inscription, Inscription::Tokens(_)))
            && self.transitions.iter().all(|t| t.guard.is_none() && t.code.is_empty())
            && self.assertions.is_empty()
    }

    /// Sets how all differences of multisets are read. Tools disagree about differences that subtract more than the
    /// first multiset holds.
    pub fn read_differences(&mut self, reading: Differences) {
        let inscriptions = self.places.iter_mut().map(|place| &mut place.initial);
        for inscription in inscriptions.chain(self.arcs.iter_mut().map(|arc| &mut arc.inscription)) {
            if let Inscription::Term(term) = inscription {
                term.read_differences(reading);
            }
        }
        for transition in &mut self.transitions {
            transition.guard.iter_mut().for_each(|guard| guard.read_differences(reading));
            transition.code.iter_mut().for_each(|assignment| assignment.value.read_differences(reading));
        }
    }
}
