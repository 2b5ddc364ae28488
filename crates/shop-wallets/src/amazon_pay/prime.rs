//! Which lines of a cart are sold by Buy with Prime.

use super::payload::PrimeLine;
use zkratka_commerce::money::Money;
use zkratka_commerce::pricing::{PricedCart, PricedLine};
use zkratka_config::BuyWithPrimeConfig;

/// The lines that the operator marked, in the cart's order.
pub(super) fn marked_lines<'a>(
    settings: &BuyWithPrimeConfig,
    priced: &'a PricedCart,
) -> Vec<PrimeLine<'a>> {
    let bought = priced.lines.iter().filter(|line| line.quantity > 0);
    let marked = bought.filter(|line| is_marked(settings, line));
    let lines = marked.map(|line| PrimeLine {
        sku: &line.variant().sku,
        quantity: line.quantity,
        amount: Money::new(line.total, priced.currency),
    });
    lines.collect()
}

fn is_marked(settings: &BuyWithPrimeConfig, line: &PricedLine) -> bool {
    let sku = &line.variant().sku;
    let tags = &line.product.tags;
    !sku.is_empty()
        && (settings.skus.contains(sku) || tags.iter().any(|tag| settings.tags.contains(tag)))
}
