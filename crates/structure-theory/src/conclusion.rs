//! Conclusions about the behaviour of a net, each with its theorem.
//!
//! Only exact decisions are conclusions. If no theorem applies or a budget is insufficient, there is none. Linear-time
//! theorems are tried first, and properties that they decide are not decided again.

use std::fmt;

use sanderling_net::{Net, PlaceId};

use crate::budget::{Answer, Budget};
use crate::class::Class;
use crate::flow::{Flow, Node};
use crate::free_choice::{
    NotLiveAndBounded, NotWellFormed, WellFormed, free_choice_liveness, live_and_bounded,
};
use crate::marked_graph::LiveMarkedGraph;
use crate::names::places;
use crate::siphon_trap::siphon_trap_property;
use crate::soundness::soundness;
use crate::state_machine::{StateMachineFlaw, state_machine_liveness};
use crate::workflow::Workflow;

/// A statement about the behaviour of a net.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Claim {
    /// Every transition can always become enabled again.
    Live,
    /// Some transition is dead, or can become dead.
    NotLive,
    /// In every reachable marking a transition is enabled.
    DeadlockFree,
    /// The net is live and bounded.
    LiveAndBounded,
    /// No initial marking makes the net live and bounded.
    NotWellFormed,
    /// The workflow net is sound.
    Sound,
    /// The workflow net is not sound.
    Unsound,
}

/// The theorem that implies a conclusion.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Theorem {
    /// A marked graph is live if and only if every circuit is marked.
    MarkedCircuits,
    /// A state machine is live if and only if each connected part is strongly connected and marked.
    MarkedComponents,
    /// An extended free-choice net is live if and only if it has the siphon-trap property.
    Commoner,
    /// An ordinary net with the siphon-trap property has no deadlock.
    SiphonTrap,
    /// The rank theorem decides which free-choice nets are well-formed, and which of their markings are live.
    Rank,
    /// A workflow net is sound if and only if its short-circuited net is live and bounded.
    ShortCircuit,
}

/// A conclusion with its premises.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Conclusion {
    /// A marked graph without an unmarked circuit is live.
    LiveMarkedGraph,
    /// A marked graph with this unmarked circuit is not live.
    MarkedGraphNotLive(Vec<PlaceId>),
    /// A state machine is live.
    LiveStateMachine,
    /// A state machine with this flaw is not live.
    StateMachineNotLive(StateMachineFlaw),
    /// A free-choice net in which every siphon contains one of these marked traps is live.
    LiveFreeChoice(Vec<Vec<PlaceId>>),
    /// A free-choice net with this siphon, which contains no marked trap, is not live.
    FreeChoiceNotLive(Vec<PlaceId>),
    /// A well-formed free-choice net without an unmarked siphon is live and bounded.
    LiveAndBoundedFreeChoice(WellFormed),
    /// A well-formed free-choice net with this unmarked siphon is not live.
    UnmarkedSiphon(Vec<PlaceId>),
    /// A free-choice net that is not well-formed has no live and bounded marking.
    FreeChoiceNotWellFormed(NotWellFormed),
    /// An ordinary net in which every siphon contains one of these marked traps has no deadlock.
    DeadlockFree(Vec<Vec<PlaceId>>),
    /// A free-choice workflow net is sound.
    SoundFreeChoice(WellFormed),
    /// A free-choice workflow net is not sound, for this reason in the short-circuited net.
    UnsoundFreeChoice(NotLiveAndBounded),
}

/// Draws all conclusions about a net with the flow relation `flow`. Cost: that of the decisions, each within the
/// budget.
#[must_use]
pub fn conclusions(net: &Net, flow: &Flow<'_>, budget: &Budget<'_>) -> Vec<Conclusion> {
    let mut found = liveness(flow, budget);
    found.extend(deadlock_freedom(flow, budget, &found));
    if let Ok(workflow) = Workflow::of(flow) {
        found.extend(match soundness(net, workflow, budget) {
            Ok(Answer::Yes(well_formed)) => Some(Conclusion::SoundFreeChoice(well_formed)),
            Ok(Answer::No(reason)) => Some(Conclusion::UnsoundFreeChoice(reason)),
            Ok(Answer::Unknown(_)) | Err(_) => None,
        });
    }
    found
}

