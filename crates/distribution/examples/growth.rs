//! How a search would grow with machines that nobody here has: a model of its steps, with what was measured on one of them: of
//! philosophers 15, a process with one thread alone, and one of two that share a machine.
//!
//! `cargo run -p sanderling-distribution --example growth [FIRINGS_A_SECOND [BYTES [STEP_US [IN_COMPANY]]]]`: the events that a machine fires a second when it
//! is alone, the bytes of a state on its way, the microseconds of a step of two processes without states, and the share of its rate that is left to a machine which sorts,
//! writes and reads states besides.
//!
//! A level is as many steps as its blocks are, and at least one. In a step each machine works on its block, then waits for what comes over its network as
//! far as putting in what stays with it has not hidden that, and then until all have heard of all. States are shared out at random, and the machine that has the most of
//! them in a step is waited for.

/// What is searched.
struct Space {
    /// All states, in levels that are as large as binomial coefficients.
    states: f64,
    levels: usize,
    /// Events fired in a state, and the share of them that the sender's filter leaves.
    firings: f64,
    left: f64,
}

/// One of the machines, all of which are alike.
struct Machine {
    firings_a_second: f64,
    /// The share of that where it is not alone.
    in_company: f64,
    bytes_of_state: f64,
    /// Bytes a second, in each direction at the same time.
    bandwidth: f64,
    /// Seconds of a step of two processes, and for each process more.
    step: f64,
    step_of_process: f64,
}

/// Successors of a block at most, as in `BATCH_SUCCESSORS`.
const SUCCESSORS: f64 = (1 << 22) as f64;

/// The share of a step in which successors that stay are put in.
const SHARE_OF_INSERTION: f64 = 0.3;

/// The sizes of the levels.
fn levels(space: &Space) -> Vec<f64> {
    let last = space.levels - 1;
    let mut sizes = vec![1.0_f64];
    for level in 0..last {
        sizes.push(sizes[level] * (last - level) as f64 / (level + 1) as f64);
    }
    let all: f64 = sizes.iter().sum();
    sizes.iter().map(|size| (size * space.states / all).max(1.0)).collect()
}

/// The seconds that so many machines take.
fn seconds(space: &Space, machine: &Machine, machines: usize) -> f64 {
    let count = machines as f64;
    levels(space)
        .iter()
        .map(|states| {
            let firings = states * space.firings / count;
            let steps = (firings / SUCCESSORS).ceil().max(1.0);
            let of_step = firings / steps;
            // The most of many binomial numbers, about.
            let uneven =
                1.0 + (2.0 * count.ln() / (of_step / space.firings).max(1.0)).sqrt().min(count - 1.0);
            let rate = machine.firings_a_second * if machines == 1 { 1.0 } else { machine.in_company };
            let work = of_step * uneven / rate;
            let away = (count - 1.0) / count;
            let bytes = of_step * uneven * space.left * away * machine.bytes_of_state;
            let waiting = (bytes / machine.bandwidth - SHARE_OF_INSERTION * work / count).max(0.0);
            let hearing =
                if machines == 1 { 0.0 } else { machine.step + machine.step_of_process * (count - 2.0) };
            steps * (work + waiting + hearing)
        })
        .sum()
}

fn main() {
    let number = |at: usize, usual: f64| {
        std::env::args().nth(at).map_or(usual, |text| text.parse().expect("a number is asked for"))
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
