//! A model that predicts how a search scales to many machines, from measurements on one machine.
//!
//! The default arguments were measured with the net philosophers 15: for one process with one thread, and for one of
//! two such processes that share a machine.
//!
//! `cargo run -p sanderling-distribution --example growth [FIRINGS_A_SECOND [BYTES [STEP_US [IN_COMPANY]]]]`
//!
//! * `FIRINGS_A_SECOND`: the number of events that a single machine fires per second.
//! * `BYTES`: the size of a state on the network.
//! * `STEP_US`: the time of a step of two processes without states, in microseconds.
//! * `IN_COMPANY`: the share of this rate that remains with several machines, which also sort, write and read states.
//!
//! A level takes one step for each block of successors, and at least one. In a step, each machine works on its block.
//! Then it waits for states from the network, except while it inserts the states that stay with it. Finally it waits
//! until all machines have received everything. States are distributed at random, and all machines wait for the one
//! with the most states in a step.

/// A state space.
struct Space {
    /// The number of states. The sizes of the levels are proportional to binomial coefficients.
    states: f64,
    levels: usize,
    /// The number of events fired per state, and the share of successors that pass the sender's filter.
    firings: f64,
    left: f64,
}

/// One of several identical machines.
struct Machine {
    firings_a_second: f64,
    /// The share of that rate that remains if there are other machines.
    in_company: f64,
    bytes_of_state: f64,
    /// Bytes per second in each direction, at the same time.
    bandwidth: f64,
    /// Seconds for a step of two processes, and for each additional process.
    step: f64,
    step_of_process: f64,
}

/// Maximum number of successors in a block, as in `BATCH_SUCCESSORS`.
const SUCCESSORS: f64 = (1 << 22) as f64;

/// Share of the work in a step that inserts successors.
const SHARE_OF_INSERTION: f64 = 0.3;

/// Returns the sizes of the levels.
fn levels(space: &Space) -> Vec<f64> {
    let last = space.levels - 1;
    let mut sizes = vec![1.0_f64];
    for level in 0..last {
        sizes.push(sizes[level] * (last - level) as f64 / (level + 1) as f64);
    }
    let all: f64 = sizes.iter().sum();
    sizes.iter().map(|size| (size * space.states / all).max(1.0)).collect()
}

/// Returns the time of a search by `machines` machines, in seconds.
fn seconds(space: &Space, machine: &Machine, machines: usize) -> f64 {
    let count = machines as f64;
    levels(space)
        .iter()
        .map(|states| {
            let firings = states * space.firings / count;
            let steps = (firings / SUCCESSORS).ceil().max(1.0);
            let of_step = firings / steps;
            // The approximate maximum of several binomially distributed numbers, divided by their mean.
            let uneven =
                1.0 + (2.0 * count.ln() / (of_step / space.firings).max(1.0)).sqrt().min(count - 1.0);
            let rate = machine.firings_a_second * if machines == 1 { 1.0 } else { machine.in_company };
            let work = of_step * uneven / rate;
            let away = (count - 1.0) / count;
            let bytes = of_step * uneven * space.left * away * machine.bytes_of_state;
            let waiting = (bytes / machine.bandwidth - SHARE_OF_INSERTION * work / count).max(0.0);
            let latency =
                if machines == 1 { 0.0 } else { machine.step + machine.step_of_process * (count - 2.0) };
            steps * (work + waiting + latency)
        })
        .sum()
}

fn main() {
    let number = |at: usize, usual: f64| {
        std::env::args().nth(at).map_or(usual, |text| text.parse().expect("the argument is a number"))
    };
    let (rate, bytes, step, in_company) =
        (number(1, 30e6), number(2, 4.4), number(3, 220.0), number(4, 0.61));
    println!(
        "{rate:.1e} firings a second and machine, {bytes} bytes a state, {step} us a step, {in_company} of the rate in company"
    );
    println!("rate of all machines beside that of one:");
    println!("| states | network | 2 | 4 | 8 | 16 | 32 | 64 | 128 | 256 |");
    println!("| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
    for states in [1e7, 1e9, 1e11] {
        let space = Space { states, levels: 60, firings: 8.0, left: 0.6 };
        for gigabits in [1.0, 10.0, 100.0] {
            let machine = Machine {
                firings_a_second: rate,
                in_company,
                bytes_of_state: bytes,
                bandwidth: gigabits * 1e9 / 8.0,
                step: step * 1e-6,
                step_of_process: 20e-6,
            };
            let alone = seconds(&space, &machine, 1);
            let cells = (1..=8).map(|bits| format!("{:.1}", alone / seconds(&space, &machine, 1 << bits)));
            let cells: Vec<String> = cells.collect();
            println!("| {states:.0e} | {gigabits} Gbit/s | {} |", cells.join(" | "));
        }
    }
}
