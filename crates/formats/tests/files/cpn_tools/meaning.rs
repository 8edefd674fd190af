//! Nets with known behaviour.

use crate::cpn_tools::support::example;
use sanderling_formats::cpn_tools::CpnTools;
use sanderling_net::{Arc, ArcKind, Format, Net, Place, Source, Transition};
use sanderling_testkit::naive::explore;

fn read(text: &str) -> Net {
    CpnTools.parse(&Source::new("net.cpn", text)).unwrap_or_else(|found| panic!("{found}")).nets.remove(0)
}

/// The philosophers of the example, as a place/transition net.
fn plain(n: usize) -> Net {
    let mut net = Net::new("philosophers");
    let places: Vec<_> = (0..n)
        .map(|i| {
            ["think", "left", "eat", "fork"].map(|name| {
                let tokens = u64::from(matches!(name, "think" | "fork"));
                net.add_place(Place::with_tokens(format!("{name}-{i}"), tokens))
            })
        })
        .collect();
    for (i, &[think, left, eat, fork]) in places.iter().enumerate() {
        let next = places[(i + 1) % n][3];
        let steps = [
            ("take-left", &[think, fork][..], &[left][..]),
            ("take-right", &[left, next], &[eat]),
            ("put", &[eat], &[fork, next, think]),
        ];
        for (name, taken, put) in steps {
            let transition = net.add_transition(Transition::plain(format!("{name}-{i}")));
            taken.iter().for_each(|place| net.add_arc(Arc::weighted(*place, transition, ArcKind::Input, 1)));
            put.iter().for_each(|place| net.add_arc(Arc::weighted(*place, transition, ArcKind::Output, 1)));
        }
    }
    net
}

#[test]
fn philosophers_have_as_many_states_and_firings_as_in_a_plain_net() {
    let text = example("ok/philosophers.cpn");
    for n in [2, 3, 5] {
        let coloured = explore(&read(&text.replace("val n = 5", &format!("val n = {n}"))), 10_000).unwrap();
        let plain = explore(&plain(n), 10_000).unwrap();
        assert_eq!((coloured.states(), coloured.firings), (plain.states(), plain.firings), "{n}");
        assert_eq!(coloured.deadlocks.len(), 1);
        assert_eq!(coloured.shortest_deadlock(), Some(n));
    }
}

#[test]
fn pages_below_others_share_their_ports_and_fusion_places() {
    let explored = explore(&read(&example("ok/hierarchy.cpn")), 1000).unwrap();
    // The pool has 0 to 4 of the four tokens. With 0 to 3, one of the two workers may be busy with another token.
    assert_eq!(explored.states(), 5 + 2 * 4);
    assert_eq!(explored.deadlocks.len(), 1);
}

#[test]
fn parameters_are_evaluated_when_the_file_is_read() {
    let explored = explore(&read(&example("ok/parameters.cpn")), 1000).unwrap();
    // 1, 4, 9, 16 and 10 go to 1, 0, 1, 0 and 2; those that are below four stay.
    assert_eq!(explored.states(), 1 + 2 * 2 * 2 * 2);
}

#[test]
fn queues_give_back_first_what_was_put_first() {
    let explored = explore(&read(&example("ok/queue.cpn")), 1000).unwrap();
    // Of two jobs none, one or both are taken, in two orders: 1, then 2 in the queue or done, then 2 orders of 3 stages.
    assert_eq!(explored.states(), 1 + 2 * 2 + 2 + 2 + 1);
    assert_eq!(explored.deadlocks.len(), 1);
}
