//! The contest's names of techniques: the only module that derives them from decisions.
//!
//! INVARIANT: a name occurs in a line only if the technique was used for that very answer. Every search packs its
//! markings into bits, which the contest calls state compression.

use sanderling_report::{Argument, Decision, Means, Technique};

/// Returns the techniques of a line whose answer needed all of these decisions, each once.
#[must_use]
pub fn techniques<'a>(decisions: impl IntoIterator<Item = &'a Decision>) -> Vec<&'static str> {
    let mut words = Vec::new();
    for word in decisions.into_iter().flat_map(of_decision) {
        if !words.contains(&word) {
            words.push(word);
        }
    }
    words
}

fn of_decision(decision: &Decision) -> impl Iterator<Item = &'static str> {
    let own = of_technique(decision.technique).into_iter();
    own.chain(decision.with.iter().copied().flat_map(of_means).copied())
}

fn of_technique(technique: Technique) -> Vec<&'static str> {
    match technique {
        Technique::InitialMarking => vec!["INITIAL_STATE"],
        Technique::Search | Technique::SelfCovering | Technique::Coverability => {
            vec!["EXPLICIT", "STATE_COMPRESSION"]
        }
        Technique::Diagram => vec!["DECISION_DIAGRAMS"],
        Technique::Reduction => vec!["STRUCTURAL_REDUCTION"],
        Technique::Proof(argument) => of_argument(argument).to_vec(),
        Technique::Skeleton(argument) => [&["SKELETON_TEST"], of_argument(argument)].concat(),
    }
}

fn of_argument(argument: Argument) -> &'static [&'static str] {
    match argument {
        Argument::Structure => &["TOPOLOGICAL"],
        Argument::PlaceInvariant | Argument::StateEquation => &["TOPOLOGICAL", "LP_APPROX"],
        Argument::Trap | Argument::SiphonTrap => &["SIPHON_TRAP", "SAT_SMT"],
        Argument::StateEquationWithTraps => &["TOPOLOGICAL", "LP_APPROX", "SAT_SMT"],
    }
}

fn of_means(means: Means) -> &'static [&'static str] {
    match means {
        Means::Search => &["EXPLICIT", "STATE_COMPRESSION"],
        Means::StubbornSets => &["STUBBORN_SETS"],
        Means::StructuralReduction => &["STRUCTURAL_REDUCTION"],
        Means::RandomWalk => &["RANDOM_WALK"],
        Means::Symmetries => &["SYMMETRIES"],
        Means::Unfolding => &["UNFOLDING_TO_PT"],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(technique: Technique, means: &[Means]) -> String {
        techniques([&Decision::by(technique).with(means.iter().copied())]).join(" ")
    }

    #[test]
    fn a_search_claims_only_what_it_used() {
        for (means, expected) in [
            (&[][..], "EXPLICIT STATE_COMPRESSION"),
            (&[Means::StubbornSets], "EXPLICIT STATE_COMPRESSION STUBBORN_SETS"),
            (&[Means::StructuralReduction], "EXPLICIT STATE_COMPRESSION STRUCTURAL_REDUCTION"),
            (&[Means::RandomWalk], "EXPLICIT STATE_COMPRESSION RANDOM_WALK"),
            (&[Means::Unfolding], "EXPLICIT STATE_COMPRESSION UNFOLDING_TO_PT"),
            (
                &[Means::StructuralReduction, Means::StubbornSets],
                "EXPLICIT STATE_COMPRESSION STUBBORN_SETS STRUCTURAL_REDUCTION",
            ),
        ] {
            assert_eq!(words(Technique::Search, means), expected, "{means:?}");
        }
    }

    #[test]
    fn an_answer_without_a_search_claims_none() {
        for technique in Technique::all() {
            let fires =
                matches!(technique, Technique::Search | Technique::SelfCovering | Technique::Coverability);
            assert_eq!(words(technique, &[]).contains("EXPLICIT"), fires, "{technique:?}");
            let is_of_rules = technique == Technique::Reduction;
            assert_eq!(words(technique, &[]).contains("STRUCTURAL_REDUCTION"), is_of_rules, "{technique:?}");
            let forgets_colours = matches!(technique, Technique::Skeleton(_));
            assert_eq!(words(technique, &[]).contains("SKELETON_TEST"), forgets_colours, "{technique:?}");
        }
        let reached = words(Technique::Proof(Argument::PlaceInvariant), &[Means::Search]);
        assert_eq!(reached, "TOPOLOGICAL LP_APPROX EXPLICIT STATE_COMPRESSION");
    }

    #[test]
    fn each_word_stands_once() {
        let reduced = Decision::by(Technique::Reduction).with([Means::StructuralReduction]);
        let searched = Decision::by(Technique::Search);
        let all = techniques([&searched, &reduced, &searched]);
        assert_eq!(all, ["EXPLICIT", "STATE_COMPRESSION", "STRUCTURAL_REDUCTION"]);
    }
}
