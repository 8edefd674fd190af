//! Knowledge about a net when it is compiled: its structure, and proved and assumed properties of token counts.
//!
//! An assumption that turns out false is replaced by a weaker one. Proved properties stay.

use std::sync::Arc;

use sanderling_net::sparse::value as weight;
use sanderling_net::{Diagnostics, Net, PlaceId, TransitionId};
use sanderling_system::Room;

use crate::bound::Bounds;
use crate::layout::{Extent, bits};
use crate::look_ahead;
use crate::over_approximation::OverApproximation;
use crate::structure::Structure;
use crate::unit_claim::UnitClaim;

/// Facts and assumptions about a net. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Knowledge {
    structure: Arc<Structure>,
    bounds: Arc<Bounds>,
    extents: Vec<Extent>,
    claim: Option<Arc<UnitClaim>>,
    claim_status: ClaimStatus,
}

/// The status of the claim that a net is unit-safe.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ClaimStatus {
    /// The file makes no such claim.
    NoClaim,
    /// The claim is too large to be checked at every firing, and is not used.
    Unchecked,
    /// The claim is true, by the structure of the net.
    Proved,
    /// No firing so far has contradicted it.
    NotRefuted,
    /// The claim is contradicted by this reachable marking, the token count of each place.
    Refuted(Arc<[u64]>),
}

/// Maximum number of bits by which the counts on walks may exceed those of the new marking. In unbounded nets, walks
/// lead to counts that no search reaches.
const BITS_AHEAD: u32 = 12;

/// The error that the count of a place would need more than 64 bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooManyTokens(pub PlaceId);

impl Knowledge {
    /// Collects the structure, proved properties and assumptions of a place/transition net before it is explored.
    ///
    /// # Errors
    /// If the net is coloured, or weights of parallel arcs add up to 2^64 or more.
    pub fn of(net: &Net) -> Result<Self, Diagnostics> {
        Ok(Self::of_until(net, &|| false)?.expect("the analysis is never stopped"))
    }

    /// Collects knowledge like [`of`](Self::of), or returns `None` if `is_stopped` returns true in the meantime.
    /// `is_stopped` is called at least about ten times a second, except during passes over all arcs.
    ///
    /// # Errors
    /// As in `of`.
    pub fn of_until(net: &Net, is_stopped: &dyn Fn() -> bool) -> Result<Option<Self>, Diagnostics> {
        if is_stopped() {
            return Ok(None);
        }
        let structure = Structure::build(net)?;
        let bounds = if is_stopped() { None } else { Bounds::prove_until(&structure, is_stopped) };
        Ok(bounds.map(|bounds| Self::with_bounds(net, structure, bounds)))
    }

    fn with_bounds(net: &Net, structure: Structure, bounds: Bounds) -> Self {
        let (claim, claim_status) = check_claim(net, &structure, &bounds);
        let bounds = claim.as_ref().map(|claim| bounds.with_claim(claim)).unwrap_or(bounds);
        let changes = changes(&structure, bounds.over_approximation());
        let extent = |place: PlaceId| extent(&structure, &bounds, &changes, place);
        let extents = structure.place_ids().map(extent).collect();
        Self {
            structure: Arc::new(structure),
            bounds: Arc::new(bounds),
            extents,
            claim: claim.map(Arc::new),
            claim_status,
        }
    }

    /// Returns this knowledge with equal bounds for symmetric places, and without a claim of unit-safety.
    ///
    /// `first` has, for each place, the first place that symmetries map it to. They must be automorphisms that fix the initial marking: then the
    /// tightest bound holds for all places of an orbit.
    #[must_use]
    pub fn alike(&self, first: &[u32]) -> Self {
        let mut common = self.extents.clone();
        for (extent, &first) in self.extents.iter().zip(first) {
            let common = &mut common[first as usize];
            *common = common.in_common(*extent);
        }
        let extents = first.iter().map(|&first| common[first as usize]).collect();
        let claim_status = match &self.claim_status {
            ClaimStatus::NotRefuted => ClaimStatus::Unchecked,
            status => status.clone(),
        };
        Self { extents, claim: None, claim_status, ..self.clone() }
    }

    /// Returns the net's structure.
    #[must_use]
    pub fn structure(&self) -> &Structure {
        &self.structure
    }

    /// Returns the proved properties of token counts.
    #[must_use]
    pub fn bounds(&self) -> &Bounds {
        &self.bounds
    }

    /// Returns the known or assumed bound of each place, which determines its slot.
    #[must_use]
    pub fn extents(&self) -> &[Extent] {
        &self.extents
    }

