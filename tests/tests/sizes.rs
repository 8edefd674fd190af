//! Nets of up to thousands of places whose counts are known: every family, at sizes on both sides of what tables are
//! limited to, in ways of searching that take turns.

use sanderling::{Control, Encoding, Question, analyse};
use sanderling_property::Property;
use sanderling_report::{Count, Verdict};
use sanderling_testkit::sized::{FAMILIES, Sized};
use sanderling_tests::{Configuration, check_counts, play};

/// Sizes around powers of two, where tables, words and pieces end.
const SIZES: [usize; 9] = [2, 3, 17, 50, 65, 257, 300, 568, 2100];

fn count(number: u128) -> Count {
    u64::try_from(number).expect("small counts").into()
}

/// Explores, asks for a place that is reached and for one more token than there is, and for deadlocks.
fn check(sized: &Sized, configuration: &Configuration) {
    let about = format!("{} {configuration:?}", sized.net.id);
    let request = |question| configuration.request(question);
    let report =
        analyse(&sized.net, &request(Question::Explore), &Control::default()).expect("it can be explored");
    if !configuration.gave_up(&report) {
        let known = [sized.states, sized.firings, sized.deadlocks].map(count);
        check_counts(&report, known).unwrap_or_else(|difference| panic!("{about}: {difference}"));
        assert_eq!(report.max_tokens_in_marking, count(sized.tokens), "{about}");
    }
    let reached = format!("reach tokens(p{}) > 0", sized.reached);
    let beyond = format!("always tokens(p{}) <= {}", sized.reached, sized.tokens);
    for (text, is_found) in [(reached, true), (beyond, false)] {
        let property = Property::parse(&text, &sized.net).expect("it is a property");
        let question = Question::Check(vec![property]);
        let report = analyse(&sized.net, &request(question), &Control::default()).expect("it can be asked");
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
        analyse(&sized.net, &request(Question::Deadlock), &Control::default()).expect("it can be asked");
    let expected = if sized.deadlocks > 0 { Verdict::Violated } else { Verdict::Holds };
    assert!(report.verdict == expected || configuration.gave_up(&report), "{about}: deadlock");
}

/// In mixed radix with every driver, order and store in turn, and in a way drawn from all others.
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
