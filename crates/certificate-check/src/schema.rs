//! The contents of a certificate; `docs/certificates.md` describes every key. Places and transitions are identified by
//! their ids, except for places in lists of markings, which are identified by their position in `places`.

use serde::de::{Error, SeqAccess, Visitor};
use serde::ser::SerializeSeq;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::net::{Net, number, push_number};

/// Version that is written. Earlier versions have fewer keys, with the same meaning.
pub const VERSION: u32 = 4;

/// Claims about one net, each with its evidence.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    /// Version, at most [`VERSION`].
    pub sanderling_certificate: u32,
    /// File name of the net, as given by the user.
    pub file: String,
    /// SHA-256 of the file's bytes, in hexadecimal digits.
    pub sha256: String,
    /// Net derived from the file's, if the claims are about one. Nothing shows how it relates to the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub derived_net: Option<DerivedNet>,
    /// All reachable markings, for claims that need them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exploration: Option<Exploration>,
    /// The claims.
    pub claims: Vec<Claim>,
}

/// Net derived from another one.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DerivedNet {
    /// Kind of derivation: `unfolding`.
    pub by: String,
    /// The net.
    pub net: Net,
}

/// Reachable markings.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Exploration {
    /// Ids of the places, which markings refer to by position.
    pub places: Vec<String>,
    /// All reachable markings, unless only their hashes are given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub markings: Option<Markings>,
    /// Count and sum of the hashes of each of 64 blocks, if the markings are not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blocks: Option<Vec<(u64, String)>>,
}

/// A claim.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// Name of the property for people, given by its author.
    pub name: String,
    /// Query.
    pub property: Property,
    /// Answer to the query.
    pub verdict: Verdict,
    /// Evidence for the answer.
    pub evidence: Evidence,
}

impl Claim {
    /// Returns the claimed answer in a word: a goal that is not met is unreachable.
    #[must_use]
    pub fn answer(&self) -> &'static str {
        match (&self.property, self.verdict) {
            (_, Verdict::Unknown) => "unknown",
            (_, Verdict::Holds) => "holds",
            (Property::Reach(_), Verdict::Violated) => "unreachable",
            (_, Verdict::Violated) => "violated",
        }
    }
}

/// A query about a net.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Property {
    /// Every reachable marking satisfies the formula.
    Always(Formula),
    /// Some reachable marking satisfies the formula.
    Reach(Formula),
    /// Every run from the initial marking satisfies the formula.
    Ltl(Temporal),
    /// From every reachable marking, some transition of each group can be enabled again.
    Live(Vec<Vec<String>>),
    /// There are infinitely many reachable markings.
    Unbounded,
    /// The reachable markings have these statistics.
    StateSpace(Statistics),
    /// Another query, in words, about which nothing can be shown here.
    Other(String),
}

/// Statistics of a state space; those that are not claimed may be missing.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Statistics {
    /// Reachable markings.
    pub states: Option<u64>,
    /// Pairs of a reachable marking and a transition that it enables.
    pub firings: Option<u64>,
    /// Reachable markings that enable no transition.
    pub deadlocks: Option<u64>,
    /// Maximum number of tokens in a place.
    pub max_tokens_in_place: Option<u64>,
    /// Maximum number of tokens in a marking.
    pub max_tokens_in_marking: Option<u128>,
}

/// Places with their coefficients.
pub type Terms = Vec<(i128, String)>;

/// Places with the minimum and the maximum number of tokens, if there is a maximum. Other places are empty.
pub type Ranges = Vec<(String, u64, Option<u64>)>;

/// A condition on a marking.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Formula {
    /// No transition is enabled.
    Deadlock,
    /// One of these transitions is enabled.
    Enabled(Vec<String>),
    /// Comparison of the weighted sum of tokens with the number: `[[[2, "p"]], ">=", 3]`.
    Compare(Terms, String, i128),
    /// The formula does not hold.
    Not(Box<Formula>),
    /// All of these formulas hold; `true` if there are none.
    And(Vec<Formula>),
    /// At least one of these formulas holds; `false` if there are none.
    Or(Vec<Formula>),
}

/// Condition on a run: a sequence of markings, each the result of a firing in the one before. It is infinite; if
/// nothing is enabled, the last marking is repeated for ever.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Temporal {
    /// The first marking satisfies the formula.
    State(Formula),
    /// The formula does not hold.
    Not(Box<Temporal>),
    /// All of these formulas hold; `true` if there are none.
    And(Vec<Temporal>),
    /// At least one of these formulas holds; `false` if there are none.
    Or(Vec<Temporal>),
    /// `X`: the formula holds from the second marking on.
    Next(Box<Temporal>),
    /// `F`: the formula holds from some marking on.
    Finally(Box<Temporal>),
    /// `G`: the formula holds from every marking on.
    Globally(Box<Temporal>),
    /// `U`: the second holds from some marking on, and the first from every marking before.
    Until(Box<[Temporal; 2]>),
    /// `W`: as `until`, or the first holds from every marking on.
    WeakUntil(Box<[Temporal; 2]>),
    /// `R`: the second holds from every marking up to and including the first from which the first holds, if there is
    /// one.
    Release(Box<[Temporal; 2]>),
    /// `M`: as `release`, and there is such a marking.
    StrongRelease(Box<[Temporal; 2]>),
}

