//! Child lines, e.g. an engraving below a ring. They are one level deep and are removed with their parent line.

use crate::cart::CartLine;
use crate::catalogue::Catalogue;
use crate::error::{FaultCode, LineFault};
use crate::ids::{LineId, VariantId};
use crate::subject::LinePart;

/// Names the parent of a line. If several lines match, the order of preference is: the nearest one before it in the
/// same call, the nearest one after it in the call, the last one in the cart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParentReference {
    Line(LineId),
    /// This line, provided that it still has this variant.
    Key(VariantId, LineId),
    /// A line of this variant.
    Variant(VariantId),
}

impl ParentReference {
    /// Finds the parent line for a line of `variant` given at index `place`, or returns why it cannot be the parent.
    /// `fresh` are the lines added in the same call, with their indices.
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
            // All lines before are nearer than any line after.
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

/// Why `variant` cannot be a child line: a bundle has child lines itself.
pub(super) fn bundle_fault(variant: VariantId, catalogue: &Catalogue) -> Option<FaultCode> {
    let (_, variant) = catalogue.variant(variant)?;
    let too_deep = FaultCode::ParentLineNestingTooDeep;
    variant.requires_components.then_some(too_deep)
}

/// Why the goods of a line cannot be exchanged for `variant`: parent and child must differ in variant; child lines were
/// chosen for the product of their parent; a bundle cannot be a child line.
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

/// Sorts the lines so that the child lines directly follow their parent.
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
