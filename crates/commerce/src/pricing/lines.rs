//! Prices the lines of a cart.

use super::PricedLine;
use crate::cart::{Cart, CartLine};
use crate::catalogue::Catalogue;
use crate::ids::LineId;
use crate::money::{MAX_AMOUNT, MinorUnits};
use crate::rules::PricingContext;
use crate::selling_plan::Allocation;
use crate::stock::{Allotment, CartWarning, StockView};

/// Every line that is still sold, in the cart's order, and the stock warnings.
pub(super) fn price_lines(
    cart: &Cart,
    catalogue: &Catalogue,
    context: &PricingContext<'_>,
) -> (Vec<PricedLine>, Vec<CartWarning>) {
    let mut priced = Vec::with_capacity(cart.lines.len());
    let mut warnings = Vec::new();
    let mut shelf = StockView::new(catalogue);
    // The amount that the remaining lines may still reach.
    let mut room = MAX_AMOUNT;
    for line in &cart.lines {
        // The attempt of a closed cart has already taken its goods off the stock, so they must not be counted as
        // missing.
        let taken = if cart.is_open() {
            shelf.take(line.variant, line.quantity)
        } else {
            Allotment::all(line.quantity)
        };
        let found = price_line(line, taken.quantity, room, catalogue, context);
        let warning = taken.warning.map(|code| CartWarning {
            code,
            line: found.as_ref().map(|line| line.id),
            variant: line.variant,
        });
        warnings.extend(warning);
        if let Some(line) = found {
            room -= line.total;
            priced.push(line);
        }
    }
    (priced, warnings)
}

/// Lines whose products exist but are not published.
pub(super) fn unpublished(cart: &Cart, catalogue: &Catalogue) -> Vec<LineId> {
    let hidden = |line: &&CartLine| {
        let found = catalogue.locate(line.variant);
        found.is_some_and(|(product, _)| !product.published)
    };
    let lines = cart.lines.iter().filter(hidden);
    lines.map(|line| line.id).collect()
}

/// `None` if the variant is no longer sold.
fn price_line(
    line: &CartLine,
    quantity: u32,
    room: MinorUnits,
    catalogue: &Catalogue,
    context: &PricingContext<'_>,
) -> Option<PricedLine> {
    let (product, variant_index) = catalogue.locate(line.variant)?;
    if !product.published {
        return None;
    }
    let variant = product.variants.get(variant_index)?;
    let price = context.price(product, variant);
    let market_price = price.clamp(MinorUnits::ZERO, MAX_AMOUNT);
    let plan = line.selling_plan.and_then(|id| {
        let plans = context.plans(product, variant);
        plans.plan_for(id, product)
    });
    let allocation = plan.map(|plan| Allocation::of(plan, market_price));
    let unit_price = allocation
        .as_ref()
        .map_or(market_price, Allocation::checkout_charge);
    let exact_price = match &allocation {
        Some(allocation) if !price.is_negative() => allocation.plan.first_price(price),
        _ => Some(price),
    };
    let exact = unit_price.checked_mul(i64::from(quantity));
    let total = unit_price.saturating_mul(i64::from(quantity)).min(room);
    Some(PricedLine {
        id: line.id,
        parent: line.parent,
        product: product.clone(),
        variant_index,
        quantity,
        unit_price,
        compare_at_price: context.compare_at_price(product, variant),
        total,
        is_exact: exact_price == Some(unit_price) && exact == Some(total),
        tax_rate: context.tax.rate_for(product, variant),
        attributes: line.attributes.clone(),
        allocation,
    })
}
