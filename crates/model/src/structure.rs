//! The structure of a place/transition net: who takes what from where, sparse and in both directions.
//!
//! A [`Net`] lists arcs in the order of the file, several of them perhaps between the same place
//! and transition. Analysis and compilation want them aggregated: parallel input and output arcs
//! add up, of several inhibitor arcs the smallest weight counts, of several read arcs the largest.
//! A self loop keeps its `pre` and its `post` apart, because enabledness asks for `pre` alone.
//!
//! Firing `t` in a marking m, enabled where m(p) ≥ pre and m(p) ≥ read and m(p) < inhibitor, leads
//! to m(p) − pre + post, and to post where `t` resets p. A capacity limits what a firing may leave.
//!
//! INVARIANT: rows are sorted by id without duplicates; weights in `pre`, `post` and `read` are
//! positive; [`Structure::effect`] has no zeros and no places that the transition resets.

use sanderling_net::{
    Arc, ArcKind, Diagnostic, Diagnostics, Inscription, Net, PlaceId, SortId, Span, TransitionId,
};

use crate::ragged::Ragged;

/// The arcs of a place/transition net, aggregated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Structure {
    pre: Ragged<(PlaceId, u64)>,
    post: Ragged<(PlaceId, u64)>,
    inhibitor: Ragged<(PlaceId, u64)>,
    read: Ragged<(PlaceId, u64)>,
    reset: Ragged<PlaceId>,
    effect: Ragged<(PlaceId, i128)>,
    preset: Ragged<TransitionId>,
    postset: Ragged<TransitionId>,
    tested_by: Ragged<TransitionId>,
    reset_by: Ragged<TransitionId>,
    initial: Vec<u64>,
    capacity: Vec<Option<u64>>,
}

impl Structure {
    /// The structure of a net.
    ///
    /// # Errors
    /// Where the net is coloured, where an arc leads to nowhere, or where the weights of parallel
    /// arcs add up to 2^64 or more.
    pub fn build(net: &Net) -> Result<Self, Diagnostics> {
        let mut diagnostics = refuse_colours(net);
        let initial = net.places.iter().map(|place| tokens(&place.initial)).collect();
        let arcs = WeightedArcs::collect(net, &mut diagnostics);
        if diagnostics.has_errors() {
            diagnostics.sort();
            return Err(diagnostics);
        }
        Ok(Self::assemble(net, &arcs, initial))
    }

    fn assemble(net: &Net, arcs: &WeightedArcs, initial: Vec<u64>) -> Self {
        let (places, transitions) = (net.places.len(), net.transitions.len());
        let by_transition = |kind| Ragged::group(transitions, &arcs.of_kind(kind));
        let pre = by_transition(ArcKind::Input);
        let post = by_transition(ArcKind::Output);
        let inhibitor = by_transition(ArcKind::Inhibitor);
        let read = by_transition(ArcKind::Read);
        let mut reset = Ragged::new();
        for row in by_transition(ArcKind::Reset).rows() {
            reset.push_row(row.iter().map(|&(place, _)| place));
        }
        let mut effect = Ragged::new();
        for ((taken, put), emptied) in pre.rows().zip(post.rows()).zip(reset.rows()) {
            effect.push_row(difference(put, taken).filter(|(p, _)| emptied.binary_search(p).is_err()));
        }
        Self {
            preset: by_place(places, [&post]),
            postset: by_place(places, [&pre]),
            tested_by: by_place(places, [&read, &inhibitor]),
            reset_by: Ragged::group(places, &inverted(reset.rows(), |&place| place)),
            capacity: net.places.iter().map(|place| place.capacity).collect(),
            initial,
            pre,
            post,
            inhibitor,
            read,
            reset,
            effect,
        }
    }

    /// The number of places.
    #[must_use]
    pub fn place_count(&self) -> usize {
        self.initial.len()
    }

    /// The number of transitions.
    #[must_use]
    pub fn transition_count(&self) -> usize {
        self.pre.len()
    }

    /// The number of aggregated arcs: pairs of a place and a transition, once for each kind.
    #[must_use]
    pub fn arc_count(&self) -> usize {
        let weighted = [&self.pre, &self.post, &self.inhibitor, &self.read];
        weighted.iter().map(|table| table.entry_count()).sum::<usize>() + self.reset.entry_count()
    }

    /// The ids of the places, in order.
    pub fn place_ids(&self) -> impl ExactSizeIterator<Item = PlaceId> + use<> {
        (0..self.place_count()).map(PlaceId::new)
    }

