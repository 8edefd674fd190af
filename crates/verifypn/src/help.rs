//! Prints the version and the help text.

use crate::{Exit, Outcome, Streams, unwritten};

/// The version of `verifypn` with whose command line and output this program is compatible. The editor reads
/// this number and compares it with the version that it requires.
pub const PROTOCOL_VERSION: &str = "4.4.2";

const HELP: &str = "\
Usage: verifypn-sanderling [options] model-file query-file
       verifypn-sanderling model-file -C --interactive-mode

Options:
  -k, --k-bound <tokens>               Leave markings with more tokens out where not all can be explored; 0: none
  -t, --trace                          Print the run that decides a query to standard error, as XML
  -s, --search-strategy <strategy>     BestFS, RPFS, BFS, DFS, RDFS or OverApprox (proofs only)
  -x, --xml-queries <numbers>          Which queries of the file, with commas; the first one unless given
  -r, --reduction <0|1|2>              0: none, 1: everything that helps (the default), 2: none, with bounds of places
  -q, --query-reduction <seconds>      0: no proofs
  -a, --siphon-trap <seconds>          More than 0: proofs, whatever -q says
  -p, --disable-partial-order          No stubborn sets
  -e, --state-space-exploration        The statistics of the state space; the query file is not needed
  -z, --cores <threads>                Threads of the search
  -ctl, --ctl-algorithm [<name>]       Formulas are of CTL (the default), whatever the algorithm
  -ltl, --ltl-algorithm [<name>]       Formulas are of LTL, whatever the algorithm
  -n, --no-statistics                  Answers only
  -C                                   Runs of coloured nets are printed with their bindings
      --write-reduced <file>           Write the net that structural rules make for the first query
      --write-unfolded-net <file>      Write the net that a coloured net is unfolded to
      --write-unfolded-queries <file>  Write the queries about that net
      --bindings                       Print which bindings its transitions stand for
      --noverify                       Read, write what is to be written, and end
  -h, --help                           This
  -v, --version                        Who this is

Other options of verifypn are passed over with a warning.
Queries are bounds of places and formulas of CTL, or of LTL with -ltl. What is of neither, and games, is answered MAYBE.

Exit codes: 0 satisfied, 1 not satisfied, 2 unknown, 3 error.
";

/// Prints the help text.
pub(crate) fn help(streams: &mut Streams<'_>) -> Outcome<Exit> {
    streams.out.write_all(HELP.as_bytes()).map_err(unwritten).map(|()| Exit::Satisfied)
}

/// Prints the version. The editor uses the last number of the form 1.2.3 in the first line, so Sanderling's
/// own version is in the second line.
pub(crate) fn version(streams: &mut Streams<'_>) -> Outcome<Exit> {
    let ours = sanderling_report::VERSION;
    let text = format!(
        "VerifyPN protocol, spoken by Sanderling: as verifypn {PROTOCOL_VERSION}\nSanderling {ours} is no part of TAPAAL.\n"
    );
    streams.out.write_all(text.as_bytes()).map_err(unwritten).map(|()| Exit::Satisfied)
}
