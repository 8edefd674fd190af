//! The net under analysis, with the facts that are known without exploring it.
//!
//! INVARIANT: each fact is computed once, when it is first needed, and shared by all techniques and threads.
//! No other code in this crate compiles a net.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use sanderling_machine::clock::Instant;
use sanderling_model::explicit::TableLimits;
use sanderling_model::{
    ColouredModel, CountModel, FieldModel, Knowledge, ModelErrors, RadixModel, ValueModel,
};
use sanderling_net::semantics::{self, Marking};
use sanderling_net::{Diagnostic, Diagnostics, Inscription, Net};
use sanderling_proof::Prover;
use sanderling_system::SelfCovering;

use super::coverability;
use super::skeleton::SkeletonOfNet;
use crate::request::Kind;

/// A model of a place/transition net in the encoding expected to perform best.
#[expect(clippy::large_enum_variant, reason = "few of them exist at a time")]
pub(crate) enum Encoded {
    /// Bit fields.
    Fields(FieldModel),
    /// Mixed radix.
    Radix(RadixModel),
}

/// The facts about a net that have been computed so far.
#[derive(Debug, Default)]
pub(crate) struct Facts {
    kind: OnceLock<Kind>,
    knowledge: OnceLock<Result<Knowledge, Diagnostics>>,
    self_covering: OnceLock<Option<SelfCovering>>,
    prefers_radix: OnceLock<bool>,
    fields: OnceLock<FieldModel>,
    radix: OnceLock<RadixModel>,
    /// The models of a data net, one for each treatment of undefined firings.
    data: [OnceLock<Result<ValueModel, Diagnostics>>; 2],
    skeleton: OnceLock<Option<SkeletonOfNet>>,
    learned_in: OnceLock<Duration>,
    compiled_in: OnceLock<Duration>,
    /// Whether a negative difference of multisets disabled a binding of a net with explicit colours.
    negative_difference: AtomicBool,
}

impl Facts {
    fn values(&self, errors: ModelErrors) -> &OnceLock<Result<ValueModel, Diagnostics>> {
        let [report, state] = &self.data;
        match errors {
            ModelErrors::Report => report,
            ModelErrors::State => state,
        }
    }
}

/// A net with its facts.
#[derive(Debug, Clone, Copy)]
pub(crate) struct AnalysedNet<'a> {
    pub(crate) net: &'a Net,
    facts: &'a Facts,
}

impl<'a> AnalysedNet<'a> {
    /// Creates a net with facts of its own.
    pub(crate) fn new(net: &'a Net, facts: &'a Facts) -> Self {
        Self { net, facts }
    }

    /// Returns the kind of model to which the net is compiled.
    pub(crate) fn kind(self) -> Kind {
        *self.facts.kind.get_or_init(|| {
            if self.net.is_place_transition() {
                Kind::PlaceTransition
            } else if self.net.program.is_some() || self.data_model(ModelErrors::Report).is_ok() {
                Kind::Data
            } else {
                Kind::Coloured
            }
        })
    }

    /// Returns whether a search with explicit colours has met a binding that is disabled only by a negative
    /// difference of multisets.
    pub(crate) fn has_met_negative_difference(self) -> bool {
        self.facts.negative_difference.load(Ordering::Relaxed)
    }

    /// Returns whether markings are numbers of tokens.
    pub(crate) fn is_place_transition(self) -> bool {
        self.kind() == Kind::PlaceTransition
    }

