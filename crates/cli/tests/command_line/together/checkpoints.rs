//! Searches by several processes that are killed, limited or refused, and continue from their shares.

use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::process::Stdio;

use crate::net_file::{Folder, switches, switches_beside_a_walk};
use crate::running::{Ran, command, run, run_in};
use crate::together::{NETS, TOKEN, ended, hosts, of_host, stable_part};
use crate::words;

#[test]
fn a_limited_search_is_resumed_in_the_same_number_of_processes() {
    let folder = Folder::new();
    // Layouts are widened before and after the limits.
    let net = folder.file("walk.pnml", switches_beside_a_walk(8));
    let arguments = words!["explore", net, "--levels"];
    let one = run(&[&arguments[..], &words!["--format", "json"]].concat()).json();
    for (store, processes) in [("packed", "3"), ("tree", "2"), ("auto", "4")] {
        let directory = folder.path().join(format!("checkpoints/{store}"));
        let more = words!["--processes", processes, "--store", store, "--checkpoint", directory];
        let limited = run(&[&arguments[..], &more, &words!["--max-states", "1000"]].concat());
        let how = format!("  to continue: sanderling resume {}\n", directory.display());
        assert!(limited.code == Some(2) && limited.out.contains(&how), "{limited:?}");
        let json = words!["--format", "json"];
        let info = run(&[&words!["resume", directory, "--info"][..], &json].concat()).json();
        assert!((1000..6400).contains(&info["states"].as_u64().unwrap()), "{info}");
        let other = run(&words!["resume", directory, "--processes", "5"]);
        assert!(other.code == Some(3), "{other:?}");
        assert!(other.err.contains("processes, and now there are 5"), "{other:?}");
        let on = run(&[&words!["resume", directory, "--max-states", "2000"][..], &json].concat());
        assert_eq!((on.code, on.json()["reason"].as_str()), (Some(2), Some("state_limit")), "{on:?}");
        let whole = words!["resume", directory, "--max-states", "1e6", "--processes", processes];
        let whole = run(&[&whole[..], &json].concat());
        assert_eq!(whole.code, Some(0), "{whole:?}");
        assert_eq!(stable_part(&whole.json()), stable_part(&one), "{store}");
        // It is resumed once more from another folder, after its end.
        let again = words!["resume", format!("checkpoints/{store}"), "--max-states", "1e6"];
        let again = run_in(folder.path(), &[&again[..], &json].concat(), b"");
        assert_eq!(stable_part(&again.json()), stable_part(&one), "{store}");
    }
}

#[test]
fn unusable_checkpoints_of_processes_are_refused() {
    let folder = Folder::new();
    let net = Path::new(NETS).join("philosophers-5.pnml");
    let [shares, alone] = ["shares", "alone"].map(|name| folder.path().join(name));
    let together = words!["explore", net, "--processes", "2", "--checkpoint", shares];
    assert_eq!(run(&together).code, Some(0));
    assert_eq!(run(&words!["explore", net, "--checkpoint", alone]).code, Some(0));
    let refused = |words: &[OsString], expected: &str| {
        let ran = run(words);
        assert!(ran.code == Some(3) && ran.err.contains(expected), "{expected}: {ran:?}");
    };
    refused(&together, "the folder has a checkpoint already");
    refused(&words!["explore", net, "--checkpoint", shares], "checkpoints of several processes");
    refused(&words!["resume", alone, "--processes", "2"], "omit `--processes`");
    let onto_one = words!["explore", net, "--processes", "2", "--checkpoint", alone, "--resume", "newest"];
    refused(&onto_one, "a search by one process");
    fs::remove_dir_all(shares.join("process-1")).unwrap();
    refused(&words!["resume", shares], "process 1 has none");
    fs::remove_dir_all(shares.join("process-0")).unwrap();
    refused(&words!["resume", shares], "there is no checkpoint in this folder");
}

/// Runs both processes with the same arguments, and with those that give the place of each.
fn both(words: &[OsString], place: impl Fn(&str) -> Vec<OsString>) -> [Ran; 2] {
    let start = |own: &str| {
        let mut command = command(&[words, &place(own)].concat());
        command.env("SANDERLING_TOKEN", TOKEN);
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    };
    let second = start("1");
    let first = start("0");
    [ended(first), ended(second)]
}

