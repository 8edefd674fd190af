//! Describes how the values of a data net are packed, place by place.

use sanderling_analysis::Control;
use sanderling_model::{ValueModel, value};
use sanderling_net::{Net, PlaceId};
use sanderling_report::{Encoding, Layout, Slot};

use super::describe::packed_as;

/// Describes the layout of a model. Values have a single encoding.
pub(crate) fn value_layout(net: &Net, model: ValueModel, control: &Control<'_>) -> Layout {
    let slots = net.place_ids().map(|place| slot(net, &model, place)).collect();
    let layout = packed_as(model, control);
    Layout {
        encodings: vec![Encoding { name: layout.encoding.clone(), bits_per_state: layout.bits_per_state }],
        encoding_why: "since values have no other encoding".into(),
        slots,
        ..layout
    }
}

/// Describes the slot of a place, which combines those of its cells.
fn slot(net: &Net, model: &ValueModel, place: PlaceId) -> Slot {
    let cells = model.cells().place(place);
    let widths = cells.cells().map(|cell| u32::from(model.slots().slot(cell).width));
    let extents: Vec<value::Extent> = cells.cells().map(|cell| model.extent(cell)).collect();
    let declared = cells.cells().map(|cell| model.cells().cell(cell).sort);
    let is_narrow = extents.iter().zip(declared).any(|(extent, declared)| extent.range != declared);
    let ranges = extents.iter().map(|extent| extent.range);
    let range = ranges.reduce(value::Interval::hull).filter(|_| !is_list(cells.shape));
    let origin = if extents.iter().all(|extent| extent.is_proved && extent.range.single().is_some()) {
        "never changes"
    } else if !extents.iter().all(|extent| extent.is_proved) {
        "assumed, checked at every firing"
    } else if is_narrow {
        "proved"
    } else {
        "as declared"
    };
    Slot {
        place: net.place(place).id.clone(),
        bits: widths.sum(),
        bound: Some(1u64.into()),
        range: range.map(|range| [range.low, range.high]),
        origin: origin.into(),
    }
}

/// Returns whether cells form a list: a length and elements, which have no common range.
fn is_list(shape: value::Shape) -> bool {
    matches!(shape, value::Shape::List { .. })
}
