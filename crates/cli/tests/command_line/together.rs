//! Searches by several processes of the program report the same result as one process. If one process ends for any
//! reason, the others end as well and none is left behind.

mod checkpoints;
#[cfg(target_os = "linux")]
mod namespaces;

use std::ffi::OsString;
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use serde_json::Value;

use crate::net_file::{Folder, switches};
use crate::running::{Ran, command, run};
use crate::words;

const NETS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../nets");

/// Nets and programs that are explored in a moment.
const SMALL: [&str; 12] = [
    "philosophers-5.pnml",
    "kanban-2.pnml",
    "fms-2.pnml",
    "hanoi-4.pnml",
    "interlocking.pnml",
    "election-4.pnml",
    "bounded-store.pnml",
    "copy-shop.pnml",
    "peterson-3.dve",
    "lift-4.dve",
    "msi-3.dve",
    "alternating-bit.dve",
];

/// Returns the parts of a report that do not depend on the number of processes.
fn stable_part(report: &Value) -> Vec<Value> {
    let keys = ["verdict", "reason", "states", "firings", "deadlocks", "exhaustive", "levels", "bounds"];
    let keys = keys.iter().chain(&["dead_transitions", "max_tokens_in_marking", "question"]);
    let mut values: Vec<Value> = keys.map(|&key| report[key].clone()).collect();
    values.push(report["trace"]["steps"].as_array().map(Vec::len).into());
    values
}

#[test]
fn several_processes_give_the_same_report_as_one() {
    for (at, name) in SMALL.into_iter().enumerate() {
        let net = Path::new(NETS).join(name);
        let plain = ["explore", "--levels", "--bounds"].map(OsString::from);
        for question in [&plain[..], &["deadlock", "--reduce", "none"].map(OsString::from)] {
            let arguments = [question, &words![net, "--format", "json"]].concat();
            let one = run(&arguments);
            let processes = (1 + at % 4).to_string();
            let store = ["auto", "tree", "disk"][at % 3];
            let how = words!["--processes", processes, "--threads", "1", "--store", store];
            let together = run(&[&arguments[..], &how].concat());
            assert_eq!(together.code, one.code, "{arguments:?}: {together:?}");
            assert_eq!(stable_part(&together.json()), stable_part(&one.json()), "{arguments:?}");
            assert_eq!(together.json()["processes"].as_array().map(Vec::len), Some(1 + at % 4));
        }
    }
}

#[test]
fn an_unbounded_net_is_reported_as_unbounded() {
    let net = Path::new(NETS).join("chain-reaction.pnml");
    let arguments = words!["explore", net, "--levels", "--bounds", "--format", "json"];
    let together = run(&[&arguments[..], &words!["--processes", "3"]].concat());
    assert_eq!(stable_part(&together.json()), stable_part(&run(&arguments).json()));
}

#[test]
fn a_property_is_checked_with_stubborn_sets_and_the_first_process_writes_the_trace() {
    let folder = Folder::new();
    let net = folder.file("switches.pnml", switches(9));
    let trace = folder.path().join("trace.json");
    let property = "tokens(on1) + tokens(on3) + tokens(on7) < 3";
    let ran =
        run(&words!["check", net, "--always", property, "--processes", "3", "--stats", "--trace", trace]);
    assert_eq!(ran.code, Some(1), "{ran:?}");
    assert!(ran.out.contains("process 2 at 127.0.0.1:"), "{}", ran.out);
    let replayed = run(&words!["replay", net, "--trace", trace]);
    assert_eq!(replayed.code, Some(0), "{replayed:?}");
}

#[test]
fn options_that_several_processes_do_not_support_are_refused() {
    let net = Path::new(NETS).join("philosophers-5.pnml");
    let refused: [&[&str]; 6] = [
        &["explore", "--store", "comback"],
        &["deadlock", "--order", "dfs"],
        &["deadlock", "--reduce", "structural"],
        &["explore", "--depth", "3"],
        &["check", "--ltl", "F deadlock"],
        &["check", "--bounded"],
    ];
    for question in refused {
        let arguments: Vec<OsString> = question.iter().map(OsString::from).collect();
        let ran = run(&[&arguments[..], &words![net, "--processes", "2"]].concat());
        assert_eq!(ran.code, Some(3), "{question:?}: {ran:?}");
        assert!(!ran.err.is_empty() && ran.out.is_empty(), "{question:?}: {ran:?}");
    }
    let ran = run(&words!["explore", net, net, "--processes", "2"]);
    assert!(ran.code == Some(3) && ran.err.contains("--processes applies to a single file"), "{ran:?}");
    let ran = run(&words!["explore", "no-such-net.pnml", "--processes", "2"]);
    assert!(ran.code == Some(3) && ran.err.contains("cannot read"), "{ran:?}");
}

