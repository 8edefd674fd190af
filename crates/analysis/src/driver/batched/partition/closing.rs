//! The results of a process at the end, and their combination.

use sanderling_system::{Adaptive, Extremes};

use super::message::{Closing, unreadable};
use super::restorable::Restorable;
use super::{Partition, Totals};
use crate::limits::StopReason;
use crate::peers::{Lost, Share, Together};
use crate::store::Store;

impl<S: Extremes + Adaptive + Send, P: Restorable<S>> Partition<'_, '_, S, P> {
    pub(super) fn own_closing(&self) -> Closing {
        let (tally, store) = (&self.search.tally, &self.search.store);
        Closing {
            tally: tally.saved(),
            compared: tally.checks.states(),
            discrepancy: tally.checks.discrepancy().cloned(),
            share: Share {
                states: store.len() as u64,
                expanded: tally.expanded,
                firings: tally.firings,
                peak_bytes: self.search.peak_bytes.max(self.search.bytes()) as u64,
                traffic: self.peers.traffic(),
            },
        }
    }

    /// Combines the findings of all processes, as far as they were received.
    pub(super) fn end(mut self, mut lost: Option<Lost>) -> Together<S> {
        let own = self.peers.own();
        let closing = std::mem::take(&mut self.closing);
        let mut others = closing.iter().enumerate().filter(|&(process, _)| process != own);
        let foreign = others.find(|(_, one)| self.search.tally.join(&one.tally).is_none());
        if let Some((process, _)) = foreign {
            lost = Some(unreadable(process, "it has counted something else"));
        }
        if let Some(lost) = &lost {
            self.search.stop = Some(lost.left.unwrap_or(StopReason::PeerLost));
        }
        let shares: Vec<Share> = closing.iter().map(|one| one.share).collect();
        let compared: u64 = closing.iter().map(|one| one.compared).sum();
        let control = self.search.control;
        let mut outcome = self.search.outcome();
        if lost.is_some() || closing.is_empty() {
            // The totals of the last step in which all processes took part.
            let Totals { states, expanded, firings, dead, bytes } = self.totals;
            (outcome.visits, outcome.expanded, outcome.firings, outcome.dead) =
                (states, expanded, firings, dead);
            outcome.peak_bytes = outcome.peak_bytes.max(bytes as usize);
        } else {
            outcome.visits = shares.iter().map(|share| share.states).sum();
            outcome.peak_bytes = shares.iter().map(|share| share.peak_bytes as usize).sum();
            control.count_compared(compared - outcome.compared);
            outcome.compared = compared;
            outcome.discrepancy = closing.into_iter().find_map(|one| one.discrepancy);
        }
        outcome.states = Some(outcome.visits);
        Together { outcome, shares, lost }
    }
}
