//! State spaces as columns: those of nets compared with the naive explorer, and those of programs with the
//! plain semantics.

use std::collections::BTreeSet;

use sanderling::{
    Column, Content, Control, Edges, Form, Limits, ModelErrors, Part, Question, Request, StateSpace,
    ValueSort, Values, Width, state_space,
};
use sanderling_cutoff::Cutoffs;
use sanderling_dve::{Dve, Semantics};
use sanderling_net::semantics::{Interpreter, Marking, Multiset};
use sanderling_net::{Arc, ArcKind, Format, Net, Place, PlaceId, Source, Transition, Value};
use sanderling_report::Reason;
use sanderling_testkit::naive;
use sanderling_testkit::random::{self, Shape, for_seeds};

fn request() -> Request {
    Request { threads: 2, ..Request::new(Question::Explore) }
}

fn found(net: &Net, request: &Request) -> StateSpace {
    state_space(net, request, &Control::default()).unwrap()
}

/// Returns the token counts of a column.
fn counts(column: &Column) -> Vec<u64> {
    match column {
        Column::Int16(tokens) => tokens.iter().map(|&one| u64::try_from(one).unwrap()).collect(),
        Column::Int32(tokens) => tokens.iter().map(|&one| u64::try_from(one).unwrap()).collect(),
        Column::Int64(tokens) => tokens.iter().map(|&one| u64::try_from(one).unwrap()).collect(),
        Column::UInt64(tokens) => tokens.clone(),
        Column::Values(_) => panic!("a place of a place/transition net holds values"),
    }
}

/// Returns the markings by number, read in two parts.
fn markings(space: &StateSpace) -> Vec<Vec<u64>> {
    let half = space.len() / 2;
    let mut markings = Vec::new();
    for rows in [0..half, half..space.len()] {
        let columns: Vec<_> = space.columns(space.places(), rows).iter().map(counts).collect();
        let states = columns.first().map_or(0, Vec::len);
        markings.extend((0..states).map(|at| columns.iter().map(|column| column[at]).collect::<Vec<u64>>()));
    }
    markings
}

fn edges(space: &StateSpace) -> BTreeSet<(usize, usize, usize)> {
    let Edges { sources, targets, transitions } = space.edges(0..space.len());
    assert!(sources.is_sorted(), "edges come in the order of the states");
    let ends = sources.iter().zip(&targets).zip(&transitions);
    ends.map(|((&source, &target), event)| (source as usize, event.index(), target as usize)).collect()
}

fn tokens(net: &Net, marking: &Marking) -> Vec<u64> {
    net.place_ids().map(|place| marking.place(place).total()).collect()
}

#[test]
fn columns_and_edges_are_those_of_the_definition() {
    for shape in [Shape::conservative_special(), Shape { max_tokens: 9, ..Shape::conservative() }] {
        for_seeds(25, |seed| {
            let net = random::net(seed, &shape);
            let Ok(explored) = naive::explore(&net, 3000) else { return };
            let space = found(&net, &request());
            let found = markings(&space);
            assert!(space.exhaustive && space.reason.is_none());
            assert_eq!(found.iter().collect::<BTreeSet<_>>().len(), explored.states());
            assert_eq!(found[0], tokens(&net, &sanderling_net::semantics::initial(&net).unwrap()));
            let number = |marking: &Marking| {
                let tokens = tokens(&net, marking);
                found.iter().position(|one| *one == tokens).expect("every marking has a row")
            };
            let interpreter = Interpreter::new(&net);
            let mut expected = BTreeSet::new();
            for marking in explored.markings.keys() {
                for firing in interpreter.enabled(marking).unwrap() {
                    let mut successor = marking.clone();
                    interpreter.fire(&mut successor, &firing).unwrap();
                    expected.insert((number(marking), firing.transition.index(), number(&successor)));
                }
            }
            assert_eq!(edges(&space), expected);
        });
    }
}

/// Creates a ring of places with one token, which moves a token from one heap to another in each step.
fn ring_and_heaps(places: usize, tokens: u64) -> Net {
    let mut net = Net::new("ring");
    let ring: Vec<_> = (0..places)
        .map(|at| net.add_place(Place::with_tokens(format!("r{at}"), u64::from(at == 0))))
        .collect();
    let heaps =
        [net.add_place(Place::with_tokens("full", tokens)), net.add_place(Place::with_tokens("empty", 0))];
    for (at, &place) in ring.iter().enumerate() {
        for (number, other) in [(0, 1), (1, 0)] {
            let transition = net.add_transition(Transition::plain(format!("t{at}_{number}")));
            net.add_arc(Arc::weighted(place, transition, ArcKind::Input, 1));
            net.add_arc(Arc::weighted(ring[(at + 1) % places], transition, ArcKind::Output, 1));
            net.add_arc(Arc::weighted(heaps[number], transition, ArcKind::Input, 1));
            net.add_arc(Arc::weighted(heaps[other], transition, ArcKind::Output, 1));
        }
    }
    net
}

