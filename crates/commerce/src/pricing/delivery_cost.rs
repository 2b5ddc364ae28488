//! What a way of delivery costs after the discounts that its choice brings.

use super::discounts::Stage;
use super::{Facts, PricedCart, price};
use crate::cart::Cart;
use crate::catalogue::Catalogue;
use crate::delivery::DeliveryOption;
use crate::discount::Class;
use crate::money::MinorUnits;
use crate::rules::ShopRules;
use crate::selling_plan::PurchaseType;

/// The price of an offered option after the delivery discounts that apply once it is chosen for `purchase`, in minor units of
/// the cart's currency. A discount may be for some ways of delivery only, so each is priced as if it were chosen.
#[must_use]
pub fn discounted_delivery(
    cart: &Cart,
    catalogue: &Catalogue,
    rules: &ShopRules,
    facts: &Facts,
    (purchase, option): (PurchaseType, &DeliveryOption),
) -> MinorUnits {
    if option.price.is_zero() || !Stage::lowers_delivery(&rules.discounts) {
        return option.price;
    }
    let off = |handle: &str| {
        let mut chosen = cart.clone();
        chosen.selected_delivery.choose(purchase, handle);
        let priced: PricedCart = price(&chosen, catalogue, rules, facts);
        priced.off_by(Class::Delivery)
    };
    // An option that is not offered costs nothing: what is then still taken off belongs to the other group.
    (option.price - (off(&option.handle) - off(""))).max(MinorUnits::ZERO)
}