#[test]
fn limits_end_all_processes_together() {
    let folder = Folder::new();
    let net = folder.file("switches.pnml", switches(40));
    for (limit, reason) in [
        (["--time", "300ms"], "time_limit"),
        (["--max-states", "20000"], "state_limit"),
        (["--memory", "6M"], "memory_limit"),
    ] {
        let arguments = words!["explore", net, "--processes", "2", "--format", "json", limit[0], limit[1]];
        let ran = run(&arguments);
        assert_eq!((ran.code, &ran.json()["reason"]), (Some(2), &reason.into()), "{ran:?}");
    }
}

#[test]
fn progress_has_the_share_of_each_process() {
    let folder = Folder::new();
    let net = folder.file("switches.pnml", switches(48));
    // The limits on time and memory only protect against a program with a bug.
    let limits = ["--time", "60s", "--memory", "1G"].map(OsString::from);
    let arguments = words!["explore", net, "--processes", "2", "--progress", "json", "--format", "json"];
    let arguments = [&arguments[..], &limits].concat();
    let mut child =
        command(&arguments).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("it starts");
    let mut line = String::new();
    BufReader::new(child.stderr.take().expect("it is piped"))
        .read_line(&mut line)
        .expect("it prints progress");
    let progress: Value = serde_json::from_str(&line).expect("it is a line of JSON");
    let shares: Vec<u64> =
        progress["shares"].as_array().expect("there are shares").iter().filter_map(Value::as_u64).collect();
    assert_eq!(
        (shares.len(), shares.iter().sum()),
        (2, progress["states"].as_u64().expect("a number")),
        "{line}"
    );
    child.kill().expect("it is there");
    child.wait().expect("it has ended");
}

/// Returns the ids of the processes that a process has started.
#[cfg(target_os = "linux")]
fn children(of: &Child) -> Vec<String> {
    let id = of.id();
    let text = fs::read_to_string(format!("/proc/{id}/task/{id}/children")).unwrap_or_default();
    text.split_whitespace().map(ToOwned::to_owned).collect()
}

#[cfg(target_os = "linux")]
fn is_there(id: &str) -> bool {
    // A process that has ended but was not waited for does not count.
    let status = fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
    status
        .rsplit(')')
        .next()
        .and_then(|rest| rest.split_whitespace().next())
        .is_some_and(|state| state != "Z")
}

#[cfg(target_os = "linux")]
fn kill(id: &str, signal: &str) {
    // The process may have ended by itself.
    let _ = std::process::Command::new("kill").args([signal, id]).stderr(Stdio::null()).status();
}

