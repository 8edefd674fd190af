//! How a question was decided: the technique, and the means used with it.
//!
//! INVARIANT: the code that uses the technique sets both, and no other code changes them or derives them from text. A
//! means is listed only if it was used for this question.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

/// How a question was decided.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Decision {
    /// The technique that decided the question.
    pub technique: Technique,
    /// The other means used.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub with: BTreeSet<Means>,
    /// A proof in lines for people. Places of the reduced net, if there is one, appear by their ids between backticks.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub proof: Vec<String>,
}

/// A technique that decides a question. JSON uses its [name](Self::name).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "&'static str", try_from = "String")]
pub enum Technique {
    /// Inspection of the initial marking.
    InitialMarking,
    /// A search that found a marking, or visited all markings that matter.
    Search,
    /// Firings that can be repeated for ever with more tokens each time (Karp and Miller's self-covering sequences).
    SelfCovering,
    /// A minimal coverability set, for infinitely many markings.
    Coverability,
    /// A decision diagram of all reachable markings, or of those that lead to a goal.
    Diagram,
    /// Structural rules that left nothing to search.
    Reduction,
    /// A proof about the net.
    Proof(Argument),
    /// A proof about a coloured net without its colours.
    Skeleton(Argument),
}

/// The basis of a proof.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Argument {
    /// Only the arcs.
    Structure,
    /// Weighted sums that no firing changes.
    PlaceInvariant,
    /// Weighted sums that no firing raises.
    StateEquation,
    /// Initially marked traps.
    Trap,
    /// Siphons that each contain an initially marked trap.
    SiphonTrap,
    /// Weighted sums that no firing raises, together with initially marked traps.
    StateEquationWithTraps,
}

/// A means used with a technique.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Means {
    /// A search, used with a proof: it found a marking that reaches the proved bound.
    Search,
    /// Stubborn sets, which chose the events of the search.
    StubbornSets,
    /// Structural reduction of the net that was searched, or that the proof is about.
    StructuralReduction,
    /// A random walk, either instead of the search or before it.
    RandomWalk,
    /// Symmetries, by which one marking of each class of symmetric ones was visited.
    Symmetries,
    /// Unfolding of a coloured net.
    Unfolding,
}

impl Argument {
    /// Every kind of argument.
    pub const ALL: [Self; 6] = [
        Self::Structure,
        Self::PlaceInvariant,
        Self::StateEquation,
        Self::Trap,
        Self::SiphonTrap,
        Self::StateEquationWithTraps,
    ];
}

impl Technique {
    /// Returns the name of the technique in JSON.
    #[must_use]
    pub fn name(self) -> &'static str {
        use Argument::{PlaceInvariant, SiphonTrap, StateEquation, StateEquationWithTraps, Structure, Trap};
        match self {
            Self::InitialMarking => "initial_marking",
            Self::Search => "search",
            Self::SelfCovering => "pumping",
            Self::Coverability => "coverability",
            Self::Diagram => "decision_diagram",
            Self::Reduction => "reduction",
            Self::Proof(Structure) => "structure",
            Self::Proof(PlaceInvariant) => "place_invariant",
            Self::Proof(StateEquation) => "state_equation",
            Self::Proof(Trap) => "trap",
            Self::Proof(SiphonTrap) => "siphon_trap",
            Self::Proof(StateEquationWithTraps) => "state_equation_with_traps",
            Self::Skeleton(Structure) => "skeleton_structure",
            Self::Skeleton(PlaceInvariant) => "skeleton_place_invariant",
            Self::Skeleton(StateEquation) => "skeleton_state_equation",
            Self::Skeleton(Trap) => "skeleton_trap",
            Self::Skeleton(SiphonTrap) => "skeleton_siphon_trap",
            Self::Skeleton(StateEquationWithTraps) => "skeleton_state_equation_with_traps",
        }
    }

    /// Returns the words shown to people after `by`.
    #[must_use]
    pub fn in_words(self) -> String {
        match self {
            Self::SelfCovering => "a self-covering run".to_owned(),
            _ => self.name().replace('_', " "),
        }
    }

    /// Returns every technique: those without an argument, and each argument on the net and on its skeleton.
    pub fn all() -> impl Iterator<Item = Self> {
        let others = [
            Self::InitialMarking,
            Self::Search,
            Self::SelfCovering,
            Self::Coverability,
            Self::Diagram,
            Self::Reduction,
        ];
        others
            .into_iter()
            .chain(Argument::ALL.into_iter().map(Self::Proof))
            .chain(Argument::ALL.into_iter().map(Self::Skeleton))
    }
}

impl From<Technique> for &'static str {
    fn from(technique: Technique) -> Self {
        technique.name()
    }
}

impl TryFrom<String> for Technique {
    type Error = String;

    fn try_from(name: String) -> Result<Self, String> {
        let unknown = || {
            let names: Vec<&str> = Self::all().map(Self::name).collect();
            format!("`{name}` is no technique: expected one of {}", names.join(", "))
        };
        Self::all().find(|technique| technique.name() == name).ok_or_else(unknown)
    }
}

impl Decision {
    /// Creates a decision by this technique alone.
    #[must_use]
    pub fn by(technique: Technique) -> Self {
        Self { technique, with: BTreeSet::new(), proof: Vec::new() }
    }

    /// Adds means to the decision.
    #[must_use]
    pub fn with(mut self, means: impl IntoIterator<Item = Means>) -> Self {
        self.with.extend(means);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_decision_is_read_back_as_it_was_written() {
        let means = [Means::Search, Means::StubbornSets, Means::StructuralReduction, Means::Unfolding];
        for technique in Technique::all() {
            let plain = Decision::by(technique);
            let adorned =
                Decision { proof: vec!["a + b <= 1".into()], ..Decision::by(technique).with(means) };
            for decision in [plain, adorned] {
                let text = serde_json::to_string(&decision).unwrap();
                assert_eq!(serde_json::from_str::<Decision>(&text).unwrap(), decision, "{text}");
            }
        }
    }

    #[test]
    fn techniques_have_the_names_of_the_schema() {
        let names: BTreeSet<&str> = Technique::all().map(Technique::name).collect();
        assert_eq!(names.len(), Technique::all().count(), "no two share a name");
        let decision = Decision::by(Technique::Skeleton(Argument::Trap)).with([Means::StubbornSets]);
        let text = serde_json::to_string(&decision).unwrap();
        assert_eq!(text, r#"{"technique":"skeleton_trap","with":["stubborn_sets"]}"#);
        let found = serde_json::from_str::<Decision>(r#"{"technique":"luck"}"#).unwrap_err().to_string();
        assert!(found.contains("`luck` is no technique: expected one of initial_marking, search"), "{found}");
    }
}
