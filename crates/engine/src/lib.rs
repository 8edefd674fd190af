//! The drivers of `sanderling-analysis` and `sanderling-runs`, compiled for all models in this crate only.
//!
//! A driver is large and generic over the system that it explores. Compiling the drivers for all models
//! takes minutes. [`Explorable`] has a method for each driver, and each model implements it here. Code that
//! is generic over models calls these methods instead of the drivers, so that no crate above compiles a
//! driver again.
//!
//! INVARIANT: the methods of a model are not generic, so that a caller links them.

/// The types in the signatures of the drivers, for models implemented elsewhere.
#[doc(hidden)]
pub mod needed {
    pub use sanderling_analysis as analysis;
    pub use sanderling_analysis::{
        Checkpoints, Control, DepthBound, DepthStatistics, EventSet, Goal, Graph, Guidance, Level, Limits,
        Observation, Options, Outcome, Peers, SelfCheck, Shortened, Together, Walked, WalkedEvents,
    };
    pub use sanderling_checkpoint::Problem;
    pub use sanderling_machine::clock::Instant;
    pub use sanderling_runs as runs;
    pub use sanderling_runs::{
        Acceptance, AcceptedRun, Backwards, Branching, ComponentQuery, Components, EventOrder, Labelled,
        Product, Sample, ShorterRun,
    };
    pub use sanderling_store::{PackedStore, StateId};
    pub use sanderling_system::EventId;
}

use needed::*;
use sanderling_model::{ColouredModel, FieldModel, NetModel, RadixModel, ValueModel};
use sanderling_symmetry::OrbitModel;