    /// The ids of the transitions, in order.
    pub fn transition_ids(&self) -> impl ExactSizeIterator<Item = TransitionId> + use<> {
        (0..self.transition_count()).map(TransitionId::new)
    }

    /// What `transition` takes, by place.
    #[must_use]
    #[inline]
    pub fn pre(&self, transition: TransitionId) -> &[(PlaceId, u64)] {
        self.pre.row(transition.index())
    }

    /// What `transition` puts, by place.
    #[must_use]
    #[inline]
    pub fn post(&self, transition: TransitionId) -> &[(PlaceId, u64)] {
        self.post.row(transition.index())
    }

    /// The places that must hold *less* than the weight for `transition` to be enabled. The weight
    /// may be 0: then the transition never is.
    #[must_use]
    #[inline]
    pub fn inhibitor(&self, transition: TransitionId) -> &[(PlaceId, u64)] {
        self.inhibitor.row(transition.index())
    }

    /// The places that must hold at least the weight for `transition` to be enabled, besides those
    /// that it takes tokens from.
    #[must_use]
    #[inline]
    pub fn read(&self, transition: TransitionId) -> &[(PlaceId, u64)] {
        self.read.row(transition.index())
    }

    /// The tokens that `transition` must find to be enabled, in the places that it takes from or
    /// reads, by place.
    pub fn needs(&self, transition: TransitionId) -> impl Iterator<Item = (PlaceId, u64)> {
        merge(self.pre(transition), self.read(transition)).map(|(place, pre, read)| (place, pre.max(read)))
    }

    /// The places that `transition` empties, after it has taken its tokens and before it puts others.
    #[must_use]
    #[inline]
    pub fn reset(&self, transition: TransitionId) -> &[PlaceId] {
        self.reset.row(transition.index())
    }

    /// Post − pre of `transition` for the places where that is not 0 and that it does not reset.
    #[must_use]
    #[inline]
    pub fn effect(&self, transition: TransitionId) -> &[(PlaceId, i128)] {
        self.effect.row(transition.index())
    }

    /// The transitions that put tokens into `place`, also where they take as many from it.
    #[must_use]
    #[inline]
    pub fn preset(&self, place: PlaceId) -> &[TransitionId] {
        self.preset.row(place.index())
    }

    /// The transitions that take tokens from `place`, also where they put as many into it.
    #[must_use]
    #[inline]
    pub fn postset(&self, place: PlaceId) -> &[TransitionId] {
        self.postset.row(place.index())
    }

    /// The transitions that read `place` or are inhibited by it.
    #[must_use]
    #[inline]
    pub fn tested_by(&self, place: PlaceId) -> &[TransitionId] {
        self.tested_by.row(place.index())
    }

    /// The transitions that reset `place`.
    #[must_use]
    #[inline]
    pub fn reset_by(&self, place: PlaceId) -> &[TransitionId] {
        self.reset_by.row(place.index())
    }

    /// The tokens at the start, by place.
    #[must_use]
    #[inline]
    pub fn initial(&self) -> &[u64] {
        &self.initial
    }

    /// The most tokens that a firing may leave, by place; `None`: as many as there are.
    #[must_use]
    #[inline]
    pub fn capacity(&self) -> &[Option<u64>] {
        &self.capacity
    }
}

/// The aggregated arcs, sorted by kind, transition and place.
struct WeightedArcs(Vec<(ArcKind, TransitionId, PlaceId, u64)>);

impl WeightedArcs {
    fn collect(net: &Net, diagnostics: &mut Diagnostics) -> Self {
        let mut order: Vec<&Arc> = Vec::with_capacity(net.arcs.len());
        for arc in &net.arcs {
            if arc.place.index() < net.places.len() && arc.transition.index() < net.transitions.len() {
                order.push(arc);
            } else {
                diagnostics
                    .push(about(Diagnostic::error("an arc with an end that the net does not have"), arc));
            }
        }
        order.sort_by_key(|arc| (arc.kind, arc.transition, arc.place));
        let parallel =
            |a: &&Arc, b: &&Arc| (a.kind, a.transition, a.place) == (b.kind, b.transition, b.place);
        let mut arcs = Vec::with_capacity(order.len());
        for bundle in order.chunk_by(parallel) {
            let (first, rest) = (bundle[0], &bundle[1..]);
            let weight = rest.iter().try_fold(tokens(&first.inscription), |weight, arc| {
                aggregate(arc.kind, weight, tokens(&arc.inscription))
            });
            match weight {
                Some(weight) => arcs.push((first.kind, first.transition, first.place, weight)),
                None => diagnostics.push(about(overflow(), first)),
            }
        }
        arcs.retain(|&(kind, _, _, weight)| {
            weight > 0 || matches!(kind, ArcKind::Inhibitor | ArcKind::Reset)
        });
        Self(arcs)
    }