    /// Returns the structure of a place/transition net, with its invariants and bounds.
    ///
    /// # Errors
    /// The net cannot be compiled, see [`Knowledge::of`].
    pub(crate) fn knowledge(self) -> Result<&'a Knowledge, Diagnostics> {
        self.facts.knowledge.get_or_init(|| Knowledge::of(self.net)).as_ref().map_err(Clone::clone)
    }

    /// Computes the facts that [`knowledge`](Self::knowledge) returns, or [`data_model`](Self::data_model) with
    /// reported errors, until `is_stopped` returns true.
    /// Returns whether they are complete, so that later callers need not wait. Partial results are discarded;
    /// a later caller with more time may compute them.
    pub(crate) fn learn_until(self, is_stopped: &dyn Fn() -> bool) -> bool {
        self.learn_with_errors_until(ModelErrors::Report, is_stopped)
    }

    /// As [`learn_until`](Self::learn_until), with this treatment of undefined firings.
    pub(crate) fn learn_with_errors_until(self, errors: ModelErrors, is_stopped: &dyn Fn() -> bool) -> bool {
        if !self.net.is_place_transition() {
            // The kind of a net that is no program follows from whether this model exists.
            let is_known =
                self.net.program.is_some() || self.compile_values_until(ModelErrors::Report, is_stopped);
            return is_known
                && (self.kind() == Kind::Coloured || self.compile_values_until(errors, is_stopped));
        }
        if self.facts.knowledge.get().is_some() {
            return true;
        }
        let began = Instant::now();
        let Some(knowledge) = Knowledge::of_until(self.net, is_stopped).transpose() else { return false };
        // Another thread may have been faster.
        let _ = self.facts.knowledge.set(knowledge);
        let _ = self.facts.learned_in.set(began.elapsed());
        true
    }

    /// Compiles the model of a data net until `is_stopped` returns true. Returns whether it is complete.
    fn compile_values_until(self, errors: ModelErrors, is_stopped: &dyn Fn() -> bool) -> bool {
        let model = self.facts.values(errors);
        if model.get().is_none() {
            let Some(built) = ValueModel::build_until(self.net, errors, is_stopped).transpose() else {
                return false;
            };
            // Another thread may have been faster.
            let _ = model.set(built);
        }
        true
    }

    /// Returns firings that can be repeated forever and cover the marking before them. Returns `None` for
    /// nets of other kinds, for nets with a proved bound for every place, and if none are found soon.
    pub(crate) fn self_covering(self) -> Option<&'a SelfCovering> {
        let find = || self.knowledge().ok().and_then(coverability::self_covering);
        self.facts.self_covering.get_or_init(|| self.is_place_transition().then(find).flatten()).as_ref()
    }

    /// Returns a prover for a place/transition net.
    ///
    /// # Errors
    /// As for [`knowledge`](Self::knowledge).
    pub(crate) fn prover(self) -> Result<Prover<'a>, Diagnostics> {
        let knowledge = self.knowledge()?;
        Ok(Prover::with_invariants(knowledge.structure(), knowledge.bounds().invariants()))
    }

    /// Returns the model of a place/transition net over bit fields.
    ///
    /// # Errors
    /// As for [`knowledge`](Self::knowledge).
    pub(crate) fn field_model(self) -> Result<FieldModel, Diagnostics> {
        let knowledge = self.knowledge()?;
        Ok(self.facts.fields.get_or_init(|| FieldModel::compile(knowledge.clone())).clone())
    }

    /// Returns the model of a place/transition net over mixed-radix numbers.
    ///
    /// # Errors
    /// As for [`knowledge`](Self::knowledge).
    pub(crate) fn radix_model(self) -> Result<RadixModel, Diagnostics> {
        let knowledge = self.knowledge()?;
        Ok(self.facts.radix.get_or_init(|| RadixModel::compile(knowledge.clone())).clone())
    }

    /// Returns whether mixed radix saves whole words per state. If so, the reduced memory traffic of each firing
    /// outweighs the cost of unpacking each state; otherwise bit fields perform best.
    ///
    /// # Errors
    /// As for [`knowledge`](Self::knowledge).
    pub(crate) fn prefers_radix(self) -> Result<bool, Diagnostics> {
        let knowledge = self.knowledge()?;
        let saves_words = || RadixModel::words_of(knowledge) < FieldModel::words_of(knowledge);
        Ok(*self.facts.prefers_radix.get_or_init(saves_words))
    }

    /// Returns the model of a place/transition net in the encoding expected to perform best.
    ///
    /// # Errors
    /// As for [`knowledge`](Self::knowledge).
    pub(crate) fn encoded(self) -> Result<Encoded, Diagnostics> {
        Ok(if self.prefers_radix()? {
            Encoded::Radix(self.radix_model()?)
        } else {
            Encoded::Fields(self.field_model()?)
        })
    }

    /// Returns how long it took to compile a place/transition net in the encoding expected to perform best.
    /// Compiles it now, if necessary. Returns zero for other nets.
    pub(crate) fn compiled_in(self) -> Duration {
        *self.facts.compiled_in.get_or_init(|| {
            let began = Instant::now();
            if self.is_place_transition() {
                // A net that cannot be compiled is refused when it is searched.
                let _ = self.encoded();
            }
            self.facts.learned_in.get().copied().unwrap_or_default() + began.elapsed()
        })
    }

    /// Returns the model of a data net.
    ///
    /// # Errors
    /// The net is not a data net, or it uses an operator that is not compiled.
    pub(crate) fn data_model(self, errors: ModelErrors) -> Result<ValueModel, Diagnostics> {
        let has_limits = self.net.program.as_ref().is_some_and(|program| !program.limits.is_empty());
        if errors == ModelErrors::State && has_limits {
            let unknown = Diagnostic::error("an error state, where the number of processes is not known");
            return Err(unknown.help("omit `--model-errors state`").into());
        }
        self.facts.values(errors).get_or_init(|| ValueModel::build(self.net, errors)).clone()
    }

    /// Returns the model of a coloured net that is not unfolded. The markings of its places are numbered as
    /// they are met, so each search has its own numbers.
    ///
    /// # Errors
    /// The initial marking is undefined or too large.
    pub(crate) fn coloured_model(
        self,
        limits: TableLimits,
        is_stopped: impl Fn() -> bool + Send + Sync + 'a,
    ) -> Result<ColouredModel<'a>, Diagnostics> {
        ColouredModel::build(self.net, limits)
            .map(|model| model.stopping(is_stopped))
            .map(|model| model.noting_negative_differences(&self.facts.negative_difference))
            .map_err(|error| Diagnostic::error(error.problem.to_string()).element(error.element).into())
    }

    /// Returns the skeleton of a coloured net, if it has one.
    pub(crate) fn skeleton(self) -> Option<&'a SkeletonOfNet> {
        self.facts.skeleton.get_or_init(|| SkeletonOfNet::of(self.net)).as_ref()
    }

    /// Returns the initial number of tokens of each place, over all colours; `None` if the initial marking is
    /// undefined.
    pub(crate) fn initial_tokens(self) -> Option<Vec<u64>> {
        let marking = semantics::initial(self.net).ok()?;
        Some(self.net.place_ids().map(|place| marking.tokens(place)).collect())
    }
}