/// Draws a conclusion about liveness, from the first theorem that decides it.
fn liveness(flow: &Flow<'_>, budget: &Budget<'_>) -> Vec<Conclusion> {
    match LiveMarkedGraph::of(flow) {
        Answer::Yes(_) => return vec![Conclusion::LiveMarkedGraph],
        Answer::No(circuit) => return vec![Conclusion::MarkedGraphNotLive(circuit)],
        Answer::Unknown(_) => {}
    }
    match state_machine_liveness(flow) {
        Answer::Yes(()) => return vec![Conclusion::LiveStateMachine],
        Answer::No(flaw) => return vec![Conclusion::StateMachineNotLive(flaw)],
        Answer::Unknown(_) => {}
    }
    let mut found = Vec::new();
    match live_and_bounded(flow, budget) {
        Answer::Yes(well_formed) => return vec![Conclusion::LiveAndBoundedFreeChoice(well_formed)],
        Answer::No(NotLiveAndBounded::UnmarkedSiphon(siphon)) => {
            return vec![Conclusion::UnmarkedSiphon(siphon)];
        }
        Answer::No(NotLiveAndBounded::NotWellFormed(reason)) => {
            found.push(Conclusion::FreeChoiceNotWellFormed(reason));
        }
        Answer::Unknown(_) => {}
    }
    found.extend(match free_choice_liveness(flow, budget) {
        Answer::Yes(traps) => Some(Conclusion::LiveFreeChoice(traps)),
        Answer::No(siphon) => Some(Conclusion::FreeChoiceNotLive(siphon)),
        Answer::Unknown(_) => None,
    });
    found
}

/// Concludes that an ordinary net has no deadlock. If liveness is known, the net is extended free choice, and has the
/// siphon-trap property if and only if it is live. The conclusion would then add nothing.
///
/// If all transitions of an ordinary net are disabled, each has an empty input, so the empty places contain a siphon
/// with all of these. It would contain a marked trap, which cannot be empty. A net without transitions is a deadlock.
fn deadlock_freedom(flow: &Flow<'_>, budget: &Budget<'_>, known: &[Conclusion]) -> Option<Conclusion> {
    let says_liveness =
        |one: &Conclusion| matches!(one.claim(), Claim::Live | Claim::NotLive | Claim::LiveAndBounded);
    let has_transitions = flow.structure().transition_count() > 0;
    if known.iter().any(says_liveness) || !has_transitions || Class::Ordinary.obstacle(flow).is_some() {
        return None;
    }
    match siphon_trap_property(flow, budget) {
        Answer::Yes(traps) => Some(Conclusion::DeadlockFree(traps)),
        Answer::No(_) | Answer::Unknown(_) => None,
    }
}

impl Conclusion {
    /// Returns the claim of the conclusion.
    #[must_use]
    pub fn claim(&self) -> Claim {
        match self {
            Self::LiveMarkedGraph | Self::LiveStateMachine | Self::LiveFreeChoice(_) => Claim::Live,
            Self::MarkedGraphNotLive(_)
            | Self::StateMachineNotLive(_)
            | Self::FreeChoiceNotLive(_)
            | Self::UnmarkedSiphon(_) => Claim::NotLive,
            Self::LiveAndBoundedFreeChoice(_) => Claim::LiveAndBounded,
            Self::FreeChoiceNotWellFormed(_) => Claim::NotWellFormed,
            Self::DeadlockFree(_) => Claim::DeadlockFree,
            Self::SoundFreeChoice(_) => Claim::Sound,
            Self::UnsoundFreeChoice(_) => Claim::Unsound,
        }
    }

