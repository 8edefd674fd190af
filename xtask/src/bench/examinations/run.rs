//! One examination of one instance, and the lines that it prints.

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use sanderling_contest::Examination;

use super::name_of;
use crate::apart::run;

/// How much longer than its time a process may live.
const PATIENCE: Duration = Duration::from_secs(10);

/// What an examination may take.
#[derive(Debug, Clone)]
pub(super) struct Limits {
    pub(super) time: Duration,
    pub(super) megabytes: u64,
    /// `None`: as many as there are cores.
    pub(super) threads: Option<usize>,
}

/// What came of an examination.
#[derive(Debug)]
pub(super) struct Run {
    pub(super) instance: String,
    pub(super) examination: Examination,
    pub(super) answers: Vec<Told>,
    pub(super) time: Duration,
    /// Why the program ended, where that is not because it had nothing else to say.
    pub(super) trouble: Option<String>,
}

/// An answer as it was printed.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Told {
    /// Of a property, its number; of a figure, its name; otherwise empty.
    pub(super) question: String,
    pub(super) value: String,
    /// Whether no marking but the first had to be visited for it.
    pub(super) is_proved: bool,
}

impl Run {
    /// Examines.
    pub(super) fn make(program: &Path, instance: &Path, examination: Examination, limits: &Limits) -> Self {
        let started = Instant::now();
        let mut command = Command::new(program);
        command.arg("mcc").arg(instance).args(["--examination", examination.name()]);
        command.args(["--time", &format!("{}s", limits.time.as_secs())]);
        command.args(["--memory", &format!("{}M", limits.megabytes)]);
        if let Some(threads) = limits.threads {
            command.args(["--threads", &threads.to_string()]);
        }
        let instance = name_of(instance);
        let (answers, trouble) = match run(&mut command, Some(limits.time + PATIENCE)) {
            Err(error) => (Vec::new(), Some(error.to_string())),
            Ok((status, told, complaint)) => {
                let is_usual = matches!(status.code(), Some(0 | 2));
                let last =
                    || complaint.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or_default();
                let trouble = (!is_usual).then(|| format!("{status}: {}", last()));
                (told.lines().filter_map(|line| read(examination, line)).collect(), trouble)
            }
        };
        let time = started.elapsed();
        eprintln!("{instance} {examination}: {} answers in {:.1} s", answers.len(), time.as_secs_f64());
        Self { instance, examination, answers, time, trouble }
    }
}

/// What a line tells, if it tells an answer.
fn read(examination: Examination, line: &str) -> Option<Told> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let [kind @ ("FORMULA" | "STATE_SPACE"), id, value, techniques @ ..] = &words[..] else { return None };
    let question = match (*kind, examination.property_file()) {
        ("FORMULA", Some(_)) => id.rsplit('-').next().unwrap_or_default(),
        ("FORMULA", None) => "",
        _ => id,
    };
    Some(Told {
        question: question.to_owned(),
        value: (*value).to_owned(),
        is_proved: !techniques.contains(&"EXPLICIT"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_read_from_lines() {
        let told = |question: &str, value: &str, is_proved| {
            Some(Told { question: question.into(), value: value.into(), is_proved })
        };
        assert_eq!(
            read(Examination::UpperBounds, "FORMULA A-PT-1-UpperBounds-2025-07 +inf TECHNIQUES LP_APPROX"),
            told("07", "+inf", true)
        );
        assert_eq!(
            read(Examination::OneSafe, "FORMULA OneSafe TRUE TECHNIQUES EXPLICIT"),
            told("", "TRUE", false)
        );
        assert_eq!(
            read(Examination::StateSpace, "STATE_SPACE STATES 12 TECHNIQUES EXPLICIT"),
            told("STATES", "12", false)
        );
        assert_eq!(read(Examination::OneSafe, "CANNOT_COMPUTE"), None);
    }
}
