//! Bundles: products sold only together with parts. Each part is a child line of the bundle's line.

use crate::cart::Cart;
use crate::catalogue::Catalogue;
use crate::error::{Fault, FaultCode, LineFault};
use crate::ids::{LineId, VariantId};
use crate::pricing::PricedLine;
use crate::subject::LinePart;

const FAULT: LineFault = LineFault::of(FaultCode::BundleRequiresComponents, LinePart::Merchandise);

/// The fault of a line that is a bundle without any part in the cart.
pub(crate) fn fault(line: &PricedLine, lines: &[PricedLine]) -> Option<LineFault> {
    let parts = lines.iter().map(|part| (part.parent, part.quantity));
    let lacks = line.variant().requires_components && !has_part(line.id, parts);
    lacks.then_some(FAULT)
}

/// The bundle faults that would stop a purchase started with this cart, reported before the buyer enters anything.
/// Faults carry indices into `touched`.
#[must_use]
pub fn opening_faults(cart: &Cart, touched: &[VariantId], catalogue: &Catalogue) -> Vec<Fault> {
    let parts = || cart.lines.iter().map(|part| (part.parent, part.quantity));
    let lacking = cart.lines.iter().filter(|line| {
        let found = catalogue.variant(line.variant);
        let needs = found.is_some_and(|(_, variant)| variant.requires_components);
        needs && line.quantity > 0 && !has_part(line.id, parts())
    });
    let entries = lacking.filter_map(|line| touched.iter().position(|one| *one == line.variant));
    entries.map(|entry| FAULT.at(entry)).collect()
}

/// Whether one of these lines, given as parent and quantity, is a child of this line with a quantity above 0.
fn has_part(id: LineId, mut lines: impl Iterator<Item = (Option<LineId>, u32)>) -> bool {
    lines.any(|(parent, quantity)| parent == Some(id) && quantity > 0)
}