/// Passes all drivers to a macro, after its other arguments.
#[doc(hidden)]
#[macro_export]
macro_rules! with_drivers {
    ($then:path $({ $($given:tt)* })?) => {
        $then! {
            [$($($given)*)?]

            /// Explores, as [`analysis::explore`].
            fn explore(
                self,
                options: &Options,
                observation: &Observation<'_, Self>,
                guidance: &Guidance<'_, Self>,
                control: &Control<'_>,
            ) -> Outcome<Self> {
                analysis::explore(self, options, observation, guidance, control)
            }

            /// Explores with checkpoints, as [`analysis::explore_with_checkpoints`].
            ///
            /// # Errors
            /// As [`analysis::explore_with_checkpoints`].
            fn explore_with_checkpoints(
                self,
                options: &Options,
                observation: &Observation<'_, Self>,
                guidance: &Guidance<'_, Self>,
                control: &Control<'_>,
                checkpoints: &Checkpoints,
            ) -> Result<Outcome<Self>, Problem> {
                analysis::explore_with_checkpoints(self, options, observation, guidance, control, checkpoints)
            }

            /// Explores in several processes, as [`analysis::explore_together`].
            fn explore_together(
                self,
                options: &Options,
                observation: &Observation<'_, Self>,
                guidance: &Guidance<'_, Self>,
                control: &Control<'_>,
                peers: (&mut dyn Peers, &str),
            ) -> Together<Self> {
                analysis::explore_together(self, options, observation, guidance, control, peers)
            }

            /// Explores in several processes with checkpoints, as
            /// [`analysis::explore_together_with_checkpoints`].
            ///
            /// # Errors
            /// As [`analysis::explore_together_with_checkpoints`].
            fn explore_together_with_checkpoints(
                self,
                options: &Options,
                wanted: (&Observation<'_, Self>, &Guidance<'_, Self>),
                control: &Control<'_>,
                peers: (&mut dyn Peers, &str),
                checkpoints: &Checkpoints,
            ) -> Result<Together<Self>, Problem> {
                analysis::explore_together_with_checkpoints(self, options, wanted, control, peers, checkpoints)
            }

            /// Explores to a depth, as [`analysis::explore_to_depth`].
            fn explore_to_depth(
                self,
                bound: &DepthBound,
                limits: Limits,
                observation: &Observation<'_, Self>,
                control: &Control<'_>,
            ) -> (Outcome<Self>, DepthStatistics) {
                analysis::explore_to_depth(self, bound, limits, observation, control)
            }

            /// Walks at random, as [`analysis::random_walks`].
            fn random_walks(
                self,
                observation: &Observation<'_, Self>,
                guidance: &Guidance<'_, Self>,
                from: (u64, Option<Instant>),
                control: &Control<'_>,
            ) -> Walked {
                analysis::random_walks(self, observation, guidance, from, control)
            }

            /// Walks for events, as [`analysis::walk_for_events`].
            fn walk_for_events(
                self,
                is_enough: &dyn Fn(&EventSet) -> bool,
                self_check: Option<&SelfCheck<'_, Self>>,
                from: (u64, Option<Instant>),
                control: &Control<'_>,
            ) -> WalkedEvents {
                analysis::walk_for_events(self, is_enough, self_check, from, control)
            }

            /// Shortens a path, as [`analysis::shorten`].
            fn shorten(
                self,
                goal: &Goal<'_, Self>,
                events: Vec<EventId>,
                limits: Limits,
                control: &Control<'_>,
            ) -> Shortened {
                analysis::shorten(self, goal, events, limits, control)
            }

            /// Searches for an accepted run, as [`runs::accepted_run`].
            fn accepted_run(
                self,
                product: &Product<'_, Self>,
                limits: Limits,
                threads: usize,
                control: &Control<'_>,
            ) -> Acceptance {
                runs::accepted_run(self, product, limits, threads, control)
            }

            /// Searches for an accepted run in a sample, as [`runs::accepted_run_in_sample`].
            fn accepted_run_in_sample(
                self,
                product: &Product<'_, Self>,
                sample: Sample,
                limits: Limits,
                control: &Control<'_>,
            ) -> Acceptance {
                runs::accepted_run_in_sample(self, product, sample, limits, control)
            }

            /// Shortens an accepted run, as [`runs::shorten_run`].
            fn shorten_run(
                self,
                product: &Product<'_, Self>,
                run: AcceptedRun,
                limits: Limits,
                control: &Control<'_>,
            ) -> ShorterRun {
                runs::shorten_run(self, product, run, limits, control)
            }

            /// Labels states for a formula of branching time, as [`runs::label_on_the_fly`].
            fn label_on_the_fly(
                self,
                formula: (&Branching, &[Goal<'_, Self>]),
                order: Option<&EventOrder<'_, Self>>,
                wants_runs: bool,
                self_check: Option<&SelfCheck<'_, Self>>,
                limits: Limits,
                control: &Control<'_>,
            ) -> Labelled {
                runs::label_on_the_fly(self, formula, order, wants_runs, self_check, limits, control)
            }

            /// Reverses the edges of stored states, as [`runs::backwards`].
            fn backwards(
                &self,
                stored: (&PackedStore, StateId),
                conditions: &[Goal<'_, Self>],
                deadline: Option<Instant>,
                control: &Control<'_>,
            ) -> Option<Backwards> {
                runs::backwards(self, stored, conditions, deadline, control)
            }

            /// Computes strongly connected components, as [`runs::components`].
            fn components(
                &self,
                stored: (&PackedStore, StateId),
                query: &ComponentQuery<'_, Self>,
                deadline: Option<Instant>,
                control: &Control<'_>,
            ) -> Option<Components> {
                runs::components(self, stored, query, deadline, control)
            }

            /// Creates a graph of stored states, as [`analysis::graph`].
            fn graph(&self, store: &PackedStore, root: StateId, is_over: &dyn Fn() -> bool) -> Graph {
                analysis::graph(self, store, root, is_over)
            }

            /// Counts states and edges by level, as [`analysis::level_graph`].
            fn level_graph(outcome: &Outcome<Self>, threads: usize, control: &Control<'_>) -> Vec<Level> {
                analysis::level_graph(outcome, threads, control)
            }
        }
    };
}

/// Declares the drivers.
macro_rules! declare {
    ([] $($(#[$attribute:meta])* fn $name:ident $parameters:tt -> $result:ty $body:block)*) => {
        /// A model with all drivers, each of which is a function of `sanderling-analysis` or `sanderling-runs`.
        pub trait Explorable: NetModel {
            $($(#[$attribute])* fn $name $parameters -> $result;)*
        }
    };
}

/// Implements the drivers for a model.
#[doc(hidden)]
#[macro_export]
macro_rules! implement {
    ([$($implementation:tt)*] $($(#[$attribute:meta])* fn $name:ident $parameters:tt -> $result:ty $body:block)*) => {
        $($implementation)* {
            $(fn $name $parameters -> $result $body)*
        }
    };
}

with_drivers!(declare);
with_drivers!(implement { impl Explorable for FieldModel });
with_drivers!(implement { impl Explorable for RadixModel });
with_drivers!(implement { impl Explorable for OrbitModel });
with_drivers!(implement { impl Explorable for ValueModel });
with_drivers!(implement { impl Explorable for ColouredModel<'_> });
