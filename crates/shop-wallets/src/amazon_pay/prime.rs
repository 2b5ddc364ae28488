//! Buy with Prime: the goods that it sells, to whom, and where.

use super::payload::PrimeLine;
use serde_json::json;
use std::collections::BTreeMap;
use zkratka_commerce::catalogue::{Product, Variant};
use zkratka_commerce::money::Money;
use zkratka_commerce::pricing::PricedCart;
use zkratka_config::BuyWithPrimeConfig;
use zkratka_payments::amazon_pay::Buyer;

/// The lines that the operator marked, in the cart's order.
pub(super) fn marked_lines<'a>(
    settings: &BuyWithPrimeConfig,
    priced: &'a PricedCart,
) -> Vec<PrimeLine<'a>> {
    let bought = priced.lines.iter().filter(|line| line.quantity > 0);
    let marked = bought.filter(|line| is_marked(settings, &line.product, line.variant()));
    let lines = marked.map(|line| PrimeLine {
        sku: &line.variant().sku,
        quantity: line.quantity,
        amount: Money::new(line.total, priced.currency),
    });
    lines.collect()
}

/// Whether the operator marked a variant of this product.
pub(super) fn sells(settings: &BuyWithPrimeConfig, product: &Product) -> bool {
    let mut variants = product.variants.iter();
    variants.any(|variant| is_marked(settings, product, variant))
}

fn is_marked(settings: &BuyWithPrimeConfig, product: &Product, variant: &Variant) -> bool {
    let Variant { sku, .. } = variant;
    let mut tags = product.tags.iter();
    !sku.is_empty() && (settings.skus.contains(sku) || tags.any(|tag| settings.tags.contains(tag)))
}

/// The units and quantities of these lines as one text, whatever their order. Prices are left out: the buyer confirms the
/// amount at Amazon.
pub(super) fn text_of_goods(lines: &[PrimeLine<'_>]) -> String {
    let mut goods = BTreeMap::new();
    for line in lines {
        let quantity: &mut u64 = goods.entry(line.sku).or_default();
        *quantity = quantity.saturating_add(line.quantity.into());
    }
    json!(goods).to_string()
}

/// Whether Amazon names a membership that the operator accepts.
pub(super) fn is_member(settings: &BuyWithPrimeConfig, buyer: &Buyer) -> bool {
    let mut memberships = buyer.prime_memberships.iter();
    memberships.any(|name| settings.memberships.contains(name))
}

/// Whether goods can be sent to this country.
pub(super) fn is_served(settings: &BuyWithPrimeConfig, country: &str) -> bool {
    settings.countries.iter().any(|served| served == country)
}

#[cfg(test)]
mod tests {
    use super::*;
    use zkratka_commerce::money::{Currency, MinorUnits};

    fn line(sku: &str, quantity: u32, minor: i64) -> PrimeLine<'_> {
        PrimeLine {
            sku,
            quantity,
            amount: Money::new(MinorUnits::new(minor), Currency::CZK),
        }
    }

    /// [4.21] [7.13] Goods are the same in another order, in other lines and at other prices; another unit or quantity is not.
    #[test]
    fn goods_have_one_text() {
        let goods = text_of_goods(&[line("A", 3, 300), line("B", 1, 50)]);
        for same in [
            vec![line("B", 1, 50), line("A", 3, 300)],
            vec![line("A", 1, 100), line("B", 1, 50), line("A", 2, 200)],
            vec![line("A", 3, 330), line("B", 1, 55)],
        ] {
            assert_eq!(text_of_goods(&same), goods);
        }
        for other in [
            vec![],
            vec![line("A", 3, 300)],
            vec![line("A", 2, 300), line("B", 1, 50)],
            vec![line("A", 3, 300), line("C", 1, 50)],
            vec![line("A", 1, 300), line("B", 3, 50)],
        ] {
            assert_ne!(text_of_goods(&other), goods);
        }
    }
}