    fn of_kind(&self, wanted: ArcKind) -> Vec<(usize, (PlaceId, u64))> {
        let first = self.0.partition_point(|&(kind, ..)| kind < wanted);
        let of_kind = self.0[first..].iter().take_while(|&&(kind, ..)| kind == wanted);
        of_kind.map(|&(_, transition, place, weight)| (transition.index(), (place, weight))).collect()
    }
}

/// The weight of two parallel arcs together; `None` where it does not fit.
fn aggregate(kind: ArcKind, left: u64, right: u64) -> Option<u64> {
    match kind {
        ArcKind::Input | ArcKind::Output => left.checked_add(right),
        ArcKind::Inhibitor => Some(left.min(right)),
        ArcKind::Read | ArcKind::Reset => Some(left.max(right)),
    }
}

/// The tokens of an inscription. Terms have been reported by [`refuse_colours`] already.
fn tokens(inscription: &Inscription) -> u64 {
    match inscription {
        Inscription::Tokens(tokens) => *tokens,
        Inscription::Term(_) => 0,
    }
}

/// Left − right, sorted, without zeros.
fn difference<'a>(
    left: &'a [(PlaceId, u64)],
    right: &'a [(PlaceId, u64)],
) -> impl Iterator<Item = (PlaceId, i128)> + 'a {
    let differences =
        merge(left, right).map(|(place, plus, minus)| (place, i128::from(plus) - i128::from(minus)));
    differences.filter(|&(_, difference)| difference != 0)
}

/// The places of either row with their weights in both, sorted.
fn merge<'a>(
    left: &'a [(PlaceId, u64)],
    right: &'a [(PlaceId, u64)],
) -> impl Iterator<Item = (PlaceId, u64, u64)> + 'a {
    let (mut left, mut right) = (left.iter().peekable(), right.iter().peekable());
    std::iter::from_fn(move || {
        let place = match (left.peek(), right.peek()) {
            (None, None) => return None,
            (Some(&&(place, _)), None) | (None, Some(&&(place, _))) => place,
            (Some(&&(one, _)), Some(&&(other, _))) => one.min(other),
        };
        let in_left = left.next_if(|(p, _)| *p == place).map_or(0, |&(_, weight)| weight);
        let in_right = right.next_if(|(p, _)| *p == place).map_or(0, |&(_, weight)| weight);
        Some((place, in_left, in_right))
    })
}

/// The transitions of each place in any of the tables, sorted, each once.
fn by_place<const N: usize>(places: usize, tables: [&Ragged<(PlaceId, u64)>; N]) -> Ragged<TransitionId> {
    let mut pairs = Vec::new();
    for table in tables {
        pairs.extend(inverted(table.rows(), |&(place, _)| place));
    }
    pairs.sort_unstable();
    pairs.dedup();
    Ragged::group(places, &pairs)
}

fn inverted<'a, T: 'a>(
    rows: impl Iterator<Item = &'a [T]>,
    place: impl Fn(&T) -> PlaceId,
) -> Vec<(usize, TransitionId)> {
    let mut pairs = Vec::new();
    for (transition, row) in rows.enumerate() {
        pairs.extend(row.iter().map(|entry| (place(entry).index(), TransitionId::new(transition))));
    }
    pairs
}

/// An error for every element that only a coloured net has.
fn refuse_colours(net: &Net) -> Diagnostics {
    let mut diagnostics = Diagnostics::new();
    for place in &net.places {
        if place.sort != SortId::DOT || matches!(place.initial, Inscription::Term(_)) {
            diagnostics.push(coloured("a place with coloured tokens", Some(&place.id), place.span));
        }
    }
    for transition in &net.transitions {
        if transition.guard.is_some() || !transition.code.is_empty() {
            let what = "a transition with a guard or code";
            diagnostics.push(coloured(what, Some(&transition.id), transition.span));
        }
    }
    for arc in &net.arcs {
        if matches!(arc.inscription, Inscription::Term(_)) {
            diagnostics.push(coloured("an arc with a coloured inscription", arc.id.as_deref(), arc.span));
        }
    }
    diagnostics
}