    /// Returns the claim of unit-safety, if it is checked and not refuted.
    #[must_use]
    pub fn claim(&self) -> Option<&UnitClaim> {
        self.claim.as_deref()
    }

    /// Returns the status of the claim of unit-safety.
    #[must_use]
    pub fn claim_status(&self) -> &ClaimStatus {
        &self.claim_status
    }

    /// Returns the changed token counts after a firing, by place.
    pub fn after(
        &self,
        transition: TransitionId,
        tokens: impl Fn(PlaceId) -> u64,
    ) -> impl Iterator<Item = (PlaceId, Result<u64, TooManyTokens>)> {
        let structure = &self.structure;
        let changed = structure.effect(transition).iter().map(move |&(place, effect)| {
            let count = i128::from(tokens(place)) + effect;
            (place, u64::try_from(count).map_err(|_| TooManyTokens(place)))
        });
        let put = structure.post(transition);
        let reset = structure.reset(transition).iter().map(move |&place| (place, Ok(weight(put, place))));
        changed.chain(reset)
    }

    /// Weakens the assumptions that this firing breaks. To make `room`, it also weakens those that break on walks from
    /// the new marking, or else all that are as narrow, by half their bits.
    ///
    /// # Errors
    /// If the firing leads to more tokens than 64 bits can count.
    pub fn relax(
        &self,
        transition: TransitionId,
        tokens: impl Fn(PlaceId) -> u64,
        claim_holds: bool,
        room: Room,
    ) -> Result<Self, TooManyTokens> {
        let mut relaxed = self.clone();
        let (mut widened, mut widest) = (0, 0);
        let mut marking: Vec<u64> = self.structure.place_ids().map(&tokens).collect();
        for (place, count) in self.after(transition, tokens) {
            marking[place.index()] = count?;
            let needed = bits(marking[place.index()]);
            if let Extent::Assumed(width) = &mut relaxed.extents[place.index()]
                && *width < needed
            {
                (widened, widest) = (widened.max(*width), widest.max(needed));
                *width = needed;
            }
        }
        let mut is_found = false;
        if widened > 0
            && let Some(seen) = look_ahead::greatest_counts(&self.structure, &marking, room.tests_ahead)
        {
            for (extent, tokens) in relaxed.extents.iter_mut().zip(seen) {
                let likely = bits(tokens).min(widest + BITS_AHEAD);
                if let Extent::Assumed(width) = extent
                    && *width < likely
                {
                    *width = likely;
                    is_found = true;
                }
            }
        }
        if room.others_too && !is_found {
            let narrow = relaxed.extents.iter_mut().filter_map(|extent| match extent {
                Extent::Assumed(width) if *width <= widened => Some(width),
                _ => None,
            });
            narrow.for_each(|width| *width = (*width + width.div_ceil(2)).min(64));
        }
        if !claim_holds {
            relaxed.claim = None;
            relaxed.claim_status = ClaimStatus::Refuted(marking.into());
        }
        Ok(relaxed)
    }
}

/// Returns the proved bound of a place, or otherwise the number of bits that the initial marking needs.
fn extent(structure: &Structure, bounds: &Bounds, changes: &[bool], place: PlaceId) -> Extent {
    let initial = structure.initial()[place.index()];
    match bounds.upper(place) {
        _ if !changes[place.index()] => Extent::Constant(initial),
        Some(0) => Extent::Constant(0),
        Some(most) => Extent::Proved(most),
        None => Extent::Assumed(bits(initial)),
    }
}

/// Returns for each place whether a firing can change its token count.
fn changes(structure: &Structure, over_approximation: &OverApproximation) -> Vec<bool> {
    let mut changes = vec![false; structure.place_count()];
    for transition in
        structure.transition_ids().filter(|&transition| over_approximation.may_be_enabled(transition))
    {
        let effects = structure.effect(transition).iter().map(|&(place, _)| place);
        for place in effects.chain(structure.reset(transition).iter().copied()) {
            changes[place.index()] = true;
        }
    }
    changes
}

fn check_claim(net: &Net, structure: &Structure, bounds: &Bounds) -> (Option<UnitClaim>, ClaimStatus) {
    let Some(units) = net.units.as_ref().filter(|units| units.claims_safe) else {
        return (None, ClaimStatus::NoClaim);
    };
    match UnitClaim::build(structure, units) {
        None => (None, ClaimStatus::Unchecked),
        Some(claim) if claim.refuted_initially().is_some() => {
            (None, ClaimStatus::Refuted(structure.initial().into()))
        }
        Some(claim) => {
            let claim = claim.without_proved(structure, bounds);
            let status = if claim.is_proved() { ClaimStatus::Proved } else { ClaimStatus::NotRefuted };
            (Some(claim), status)
        }
    }
}
