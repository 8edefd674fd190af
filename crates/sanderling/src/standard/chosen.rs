//! The options of a search that also apply to the standard properties.

use super::StandardRequest;
use crate::request::Question;
use crate::request::options::{Choices, GROUPS};
use sanderling_analysis::Limits;

impl StandardRequest {
    /// The names of these options.
    pub const OPTIONS: [&'static str; 8] =
        ["time", "memory", "threads", "max-states", "self-check", "explain-plan", "engine", "diagram-order"];

    /// Creates a request for all properties with the given options, and defaults for the others.
    ///
    /// # Errors
    /// The name of an option that does not apply.
    pub fn chosen(choices: &Choices) -> Result<Self, &'static str> {
        let mut names = GROUPS.iter().flat_map(|group| group.options).map(|option| option.name);
        if let Some(other) = names.find(|name| choices.has(name) && !Self::OPTIONS.contains(name)) {
            return Err(other);
        }
        let (usual, chosen) = (Self::default(), choices.without_net(Question::Explore));
        Ok(Self {
            limits: Limits { time: chosen.limits.time.or(usual.limits.time), ..chosen.limits },
            threads: chosen.threads,
            engine: chosen.engine,
            diagram_order: chosen.diagram_order,
            self_check: chosen.self_check,
            explain_plan: chosen.explain_plan,
            ..usual
        })
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn options_that_mean_nothing_are_refused_and_the_others_mean_the_same() {
        let of = |pairs: &[(&str, &str)]| {
            let mut choices = Choices::default();
            pairs.iter().for_each(|(name, text)| choices.choose(name, text).expect("there is this option"));
            StandardRequest::chosen(&choices)
        };
        assert_eq!(of(&[]).unwrap().limits.time, Some(Duration::from_secs(60)));
        let chosen = of(&[
            ("time", "2s"),
            ("memory", "1M"),
            ("threads", "3"),
            ("max-states", "9"),
            ("self-check", "all"),
        ]);
        let chosen = chosen.unwrap();
        assert_eq!((chosen.limits.time, chosen.limits.states), (Some(Duration::from_secs(2)), Some(9)));
        assert_eq!((chosen.limits.memory_bytes, chosen.threads), (Some(1 << 20), 3));
        assert_eq!(chosen.self_check, crate::SelfCheckMode::All);
        assert_eq!(of(&[("time", "2s"), ("order", "dfs")]).unwrap_err(), "order");
    }
}
