//! Distributed searches on the loopback interface, with threads as processes. Their reports equal that of one process.

#[path = "loopback/interrupted.rs"]
mod interrupted;
#[path = "loopback/shares.rs"]
mod shares;

use std::io::{Read, Write};
use std::net::TcpStream;
use std::thread;
use std::time::{Duration, Instant};

use sanderling::{
    Company, Control, Limits, Peers, Question, Request, Statistics, StopReason, StoreChoice, analyse,
};
use sanderling_cutoff::Inherited;
use sanderling_distribution::{Exchange, Hosts, Problem, address, connect, listen};
use sanderling_net::{Arc, ArcKind, Net, Place, Transition};
use sanderling_report::{Reason, Report, Verdict};
use sanderling_testkit::random::{self, Shape, for_seeds, unit_safe_net};

const TIMEOUT: Duration = Duration::from_secs(20);

/// Calls `act` for each process with its exchange and the addresses of all processes. Returns the results by process.
fn each<T: Send>(processes: usize, act: impl Fn(Exchange, Vec<String>) -> T + Sync) -> Vec<T> {
    let listeners: Vec<_> =
        (0..processes).map(|_| listen("127.0.0.1:0").expect("there is a loopback interface")).collect();
    let addresses: Vec<String> =
        listeners.iter().map(|one| address(one).expect("it is bound").to_string()).collect();
    let cutoffs = Inherited::of_this_thread();
    let one = |(own, listener): (usize, std::net::TcpListener)| {
        cutoffs.take_over();
        let hosts =
            Hosts { addresses: addresses.clone(), own, token: "of these tests".into(), timeout: TIMEOUT };
        let connected = connect(&hosts, &listener, &|| false).expect("all are there");
        act(connected.start(|| ()).expect("there are threads"), addresses.clone())
    };
    thread::scope(|scope| {
        let threads: Vec<_> =
            listeners.into_iter().enumerate().map(|listener| scope.spawn(|| one(listener))).collect();
        threads.into_iter().map(|thread| thread.join().expect("no process panics")).collect()
    })
}

/// Returns the parts of a report that do not depend on the number of processes.
fn common_parts(report: &Report) -> impl PartialEq + std::fmt::Debug {
    let counts = [&report.states, &report.firings, &report.deadlocks].map(|count| format!("{count:?}"));
    let bounds = (format!("{:?}", report.bounds), report.max_tokens_in_place, report.max_tokens_in_marking);
    let trace = report.trace.as_ref().map(|trace| trace.steps.len());
    (report.verdict, report.reason, report.exhaustive, counts, bounds, report.dead_transitions.clone(), trace)
}

fn agrees(net: &Net, request: &Request, processes: usize) {
    let plain = analyse(net, request, &Control::default()).expect("it can be compiled");
    let reports = each(processes, |exchange, names| {
        let company = Some(Company::new(Box::new(exchange), names));
        analyse(net, &Request { company, ..request.clone() }, &Control::default()).expect("as before")
    });
    reports.iter().for_each(|report| is_as_of_one(report, &plain, processes));
}

/// Checks that the report of a search by `processes` processes agrees with that of one process.
fn is_as_of_one(report: &Report, plain: &Report, processes: usize) {
    if plain.exhaustive {
        assert_eq!(
            format!("{:?}", common_parts(report)),
            format!("{:?}", common_parts(plain)),
            "{processes} processes"
        );
        assert_eq!(format!("{:?}", report.levels), format!("{:?}", plain.levels));
        assert_eq!(report.processes.len(), processes);
    } else if plain.verdict == Verdict::Violated {
        let length = |report: &Report| report.trace.as_ref().map(|trace| trace.steps.len());
        assert_eq!((report.verdict, length(report)), (plain.verdict, length(plain)), "{processes} processes");
    } else {
        // The limit that is reached first depends on the share of each process.
        let is_limit =
            |report: &Report| matches!(report.reason, Some(Reason::StateLimit | Reason::MemoryLimit));
        assert_eq!(report.verdict, plain.verdict, "{processes} processes");
        let is_alike = report.reason == plain.reason || is_limit(report) && is_limit(plain);
        assert!(is_alike, "{processes} processes: {:?} and {:?}", report.reason, plain.reason);
    }
}

