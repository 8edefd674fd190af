//! The contest's examinations on random nets, plain and coloured, compared with the naive explorer.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::time::Duration;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use sanderling::query::{Answer, Answered, Query, QuerySummary, answer};
use sanderling::{Control, Effort, PreparedNet, Question, Request};
use sanderling_net::semantics::{Interpreter, Marking};
use sanderling_net::{Net, PlaceId, TransitionId};
use sanderling_property::{ColouredProperty, Property, Quantifier, ReferenceValuation};
use sanderling_testkit::naive::{self, Explored};
use sanderling_testkit::random::{self, Shape, coloured, for_seeds, for_seeds_as_usual, symmetric};
use sanderling_tests::random_property;
use sanderling_unfolding::{Budget, Options};

/// The steps of the plans for place/transition nets. `proof of return` is missing: it decides too few random nets.
const STEPS: [&str; 24] = [
    // Formulas and deadlocks.
    "small search",
    "random walks",
    "structural rules: no deadlock",
    "short search, depth-first",
    "short search, best-first",
    "proof",
    "decision diagram, backwards",
    "guided walks",
    "decision diagram",
    "main search",
    // The state space.
    "decision diagram, first",
    "all markings",
    // One-safety and bounds.
    "initial marking",
    "bounds of places",
    "proofs of bounds",
    "search for the bounds",
    // Quasi-liveness and stable markings.
    "structure",
    "open transitions",
    "open places",
    // Liveness.
    "small graph",
    "deadlock",
    "transitions left behind",
    "quasi-liveness",
    "whole graph",
];

const DIAGRAMS: &[&str] = &["decision diagram", "decision diagram, backwards"];

/// Maximum number of states of a compared net.
const LIMIT: usize = 200;

/// How often each technique answered each query, and the steps of plans that decided something.
#[derive(Debug, Default)]
struct Techniques {
    answers: RefCell<BTreeMap<(&'static str, &'static str), usize>>,
    steps: RefCell<BTreeSet<String>>,
}

/// Returns requests that leave more or less to a large search. Every second one has no decision diagram, and every
/// second one skips about half of the steps.
fn requests(random: &mut StdRng) -> Vec<Request> {
    let nothing = Effort { small: 0, short: 0, walk_time: Duration::ZERO, ..Effort::default() };
    let walks = Effort { walk_time: Duration::from_millis(2), ..nothing };
    let usual = Effort { small: 50, walk_time: Duration::from_millis(2), ..Effort::default() };
    let efforts = [nothing, walks, usual, Effort::default()];
    let effort = |effort: Effort, random: &mut StdRng| {
        // Decision diagrams decide nearly everything about small nets.
        let effort = if random.random() { effort.without(DIAGRAMS) } else { effort };
        if random.random() {
            let walk_time = effort.walk_time.min(Duration::from_millis(2));
            Effort { skipped_steps: effort.skipped_steps | random.random::<u128>(), walk_time, ..effort }
        } else {
            effort
        }
    };
    efforts
        .into_iter()
        .map(|one| Request {
            effort: effort(one, random),
            threads: random.random_range(1..=2),
            ..Request::new(Question::Explore)
        })
        .collect()
}

/// Returns whether the net is live, by definition.
fn is_live(net: &Net, explored: &Explored) -> bool {
    let interpreter = Interpreter::new(net);
    let mut successors: HashMap<&Marking, (HashSet<TransitionId>, Vec<Marking>)> = HashMap::new();
    for marking in explored.markings.keys() {
        let mut found = (HashSet::new(), Vec::new());
        for firing in interpreter.enabled(marking).expect("enabledness is defined") {
            let mut next = marking.clone();
            interpreter.fire(&mut next, &firing).expect("it is enabled");
            found.0.insert(firing.transition);
            found.1.push(next);
        }
        successors.insert(marking, found);
    }
    explored.markings.keys().all(|from| {
        let (mut seen, mut open, mut fired) = (HashSet::from([from]), vec![from], HashSet::new());
        while let Some(marking) = open.pop() {
            let (transitions, next) = &successors[marking];
            fired.extend(transitions.iter().copied());
            open.extend(next.iter().filter(|&next| seen.insert(next)));
        }
        fired.len() == net.transitions.len()
    })
}

