//! Programs, against the direct interpreter of their syntax trees.

use rand::rngs::StdRng;
use rand::{Rng, RngExt};
use sanderling::{Control, ModelErrors, Question, Request, analyse};
use sanderling_dve::{Dve, Semantics};
use sanderling_net::{Format, Source};
use sanderling_testkit::dve::{Errors, Shape, explore, print, random as random_model};

use super::LIMIT;
use crate::{Configuration, check_counts};

/// The counts of a program, with a state more for steps that fail.
pub(super) fn explored(random: &mut StdRng) -> bool {
    let shapes = [Shape::tame, Shape::wild, Shape::talkative, Shape::wide];
    let model = random_model(random.next_u64(), &shapes[random.random_range(0..shapes.len())]());
    let semantics = if random.random_bool(0.5) { Semantics::Ltsmin } else { Semantics::Divine2 };
    let Ok(Some(explored)) = explore(&model, semantics, Errors::State, LIMIT) else { return false };
    let text = print(&model);
    let Ok(mut parsed) = Dve { semantics }.parse(&Source::new("random.dve", text.clone())) else {
        return false;
    };
    let configuration = Configuration::rotation_of_programs(random.next_u64(), 1)[0];
    let request = Request { model_errors: ModelErrors::State, ..configuration.request(Question::Explore) };
    let net = parsed.nets.remove(0);
    let report =
        analyse(&net, &request, &Control::default()).unwrap_or_else(|found| panic!("{found}\n{text}"));
    if configuration.gave_up(&report) {
        return false;
    }
    let known = [explored.states.into(), explored.edges.into(), explored.deadlocks.into()];
    let about = || format!("{semantics:?} {configuration:?}\n{text}");
    check_counts(&report, known).unwrap_or_else(|difference| panic!("{difference}: {}", about()));
    for (assertion, answer) in net.assertions.iter().zip(&report.answers) {
        assert_eq!(answer.name.as_ref(), Some(&assertion.id), "{}", about());
    }
    true
}
