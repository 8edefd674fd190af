//! Sample runs for tests.

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use super::record::{Answer, Limits, Machine, Outcome, Run, SCHEMA, Session};

/// Creates a session.
pub(super) fn session() -> Session {
    Session {
        schema: SCHEMA,
        version: "0.1.0".into(),
        suite: "Quick".into(),
        fingerprint: "0123456789abcdef".into(),
        machine: Machine {
            processor: "Example 3000".into(),
            cores: 8,
            memory_bytes: Some(16 << 30),
            system: "linux x86_64".into(),
        },
        random_access_per_s: Some(4.2e7),
        jobs: 2,
    }
}

/// Creates a run that gave a right answer in a second.
pub(super) fn run(model: &str, question: &str, configuration: &str, repetition: u32) -> Run {
    Run {
        model: model.into(),
        question: question.into(),
        configuration: configuration.into(),
        repetition,
        tool: "sanderling".into(),
        version: "0.1.0".into(),
        command: vec!["sanderling".into(), "explore".into(), "{model}".into()],
        limits: Limits { time_s: 60.0, memory_bytes: 2 << 30 },
        outcome: Outcome::Answered,
        reason: None,
        answers: vec![answered("states", "4000", Some("4000"))],
        wall_s: 1.0,
        processor_s: Some(0.9),
        phases_s: [("parse".to_owned(), 0.1), ("search".to_owned(), 0.8)].into(),
        peak_bytes: Some(64 << 20),
        store_bytes: Some(1 << 20),
        states: Some(4000.0),
        firings: Some(16000.0),
        firings_per_s: Some(20000.0),
        share_of_random_access: Some(0.2),
    }
}

/// Creates an answer that was given.
pub(super) fn answered(name: &str, value: &str, known: Option<&str>) -> Answer {
    Answer::new(name, Some(value.to_owned()), known.map(str::to_owned), false)
}

/// Creates a campaign with these numbers of models, configurations and questions. Later configurations are
/// slower and use less memory.
pub(super) fn campaign(models: usize, configurations: usize, questions: usize) -> Vec<Run> {
    let mut random = StdRng::seed_from_u64(7);
    let mut runs = Vec::new();
    for model in 0..models {
        let states = 10_f64.powf(random.random_range(0.5..8.5)).round();
        for question in 0..questions {
            for configuration in 0..configurations {
                let name =
                    format!("{}-PT-{model:03}", ["Philosophers", "TokenRing", "Kanban", "a.5"][model % 4]);
                let configuration_name =
                    ["breadth-first", "tree", "comback", "stubborn", "tool", "lean"][configuration];
                let run = run(&name, &format!("q{question}"), configuration_name, 1);
                runs.push(varied(run, states, configuration as f64, &mut random));
            }
        }
    }
    runs
}

/// Creates a run over this number of states.
fn varied(run: Run, states: f64, configuration: f64, random: &mut StdRng) -> Run {
    let rate = 10_f64.powf(random.random_range(6.2..7.4)) / (1.0 + configuration);
    let firings = (states * random.random_range(1.5..9.0)).round();
    let wall_s = 0.01 + firings / rate;
    let bytes = states * random.random_range(8.0..60.0) / (1.0 + 2.0 * configuration);
    let is_refused = random.random_bool(0.03);
    let outcome = match random.random_range(0..1000) {
        0..5 => Outcome::Crashed,
        _ if is_refused => Outcome::Refused,
        _ if wall_s > run.limits.time_s => Outcome::OutOfTime,
        _ if bytes > run.limits.memory_bytes as f64 => Outcome::OutOfMemory,
        _ => Outcome::Answered,
    };
    let is_announced = outcome == Outcome::Answered;
    let known = random.random_bool(0.8).then(|| states.to_string());
    let value =
        is_announced.then(|| if random.random_bool(0.004) { "17".to_owned() } else { states.to_string() });
    Run {
        outcome,
        reason: (!is_announced).then(|| format!("no answer: {outcome:?}")),
        answers: vec![Answer::new("states", value, known, random.random_bool(0.1))],
        wall_s: wall_s.min(run.limits.time_s),
        peak_bytes: Some((bytes as u64).min(run.limits.memory_bytes) + (9 << 20)),
        store_bytes: is_announced.then_some(bytes as u64),
        states: is_announced.then_some(states),
        firings: is_announced.then_some(firings),
        firings_per_s: is_announced.then_some(rate.round()),
        share_of_random_access: is_announced.then_some(rate / 4.2e7),
        ..run
    }
}
