//! Processes in separate network namespaces, like two machines. A network that is slow and loses packets does not
//! change the result, and a broken connection is detected.
//!
//! Only root may create namespaces, and only a kernel with netem can slow them down. Otherwise the tests report that
//! they were skipped.

use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use super::{TOKEN, ended, stable_part};
use crate::net_file::{Folder, switches};
use crate::running::run;
use crate::words;

/// Two namespaces connected by a cable. Both are removed with it.
struct Cable {
    names: [String; 2],
}

impl Cable {
    /// Creates a cable with this number in its names, or returns `None` if this is not permitted.
    fn lay(number: u32) -> Option<Self> {
        let id = std::process::id();
        let cable = Self { names: ["a", "b"].map(|end| format!("sanderling-{id}-{number}{end}")) };
        let [a, b] = &cable.names;
        let devices = ["x", "y"].map(|end| format!("sd{number}{end}{}", id % 100_000));
        let is_laid = ip(&["netns", "add", a])
            && ip(&["netns", "add", b])
            && ip(&[
                "link",
                "add",
                &devices[0],
                "netns",
                a,
                "type",
                "veth",
                "peer",
                "name",
                &devices[1],
                "netns",
                b,
            ])
            && [a, b].iter().zip(&devices).zip(["10.83.0.1/24", "10.83.0.2/24"]).all(
                |((name, device), address)| {
                    ip(&["-n", name, "addr", "add", address, "dev", device])
                        && ip(&["-n", name, "link", "set", device, "up"])
                        && ip(&["-n", name, "link", "set", "lo", "up"])
                },
            );
        is_laid.then_some(cable)
    }

    fn device(&self, end: usize) -> String {
        let number =
            self.names[end].rsplit('-').next().unwrap_or_default().trim_end_matches(['a', 'b']).to_owned();
        format!("sd{number}{}{}", ["x", "y"][end], std::process::id() % 100_000)
    }

    /// Makes the cable slow and lossy in both directions. Returns whether this is possible.
    fn spoil(&self) -> bool {
        (0..2).all(|end| {
            let words =
                ["netns", "exec", &self.names[end], "tc", "qdisc", "add", "dev", &self.device(end), "root"];
            ip(&[&words[..], &["netem", "delay", "15ms", "loss", "2%"]].concat())
        })
    }

    fn cut(&self) {
        assert!(ip(&["-n", &self.names[0], "link", "set", &self.device(0), "down"]));
    }

    /// Starts a process at one end.
    fn start(&self, end: usize, words: &[std::ffi::OsString]) -> Child {
        let mut command = Command::new("ip");
        command.args(["netns", "exec", &self.names[end], env!("CARGO_BIN_EXE_sanderling")]).args(words);
        command.arg("--host").arg(end.to_string());
        command.env("SANDERLING_TOKEN", TOKEN).env("NO_COLOR", "1").stdin(Stdio::null());
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    }
}

impl Drop for Cable {
    fn drop(&mut self) {
        self.names.iter().for_each(|name| {
            ip(&["netns", "del", name]);
        });
    }
}

fn ip(words: &[&str]) -> bool {
    let status = Command::new("ip")
        .args(words)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    status.is_ok_and(|status| status.success())
}

fn hosts(folder: &Folder) -> std::path::PathBuf {
    folder.file("hosts", "10.83.0.1:4100\n10.83.0.2:4100\n")
}

#[test]
fn a_slow_network_that_loses_packets_changes_nothing() {
    let Some(cable) = Cable::lay(1) else {
        eprintln!("skipped: no network namespaces can be made here");
        return;
    };
    if !cable.spoil() {
        eprintln!("no netem here: the network is neither slow nor leaky");
    }
    let folder = Folder::new();
    let net = folder.file("switches.pnml", switches(14));
    let arguments = words!["explore", net, "--levels", "--format", "json"];
    for store in ["packed", "tree"] {
        let together = [&arguments[..], &words!["--hosts", hosts(&folder), "--store", store]].concat();
        let second = cable.start(1, &together);
        let first = ended(cable.start(0, &together));
        assert_eq!((first.code, ended(second).code), (Some(0), Some(0)), "{first:?}");
        assert_eq!(stable_part(&first.json()), stable_part(&run(&arguments).json()));
    }
}

#[test]
fn a_network_that_is_cut_is_noticed_on_both_sides() {
    let Some(cable) = Cable::lay(2) else {
        eprintln!("skipped: no network namespaces can be made here");
        return;
    };
    let folder = Folder::new();
    let net = folder.file("switches.pnml", switches(40));
    let limits = words!["--time", "60s", "--memory", "300M", "--threads", "1"];
    let arguments =
        [&words!["explore", net, "--format", "json", "--hosts", hosts(&folder)][..], &limits].concat();
    let second = cable.start(1, &arguments);
    let first = cable.start(0, &arguments);
    std::thread::sleep(Duration::from_millis(1500));
    let cut = Instant::now();
    cable.cut();
    let (first, second) = (ended(first), ended(second));
    assert!(cut.elapsed() < Duration::from_secs(30), "{:?}", cut.elapsed());
    assert_eq!((first.code, second.code), (Some(2), Some(2)), "{first:?} {second:?}");
    assert_eq!(first.json()["reason"], "peer_lost", "{first:?}");
}
