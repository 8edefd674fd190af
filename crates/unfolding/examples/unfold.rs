//! Unfolds nets and tells the sizes: `unfold [--merge] FILE...`.

use std::time::Instant;

use sanderling_net::{Format, Source};
use sanderling_unfolding::{Budget, Options, unfold_with};

fn main() {
    let merges = std::env::args().any(|argument| argument == "--merge");
    let options = Options { merges, ..Options::default() };
    for path in std::env::args().skip(1).filter(|argument| argument != "--merge") {
        let bytes = std::fs::read(&path).expect("a file that can be read");
        let start = Instant::now();
        let parsed = match sanderling_pnml::Pnml.parse(&Source::new(path.clone(), bytes)) {
            Ok(parsed) => parsed,
            Err(diagnostics) => {
                println!("{path}\tnot read: {diagnostics}");
                continue;
            }
        };
        let (read, net) = (start.elapsed(), &parsed.nets[0]);
        let start = Instant::now();
        match unfold_with(net, options, &Budget::default()) {
            Ok(unfolding) => {
                let (figures, unfolded) = (unfolding.figures(), unfolding.net());
                println!(
                    "{path}\tread {:.3} s\tunfolded {:.3} s\tplaces {} of {:?}\tbindings {} of {:?}\ttransitions {}\tarcs {}",
                    read.as_secs_f64(),
                    start.elapsed().as_secs_f64(),
                    figures.colours,
                    figures.all_colours,
                    figures.bindings,
                    figures.all_bindings,
                    unfolded.transitions.len(),
                    unfolded.arcs.len(),
                );
            }
            Err(error) => println!("{path}\t{:.3} s\t{error}", start.elapsed().as_secs_f64()),
        }
    }
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find(|line| line.starts_with("VmHWM")).unwrap_or_default();
    println!("{peak}");
}