fn is_stable(place: PlaceId, explored: &Explored) -> bool {
    let mut counts = explored.markings.keys().map(|marking| marking.tokens(place));
    let first = counts.next();
    counts.all(|count| Some(count) == first)
}

fn holds(net: &Net, explored: &Explored, property: &Property) -> bool {
    let is_met = explored.markings.keys().any(|marking| {
        let valuation = ReferenceValuation::build(net, marking).expect("enabledness is defined");
        property.target().holds(&valuation)
    });
    is_met == (property.quantifier == Quantifier::Reach)
}

fn greatest(sum: &[(i64, PlaceId)], explored: &Explored) -> u128 {
    let value = |marking: &Marking| -> i128 {
        sum.iter().map(|&(factor, place)| i128::from(factor) * i128::from(marking.tokens(place))).sum()
    };
    explored.markings.keys().map(value).max().and_then(|most| u128::try_from(most).ok()).expect("a marking")
}

/// Returns the queries with the naive explorer's answers, both in terms of the original net.
fn expected(net: &Net, explored: &Explored, random: &mut StdRng) -> Vec<(&'static str, Query, Vec<Answer>)> {
    let truth = |holds: bool| vec![Answer::Truth(holds)];
    let number = |number: u128| Answer::Number(number.into());
    let parse = |text: String| Property::parse(&text, net).unwrap_or_else(|found| panic!("{text}: {found}"));
    let properties: Vec<Property> = (0..4).map(|_| parse(random_property(net, random))).collect();
    let answers = properties.iter().map(|property| Answer::Truth(holds(net, explored, property))).collect();
    let mut sum = || -> Vec<(i64, PlaceId)> {
        let places = random.random_range(1..=3);
        (0..places).map(|_| (1, PlaceId::new(random.random_range(0..net.places.len())))).collect()
    };
    let sums = vec![sum(), sum(), sum()];
    let most = sums.iter().map(|sum| number(greatest(sum, explored))).collect();
    let statistics = vec![
        number(explored.states() as u128),
        number(explored.firings.into()),
        number(explored.max_tokens_in_place.into()),
        number(explored.max_tokens_in_marking),
    ];
    let stable = net.place_ids().any(|place| is_stable(place, explored));
    vec![
        ("state space", Query::StateSpace, statistics),
        ("deadlock", Query::Deadlock, truth(!explored.deadlocks.is_empty())),
        ("one-safe", Query::OneSafe, truth(explored.bounds.iter().all(|&most| most <= 1))),
        ("quasi-live", Query::QuasiLiveness, truth(explored.fired.len() == net.transitions.len())),
        ("stable", Query::StableMarking, truth(stable)),
        ("live", Query::Liveness, truth(is_live(net, explored))),
        ("formulas", Query::Formulas(properties), answers),
        ("bounds", Query::Bounds(sums), most),
    ]
}

/// Translates a query about the original net to the analysed net.
fn expanded(examination: &Query, prepared: &PreparedNet) -> Query {
    match examination {
        Query::Formulas(properties) => {
            let coloured = |text: &str| {
                ColouredProperty::parse_coloured(text, prepared.original_net())
                    .unwrap_or_else(|found| panic!("{found}"))
            };
            let expanded = |property: &Property| {
                prepared.to_unfolded(&coloured(&property.text)).unwrap_or_else(|found| panic!("{found}"))
            };
            Query::Formulas(properties.iter().map(expanded).collect())
        }
        Query::Bounds(sums) => Query::Bounds(sums.iter().map(|sum| prepared.sum_to_unfolded(sum)).collect()),
        other => other.clone(),
    }
}

fn check(net: Net, seed: u64, techniques: &Techniques) {
    let Ok(explored) = naive::explore(&net, LIMIT) else { return };
    let mut random = StdRng::seed_from_u64(seed);
    let examinations = expected(&net, &explored, &mut random);
    let options = Options { merges: seed % 2 == 1, ..Options::default() };
    let Ok(prepared) = PreparedNet::of(net, options, &Budget::default()) else { return };
    examine_all(&prepared, &examinations, options.merges, &mut random, techniques);
}

