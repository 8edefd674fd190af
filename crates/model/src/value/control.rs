//! Control locations: the cells by which transitions are selected.

use sanderling_data_net::{CellId, Cells, Shape};
use sanderling_net::{ArcKind, Inscription, Net, Term};

/// Returns the cells of the places from which transitions take a certain constant, in the order of the places.
pub(super) fn cells(net: &Net, cells: &Cells) -> Vec<CellId> {
    let is_constant = |inscription: &Inscription| match inscription {
        Inscription::Term(term) => matches!(**term, Term::Literal { .. }),
        Inscription::Tokens(_) => false,
    };
    let arcs = net.arcs.iter().filter(|arc| matches!(arc.kind, ArcKind::Input | ArcKind::Read));
    let mut places: Vec<_> = arcs.filter(|arc| is_constant(&arc.inscription)).map(|arc| arc.place).collect();
    places.sort_unstable();
    places.dedup();
    let scalar = |place| Some(cells.place(place)).filter(|cells| cells.shape == Shape::Scalar);
    places.into_iter().filter_map(scalar).map(|cells| cells.first).collect()
}
