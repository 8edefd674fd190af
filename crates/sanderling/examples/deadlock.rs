//! Two processes that take two locks in opposite orders, built by hand, and the run in which each waits for the other:
//! `cargo run -p sanderling --example deadlock`

use sanderling::{Control, Question, Request, analyse};
use sanderling_net::{Arc, ArcKind, Net, Place, PlaceId, Transition};

fn main() {
    let net = two_locks();
    let request = Request::new(Question::Deadlock).with_portfolio(&net);
    let report =
        analyse(&net, &request, &Control::default()).expect("nothing in the net is out of the ordinary");
    println!("free of deadlocks: {}", report.verdict.as_str());
    for step in report.trace.iter().flat_map(|trace| &trace.steps) {
        println!("  {}", step.event);
    }
}

/// Each process takes its first lock, then the other one, and gives both back.
fn two_locks() -> Net {
    let mut net = Net::new("two locks");
    let locks = ["a", "b"].map(|lock| net.add_place(Place::with_tokens(lock, 1)));
    for (process, [first, second]) in [("p", locks), ("q", [locks[1], locks[0]])] {
        let idle = net.add_place(Place::with_tokens(format!("{process} idle"), 1));
        let has_one = net.add_place(Place::with_tokens(format!("{process} has one"), 0));
        let has_both = net.add_place(Place::with_tokens(format!("{process} has both"), 0));
        transition(&mut net, format!("{process} takes one"), &[idle, first], &[has_one]);
        transition(&mut net, format!("{process} takes the other"), &[has_one, second], &[has_both]);
        transition(&mut net, format!("{process} gives back"), &[has_both], &[idle, first, second]);
    }
    net
}

fn transition(net: &mut Net, id: String, takes: &[PlaceId], puts: &[PlaceId]) {
    let transition = net.add_transition(Transition::plain(id));
    for (places, kind) in [(takes, ArcKind::Input), (puts, ArcKind::Output)] {
        for &place in places {
            net.add_arc(Arc::weighted(place, transition, kind, 1));
        }
    }
}
