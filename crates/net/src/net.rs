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
    /// The arcs. Parallel input arcs add up, and so do parallel output arcs; of several inhibitor
    /// or read arcs between the same nodes the strictest counts.
    pub arcs: Vec<Arc>,
    /// The nested units, if the file gives them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub units: Option<NestedUnits>,
    /// The pages, if the file spreads the net over several; nodes may be on none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pages: Vec<Page>,
    /// The final markings, if the file gives them: several are alternatives.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub final_markings: Vec<FinalMarking>,
    /// What the modeller claims to hold in every reachable marking.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub assertions: Vec<Assertion>,
    /// The processes and channels, if the model was written as a program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program: Option<Program>,
}

/// What a net declares.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Declarations {
    /// The sorts; the first one is always the built-in `dot`.
    pub sorts: Vec<SortDeclaration>,
    /// The variables. Each transition binds its own: one declaration may serve many transitions.
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
    /// The declarations of a place/transition net: the sort `dot`.
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
    /// The sort that the declaration stands for.
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

/// A named operator: a term with parameters. Operators do not call themselves.
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

/// A place.
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
    /// The tokens at the start.
    #[serde(default = "no_tokens", skip_serializing_if = "is_no_tokens")]
    pub initial: Inscription,
    /// The most tokens that a firing may leave here; `None`: as many as there are.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "crate::number::option")]
    pub capacity: Option<u64>,
    /// Where an editor draws it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<Point>,
    /// Where it stands in the file.
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
    /// The condition under which a binding may fire; `None`: always.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub guard: Option<Term>,
    /// Assignments carried out in order between taking the tokens and putting the new ones.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub code: Vec<Assignment>,
    /// Where an editor draws it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<Point>,
    /// Where it stands in the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub span: Option<Span>,
}

/// An assignment of a code segment.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Assignment {
    /// The variable that is bound anew.
    pub variable: VariableId,
    /// The new value of the variable.
    pub value: Term,
}

/// An arc between a place and a transition.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Arc {
    /// The modeller's id; arcs may have none, and may share one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The place.
    pub place: PlaceId,
    /// The transition.
    pub transition: TransitionId,
    /// What the arc does.
    pub kind: ArcKind,
    /// The tokens that it moves or tests; of no meaning on a reset arc.
    #[serde(default = "one_token", skip_serializing_if = "is_one_token")]
    pub inscription: Inscription,
    /// The bends between its ends, as an editor draws it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bends: Vec<Point>,
    /// Where it stands in the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub span: Option<Span>,
}

/// What an arc does when its transition fires.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ArcKind {
    /// Takes tokens from the place; enabled where they are there.
    Input,
    /// Puts tokens into the place.
    Output,
    /// Enabled where the place holds *less* than the weight; moves nothing. On a coloured place, a
    /// number counts the tokens of all colours, and a term stands for a multiset that the place
    /// must not hold as a whole.
    Inhibitor,
    /// Enabled where the place holds at least the weight; moves nothing.
    Read,
    /// Empties the place, after the input arcs and before the output arcs; always enabled.
    Reset,
}

impl ArcKind {
    /// The weight of two parallel arcs of this kind together; `None` where it does not fit.
    #[must_use]
    pub fn aggregate(self, left: u64, right: u64) -> Option<u64> {
        match self {
            Self::Input | Self::Output => left.checked_add(right),
            Self::Inhibitor => Some(left.min(right)),
            Self::Read | Self::Reset => Some(left.max(right)),
        }
    }
}

/// Tokens: of an initial marking, or moved by an arc.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Inscription {
    /// This number of tokens of the colour `dot`.
    Tokens(#[serde(with = "crate::number")] u64),
    /// A multiset term over the place's sort.
    Term(Box<Term>),
}

impl Inscription {
    /// The number of plain tokens: 0 for a term, which a place/transition net does not have.
    #[must_use]
    pub fn tokens(&self) -> u64 {
        if let Self::Tokens(tokens) = self { *tokens } else { 0 }
    }

    /// The term, where it is one.
    #[must_use]
    pub fn term(&self) -> Option<&Term> {
        if let Self::Term(term) = self { Some(term) } else { None }
    }
}

/// A point of an editor's canvas, in the editor's unit; y grows downwards.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Point {
    /// To the right.
    pub x: f64,
    /// Downwards.
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
    /// A place of the sort `dot` with this number of tokens at the start.
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
    /// A transition without guard and code.
    #[must_use]
    pub fn plain(id: impl Into<String>) -> Self {
        Self { id: id.into(), name: None, guard: None, code: Vec::new(), position: None, span: None }
    }
}

impl Arc {
    /// An arc of a place/transition net.
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
    /// A net with nothing in it, of the sort `dot` only.
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

    /// The place with this id.
    ///
    /// # Panics
    /// Where the id is not of this net.
    #[must_use]
    pub fn place(&self, id: PlaceId) -> &Place {
        &self.places[id.index()]
    }

    /// The transition with this id.
    ///
    /// # Panics
    /// Where the id is not of this net.
    #[must_use]
    pub fn transition(&self, id: TransitionId) -> &Transition {
        &self.transitions[id.index()]
    }

    /// The sort with this id.
    ///
    /// # Panics
    /// Where the id is not of this net.
    #[must_use]
    pub fn sort(&self, id: SortId) -> &Sort {
        &self.declarations.sorts[id.index()].sort
    }

    /// The declared operator with this id.
    ///
    /// # Panics
    /// Where the id is not of this net.
    #[must_use]
    pub fn operator(&self, id: OperatorId) -> &OperatorDeclaration {
        &self.declarations.operators[id.index()]
    }

    /// The partition with this id.
    ///
    /// # Panics
    /// Where the id is not of this net.
    #[must_use]
    pub fn partition(&self, id: PartitionId) -> &PartitionDeclaration {
        &self.declarations.partitions[id.index()]
    }

    /// The ids of the places, in order.
    pub fn place_ids(&self) -> impl ExactSizeIterator<Item = PlaceId> + use<> {
        (0..self.places.len()).map(PlaceId::new)
    }

    /// The ids of the transitions, in order.
    pub fn transition_ids(&self) -> impl ExactSizeIterator<Item = TransitionId> + use<> {
        (0..self.transitions.len()).map(TransitionId::new)
    }

    /// Whether the only tokens are those of `dot`: then every inscription is
    /// [`Inscription::Tokens`], and there are no guards, no code and no assertions.
    #[must_use]
    pub fn is_place_transition(&self) -> bool {
        self.places.iter().all(|p| p.sort == SortId::DOT && matches!(p.initial, Inscription::Tokens(_)))
            && self.arcs.iter().all(|a| matches!(a.inscription, Inscription::Tokens(_)))
            && self.transitions.iter().all(|t| t.guard.is_none() && t.code.is_empty())
            && self.assertions.is_empty()
    }

    /// Reads all differences of multisets in one way. Tools disagree about those that take away what is not there.
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
