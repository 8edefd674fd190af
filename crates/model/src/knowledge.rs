//! What is known of a net when it is compiled: its structure, what is proved about token counts, and
//! what is merely assumed. An assumption that turns out false is replaced by a weaker one; what is
//! proved stays.

use std::sync::Arc;

use sanderling_net::sparse::value as weight;
use sanderling_net::{Diagnostics, Net, PlaceId, TransitionId};

use crate::bound::Bounds;
use crate::layout::{Extent, bits};
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

/// What has become of the claim that a net is unit-safe.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ClaimStatus {
    /// The file makes no such claim.
    NoClaim,
    /// The claim is too large to be checked at every firing: it is not used.
    Unchecked,
    /// The claim is true, by the structure of the net.
    Proved,
    /// No firing so far has contradicted it.
    NotRefuted,
    /// The claim is contradicted by this reachable marking, the token count of each place.
    Refuted(Arc<[u64]>),
}

/// The count of a place would need more than 64 bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooManyTokens(pub PlaceId);

impl Knowledge {
    /// Everything that can be found out about a place/transition net before it is explored.
    ///
    /// # Errors
    /// Where the net is coloured, or weights of parallel arcs add up to 2^64 or more.
    pub fn of(net: &Net) -> Result<Self, Diagnostics> {
        Ok(Self::of_until(net, &|| false)?.expect("nobody stops it"))
    }

    /// The same, or nothing where `is_stopped` says so meanwhile; it is asked some ten times a second at least, but for passes over all
    /// arcs.
    ///
    /// # Errors
    /// As [`of`](Self::of).
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

    /// The net's structure.
    #[must_use]
    pub fn structure(&self) -> &Structure {
        &self.structure
    }

    /// What is proved about token counts.
    #[must_use]
    pub fn bounds(&self) -> &Bounds {
        &self.bounds
    }

    /// What each place's slot is made for.
    #[must_use]
    pub fn extents(&self) -> &[Extent] {
        &self.extents
    }

    /// The claim of unit-safety, as long as it is checked and not refuted.
    #[must_use]
    pub fn claim(&self) -> Option<&UnitClaim> {
        self.claim.as_deref()
    }

    /// What has become of the claim of unit-safety.
    #[must_use]
    pub fn claim_status(&self) -> &ClaimStatus {
        &self.claim_status
    }

    /// The token count of each place after a firing, where that differs from before.
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

    /// Assumes so little that this firing contradicts nothing; the assumptions on other places that
    /// were as narrow are weakened by one bit if `others_too`.
    ///
    /// # Errors
    /// Where the firing leads to more tokens than 64 bits can count.
    pub fn relax(
        &self,
        transition: TransitionId,
        tokens: impl Fn(PlaceId) -> u64,
        claim_holds: bool,
        others_too: bool,
    ) -> Result<Self, TooManyTokens> {
        let mut relaxed = self.clone();
        let mut widened = 0;
        let mut marking: Vec<u64> = self.structure.place_ids().map(&tokens).collect();
        for (place, count) in self.after(transition, tokens) {
            marking[place.index()] = count?;
            let needed = bits(marking[place.index()]);
            if let Extent::Assumed(width) = &mut relaxed.extents[place.index()]
                && *width < needed
            {
                widened = widened.max(*width);
                *width = needed;
            }
        }
        if others_too {
            let narrow = relaxed.extents.iter_mut().filter_map(|extent| match extent {
                Extent::Assumed(width) if *width <= widened => Some(width),
                _ => None,
            });
            narrow.for_each(|width| *width += 1);
        }
        if !claim_holds {
            relaxed.claim = None;
            relaxed.claim_status = ClaimStatus::Refuted(marking.into());
        }
        Ok(relaxed)
    }
}

/// What is proved about a place, or else as few bits as the initial marking needs.
fn extent(structure: &Structure, bounds: &Bounds, changes: &[bool], place: PlaceId) -> Extent {
    let initial = structure.initial()[place.index()];
    match bounds.upper(place) {
        _ if !changes[place.index()] => Extent::Constant(initial),
        Some(0) => Extent::Constant(0),
        Some(most) => Extent::Proved(most),
        None => Extent::Assumed(bits(initial)),
    }
}

/// For each place, whether a firing can change its token count.
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
