//! The never claim: an automaton that observes the states.
//!
//! It moves before each step of the model, and its conditions are evaluated in the state before the step. An `atomic` or
//! `d_step` is one move. Where a claim reaches its end, a label that begins with `end`, or an assertion that fails, it
//! accepts every continuation.

use std::collections::HashMap;

use sanderling_net::{Beyond, Span};

use crate::formula::Formula;
use crate::machine::Machine;
use crate::path::Follower;
use crate::program::{Action, Edge, Process, Value};

/// Maximum number of moves of a claim, and of statements of an `atomic` in it.
const MAX_MOVES: usize = 4096;
const MAX_ATOMIC: usize = 100;

/// The automaton of a never claim.
#[derive(Debug)]
pub(super) struct Automaton<'a> {
    pub(super) claim: &'a Process,
    /// Locations of the claim; `None` is the one after an assertion that has failed. The first one is initial.
    pub(super) nodes: Vec<Option<usize>>,
    pub(super) moves: Vec<Move>,
    /// Whether a process is at a label that begins with `accept`: such states are accepting, too.
    pub(super) is_process_accepting: Formula,
    /// What cannot be checked. If there is something, moves may be missing.
    pub(super) beyond: Vec<Beyond>,
    numbers: HashMap<Option<usize>, usize>,
}

/// A move between two locations, by their positions in [`Automaton::nodes`].
#[derive(Debug)]
pub(super) struct Move {
    pub(super) source: usize,
    pub(super) target: usize,
    pub(super) guard: Formula,
    pub(super) span: Span,
}

impl<'a> Automaton<'a> {
    pub(super) fn new(machine: &mut Machine<'_>, claim: &'a Process) -> Self {
        let follower = Follower { machine, base: None, may_create: false };
        let mut automaton = Self {
            claim,
            nodes: Vec::new(),
            moves: Vec::new(),
            is_process_accepting: follower.is_at_label("accept"),
            beyond: Vec::new(),
            numbers: HashMap::new(),
        };
        if let Some(cell) = claim.cells.first() {
            automaton.refuse("a variable of its own", cell.span);
        }
        automaton.number(Some(claim.entry));
        let mut source = 0;
        while source < automaton.nodes.len() && automaton.beyond.is_empty() {
            match automaton.nodes[source] {
                Some(node) if !automaton.is_final(source) => {
                    automaton.leave(&follower, source, node, &Formula::TRUE, 0);
                }
                _ => automaton.moves.push(Move {
                    source,
                    target: source,
                    guard: Formula::TRUE,
                    span: claim.span,
                }),
            }
            source += 1;
        }
        automaton
    }

    /// Returns whether a location accepts every continuation.
    fn is_final(&self, position: usize) -> bool {
        let is_end = |node: usize| node == self.claim.end || self.claim.nodes[node].has_label("end");
        self.nodes[position].is_none_or(is_end)
    }

    pub(super) fn is_accepting(&self, position: usize) -> bool {
        let is_labelled = |node: usize| self.claim.nodes[node].has_label("accept");
        self.is_final(position) || self.nodes[position].is_some_and(is_labelled)
    }

    fn number(&mut self, node: Option<usize>) -> usize {
        *self.numbers.entry(node).or_insert_with(|| {
            self.nodes.push(node);
            self.nodes.len() - 1
        })
    }

    fn refuse(&mut self, what: &str, span: Span) {
        self.beyond.push(Beyond { what: what.to_owned(), span: Some(span) });
    }

    fn add(&mut self, source: usize, target: Option<usize>, guard: Formula, span: Span) {
        if guard.is_false() {
            return;
        }
        let target = self.number(target);
        self.moves.push(Move { source, target, guard, span });
        if self.moves.len() > MAX_MOVES {
            self.refuse(&format!("more than {MAX_MOVES} moves"), span);
        }
    }

    /// Adds the moves from `source` that continue at a location, if the guard holds.
    fn leave(
        &mut self,
        follower: &Follower<'_, '_>,
        source: usize,
        node: usize,
        guard: &Formula,
        length: usize,
    ) {
        let claim = self.claim;
        let found = &claim.nodes[node];
        for edge in &found.edges {
            if !self.beyond.is_empty() {
                return;
            }
            if found.is_ordered && found.edges.len() > 1 {
                return self.refuse("a choice in a `d_step`", edge.span);
            }
            if !edge.unless.is_empty() {
                return self.refuse("`unless`", edge.span);
            }
            if length > MAX_ATOMIC {
                return self.refuse("a long `atomic`", edge.span);
            }
            let condition = match self.condition(follower, node, edge) {
                Ok(condition) => condition,
                Err(what) => return self.refuse(what, edge.span),
            };
            let mut all = Formula::all([guard.clone(), condition]);
            if let Action::Assert(asserted) = &edge.action {
                let Some(holds) = follower.observed(asserted) else {
                    return self.refuse("`timeout`", edge.span);
                };
                self.add(source, None, Formula::all([all.clone(), holds.clone().not()]), edge.span);
                all = Formula::all([all, holds]);
            }
            if edge.keeps || matches!(edge.action, Action::Enter) {
                self.leave(follower, source, edge.target, &all, length + 1);
            } else {
                self.add(source, Some(edge.target), all, edge.span);
            }
        }
    }

    /// Returns the condition of a statement, or what is wrong with it.
    fn condition(
        &self,
        follower: &Follower<'_, '_>,
        node: usize,
        edge: &Edge,
    ) -> Result<Formula, &'static str> {
        let of = |value: &Value| follower.observed(value).ok_or("`timeout`");
        match &edge.action {
            Action::Skip | Action::Assert(_) | Action::Enter => Ok(Formula::TRUE),
            Action::Test(value) => of(value),
            Action::Else => {
                let others = self.claim.nodes[node].edges.iter();
                let others = others.filter(|edge| !matches!(edge.action, Action::Else));
                let conditions = others.map(|edge| match &edge.action {
                    Action::Enter => Err("`else` beside a `d_step`"),
                    _ => self.condition(follower, node, edge),
                });
                Ok(Formula::any(conditions.collect::<Result<Vec<_>, _>>()?).not())
            }
            _ => Err("a statement that is no condition"),
        }
    }
}