#[test]
fn columns_of_mixed_radix_numbers_are_those_of_the_definition() {
    // Mixed radix saves words, and digits have more values than a lookup table covers. The ring has an odd
    // length, so all markings are reachable.
    let (places, tokens) = (261, 260);
    let net = ring_and_heaps(places, tokens);
    for cutoffs in [Cutoffs::usual(), Cutoffs::smallest(), Cutoffs::largest()] {
        let _entered = cutoffs.enter();
        let space = found(&net, &request());
        let mut found = markings(&space);
        assert_eq!((found[0][0], found[0][places]), (1, tokens));
        let mut expected = Vec::new();
        for at in 0..places {
            for full in 0..=tokens {
                let mut marking = vec![0; places];
                marking[at] = 1;
                expected.push([marking, vec![full, tokens - full]].concat());
            }
        }
        // Some places only, in another order.
        let some = [PlaceId::new(places + 1), PlaceId::new(3)];
        let columns = space.columns(some, 0..space.len());
        for (column, place) in columns.iter().zip(some) {
            assert!(counts(column).iter().eq(found.iter().map(|marking| &marking[place.index()])));
        }
        found.sort_unstable();
        expected.sort_unstable();
        assert_eq!(found.len(), expected.len());
        assert!(found == expected);
    }
}

/// Creates a net with a place that a transition fills forever.
fn counter(tokens: u64) -> Net {
    let mut net = Net::new("counter");
    let place = net.add_place(Place::with_tokens("p", tokens));
    let transition = net.add_transition(Transition::plain("t"));
    net.add_arc(Arc::weighted(place, transition, ArcKind::Output, 1));
    net
}

#[test]
fn a_limit_leaves_states_out_and_says_so() {
    let limits = Limits { states: Some(50), ..Limits::default() };
    let space = found(&counter(0), &Request { limits, ..request() });
    assert!(!space.exhaustive && space.reason.is_some() && space.len() >= 50);
    let unbounded = found(&counter(0), &request());
    assert_eq!(unbounded.reason, Some(Reason::Unbounded));
}

/// Creates a net without transitions whose places hold these tokens.
fn at_rest(tokens: &[u64]) -> Net {
    let mut net = Net::new("wide");
    for (at, &tokens) in tokens.iter().enumerate() {
        net.add_place(Place::with_tokens(format!("p{at}"), tokens));
    }
    net
}

#[test]
fn a_column_is_wide_enough_for_weighted_sums() {
    use Width::{Int16, Int32, Int64, UInt64};
    let (max_in_16, max_in_32) = (i16::MAX as u64 / 127, i32::MAX as u64 / 127);
    let expected = |tokens: &[u64], widths: &[Width]| {
        let space = found(&at_rest(tokens), &request());
        assert_eq!(
            space.contents(),
            widths.iter().copied().map(Content::Tokens).collect::<Vec<_>>(),
            "{tokens:?}"
        );
        assert_eq!(markings(&space), [tokens]);
    };
    expected(&[max_in_16], &[Int16]);
    expected(&[1, max_in_16 - 1], &[Int16, Int16]);
    // The sum of both would not fit in 16 bits, but the sum of the smaller ones does.
    expected(&[max_in_16, 1], &[Int32, Int16]);
    expected(&[3, max_in_32 - 3], &[Int16, Int32]);
    expected(&[3, max_in_32 - 2], &[Int16, Int64]);
    expected(&[1, (1 << 63) - 1, u64::MAX], &[Int16, Int64, UInt64]);
    // Places with the same number of tokens have columns of the same width.
    let many = max_in_16 as usize;
    expected(&vec![1; many], &vec![Int16; many]);
    expected(&vec![1; many + 1], &vec![Int32; many + 1]);
}

#[test]
fn several_colours_are_refused_with_help() {
    let coloured = random::coloured::net(0);
    assert!(!coloured.is_place_transition());
    let found = state_space(&coloured, &request(), &Control::default()).unwrap_err();
    assert!(found.to_string().contains("expected a place/transition net"), "{found}");
}

/// Reads a program of the project.
fn program(name: &str) -> Net {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../nets").join(name);
    let source = Source::new(name, std::fs::read_to_string(path).unwrap());
    Dve { semantics: Semantics::Ltsmin }.parse(&source).unwrap().nets.remove(0)
}

/// Returns the value in a row of a column; `None` for the error state.
fn value(sort: &ValueSort, values: &Values, row: usize) -> Option<Value> {
    let begin = if row == 0 { 0 } else { values.ends[row - 1] };
    let part = |at: usize, element: usize| match &sort.parts[at] {
        Part::Number => Value::Integer(values.parts[at][element].into()),
        Part::Name(names) => {
            assert!((values.parts[at][element] as usize) < names.len());
            Value::Constant(values.parts[at][element] as u32)
        }
    };
    let element = |element: usize| match sort.is_tuple {
        true => Value::Tuple((0..sort.parts.len()).map(|at| part(at, element)).collect()),
        false => part(0, element),
    };
    values.is_there[row].then(|| match sort.form {
        Form::Scalar => element(begin),
        Form::Array(_) | Form::List(_) => Value::List((begin..values.ends[row]).map(element).collect()),
    })
}

