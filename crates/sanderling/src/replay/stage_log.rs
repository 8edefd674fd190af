//! The stages of a plan that were carried out, for `--explain-plan`.

use sanderling_machine::clock::Instant;
use sanderling_report::{Count, Stage};

/// The stages so far, in the order of their first use. A technique that is tried on one goal after another is
/// one stage.
#[derive(Debug, Default)]
pub(crate) struct StageLog(Vec<Stage>);

impl StageLog {
    /// Notes that a technique was tried on some goals from `since` until now, and decided some of them.
    pub(crate) fn note(&mut self, name: &str, since: Instant, (tried, decided): (usize, usize), states: u64) {
        self.add(Stage {
            name: name.to_owned(),
            tried: tried as u64,
            decided: decided as u64,
            states: states.into(),
            time_s: since.elapsed().as_secs_f64(),
        });
    }

    /// Adds the stages of another record.
    pub(crate) fn append(&mut self, stages: Vec<Stage>) {
        stages.into_iter().for_each(|stage| self.add(stage));
    }

    fn add(&mut self, stage: Stage) {
        let Some(known) = self.0.iter_mut().find(|known| known.name == stage.name) else {
            return self.0.push(stage);
        };
        known.tried += stage.tried;
        known.decided += stage.decided;
        known.states = sum(known.states, stage.states);
        known.time_s += stage.time_s;
    }

    /// Returns the stages.
    pub(crate) fn into_stages(self) -> Vec<Stage> {
        self.0
    }
}

fn sum(one: Count, other: Count) -> Count {
    match (one.finite(), other.finite()) {
        (Some(one), Some(other)) => one.saturating_add(other).into(),
        _ => Count::Infinite,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attempts_of_one_technique_are_one_stage() {
        let (mut plan, mut later) = (StageLog::default(), StageLog::default());
        let now = Instant::now();
        plan.note("proof", now, (1, 0), 0);
        plan.note("random walks", now, (3, 1), 0);
        later.note("proof", now, (2, 1), 7);
        plan.append(later.into_stages());
        let rows: Vec<_> = plan
            .into_stages()
            .into_iter()
            .map(|stage| (stage.name, stage.tried, stage.decided, stage.states))
            .collect();
        assert_eq!(
            rows,
            [("proof".to_owned(), 3, 1, 7_u64.into()), ("random walks".to_owned(), 3, 1, 0_u64.into())]
        );
    }
}