fn coloured(what: &str, element: Option<&str>, span: Option<Span>) -> Diagnostic {
    let name = element.map(|id| format!(" (`{id}`)")).unwrap_or_default();
    let mut diagnostic = Diagnostic::error(format!("coloured nets are not yet supported: {what}{name}"));
    diagnostic.element = element.map(str::to_owned);
    diagnostic.span = span;
    diagnostic.expected("a place/transition net")
}

fn overflow() -> Diagnostic {
    Diagnostic::error("parallel arcs whose weights add up to more than 64 bits hold")
        .expected("a sum of at most 18446744073709551615")
}

fn about(mut diagnostic: Diagnostic, arc: &Arc) -> Diagnostic {
    diagnostic.element.clone_from(&arc.id);
    diagnostic.span = arc.span;
    diagnostic
}

#[cfg(test)]
mod tests {
    use sanderling_net::{Place, Term, Transition};

    use super::*;

    fn net(places: usize, arcs: &[(usize, ArcKind, u64)]) -> Net {
        let mut net = Net::new("n");
        for place in 0..places {
            net.add_place(Place::with_tokens(format!("p{place}"), place as u64));
        }
        let transition = net.add_transition(Transition::plain("t"));
        for &(place, kind, weight) in arcs {
            net.add_arc(Arc::weighted(PlaceId::new(place), transition, kind, weight));
        }
        net
    }

    fn t() -> TransitionId {
        TransitionId::new(0)
    }

    fn p(index: usize) -> PlaceId {
        PlaceId::new(index)
    }

    #[test]
    fn parallel_arcs_add_up_and_tests_take_the_strictest() {
        use ArcKind::{Inhibitor, Input, Read};
        let arcs =
            [(0, Input, 2), (1, Read, 3), (0, Input, 5), (1, Read, 2), (2, Inhibitor, 4), (2, Inhibitor, 0)];
        let structure = Structure::build(&net(3, &arcs)).unwrap();
        assert_eq!(structure.pre(t()), [(p(0), 7)]);
        assert_eq!(structure.read(t()), [(p(1), 3)]);
        assert_eq!(structure.inhibitor(t()), [(p(2), 0)]);
        assert_eq!(structure.arc_count(), 3);
        assert_eq!(structure.tested_by(p(1)), [t()]);
        assert_eq!(structure.needs(t()).collect::<Vec<_>>(), [(p(0), 7), (p(1), 3)]);
    }

    #[test]
    fn a_self_loop_keeps_its_weights_and_has_no_effect() {
        use ArcKind::{Input, Output};
        let structure = Structure::build(&net(2, &[(1, Output, 3), (1, Input, 3), (0, Output, 1)])).unwrap();
        assert_eq!(
            (structure.pre(t()), structure.post(t())),
            (&[(p(1), 3)][..], &[(p(0), 1), (p(1), 3)][..])
        );
        assert_eq!(structure.effect(t()), [(p(0), 1)]);
        assert_eq!((structure.preset(p(1)), structure.postset(p(1))), (&[t()][..], &[t()][..]));
        assert_eq!((structure.initial(), structure.capacity()), (&[0, 1][..], &[None, None][..]));
    }

    #[test]
    fn the_effect_leaves_out_places_that_are_reset() {
        use ArcKind::{Input, Output, Reset};
        let structure =
            Structure::build(&net(2, &[(0, Reset, 1), (0, Output, 2), (1, Input, u64::MAX)])).unwrap();
        assert_eq!(structure.reset(t()), [p(0)]);
        assert_eq!(structure.reset_by(p(0)), [t()]);
        assert_eq!(structure.effect(t()), [(p(1), -i128::from(u64::MAX))]);
    }

    #[test]
    fn weights_that_do_not_fit_together_are_an_error() {
        let arcs = [(0, ArcKind::Output, u64::MAX), (0, ArcKind::Output, 1)];
        let diagnostics = Structure::build(&net(1, &arcs)).unwrap_err();
        assert!(diagnostics.to_string().contains("parallel arcs whose weights add up"), "{diagnostics}");
    }

    #[test]
    fn a_coloured_place_is_named_in_the_refusal() {
        let mut net = net(1, &[]);
        net.places[0].initial = Inscription::Term(Box::new(Term::All(SortId::DOT)));
        let diagnostics = Structure::build(&net).unwrap_err();
        assert!(diagnostics.to_string().contains("coloured nets are not yet supported"), "{diagnostics}");
        assert_eq!(diagnostics.iter().next().unwrap().element.as_deref(), Some("p0"));
    }

    #[test]
    fn an_arc_to_nowhere_is_an_error() {
        assert!(Structure::build(&net(1, &[(7, ArcKind::Input, 1)])).is_err());
    }
}