/// Returns a random net. The seed selects the shape.
fn net_of(seed: u64) -> Net {
    let shapes = [Shape::plain, Shape::conservative, Shape::special, Shape::large_counts, Shape::many_events];
    match seed % 6 {
        5 => unit_safe_net(seed),
        shape => random::net(seed, &shapes[shape as usize]()),
    }
}

/// `SANDERLING_SEEDS` increases the number of seeds.
#[test]
fn any_number_of_processes_reports_what_one_reports() {
    for_seeds(24, |seed| {
        let net = net_of(seed);
        let limits = Limits { states: Some(5_000), memory_bytes: Some(256 << 20), ..Limits::default() };
        let all = Statistics { levels: true, bounds: true, dead_transitions: true };
        let explore = Request { statistics: all, limits, ..Request::new(Question::Explore) };
        let deadlock = Request { limits, ..Request::new(Question::Deadlock) };
        for processes in [1 + seed as usize % 4, 2] {
            agrees(&net, &explore, processes);
            agrees(&net, &Request { threads: 2, ..deadlock.clone() }, processes);
        }
        let on_disk = |request: &Request| Request { store: Some(StoreChoice::Disk), ..request.clone() };
        agrees(&net, &on_disk(&explore), 1 + seed as usize % 4);
        agrees(&net, &on_disk(&Request { threads: 2, ..deadlock }), 2);
    });
}

#[test]
fn messages_of_any_length_arrive_in_order_and_whole() {
    let lengths = [0, 1, 7, 65_536, 65_537, 3_000_000, 0, 12];
    let message = |from: usize, to: usize, step: usize| {
        let length = lengths[(from + to + step) % lengths.len()];
        (0..length).map(|at| (at * 31 + from * 7 + to * 3 + step) as u8).collect::<Vec<u8>>()
    };
    each(3, |mut exchange, _| {
        let own = exchange.own();
        for step in 0..20 {
            let messages = (0..3).map(|to| message(own, to, step)).collect();
            let arrived = exchange.exchange(messages).expect("no process is lost");
            for (from, arrived) in arrived.into_iter().enumerate() {
                assert!(arrived == message(from, own, step), "{from} to {own}, step {step}");
            }
        }
        let traffic = exchange.traffic();
        assert!(traffic.sent_bytes > 1_000_000 && traffic.received_bytes > 1_000_000, "{traffic:?}");
    });
}

/// If a process leaves before the others, all of them detect it and name it.
#[test]
fn a_process_that_goes_away_is_named_by_all_others() {
    let began = Instant::now();
    let lost = each(3, |mut exchange, _| {
        let own = exchange.own();
        for step in 0.. {
            if own == 1 && step == 5 {
                return None;
            }
            if let Err(lost) = exchange.exchange(vec![vec![1, 2, 3]; 3]) {
                return Some((lost.process, lost.why));
            }
        }
        None
    });
    let left = Some((1, "it has left the search".to_owned()));
    assert_eq!(lost, [left.clone(), None, left]);
    assert!(began.elapsed() < Duration::from_secs(10), "{:?}", began.elapsed());
}

