//! A state space in memory, and the tables of its states and edges.

use std::sync::Arc;

use arrow_array::{ArrayRef, Int32Array, StringArray, UInt32Array};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use sanderling::{
    Column, Content, Edges, Limits, MarkingDisplay, PreparedNet, Question, Request, StateSpace,
};
use sanderling_net::{Net, PlaceId, TransitionId};
use sanderling_report::{Binding, Marking, to_json_line};

use crate::columns::{Kind, named, names};
use crate::loaded::Input;
use crate::options::of_graphs;
use crate::standard;
use crate::stream::stream;
use crate::watch::{Watch, watched_any};

/// Number of states in a batch. Their columns fit the caches, and none is so large that the allocator requests it from
/// the system separately.
const STATES_OF_BATCH: usize = 1 << 14;
/// Maximum number of numbers in a batch, which limits its states if their values have many.
const NUMBERS_OF_BATCH: usize = 1 << 24;
/// Number of states whose edges form a batch.
const SOURCES_OF_BATCH: usize = 1 << 13;

/// A state space. `sanderling.Graph` is around it.
#[pyclass(frozen, module = "sanderling._sanderling")]
pub(crate) struct Space {
    states: Arc<StateSpace>,
    /// The explored net.
    net: Arc<Net>,
    columns: Arc<Vec<Kind>>,
    labels: Arc<Labels>,
}

/// The labels of events: for each transition, its id and its binding in the original net.
struct Labels {
    ids: ArrayRef,
    id_of: Vec<i32>,
    bindings: ArrayRef,
    binding_of: Vec<Option<i32>>,
}

impl Space {
    pub(crate) fn of(
        py: Python<'_>,
        input: &Input,
        options: &str,
        listener: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let choices = of_graphs(options, input)?;
        let explore = |watch: &Watch<'_>| {
            let request = choices.without_net(Question::Explore);
            let limits = request.limits;
            let unfolding = standard::budget("{}")?;
            let prepared =
                input.unfolded(Limits { time: limits.time.or(unfolding.time), ..unfolding }, watch);
            let prepared = prepared.map_err(|refused| input.not_unfolded(refused.1))?;
            let mut request = Request { self_check: request.self_check, ..request };
            request.limits.time = limits.time.map(|time| watch.left_of(time));
            let states = sanderling::state_space(prepared.net(), &request, watch.control());
            let states = states.map_err(|found| input.unsupported(&found))?;
            let columns = states.contents().iter().map(Kind::of).collect();
            let labels = Arc::new(Labels::of(&prepared));
            let net = prepared.into_net().map_or_else(|unfolded| Arc::new(unfolded.net().clone()), Arc::new);
            Ok(Self { states: Arc::new(states), net, columns: Arc::new(columns), labels })
        };
        let (explored, interruption) = watched_any(py, listener, explore)?;
        match interruption {
            Some(error) => Err(error),
            None => Ok(explored?),
        }
    }
}

#[pymethods]
impl Space {
    fn __len__(&self) -> usize {
        self.states.len()
    }

    /// Whether every reachable state is here.
    #[getter]
    fn exhaustive(&self) -> bool {
        self.states.exhaustive
    }

    /// Why not.
    #[getter]
    fn reason(&self) -> Option<String> {
        let reason = serde_json::to_value(self.states.reason?).ok()?;
        reason.as_str().map(str::to_owned)
    }

    /// The number of the error state, where there is one.
    #[getter]
    fn error_state(&self) -> Option<usize> {
        self.states.error_state
    }

    /// The ids of the places, which are the columns.
    #[getter]
    fn places(&self) -> Vec<String> {
        self.net.places.iter().map(|place| place.id.clone()).collect()
    }