/// Returns a place/transition net that starts in this marking.
pub(crate) fn starting_in(net: &Net, marking: &Marking) -> Net {
    let mut net = net.clone();
    for (place, of_net) in net.place_ids().zip(&mut net.places) {
        of_net.initial = Inscription::Tokens(marking.tokens(place));
    }
    net
}

#[cfg(test)]
mod tests {
    use sanderling_dve::{Dve, Semantics};
    use sanderling_net::{Format, Source};
    use sanderling_pnml::Pnml;
    use sanderling_system::System;
    use sanderling_testkit::corpora::workspace;
    use sanderling_testkit::random::{Shape, for_seeds, net};

    use super::*;

    fn read(format: &dyn Format, name: &str) -> Net {
        let path = workspace().join("nets").join(name);
        let source = Source::new(name, std::fs::read(path).expect("it is one of ours"));
        format.parse(&source).expect("it is well formed").nets.swap_remove(0)
    }

    #[test]
    fn a_net_is_compiled_to_what_its_places_hold() {
        for (net, kind) in [
            (read(&Pnml, "counter-8.pnml"), Kind::PlaceTransition),
            (read(&Dve { semantics: Semantics::Ltsmin }, "bounded-buffer.dve"), Kind::Data),
            (read(&Pnml, "coloured/philosophers-3.pnml"), Kind::Coloured),
        ] {
            let facts = Facts::default();
            let net = AnalysedNet::new(&net, &facts);
            assert_eq!(net.kind(), kind);
            assert_eq!(net.is_place_transition(), kind == Kind::PlaceTransition);
            assert_eq!(net.knowledge().is_ok(), kind == Kind::PlaceTransition);
            assert_eq!(net.data_model(ModelErrors::Report).is_ok(), kind == Kind::Data);
        }
    }

    #[test]
    fn facts_are_computed_once_and_shared_by_threads() {
        let net = read(&Pnml, "counter-8.pnml");
        let facts = Facts::default();
        let analysed = AnalysedNet::new(&net, &facts);
        let addresses: Vec<usize> = std::thread::scope(|scope| {
            let ask = || std::ptr::from_ref(analysed.knowledge().expect("it is compiled")) as usize;
            let threads: Vec<_> = (0..4).map(|_| scope.spawn(ask)).collect();
            threads.into_iter().map(|thread| thread.join().expect("no thread panics")).collect()
        });
        assert!(addresses.iter().all(|address| *address == addresses[0]), "{addresses:?}");
        assert!(facts.fields.get().is_none() && facts.radix.get().is_none(), "no model is needed");
    }

    #[test]
    fn an_interrupted_analysis_is_not_stored_and_is_repeated_later() {
        let net = read(&Pnml, "counter-8.pnml");
        let facts = Facts::default();
        let analysed = AnalysedNet::new(&net, &facts);
        assert!(!analysed.learn_until(&|| true) && facts.knowledge.get().is_none());
        assert!(analysed.learn_until(&|| false) && facts.knowledge.get().is_some());
        assert!(analysed.learn_until(&|| true), "it is known");
        let expected = Knowledge::of(&net).expect("it is compiled");
        assert_eq!(analysed.knowledge().expect("it is compiled").bounds(), expected.bounds());
    }

    #[test]
    fn the_encoding_that_is_preferred_has_no_more_words_and_is_the_only_one_compiled() {
        for_seeds(200, |seed| {
            let net = net(seed, &Shape::special());
            let facts = Facts::default();
            let analysed = AnalysedNet::new(&net, &facts);
            let Ok(encoded) = analysed.encoded() else { return };
            let is_radix = matches!(encoded, Encoded::Radix(_));
            assert_eq!((facts.radix.get().is_some(), facts.fields.get().is_some()), (is_radix, !is_radix));
            let fields = analysed.field_model().expect("the other one was compiled").words();
            let radix = analysed.radix_model().expect("the other one was compiled").words();
            assert_eq!(is_radix, radix < fields, "{radix} words, and {fields} over fields");
        });
    }

    #[test]
    fn initial_tokens_of_a_coloured_net_are_of_all_colours() {
        let net = read(&Pnml, "coloured/philosophers-3.pnml");
        let facts = Facts::default();
        let tokens = AnalysedNet::new(&net, &facts).initial_tokens().expect("it has a marking");
        assert!(tokens.contains(&3) && tokens.len() == net.places.len(), "{tokens:?}");
    }
}