/// Compares all queries of a net that is not unfolded, because the unfolding's budget is zero.
fn check_unreduced(net: Net, seed: u64, techniques: &Techniques) {
    let Ok(explored) = naive::explore(&net, LIMIT) else { return };
    let mut random = StdRng::seed_from_u64(seed);
    let examinations = expected(&net, &explored, &mut random);
    let nothing = Budget { transitions: 0, places: 0, ..Budget::default() };
    let Err(refused) = PreparedNet::of(net, Options::default(), &nothing) else { return };
    let prepared = PreparedNet::without_unfolding(refused).unwrap_or_else(|refused| panic!("{}", refused.1));
    examine_all(&prepared, &examinations, false, &mut random, techniques);
}

/// Answers every query with every request, and compares the answers with the expected ones. Merged bindings
/// reduce the number of firings.
fn examine_all(
    prepared: &PreparedNet,
    examinations: &[(&'static str, Query, Vec<Answer>)],
    is_merged: bool,
    random: &mut StdRng,
    techniques: &Techniques,
) {
    let id = &prepared.net().id;
    for (name, examination, answers) in examinations {
        if is_merged && matches!(examination, Query::StateSpace) {
            continue;
        }
        let query = expanded(examination, prepared);
        for request in requests(random) {
            let mut found: Vec<Option<Answer>> = vec![None; answers.len()];
            let mut on_answer = |Answered { question, answer, by, .. }: Answered| {
                assert!(found[question].is_none(), "{id}: {name} is answered twice");
                found[question] = Some(answer);
                *techniques.answers.borrow_mut().entry((*name, by.technique.name())).or_default() += 1;
            };
            let QuerySummary { plan, .. } =
                answer(&prepared.queried(), &query, &request, &Control::default(), &mut on_answer)
                    .unwrap_or_else(|found| panic!("{id}: {found}"));
            let deciding = plan.into_iter().filter(|step| step.decided > 0);
            techniques.steps.borrow_mut().extend(deciding.map(|step| step.name));
            for (question, expected) in answers.iter().enumerate() {
                let may_be_open = request.effort.skipped_steps != 0 && found[question].is_none();
                let is_right = found[question].as_ref() == Some(expected);
                assert!(is_right || may_be_open, "{id}: {name} with {:?}: {found:?}", request.effort);
            }
        }
    }
}

#[test]
fn nets_that_are_not_unfolded_are_examined_as_the_naive_explorer_does() {
    let techniques = Techniques::default();
    // With large cutoffs, proofs use all of their time.
    for_seeds_as_usual(300, |seed| check_unreduced(symmetric::net(seed), seed, &techniques));
    for_seeds_as_usual(100, |seed| check_unreduced(coloured::net(seed), seed, &techniques));
    for technique in [
        "search",
        "initial_marking",
        "skeleton_structure",
        "skeleton_place_invariant",
        "skeleton_state_equation",
    ] {
        assert!(count(&techniques, technique) > 0, "{technique}: {techniques:?}");
    }
}

fn count(techniques: &Techniques, technique: &str) -> usize {
    techniques.answers.borrow().iter().filter(|((_, by), _)| *by == technique).map(|(_, times)| times).sum()
}

#[test]
fn plain_nets_are_examined_as_the_naive_explorer_does() {
    let techniques = Techniques::default();
    let shapes = [Shape::conservative(), Shape::plain(), Shape::conservative_special(), Shape::special()];
    for_seeds(400, |seed| {
        let shape = &shapes[seed as usize % shapes.len()];
        check(random::net(seed, shape), seed, &techniques);
    });
    for technique in
        ["search", "structure", "place_invariant", "initial_marking", "state_equation", "reduction"]
    {
        assert!(count(&techniques, technique) > 0, "{technique}: {techniques:?}");
    }
    let steps = techniques.steps.take();
    for step in STEPS {
        assert!(steps.contains(step), "`{step}` decided nothing: {steps:?}");
    }
}

#[test]
fn coloured_nets_are_examined_as_the_naive_explorer_does() {
    let techniques = Techniques::default();
    for_seeds(300, |seed| check(symmetric::net(seed), seed, &techniques));
    for technique in ["search", "structure", "initial_marking"] {
        assert!(count(&techniques, technique) > 0, "{technique}: {techniques:?}");
    }
}