/// Returns the markings by number, read in two parts. The error state is `None`.
fn valued(space: &StateSpace) -> Vec<Option<Marking>> {
    let half = space.len() / 2;
    let mut markings = Vec::new();
    for rows in [0..half, half..space.len()] {
        let columns = space.columns(space.places(), rows.clone());
        markings.extend((0..rows.len()).map(|row| {
            let held = space.contents().iter().zip(&columns).map(|pair| match pair {
                (Content::Values(sort), Column::Values(values)) => value(sort, values, row),
                other => panic!("a place of a program holds {other:?}"),
            });
            held.map(|value| Some(Multiset::of(value?, 1))).collect()
        }));
    }
    markings
}

/// The markings and firings of a program by the plain semantics. An undefined firing leads to the error
/// state.
type Defined = (BTreeSet<Option<Marking>>, BTreeSet<(Marking, usize, Option<Marking>)>);

fn defined(net: &Net) -> Defined {
    let interpreter = Interpreter::new(net);
    let initial = sanderling_net::semantics::initial(net).unwrap();
    let (mut open, mut firings) = (vec![initial.clone()], BTreeSet::new());
    let mut markings = BTreeSet::from([Some(initial)]);
    while let Some(marking) = open.pop() {
        for attempt in interpreter.attempts(&marking).unwrap() {
            let after = attempt.error.is_none().then(|| {
                let mut after = marking.clone();
                interpreter.fire(&mut after, &attempt.firing).unwrap();
                after
            });
            if markings.insert(after.clone()) {
                open.extend(after.clone());
            }
            firings.insert((marking.clone(), attempt.firing.transition.index(), after));
        }
    }
    (markings, firings)
}

#[test]
fn columns_of_programs_are_those_of_the_definition() {
    for name in
        ["jugs.dve", "alternating-bit.dve", "sliding-window.dve", "lift-4.dve", "division-by-zero.dve"]
    {
        let net = program(name);
        let space = found(&net, &Request { model_errors: ModelErrors::State, ..request() });
        assert!(space.exhaustive && space.reason.is_none(), "{name}");
        let markings = valued(&space);
        let decoded: Vec<_> = (0..space.len()).map(|state| space.marking(state)).collect();
        assert!(markings == decoded, "{name}: columns and markings agree");
        assert_eq!(markings[0], Some(sanderling_net::semantics::initial(&net).unwrap()), "{name}");
        let (expected, firings) = defined(&net);
        assert_eq!(markings.len(), expected.len(), "{name}");
        assert!(markings.iter().cloned().collect::<BTreeSet<_>>() == expected, "{name}");
        assert_eq!(space.error_state, markings.iter().position(Option::is_none), "{name}");
        assert_eq!(space.error_state.is_some(), name == "division-by-zero.dve");
        let found_firings = edges(&space).into_iter().map(|(source, event, target)| {
            (
                markings[source].clone().expect("nothing is enabled in the error state"),
                event,
                markings[target].clone(),
            )
        });
        assert!(found_firings.collect::<BTreeSet<_>>() == firings, "{name}");
    }
}

#[test]
fn a_model_error_cuts_a_state_space_unless_it_is_a_state() {
    let space = found(&program("division-by-zero.dve"), &request());
    assert_eq!((space.exhaustive, space.reason, space.error_state), (false, Some(Reason::ModelError), None));
    // The explored part is returned nevertheless.
    assert!(!edges(&space).is_empty() && valued(&space).iter().all(Option::is_some));
}

#[test]
fn a_column_of_values_describes_their_parts() {
    let net = program("sliding-window.dve");
    let space = found(&net, &request());
    let sort = |id: &str| {
        let place = net.place_ids().find(|&place| net.place(place).id == id).unwrap();
        match &space.contents()[place.index()] {
            Content::Values(sort) => sort.clone(),
            other => panic!("{other:?}"),
        }
    };
    let numbers = |form, parts, is_tuple| ValueSort { form, parts: vec![Part::Number; parts], is_tuple };
    assert_eq!(sort("Sender.base"), numbers(Form::Scalar, 1, false));
    assert_eq!(sort("Sender.window"), numbers(Form::Array(2), 1, false));
    assert_eq!(sort("data"), numbers(Form::List(2), 2, true));
    let names = ["run", "again", "look"].map(str::to_owned).to_vec();
    assert_eq!(
        sort("Sender"),
        ValueSort { form: Form::Scalar, parts: vec![Part::Name(names)], is_tuple: false }
    );
    assert_eq!(["Sender.base", "data"].map(|id| sort(id).numbers()), [1, 4]);
}
