//! Bundles: goods that are sold only with parts, each of which is a line below theirs.

use crate::cart::Cart;
use crate::catalogue::Catalogue;
use crate::error::{Fault, FaultCode};
use crate::ids::{LineId, VariantId};
use crate::pricing::PricedLine;

const FAULT: FaultCode = FaultCode::BundleRequiresComponents;

/// Why a line cannot be bought: it needs parts, and none is bought.
pub(crate) fn fault(line: &PricedLine, lines: &[PricedLine]) -> Option<Fault> {
    let parts = lines.iter().map(|part| (part.parent, part.quantity));
    let lacks = line.variant().requires_components && !has_part(line.id, parts);
    lacks.then(|| Fault::at(FAULT, ["merchandiseId"]))
}

/// What a purchase that begins with this cart would end with, told before the buyer has entered anything. Fields are those of
/// the entries of `touched`: `["0", "merchandiseId"]`.
#[must_use]
pub fn opening_faults(cart: &Cart, touched: &[VariantId], catalogue: &Catalogue) -> Vec<Fault> {
    let parts = || cart.lines.iter().map(|part| (part.parent, part.quantity));
    let lacking = cart.lines.iter().filter(|line| {
        let found = catalogue.variant(line.variant);
        let needs = found.is_some_and(|(_, variant)| variant.requires_components);
        needs && line.quantity > 0 && !has_part(line.id, parts())
    });
    let entries = lacking.filter_map(|line| touched.iter().position(|one| *one == line.variant));
    entries
        .map(|entry| Fault::at(FAULT, [&entry.to_string(), "merchandiseId"]))
        .collect()
}

/// Whether any of these lines, each by the line above it and its pieces, is bought below this one.
fn has_part(id: LineId, mut lines: impl Iterator<Item = (Option<LineId>, u32)>) -> bool {
    lines.any(|(parent, quantity)| parent == Some(id) && quantity > 0)
}