    /// Returns the theorem of the conclusion.
    #[must_use]
    pub fn theorem(&self) -> Theorem {
        match self {
            Self::LiveMarkedGraph | Self::MarkedGraphNotLive(_) => Theorem::MarkedCircuits,
            Self::LiveStateMachine | Self::StateMachineNotLive(_) => Theorem::MarkedComponents,
            Self::LiveFreeChoice(_) | Self::FreeChoiceNotLive(_) => Theorem::Commoner,
            Self::DeadlockFree(_) => Theorem::SiphonTrap,
            Self::LiveAndBoundedFreeChoice(_)
            | Self::UnmarkedSiphon(_)
            | Self::FreeChoiceNotWellFormed(_) => Theorem::Rank,
            Self::SoundFreeChoice(_) | Self::UnsoundFreeChoice(_) => Theorem::ShortCircuit,
        }
    }

    /// Describes the premises for users, with the modeller's ids.
    ///
    /// # Panics
    /// If the conclusion is not about this net.
    #[must_use]
    pub fn explain(&self, net: &Net) -> String {
        match self {
            Self::LiveMarkedGraph => "every directed circuit is marked".to_owned(),
            Self::MarkedGraphNotLive(circuit) => {
                format!("the directed circuit {} is not marked", places(net, circuit))
            }
            Self::LiveStateMachine => "every transition is on a circuit that tokens reach".to_owned(),
            Self::StateMachineNotLive(StateMachineFlaw::OnNoCircuit(transition)) => {
                format!("a token that {} moves never comes back", Node::Transition(*transition).name(net))
            }
            Self::StateMachineNotLive(StateMachineFlaw::Unmarked(transition)) => {
                format!("no token can reach {}", Node::Transition(*transition).name(net))
            }
            Self::LiveFreeChoice(traps) | Self::DeadlockFree(traps) => {
                format!("every siphon contains one of {} marked traps", traps.len())
            }
            Self::FreeChoiceNotLive(siphon) => {
                format!("the siphon {} contains no marked trap", places(net, siphon))
            }
            Self::UnmarkedSiphon(siphon) => format!("the siphon {} is not marked", places(net, siphon)),
            Self::LiveAndBoundedFreeChoice(shown) => {
                format!("{}, and every siphon is marked", shown.explain())
            }
            Self::FreeChoiceNotWellFormed(reason) => reason.explain(net),
            Self::SoundFreeChoice(shown) => {
                format!("the short-circuited net: {}, and every siphon is marked", shown.explain())
            }
            Self::UnsoundFreeChoice(reason) => format!(
                "the short-circuited net: {}",
                match reason {
                    NotLiveAndBounded::NotWellFormed(reason) => reason.explain(net),
                    NotLiveAndBounded::UnmarkedSiphon(siphon) => {
                        format!("the siphon {} is not marked", places(net, siphon))
                    }
                }
            ),
        }
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Live => "live",
            Self::NotLive => "not live",
            Self::DeadlockFree => "deadlock-free",
            Self::LiveAndBounded => "live and bounded",
            Self::NotWellFormed => "not live and bounded, whatever the initial marking",
            Self::Sound => "sound",
            Self::Unsound => "not sound",
        })
    }
}

impl fmt::Display for Theorem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::MarkedCircuits => "liveness of marked graphs (Commoner, Holt, Even and Pnueli)",
            Self::MarkedComponents => "liveness of state machines (Murata)",
            Self::Commoner => "Commoner's theorem for free-choice nets (Desel and Esparza)",
            Self::SiphonTrap => "the siphon-trap property of ordinary nets (Hack)",
            Self::Rank => "the rank theorem for free-choice nets (Desel and Esparza)",
            Self::ShortCircuit => {
                "soundness as liveness and boundedness (van der Aalst), by the rank theorem"
            }
        })
    }
}
