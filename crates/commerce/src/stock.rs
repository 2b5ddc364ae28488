//! What is left of each variant while the lines of one cart take from it.

use crate::catalogue::Catalogue;
use crate::ids::{LineId, VariantId};
use std::collections::HashMap;

/// What the buyer should know about the stock of a line (public `CartWarning`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CartWarning {
    /// Which.
    pub code: WarningCode,
    /// The line it is about; none: the variant is no longer sold and the line is void.
    pub line: Option<LineId>,
    /// The variant it is about.
    pub variant: VariantId,
}

/// Codes of warnings (public `CartWarningCode`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WarningCode {
    /// `MERCHANDISE_OUT_OF_STOCK`: nothing is left; the line's quantity counts as 0.
    MerchandiseOutOfStock,
    /// `MERCHANDISE_NOT_ENOUGH_STOCK`: fewer are left than asked for; the line was lowered to what is left.
    MerchandiseNotEnoughStock,
}

impl WarningCode {
    /// The code as it stands on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::MerchandiseOutOfStock => "MERCHANDISE_OUT_OF_STOCK",
            Self::MerchandiseNotEnoughStock => "MERCHANDISE_NOT_ENOUGH_STOCK",
        }
    }
}

/// The shop's shelf as one cart sees it: several lines of the same variant share what is there.
pub(crate) struct Shelf<'a> {
    catalogue: &'a Catalogue,
    taken: HashMap<VariantId, u64>,
}

/// What a line got.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Taken {
    /// Units, at most what was wanted.
    pub(crate) quantity: u32,
    /// What the buyer should know about it.
    pub(crate) warning: Option<WarningCode>,
}

impl Taken {
    /// Everything, whatever is left.
    pub(crate) const fn all(quantity: u32) -> Self {
        Self {
            quantity,
            warning: None,
        }
    }
}

impl<'a> Shelf<'a> {
    pub(crate) fn new(catalogue: &'a Catalogue) -> Self {
        Self {
            catalogue,
            taken: HashMap::new(),
        }
    }

    /// Takes what is left, up to `wanted`. A line of quantity 0 is told when there is still nothing.
    pub(crate) fn take(&mut self, variant: VariantId, wanted: u32) -> Taken {
        let taken = self.taken.entry(variant).or_default();
        let left = match stocked(self.catalogue, variant) {
            None => u32::MAX,
            Some(stocked) => u32::try_from(stocked.saturating_sub(*taken)).unwrap_or(u32::MAX),
        };
        let quantity = wanted.min(left);
        *taken = taken.saturating_add(u64::from(quantity));
        let warning = match (left, quantity) {
            (0, _) => Some(WarningCode::MerchandiseOutOfStock),
            (_, given) if given < wanted => Some(WarningCode::MerchandiseNotEnoughStock),
            _ => None,
        };
        Taken { quantity, warning }
    }
}

/// Units on the shelf; none: any number. What is not sold any more is not there.
fn stocked(catalogue: &Catalogue, variant: VariantId) -> Option<u64> {
    match catalogue.variant(variant) {
        Some((product, variant)) if product.published => variant.stock.left(),
        _ => Some(0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::{BOOK, SHIRT_L, SHIRT_M, UNPUBLISHED, VOUCHER, catalogue};

    #[test]
    fn lines_of_one_variant_share_what_is_there() {
        let catalogue = catalogue();
        let mut shelf = Shelf::new(&catalogue);
        for (variant, wanted, quantity, warning) in [
            (SHIRT_M, 4, 4, None),
            (SHIRT_M, 4, 1, Some(WarningCode::MerchandiseNotEnoughStock)),
            (SHIRT_M, 4, 0, Some(WarningCode::MerchandiseOutOfStock)),
            (SHIRT_M, 0, 0, Some(WarningCode::MerchandiseOutOfStock)),
            (SHIRT_L, 1, 0, Some(WarningCode::MerchandiseOutOfStock)),
            (VOUCHER, u32::MAX, u32::MAX, None),
            (VOUCHER, u32::MAX, u32::MAX, None),
            (BOOK, 0, 0, None),
            (UNPUBLISHED, 1, 0, Some(WarningCode::MerchandiseOutOfStock)),
            (
                VariantId(404),
                1,
                0,
                Some(WarningCode::MerchandiseOutOfStock),
            ),
        ] {
            let taken = shelf.take(variant, wanted);
            assert_eq!(taken, Taken { quantity, warning }, "{variant:?} {wanted}");
        }
    }
}
