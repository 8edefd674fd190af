//! Models of increasing size with known counts: nets of up to thousands of places, programs of up to
//! hundreds of elements, processes and words, and sorts of hundreds of colours. The sizes are on both sides
//! of the limits of tables. The configurations take turns.

use sanderling::{Control, Encoding, PreparedNet, Question, analyse};
use sanderling_dve::{Dve, Semantics};
use sanderling_net::{
    Arc, ArcKind, Constant, Format, Inscription, Net, Operator, Place, Sort, SortDeclaration, SortId, Source,
    Term, Transition, Value, VariableDeclaration, VariableId,
};
use sanderling_property::Property;
use sanderling_report::{Count, Verdict};
use sanderling_testkit::sized::{FAMILIES, Sized};
use sanderling_tests::{Configuration, Oracle, check_counts, play};
use sanderling_unfolding::{Budget, Options};

/// Sizes around powers of two, at which tables, words and pieces end.
const SIZES: [usize; 9] = [2, 3, 17, 50, 65, 257, 300, 568, 2100];

fn count(number: u128) -> Count {
    u64::try_from(number).expect("small counts").into()
}

/// Explores, and checks a reachable place, a place with one token too many, and deadlocks.
fn check(sized: &Sized, configuration: &Configuration) {
    let about = format!("{} {configuration:?}", sized.net.id);
    let request = |question| configuration.request(question);
    let report =
        analyse(&sized.net, &request(Question::Explore), &Control::default()).expect("it can be explored");
    if !configuration.gave_up(&report) {
        let known = [sized.states, sized.firings, sized.deadlocks].map(count);
        check_counts(&report, known).unwrap_or_else(|difference| panic!("{about}: {difference}"));
        assert_eq!(report.max_tokens_in_marking, Some(count(sized.tokens)), "{about}");
    }
    let reached = format!("reach tokens(p{}) > 0", sized.reached);
    let beyond = format!("always tokens(p{}) <= {}", sized.reached, sized.tokens);
    for (text, is_found) in [(reached, true), (beyond, false)] {
        let property = Property::parse(&text, &sized.net).expect("it is a property");
        let question = Question::Check(vec![property]);
        let report =
            analyse(&sized.net, &request(question), &Control::default()).expect("the request is valid");
        let answer = &report.answers[0];
        assert!(answer.verdict == Verdict::Holds || configuration.gave_up(&report), "{about}: {text}");
        assert_eq!(answer.trace.is_some(), is_found && answer.verdict == Verdict::Holds, "{about}: {text}");
        if let Some(trace) = &answer.trace {
            assert!(
                play(&sized.net, trace).tokens(sanderling_net::PlaceId::new(sized.reached)) > 0,
                "{about}"
            );
        }
    }
    let report =
        analyse(&sized.net, &request(Question::Deadlock), &Control::default()).expect("the request is valid");
    let expected = if sized.deadlocks > 0 { Verdict::Violated } else { Verdict::Holds };
    assert!(report.verdict == expected || configuration.gave_up(&report), "{about}: deadlock");
}

/// In mixed radix, every driver, order and store in turn, and in a random configuration of the others.
#[test]
fn counts_are_right_at_every_size() {
    let all = Configuration::distinct();
    let radix: Vec<_> = all.iter().filter(|one| one.encoding == Encoding::Radix).collect();
    let mut turn = 0;
    for family in FAMILIES {
        for size in SIZES.into_iter().filter(|&size| size <= family.largest) {
            let sized = (family.of)(size);
            check(&sized, radix[turn % radix.len()]);
            if size < 1000 {
                Configuration::rotation(turn as u64, 1).iter().for_each(|one| check(&sized, one));
            }
            turn += 1;
        }
    }
}

/// Every statistic, including the bound of each place, on markings of several words, in all configurations
/// in turn.
#[test]
fn statistics_are_right_on_nets_of_several_words() {
    let all = Configuration::distinct();
    let mut turns = all.iter().cycle();
    for family in FAMILIES {
        for size in [65, 130, 300].into_iter().filter(|&size| size <= family.largest) {
            let sized = (family.of)(size);
            let oracle = Oracle::of(&sized.net, 5000);
            assert!(oracle.explored().is_some(), "{} is small enough", sized.net.id);
            for configuration in turns.by_ref().take(3) {
                let _report = oracle.check(configuration, Question::Explore);
            }
        }
    }
}

