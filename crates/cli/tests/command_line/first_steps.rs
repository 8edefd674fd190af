//! The answers that beginners read: the verdict first.

use crate::net_file::{Folder, two_locks};
use crate::running::run;
use crate::words;

#[test]
fn the_verdict_and_the_run_come_before_the_statistics() {
    let folder = Folder::new();
    let net = folder.file("locks.pnml", two_locks());
    let short = run(&words!["deadlock", net]).out;
    let full = run(&words!["deadlock", net, "--stats"]).out;
    let run_of = |text: &str| text.split("\n\n").take(2).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(run_of(&short), run_of(&full));
    assert!(run_of(&short)[1].starts_with("deadlock after 2 firings, a shortest run:\n  start: "), "{short}");
    let statistics = short.split("\n\n").nth(2).unwrap_or_default();
    assert!(statistics.contains(" states, ") && statistics.lines().count() == 1, "{short}");
    assert!(!short.contains("bits per state") && full.contains("\nbits per state"), "{full}");
}
