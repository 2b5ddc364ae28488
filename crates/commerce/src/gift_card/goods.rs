//! Gift cards as goods. A gift card is money in another form. So it is not shipped, not taxed (tax is due on the goods
//! bought with it), not discounted and not sold under plans. It must be paid with the order, and not by another gift card.

use crate::catalogue::{Product, Variant};
use crate::error::FaultCode;
use crate::money::MinorUnits;

/// Whether a shop sells gift cards.
#[derive(Clone, Copy, Debug)]
pub struct GiftCardSales {
    /// Whether it has a key to make their codes with.
    pub has_key: bool,
    /// Maximum value of a card, in minor units of the shop's own currency.
    pub limit: Option<MinorUnits>,
}

/// Why this gift card variant cannot be sold. `None` for other goods.
#[must_use]
pub fn fault(product: &Product, variant: &Variant, sales: GiftCardSales) -> Option<FaultCode> {
    if !product.gift_card {
        return None;
    }
    if !sales.has_key {
        return Some(FaultCode::MerchandiseNotApplicable);
    }
    if !variant.price.is_positive() {
        return Some(FaultCode::GiftCardPriceNotAboveZero);
    }
    let is_too_much = sales.limit.is_some_and(|limit| variant.price > limit);
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
            let sales = GiftCardSales {
                has_key: true,
                limit: limit.map(MinorUnits::new),
            };
            let found = super::fault(&product, &variant, sales);
            assert_eq!(found, fault, "{gift_card} {price} {limit:?}");
        }
    }

    /// [B.12] Without a key there are no codes, so no gift card is sold.
    #[test]
    fn without_a_key_only_other_goods_are_sold() {
        let catalogue = catalogue();
        let (voucher, variant) = catalogue.variant(VOUCHER).unwrap();
        let sales = GiftCardSales {
            has_key: false,
            limit: None,
        };
        let refused = Some(FaultCode::MerchandiseNotApplicable);
        for (gift_card, fault) in [(true, refused), (false, None)] {
            let product = Product {
                gift_card,
                ..Product::clone(voucher)
            };
            assert_eq!(super::fault(&product, variant, sales), fault);
        }
    }
}
