//! Strongly connected components (Tarjan, *Depth-First Search and Linear Graph Algorithms*, SIAM Journal on Computing,
//! 1972), and acceptance in each of them.

use crate::Automaton;

/// The components of the reachable states.
#[derive(Debug, Clone)]
pub(crate) struct Components {
    /// The component of a state; `None` if the state is not reachable. An edge between components leads to a smaller
    /// number.
    pub(crate) of: Vec<Option<usize>>,
    pub(crate) kinds: Vec<Kind>,
}

/// The kind of infinite paths in a component.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// None: the component is a state without a loop.
    Transient,
    /// Only rejecting paths.
    Rejecting,
    /// Only accepting paths.
    Accepting,
    /// Accepting and rejecting paths.
    Mixed,
}

impl Components {
    pub(crate) fn of(automaton: &Automaton) -> Self {
        let mut components = Self { of: vec![None; automaton.states()], kinds: Vec::new() };
        let members = components.number(automaton);
        components.kinds =
            (0..members.len()).map(|one| components.kind(automaton, one, &members[one])).collect();
        components
    }

    /// Returns whether the edge from the first state to the second stays in a component.
    pub(crate) fn is_inner(&self, source: usize, target: usize) -> bool {
        self.of[source].is_some() && self.of[source] == self.of[target]
    }

    pub(crate) fn kind_of(&self, state: usize) -> Option<Kind> {
        self.of[state].map(|component| self.kinds[component])
    }

    /// Numbers the components, and lists their states.
    fn number(&mut self, automaton: &Automaton) -> Vec<Vec<usize>> {
        let mut order: Vec<Option<usize>> = vec![None; automaton.states()];
        let mut low = vec![0; automaton.states()];
        let (mut members, mut stack, mut path) = (Vec::new(), Vec::new(), vec![(automaton.initial(), 0)]);
        let mut discovered = 0;
        while let Some((state, edge)) = path.last_mut() {
            let state = *state;
            if *edge == 0 {
                order[state] = Some(discovered);
                low[state] = discovered;
                discovered += 1;
                stack.push(state);
            }
            let target = automaton.edges(state).get(*edge).map(|edge| edge.target);
            *edge += 1;
            match target {
                Some(target) => match order[target] {
                    None => path.push((target, 0)),
                    Some(at) if self.of[target].is_none() => low[state] = low[state].min(at),
                    Some(_) => {}
                },
                None => {
                    path.pop();
                    if let Some(&(source, _)) = path.last() {
                        low[source] = low[source].min(low[state]);
                    }
                    if Some(low[state]) == order[state] {
                        let from = stack.iter().rposition(|&member| member == state).expect("it was pushed");
                        let component = stack.split_off(from);
                        component.iter().for_each(|&member| self.of[member] = Some(members.len()));
                        members.push(component);
                    }
                }
            }
        }
        members
    }

    fn kind(&self, automaton: &Automaton, component: usize, members: &[usize]) -> Kind {
        let inner = |state: usize| {
            automaton.edges(state).iter().filter(move |edge| self.of[edge.target] == Some(component))
        };
        let mut has_edge = false;
        let mut seen = 0;
        for edge in members.iter().flat_map(|&state| inner(state)) {
            has_edge = true;
            seen |= edge.marks;
        }
        if !has_edge {
            return Kind::Transient;
        }
        if seen != automaton.all_marks() {
            return Kind::Rejecting;
        }
        let has_rejecting_cycle = (0..automaton.acceptance_sets()).any(|set| {
            let outside = |state: usize| {
                inner(state).filter(move |edge| edge.marks >> set & 1 == 0).map(|edge| edge.target)
            };
            has_cycle(members, automaton.states(), outside)
        });
        if has_rejecting_cycle { Kind::Mixed } else { Kind::Accepting }
    }
}

/// Returns whether the members have a cycle: whether some remain after repeatedly removing those without a successor.
fn has_cycle<I: Iterator<Item = usize>>(
    members: &[usize],
    states: usize,
    targets: impl Fn(usize) -> I,
) -> bool {
    let mut sources: Vec<Vec<usize>> = vec![Vec::new(); states];
    let mut ways_on = vec![0; states];
    for &state in members {
        for target in targets(state) {
            sources[target].push(state);
            ways_on[state] += 1;
        }
    }
    let mut open: Vec<_> = members.iter().copied().filter(|&state| ways_on[state] == 0).collect();
    let mut gone = 0;
    while let Some(state) = open.pop() {
        gone += 1;
        for &source in &sources[state] {
            ways_on[source] -= 1;
            if ways_on[source] == 0 {
                open.push(source);
            }
        }
    }
    gone < members.len()
}
