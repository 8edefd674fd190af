//! The size of a net, counted during construction so that it is refused before it exhausts memory.

use std::collections::HashMap;

use sanderling_net::{Diagnostic, Diagnostics, Net, Span, Term, Value};

use super::{MAX_DEPTH, MAX_SIZE, MAX_TRANSITIONS};
use crate::check::resolved::{ChannelId, Exchange, ProcessId, Program, Side};

/// Checks the number of transitions before the first one is created, because a few thousand senders and receivers form
/// millions of pairs.
///
/// # Errors
/// If there are too many.
pub(super) fn check_pairs(program: &Program) -> Result<(), Diagnostics> {
    let mut waiting: HashMap<Meeting, HashMap<ProcessId, u64>> = HashMap::new();
    let (mut sending, mut total) = (Vec::new(), 0_u64);
    for process in program.kept() {
        for step in &program.processes[process.index()].steps {
            let exchange = step.exchange.as_ref();
            match exchange.filter(|exchange| !program.channels[exchange.channel.index()].is_buffered()) {
                None => total += 1,
                Some(Exchange { channel, side: Side::Send(_), span }) => {
                    sending.push((process, (*channel, program.is_committed(process, step)), *span));
                }
                Some(Exchange { channel, side: Side::Receive(_), .. }) => {
                    let meeting = (*channel, program.is_committed(process, step));
                    *waiting.entry(meeting).or_default().entry(process).or_default() += 1;
                }
            }
        }
    }
    let all: HashMap<Meeting, u64> = waiting.iter().map(|(m, steps)| (*m, steps.values().sum())).collect();
    for (process, meeting, span) in sending {
        let own = waiting.get(&meeting).and_then(|steps| steps.get(&process)).unwrap_or(&0);
        total += all.get(&meeting).unwrap_or(&0) - own;
        if total > MAX_TRANSITIONS {
            let many =
                format!("more than {MAX_TRANSITIONS} transitions and pairs of a sender and a receiver");
            return Err(Diagnostic::error(many).at(span).help("use a channel for fewer processes").into());
        }
    }
    Ok(())
}

/// A channel, and whether the participants are committed.
type Meeting = (ChannelId, bool);

/// The size so far.
#[derive(Debug, Default)]
pub(super) struct Size {
    parts: u64,
    arcs: usize,
}

impl Size {
    /// Counts the transition that was added last.
    ///
    /// # Errors
    /// If the net is too large, or a term of the transition too deep.
    pub(super) fn count(&mut self, net: &Net, span: Span) -> Result<(), Diagnostics> {
        let (transition, arcs) = (net.transitions.last(), net.arcs.len());
        self.parts += (arcs - self.arcs) as u64;
        self.arcs = arcs;
        let code =
            transition.iter().flat_map(|transition| &transition.code).map(|assignment| &assignment.value);
        for term in transition.iter().filter_map(|transition| transition.guard.as_ref()).chain(code) {
            self.count_term(term, span)?;
        }
        self.check(span)
    }

    /// Counts a term.
    ///
    /// # Errors
    /// If the total size is too large, or the term is too deep.
    pub(super) fn count_term(&mut self, term: &Term, span: Span) -> Result<(), Diagnostics> {
        let mut open = vec![(term, 1)];
        while let Some((term, depth)) = open.pop() {
            self.parts += 1;
            match term {
                Term::Tuple(parts) | Term::Apply(_, parts) => {
                    open.extend(parts.iter().map(|part| (part, depth + 1)));
                }
                Term::Literal { value: Value::List(values), .. } => self.parts += values.len() as u64,
                _ => {}
            }
            if depth > MAX_DEPTH {
                let deep = Diagnostic::error("an expression that nests too deep").at(span);
                return Err(deep.help("store a part of it in a variable first").into());
            }
        }
        self.check(span)
    }

    fn check(&self, span: Span) -> Result<(), Diagnostics> {
        if self.parts > MAX_SIZE {
            let large = format!("a model whose net has more than {MAX_SIZE} arcs and parts of expressions");
            return Err(Diagnostic::error(large)
                .at(span)
                .help("use a channel, or committed locations, in fewer processes")
                .into());
        }
        Ok(())
    }
}