/// The answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// The query holds.
    Holds,
    /// The query does not hold.
    Violated,
    /// The answer is not known.
    Unknown,
}

/// Evidence for an answer.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Evidence {
    /// Transitions that fire one after the other, and lead to a marking that decides the query.
    Run(Vec<String>),
    /// The transitions of the first list fire, and then those of the second again and again, with ever more tokens.
    SelfCovering(Vec<String>, Vec<String>),
    /// The transitions of the first list fire, and then those of the second again and again, from the same marking each
    /// time; or nothing is enabled after those of the first, and the second is empty. This run violates the formula.
    Lasso(Vec<String>, Vec<String>),
    /// No run violates the formula: component numbers of the states of the product of markings and tableau.
    Product(Vec<u32>),
    /// No reachable marking decides the query otherwise: lemmas, and clauses that follow by unit propagation.
    Proof(Vec<Lemma>, Vec<Vec<i32>>),
    /// Every reachable marking lies in one of these boxes, and no marking of a box decides the query otherwise.
    Boxes(Vec<Ranges>),
    /// The transitions of each group are enabled in some run, and the initial marking can always be reached again.
    Home(Home),
    /// The transitions fire one after the other. Then no transition of the group with this number is ever enabled:
    /// lemmas and clauses about the net that starts there.
    LeftBehind(Vec<String>, u32, Vec<Lemma>, Vec<Vec<i32>>),
    /// No firing raises the weighted sum of tokens, and each firing of the group with this number lowers it.
    Fading(Terms, u32),
    /// The certificate's exploration shows the answer.
    Exploration,
    /// There is no evidence; the text is the reason.
    None(String),
}

/// Evidence that the initial marking can always be reached again, and that transitions are enabled at some time.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Home {
    /// Runs from the initial marking: their transitions are enabled, and those that their last markings enable.
    pub runs: Vec<Vec<String>>,
    /// Weights of places that are unmarked initially.
    pub weights: Terms,
    /// Sequences of firings that lower the distance from the initial marking.
    pub returns: Vec<Return>,
    /// Lemmas of the proof that every other reachable marking meets the conditions of a return.
    pub lemmas: Vec<Lemma>,
    /// Clauses of this proof.
    pub lines: Vec<Vec<i32>>,
}

/// Firings that lower the distance from the initial marking, in markings that enable all of them and meet some
/// conditions.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Return {
    /// Ids of the transitions.
    pub firings: Vec<String>,
    /// Places with the minimum number of tokens, beyond what the firings need.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub at_least: Vec<(String, u64)>,
    /// Places with the maximum number of tokens, beyond what the firings need.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub at_most: Vec<(String, u64)>,
}

/// Inequalities that no reachable marking satisfies together, with the weights that show it.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lemma {
    /// Each inequality with its positive multiplier: a weighted sum is at least a number.
    pub inequalities: Vec<(Terms, i128, i128)>,
    /// Places of each marked trap, with a positive multiplier.
    pub traps: Vec<(Vec<String>, i128)>,
    /// Places whose capacity is used, with positive multipliers.
    pub capacities: Vec<(String, i128)>,
    /// Weights of the places; no firing raises the weighted sum.
    pub weights: Terms,
}

/// Sorted list of markings, each as [`Net::pack`](crate::net::Net::pack) writes it.
///
/// In JSON each is a list: the number of pairs that it has in common with the marking before it, then its other pairs
/// of a place's position and the tokens there, one number after the other.
#[derive(Debug, Default)]
pub struct Markings(pub Vec<Box<[u8]>>);

impl Serialize for Markings {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (mut list, mut last) = (serializer.serialize_seq(Some(self.0.len()))?, Vec::new());
        for marking in &self.0 {
            let mut rest = &marking[..];
            let numbers: Vec<u64> = std::iter::from_fn(|| number(&mut rest)).collect();
            let same = numbers.chunks(2).zip(last.chunks(2)).take_while(|(a, b)| a == b).count();
            list.serialize_element(&[&[same as u64], &numbers[2 * same..]].concat())?;
            last = numbers;
        }
        list.end()
    }
}

impl<'de> Deserialize<'de> for Markings {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct List;
        impl<'de> Visitor<'de> for List {
            type Value = Markings;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a list of markings")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Markings, A::Error> {
                let (mut markings, mut last) = (Vec::<Box<[u8]>>::new(), Vec::new());
                while let Some(row) = list.next_element::<Vec<u64>>()? {
                    let same = row.first().map(|&same| same.saturating_mul(2) as usize);
                    let same = same.filter(|&same| same <= last.len() && row.len() % 2 == 1);
                    let at = markings.len() + 1;
                    last.truncate(
                        same.ok_or_else(|| A::Error::custom(format!("marking {at} is malformed")))?,
                    );
                    last.extend_from_slice(&row[1..]);
                    let mut packed = Vec::new();
                    last.iter().for_each(|&one| push_number(&mut packed, one));
                    if markings.last().is_some_and(|before| **before >= *packed) {
                        return Err(A::Error::custom(format!(
                            "marking {at} is not behind the one before it"
                        )));
                    }
                    markings.push(packed.into());
                }
                Ok(Markings(markings))
            }
        }
        deserializer.deserialize_seq(List)
    }
}
