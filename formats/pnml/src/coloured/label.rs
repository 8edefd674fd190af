//! Translation of the coloured labels of nodes and arcs, after all declarations are known and all arcs have their ends.

use std::borrow::Cow;

use sanderling_net::{
    ArcKind, Diagnostic, Inscription, Place, PlaceId, SortId, Span, Transition, TransitionId,
};

use super::dictionary::Translation;
use super::forest::{Forest, Tree, TreeId};
use super::term::Wanted;

/// The coloured labels of a net, as read.
#[derive(Debug, Default)]
pub(crate) struct Labels {
    /// Whether there is any coloured label, even an empty one.
    pub(crate) is_coloured: bool,
    pub(crate) declarations: Vec<TreeId>,
    pub(crate) types: Vec<(PlaceId, TreeId)>,
    pub(crate) markings: Vec<Marking>,
    pub(crate) conditions: Vec<(TransitionId, TreeId)>,
}

/// A coloured initial marking.
#[derive(Debug)]
pub(crate) struct Marking {
    pub(crate) place: PlaceId,
    pub(crate) term: TreeId,
    /// The number of tokens in a plain label of the same place.
    pub(crate) plain: Option<u64>,
    pub(crate) span: Span,
}

/// The label of an arc.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Label {
    pub(crate) kind: ArcKind,
    /// The sort of its place.
    pub(crate) sort: SortId,
    pub(crate) term: Option<TreeId>,
    pub(crate) weight: Option<u64>,
    pub(crate) span: Span,
}

impl<'f, 'a> Translation<'_, 'f, 'a> {
    /// Sets the sorts and markings of places, and the conditions of transitions.
    pub(crate) fn label_nodes(
        &mut self,
        forest: &'f Forest<'a>,
        labels: &Labels,
        places: &mut [Place],
        transitions: &mut [Transition],
    ) {
        for &(place, sort) in &labels.types {
            let place = &mut places[place.index()];
            self.report.within = Some(Cow::Owned(place.id.clone()));
            let sort = self.sort(forest.tree(sort));
            place.sort = self.reported(sort).unwrap_or(SortId::DOT);
        }
        for marking in &labels.markings {
            let place = &mut places[marking.place.index()];
            self.report.within = Some(Cow::Owned(place.id.clone()));
            let initial = self.marking(forest, marking, place.sort);
            place.initial = self.reported(initial).unwrap_or(Inscription::Tokens(0));
        }
        for &(transition, condition) in &labels.conditions {
            let transition = &mut transitions[transition.index()];
            self.report.within = Some(Cow::Owned(transition.id.clone()));
            let condition = forest.tree(condition);
            if !is_true(condition) {
                let guard = self.term(condition, Wanted::value(None));
                transition.guard = self.reported(guard).map(|guard| guard.term);
            }
        }
        self.report.within = None;
    }

    /// Checks in debug builds that a missing meaning was reported. INVARIANT: no net loses a label without an error.
    fn reported<T>(&self, meaning: Option<T>) -> Option<T> {
        debug_assert!(meaning.is_some() || self.report.has_errors(), "a label without meaning or error");
        meaning
    }

    fn marking(&mut self, forest: &'f Forest<'a>, marking: &Marking, sort: SortId) -> Option<Inscription> {
        let tree = forest.tree(marking.term);
        if let (SortId::DOT, Some(tokens)) = (sort, self.plain_tokens_of(tree, sort)) {
            if marking.plain.is_some_and(|plain| plain != tokens) {
                let second = Diagnostic::error("a second initial marking, which differs from the first");
                self.report.say(second.at(marking.span));
            }
            return Some(Inscription::Tokens(tokens));
        }
        Some(Inscription::Term(Box::new(self.term(tree, Wanted::multiset(Some(sort)))?.term)))
    }

    /// Translates an inscription; `None` if it is wrong and an error was reported.
    pub(crate) fn inscription(&mut self, forest: &'f Forest<'a>, label: Label) -> Option<Inscription> {
        let plain = Inscription::Tokens(label.weight.unwrap_or(1));
        match (label.kind, label.term) {
            (ArcKind::Reset, _) | (ArcKind::Inhibitor, None) => Some(plain),
            (ArcKind::Inhibitor, Some(_)) if label.weight.is_some() && label.sort != SortId::DOT => {
                self.report.say_once("coloured inhibitor", || {
                    Diagnostic::warning("an inhibitor arc with a weight and colours, which is read as TAPAAL does: the tokens of all colours count")
                        .at(label.span)
                });
                Some(plain)
            }
            (_, Some(term)) => {
                let tokens = self.tokens(forest, term, label);
                self.reported(tokens)
            }
            (_, None) if label.sort == SortId::DOT => Some(plain),
            (_, None) => {
                let missing = Diagnostic::error("an arc of a coloured place without `hlinscription`");
                self.report.say(missing.expected("a multiset over the place's sort").at(label.span));
                None
            }
        }
    }

    fn tokens(&mut self, forest: &'f Forest<'a>, term: TreeId, label: Label) -> Option<Inscription> {
        let tree = forest.tree(term);
        match self.plain_tokens_of(tree, label.sort) {
            // A weight of zero tokens is not a plain weight.
            None | Some(0) => {
                let term = self.term(tree, Wanted::multiset(Some(label.sort)))?.term;
                Some(Inscription::Term(Box::new(term)))
            }
            Some(tokens) => {
                if label.weight.is_some_and(|weight| weight != 1 && weight != tokens) {
                    let second = Diagnostic::error("a second weight on an arc, which differs from the first");
                    self.report.say(second.at(label.span));
                }
                Some(Inscription::Tokens(tokens))
            }
        }
    }

    fn plain_tokens_of(&mut self, tree: Tree<'f, 'a>, sort: SortId) -> Option<u64> {
        if sort == SortId::DOT { self.plain_tokens(tree) } else { None }
    }
}

/// Returns whether a condition is trivially true, as those of pt-hlpng are.
fn is_true(condition: Tree<'_, '_>) -> bool {
    let value = condition.attribute("value");
    condition.name() == "booleanconstant" && value.is_some_and(|value| matches!(value.trim(), "true" | "1"))
}