    /// The states as a stream: a column for each of some places, which are positions.
    fn stream_of_states<'py>(&self, py: Python<'py>, places: Vec<usize>) -> PyResult<Bound<'py, PyCapsule>> {
        let has_errors = self.states.error_state.is_some();
        let field = |&place: &usize| self.columns[place].field(&self.net.places[place].id, has_errors);
        let schema = Arc::new(Schema::new(places.iter().map(field).collect::<Vec<_>>()));
        let (states, columns) = (Arc::clone(&self.states), Arc::clone(&self.columns));
        let most = places.iter().map(|&place| columns[place].numbers()).max().unwrap_or(1).max(1);
        let at_a_time = (NUMBERS_OF_BATCH / most).clamp(1, STATES_OF_BATCH);
        stream(py, schema, (states.len(), at_a_time), move |rows| {
            let selected = places.iter().zip(states.columns(places.iter().copied().map(PlaceId::new), rows));
            selected.map(|(&place, column)| columns[place].array(column)).collect()
        })
    }

    /// The edges as a stream: `source`, `target`, `transition` and `binding`.
    fn stream_of_edges<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let (states, labels) = (Arc::clone(&self.states), Arc::clone(&self.labels));
        stream(py, schema_of_edges(), (states.len(), SOURCES_OF_BATCH), move |rows| {
            labels.columns(states.edges(rows))
        })
    }

    /// Whether places hold tokens, and not values.
    #[getter]
    fn counts(&self) -> bool {
        self.states.contents().iter().all(|content| matches!(content, Content::Tokens(_)))
    }

    /// The markings of some states as JSON; of the error state an empty one.
    fn markings(&self, py: Python<'_>, first: usize, end: usize) -> PyResult<String> {
        let rows = self.rows(first, end)?;
        Ok(py.detach(|| {
            let display = MarkingDisplay::new(&self.net);
            let markings = rows.map(|state| self.states.marking(state).map(|one| display.marking(&one)));
            to_json_line(&markings.map(Option::unwrap_or_default).collect::<Vec<Marking>>())
        }))
    }

    /// The tokens of some states, by place, where places hold tokens.
    fn columns(&self, py: Python<'_>, first: usize, end: usize) -> PyResult<Vec<Vec<u64>>> {
        let rows = self.rows(first, end)?;
        Ok(py.detach(|| self.states.columns(self.states.places(), rows).into_iter().map(numbers).collect()))
    }

    /// The edges from some states: sources, targets, and positions of transitions in the net that was explored.
    fn edges(&self, py: Python<'_>, first: usize, end: usize) -> PyResult<(Vec<u32>, Vec<u32>, Vec<usize>)> {
        let rows = self.rows(first, end)?;
        let Edges { sources, targets, transitions } = py.detach(|| self.states.edges(rows));
        Ok((sources, targets, transitions.into_iter().map(TransitionId::index).collect()))
    }

    /// What each transition that was explored is called: its id, and its binding where it has one.
    fn events(&self) -> Vec<(String, Option<String>)> {
        self.labels.names()
    }
}

impl Space {
    fn rows(&self, first: usize, end: usize) -> PyResult<std::ops::Range<usize>> {
        if first <= end && end <= self.states.len() {
            return Ok(first..end);
        }
        let message = format!("there are {} states, and none from {first} to {end}", self.states.len());
        Err(pyo3::exceptions::PyIndexError::new_err(message))
    }
}

impl Labels {
    fn of(prepared: &PreparedNet) -> Self {
        let original = prepared.original_net();
        let transitions = prepared.net().transition_ids();
        let id_of = transitions.map(|one| prepared.original_transition(one).index() as i32).collect();
        let mut bindings = Vec::new();
        let binding_of = prepared.bindings().into_iter().map(|binding| {
            (!binding.is_empty()).then(|| {
                bindings.push(in_words(&binding));
                bindings.len() as i32 - 1
            })
        });
        let binding_of = binding_of.collect();
        let ids = original.transitions.iter().map(|one| one.id.as_str());
        Self {
            ids: Arc::new(StringArray::from_iter_values(ids)),
            id_of,
            bindings: Arc::new(StringArray::from_iter_values(bindings)),
            binding_of,
        }
    }

    fn columns(&self, Edges { sources, targets, transitions }: Edges) -> Vec<ArrayRef> {
        let ids: Int32Array = transitions.iter().map(|one| Some(self.id_of[one.index()])).collect();
        let bindings: Int32Array = transitions.iter().map(|one| self.binding_of[one.index()]).collect();
        vec![
            Arc::new(UInt32Array::from(sources)),
            Arc::new(UInt32Array::from(targets)),
            names(ids, &self.ids),
            names(bindings, &self.bindings),
        ]
    }

    fn names(&self) -> Vec<(String, Option<String>)> {
        let texts = |array: &ArrayRef| -> Vec<String> {
            let array = array.as_any().downcast_ref::<StringArray>().expect("it was made of texts");
            array.iter().flatten().map(str::to_owned).collect()
        };
        let (ids, bindings) = (texts(&self.ids), texts(&self.bindings));
        let both = self.id_of.iter().zip(&self.binding_of);
        both.map(|(&id, binding)| (ids[id as usize].clone(), binding.map(|at| bindings[at as usize].clone())))
            .collect()
    }
}

/// Renders a binding as in ids of unfoldings: `x=a,y=b`.
fn in_words(binding: &Binding) -> String {
    binding.iter().map(|(variable, value)| format!("{variable}={value}")).collect::<Vec<_>>().join(",")
}

fn schema_of_edges() -> SchemaRef {
    Arc::new(Schema::new(vec![
        Field::new("source", DataType::UInt32, false),
        Field::new("target", DataType::UInt32, false),
        Field::new("transition", named(), false),
        Field::new("binding", named(), true),
    ]))
}

fn numbers(column: Column) -> Vec<u64> {
    match column {
        Column::Int16(tokens) => tokens.into_iter().map(|one| one as u64).collect(),
        Column::Int32(tokens) => tokens.into_iter().map(|one| one as u64).collect(),
        Column::Int64(tokens) => tokens.into_iter().map(|one| one as u64).collect(),
        Column::UInt64(tokens) => tokens,
        Column::Values(_) => Vec::new(),
    }
}