/// Waits for a condition, at most ten seconds.
fn within_ten_seconds(what: &str, mut is_so: impl FnMut() -> bool) {
    let end = Instant::now() + Duration::from_secs(10);
    while !is_so() {
        assert!(Instant::now() < end, "{what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Kills a process at a random moment: the first one, or one that it has started. `SANDERLING_SEEDS` makes this test
/// longer.
#[cfg(target_os = "linux")]
#[test]
fn if_a_process_is_killed_the_others_end_and_report_it() {
    let folder = Folder::new();
    let net = folder.file("switches.pnml", switches(40));
    let count = std::env::var("SANDERLING_SEEDS").ok().and_then(|seeds| seeds.parse().ok()).unwrap_or(6);
    for seed in 0..count {
        let mut random = StdRng::seed_from_u64(seed);
        let arguments = words![
            "explore",
            net,
            "--processes",
            "3",
            "--threads",
            "1",
            "--format",
            "json",
            "--time",
            "60s",
            "--memory",
            "200M"
        ];
        let mut first = command(&arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut started = Vec::new();
        within_ten_seconds("two others are started", || {
            started = children(&first);
            started.len() == 2
        });
        std::thread::sleep(Duration::from_millis(random.random_range(0..1500)));
        match random.random_range(0..4) {
            0 => {
                first.kill().unwrap();
                first.wait().unwrap();
            }
            1 => {
                // Ctrl-C on one of the others ends all with a partial result. Before there is a result, the process is
                // lost.
                kill(&started[0], "-INT");
                within_ten_seconds("the first one ends", || first.try_wait().unwrap().is_some());
                assert!(matches!(first.wait().unwrap().code(), Some(2 | 3)), "seed {seed}");
            }
            number => {
                kill(&started[number - 2], "-KILL");
                within_ten_seconds("the first one ends", || first.try_wait().unwrap().is_some());
                let code = first.wait().unwrap().code();
                let mut out = String::new();
                first.stdout.take().unwrap().read_to_string(&mut out).unwrap();
                let report: Value =
                    serde_json::from_str(&out).unwrap_or_else(|error| panic!("{error}: {out}"));
                match code {
                    Some(2) => {
                        assert_eq!(report["reason"], "peer_lost", "seed {seed}: {out}");
                        let text = report["reason_text"].as_str().unwrap_or_default();
                        let named = format!("process {} at 127.0.0.1:", number - 1);
                        assert!(text.starts_with(&named), "seed {seed}: {text}");
                    }
                    // The process was killed before all were connected.
                    code => assert_eq!(code, Some(3), "seed {seed}: {out}"),
                }
            }
        }
        within_ten_seconds("no process is left behind", || !started.iter().any(|id| is_there(id)));
    }
}

/// Writes a file with two free addresses.
fn hosts(folder: &Folder) -> PathBuf {
    let sockets = [(); 2].map(|()| TcpListener::bind("127.0.0.1:0").unwrap());
    let lines = sockets.each_ref().map(|socket| socket.local_addr().unwrap().to_string());
    folder.file("hosts", lines.join("\n"))
}

const TOKEN: &str = "0123456789abcdef";

fn of_host(host: &str, hosts: &Path, words: &[OsString], token: &str) -> Child {
    let words = [words, &words!["--hosts", hosts, "--host", host]].concat();
    let mut command = command(&words);
    command.env("SANDERLING_TOKEN", token).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

fn ended(child: Child) -> Ran {
    let output = child.wait_with_output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    Ran { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
}

/// The file of the net may be absent at the second process, which prints nothing.
#[test]
fn hosts_of_a_file_search_together() {
    let folder = Folder::new();
    let net = folder.file("switches.pnml", switches(10));
    let hosts = hosts(&folder);
    let arguments = words!["explore", net, "--levels", "--format", "json"];
    let one = run(&arguments);
    let second = of_host("1", &hosts, &arguments, TOKEN);
    let first = ended(of_host("0", &hosts, &arguments, TOKEN));
    let second = ended(second);
    assert_eq!((first.code, second.code), (Some(0), Some(0)), "{first:?} {second:?}");
    assert_eq!(stable_part(&first.json()), stable_part(&one.json()));
    assert_eq!((second.out.as_str(), second.err.as_str()), ("", ""));
}

/// Scripts for timely dataflow programs use these options.
#[test]
fn words_of_timely_name_the_same_processes() {
    let folder = Folder::new();
    let net = folder.file("switches.pnml", switches(10));
    let hosts = hosts(&folder);
    let arguments = words!["explore", net, "--levels", "--format", "json"];
    let of_index = |index: &str, words: &str| {
        let timely = words!["--timely", format!("{words} -p {index} -h {}", hosts.display())];
        let mut command = command(&[&arguments[..], &timely].concat());
        command.env("SANDERLING_TOKEN", TOKEN).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    };
    let second = of_index("1", "-n 2");
    let first = ended(of_index("0", "-n 2"));
    assert_eq!((first.code, ended(second).code), (Some(0), Some(0)), "{first:?}");
    assert_eq!(stable_part(&first.json()), stable_part(&run(&arguments).json()));
    for (words, part) in [
        ("-w 2", "--threads"),
        ("-n 0", "below their number"),
        ("-n 3", "has 2 addresses"),
        ("-n x", "not a number"),
    ] {
        let refused = ended(of_index("0", words));
        assert!(refused.code == Some(3) && refused.out.contains(part), "{refused:?}");
    }
}

#[test]
fn hosts_with_different_arguments_are_refused() {
    let folder = Folder::new();
    let net = folder.file("switches.pnml", switches(10));
    let hosts = hosts(&folder);
    let second = of_host("1", &hosts, &words!["explore", net, "--bounds"], TOKEN);
    let first = ended(of_host("0", &hosts, &words!["explore", net], TOKEN));
    let second = ended(second);
    assert_eq!((first.code, second.code), (Some(3), Some(3)), "{first:?} {second:?}");
    assert!(first.err.contains("process 1 at 127.0.0.1:") && first.err.contains("`--bounds`"), "{first:?}");
    assert!(second.err.contains("must be the same"), "{second:?}");
    let without = ended(of_host("1", &hosts, &words!["explore", net], "short"));
    assert!(without.code == Some(3) && without.err.contains("SANDERLING_TOKEN"), "{without:?}");
}
