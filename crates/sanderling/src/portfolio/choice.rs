//! When the portfolio is used instead of a single search.

use sanderling_analysis::reduce::Events;
use sanderling_net::Net;

use crate::prepare::{AnalysedNet, Facts};
use crate::request::choices::Reductions;
use crate::request::{Kind, Question, Request, Statistics};

impl Request {
    /// Returns this request with the portfolio enabled: structural rules, stubborn sets and proofs, as far as
    /// the other choices allow.
    #[must_use]
    pub fn with_portfolio(self, net: &Net) -> Self {
        if AnalysedNet::new(net, &Facts::default()).kind() == Kind::Coloured {
            let is_helped = matches!(self.question, Question::Check(_) | Question::DeadlockExcept(_));
            let is_one_search = self.depth.is_some() || self.company.is_some();
            let proofs = is_helped && !is_one_search && self.statistics == Statistics::default();
            return Self { proofs, ..self };
        }
        if self.question == Question::Explore {
            return self;
        }
        // Decision diagrams and searches of symmetric markings fire all transitions.
        let events = if self.engine.is_special() { Events::ALL } else { Events::STUBBORN };
        let alone = Reductions { events, ..Reductions::default() };
        // Rules and proofs are about numbers of tokens. With several processes, there is a single search.
        let counts = net.is_place_transition() && self.company.is_none();
        let usual = [Reductions { structural: counts, ..alone }, alone];
        let mut reduced =
            usual.map(|reductions| Self { reductions, proofs: counts, ..self.clone() }).into_iter();
        reduced.find(|one| one.refusal().is_none()).unwrap_or(self)
    }

    /// Returns whether the portfolio may answer this request at a lower cost than a single search.
    pub(crate) fn decides(&self, net: AnalysedNet<'_>) -> bool {
        let wants = self.reductions.structural || self.proofs || self.engine.is_special();
        // A deadlock of the skeleton says nothing about deadlocks of the coloured net.
        let is_helped = || match net.kind() {
            Kind::PlaceTransition => true,
            Kind::Data => false,
            Kind::Coloured => self.question != Question::Deadlock,
        };
        wants && is_helped() && self.depth.is_none() && !self.goals().is_empty()
    }
}
