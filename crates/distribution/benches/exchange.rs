//! Benchmark of an exchange between two processes on the loopback interface, in batches of 64 KiB: records per second.
//!
//! `cargo bench -p sanderling-distribution` starts the second process automatically.

use std::process::Command;
use std::time::{Duration, Instant};

use sanderling_analysis::Peers;
use sanderling_distribution::{Hosts, address, connect, listen};

/// Size of a record in bytes: a packed word, its hash and its predecessor.
const RECORD: usize = 16;
const STEPS: usize = 64;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    match &words[..] {
        [first, own] => {
            exchange(vec![first.clone(), own.clone()], 1, &listen(own).expect("the port is free"));
        }
        _ => {
            let listener = listen("127.0.0.1:0").expect("there is a loopback interface");
            let second = listen("127.0.0.1:0").expect("there is a loopback interface");
            let addresses: Vec<String> =
                [&listener, &second].map(|one| address(one).expect("it is bound").to_string()).into();
            drop(second);
            let program = std::env::current_exe().expect("it runs");
            let mut other = Command::new(program).args(&addresses).spawn().expect("it can be started again");
            exchange(addresses, 0, &listener);
            other.wait().expect("it ends");
        }
    }
}

fn exchange(addresses: Vec<String>, own: usize, listener: &std::net::TcpListener) {
    let hosts = Hosts { addresses, own, token: "measured".into(), timeout: Duration::from_secs(20) };
    let connected = connect(&hosts, listener, &|| false).expect("both are there");
    let mut peers = connected.start(|| ()).expect("there are threads");
    for kib in [0, 64, 1024, 8192, 65536] {
        let message = vec![7; kib << 10];
        let begun = Instant::now();
        for _ in 0..STEPS {
            let mut messages = vec![Vec::new(); 2];
            messages[1 - own].clone_from(&message);
            let arrived = peers.exchange(messages).expect("no process is lost");
            assert_eq!(arrived[1 - own].len(), message.len());
        }
        let seconds = begun.elapsed().as_secs_f64();
        let records = (STEPS * message.len() / RECORD) as f64;
        if own == 0 {
            println!(
                "{kib:6} KiB a step: {:7.1} us a step, {:6.1} M records/s each way, {:5.2} GB/s each way",
                1e6 * seconds / STEPS as f64,
                1e-6 * records / seconds,
                1e-9 * RECORD as f64 * records / seconds
            );
        }
    }
}
