//! The geometric mean of ratios, with a 95 percent confidence interval.
//!
//! The interval is computed by resampling (the percentile bootstrap of B. Efron, *Bootstrap Methods: Another
//! Look at the Jackknife*, Annals of Statistics 1979): models are drawn repeatedly with replacement, each
//! with all its ratios, since the configurations of a model are not independent. The interval refers to other
//! models of the same kind. The seed is fixed, so the same results give the same interval. INVARIANT: `low <=
//! ratio <= high`.

use std::collections::BTreeMap;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use serde::Serialize;

use super::ratio::{Ratio, Rule};

const SEED: u64 = 0x5eed;
const SAMPLES: usize = 2000;
/// Minimum number of models for an interval.
const MIN_MODELS: usize = 5;

/// A geometric mean of ratios.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct Mean {
    /// The question and the configuration of the mean; `None` for the mean of all cases.
    pub(super) of: Option<(String, String)>,
    pub(super) models: usize,
    pub(super) ratio: f64,
    /// The confidence interval, if there are enough models.
    pub(super) interval: Option<(f64, f64)>,
}

/// Returns the mean of all ratios that reach the floor, and the means for each question and configuration.
pub(super) fn means(rule: &Rule, ratios: &[Ratio]) -> Vec<Mean> {
    let reaches = |ratio: &&Ratio| ratio.old.max(ratio.new) >= rule.floor;
    let ratios: Vec<_> = ratios.iter().filter(reaches).collect();
    let mut parts: BTreeMap<_, Vec<&Ratio>> = BTreeMap::new();
    for ratio in &ratios {
        parts.entry((ratio.case.question.clone(), ratio.case.configuration.clone())).or_default().push(ratio);
    }
    let of_all = (parts.len() != 1).then(|| Mean::of(None, &ratios)).flatten();
    let of_parts = parts.into_iter().filter_map(|(part, ratios)| Mean::of(Some(part), &ratios));
    of_all.into_iter().chain(of_parts).collect()
}

impl Mean {
    fn of(part: Option<(String, String)>, ratios: &[&Ratio]) -> Option<Self> {
        let mut models: BTreeMap<&str, Logarithms> = BTreeMap::new();
        for ratio in ratios {
            models
                .entry(&ratio.case.model)
                .or_default()
                .add(Logarithms { sum: ratio.ratio.ln(), count: 1.0 });
        }
        let models: Vec<_> = models.into_values().collect();
        let ratio = mean(models.iter())?;
        let interval = (models.len() >= MIN_MODELS).then(|| interval(&models, ratio));
        Some(Self { of: part, models: models.len(), ratio, interval })
    }
}

/// The sum of the logarithms of a model's ratios, and their number.
#[derive(Debug, Clone, Copy, Default)]
struct Logarithms {
    sum: f64,
    count: f64,
}

impl Logarithms {
    fn add(&mut self, other: Self) {
        self.sum += other.sum;
        self.count += other.count;
    }
}

fn mean<'a>(models: impl Iterator<Item = &'a Logarithms>) -> Option<f64> {
    let mut all = Logarithms::default();
    models.for_each(|model| all.add(*model));
    (all.count > 0.0).then(|| (all.sum / all.count).exp())
}

fn interval(models: &[Logarithms], ratio: f64) -> (f64, f64) {
    let mut random = StdRng::seed_from_u64(SEED);
    let mut sample = || mean((0..models.len()).map(|_| &models[random.random_range(0..models.len())]));
    let mut means: Vec<_> = (0..SAMPLES).filter_map(|_| sample()).collect();
    means.sort_by(f64::total_cmp);
    let beyond = SAMPLES / 40;
    (means[beyond].min(ratio), means[SAMPLES - 1 - beyond].max(ratio))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::campaign::compare::CaseName;
    use crate::campaign::compare::ratio::SECONDS;

    fn ratio(model: usize, configuration: &str, ratio: f64) -> Ratio {
        let case =
            CaseName { model: model.to_string(), question: "q".into(), configuration: configuration.into() };
        Ratio { case, old: 1.0, new: ratio, ratio, low: ratio, high: ratio, repetitions: 1 }
    }

    #[test]
    fn the_mean_is_geometric_and_its_interval_contains_it() {
        let ratios: Vec<_> =
            (0..40).map(|model| ratio(model, "x", if model % 2 == 0 { 0.5 } else { 1.0 })).collect();
        let means = means(&SECONDS, &ratios);
        assert_eq!((means.len(), means[0].models), (1, 40));
        let (low, high) = means[0].interval.unwrap();
        assert!((means[0].ratio - 0.5_f64.sqrt()).abs() < 1e-12);
        assert!(0.6 < low && low < means[0].ratio && means[0].ratio < high && high < 0.8, "{low} {high}");
        assert_eq!(means, super::means(&SECONDS, &ratios));
    }

    #[test]
    fn runs_below_the_floor_are_ignored_and_few_models_have_no_interval() {
        let mut ratios: Vec<_> = (0..4).map(|model| ratio(model, "x", 2.0)).collect();
        ratios.push(Ratio { old: 0.01, new: 0.09, ..ratio(9, "x", 9.0) });
        let means = means(&SECONDS, &ratios);
        assert_eq!((means[0].models, means[0].interval), (4, None));
        assert!((means[0].ratio - 2.0).abs() < 1e-12);
        assert!(super::means(&SECONDS, &[]).is_empty());
    }

    #[test]
    fn each_configuration_has_its_own_mean_behind_that_of_all() {
        let ratios: Vec<_> =
            (0..6).flat_map(|model| [ratio(model, "x", 2.0), ratio(model, "y", 0.5)]).collect();
        let means: Vec<_> =
            means(&SECONDS, &ratios).into_iter().map(|mean| (mean.of.map(|of| of.1), mean.ratio)).collect();
        let near = |(name, ratio): &(Option<String>, f64)| (name.clone(), (ratio * 1e9).round() / 1e9);
        let means: Vec<_> = means.iter().map(near).collect();
        assert_eq!(means, [(None, 1.0), (Some("x".into()), 2.0), (Some("y".into()), 0.5)]);
    }
}