/// All shares are in one folder. The machines may have new addresses and may be specified in another way.
#[test]
fn hosts_resume_a_search_together() {
    let folder = Folder::new();
    let net = folder.file("switches.pnml", switches(12));
    let directory = folder.path().join("checkpoints");
    let arguments = words!["explore", net, "--levels", "--format", "json"];
    let first_hosts = hosts(&folder);
    let limited = words!["--checkpoint", directory, "--max-states", "1000"];
    let begun = [&arguments[..], &limited].concat();
    let second = of_host("1", &first_hosts, &begun, TOKEN);
    let first = ended(of_host("0", &first_hosts, &begun, TOKEN));
    assert_eq!((first.code, ended(second).code), (Some(2), Some(2)), "{first:?}");
    let unknown = run(&words!["resume", directory]);
    assert!(unknown.code == Some(3) && unknown.err.contains("identify this process with"), "{unknown:?}");
    let hosts = hosts(&folder);
    let by_host = |own: &str| words!["--hosts", hosts, "--host", own].to_vec();
    let [first, second] = both(&words!["resume", directory, "--max-states", "2000"], by_host);
    assert_eq!((first.code, second.code), (Some(2), Some(2)), "{first:?} {second:?}");
    let by_timely = |own: &str| words!["--timely", format!("-n 2 -p {own} -h {}", hosts.display())].to_vec();
    let [first, second] = both(&words!["resume", directory, "--max-states", "1e6"], by_timely);
    assert_eq!((first.code, second.code), (Some(0), Some(0)), "{first:?} {second:?}");
    assert_eq!(stable_part(&first.json()), stable_part(&run(&arguments).json()));
}

/// Each process has its own folder, as on separate machines, and continues with its earlier number.
#[test]
fn each_machine_may_have_its_own_share() {
    let folder = Folder::new();
    let net = folder.file("switches.pnml", switches(12));
    let hosts = hosts(&folder);
    let machines = ["0", "1"].map(|own| (own, folder.path().join(format!("machine-{own}"))));
    machines.iter().for_each(|(_, path)| fs::create_dir(path).unwrap());
    let each = |words: &dyn Fn(&str) -> Vec<OsString>| {
        let started = machines.each_ref().map(|(own, path)| {
            let mut command = command(&words(own));
            command.env("SANDERLING_TOKEN", TOKEN).current_dir(path);
            command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
        });
        started.map(ended)
    };
    let arguments = words!["explore", net, "--levels", "--format", "json"];
    let [first, second] = each(&|own| {
        let here = words!["--checkpoint", "here", "--max-states", "1000", "--hosts", hosts, "--host", own];
        [&arguments[..], &here].concat()
    });
    assert_eq!((first.code, second.code), (Some(2), Some(2)), "{first:?} {second:?}");
    let [first, second] = each(&|_| words!["resume", "here", "--max-states", "1e6"].to_vec());
    assert_eq!((first.code, second.code), (Some(0), Some(0)), "{first:?} {second:?}");
    assert_eq!(stable_part(&first.json()), stable_part(&run(&arguments).json()));
}

#[cfg(target_os = "linux")]
mod killed {
    use std::io::Read;
    use std::time::{Duration, Instant};

    use rand::rngs::StdRng;
    use rand::{RngExt, SeedableRng};
    use serde_json::Value;

    use super::*;
    use crate::together::{children, is_there, kill, within_ten_seconds};