/// Returns an array whose elements are set one after the other: wide states, and an index into hundreds of
/// elements.
fn array(n: u64) -> (String, [u64; 3]) {
    let text = format!(
        "byte a[{n}]; int i; process P {{ state s; init s; trans s -> s {{ guard i < {n}; effect a[i] = 1, i = i + 1; }}; }} system async;"
    );
    (text, [n + 1, n, 1])
}

/// Returns processes that take turns.
fn turns(n: u64) -> (String, [u64; 3]) {
    let process = |k: u64| {
        let next = (k + 1) % n;
        format!(
            "process P{k} {{ state s, t; init s; trans s -> t {{ guard turn == {k}; }}, t -> s {{ effect turn = {next}; }}; }}\n"
        )
    };
    let processes: String = (0..n).map(process).collect();
    (format!("int turn;\n{processes}system async;"), [2 * n, 2 * n, 0])
}

/// Returns wide variables that increase together: states of many words.
fn words(n: u64) -> (String, [u64; 3]) {
    let variables: String = (0..n).map(|k| format!("int x{k};\n")).collect();
    let effects: Vec<String> = (0..n).map(|k| format!("x{k} = x{k} + 300")).collect();
    let text = format!(
        "{variables}process P {{ state s; init s; trans s -> s {{ guard x0 < 30000; effect {}; }}; }} system async;",
        effects.join(", ")
    );
    (text, [101, 100, 1])
}

#[test]
fn programs_have_their_counts_at_every_size() {
    let all = Configuration::of_programs();
    let mut turn = 0;
    for family in [array, turns, words] {
        for size in [2, 7, 17, 65, 130, 257] {
            let (text, known) = family(size);
            let source = Source::new("sized.dve", text);
            let net =
                Dve { semantics: Semantics::Ltsmin }.parse(&source).expect("it is a program").nets.remove(0);
            let drawn = Configuration::rotation_of_programs(size, 1)[0];
            for configuration in [all[turn % all.len()], drawn] {
                let request = configuration.request(Question::Explore);
                let report = analyse(&net, &request, &Control::default()).expect("it can be explored");
                let about = format!("{size} {configuration:?}");
                if !configuration.gave_up(&report) {
                    let known = known.map(Count::from);
                    check_counts(&report, known).unwrap_or_else(|difference| panic!("{about}: {difference}"));
                }
            }
            turn += 1;
        }
    }
}

/// Returns a net in which a token cycles through the colours of its sort.
fn colours(n: usize) -> Net {
    let mut net = Net::new(format!("{n} colours"));
    let sort = SortId::new(1);
    let constants = (0..n).map(|k| Constant { id: format!("c{k}"), name: None }).collect();
    let enumeration = Sort::Enumeration { cyclic: true, constants };
    net.declarations.sorts.push(SortDeclaration { id: "colour".into(), name: None, sort: enumeration });
    net.declarations.variables.push(VariableDeclaration { id: "x".into(), name: None, sort });
    let term = |term| Inscription::Term(Box::new(term));
    let first = Term::Literal { sort, value: Value::Constant(0) };
    let place = net.add_place(Place { sort, initial: term(first), ..Place::with_tokens("p", 0) });
    let transition = net.add_transition(Transition::plain("t"));
    let x = Term::Variable(VariableId::new(0));
    let next = Term::Apply(Operator::Successor, vec![x.clone()]);
    for (kind, inscribed) in [(ArcKind::Input, x), (ArcKind::Output, next)] {
        net.add_arc(Arc { inscription: term(inscribed), ..Arc::weighted(place, transition, kind, 1) });
    }
    net
}

#[test]
fn sorts_have_their_counts_at_every_size() {
    for size in [2, 17, 65, 257, 300, 1100] {
        let prepared =
            PreparedNet::of(colours(size), Options::default(), &Budget::default()).expect("it is unfolded");
        for configuration in Configuration::rotation(size as u64, 2) {
            let report = prepared.analyse(&configuration.request(Question::Explore), &Control::default());
            let report = report.expect("it can be explored");
            if !configuration.gave_up(&report) {
                let known = [size, size, 0].map(Count::from);
                let about = format!("{size} {configuration:?}");
                check_counts(&report, known).unwrap_or_else(|difference| panic!("{about}: {difference}"));
            }
        }
    }
}
