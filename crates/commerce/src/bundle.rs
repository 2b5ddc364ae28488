//! Bundles: goods that are sold only with parts, each of which is a line below theirs.

use crate::cart::Cart;
use crate::catalogue::Catalogue;
use crate::error::{Fault, FaultCode, LineFault};
use crate::ids::{LineId, VariantId};
use crate::pricing::PricedLine;
use crate::subject::LinePart;

const FAULT: LineFault = LineFault::of(FaultCode::BundleRequiresComponents, LinePart::Merchandise);

/// Why a line cannot be bought: it needs parts, and none is bought.
pub(crate) fn fault(line: &PricedLine, lines: &[PricedLine]) -> Option<LineFault> {
    let parts = lines.iter().map(|part| (part.parent, part.quantity));
    let lacks = line.variant().requires_components && !has_part(line.id, parts);
    lacks.then_some(FAULT)
}

/// What a purchase that begins with this cart would end with, told before the buyer has entered anything. Faults name places
/// in `touched`.
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

/// Whether any of these lines, each by the line above it and its pieces, is bought below this one.
fn has_part(id: LineId, mut lines: impl Iterator<Item = (Option<LineId>, u32)>) -> bool {
    lines.any(|(parent, quantity)| parent == Some(id) && quantity > 0)
}
