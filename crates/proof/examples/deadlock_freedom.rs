//! Tries to prove that the nets in some PNML files have no deadlock, and prints what proved it and how
//! long that took: `cargo run --release -p sanderling-proof --example deadlock_freedom -- SECONDS FILE...`

use std::time::{Duration, Instant};

use sanderling_model::Structure;
use sanderling_net::{Format, Source};
use sanderling_pnml::Pnml;
use sanderling_proof::{Budget, Prover};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let seconds =
        arguments.next().and_then(|seconds| seconds.parse().ok()).expect("the seconds for each net");
    for file in arguments {
        match attempt(&file, Duration::from_secs(seconds)) {
            Ok(line) => println!("{file}\t{line}"),
            Err(why) => println!("{file}\tno net\t{why}"),
        }
    }
}

fn attempt(file: &str, time: Duration) -> Result<String, String> {
    let bytes = std::fs::read(file).map_err(|error| error.to_string())?;
    let parsed = Pnml.parse(&Source::new(file, bytes)).map_err(|found| found.to_string())?;
    let net = parsed.nets.into_iter().next().ok_or("no net in it")?;
    let structure = Structure::build(&net).map_err(|found| found.to_string())?;
    let size = format!("{} places, {} transitions", structure.place_count(), structure.transition_count());
    let start = Instant::now();
    let invariants = sanderling_model::Bounds::prove(&structure).invariants().clone();
    let proof = Prover::with_invariants(&structure, &invariants).deadlock_free(&Budget::of_time(time));
    let took = start.elapsed().as_secs_f64();
    Ok(match proof {
        None => format!("{size}\tno proof\t{took:.2} s"),
        Some(proof) => {
            let start = Instant::now();
            let checked = proof.check(&structure);
            let check = start.elapsed().as_secs_f64();
            let lines = proof.explain(&structure, &net).join("; ");
            let lemmas = proof.lemmas.len();
            format!(
                "{size}\t{}\t{took:.2} s\t{lemmas} lemmas\tchecked {checked} in {check:.2} s\t{lines}",
                proof.technique
            )
        }
    })
}
