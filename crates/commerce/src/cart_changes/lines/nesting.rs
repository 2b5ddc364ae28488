//! Lines below others, e.g. an engraving below the ring: one level deep, in the cart only as long as the line above.

use crate::cart::CartLine;
use crate::catalogue::Catalogue;
use crate::error::{FaultCode, LineFault};
use crate::ids::{LineId, VariantId};
use crate::subject::LinePart;

/// Which line another one is to stand below. Of several of one variant: the one given before it in the same call, else the one
/// given after it, else the last of the cart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParentReference {
    Line(LineId),
    /// This line, if it is still of this variant.
    Key(VariantId, LineId),
    /// The line of this variant.
    Variant(VariantId),
}

impl ParentReference {
    /// The line that is meant, if something of `variant`, given at `place`, may stand below it. `fresh` are the lines of the same
    /// call with their places.
    pub(super) fn find(
        self,
        variant: VariantId,
        lines: &[CartLine],
        (place, fresh): (usize, &[(usize, LineId)]),
    ) -> Result<LineId, LineFault> {
        let (is_meant, part): (&dyn Fn(&&CartLine) -> bool, _) = match self {
            Self::Line(id) => (&move |line| line.id == id, LinePart::ParentLine),
            Self::Key(variant, id) => (
                &move |line| line.id == id && line.variant == variant,
                LinePart::ParentLine,
            ),
            Self::Variant(variant) => (
                &move |line| line.variant == variant,
                LinePart::ParentMerchandise,
            ),
        };
        let meant = lines.iter().filter(is_meant);
        let nearness = |line: &CartLine| {
            let found = fresh.binary_search_by_key(&line.id, |&(_, id)| id).ok()?;
            let (given, _) = fresh[found];
            // All before are nearer than any after.
            Some(if given < place {
                (true, given)
            } else {
                (false, usize::MAX - given)
            })
        };
        let parent = meant.max_by_key(|line| (line.parent.is_none(), nearness(line)));
        let fault = match parent {
            None => FaultCode::ParentLineNotFound,
            Some(parent) if parent.parent.is_some() => FaultCode::ParentLineNestingTooDeep,
            Some(parent) if parent.variant == variant => FaultCode::ParentLineInvalidReference,
            Some(parent) => return Ok(parent.id),
        };
        Err(LineFault::of(fault, part))
    }
}

/// Why `variant` cannot stand below a line: a bundle has parts below its own.
pub(super) fn bundle_fault(variant: VariantId, catalogue: &Catalogue) -> Option<FaultCode> {
    let (_, variant) = catalogue.variant(variant)?;
    let too_deep = FaultCode::ParentLineNestingTooDeep;
    variant.requires_components.then_some(too_deep)
}

/// Why the goods of a line cannot be exchanged for `variant`: nothing stands below itself, what stands below a line was chosen
/// for its product, and no bundle stands below one.
pub(super) fn exchange_fault(
    id: LineId,
    variant: VariantId,
    lines: &[CartLine],
    catalogue: &Catalogue,
) -> Option<LineFault> {
    let line = lines.iter().find(|line| line.id == id)?;
    let above = lines.iter().filter(|other| line.parent == Some(other.id));
    let below = lines.iter().filter(|other| other.parent == Some(id));
    let product = |variant| catalogue.variant(variant).map(|(product, _)| product.id);
    let code = if above
        .chain(below.clone())
        .any(|other| other.variant == variant)
    {
        FaultCode::ParentLineInvalidReference
    } else if below.count() > 0 && product(line.variant) != product(variant) {
        FaultCode::ParentLineOperationBlocked
    } else {
        line.parent.and_then(|_| bundle_fault(variant, catalogue))?
    };
    Some(LineFault::of(code, LinePart::Merchandise))
}

/// The lines with what stands below each right after it.
pub(super) fn in_order(lines: Vec<CartLine>) -> Vec<CartLine> {
    if lines.iter().all(|line| line.parent.is_none()) {
        return lines;
    }
    let (nested, above): (Vec<_>, Vec<_>) =
        lines.into_iter().partition(|line| line.parent.is_some());
    let with_nested = |line: CartLine| {
        let below = nested.iter().filter(|other| other.parent == Some(line.id));
        let below: Vec<_> = below.cloned().collect();
        std::iter::once(line).chain(below)
    };
    above.into_iter().flat_map(with_nested).collect()
}

#[cfg(test)]
mod tests;