/// A process that leaves before the search sends its reason, and the others end for the same reason. They end
/// immediately if they are waiting for it, and otherwise when they are ready.
#[test]
fn a_process_that_leaves_before_the_search_sends_its_reason() {
    let net = net_of(3);
    for (seed, (why, reason)) in
        [(StopReason::Cancelled, Reason::Cancelled), (StopReason::Time, Reason::TimeLimit)]
            .into_iter()
            .cycle()
            .take(20)
            .enumerate()
    {
        let processes = 2 + seed % 3;
        let leaver = seed % processes;
        let reports = each(processes, |mut exchange, names| {
            let own = exchange.own();
            thread::sleep(Duration::from_millis(20 * ((own + seed) % 4) as u64));
            if own == leaver {
                exchange.leave(why);
                return None;
            }
            let watch = exchange.watch();
            let company = Some(Company::new(Box::new(exchange), names));
            let request = Request { company, ..Request::new(Question::Deadlock) };
            let report = analyse(&net, &request, &Control::default()).expect("it can be compiled");
            Some((report.verdict, report.reason, watch.lost().map(|lost| (lost.process, lost.left))))
        });
        for (own, report) in reports.into_iter().enumerate() {
            let expected = (Verdict::Unknown, Some(reason), Some((leaver, Some(why))));
            assert_eq!(report, (own != leaver).then_some(expected), "process {own}, {why:?}");
        }
    }
}

/// An exchange that fails after `receipts` successful calls of `receive`.
struct Ending<P> {
    exchange: P,
    receipts: usize,
}

impl<P: Peers> Peers for Ending<P> {
    fn processes(&self) -> usize {
        self.exchange.processes()
    }

    fn own(&self) -> usize {
        self.exchange.own()
    }

    fn send(&mut self, messages: Vec<Vec<u8>>) -> Result<(), sanderling::Lost> {
        self.exchange.send(messages)
    }

    fn receive(&mut self) -> Result<Vec<Vec<u8>>, sanderling::Lost> {
        let received = self.exchange.receive()?;
        self.receipts =
            self.receipts.checked_sub(1).ok_or_else(|| sanderling::Lost::new(0, "it is late".into()))?;
        Ok(received)
    }

    fn leave(&mut self, why: StopReason) {
        self.exchange.leave(why);
    }

    fn traffic(&self) -> sanderling::Traffic {
        self.exchange.traffic()
    }
}

/// A search that loses a process reports the maxima of the markings that it has visited. These include the initial one.
#[test]
fn findings_before_the_loss_of_a_process_are_reported() {
    let mut net = Net::new("n");
    let tokens = net.add_place(Place::with_tokens("p", 3));
    let room = net.add_place(Place::with_tokens("room", 1000));
    let add = net.add_transition(Transition::plain("t"));
    net.add_arc(Arc::weighted(room, add, ArcKind::Input, 1));
    net.add_arc(Arc::weighted(tokens, add, ArcKind::Output, 2));
    let mut before = 0;
    for receipts in [0, 1, 2, 3, 10, 30, 100, 200] {
        let reports = each(2, |exchange, names| {
            let company = Some(Company::new(Box::new(Ending { exchange, receipts }), names));
            let limits = Limits { states: Some(1000), ..Limits::default() };
            let request = Request { company, limits, ..Request::new(Question::Explore) };
            analyse(&net, &request, &Control::default()).expect("it can be compiled")
        });
        let most = reports.iter().filter_map(|report| report.max_tokens_in_marking).max();
        let most: u64 = most.and_then(|most| most.to_string().parse().ok()).expect("it was looked for");
        let states = reports[0].states.as_ref().map_or(0, |states| states.to_string().parse().unwrap_or(0));
        assert_eq!(reports[0].reason, Some(Reason::PeerLost));
        assert!(
            most >= before.max(1003) && most <= 1003 + states,
            "{receipts} receipts: {most}, {states} states"
        );
        before = most;
    }
    assert!(before > 1020, "{before}");
}

/// A process that is cancelled while it prepares its net does not join the search.
#[test]
fn a_process_that_is_cancelled_while_it_prepares_cancels_all() {
    let net = net_of(2);
    let reports = each(3, |exchange, names| {
        let own = exchange.own();
        let company = Company::new(Box::new(exchange), names);
        if own == 1 {
            company.leave(Some(Reason::Cancelled));
        }
        let request = Request { company: Some(company), ..Request::new(Question::Explore) };
        analyse(&net, &request, &Control::default()).expect("it can be compiled").reason
    });
    assert_eq!((reports[0], reports[2]), (Some(Reason::Cancelled), Some(Reason::Cancelled)));
}