    /// Runs a search, and kills one of its processes if the search has not ended after some time. Returns the report if
    /// the search has ended.
    fn killed_after(
        words: &[OsString],
        processes: usize,
        time: Duration,
        random: &mut StdRng,
    ) -> Option<Value> {
        let mut first = command(words).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut out = first.stdout.take().unwrap();
        let reader = std::thread::spawn(move || {
            let mut text = String::new();
            out.read_to_string(&mut text).unwrap();
            text
        });
        let (began, mut started) = (Instant::now(), Vec::new());
        while began.elapsed() < time && first.try_wait().unwrap().is_none() {
            if started.len() + 1 < processes {
                started = children(&first);
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        match random.random_range(0..=started.len()) {
            0 => first.kill().unwrap(),
            number => kill(&started[number - 1], "-KILL"),
        }
        within_ten_seconds("the first one ends", || first.try_wait().unwrap().is_some());
        let code = first.wait().unwrap().code();
        within_ten_seconds("no process is left behind", || !started.iter().any(|id| is_there(id)));
        let text = reader.join().unwrap();
        assert!(matches!(code, None | Some(0 | 2 | 3)), "{code:?}: {text}");
        (code == Some(0)).then(|| serde_json::from_str(&text).unwrap())
    }

    /// `SANDERLING_SEEDS` makes this test longer.
    #[test]
    fn a_search_whose_processes_are_killed_repeatedly_gives_the_same_report() {
        let folder = Folder::new();
        let net = folder.file("switches.pnml", switches(16));
        let count = std::env::var("SANDERLING_SEEDS").ok().and_then(|seeds| seeds.parse().ok()).unwrap_or(6);
        let mut resumptions = 0;
        for seed in 0..count {
            let mut random = StdRng::seed_from_u64(seed);
            let store = ["packed", "tree"][seed as usize % 2];
            let processes = random.random_range(2..=3);
            let directory = folder.path().join(format!("checkpoints-{seed}"));
            let arguments =
                words!["explore", net, "--levels", "--bounds", "--format", "json", "--threads", "1"];
            let expected = stable_part(&run(&arguments).json());
            let more = words![
                "--store",
                store,
                "--processes",
                processes.to_string(),
                "--checkpoint",
                directory,
                "--resume",
                "newest",
                "--checkpoint-every",
                "0ms"
            ];
            let began = Instant::now();
            let ran = run(&[&arguments[..], &more[..4]].concat());
            assert_eq!(ran.code, Some(0), "{ran:?}");
            let whole = began.elapsed();
            let arguments = [&arguments[..], &more].concat();
            let mut found = None;
            for _ in 0..4 {
                let time = whole.mul_f64(random.random_range(0.3..2.0));
                let is_there = super::has_share(&directory.join("process-0"));
                let resumes = is_there && random.random_bool(0.5);
                let words = if resumes { words!["resume", directory].to_vec() } else { arguments.clone() };
                resumptions += u32::from(is_there);
                found = killed_after(&words, processes, time, &mut random);
                if found.is_some() {
                    break;
                }
            }
            let found = found.unwrap_or_else(|| {
                let ran = run(&arguments);
                assert_eq!(ran.code, Some(0), "seed {seed}: {ran:?}");
                ran.json()
            });
            assert_eq!(stable_part(&found), expected, "seed {seed}");
        }
        assert!(resumptions > 0, "some searches are resumed");
    }

    #[test]
    fn losing_a_process_shows_how_to_resume() {
        let folder = Folder::new();
        let net = folder.file("switches.pnml", switches(40));
        let directory = folder.path().join("checkpoints");
        let arguments =
            words!["explore", net, "--processes", "2", "--checkpoint", directory, "--time", "60s"];
        let limits = words!["--checkpoint-every", "0ms", "--memory", "200M", "--threads", "1"];
        let arguments = [&arguments[..], &limits].concat();
        let first = command(&arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        within_ten_seconds("there are checkpoints", || {
            (0..2).all(|process| super::has_share(&directory.join(format!("process-{process}"))))
        });
        children(&first).iter().for_each(|id| kill(id, "-KILL"));
        let ran = ended(first);
        assert_eq!(ran.code, Some(2), "{ran:?}");
        assert!(ran.out.contains("process 1 at 127.0.0.1:"), "{ran:?}");
        assert!(
            ran.out.contains(&format!("to continue: sanderling resume {}", directory.display())),
            "{ran:?}"
        );
        let on = run(&words!["resume", directory, "--time", "5s", "--format", "json"]);
        let reason = on.json()["reason"].as_str().unwrap_or_default().to_owned();
        assert!(on.code == Some(2) && ["time_limit", "memory_limit"].contains(&&*reason), "{on:?}");
        assert!(on.json()["states"].as_u64().unwrap() > 0, "{on:?}");
        assert!(on.json()["time_s"]["before"].as_f64().unwrap() > 0.0, "{on:?}");
    }
}

#[cfg(target_os = "linux")]
fn has_share(path: &Path) -> bool {
    let names = fs::read_dir(path).into_iter().flatten().flatten().map(|entry| entry.file_name());
    names.into_iter().any(|name| name.to_string_lossy().ends_with(".json"))
}
