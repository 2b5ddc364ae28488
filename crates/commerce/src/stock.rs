//! The stock left for each variant while the lines of one cart take from it.

use crate::catalogue::Catalogue;
use crate::ids::{LineId, VariantId};
use std::collections::HashMap;

/// A warning for the buyer about the stock of a line (public `CartWarning`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CartWarning {
    pub code: WarningCode,
    /// The line; `None` if the variant is no longer sold and the line has no effect.
    pub line: Option<LineId>,
    pub variant: VariantId,
}

/// Codes of warnings (public `CartWarningCode`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WarningCode {
    /// `MERCHANDISE_OUT_OF_STOCK`: nothing is left; the line's quantity counts as 0.
    MerchandiseOutOfStock,
    /// `MERCHANDISE_NOT_ENOUGH_STOCK`: fewer units are left than requested; the line was lowered to what is left.
    MerchandiseNotEnoughStock,
}

impl WarningCode {
    /// The code on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::MerchandiseOutOfStock => "MERCHANDISE_OUT_OF_STOCK",
            Self::MerchandiseNotEnoughStock => "MERCHANDISE_NOT_ENOUGH_STOCK",
        }
    }
}

/// The stock as one cart sees it: lines with the same variant share what is there.
pub(crate) struct StockView<'a> {
    catalogue: &'a Catalogue,
    taken: HashMap<VariantId, u64>,
}

/// The units that a line received.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Allotment {
    /// At most the requested quantity.
    pub(crate) quantity: u32,
    pub(crate) warning: Option<WarningCode>,
}

impl Allotment {
    /// The full quantity, regardless of stock.
    pub(crate) const fn all(quantity: u32) -> Self {
        Self {
            quantity,
            warning: None,
        }
    }
}

impl<'a> StockView<'a> {
    pub(crate) fn new(catalogue: &'a Catalogue) -> Self {
        Self {
            catalogue,
            taken: HashMap::new(),
        }
    }

    /// Takes what is left, up to `wanted`. A line with quantity 0 gets a warning while nothing is left.
    pub(crate) fn take(&mut self, variant: VariantId, wanted: u32) -> Allotment {
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
        Allotment { quantity, warning }
    }
}

/// Units in stock; `None`: any number. A variant that is no longer sold counts as 0.
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
        let mut shelf = StockView::new(&catalogue);
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
            assert_eq!(
                taken,
                Allotment { quantity, warning },
                "{variant:?} {wanted}"
            );
        }
    }
}