#[test]
fn unreachable_processes_are_named() {
    let listener = listen("127.0.0.1:0").expect("there is a loopback interface");
    let addresses = vec![address(&listener).expect("it is bound").to_string(), "127.0.0.1:9".into()];
    let token = "of these tests".to_owned();
    let hosts = Hosts { addresses, own: 0, token, timeout: Duration::from_millis(200) };
    let Problem { message, help } =
        connect(&hosts, &listener, &|| false).expect_err("no process listens there");
    assert!(message.contains("process 1 at `127.0.0.1:9` cannot be reached"), "{message}");
    assert!(help.contains("token"), "{help}");
}

/// Unrelated programs are refused, and do not prevent the processes from connecting.
#[test]
fn a_greeting_without_the_token_is_refused() {
    let listener = listen("127.0.0.1:0").expect("there is a loopback interface");
    let first = address(&listener).expect("it is bound");
    let second = listen("127.0.0.1:0").expect("there is a loopback interface");
    let addresses = vec![first.to_string(), address(&second).expect("it is bound").to_string()];
    let hosts = |own: usize, token: &str| Hosts {
        addresses: addresses.clone(),
        own,
        token: token.into(),
        timeout: Duration::from_secs(10),
    };
    thread::scope(|scope| {
        let one = scope.spawn(|| connect(&hosts(0, "right"), &listener, &|| false).map(|_| ()));
        let mut stranger = TcpStream::connect(first).expect("it listens");
        stranger.write_all(b"GET / HTTP/1.1\r\n\r\n").expect("it listens");
        let mut answer = Vec::new();
        // The connection is closed in order or by an error.
        let _ = stranger.read_to_end(&mut answer);
        assert_eq!(answer, b"");
        let wrong = connect(&hosts(1, "wrong"), &second, &|| false).expect_err("it has another token");
        assert!(wrong.message.contains("has another token"), "{wrong}");
        connect(&hosts(1, "right"), &second, &|| false).expect("it is the right one");
        assert_eq!(one.join().expect("it does not panic"), Ok(()));
    });
}

#[test]
fn options_for_one_process_are_refused() {
    let net = random::net(1, &Shape::plain());
    let company = || Some(Company::new(Box::new(Alone), Vec::new()));
    let request = |request: Request| Request { company: company(), ..request }.refusal();
    let plain = Request::new(Question::Deadlock);
    assert_eq!(request(plain.clone()), None);
    assert_eq!(Request { company: company(), ..plain.clone() }.with_portfolio(&net).refusal(), None);
    for store in [StoreChoice::Tree, StoreChoice::Disk] {
        assert_eq!(request(Request { store: Some(store), ..plain.clone() }), None);
    }
    let mut structural = plain.clone();
    structural.reductions.structural = true;
    let refused = [
        structural,
        Request { proofs: true, ..plain.clone() },
        Request { shortest: true, ..plain.clone() },
        Request { store: Some("comback".parse().expect("it is a store")), ..plain.clone() },
        Request { order: sanderling::Order::DepthFirst, ..plain.clone() },
        Request {
            depth: Some(sanderling::DepthBound {
                depth: 3,
                increment: 1,
                thresholds: true,
                frontier_tree: true,
            }),
            ..plain
        },
    ];
    for one in refused {
        assert_eq!(one.refusal(), None, "one process does it");
        assert!(request(one).is_some_and(|refusal| refusal.to_string().contains("several processes")));
    }
}

struct Alone;

impl Peers for Alone {
    fn processes(&self) -> usize {
        1
    }

    fn own(&self) -> usize {
        0
    }

    fn send(&mut self, _: Vec<Vec<u8>>) -> Result<(), sanderling::Lost> {
        Ok(())
    }

    fn receive(&mut self) -> Result<Vec<Vec<u8>>, sanderling::Lost> {
        Ok(vec![Vec::new()])
    }

    fn leave(&mut self, _: sanderling::StopReason) {}

    fn traffic(&self) -> sanderling::Traffic {
        sanderling::Traffic::default()
    }
}
