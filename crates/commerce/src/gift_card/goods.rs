//! Gift cards as goods. A gift card is money in another form. So it is not shipped, not taxed (tax is due on the goods
//! bought with it), not discounted and not sold under plans. It must be paid with the order, and not by another gift card.

use crate::catalogue::{Product, Variant};
use crate::error::FaultCode;
use crate::money::MinorUnits;

/// Why this gift card variant cannot be sold at its price. `None` for other goods. `limit` is the maximum value of a
/// gift card.
#[must_use]
pub fn price_fault(
    product: &Product,
    variant: &Variant,
    limit: Option<MinorUnits>,
) -> Option<FaultCode> {
    if !product.gift_card {
        return None;
    }
    if !variant.price.is_positive() {
        return Some(FaultCode::GiftCardPriceNotAboveZero);
    }
    let is_too_much = limit.is_some_and(|limit| variant.price > limit);
    is_too_much.then_some(FaultCode::GiftCardPriceAboveLimit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::{VOUCHER, catalogue};

    /// [8.03] A gift card has a value above zero and at most the shop's limit; other goods may cost any amount.
    #[test]
    fn a_gift_card_has_a_price_within_the_limit() {
        use FaultCode::{GiftCardPriceAboveLimit, GiftCardPriceNotAboveZero};
        let catalogue = catalogue();
        let (product, variant) = catalogue.variant(VOUCHER).unwrap();
        for (gift_card, price, limit, fault) in [
            (true, 0, None, Some(GiftCardPriceNotAboveZero)),
            (true, -1, None, Some(GiftCardPriceNotAboveZero)),
            (true, 1, None, None),
            (true, 100_000, Some(100_000), None),
            (true, 100_001, Some(100_000), Some(GiftCardPriceAboveLimit)),
            (false, 0, Some(100_000), None),
            (false, 100_001, Some(100_000), None),
        ] {
            let product = Product {
                gift_card,
                ..Product::clone(product)
            };
            let variant = Variant {
                price: MinorUnits::new(price),
                ..variant.clone()
            };
            let found = price_fault(&product, &variant, limit.map(MinorUnits::new));
            assert_eq!(found, fault, "{gift_card} {price} {limit:?}");
        }
    }
}
