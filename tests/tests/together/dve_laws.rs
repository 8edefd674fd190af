//! Compiled DVE models obey the numbered laws of the system traits, in both readings of the language
//! and with both treatments of model errors.

use std::path::Path;

use sanderling_dve::Dve;
use sanderling_dve::Semantics::{self, Divine2, Ltsmin};
use sanderling_model::{ModelErrors, ValueModel};
use sanderling_net::{Format, Net, Source};
use sanderling_system::{Dependencies, Dependency};
use sanderling_testkit::corpora::{corpora, reference, skip, workspace};
use sanderling_testkit::dve::{Shape, print, random};
use sanderling_testkit::files::ending_in;
use sanderling_testkit::laws::{
    Compared, check_adaptive_laws, check_dependencies, check_dependency_laws, check_extremes_laws,
    check_system_laws,
};
use sanderling_testkit::random::for_seeds;

/// Returns the net of a model, or `None` if it is refused.
fn net(text: &str, semantics: Semantics) -> Option<Net> {
    let parsed = Dve { semantics }.parse(&Source::new("model.dve", text));
    parsed.ok().map(|mut parsed| parsed.nets.remove(0))
}

/// Checks all laws in both readings and with both treatments of errors.
fn check(text: &str, seed: u64) -> Compared {
    let mut all = Compared::default();
    for net in [Ltsmin, Divine2].into_iter().filter_map(|semantics| net(text, semantics)) {
        for errors in [ModelErrors::Report, ModelErrors::State] {
            let model = ValueModel::build(&net, errors).unwrap_or_else(|found| panic!("{found}\n{text}"));
            check_system_laws(&model, seed);
            check_extremes_laws(&model, seed);
            check_adaptive_laws(&model, seed);
            all += check_dependency_laws(&model, seed);
        }
    }
    all
}

/// Checks the models of a folder, one by one.
fn check_folder(folder: &Path, check: impl Fn(&str) -> Compared) -> Compared {
    let mut all = Compared::default();
    for path in ending_in(folder, "dve") {
        eprintln!("{}", path.display());
        all += check(&std::fs::read_to_string(&path).unwrap());
    }
    all
}

#[test]
fn our_models_obey_the_laws_and_leave_much_to_reduce() {
    let all = check_folder(&workspace().join("nets"), |text| check(text, 1));
    assert!(all.states > 1000 && all.alike > all.states && all.diamonds > all.states, "{all:?}");
}

#[test]
fn conformance_models_obey_the_laws() {
    let Some(folder) = reference().map(|reference| reference.join("dve-conformance")) else {
        return skip("conformance_models_obey_the_laws", "../shared/reference/dve-conformance");
    };
    assert!(check_folder(&folder, |text| check(text, 1)).states > 100);
}

#[test]
#[should_panic(expected = "Footprints, law 3: EventId(0) does not end")]
fn an_error_state_that_a_footprint_leaves_out_is_caught() {
    let text = "byte x = 2; process P { state a; init a; trans a -> a { effect x = x - 1, x = x / x * x; }; } system async;";
    let model =
        ValueModel::build(&net(text, Ltsmin).expect("a model"), ModelErrors::State).expect("compiled");
    let silent =
        |it: &Dependency| Dependency::new(it.tests().to_vec(), it.reads().to_vec(), it.writes().to_vec());
    let dependencies: Vec<_> = model.dependencies().iter().map(silent).collect();
    assert_ne!(dependencies, model.dependencies(), "the event divides by zero");
    check_dependencies(&model, &dependencies, 1);
}

#[test]
fn footprints_of_the_benchmark_models_obey_the_laws() {
    let Some(folder) = corpora().map(|corpora| corpora.join("beem")).filter(|folder| folder.is_dir()) else {
        return skip("footprints_of_the_benchmark_models_obey_the_laws", "../shared/corpora/beem");
    };
    let all = check_folder(&folder, |text| {
        let net = net(text, Ltsmin).expect("a model of the collection is read");
        let model = ValueModel::build(&net, ModelErrors::Report).expect("and compiled");
        check_dependency_laws(&model, 1)
    });
    assert!(all.states > 1000 && all.diamonds > all.states, "{all:?}");
}

fn check_shape(shape: &Shape, seeds: u64) {
    for_seeds(seeds, |seed| {
        check(&print(&random(seed, shape)), seed);
    });
}

#[test]
fn random_models_in_which_hardly_anything_fails_obey_the_laws() {
    check_shape(&Shape::tame(), 60);
}

#[test]
fn random_models_in_which_much_fails_obey_the_laws() {
    check_shape(&Shape::wild(), 60);
}

#[test]
fn random_models_that_mostly_communicate_obey_the_laws() {
    check_shape(&Shape::talkative(), 60);
}
