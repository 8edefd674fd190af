//! The counts of a report, compared with the known ones.
//!
//! A search that forgets states does not know the number of distinct states, and must not report one. Its
//! report is checked with bounds instead. All states were visited at least once, so no count of visits is
//! below the known count, and the estimate is close to the number of states.

use sanderling_report::{Count, Report, Retention};

/// Maximum relative error of an estimate: nine standard errors.
const TOLERANCE: f64 = 0.15;

/// Compares the counts of a complete report with the known numbers of states, firings and deadlocks.
///
/// # Errors
/// The first difference, in words.
pub fn check_counts(report: &Report, known: [Count; 3]) -> Result<(), String> {
    let found = [report.states, report.firings, report.deadlocks];
    if report.states.is_some() {
        return same("states, firings and deadlocks", &found, &known.map(Some));
    }
    let [states, firings, deadlocks] = known;
    same("firings where states are unknown", &report.firings, &None)?;
    let visited = report.retention.map(|retention| retention.visited_deadlocks);
    let is_certain = visited <= Some(Count::from(1_u64));
    let certain = is_certain.then_some(deadlocks);
    same("deadlocks where states are unknown", &report.deadlocks, &certain)?;
    let Some(retention) = &report.retention else { return Err("unknown counts without a reason".into()) };
    let visited = [retention.visits, retention.visited_firings, retention.visited_deadlocks];
    if visited.iter().zip(&known).any(|(visited, known)| visited < known) {
        return Err(format!("visited {visited:?}, fewer than there are: {:?}", [states, firings, deadlocks]));
    }
    check_estimate(retention, states)
}

fn check_estimate(retention: &Retention, states: Count) -> Result<(), String> {
    let number = |count: Count| count.finite().map_or(f64::INFINITY, |number| number as f64);
    // There is no estimate if states were packed again.
    let Some(estimate) = retention.states_estimate else { return Ok(()) };
    if (number(estimate) - number(states)).abs() > TOLERANCE * number(states) + 2.0 {
        return Err(format!("about {estimate} states, but there are {states}"));
    }
    same("error", &retention.standard_error.is_some_and(|error| error > 0.0), &true)
}

fn same<T: PartialEq + std::fmt::Debug>(what: &str, found: &T, known: &T) -> Result<(), String> {
    if found == known { Ok(()) } else { Err(format!("{what}: {found:?}, but should be {known:?}")) }
}
